"""Start: what players take, who begins by the rule, how it ends, what to keep at hand."""

import pytest
from flask import render_template_string

from app import create_app
from setup_rules.engine import plan_setup
from tests.builders import CATALOG, game_for
from tests.web.furnished import LINK
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.start import BEGINS, begins_in_words, pick_beginner, start_view

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture(scope="module")
def in_app(tmp_path_factory):
    app = create_app(
        {"DATABASE": tmp_path_factory.mktemp("start") / "piles.db", "RATE_LIMITS": False}
    )
    with app.test_request_context("/"):
        yield app


def start(*names, marks=None, name=str, read_only=False, **how):
    """The last step of a kingdom."""
    game = game_for(*names, **how)
    begins = begins_in_words((marks or {}).get(BEGINS, ""))
    return start_view(game, plan_setup(game), name)._replace(begins=begins, read_only=read_only)


def sentences(at_start):
    return [line.text.striptags() for line in at_start]


def hand(*names, **how):
    return sentences(start(*names, **how).at_hand)


def placing(*names, **how):
    return sentences(start(*names, **how).placing)


class TestEachPlayer:
    def test_takes_seven_copper_and_three_estates(self):
        deck = [(pile.name, pile.number, pile.glyph) for pile in start().deck]
        assert deck == [("Copper", 7, "treasure"), ("Estate", 3, "victory")]

    def test_takes_shelters_instead_of_estates(self):
        names = [pile.name for pile in start("Hermit", shelters=True).deck]
        assert names == ["Copper", "Hovel", "Necropolis", "Overgrown Estate"]

    def test_takes_an_heirloom_instead_of_a_copper(self):
        deck = {pile.name: pile.number for pile in start("Pixie").deck}
        assert deck == {"Copper": 6, "Estate": 3, "Goat": 1}

    def test_shuffles_and_draws_five(self):
        assert sentences(start().first) == ["Shuffle the 10 cards and draw 5."]

    def test_gets_a_mat_with_its_token_and_is_told_why(self):
        view = start("Riverboat", riverboat="Baker")
        assert [(mat.name, mat.tokens, mat.loose) for mat in view.mats] == [
            ("Coffers mat", 1, False)
        ]
        assert sentences(view.first)[1] == (
            "1 coin token on the Coffers mat, because Baker is set aside for Riverboat."
        )

    def test_gets_tokens_of_one_card_in_one_sentence(self):
        at_start = sentences(start("Peasant").first)
        assert at_start[1] == (
            "One of each token: +1 Card, +1 Action, +1 Buy and +$1, for Peasant."
        )

    @pytest.mark.parametrize(
        ("names", "favors"), [(("Bauble",), "One Favor token"), (("Importer",), "5 Favor tokens")]
    )
    def test_gets_favors_by_their_name(self, names, favors):
        at_start = sentences(start(*names, landscapes=("Cave Dwellers",)).first)
        assert at_start[1].startswith(f"{favors} on the Favors mat, for ")

    def test_gets_two_cubes_for_a_project(self):
        view = start(landscapes=("Canal",))
        assert [(mat.name, mat.tokens) for mat in view.mats] == [("Project cubes", 2)]
        assert sentences(view.first)[1] == "2 Project cubes, for Canal."


class TestWhoBegins:
    def test_is_anyone_in_the_first_game(self):
        picks = {pick_beginner(4, frozenset(), lambda n, at=at: at) for at in range(4)}
        assert picks == {"1", "2", "3", "4"}

    def test_is_one_of_the_others_after_a_tie(self):
        counts = []

        def last(n):
            counts.append(n)
            return n - 1

        assert pick_beginner(4, frozenset({2, 4}), last) == "3"
        assert counts == [2]

    def test_is_anyone_when_all_tied(self):
        assert pick_beginner(2, frozenset({1, 2}), lambda n: n - 1) == "2"

    def test_is_told_once_it_was_picked(self):
        assert start().begins == ""
        assert start(marks={"begins": "left"}).begins == (
            "The player to the left of the last winner goes first."
        )
        assert start(marks={"begins": "3"}).begins == (
            "Player 3 goes first (count clockwise; whoever tapped the button is 1)."
        )

    @pytest.mark.parametrize("seat", range(1, 8))
    def test_has_a_sentence_for_every_seat(self, seat):
        assert begins_in_words(str(seat)).endswith((".",))

    def test_is_nobody_when_the_mark_is_none_of_ours(self):
        assert begins_in_words("99") == ""


class TestTheEnd:
    @pytest.mark.parametrize(("players", "piles"), [(4, 3), (5, 4)])
    def test_hangs_on_the_number_of_players(self, players, piles):
        end = start(players=players).ends[-1]
        assert end.piles == piles
        assert end.text.striptags() == f"Any {piles} Supply piles are empty."

    def test_comes_when_province_is_empty(self):
        assert [end.text.striptags() for end in start().ends][:-1] == [
            "The Province pile is empty."
        ]

    def test_comes_when_colony_is_empty_if_it_is_used(self):
        at_start = [end.text.striptags() for end in start("Bank", platinum_colony=True).ends]
        assert at_start[1] == "The Colony pile is empty."


class TestKeepAtHand:
    def test_is_nothing_in_a_plain_game(self):
        assert hand() == []

    def test_names_the_bane(self):
        assert hand("Young Witch", bane="Cellar") == ["Bane: Cellar"]

    def test_names_the_card_set_aside(self):
        assert "Riverboat: Festival" in hand("Riverboat", riverboat="Festival")

    def test_counts_the_suns(self):
        at_start = placing("Tea House", prophecy="Sickness", players=6)
        assert at_start == ["13 Suns on Sickness"]

    def test_names_tokens_and_their_cards(self):
        assert "Debt tokens for Craftsman and Daimyo" in hand("Daimyo", "Craftsman")

    def test_says_where_tokens_lie(self):
        assert placing("Trade Route") == ["1 coin token on each of Estate, Duchy and Province"]
        assert hand("Trade Route")[0] == "Trade Route mat in the middle"
        assert placing(landscapes=("Tax",)) == ["1 debt token on every Supply pile"]
        assert not [says for says in hand(landscapes=("Tax",)) if "Supply pile" in says]

    def test_the_page_has_tokens_to_place_as_a_step(self, in_app):
        page = in_app.test_client().get(f"{LINK}.empires&landscapes=tax").text
        step = page[page.index("Place tokens") : page.index("Who goes first")]
        assert "on every Supply pile" in step
        assert "on every Supply pile" not in page[page.rindex("Keep at hand") :]

    def test_counts_points_and_not_their_tokens(self):
        assert placing(landscapes=("Aqueduct",)) == ["8 VP on each of Silver and Gold"]
        assert placing(landscapes=("Arena",), players=4) == ["24 VP on Arena"]

    def test_keeps_points_at_hand_only_for_cards_that_use_more_than_lies_there(self):
        at_start = hand("Monument", landscapes=("Aqueduct", "Defiled Shrine"))
        assert "VP tokens for Monument" in at_start
        assert "Debt tokens for Tax" in hand(landscapes=("Tax",))

    def test_says_why_joust_needs_coin_tokens(self):
        """Cornucopia & Guilds rulebook 2023, p. 2: Huge Turnip, a Reward, gives Coffers."""
        at_start = hand("Baker", "Joust")
        line = "Coin tokens for Baker and Joust (the Reward Huge Turnip gives Coffers)"
        assert line in at_start

    def test_names_a_trait_and_the_pile_of_obelisk(self):
        assert "Cheap on Smithy" in hand(landscapes=("Cheap",), traits={"Cheap": "Smithy"})
        assert "Obelisk counts Smithy" in hand(landscapes=("Obelisk",), obelisk="Smithy")

    def test_reminds_of_what_holds_all_game(self):
        (at_start,) = start("Charlatan").at_hand
        assert at_start.text == "<b>Charlatan:</b> Curses are also Treasures worth $1."
        assert at_start.glyph == "attack"

    def test_has_a_glyph_of_ours_for_every_line_there_can_be(self):
        for card in CATALOG.cards.values():
            view = start(card.name, fill=False, shelters=True)
            lines = (*view.first, *view.placing, *view.at_hand, *view.deck)
            assert {line.glyph for line in lines} <= GLYPHS.keys(), card.name
        for landscape in CATALOG.landscapes.values():
            if landscape.kind not in ("ally", "prophecy"):
                view = start(landscapes=(landscape.name,))
                lines = (*view.first, *view.placing, *view.at_hand)
                assert {line.glyph for line in lines} <= GLYPHS.keys()


class TestPage:
    def render(self, view):
        source = (
            '{% from "kingdom/_start.html" import start_dock, start_step %}'
            "{{ start_step(start, link) }}{{ start_dock() }}"
        )
        return render_template_string(source, start=view, link="/kingdom/x?players=2")

    def test_draws_as_many_empty_piles_as_end_the_game(self):
        page = self.render(start(players=6))
        assert page.count("<i></i>") == 1 + 4

    def test_lets_friends_pick_nothing(self):
        page = self.render(start(read_only=True, marks={"begins": "1"}))
        assert "<form" not in page
        assert "The player who tapped the button goes first." in page
