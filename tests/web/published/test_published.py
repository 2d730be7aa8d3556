"""Published kingdoms: for a shelf, with one box more, by name in any language, unplayed."""

import re
from collections import Counter

import pytest

from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup
from tests.builders import ALL_BOXES
from web.draw.published import (
    asked_for,
    boxes_on,
    found_by,
    one_short,
    playable_kingdoms,
    with_draws,
)
from web.links.kingdom_link import link_for, read_address
from web.published.page import TO_A_PAGE
from web.setup_sheet.sheet import banner
from web.store.games import LoggedGame

SHELF = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")
ROW = re.compile('href="/published/([a-z0-9-]+)"')
NAMES = re.compile('<b class="name" lang="en">(.*?)</b>')


def shown(page):
    """The ids of the kingdoms on a page, in their order."""
    return ROW.findall(page.text)


def all_shown(client, address):
    """The ids on all pages."""
    ids, number = [], 1
    while True:
        page = client.get(f"{address}{'&' if '?' in address else '?'}page={number}")
        ids += shown(page)
        if 'rel="next"' not in page.text:
            return ids
        number += 1


def play(store, home, *ids):
    """Notes published kingdoms as played."""
    catalog = load_catalog()
    for number, id_ in enumerate(ids):
        link = link_for(*asked_for(catalog.published[id_], 2, SHELF))
        game = LoggedGame(f"g{number}", link, "2026-11-15", "", 2, False, None, "", ())
        store.keep_game(home, game)


class TestPlayable:
    """It is the cards that count, not the names of boxes."""

    def test_all_are_playable_with_all_boxes(self, catalog):
        assert set(playable_kingdoms(catalog, ALL_BOXES)) == set(catalog.published.values())
        assert one_short(catalog, ALL_BOXES) == {}

    def test_an_update_pack_stands_in_for_the_second_edition(self, catalog):
        first, pack, second = "dominion-1e", "dominion-update-pack", "dominion-2e"
        with_pack = playable_kingdoms(catalog, (first, pack))
        assert set(playable_kingdoms(catalog, (second,))) <= set(with_pack)

    @pytest.mark.parametrize("boxes", [SHELF, ("dominion-1e", "intrigue-update-pack", "guilds")])
    def test_each_can_be_set_up(self, catalog, boxes):
        for each in playable_kingdoms(catalog, boxes):
            plan = plan_setup(asked_for(each, 4, boxes).game(catalog))
            assert plan.status != "error", each.id

    @pytest.mark.parametrize("boxes", [SHELF, ("seaside-2e", "empires"), ()])
    def test_one_box_short_is_what_that_box_would_add(self, catalog, boxes):
        here = set(playable_kingdoms(catalog, boxes))
        for box in ALL_BOXES:
            if box not in boxes:
                more = set(playable_kingdoms(catalog, (*boxes, box))) - here
                assert set(one_short(catalog, boxes).get(box, ())) == more, box

    def test_boxes_that_help_most_come_first(self, catalog):
        counts = [len(kingdoms) for kingdoms in one_short(catalog, SHELF).values()]
        assert counts == sorted(counts, reverse=True)

    def test_of_boxes_that_serve_equally_the_one_here_is_named(self, catalog):
        kingdom = catalog.published["high-and-low"]
        for edition in ("dominion-1e", "dominion-2e"):
            shelf = gather(catalog, (edition, "dark-ages"))
            assert boxes_on(kingdom, shelf) == (edition, "dark-ages")


class TestTheList:
    def test_the_front_page_says_how_many_fit(self, at_home, catalog):
        fit = f"{len(playable_kingdoms(catalog, SHELF))} of {len(catalog.published)} fit your shelf"
        assert fit in at_home(SHELF).get("/").text

    def test_it_shows_what_the_shelf_can_play(self, at_home, catalog):
        client = at_home(SHELF)
        assert all_shown(client, "/published") == [k.id for k in playable_kingdoms(catalog, SHELF)]

    def test_pages_are_short(self, at_home, catalog):
        client = at_home(SHELF)
        page = client.get("/published?fit=all", headers={"Accept-Encoding": "gzip"})
        assert len(page.data) < 25_000
        assert len(shown(client.get("/published?fit=all"))) == TO_A_PAGE
        full, rest = divmod(len(catalog.published), TO_A_PAGE)
        last = full + 1 if rest else full
        on_the_last = shown(client.get(f"/published?fit=all&page={last}"))
        assert len(on_the_last) == (rest or TO_A_PAGE)

    def test_a_page_beyond_the_last_is_the_last(self, at_home):
        client = at_home(SHELF)
        assert shown(client.get("/published?page=99")) == shown(client.get("/published?page=2"))

    @pytest.mark.parametrize(
        "query", ["fit=none", "page=0", "page=x", "box=nonsense", "played=often", "add=nowhere"]
    )
    def test_what_cannot_be_read_is_passed_over(self, at_home, query):
        client = at_home(SHELF)
        assert shown(client.get(f"/published?{query}")) == shown(client.get("/published"))

    def test_without_a_shelf_all_are_shown(self, client, catalog):
        page = client.get("/published")
        assert f"{len(catalog.published)} kingdoms" in page.text
        assert "No boxes yet" in page.text
        assert "Set-Cookie" not in page.headers

    def test_one_box_short_is_grouped_by_that_box(self, at_home, catalog):
        client = at_home(SHELF)
        page = client.get("/published?fit=short").text
        for box, kingdoms in one_short(catalog, SHELF).items():
            row = re.search(f"add={box}.*?</a>", page)
            assert row, box
            assert f"{len(kingdoms)} more kingdom" in row[0]
            assert set(all_shown(client, f"/published?fit=short&add={box}")) == {
                each.id for each in kingdoms
            }

    def test_a_box_that_is_missing_is_said_to_be(self, at_home):
        page = at_home(SHELF).get("/published?fit=short&add=seaside-2e").text
        assert "Seaside 2nd: missing" in page

    def test_it_can_be_narrowed_to_a_box(self, at_home, catalog):
        ids = all_shown(at_home(SHELF), "/published?box=prosperity")
        assert ids
        for id_ in ids:
            boxes = [b for c in catalog.published[id_].boxes for choice in c for b in choice]
            assert "prosperity-1e" in boxes

    def test_it_says_what_is_published_beside_the_ten(self, at_home):
        page = at_home(ALL_BOXES).get("/published?q=bounty+of+the+hunt&fit=all").text
        assert "Bane" not in page
        page = at_home(ALL_BOXES).get("/published?q=jester&fit=all").text
        assert "Bane Chancellor" in page
        page = at_home(ALL_BOXES).get("/published?q=grim+parade&fit=all").text
        assert "Shelters" in page

    def test_friends_boxes_count(self, at_home, store):
        friend = at_home(("intrigue-1e", "seaside-1e"))
        client = at_home(("dominion-1e",))
        before = len(all_shown(client, "/published"))
        store.add_friend(client.home, friend.home)
        store.switch_friend(client.home, friend.home, here=True)
        assert len(all_shown(client, "/published")) > before

    def test_the_banner_has_ten_fields_in_roll_order(self, at_home, catalog):
        page = at_home(SHELF).get("/published?q=grim+parade").text
        fields = re.findall('<i class="((?:a|b)-[a-z -]+)"></i>', page.split("banner")[-1])
        assert tuple(fields[:10]) == banner(catalog.published["grim-parade"].cards)
        assert len(banner(catalog.published["grim-parade"].cards)) == 10


class TestSearch:
    @pytest.mark.parametrize(
        ("words", "card"),
        [
            ("grim parade", "cultist"),
            ("hausierer", "peddler"),
            ("čarodějnice", "witch"),
            ("sorcière", "witch"),
            ("heks", "witch"),
        ],
    )
    def test_in_any_language(self, at_home, catalog, words, card):
        ids = shown(at_home(ALL_BOXES).get(f"/published?fit=all&q={words}"))
        cards = {one.id for id_ in ids for one in catalog.published[id_].cards}
        assert card in cards

    def test_accents_and_case_do_not_matter(self, catalog):
        kingdoms = catalog.published.values()
        witch = {k.id for k in kingdoms if any(card.id == "witch" for card in k.cards)}
        for word in ("Čarodějnice", "carodejnice", "HEXE", "Witch"):
            assert witch <= {k.id for k in kingdoms if found_by(k, catalog, word)}

    def test_every_word_must_be_found(self, catalog):
        both = [k for k in catalog.published.values() if found_by(k, catalog, "witch, village")]
        assert both
        for kingdom in both:
            assert found_by(kingdom, catalog, "village")

    def test_landscapes_are_searched_too(self, catalog):
        with_event = next(k for k in catalog.published.values() if k.landscapes)
        assert found_by(with_event, catalog, with_event.landscapes[0].name)

    def test_nothing_found_is_said_with_a_way_on(self, at_home):
        page = at_home(SHELF).get("/published?q=zzzz").text
        assert "No published kingdom matches." in page
        assert 'value="zzzz"' in page


class TestOpening:
    def test_it_is_the_kingdom_as_published_for_tonight(self, at_home, catalog):
        client = at_home(SHELF, players=4)
        for id_ in shown(client.get("/published")):
            answer = client.get(f"/published/{id_}")
            assert answer.status_code == 303
            request = read_address(answer.headers["Location"], catalog)
            kingdom = catalog.published[id_]
            assert (request.players, request.boxes) == (4, SHELF)
            assert request.kingdom.piles == kingdom.cards
            assert request.kingdom.landscapes == kingdom.landscapes
            assert dict(request.kingdom.drawn) == dict(kingdom.drawn)
            assert request.kingdom.platinum_colony is kingdom.platinum_colony
            assert request.kingdom.shelters is kingdom.shelters

    def test_its_name_is_on_the_page(self, at_home):
        page = at_home(SHELF).get("/published/grim-parade", follow_redirects=True)
        assert "<h1 lang=en>Grim Parade</h1>" in page.text

    def test_what_is_printed_open_is_drawn_and_told(self, at_home, catalog):
        client = at_home(ALL_BOXES)
        page = client.get("/published/big-time-v2", follow_redirects=True).text
        assert "The rulebook leaves a choice open here. Drawn for you:" in page
        assert "Obelisk counts" in page
        again = client.get("/published/big-time-v2").headers["Location"]
        assert again == client.get("/published/big-time-v2").headers["Location"]

    def test_only_what_is_printed_open_is_drawn(self, catalog):
        drawn = {
            kingdom.id: names
            for kingdom in catalog.published.values()
            if (names := with_draws(asked_for(kingdom, 3, ALL_BOXES), catalog, "x")[1])
        }
        assert set(drawn) == {"big-time-v2"}

    def test_without_a_shelf_it_opens_with_its_own_boxes(self, client, catalog):
        link = client.get("/published/grim-parade").headers["Location"]
        assert read_address(link, catalog).boxes == ("dark-ages",)

    def test_an_unknown_one_is_not_found(self, at_home):
        assert at_home(SHELF).get("/published/no-such-thing").status_code == 404


class TestPlayedOrNot:
    def test_those_played_are_marked_and_can_be_left_out(self, at_home, store, catalog):
        client = at_home(SHELF)
        first = playable_kingdoms(catalog, SHELF)[0].id
        play(store, client.home, first)
        page = client.get("/published").text
        assert page.count('class="was"') == 1
        assert first not in all_shown(client, "/published?played=no")
        assert all_shown(client, "/published?played=yes") == [first]

    def test_other_households_games_do_not_count(self, at_home, store, catalog):
        client, other = at_home(SHELF), at_home(SHELF)
        play(store, other.home, playable_kingdoms(catalog, SHELF)[0].id)
        assert 'class="was"' not in client.get("/published").text


class TestSurprise:
    def test_it_leads_to_one_that_was_not_played(self, at_home, store, catalog, press):
        client = at_home(SHELF)
        ids = [kingdom.id for kingdom in playable_kingdoms(catalog, SHELF)]
        play(store, client.home, *ids[1:])
        answer = press(client, "/published", "/published/surprise", seed="a", fit="here")
        request = read_address(answer.headers["Location"], catalog)
        assert set(request.kingdom.piles) == set(catalog.published[ids[0]].cards)
        assert store.last_kingdom(client.home) in answer.headers["Location"]

    def test_when_all_were_played_it_says_so_kindly(self, at_home, store, catalog, press):
        client = at_home(SHELF)
        play(store, client.home, *(kingdom.id for kingdom in playable_kingdoms(catalog, SHELF)))
        answer = press(client, "/published", "/published/surprise", seed="a", fit="here")
        page = client.get(answer.headers["Location"]).text
        assert "You’ve already played every one" in page

    def test_the_filter_holds(self, at_home, catalog, press):
        client = at_home(SHELF)
        for seed in "abcd":
            answer = press(
                client, "/published", "/published/surprise", seed=seed, fit="all", q="familiar"
            )
            kingdom = read_address(answer.headers["Location"], catalog).kingdom
            assert "familiar" in {card.id for card in kingdom.piles}
            assert frozenset(kingdom.piles) in {
                frozenset(k.cards) for k in playable_kingdoms(catalog, SHELF)
            }

    def test_the_same_seed_gives_the_same_one(self, at_home, press):
        client = at_home(SHELF)
        links = {
            press(client, "/published", "/published/surprise", seed="a")
            .headers["Location"]
            .partition("&from")[0]
            for _ in range(2)
        }
        assert len(links) == 1

    def test_each_is_equally_likely(self, at_home, catalog, press):
        client = at_home(("dominion-1e",))
        kingdoms = playable_kingdoms(catalog, ("dominion-1e",))
        client.get("/published")
        counts = Counter(
            client.post("/published/surprise", data={"seed": str(n)})
            .headers["Location"]
            .partition("?")[0]
            for n in range(100)
        )
        expected = 100 / len(kingdoms)
        assert len(counts) == len(kingdoms) == 5
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 18.5


def test_a_published_name_is_marked_as_english(at_home):
    client, german = at_home(("dominion-1e",)), {"Accept-Language": "de"}
    link = client.get("/published/first-game", headers=german).location
    assert "<h1 lang=en>First Game</h1>" in client.get(link, headers=german).text
    other = link.replace("woodcutter", "witch")
    assert "lang=en" not in client.get(other, headers=german).text
