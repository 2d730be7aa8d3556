"""Checks on landscapes: how many, Traits and their piles, Obelisk, Allies and Prophecies.

Cases: landscapes_and_traits.toml.
"""

import pytest

from tests.builders import codes, expect, no, plan_for, problem, supply, yes

NO_ACTIONS = (
    *("Gardens", "Duke", "Harem", "Farmland", "Silk Road", "Fairgrounds", "Bank", "Hoard"),
    *("Quarry", "Royal Seal"),
)


class TestLandscapeCount:
    """check-landscape-count: at most two Events, Landmarks, Projects, Ways and Traits together are
    recommended. Plunder rulebook 2022, p. 2; Rising Sun rulebook 2024, p. 2.
    """

    @no("check-landscape-count", "choose-landscapes")
    @pytest.mark.parametrize("names", [(), ("Alms",), ("Alms", "Museum"), ("Canal", "Fair")])
    def test_up_to_two_are_recommended(self, names):
        assert codes(plan_for(landscapes=names)) == {}


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


class TestObeliskPool:
    """check-obelisk-pool: there is no Action Supply pile, so Obelisk has no target. The card."""

    @yes("check-obelisk-pool")
    @no("check-choice-open")
    @pytest.mark.parametrize("how", [{}, {"obelisk": "Gardens"}])
    def test_a_kingdom_without_actions(self, how):
        plan = plan_for(*NO_ACTIONS, fill=False, landscapes=["Obelisk"], **how)
        expect(plan, "check-obelisk-pool", "warning", "Obelisk", fix="swap Obelisk")
        assert "check-choice-open" not in codes(plan)


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


class TestAlchemyFew:
    """check-alchemy-few: any number of Alchemy cards is legal; three to five together are
    recommended, because Potions buy little else. Annotated rules 2013, section 1.
    """

    ALCHEMY = ("Alchemist", "Apprentice", "Golem", "Herbalist", "Transmute", "University")

    @yes("check-alchemy-few")
    def test_it_is_said_in_one_line_and_not_among_the_problems(self):
        for cards in (self.ALCHEMY[:1], self.ALCHEMY):
            (issue,) = plan_for(*cards).problems
            assert issue.quiet

    @no("check-alchemy-few", "choose-alchemy-advice")
    @pytest.mark.parametrize("count", [0, 3, 4, 5])
    def test_none_or_three_to_five_are_recommended(self, count):
        assert codes(plan_for(*self.ALCHEMY[:count])) == {}
