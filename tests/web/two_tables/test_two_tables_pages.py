"""Two tables on the screen: asking, both kingdoms, one drawn again, seats, and the fetch list."""

import re

import pytest

from setup_rules.engine import plan_setup
from setup_rules.kingdom import pile_id
from tests.web.language.test_every_sentence import Visitor, assert_translated
from web.links.kingdom_link import read_address

SHELF = ("dominion-2e", "base-cards", "seaside-2e", "prosperity-2e", "nocturne")
LINK = re.compile('<a href="(/kingdom/[^"]+)"')
LABEL = re.compile("<label>.*?</label>", re.DOTALL)
ITEM = re.compile('value="((?:f|a):[a-z0-9:-]+)"')
NUMBERS = re.compile(r"</span>(\d+|–)</b>")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


@pytest.fixture
def draw(press):
    """Draws two tables and answers their address."""

    def draw(client, **fields):
        answer = press(
            client, "/two-tables", "/two-tables", **{"players": "6", "seed": "a", **fields}
        )
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    return draw


def kingdoms_of(client, address, catalog):
    links = [link.replace("&amp;", "&") for link in LINK.findall(client.get(address).text)]
    return [read_address(link, catalog) for link in links]


def piles_of(table):
    return {pile_id(thing) for thing in table.kingdom.piles}


def fetched(client, address):
    """The numbers of each line by its item: one for each table."""
    page = client.get(f"{address}/fetch").text.partition('id="put-away"')[0]
    return {
        ITEM.search(label)[1]: [int(n) if n != "–" else 0 for n in NUMBERS.findall(label)]
        for label in LABEL.findall(page)
    }


class TestAsking:
    def test_the_front_page_leads_to_it_and_hints_at_it_from_five_players_on(self, at_home):
        for players, links in ((4, 1), (5, 2), (7, 2)):
            page = at_home(SHELF, players=players).get("/").text
            assert page.count('href="/two-tables"') == links

    @pytest.mark.parametrize(("players", "chosen"), [(2, 5), (6, 6), (7, 7)])
    def test_tonights_players_are_chosen(self, at_home, players, chosen):
        page = at_home(SHELF, players=players).get("/two-tables").text
        assert f'name="players" value="{chosen}" checked' in page

    def test_whoever_is_here_is_named_and_counted(self, at_home, store):
        client = at_home(SHELF)
        for name in NAMES:
            store.add_person(client.home, name, here=True)
        page = client.get("/two-tables").text
        assert ", ".join(NAMES) in page
        assert 'name="players" value="6" checked' in page

    def test_without_a_shelf_the_shelf_opens(self, client):
        assert client.get("/two-tables").headers["Location"] == "/shelf"

    @pytest.mark.parametrize("players", ["4", "9", "x", ""])
    def test_other_numbers_of_players_are_refused_with_a_sentence(self, at_home, press, players):
        answer = press(at_home(SHELF), "/two-tables", "/two-tables", players=players, seed="a")
        assert answer.status_code == 422
        assert "Two tables are for 5 to 8 players." in answer.text


class TestTheTables:
    @pytest.mark.parametrize(("players", "tables"), [(5, [3, 2]), (6, [3, 3]), (8, [4, 4])])
    def test_each_has_a_kingdom_of_its_own_for_its_players(
        self, at_home, draw, catalog, players, tables
    ):
        client = at_home(SHELF)
        drawn = kingdoms_of(client, draw(client, players=str(players)), catalog)
        assert [one.players for one in drawn] == tables
        assert not piles_of(drawn[0]) & piles_of(drawn[1])
        assert all(set(one.boxes) == set(SHELF) for one in drawn)
        for one in drawn:
            assert plan_setup(one.game(catalog)).status != "error"

    def test_they_are_found_again_and_are_no_night(self, at_home, draw):
        client = at_home(SHELF)
        address = draw(client)
        assert f'href="{address}"' in client.get("/two-tables").text
        assert address.replace("two-tables", "night") not in client.get("/night").text
        assert client.get(address.replace("two-tables", "night")).status_code == 404

    def test_a_night_is_not_shown_as_two_tables(self, at_home, press):
        client = at_home(SHELF)
        night = press(client, "/night", "/night", games="2", players="4").headers["Location"]
        assert client.get(night.replace("night", "two-tables")).status_code == 404
        assert night.rpartition("/")[2] not in client.get("/two-tables").text

    @pytest.mark.parametrize("which", [1, 2])
    def test_one_is_drawn_again_and_the_other_stays(self, at_home, draw, press, catalog, which):
        client = at_home(SHELF)
        address = draw(client)
        before = kingdoms_of(client, address, catalog)
        answer = press(client, address, f"{address}/again", which=str(which), seed="b")
        after = kingdoms_of(client, answer.headers["Location"], catalog)
        assert piles_of(after[2 - which]) == piles_of(before[2 - which])
        assert piles_of(after[which - 1]) != piles_of(before[which - 1])
        assert not piles_of(after[0]) & piles_of(after[1])
        assert kingdoms_of(client, address, catalog) == before

    def test_both_are_drawn_again(self, at_home, draw, press, catalog):
        client = at_home(SHELF)
        address = draw(client, players="7")
        before = kingdoms_of(client, address, catalog)
        answer = press(client, address, f"{address}/again", which="0", seed="b")
        after = kingdoms_of(client, answer.headers["Location"], catalog)
        assert [one.players for one in after] == [4, 3]
        assert all(piles_of(new) != piles_of(old) for new, old in zip(after, before, strict=True))

    @pytest.mark.parametrize("which", ["3", "x"])
    def test_there_is_no_third_table(self, at_home, draw, press, which):
        client = at_home(SHELF)
        address = draw(client)
        assert press(client, address, f"{address}/again", which=which).status_code == 400


class TestSeats:
    def test_everybody_here_gets_a_table_which_stays_when_a_kingdom_is_drawn_again(
        self, at_home, draw, press, store
    ):
        client = at_home(SHELF)
        for name in NAMES[:4]:
            store.add_person(client.home, name, here=True)
        address = draw(client, players="5")
        assert 'class="seats"' not in client.get(address).text
        picked = press(client, address, f"{address}/seats", seed="a").headers["Location"]
        tables = re.findall('class="seats"><span>(.*?)</span>', client.get(picked).text)
        assert [len(table.split(", ")) for table in tables] == [3, 2]
        assert sorted(", ".join(tables).split(", ")) == [*NAMES[:4], "Player 5"]
        again = press(client, picked, f"{picked}/again", which="1", seed="b").headers["Location"]
        assert re.findall('class="seats"><span>(.*?)</span>', client.get(again).text) == tables


class TestFetching:
    def test_a_column_for_each_table_and_basic_cards_from_two_boxes(self, at_home, draw):
        client = at_home(SHELF)
        lines = fetched(client, draw(client, players="8"))
        assert lines["f:dominion-2e:copper"] == [60, 0]
        assert lines["f:base-cards:copper"] == [0, 60]
        assert all(len(shares) == 2 and sum(shares) for shares in lines.values())

    def test_two_copies_of_a_box_are_one_line(self, at_home, draw):
        client = at_home(("dominion-2e", "dominion-2e", "seaside-2e"))
        lines = fetched(client, draw(client, players="8"))
        assert lines["f:dominion-2e:province"] == [12, 12]
        assert lines["f:dominion-2e:trash-mat"] == [1, 1]

    def test_ticks_are_kept(self, at_home, draw, press):
        client = at_home(SHELF)
        address = draw(client)
        item = "f:dominion-2e:copper"
        answer = press(client, f"{address}/fetch", f"{address}/ticks", t=item, shown="", to="fetch")
        assert answer.headers["Location"] == f"{address}/fetch#fetch"
        page = client.get(f"{address}/fetch").text
        assert re.search(f'value="{item}" checked', page)


class TestWhereItCannotBe:
    def test_one_basic_set_is_said_with_the_boxes_that_help(self, at_home, press):
        answer = press(at_home(SHELF[:1]), "/two-tables", "/two-tables", players="8", seed="a")
        assert answer.status_code == 422
        assert "120× Copper (you have 60)" in answer.text
        assert "Base Cards" in answer.text
        assert 'name="players" value="8" checked' in answer.text

    def test_too_few_piles_are_counted(self, at_home, press):
        client = at_home(("cornucopia", "base-cards", "base-cards"))
        answer = press(client, "/two-tables", "/two-tables", players="5", seed="a")
        assert answer.status_code == 422
        assert "2 tables need 20 different piles" in answer.text

    def test_wishes_that_clash_are_explained(self, at_home, press):
        client = at_home(SHELF, wishes={"wishes": {"tags": {"attack": {"min": 10, "max": 10}}}})
        answer = press(client, "/two-tables", "/two-tables", players="5", seed="a")
        assert answer.status_code == 422
        assert "Change the wishes" in answer.text

    def test_what_most_cards_lack_is_said(self, at_home, press):
        boxes = ("dominion-1e", "base-cards", "renaissance")
        client = at_home(boxes, wishes={"wishes": {"landscapes": {"min": 1}}})
        answer = press(client, "/two-tables", "/two-tables", players="8", seed="a")
        assert answer.status_code == 422
        assert "16× Project cube (you have 12)" in answer.text
        assert "Renaissance" in answer.text


class TestEverySentence:
    """These pages in the language of brackets."""

    def test_of_the_tables_and_their_list(self, tmp_path):
        boxes = ("dominion-2e", "base-cards", "adventures", "empires")
        visitor = Visitor(tmp_path, boxes=boxes)
        assert_translated(visitor.get("/two-tables"))
        assert_translated(visitor.post("/two-tables", players="9", seed="a"))
        answer = visitor.client.post("/two-tables", data={"seed": "a", "players": "8"})
        tables = answer.headers["Location"]
        assert_translated(visitor.get(tables))
        assert_translated(visitor.get(f"{tables}/fetch"))
        assert_translated(visitor.post(f"{tables}/again", which="1", seed="b"))
        assert_translated(visitor.post(f"{tables}/seats", seed="b"))
        assert_translated(visitor.get("/two-tables"))

    @pytest.mark.parametrize(
        ("boxes", "wishes"),
        [
            (("dominion-2e",), {}),
            (("seaside-2e", "empires"), {}),
            (("cornucopia", "base-cards", "base-cards"), {}),
            (("dominion-2e", "alchemy"), {"wishes": {"tags": {"night": {"min": 1}}}}),
            (("dominion-1e", "base-cards", "renaissance"), {"wishes": {"landscapes": {"min": 1}}}),
        ],
    )
    def test_of_every_trouble(self, tmp_path, boxes, wishes):
        visitor = Visitor(tmp_path, boxes=boxes, wishes=wishes)
        assert_translated(visitor.post("/two-tables", seed="a", players="8"))
