"""After the ten: every extra, the Black Market deck, both draws and all placements.

Setup rules, section 1 (order of work), 4 (draws), 6.1 (Bane), 6.2 (Black Market deck), 6.4 (pools)
and 10 (open points).
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest

from setup_rules.cards import Card
from setup_rules.chance import Chance
from setup_rules.collection import gather
from setup_rules.draw.completion import (
    COLONY_POLICIES,
    SHELTER_POLICIES,
    Dealing,
    NoCompletion,
    deal,
)
from setup_rules.engine import settle
from setup_rules.kingdom import TEN, Kingdom
from tests.builders import ALL_BOXES, CATALOG, DULL, card, landscape, thing
from tests.draw.dealt import (
    SHELF,
    UNDRAWN,
    all_but,
    can_be_completed,
    dealing_odds,
    dealt,
    evenly,
    ids,
    in_use,
    kingdom_with,
    landscapes_of_kind,
    open_draws,
    piles_that,
    plan_of,
    shelf_of,
)
from tests.draw.test_fairness import chi_square_z
from tests.thorough import cases

TRIGGERS = ("Young Witch", "Ferryman", "Riverboat", "Black Market", "Tea House", "Bauble", "Druid")


def with_prophecy(kingdom, name):
    return kingdom._replace(drawn={**kingdom.drawn, "prophecy": landscape(name)})


def slot_odds(slot, kingdom, **how):
    """The exact odds of each card for a slot."""
    return dealing_odds(kingdom, lambda done: done.drawn[slot].id, slot, **how)


class TestEverySlot:
    """Sections 5 and 6.4: each card of the full pool is equally likely, over all boxes."""

    @pytest.mark.parametrize(
        ("slot", "kingdom"),
        [
            ("bane", kingdom_with("Young Witch", "Cellar", "Moat")),
            ("ferryman", kingdom_with("Ferryman", "Village")),
            ("riverboat", kingdom_with("Riverboat")),
            ("mouse", kingdom_with("Cellar", landscapes=("Way of the Mouse",))),
            ("army", with_prophecy(kingdom_with("Tea House"), "Approaching Army")),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_takes_each_unused_card_that_fits_alike(self, slot, kingdom):
        free = [pile.id for pile in piles_that(slot) if pile not in kingdom.piles]
        assert len(free) > 60
        assert slot_odds(slot, kingdom) == evenly(free)

    @pytest.mark.parametrize(
        ("slot", "name", "how_many"), [("ally", "Bauble", 23), ("prophecy", "Tea House", 15)]
    )
    def test_deals_each_ally_and_prophecy_alike(self, slot, name, how_many):
        chances = slot_odds(slot, kingdom_with(name))
        assert len(chances) == how_many
        assert chances == evenly(one.id for one in landscapes_of_kind(SHELF, slot))

    def test_takes_only_what_is_on_the_shelf_and_not_banned(self):
        shelf = shelf_of("dominion-2e", "cornucopia-guilds-2e")
        kingdom = kingdom_with("Young Witch")
        how = replace(UNDRAWN, banned=ids("Cellar", "Hamlet"))
        free = [pile.id for pile in piles_that("bane") if shelf.owns(pile)]
        free = [id_ for id_ in free if id_ not in ("cellar", "hamlet")]
        assert slot_odds("bane", kingdom, shelf=shelf, how=how) == evenly(free)

    def test_leaves_out_mixed_piles_where_one_card_is_set_aside(self):
        """Section 10, A3; Bane, Ferryman's pile and the Army pile may be mixed."""
        mixed = {pile.id for pile in SHELF.cards if pile.is_mixed}
        for slot in ("mouse", "riverboat"):
            assert not mixed & {pile.id for pile in piles_that(slot)}
        for slot in ("bane", "ferryman", "army"):
            assert mixed & {pile.id for pile in piles_that(slot)}

    def test_by_real_chance_is_fair_as_well(self):
        """Chi-square at fixed seeds, Bane and Ally of one kingdom each."""
        kingdom = kingdom_with("Young Witch", "Bauble")
        free = [pile.id for pile in piles_that("bane") if pile not in kingdom.piles]
        draws = 8 * len(free)
        done = [dealt(kingdom, f"fair {number}") for number in range(draws)]
        banes = Counter(one.drawn["bane"].id for one in done)
        allies = Counter(one.drawn["ally"].id for one in done)
        assert -3.5 < chi_square_z(banes, dict.fromkeys(free, 8)) < 3.5
        every = [one.id for one in landscapes_of_kind(SHELF, "ally")]
        assert -3.5 < chi_square_z(allies, dict.fromkeys(every, draws / 23)) < 3.5

    def test_keeps_what_is_named(self):
        named = {"bane": card("Chapel"), "ally": landscape("Island Folk")}
        kingdom = kingdom_with("Young Witch", "Bauble")._replace(drawn=named)
        assert dict(dealt(kingdom).drawn) == named

    def test_has_dice_of_its_own_so_that_no_other_slot_shifts_it(self):
        for seed in ("a", "b", "c", "d"):
            alone = dealt(kingdom_with("Bauble"), seed)
            among = dealt(kingdom_with("Bauble", "Young Witch", "Druid"), seed)
            assert alone.drawn["ally"] is among.drawn["ally"]

    def test_the_same_seed_deals_the_same(self):
        kingdom = kingdom_with(*TRIGGERS)
        assert dealt(kingdom, "same") == dealt(kingdom, "same")
        assert dealt(kingdom, "same") != dealt(kingdom, "other")


class _Listening:
    """Chance that remembers for what it was asked, in order."""

    def __init__(self, seed):
        self.seed, self.purposes = seed, []

    def stream(self, purpose):
        self.purposes.append(purpose)
        return Chance(self.seed, purpose)


class TestTheOrder:
    """Section 1, steps 2 to 5."""

    kingdom = kingdom_with(
        "Black Market", "Riverboat", "Ferryman", "Young Witch", "Tea House", "Bauble", "Druid",
        landscapes=("Way of the Mouse", "Obelisk", "Cheap"),
    )  # fmt: skip

    def test_is_that_of_the_rules(self):
        others = [
            p.id for p in landscapes_of_kind(SHELF, "prophecy") if p.name != "Approaching Army"
        ]
        chance = _Listening("order")
        deal(self.kingdom, 2, SHELF, Dealing(banned=frozenset(others)), chance)
        assert chance.purposes == [
            "prophecy", "army", "bane", "ferryman", "mouse", "riverboat", "black_market_deck",
            "ally", "platinum_colony", "shelters", "traits", "obelisk", "druid_boons",
        ]  # fmt: skip

    def test_the_decks_own_extras_come_after_it(self):
        """Young Witch in the deck alone still needs a Bane, not from the deck (6.1, 6.2)."""
        kingdom = kingdom_with("Black Market")
        others = {pile.id for pile in SHELF.cards if pile.cost.coin > 3} - ids("Young Witch", *DULL)
        how = replace(UNDRAWN, banned=frozenset(others), deck_size=400)
        done = dealt(kingdom, how=how)
        assert card("Young Witch") in done.deck
        assert done.drawn["bane"] not in done.deck
        assert plan_of(done).status != "error"

    def test_extras_of_the_ten_may_be_any_card_the_deck_could_have(self):
        kingdom = kingdom_with("Young Witch", "Black Market")
        free = [pile.id for pile in piles_that("bane") if pile not in kingdom.piles]
        assert set(slot_odds("bane", kingdom)) == set(free)

    def test_a_liaison_in_the_deck_brings_an_ally(self):
        number = 0
        for seed in range(40):
            done = dealt(kingdom_with("Black Market"), f"liaison {seed}")
            liaison = any("Liaison" in c.types for c in done.deck if isinstance(c, Card))
            assert ("ally" in done.drawn) == liaison or "bane" in done.drawn
            number += liaison
        assert number


class TestTheLongestChain:
    """Section 1: Omen → Approaching Army → Young Witch → Bane → Black Market → deck → …"""

    others = frozenset(
        {pile.id for pile in SHELF.cards if "Attack" in pile.types or pile.cost.is_exactly(2, 3)}
        | {one.id for one in landscapes_of_kind(SHELF, "prophecy")}
    ) - {"young-witch", "black-market", "approaching-army"}

    def test_is_dealt_to_its_end(self):
        how = replace(UNDRAWN, banned=self.others)
        for seed in range(15):
            done = dealt(kingdom_with("Tea House"), f"chain {seed}", how=how)
            assert done.drawn["prophecy"].name == "Approaching Army"
            assert done.drawn["army"].name == "Young Witch"
            assert done.drawn["bane"].name == "Black Market"
            assert len(done.deck) == 15
            assert plan_of(done).status != "error"
            assert not open_draws(settle(done, 2, SHELF))

    def test_goes_on_from_the_cards_of_the_deck(self):
        """Baker, a Potion card, a Looter, Druid, a Liaison and Riverboat in the deck."""
        deck = ("Baker", "Alchemist", "Cultist", "Druid", "Emissary", "Riverboat")
        kingdom = kingdom_with("Black Market")._replace(deck=tuple(map(thing, deck)))
        done = dealt(kingdom)
        assert set(done.drawn) == {"ally", "riverboat"}
        assert len(done.boons) == 3
        assert done.deck == kingdom.deck


class TestAnotherProphecy:
    """Section 6.4, Army: if the pool is empty, deal another Prophecy."""

    def test_is_dealt_when_there_is_no_attack_for_approaching_army(self):
        attacks = frozenset(pile.id for pile in piles_that("army"))
        how = replace(UNDRAWN, banned=attacks)
        every = [one.id for one in landscapes_of_kind(SHELF, "prophecy")]
        every.remove("approaching-army")
        assert slot_odds("prophecy", kingdom_with("Tea House"), how=how) == evenly(every)


class TestBlackMarketDeck:
    """Section 6.2: single cards of piles not in use, fifteen if there are so many."""

    def test_every_card_is_in_it_equally_often(self):
        kingdom = kingdom_with("Black Market")
        pool = [c.id for c in SHELF.cards if not c.is_mixed and c not in kingdom.piles]
        draws = 320
        seen = Counter(
            one.id for seed in range(draws) for one in dealt(kingdom, f"deck {seed}").deck
        )
        assert -3.5 < chi_square_z(seen, dict.fromkeys(pool, 15 * draws / len(pool))) < 3.5

    def test_every_deck_of_a_small_shelf_is_equally_likely(self):
        names = ("Black Market", *DULL[:9], "Adventurer", "Festival", "Gardens", "Witch", "Mine")
        names = tuple(dict.fromkeys((*names, "Artisan")))
        how = replace(UNDRAWN, banned=all_but(*names), deck_size=2)
        kingdom = Kingdom(tuple(map(card, names[:10])))
        chances = dealing_odds(
            kingdom, lambda done: frozenset(c.name for c in done.deck), "black_market_deck", how=how
        )
        assert chances == evenly(map(frozenset, combinations(names[10:], 2)))

    @pytest.mark.parametrize("size", [1, 5, 15, 40])
    def test_has_the_size_wished(self, size):
        how = replace(UNDRAWN, deck_size=size)
        done = dealt(kingdom_with("Black Market"), how=how)
        assert len(done.deck) == len(set(done.deck)) == size

    def test_has_no_mixed_pile_no_banned_card_and_nothing_in_use(self):
        how = replace(UNDRAWN, banned=ids("Chapel", "Witch", "Harem"), deck_size=120)
        for seed in range(5):
            done = dealt(kingdom_with(*TRIGGERS), f"none {seed}", how=how)
            assert not any(c.is_mixed or c.id in how.banned for c in done.deck)
            assert max(in_use(done).values()) == 1

    @pytest.mark.parametrize(
        "boxes",
        [
            ("dominion-2e", "promo-black-market", "cornucopia-guilds-2e"),
            ("dominion-2e", "promo-black-market", "cornucopia-guilds-2e", "rising-sun"),
            ("dominion-1e", "promo-black-market", "allies", "cornucopia"),
        ],
    )
    def test_of_everything_unused_still_leaves_a_card_for_each_extra(self, boxes):
        shelf = shelf_of(*boxes)
        how = replace(UNDRAWN, deck_size=1000)
        for seed in range(3):
            done = dealt(kingdom_with("Black Market"), f"all {seed}", how=how, shelf=shelf)
            game = settle(done, 2, shelf)
            assert not open_draws(game)
            assert plan_of(done, 2, shelf).status != "error"
            left = [pile for pile in game.unused() if not pile.is_mixed]
            assert len(left) <= len(game.slots)

    def test_leaves_a_card_for_riverboat_however_the_dice_fall(self):
        """Eighteen cards fit Riverboat, nine are in the ten: the other nine may not all go."""
        fitting = [pile.name for pile in piles_that("riverboat")][:18]
        others = [p.name for slot in ("bane", "ferryman", "army") for p in piles_that(slot)[:60]]
        cheap = [name for name in others if not piles_fit_riverboat(name)]
        names = dict.fromkeys((*fitting, "Black Market", "Riverboat", *cheap))
        how = replace(UNDRAWN, banned=all_but(*names), deck_size=35)
        kingdom = Kingdom(tuple(map(card, (*fitting[:9], "Black Market"))))
        pool = [
            pile for pile in SHELF.cards
            if pile.name in names and not pile.is_mixed and pile not in kingdom.piles
        ]  # fmt: skip
        assert len(pool) > 2 * (35 + 9)
        wanted = [place for place, pile in enumerate(pool) if pile.name in {*fitting, "Riverboat"}]
        done = deal(kingdom, 2, SHELF, how, _Picking(wanted)).kingdom
        assert plan_of(done).status != "error"

    @pytest.mark.parametrize(("kind", "type_"), [("ally", "Liaison"), ("prophecy", "Omen")])
    def test_asks_for_no_ally_or_prophecy_when_all_of_them_are_banned(self, kind, type_):
        banned = frozenset(one.id for one in landscapes_of_kind(SHELF, kind))
        how = replace(UNDRAWN, banned=banned)
        kingdom = kingdom_with("Black Market")
        assert can_be_completed(kingdom, SHELF, banned)
        for seed in range(30):
            done = dealt(kingdom, f"no {kind} {seed}", how=how)
            assert not any(type_ in c.types for c in done.deck)

    def test_of_no_card_at_all_is_no_completion(self):
        names = ("Black Market", *DULL[:9])
        with pytest.raises(NoCompletion, match="Black Market"):
            dealt(kingdom_with("Black Market"), how=replace(UNDRAWN, banned=all_but(*names)))


def piles_fit_riverboat(name):
    return card(name) in piles_that("riverboat")


class _Picking:
    """Chance whose dice for the deck fall so that some places are picked first."""

    def __init__(self, wanted):
        self.wanted = wanted

    def stream(self, purpose):
        return self if purpose == "black_market_deck" else Chance("rest", purpose)

    def below(self, n):
        if not hasattr(self, "places"):
            self.places = list(range(n))
        if self.wanted and len(self.places) == n:
            place = self.places.index(self.wanted.pop(0))
            self.places[place], self.places[-1] = self.places[-1], self.places[place]
            self.places.pop()
            return place
        self.places = []
        return n - 1


PROSPERITY = ("Bank", "City", "Expand", "Forge", "Hoard", "Mint", "Vault", "Rabble", "Monument")
DARK_AGES = ("Altar", "Armory", "Count", "Feodum", "Rats", "Rebuild", "Rogue", "Mystic", "Pillage")


def both_draws(kingdom, how=None, **where):
    """The exact odds of (Platinum and Colony, Shelters)."""
    return dealing_odds(
        kingdom,
        lambda done: (done.platinum_colony, done.shelters),
        "platinum_colony",
        "shelters",
        how=how or Dealing(),
        **where,
    )


def as_planned(kingdom, players=2, shelf=SHELF):
    """The same odds as the plan states them."""
    odds = plan_of(kingdom, players, shelf).odds
    table = {
        (True, True): odds.both,
        (True, False): odds.platinum_colony - odds.both,
        (False, True): odds.shelters - odds.both,
        (False, False): odds.neither,
    }
    return {draws: chance for draws, chance in table.items() if chance}


class TestTheTwoDraws:
    """Section 4: exact odds p/k, d/k and p d / (k (k - 1)) of the random card."""

    @pytest.mark.parametrize(
        ("p", "d"), [(p, d) for p in (0, 1, 4, 9) for d in (0, 1, 5, 9) if p + d <= 10]
    )
    def test_come_out_as_the_plan_says(self, p, d):
        kingdom = kingdom_with(*PROSPERITY[:p], *DARK_AGES[:d])
        assert both_draws(kingdom) == as_planned(kingdom)

    @pytest.mark.parametrize("bane", ["Anvil", "Sage", "Cellar"])
    def test_count_the_bane_among_the_cards_in_use(self, bane):
        """Section 10, A1: all of K."""
        kingdom = kingdom_with("Young Witch", *PROSPERITY[:3], *DARK_AGES[:2])
        kingdom = kingdom._replace(drawn={"bane": card(bane)})
        assert both_draws(kingdom) == as_planned(kingdom)
        assert as_planned(kingdom)[True, False].denominator in (11, 55, 110)

    def test_count_the_army_pile_too_and_no_card_outside_the_supply(self):
        kingdom = kingdom_with("Tea House", "Ferryman", "Riverboat", *PROSPERITY[:2])
        drawn = {
            "prophecy": landscape("Approaching Army"),
            "army": card("Marauder"),
            "ferryman": card("Feodum"),
            "riverboat": card("Count"),
        }
        kingdom = kingdom._replace(drawn=drawn)
        assert both_draws(kingdom) == as_planned(kingdom)
        assert as_planned(kingdom)[True, True] == Fraction(2, 110)

    @pytest.mark.parametrize("names", [(*PROSPERITY, "Quarry"), (*DARK_AGES, "Squire")])
    def test_are_certain_when_all_ten_are_from_one_box(self, names):
        kingdom = kingdom_with(*names)
        assert both_draws(kingdom) == as_planned(kingdom)
        assert len(both_draws(kingdom)) == 1

    @pytest.mark.parametrize(
        ("ten", "bane"), [((*PROSPERITY, "Quarry"), "Sage"), ((*DARK_AGES, "Squire"), "Anvil")]
    )
    def test_are_certain_whatever_extra_piles_there_are(self, ten, bane):
        """Way of the Mouse sets Black Market aside; Young Witch is in its deck, with a Bane."""
        kingdom = kingdom_with(*ten, landscapes=("Way of the Mouse",))._replace(
            drawn={"mouse": card("Black Market"), "bane": card(bane)},
            deck=(card("Young Witch"),),
        )
        assert both_draws(kingdom) == as_planned(kingdom)

    def test_are_decided_by_two_different_cards(self):
        kingdom = kingdom_with("Young Witch", *PROSPERITY[:4], *DARK_AGES[:4])
        pairs = dealing_odds(
            kingdom,
            lambda done: (done.drawn["platinum_colony_card"].id, done.drawn["shelters_card"].id),
            "platinum_colony",
            "shelters",
            how=Dealing(),
        )
        assert len(pairs) == 11 * 10
        assert all(first != second for first, second in pairs)
        assert set(pairs.values()) == {Fraction(1, 110)}

    def test_say_which_card_decided(self):
        kingdom = kingdom_with(*PROSPERITY[:4], *DARK_AGES[:4])
        for seed in range(30):
            done = dealt(kingdom, f"who {seed}", how=Dealing())
            drawn = done.drawn
            assert done.platinum_colony == ("prosperity" in drawn["platinum_colony_card"].families)
            assert done.shelters == ("dark-ages" in drawn["shelters_card"].families)


class TestEveryPolicy:
    """Section 4, published variants for Platinum/Colony and for Shelters."""

    kingdoms = (
        *(
            kingdom_with(*PROSPERITY[:p], *DARK_AGES[:d])
            for p, d in ((0, 0), (3, 2), (4, 1), (5, 5), (6, 4), (1, 9), (9, 1))
        ),
        kingdom_with(*PROSPERITY, "Quarry"),
        kingdom_with(*DARK_AGES, "Squire"),
    )

    @staticmethod
    def number(kingdom, family):
        return sum(family in pile.families for pile in kingdom.piles)

    def done(self, colony, shelters, shelf=SHELF, players=2):
        """Each kingdom, straight and turned round, dealt by these policies."""
        how = Dealing(platinum_colony=colony, shelters=shelters)
        for number, kingdom in enumerate(self.kingdoms):
            for piles in (kingdom.piles, kingdom.piles[::-1]):
                named = kingdom._replace(piles=piles)
                yield dealt(named, f"p {number}", how=how, shelf=shelf, players=players)

    def test_all_of_them_are_those_that_players_may_choose(self):
        variants = {"random-card", "first-randomizer", "all-prosperity", "four-or-more", "majority"}
        assert {*COLONY_POLICIES} == variants | {"always", "never", "open"}
        variants = {"random-card", "last-randomizer", "all-dark-ages"}
        assert {*SHELTER_POLICIES} == variants | {"always", "never", "open"}

    @pytest.mark.parametrize(
        ("policy", "rule"),
        [
            ("first-randomizer", lambda k: "prosperity" in k.piles[0].families),
            ("all-prosperity", lambda k: TestEveryPolicy.number(k, "prosperity") == 10),
            ("four-or-more", lambda k: TestEveryPolicy.number(k, "prosperity") >= 4),
            ("majority", lambda k: TestEveryPolicy.number(k, "prosperity") > 5),
            ("always", lambda k: True),
            ("never", lambda k: False),
        ],
    )
    def test_of_platinum_and_colony_holds(self, policy, rule):
        for shelters in SHELTER_POLICIES:
            for done in self.done(policy, shelters):
                assert done.platinum_colony is rule(done)

    @pytest.mark.parametrize(
        ("policy", "rule"),
        [
            ("last-randomizer", lambda k: "dark-ages" in k.piles[-1].families),
            ("all-dark-ages", lambda k: TestEveryPolicy.number(k, "dark-ages") == 10),
            ("always", lambda k: True),
            ("never", lambda k: False),
        ],
    )
    def test_of_shelters_holds(self, policy, rule):
        for colony in COLONY_POLICIES:
            for done in self.done(colony, policy):
                assert done.shelters is rule(done)

    def test_open_leaves_it_to_the_players(self):
        for done in self.done("open", "open"):
            assert done.platinum_colony is done.shelters is None
            assert plan_of(done).status != "error"

    @pytest.mark.parametrize(
        ("colony", "shelters"), list(product(COLONY_POLICIES, SHELTER_POLICIES))
    )
    def test_never_decides_both_by_one_card(self, colony, shelters):
        for done in self.done(colony, shelters):
            cards = [done.drawn.get(f"{draw}_card") for draw in ("platinum_colony", "shelters")]
            assert cards[0] is not cards[1] or cards == [None, None]
            assert plan_of(done).status != "error"

    def test_what_is_already_decided_stays(self):
        kingdom = kingdom_with(*PROSPERITY, "Quarry")
        kingdom = kingdom._replace(platinum_colony=False, shelters=True)
        done = dealt(kingdom, how=Dealing(platinum_colony="always", shelters="never"))
        assert (done.platinum_colony, done.shelters) == (False, True)
        assert not done.drawn

    def test_a_card_that_decided_on_shelters_does_not_decide_again(self):
        kingdom = kingdom_with(*PROSPERITY[:2])
        decided = card("Bank")
        kingdom = kingdom._replace(drawn={"shelters_card": decided}, shelters=False)
        deciding = dealing_odds(
            kingdom,
            lambda done: done.drawn["platinum_colony_card"].id,
            "platinum_colony",
            how=Dealing(),
        )
        assert deciding == evenly(pile.id for pile in kingdom.piles if pile is not decided)


class TestWithoutTheirCards:
    """check-colony-missing and check-shelters-missing: a draw is skipped then."""

    shelf = gather(CATALOG, ("dominion-2e", "cornucopia-guilds-2e"))

    @pytest.mark.parametrize("policy", [p for p in COLONY_POLICIES if p != "open"])
    def test_platinum_and_colony_are_not_used(self, policy):
        how = Dealing(platinum_colony=policy, shelters="never")
        done = dealt(kingdom_with("Cellar"), how=how, shelf=self.shelf)
        assert done.platinum_colony is False
        assert plan_of(done, shelf=self.shelf).status != "error"

    @pytest.mark.parametrize("policy", [p for p in SHELTER_POLICIES if p != "open"])
    def test_shelters_are_not_used(self, policy):
        how = Dealing(platinum_colony="never", shelters=policy)
        done = dealt(kingdom_with("Cellar"), how=how, shelf=self.shelf)
        assert done.shelters is False
        assert plan_of(done, shelf=self.shelf).status != "error"

    def test_shelters_for_six_players_do_not_serve_seven(self):
        how = Dealing(shelters="always")
        assert dealt(kingdom_with(*DARK_AGES), how=how, players=6).shelters is True
        assert dealt(kingdom_with(*DARK_AGES), how=how, players=7).shelters is False


class TestTraits:
    """Section 5.9, trait-placement; section 10, A7."""

    def test_each_action_or_treasure_pile_of_the_kingdom_is_equally_likely(self):
        kingdom = kingdom_with(
            "Gardens", "Duke", "Crypt", "Harem", "Knights", landscapes=("Cheap",)
        )
        chances = dealing_odds(kingdom, lambda done: done.traits["cheap"].name, "traits")
        names = {pile.name for pile in kingdom.piles} - {"Gardens", "Duke", "Crypt"}
        assert chances == evenly(names)

    def test_the_bane_counts_and_ferrymans_pile_does_not(self):
        kingdom = kingdom_with("Young Witch", "Ferryman", landscapes=("Cheap",))
        kingdom = kingdom._replace(drawn={"bane": card("Chapel"), "ferryman": card("Village")})
        chances = dealing_odds(kingdom, lambda done: done.traits["cheap"].name, "traits")
        assert chances == evenly([*(pile.name for pile in kingdom.piles), "Chapel"])

    def test_two_lie_on_two_different_piles_each_pair_alike(self):
        kingdom = kingdom_with("Gardens", landscapes=("Cheap", "Pious"))
        chances = dealing_odds(
            kingdom, lambda done: (done.traits["cheap"].name, done.traits["pious"].name), "traits"
        )
        carrying = [pile.name for pile in kingdom.piles if pile.name != "Gardens"]
        assert chances == evenly((a, b) for a in carrying for b in carrying if a != b)

    def test_a_named_pile_stays(self):
        kingdom = kingdom_with(landscapes=("Cheap", "Pious"))
        kingdom = kingdom._replace(traits={"pious": card("Market")})
        chances = dealing_odds(kingdom, lambda done: done.traits["cheap"].name, "traits")
        assert "Market" not in chances
        assert len(chances) == 9

    def test_without_a_pile_to_lie_on_there_is_no_completion(self):
        names = ("Castles", "Cemetery", "Cobbler", "Crypt", "Duke", "Feodum", "Gardens", "Guardian",
                 "Raider", "Tunnel")  # fmt: skip
        with pytest.raises(NoCompletion, match="Action or Treasure"):
            dealt(kingdom_with(*names, landscapes=("Cheap",)))


class TestObelisk:
    """Section 5.4, landmark-obelisk: an Action Supply pile, Ruins included, Castles excluded."""

    def odds(self, kingdom):
        def pile(done):
            return plan_of(done).named_piles.get("Obelisk", "")

        return dealing_odds(kingdom, pile, "obelisk", how=UNDRAWN)

    def test_each_action_pile_and_the_ruins_are_equally_likely(self):
        kingdom = kingdom_with("Castles", "Marauder", "Knights", "Bank", landscapes=("Obelisk",))
        piles = {pile.name for pile in kingdom.piles} - {"Castles", "Bank"} | {"Ruins"}
        assert self.odds(kingdom) == evenly(piles)

    def test_the_bane_is_among_them(self):
        kingdom = kingdom_with("Young Witch", landscapes=("Obelisk",))
        kingdom = kingdom._replace(drawn={"bane": card("Chapel")})
        assert self.odds(kingdom) == evenly([*(pile.name for pile in kingdom.piles), "Chapel"])

    @pytest.mark.parametrize("name", [p.name for p in SHELF.cards if p.is_mixed])
    def test_counts_a_mixed_pile_as_its_randomizer_says(self, name):
        kingdom = kingdom_with(name, landscapes=("Obelisk",))
        assert (name in self.odds(kingdom)) == (name != "Castles")

    def test_without_an_action_pile_looks_at_none(self):
        names = ("Bank", "Cemetery", "Cobbler", "Crypt", "Duke", "Feodum", "Gardens", "Guardian",
                 "Raider", "Tunnel")  # fmt: skip
        assert self.odds(kingdom_with(*names, landscapes=("Obelisk",))) == {"": Fraction(1)}

    def test_a_named_pile_stays(self):
        kingdom = kingdom_with(landscapes=("Obelisk",))
        kingdom = kingdom._replace(drawn={"obelisk": card("Market")})
        assert self.odds(kingdom) == {"Market": Fraction(1)}


class TestBoons:
    """Section 5.5, druid-boons: three of the twelve."""

    def test_each_three_are_equally_likely(self):
        chances = dealing_odds(
            kingdom_with("Druid"), lambda done: frozenset(b.id for b in done.boons), "druid_boons"
        )
        assert len(chances) == comb(12, 3)
        assert set(chances.values()) == {Fraction(1, comb(12, 3))}

    def test_are_set_aside_for_druid_in_any_role_and_for_no_other_fate_card(self):
        young_witch = kingdom_with("Young Witch")._replace(drawn={"bane": card("Druid")})
        assert len(dealt(young_witch).boons) == 3
        assert not dealt(kingdom_with("Pixie")).boons

    def test_named_ones_stay(self):
        three = tuple(CATALOG.groups["Boons"][:3])
        assert dealt(kingdom_with("Druid")._replace(boons=three)).boons == three


class TestNearBoxes:
    """Where boxes are limited an extra comes from a box in use, otherwise a note says so."""

    near = replace(UNDRAWN, near=True)

    def test_a_box_in_use_comes_first(self):
        kingdom = kingdom_with("Young Witch")
        families = {family for pile in kingdom.piles for family in pile.families}
        assert families == {"dominion", "cornucopia-guilds"}
        free = [p.id for p in piles_that("bane") if p.families & families]
        assert slot_odds("bane", kingdom, how=self.near) == evenly(free)

    def test_says_nothing_of_a_card_from_a_box_in_use(self):
        done = deal(kingdom_with("Young Witch"), 2, SHELF, self.near, Chance("near"))
        assert done.notes == ()

    def test_another_box_serves_when_none_in_use_has_a_card(self):
        """Only Alchemy and Rising Sun in use, and every $5 Action of theirs banned."""
        shelf = shelf_of("rising-sun", "alchemy", "prosperity-2e")
        own = [p for p in piles_that("riverboat") if p.families & {"rising-sun", "alchemy"}]
        banned = frozenset(pile.id for pile in own)
        names = ("Riverboat", "Alley", "Aristocrat", "Artist", "Golem", "Change", "Craftsman",
                 "Daimyo", "Fishmonger", "Rice")  # fmt: skip
        how = replace(self.near, banned=banned)
        kingdom = kingdom_with(*names)
        chances = slot_odds("riverboat", kingdom, how=how, shelf=shelf)
        assert chances == evenly(
            p.id for p in piles_that("riverboat") if "prosperity" in p.families and shelf.owns(p)
        )
        done = deal(kingdom, 2, shelf, how, Chance("far"))
        name = done.kingdom.drawn["riverboat"].name
        assert done.notes == (
            f"{name} for Riverboat comes from Prosperity (2nd edition), because no box in use has "
            "a card that fits.",
        )

    def test_without_the_wish_any_box_serves_and_nothing_is_said(self):
        done = deal(kingdom_with("Young Witch"), 2, SHELF, UNDRAWN, Chance("any"))
        assert done.notes == ()

    def test_allies_and_prophecies_are_dealt_without_a_note(self):
        done = deal(kingdom_with("Bauble", "Tea House"), 2, SHELF, self.near, Chance("a"))
        assert {"ally", "prophecy"} <= set(done.kingdom.drawn)
        assert not [note for note in done.notes if "Ally" in note or "Prophecy" in note]


def random_shelf(random):
    """Two to all boxes, basic cards and two sets of them for many players."""
    boxes = random.sample(ALL_BOXES, random.choice((2, 3, 5, 8, 15, len(ALL_BOXES))))
    extra = ["dominion-2e", "promo-black-market", "cornucopia-guilds-2e", "rising-sun", "menagerie"]
    boxes += random.sample(extra, random.randint(1, 5))
    return gather(CATALOG, ("base-cards", "base-cards", *dict.fromkeys(boxes)))


def random_kingdom(random, shelf, banned):
    """Ten piles, those that ask for others likely among them, and some landscapes."""
    pool = [pile for pile in shelf.cards if pile.id not in banned]
    asking = [pile for pile in pool if pile.name in TRIGGERS and random.random() < 0.5]
    rest = [pile for pile in pool if pile not in asking]
    ten = (asking + random.sample(rest, min(len(rest), 10)))[:10]
    random.shuffle(ten)
    main = [one for one in shelf.landscapes if one.kind not in ("ally", "prophecy")]
    likely = [one for one in main if one.id in ("way-of-the-mouse", "obelisk", "cheap")]
    some = random.sample(main, min(len(main), random.randint(0, 1)))
    some += random.sample(likely, min(len(likely), random.randint(0, 1)))
    return Kingdom(tuple(ten), tuple(dict.fromkeys(some)))


class TestNoDealtKingdomHasAnError:
    def test_on_many_shelves_with_any_players_and_policies(self):
        """A plan without an error, everything used once, nothing banned, nothing left open."""
        finished = 0
        for number in range(cases(2000)):
            random = Random(number)
            shelf = random_shelf(random)
            players = random.randint(2, 6)
            pool = [pile.id for pile in shelf.cards]
            banned = frozenset(random.sample(pool, random.randint(0, max(0, len(pool) - 14)) // 2))
            kingdom = random_kingdom(random, shelf, banned)
            how = Dealing(
                banned=banned,
                near=random.random() < 0.3,
                platinum_colony=random.choice(COLONY_POLICIES),
                shelters=random.choice(SHELTER_POLICIES),
                deck_size=random.choice((1, 10, 15, 15, 15, 30)),
            )
            try:
                done = deal(kingdom, players, shelf, how, Chance(f"shelf {number}")).kingdom
            except NoCompletion:
                assert not can_be_completed(kingdom, shelf, banned, players), f"shelf {number}"
                continue
            finished += 1
            game = settle(done, players, shelf)
            plan = plan_of(done, players, shelf)
            assert plan.status != "error", (number, [p.message for p in plan.problems])
            assert not open_draws(game), f"shelf {number}"
            assert max(Counter(use.thing.id for use in game.uses).values()) == 1
            assert done.piles == kingdom.piles
            extras = [use.thing.id for use in game.uses if use.role is not TEN]
            assert not banned & set(extras), f"shelf {number}"
        assert finished > 0.9 * cases(2000)

    def test_on_tiny_shelves_no_completion_is_said_only_where_there_is_none(self):
        """Eleven to sixteen piles, many of which ask for another one; judged by trying all."""
        outcomes = Counter()
        wrong = []
        for number in range(220):
            random = Random(number)
            asking = random.sample(TRIGGERS, random.randint(1, 4))
            cheap = random.sample([pile.name for pile in piles_that("bane")], random.randint(0, 2))
            others = random.sample([pile.name for pile in SHELF.cards], random.randint(10, 14))
            names = list(dict.fromkeys((*asking, *cheap, *others)))[: random.randint(11, 16)]
            banned = all_but(*names)
            ten = random.sample(names, 10)
            kingdom = Kingdom(tuple(map(card, ten)))
            how = replace(UNDRAWN, banned=banned, deck_size=random.choice((1, 2, 15)))
            possible = can_be_completed(kingdom, SHELF, banned)
            try:
                done = dealt(kingdom, f"tiny {number}", how=how)
            except NoCompletion:
                if possible:
                    wrong.append((number, ten, sorted(set(names) - set(ten))))
                outcomes["none"] += 1
                continue
            outcomes["dealt"] += 1
            assert plan_of(done).status != "error", f"shelf {number}"
        assert min(outcomes["none"], outcomes["dealt"]) > 20
        assert not wrong


class TestNotes:
    """What the players should know of how a kingdom came about."""

    def test_a_deck_that_the_boxes_in_use_cannot_fill_says_so(self):
        shelf = shelf_of("dominion-2e", "promo-black-market", "seaside-2e")
        kingdom = Kingdom(tuple(card(name) for name in ("Black Market", *DULL[:9])))
        near = [c for c in shelf.cards if "dominion" in c.families and c not in kingdom.piles]
        for size, said in ((10, False), (len(near), False), (len(near) + 3, True)):
            how = replace(UNDRAWN, near=True, deck_size=size)
            done = deal(kingdom, 2, shelf, how, Chance("near"))
            assert len(done.kingdom.deck) == size
            assert bool(done.notes) == said
            of_others = [c for c in done.kingdom.deck if c not in near]
            assert len(of_others) == max(size - len(near), 0)

    @pytest.mark.parametrize(
        ("how", "what"),
        [
            ({"platinum_colony": "always"}, "Platinum and Colony"),
            ({"shelters": "always"}, "Shelters"),
        ],
    )
    def test_what_no_box_has_is_left_out_and_said(self, how, what):
        shelf = gather(CATALOG, ("dominion-2e",))
        done = deal(kingdom_with(), 2, shelf, replace(UNDRAWN, **how), Chance("x"))
        assert not done.kingdom.platinum_colony
        assert not done.kingdom.shelters
        assert [what in note for note in done.notes] == [True]
