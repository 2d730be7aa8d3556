"""A box that is written down in one file is at home on every page, ours or dropped in by a host."""

import shutil
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from markupsafe import escape
from pypdf import PdfReader

from app import create_app
from setup_rules.catalog import DATA, Catalog
from setup_rules.collection import gather
from setup_rules.draw.wishes import Bounds
from tests.thorough import THOROUGH
from tests.web import furnished
from tests.web.furnished import OURS, Call, calls, examples, furnish, print_nothing
from web.draw.tonight import request_for
from web.household.household_file import read_household
from web.printing.pdf.printer import PrintWarning
from web.serving.local import describe_added_boxes
from web.store import Store, get_store

pytestmark = pytest.mark.filterwarnings(f"ignore::{PrintWarning.__module__}.PrintWarning")
"""Our fonts for paper have no letters of the far east; on paper, boxes stand for them."""
EXAMPLE = "docs/adding-a-box.md"
ODD_BOX = r"""
[box]
name = 'Ödland & Söhne: "Fan" {Set} 100%'
family = "odd"
edition = 1
year = 2027
kind = "expansion"

[[card]]
name = "L'Œuvre, <i>Part</i> 1"
cost = 3
types = ["Action", "Moonlight"]
needs = ["Sparks {0}"]

[[card]]
name = "Up & Up/Down <b>"
cost = 2
types = ["Action"]
pile = "halves"
contains = ["Up & Up", "Down <b>"]

[[card]]
name = "月の光"
cost = "8D"
types = ["Night", "Attack"]

[[landscape]]
name = "Événement: 50%"
kind = "event"

[[landscape]]
name = "Landmark \"L\""
kind = "landmark"

[[landscape]]
name = "Project {p}"
kind = "project"

[[landscape]]
name = "Way of the Ødd"
kind = "way"

[[landscape]]
name = "Ünlike"
kind = "trait"

[[landscape]]
name = "Order of the %"
kind = "ally"

[[landscape]]
name = "Doom’s Day"
kind = "prophecy"

[[other]]
name = "Up & Up"
kind = "split-pile"
types = ["Action"]
copies = 5

[[other]]
name = "Down <b>"
kind = "split-pile"
types = ["Victory"]
copies = 5

[[other]]
name = "Spark #1"
kind = "spark"
types = ["Treasure"]

[[material]]
name = "Sparks {0}"
rule = ["odd-sparks"]
says = "The {Spark} lies beside the Supply."
source = "p. 1"
beside = ["Spark #1"]
"""
"""Landscapes of every kind, a split pile, a new type, cards outside the Supply, odd signs; nothing
that may be left out but what a pile of two cards needs."""
MOONLIGHT = "u6708-u306e-u5149"
PLAIN = "market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"


def example() -> str:
    """The file that docs/adding-a-box.md shows."""
    page = (DATA.parent / EXAMPLE).read_text(encoding="utf-8")
    return page.split("```toml\n")[1].split("```")[0]


class NewBox(SimpleNamespace):
    """A box: its file, what is asked for, and what must be seen."""


HARVEST_MOON = NewBox(
    stem="harvest_moon",
    id="harvest-moon",
    text=example(),
    names=["Lantern Maker"],
    beside="Firefly",
    piles=f"lantern-maker.{PLAIN}",
    choices="",
)
ODD = NewBox(
    stem="odd_box",
    id="odd-box",
    text=ODD_BOX,
    names=["L'Œuvre, <i>Part</i> 1", "Up & Up/Down <b>", "月の光"],
    beside="Spark #1",
    piles=f"luvre-i-part-i-1.up-up-down-b.{MOONLIGHT}.{PLAIN.partition('.')[2].partition('.')[2]}",
    choices="&landscapes=evenement-50.way-of-the-dd.unlike&traits=unlike:mine",
)


def as_data(box: NewBox, folder: Path, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The box as one of ours; pages for paper are not printed, as those of the other are."""
    print_nothing(patch)
    data = Path(shutil.copytree(DATA, folder / "data"))
    (data / "cards" / f"{box.stem}.toml").write_text(box.text, encoding="utf-8")
    catalog = Catalog(data)
    patch.setattr("web.catalog.load_catalog", lambda: catalog)
    return {}


def as_drop_in(box: NewBox, folder: Path, _patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The box in the folder of further boxes."""
    boxes = folder / "further boxes"
    boxes.mkdir()
    (boxes / f"{box.stem}.toml").write_text(box.text, encoding="utf-8")
    return {"BOXES": boxes}


AS_USUAL = {
    name: getattr(furnished, name) for name in ("BOXES", "TEN", "LINK", "OTHER_LINK", "MARKET_LINK")
}
"""What a household of the other tests has; the worlds below change it while they last."""
WORLDS = [(HARVEST_MOON, as_data), (ODD, as_drop_in)]
if THOROUGH:
    WORLDS += [(HARVEST_MOON, as_drop_in), (ODD, as_data)]


def world_id(param: tuple[NewBox, Any]) -> str:
    return f"{param[0].id} {param[1].__name__}"


@pytest.fixture(scope="module", params=WORLDS, ids=world_id)
def world(request, tmp_path_factory) -> Iterator[Any]:
    """An app that knows the box, and a household that plays with it in every way there is."""
    box, how = request.param
    folder = tmp_path_factory.mktemp("boxes")
    shelf = f"boxes=dominion-1e.{box.id}"
    link = f"/kingdom/{box.piles}?players=2&{shelf}{box.choices}"
    with pytest.MonkeyPatch.context() as patch:
        app = create_app({"DATABASE": folder / "piles.db", "RATE_LIMITS": False}
                         | how(box, folder, patch))  # fmt: skip
        patch.setattr(furnished, "BOXES", (*furnished.BOXES, box.id))
        patch.setattr(furnished, "TEN", box.piles)
        patch.setattr(furnished, "LINK", link)
        patch.setattr(furnished, "OTHER_LINK", link.replace("smithy", "witch"))
        patch.setattr(
            furnished,
            "MARKET_LINK",
            link.replace("smithy", "black-market")
            .replace(shelf, f"{shelf}.promo-black-market")
            .replace(box.choices or "\0", "")
            + f"&deck={furnished.DECK}{box.choices}",
        )
        patch.setattr("web.printing.views.resume", lambda _app: None)
        patch.setattr("web.tournament.search._begin", lambda _kept, _search: None)
        store = Store(folder / "piles.db")
        home = furnish(app, store, "Our {}".format, "ours")
        store.close()
        catalog = app.extensions["catalog"]
        yield SimpleNamespace(app=app, home=home, box=box, link=link, catalog=catalog)


def get(world: Any, path: str, **query: str) -> Any:
    address = f"{path}?{urlencode(query)}" if query else path
    answer = world.home.phone.get(address, follow_redirects=True)
    assert answer.status_code == 200, (address, answer.text)
    return answer


def answer_to(world: Any, call: Call) -> Any:
    return world.home.phone.get(call.path, query_string=dict(call.asked.query))


class TestEveryPage:
    def test_nothing_was_left_out(self, world):
        assert world.catalog.left_out == {}
        assert world.box.id in world.catalog.boxes

    @pytest.mark.prints
    def test_answers(self, world, monkeypatch):
        if not THOROUGH:  # a sheet and cards are printed below
            print_nothing(monkeypatch)
        seen = 0
        for call in calls(world.app, examples(world.home)):
            if call.method == "GET":
                with answer_to(world, call) as answer:
                    assert answer.status_code < 400, (str(call), answer.text)
                seen += 1
        assert seen > 60

    def test_shows_the_box_on_the_shelf_with_its_mark(self, world):
        text = get(world, "/shelf").text
        assert f'id="{world.box.id}"' in text
        look = world.catalog.boxes[world.box.id]
        assert f'color="{look.colour.lower()}"' in text
        assert ("added here" in text) == look.added


class TestOneKingdom:
    def test_is_planned_fetched_and_shown(self, world):
        box, text = world.box, get(world, world.link).text
        for name in (*box.names, box.beside):
            assert str(escape(name)) in text
        assert ("added here" in text) == world.catalog.boxes[box.id].added

    def test_has_the_plan_that_scripts_read(self, world):
        body = {
            "boxes": ["dominion-1e", world.box.id],
            "players": 2,
            "kingdom": world.box.piles.split("."),
        }
        plan = world.app.test_client().post("/api/plan", json=body).json
        assert set(world.box.names) <= set(plan["supply"])
        assert list(plan["non_supply"]) == [world.box.beside]
        fetch = {one["box"]: [item["what"] for item in one["items"]] for one in plan["fetch"]}
        title = world.catalog.boxes[world.box.id].title
        assert {*world.box.names, world.box.beside} <= set(fetch[title])

    def test_is_drawn(self, world):
        names = world.box.names
        body = {"boxes": ["dominion-1e", world.box.id], "players": 2, "seed": "s", "pinned": names}
        drawn = world.app.test_client().post("/api/draw", json=body)
        assert drawn.status_code == 200, drawn.text
        assert set(names) <= {pile["name"] for pile in drawn.json["kingdom"]}

    @pytest.mark.prints
    @pytest.mark.parametrize("what", ["sheet", "cards"])
    def test_is_printed(self, world, what):
        link = world.link.replace(MOONLIGHT, "cellar")  # of letters that paper has
        pdf = get(world, link.replace("?", f"/{what}.pdf?", 1)).data
        if world.catalog.boxes[world.box.id].added:
            pages = PdfReader(BytesIO(pdf)).pages
            text = " ".join("".join(page.extract_text() for page in pages).split())
        else:
            text = unescape(pdf.decode())
        assert world.box.names[0][:5] in text

    @pytest.mark.parametrize("language", ["cs", "de"])
    def test_is_shown_in_every_language(self, world, language):
        phone, typed = world.app.test_client(), urlencode({"names": world.box.names[0]})
        for path in (world.link, "/shelf", "/about", "/wishes", f"/own?{typed}"):
            joint = "&" if "?" in path else "?"
            assert phone.get(f"{path}{joint}lang={language}").status_code == 200


class TestByName:
    def test_is_found_while_typing(self, world):
        for name in world.box.names:
            names = get(world, "/own/names", q=name[:4]).json
            assert name in names["names"] if isinstance(names, dict) else name in names

    def test_is_read_from_a_list(self, world):
        for name in world.box.names:
            text = get(world, "/own", names=name, boxes=f"dominion-1e.{world.box.id}").text
            assert str(escape(name)) in text


class TestExport:
    def test_comes_back_whole(self, world):
        body = get(world, "/settings/file").data
        with world.app.test_request_context():
            file = read_household(body)
            kept = get_store().export(world.home.id)
        assert file.faults == ()
        assert world.box.id in kept.boxes
        assert file.export == kept._replace(boxes=file.export.boxes)
        assert sorted(file.export.boxes) == sorted(kept.boxes)


def keep_more(world: Any) -> None:
    """Have the household name the box's cards wherever cards can be named."""
    home, card = world.home, world.box.piles.partition(".")[0]
    name = world.catalog.cards[card].name

    def send(path: str, **fields: Any) -> None:
        data = {"csrf_token": home.token, **fields}
        answer = home.phone.post(path, data=data)
        assert answer.status_code in (200, 303), (path, answer.text)

    send(f"/people/{home.names['person']}/taste", card=name, taste="double")
    send("/kingdom/change", link=world.link, do=f"never:{card}")
    send("/share", link=world.link)


@pytest.mark.parametrize(
    "world", [world for world in WORLDS if world[1] is as_drop_in], indirect=True, ids=world_id
)
class TestTakenAwayAgain:
    """What names a box that is gone says so and stays; with the box, all is there again."""

    @pytest.fixture
    def gone(self, world, tmp_path):
        """The same household in an app without the box."""
        keep_more(world)
        config = {"DATABASE": world.app.config["DATABASE"], "RATE_LIMITS": False}
        with pytest.MonkeyPatch.context() as patch:
            print_nothing(patch)
            yield create_app(config | {"BOXES": tmp_path / "none"})

    def kept(self, world: Any) -> Any:
        with world.app.app_context():
            return get_store().export(world.home.id)

    def check_unchanged(self, world: Any, before: Any) -> None:
        after = self.kept(world)
        assert set(before.codes) <= set(after.codes)
        assert after._replace(codes=before.codes) == before, "paper may have made codes"

    def test_every_page_opens_or_says_what_is_missing(self, world, gone):
        phone, missing = gone.test_client(use_cookies=False), 0
        before = self.kept(world)
        for call in calls(gone, examples(world.home)):
            if call.method == "GET":
                query = dict(call.asked.query)
                with phone.get(call.path, query_string=query, headers=world.home.cookie) as answer:
                    assert answer.status_code in (200, 302, 303, 404), str(call)
                    if answer.status_code == 404:
                        assert "isn’t in any box here" in unescape(answer.text), str(call)
                        missing += 1
        assert missing > 5
        self.check_unchanged(world, before)

    def test_a_link_that_names_nothing_else_says_so(self, gone):
        for link in ("/kingdom/lantern-maker", "/kingdom/-"):
            answer = gone.test_client().get(f"{link}?players=2&boxes=harvest-moon")
            assert answer.status_code == 404
            assert "which isn’t in any box here" in answer.text
            assert "Nothing is lost" in answer.text

    def test_nothing_that_is_changed_meanwhile_loses_it(self, world, gone):
        before, phone = self.kept(world), gone.test_client(use_cookies=False)
        forms = {
            "/shelf": {"box": "seaside-1e:1"},
            "/wishes": {"preset": "gentle"},
            "/settings/name": {"name": "Others"},
            "/players": {"players": "3"},
            "/kingdom/change": {"link": f"/kingdom/{PLAIN}.cellar?players=2&boxes=dominion-1e",
                                "do": "never:witch"},
        }  # fmt: skip
        for path, form in forms.items():
            data = {"csrf_token": world.home.token, **form}
            answer = phone.post(path, data=data, headers={**OURS, **world.home.cookie})
            assert answer.status_code == 303, (path, answer.text)
        after = self.kept(world)
        assert set(after.boxes) == {*before.boxes, "seaside-1e"}
        assert set(before.wishes["banned"]) <= set(after.wishes["banned"])
        for part in ("games", "nights", "people", "codes", "ticks", "tournaments"):
            assert getattr(after, part) == getattr(before, part), part

    def test_a_wish_that_names_it_spoils_no_other_wish(self, gone):
        pair = ["witch", "lantern-maker"]
        kept = {
            "banned": ["lantern-maker", "chapel"],
            "wishes": {"tags": {"village": {"min": 1}}, "not_together": [pair, ["moat", "mine"]]},
        }
        with gone.test_request_context():
            shelf = gather(gone.extensions["catalog"], ("dominion-1e",))
            request = request_for(kept, shelf, 2)
        assert request.how.banned == {"chapel"}
        assert request.wishes.tags == (("village", Bounds(1)),)
        assert request.wishes.not_together == (("moat", "mine"),)

    def test_all_is_there_again_with_the_box(self, world, gone):
        before = self.kept(world)
        again = create_app(dict(world.app.config))
        for call in calls(again, examples(world.home)):
            if call.method == "GET" and call.endpoint.startswith(("kingdom", "played", "night")):
                query = dict(call.asked.query)
                headers = world.home.cookie
                with again.test_client(use_cookies=False).get(
                    call.path, query_string=query, headers=headers
                ) as answer:
                    assert answer.status_code < 400, str(call)
        self.check_unchanged(world, before)


class TestMarkedAsAdded:
    """Screens and cards say which box the host of this app added."""

    @pytest.fixture(scope="class")
    @classmethod
    def phone(cls, tmp_path_factory):
        folder = tmp_path_factory.mktemp("marked")
        (folder / "kingdoms").mkdir()
        (folder / "harvest_moon.toml").write_text(HARVEST_MOON.text, encoding="utf-8")
        ten = ", ".join(f'"{id_.title()}"' for id_ in PLAIN.split("."))
        (folder / "kingdoms" / "harvest_moon.toml").write_text(
            f'[[kingdom]]\nid = "moons"\nname = "Moons"\nboxes = ["dominion-1e", "harvest-moon"]\n'
            f'cards = ["Lantern Maker", {ten}]\nsource = ["Harvest Moon"]\n',
            encoding="utf-8",
        )
        config = {"DATABASE": folder / "piles.db", "RATE_LIMITS": False, "BOXES": folder}
        with pytest.MonkeyPatch.context() as patch:
            print_nothing(patch)
            for name, value in AS_USUAL.items():
                patch.setattr(furnished, name, value)
            app = create_app(config)
            store = Store(folder / "piles.db")
            home = furnish(app, store, "Our {}".format, "ours")
            store.close()
            data = {"csrf_token": home.token, "box": "harvest-moon:1"}
            home.phone.post("/shelf", data=data)
            yield home.phone

    LINK = f"/kingdom/lantern-maker.{PLAIN}?players=2&boxes=dominion-1e.harvest-moon"
    MARK = "<small>added here</small>"

    def test_in_the_roll_on_the_rows_of_its_cards_alone(self, phone):
        rows = phone.get(self.LINK).text.split('<li class="pile')[1:]
        marked = [row for row in rows if self.MARK in row.partition("</summary>")[0]]
        assert len(marked) == 1
        assert "Lantern Maker" in marked[0]

    def test_among_the_boxes_of_the_wishes(self, phone):
        assert phone.get("/wishes").text.count("· added here") == 1

    def test_among_published_kingdoms(self, phone):
        rows = phone.get("/published?fit=all&q=Moons").text.split('<span class="note">')[1:]
        assert [row.count(self.MARK) for row in rows if "Harvest Moon" in row] == [1]

    def test_at_the_foot_of_a_setup_card(self, phone):
        card = unescape(phone.get(self.LINK.replace("?", "/cards.pdf?", 1)).text)
        assert "(added here)" in card
        plain = f"/kingdom/cellar.{PLAIN}/cards.pdf?players=2&boxes=dominion-1e"
        assert "added here" not in phone.get(plain).text


class TestToldAtTheStart:
    """Which boxes were added, and which files were left out and why: at the start, and later."""

    @pytest.fixture
    def app(self, tmp_path):
        boxes = tmp_path / "boxes"
        boxes.mkdir()
        (boxes / "harvest_moon.toml").write_text(HARVEST_MOON.text, encoding="utf-8")
        (boxes / "broken.toml").write_text("[box]\nname = '<b>'\nyaer = 3\n", encoding="utf-8")
        return create_app({"DATABASE": tmp_path / "piles.db"})

    def test_on_the_about_page(self, app):
        page = app.test_client().get("/about").text
        assert "Boxes added here" in page
        assert "Harvest Moon" in page
        assert "boxes/broken.toml" in page
        assert "<li>box: unknown key &#34;yaer&#34;; did you mean" in page

    def test_in_the_log(self, app, caplog):
        log = " ".join(record.getMessage() for record in caplog.get_records("setup"))
        assert 'Left out boxes/broken.toml: box: unknown key "yaer"' in log
        assert 'Left out boxes/broken.toml: box: "family" is missing' in log

    def test_in_the_first_lines(self, app):
        first, second = describe_added_boxes(app).splitlines()
        assert first == f"Added from {app.config['BOXES']}: Harvest Moon."
        assert second.startswith('Left out boxes/broken.toml: box: unknown key "yaer"')
        assert second.endswith("faults more).")

    def test_nothing_where_nothing_was_added(self, tmp_path):
        app = create_app({"DATABASE": tmp_path / "piles.db"})
        assert describe_added_boxes(app) == ""
        assert "Boxes added here" not in app.test_client().get("/about").text
