"""Prosperity by Knizia and Bleasdale, by its rules of 2013: what is in the box, and its setup."""

from copy import deepcopy

import pytest

from setup_rules.catalog import load_catalog, read_facts
from setup_rules.facts.schema import CatalogError
from setup_rules.other_prosperity import (
    FILE,
    OtherBox,
    load_other_prosperity,
    plan_other_prosperity,
    read_box,
)

PRINTED = {
    part.partition(": ")[0]: part.partition(": ")[2].split("; ")
    for part in (
        "undated: Mega Skyscraper; Inner City Regeneration; Suburban Renewal; "
        "Communication Network; Hydroelectric Dam; Brown Field Clean Up; Tree Planting Project; "
        "Integrated Mass Transit; Entertainment Complex; City of Culture; Garden City; Hospital; "
        "High Voltage Distribution; Car Manufacture; Underground Cables; University; Toll Roads; "
        "Wind Farm; Rail Network; Water Treatment Plant; Oil Fired Power Station; "
        "Motorway Network; Tram System; Plastics Research Lab",
        "1970: Solar Power Station; Botanical Gardens; Bullet Trains; Institute of Biochemistry; "
        "Aerodynamic Facilities",
        "1980: Gas Fired Power Station; Low Impact Transmission; Combined Heat / Power; "
        "Genetics Laboratory; Micro Power Generation",
        "1990: Nuclear Power Station; Electric Cars; Internet Data Center; Toxicology Institute; "
        "Microprocessor Labs",
        "2000: Tidal Power Station; Wireless Power Transfer; Congestion Charging; Biodome; "
        "Super Conducting Cables",
        "2010: Solar Updraft Station; Hydrogen Vehicles; Waste Power Station; "
        "Artificial Intelligence Labs; Atmospheric Filtration",
        "2020: Biofuel Production Plant; Closed Loop Recycling; Driverless Cars; "
        "Particles Supercollider; Manufacture on Demand",
        "2030: Fusion Power Station; Mag-lev Train Network; Nanotech Factory; "
        "Neuroaugmentation Labs; Rejuvenation Clinic; Space Elevator",
    )
}
"""The list of tiles at the end of the rules, in its order."""

players = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture
def box() -> OtherBox:
    return load_other_prosperity()


def setup(players=3, *, first_game=True):
    return plan_other_prosperity(players, first_game=first_game)


class TestBoxContents:
    """“Box contents”, and the list of tiles at the end of the rules."""

    def test_boards(self, box):
        assert (box.research_boards, box.individual_boards) == (1, 4)

    def test_discs(self, box):
        assert box.pollution_discs == 64

    def test_twenty_cubes_in_four_colours(self, box):
        assert box.colours == ("blue", "red", "green", "yellow")
        assert sum(box.cubes.values()) == 20

    def test_thirty_five_notes(self, box):
        assert box.notes == {50: 10, 100: 20, 500: 5}
        assert sum(box.notes.values()) == 35

    def test_sixty_tiles_each_of_another_name(self, box):
        names = {tile.name for tile in (*box.undated, *box.dated)}
        assert len(names) == len(box.undated) + len(box.dated) == 60

    def test_twenty_four_of_them_have_no_date(self, box):
        assert [tile.name for tile in box.undated] == PRINTED["undated"]
        assert len(box.undated) == 24

    @pytest.mark.parametrize("decade", range(1970, 2040, 10))
    def test_a_decade_stands_above_its_tiles(self, box, decade):
        assert [tile.name for tile in box.decades[decade]] == PRINTED[str(decade)]

    def test_special_tiles_say_in_brackets_what_they_do(self, box):
        special = {tile.name: (tile.points, tile.discs) for tile in box.undated}
        assert {name: does for name, does in special.items() if any(does)} == {
            "Inner City Regeneration": (2, 0),
            "Suburban Renewal": (2, 0),
            "Brown Field Clean Up": (0, 3),
            "Tree Planting Project": (0, 3),
            "City of Culture": (1, 0),
            "Garden City": (1, 0),
        }
        assert not any(tile.points or tile.discs for tile in box.dated)


class TestTips:
    """“For each decade there are 5 tiles, and each symbol will be tallied exactly once …”"""

    def test_five_tiles_and_five_tallies(self, box):
        for decade in range(1970, 2030, 10):
            assert len(box.decades[decade]) == 5
            assert sorted(box.tallies[decade]) == [
                *("Capital", "Ecology", "Energy", "Prosperity", "Research")
            ]

    def test_an_extra_tile_with_a_prosperity_tally_in_2030(self, box):
        assert len(box.decades[2030]) == len(box.tallies[2030]) == 6
        assert box.tallies[2030].count("Prosperity") == 2


class TestDeck:
    """Step 3: from the 2030 tiles at the bottom to the five 1970 tiles at the top."""

    @players
    def test_goes_from_2030_at_the_bottom_to_1970_on_top(self, players):
        decades = [decade for decade, _tiles in setup(players).deck]
        assert decades == [2030, 2020, 2010, 2000, 1990, 1980, 1970]

    @pytest.mark.parametrize(("players", "each"), [(2, 18), (3, 12), (4, 9)])
    def test_thirty_six_turns_are_shared_evenly(self, players, each):
        """“Game overview”: in total, there will be 36 turns."""
        plan = setup(players)
        assert (plan.turns, plan.turns_each) == (36, each)
        assert sum(len(tiles) for _decade, tiles in plan.deck) == 36


class TestEachPlayer:
    """Steps 4 to 6."""

    @players
    def test_takes_one_note_of_100_euros(self, players):
        plan = setup(players)
        assert plan.box.player_notes == {100: 1}
        assert plan.money_each == 100

    def test_places_five_cubes(self, box):
        """One on the score track, one on each Research track, two on the individual board."""
        assert len(set(box.player_cubes)) == len(box.player_cubes) == 5
        assert set(box.cubes.values()) == {5}

    def test_places_eight_discs(self, box):
        assert box.player_discs == 8


class TestReserve:
    """Step 6: the discs and money left are placed next to the board."""

    @pytest.mark.parametrize(
        ("players", "discs", "hundreds"), [(2, 48, 18), (3, 40, 17), (4, 32, 16)]
    )
    def test_has_what_the_players_left(self, players, discs, hundreds):
        plan = setup(players)
        assert plan.reserve_discs == discs
        assert plan.reserve_notes == {50: 10, 100: hundreds, 500: 5}

    @players
    def test_nothing_is_lost(self, players):
        plan = setup(players)
        assert plan.reserve_discs + players * plan.box.player_discs == 64
        assert sum(plan.reserve_notes.values()) + players == 35


class TestPlayers:
    """Four boards and four colours."""

    @pytest.mark.parametrize("players", [0, 1, 5])
    def test_others_than_two_to_four_are_refused(self, players):
        with pytest.raises(ValueError, match="players"):
            setup(players)


class TestApartFromDominion:
    """Two games of one name are never mixed."""

    def test_no_tile_is_a_card_of_dominion_but_one_whose_name_is_the_same(self, box):
        cards = load_catalog().by_name
        same = [tile.name for tile in (*box.undated, *box.dated) if tile.name in cards]
        assert same == ["University"]

    def test_no_box_of_the_shelf_is_this_one(self, box):
        assert not any(other.year == box.year and other.name == box.name
                       for other in load_catalog().boxes.values())  # fmt: skip


class TestFaultsOfTheFile:
    """A file that is wrong is refused, with every fault."""

    @pytest.fixture
    def raw(self):
        return deepcopy(read_facts(FILE)[1])

    def faults(self, raw):
        with pytest.raises(CatalogError) as caught:
            read_box("data/other.toml", raw)
        return caught.value.faults

    def test_what_is_unknown_is_told_with_the_nearest_name(self, raw):
        raw["gains_points"]["Garden Cty"] = 1
        raw["more_tallies"]["2040"] = ["Energy"]
        raw["player_notes"]["20"] = 1
        assert self.faults(raw) == (
            'data/other.toml: gains_points: unknown "Garden Cty"; did you mean "Garden City"?',
            'data/other.toml: more_tallies: unknown "2040"; did you mean "2030"?',
            'data/other.toml: player_notes: unknown "20"; did you mean "50"?',
        )

    def test_what_does_not_add_up_is_told(self, raw):
        raw["tiles"]["1970"].append("Hospital")
        raw["cubes"]["blue"] = 6
        del raw["cubes"]["red"]
        assert self.faults(raw) == (
            "data/other.toml: tiles: these are 61, not 60",
            'data/other.toml: tiles: "Hospital" is written twice',
            "data/other.toml: 1970: 6 tiles, but 5 tallies",
            "data/other.toml: cubes: 3 colours for 4 boards",
            "data/other.toml: cubes: 6 in blue, but 5 places for them",
        )

    def test_what_is_no_decade_and_no_value_is_told(self, raw):
        raw["tiles"]["later"] = raw["tiles"].pop("undated")[:5]
        raw["technology_tiles"] = 41
        raw["gains_points"], raw["removes_discs"] = {"Hydroelectric Dam": 1}, {"Tram System": 2}
        raw["notes"]["ten"] = 1
        text = "\n".join(self.faults(raw))
        for message in (
            '"undated" is missing',
            '"later" is no decade',
            '"ten" is no value in euros',
        ):
            assert message in text

    def test_what_is_missing_or_of_another_kind_is_told(self, raw):
        del raw["designers"]
        raw["pollution_discs"] = "many"
        assert self.faults(raw) == (
            "data/other.toml: \"pollution_discs\" must be a whole number from 1, not 'many'",
            'data/other.toml: "designers" is missing',
        )

    def test_a_file_that_is_no_toml_is_told(self, tmp_path):
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / FILE).write_text("name = ")
        with pytest.raises(CatalogError, match=r"data/other_prosperity\.toml: is not valid TOML"):
            read_facts(FILE, tmp_path / "data")
