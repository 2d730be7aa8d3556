"""The OpenAPI document is valid, and the interface keeps to it whatever is sent."""

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from schemathesis.config import SchemathesisConfig

from app import create_app
from setup_rules.catalog import load_catalog
from tests.thorough import THOROUGH, cases
from web.api.openapi import EXAMPLE_REQUEST, EXAMPLE_WITH_CHOICES, openapi_document
from web.api.openapi_draw import EXAMPLES

CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": 1,
        # Without a network in between, nothing would unpack what is sent packed.
        "headers": {"Accept-Encoding": "identity"},
        "generation": {
            "mode": "all",
            "max-examples": cases(200),
            "deterministic": True,
            "database": "none",
        },
        "phases": {"coverage": {"enabled": THOROUGH}},
        # Wishes can be put together in thousands of ways; some of them are tried.
        "operations": [
            {
                "include-path": path,
                "generation": {"max-examples": cases(60)},
                "phases": {"coverage": {"enabled": False}},
            }
            for path in ("/api/draw", "/api/count")
        ],
        # A name is any text; whether a card has it is no matter of the schema.
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "422"]}},
    }
)


@pytest.fixture(scope="module")
def lasting_app(tmp_path_factory):
    """One app for all that is tried out on it."""
    return create_app(
        {"DATABASE": tmp_path_factory.mktemp("api") / "piles.db", "RATE_LIMITS": False}
    )


class TestDocument:
    def test_is_served(self, client):
        response = client.get("/api/openapi.json")
        assert response.json == openapi_document()
        assert response.headers["Content-Type"] == "application/json"

    def test_is_valid(self):
        validate(openapi_document(), cls=OpenAPIV31SpecValidator)

    @pytest.mark.parametrize("example", [EXAMPLE_REQUEST, EXAMPLE_WITH_CHOICES])
    def test_its_examples_are_playable(self, client, conforms, example):
        conforms("PlanRequest", example)
        answer = client.post("/api/plan", json=example).json
        conforms("Plan", answer)
        assert answer["status"] == "ok"

    @pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
    def test_its_draws_are_answered(self, client, conforms, example):
        request = example["value"]
        conforms("DrawRequest", request)
        for name, schema in (("draw", "DrawAnswer"), ("count", "CountAnswer")):
            conforms(schema, client.post(f"/api/{name}", json=request).json)

    def test_has_every_address_of_the_interface(self, app):
        rules = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
        assert set(openapi_document()["paths"]) == rules


def whatever_is_sent(path, operations):
    """A test that sends anything at all to one address."""
    document = {**openapi_document(), "paths": {path: operations}}

    @schemathesis.openapi.from_dict(document, config=CONFIG).parametrize()
    def keeps_its_word(case, lasting_app):
        case.call_and_validate(app=lasting_app)

    return keeps_its_word


# A test for each address by a name of its own: pytest would give all tests of one
# `schema.parametrize()` the same id.
globals().update(
    {
        f"test_keeps_its_word_whatever_is_sent_to_{path}": whatever_is_sent(path, operations)
        for path, operations in openapi_document()["paths"].items()
    }
)


def real_requests():
    """Requests of real names: any piles, landscapes, boxes and choices."""
    catalog = load_catalog()
    things = st.sampled_from([*catalog.cards, *catalog.landscapes, *catalog.others])
    piles = st.sampled_from([*catalog.cards])
    traits = [ls.id for ls in catalog.landscapes.values() if ls.kind == "trait"]
    slots = openapi_document()["components"]["schemas"]["Choices"]["properties"]
    choices = {
        slot: piles | things | st.none()
        for slot, about in slots.items()
        if about["type"] == ["string", "null"]
    }
    choices["platinum_colony"] = choices["shelters"] = st.booleans() | st.none()
    choices["druid_boons"] = st.lists(
        st.sampled_from([boon.id for boon in catalog.groups["Boons"]]), max_size=4
    )
    choices["traits"] = st.dictionaries(st.sampled_from(traits), piles | things, max_size=3)
    return st.fixed_dictionaries(
        {
            "boxes": st.lists(st.sampled_from([*catalog.boxes]), max_size=8),
            "players": st.integers(0, 99) | st.integers(2, 6),
            "kingdom": st.lists(piles, min_size=8, max_size=11)
            | st.lists(piles, min_size=10, max_size=10, unique=True)
            | st.lists(things, max_size=40),
        },
        optional={
            "landscapes": st.lists(st.sampled_from([*catalog.landscapes]), max_size=4),
            "black_market_deck": st.lists(piles | things, max_size=20),
            "choices": st.fixed_dictionaries({}, optional=choices),
            "basic_sets": st.integers(1, 9),
        },
    )


class TestRealNames:
    @settings(max_examples=cases(150))
    @given(request=real_requests())
    def test_always_get_a_whole_plan_and_its_page(self, request, lasting_app, conforms):
        client = lasting_app.test_client()
        conforms("PlanRequest", request)
        response = client.post("/api/plan", json=request)
        assert response.status_code == 200
        conforms("Plan", response.json)
        assert client.post("/api/plan", json=request).data == response.data
        assert client.get(response.json["url"]).status_code == 200


def real_draws():
    """Requests of real names: any boxes, pins, bans and wishes, possible or not."""
    catalog = load_catalog()
    schemas = openapi_document()["components"]["schemas"]
    wishes = schemas["DrawRequest"]["properties"]["wishes"]["properties"]
    draws = schemas["DrawRequest"]["properties"]["draws"]["properties"]
    piles = st.sampled_from([*catalog.cards])
    names = st.sampled_from([*catalog.cards, *catalog.landscapes])
    bounds = st.fixed_dictionaries(
        {}, optional={"min": st.integers(0, 3), "max": st.integers(0, 10)}
    )
    pairs = st.lists(piles, min_size=2, max_size=2, unique=True)
    wishes = {
        "per_box": st.dictionaries(
            st.sampled_from(["dominion-2e", "dark-ages", "empires"]), bounds, max_size=2
        ),
        "boxes_used": bounds,
        "min_per_used_box": st.integers(0, 4),
        "tags": st.dictionaries(
            st.sampled_from(wishes["tags"]["propertyNames"]["enum"]), bounds, max_size=4
        ),
        "costs": st.dictionaries(st.sampled_from("23456"), bounds, max_size=2),
        "cost_at_least": st.dictionaries(st.sampled_from("56"), bounds, max_size=1),
        "potion_cards": st.lists(st.integers(0, 10), max_size=4),
        "attack_needs_answer": st.booleans(),
        "not_together": st.lists(pairs, max_size=3),
        "weights": st.dictionaries(piles, st.sampled_from([0, 0.5, 2, 7.125]), max_size=5),
        "recently_played": st.fixed_dictionaries(
            {"cards": st.lists(piles, max_size=30), "most": st.integers(0, 5)}
        ),
        "landscapes": st.fixed_dictionaries(
            {},
            optional={
                "min": st.integers(0, 2),
                "max": st.integers(0, 5),
                "kinds": st.lists(
                    st.sampled_from(["event", "landmark", "project", "way", "trait"]), max_size=3
                ),
                "max_ways": st.integers(0, 2),
                "always": st.booleans(),
            },
        ),
        "random_boxes": st.integers(1, 5),
        "preset": st.sampled_from(wishes["preset"]["enum"]),
    }
    return st.fixed_dictionaries(
        {
            "boxes": st.lists(st.sampled_from([*catalog.boxes]), max_size=12).map(
                lambda boxes: [*boxes, "dominion-2e", "dominion-2e"]
            ),
            "players": st.integers(2, 6),
        },
        optional={
            "seed": st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
            "pinned": st.lists(names, max_size=2),
            "banned": st.lists(names, max_size=30),
            "wishes": st.fixed_dictionaries({}, optional=wishes),
            "draws": st.fixed_dictionaries(
                {}, optional={key: st.sampled_from(draw["enum"]) for key, draw in draws.items()}
            ),
            "black_market_size": st.integers(1, 60),
        },
    )


class TestRealDraws:
    @settings(max_examples=cases(150))
    @given(request=real_draws())
    def test_always_get_a_kingdom_without_errors_or_the_reason(
        self, request, lasting_app, conforms
    ):
        client = lasting_app.test_client()
        conforms("DrawRequest", request)
        response = client.post("/api/draw", json=request)
        assert response.status_code == 200
        answer = response.json
        conforms("DrawAnswer", answer)
        if answer["kingdom"]:
            assert answer["plan"]["status"] != "error"
            assert answer["matching"] != "0"
        else:
            assert answer["conflict"] or answer["undecided"]
        again = request | {"seed": answer["seed"]}
        assert client.post("/api/draw", json=again).data == response.data
        count = client.post("/api/count", json=again).json
        conforms("CountAnswer", count)
        if not answer["undecided"]:
            assert count == {key: answer[key] for key in count}
