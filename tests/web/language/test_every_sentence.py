"""Every sentence on every page can be said in another language: nothing is hard-coded English.

The pages are made in a language in which each sentence stands in brackets. What is outside them
may be names of cards and boxes, numbers, codes, addresses and signs, and nothing else.
"""

from __future__ import annotations

import html
import io
import json
import re
import sqlite3
import tempfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

import pytest

from app import create_app
from tests.builders import ALL_BOXES, CATALOG
from tests.thorough import some
from tests.untranslated import names, translatable
from tests.web.kingdom.test_kingdom_browser import BROKEN, EXTREME, LANDSCAPES, PAGES
from tests.web.own.test_own import WARNED, WRONG
from tests.web.pseudo import CLOSE, FILL, FILLED, OPEN, Pseudo
from web.household import shelf_file
from web.language.translation import LANGUAGE_NAMES
from web.links.kingdom_link import read_address
from web.printing import documents
from web.printing.pdf.libraries import PACKAGES
from web.reading import draw_fields, plan_reading
from web.setup_sheet.other_prosperity import read_wanted
from web.setup_sheet.spines import spine
from web.store import Store, prepare

UNSEEN = ("script", "style", "textarea", "template", "samp")
SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-offline", "data-left")
"""Attributes that are shown or read out."""
OURS = ("Ten Piles", "Jana", *LANGUAGE_NAMES.values())
KEYS = (
    "NaN",
    *draw_fields.REQUEST.optional_names,
    *draw_fields.WISHES.fields,
    *plan_reading.CHOICES.fields,
    *shelf_file.KEYS,
)
"""Words of files and requests, which are the same in every language."""
CODES = re.compile(
    r"(?:https?://|localhost/)\S+|/\S*[a-z]\S*|\b[0-9A-Z]{4}(?: [0-9A-Z]{2,4})+\b|\b[0-9a-f]{8}\b"
)
TYPED = re.compile(f"“{FILL}[^{FILLED}]*{FILLED}”|(sudo )?apt-get install {PACKAGES}")
"""What somebody wrote stands in quotation marks and stays as it is; so does what is to be typed."""
ALL = ".".join(ALL_BOXES)


class Page(HTMLParser):
    """Gathers what is seen or heard of a page outside of brackets."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.outside: list[str] = []
        self._within: list[str] = []
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        for attribute in SPOKEN:
            if given.get(attribute):
                self.outside += outside(given[attribute], [])
        if given.get("data-steps"):
            for _value, word, _set in json.loads(given["data-steps"]):
                self.outside += outside(word, [])
        if tag in ("input", "button") and given.get("type") == "submit":
            self.outside += outside(given.get("value") or "", [])
        is_table = tag == "svg" and "table" in (given.get("class") or "")
        is_spine = "back" in (given.get("class") or "").split()
        if is_spine:
            self._within.append(f"spine {tag}")
        elif is_table or tag in UNSEEN:
            self._within.append("picture svg" if is_table else f"unseen {tag}")

    def handle_endtag(self, tag):
        if self._within and self._within[-1].endswith(f" {tag}"):
            self._within.pop()

    def handle_data(self, data):
        where = self._within[-1].split()[0] if self._within else ""
        if where == "picture":
            self.outside += in_picture(data)
        elif not where:
            self.outside += outside(data, self._open)


def outside(text: str, opened: list[str]) -> list[str]:
    """The parts of a text that are neither in a sentence nor names and signs.

    `opened` has the brackets that are open before, and then those after it.
    """
    parts, part = [], ""
    for char in TYPED.sub("", text):
        if char in OPEN + FILL:
            parts, part = [*parts, part], ""
            opened.append(char)
        elif char in CLOSE + FILLED:
            parts, part = [*parts, part], ""
            assert opened.pop() + char in (OPEN + CLOSE, FILL + FILLED)
        elif not opened or opened[-1] == FILL:
            part += char
    return [part.strip() for part in (*parts, part) if not is_plain(part)]


def in_picture(text: str) -> list[str]:
    """The same in the picture, where sentences and names are cut into lines."""
    if any(bracket in text for bracket in (OPEN, CLOSE)):
        return []
    return [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in words_of_names()]


@cache
def known() -> re.Pattern[str]:
    every = sorted((*names(), *OURS, *KEYS, *CATALOG.boxes), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in every))


@cache
def words_of_names() -> frozenset[str]:
    """The words of all names; of sentences in the picture only those that every line may hold."""
    return frozenset(word for name in names() for word in re.findall(r"[^\W\d_]{2,}", name)) | {
        *("for", "of", "the", "VP")
    }


def is_plain(text: str) -> bool:
    """Whether there is nothing to be translated in it."""
    text = known().sub("", CODES.sub("", html.unescape(text)))
    return not re.search(r"[^\W\d_]{2,}", text)


@cache
def an_app():
    """One for all visitors: it takes longer to make than most pages."""
    return create_app({"DATABASE": Path(tempfile.mkdtemp()) / "piles.db"})


class Visitor:
    """Somebody who reads pages in the language of brackets."""

    def __init__(self, folder, boxes=ALL_BOXES, wishes=None, players=3):
        self.translations = Pseudo()
        self.app = an_app()
        self.app.config.update(DATABASE=folder / "piles.db", PAPERS=folder / "papers")
        self.app.config["SECRET_KEY"] = prepare(folder / "piles.db")
        self.app.extensions["translations"]["en"] = self.translations
        self.client = self.app.test_client()
        store = Store(folder / "piles.db")
        self.home, key = store.found_household()
        store.keep_shelf(self.home.id, tuple(boxes))
        store.keep_name(self.home.id, "Jana")
        store.keep_players(self.home.id, players)
        store.keep_wishes(self.home.id, wishes or {})
        self.code = store.shelf_code(self.home.id)
        store.close()
        with self.client.session_transaction() as session:
            session["household"] = key

    def wish(self, folder, **wishes):
        store = Store(folder / "piles.db")
        store.keep_wishes(self.home.id, wishes)
        store.close()

    def get(self, address):
        return self.client.get(address.partition("#")[0], follow_redirects=True)

    def post(self, address, **fields):
        return self.client.post(
            address,
            data=fields,
            headers={"Origin": "http://localhost"},
            follow_redirects=True,
            content_type="multipart/form-data",
        )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("brackets")


@pytest.fixture(scope="module")
def visitor(folder):
    return Visitor(folder)


def assert_translated(response):
    """All of a page is in brackets."""
    assert response.content_type.startswith("text/html"), response.content_type
    assert OPEN in response.text
    assert Page(response.text).outside == []


KINGDOMS = {
    "colonies and shelters": "bank.marauder.moat.smithy.village?players=3&boxes="
    "dominion-1e.prosperity-2e.dark-ages",
    "nothing": "-?players=2",
    "seven": f"cellar.market?players=7&boxes={ALL}",
    "knights": f"knights.castles.battle-plan-odysseys?players=2&boxes={ALL}",
    "split": f"encampment-plunder.castles.odysseys.knights.druid.necromancer.pixie.importer"
    f".trade-route.joust?players=4&boxes={ALL}&landscapes=obelisk.tax.aqueduct.arena.canal.citadel"
    ".innovation.fleet.way-of-the-mouse.way-of-the-ox.inherited.cheap&boons=the-moons-gift",
    "young witch": "young-witch.ferryman.riverboat.black-market.tea-house.druid.page.peasant"
    f".ranger.giant?players=5&boxes={ALL}&landscapes=approaching-army",
    "decided": f"young-witch.ferryman.riverboat.black-market.fishmonger.druid.page.peasant.ranger"
    f".giant?players=6&boxes={ALL}&bane=cellar&ferryman=village&riverboat=market&deck=chapel.moat"
    "&prophecy=approaching-army&army=militia&landscapes=way-of-the-mouse.pious&mouse=cellar"
    "&traits=pious:page&boons=the-moons-gift.the-suns-gift.the-skys-gift&colony=yes&shelters=yes",
    "doubled": f"cellar.cellar.market.copper.tax.sir-martin?players=2&boxes={ALL}",
    "few boxes": "young-witch.bishop.pirate-ship.trade-route.familiar.page?players=6&boxes="
    "seaside-update-pack.prosperity-update-pack.dominion-2e",
    "no basic cards": "bishop.page?players=6&boxes=adventures",
    "wrong choices": f"young-witch.ferryman.riverboat.bauble.tea-house.black-market?players=3"
    f"&boxes={ALL}&bane=gold&ferryman=bank&riverboat=bank&ally=cheap&landscapes=obelisk.pious"
    "&obelisk=gold&traits=pious:duke&deck=gold.horse.bank.bank.young-witch.knights.alley"
    "&colony=yes&colony_card=bank&shelters=yes&shelters_card=bank",
}


class TestPages:
    @pytest.mark.parametrize("page", PAGES)
    def test_every_page(self, visitor, page):
        assert_translated(visitor.get(PAGES[page]))

    @pytest.mark.parametrize(
        "address",
        [
            "/offline",
            "/k",
            "/k?code=zzzzzz",
            "/k/zzzzzz",
            "/phones",
            "/phones/recovery",
            "/join",
            "/join/zzzz",
            "/settings/forget",
            "/shelf/show",
            "/shelf/friend",
            "/shelf/friend?code=x",
            "/shelf/friend?code=zzzzzz",
            "/shelf/open",
            "/nowhere",
            "/papers",
            "/papers/zzzz",
            "/papers/zzzz/file.pdf",
            "/kingdom/moat?players=2&paper=a5".replace("?", "/sheet.pdf?"),
            "/own?names=Bullet+Trains,+Moat",
            "/published?q=Knizia&fit=all",
            "/other-prosperity?players=9",
            "/other-prosperity.pdf?players=9",
            "/own?kingdom=young-witch.bank&players=3&boxes=dominion-1e&bane=cellar",
            EXTREME.replace("/kingdom/", "/share/"),
            LANDSCAPES.replace("?", "/instead/tax?"),
            BROKEN.replace("?", "/instead/young-witch?"),
        ],
    )
    def test_the_others(self, visitor, address):
        assert_translated(visitor.get(address))

    def test_without_any_box(self, folder, tmp_path):
        newcomer = Visitor(tmp_path, boxes=())
        for address in ("/", "/shelf", "/wishes", "/own", "/settings", EXTREME):
            assert_translated(newcomer.get(address))

    def test_of_friends(self, visitor, tmp_path):
        friend = Visitor(tmp_path, boxes=("dominion-1e", "dominion-1e", "prosperity-update-pack"))
        assert_translated(friend.get(f"/shelf/friend/{friend.code}"))
        assert_translated(visitor.get(f"/shelf/friend/{visitor.code}"))
        assert_translated(visitor.post(f"/shelf/friend/{visitor.code}"))

    def test_of_a_kingdom_that_is_shared(self, visitor, tmp_path):
        page = visitor.post("/share", link=LANDSCAPES)
        assert_translated(page)
        code = re.search(r"/k/([0-9a-zA-Z]{6})", page.text)[1]
        visitor.client.delete_cookie("ten_piles")
        try:
            assert_translated(visitor.get(f"/k/{code}"))
        finally:
            visitor.__init__(tmp_path)


class TestPaper:
    """Printed pages, as they are before printing; they also name boxes by the letters of spines."""

    SPINES = frozenset(spine(box).letters for box in CATALOG.boxes.values())
    KINGDOMS = tuple((read_address(link, CATALOG), "4F7K2Q") for link in (EXTREME, LANDSCAPES))

    @pytest.mark.parametrize(
        "make",
        [
            lambda kingdoms: documents.sheet(*kingdoms[0][:1], "a4", "4F7K2Q"),
            lambda kingdoms: documents.cards(kingdoms, "letter", "fold"),
            lambda kingdoms: documents.booklet(kingdoms, "letter"),
            lambda _kingdoms: documents.shelf_card(ALL_BOXES, "a4"),
            lambda _kingdoms: documents.other_sheet(read_wanted({"begins": "red"}, 4), "a4"),
        ],
        ids=["sheet", "cards", "booklet", "shelf card", "other Prosperity"],
    )
    def test_is_said(self, visitor, make):
        with visitor.app.test_request_context("/"):
            document = make(self.KINGDOMS)
        assert OPEN in document.html
        assert [text for text in Page(document.html).outside if not self._is_plain(text)] == []
        assert document.title.startswith(OPEN)

    def _is_plain(self, text: str) -> bool:
        words = re.findall(r"[^\s,·]+", re.sub(r"\S*…", "", text))
        return all(word in words_of_names() | self.SPINES for word in words)

    def test_the_rules_of_setup_ask_for_every_rule(self, visitor):
        """They join sentences that differ in a word, so brackets cannot be followed in them."""
        with visitor.app.test_request_context("/"):
            document = documents.crib(ALL_BOXES, "a4")
        assert document.html.count(OPEN) > 50
        assert "Each player takes a Native Village mat." in Pseudo.asked


class TestKingdoms:
    @pytest.mark.parametrize("kingdom", KINGDOMS)
    def test_with_all_that_can_be_wrong(self, visitor, kingdom):
        response = visitor.get(f"/kingdom/{KINGDOMS[kingdom]}")
        assert_translated(response)

    def test_after_changes(self, visitor):
        for verb in ("again", "swap:urchin", "never:hermit", "keep:bank"):
            assert_translated(visitor.post("/kingdom/change", link=EXTREME, do=verb, seed="a"))
        for verb in ("other:deck", "other:draws", "other:obelisk", "choose:urchin:copper"):
            assert_translated(visitor.post("/kingdom/change", link=EXTREME, do=verb, seed="a"))
        assert_translated(visitor.post("/begins", link=EXTREME, how="first"))
        assert_translated(visitor.post("/draw", seed="a"))
        assert_translated(visitor.post("/players", players="99"))

    def test_names_in_another_language_are_names(self, visitor):
        with visitor.client.session_transaction() as session:
            session["names"], session["beside"] = "de", True
        page = visitor.get(EXTREME).text
        with visitor.client.session_transaction() as session:
            del session["names"]
        assert "Junge Hexe" in page
        assert '<span class="english" lang="en">Young Witch</span>' in page


class TestWishes:
    @pytest.mark.parametrize(
        "wishes",
        [
            {"wishes": {"tags": {"attack": {"min": 10}, "village": {"min": 5}}}},
            {"wishes": {"tags": {"reaction": {"min": 9}}, "boxes_used": {"max": 1}}},
            {"wishes": {"per_box": {"alchemy": {"min": 99}}}},
            {"wishes": {"costs": {"7": {"min": 9}}, "potion_cards": [0]}},
            {"pinned": ["moat"], "banned": ["moat"]},
            {"pinned": ["young-witch"], "banned": [c.id for c in CATALOG.cards.values()
                                                   if c.cost.is_exactly(2, 3)]},
            {"wishes": {"landscapes": {"min": 5, "kinds": ["way"], "max_ways": 1}}},
            {"wishes": {"weights": {"moat": 2, "witch": 0.5, "smithy": 0},
                        "not_together": [["moat", "witch"]],
                        "recently_played": {"cards": ["moat", "mine"], "most": 1},
                        "random_boxes": 3, "min_per_used_box": 2, "preset": "as-published",
                        "attack_needs_answer": True, "cost_at_least": {"5": {"min": 3, "max": 5}},
                        "landscapes": {"always": True, "kinds": ["event"]}},
             "draws": {"platinum_colony": "four-or-more", "shelters": "never"},
             "black_market_size": 20},
            {"wishes": {"tags": {"attack": {"min": 5, "max": 2}}}},
        ],
        ids=str,
    )  # fmt: skip
    def test_that_clash_or_cannot_be_read(self, visitor, folder, wishes, tmp_path):
        here = Visitor(tmp_path, boxes=("dominion-1e", "alchemy", "menagerie"), wishes=wishes)
        for address in ("/wishes", "/"):
            assert_translated(here.get(address))

    def test_with_faults(self, visitor):
        fields = {
            "add.banned": "smity, copper, xyzzy",
            "add.not_together.1": "Moat",
            "black_market_size": "many",
            "seen": "",
        }
        assert_translated(visitor.post("/wishes", **fields))


class TestForms:
    def test_a_kingdom_of_ones_own_with_faults(self, visitor):
        fields = {
            "names": "Smity\nMoat\nRuins\n???",
            "players": "many",
            "boxes": "dominon",
            "bane": "Kellr",
            "colony": "perhaps",
            "boons": "Moat",
            "traits": "Moat: Cellar",
            "sets": "99",
            "deck": ", ".join(["Moat"] * 601),
        }
        assert_translated(visitor.post("/own", **fields))

    def test_a_kingdom_of_ones_own_with_all_that_can_be_wrong(self, visitor):
        for typed, boxes, more in some((*WRONG.values(), *WARNED)):
            query = {"names": typed, "boxes": ".".join(boxes), **more}
            assert_translated(visitor.get(f"/own?{urlencode(query)}"))
        assert_translated(visitor.get(f"/own?{urlencode({**query, 'choose': 'pile'})}"))

    @pytest.mark.parametrize(
        "body",
        [
            b"no json",
            b"\xff",
            b"[NaN",
            b"[1,]",
            b'{"a": 1, "a": 2}',
            b'{"format": "x"}',
            b'{"format": "ten-piles-shelf", "version": 9}',
            json.dumps(
                {
                    "format": "ten-piles-shelf",
                    "version": 1,
                    "name": 7,
                    "boxes": ["dominon", 7, {"id": "dominion-1e", "copies": 99}, {}],
                    "players": "x",
                    "wishes": {"tags": 3, "pinned": ["smity", 3], "odd": 1, "seed": 2},
                    "odd": 1,
                }
            ).encode(),
            b"",
        ],
    )
    def test_a_file_that_is_no_shelf(self, visitor, body):
        assert_translated(visitor.post("/shelf/open", file=(io.BytesIO(body), "x.json")))

    def test_settings_with_faults(self, visitor):
        assert_translated(visitor.post("/settings/name", name="x" * 99))
        assert_translated(visitor.post("/settings/names", names="xx"))
        assert_translated(visitor.post("/settings/language", language="xx"))
        assert_translated(visitor.post("/phones/recovery"))
        assert_translated(visitor.post("/join", code="x"))
        assert_translated(visitor.post("/shelf", box="x:9"))


class TestErrors:
    def test_of_a_form_that_is_not_ours(self, visitor):
        assert_translated(visitor.client.post("/draw", data={}, headers={"Origin": "http://else"}))

    @pytest.mark.parametrize("error", [ValueError("x"), sqlite3.OperationalError("locked")])
    def test_of_ours(self, tmp_path, monkeypatch, error):
        here = Visitor(tmp_path)

        def fail():
            raise error

        here.app.config["PROPAGATE_EXCEPTIONS"] = False
        monkeypatch.setitem(here.app.view_functions, "about.show", fail)
        assert_translated(here.get("/about"))

    def test_of_other_kinds(self, visitor):
        assert_translated(visitor.client.post("/about"))
        assert_translated(visitor.client.post("/own", data={"names": "x" * 70_000}))


class TestTheCheckItself:
    @pytest.mark.parametrize(
        "planted",
        [
            "<p>Not translated</p>",
            "<p>⟦Said⟧ and not said</p>",
            '<button aria-label="Not said">⟦Said⟧</button>',
            '<input placeholder="Not said">',
            "<p>⟦<b>Said</b>⟧ <b>not</b></p>",
            "<p>⟦Bane for ⟨nobody⟩⟧</p>",
            '<svg class="table"><text>Sideways</text></svg>',
        ],
    )
    def test_finds_a_planted_sentence(self, planted):
        assert Page(planted).outside

    def test_finds_one_in_a_template(self, tmp_path):
        here = Visitor(tmp_path)
        with here.app.test_request_context("/"):
            template = here.app.jinja_env.from_string(
                '{% extends "error.html" %}{% block main %}<p>Hello, stranger</p>{% endblock %}'
            )
            page = template.render(heading="⟦x⟧")
        assert Page(page).outside == ["Hello, stranger"]

    @pytest.mark.parametrize(
        "fine",
        [
            "<p>⟦Said⟧</p>",
            "<p>⟦Bane for ⟨Moat⟩⟧ ⟦<b>⟨3⟩</b> of 5⟧, Young Witch · Moat &amp; Mine</p>",
            "<p>4F7K 2Q http://localhost/k/4f7k2q</p>",
            "<script>let it = 'be'</script><textarea>mine</textarea>",
        ],
    )
    def test_leaves_names_and_signs_alone(self, fine):
        assert Page(fine).outside == []


class TestTheFileForTranslators:
    def test_has_every_sentence_that_these_pages_asked_for(self, visitor):
        """Runs last in this file, when all pages above were made."""
        visitor.get(EXTREME)
        asked = Pseudo.asked - names() - {"Smity", "dominon"}
        assert sorted(message for message in asked if message not in translatable()) == []
