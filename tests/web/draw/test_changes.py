"""A kingdom changed at the table: keep, swap, never deal, choose instead, draw again, undo."""

import html
import re

import pytest

from tests.thorough import some
from web.draw.changes import Hand
from web.links.kingdom_link import kingdom_key

SHELF = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")
TEN = "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"{TEN}?players=2&boxes=dominion-1e"
WITCH = (
    "/kingdom/young-witch.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=3&boxes=dominion-1e.cornucopia&bane=cellar"
)


def piles(link: str) -> set[str]:
    return set(re.match(r"/kingdom/([^?]+)", link)[1].split("."))


def query(link: str, key: str) -> str:
    match = re.search(rf"[?&]{key}=([^&]*)", link)
    return match[1] if match else ""


@pytest.fixture
def client(at_home):
    return at_home(SHELF)


@pytest.fixture
def change(client, press):
    """Presses a button of a kingdom's page; answers the address it leads to."""

    def change(link, do, **fields):
        own = re.sub("&(keep|from)=[^&]*", "", link)
        answer = press(
            client,
            link,
            "/kingdom/change",
            **{"link": own, "keep": query(link, "keep"), "do": do, "seed": "one", **fields},
        )
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    return change


class TestKeep:
    def test_is_in_the_address_and_can_be_taken_back(self, change):
        kept = change(LINK, "keep:moat")
        assert query(kept, "keep") == "moat"
        assert query(change(kept, "keep:mine"), "keep") == "moat.mine"
        assert query(change(kept, "keep:moat"), "keep") == ""

    def test_a_kept_row_is_pressed_and_has_no_swap(self, client, change):
        page = client.get(change(LINK, "keep:moat")).text
        assert re.findall(r'name="swap" aria-label="Swap (Moat|Mine)"', page) == ["Mine"]
        assert re.search(
            r'name="lock" aria-pressed="true" aria-label="Keep Moat" value="moat"', page
        )
        assert "· keep 1" in page

    def test_what_is_not_in_the_kingdom_cannot_be_kept(self, client):
        assert "· keep" not in client.get(f"{LINK}&keep=witch.nonsense").text


class TestDrawAgain:
    def test_keeps_what_is_kept_and_changes_the_rest(self, change):
        again = change(f"{LINK}&keep=moat.mine", "again")
        assert {"moat", "mine"} <= piles(again)
        assert piles(again) != piles(LINK)
        assert query(again, "keep") == "moat.mine"

    def test_the_same_tap_twice_is_one_draw(self, change):
        first, second = (re.sub("&from=.*", "", change(LINK, "again")) for _ in range(2))
        assert first == second

    def test_another_seed_is_another_draw(self, change):
        assert piles(change(LINK, "again")) != piles(change(LINK, "again", seed="two"))

    def test_fits_the_wishes_of_the_household(self, at_home, press):
        client = at_home(("dominion-1e",), wishes={"banned": ["witch"], "pinned": ["chapel"]})
        for seed in "abcdef":
            link = press(client, LINK, "/kingdom/change", link=LINK, do="again", seed=seed).headers[
                "Location"
            ]
            assert "chapel" in piles(link)
            assert "witch" not in piles(link)

    def test_a_kept_bane_stays_the_bane(self, change):
        again = change(f"{WITCH}&keep=young-witch.cellar", "again")
        assert query(again, "bane") == "cellar"
        assert "cellar" not in piles(again)

    def test_says_so_when_nothing_keeps_them(self, at_home, press, client):
        client = at_home(("dominion-1e",), wishes={"wishes": {"tags": {"attack": {"max": 0}}}})
        answer = press(
            client, LINK, "/kingdom/change", link=LINK, keep="militia", do="again", seed="x"
        )
        assert piles(answer.headers["Location"]) == piles(LINK)
        assert (
            "No other kingdom fits your wishes and the piles you keep"
            in client.get(answer.headers["Location"]).text
        )


class TestSwap:
    def test_changes_one_pile_and_keeps_nine(self, change):
        swapped = change(LINK, "swap:moat")
        assert "moat" not in piles(swapped)
        assert len(piles(swapped) & piles(LINK)) == 9

    def test_changes_the_bane_alone(self, change):
        swapped = change(WITCH, "swap:cellar")
        assert piles(swapped) == piles(WITCH)
        assert query(swapped, "bane") not in ("", "cellar")

    def test_changes_one_landscape_alone(self, at_home, press):
        client = at_home(("dominion-1e", "adventures", "empires"))
        link = f"{TEN}?players=2&boxes=dominion-1e.adventures.empires&landscapes=alms.tax"
        answer = press(client, link, "/kingdom/change", link=link, do="swap:alms", seed="x")
        landscapes = query(answer.headers["Location"], "landscapes").split(".")
        assert len(landscapes) == 2
        assert "tax" in landscapes
        assert "alms" not in landscapes

    def test_decides_the_draws_again(self, change):
        link = "/kingdom/bank.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
        link += "?players=2&boxes=dominion-1e.prosperity-1e&colony=no&colony_card=moat"
        answers = {query(change(link, "other:draws", seed=seed), "colony") for seed in "abcdefghij"}
        assert answers == {"yes", "no"}

    BOTH = (
        "/kingdom/bank.city.expand.mint.vault.altar.armory.catacombs.count.moat?players=2"
        "&boxes=dominion-1e.prosperity-1e.dark-ages&colony=no&colony_card=moat&shelters=no"
        "&shelters_card=mint"
    )

    @pytest.mark.parametrize(
        ("key", "own", "other"),
        [("platinum_colony", "colony", "shelters"), ("shelters", "shelters", "colony")],
    )
    def test_decides_one_draw_and_leaves_the_other(self, change, key, own, other):
        links = [change(self.BOTH, f"other:draws-{key}", seed=seed) for seed in "abcdefghijklmnop"]
        assert {query(link, own) for link in links} == {"yes", "no"}
        assert {query(link, other) for link in links} == {"no"}
        assert len({query(link, f"{other}_card") for link in links}) == 1

    @pytest.mark.parametrize("answer", ["yes", "no"])
    def test_takes_an_answer_by_hand(self, change, answer):
        link = change(self.BOTH, f"other:{answer}-shelters")
        assert (query(link, "shelters"), query(link, "shelters_card")) == (answer, "")
        assert (query(link, "colony"), query(link, "colony_card")) == ("no", "moat")

    def test_a_swapped_deck_is_another_deck(self, change):
        link = "/kingdom/black-market.market.militia.mine.moat.remodel.smithy.village.woodcutter"
        link += ".workshop?players=2&boxes=dominion-1e.promo-black-market&deck=chapel.witch.spy"
        deck = query(change(link, "other:deck"), "deck").split(".")
        assert set(deck) != {"chapel", "witch", "spy"}
        assert not set(deck) & piles(link)

    def test_says_so_when_nothing_else_fits(self, at_home, press):
        client = at_home(("dominion-1e",), wishes={"banned": ["envoy"]})
        client_link = f"{TEN}?players=2&boxes=promo-envoy"
        answer = press(
            client, client_link, "/kingdom/change", link=client_link, do="swap:moat", seed="x"
        )
        assert "Nothing else fits" in client.get(answer.headers["Location"]).text


class TestNever:
    def test_swaps_the_card_and_keeps_it_away_for_good(self, client, change, store):
        swapped = change(LINK, "never:moat")
        assert "moat" not in piles(swapped)
        key = store._row("select wishes from household where id = ?", client.home)
        assert '"moat"' in key["wishes"]
        for seed in "abcdef":
            assert "moat" not in piles(change(swapped, "again", seed=seed))

    def test_can_be_taken_back(self, client, change, store):
        swapped = change(LINK, "never:moat")
        change(swapped, "undo", **{"from": query(swapped, "from")})
        assert '"moat"' not in store._row("select wishes from household")["wishes"]


class TestChoose:
    def test_offers_what_fits_and_no_card_in_use(self, client):
        page = client.get(LINK.replace("?", "/instead/moat?")).text
        offered = set(re.findall(r'value="choose:moat:([^"]+)"', page))
        assert "witch" in offered
        assert not offered & piles(LINK)

    def test_puts_the_chosen_card_in_its_place(self, change):
        chosen = change(LINK, "choose:moat:witch")
        assert piles(chosen) == piles(LINK) - {"moat"} | {"witch"}

    def test_deals_what_the_chosen_card_asks_for(self, change):
        link = f"{TEN}?players=2&boxes=dominion-1e.cornucopia"
        assert query(change(link, "choose:moat:young-witch"), "bane")

    def test_offers_only_possible_banes(self, client, catalog):
        page = client.get(WITCH.replace("?", "/instead/cellar?")).text
        offered = re.findall(r'value="choose:cellar:([^"]+)"', page)
        assert offered
        assert all(catalog.cards[id_].cost.is_exactly(2, 3) for id_ in offered)

    def test_a_card_that_does_not_fit_is_refused_in_words(self, client, change):
        stays = change(LINK, "choose:moat:mine")
        assert piles(stays) == piles(LINK)
        assert "no longer fits here" in client.get(stays).text


class TestUndo:
    def test_leads_back_to_the_kingdom_before_with_what_was_kept(self, client, change):
        kept = f"{LINK}&keep=moat"
        swapped = change(kept, "swap:mine")
        assert change(swapped, "undo", **{"from": query(swapped, "from")}) == kept

    def test_twenty_steps_can_be_taken_back(self, change):
        links = [LINK]
        for number in range(20):
            pile = min(piles(links[-1]))
            step = {"from": query(links[-1], "from")}
            links.append(change(links[-1], f"swap:{pile}", seed=str(number), **step))
        here = links.pop()
        while links:
            here = change(here, "undo", **{"from": query(here, "from")})
            assert here == links.pop()

    def test_keeping_a_pile_does_not_lose_it(self, client, change):
        swapped = change(LINK, "swap:mine")
        kept = change(swapped, "keep:moat", **{"from": query(swapped, "from")})
        assert 'value="undo" aria-label="Undo">' in client.get(kept).text

    def test_is_not_offered_to_another_household(self, at_home, client, change):
        swapped = change(LINK, "swap:mine")
        assert 'value="undo" aria-label="Undo">' in client.get(swapped).text
        assert 'value="undo" aria-label="Undo">' not in at_home(SHELF).get(swapped).text


class TestTwoPhonesAtOnce:
    """What another phone did since a page was shown is gone on from, and not undone."""

    def test_both_swaps_are_made(self, change):
        first = change(LINK, "swap:moat", since="0")
        second = change(LINK, "swap:mine", since="0")
        assert piles(second) > piles(first) - {"mine"}
        assert change(second, "undo", **{"from": query(second, "from")}).startswith(
            re.sub("&from=.*", "", first)
        )

    def test_the_same_swap_twice_is_one(self, client, change):
        first = change(LINK, "swap:moat", since="0")
        assert piles(change(LINK, "swap:moat", since="0")) == piles(first)
        assert "Moat is no longer in this kingdom." in client.get(first).text

    def test_what_is_kept_leads_on_too(self, change):
        first = change(LINK, "swap:moat", since="0")
        assert piles(change(LINK, "keep:mine", since="0")) == piles(first)

    def test_several_steps_are_followed_at_once(self, client, change):
        first = change(LINK, "swap:moat", since="0")
        second = change(first, "swap:mine")
        assert piles(change(LINK, "swap:market", since="0")) >= piles(second) - {"market"}
        key = kingdom_key(LINK)
        moved = client.get(f"/marks?kingdom={key}&since=0").json["moved"]
        assert "market" not in piles(moved)

    def test_whoever_went_back_changes_the_kingdom_before(self, client, change):
        change(LINK, "swap:moat", since="0")
        seen = re.search(r'name="since" value="(\d+)"', client.get(LINK).text)[1]
        assert "moat" in piles(change(LINK, "swap:mine", since=seen))

    def test_of_two_at_the_same_moment_the_later_goes_on_from_the_first(self, change, monkeypatch):
        """The other phone's change is saved while this one's is still being drawn."""
        others, first, really = ["swap:moat"], [], Hand.swap

        def swap(hand, id_, seed):
            while others:
                first.append(change(LINK, others.pop(), since="0"))
            return really(hand, id_, seed)

        monkeypatch.setattr(Hand, "swap", swap)
        second = change(LINK, "swap:mine", since="0")
        assert piles(second) > piles(first[0]) - {"mine"}


class TestOddKingdoms:
    """What cannot be played can still be looked at and changed, or told why not."""

    LINKS = (
        "/kingdom/-?players=2",
        "/kingdom/moat?players=2&boxes=dominion-1e",
        "/kingdom/moat.mine.young-witch?players=0&boxes=dominion-1e.cornucopia",
        "/kingdom/moat.mine.young-witch?players=99&boxes=dominion-1e.cornucopia&bane=bank",
        f"{TEN}.witch.spy?players=8&boxes=dominion-1e&landscapes=alms.tax.cheap",
        f"{TEN}?players=3",
        f"{TEN}?players=3&boxes=base-cards",
        "/kingdom/copper.dame-anna.knights.ruined-library?players=3&boxes=dark-ages.dominion-2e",
        "/kingdom/moat.moat.moat?players=3&boxes=dominion-2e&deck=moat.copper&army=moat",
        "/kingdom/druid.black-market?players=3&boxes=nocturne&boons=the-suns-gift&obelisk=druid",
    )

    @pytest.mark.parametrize("link", some(LINKS))
    def test_answer_every_tap(self, client, press, link):
        page = client.get(link)
        assert page.status_code == 200
        taps = set(re.findall(r'name="do" value="([^"]+)"', page.text))
        for tap in sorted({"again", "other:deck", "other:draws", "other:boons", *taps}):
            answer = press(client, link, "/kingdom/change", link=link, do=tap, seed="x")
            assert answer.status_code in (303, 404), tap
        for address in set(re.findall(r'href="([^"]+/instead/[^"]+)"', page.text)):
            assert client.get(html.unescape(address)).status_code == 200


class TestBadInput:
    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"link": "/kingdom/nonsense?players=2", "do": "again"}, 404),
            ({"link": "https://evil.example/", "do": "again"}, 404),
            ({"link": "", "do": "again"}, 404),
            ({"link": LINK, "do": "swap:nonsense"}, 404),
            ({"link": LINK, "do": "never:nonsense"}, 404),
            ({"link": LINK, "do": "<script>"}, 400),
            ({"link": LINK}, 400),
        ],
    )
    def test_gets_a_sentence(self, client, press, fields, status):
        answer = press(client, LINK, "/kingdom/change", **fields)
        assert answer.status_code == status
        assert "<h1>" in answer.text

    def test_a_card_that_is_gone_already_leaves_all_as_it_is(self, change):
        assert piles(change(LINK, "swap:witch")) == piles(LINK)

    @pytest.mark.parametrize("card", ["nonsense", "witch"])
    def test_nothing_stands_in_for_a_card_that_is_not_there(self, client, card):
        assert client.get(LINK.replace("?", f"/instead/{card}?")).status_code == 404
