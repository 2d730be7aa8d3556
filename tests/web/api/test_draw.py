"""POST /api/draw: boxes and wishes in, a kingdom out."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from setup_rules.cards import TYPE_TAGS
from setup_rules.draw import conflict
from setup_rules.draw.completion import COLONY_POLICIES, SHELTER_POLICIES
from setup_rules.facts.schema import TAGS
from tests.builders import CATALOG
from tests.thorough import THOROUGH, some
from tests.web.hard_draws import LARGE, adversarial
from web.api.openapi_draw import EXAMPLE_DRAW, EXAMPLE_IMPOSSIBLE
from web.reading.plan_reading import CHOICES

HERE = Path(__file__).resolve().parents[1]
KEYS = [
    *("kingdom", "landscapes", "black_market_deck", "choices", "seed", "draw_version", "matching"),
    *("matching_about", "conflict", "ways_out", "undecided", "notes", "plan"),
]


def names(cards) -> list[str]:
    return [card["name"] for card in cards]


def ids(cards) -> list[str]:
    return [card["id"] for card in cards]


def planned_again(api, request, answer):
    """The plan of a drawn kingdom, asked for with nothing but the answer."""
    back = {
        "boxes": request["boxes"],
        "players": request["players"],
        "kingdom": names(answer["kingdom"]),
        "landscapes": names(answer["landscapes"]),
        "black_market_deck": names(answer["black_market_deck"]),
        "choices": answer["choices"],
    }
    response = api.post("/api/plan", json=back)
    assert response.status_code == 200, response.text
    return response.json


class TestAnswer:
    def test_has_every_key_and_no_other_drawn_or_not(self, draw):
        assert list(draw()) == KEYS
        assert list(draw(boxes=[])) == KEYS

    def test_of_the_example_keeps_every_wish(self, draw, catalog):
        answer = draw(**EXAMPLE_DRAW)
        cards = [catalog.cards[id_] for id_ in ids(answer["kingdom"])]
        assert len(set(cards)) == 10
        assert "witch" in ids(answer["kingdom"])
        families = [min(card.families) for card in cards]
        assert 3 <= families.count("dark-ages") <= 5
        assert len(set(families)) <= 2
        assert min(families.count(family) for family in families) >= 3
        tags = [tag for card in cards for tag in card.tags]
        assert "village" in tags
        assert "trasher" in tags
        assert tags.count("attack") <= 2
        assert any(card.defends for card in cards)
        costs = [card.cost.coin for card in cards]
        assert costs.count(2) >= 1
        assert 2 <= costs.count(5) <= 4
        assert answer["matching"].isdecimal()
        assert answer["conflict"] == answer["ways_out"] == []
        assert not answer["undecided"]

    def test_names_cards_by_id_and_printed_name(self, draw, catalog):
        for card in draw()["kingdom"]:
            assert catalog.cards[card["id"]].name == card["name"]

    def test_has_every_choice_made_or_not(self, draw):
        choices = draw()["choices"]
        assert set(choices) == set(CHOICES.fields)
        assert choices["bane"] is None
        assert choices["druid_boons"] == []
        assert choices["traits"] == {}

    def test_has_ally_and_prophecy_in_the_choices(self, draw):
        answer = draw(
            boxes=["dominion-2e", "allies", "rising-sun"], pinned=["Underling", "Tea House"]
        )
        kinds = {"ally", "prophecy"}
        assert all(answer["choices"][kind] for kind in kinds)
        dealt = {answer["choices"][kind] for kind in kinds}
        assert not dealt & set(names(answer["landscapes"]))

    def test_counts_all_kingdoms_of_one_box(self, draw):
        assert draw()["matching"] == "5311735"

    def test_tells_an_estimate_where_the_budget_ends(self, draw):
        answer = draw(boxes=LARGE, wishes={"preset": "as-published"})
        assert answer["matching"] is None
        assert len(answer["matching_about"]["value"].rstrip("0")) <= 3
        assert 0 < answer["matching_about"]["error"] < 0.2
        assert len(answer["kingdom"]) == 10

    def test_has_the_plan_of_its_kingdom_and_its_page(self, draw, client):
        answer = draw(seed="page")
        assert answer["plan"]["supply"].keys() >= set(names(answer["kingdom"]))
        page = client.get(answer["plan"]["url"])
        assert page.status_code == 200
        assert answer["kingdom"][0]["name"] in page.text


class TestSeed:
    def test_gives_the_same_bytes_for_the_same_request(self, api):
        request = {"boxes": LARGE, "players": 3, "seed": "friday"}
        assert len({api.post("/api/draw", json=request).data for _ in range(3)}) == 1

    def test_another_one_gives_another_kingdom(self, draw):
        assert draw(seed="a")["kingdom"] != draw(seed="b")["kingdom"]

    @pytest.mark.parametrize("none", [{}, {"seed": None}])
    def test_is_fresh_if_there_is_none_and_told(self, api, none):
        request = {"boxes": LARGE, "players": 3, **none}
        first, second = (api.post("/api/draw", json=request).json for _ in range(2))
        assert first["seed"] != second["seed"]
        assert first["kingdom"] != second["kingdom"]
        again = api.post("/api/draw", json=request | {"seed": first["seed"]}).json
        assert again == first

    def test_is_normalised_and_told_so(self, draw):
        plain = draw(seed="Käse")
        assert draw(seed="  Ka\u0308se\n") == plain
        assert plain["seed"] == "Käse"

    def test_may_be_empty_or_two_hundred_characters_long(self, draw):
        assert draw(seed="")["seed"] == ""
        assert draw(seed="x" * 200)["seed"] == "x" * 200

    def test_the_order_of_keys_and_names_does_not_matter(self, draw):
        wishes = {"tags": {"village": {"min": 1}, "attack": {"max": 1}}, "weights": {"moat": 2}}
        turned = {"weights": {"moat": 2}, "tags": {"attack": {"max": 1}, "village": {"min": 1}}}
        one = draw(boxes=["dominion-2e", "seaside-2e"], pinned=["Moat", "Witch"], wishes=wishes)
        other = draw(boxes=["seaside-2e", "dominion-2e"], pinned=["witch", "Moat"], wishes=turned)
        assert one == other

    @pytest.mark.parametrize("hash_seed", ["0", "20080"][: 2 if THOROUGH else 1])
    def test_gives_the_answers_of_the_golden_file(self, hash_seed):
        """A new draw version may write the file again; the old version must not change it."""
        drawn = subprocess.run(
            [sys.executable, "-m", "tests.web.golden_draws"],
            cwd=HERE.parent.parent,
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONIOENCODING": "utf-8",
            },
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        golden = (HERE / "golden_draws.json").read_text(encoding="utf-8")
        assert json.loads(drawn.stdout) == json.loads(golden)


class TestPinsAndBans:
    def test_piles_are_dealt_or_never_dealt(self, draw):
        for seed in "abc":
            dealt = names(
                draw(pinned=["Moat", "hexe"], banned=["VILLAGE", "Smithy"], seed=seed)["kingdom"]
            )
            assert {"Moat", "Witch"} <= set(dealt)
            assert not {"Village", "Smithy"} & set(dealt)

    def test_a_half_stands_for_its_pile(self, draw):
        answer = draw(boxes=["dominion-2e", "empires"], pinned=["Plunder"], banned=["Rocks"])
        assert "Encampment/Plunder" in names(answer["kingdom"])
        assert "Catapult/Rocks" not in names(answer["kingdom"])

    def test_a_pinned_ally_is_dealt_if_one_is_asked_for(self, draw):
        shelf = ["dominion-2e", "allies"]
        answer = draw(boxes=shelf, pinned=["Underling", "Crafters' Guild"])
        assert answer["choices"]["ally"] == "Crafters' Guild"
        assert answer["landscapes"] == answer["notes"] == []
        none = {"per_box": {"allies": {"max": 0}}}
        answer = draw(boxes=shelf, pinned=["Crafters' Guild"], wishes=none)
        assert answer["choices"]["ally"] is None
        assert "Crafters' Guild is left out" in answer["notes"][0]

    def test_extras_are_never_banned_cards(self, draw):
        for seed in "abcd":
            answer = draw(
                boxes=["dominion-2e", "cornucopia"],
                pinned=["Young Witch"],
                banned=["Cellar", "Chapel", "Moat", "Vassal", "Village", "Workshop"],
                wishes={"weights": {"merchant": 0, "harbinger": 0}},
                seed=seed,
            )
            assert answer["choices"]["bane"] in {"Hamlet", "Fortune Teller", "Menagerie"}


class TestWishes:
    def test_boxes_by_box_or_family(self, draw, catalog):
        for key in (
            "cornucopia",
            "cornucopia-guilds",
            "guilds",
            "Cornucopia & Guilds (2nd edition)",
        ):
            answer = draw(
                boxes=["dominion-2e", "cornucopia", "guilds"],
                wishes={"per_box": {key: {"min": 7, "max": 7}}},
            )
            cards = [catalog.cards[id_] for id_ in ids(answer["kingdom"])]
            assert sum("cornucopia-guilds" in card.families for card in cards) == 7

    def test_weights_keep_their_proportions_as_fractions(self, draw):
        halves = draw(boxes=["dominion-1e"], wishes={"weights": {"moat": 0.5, "chapel": 1.5}})
        assert halves["matching"] == "3268760"
        assert len(halves["kingdom"]) == 10
        often = [
            "Chapel" in names(draw(wishes={"weights": {"chapel": 1000}}, seed=str(n))["kingdom"])
            for n in range(12)
        ]
        assert sum(often) >= 11

    def test_bounds_without_min_or_max_are_no_wish(self, draw):
        nothing = {"tags": {"village": {}, "attack": {"min": None}}, "boxes_used": {}}
        assert draw(wishes=nothing) == draw()

    @pytest.mark.parametrize("tag", [*TAGS, *TYPE_TAGS])
    def test_every_tag_can_be_wished_for(self, draw, catalog, tag):
        answer = draw(boxes=LARGE, wishes={"tags": {tag: {"min": 2, "max": 3}}})
        cards = [catalog.cards[id_] for id_ in ids(answer["kingdom"])]
        assert 2 <= sum(tag in card.tags for card in cards) <= 3

    def test_a_preset_gives_way_to_what_is_named(self, draw, catalog):
        wishes = {
            "preset": "as-published",
            "tags": {"village": {"min": 4}},
            "boxes_used": {"max": 3},
            "min_per_used_box": 0,
        }
        answer = draw(boxes=["dominion-2e", "seaside-2e", "empires"], wishes=wishes)
        cards = [catalog.cards[id_] for id_ in ids(answer["kingdom"])]
        assert sum("village" in card.tags for card in cards) >= 4
        assert sum("attack" in card.tags for card in cards) <= 3

    @pytest.mark.parametrize(("policy", "decided"), [("always", True), ("never", False)])
    def test_draws_are_decided_as_they_are_wished(self, draw, policy, decided):
        shelf = ["base-cards", "dominion-2e", "prosperity-2e", "dark-ages"]
        policies = dict.fromkeys(("platinum_colony", "shelters"), policy)
        choices = draw(boxes=shelf, draws=policies)["choices"]
        assert [choices[key] for key in policies] == [decided, decided]


class TestRoundTrip:
    """What was drawn, asked for as a plan, is the same plan; nothing is wrong with it."""

    def requests(self, number: int) -> dict:
        """Shelves with two basic sets and all kinds of wishes, the same in every run."""
        dice = random.Random(number)
        pins = ["Young Witch", "Black Market", "Ferryman", "Druid", "Riverboat", "Underling"]
        pins += ["Tea House", "Obelisk", "Way of the Mouse", "Inherited", "Cheap", "Alms"]
        return {
            "boxes": LARGE,
            "players": dice.randint(2, 6),
            "seed": str(number),
            "pinned": dice.sample(pins, dice.randint(0, 3)),
            "banned": dice.sample(["Moat", "Witch", "Chapel", "Quest"], 2),
            "wishes": {
                "landscapes": {"max": 4, "always": dice.random() < 0.5, "max_ways": 2},
                "boxes_used": {"max": dice.choice((4, 6, 10))},
            },
            "draws": {
                "platinum_colony": dice.choice(COLONY_POLICIES),
                "shelters": dice.choice(SHELTER_POLICIES),
            },
            "black_market_size": dice.choice((1, 15, 40)),
        }

    @pytest.mark.parametrize("number", some(range(40)))
    def test_gives_the_same_plan_without_errors(self, api, draw, number):
        request = self.requests(number)
        answer = draw(**request)
        assert answer["kingdom"], answer["conflict"]
        assert answer["plan"]["status"] != "error", answer["plan"]["issues"]
        assert planned_again(api, request, answer) == answer["plan"]

    def test_holds_for_the_ruins_that_obelisk_looks_at(self, api, draw):
        request = {
            "boxes": ["dominion-2e", "dark-ages", "empires"],
            "players": 2,
            "pinned": ["Marauder", "Obelisk"],
        }
        for seed in range(60):
            answer = draw(**request, seed=str(seed))
            if answer["choices"]["obelisk"] == "Ruins":
                break
        else:
            pytest.fail("Obelisk never looked at the Ruins")
        assert planned_again(api, request, answer) == answer["plan"]


FIRST_ELEVEN = [card.id for card in CATALOG.boxes["dominion-2e"].piles[:11]]
FIRST_ZERO = {card.id: 0 for card in CATALOG.boxes["dominion-2e"].piles[:17]}
EVENTS = ["dominion-2e", "adventures"]
WAYS = ["dominion-2e", "menagerie"]
CLASHES = [
    ({"boxes": []}, "boxes"),
    ({"boxes": ["promo-summon"]}, "boxes"),
    ({"pinned": FIRST_ELEVEN}, " ".join(["pinned"] * 11)),
    ({"wishes": {"tags": {"village": {"min": 3, "max": 2}}}}, "tags.village"),
    ({"wishes": {"costs": {"4": {"min": 3, "max": 2}}}}, "costs.4"),
    ({"wishes": {"cost_at_least": {"5": {"min": 9, "max": 1}}}}, "cost_at_least.5"),
    ({"wishes": {"per_box": {"dominion-2e": {"min": 2, "max": 1}}}}, "per_box.dominion-2e"),
    ({"wishes": {"boxes_used": {"min": 2, "max": 1}}}, "boxes_used"),
    ({"wishes": {"boxes_used": {"max": 0}}}, "boxes_used"),
    ({"wishes": {"potion_cards": []}}, "potion_cards"),
    ({"wishes": {"potion_cards": [11, 99]}}, "potion_cards"),
    ({"wishes": {"recently_played": {"cards": ["Moat"], "most": 0}}, "pinned": ["Moat"]},
     "pinned recently_played"),
    ({"wishes": {"random_boxes": 1, "boxes_used": {"min": 2}}, "boxes": EVENTS},
     "random_boxes"),
    ({"wishes": {"preset": "as-published"}, "pinned": ["Crypt", "Vampire", "Werewolf"],
      "boxes": ["dominion-2e", "nocturne"]}, "pinned pinned preset"),
    ({"pinned": ["Moat"], "banned": ["moat", "Witch"]}, "banned pinned"),
    ({"pinned": ["Moat"], "wishes": {"weights": {"moat": 0}}}, "pinned weights"),
    ({"wishes": {"weights": FIRST_ZERO}}, "boxes weights"),
    ({"pinned": ["Mountebank"]}, "boxes pinned"),
    ({"pinned": ["Moat", "Witch"],
      "wishes": {"not_together": [["Mine", "Moat"], ["Moat", "Witch"]]}},
     "not_together.1 pinned pinned"),
    ({"pinned": ["Alms"]}, "boxes pinned"),
    ({"boxes": EVENTS, "pinned": ["Alms"], "banned": ["Alms"]}, "banned pinned"),
    ({"boxes": EVENTS, "pinned": ["Alms", "Quest", "Save"], "wishes": {"landscapes": {"max": 1}}},
     "landscapes pinned pinned"),
    ({"boxes": WAYS, "pinned": ["Way of the Ox", "Way of the Pig"],
      "wishes": {"landscapes": {"max_ways": 1}}}, "landscapes pinned pinned"),
    ({"boxes": EVENTS, "wishes": {"landscapes": {"min": 3, "max": 2}}}, "landscapes"),
    ({"wishes": {"landscapes": {"min": 1}}}, "boxes landscapes"),
    ({"boxes": WAYS, "wishes": {"landscapes": {"min": 2, "kinds": ["way"]}}}, "landscapes"),
    ({"boxes": ["dominion-2e", "promo-summon"], "banned": ["Summon"],
      "wishes": {"landscapes": {"always": True}}}, "banned boxes landscapes"),
    ({"boxes": EVENTS, "wishes": {"landscapes": {"kinds": [], "min": 1}}}, "landscapes"),
]  # fmt: skip
"""What cannot be drawn, and the keys of the wishes that clash."""


class TestImpossible:
    """200 with a smallest set of wishes that clash, and ways out with their counts."""

    @pytest.mark.parametrize(("wanted", "keys"), CLASHES, ids=str)
    def test_is_answered_with_the_wishes_that_clash(self, draw, wanted, keys):
        answer = draw(**wanted)
        assert sorted(wish["wish"] for wish in answer["conflict"]) == keys.split()
        assert answer["kingdom"] is None
        assert answer["plan"] is None
        assert answer["landscapes"] == answer["black_market_deck"] == []
        assert answer["choices"] == {}
        assert answer["matching"] == "0"
        assert answer["matching_about"] is None
        assert not answer["undecided"]
        assert len(answer["ways_out"]) <= 3
        assert all(wish["message"].endswith(".") for wish in answer["conflict"])
        assert all(way["changes"] and way["matching"] != "0" for way in answer["ways_out"])

    def test_the_example_has_its_sentences_and_its_way_out(self, draw):
        answer = draw(**EXAMPLE_IMPOSSIBLE)
        assert [wish["wish"] for wish in answer["conflict"]] == ["tags.curser", "boxes"]
        assert answer["conflict"][0]["message"] == "At least 2 cursers."
        assert answer["ways_out"][0]["changes"] == ["at least 1 curser will do"]
        assert int(answer["ways_out"][0]["matching"]) > 0


class TestBoundedWork:
    """No request runs past its limit, and none is called impossible without proof."""

    @pytest.mark.parametrize("number", range(6 if THOROUGH else 3))
    def test_a_dozen_exact_counts_come_to_an_end(self, draw, number):
        request = adversarial(number)
        answer = draw(**request)
        if answer["undecided"]:
            assert answer["kingdom"] is None
            assert answer["matching"] is None
            assert len(answer["conflict"]) > 0
            assert answer["ways_out"] == []
        elif number % 3:
            assert answer["kingdom"], "ten cards fit, so this is not impossible"

    def test_all_questions_of_an_explanation_share_one_limit(self, draw, monkeypatch):
        """Two wishes clash, and each question without one of them is a hard one."""
        request = adversarial(1)
        request["wishes"]["tags"] |= {"hand_attack": {"min": 2}, "attack": {"max": 1}}
        work, ask = [], conflict.prepare_constraints

        def counted(*args, **options):
            prepared = ask(*args, **options)
            work.append(prepared.work)
            return prepared

        monkeypatch.setattr(conflict, "prepare_constraints", counted)
        answer = draw(**request)
        assert answer["conflict"]
        assert len(work) > 5
        assert sum(work) < 500_000

    def test_the_largest_black_market_deck_comes_to_an_end(self, draw, catalog):
        answer = draw(boxes=[*catalog.boxes], pinned=["Black Market"], black_market_size=450)
        assert len(answer["black_market_deck"]) == 450

    def test_six_hundred_weights_bans_and_pins_come_to_an_end(self, draw, catalog):
        cards = [*catalog.cards]
        draw(boxes=[*catalog.boxes], wishes={"weights": dict.fromkeys(cards, 0.125)})
        draw(boxes=[*catalog.boxes], banned=cards)
        draw(boxes=[*catalog.boxes], pinned=cards)
