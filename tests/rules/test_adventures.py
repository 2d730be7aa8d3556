"""Adventures (2015): Travellers, Tavern mats and the players' tokens."""

import pytest

from tests.builders import (
    all_that,
    beside,
    codes,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

PAGE = ("Treasure Hunter", "Warrior", "Hero", "Champion")
PEASANT = ("Soldier", "Fugitive", "Disciple", "Teacher")
RESERVES = (
    *("Coin of the Realm", "Distant Lands", "Duplicate", "Guide", "Ratcatcher"),
    *("Royal Carriage", "Transmogrify", "Wine Merchant"),
)
TOKENS = {
    "Journey": ("Ranger", "Giant", "Pilgrimage"),
    "-1 Card": ("Relic", "Borrow", "Raid"),
    "-$1": ("Bridge Troll", "Ball"),
    "+1 Card": ("Pathfinding", "Peasant"),
    "+1 Action": ("Lost Arts", "Peasant"),
    "+1 Buy": ("Seaway", "Peasant"),
    "+$1": ("Training", "Peasant"),
    "-$2 cost": ("Ferry",),
    "Trashing": ("Plan",),
    "Estate": ("Inheritance",),
}
ASKING = [(token, *given.values) for token in TOKENS for given in in_every_role(*TOKENS[token])]


class TestPage:
    """Adventures rulebook 2015, Travellers."""

    @yes("traveller-page")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Page"))
    def test_page_in_any_role_puts_its_four_travellers_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        for traveller in PAGE:
            assert beside(plan)[traveller] == 5
            assert plan.because[traveller] == ("Page",)
            assert traveller not in supply(plan)

    @yes("traveller-page")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_five_of_each_for_any_number_of_players(self, players):
        assert beside(plan_for("Page", players=players)) == dict.fromkeys(PAGE, 5)

    @no("traveller-page")
    @pytest.mark.parametrize("traveller", PAGE)
    def test_no_other_card_asks_for_them(self, traveller):
        assert all_that(lambda plan: traveller in beside(plan)) == {"Page"}

    @no("traveller-page")
    def test_peasant_alone_brings_none_of_them(self):
        assert not set(PAGE) & set(beside(plan_for("Peasant")))

    @no("traveller-page", "traveller-peasant")
    @pytest.mark.parametrize("name", [*PAGE, *PEASANT])
    def test_travellers_never_go_into_the_black_market_deck(self, name):
        plan = plan_for("Page", "Peasant", "Black Market", deck=[name])
        assert codes(plan)["check-bm-non-supply"] == "error"


class TestPeasant:
    """Adventures rulebook 2015, Travellers, Reserve cards and tokens."""

    @yes("traveller-peasant")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Peasant"))
    def test_peasant_in_any_role_puts_its_four_travellers_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        for traveller in PEASANT:
            assert beside(plan)[traveller] == 5
            assert plan.because[traveller] == ("Peasant",)
            assert traveller not in supply(plan)

    @yes("traveller-peasant")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Peasant"))
    def test_teacher_makes_it_ask_for_the_tavern_mat_and_the_four_plus_one_tokens(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Tavern",)
        assert plan.player_tokens == {"+1 Card": 1, "+1 Action": 1, "+1 Buy": 1, "+$1": 1}

    @yes("traveller-peasant")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_five_of_each_for_any_number_of_players(self, players):
        assert beside(plan_for("Peasant", players=players)) == dict.fromkeys(PEASANT, 5)

    @yes("traveller-page", "traveller-peasant")
    def test_page_and_peasant_bring_all_eight(self):
        assert beside(plan_for("Page", "Peasant")) == dict.fromkeys((*PAGE, *PEASANT), 5)

    @no("traveller-peasant")
    @pytest.mark.parametrize("traveller", PEASANT)
    def test_no_other_card_asks_for_them(self, traveller):
        assert all_that(lambda plan: traveller in beside(plan)) == {"Peasant"}

    @no("traveller-peasant")
    def test_page_brings_neither_them_nor_mat_nor_tokens(self):
        plan = plan_for("Page")
        assert not set(PEASANT) & set(beside(plan))
        assert plan.player_mats == ()
        assert plan.player_tokens == {}


class TestTavernMat:
    """Adventures rulebook 2015, Reserve cards; the cards."""

    @yes("tavern-mat")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*RESERVES, "Miser", "Peasant"))
    def test_each_player_takes_one(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Tavern",)
        assert plan.because["Tavern"] == (name,)

    @yes("tavern-mat")
    def test_it_is_one_each_however_many_cards_ask_for_it(self):
        plan = plan_for(*RESERVES, "Miser", "Peasant", fill=False)
        assert plan.player_mats == ("Tavern",)
        assert plan.because["Tavern"] == tuple(sorted((*RESERVES, "Miser", "Peasant")))

    @no("tavern-mat")
    def test_no_other_card_or_landscape_asks_for_it(self):
        asking = all_that(lambda plan: "Tavern" in plan.player_mats)
        assert asking == {*RESERVES, "Miser", "Peasant"}

    @no("tavern-mat")
    @pytest.mark.parametrize("name", ["Page", "Ranger", "Storyteller", "Treasure Trove"])
    def test_without_such_a_card_it_stays_in_the_box(self, name):
        assert plan_for(name).player_mats == ()


class TestTokens:
    """Adventures rulebook 2015, tokens; the cards."""

    @yes("adventures-tokens")
    @pytest.mark.parametrize(("token", "name", "role"), ASKING)
    def test_each_player_takes_the_token_a_card_or_event_names(self, token, name, role):
        plan = plan_using(name, role)
        assert plan.player_tokens[token] == 1
        assert plan.because[token] == (name,)

    @yes("adventures-tokens")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_one_of_each_for_every_player(self, players):
        plan = plan_for("Ranger", "Giant", "Relic", landscapes=["Raid"], players=players)
        assert plan.player_tokens == {"Journey": 1, "-1 Card": 1}
        assert plan.tokens_placed == {"Journey": players, "-1 Card": players}

    @yes("adventures-tokens")
    @pytest.mark.parametrize("name", TOKENS["Journey"])
    def test_the_journey_token_starts_face_up(self, name):
        role = "landscape" if name == "Pilgrimage" else "ten"
        plan = plan_using(name, role)
        assert any("Journey" in text and "face up" in text for text in plan.reminders)

    @no("adventures-tokens")
    def test_of_the_other_tokens_nothing_like_that_is_said(self):
        assert plan_for("Relic", "Bridge Troll", "Peasant").reminders == ()

    @no("adventures-tokens")
    @pytest.mark.parametrize("name", sorted({name for given in TOKENS.values() for name in given}))
    def test_none_starts_on_a_pile(self, name):
        plan = plan_using(name, in_every_role(name)[0].values[1])
        assert plan.pile_tokens == {}

    @no("adventures-tokens")
    @pytest.mark.parametrize("token", TOKENS)
    def test_no_other_card_or_landscape_asks_for_it(self, token):
        assert all_that(lambda plan: token in plan.player_tokens) == set(TOKENS[token])

    @no("adventures-tokens")
    @pytest.mark.parametrize(
        "name", ["Alms", "Bonfire", "Expedition", "Quest", "Save", "Trade", "Travelling Fair"]
    )
    def test_other_events_leave_them_in_the_box(self, name):
        assert plan_for(landscapes=[name]).player_tokens == {}
