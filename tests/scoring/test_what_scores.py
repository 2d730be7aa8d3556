"""Everything that scores: its yes, its no and its boundary, and that nothing is left out."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from setup_rules.cards import Thing
from setup_rules.scoring.ending import score_game
from tests.builders import CATALOG, game_for
from tests.scoring.endings import card_named, game_of, inputs, points_of, with_deck

ROWS = tomllib.loads((Path(__file__).parent / "what_scores.toml").read_text("utf-8"))["row"]
every_row = pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
ALWAYS = ("Estate", "Duchy", "Province", "Curse")
SOMETIMES = [row for row in ROWS if row["name"] not in (*ALWAYS, "Overgrown Estate")]
"""What is asked for in some games; Overgrown Estate is worth nothing."""
SIDES = {"Miserable/Twice Miserable": ("Miserable", "Twice Miserable")}
TOKENS_ONLY = (
    *("Aqueduct", "Arena", "Basilica", "Baths", "Battlefield", "Colonnade"),
    *("Defiled Shrine", "Labyrinth", "Mountain Pass", "Tomb"),
)
"""Landmarks that give VP tokens during the game and nothing at its end."""


class TestEachOfThem:
    @every_row
    def test_scores(self, row):
        assert points_of(row["name"], row, row["yes"]) == row["yes"]["points"]

    @every_row
    def test_does_not_score_where_it_must_not(self, row):
        assert points_of(row["name"], row, row["no"]) == row["no"]["points"] == 0

    @every_row
    def test_changes_at_its_boundary(self, row):
        for case in row["boundary"]:
            assert points_of(row["name"], row, case) == case["points"], case

    @pytest.mark.parametrize("row", SOMETIMES, ids=[row["name"] for row in SOMETIMES])
    def test_is_asked_for_only_where_it_is_in_the_game(self, row):
        with_it, without = (score_game(game, []) for game in (game_of(row), game_for()))
        counted = {name for one in with_it.inputs for name in one.why}
        assert counted - {name for one in without.inputs for name in one.why}
        assert set(inputs(without)) == set(ALWAYS)

    @pytest.mark.parametrize("landmark", TOKENS_ONLY)
    def test_landmarks_that_only_give_tokens(self, landmark):
        ended = score_game(game_for(landscapes=[landmark]), [with_deck({"Gold": 3}, vp=6)])
        assert ended.scores[0].parts == {"VP tokens": 6}
        assert {one.count.key: one.why for one in ended.inputs}["vp"] == (landmark,)

    @pytest.mark.parametrize(
        "event", ["Conquest", "Dominate", "Ritual", "Salt the Earth", "Triumph", "Wedding"]
    )
    def test_events_that_give_tokens(self, event):
        assert "vp" in inputs(score_game(game_for(landscapes=[event]), []))


class TestNoneIsLeftOut:
    """A score for each Victory card, Curse and Landmark, and for all that has points in data."""

    def scoring(self) -> Iterator[Thing]:
        for thing in CATALOG.by_name.values():
            types = getattr(thing, "types", ())
            mixed = getattr(thing, "contains", ())
            if ({"Victory", "Curse"} & {*types} and not mixed) or (
                getattr(thing, "kind", "") == "landmark"
            ):
                yield thing

    def test_each_has_a_score_or_brings_tokens_that_have(self):
        for thing in self.scoring():
            tokens = [material for material in thing.needs if material.score]
            assert thing.score or tokens, thing.name

    def test_landmarks_have_either(self):
        for thing in self.scoring():
            if getattr(thing, "kind", "") == "landmark":
                assert bool(thing.score) != (thing.name in TOKENS_ONLY), thing.name

    def test_each_kind_of_vp_token_has_a_score(self):
        for material in CATALOG.materials:
            assert bool(material.score) == ("VP" in material.reserves), material.name

    def test_what_is_tagged_or_speaks_of_points_has_a_score_or_brings_tokens(self):
        for card in CATALOG.cards.values():
            if "alt_vp" in card.tags:
                parts = card.contains or (card,)
                scores = [part.score or any(m.score for m in part.needs) for part in parts]
                assert any(scores) or any(m.score for m in card.needs), card.name
        for thing in CATALOG.by_name.values():
            if re.search(r"\bVP\b|[Vv]ictory point|\bpoints?\b", getattr(thing, "remind", "")):
                assert thing.score or any(m.score for m in thing.needs), thing.name

    def test_each_has_a_row_here(self):
        rows = {row["name"] for row in ROWS}
        scoring = [thing.name for thing in CATALOG.by_name.values() if thing.score]
        named = {side for name in scoring for side in SIDES.get(name, (name,))}
        assert rows == named | {material.name for material in CATALOG.materials if material.score}

    def test_each_cites_its_source(self):
        assert all(row["source"] for row in ROWS)
        assert all(t.score.source for t in CATALOG.by_name.values() if t.score)


class TestTypesAndCostsInThisGame:
    def test_with_charlatan_curses_are_treasures_for_keep(self):
        """Prosperity rulebook 2022, Charlatan."""
        players = [with_deck({"Curse": 2}), with_deck({"Curse": 1}, "Ben")]
        keep = {"landscapes": ["Keep"]}
        assert score_game(game_for("Charlatan", **keep), players).scores[0].parts["Keep"] == 5
        assert "Keep" not in score_game(game_for(**keep), players).scores[0].parts

    def test_cards_of_a_cheap_pile_cost_one_less(self):
        """Plunder rulebook 2022, Cheap: a $3 card makes pairs, a $2 card no longer does."""

        def points(card: str, cheap: str) -> int:
            game = game_for(
                *("Underling", "Village", "Cellar"),
                landscapes=["Cheap"],
                ally="Plateau Shepherds",
                traits={"Cheap": cheap},
            )
            ended = score_game(game, [with_deck({card: 3}, favors=3)])
            return ended.scores[0].parts.get("Plateau Shepherds", 0)

        assert points("Village", "Village") == 6
        assert points("Village", "Cellar") == 0
        assert points("Cellar", "Cellar") == 0
        assert points("Cellar", "Village") == 6

    def test_enlightenment_may_make_treasures_actions(self):
        """Rising Sun rulebook 2024: it depends on the Suns, so it is advice."""
        game = game_for("Mountain Shrine", "Vineyard", prophecy="Enlightenment")
        codes = [p.code for p in score_game(game, [with_deck({}), with_deck({})]).problems]
        assert codes == ["score-in-doubt"]
        plain = game_for("Mountain Shrine", prophecy="Enlightenment")
        assert not score_game(plain, [with_deck({}), with_deck({})]).problems

    def test_flourishing_trade_may_make_cards_cheaper(self):
        """Rising Sun rulebook 2024: what costs $2 matters only to Plateau Shepherds."""
        both = [with_deck({}), with_deck({})]
        game = game_for(
            *("Mountain Shrine", "Underling"),
            prophecy="Flourishing Trade",
            ally="Plateau Shepherds",
        )
        assert [p.code for p in score_game(game, both).problems] == ["score-in-doubt"]
        other = game_for(
            *("Mountain Shrine", "Underling"), prophecy="Good Harvest", ally="Plateau Shepherds"
        )
        assert not score_game(other, both).problems

    def test_two_boxes_with_vp_tokens_count_each_token_once(self):
        ended = score_game(game_for("Bishop", "Temple"), [with_deck({}, vp=7)])
        assert ended.scores[0].parts == {"VP tokens": 7}

    def test_ruins_and_knights_are_piles_for_obelisk_and_tower(self):
        """Empires rulebook 2016, Obelisk and Tower."""
        game = game_for("Cultist", "Knights", landscapes=["Obelisk", "Tower"], obelisk="Ruins")
        deck = with_deck({"Abandoned Mine": 2, "Survivors": 1, "Sir Martin": 1})
        parts = score_game(game, [deck], ["Knights"]).scores[0].parts
        assert parts == {"Obelisk": 6, "Tower": 1}

    def test_victory_cards_from_a_mixed_empty_pile_do_not_count_for_tower(self):
        deck = with_deck({"Dame Josephine": 1, "Dame Anna": 1})
        ended = score_game(game_for("Knights", landscapes=["Tower"]), [deck], ["Knights"])
        assert ended.scores[0].parts == {"Dame Josephine": 2, "Tower": 1}

    def test_an_alias_is_the_same_card(self):
        assert card_named("Farm") is card_named("Harem")
