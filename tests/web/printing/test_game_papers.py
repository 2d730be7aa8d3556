"""The score sheet and the player aids: real PDFs, read back."""

from __future__ import annotations

from itertools import product

import pytest
from flask import session

from app import create_app
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from setup_rules.scoring.inputs import inputs_of
from setup_rules.scoring.table import score_table
from tests.builders import CATALOG, game_for
from tests.thorough import cases, some
from tests.web.full_kingdoms import overfull, rare
from tests.web.printed_cards import read_pages
from web.draw.published import asked_for
from web.language.score_words import input_words, score_rows
from web.printing.documents import name_style, player_aid, score_sheet, sheet
from web.printing.pdf import render

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
LEAST_POINTS = 7.5


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app({"DATABASE": tmp_path_factory.mktemp("game") / "piles.db"})


@pytest.fixture
def here(app):
    with app.test_request_context():
        yield


def asked_of(game):
    boxes = tuple(box.id for box in game.collection.boxes)
    return PlanRequest(game.kingdom, game.asked_players, boxes, None)


def rows_of(game):
    return score_rows(game, plan_setup(game), str)


def pages_of(document):
    return read_pages(render(document.html, document.title))


def text_of(pages):
    return " ".join(" ".join(page.says) for page in pages)


@pytest.mark.usefixtures("here")
class TestScoreRows:
    def test_are_the_inputs_of_the_score_screen_in_their_order(self):
        for kingdom in list(CATALOG.published.values())[:: 400 // cases(240)]:
            game = asked_for(kingdom, 3, kingdom.some_boxes).game(CATALOG)
            inputs = inputs_of(score_table(game, plan_setup(game)))
            counted = [row.label for row in rows_of(game) if row.is_counted]
            assert counted == [input_words(one, str).label for one in inputs], kingdom.name

    def test_an_ordinary_kingdom_has_four(self):
        rows = [(row.label, row.note) for row in rows_of(game_for())]
        assert rows == [
            ("Estate", "1 each"), ("Duchy", "3 each"), ("Province", "6 each"), ("Curse", "−1 each"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("names", "landscapes", "label", "note"),
        [
            (("Gardens",), (), "Gardens", "1 for every 10: Cards in the deck"),
            (("Gardens",), (), "Cards in the deck", "for Gardens"),
            (("Duke",), (), "Duke", "1 for each: Duchy"),
            (("Bishop",), (), "Points on VP tokens", "1 each"),
            (
                ("Leprechaun",),
                (),
                "Miserable: 1 for Miserable and 2 for Twice Miserable",
                "−2 each",
            ),
            ((), ("Wall",), "Wall", "−1 for each after the first 15: Cards in the deck"),
            ((), ("Bandit Fort",), "Bandit Fort", "−2 for each: Silver, Gold"),
            ((), ("Fountain",), "Fountain", "15 for 10 or more: Copper"),
            ((), ("Palace",), "Palace", "3 for each set: Copper, Silver, Gold"),
        ],
    )
    def test_say_what_it_is_worth(self, names, landscapes, label, note):
        with_it = {row.label: row for row in rows_of(game_for(*names, landscapes=list(landscapes)))}
        assert with_it[label].note == note
        assert label not in {row.label for row in rows_of(game_for())}

    def test_counts_that_give_no_points_by_themselves_have_no_place_for_points(self):
        rows = {row.label: row for row in rows_of(game_for(landscapes=["Bandit Fort"]))}
        assert (rows["Silver"].is_counted, rows["Silver"].scores) == (True, False)
        assert (rows["Bandit Fort"].is_counted, rows["Bandit Fort"].scores) == (False, True)


@pytest.mark.prints
@pytest.mark.usefixtures("here")
class TestScoreSheet:
    @pytest.mark.parametrize(("players", "paper"), some(product([2, 4, 6], PAPERS)))
    def test_an_ordinary_one_is_one_page_with_a_column_for_each_player(self, paper, players):
        (page,) = pages_of(score_sheet(asked_of(game_for(players=players)), paper, "4F7K2Q"))
        assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.2)
        games = page.says.count("Total")
        assert games == 3
        assert page.says.count("Points") == games * players
        assert "4F7K 2Q" in text_of([page])
        assert max(text.right for text in page.texts) < page.width - 12

    def test_what_does_not_fit_goes_on_under_the_same_headings(self):
        pages = pages_of(score_sheet(asked_of(rich_in_points()), "letter", "4F7K2Q"))
        assert len(pages) == 2
        for page in pages:
            assert page.says.count("Points") == 6
        for row in rows_of(rich_in_points()):
            assert row.label in text_of(pages)

    def test_nothing_is_smaller_than_7_5_points(self):
        for page in pages_of(score_sheet(asked_of(rich_in_points()), "a4", "")):
            assert min(text.points for text in page.texts) >= LEAST_POINTS - 0.01


def rich_in_points():
    return game_for(
        *(
            "Gardens",
            "Fairgrounds",
            "Castles",
            "Bishop",
            "Feodum",
            "Leprechaun",
            "Duke",
            "Vineyard",
        ),
        players=6,
        landscapes=["Wall", "Bandit Fort", "Keep", "Triumphal Arch"],
    )


@pytest.mark.prints
@pytest.mark.usefixtures("here")
class TestPlayerAids:
    @pytest.mark.parametrize(("players", "pages"), [(2, 1), (3, 2), (6, 3)])
    def test_each_player_has_half_a_page(self, players, pages):
        printed = pages_of(player_aid(asked_of(game_for(players=players)), "a4"))
        assert len(printed) == pages
        assert sum(page.says.count("Your turn") for page in printed) == players
        for page in printed:
            cuts = [s.y for s in page.strokes if s.y == s.to_y and s.length == pytest.approx(4)]
            assert cuts == pytest.approx([148.5, 148.5], abs=0.02)

    def test_both_columns_begin_on_the_same_line(self):
        (page,) = pages_of(player_aid(asked_of(game_for(players=2)), "a4"))
        lines = {
            heading: {text.line for text in page.texts if text.says == heading}
            for heading in ("Start", "Tonight")
        }
        assert sorted(lines["Start"]) == pytest.approx(sorted(lines["Tonight"]), abs=0.02)

    @pytest.mark.parametrize(("kingdom", "language"), [(rare, "de"), (overfull, "en")])
    def test_every_copy_is_alike(self, kingdom, language):
        session.update(language=language, names=language)
        copies = [
            [
                (text.says, round(text.left, 1), round(text.line - top, 1))
                for text in page.within(0, top, page.width, top + page.height / 2)
            ]
            for page in pages_of(player_aid(kingdom(), "a4"))
            for top in (0, page.height / 2)
        ]
        assert len(copies) >= 4
        assert copies == [copies[0]] * len(copies)

    @pytest.mark.parametrize(("kingdom", "language"), [(rare, "de"), (rare, "en")])
    def test_a_section_that_goes_on_in_the_next_column_says_so(self, kingdom, language):
        session.update(language=language, names=language)
        page = pages_of(player_aid(kingdom(), "a4"))[0]
        upper = [text for text in page.texts if text.line < page.height / 2]
        first_on_the_right = min(
            (text for text in upper if text.left > page.width / 2), key=lambda text: text.line
        )
        continued = {"de": "Heute Abend (Fortsetzung)", "en": "Tonight (continued)"}[language]
        assert first_on_the_right.says == continued
        begun = next(text for text in upper if text.says == continued.partition(" (")[0])
        below = {text.line for text in upper if text.left < page.width / 2} - {begun.line}
        assert len([line for line in below if line > begun.line]) > 1, "no item alone"

    def test_a_number_stays_with_what_it_counts(self):
        session.update(language="de", names="de")
        page = pages_of(player_aid(rare(), "a4"))[0]
        assert any(text.says.startswith("1× Kleinbauer") for text in page.texts)
        assert any(text.says.startswith("„+1 Kauf“") for text in page.texts)
        for text in page.texts:
            assert not text.says.endswith("×"), text

    @pytest.mark.parametrize(
        ("names", "landscapes", "sentence"),
        [
            (("Ghost Town",), (), "Night phase"),
            (("Wharf",), (), "Duration cards that aren’t done stay out."),
            (("Duplicate",), (), "Call Reserve cards"),
            (("Overlord",), (), "Pay off your debt first."),
            (("Recruiter",), (), "Each Villager you spend"),
            ((), ("Way of the Ox",), "as Way of the Ox instead"),
            ((), ("Delay",), "or Delay (Event) instead."),
            ((), ("Cathedral",), "or Cathedral (Project) instead."),
            ((), ("Wall",), "Wall"),
        ],
    )
    def test_say_only_what_this_kingdom_has(self, names, landscapes, sentence):
        asked = asked_of(game_for(*names, landscapes=list(landscapes)))
        assert sentence in text_of(pages_of(player_aid(asked, "a4")))
        assert sentence not in text_of(pages_of(player_aid(asked_of(game_for()), "a4")))

    @pytest.mark.parametrize(
        ("kingdom", "paper", "language"),
        some(product([rare, overfull], PAPERS, ["de", "cs"]), 5),
    )
    def test_the_fullest_ones_stay_in_their_half_and_are_readable(self, kingdom, paper, language):
        session.update(language=language, names=language)
        document = player_aid(kingdom(), paper)
        for page in pages_of(document):
            middle = page.height / 2
            for text in page.texts:
                assert text.points >= LEAST_POINTS - 0.01
                assert text.right < page.width - 11
                assert text.bottom < middle - 5 or middle + 5 < text.top
                assert text.bottom < page.height - 5

    def test_what_is_too_much_for_half_a_page_has_a_whole_one_and_nothing_is_left_out(self):
        session.update(language="de", names="de")
        kingdom, players, *more = rare()
        landmarks = [each for each in CATALOG.landscapes.values() if each.kind == "landmark"]
        kingdom = kingdom._replace(landscapes=(*kingdom.landscapes, *landmarks))
        pages = pages_of(player_aid(PlanRequest(kingdom, players, *more), "letter"))
        assert len(pages) == players
        for page in pages:
            assert [s for s in page.strokes if s.length == pytest.approx(4)] == []
            assert min(text.points for text in page.texts) > LEAST_POINTS
            assert max(text.bottom for text in page.texts) < page.height - 5
            text = text_of([page])
            for landmark in landmarks:
                assert name_style().name(landmark.name) in text


@pytest.mark.prints
class TestFromTheKingdom:
    LINK = (
        "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
        "?players=3&boxes=dominion-1e"
    )

    @pytest.mark.parametrize(
        ("what", "file"),
        [("score-sheet", "first-game-score"), ("player-aids", "first-game-player-aids")],
    )
    def test_they_are_printed_from_share(self, client, press, what, file):
        assert f'value="{what}"' in client.get(self.LINK.replace("/kingdom/", "/share/")).text
        address = press(client, self.LINK, "/print", link=self.LINK, what=what).location
        answer = client.get(address)
        assert answer.mimetype == "application/pdf"
        assert f"{file}" in answer.headers["Content-Disposition"]


@pytest.mark.prints
@pytest.mark.usefixtures("here")
class TestOnTheSetupSheet:
    """Biggest Money leaves room for three players; a full kingdom leaves none."""

    def asked(self, players):
        kingdom = CATALOG.published["biggest-money"]
        return asked_for(kingdom, players, kingdom.some_boxes)

    @pytest.mark.parametrize("paper", some(PAPERS, 2))
    def test_stands_in_the_free_space_under_everything_else(self, paper):
        (page,) = pages_of(sheet(self.asked(3), paper, "4F7K2Q"))
        head = page.find("Score sheet")
        assert [page.find(note).line > head.top for note in ("1 each", "6 each", "10 each")]
        others = [t for t in page.texts if t.bottom < head.top - 2 or t.line > head.line + 25]
        rows = [t for t in page.texts if t not in others]
        assert {t.says for t in rows} >= {"Estate", "Colony", "Total", "1", "2", "3"}
        assert "4" not in {t.says for t in rows}

    def test_is_left_out_where_there_is_no_room(self):
        for asked in (self.asked(6), rare()):
            assert "Score sheet" not in sheet(asked, "a4", "4F7K2Q").html
