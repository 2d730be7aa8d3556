"""Fetch and Put away: one line for each thing, notes that help, ticks that stay."""

import gzip

import pytest
from flask import render_template_string

from app import create_app
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import NoteKind, Sentence, TextRow, say
from setup_rules.sentences import note as make_note
from tests.builders import ALL_BOXES, CATALOG, EVERYTHING, game_for, plan_using, roles_for
from web.draw.tag_words import TAGS, Noun
from web.language.phrases import for_cards
from web.language.translation import gettext
from web.links.kingdom_link import link_for
from web.setup_sheet.fetch_list import fetch_view, short_note, slug
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.tokens import thing_name, token_amount, token_name

pytestmark = pytest.mark.usefixtures("in_app")

D1 = ("dominion-1e",)
FEW = ("dominion-1e", "prosperity-1e", "cornucopia", "dark-ages")


@pytest.fixture(scope="module")
def in_app(tmp_path_factory):
    app = create_app(
        {"DATABASE": tmp_path_factory.mktemp("fetch") / "piles.db", "RATE_LIMITS": False}
    )
    with app.test_request_context("/"):
        yield app


def view(*names, marks=None, name=str, read_only=False, boxes=FEW, **how):
    """Both lists of a kingdom."""
    game = game_for(*names, boxes=boxes, **how)
    request = PlanRequest(game.kingdom, game.players, tuple(boxes), None)
    reader = NameStyle(name, beside=False)
    lists = fetch_view(plan_setup(game), request, CATALOG, reader)
    return lists.marked(marks or {})._replace(read_only=read_only)


def fetch(*names, **how):
    return view(*names, **how).sides[0]


def put_away(*names, **how):
    return view(*names, **how).sides[1]


def line(side, name):
    """The first line with this name."""
    return next(one for box in side.boxes for one in box.lines if one.name == name)


def note(side, name):
    return line(side, name).note


class TestFetch:
    def test_boxes_are_opened_in_shelf_order(self):
        letters = [box.spine.letters for box in fetch("Hermit", "Tournament").boxes]
        assert letters == ["D1", "Co", "DA"]

    def test_a_whole_pile_is_not_counted(self):
        assert line(fetch(), "Smithy").whole
        assert line(fetch(), "Smithy").number == 10

    def test_part_of_a_pile_is_counted(self):
        province = line(fetch(players=2), "Province")
        assert (province.whole, province.number) == (False, 8)

    def test_uses_of_one_card_are_one_line(self):
        copper = line(fetch(players=4), "Copper")
        assert copper.number == 60
        assert copper.note == "32 in the pile, 7 per player"

    def test_most_lines_need_no_note(self):
        assert note(fetch(), "Market") == ""

    def test_ruins_say_how_to_count_them_off(self):
        ruins = note(fetch("Marauder", players=4), "Ruins")
        assert ruins == "shuffle all 50, count out 30; top card face up"

    def test_what_several_boxes_give_is_told_in_each_and_split_in_the_last(self):
        side = fetch(players=6, boxes=("dominion-1e", "dominion-2e"))
        notes = [one.note for box in side.boxes for one in box.lines if one.name == "Copper"]
        assert notes == [
            "120 total from 2 boxes",
            "120 total from 2 boxes; 78 in the pile, 7 per player",
        ]

    def test_a_box_that_is_there_twice_says_so(self):
        (box,) = fetch(players=6, boxes=("dominion-1e", "dominion-1e")).boxes
        assert box.copies == 2

    def test_cards_have_the_readers_names(self):
        side = fetch("Black Market", deck=("Chapel",), name=str.upper, boxes=ALL_BOXES)
        assert line(side, "SMITHY")
        assert "CHAPEL" in note(side, "Black Market deck")
        assert line(side, "Black Market deck").deck_cards == "CHAPEL"

    def test_every_note_of_the_engine_can_be_said_in_another_language(self):
        notes = {
            item.note: None
            for thing in EVERYTHING
            for role in roles_for(thing)
            for box in plan_using(thing, role).fetch
            for item in box.items
        }
        assert [note for note in notes if note and not isinstance(note, Sentence | TextRow)] == []

    def test_some_notes_are_shorter_here(self):
        added = make_note(
            "added by {card}", NoteKind.ADDED, short=say("for {card}"), card="Approaching Army"
        )
        assert short_note(added, str.upper) == "for APPROACHING ARMY"
        assert short_note(say("1 of each"), str) == "1 of each"


class TestPutAway:
    def test_boxes_come_in_reverse_order(self):
        letters = [box.spine.letters for box in put_away("Hermit", "Tournament").boxes]
        assert letters == ["DA", "Co", "D1"]

    def test_nothing_is_counted(self):
        assert line(put_away(players=2), "Province").whole

    @pytest.mark.parametrize(
        ("cards", "what", "says"),
        [
            ((), "Copper", "look in the players’ decks"),
            (("Marauder",), "Ruins", "put with the other 40"),
            (("Tournament",), "Prizes", "look in the players’ decks"),
            ((), "Trash card", "look through the trash first"),
            ((), "Province", "put with the other 4"),
            (("Hermit",), "Madman", ""),
            ((), "Smithy", ""),
            (("Knights",), "Knights", "10 different cards"),
            (("Trade Route",), "Coin tokens", "look on the piles; look on the mats"),
            (("Trade Route",), "Trade Route mat", "take the tokens off"),
            (("Bishop",), "VP tokens", "look in front of the players"),
        ],
    )
    def test_notes_say_where_things_hide(self, cards, what, says):
        assert note(put_away(*cards), what) == says

    @pytest.mark.parametrize(
        ("cards", "what", "says"),
        [
            (("Necromancer",), "Zombie Spy", "look in the trash"),
            (("Border Guard",), "Horn", "look in front of the players"),
            (("Catapult/Rocks",), "Catapult/Rocks", "Catapult and Rocks"),
            (("Island",), "Island mat", "there may still be cards on them"),
            (("Pixie",), "Goat", "look in the players’ decks; put with the other 4"),
            (("Peasant",), "+1 Card token", "look on the piles"),
        ],
    )
    def test_so_do_notes_of_other_boxes(self, cards, what, says):
        assert note(put_away(*cards, boxes=ALL_BOXES), what) == says

    def test_a_single_one_left_is_called_one(self):
        says = "look in the players’ decks; put with the other one"
        assert note(put_away("Pixie", boxes=ALL_BOXES, players=5), "Goat") == says

    def test_the_bane_gives_its_marker_back(self):
        side = put_away("Young Witch", bane="Cellar")
        assert note(side, "Cellar") == "take the marker from under it"
        assert note(side, "Young Witch") == "and its randomizer"

    def test_a_card_set_aside_lies_with_its_riverboat(self):
        side = put_away("Riverboat", riverboat="Festival", boxes=("dominion-2e", "rising-sun"))
        assert note(side, "Festival").startswith("it’s with Riverboat")

    def test_a_trait_lies_at_its_pile(self):
        side = put_away(landscapes=("Cheap",), traits={"Cheap": "Smithy"}, boxes=ALL_BOXES)
        assert note(side, "Cheap") == "Trait, with Smithy"


class TestTicks:
    def test_each_side_has_its_own(self):
        both = view(marks={"f:dominion-1e:smithy": "1"})
        assert line(both.sides[0], "Smithy").ticked
        assert not line(both.sides[1], "Smithy").ticked

    def test_a_tick_taken_back_is_none(self):
        assert not line(fetch(marks={"f:dominion-1e:smithy": ""}), "Smithy").ticked

    def test_a_box_with_all_its_ticks_is_done(self):
        side = fetch("Hermit")
        marks = {one.item: "1" for one in side.boxes[1].lines}
        done = [box.done for box in fetch("Hermit", marks=marks).boxes]
        assert done == [False, True]

    def test_boxes_left_are_told_in_words(self):
        side = fetch("Hermit")
        assert side.says == ("all fetched", "1 box left", "2 boxes left")
        assert side.says[side.left] == "2 boxes left"
        every = {one.item: "1" for box in side.boxes for one in box.lines}
        done = fetch("Hermit", marks=every)
        assert done.says[done.left] == "all fetched"

    def test_a_form_knows_what_it_showed(self):
        both = view(marks={"f:dominion-1e:smithy": "1", "f:dominion-1e:mine": ""})
        assert both.shown == "f:dominion-1e:smithy"


class TestItems:
    @pytest.mark.parametrize(
        ("what", "item"),
        [
            ("Copper", "copper"),
            ("King's Court", "kings-court"),
            ("Catapult/Rocks", "catapult-rocks"),
            ("+$1 token", "plus-coin-1-token"),
            ("-$1 token", "minus-coin-1-token"),
            ("Will-o'-Wisp", "will-o-wisp"),
        ],
    )
    def test_are_plain(self, what, item):
        assert slug(what) == item

    def test_of_one_box_never_meet(self):
        for box in CATALOG.boxes.values():
            assert len({slug(what) for what in box.stock}) == len(box.stock)

    def test_are_the_same_for_any_number_of_players(self):
        def items(players):
            side = fetch("Marauder", "Young Witch", bane="Cellar", players=players)
            return [one.item for box in side.boxes for one in box.lines]

        assert items(2) == items(4)


class TestWords:
    def test_an_unknown_note_stays_as_it_is(self):
        assert short_note("stand on one leg", str) == "stand on one leg"


class TestPage:
    def render(self, fetch, link="/kingdom/smithy?players=2"):
        source = (
            '{% from "kingdom/_fetch.html" import fetch_docks, fetch_steps %}'
            "{{ fetch_steps(fetch, link=link) }}{{ fetch_docks(fetch) }}"
        )
        return render_template_string(source, fetch=fetch, link=link)

    def test_a_finished_box_is_folded_on_the_next_visit(self):
        side = fetch("Hermit")
        marks = {one.item: "1" for one in side.boxes[1].lines}
        page = self.render(view("Hermit", marks=marks))
        assert page.count('<details class="box done"><summary>') == 1
        assert page.count('<details class="box" open>') == 3

    def test_one_thing_is_not_called_all(self):
        page = self.render(view())
        assert "<i><b>1</b></i>" in page
        assert "<i>all <b>10</b></i>" in page
        assert '<i class="c">count <b>8</b></i>' in page

    def test_friends_cannot_change_it(self):
        page = self.render(view(read_only=True))
        assert page.count("<input") == page.count(" disabled>")
        assert "Save ticks" not in page

    def test_two_copies_are_told(self):
        page = self.render(view(players=6, boxes=("dominion-1e", "dominion-1e")))
        assert "2 copies" in page

    def test_both_lists_of_an_ordinary_kingdom_are_light(self):
        game = game_for("Cellar", "Moat", boxes=D1)
        link = link_for(game.kingdom, 2, D1)
        page = self.render(view("Cellar", "Moat", boxes=D1), link)
        assert len(gzip.compress(page.encode(), 6)) <= 2200


class TestPiecesCalledLikeCards:
    """Embargo and Estate are tokens, Island and Trade Route mats; all of them are cards, too."""

    LINK = (
        "/kingdom/cellar.embargo.island.ranger.moat.trade-route.smithy.village.market.militia"
        "?players=3&boxes=dominion-2e.seaside-1e.adventures.prosperity-1e&landscapes=inheritance"
    )

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", ("Embargo tokens", "Estate token", "Journey token", "Trade Route mat")),
            ("de", ("Embargomarker", "Anwesenmarker", "Reisemarker", "Handelsrouten-Tableau")),
            ("cs", ("žetony embarga", "žeton statku", "žeton výpravy", "podložka Obchodní stezka")),
        ],
    )
    def test_are_called_by_their_own_words(self, client, language, words):
        page = client.get(self.LINK, headers={"Accept-Language": language}).text
        assert [word for word in words if word not in page] == []

    @pytest.mark.parametrize(
        ("language", "needs"),
        [
            ("en", ("embargo tokens", "Island mat", "Estate tokens", "Journey tokens")),
            ("de", ("Embargomarker", "Insel-Tableau", "Anwesenmarker", "Reisemarker")),
        ],
    )
    def test_are_what_their_cards_need(self, client, language, needs):
        page = client.get(self.LINK, headers={"Accept-Language": language}).text
        also = "Also needed: " if language == "en" else "Außerdem nötig: "
        assert [need for need in needs if f"{also}{need}" not in page] == []

    def test_tokens_to_have_at_hand(self, client):
        page = client.get(self.LINK, headers={"Accept-Language": "cs"}).text
        assert "Po ruce: žetony embarga" in page


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ([], ""),
        (["Pixie"], "kvůli kartě Pixie."),
        (["Pixie", "Fool"], "kvůli kartám Pixie a\N{NO-BREAK SPACE}Fool."),
    ],
)
def test_one_card_or_several_ask_for_a_thing(app, cards, why):
    with app.test_request_context(headers={"Accept-Language": "cs"}):
        assert for_cards(cards) == why


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "5 VP token"),
        ("de", "5er-Siegpunktmarker"),
        ("cs", "žeton 5\N{NO-BREAK SPACE}VB"),
    ],
)
def test_tokens_of_a_worth(app, language, name):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert thing_name("5 VP token", str) == name


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Coin token", "Debt token", "Embargo token", "Project cube"]),
        ("de", ["Geldmarker", "Schuldenmarker", "Embargomarker", "Projektwürfel"]),
        ("cs", ["žeton mince", "žeton dluhu", "žeton embarga", "kostka projektu"]),
    ],
)
def test_one_of_a_kind_that_comes_in_one_worth(app, language, names):
    things = ("Coin token", "Debt token", "Embargo token", "Project cube")
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [thing_name(thing, gettext) for thing in things] == names


@pytest.mark.parametrize(
    ("language", "name", "one", "six"),
    [
        ("en", "Coin token", "1 coin token", "6 coin tokens"),
        ("de", "Geldmarker", "1 Geldmarker", "6 Geldmarker"),
        ("cs", "žeton mince", "1\N{NO-BREAK SPACE}žeton mince", "6\N{NO-BREAK SPACE}žetonů mincí"),
    ],
)
def test_coin_tokens_have_their_number(app, language, name, one, six):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert token_name("Coin") == name
        assert [token_amount(number, "Coin") for number in (1, 6)] == [one, six]


def test_tokens_are_told_from_what_cards_give(app):
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert thing_name("+1 Buy token", str) == "„+1\N{NO-BREAK SPACE}Kauf“-Marker"
        assert Noun(TAGS["plus_buy"]).all() == "+1\N{NO-BREAK SPACE}Kauf"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Also needed: Black Market deck of 2 cards."),
        ("de", "Außerdem nötig: Schwarzmarkt-Deck mit 2 Karten."),
        ("cs", "Navíc: balíček Černého trhu (2 karty)."),
    ],
)
def test_the_black_market_needs_one_deck(client, language, says):
    link = TestPiecesCalledLikeCards.LINK.replace("cellar", "black-market").replace(
        "&landscapes", ".promo-black-market&deck=chapel.witch&landscapes"
    )
    page = client.get(link, headers={"Accept-Language": language}).text
    assert says in page.replace("\N{NO-BREAK SPACE}", " ")


def test_the_boons_of_a_druid_are_told_from_the_others(client):
    link = TestPiecesCalledLikeCards.LINK.replace("cellar", "druid").replace(
        "=dominion", "=nocturne.dominion"
    )
    page = client.get(link, headers={"Accept-Language": "de"}).text
    assert "Außerdem nötig: 9× Gaben, 3 Gaben für die Druidin und 12× Irrlicht." in page
