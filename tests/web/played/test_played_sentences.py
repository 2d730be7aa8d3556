"""Every sentence about games and people can be said in another language."""

import pytest

from tests.web.language.test_every_sentence import Visitor, assert_translated
from web.language.dates import this_day
from web.store import LoggedGame, Player, Rest, Store

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    """Somebody with a log of all kinds of games, in the language of brackets."""
    folder = tmp_path_factory.mktemp("played")
    visitor = Visitor(folder, boxes=("dominion-1e", "alchemy"))
    store = Store(folder / "piles.db")
    home, year = visitor.home.id, this_day().year
    jana = store.add_person(home, "Jana", here=True)
    won, lost = Player(jana.id, "Jana", True), Player(jana.id, "Jana", False)
    for number, players in enumerate([(won, won), (won,), (lost,), (), (won, won, won)] * 9):
        day = f"{year - 1}-{number % 12 + 1:02}-{number % 7 + 1:02}"
        liked = number % 6 or None
        details = (3, len(players) == 3, liked, "", players)
        store.keep_game(home, LoggedGame(f"game-{number:04}", LINK, day, "", *details))
    for card, taste in (("moat", "never"), ("witch", "half"), ("chapel", "double")):
        store.keep_taste(home, jana.id, card, taste)
    store.keep_rest(home, Rest(True))
    store.close()
    visitor.folder, visitor.jana = folder, jana.id
    return visitor


class TestGames:
    @pytest.mark.parametrize(
        "address",
        [
            *("/played", "/played?page=2", "/played?choose=1", "/played/numbers", "/", "/wishes"),
            *(f"/played/game-{number:04}" for number in range(12)),
            *("/played/game-0001/change", "/played/game-0001/delete", "/played/nothing"),
            f"/played/new?link={LINK.replace('&', '%26')}",
        ],
    )
    def test_all_pages(self, visitor, address):
        assert_translated(visitor.get(address))

    def test_what_is_wrong_with_a_form(self, visitor):
        sent = {"link": LINK, "id": "game-9999", "rows": "1", "seats": "2"}
        wrong = {"day": "x", "name": "1" * 99, "note": "1" * 999, "seats": "99", "liked": "9"}
        tie = {"day": "2025-01-01", "tie": "yes", "new.0.name": "Jana", "new.0.won": "yes"}
        for fields in (wrong, tie, {"day": "2025-01-01", "new.0.name": "1" * 99}):
            assert_translated(visitor.post("/played/new", **{**sent, **fields}))
        assert_translated(visitor.post("/played/new", **sent, day="2020-01-01"))
        assert_translated(
            visitor.post("/played/new", **{**sent, "id": "game-8888"}, day="2020-01-01")
        )
        assert_translated(visitor.post("/played/game-9999/delete"))

    @pytest.mark.parametrize("how", ["out", "half", "quarter", "tenth"])
    @pytest.mark.parametrize(("unit", "number"), [("games", "1"), ("weeks", "8")])
    def test_every_rest(self, visitor, how, unit, number):
        assert_translated(visitor.post("/played/rest", how=how, unit=unit, number=number))
        assert_translated(visitor.post("/played/rest", on="no"))


class TestPeople:
    def test_all_pages(self, visitor):
        person = f"/people/{visitor.jana}"
        for address in ("/people", person, f"{person}/remove", "/people/999"):
            assert_translated(visitor.get(address))
        for card in ("", "smity", "1234567"):
            assert_translated(visitor.post(f"{person}/taste", taste="half", card=card))
        assert_translated(visitor.post("/people/here", go="all"))
        assert_translated(visitor.post("/people/here", come=str(visitor.jana)))
        for name in ("", "1" * 99):
            assert_translated(visitor.post("/people", name=name))
            assert_translated(visitor.post(f"{person}/name", name=name))

    def test_what_stands_in_the_way(self, visitor):
        wishes = {"wishes": {"tags": {"reaction": {"min": 1}}}}
        visitor.wish(visitor.folder, **wishes)
        assert_translated(visitor.get("/wishes"))
        visitor.post("/played/rest", how="out", unit="games", number="3")
        assert_translated(visitor.get("/wishes"))
