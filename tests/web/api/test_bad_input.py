"""What cannot be read is told in full, with the nearest names; never a 500."""

import io
import json

import pytest

from web.reading.json_text import DEEPEST


def post(api, body: bytes, content_type: str = "application/json"):
    return api.post("/api/plan", data=body, content_type=content_type)


class TestBrokenJson:
    """400 for bad JSON."""

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"players=3",
            b'{"players": 3,}',
            b"\xff\xfe{\x00}\x00",
            b'{"kingdom": ["\xc3\x28"]}',
            b'{"players": NaN}',
            b'{"players": -Infinity}',
            b'{"players": ' + b"9" * 5000 + b"}",
            b'{"players": 2, "players": 3}',
            b"[" * 60_000,
            b'{"a":' * 12_000,
            b'{"kingdom": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
            b"\x00",
        ],
    )
    def test_is_refused(self, api, refusal, body):
        error = refusal(post(api, body), 400)
        assert error["code"] == "bad-json"
        assert error["message"].endswith(".")

    @pytest.mark.parametrize(
        "body",
        [
            b'{"kingdom": ' + b"[" * DEEPEST + b"]" * DEEPEST + b"}",
            b'{"a": ' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1),
            b"[" * 60_000,
            b'["' + b'\\"' * 10 + b'", ' + b"[" * DEEPEST + b"oops",
        ],
    )
    def test_is_too_deep_on_every_version_of_python(self, api, refusal, body):
        message = refusal(post(api, body), 400)["message"]
        assert message == "The body is nested too deeply."

    @pytest.mark.parametrize(
        "body",
        [
            b'{"kingdom": ' + b"[" * (DEEPEST - 1) + b"]" * (DEEPEST - 1) + b"}",
            b'{"kingdom": ["' + b"[{" * DEEPEST + b'"]}',
            b'{"kingdom": ["\\"' + b"[{" * DEEPEST + b'"]}',
            b'{"kingdom": [' + b"[]," * DEEPEST + b"[]]}",
        ],
    )
    def test_what_is_not_too_deep_is_read(self, api, refusal, body):
        refusal(post(api, body), 422)

    def test_a_byte_order_mark_does_no_harm(self, api, first_game):
        body = b"\xef\xbb\xbf" + json.dumps(first_game).encode()
        assert post(api, body).status_code == 200


class TestTooLarge:
    """413 for a body over 64 kB."""

    def test_a_megabyte_is_refused(self, api, refusal):
        assert refusal(post(api, b"[" + b" " * 2**20), 413)["code"] == "body-too-large"

    def test_a_megabyte_of_another_type_is_refused_for_its_size(self, api, refusal):
        refusal(post(api, b" " * 2**20, "text/plain"), 413)

    def test_the_limit_itself_is_read(self, api, first_game):
        body = json.dumps(first_game).encode()
        assert post(api, body.ljust(64 * 1024)).status_code == 200

    def test_one_byte_more_is_refused(self, api, refusal, first_game):
        refusal(post(api, json.dumps(first_game).encode().ljust(64 * 1024 + 1)), 413)

    def test_bytes_count_not_characters(self, api, refusal, first_game):
        request = first_game | {"kingdom": ["é" * 40_000]}
        refusal(post(api, json.dumps(request, ensure_ascii=False).encode()), 413)

    def test_a_body_of_unknown_length_is_measured_while_it_is_read(self, api, refusal):
        response = api.post(
            "/api/plan",
            input_stream=io.BytesIO(b"[" + b" " * 2**20),
            content_type="application/json",
            environ_overrides={"wsgi.input_terminated": True},
            headers={"Transfer-Encoding": "chunked"},
        )
        refusal(response, 413)


class TestContentType:
    """415 for another content type."""

    @pytest.mark.parametrize(
        "content_type", ["", "text/plain", "application/x-www-form-urlencoded", "text/json"]
    )
    def test_others_are_refused(self, api, refusal, content_type):
        error = refusal(post(api, b"{}", content_type), 415)
        assert error["code"] == "unsupported-content-type"

    @pytest.mark.parametrize(
        "content_type", ["application/json; charset=utf-8", "Application/JSON"]
    )
    def test_parameters_and_case_do_no_harm(self, api, first_game, content_type):
        body = json.dumps(first_game).encode()
        assert post(api, body, content_type).status_code == 200


class TestOtherAddresses:
    def test_an_unknown_one_is_told_in_json(self, api, refusal):
        assert refusal(api.get("/api/nothing"), 404)["code"] == "not-found"

    def test_another_method_names_the_right_one(self, api, refusal):
        response = api.get("/api/plan")
        assert refusal(response, 405)["code"] == "method-not-allowed"
        assert "POST" in response.headers["Allow"]


class TestWrongTypes:
    @pytest.mark.parametrize("address", ["/api/plan", "/api/draw"])
    @pytest.mark.parametrize("body", [None, 3, "text", [], True])
    def test_the_body_must_be_an_object(self, api, refusal, address, body):
        response = api.post(address, data=json.dumps(body), content_type="application/json")
        assert "must be an object" in refusal(response, 422)["message"]

    @pytest.mark.parametrize("players", ["many", "3", 3.0, 2.5, True, None, [3], -1, 100, 10**30])
    def test_players_must_be_a_whole_number_from_0_to_99(self, faults, players):
        assert "whole number from 0 to 99" in faults(players=players)["players"]

    @pytest.mark.parametrize("sets", ["one", 0, 10, 1.0, True, [], {}])
    def test_basic_sets_must_be_a_whole_number_from_1_to_9(self, faults, sets):
        assert "whole number from 1 to 9" in faults(basic_sets=sets)["basic_sets"]

    @pytest.mark.parametrize("key", ["boxes", "kingdom", "landscapes", "black_market_deck"])
    @pytest.mark.parametrize("value", [None, "Smithy", {}, 3])
    def test_lists_must_be_lists(self, faults, key, value):
        assert "must be a list" in faults(**{key: value})[key]

    @pytest.mark.parametrize("key", ["boxes", "kingdom", "landscapes", "black_market_deck"])
    @pytest.mark.parametrize("value", [None, 3, [], {}, True])
    def test_names_must_be_text(self, faults, key, value):
        assert "must be a name" in faults(**{key: [value]})[f"{key}[0]"]

    @pytest.mark.parametrize("value", [None, [], "bane", 1])
    def test_choices_must_be_an_object(self, faults, value):
        assert "must be an object" in faults(choices=value)["choices"]

    @pytest.mark.parametrize(
        ("choice", "value"),
        [
            ("bane", 4),
            ("ally", ["x"]),
            ("platinum_colony", "yes"),
            ("shelters", 1),
            ("druid_boons", "The Sea's Gift"),
            ("traits", ["Cheap"]),
        ],
    )
    def test_choices_have_their_types(self, faults, choice, value):
        assert "must be" in faults(choices={choice: value})[f"choices.{choice}"]


class TestUnknownNames:
    """422 with the nearest names."""

    def test_a_misspelt_card_gets_suggestions(self, faults):
        assert "Smithy" in faults(kingdom=["Smity"])["kingdom[0]"]

    def test_the_message_of_the_error_has_them_too(self, api, refusal, first_game):
        request = first_game | {"kingdom": ["Smity"]}
        assert "Smithy" in refusal(api.post("/api/plan", json=request), 422)["message"]

    def test_a_misspelt_box_gets_suggestions(self, faults):
        assert "prosperity-2e" in faults(boxes=["prosprity"])["boxes[0]"]

    def test_a_box_of_several_editions_gets_them_named(self, faults):
        message = faults(boxes=["Dominion"])["boxes[0]"]
        assert message == "“Dominion” has several editions. Write dominion-1e or dominion-2e."

    def test_a_misspelt_landscape_gets_suggestions(self, faults):
        assert "Alms" in faults(landscapes=["Almes"])["landscapes[0]"]

    def test_a_misspelt_choice_gets_suggestions(self, faults):
        assert "Gardens" in faults(choices={"bane": "Gardns"})["choices.bane"]

    def test_a_misspelt_key_gets_the_nearest(self, faults):
        assert "“landscapes”" in faults(landscape=[])["landscape"]
        assert "“bane”" in faults(choices={"ban": "Moat"})["choices.ban"]

    def test_missing_keys_are_named(self, api, refusal):
        details = refusal(api.post("/api/plan", json={}), 422)["details"]
        assert [detail["field"] for detail in details] == ["boxes", "players", "kingdom"]

    def test_all_faults_are_told_at_once_and_in_order(self, faults):
        messages = faults(
            boxes=["x"],
            players="many",
            kingdom=["Smity", 4, "Moat", "Celar"],
            choices={"bane": "Gardns", "shelters": "no"},
            more=1,
        )
        assert list(messages) == [
            *("more", "kingdom[0]", "kingdom[1]", "kingdom[3]", "choices.bane"),
            *("choices.shelters", "players", "boxes[0]"),
        ]

    def test_a_group_of_cards_is_no_name(self, faults):
        assert "automatically" in faults(kingdom=["Ruins"])["kingdom[0]"]

    @pytest.mark.parametrize("name", ["", " ", "…", "\u200b"])
    def test_a_name_without_letters_is_no_name(self, faults, name):
        assert "isn’t a name" in faults(kingdom=[name])["kingdom[0]"]


class TestWrongPlaces:
    @pytest.mark.parametrize(
        ("name", "where"),
        [
            ("Smithy", "“kingdom”"),
            ("Dame Anna", "“kingdom”"),
            ("The Sea's Gift", "“choices.druid_boons”"),
            ("Copper", "leave it out"),
        ],
    )
    def test_what_is_no_landscape_is_told_its_place(self, faults, name, where):
        message = faults(landscapes=[name])["landscapes[0]"]
        assert "isn’t a landscape" in message
        assert where in message

    def test_what_is_no_boon_is_refused(self, faults):
        messages = faults(choices={"druid_boons": ["The Sea's Gift", "Moat"]})
        assert "Moat isn’t a Boon" in messages["choices.druid_boons[1]"]

    def test_what_is_no_trait_is_refused(self, faults):
        assert (
            "isn’t a Trait" in faults(choices={"traits": {"Alms": "Moat"}})["choices.traits.Alms"]
        )

    def test_a_trait_in_two_spellings_is_refused(self, faults):
        messages = faults(choices={"traits": {"Cheap": "Moat", "cheap": "Smithy"}})
        assert messages == {"choices.traits.cheap": "Cheap is listed twice."}


class TestTooMany:
    @pytest.mark.parametrize(
        ("key", "most"),
        [("kingdom", 40), ("landscapes", 40), ("black_market_deck", 600), ("boxes", 200)],
    )
    def test_lists_have_their_limits(self, faults, key, most):
        assert str(most) in faults(**{key: ["x"] * (most + 1)})[key]

    def test_six_hundred_cards_may_be_in_the_deck(self, plan, catalog):
        plan(black_market_deck=[*catalog.cards, *list(catalog.cards)[:102]])

    def test_suggestions_are_looked_for_twenty_times_at_most(self, faults):
        messages = faults(black_market_deck=[f"Smit{number}y" for number in range(600)])
        assert len(messages) == 600
        assert sum("Did you mean" in message for message in messages.values()) == 20

    def test_a_known_name_is_found_after_that_too(self, faults):
        messages = faults(black_market_deck=[f"Smit{number}y" for number in range(50)] + ["Moat"])
        assert "black_market_deck[50]" not in messages

    def test_many_boons_and_traits_are_refused(self, faults):
        assert faults(choices={"druid_boons": ["x"] * 13})
        assert faults(choices={"traits": {f"x{n}": "Moat" for n in range(41)}})


class TestAbsurdUnicode:
    @pytest.mark.parametrize(
        "text",
        [
            "\\ud800",
            "Smithy\\udfff",
            "\\u0000",
            "\\u202eyhtimS",
            "𝔖𝔪𝔦𝔱𝔥𝔶🂡",
            "Z̸̡̢̧̛̗͖̰̈́̌͊a̴l̷g̶o̸" * 50,
            "ß" * 20_000,
            "ﷺ" * 10_000,
            "👨‍👩‍👧‍👦",
        ],
    )
    @pytest.mark.parametrize(
        ("address", "rest"),
        [
            ("plan", '"boxes": ["%s"], "kingdom": []'),
            ("plan", '"boxes": [], "kingdom": ["%s"]'),
            ("plan", '"boxes": [], "kingdom": [], "%s": 1'),
            ("plan", '"boxes": [], "kingdom": [], "choices": {"%s": "%s"}'),
            ("plan", '"boxes": [], "kingdom": [], "choices": {"traits": {"%s": "%s"}}'),
            ("draw", '"boxes": ["dominion-2e"], "seed": "%s"'),
            ("draw", '"boxes": [], "pinned": ["%s"]'),
            ("draw", '"boxes": [], "wishes": {"%s": 1}'),
            ("draw", '"boxes": [], "wishes": {"tags": {"%s": {}}, "costs": {"%s": {}}}'),
            ("draw", '"boxes": [], "wishes": {"per_box": {"%s": {}}, "preset": "%s"}'),
            ("draw", '"boxes": [], "wishes": {"weights": {"%s": 1}}, "draws": {"%s": "%s"}'),
        ],
    )
    def test_never_does_harm(self, api, conforms, address, rest, text):
        body = f'{{"players": 2, {rest.replace("%s", text)}}}'.encode()
        response = api.post(f"/api/{address}", data=body, content_type="application/json")
        assert response.status_code in (200, 413, 422)
        if response.status_code != 200:
            conforms("Error", response.json)
            assert len(response.data) < 5_000
        elif address == "draw":
            conforms("DrawAnswer", response.json)


class TestLongTexts:
    def test_messages_stay_short(self, faults):
        assert len(faults(kingdom=["Smithy and " * 3_000])["kingdom[0]"]) < 300
