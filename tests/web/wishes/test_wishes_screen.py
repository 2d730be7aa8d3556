"""The wishes: every wish can be set and cleared, is counted live, and is kept as it was meant."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.draw.completion import POLICIES as DRAWS
from setup_rules.draw.wish_kinds import ALL_TAGS
from setup_rules.draw.wishes import Bounds
from setup_rules.plan_request import MOST_LANDSCAPES
from tests.builders import CATALOG
from tests.thorough import cases
from web.draw.kept_wishes import landscape_families
from web.draw.tag_words import TAGS
from web.draw.wish_words import POLICIES, wishes_in_words
from web.reading.draw_fields import LANDSCAPE_WISH, WISHES
from web.store import Store
from web.wishes.forms import with_values
from web.wishes.steppers import steps

BOXES = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")
REASONS = ("No kingdom matches You want", "No kingdom matches Your wishes:")
"""How a dock begins that says which wishes clash."""
CLASH = {
    "banned": ["possession", "beggar"],
    "wishes": {
        "tags": {"village": {"min": 1}, "trasher": {"min": 1}, "reaction": {"min": 2}},
        "boxes_used": {"max": 1},
    },
}


class _Fields(HTMLParser):
    """What a browser sends of the form of wishes when no button is named, and all its controls."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.controls: set[tuple[str, str]] = set()
        self._inside = False
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self._inside = self._inside or (tag == "form" and attributes.get("id") == "wishes")
        if not self._inside:
            return
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "input":
            self.sent[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option":
            self.controls.add((self._select, value))
            if "selected" in attributes:
                assert self._select not in self.sent
                self.sent[self._select] = value
        if tag in ("input", "button") and "disabled" not in attributes:
            self.controls.add((name, value))

    def handle_endtag(self, tag):
        self._inside = self._inside and tag != "form"


class Host:
    """A household and what it does on its phone."""

    def __init__(self, client, database) -> None:
        self.client = client
        self.store = Store(database)
        self.household, key = self.store.found_household()
        with client.session_transaction() as session:
            session["household"] = key
            session["_permanent"] = True
        self._key = key

    def has(self, *boxes):
        self.store.keep_shelf(self.household.id, boxes)
        return self

    def wishes(self, kept):
        self.store.keep_wishes(self.household.id, kept)
        return self

    @property
    def kept(self):
        return self.store.household_of(self._key).wishes

    @property
    def page(self):
        answer = self.client.get("/wishes")
        assert answer.status_code == 200
        return answer.text

    @property
    def fields(self):
        return _Fields(self.page)

    def send(self, address="/wishes", **fields):
        """Send some fields, as a page with scripts does."""
        return self.client.post(address, data={"csrf_token": self.token, **fields}, headers={})

    def press(self, name="", value=""):
        """Send the whole form with one button, as a page without scripts does."""
        pressed = {name: value} if name else {}
        return self.client.post("/wishes", data={**pressed, **self.fields.sent}, headers={})

    @property
    def token(self):
        return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.page)[1]

    @property
    def dock(self):
        text = self.page.split('id="p-dock"')[1].split(">", 1)[1].split("</section>")[0]
        text = re.sub(r"<svg.*?</svg>|<wbr>", "", text, flags=re.DOTALL)
        return " ".join(re.sub("<[^>]+>", " ", text).split())


@pytest.fixture
def host(api):
    """A household of its own for each test; the app serves for all."""
    app = api.application
    host = Host(app.test_client(), app.config["DATABASE"])
    yield host
    host.store.close()


class TestWithoutAnything:
    def test_a_first_visitor_is_led_to_the_shelf(self, api):
        page = api.application.test_client().get("/wishes")
        assert page.status_code == 200
        assert "No boxes yet" in page.text
        assert "kingdoms match" not in page.text

    def test_a_first_visitor_may_wish_already(self, api):
        client = api.application.test_client()
        answer = client.post("/wishes", data={"tags.village": "1-"})
        assert answer.status_code == 303
        assert "at least 1" in client.get("/wishes").text


class TestSteppers:
    def test_stand_in_the_order_of_the_design_with_the_piles_on_the_shelf(self, host):
        page = host.has(*BOXES).page
        rows = re.findall(r"<div>([^<]+)<small>(\d+ piles?)</small></div>\s*<span", page)
        assert rows == [
            ("+2 Actions", "11 piles"),
            ("Trashing", "25 piles"),
            ("+1 Buy", "18 piles"),
            ("Card draw", "16 piles"),
            ("Attacks", "19 piles"),
            ("Reactions", "5 piles"),
        ]

    def test_go_from_none_over_any_to_three(self):
        assert steps(Bounds()) == [Bounds(0, 0), Bounds(), Bounds(1), Bounds(2), Bounds(3)]

    @pytest.mark.parametrize("least", [0, 1, 2, 5, 9])
    @pytest.mark.parametrize("most", [None, 0, 1, 2, 4, 10])
    def test_show_any_number_and_lead_to_none_and_any(self, least, most):
        states = steps(Bounds(least, most))
        assert Bounds(least, most) in states
        assert {Bounds(0, 0), Bounds()} <= set(states)
        assert len(set(states)) == len(states)

    def test_every_button_works_without_scripts(self, host):
        host.press("tags.attack", "-0")
        assert host.kept == {"wishes": {"tags": {"attack": {"max": 0}}}}
        assert ("tags.attack", "") in host.fields.controls
        host.press("tags.attack", "")
        assert host.kept == {}


class TestEveryWish:
    """Each key has a control on the page that sets it and one that clears it."""

    @pytest.mark.parametrize(
        ("fields", "kept", "clear"),
        [
            ({"tags.village": "1-"}, {"tags": {"village": {"min": 1}}}, {"tags.village.min": ""}),
            (
                {"tags.cantrip.min": "2", "tags.cantrip.max": "4"},
                {"tags": {"cantrip": {"min": 2, "max": 4}}},
                {"tags.cantrip.min": "", "tags.cantrip.max": ""},
            ),
            ({"costs.2.max": "3"}, {"costs": {"2": {"max": 3}}}, {"costs.2.max": ""}),
            (
                {"cost_at_least.5": "3-5"},
                {"cost_at_least": {"5": {"min": 3, "max": 5}}},
                {"cost_at_least.5": ""},
            ),
            (
                {"cost_at_least.8.min": "1"},
                {"cost_at_least": {"8": {"min": 1}}},
                {"cost_at_least.8.min": ""},
            ),
            (
                {"per_box.dark-ages.min": "3"},
                {"per_box": {"dark-ages": {"min": 3}}},
                {"per_box.dark-ages.min": ""},
            ),
            ({"boxes_used": "-2"}, {"boxes_used": {"max": 2}}, {"boxes_used": ""}),
            ({"boxes_used.min": "2"}, {"boxes_used": {"min": 2}}, {"boxes_used.min": ""}),
            ({"min_per_used_box": "3"}, {"min_per_used_box": 3}, {"min_per_used_box": ""}),
            ({"random_boxes": "2"}, {"random_boxes": 2}, {"random_boxes": ""}),
            ({"potion_cards": "0,3,4,5"}, {"potion_cards": [0, 3, 4, 5]}, {"potion_cards": ""}),
            (
                {"attack_needs_answer": "on"},
                {"attack_needs_answer": True},
                {"attack_needs_answer": ""},
            ),
            ({"landscapes": "-0"}, {"landscapes": {"max": 0}}, {"landscapes": ""}),
            ({"landscapes.min": "3"}, {"landscapes": {"min": 3}}, {"landscapes.min": ""}),
            (
                {"landscapes.max_ways": "2"},
                {"landscapes": {"max_ways": 2}},
                {"landscapes.max_ways": ""},
            ),
            (
                {"landscapes.each.event.min": "2"},
                {"landscapes": {"each": {"event": {"min": 2}}}},
                {"landscapes.each.event.min": ""},
            ),
            (
                {"landscapes.always": "on"},
                {"landscapes": {"always": True}},
                {"landscapes.always": ""},
            ),
            (
                {"landscapes.kinds.way": ""},
                {"landscapes": {"kinds": ["event", "landmark", "project", "trait"]}},
                {"landscapes.kinds.way": "on"},
            ),
            ({"preset": "as-published"}, {"preset": "as-published"}, {"preset": "as-published"}),
        ],
    )
    def test_is_set_and_cleared_by_a_control(self, host, fields, kept, clear):
        host.has(*BOXES)
        assert fields.items() <= dict(self._on(host, fields)).items()
        assert host.send(**fields).status_code == 303
        assert host.kept == {"wishes": kept}
        assert clear.items() <= dict(self._on(host, clear)).items()
        host.send(**clear)
        assert host.kept == {}

    @staticmethod
    def _on(host, wanted):
        return host.fields.controls & set(wanted.items())

    def test_landscapes_have_their_own_choice_of_boxes(self, host):
        host.has("dominion-2e", "empires", "adventures")
        assert ("landscapes.boxes.empires", "") in host.fields.controls
        host.press("landscapes.boxes.empires", "")
        others = [one for one in landscape_families(CATALOG) if one != "empires"]
        assert host.kept == {"wishes": {"landscapes": {"boxes": others}}}
        assert "landscapes from " in host.page
        host.press("landscapes.boxes.empires", "on")
        assert host.kept == {}

    @pytest.mark.parametrize(
        ("wish", "shown"), [({"min": 3}, "3"), ({"min": 1}, "1–2"), ({"always": True}, "1–2")]
    )
    def test_an_unusual_number_of_landscapes_has_a_button(self, host, wish, shown):
        host.has("dominion-2e", "empires").wishes({"wishes": {"landscapes": wish}})
        assert f">{shown}</button>" in host.page

    @pytest.mark.parametrize("key", DRAWS)
    def test_each_policy_can_be_chosen_and_taken_back(self, host, key):
        for policy in DRAWS[key][1:]:
            assert (f"draws.{key}", policy) in host.fields.controls
            host.send(**{f"draws.{key}": policy})
            assert host.kept == {"draws": {key: policy}}
        host.send(**{f"draws.{key}": ""})
        assert host.kept == {}

    def test_the_black_market_deck_has_its_size(self, host):
        host.send(black_market_size="25")
        assert host.kept == {"black_market_size": 25}
        host.send(black_market_size="")
        assert host.kept == {}

    def test_cards_and_landscapes_are_never_or_always_dealt(self, host):
        host.send(**{"add.banned": "Possession, hexe", "add.pinned": "Tax"})
        assert host.kept == {"banned": ["possession", "witch"], "pinned": ["tax"]}
        assert ("drop.banned", "witch") in host.fields.controls
        host.press("drop.banned", "witch")
        host.press("drop.banned", "possession")
        host.press("drop.pinned", "tax")
        assert host.kept == {}

    def test_a_card_of_a_mixed_pile_leads_to_the_pile(self, host):
        answer = host.send(**{"add.banned": "Dame Anna"})
        assert "Dame Anna doesn’t have its own pile. Did you mean Knights?" in answer.text
        host.send(**{"add.banned": "Dame Anna", "pick.banned": "Knights"})
        assert host.kept == {"banned": ["knights"]}

    def test_cards_are_liked_and_disliked(self, host):
        host.send(**{"add.weights": "Chapel", "add.weights.as": "2"})
        host.send(**{"add.weights": "Scout", "add.weights.as": "0.5"})
        assert host.kept == {"wishes": {"weights": {"chapel": 2, "scout": 0.5}}}
        host.send(**{"weights.scout": "0"})
        assert host.kept["wishes"]["weights"]["scout"] == 0
        host.press("drop.weights", "chapel")
        host.press("drop.weights", "scout")
        assert host.kept == {}

    def test_two_cards_are_kept_apart(self, host):
        for _twice in range(2):
            host.send(**{"add.not_together.1": "Rebuild", "add.not_together.2": "Tournament"})
        assert host.kept == {"wishes": {"not_together": [["rebuild", "tournament"]]}}
        host.press("drop.not_together", "rebuild.tournament")
        assert host.kept == {}

    def test_cards_rest(self, host):
        host.send(**{"add.resting": "Smithy; Market"})
        host.send(**{"recently_played.most": "1"})
        rest = {"cards": ["smithy", "market"], "most": 1}
        assert host.kept == {"wishes": {"recently_played": rest}}
        host.press("drop.resting", "smithy")
        host.press("drop.resting", "market")
        assert host.kept == {}

    def test_none_of_them_is_forgotten(self):
        """Should the draw learn a new wish, this test asks for a control."""
        assert set(WISHES.fields) == {
            *("per_box", "boxes_used", "min_per_used_box", "tags", "costs", "cost_at_least"),
            *("potion_cards", "attack_needs_answer", "not_together", "weights"),
            *("recently_played", "landscapes", "random_boxes", "preset"),
        }
        assert set(LANDSCAPE_WISH.fields) == {
            *("min", "max", "kinds", "max_ways", "always", "each", "boxes")
        }
        assert set(TAGS) == set(ALL_TAGS)
        assert {draw: tuple(policies) for draw, policies in POLICIES.items()} == DRAWS

    def test_every_tag_has_a_least_and_a_most(self, host):
        names = {name for name, _ in host.fields.controls}
        assert {f"tags.{tag}.{half}" for tag in ALL_TAGS for half in ("min", "max")} <= names


def _bounds(most=12):
    number = st.integers(0, most)
    return st.fixed_dictionaries({}, optional={"min": number, "max": number})


_CARDS = st.sampled_from(["Chapel", "witch", "Young Witch", "possession", "Hexe", "moat", "bank"])
_UNIQUE = st.sampled_from(["chapel", "Witch", "moat", "Bank"])
_WISHES = st.fixed_dictionaries(
    {},
    optional={
        "per_box": st.dictionaries(
            st.sampled_from(["dark-ages", "Prosperity (1st edition)", "seaside-2e"]),
            _bounds(),
            max_size=3,
        ),
        "boxes_used": _bounds(99),
        "min_per_used_box": st.integers(0, 99),
        "tags": st.dictionaries(st.sampled_from(ALL_TAGS), _bounds(99), max_size=4),
        "costs": st.dictionaries(st.integers(0, 99).map(str), _bounds(), max_size=3),
        "cost_at_least": st.dictionaries(st.integers(0, 99).map(str), _bounds(), max_size=3),
        "potion_cards": st.lists(st.integers(0, 99), max_size=4),
        "attack_needs_answer": st.booleans(),
        "not_together": st.lists(st.permutations(["chapel", "Witch"]), max_size=2),
        "weights": st.dictionaries(
            _UNIQUE, st.sampled_from([0, 0.5, 1, 2, 2.0, 3, 0.125]), max_size=3
        ),
        "recently_played": st.fixed_dictionaries(
            {"cards": st.lists(_CARDS, max_size=3), "most": st.integers(0, 12)}
        ),
        "landscapes": st.fixed_dictionaries(
            {},
            optional={
                "min": st.integers(0, 40),
                "max": st.integers(0, 40),
                "kinds": st.lists(st.sampled_from(MAIN_LANDSCAPES), unique=True),
                "max_ways": st.integers(0, 40),
                "always": st.booleans(),
                "each": st.dictionaries(st.sampled_from(MAIN_LANDSCAPES), _bounds(40)),
                "boxes": st.lists(st.sampled_from(["empires", "Adventures"]), unique=True),
            },
        ),
        "random_boxes": st.integers(1, 99),
        "preset": st.just("as-published"),
    },
)
_KEPT = st.fixed_dictionaries(
    {},
    optional={
        "pinned": st.lists(_CARDS, max_size=3),
        "banned": st.lists(_CARDS, max_size=3),
        "wishes": _WISHES,
        "draws": st.fixed_dictionaries(
            {}, optional={key: st.sampled_from(values) for key, values in DRAWS.items()}
        ),
        "black_market_size": st.integers(1, 600),
    },
)


class TestKept:
    """What the page shows is what is kept is what POST /api/draw takes."""

    @settings(max_examples=cases(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(kept=_KEPT)
    def test_a_form_sent_unchanged_changes_nothing(self, host, kept):
        host.wishes(kept)
        answer = host.press()
        assert answer.status_code == 303
        assert host.kept == kept

    @settings(max_examples=cases(60))
    @given(kept=_KEPT)
    def test_one_change_leaves_all_else_as_it_is(self, api, catalog, kept):
        with api.application.test_request_context():
            values = {"black_market_size": "7", "draws.shelters": "open"}
            after = with_values(kept, values, catalog)
        assert after["black_market_size"] == 7
        assert after["draws"]["shelters"] == "open"
        for key in ("pinned", "banned"):
            assert after.get(key, []) == kept.get(key, [])
        before = {
            key: value for key, value in kept.get("wishes", {}).items() if value not in ({}, [])
        }
        before |= {key: [] for key in ("potion_cards",) if kept.get("wishes", {}).get(key) == []}
        if kept.get("wishes", {}).get("preset") and kept["wishes"].get("boxes_used") == {}:
            before["boxes_used"] = {}
        assert after.get("wishes", {}) == before

    @settings(max_examples=cases(60))
    @given(kept=_KEPT)
    def test_everything_has_words(self, api, catalog, kept):
        with api.application.test_request_context():
            words = wishes_in_words(kept, catalog)
        assert all(words)

    def test_the_count_is_that_of_the_interface(self, host, api):
        kept = {"banned": ["possession"], "wishes": {"tags": {"village": {"min": 1}}}}
        body = {"boxes": list(BOXES), "players": 2, **kept}
        exact = int(api.post("/api/count", json=body).json["matching"])
        assert host.has(*BOXES).wishes(kept).dock == f"{exact:,} kingdoms match Draw one"

    def test_an_estimate_says_about(self, host):
        dock = host.has("dominion-2e").wishes({"wishes": {"preset": "as-published"}}).dock
        assert re.fullmatch("About [0-9,]+ kingdoms match Draw one", dock)

    def test_a_page_that_is_out_of_date_does_not_undo_newer_numbers(self, host):
        old = host.fields.sent
        host.send(**{"costs.4.min": "2"})
        answer = host.client.post("/wishes", data={**old, "tags.attack": "-0"})
        assert answer.status_code == 303
        assert host.kept == {"wishes": {"costs": {"4": {"min": 2}}, "tags": {"attack": {"max": 0}}}}
        assert "changed elsewhere" in host.page

    def test_a_page_that_is_out_of_date_does_not_undo_newer_lists(self, host):
        old = host.fields.sent
        host.send(**{"landscapes.max_ways": "2"})
        host.client.post("/wishes", data={**old, "tags.attack": "-0"})
        assert host.kept["wishes"]["landscapes"] == {"max_ways": 2}

    def test_what_is_set_in_a_folded_part_stands_in_its_heading(self, host):
        page = host.wishes({"wishes": {"costs": {"7": {"max": 0}}}}).page
        assert "Costs <small>No cards costing $7</small>" in page


class TestNames:
    @pytest.mark.parametrize("field", ["add.banned", "add.pinned", "add.resting", "add.weights"])
    def test_an_unknown_name_stays_in_its_field_and_nothing_else_is_lost(self, host, field):
        answer = host.send(**{field: "Posession, Moat", "tags.village": "1-"})
        assert answer.status_code == 422
        assert "There’s nothing called “Posession”. Did you mean Possession" in answer.text
        assert f'name="{field}" id="{field}" value="Posession"' in answer.text
        assert 'aria-invalid="true"' in answer.text
        assert "moat" in str(host.kept)
        assert host.kept["wishes"]["tags"] == {"village": {"min": 1}}

    def test_a_suggestion_is_taken_by_its_button(self, host):
        answer = host.send(**{"add.banned": "Posession"})
        fields = _Fields(answer.text)
        assert ("pick.banned", "Possession") in fields.controls
        answer = host.client.post("/wishes", data={**fields.sent, "pick.banned": "Possession"})
        assert answer.status_code == 303
        assert host.kept == {"banned": ["possession"]}

    @pytest.mark.parametrize(
        "typed", ["x" * 300, "🎲", "<script>alert(1)</script>", "\x00", "̈" * 50, "Copper", "'"]
    )
    @pytest.mark.parametrize("field", ["add.banned", "add.not_together.1", "add.weights"])
    def test_whatever_is_typed_gets_a_sentence(self, host, field, typed):
        answer = host.send(**{field: typed})
        assert answer.status_code == 422
        assert 'class="faults"' in answer.text
        assert "<script>alert" not in answer.text
        assert host.kept == {}

    def test_a_pair_needs_two_different_cards(self, host):
        for one, other, says in (
            ("Moat", "", "Add the other card"),
            ("Moat", "moat", "the same card twice"),
            ("Moat", "Tax", "Tax isn’t a Kingdom pile"),
        ):
            answer = host.send(**{"add.not_together.1": one, "add.not_together.2": other})
            assert answer.status_code == 422
            assert says in answer.text
            assert 'value="Moat"' in answer.text
        assert host.kept == {}

    def test_a_list_that_is_too_long_for_a_draw_is_not_kept(self, host, catalog):
        names = [landscape.name for landscape in catalog.landscapes.values()][: MOST_LANDSCAPES + 1]
        host.send(**{"add.pinned": ", ".join(names[:-1])})
        before = host.kept
        assert len(before["pinned"]) == MOST_LANDSCAPES
        answer = host.send(**{"add.pinned": names[-1]})
        assert answer.status_code == 422
        assert (
            f"Too many landscapes are always included; the limit is {MOST_LANDSCAPES}. Remove some."
            in answer.text
        )
        assert f'name="add.pinned" id="add.pinned" value="{names[-1]}"' in answer.text
        assert host.kept == before

    def test_a_weight_that_cannot_be_gets_a_sentence_at_its_card(self, host):
        host.wishes({"wishes": {"weights": {"moat": 2}}})
        answer = host.send(**{"weights.moat": "1001"})
        assert answer.status_code == 422
        assert "That isn’t an option. Choose one from the list." in answer.text
        assert host.kept == {"wishes": {"weights": {"moat": 2}}}

    def test_a_weight_that_cannot_be_keeps_the_name_it_was_for(self, host):
        answer = host.send(**{"add.weights": "Chapel, Foo", "add.weights.as": "often"})
        assert answer.status_code == 422
        assert "That isn’t an option. Choose one from the list." in answer.text
        assert "There’s nothing called “Foo”." in answer.text
        assert 'id="add.weights" value="Foo, Chapel"' in answer.text
        assert '<details class="add" id="a-weights" open' in answer.text
        assert host.kept == {}

    def test_are_known_to_the_script(self, api):
        answer = api.get("/wishes/names.json")
        assert {"Moat", "Tax", "Young Witch"} <= set(answer.json)


class TestNumbers:
    @pytest.mark.parametrize(
        ("field", "text"),
        [
            ("black_market_size", "0"),
            ("black_market_size", "9" * 300),
            ("black_market_size", "many"),
            ("black_market_size", "-5"),
            ("tags.attack.min", "100"),
            ("tags.attack", "1-1000"),
            ("tags.attack", "<b>"),
            ("random_boxes", "0"),
            ("min_per_used_box", "١"),
            ("potion_cards", "1,x"),
            ("landscapes.max", "41"),
            ("draws.shelters", "perhaps"),
            ("recently_played.most", "-1"),
        ],
    )
    def test_that_cannot_be_get_a_sentence(self, host, field, text):
        answer = host.send(**{field: text, "tags.village": "1-"})
        assert answer.status_code == 422
        assert 'class="faults"' in answer.text
        assert "<b>&" not in answer.text
        assert host.kept == {"wishes": {"tags": {"village": {"min": 1}}}}

    def test_fields_nobody_knows_are_left_aside(self, host):
        answer = host.send(
            **{"tags.luck.min": "3", "costs.x": "1-", "per_box.nowhere": "2-", "a": "b"}
        )
        assert answer.status_code == 303
        assert host.kept == {}


class TestNoneMatch:
    """DESIGN section 7."""

    def test_says_why_and_offers_the_ways_out_with_their_counts(self, host):
        dock = host.has(*BOXES).wishes(CLASH).dock
        assert dock == (
            "No kingdom matches You want 2 Reactions from one box. "
            "Only Dark Ages has that many. Beggar is on your “Never include” list. "
            "Allow Beggar 9,315,999 Open up to 2 boxes 2,319,824,168 "
            "Settle for 1 Reaction 29,604,279"
        )

    def test_fewer_cards_from_each_box_are_settled_for(self, host):
        host.has(*BOXES).wishes({"wishes": {"boxes_used": {"min": 2}, "min_per_used_box": 9}})
        assert "Settle for at least 5 cards from each box" in host.dock

    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_a_way_out_gives_what_it_promised(self, host, number):
        host.has(*BOXES).wishes(CLASH)
        way = re.findall(r'name="way" value="(\w+)">(.*?)</button>', host.page, re.DOTALL)[number]
        promised = re.sub("<[^>]+>", "", way[1]).split()[-1]
        assert host.send("/wishes/way-out", way=way[0]).status_code == 303
        assert host.dock.startswith(f"{promised} kingdoms match")
        assert "Undo" in host.page
        host.send("/wishes/undo")
        assert host.kept == CLASH

    def test_a_way_out_that_is_gone_changes_nothing(self, host):
        host.has(*BOXES).wishes(CLASH)
        sign = re.search(r'name="way" value="(\w+)"', host.page)[1]
        other = {"wishes": {"tags": {"night": {"min": 2}}}}
        host.wishes(other)
        host.send("/wishes/way-out", way=sign)
        assert host.kept == other
        assert "have changed in the meantime" in host.page

    def test_another_box_is_a_sentence_with_a_link_to_the_shelf(self, host):
        host.has(*BOXES).wishes({"wishes": {"tags": {"night": {"min": 2}}}})
        assert "Your wishes: at least 2 Night cards. Your boxes have none." in host.dock
        assert "Or add Nocturne to your shelf : 171,715,752,629,928 kingdoms." in host.dock

    @pytest.mark.parametrize(
        "kept",
        [
            {"pinned": ["Witch"], "banned": ["Witch"]},
            {"pinned": ["Vampire"]},
            {"pinned": ["Tax"], "wishes": {"landscapes": {"max": 0}}},
            {"wishes": {"landscapes": {"min": 1}}},
            {"wishes": {"tags": {"attack": {"min": 5, "max": 3}}}},
            {"wishes": {"weights": {"Moat": 0, "beggar": 0}, "tags": {"reaction": {"min": 5}}}},
            {"wishes": {"per_box": {"Dark Ages": {"min": 6}, "alchemy": {"min": 6}}}},
            {"wishes": {"preset": "as-published", "boxes_used": {"min": 6}, "min_per_used_box": 2}},
            {"wishes": {"random_boxes": 1, "tags": {"reaction": {"min": 3}}}},
            {"wishes": {"potion_cards": [11]}},
            {"wishes": {"recently_played": {"cards": ["moat"], "most": 0}}, "pinned": ["moat"]},
            {"wishes": {"not_together": [["Moat", "witch"]]}, "pinned": ["moat", "Witch"]},
            {"wishes": {"costs": {"7": {"min": 5}}, "cost_at_least": {"8": {"min": 2}}}},
            {"wishes": {"min_per_used_box": 9, "boxes_used": {"min": 2}}},
        ],
    )
    def test_every_clash_has_a_way_out_that_works(self, host, kept):
        host.has(*BOXES).wishes(kept)
        assert host.dock.startswith(REASONS)
        ways = re.findall(r'name="way" value="(\w+)"', host.page)
        assert 1 <= len(ways) <= 3
        for way in ways:
            host.wishes(kept)
            host.send("/wishes/way-out", way=way)
            assert "match" in host.dock
            assert "No kingdom" not in host.dock

    def test_a_way_out_with_two_changes_keeps_them_apart_in_czech(self, host):
        """“Stačí …” governs what follows it, so `a` would join the second change to it."""
        tags = {"attack": {"min": 3}, "curser": {"min": 2}, "treasure": {"min": 4}}
        wishes = {"tags": tags, "boxes_used": {"max": 1}, "potion_cards": [3, 4, 5]}
        host.has("dominion-1e", "alchemy", "menagerie").wishes({"wishes": wishes})
        page = host.client.get("/wishes", headers={"Accept-Language": "cs"}).text
        page = page.replace("\N{NO-BREAK SPACE}", " ")
        assert "Stačí 3 karty peněz; otevřít až 2 krabice" in page

    def test_a_clash_that_takes_long_to_explain_is_told_in_time(self, host):
        """The budget of a request may end before a way out is found; the clash stays."""
        kept = {"wishes": {"preset": "as-published", "tags": {"attack": {"min": 10}}}}
        assert host.has(*BOXES).wishes(kept).dock.startswith(REASONS)

    def test_a_shelf_with_fewer_than_ten_piles_says_so(self, host):
        dock = host.has("promo-stash").dock
        assert "A kingdom needs 10 piles, but your boxes have 1." in dock
        assert "to your shelf" in dock

    def test_wishes_that_are_no_longer_known_are_told(self, host):
        dock = host.has(*BOXES).wishes({"banned": ["Nobody Knows"]}).dock
        assert "There’s nothing called “Nobody Knows”" in dock
        host.press("drop.banned", "Nobody Knows")
        assert host.kept == {}


class TestReadyMade:
    @pytest.mark.parametrize("preset", ["as-published", "first", "gentle", "engine"])
    def test_is_on_with_a_tap_and_off_with_another(self, host, preset):
        host.has(*BOXES)
        host.press("preset", preset)
        assert host.kept
        assert f'value="{preset}" aria-pressed="true"' in host.page
        host.press("preset", preset)
        assert host.kept == {}

    def test_tells_the_count_it_would_give(self, host):
        host.has(*BOXES)
        button = re.search(r'value="gentle".*?</button>', host.page, re.DOTALL)[0]
        promised = re.sub("<[^>]+>", "", button).split()[-2]
        host.press("preset", "gentle")
        assert host.dock.startswith(f"{promised} kingdoms match")

    def test_shows_what_the_rulebooks_like_until_something_else_is_wished(self, host):
        host.wishes({"wishes": {"preset": "as-published"}})
        assert ("tags.attack", "0-") in host.fields.controls
        host.press("tags.attack", "0-")
        assert host.kept["wishes"]["tags"] == {"attack": {"min": 0}}
        assert ("tags.attack", "") in host.fields.controls

    def test_says_where_the_rulebooks_have_any_number(self, host):
        host.wishes({"wishes": {"preset": "as-published"}})
        notes = re.findall(r"in the rulebooks: ([^<]*)", host.page)
        assert "any number" in notes
        assert "any" not in notes


class TestClearing:
    def test_clears_all_but_the_bans_and_can_be_undone(self, host):
        host.wishes(CLASH).send("/wishes/clear")
        assert host.kept == {"banned": CLASH["banned"]}
        host.send("/wishes/undo")
        assert host.kept == CLASH
        assert host.send("/wishes/undo").status_code == 303

    def test_bans_are_cleared_by_a_button_of_their_own(self, host):
        host.wishes(CLASH).send("/wishes/clear", bans="on")
        assert host.kept == {key: CLASH[key] for key in CLASH if key != "banned"}
        host.send("/wishes/undo")
        assert host.kept == CLASH

    def test_the_next_draw_ends_the_undo(self, host):
        host.wishes(CLASH).send("/wishes/clear")
        host.send("/draw", seed="1")
        host.send("/wishes/undo")
        assert host.kept == {"banned": CLASH["banned"]}


class TestWords:
    @pytest.mark.parametrize(
        ("kept", "words"),
        [
            ({}, []),
            (
                {"wishes": {"tags": {"trasher": {"min": 1}, "village": {"min": 1}}}},
                ["+2 Actions", "trashing"],
            ),
            ({"wishes": {"tags": {"attack": {"max": 0}}}}, ["no attacks"]),
            ({"wishes": {"tags": {"reaction": {"min": 2}}}}, ["at least 2 Reactions"]),
            ({"wishes": {"tags": {"attack": {"min": 1, "max": 3}}}}, ["1 to 3 attacks"]),
            ({"wishes": {"boxes_used": {"max": 2}}}, ["at most 2 boxes"]),
            ({"wishes": {"boxes_used": {"min": 2, "max": 2}}}, ["exactly 2 boxes"]),
            (
                {"wishes": {"boxes_used": {"min": 3, "max": 2}}},
                ["at least 3 boxes and at most 2 boxes"],
            ),
            ({"banned": ["possession"]}, ["never Possession"]),
            ({"banned": ["moat", "bank", "witch", "mine"]}, ["never 4 cards"]),
            (
                {"wishes": {"per_box": {"dark-ages": {"min": 3}}}},
                ["at least 3 cards from Dark Ages"],
            ),
            ({"wishes": {"potion_cards": [0, 3, 4, 5]}}, ["none or 3 to 5 Potion cards"]),
            ({"wishes": {"landscapes": {"max": 0}}}, ["no landscapes"]),
            ({"draws": {"shelters": "never"}}, ["Shelters: never"]),
            ({"draws": {"shelters": "random-card"}, "wishes": {"tags": {"attack": {}}}}, []),
        ],
    )
    def test_are_short(self, api, catalog, kept, words):
        with api.application.test_request_context():
            assert wishes_in_words(kept, catalog) == words

    def test_say_at_a_glance_that_the_least_is_above_the_most(self, api, catalog):
        kept = {"wishes": {"tags": {"attack": {"min": 5, "max": 2}}}}
        with api.application.test_request_context():
            words = wishes_in_words(kept, catalog, glance=True)
        assert words == ["attacks: at least 5 and at most 2"]


def test_promo_boxes_have_the_names_of_their_cards(at_home):
    client = at_home(("dominion-2e", "promo-walled-village", "promo-black-market"))
    page = client.get("/wishes", headers={"Accept-Language": "de"}).text
    assert "Befestigtes Dorf" in page
    assert "Walled Village" not in page
