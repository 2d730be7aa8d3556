"""Re-rolls: another pile, extra, deck, landscapes or draws; what does not depend on it stays."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from setup_rules.cards import Card
from setup_rules.draw.completion import AS_PRINTED, Dealing, LandscapeWish
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.rerolls import (
    swap_boons,
    swap_deck,
    swap_draws,
    swap_landscapes,
    swap_pile,
    swap_slot,
    swap_trait,
)
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.engine import settle
from setup_rules.kingdom import Kingdom
from tests.builders import CATALOG, DULL, card, landscape, thing
from tests.draw.dealt import (
    SHELF,
    UNDRAWN,
    all_but,
    dealt,
    ids,
    kingdom_with,
    landscapes_of_kind,
    piles_that,
    plan_of,
    shelf_of,
)
from tests.draw.referee import fits
from tests.draw.test_fairness import chi_square_z
from tests.thorough import cases

TWO_BOXES = shelf_of("dominion-2e", "cornucopia-guilds-2e")
PLAIN = DrawRequest(SHELF, 2, how=UNDRAWN)
RICH = kingdom_with(
    "Young Witch", "Black Market", "Bauble", "Druid", "Marauder",
    landscapes=("Obelisk", "Cheap"),
)  # fmt: skip


def request_of(*names, **how):
    """A request to a shelf of these piles only, without draws."""
    banned = all_but(*names) | how.pop("banned", frozenset())
    return DrawRequest(
        SHELF, 2, Wishes(banned=tuple(sorted(banned))), replace(UNDRAWN, banned=banned, **how)
    )


def rich(seed="rich", **chosen):
    """A kingdom in which nearly everything there is to choose is chosen."""
    kingdom = dealt(RICH, seed, how=Dealing())
    assert {"bane", "ally", "obelisk"} <= set(kingdom.drawn)
    return kingdom._replace(**chosen)


def changed(old, new):
    """The parts of a kingdom that differ."""
    parts = ("piles", "landscapes", "deck", "drawn", "boons", "traits", "platinum_colony")
    return {part for part in (*parts, "shelters") if getattr(old, part) != getattr(new, part)}


def new_pile(old, new):
    (pile,) = set(new.piles) - set(old.piles)
    return pile


class TestAnotherPile:
    def test_keeps_the_nine_in_their_places(self):
        kingdom = rich()
        for seed in range(20):
            out = kingdom.piles[seed % 10]
            new = swap_pile(PLAIN, kingdom, out, str(seed))
            assert out not in new.piles
            assert len(set(new.piles)) == 10
            same = [old is now for old, now in zip(kingdom.piles, new.piles, strict=True)]
            assert same.count(False) == 1

    def test_keeps_all_that_does_not_depend_on_it(self):
        """Bane, deck, Ally, landscapes, Boons, and the pile of a Trait or Obelisk elsewhere."""
        kingdom = rich(platinum_colony=False, shelters=False)
        drawn = {**kingdom.drawn, "obelisk": card("Young Witch")}
        drawn.pop("platinum_colony_card")
        drawn.pop("shelters_card")
        kingdom = kingdom._replace(drawn=drawn, traits={"cheap": card("Druid")})
        quiet = 0
        for seed in range(25):
            new = swap_pile(PLAIN, kingdom, kingdom.piles[-1], f"keep {seed}")
            assert kingdom.drawn.items() <= new.drawn.items()
            assert changed(kingdom, new) <= {"piles", "drawn"}
            quiet += changed(kingdom, new) == {"piles"}
        assert quiet > 15

    def test_is_fair_among_all_that_fit_the_wishes_with_the_nine(self):
        """Chi-square at fixed seeds; the Bane is in use, so it is none of them."""
        kingdom = dealt(kingdom_with("Young Witch", "Village", "Moat"), shelf=TWO_BOXES)
        wishes = Wishes(tags=(("attack", Bounds(1, 2)), ("village", Bounds(1))))
        request = DrawRequest(TWO_BOXES, 2, wishes, UNDRAWN)
        out = card("Market")
        nine = [pile for pile in kingdom.piles if pile is not out]
        fitting = [
            pile.id for pile in TWO_BOXES.cards
            if pile not in kingdom.piles and pile is not kingdom.drawn["bane"]
            and fits([*nine, pile], TWO_BOXES.cards, wishes)
        ]  # fmt: skip
        draws = 8 * len(fitting)
        seen = Counter(
            new_pile(kingdom, swap_pile(request, kingdom, out, f"fair {n}")).id
            for n in range(draws)
        )
        assert -3.5 < chi_square_z(seen, dict.fromkeys(fitting, 8)) < 3.5

    def test_follows_the_weights(self):
        request = request_of(*DULL, "Cellar")
        request = replace(request, wishes=replace(request.wishes, weights=(("cellar", 6),)))
        kingdom = kingdom_with()
        seen = Counter(
            new_pile(kingdom, swap_pile(request, kingdom, card("Smithy"), str(n))).id
            for n in range(400)
        )
        assert set(seen) == ids("Cellar", *DULL[10:])
        assert 260 < seen["cellar"] < 340

    def test_may_be_the_bane_of_a_young_witch_that_leaves(self):
        """Without Young Witch the Bane is in use no more, and fits like any other card."""
        names = ("Young Witch", *DULL[:9], "Cellar", "Moat", "Village")
        kingdom = kingdom_with("Young Witch")._replace(drawn={"bane": card("Cellar")})
        seen = Counter(
            new_pile(
                kingdom, swap_pile(request_of(*names), kingdom, card("Young Witch"), str(n))
            ).id
            for n in range(60)
        )
        assert set(seen) == ids("Cellar", "Moat", "Village")

    def test_may_be_a_card_of_the_deck_when_black_market_leaves(self):
        names = ("Black Market", *DULL[:9], "Cellar", "Moat")
        kingdom = kingdom_with("Black Market")._replace(deck=(card("Cellar"),))
        seen = {
            new_pile(
                kingdom, swap_pile(request_of(*names), kingdom, card("Black Market"), str(n))
            ).id
            for n in range(40)
        }
        assert seen == ids("Cellar", "Moat")

    def test_is_possible_when_the_bane_is_the_last_card_that_could_be_one(self):
        """The Bane is there already: the nine need no other one."""
        kingdom = kingdom_with("Young Witch")._replace(drawn={"bane": card("Cellar")})
        request = request_of("Young Witch", "Cellar", *DULL[:9], "Witch")
        new = swap_pile(request, kingdom, kingdom.piles[3], "last")
        assert new is not None
        assert new_pile(kingdom, new).name == "Witch"
        assert new.drawn == kingdom.drawn

    def test_is_fair_where_some_card_could_not_be_completed(self):
        """Every Ally is banned, so a Liaison is no choice; its share goes to all others alike."""
        allies = frozenset(one.id for one in landscapes_of_kind(SHELF, "ally"))
        free = ("Adventurer", "Cellar", "Moat", "Village", "Witch", "Workshop", "Chapel")
        request = request_of(*DULL[:10], *free, "Bauble", banned=allies)
        kingdom = kingdom_with()
        draws = 700
        seen = Counter(
            new_pile(kingdom, swap_pile(request, kingdom, card("Mine"), f"even {n}")).name
            for n in range(draws)
        )
        assert set(seen) == set(free)
        assert -3.5 < chi_square_z(seen, dict.fromkeys(free, draws / len(free))) < 3.5

    def test_is_none_when_no_other_card_fits(self):
        kingdom = kingdom_with()
        assert swap_pile(request_of(*DULL[:10]), kingdom, card("Mine"), "x") is None
        wishes = Wishes(tags=(("village", Bounds(1, 1)),), banned=tuple(ids("Village")))
        request = DrawRequest(shelf_of("dominion-1e"), 2, wishes, UNDRAWN)
        kingdom = Kingdom(tuple(map(card, ("Village", "Festival", *DULL[:3], *DULL[4:9]))))
        only = replace(wishes, tags=(("village", Bounds(2)),))
        assert swap_pile(replace(request, wishes=only), kingdom, card("Village"), "x") is None

    def test_is_none_when_none_that_fits_can_be_completed(self):
        allies = frozenset(one.id for one in landscapes_of_kind(SHELF, "ally"))
        request = request_of(*DULL[:10], "Bauble", "Underling", banned=allies)
        assert swap_pile(request, kingdom_with(), card("Mine"), "x") is None

    def test_of_a_pinned_card_lets_go_of_that_pin_only(self):
        wishes = Wishes(pinned=("mine", "smithy"))
        new = swap_pile(DrawRequest(SHELF, 2, wishes, UNDRAWN), kingdom_with(), card("Mine"), "pin")
        assert "mine" not in {pile.id for pile in new.piles}

    def test_a_kingdom_from_elsewhere_may_have_a_card_that_is_not_owned(self):
        kingdom = kingdom_with("Goons")
        new = swap_pile(DrawRequest(TWO_BOXES, 2, how=UNDRAWN), kingdom, card("Mine"), "guest")
        assert card("Goons") in new.piles
        assert TWO_BOXES.owns(new_pile(kingdom, new))

    def test_keeps_a_card_whose_weight_has_become_zero(self):
        wishes = Wishes(weights=(("smithy", 0),), pinned=("smithy",))
        request = DrawRequest(SHELF, 2, wishes, UNDRAWN)
        assert swap_pile(request, kingdom_with(), card("Mine"), "x") is not None

    def test_keeps_to_so_many_boxes_as_were_asked_for(self):
        """Ten from two boxes at random: the new pile opens no third box."""
        request = DrawRequest(SHELF, 2, how=UNDRAWN, random_boxes=2)
        for seed in range(12):
            kingdom = draw_kingdom(request, f"two {seed}").kingdom
            new = swap_pile(request, kingdom, kingdom.piles[0], f"two {seed}")
            assert len({min(pile.families) for pile in new.piles}) <= 2, f"seed {seed}"


class TestWhatHangsOnTheSwappedPile:
    def test_the_deck_goes_with_black_market_and_the_boons_with_druid(self):
        kingdom = rich()
        for name in ("Black Market", "Druid"):
            for seed in range(5):
                new = swap_pile(PLAIN, kingdom, card(name), f"gone {seed}")
                used = {use.thing.name for use in settle(new, 2, SHELF).uses}
                assert bool(new.deck) == ("Black Market" in used)
                assert bool(new.boons) == ("Druid" in used)
                assert plan_of(new).status != "error"

    def test_a_trait_on_it_gets_another_pile_and_obelisk_too(self):
        kingdom = kingdom_with(landscapes=("Cheap", "Pious", "Obelisk"))
        traits = {"cheap": card("Mine"), "pious": card("Market")}
        kingdom = kingdom._replace(traits=traits, drawn={"obelisk": card("Mine")})
        kingdom = kingdom._replace(platinum_colony=False, shelters=False)
        new = swap_pile(PLAIN, kingdom, card("Mine"), "trait")
        assert new.traits["pious"] is card("Market")
        assert new.traits["cheap"] in set(new.piles) - {card("Market")}
        assert new.drawn["obelisk"] in new.piles
        assert plan_of(new).status != "error"

    def test_what_inherited_replaces_stays_with_inherited(self):
        kingdom = kingdom_with(landscapes=("Inherited",))
        kingdom = kingdom._replace(
            drawn={"inherited_replaces": thing("Estate")},
            traits={"inherited": card("Market")},
        )
        new = swap_pile(PLAIN, kingdom, card("Mine"), "inherited")
        assert new.drawn["inherited_replaces"] is thing("Estate")
        none = replace(PLAIN, how=replace(UNDRAWN, landscapes=LandscapeWish(most=0)))
        assert "inherited_replaces" not in swap_landscapes(none, kingdom, "none").drawn

    def test_obelisk_leaves_the_ruins_with_the_last_looter(self):
        kingdom = kingdom_with("Marauder", landscapes=("Obelisk",))
        kingdom = kingdom._replace(drawn={"obelisk": thing("Ruins")})
        for seed in range(5):
            new = swap_pile(PLAIN, kingdom, card("Marauder"), f"ruins {seed}")
            plan = plan_of(new)
            assert plan.status != "error", [problem.message for problem in plan.problems]

    def test_obelisk_stays_on_the_ruins_while_there_are_some(self):
        kingdom = kingdom_with("Marauder", landscapes=("Obelisk",))
        kingdom = kingdom._replace(drawn={"obelisk": thing("Ruins")})
        new = swap_pile(PLAIN, kingdom, card("Mine"), "ruins")
        assert new.drawn["obelisk"] is thing("Ruins")

    @pytest.mark.parametrize("draw", ["platinum_colony", "shelters"])
    def test_a_draw_is_decided_anew_when_its_card_leaves(self, draw):
        kingdom = dealt(kingdom_with("Bank", "Altar"), how=Dealing())
        decided = kingdom.drawn[f"{draw}_card"]
        request = DrawRequest(SHELF, 2)
        new = swap_pile(request, kingdom, decided, "anew")
        assert new.drawn[f"{draw}_card"] in new.piles
        family = {"platinum_colony": "prosperity", "shelters": "dark-ages"}[draw]
        assert getattr(new, draw) == (family in new.drawn[f"{draw}_card"].families)
        assert new.drawn["platinum_colony_card"] is not new.drawn["shelters_card"]

    def test_both_draws_stay_when_their_cards_stay(self):
        kingdom = dealt(kingdom_with("Bank", "Altar"), how=Dealing())
        cards = {kingdom.drawn[f"{draw}_card"] for draw in ("platinum_colony", "shelters")}
        out = next(pile for pile in kingdom.piles if pile not in cards)
        new = swap_pile(DrawRequest(SHELF, 2), kingdom, out, "stay")
        assert kingdom.drawn.items() <= new.drawn.items()
        assert (new.platinum_colony, new.shelters) == (kingdom.platinum_colony, kingdom.shelters)

    @pytest.mark.parametrize(("policy", "most"), [("four-or-more", 4), ("majority", 6)])
    def test_a_draw_by_number_follows_the_number(self, policy, most):
        """The least number of Prosperity cards that brings Colonies, and one of them leaves."""
        names = ("Bank", "City", "Expand", "Forge", "Hoard", "Mint")[:most]
        how = Dealing(platinum_colony=policy, shelters="never")
        kingdom = dealt(kingdom_with(*names), how=how)
        assert kingdom.platinum_colony is True
        wishes = Wishes(per_box=(("prosperity", Bounds(0, most - 1)),))
        new = swap_pile(DrawRequest(SHELF, 2, wishes, how), kingdom, card("Bank"), "fewer")
        assert sum("prosperity" in pile.families for pile in new.piles) == most - 1
        assert new.platinum_colony is False


class TestAnyPileOfAnyKingdom:
    @pytest.mark.parametrize("shelf", [SHELF, TWO_BOXES], ids=["all boxes", "two boxes"])
    def test_gives_a_kingdom_without_an_error(self, shelf):
        how = Dealing(landscapes=LandscapeWish(least=1 if shelf.landscapes else 0))
        for number in range(cases(180)):
            random = Random(number)
            triggers = [
                id_ for id_ in ("young-witch", "black-market", "ferryman", "druid", "tea-house")
                if shelf.owns(CATALOG.cards[id_]) and random.random() < 0.4
            ]  # fmt: skip
            request = DrawRequest(shelf, 3, Wishes(pinned=tuple(triggers)), how)
            kingdom = draw_kingdom(request, f"any {number}").kingdom
            new = swap_pile(request, kingdom, random.choice(kingdom.piles), f"any {number}")
            plan = plan_of(new, 3, shelf)
            assert plan.status != "error", (number, [p.message for p in plan.problems])


def slot_kingdom(slot):
    """A kingdom in which a slot is filled, everything else decided."""
    names, landscapes = {
        "bane": (("Young Witch",), ()),
        "ferryman": (("Ferryman",), ()),
        "riverboat": (("Riverboat",), ()),
        "mouse": ((), ("Way of the Mouse",)),
        "army": (("Tea House",), ()),
        "ally": (("Bauble",), ()),
        "prophecy": (("Tea House",), ()),
    }[slot]
    kingdom = kingdom_with(*names, landscapes=landscapes)
    if slot == "army":
        kingdom = kingdom._replace(drawn={"prophecy": landscape("Approaching Army")})
    return dealt(kingdom, "slot")


class TestAnotherCardForASlot:
    @pytest.mark.parametrize(
        "slot", ["bane", "ferryman", "riverboat", "mouse", "army", "ally", "prophecy"]
    )
    def test_is_never_the_old_one_and_leaves_the_rest(self, slot):
        kingdom = slot_kingdom(slot)
        old = kingdom.drawn[slot]
        seen = set()
        for seed in range(12):
            new = swap_slot(PLAIN, kingdom, slot, f"again {seed}")
            assert new.drawn[slot] is not old
            assert new.piles == kingdom.piles
            assert new.landscapes == kingdom.landscapes
            assert plan_of(new).status != "error"
            seen.add(new.drawn[slot])
        assert len(seen) > 3

    @pytest.mark.parametrize("slot", ["bane", "ally"])
    def test_is_fair_among_all_others(self, slot):
        kingdom = slot_kingdom(slot)
        if slot == "bane":
            free = [p.id for p in piles_that("bane") if TWO_BOXES.owns(p)]
            request = DrawRequest(TWO_BOXES, 2, how=UNDRAWN)
            kingdom = kingdom._replace(drawn={"bane": card("Cellar")})
        else:
            free = [one.id for one in landscapes_of_kind(SHELF, "ally")]
            request = PLAIN
        free = [id_ for id_ in free if id_ != kingdom.drawn[slot].id]
        draws = 10 * len(free)
        seen = Counter(
            swap_slot(request, kingdom, slot, f"fair {n}").drawn[slot].id for n in range(draws)
        )
        assert -3.5 < chi_square_z(seen, dict.fromkeys(free, 10)) < 3.5

    def test_takes_what_hung_on_the_old_one_along(self):
        kingdom = slot_kingdom("army")
        new = swap_slot(PLAIN, kingdom, "prophecy", "calm")
        assert new.drawn["prophecy"].name != "Approaching Army"
        assert "army" not in new.drawn

    def test_keeps_the_other_choices(self):
        kingdom = rich()
        new = swap_slot(DrawRequest(SHELF, 2), kingdom, "ally", "rich")
        assert new.drawn["ally"] is not kingdom.drawn["ally"]
        others = {slot: thing_ for slot, thing_ in kingdom.drawn.items() if slot != "ally"}
        assert others.items() <= new.drawn.items()
        assert changed(kingdom, new) == {"drawn"}

    def test_is_none_when_there_is_no_other(self):
        kingdom = kingdom_with("Young Witch")._replace(drawn={"bane": card("Cellar")})
        request = request_of("Young Witch", *DULL[:10], "Cellar")
        assert swap_slot(request, kingdom, "bane", "x") is None

    def test_a_deciding_card_stays_if_it_is_not_the_old_bane(self):
        kingdom = dealt(kingdom_with("Young Witch", "Bank"), how=Dealing())
        drawn = {**kingdom.drawn, "platinum_colony_card": card("Bank")}
        kingdom = kingdom._replace(drawn=drawn, platinum_colony=True)
        new = swap_slot(DrawRequest(SHELF, 2), kingdom, "bane", "b")
        assert new.platinum_colony is True
        kingdom = kingdom._replace(drawn={**drawn, "platinum_colony_card": kingdom.drawn["bane"]})
        new = swap_slot(DrawRequest(SHELF, 2), kingdom, "bane", "b")
        assert new.drawn["platinum_colony_card"] is not kingdom.drawn["bane"]

    @pytest.mark.parametrize("old", ["Mine", "Ruins"])
    def test_for_obelisk_is_another_pile_too(self, old):
        kingdom = kingdom_with("Marauder", landscapes=("Obelisk",))
        kingdom = kingdom._replace(drawn={"obelisk": thing(old)})
        for seed in range(40):
            new = swap_slot(PLAIN, kingdom, "obelisk", f"obelisk {seed}")
            assert plan_of(new).named_piles["Obelisk"] != old, f"seed {seed}"

    def test_an_ally_laid_out_among_the_landscapes_is_swapped_as_well(self):
        ally = landscape("Island Folk")
        kingdom = kingdom_with("Bauble")._replace(
            landscapes=(ally,), platinum_colony=False, shelters=False
        )
        new = swap_slot(PLAIN, kingdom, "ally", "laid out")
        in_force = settle(new, 2, SHELF).landscapes
        assert len(in_force) == 1
        assert in_force[0] is not ally


class TestAnotherPileForATrait:
    def test_is_never_the_old_one_nor_that_of_another_trait(self):
        kingdom = kingdom_with(landscapes=("Cheap", "Pious"))
        kingdom = kingdom._replace(traits={"cheap": card("Mine"), "pious": card("Market")})
        kingdom = kingdom._replace(platinum_colony=False, shelters=False)
        seen = set()
        for seed in range(60):
            new = swap_trait(PLAIN, kingdom, "cheap", str(seed))
            assert new.traits["pious"] is card("Market")
            assert changed(kingdom, new) == {"traits"}
            seen.add(new.traits["cheap"])
        assert seen == set(kingdom.piles) - {card("Mine"), card("Market")}

    def test_is_none_when_no_other_pile_can_carry_it(self):
        names = ("Castles", "Cemetery", "Cobbler", "Crypt", "Duke", "Feodum", "Gardens", "Guardian",
                 "Raider", "Smithy")  # fmt: skip
        kingdom = kingdom_with(*names, landscapes=("Cheap",))
        kingdom = kingdom._replace(traits={"cheap": card("Smithy")})
        assert swap_trait(PLAIN, kingdom, "cheap", "x") is None


class TestOtherBoons:
    def test_are_not_the_three_old_ones_and_leave_the_rest(self):
        kingdom = dealt(kingdom_with("Druid"))
        for seed in range(20):
            new = swap_boons(PLAIN, kingdom, str(seed))
            assert len(set(new.boons)) == 3
            assert set(new.boons) != set(kingdom.boons)
            assert changed(kingdom, new) == {"boons"}


class TestAnotherDeck:
    kingdom = dealt(kingdom_with("Black Market", "Young Witch", "Bauble"), "deck")

    def test_is_another_one_and_leaves_the_rest(self):
        """Extras that only the old deck asked for go with it."""
        for seed in range(15):
            new = swap_deck(PLAIN, self.kingdom, f"again {seed}")
            assert new.deck != self.kingdom.deck
            assert len(new.deck) == 15
            assert new.piles == self.kingdom.piles
            assert new.drawn["bane"] is self.kingdom.drawn["bane"]
            assert new.drawn["bane"] not in new.deck
            assert plan_of(new).status != "error"
            asked_for = {use.thing.name for use in settle(new, 2, SHELF).uses}
            assert ("riverboat" in new.drawn) == ("Riverboat" in asked_for)

    def test_every_card_is_in_it_equally_often(self):
        draws = 320
        fixed = {*self.kingdom.piles, self.kingdom.drawn["bane"]}
        pool = [c.id for c in SHELF.cards if not c.is_mixed and c not in fixed]
        kingdom = self.kingdom._replace(drawn={"bane": self.kingdom.drawn["bane"]})
        seen = Counter(c.id for n in range(draws) for c in swap_deck(PLAIN, kingdom, f"{n}").deck)
        assert -3.5 < chi_square_z(seen, dict.fromkeys(pool, 15 * draws / len(pool))) < 3.5

    def test_is_none_when_there_is_no_other(self):
        names = ("Black Market", *DULL[:9], "Cellar", "Moat")
        kingdom = kingdom_with("Black Market")._replace(deck=(card("Cellar"), card("Moat")))
        assert swap_deck(request_of(*names), kingdom, "x") is None

    def test_is_never_the_old_one_on_a_small_shelf(self):
        names = ("Black Market", *DULL[:9], "Cellar", "Moat", "Chapel")
        kingdom = kingdom_with("Black Market")._replace(deck=(card("Cellar"), card("Moat")))
        for seed in range(12):
            new = swap_deck(request_of(*names, deck_size=2), kingdom, str(seed))
            assert set(new.deck) != set(kingdom.deck), f"seed {seed}"

    def test_is_none_when_every_other_card_is_in_use_or_banned(self):
        names = ("Black Market", *DULL[:9])
        kingdom = kingdom_with("Black Market")._replace(deck=(card("Cellar"),))
        assert swap_deck(request_of(*names), kingdom, "x") is None


class TestOtherLandscapes:
    request = DrawRequest(SHELF, 2, how=replace(UNDRAWN, landscapes=LandscapeWish(2, 2)))

    def test_are_as_wished_and_leave_the_rest(self):
        kingdom = rich()
        stays = {slot: one for slot, one in kingdom.drawn.items() if slot != "obelisk"}
        for seed in range(20):
            new = swap_landscapes(self.request, kingdom, f"land {seed}")
            assert len(new.landscapes) == 2
            assert sum(one.kind == "way" for one in new.landscapes) <= 1
            assert stays.items() <= new.drawn.items()
            assert new.deck == kingdom.deck
            assert new.boons == kingdom.boons
            assert set(new.traits) == {one.id for one in new.landscapes if one.kind == "trait"}
            assert plan_of(new).status != "error"

    def test_keep_those_pinned(self):
        request = replace(self.request, pinned_landscapes=(landscape("Alms"),))
        kingdom = draw_kingdom(request, "pinned").kingdom
        new = swap_landscapes(request, kingdom, "again")
        assert new.landscapes[0].name == "Alms"
        assert new.landscapes[1] is not kingdom.landscapes[1]

    def test_take_the_mouses_card_along(self):
        kingdom = slot_kingdom("mouse")
        request = replace(self.request, how=replace(UNDRAWN, landscapes=LandscapeWish(most=0)))
        new = swap_landscapes(request, kingdom, "none")
        assert new.landscapes == ()
        assert "mouse" not in new.drawn

    def test_are_never_the_old_ones(self):
        """Two Events on the shelf and one of them laid out: the other one comes."""
        others = frozenset(one.id for one in SHELF.landscapes) - {"alms", "quest"}
        how = replace(UNDRAWN, banned=others, landscapes=LandscapeWish(1, 1))
        kingdom = kingdom_with(landscapes=("Alms",))
        for seed in range(12):
            new = swap_landscapes(DrawRequest(SHELF, 2, how=how), kingdom, str(seed))
            assert [one.name for one in new.landscapes] == ["Quest"], f"seed {seed}"

    def test_are_none_when_a_pinned_one_cannot_be(self):
        """A Trait is pinned and no pile can carry one."""
        names = ("Castles", "Cemetery", "Cobbler", "Crypt", "Duke", "Feodum", "Gardens", "Guardian",
                 "Raider", "Tunnel")  # fmt: skip
        request = replace(PLAIN, pinned_landscapes=(landscape("Cheap"),))
        assert swap_landscapes(request, kingdom_with(*names), "x") is None


class TestTheDrawsAgain:
    request = DrawRequest(SHELF, 2)
    kingdom = dealt(kingdom_with("Bank", "City", "Forge", "Altar", "Count", "Rats"), how=Dealing())

    def test_are_decided_anew_and_leave_the_rest(self):
        for seed in range(20):
            new = swap_draws(self.request, self.kingdom, f"draws {seed}")
            assert changed(self.kingdom, new) <= {"drawn", "platinum_colony", "shelters"}
            assert plan_of(new).status != "error"

    def test_come_out_by_the_odds(self):
        """Chi-square over the 90 pairs of deciding cards."""
        draws = 720
        seen = Counter()
        for number in range(draws):
            drawn = swap_draws(self.request, self.kingdom, f"odds {number}").drawn
            seen[drawn["platinum_colony_card"].id, drawn["shelters_card"].id] += 1
        names = [pile.id for pile in self.kingdom.piles if isinstance(pile, Card)]
        expected = {(a, b): draws / 90 for a in names for b in names if a != b}
        assert -3.5 < chi_square_z(seen, expected) < 3.5


def test_as_printed_is_the_wish_for_landscapes_when_nothing_is_said():
    assert Dealing().landscapes == AS_PRINTED == LandscapeWish(0, 2)
