"""Dominion: the basic piles, pile sizes, starting decks, choosing the ten, the end of the game.

Cases: dominion_2e.toml.
"""

from dataclasses import replace

import pytest

from setup_rules.cards import BASIC_CARDS, Card
from setup_rules.collection import gather
from setup_rules.rulebook import pile_size
from setup_rules.rules import RULEBOOKS
from tests.builders import (
    ALL_BOXES,
    CATALOG,
    DULL,
    VICTORY_PILES,
    beside,
    card,
    codes,
    every_count,
    fetched,
    game_for,
    no,
    plan_for,
    supply,
    ten_with,
    yes,
)

PLAYERS = range(2, 8)

TABLE = """
players Copper Silver Gold Estate Duchy Province Curse Gardens Platinum Colony Potion Ruins empty
2       46     40     30   8      8     8        10    8       12       8      16     10    3
3       39     40     30   12     12    12       20    12      12       12     16     20    3
4       32     40     30   12     12    12       30    12      12       12     16     30    3
5       85     80     60   12     12    15       40    12      12       12     16     40    4
6       78     80     60   12     12    18       50    12      12       12     16     50    4
7       71     80     60   12     12    21       60    12      12       12     16     50    4
"""
HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
COUNTS = {int(row[0]): dict(zip(HEAD[1:], map(int, row[1:]), strict=True)) for row in ROWS}
"""Cards at the start by number of players; the piles from Platinum on only when in use."""

HEIRLOOM_CARDS = ("Cemetery", "Fool", "Pixie", "Pooka", "Secret Cave", "Shepherd", "Tracker")
HALVES = {
    "Encampment/Plunder": 2,
    "Patrician/Emporium": 2,
    "Settlers/Bustling Village": 2,
    "Catapult/Rocks": 3,
    "Gladiator/Fortune": 3,
    "Sauna/Avanto": 4,
}
QUARTERS = {
    "Townsfolk": (2, ("Town Crier", "Blacksmith", "Miller", "Elder")),
    "Augurs": (3, ("Herb Gatherer", "Acolyte", "Sorceress", "Sibyl")),
    "Clashes": (3, ("Battle Plan", "Archer", "Warlord", "Territory")),
    "Forts": (3, ("Tent", "Garrison", "Hill Fort", "Stronghold")),
    "Odysseys": (3, ("Old Map", "Voyage", "Sunken Treasure", "Distant Shore")),
    "Wizards": (3, ("Student", "Conjurer", "Sorcerer", "Lich")),
}
CASTLES = (
    ("Humble Castle", 3, 2),
    ("Crumbling Castle", 4, 1),
    ("Small Castle", 5, 2),
    ("Haunted Castle", 6, 1),
    ("Opulent Castle", 7, 2),
    ("Sprawling Castle", 8, 1),
    ("Grand Castle", 9, 1),
    ("King's Castle", 10, 2),
)


def stated(id_: str) -> str:
    """The sentence of a rule that sets nothing out."""
    return next(s.says for book in RULEBOOKS for s in book.statements if s.id == id_)


class TestTheSupply:
    """Intrigue rulebook 2009, Preparation; Annotated rules 2013, section 1."""

    @yes("base-supply-piles")
    @every_count
    def test_every_game_has_seven_basic_piles_and_ten_kingdom_piles(self, players):
        piles = supply(plan_for(players=players))
        assert set(BASIC_CARDS) == {
            *("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")
        }
        assert set(piles) == {*BASIC_CARDS, *DULL[:10]}
        assert len(piles) == 17

    @no("base-supply-piles")
    def test_the_trash_is_fetched_and_is_no_pile(self):
        older = plan_for(boxes=("dominion-1e",))
        newer = plan_for(boxes=("dominion-2e",))
        assert fetched(older)["dominion-1e"]["Trash card"] == 1
        assert fetched(newer)["dominion-2e"]["Trash mat"] == 1
        assert not [name for name in supply(older) if "Trash" in name]
        assert not [name for name in beside(older) if "Trash" in name]

    def test_kingdom_piles_lie_by_rising_cost(self):
        plan = plan_for("Bank", "Chapel", "Golem", "Fortress", "Overlord")
        cards = [pile.card for pile in plan.supply if pile.card]
        costs = [card.cost[:3] for card in cards if card.cost.coin]
        assert costs == sorted(costs)
        assert cards[-1].name == "Overlord"  # only debt, which comes last


class TestTheCountTable:
    """Annotated rules 2013, section 1 with notes 1 and 2; Intrigue rulebook 2009."""

    @yes("base-treasure")
    @every_count
    @pytest.mark.parametrize("treasure", ["Copper", "Silver", "Gold"])
    def test_treasures_are_those_of_one_set_for_two_to_four_players_and_of_two_for_more(
        self, players, treasure
    ):
        assert supply(plan_for(players=players))[treasure] == COUNTS[players][treasure]

    @yes("base-victory")
    @every_count
    @pytest.mark.parametrize("victory", ["Estate", "Duchy", "Province"])
    def test_basic_victory_piles_follow_the_number_of_players(self, players, victory):
        assert supply(plan_for(players=players))[victory] == COUNTS[players][victory]

    @yes("base-curse")
    @every_count
    def test_there_are_ten_curses_for_each_player_after_the_first(self, players):
        curses = supply(plan_for(players=players))["Curse"]
        assert curses == COUNTS[players]["Curse"] == 10 * (players - 1)

    @every_count
    @pytest.mark.parametrize("pile", ["Gardens", "Platinum", "Colony", "Potion", "Ruins"])
    def test_piles_that_are_asked_for_have_their_column(self, players, pile):
        plan = plan_for("Gardens", "Familiar", "Cultist", players=players, platinum_colony=True)
        assert supply(plan)[pile] == COUNTS[players][pile]

    @yes("base-end")
    @every_count
    def test_three_empty_piles_end_the_game_for_up_to_four_players_and_four_for_more(self, players):
        plan = plan_for(players=players)
        assert plan.empty_piles == COUNTS[players]["empty"]
        assert plan.ends_when_empty == ("Province",)


class TestTreasures:
    """Annotated rules 2013, section 1, Treasure Cards and note 1."""

    @no("base-treasure")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_owning_more_sets_does_not_enlarge_the_piles_by_itself(self, players):
        sets = ("dominion-1e", "dominion-2e", "intrigue-1e", "base-cards")
        plan = plan_for(players=players, boxes=sets)
        treasures = [supply(plan)[name] for name in ("Copper", "Silver", "Gold")]
        assert treasures == [60 - 7 * players, 40, 30]

    @yes("base-treasure")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_a_second_set_may_be_added_for_two_to_four_players(self, players):
        plan = plan_for(players=players, basic_sets=2)
        treasures = [supply(plan)[name] for name in ("Copper", "Silver", "Gold")]
        assert treasures == [120 - 7 * players, 80, 60]

    @every_count
    @pytest.mark.parametrize("heirlooms", range(8))
    def test_coppers_that_heirlooms_replace_stay_in_the_pile(self, players, heirlooms):
        plan = plan_for(*HEIRLOOM_CARDS[:heirlooms], players=players)
        sets = 1 if players <= 4 else 2
        assert supply(plan)["Copper"] == 60 * sets - players * (7 - heirlooms)
        assert plan.starting_deck.get("Copper", 0) == 7 - heirlooms


class TestBasicVictoryCards:
    """Intrigue rulebook 2009, Preparation; Annotated rules 2013, section 1, Victory Cards."""

    @no("base-victory")
    @pytest.mark.parametrize(("players", "taken"), [(2, 14), (3, 21), (4, 24), (5, 27), (6, 30)])
    def test_starting_estates_do_not_come_out_of_the_pile(self, players, taken):
        plan = plan_for(players=players, boxes=("dominion-2e", "intrigue-1e"))
        estates = sum(box.get("Estate", 0) for box in fetched(plan).values())
        assert supply(plan)["Estate"] == COUNTS[players]["Estate"]
        assert estates == taken

    @no("base-victory")
    @every_count
    def test_shelters_leave_the_estate_pile_as_it_is(self, players):
        plan = plan_for("Rats", players=players, shelters=True)
        assert supply(plan)["Estate"] == COUNTS[players]["Estate"]


class TestCurses:
    """Annotated rules 2013, section 1, Curse Cards and note 2."""

    @no("base-curse")
    @every_count
    def test_neither_cursing_cards_nor_more_sets_add_curses(self, players):
        with_witch = plan_for("Witch", players=players, basic_sets=3)
        assert supply(with_witch)["Curse"] == 10 * (players - 1)


class TestKingdomPiles:
    """Annotated rules 2013, section 1, Kingdom Cards."""

    @yes("base-kingdom")
    @every_count
    def test_ten_piles_of_ten_cards(self, players):
        plan = plan_for(players=players)
        assert [pile.count for pile in plan.supply if pile.card] == [10] * 10


class TestStartingDecks:
    """Annotated rules 2013, section 1, Starting Decks and Starting Hand."""

    @no("base-start-deck")
    def test_seven_heirlooms_leave_no_copper(self):
        deck = plan_for(*HEIRLOOM_CARDS, shelters=True).starting_deck
        assert "Copper" not in deck
        assert sum(deck.values()) == 10
        assert len(deck) == 10

    @yes("base-start-deck")
    def test_the_rule_says_to_shuffle_and_to_draw_five(self):
        assert "shuffles and draws 5" in stated("base-start-deck")


class TestWhoStarts:
    """Intrigue rulebook 2009; Annotated rules 2013, section 3, Starting Player."""

    @yes("base-first-player")
    def test_the_first_game_is_random_and_later_the_player_left_of_the_winner_starts(self):
        says = stated("base-first-player")
        assert "First game: anyone at random" in says
        assert "the player to the left of the last winner" in says
        assert "after a tie, a random player who didn’t win" in says

    @no("base-first-player")
    def test_who_starts_changes_nothing_that_is_set_out(self):
        plan = plan_for("Baker")
        assert plan.player_tokens == {"Coin": 1}
        assert not [text for text in plan.reminders if "starts" in text]


class TestTheEndOfTheGame:
    """Prosperity rulebook 2016; Intrigue rulebook 2009; Annotated rules 2013, section 3."""

    @yes("base-end")
    @every_count
    def test_with_colonies_an_empty_colony_pile_ends_it_too(self, players):
        plan = plan_for("Bank", players=players, platinum_colony=True)
        assert plan.ends_when_empty == ("Province", "Colony")
        assert plan.empty_piles == COUNTS[players]["empty"]

    @no("base-end")
    def test_piles_beside_the_supply_never_count(self):
        plan = plan_for("Hermit", "Urchin", "Tournament", "Pillage")
        assert set(beside(plan)) == {"Madman", "Mercenary", "Prizes", "Spoils"}
        assert not set(beside(plan)) & set(supply(plan))

    @yes("base-tie")
    def test_of_tied_players_the_one_with_fewer_turns_wins(self):
        says = stated("base-tie")
        assert "fewer turns wins" in says
        assert "not counting extra turns" in says
        assert "share" in says

    @no("base-tie")
    def test_ties_change_nothing_that_is_set_out(self):
        assert not [text for text in plan_for("Outpost").reminders if "turn" in text]


class TestMoreThanFourPlayers:
    """Intrigue rulebook 2009, Rules for playing with more than 4 players."""

    @yes("base-more-than-4")
    def test_one_table_of_five_or_six_is_not_for_beginners(self):
        assert "isn’t for beginners" in stated("base-more-than-4")


class TestVictoryPiles:
    """Annotated rules 2013, section 1, Kingdom Cards and the cards' entries; Intrigue 2016."""

    @yes("pile-victory")
    @every_count
    @pytest.mark.parametrize("name", VICTORY_PILES)
    def test_eight_cards_for_two_players_and_twelve_for_more(self, name, players):
        plan = plan_for(name, players=players)
        assert supply(plan)[name] == (8 if players == 2 else 12)

    @yes("pile-victory")
    def test_these_and_castles_are_all_kingdom_piles_with_victory_on_the_randomizer(self):
        victory = {c.name for c in CATALOG.cards.values() if "Victory" in c.types}
        assert victory == {*VICTORY_PILES, "Castles"}


class TestPilesOfTheirOwnSize:
    """Annotated rules 2013, section 1, Rats and Knights; Adventures rulebook 2015, Port."""

    @no("pile-rats")
    def test_no_other_pile_has_twenty(self):
        sizes = {c.name: pile_size(c, n)[0] for n in PLAYERS for c in CATALOG.cards.values()}
        assert [name for name, size in sizes.items() if size == 20] == ["Rats"]

    @yes("pile-knights")
    def test_the_ten_knights(self):
        assert {(part.name, part.copies) for part in card("Knights").contains} == {
            ("Dame Anna", 1),
            ("Dame Josephine", 1),
            ("Dame Molly", 1),
            ("Dame Natalie", 1),
            ("Dame Sylvia", 1),
            ("Sir Bailey", 1),
            ("Sir Destry", 1),
            ("Sir Martin", 1),
            ("Sir Michael", 1),
            ("Sir Vander", 1),
        }

    @no("pile-knights")
    def test_no_other_pile_of_ten_is_shuffled(self):
        noted = {c.name for c in CATALOG.cards.values() if "shuffle" in pile_size(c, 2)[1]}
        assert noted == {"Knights"}

    @no("pile-port")
    def test_no_other_pile_has_twelve_for_two_players(self):
        sizes = {c.name: pile_size(c, 2)[0] for c in CATALOG.cards.values()}
        assert [name for name, size in sizes.items() if size == 12] == ["Port"]


class TestCastles:
    """The Castles randomizer."""

    @yes("pile-castles")
    @pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
    def test_more_players_use_all_twelve(self, players):
        plan = plan_for("Castles", players=players)
        assert supply(plan)["Castles"] == 12
        assert "one of each" not in plan.pile_notes["Castles"]

    @yes("pile-castles")
    @every_count
    def test_they_lie_by_cost_cheapest_on_top(self, players):
        assert "cheapest on top" in plan_for("Castles", players=players).pile_notes["Castles"]
        parts = card("Castles").contains
        assert tuple((p.name, p.cost.coin, p.copies) for p in parts) == CASTLES

    @yes("pile-castles")
    def test_their_randomizer_is_a_victory_card_for_three_coins(self):
        assert card("Castles").cost.is_exactly(3)
        assert "Victory" in card("Castles").types
        assert "Action" not in card("Castles").types


class TestSplitPilesOfTwo:
    """Empires rulebook 2016 and the randomizers: five cards on five others."""

    @yes("pile-split-5-5")
    @every_count
    @pytest.mark.parametrize("name", HALVES)
    def test_five_of_the_first_on_five_of_the_second(self, name, players):
        plan = plan_for(name, players=players)
        top, bottom = name.split("/")
        assert supply(plan)[name] == 10
        assert plan.pile_notes[name] == f"5× {top} on 5× {bottom}"

    @yes("pile-split-5-5")
    @pytest.mark.parametrize(("name", "coins"), HALVES.items())
    def test_the_pile_costs_what_its_randomizer_says(self, name, coins):
        pile = card(name)
        assert pile.cost.is_exactly(coins)
        assert "/".join(part.name for part in pile.contains) == name
        assert [part.copies for part in pile.contains] == [5, 5]
        assert "Action" in pile.types

    @no("pile-split-5-5")
    def test_these_six_are_all(self):
        assert {c.name for c in CATALOG.cards.values() if len(c.contains) == 2} == set(HALVES)


class TestSplitPilesOfFour:
    """Allies rulebook 2021, p. 2–3."""

    @yes("pile-split-4x4")
    @every_count
    @pytest.mark.parametrize("name", QUARTERS)
    def test_sixteen_cards_whatever_the_number_of_players(self, name, players):
        plan = plan_for(name, players=players)
        assert supply(plan)[name] == 16
        order = ", ".join(f"4× {part}" for part in QUARTERS[name][1])
        assert plan.pile_notes[name] == f"from the top: {order}"

    @yes("pile-split-4x4")
    @pytest.mark.parametrize(("name", "coins", "parts"), [(n, *q) for n, q in QUARTERS.items()])
    def test_four_each_of_four_cards_cheapest_on_top(self, name, coins, parts):
        pile = card(name)
        assert pile.cost.is_exactly(coins)
        assert tuple(part.name for part in pile.contains) == parts
        assert [part.copies for part in pile.contains] == [4, 4, 4, 4]
        costs = [part.cost.coin for part in pile.contains]
        assert costs == sorted(costs)
        assert "Action" in pile.types

    @no("pile-split-4x4")
    def test_these_six_are_all(self):
        assert {c.name for c in CATALOG.cards.values() if len(c.contains) == 4} == set(QUARTERS)


class TestAllOtherPiles:
    """Annotated rules 2013, section 1: ten of each."""

    OTHERS = frozenset({*VICTORY_PILES, *HALVES, *QUARTERS, "Castles", "Knights", "Rats", "Port"})

    @yes("pile-normal")
    @every_count
    def test_every_other_pile_of_every_box_has_ten_cards_for_any_number(self, players):
        normal = [c for c in CATALOG.cards.values() if c.name not in self.OTHERS]
        assert len(normal) == len(CATALOG.cards) - len(self.OTHERS)
        assert {pile_size(c, players) for c in normal} == {(10, "")}

    @no("pile-normal")
    @every_count
    def test_only_the_named_piles_differ(self, players):
        other = {c.name for c in CATALOG.cards.values() if pile_size(c, players)[0] != 10}
        assert other == self.OTHERS - {*HALVES, "Knights"}


class TestChoosingTheTen:
    """Intrigue rulebook 2009; Annotated rules 2013, section 1, Kingdom Cards and note 3."""

    FIVE_AND_FIVE = (*DULL[:5], "Bridge", "Pawn", "Upgrade", "Torturer", "Steward")

    @yes("choose-kingdom")
    def test_the_order_in_which_they_are_dealt_changes_nothing(self):
        there, back = plan_for(*self.FIVE_AND_FIVE), plan_for(*reversed(self.FIVE_AND_FIVE))
        assert there == back

    @no("choose-kingdom")
    def test_basic_cards_are_never_among_those_to_choose_from(self):
        shelf = gather(CATALOG, ("dominion-1e",))
        assert len(shelf.cards) == 25
        assert not {c.name for c in shelf.cards} & set(BASIC_CARDS)
        assert all(isinstance(c, Card) for c in gather(CATALOG, ALL_BOXES).cards)


class TestLandscapes:
    """Renaissance rulebook 2018, p. 2; Menagerie 2020, p. 2; Plunder 2022, p. 2;
    Rising Sun 2024, p. 2; Allies 2021, p. 3."""

    ONE_OF_EACH = ("Alms", "Tower", "Fair", "Way of the Ox", "Cheap")

    @yes("choose-landscapes")
    @pytest.mark.parametrize("name", ONE_OF_EACH)
    def test_a_landscape_uses_no_kingdom_slot(self, name):
        plan = plan_for(landscapes=(name,), traits={"Cheap": "Smithy"} if name == "Cheap" else {})
        assert len([pile for pile in plan.supply if pile.card]) == 10
        assert [landscape.name for landscape in plan.landscapes] == [name]
        assert name not in supply(plan)
        assert plan.problems == ()

    @yes("choose-ally-prophecy-free")
    def test_ally_and_prophecy_do_not_count_towards_the_two(self):
        dealt = {"ally": "Fellowship of Scribes", "prophecy": "Panic"}
        plan = plan_for("Bauble", "Poet", landscapes=("Alms", "Fair"), **dealt)
        assert len(plan.landscapes) == 4
        assert plan.problems == ()


class TestPromosWithoutSetup:
    """Annotated rules 2013, section 1, note on Stash; the cards."""

    @yes("no-setup")
    @every_count
    @pytest.mark.parametrize(
        "name",
        [
            *("Stash", "Envoy", "Walled Village", "Governor", "Prince", "Dismantle", "Captain"),
            "Church",
        ],
    )
    def test_these_bring_their_pile_and_nothing_else(self, name, players):
        plan, plain = plan_for(name, players=players), plan_for(players=players)
        assert {pile for pile in supply(plan) if pile not in supply(plain)} == {name}
        assert supply(plan)[name] == 10
        kept = {pile: count for pile, count in supply(plan).items() if pile != name}
        assert kept.items() <= supply(plain).items()
        unchanged = replace(plan, supply=plain.supply, fetch=plain.fetch, reminders=())
        assert unchanged == plain

    @yes("no-setup")
    def test_summon_brings_only_itself(self):
        plan, plain = plan_for(landscapes=("Summon",)), plan_for()
        assert plan.supply == plain.supply
        assert plan.beside == plain.beside
        assert plan.token_reserves == ()

    @no("no-setup")
    def test_the_promo_black_market_brings_its_deck(self):
        assert "check-bm-deck-missing" in codes(plan_for("Black Market"))
        plan = plan_for("Black Market", deck=ten_with("Cellar"))
        assert "Black Market deck" in beside(plan)

    def test_stash_among_the_ten_is_only_remembered_for_its_back(self):
        game = game_for("Stash")
        assert card("Stash").own_back
        assert [due.key for due in game.due] == ["shadow-backs"]
