"""POST /api/score: the end of a game in, points out."""

from collections.abc import Callable
from typing import Any

import pytest

from web.api.openapi_score import EXAMPLE


@pytest.fixture
def score(api, conforms) -> Callable[..., dict[str, Any]]:
    """Asks for the points of the example with changes."""

    def ask(**changes: Any) -> dict[str, Any]:
        response = api.post("/api/score", json=EXAMPLE | changes)
        assert response.status_code == 200, response.text
        conforms("Scores", response.json)
        return response.json

    return ask


@pytest.fixture
def faults(api, refusal) -> Callable[..., dict[str, str]]:
    """The messages by field of a request that cannot be read."""

    def ask(**changes: Any) -> dict[str, str]:
        error = refusal(api.post("/api/score", json=EXAMPLE | changes), 422)
        return {detail["field"]: detail["message"] for detail in error["details"]}

    return ask


class TestAnswer:
    def test_the_example(self, score, conforms):
        conforms("ScoreRequest", EXAMPLE)
        answer = score()
        assert answer["scores"] == [
            {
                "name": "Anna",
                "total": 30,
                "place": 2,
                "parts": {"Estate": 3, "Province": 24, "Curse": -1, "Gardens": 4},
            },
            {"name": "Ben", "total": 34, "place": 1, "parts": {"Province": 18, "Gardens": 16}},
        ]
        assert answer["winners"] == ["Ben"]
        assert answer["issues"] == []

    def test_its_inputs(self, score):
        inputs = score()["inputs"]
        assert [one["key"] for one in inputs] == [
            *("Estate", "Duchy", "Province", "Curse", "Gardens", "cards")
        ]
        assert inputs[-1] == {"key": "cards", "label": "Cards in the deck", "why": ["Gardens"]}

    def test_without_results_there_are_only_inputs(self, score):
        answer = score(results=[])
        assert answer["inputs"]
        assert (answer["scores"], answer["winners"], answer["issues"]) == ([], [], [])

    def test_names_may_be_ids_aliases_or_of_another_language(self, score):
        results = [
            {"name": "Anna", "deck": {"province": 1, "Herzogtum": 2}},
            {"name": "Ben", "counts": {"PROVINCE": 1}},
        ]
        totals = [one["total"] for one in score(results=results)["scores"]]
        assert totals == [12, 6]

    def test_tokens_mats_and_states(self, score):
        kingdom = ["Distant Lands", "Bishop", "Skulk", "Underling", *EXAMPLE["kingdom"][:6]]
        result = {
            "name": "Anna",
            "deck": {"Distant Lands": 2, "Estate": 3},
            "tokens": {"vp": 7, "favors": 2},
            "tavern_mat": {"Distant Lands": 1},
            "states": ["twice miserable"],
        }
        answer = score(
            boxes=["dominion-2e", "adventures", "prosperity-2e", "nocturne", "allies"],
            kingdom=kingdom,
            choices={"ally": "Plateau Shepherds"},
            results=[result, {"name": "Ben", "counts": {"vp": 1}}],
        )
        parts = {"Estate": 3, "Distant Lands": 4, "Plateau Shepherds": 4, "Twice Miserable": -4}
        assert answer["scores"][0]["parts"] == {**parts, "VP tokens": 7}
        assert answer["scores"][1]["parts"] == {"VP tokens": 1}

    def test_more_provinces_than_the_pile_held_is_advice(self, score):
        results = [{"name": name, "counts": {"Province": 5, "cards": 9}} for name in ("A", "B")]
        answer = score(results=results)
        assert [one["total"] for one in answer["scores"]] == [30, 30]
        (issue,) = answer["issues"]
        assert (issue["code"], issue["severity"]) == ("score-more-than-there-are", "advice")
        assert issue["cards"] == ["Province"]

    def test_an_empty_pile_may_be_named_by_one_of_its_cards(self, score):
        boxes = ["dominion-2e", "dark-ages"]
        kingdom = ["Knights", "Cultist", *EXAMPLE["kingdom"][:8]]
        for name in ("Knights", "Sir Martin", "Ruins", "Survivors"):
            issues = score(boxes=boxes, kingdom=kingdom, empty_piles=[name], results=[])["issues"]
            assert issues == []


class TestUnreadable:
    def test_unknown_cards_and_keys_get_the_nearest_spelling(self, faults):
        result = {
            "name": "A",
            "deck": {"Provice": 1},
            "tokens": {"vpp": 1},
            "states": ["Miserabel"],
        }
        messages = faults(results=[result, {"name": "B", "counts": {"cardz": 3}}])
        assert "Province" in messages["results[0].deck.Provice"]
        assert "“vp”" in messages["results[0].tokens.vpp"]
        assert "“Miserable”" in messages["results[0].states[0]"]
        assert "“cards”" in messages["results[1].counts.cardz"]

    def test_either_a_deck_or_counts(self, faults):
        both = {"name": "A", "deck": {}, "counts": {}}
        assert set(faults(results=[both, {"name": "B"}])) == {"results[0]", "results[1]"}

    def test_a_name_is_needed_and_is_text(self, faults):
        messages = faults(
            results=[{"deck": {}}, {"name": 3, "deck": {}}, {"name": "\ud800", "deck": {}}]
        )
        assert set(messages) == {f"results[{place}].name" for place in range(3)}

    def test_what_no_deck_can_have(self, faults):
        deck = {"Knights": 1, "Wall": 1, "Miserable/Twice Miserable": 1, "Locusts": 1}
        messages = faults(results=[{"name": "A", "deck": deck}])
        assert set(messages) == {f"results[0].deck.{name}" for name in deck}

    def test_a_card_that_is_named_twice(self, faults):
        messages = faults(results=[{"name": "A", "deck": {"Province": 1, "province": 2}}])
        assert "twice" in messages["results[0].deck.province"]

    @pytest.mark.parametrize("number", [-1, 10_000, 1.5, "3", True, None, [], 10**30])
    def test_numbers_are_whole_and_not_absurd(self, faults, number):
        result = {"name": "A", "deck": {"Province": number}, "tokens": {"vp": number}}
        more = {"name": "B", "counts": {"cards": number}}
        assert len(faults(results=[result, more])) == 3

    @pytest.mark.parametrize("value", [3, "x", True, None])
    def test_shapes(self, faults, value):
        assert "must be a list" in faults(results=value)["results"]
        assert "must be an object" in faults(results=[value])["results[0]"]
        assert "must be a list" in faults(empty_piles=value)["empty_piles"]

    def test_the_kingdom_is_read_as_for_a_plan(self, faults):
        assert "Village" in faults(kingdom=["Vilage"])["kingdom[0]"]
