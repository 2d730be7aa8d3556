"""A night on the screen: asking, the kingdoms, one drawn again, the fetch list, and who may see."""

import re

import pytest

from setup_rules.engine import plan_setup
from setup_rules.kingdom import pile_id
from tests.web.full_kingdoms import asked
from tests.web.language.test_every_sentence import Visitor, assert_translated
from web.catalog import app_catalog
from web.household.household_file import read_household
from web.links.kingdom_link import link_for, read_address
from web.night.page import NightBook
from web.setup_sheet.fetch_list import slug
from web.setup_sheet.reader import reader_here
from web.store import PlannedNight
from web.store.games import LoggedGame
from web.store.households import A_TO_Z, Storage
from web.store.nights import NIGHTS_KEPT

SHELF = ("dominion-2e", "seaside-2e", "prosperity-2e", "dark-ages", "cornucopia")
LINK = re.compile('href="(/kingdom/[^"]+)"')
INTRIGUE = (
    *("Courtyard", "Pawn", "Swindler", "Steward", "Bridge", "Ironworks", "Conspirator"),
    *("Mining Village", "Torturer", "Minion"),
)
ITEM = re.compile('value="((?:f|a):[a-z0-9:-]+)"')


@pytest.fixture
def plan(press):
    """Plans a night and answers its address."""

    def plan(client, **fields):
        answer = press(client, "/night", "/night", **{"games": "3", "seed": "a", **fields})
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    return plan


def kingdoms_of(client, address, catalog):
    links = [link.replace("&amp;", "&") for link in LINK.findall(client.get(address).text)]
    return [read_address(link, catalog) for link in links]


def lines_of(*games):
    """The notes of the lines of a night on both sides of its fetch list, by name."""
    links = tuple(link_for(*game) for game in games)
    book = NightBook(PlannedNight("", links, (), 0, ""), app_catalog(), reader_here())
    fetch, back = (
        {line.name: line.note for box in side.boxes for line in box.lines}
        for side in book.fetch({}).sides
    )
    return {name: (note, back[name]) for name, note in fetch.items()}


def tens_of(kingdoms):
    return [frozenset(pile_id(thing) for thing in one.kingdom.piles) for one in kingdoms]


def test_cases_are_counted_where_cards_are_kept_in_cases(at_home, plan, store):
    host = at_home(SHELF)
    address = plan(host)
    assert re.search("[0-9] box(es)? for 3 games", host.get(address).text)
    store.keep_storage(host.home, Storage(A_TO_Z))
    page = host.get(address).text
    assert "One case for 3 games." in page
    assert not re.search("box(es)? for 3 games", page)


class TestAsking:
    def test_three_games_for_tonights_players_are_offered(self, at_home):
        page = at_home(SHELF, players=5).get("/night").text
        assert re.search('name="games" value="3" checked', page)
        assert re.search('name="players" value="5" checked', page)
        assert "Out of 5 here tonight" in page

    def test_without_a_shelf_the_shelf_opens(self, client):
        assert client.get("/night").headers["Location"] == "/shelf"

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"games": "7"}, "A night can have 2 to 6 games."),
            ({"games": "x"}, "A night can have 2 to 6 games."),
            ({"players": "1"}, "Choose 2 to 7 players."),
            ({"boxes": "40"}, "Your shelf has 5 boxes. You can’t open more than that."),
        ],
    )
    def test_what_cannot_be_is_said_and_the_rest_is_kept(self, at_home, press, fields, sentence):
        client = at_home(SHELF)
        sent = {"games": "4", "players": "3", "boxes": "2", "seed": "a", **fields}
        answer = press(client, "/night", "/night", **sent)
        assert answer.status_code == 422
        assert sentence in answer.text
        for name, value in sent.items():
            if name in ("games", "players") and name not in fields:
                assert f'name="{name}" value="{value}" checked' in answer.text

    def test_the_players_are_remembered(self, at_home, plan, store):
        client = at_home(SHELF, players=2)
        plan(client, players="4")
        assert "4" in re.search("<output.*?</output>", client.get("/").text)[0]


class TestTheNight:
    @pytest.mark.parametrize("games", [2, 3, 6])
    def test_no_pile_twice_and_every_game_can_be_played(self, at_home, plan, catalog, games):
        client = at_home(SHELF, players=4)
        kingdoms = kingdoms_of(client, plan(client, games=str(games)), catalog)
        assert len(kingdoms) == games
        assert len(frozenset().union(*tens_of(kingdoms))) == 10 * games
        for one in kingdoms:
            assert one.players == 4
            assert plan_setup(one.game(catalog)).status != "error"

    def test_tonights_wishes_hold(self, at_home, plan, catalog):
        wishes = {"wishes": {"tags": {"attack": {"max": 0}}}, "banned": ["chapel"]}
        client = at_home(SHELF, wishes=wishes)
        for one in kingdoms_of(client, plan(client), catalog):
            cards = [catalog.cards[pile_id(thing)] for thing in one.kingdom.piles]
            assert not any("attack" in card.tags for card in cards)
            assert "chapel" not in {card.id for card in cards}

    def test_it_says_how_many_boxes_are_opened_and_how_few_could_do(self, at_home, plan):
        client = at_home(SHELF)
        page = client.get(plan(client)).text
        assert "3 boxes for 3 games; the minimum is 2." in page

    def test_as_many_boxes_as_wished(self, at_home, plan):
        client = at_home(SHELF)
        page = client.get(plan(client, games="2", boxes="2")).text
        assert re.search("2 boxes for 2 games; (that’s the minimum|the minimum is 1).", page)

    def test_the_same_seed_is_the_same_night(self, at_home, plan):
        client = at_home(SHELF)
        assert plan(client) == plan(client)
        assert plan(client) != plan(client, seed="b")

    def test_it_can_be_printed(self, at_home, plan, monkeypatch):
        monkeypatch.setattr("web.printing.documents.printing_available", lambda: True)
        client = at_home(SHELF)
        page = client.get(plan(client)).text
        assert page.count('name="link" value="/kingdom/') == 3
        assert 'action="/papers"' in page

    def test_a_game_that_is_in_the_log_is_marked(self, at_home, plan, store):
        client = at_home(SHELF)
        address = plan(client)
        link = LINK.findall(client.get(address).text)[1].replace("&amp;", "&")
        store.keep_game(
            client.home, LoggedGame("g", link, "2026-11-15", "", 2, False, None, "", ())
        )
        page = client.get(address).text
        assert page.count('class="was"') == 1
        assert 'class="was"' in page.split('href="/kingdom/')[2]

    def test_the_last_one_is_found_again(self, at_home, plan):
        client = at_home(SHELF)
        address = plan(client)
        assert address in client.get("/night").text


class TestImpossible:
    def test_too_few_piles_are_counted_with_ways_out(self, at_home, press):
        answer = press(at_home(("dominion-2e",)), "/night", "/night", games="3", seed="a")
        assert answer.status_code == 422
        assert "3 games need 30 different piles. Your shelf has 26 to draw from." in answer.text
        assert '<button name="games" value="2">Plan 2 games</button>' in answer.text
        assert "Add a friend’s boxes" in answer.text

    def test_the_way_out_works(self, at_home, press):
        """The button is sent before the field of the same name."""
        fields = {"games": ["2", "3"], "seed": "a"}
        answer = press(at_home(("dominion-2e",)), "/night", "/night", **fields)
        assert answer.status_code == 303

    def test_a_wish_that_many_games_cannot_share_is_named(self, at_home, press):
        wishes = {"wishes": {"potion_cards": [4]}}
        client = at_home(("dominion-2e", "alchemy"), wishes=wishes)
        answer = press(client, "/night", "/night", games="3", seed="a")
        assert "3 games need 12 of them, but your shelf has 10." in answer.text
        assert "Change the wishes" in answer.text

    def test_wishes_that_clash_are_explained_as_the_draw_does(self, at_home, press):
        wishes = {"wishes": {"tags": {"night": {"min": 1}}}}
        client = at_home(("dominion-2e",), wishes=wishes)
        answer = press(client, "/night", "/night", games="2", seed="a")
        assert answer.status_code == 422
        assert "No kingdom matches" in answer.text
        assert "Night" in answer.text

    def test_too_few_boxes_allowed(self, at_home, press):
        answer = press(at_home(SHELF), "/night", "/night", games="6", boxes="1", seed="a")
        assert "6 games need at least 2 boxes." in answer.text
        assert '<button name="boxes" value="2">Open 2 boxes</button>' in answer.text

    def test_no_basic_cards(self, at_home, press):
        answer = press(at_home(("seaside-2e", "empires")), "/night", "/night", games="2", seed="a")
        assert "None of these boxes have the basic cards (Copper to Province)." in answer.text


class TestDrawingOneAgain:
    def test_the_others_stay(self, at_home, plan, press, catalog):
        client = at_home(SHELF)
        address = plan(client)
        answer = press(client, address, f"{address}/again", which="2", seed="b")
        new = answer.headers["Location"]
        before, after = (tens_of(kingdoms_of(client, at, catalog)) for at in (address, new))
        assert (before[0], before[2]) == (after[0], after[2])
        assert before[1] != after[1]
        assert len(frozenset().union(*after)) == 30

    def test_the_night_before_is_still_there_to_go_back_to(self, at_home, plan, press):
        client = at_home(SHELF)
        address = plan(client)
        press(client, address, f"{address}/again", which="1", seed="b")
        assert client.get(address).status_code == 200

    def test_it_works_when_the_boxes_have_gone_home(self, at_home, plan, press, store, catalog):
        client = at_home(SHELF)
        address = plan(client)
        store.keep_shelf(client.home, ("dominion-1e",))
        answer = press(client, address, f"{address}/again", which="3", seed="b")
        new = kingdoms_of(client, answer.headers["Location"], catalog)
        assert plan_setup(new[2].game(catalog)).status != "error"

    @pytest.mark.parametrize("which", ["0", "4", ""])
    def test_a_game_that_is_not_there_is_refused(self, at_home, plan, press, which):
        client = at_home(SHELF)
        address = plan(client)
        answer = press(client, address, f"{address}/again", which=which, seed="b")
        assert answer.status_code == 400


class TestFetching:
    def test_each_line_of_each_game_is_on_the_list_once(self, at_home, plan, catalog):
        client = at_home(SHELF, players=4)
        address = plan(client)
        items = ITEM.findall(client.get(f"{address}/fetch").text)
        assert len(items) == len(set(items))
        listed = {item.rpartition(":")[2] for item in items if item.startswith("f:")}
        for one in kingdoms_of(client, address, catalog):
            for box in plan_setup(one.game(catalog)).fetch:
                assert {slug(item.what) for item in box.items} <= listed | {"trash-mat"}

    def test_lines_say_which_game_they_are_for(self, at_home, plan, catalog):
        client = at_home(SHELF)
        address = plan(client)
        page = client.get(f"{address}/fetch").text
        second = kingdoms_of(client, address, catalog)[1]
        name = second.kingdom.piles[0].name
        line = re.search(f"<span>{re.escape(name)}<small>(.*?)</small>", page)
        assert line
        assert line[1].startswith("game 2")
        copper = re.search("<span>Copper<small>(.*?)</small>", page)
        assert copper
        assert "game" not in copper[1]

    def test_cards_of_black_market_decks_say_whose_deck_they_go_into(self, app):
        decks = (("Chapel", "Moat"), ("Moat", "Witch"), ())
        with app.test_request_context():
            lines = lines_of(*(asked("Black Market", deck=deck) for deck in decks))
        fetch, back = lines["Black Market deck"]
        assert fetch == "game 1: Chapel, Moat; game 2: Moat, Witch"
        assert back == f"{fetch}; look in the players’ decks"

    def test_what_marks_the_trash_is_for_all_games(self, app):
        """Alone, the second game takes another box's."""
        boxes = ("dominion-2e", "intrigue-1e")
        first, second = asked("Cellar", boxes=boxes), asked(*INTRIGUE, boxes=boxes)
        with app.test_request_context():
            lines = lines_of(first, second)
        marks = {"Trash mat", "Trash card"} & lines.keys()
        assert marks
        assert not any("game" in note for mark in marks for note in lines[mark])

    def test_ticks_are_kept_without_scripts(self, at_home, plan, press):
        client = at_home(SHELF)
        address = plan(client)
        item = ITEM.search(client.get(f"{address}/fetch").text)[1]
        answer = press(client, f"{address}/fetch", f"{address}/ticks", t=item, shown="", to="fetch")
        assert answer.headers["Location"] == f"{address}/fetch#fetch"
        page = client.get(f"{address}/fetch").text
        assert f'value="{item}" checked' in page
        press(client, f"{address}/fetch", f"{address}/ticks", shown=item, to="fetch")
        assert f'value="{item}" checked' not in client.get(f"{address}/fetch").text

    def test_ticks_of_no_list_are_refused(self, at_home, plan, press):
        client = at_home(SHELF)
        address = plan(client)
        answer = press(client, f"{address}/fetch", f"{address}/ticks", t="<x>")
        assert answer.status_code == 400

    def test_scripts_keep_them_under_the_same_key(self, at_home, plan, press):
        client = at_home(SHELF)
        address = plan(client)
        page = client.get(f"{address}/fetch").text
        key, item = re.search('data-key="([0-9a-f]{20})"', page)[1], ITEM.search(page)[1]
        answer = press(client, f"{address}/fetch", "/marks", kingdom=key, since="0", on=item)
        assert answer.status_code == 200
        assert f'value="{item}" checked' in client.get(f"{address}/fetch").text


class TestStore:
    def test_only_so_many_are_kept(self, at_home, store):
        home = at_home(SHELF).home
        ids = [store.keep_night(home, (str(n),), ("a",), 1) for n in range(NIGHTS_KEPT + 5)]
        kept = [id_ for id_ in ids if store.night(home, id_)]
        assert len(kept) <= NIGHTS_KEPT + 1
        assert store.last_night(home) == ids[-1]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    """Somebody who reads pages in the language of brackets."""
    boxes = ("dominion-2e", "seaside-2e", "prosperity-update-pack", "adventures", "menagerie")
    return Visitor(tmp_path_factory.mktemp("brackets"), boxes=boxes)


class TestEverySentence:
    """These pages in the language of brackets, published kingdoms among them."""

    @pytest.mark.parametrize(
        "address",
        [
            *("/published?fit=short", "/published?fit=short&add=prosperity-2e"),
            *("/published?fit=all&page=2", "/published?q=nothing+at+all", "/published?played=yes"),
            "/published/big-time-v2",
        ],
    )
    def test_of_published_kingdoms(self, visitor, address):
        assert_translated(visitor.get(address))

    @pytest.mark.parametrize(
        "fields",
        [{"games": "6"}, {"games": "9"}, {"boxes": "99"}, {"players": "1"}, {"boxes": "1"}],
    )
    def test_of_a_night_or_why_there_is_none(self, visitor, fields):
        assert_translated(visitor.post("/night", **{"seed": "a", "players": "3", **fields}))

    def test_of_the_list_to_fetch(self, visitor):
        answer = visitor.client.post("/night", data={"seed": "a"})
        assert_translated(visitor.get(f"{answer.headers['Location']}/fetch"))
        assert_translated(visitor.post(f"{answer.headers['Location']}/again", which="1", seed="b"))

    @pytest.mark.parametrize(
        ("boxes", "wishes"),
        [
            (("dominion-2e",), {}),
            (("seaside-2e", "empires"), {}),
            (("dominion-2e", "alchemy"), {"wishes": {"potion_cards": [4]}}),
            (("dominion-2e", "alchemy"), {"wishes": {"cost_at_least": {"3": {"max": 2}}}}),
            (("dominion-2e", "seaside-2e", "promo-summon"), {"wishes": {"landscapes": {"min": 1}}}),
            (("dominion-2e",), {"wishes": {"tags": {"night": {"min": 1}}}}),
        ],
    )
    def test_of_every_trouble(self, tmp_path, boxes, wishes):
        visitor = Visitor(tmp_path, boxes=boxes, wishes=wishes)
        assert_translated(visitor.post("/night", seed="a", games="3"))


class TestFindingItAgain:
    def test_the_front_page_shows_tonights_night_and_which_game_is_next(self, at_home, plan):
        client = at_home(SHELF)
        assert "A night of" not in client.get("/").text
        address = plan(client)
        page = client.get("/").text
        assert page.index(f'href="{address}"') < page.index('name="players"')
        assert "A night of 3 games" in page
        assert "Next is game 1" in page
        assert f'href="{address}"' in client.get("/night").text

    def test_tomorrow_it_is_no_longer_tonights(self, at_home, plan, store):
        client = at_home(SHELF)
        address = plan(client)
        store._write("update night set made = '2026-01-02T20:00:00+00:00'")
        assert "A night of" not in client.get("/").text
        assert f'href="{address}"' in client.get("/night").text

    def test_each_game_leads_back_to_it(self, at_home, plan):
        client = at_home(SHELF)
        address = plan(client)
        links = [link.replace("&amp;", "&") for link in LINK.findall(client.get(address).text)]
        for number, link in enumerate(links, 1):
            back = re.search(f'<a href="{address}">.*?<u>(.*?)</u>', client.get(link).text)
            assert back[1] == f"Game {number} of 3"

    def test_two_tables_are_found_again_too(self, at_home, press):
        client = at_home((*SHELF, "base-cards"))
        address = press(client, "/two-tables", "/two-tables", players="5", seed="a").location
        assert f'href="{address}"' in client.get("/").text
        link = LINK.search(client.get(address).text)[1].replace("&amp;", "&")
        assert f'href="{address}"' in client.get(link).text


class TestSharing:
    @pytest.fixture
    def shared(self, at_home, plan, press):
        """A phone that planned a night, the night, and its code."""
        client = at_home(SHELF)
        address = plan(client)
        page = press(client, address, f"{address}/share").location
        code = re.search("[0-9A-Z]{4} [0-9A-Z]{2}", client.get(page).text)[0]
        return client, address, code.replace(" ", "")

    def test_friends_see_every_game_and_nothing_to_change(self, shared, client):
        owner, address, code = shared
        page = client.get(f"/k/{code}", follow_redirects=True).text
        assert LINK.findall(page) == LINK.findall(owner.get(address).text)
        assert "Redraw this one" not in page
        assert "/fetch" not in page

    def test_those_who_planned_it_find_it_as_their_own(self, shared):
        owner, address, code = shared
        assert owner.get(f"/k/{code}", follow_redirects=True).request.path == address

    def test_the_code_stays_the_same_and_can_be_typed(self, shared, press):
        owner, address, code = shared
        again = press(owner, address, f"{address}/share").location
        assert f"{code[:4]} {code[4:]}" in owner.get(again).text
        assert owner.get(f"/k?code={code}").location == f"/k/{code}"

    def test_where_one_kingdom_is_wanted_it_is_refused_and_nothing_breaks(self, shared, press):
        owner, _address, code = shared
        assert owner.get(f"/share/{code}").status_code == 404
        answer = press(owner, "/own", "/own", names=code, players="2")
        assert answer.status_code < 500

    def test_a_saved_file_keeps_the_code(self, app, shared):
        owner, _address, code = shared
        with app.test_request_context():
            read = read_household(owner.get("/settings/file").data)
        assert [kept for kept, _link in read.export.codes] == [code]

    @pytest.mark.parametrize(
        "query", ["", "?game=", "?game=/kingdom/nothing?players=2", "?game=/k/1" * 7]
    )
    def test_what_is_no_night_gets_a_page_that_says_so(self, client, query):
        assert client.get(f"/night/shared{query}").status_code == 404
