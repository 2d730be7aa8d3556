"""The pages of a tournament in the language of brackets: every sentence can be translated."""

import pytest

from tests.builders import CATALOG
from tests.web.language.test_every_sentence import Visitor, assert_translated
from web.store import Store
from web.tournament import search as tournament_search
from web.tournament.book import Book

PLAYERS = [card.name for card in CATALOG.boxes["dominion-1e"].piles][:10]
"""Names that the brackets leave alone."""


@pytest.fixture(autouse=True)
def short_search(monkeypatch):
    monkeypatch.setattr(tournament_search, "WORK", 5_000)
    monkeypatch.setattr(tournament_search, "in_background", lambda work: work())


class Organiser(Visitor):
    """Somebody who organises, and looks at every page on the way."""

    def begin(self, players):
        page = self.post("/tournament/new", names="\n".join(players), name="Moat", seed="a")
        assert_translated(page)
        self.cup = page.request.path
        return self

    @property
    def kept(self):
        store = Store(self.app.config["DATABASE"])
        home = store._row("select household from tournament limit 1")["household"]
        tournament = store.tournament(home, self.cup.rpartition("/")[2])
        store.close()
        return tournament

    def look(self, *paths):
        for path in paths:
            assert_translated(self.get(self.cup + path))

    def look_on(self, *paths):
        for path in paths:
            assert_translated(self.get(f"/tournament/at/{self.kept.code}{path}"))

    def play(self, number):
        """A round that ends in shared places nearly everywhere, so that lots decide."""
        assert_translated(
            self.post(f"{self.cup}/round/{number}/kingdom", how="own", kingdom="first game")
        )
        assert_translated(self.post(f"{self.cup}/round/{number}/announce"))
        for place, table in enumerate(self.kept.round(number).seats, 1):
            few = (number, place) == (4, 1)
            fields = {f"points.{p}": str(3 * n - 4 if few else 5) for n, p in enumerate(table)}
            fields |= {f"turns.{p}": "9" for p in table}
            page = f"{self.cup}/round/{number}/table/{place}"
            if place == 1:
                assert_translated(self.post(page, **fields, version="0", do="check"))
            assert_translated(self.post(page, **fields, version="0", do="keep"))


def test_of_a_tournament_of_ten(tmp_path):
    here = Organiser(tmp_path, ("dominion-1e",))
    assert_translated(here.get("/tournament"))
    for wrong in ("", "x", "Moat\n" * 70, "x" * 7_000, "Moat\n" * 6 + "y" * 31):
        assert_translated(here.post("/tournament/new", names=wrong, name="z" * 41))
    here.begin(PLAYERS)
    assert_translated(here.get("/tournament"))
    here.look("", "/standings", "/seating", "/players", "/players/1", "/delete")
    here.look(*(f"/round/{number}" for number in range(1, 7)))
    here.look_on("", "/standings", "/seating")
    for how in ("set", "wishes", "own", ""):
        assert_translated(here.post(f"{here.cup}/round/2/kingdom", how=how, kingdom="???"))
    assert_translated(here.post(f"{here.cup}/round/2/announce"))
    here.play(1)
    table = f"/tournament/at/{here.kept.code}/1/1"
    assert_translated(here.post(table, version="0"))
    assert_translated(here.post(table, version="0", **{f"points.{p}": "x" for p in range(10)}))
    fields = {f"{kind}.{p}": "1" for p in range(10) for kind in ("points", "turns")}
    assert_translated(here.post(table, version="0", do="keep", **fields))
    assert_translated(here.post(f"{here.cup}/round/1/close", closed="yes"))
    assert_translated(here.post(table, version="1", do="keep", **fields))
    here.look_on("", "/1/1")
    assert_translated(here.post(f"{here.cup}/round/2/kingdom", how="own", kingdom="first game"))
    here.look("/round/2")
    assert_translated(here.post(f"{here.cup}/round/2/announce"))
    gone = here.kept.round(2).seats[0][0]
    for name in ("", "Moat", "y" * 31):
        assert_translated(here.post(f"{here.cup}/players/1/name", name=name))
    assert_translated(here.post(f"{here.cup}/players/{gone}/leave", when="now"))
    assert_translated(here.post(f"{here.cup}/players/{gone}/leave", when="next"))
    here.look("", f"/players/{gone}", "/round/2/table/1")
    for number in (2, 3, 4, 5, 6):
        here.play(number)
    assert Book(here.kept).champion is not None
    assert Book(here.kept).finals.lots
    here.look("", "/standings", "/seating", "/round/5", "/round/6", f"/players/{gone}")
    here.look_on("", "/standings")
    assert_translated(here.post(f"{here.cup}/delete"))
    assert_translated(here.get("/tournament/at/ZZZZZZ"))


def test_of_seats_that_are_searched(tmp_path, monkeypatch):
    monkeypatch.setattr(tournament_search, "_begin", lambda _kept, _search: None)
    here = Organiser(tmp_path, ()).begin(PLAYERS[:7])
    here.look("", "/seating", "/round/1")
    here.look_on("", "/seating")
