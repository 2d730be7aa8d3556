"""Whole endings of games, worked out by hand, are scored as they say."""

import tomllib
from pathlib import Path

import pytest

from setup_rules.scoring.ending import score_game
from setup_rules.scoring.player_counts import PlayerEnd
from tests.scoring.endings import game_of, with_counts, with_deck

FILES = sorted((Path(__file__).parents[1] / "worked_endings").glob("*.toml"))
ENDINGS = [one for file in FILES for one in tomllib.loads(file.read_text("utf-8"))["ending"]]
BY_HAND = ("parts", "total")


def player(row: dict) -> PlayerEnd:
    given = {key: value for key, value in row.items() if key not in BY_HAND}
    return with_counts(**given) if "counts" in given else with_deck(**given)


@pytest.mark.parametrize("ending", ENDINGS, ids=[one["title"] for one in ENDINGS])
class TestEachEnding:
    def test_was_added_up_rightly(self, ending):
        for row in ending["result"]:
            assert sum(row["parts"].values()) == row["total"], row["name"]

    def test_is_scored_so(self, ending):
        players = [player(row) for row in ending["result"]]
        game = game_of({**ending, "players": len(players)})
        ended = score_game(game, players, ending.get("empty", ()))
        for row, score in zip(ending["result"], ended.scores, strict=True):
            assert (score.name, dict(score.parts)) == (row["name"], row["parts"])
            assert score.total == row["total"]
        assert list(ended.winners) == ending["winners"]
        assert not ended.problems


def test_there_are_forty_and_ten_of_them_with_landmarks_or_castles():
    rich = [one for one in ENDINGS if "landscapes" in one or "Castles" in one.get("piles", ())]
    assert len(ENDINGS) >= 40
    assert len(rich) >= 10
