"""POST /api/plan: a kingdom in, its whole setup out."""

import json

import pytest

KEYS = [
    *("status", "issues", "supply", "supply_pile_count", "pile_notes", "non_supply", "set_aside"),
    *("trash_at_start", "starting_deck", "player_mats", "shared_mats", "player_tokens"),
    *("pile_tokens", "landscape_tokens", "token_reserves", "end", "draw_odds", "because", "fetch"),
    *("reminders", "url", "sheet_pdf", "cards_pdf"),
]
FIRST_GAME = [
    *("Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Woodcutter"),
    "Workshop",
]
ALL_BOXES = [
    *("dominion-2e", "seaside-2e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages"),
    *("adventures", "empires", "nocturne", "renaissance", "menagerie", "allies", "plunder"),
    *("rising-sun", "promo-black-market"),
]


class TestFirstGame:
    """The example: two players, Dominion 1st edition."""

    def test_has_the_supply_of_the_rulebook(self, plan):
        basic = {
            "Copper": 46,
            "Silver": 40,
            "Gold": 30,
            "Estate": 8,
            "Duchy": 8,
            "Province": 8,
            "Curse": 10,
        }
        answer = plan()
        assert answer["supply"].items() >= basic.items()
        assert [count for name, count in answer["supply"].items() if name not in basic] == [10] * 10
        assert answer["supply_pile_count"] == 17

    def test_starts_and_ends_as_usual(self, plan):
        answer = plan()
        assert answer["starting_deck"] == {"Copper": 7, "Estate": 3}
        assert answer["end"] == {"any_of_empty": ["Province"], "empty_piles": 3}
        assert answer["status"] == "ok"
        assert answer["issues"] == []

    def test_is_fetched_from_one_box(self, plan):
        (box,) = plan()["fetch"]
        assert box["box"] == "Dominion"
        assert {"what": "Copper", "count": 60} in box["items"]
        assert {"what": "Estate", "count": 14} in box["items"]


class TestAnswer:
    def test_has_every_key_and_no_other_even_for_nothing(self, plan):
        assert list(plan()) == KEYS
        assert list(plan(kingdom=[], boxes=[], players=0)) == KEYS

    def test_is_the_same_bytes_for_the_same_request(self, api, first_game):
        answers = {api.post("/api/plan", json=first_game).data for _ in range(3)}
        assert len(answers) == 1

    def test_writes_names_as_they_are_printed(self, api, first_game):
        request = first_game | {"boxes": ["renaissance"], "landscapes": ["Citadel"]}
        body = api.post("/api/plan", json=request).data.decode()
        assert "\\u" not in body

    def test_leaves_out_counts_of_zero(self, plan):
        answer = plan(players=4, boxes=["dominion-1e"])

        def numbers(value):
            if isinstance(value, dict):
                return [n for v in value.values() for n in numbers(v)]
            if isinstance(value, list):
                return [n for v in value for n in numbers(v)]
            return [value] if isinstance(value, int) else []

        assert 0 not in numbers(answer)

    @pytest.mark.prints
    def test_the_sheet_and_the_card_have_addresses_of_their_own(self, plan):
        answer = plan()
        path, _, query = answer["url"].partition("?")
        assert answer["sheet_pdf"] == f"{path}/sheet.pdf?{query}"
        assert answer["cards_pdf"] == f"{path}/cards.pdf?{query}"

    def test_there_are_none_where_nothing_can_be_printed(self, plan, monkeypatch):
        monkeypatch.setattr("web.api.plan_json.printing_available", lambda: False)
        answer = plan()
        assert answer["sheet_pdf"] is None
        assert answer["cards_pdf"] is None

    def test_the_address_is_the_page_of_this_very_kingdom(self, plan, api):
        page = api.get(plan(players=3)["url"])
        assert page.status_code == 200
        assert "First Game" in page.text

    def test_writes_nothing(self, client, database, first_game):
        before = database.read_bytes()
        assert client.post("/api/plan", json=first_game).status_code == 200
        assert database.read_bytes() == before


class TestProblems:
    def test_an_unplayable_kingdom_is_no_http_error(self, plan):
        answer = plan(kingdom=["Young Witch", *FIRST_GAME[:9]], boxes=["dominion-1e", "cornucopia"])
        assert answer["status"] == "error"
        issue = next(i for i in answer["issues"] if i["code"] == "check-bane-missing")
        assert issue["severity"] == "error"
        assert issue["cards"] == ["Young Witch"]
        assert issue["fix"]

    def test_everything_else_is_worked_out_all_the_same(self, plan):
        answer = plan(kingdom=["Young Witch", *FIRST_GAME[:9]], boxes=["dominion-1e", "cornucopia"])
        assert answer["supply"]["Young Witch"] == 10
        assert answer["supply_pile_count"] == 17

    def test_an_open_choice_is_reported_and_never_drawn(self, plan):
        answer = plan(
            kingdom=["Trade Route", *FIRST_GAME[:9]], boxes=["dominion-1e", "prosperity-1e"]
        )
        assert "Platinum" not in answer["supply"]
        assert [issue["code"] for issue in answer["issues"]] == ["check-choice-open"]
        assert answer["status"] == "warning"

    def test_advice_alone_leaves_it_ok(self, plan):
        boxes = ["dominion-1e", "alchemy"]
        answer = plan(kingdom=["Familiar", *FIRST_GAME[:9]], boxes=boxes)
        assert [issue["severity"] for issue in answer["issues"]] == ["advice"]
        assert answer["status"] == "ok"


class TestNames:
    @pytest.mark.parametrize("name", ["smithy", "SMITHY", "Smíthy", "  smithy ", "Schmiede"])
    def test_of_any_spelling_are_one_card(self, plan, name):
        kingdom = [name if card == "Smithy" else card for card in FIRST_GAME]
        assert plan(kingdom=kingdom)["supply"]["Smithy"] == 10

    def test_boxes_may_be_named_by_title(self, plan):
        assert plan(boxes=["Dominion (1st edition)"])["status"] == "ok"


class TestChoices:
    def test_all_of_them_together(self, plan):
        answer = plan(
            boxes=ALL_BOXES,
            players=3,
            kingdom=[
                *("Young Witch", "Ferryman", "Riverboat", "Druid", "Black Market", "Underling"),
                *("Tanuki", "River Shrine", "Trade Route", "Marauder"),
            ],
            landscapes=["Way of the Mouse", "Obelisk", "Inherited"],
            black_market_deck=["Witch", "Chapel"],
            choices={
                "bane": "Cellar",
                "platinum_colony": True,
                "platinum_colony_card": "Trade Route",
                "shelters": False,
                "shelters_card": "Underling",
                "army": "Bandit",
                "ferryman": "Village",
                "mouse": "Moat",
                "riverboat": "Laboratory",
                "ally": "Cave Dwellers",
                "prophecy": "Approaching Army",
                "druid_boons": ["The Sea's Gift", "The Sun's Gift", "The Moon's Gift"],
                "obelisk": "Ruins",
                "traits": {"Inherited": "Tanuki"},
                "inherited_replaces": "Estate",
            },
            basic_sets=1,
        )
        assert answer["set_aside"] == {
            "Way of the Mouse": "Moat",
            "Riverboat": "Laboratory",
            "Druid Boons": 3,
        }
        assert answer["pile_notes"]["Cellar"].startswith("the Bane")
        assert "Bandit" in answer["supply"]
        assert answer["non_supply"]["Ferryman pile: Village"] == 10
        assert answer["non_supply"]["Black Market deck"] == 2
        assert answer["non_supply"]["Boons"] == 9
        assert answer["starting_deck"]["Estate"] == 2
        assert "Obelisk" in answer["pile_notes"]["Ruins"]
        assert "Sun" in answer["landscape_tokens"]["Approaching Army"]
        assert answer["end"]["any_of_empty"] == ["Province", "Colony"]
        assert answer["because"]["Colony"] == ["Trade Route"]

    @pytest.mark.parametrize("pile", ["Ruins", "Estate", "ruins"])
    def test_a_trait_and_obelisk_on_a_pile_that_cannot_be_are_answered_alike(self, plan, pile):
        answer = plan(
            boxes=[*ALL_BOXES, "dominion-1e"],
            landscapes=["Pious", "Obelisk"],
            choices={"traits": {"Pious": pile}, "obelisk": pile},
        )
        issues = {issue["code"]: issue for issue in answer["issues"]}
        for code, landscape in (
            ("check-trait-invalid", "Pious"),
            ("check-obelisk-invalid", "Obelisk"),
        ):
            assert issues[code]["severity"] == "error"
            assert issues[code]["cards"] == [landscape, pile.capitalize()]
            assert issues[code]["fix"].startswith("Choose ")

    @pytest.mark.parametrize(
        "choices", [{"bane": "Chapel"}, {"obelisk": "Ruins"}, {"druid_boons": ["The Sea's Gift"]}]
    )
    def test_a_choice_that_nothing_asks_for_is_advice(self, plan, choices):
        (issue,) = plan(choices=choices)["issues"]
        assert (issue["code"], issue["severity"]) == ("check-choice-unused", "advice")

    def test_null_is_open(self, plan):
        open_ones = dict.fromkeys(
            ("bane", "army", "platinum_colony", "shelters", "druid_boons", "traits", "obelisk")
        )
        assert plan(choices=open_ones, basic_sets=None) == plan()

    def test_the_odds_are_exact_fractions(self, plan):
        answer = plan(
            kingdom=["Young Witch", "Trade Route", "Bank", "City", *FIRST_GAME[:6]],
            boxes=["dominion-1e", "prosperity-1e", "cornucopia"],
            choices={"bane": "Chapel"},
        )
        assert answer["draw_odds"] == {
            "platinum_colony": "3/11",
            "shelters": "0",
            "both": "0",
            "neither": "8/11",
        }


class TestFetch:
    def test_a_box_is_called_by_its_name(self, plan):
        assert [box["box"] for box in plan()["fetch"]] == ["Dominion"]

    def test_two_editions_are_told_apart(self, plan):
        kingdom = [*FIRST_GAME[:9], "Merchant"]
        answer = plan(boxes=["dominion-1e", "dominion-2e"], kingdom=kingdom)
        titles = [box["box"] for box in answer["fetch"]]
        assert titles == ["Dominion (1st edition)", "Dominion (2nd edition)"]

    def test_a_box_named_twice_is_there_twice(self, plan):
        answer = plan(boxes=["dominion-1e", "dominion-1e"], players=5)
        assert "check-treasure-sets" not in [issue["code"] for issue in answer["issues"]]
        assert answer["supply"]["Province"] == 15

    def test_the_order_of_the_boxes_does_not_matter(self, plan):
        one, other = ["dominion-1e", "alchemy"], ["alchemy", "dominion-1e"]
        assert plan(boxes=one) == plan(boxes=other)


class TestEveryPublishedKingdom:
    def test_is_answered_as_described(self, plan, api):
        kingdoms = api.get("/api/catalog").json["kingdoms"]
        for kingdom in kingdoms[::12]:
            answer = plan(
                boxes=["base-cards", *kingdom["boxes"]],
                players=3,
                kingdom=kingdom["cards"],
                landscapes=kingdom["landscapes"],
                choices=kingdom["choices"],
            )
            assert sum(answer["starting_deck"].values()) == 10, kingdom["id"]
            assert answer["supply_pile_count"] == len(answer["supply"])
            json.dumps(answer)
