"""Checks on landscapes: how many, Traits and their piles, Obelisk, Allies and Prophecies."""

from __future__ import annotations

import pytest

from tests.builders import codes, expect, no, plan_for, problem, supply, yes

NO_ACTIONS = (
    *("Gardens", "Duke", "Harem", "Farmland", "Silk Road", "Fairgrounds", "Bank", "Hoard"),
    *("Quarry", "Royal Seal"),
)
NO_TRAITS = (
    *("Gardens", "Duke", "Fairgrounds", "Silk Road", "Farmland", "Tunnel", "Feodum", "Castles"),
    *("Marchland", "Ghost Town"),
)
"""Victory and Night cards only, and the Castles."""


class TestLandscapeCount:
    """check-landscape-count: at most two Events, Landmarks, Projects, Ways and Traits together are
    recommended. Plunder rulebook 2022, p. 2; Rising Sun rulebook 2024, p. 2.
    """

    @yes("check-landscape-count", "choose-landscapes")
    @pytest.mark.parametrize(
        "names",
        [
            ("Alms", "Quest", "Trade"),
            ("Museum", "Tower", "Wall"),
            ("Alms", "Museum", "Canal"),
            ("Alms", "Museum", "Canal", "Way of the Ox"),
        ],
    )
    def test_more_than_two_are_many(self, names):
        plan = plan_for(landscapes=names)
        expect(plan, "check-landscape-count", "advice", *names, fix="take some out")
        assert codes(plan) == {"check-landscape-count": "advice"}
        assert plan.status == "ok"

    @yes("check-landscape-count", "choose-landscapes")
    def test_traits_count_too(self):
        plan = plan_for(landscapes=["Alms", "Museum", "Cheap"], traits={"Cheap": "Smithy"})
        expect(plan, "check-landscape-count", "advice", "Alms", "Museum", "Cheap", fix="take some")

    @no("check-landscape-count", "choose-landscapes")
    @pytest.mark.parametrize("names", [(), ("Alms",), ("Alms", "Museum"), ("Canal", "Fair")])
    def test_up_to_two_are_recommended(self, names):
        assert codes(plan_for(landscapes=names)) == {}

    @yes("choose-ally-prophecy-free")
    @no("check-landscape-count")
    def test_the_ally_and_the_prophecy_do_not_count(self):
        plan = plan_for(
            "Bauble",
            "Poet",
            landscapes=["Alms", "Museum", "Architects' Guild", "Growth"],
        )
        assert codes(plan) == {}

    @no("check-landscape-count")
    def test_one_named_twice_is_one(self):
        plan = plan_for(landscapes=["Alms", "Alms", "Museum"])
        assert codes(plan) == {"check-choice-unused": "advice"}


class TestWayCount:
    """check-way-count: at most one Way is recommended. Menagerie rulebook 2020, p. 2."""

    @yes("check-way-count", "choose-way-limit")
    def test_two_ways_are_many(self):
        plan = plan_for(landscapes=["Way of the Ox", "Way of the Pig"])
        expect(plan, "check-way-count", "advice", "Way of the Ox", "Way of the Pig", fix="keep one")
        assert codes(plan) == {"check-way-count": "advice"}

    @yes("check-way-count", "check-landscape-count")
    def test_three_ways_are_too_many_landscapes_as_well(self):
        plan = plan_for(landscapes=["Way of the Ox", "Way of the Pig", "Way of the Owl"])
        assert codes(plan) == {"check-way-count": "advice", "check-landscape-count": "advice"}

    @no("check-way-count", "choose-way-limit")
    @pytest.mark.parametrize("names", [["Way of the Ox"], ["Way of the Ox", "Alms"], ["Alms"]])
    def test_one_way_is_recommended(self, names):
        assert codes(plan_for(landscapes=names)) == {}


class TestProjectCubes:
    """check-project-cubes: each player has two cubes, however many Projects there are.

    Renaissance rulebook 2018, p. 2–3.
    """

    @yes("check-project-cubes")
    @pytest.mark.parametrize("players", [2, 6])
    def test_more_than_two_projects_find_two_cubes(self, players):
        plan = plan_for(landscapes=["Canal", "Fair", "Silos"], players=players)
        expect(plan, "check-project-cubes", "warning", "Canal", "Fair", "Silos", fix="keep 2")
        assert plan.player_tokens == {"Project cube": 2}

    @no("check-project-cubes")
    @pytest.mark.parametrize("names", [["Canal"], ["Canal", "Fair"]])
    def test_two_cubes_serve_two_projects(self, names):
        plan = plan_for(landscapes=names)
        assert codes(plan) == {}
        assert plan.player_tokens == {"Project cube": 2}


class TestAllySingle:
    """check-ally-single: exactly one Ally with a Liaison, and none without.

    Allies rulebook 2021, p. 2–3.
    """

    @yes("check-ally-single")
    def test_two_allies_are_one_too_many(self):
        plan = plan_for("Bauble", landscapes=["Architects' Guild", "Gang of Pickpockets"])
        expect(
            plan,
            "check-ally-single",
            "error",
            "Architects' Guild",
            "Gang of Pickpockets",
            fix="Keep one of them",
        )

    @yes("check-ally-single")
    def test_one_chosen_and_another_laid_out_are_two(self):
        plan = plan_for("Bauble", landscapes=["Architects' Guild"], ally="Gang of Pickpockets")
        assert codes(plan)["check-ally-single"] == "error"

    @no("choose-ally-prophecy-free")
    @yes("check-ally-single")
    @pytest.mark.parametrize(
        "how", [{"ally": "Fellowship of Scribes"}, {"landscapes": ["Fellowship of Scribes"]}]
    )
    def test_an_ally_without_a_liaison(self, how):
        plan = plan_for(**how)
        expect(
            plan,
            "check-ally-single",
            "error",
            "Fellowship of Scribes",
            fix=("Leave Fellowship of Scribes out", "a Liaison"),
        )
        assert plan.landscapes == ()

    @no("check-ally-single")
    @pytest.mark.parametrize(
        "liaisons", [["Bauble"], ["Bauble", "Broker", "Importer"], ["Wizards"]]
    )
    def test_one_ally_for_any_number_of_liaisons(self, liaisons):
        plan = plan_for(*liaisons, ally="Architects' Guild")
        assert codes(plan) == {}
        assert [landscape.name for landscape in plan.landscapes] == ["Architects' Guild"]

    @no("check-ally-single")
    def test_one_ally_named_both_as_choice_and_as_landscape_is_one(self):
        plan = plan_for("Bauble", landscapes=["Architects' Guild"], ally="Architects' Guild")
        assert codes(plan) == {}

    @no("check-ally-single")
    def test_a_liaison_in_another_role_is_a_liaison(self):
        plan = plan_for("Young Witch", bane="Bauble", ally="Architects' Guild")
        assert codes(plan) == {}


class TestProphecySingle:
    """check-prophecy-single: exactly one Prophecy with an Omen, and none without.

    Rising Sun rulebook 2024, p. 2–3.
    """

    @yes("check-prophecy-single")
    def test_two_prophecies_are_one_too_many(self):
        plan = plan_for("Poet", landscapes=["Growth", "Panic"])
        expect(plan, "check-prophecy-single", "error", "Growth", "Panic", fix="Keep one of them")

    @no("choose-ally-prophecy-free")
    @yes("check-prophecy-single")
    @pytest.mark.parametrize("how", [{"prophecy": "Growth"}, {"landscapes": ["Growth"]}])
    def test_a_prophecy_without_an_omen(self, how):
        plan = plan_for(**how)
        expect(
            plan, "check-prophecy-single", "error", "Growth", fix=("Leave Growth out", "an Omen")
        )
        assert plan.landscapes == ()

    @no("check-prophecy-single")
    @pytest.mark.parametrize("omens", [["Poet"], ["Poet", "Kitsune", "Tea House"]])
    def test_one_prophecy_for_any_number_of_omens(self, omens):
        plan = plan_for(*omens, prophecy="Growth")
        assert codes(plan) == {}


class TestTraitInvalid:
    """check-trait-invalid: a Trait lies on a Kingdom Supply pile that is an Action or a Treasure by
    its randomizer: no basic pile, no Ruins, no pile of Victory or Night cards only, no Castles.

    Plunder rulebook 2022, p. 2–4.
    """

    @no("trait-placement")
    @yes("check-trait-invalid")
    @pytest.mark.parametrize(
        "pile",
        [
            "Gardens",  # Victory only
            "Ghost Town",  # Night only
            "Castles",
            "Cellar",  # not in this kingdom
            "Silver",
            "Estate",
            "Ruins",
            "Dame Anna",
            "Alms",
        ],
    )
    def test_a_trait_cannot_lie_there(self, pile):
        plan = plan_for(
            *("Gardens", "Ghost Town", "Castles", "Cultist", "Knights"),
            landscapes=["Hasty"],
            traits={"Hasty": pile},
        )
        issue = expect(
            plan, "check-trait-invalid", "error", "Hasty", pile, fix=("Cultist", "Knights")
        )
        assert "Gardens" not in issue.fix
        assert plan.traits == {}

    @no("ferryman-pile")
    @yes("check-trait-invalid")
    def test_ferrymans_pile_is_no_supply_pile(self):
        plan = plan_for(
            "Ferryman", ferryman="Village", landscapes=["Hasty"], traits={"Hasty": "Village"}
        )
        expect(plan, "check-trait-invalid", "error", "Hasty", "Village", fix="Ferryman")

    @yes("check-trait-invalid")
    @pytest.mark.parametrize("named", ["Curse", "Goat", "Hovel", "Smithy", "Alms"])
    def test_inherited_replaces_only_what_players_start_with(self, named):
        plan = plan_for(
            landscapes=["Inherited"], traits={"Inherited": "Market"}, inherited_replaces=named
        )
        expect(plan, "check-trait-invalid", "error", "Inherited", named, fix=("Copper", "Estate"))
        assert sum(plan.starting_deck.values()) == 10

    @yes("trait-placement")
    @no("check-trait-invalid")
    @pytest.mark.parametrize(
        "pile", ["Smithy", "Harem", "Crown", "Knights", "Encampment/Plunder", "Forts", "Bank"]
    )
    def test_actions_and_treasures_carry_traits(self, pile):
        plan = plan_for(pile, landscapes=["Hasty"], traits={"Hasty": pile})
        assert codes(plan) == {}
        assert plan.traits == {pile: "Hasty"}

    @yes("trait-placement")
    @no("check-trait-invalid")
    @pytest.mark.parametrize(
        ("cards", "slots", "pile"),
        [
            (["Young Witch"], {"bane": "Cellar"}, "Cellar"),
            (["Poet"], {"prophecy": "Approaching Army", "army": "Witch"}, "Witch"),
        ],
    )
    def test_the_bane_and_the_army_pile_are_kingdom_piles_of_the_supply(self, cards, slots, pile):
        plan = plan_for(*cards, landscapes=["Hasty"], traits={"Hasty": pile}, **slots)
        assert codes(plan) == {}
        assert plan.traits == {pile: "Hasty"}

    @no("check-trait-invalid")
    def test_a_pile_for_a_trait_that_is_not_laid_out_is_ignored(self):
        plan = plan_for(traits={"Hasty": "Estate"})
        assert codes(plan) == {"check-choice-unused": "advice"}

    @no("check-trait-invalid")
    @pytest.mark.parametrize(
        ("named", "cards", "shelters"),
        [
            ("Copper", (), False),
            ("Estate", (), False),
            ("Hovel", (), True),
            ("Overgrown Estate", (), True),
            ("Goat", ("Pixie",), False),
        ],
    )
    def test_inherited_may_replace_any_starting_card(self, named, cards, shelters):
        plan = plan_for(
            *cards,
            landscapes=["Inherited"],
            traits={"Inherited": "Market"},
            inherited_replaces=named,
            shelters=shelters,
        )
        assert codes(plan) == {}
        assert plan.starting_deck["Market"] == 1
        assert sum(plan.starting_deck.values()) == 10


class TestTraitPile:
    """check-trait-pile: no pile is left that could carry a Trait, or two Traits lie on one pile.

    Plunder rulebook 2022, p. 2–4.
    """

    @no("trait-placement")
    @yes("check-trait-pile")
    def test_two_traits_on_one_pile(self):
        plan = plan_for(
            landscapes=["Hasty", "Cheap"], traits={"Hasty": "Smithy", "Cheap": "Smithy"}
        )
        expect(
            plan,
            "check-trait-pile",
            "error",
            "Hasty",
            "Cheap",
            "Smithy",
            fix="another pile for Cheap",
        )
        assert plan.traits == {"Smithy": "Hasty"}

    @yes("check-trait-pile")
    @no("check-choice-open")
    def test_no_pile_can_carry_it(self):
        plan = plan_for(*NO_TRAITS, fill=False, landscapes=["Cheap"])
        expect(plan, "check-trait-pile", "error", "Cheap", fix=("Leave Cheap out", "swap a pile"))
        assert codes(plan) == {"check-trait-pile": "error"}

    @yes("check-trait-pile")
    def test_one_pile_for_two_traits_leaves_one_without(self):
        plan = plan_for(
            *NO_TRAITS[:9],
            "Smithy",
            fill=False,
            landscapes=["Cheap", "Hasty"],
            traits={"Cheap": "Smithy"},
        )
        expect(plan, "check-trait-pile", "error", "Hasty", fix="Leave Hasty out")

    @yes("trait-placement")
    @no("check-trait-pile")
    def test_a_pile_for_each(self):
        plan = plan_for(
            landscapes=["Hasty", "Cheap"], traits={"Hasty": "Smithy", "Cheap": "Market"}
        )
        assert codes(plan) == {}

    @no("check-trait-pile")
    def test_one_pile_is_enough_for_one_trait(self):
        plan = plan_for(*NO_TRAITS[:9], "Smithy", fill=False, landscapes=["Cheap"])
        assert codes(plan) == {"check-choice-open": "error"}


class TestChoiceOpenOnLandscapes:
    """check-choice-open: the pile of a Trait is an error; Druid's Boons, Obelisk's pile and the
    card Inherited replaces are a warning, for the plan works without: any Boons, any pile, a
    Copper. Plunder rulebook 2022, p. 2–4; Nocturne rulebook 2017, p. 5; the cards.
    """

    @yes("check-choice-open")
    def test_a_trait_without_a_pile_is_told_what_may_be_chosen(self):
        plan = plan_for("Gardens", landscapes=["Cheap"])
        issue = expect(plan, "check-choice-open", "error", "Cheap", fix=("Smithy", "Market"))
        assert "Gardens" not in issue.fix

    @yes("check-choice-open")
    def test_each_trait_without_a_pile_is_told(self):
        plan = plan_for(landscapes=["Cheap", "Hasty"])
        about = sorted(it.cards for it in plan.problems if it.code == "check-choice-open")
        assert about == [("Cheap",), ("Hasty",)]

    @yes("check-choice-open")
    def test_druids_boons_are_open(self):
        plan = plan_for("Druid")
        expect(plan, "check-choice-open", "warning", "Druid", fix=("top 3", "12 Boons"))
        assert plan.status == "warning"

    @yes("check-choice-open")
    @pytest.mark.parametrize(
        "boons",
        [
            ["The Sea's Gift"],
            ["The Sea's Gift", "The Sea's Gift", "The Sky's Gift"],
            ["The Sea's Gift", "The Sky's Gift", "The Sun's Gift", "The Moon's Gift"],
        ],
    )
    def test_fewer_or_more_than_three_different_boons_leave_it_open(self, boons):
        plan = plan_for("Druid", boons=boons)
        assert codes(plan) == {"check-choice-open": "warning"}

    @no("check-choice-open")
    def test_three_boons_for_druid(self):
        plan = plan_for("Druid", boons=["The Sea's Gift", "The Sky's Gift", "The Sun's Gift"])
        assert codes(plan) == {}

    @yes("check-choice-open")
    def test_obelisks_pile_is_open(self):
        plan = plan_for("Gardens", "Cultist", landscapes=["Obelisk"])
        issue = expect(
            plan, "check-choice-open", "warning", "Obelisk", fix=("Smithy", "Cultist", "Ruins")
        )
        assert "Gardens" not in issue.fix
        assert plan.named_piles == {}

    @yes("check-choice-open", "trait-inherited")
    def test_what_inherited_replaces_is_open_and_a_copper_is_assumed(self):
        plan = plan_for(landscapes=["Inherited"], traits={"Inherited": "Market"})
        expect(plan, "check-choice-open", "advice", "Inherited", fix=("turn order", "a Copper"))
        assert plan.status == "ok"
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, "Market": 1}

    @no("check-choice-open")
    def test_all_of_them_chosen(self):
        plan = plan_for(
            "Druid",
            boons=["The Sea's Gift", "The Sky's Gift", "The Sun's Gift"],
            landscapes=["Obelisk", "Inherited"],
            traits={"Inherited": "Market"},
            obelisk="Smithy",
            inherited_replaces="Estate",
        )
        assert codes(plan) == {}


class TestObeliskInvalid:
    """check-obelisk-invalid: Obelisk's pile is an Action Supply pile by its randomizer, Ruins
    included, Castles not. The card.
    """

    @no("landmark-obelisk")
    @yes("check-obelisk-invalid")
    @pytest.mark.parametrize(
        "named", ["Gardens", "Castles", "Bank", "Silver", "Cellar", "Ruins", "Humble Castle"]
    )
    def test_another_pile_will_not_do(self, named):
        plan = plan_for("Gardens", "Castles", "Bank", landscapes=["Obelisk"], obelisk=named)
        issue = problem(plan, "check-obelisk-invalid")
        assert issue.severity.value == "error"
        assert "Obelisk" in issue.cards
        assert len(issue.cards) == 2
        assert "Smithy" in issue.fix
        assert "Castles" not in issue.fix

    @no("ferryman-pile")
    @yes("check-obelisk-invalid")
    def test_ferrymans_pile_is_no_supply_pile(self):
        plan = plan_for("Ferryman", ferryman="Village", landscapes=["Obelisk"], obelisk="Village")
        expect(plan, "check-obelisk-invalid", "error", "Obelisk", "Village", fix="Ferryman")

    @yes("landmark-obelisk")
    @no("check-obelisk-invalid")
    @pytest.mark.parametrize(
        ("named", "pile"),
        [
            ("Smithy", "Smithy"),
            ("Knights", "Knights"),
            ("Plunder", "Encampment/Plunder"),
            ("Ruins", "Ruins"),
            ("Cellar", "Cellar"),
        ],
    )
    def test_an_action_pile_of_the_supply_will_do(self, named, pile):
        plan = plan_for(
            *("Knights", "Encampment/Plunder", "Cultist", "Young Witch"),
            bane="Cellar",
            landscapes=["Obelisk"],
            obelisk=named,
        )
        assert codes(plan) == {}
        assert plan.named_piles["Obelisk"] == pile

    @no("check-obelisk-invalid")
    def test_without_obelisk_the_choice_is_ignored(self):
        plan = plan_for(obelisk="Silver")
        assert codes(plan) == {"check-choice-unused": "advice"}
        assert plan.named_piles == {}


class TestObeliskPool:
    """check-obelisk-pool: there is no Action Supply pile, so Obelisk has no target. The card."""

    @yes("check-obelisk-pool")
    @no("check-choice-open")
    @pytest.mark.parametrize("how", [{}, {"obelisk": "Gardens"}])
    def test_a_kingdom_without_actions(self, how):
        plan = plan_for(*NO_ACTIONS, fill=False, landscapes=["Obelisk"], **how)
        expect(plan, "check-obelisk-pool", "warning", "Obelisk", fix="swap Obelisk")
        assert "check-choice-open" not in codes(plan)

    @no("check-obelisk-pool")
    def test_one_action_is_enough(self):
        plan = plan_for(
            *NO_ACTIONS[:9], "Smithy", fill=False, landscapes=["Obelisk"], obelisk="Smithy"
        )
        assert codes(plan) == {}

    @no("check-obelisk-pool")
    def test_without_obelisk_no_target_is_missed(self):
        assert codes(plan_for(*NO_ACTIONS, fill=False)) == {}


class TestInheritedPile:
    """check-inherited-pile: Inherited on a pile whose top half has four or five copies, and more
    players than that; the cards go out from the top in turn order. The card.
    """

    def plan(self, pile, players):
        named = {"landscapes": ["Inherited"], "traits": {"Inherited": pile}}
        return plan_for(pile, **named, inherited_replaces="Copper", players=players)

    @yes("check-inherited-pile")
    @pytest.mark.parametrize(
        ("pile", "players"),
        [
            ("Encampment/Plunder", 6),
            ("Encampment/Plunder", 7),
            ("Sauna/Avanto", 6),
            ("Townsfolk", 5),
            ("Forts", 6),
        ],
    )
    def test_more_players_than_copies_of_the_top_card(self, pile, players):
        plan = self.plan(pile, players)
        expect(
            plan,
            "check-inherited-pile",
            "warning",
            "Inherited",
            pile,
            fix=("turn order", "another"),
        )
        assert supply(plan)[pile] == (10 if "/" in pile else 16) - players

    @yes("check-inherited-pile", "trait-inherited")
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_of_the_knights_each_player_gets_a_different_one(self, players):
        plan = self.plan("Knights", players)
        issue = expect(
            plan, "check-inherited-pile", "advice", "Inherited", "Knights", fix="turn order"
        )
        assert "different" in issue.message
        assert f"a different Knight from the top, {players} in all" in plan.pile_notes["Knights"]
        assert plan.status == "ok"

    @no("check-inherited-pile")
    @pytest.mark.parametrize(
        ("pile", "players"),
        [
            ("Encampment/Plunder", 5),
            ("Sauna/Avanto", 2),
            ("Townsfolk", 4),
            ("Market", 6),
        ],
    )
    def test_enough_of_them_on_top(self, pile, players):
        plan = self.plan(pile, players)
        assert "check-inherited-pile" not in codes(plan)

    @no("check-inherited-pile")
    def test_another_trait_takes_no_cards(self):
        plan = plan_for("Townsfolk", landscapes=["Hasty"], traits={"Hasty": "Townsfolk"}, players=6)
        assert "check-inherited-pile" not in codes(plan)


class TestAlchemyFew:
    """check-alchemy-few: any number of Alchemy cards is legal; three to five together are
    recommended, because Potions buy little else. Annotated rules 2013, section 1.
    """

    ALCHEMY = ("Alchemist", "Apprentice", "Golem", "Herbalist", "Transmute", "University")

    @yes("check-alchemy-few", "choose-alchemy-advice")
    @pytest.mark.parametrize("count", [1, 2])
    def test_one_or_two_are_few(self, count):
        cards = self.ALCHEMY[:count]
        plan = plan_for(*cards)
        expect(plan, "check-alchemy-few", "advice", *cards, fix=("add more Alchemy cards", "swap"))
        assert plan.status == "ok"

    @yes("check-alchemy-few")
    def test_it_is_said_in_one_line_and_not_among_the_problems(self):
        for cards in (self.ALCHEMY[:1], self.ALCHEMY):
            (issue,) = plan_for(*cards).problems
            assert issue.quiet

    @no("check-alchemy-few")
    @pytest.mark.parametrize("cards", [["Apprentice"], ["Herbalist"], ["Apprentice", "Herbalist"]])
    def test_cards_that_need_no_potion_go_with_any_others(self, cards):
        assert codes(plan_for(*cards)) == {}

    @no("check-alchemy-few")
    def test_potions_that_a_card_outside_the_supply_needs_as_well(self):
        assert "check-alchemy-few" not in codes(
            plan_for("Black Market", "Familiar", deck=["Golem"])
        )

    @yes("check-alchemy-few", "choose-alchemy-advice")
    def test_more_than_five_are_many(self):
        plan = plan_for(*self.ALCHEMY)
        expect(plan, "check-alchemy-few", "advice", *self.ALCHEMY, fix="swap some out")

    @no("check-alchemy-few", "choose-alchemy-advice")
    @pytest.mark.parametrize("count", [0, 3, 4, 5])
    def test_none_or_three_to_five_are_recommended(self, count):
        assert codes(plan_for(*self.ALCHEMY[:count])) == {}

    @no("check-alchemy-few", "choose-alchemy-advice")
    def test_the_bane_counts_as_a_kingdom_pile_of_the_supply(self):
        plan = plan_for("Young Witch", "Alchemist", "Golem", bane="Herbalist")
        assert codes(plan) == {}

    @no("check-alchemy-few", "choose-alchemy-advice")
    def test_a_card_in_the_black_market_deck_does_not_count(self):
        plan = plan_for("Black Market", deck=["Golem"])
        assert "check-alchemy-few" not in codes(plan)
