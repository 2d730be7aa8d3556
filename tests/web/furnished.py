"""A household with everything in it, and for every route a request that means something to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.databases import open_database
from web.links.codes import written
from web.printing.pdf.cache import keep
from web.store import Store

OURS = {"Origin": "http://localhost"}
COOKIE = "ten_piles"
TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
DEALT = re.compile(r'name="pile" value="([a-z-]+)"')
TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=2&boxes=dominion-1e"
DECK = "chapel.witch.gardens.library.throne-room.festival"
MARKET_LINK = (
    f"/kingdom/{TEN.replace('cellar', 'black-market')}?players=2"
    f"&boxes=dominion-1e.promo-black-market&deck={DECK}"
)
OTHER_LINK = f"/kingdom/{TEN.replace('cellar', 'witch')}?players=2&boxes=dominion-1e"
TICK = "f:dominion-1e:cellar"
TICKED_BY_FRIENDS = "f:dominion-1e:mine"
BOXES = ("dominion-1e", "base-cards", "promo-black-market")
GAME = "a-game-of-{mark}"
PDF = b"%PDF-1.7 of nobody"
A_DAY = "2026-11-14"
TEXTS = ("home", "ann", "bob", "seat", "kingdom", "note", "cup", "player", "drawer")
"""What is written by hand in a household: its name, people's, a seat's, a kingdom's, a note, a
tournament's, a player's, a case's (a drawer)."""
SEATS = ((0, 1, 2), (3, 4, 5))


@dataclass
class Furnished:
    """A household, what opens it, and the names of all that is in it."""

    id: str
    key: str
    """What its phone carries."""
    phone: FlaskClient
    token: str
    names: dict[str, Any]
    """By what routes call them: `person`, `game`, `night`, `job`, and its codes."""
    texts: Mapping[str, str]
    lost_key: str = ""
    """What another phone carried before the locks were changed."""
    secrets: frozenset[str] = field(default_factory=frozenset)
    """Texts, keys and codes that nobody else may ever see."""

    @property
    def cookie(self) -> dict[str, str]:
        """The header of its own phone."""
        value = self.phone.get_cookie(COOKIE).value
        return {"Cookie": f"{COOKIE}={value}"}

    def sees_own(self) -> frozenset[str]:
        return self.secrets | frozenset(self.texts.values())


def print_nothing(patch: Any) -> None:
    """Show what would be printed as HTML."""
    patch.setattr("web.printing.answers.printed", lambda _folder, html, _title: html.encode())


def keep_still(patch: Any) -> None:
    """Print nothing and do no work beside requests: pages are looked at."""
    print_nothing(patch)
    patch.setattr("web.printing.views.printing_available", lambda: True)
    patch.setattr("web.printing.views.resume", lambda _app: None)
    patch.setattr("web.tournament.search._begin", lambda _kept, _search: None)
    patch.setattr("web.printing.pdf.printer.Printer.warm", lambda _self: None)


def furnish(app: Flask, store: Store, say: Callable[[str], str], mark: str) -> Furnished:
    """A household whose every text is what `say` makes of its kind, entered as people do."""
    phone = app.test_client()

    def send(path: str, **fields: Any) -> str:
        answer = phone.post(path, data={"csrf_token": token, **fields}, headers=OURS)
        assert answer.status_code in (200, 303), (path, answer.status_code, answer.text)
        return answer.location or answer.text

    token = ""
    for box in BOXES:
        send("/shelf", box=f"{box}:1")
    token = TOKEN.search(phone.get("/settings").text)[1]
    texts = {kind: say(kind) for kind in TEXTS}
    send("/settings/name", name=texts["home"])
    send("/shelf/storage", how="cases", **{"case.0.name": texts["drawer"], "case.0.letters": "A-C"})
    send("/people", name=texts["ann"])
    send("/people", name=texts["bob"])
    with phone.session_transaction() as session:
        key = session["household"]
    home = store.household_of(key)
    person = store.people(home.id)[0].id
    send(f"/people/{person}/taste", card="Moat", taste="double")
    game = GAME.format(mark=mark)
    send(
        "/played/new",
        **{f"p.{person}": "won", "link": LINK, "id": game, "day": A_DAY, "seats": "2"},
        name=texts["kingdom"],
        note=texts["note"],
    )
    send("/played/rest", on="yes", unit="games", number="1", how="half")
    send("/kingdom/change", link=LINK, do="never:chapel")
    send("/draw", seed="friday")
    for _on_and_off in range(2):
        send("/wishes", preset="gentle")
    night = send("/night", games="2", players="2", seed="friday").rpartition("/")[2]
    tables = send("/two-tables", players="5", seed="friday").rpartition("/")[2]
    veto = send("/veto/new", players="3", strikes="1", seed="friday").rpartition("/")[2]
    send(f"/veto/{veto}/sit", name=texts["seat"])
    pile = DEALT.search(phone.get(f"/veto/{veto}").text)[1]
    send(f"/veto/{veto}/strike", seat="1", pile=pile)
    send(f"/veto/{veto}/sit", name="")
    market = send("/market", link=MARKET_LINK).rpartition("/")[2]
    send(f"/market/{market}", do="reveal", version="0")
    who = {"who.0.name": texts["ann"], "who.1.name": texts["bob"]}
    score = send("/score", link=LINK, players="2", seed="friday", **who).rpartition("/")[2]
    send(f"/score/{score}", **{"n.1.2": "4"}, do="done")
    code = send("/share", link=MARKET_LINK).partition("?")[0].rpartition("/")[2]
    send(f"/share/{code}/friends", tick="yes")
    send("/ticks", link=MARKET_LINK, t=TICK)
    send("/begins", link=MARKET_LINK, how="winner")
    recovery = re.search(r"(?:[0-9A-Z]{4} ){3}[0-9A-Z]{4}", send("/phones/recovery"))[0]
    printed = {"links": [LINK], "paper": "a4", "style": "fold", "address": "http://localhost/"}
    job = store.add_job(home.id, "cards", printed, 100)
    store.end_job(job, "done", file=f"{mark}-file")
    keep(Path(app.config["PAPERS"]), f"{mark}-file", PDF)
    waiting = store.add_job(home.id, "cards", printed, 100)
    entered = [texts["player"], *(f"Entrant {number}" for number in range(5))]
    cup = store.add_tournament(home.id, mark, texts["cup"], entered, "friday")
    search = store.begin_search(home.id, cup)
    store.end_search(home.id, cup, search, dict.fromkeys(range(1, 5), SEATS))
    send(f"/tournament/{cup}/round/1/kingdom", how="own", kingdom=LINK)
    send(f"/tournament/{cup}/round/1/announce")
    for place, table in enumerate(SEATS, 1):
        scores = {f"{kind}.{player}": "9" for player in table for kind in ("points", "turns")}
        send(f"/tournament/{cup}/round/1/table/{place}", do="keep", version="0", **scores)
    send(f"/tournament/{cup}/round/2/kingdom", how="own", kingdom=OTHER_LINK)
    names = {
        "person": person,
        "waiting": waiting,
        "game": game,
        "night": night,
        "tables": tables,
        "job": job,
        "code": code,
        "shelf": store.shelf_code(home.id),
        "veto": veto,
        "market": market,
        "score": score,
        "join": store.join_code(home.id),
        "expired": store.join_code(home.id),
        "recovery": recovery.replace(" ", ""),
        "pile": pile,
        "cup": cup,
        "cup_code": store.tournament(home.id, cup).code,
    }
    kept = {str(value) for kind, value in names.items() if kind not in ("person", "pile")}
    kept |= {written(code) for code in kept} | {home.id, key, f"{mark}-file"}
    return Furnished(home.id, key, phone, token, names, texts, secrets=frozenset(kept))


def let_expire(path: Path, code_digest: str) -> None:
    """Have a joining code be too old."""
    with open_database(path) as db:
        sql = "update access set expires = '2020-01-01T00:00:00+00:00' where digest = ?"
        assert db.execute(sql, (code_digest,)).rowcount == 1


@dataclass(frozen=True, eq=False)
class ExampleRequest:
    """A request that a route understands: parts of its path, its query, and the form for POST."""

    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None


def examples(home: Furnished, other: Mapping[str, Any] | None = None) -> dict[str, ExampleRequest]:
    """For every endpoint a request about what is in a household, by the names of `home`.

    Whoever adds a route adds a line, with all fields its form has.
    """
    a = {**home.names, **(other or {})}
    kingdom = {"players": "2", "boxes": "dominion-1e"}
    piles = {"piles": TEN}
    link = {"link": MARKET_LINK}
    plan = {"boxes": ["dominion-1e"], "players": 2, "kingdom": TEN.split(".")}
    draw = {"boxes": ["dominion-1e"], "players": 2, "seed": "friday"}
    person, game, night = {"id_": a["person"]}, {"id_": a["game"]}, {"night": a["night"]}
    tables = {"tables": a["tables"]}
    job, veto, market = {"job": a["job"]}, {"text": a["veto"]}, {"text": a["market"]}
    score = {"text": a["score"]}
    code, shelf = {"text": a["code"]}, {"code": a["shelf"]}
    cup, cup_code = {"id_": a["cup"]}, {"text": a["cup_code"]}
    first, table = {**cup, "number": 1}, {"number": 1, "place": 2}
    scores = {f"{kind}.{player}": "7" for player in SEATS[1] for kind in ("points", "turns")}
    result = {**scores, "version": "1", "do": "keep"}
    noted = dict(
        **{"new.0.name": "Bob", "new.0.won": "yes", "new.1.name": "", f"p.{a['person']}": "played"},
        link=LINK,
        id="another-game-of-ours",
        day=A_DAY,
        name="Ten",
        seats="2",
        tie="",
        liked="4",
        note="Again!",
        same="",
        again="yes",
    )
    saved = {"format": "ten-piles-shelf", "version": 1, "boxes": ["dominion-2e"]}
    return {
        "static": ExampleRequest({"filename": "mark.svg"}),
        "about.manifest": ExampleRequest(),
        "about.offline": ExampleRequest(),
        "about.service_worker": ExampleRequest(),
        "about.show": ExampleRequest(),
        "api.catalog": ExampleRequest(),
        "api.count": ExampleRequest(json=draw),
        "api.draw": ExampleRequest(json=draw),
        "api.openapi": ExampleRequest(),
        "api.other_prosperity": ExampleRequest(json={"players": 3, "first_game": True}),
        "api.plan": ExampleRequest(json=plan),
        "api.score": ExampleRequest(
            json={**plan, "results": [{"name": "Anna", "counts": {"Province": 4}}]}
        ),
        "health.show": ExampleRequest(),
        "home.draw": ExampleRequest(form={"seed": "friday"}),
        "home.players": ExampleRequest(form={"players": "4", "shelf": "on"}),
        "home.show": ExampleRequest(),
        "kingdom.change": ExampleRequest(
            form={"link": LINK, "do": "never:cellar", "keep": "mine", "from": "1", "seed": "s"}
        ),
        "kingdom.about_card": ExampleRequest({"card": "moat"}),
        "kingdom.choose": ExampleRequest({**piles, "card": "mine"}, {**kingdom, "keep": "moat"}),
        "kingdom.instead": ExampleRequest(query={"link": LINK, "keep": "moat", "card": "mine"}),
        "kingdom.show_part": ExampleRequest({**piles, "part": "table"}, kingdom),
        "kingdom.show": ExampleRequest(piles, {**kingdom, "keep": "mine", "from": "1"}),
        "black_market.look": ExampleRequest(code),
        "black_market.look_news": ExampleRequest(code, {"since": "0"}),
        "black_market.move": ExampleRequest(market, form={"do": "none", "version": "1"}),
        "black_market.news": ExampleRequest(market, {"since": "0"}),
        "black_market.short": ExampleRequest(market),
        "black_market.show": ExampleRequest(query=link),
        "black_market.start": ExampleRequest(
            form={"link": MARKET_LINK.replace("players=2", "players=3"), "seed": "saturday"}
        ),
        "black_market.table": ExampleRequest(market),
        "fetchers.change": ExampleRequest(form={**link, "who": "Eve", "take": "dominion-1e"}),
        "fetchers.change_shared": ExampleRequest(code, form={"who": "Eve", "take": "dominion-1e"}),
        "fetchers.show": ExampleRequest(query={**link, "who": "Eve"}),
        "fetchers.show_shared": ExampleRequest(code, {"who": "Eve"}),
        "ticks.begins": ExampleRequest(form={**link, "how": "tie", "seat": "1"}),
        "ticks.keep": ExampleRequest(
            form={"kingdom": "0" * 20, "since": "0", "on": TICK, "off": TICK.replace("f:", "a:")}
        ),
        "ticks.save": ExampleRequest(
            form={**link, "t": TICK.replace("f:", "a:"), "shown": TICK, "all": "", "to": ""}
        ),
        "share.friends": ExampleRequest(
            {"what": a["code"]}, {"back": LINK, "in": "de"}, form={"tick": "no"}
        ),
        "ticks.keep_shared": ExampleRequest(
            code,
            form={
                "since": "0",
                "on": TICKED_BY_FRIENDS,
                "off": TICKED_BY_FRIENDS.replace("f:", "a:"),
            },
        ),
        "ticks.save_shared": ExampleRequest(
            code, form={"t": TICKED_BY_FRIENDS, "shown": "", "all": "", "to": ""}
        ),
        "ticks.show": ExampleRequest(query={"kingdom": "0" * 20, "since": "1"}),
        "ticks.show_shared": ExampleRequest(code, {"since": "0"}),
        "night.again": ExampleRequest(night, form={"which": "1", "seed": "friday"}),
        "night.ask": ExampleRequest(),
        "night.fetch": ExampleRequest(night),
        "night.plan": ExampleRequest(
            form={"games": "2", "players": "3", "boxes": "0", "seed": "friday"}
        ),
        "night.make_code": ExampleRequest(night),
        "night.share": ExampleRequest(night),
        "night.shared": ExampleRequest(query={"game": LINK}),
        "night.paper": ExampleRequest(night, {"paper": "a4"}),
        "night.show": ExampleRequest(night),
        "night.tick": ExampleRequest(night, form={"t": TICK, "shown": "", "to": "put-away"}),
        "two_tables.again": ExampleRequest(tables, form={"which": "1", "seed": "friday"}),
        "two_tables.ask": ExampleRequest(),
        "two_tables.draw": ExampleRequest(form={"players": "6", "seed": "friday"}),
        "two_tables.fetch": ExampleRequest(tables),
        "two_tables.seats": ExampleRequest(tables, form={"seed": "saturday"}),
        "two_tables.show": ExampleRequest(tables),
        "two_tables.tick": ExampleRequest(tables, form={"t": TICK, "shown": "", "to": "put-away"}),
        "other_prosperity.pick": ExampleRequest(
            form={"players": "2", "game": "later", "colour": ["red", "yellow"]}
        ),
        "other_prosperity.show": ExampleRequest(
            query={"players": "3", "game": "first", "colours": "red.blue.green", "begins": "red"}
        ),
        "own.ask": ExampleRequest(
            query={"names": "Moat, Smity", "players": "2", "left": "", "choose": ""}
        ),
        "own.names": ExampleRequest(query={"q": "Mi"}),
        "own.read": ExampleRequest(
            form={"names": "Moat, Smithy", "players": "2", "boxes": "dominion-1e", "do": "check"}
        ),
        "printing.begin": ExampleRequest(form={"kind": "cards", "link": LINK, "of": "night"}),
        "printing.by_box": ExampleRequest(query={"box": "dominion-2e", "tabs": "wide"}),
        "printing.choose": ExampleRequest(
            form={"paper": "letter", "style": "fold", "back": "/papers"}
        ),
        "printing.file": ExampleRequest(job),
        "printing.kingdom": ExampleRequest(form={"link": OTHER_LINK, "what": "sheet"}),
        "printing.kingdom_cards": ExampleRequest(
            piles, {**kingdom, "paper": "a4", "code": a["code"]}
        ),
        "printing.kingdom_sheet": ExampleRequest(
            piles, {**kingdom, "paper": "a4", "code": a["code"]}
        ),
        "printing.offset_test_page": ExampleRequest(query={"paper": "letter", "size": "poker"}),
        "printing.other_prosperity": ExampleRequest(
            query={"players": "3", "game": "first", "paper": "a4"}
        ),
        "printing.progress": ExampleRequest(job),
        "printing.kingdom_score_sheet": ExampleRequest(
            piles, {**kingdom, "paper": "a4", "code": a["code"]}
        ),
        "printing.kingdom_player_aids": ExampleRequest(piles, {**kingdom, "paper": "a4"}),
        "printing.shelf_as_card": ExampleRequest(query={"paper": "letter"}),
        "printing.shelf_as_crib": ExampleRequest(query={"paper": "letter"}),
        "printing.show": ExampleRequest(),
        "printing.stop": ExampleRequest({"job": a["waiting"]}),
        "people.add": ExampleRequest(form={"name": "Bob"}),
        "people.ask_to_remove": ExampleRequest(person),
        "people.here": ExampleRequest(form={"come": "", "go": str(a["person"])}),
        "people.person": ExampleRequest(person),
        "people.players": ExampleRequest(),
        "people.remove": ExampleRequest(person),
        "people.rename": ExampleRequest(person, form={"name": "Bea"}),
        "people.show": ExampleRequest(),
        "people.taste": ExampleRequest(person, form={"card": "Mine", "taste": "never", "pick": ""}),
        "played.ask_to_delete": ExampleRequest(game),
        "played.change": ExampleRequest(game, form=noted),
        "played.delete": ExampleRequest(game),
        "played.edit": ExampleRequest(game),
        "played.game": ExampleRequest(game),
        "played.keep": ExampleRequest(form=noted),
        "played.log": ExampleRequest(query={"link": LINK}),
        "played.log_this": ExampleRequest(piles, kingdom),
        "played.numbers": ExampleRequest(),
        "played.rest": ExampleRequest(
            form={"on": "no", "unit": "weeks", "number": "2", "how": "out"}
        ),
        "played.save": ExampleRequest(),
        "played.show": ExampleRequest(query={"page": "1", "choose": ""}),
        "published.open_one": ExampleRequest({"kingdom": "first-game"}),
        "published.show": ExampleRequest(query={"q": "game", "box": "dominion-1e"}),
        "published.surprise": ExampleRequest(form={"seed": "friday", "q": "game"}),
        "household.ask_to_forget": ExampleRequest(),
        "household.ask_to_join": ExampleRequest(),
        "household.ask_to_lock": ExampleRequest(),
        "household.ask_to_recover": ExampleRequest(),
        "household.forget": ExampleRequest(),
        "household.join": ExampleRequest(form={"code": a["join"], "sure": "yes"}),
        "household.language": ExampleRequest(form={"language": "en"}),
        "household.lock": ExampleRequest(),
        "household.name": ExampleRequest(form={"name": "Ours"}),
        "household.names": ExampleRequest(form={"names": "de", "beside": "no"}),
        "household.open_code": ExampleRequest({"code": a["join"]}),
        "household.phones": ExampleRequest(),
        "household.recovery": ExampleRequest(),
        "household.save": ExampleRequest(),
        "household.show": ExampleRequest(),
        "household.theme": ExampleRequest(form={"theme": "dark", "back": "/shelf"}),
        "hints.put": ExampleRequest(form={"hint": "wishes", "back": "/wishes"}),
        "hints.show": ExampleRequest(),
        "share.make": ExampleRequest(form={"link": OTHER_LINK}),
        "share.open_code": ExampleRequest(code),
        "share.show": ExampleRequest({"what": a["code"]}, {"back": LINK}),
        "share.typed": ExampleRequest(query={"code": a["code"]}),
        "collection.choose": ExampleRequest(),
        "collection.read": ExampleRequest(
            form={"text": "Seaside\nEmpires", "box": "empires", "pick.0.box": "none", "do": "save"}
        ),
        "saved_file.choose": ExampleRequest(),
        "shelf.editions": ExampleRequest(),
        "shelf.find": ExampleRequest(query=shelf),
        "shelf.friend": ExampleRequest(shelf),
        "shelf.join": ExampleRequest(shelf),
        "shelf.put": ExampleRequest(form={"box": "dominion-1e:0"}),
        "saved_file.read": ExampleRequest(
            form={"text": json.dumps(saved), "partly": "yes", "how": "replace"}
        ),
        "shelf.remove": ExampleRequest(shelf),
        "shelf.save": ExampleRequest(),
        "shelf.show": ExampleRequest(),
        "shelf.show_code": ExampleRequest(),
        "storage.keep": ExampleRequest(
            form={"how": "cases", "case.0.name": "Ours", "case.0.letters": "A–C"}
        ),
        "storage.show": ExampleRequest(),
        "shelf.switch": ExampleRequest(form={"friend": f"{a['shelf']}:no"}),
        "tournament_round.announce": ExampleRequest({**cup, "number": 2}),
        "tournament.ask": ExampleRequest(),
        "tournament.ask_to_delete": ExampleRequest(cup),
        "tournament.begin": ExampleRequest(
            form={"name": "Ours", "seed": "s", "names": "A\nB\nC\nD\nE\nF"}
        ),
        "tournament_round.choose": ExampleRequest(
            {**cup, "number": 2}, form={"how": "own", "kingdom": LINK, "seed": "friday"}
        ),
        "tournament_round.close": ExampleRequest(first, form={"closed": "yes"}),
        "tournament.delete": ExampleRequest(cup),
        "tournament_round.enter": ExampleRequest({**cup, **table}, form=result),
        "tournament.every": ExampleRequest(),
        "tournament.leave": ExampleRequest(first, form={"when": "next"}),
        "tournament_round.one_round": ExampleRequest(first),
        "tournament.player": ExampleRequest(first),
        "tournament.players": ExampleRequest(cup),
        "tournament.rename": ExampleRequest(first, form={"name": "Bea"}),
        "tournament.search": ExampleRequest(cup),
        "tournament.seating": ExampleRequest(cup),
        "tournament.show": ExampleRequest(cup),
        "tournament.standings": ExampleRequest(cup, {"after": "1"}),
        "tournament_round.table": ExampleRequest({**cup, **table}),
        "tournament_print.kingdom": ExampleRequest(first, {"players": "3", "paper": "a4"}),
        "tournament_print.seating": ExampleRequest(cup, {"paper": "letter"}),
        "tournament_print.standings": ExampleRequest(cup, {"after": "1", "paper": "a4"}),
        "tournament_print.tables": ExampleRequest(first, {"paper": "a4"}),
        "tournament_player.enter": ExampleRequest({**cup_code, **table}, form=result),
        "tournament_player.news": ExampleRequest(cup_code, {"since": "0"}),
        "tournament_player.seating": ExampleRequest(cup_code),
        "tournament_player.short": ExampleRequest(cup_code),
        "tournament_player.show": ExampleRequest(cup_code),
        "tournament_player.standings": ExampleRequest(cup_code, {"after": "1"}),
        "tournament_player.table": ExampleRequest({**cup_code, **table}),
        "score.ask": ExampleRequest(piles, kingdom),
        "score.begin": ExampleRequest(
            form={"link": LINK, "players": "2", "seed": "saturday", "who.0.name": "Bob"}
        ),
        "score.begin_table": ExampleRequest(
            form={"table": f"{a['cup_code']}.1.2", "seed": "saturday"}
        ),
        "score.count": ExampleRequest(score, form={"n.1.0": "3", "was.1.0": "0", "do": "done"}),
        "score.free": ExampleRequest(score, form={"seat": "1"}),
        "score.log": ExampleRequest(score),
        "score.news": ExampleRequest(score, {"since": "0"}),
        "score.reopen": ExampleRequest(score),
        "score.short": ExampleRequest(score),
        "score.show": ExampleRequest(score),
        "score.take": ExampleRequest(score, form={"seat": "2"}),
        "score.turns": ExampleRequest(score, form={"turns.1": "18", "turns.2": "17"}),
        "veto.ask": ExampleRequest(),
        "veto.deal": ExampleRequest(form={"players": "2", "strikes": "1", "seed": "saturday"}),
        "veto.end": ExampleRequest(veto),
        "veto.free": ExampleRequest(veto, form={"seat": "1"}),
        "veto.news": ExampleRequest(veto, {"since": "0"}),
        "veto.short": ExampleRequest(veto),
        "veto.show": ExampleRequest(veto),
        "veto.sit": ExampleRequest(veto, form={"name": "Bob"}),
        "veto.strike": ExampleRequest(veto, form={"seat": "2", "pile": a["pile"]}),
        "wishes.change": ExampleRequest(form={"preset": "gentle", "at": "ready"}),
        "wishes.clear": ExampleRequest(form={"bans": "on"}),
        "wishes.names": ExampleRequest(),
        "wishes.show": ExampleRequest(query={"unfold": "cards"}),
        "wishes.undo": ExampleRequest(),
        "wishes.way_out": ExampleRequest(form={"way": "none"}),
    }


@dataclass(frozen=True, eq=False)
class Call:
    """One way to ask one route."""

    endpoint: str
    method: str
    path: str
    asked: ExampleRequest

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.endpoint})"

    @property
    def sent(self) -> str:
        """All that is said in it."""
        return f"{self.path} {self.asked.query} {self.asked.form}"


NO_EXAMPLE = (
    "{endpoint} ({rule}) is a new route. Add a line for it to examples() in "
    "tests/web/furnished.py, with parts of its path, its query and all fields of its form: then "
    "every visitor who has no business there is sent to it."
)


def calls(app: Flask, known: Mapping[str, ExampleRequest]) -> Iterator[Call]:
    """All routes in all their spellings, as the app itself lists them."""
    for rule in app.url_map.iter_rules():
        assert rule.endpoint in known, NO_EXAMPLE.format(endpoint=rule.endpoint, rule=rule.rule)
        yield from _calls(rule, known[rule.endpoint])


def _calls(rule: Rule, asked: ExampleRequest) -> Iterator[Call]:
    built = rule.build(dict(asked.path), append_unknown=False)
    assert built is not None, f"The example for {rule.endpoint} lacks {rule.arguments}."
    for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}):
        yield Call(rule.endpoint, method, built[1], asked)
