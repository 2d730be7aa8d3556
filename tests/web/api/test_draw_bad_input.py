"""A draw or count that cannot be read: every fault at once, with the nearest names."""

import pytest

NO_OBJECTS = [None, [], "text", 3, True]
NO_COUNTS = ["3", 3.0, 2.5, True, [3], {}, -1, 100, 10**30]


class TestMissingAndUnknownKeys:
    def test_boxes_and_players_are_needed(self, api, refusal):
        for address in ("/api/draw", "/api/count"):
            details = refusal(api.post(address, json={}), 422)["details"]
            assert [detail["field"] for detail in details] == ["boxes", "players"]

    def test_the_nearest_key_is_offered(self, draw_faults):
        assert "“pinned”" in draw_faults(pined=[])["pined"]
        assert "“tags”" in draw_faults(wishes={"Tag": {}})["wishes.Tag"]
        assert "“max”" in draw_faults(wishes={"boxes_used": {"maxx": 1}})["wishes.boxes_used.maxx"]
        wishes = {"landscapes": {"max_way": 1}, "recently_played": {"card": [], "most": 1}}
        messages = draw_faults(wishes=wishes, draws={"shelter": "never"})
        assert "“max_ways”" in messages["wishes.landscapes.max_way"]
        assert "“cards”" in messages["wishes.recently_played.card"]
        assert "is missing" in messages["wishes.recently_played.cards"]
        assert "“shelters”" in messages["draws.shelter"]

    def test_thousands_of_unknown_keys_are_told_soon(self, draw_faults):
        messages = draw_faults(**{f"a{number}": 1 for number in range(5_000)})
        assert len(messages) == 5_000


class TestWrongTypes:
    @pytest.mark.parametrize("value", NO_OBJECTS)
    @pytest.mark.parametrize("key", ["wishes", "draws"])
    def test_objects(self, draw_faults, key, value):
        assert "must be an object" in draw_faults(**{key: value})[key]

    @pytest.mark.parametrize("value", NO_OBJECTS)
    @pytest.mark.parametrize(
        "key", ["per_box", "tags", "costs", "cost_at_least", "weights", "landscapes"]
    )
    def test_objects_among_the_wishes(self, draw_faults, key, value):
        assert "must be an object" in draw_faults(wishes={key: value})[f"wishes.{key}"]

    @pytest.mark.parametrize("value", [[], "text", 3, True])
    def test_bounds(self, draw_faults, value):
        wishes = {
            "boxes_used": value,
            "recently_played": value,
            "tags": {"village": value},
            "costs": {"4": value},
            "cost_at_least": {"5": value},
            "per_box": {"dominion-2e": value},
        }
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 6
        assert all("must be an object" in message for message in messages.values())

    @pytest.mark.parametrize("value", [None, "Moat", {}, 3])
    @pytest.mark.parametrize("key", ["boxes", "pinned", "banned"])
    def test_lists(self, draw_faults, key, value):
        assert "must be a list" in draw_faults(**{key: value})[key]

    @pytest.mark.parametrize("value", [None, 3, [], {}, True])
    @pytest.mark.parametrize("key", ["boxes", "pinned", "banned"])
    def test_names(self, draw_faults, key, value):
        assert "must be a name" in draw_faults(**{key: [value]})[f"{key}[0]"]

    @pytest.mark.parametrize("value", ["Moat", {}, 3, True])
    def test_lists_among_the_wishes(self, draw_faults, value):
        wishes = {
            "potion_cards": value,
            "not_together": value,
            "recently_played": {"cards": value, "most": 1},
            "landscapes": {"kinds": value},
        }
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 4
        assert all("must be a list" in message for message in messages.values())

    @pytest.mark.parametrize("pair", ["Moat", ["Moat"], ["Moat", "Mine", "Witch"], [], None])
    def test_pairs(self, draw_faults, pair):
        messages = draw_faults(wishes={"not_together": [["Moat", "Mine"], pair]})
        assert "must be a list of 2 names" in messages["wishes.not_together[1]"]

    @pytest.mark.parametrize("value", [3, [], {}, True])
    def test_words(self, draw_faults, value):
        messages = draw_faults(
            seed=value,
            draws={"platinum_colony": value, "shelters": value},
            wishes={"preset": value},
        )
        assert len(messages) == 4
        assert all("must be text" in message for message in messages.values())

    @pytest.mark.parametrize("value", ["yes", 1, [], {}])
    def test_yes_or_no(self, draw_faults, value):
        wishes = {"attack_needs_answer": value, "landscapes": {"always": value}}
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 2
        assert all("true, false or null" in message for message in messages.values())


class TestAbsurdNumbers:
    @pytest.mark.parametrize("players", [0, 1, 8, 99, -3, 2.0, "2", True, None])
    def test_two_to_seven_play(self, draw_faults, players):
        assert "whole number from 2 to 7" in draw_faults(players=players)["players"]

    @pytest.mark.parametrize("value", NO_COUNTS)
    def test_counts_are_whole_and_at_most_99(self, draw_faults, value):
        bounds = {"min": value, "max": value}
        wishes = {
            "min_per_used_box": value,
            "random_boxes": value,
            "boxes_used": bounds,
            "tags": {"village": bounds},
            "costs": {"4": bounds},
            "cost_at_least": {"4": bounds},
            "per_box": {"dominion-2e": bounds},
            "potion_cards": [value],
            "recently_played": {"cards": [], "most": value},
            "landscapes": {**bounds, "max_ways": value},
        }
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 17
        assert all("must be a whole number" in message for message in messages.values())

    def test_ninety_nine_is_not_absurd(self, draw):
        wishes = {"tags": {"village": {"max": 99}}, "min_per_used_box": 0, "potion_cards": [0, 99]}
        assert draw(wishes=wishes)["kingdom"]
        assert draw(wishes={"tags": {"village": {"min": 99}}})["kingdom"] is None
        assert draw(wishes={"min_per_used_box": 99})["kingdom"] is None

    def test_random_boxes_are_one_at_least(self, draw_faults):
        assert "from 1 to 99" in draw_faults(wishes={"random_boxes": 0})["wishes.random_boxes"]

    @pytest.mark.parametrize("size", [0, -1, 601, 1.5, "15", None, True])
    def test_the_black_market_deck_has_1_to_600_cards(self, draw_faults, size):
        assert "from 1 to 600" in draw_faults(black_market_size=size)["black_market_size"]

    @pytest.mark.parametrize(
        "weight", [-1, -0.5, 1000.001, 1e300, 10**30, 0.0001, 1 / 3, 5e-324, "2", None, True, []]
    )
    def test_weights_are_numbers_up_to_a_thousand(self, draw_faults, weight):
        messages = draw_faults(wishes={"weights": {"moat": weight}})
        assert "from 0 to 1000 with at most 3 decimal places" in messages["wishes.weights.moat"]

    def test_an_infinite_weight_is_refused(self, api, refusal):
        body = b'{"boxes": [], "players": 2, "wishes": {"weights": {"moat": 1e999}}}'
        response = api.post("/api/draw", data=body, content_type="application/json")
        refusal(response, 422)

    @pytest.mark.parametrize("cost", ["four", "-1", "04", "100", "4P", "", "٤", "4.0"])
    def test_costs_are_whole_coins(self, draw_faults, cost):
        wishes = {"costs": {cost: {}}, "cost_at_least": {cost: {}}}
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 2
        assert all("isn’t a cost" in message for message in messages.values())


class TestUnknownWords:
    def test_a_tag(self, draw_faults):
        messages = draw_faults(wishes={"tags": {"vilage": {"min": 1}, "Draw": {}, "xyzzy": {}}})
        assert "“village”" in messages["wishes.tags.vilage"]
        assert "“draw”" in messages["wishes.tags.Draw"]
        assert "Use one of these: alt_vp, attack" in messages["wishes.tags.xyzzy"]

    def test_a_card(self, draw_faults):
        messages = draw_faults(
            pinned=["Smity"],
            banned=["Wich"],
            wishes={
                "weights": {"Chapl": 2},
                "not_together": [["Moat", "Celar"]],
                "recently_played": {"cards": ["Marke"], "most": 1},
            },
        )
        assert "Smithy" in messages["pinned[0]"]
        assert "Witch" in messages["banned[0]"]
        assert "Chapel" in messages["wishes.weights.Chapl"]
        assert "Cellar" in messages["wishes.not_together[0][1]"]
        assert "Market" in messages["wishes.recently_played.cards[0]"]

    def test_a_box(self, draw_faults):
        assert "prosperity-2e" in draw_faults(boxes=["prosprity"])["boxes[0]"]
        messages = draw_faults(wishes={"per_box": {"prosprity": {"min": 1}}})
        assert "prosperity-2e" in messages["wishes.per_box.prosprity"]

    def test_a_policy_a_preset_a_kind(self, draw_faults):
        messages = draw_faults(
            draws={"platinum_colony": "alway", "shelters": "first-randomizer"},
            wishes={"preset": "as-publishd", "landscapes": {"kinds": ["evnt", "ally"]}},
        )
        assert "“always”" in messages["draws.platinum_colony"]
        assert "“last-randomizer”" in messages["draws.shelters"]
        assert "“as-published”" in messages["wishes.preset"]
        assert "“event”" in messages["wishes.landscapes.kinds[0]"]
        assert "wishes.landscapes.kinds[1]" in messages


class TestWrongPlaces:
    @pytest.mark.parametrize("name", ["Copper", "The Sea's Gift", "Dame Anna", "Spoils", "Horse"])
    @pytest.mark.parametrize("key", ["pinned", "banned"])
    def test_only_piles_and_landscapes_are_pinned_or_banned(self, draw_faults, key, name):
        assert "neither a Kingdom pile nor" in draw_faults(**{key: [name]})[f"{key}[0]"]

    @pytest.mark.parametrize("name", ["Copper", "Alms", "Dame Anna"])
    def test_only_piles_have_weights_and_partners(self, draw_faults, name):
        wishes = {
            "weights": {name: 2},
            "not_together": [["Moat", name]],
            "recently_played": {"cards": [name], "most": 0},
        }
        messages = draw_faults(wishes=wishes)
        assert len(messages) == 3
        assert all("isn’t a Kingdom pile" in message for message in messages.values())

    def test_nothing_is_named_twice(self, draw_faults):
        messages = draw_faults(
            wishes={
                "weights": {"Moat": 2, "moat": 3},
                "not_together": [["Encampment", "Plunder"]],
                "per_box": {"dominion-1e": {"min": 1}, "dominion-2e": {"min": 1}},
            }
        )
        assert messages["wishes.weights.moat"] == "Moat is listed twice."
        assert "lists Encampment/Plunder twice" in messages["wishes.not_together[0]"]
        assert "counts as the same box" in messages["wishes.per_box.dominion-2e"]


class TestTooMany:
    def test_lists_have_their_limits(self, draw_faults):
        messages = draw_faults(
            boxes=["x"] * 201,
            pinned=["x"] * 601,
            banned=["x"] * 601,
            wishes={
                "not_together": [["x", "y"]] * 101,
                "potion_cards": [0] * 101,
                "per_box": {f"x{n}": {} for n in range(101)},
                "weights": {f"x{n}": 1 for n in range(601)},
                "recently_played": {"cards": ["x"] * 601, "most": 1},
                "landscapes": {"kinds": ["way"] * 6},
            },
        )
        assert len(messages) == 9

    def test_at_most_forty_landscapes_are_pinned(self, draw_faults, catalog):
        assert "the limit is 40" in draw_faults(pinned=[*catalog.landscapes][:41])["pinned"]

    def test_a_seed_has_at_most_two_hundred_characters(self, draw_faults):
        assert "the limit is 200" in draw_faults(seed="x" * 201)["seed"]
        assert "the limit is 200" in draw_faults(seed=" " * 201)["seed"]
        assert "the limit is 200" in draw_faults(seed="\u0958" * 150)["seed"]

    def test_half_a_character_is_no_seed(self, api, refusal):
        body = b'{"boxes": [], "players": 2, "seed": "a\\ud800"}'
        response = api.post("/api/draw", data=body, content_type="application/json")
        assert refusal(response, 422)["details"][0]["field"] == "seed"
