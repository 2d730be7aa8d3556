"""Boxes that are dropped in say what their cards are worth; where they do not, it is advice."""

from pathlib import Path

import pytest

from setup_rules.catalog import DATA, Catalog
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from setup_rules.scoring.ending import GameScores, score_game
from setup_rules.scoring.player_counts import PlayerEnd

BOX = """
[box]
name = "Fan Set"
family = "fan-set"
edition = 1
year = 2027
kind = "expansion"

[[card]]
name = "Moonlit Orchard"
cost = 5
types = ["Victory"]
score = { points = 2, per = 3, count = "names", type = "Victory", source = "the card" }

[[card]]
name = "Riddle"
cost = 4
types = ["Victory"]

[[card]]
name = "Paper Lantern"
cost = 4
types = ["Action"]
needs = ["Lights"]

[[landscape]]
name = "Rival Keep"
kind = "landmark"
score = { rule = "keep", source = "the card" }

[[material]]
name = "Lights"
rule = ["lights"]
says = "The tokens lie at hand."
source = "the card"
reserves = ["VP"]
score = { points = 1, count = "vp", source = "the card" }
"""


@pytest.fixture
def fan(tmp_path: Path) -> Catalog:
    (tmp_path / "fan_set.toml").write_text(BOX, encoding="utf-8")
    catalog = Catalog(DATA, tmp_path)
    assert catalog.left_out == {}
    return catalog


def scored(catalog: Catalog, piles: list[str], deck: dict[str, int], **more: int) -> GameScores:
    landscapes = tuple(ls for ls in catalog.landscapes.values() if ls.name in piles)
    cards = tuple(card for card in catalog.cards.values() if card.name in piles)
    kingdom = Kingdom(cards, landscapes)
    game = PlanRequest(kingdom, 2, tuple(catalog.boxes), None).game(catalog)
    cards_had = {catalog.by_name[name]: number for name, number in deck.items()}
    players = [PlayerEnd(name="Anna", cards=cards_had, counts=more), PlayerEnd(name="Ben")]
    return score_game(game, players)


def test_a_formula_of_theirs_is_worked_out(fan):
    deck = {"Moonlit Orchard": 2, "Estate": 1, "Duchy": 1}
    ended = scored(fan, ["Moonlit Orchard"], deck)
    assert ended.scores[0].parts == {"Moonlit Orchard": 4, "Estate": 1, "Duchy": 3}
    assert "Moonlit Orchard" in [one.count.key for one in ended.inputs]


def test_a_card_without_a_score_is_told_of(fan):
    ended = scored(fan, ["Riddle"], {"Riddle": 3})
    assert ended.scores[0].parts == {}
    assert [problem.code for problem in ended.problems] == ["score-unknown"]


def test_their_tokens_count_once_beside_ours(fan):
    ended = scored(fan, ["Paper Lantern", "Bishop"], {}, vp=5)
    assert ended.scores[0].total == 5


def test_a_landmark_of_theirs_may_work_as_one_of_ours(fan):
    ended = scored(fan, ["Rival Keep"], {"Copper": 1})
    assert ended.scores[0].parts == {"Rival Keep": 5}
