"""Links that hold a whole kingdom: they read back exactly, and for ever."""

import json
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from setup_rules.catalog import load_catalog
from setup_rules.draw.drawing import canonical, draw_kingdom
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from web.links.kingdom_link import (
    LONGEST,
    SLOTS_BY_KEY,
    BrokenLink,
    link_for,
    piles_part,
    read_link,
)
from web.reading.draw_reading import read_draw
from web.reading.plan_reading import read_request

RELEASED = {
    "dominion-1e": "d1",
    "dominion-2e": "d2",
    "dominion-update-pack": "dp",
    "intrigue-1e": "i1",
    "intrigue-2e": "i2",
    "intrigue-update-pack": "ip",
    "seaside-1e": "s1",
    "seaside-2e": "s2",
    "seaside-update-pack": "sp",
    "alchemy": "al",
    "prosperity-1e": "p1",
    "prosperity-2e": "p2",
    "prosperity-update-pack": "pp",
    "cornucopia": "co",
    "guilds": "gu",
    "cornucopia-guilds-1e": "cg1",
    "cornucopia-guilds-2e": "cg2",
    "cornucopia-guilds-update-pack": "cgp",
    "hinterlands-1e": "h1",
    "hinterlands-2e": "h2",
    "hinterlands-update-pack": "hp",
    "base-cards": "bc",
    "dark-ages": "da",
    "adventures": "ad",
    "empires": "em",
    "nocturne": "no",
    "renaissance": "re",
    "menagerie": "me",
    "allies": "ay",
    "plunder": "pl",
    "rising-sun": "rs",
    "promo-envoy": "env",
    "promo-black-market": "bm",
    "promo-stash": "sta",
    "promo-governor": "gov",
    "promo-walled-village": "wv",
    "promo-prince": "pri",
    "promo-summon": "sum",
    "promo-sauna-avanto": "sa",
    "promo-dismantle": "dis",
    "promo-captain": "cap",
    "promo-church": "chu",
    "promo-marchland": "mar",
}
"""The short names of boxes in links that are out in the world: none may ever change."""
GOLDEN = json.loads((Path(__file__).parents[1] / "golden_links.json").read_text(encoding="utf-8"))


def follow(link: str) -> PlanRequest:
    """What a browser's request for a link is read as."""
    parts = urlsplit(link)
    args = MultiDict(parse_qsl(parts.query, keep_blank_values=True))
    return read_link(parts.path.removeprefix("/kingdom/"), args, load_catalog())


def kingdoms():
    """Kingdoms of any known cards in any role, sensible or not."""
    catalog = load_catalog()
    things = st.sampled_from(
        [*catalog.cards.values(), *catalog.landscapes.values(), *catalog.others.values()]
    )
    landscapes = list(catalog.landscapes.values())
    traits = [landscape.id for landscape in landscapes if landscape.kind == "trait"]
    slots = list(SLOTS_BY_KEY.values())
    return st.builds(
        Kingdom,
        piles=st.lists(things, max_size=40).map(tuple),
        landscapes=st.lists(st.sampled_from(landscapes), max_size=5).map(tuple),
        deck=st.lists(things, max_size=60).map(tuple),
        drawn=st.dictionaries(st.sampled_from(slots), things),
        boons=st.lists(st.sampled_from(catalog.groups["Boons"]), max_size=4).map(tuple),
        traits=st.dictionaries(st.sampled_from(traits), things, max_size=4),
        platinum_colony=st.booleans() | st.none(),
        shelters=st.booleans() | st.none(),
    )


class TestRoundTrip:
    @given(
        kingdom=kingdoms(),
        players=st.integers(0, 99),
        boxes=st.lists(st.sampled_from(list(load_catalog().boxes)), max_size=12).map(tuple),
        sets=st.integers(1, 9) | st.none(),
    )
    def test_is_exact(self, kingdom, players, boxes, sets):
        assert follow(link_for(kingdom, players, boxes, sets)) == (kingdom, players, boxes, sets)

    @given(kingdom=kingdoms())
    def test_needs_no_escaping(self, kingdom):
        link = link_for(kingdom, 3, ("dominion-1e",))
        assert set(link) <= set("abcdefghijklmnopqrstuvwxyz0123456789-._~/?=&:")


class TestDrawn:
    """Kingdoms dealt from all boxes, with all that can hang on them."""

    @pytest.mark.parametrize("seed", range(12))
    @pytest.mark.parametrize(
        "pinned",
        [
            [],
            ["Young Witch", "Black Market", "Druid", "Riverboat", "Ferryman", "Underling"],
            ["Way of the Mouse", "Obelisk", "Approaching Army", "River Shrine", "Inherited"],
        ],
    )
    def test_lead_back_to_themselves(self, catalog, pinned, seed):
        request = read_draw(
            {
                "boxes": list(catalog.boxes),
                "players": 2 + seed % 5,
                "seed": f"link {seed}",
                "pinned": pinned,
                "black_market_size": 60,
                "wishes": {"landscapes": {"min": 2, "max": 4}},
            },
            catalog,
        )
        kingdom = draw_kingdom(request.asked, request.seed).kingdom
        assert kingdom is not None
        plan = PlanRequest(
            canonical(kingdom, request.asked), request.asked.players, request.asked.shelf.ids, None
        )
        link = link_for(*plan)
        assert follow(link) == plan
        assert len(link) < 1_900


class TestGolden:
    """Links once given out; none of these may ever change or break."""

    @pytest.mark.parametrize("name", GOLDEN)
    def test_a_request_keeps_its_link(self, name, catalog):
        request = read_request(GOLDEN[name]["request"], catalog)
        assert link_for(*request) == GOLDEN[name]["link"]

    @pytest.mark.parametrize("name", GOLDEN)
    def test_a_link_keeps_its_kingdom(self, name, catalog):
        assert follow(GOLDEN[name]["link"]) == read_request(GOLDEN[name]["request"], catalog)

    @pytest.mark.parametrize("name", GOLDEN)
    def test_a_link_is_a_page(self, name, client):
        assert client.get(GOLDEN[name]["link"]).status_code == 200


@pytest.fixture(scope="session")
def extreme(catalog) -> Kingdom:
    """Everything at once, always with the longest ids: 60 in the deck, four landscapes …"""

    def longest(things, number):
        return tuple(sorted(things, key=lambda thing: (-len(thing.id), thing.id))[:number])

    cards = longest(catalog.cards.values(), 90)
    landscapes = list(catalog.landscapes.values())
    traits = longest((one for one in landscapes if one.kind == "trait"), 2)
    others = longest((one for one in landscapes if one.kind not in ("trait", "ally")), 2)
    ally = longest((one for one in landscapes if one.kind == "ally"), 1)[0]
    return Kingdom(
        piles=cards[60:70],
        landscapes=(*others, *traits),
        deck=cards[:60],
        drawn={slot: cards[70 + n] for n, slot in enumerate(SLOTS_BY_KEY.values())}
        | {"ally": ally},
        boons=longest(catalog.groups["Boons"], 3),
        traits={trait.id: cards[60 + n] for n, trait in enumerate(traits)},
        platinum_colony=True,
        shelters=True,
    )


class TestLength:
    ADDRESS = "https://some-rather-long-name-of-a-machine.local:50000"

    @pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
    def test_everything_at_once_from_all_boxes_stays_below_two_thousand(
        self, catalog, extreme, times
    ):
        boxes = tuple(box for box in catalog.boxes for _ in range(times))
        link = link_for(extreme, 6, boxes, 2)
        assert len(self.ADDRESS + link) < 2_000
        assert follow(link) == (extreme, 6, boxes, 2)

    def test_sixty_cards_in_the_black_market_deck_stay_below_two_thousand(self, catalog):
        by_length = sorted(catalog.cards.values(), key=lambda card: -len(card.id))
        ten, deck = tuple(by_length[:10]), tuple(by_length[10:70])
        assert len(link_for(Kingdom(ten, deck=deck), 6, ("dominion-1e", "empires"))) < 2_000

    def test_boxes_are_named_in_full_as_long_as_that_fits(self, catalog, extreme):
        few = link_for(extreme, 6, ("dominion-1e", "dark-ages"))
        assert "boxes=dominion-1e.dark-ages&" in few
        assert len(few) <= LONGEST
        assert "boxes=d1.d2.dp.i1.i2." in link_for(extreme, 6, tuple(catalog.boxes))

    def test_a_short_name_stands_for_one_box(self, catalog):
        short = [box.short for box in catalog.boxes.values()]
        assert len(set(short)) == len(short)
        assert not {box.short for box in catalog.boxes.values() if box.short != box.id} & set(
            catalog.boxes
        )

    def test_released_short_names_are_as_they_were(self, catalog):
        assert {box: catalog.boxes[box].short for box in RELEASED} == RELEASED

    def test_short_names_are_read_in_any_link(self):
        request = follow("/kingdom/cellar?players=2&boxes=d1.dark-ages.cgp.cgp")
        named = ("dominion-1e", "dark-ages", *["cornucopia-guilds-update-pack"] * 2)
        assert request.boxes == named

    def test_a_plain_kingdom_stays_short(self, catalog):
        ten = tuple(catalog.published["first-game"].cards)
        assert len(link_for(Kingdom(ten), 2, ("dominion-1e",))) < 150


class TestBroken:
    @pytest.mark.parametrize(
        "link",
        [
            "/kingdom/smity?players=2",
            "/kingdom/cellar.?players=2",
            "/kingdom/cellar..moat?players=2",
            "/kingdom/Cellar?players=2",
            "/kingdom/cellar",
            "/kingdom/cellar?players=",
            "/kingdom/cellar?players=many",
            "/kingdom/cellar?players=100",
            "/kingdom/cellar?players=-1",
            "/kingdom/cellar?players=²",
            "/kingdom/cellar?players=2&players=3",
            "/kingdom/cellar?players=2&boxes=dominion-9e",
            "/kingdom/cellar?players=2&boxes=dominion-1e.domin",
            "/kingdom/cellar?players=2&landscapes=smithy",
            "/kingdom/cellar?players=2&boons=smithy",
            "/kingdom/cellar?players=2&colony=maybe",
            "/kingdom/cellar?players=2&traits=cheap",
            "/kingdom/cellar?players=2&traits=smithy:cellar",
            "/kingdom/cellar?players=2&traits=cheap:cellar.cheap:moat",
            "/kingdom/cellar?players=2&sets=0",
            "/kingdom/cellar?players=2&bane=x",
            "/kingdom/" + ".".join(["cellar"] * 41) + "?players=2",
            "/kingdom/cellar?players=2&deck=" + ".".join(["cellar"] * 601),
            "/kingdom/%ff%00?players=2",
        ],
    )
    def test_is_told_in_a_sentence(self, client, link):
        with pytest.raises(BrokenLink):
            follow(link)
        page = client.get(link)
        assert page.status_code == 404
        assert "cut off" in page.text
        assert "Traceback" not in page.text

    def test_what_others_add_to_a_link_does_no_harm(self, client):
        assert client.get("/kingdom/cellar?players=2&utm_source=chat").status_code == 200


class TestEmpty:
    def test_no_piles_at_all_have_a_link_too(self):
        assert piles_part(Kingdom(())) == "-"
        assert follow(link_for(Kingdom(()), 2, ())) == (Kingdom(()), 2, (), None)
