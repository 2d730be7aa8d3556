"""The other Prosperity on the web: its page, its JSON, its printed sheet, and pointers to it."""

import re
from gettext import NullTranslations
from urllib.parse import parse_qs, urlsplit

import pytest

from setup_rules.other_prosperity import load_other_prosperity
from tests.web.printed_cards import read_pages
from web.api.openapi_other import EXAMPLE
from web.printing.documents import other_sheet
from web.printing.other_prosperity import LIVE_HEIGHT, laid_out
from web.printing.pdf import render
from web.setup_sheet.other_prosperity import OtherPage, names_the_other_game, read_wanted

PAGE = "/other-prosperity"
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, DRAWN = 12.0, 5.0
"""In millimetres; in points, under which is what stands in a picture and has another scale."""
ALL_TILES = [
    tile.name for tile in (*load_other_prosperity().undated, *load_other_prosperity().dated)
]


class Wordy(NullTranslations):
    """A language that takes half as many words again to say the same."""

    def gettext(self, message):
        words = message.split(" ")
        return " ".join(words + ["words"] * (len(words) // 2))

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(super().ngettext(msgid1, msgid2, n))


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.get_data(as_text=True)))


class TestInterface:
    """POST /api/other-prosperity."""

    @pytest.fixture
    def ask(self, api, conforms):
        def ask(**request):
            conforms("OtherProsperityRequest", request)
            response = api.post("/api/other-prosperity", json=request)
            assert response.status_code == 200
            conforms("OtherProsperity", response.json)
            return response.json

        return ask

    def test_three_players_and_their_first_game(self, ask):
        answer = ask(**EXAMPLE)
        tiles = answer.pop("tiles")
        assert answer == {
            "research_board": "in the middle of the table",
            "individual_board_side": "silver",
            "undated_tiles_beside_board": 24,
            "deck": {
                "size": 36,
                "bottom_to_top": [2030, 2020, 2010, 2000, 1990, 1980, 1970],
                "top_decade": 1970,
            },
            "turns_total": 36,
            "turns_per_player": 12,
            "per_player": {
                "money_eur": 100,
                "notes": {"100": 1},
                "cubes": 5,
                "pollution_discs_on_track": 8,
            },
            "reserve": {"pollution_discs": 40, "notes": {"50": 10, "100": 17, "500": 5}},
            "first_player": "random",
        }
        assert [name for names in tiles.values() for name in names] == ALL_TILES
        assert len(ALL_TILES) == 60

    @pytest.mark.parametrize(
        ("players", "turns", "discs", "hundreds"), [(2, 18, 48, 18), (4, 9, 32, 16)]
    )
    def test_other_numbers_of_players(self, ask, players, turns, discs, hundreds):
        answer = ask(players=players, first_game=True)
        assert answer["turns_per_player"] == turns
        assert answer["reserve"]["pollution_discs"] == discs
        assert answer["reserve"]["notes"]["100"] == hundreds

    def test_later_each_player_chooses_a_side(self, ask):
        assert ask(players=2, first_game=False)["individual_board_side"] == "own choice"

    def test_it_is_a_first_game_where_nothing_is_said(self, ask):
        assert ask(players=2) == ask(players=2, first_game=None) == ask(players=2, first_game=True)

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ({}, {"players": "“players” is missing."}),
            (
                {"players": 5},
                {"players": "The number of players must be a whole number from 2 to 4."},
            ),
            (
                {"players": "3", "first_game": "yes"},
                {
                    "players": "The number of players must be a whole number from 2 to 4, "
                    "not text.",
                    "first_game": "“first_game” must be true, false or null, not text.",
                },
            ),
            (
                {"players": 3, "first": True},
                {"first": "“first” isn’t a known key. Did you mean “first_game”?"},
            ),
            ([], {"": "The body must be an object, not a list."}),
        ],
    )
    def test_every_fault_is_told(self, api, refusal, body, expected):
        error = refusal(api.post("/api/other-prosperity", json=body), 422)
        assert {fault["field"]: fault["message"] for fault in error["details"]} == expected

    def test_bodies_that_are_no_json_are_refused_as_everywhere(self, api, refusal):
        address = "/api/other-prosperity"
        refusal(api.post(address, data="{", content_type="application/json"), 400)
        refusal(api.post(address, data="{}", content_type="text/plain"), 415)
        refusal(api.post(address, data=b"x" * 70_000, content_type="application/json"), 413)


class TestPage:
    def test_says_which_game_it_is_and_leads_back(self, client):
        page = client.get(PAGE)
        assert "by Reiner Knizia and Sebastian Bleasdale is a board game from 2013" in text_of(page)
        assert "Looking for Platinum and Colony?" in page.text
        assert "set-cookie" not in page.headers

    @pytest.mark.parametrize(
        ("players", "turns", "discs", "hundreds"),
        [(2, 18, 48, 18), (3, 12, 40, 17), (4, 9, 32, 16)],
    )
    def test_counts_for_each_number_of_players(self, client, players, turns, discs, hundreds):
        page_text = text_of(client.get(f"{PAGE}?players={players}"))
        for expected in (
            f"36 turns, {turns} per player",
            f"{discs} Pollution discs",
            f"{hundreds} × €100",
            "24 tiles without a date",
            "The deck: 36 tiles with a date",
            "€100 and 5 cubes for each player",
            "8 Pollution discs for each player",
        ):
            assert expected in page_text

    def test_names_all_sixty_tiles_in_english(self, client):
        page = client.get(PAGE).text
        assert all(f"<li>{name}" in page for name in ALL_TILES)
        assert page.count('<ul lang="en">') == 8

    def test_the_deck_is_read_in_the_order_it_is_built(self, client):
        stack = client.get(PAGE).text.partition('<ol class="stack"')[2].partition("</ol>")[0]
        assert re.findall("<b>(\\d+)</b><span>([^<]+)</span>", stack) == [
            ("2030", "6 tiles"),
            *((str(decade), "5 tiles") for decade in range(2020, 1960, -10)),
        ]

    def test_sides_of_the_boards(self, client):
        assert "everyone plays with the silver country face up" in client.get(PAGE).text
        later = client.get(f"{PAGE}?game=later").text
        assert "each player chooses silver (normal) or black (harder)" in later

    def test_tells_every_tally_that_the_data_has(self, client):
        page_text = text_of(client.get(PAGE))
        for tally in load_other_prosperity().tallies[1970]:
            assert tally in page_text
        assert "2030 tallies Prosperity twice." in page_text

    @pytest.mark.parametrize(("household", "shown"), [(2, 2), (4, 4), (6, 4)])
    def test_begins_with_the_players_of_the_household_as_far_as_it_can(
        self, at_home, household, shown
    ):
        assert f"<output aria-live=\"polite\">{shown}</output>" in at_home(
            players=household
        ).get(PAGE).text  # fmt: skip

    def test_changing_the_players_keeps_the_game(self, client):
        page = client.get(f"{PAGE}?players=3&game=later").text
        form = page.partition('<form class="row" method="get"')[2].partition("</form>")[0]
        assert '<input type="hidden" name="game" value="later">' in form
        assert re.findall('name="players" value="(\\d)"', form) == ["2", "4"]

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("players=5", "This game is for 2 to 4 players."),
            ("players=two", "This game is for 2 to 4 players."),
            ("game=last", "This address doesn’t say if it’s your first or a later game."),
            ("colours=blue.pink", "The colours are blue, red, green and yellow."),
            ("colours=blue.blue", "The colours are blue, red, green and yellow."),
        ],
    )
    def test_an_address_with_a_fault_is_told_so(self, client, query, expected):
        for page in (client.get(f"{PAGE}?{query}"), client.get(f"{PAGE}.pdf?{query}")):
            assert page.status_code == 422
            assert expected in page.text


class TestWhoBegins:
    def pick(self, client, *colours, **fields):
        data = {"players": "2", "game": "first", "colour": list(colours), **fields}
        return client.post(PAGE, data=data)

    def test_one_of_the_colours_that_play_is_picked(self, client, monkeypatch):
        for place, colour in enumerate(("red", "yellow")):
            monkeypatch.setattr("secrets.randbelow", lambda _n, place=place: place)
            answer = self.pick(client, "red", "yellow", game="later")
            assert answer.status_code == 303
            page_text = parse_qs(urlsplit(answer.location).query)
            assert page_text == {
                "players": ["2"], "game": ["later"], "colours": ["red.yellow"], "begins": [colour],
            }  # fmt: skip
            page = client.get(answer.location)
            assert f"{colour.capitalize()} goes first." in page.text
            assert page.text.count(" checked>") == 2

    @pytest.mark.parametrize("colours", [(), ("red",), ("red", "blue", "green")])
    def test_there_is_one_colour_for_each_player(self, client, colours):
        page = self.pick(client, *colours)
        assert page.status_code == 422
        assert "Choose 2 colours, one for each player." in page.text
        assert page.text.count(" checked>") == len(colours)

    def test_other_nonsense_is_told(self, client):
        assert self.pick(client, "red", "pink").status_code == 422
        assert self.pick(client, "red", "blue", players="7").status_code == 422

    def test_a_strange_page_picks_nobody(self, client):
        answer = client.post(PAGE, data={"colour": ["red", "blue"]}, headers={"Origin": "http://x"})
        assert answer.status_code == 400


class TestPointers:
    """Somebody may mean the other one."""

    def test_from_the_shelf_beside_prosperity(self, client):
        shelf = client.get("/shelf").text
        prosperity = shelf.partition('<svg color="#8a6a12">')[2].partition("</li>")[0]
        assert f'<a href="{PAGE}">' in prosperity
        assert shelf.count(f'href="{PAGE}"') == 1

    def test_from_about(self, client):
        assert f'href="{PAGE}"' in client.get("/about").text

    def test_from_a_kingdom_of_ones_own(self, client, send):
        page = client.get("/own?names=Bullet+Trains,+Moat")
        assert "It sounds like the other Prosperity" in page.text
        answer = send(names="Bullet Trains, Moat", do="other-prosperity")
        assert (answer.status_code, answer.location) == (303, PAGE)

    def test_from_published_kingdoms(self, client):
        assert f'href="{PAGE}"' in client.get("/published?fit=all&q=Bleasdale").text
        assert f'href="{PAGE}"' not in client.get("/published?fit=all&q=Xyzzy").text

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("Nuclear Power Station", True),
            ("bullet trains", True),
            ("Combined Heat/Power", True),
            ("Prosperity by Knizia", True),
            ("University", False),
            ("Prosperity", False),
            ("Bank", False),
            ("", False),
        ],
    )
    def test_is_known_by_its_makers_and_tiles(self, text, meant):
        assert names_the_other_game(text) is meant


@pytest.mark.prints
class TestSheet:
    """One page on either paper."""

    @pytest.fixture
    def document(self, app):
        def document(paper, **page_text):
            with app.test_request_context():
                return other_sheet(read_wanted(page_text, 3), paper)

        return document

    @pytest.mark.parametrize("paper", SIZES)
    def test_is_one_page_with_everything_on_it(self, document, paper):
        paper_document = document(paper, players="4", game="later", begins="red")
        (page,) = read_pages(render(paper_document.html, paper_document.title))
        assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=0.05)
        for text in page.texts:
            if text.points < DRAWN:
                continue
            assert text.left >= MARGIN - 0.1, text
            assert text.right <= page.width - MARGIN + 0.1, text
            assert text.bottom <= page.height - MARGIN, text
        page_text = " ".join(page.says)
        for expected in (
            "4 players", "9 per player", "Red goes first.",
            "32 Pollution discs", "16 × €100", "gain 2 points", "remove 3 discs",
        ):  # fmt: skip
            assert expected in page_text
        assert [name for name in ALL_TILES if name not in page_text] == []

    def test_a4_has_room_for_a_line_about_who_won(self, document):
        assert "Winner" in document("a4").html
        assert "Winner" not in document("letter").html

    @pytest.mark.parametrize("game", ["first", "later"])
    def test_is_measured_to_fit_in_every_language(self, app, game):
        wanted = read_wanted({"players": "4", "game": game, "begins": "yellow"}, 4)
        with app.test_request_context():
            assert laid_out(OtherPage(wanted)).size >= 9
        app.extensions["translations"]["wordy"] = Wordy()
        for spoken in app.extensions["translations"].codes:
            with app.test_request_context(f"/?lang={spoken}"):
                layout = laid_out(OtherPage(wanted))
                assert layout.height <= LIVE_HEIGHT
                assert layout.size >= 7

    def test_is_answered_as_a_file(self, client, monkeypatch):
        monkeypatch.setattr("web.printing.answers.printed", lambda _f, html, _t: html.encode())
        answer = client.get(f"{PAGE}.pdf?players=2&paper=letter")
        assert answer.mimetype == "application/pdf"
        assert "other-prosperity-sheet.pdf" in answer.headers["Content-Disposition"]
        assert client.get(f"{PAGE}.pdf?paper=a5").status_code == 422
