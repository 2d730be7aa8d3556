"""What people write is text and never markup: on every page, in every picture, on paper."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import escape
from werkzeug.test import Client, TestResponse

from app import create_app
from tests.web.furnished import COOKIE, OURS, TEXTS, Call, calls, examples, furnish, keep_still
from web.store import Store

NASTY = "<q>\"'onx=]]></p>"
RAW = ("<q>", "\"'onx", "'onx=]", "]]></p")
"""What none of it looks like where it is text: in an element, an attribute, a script or a style."""
MARKUP = ("text/html", "image/svg+xml", "application/pdf")
"""Here what would be PDF is the page it is made from."""
SCRIPTS = ("application/json", "application/manifest+json", "text/javascript", "text/csv")


def nasty(kind: str) -> str:
    """Short enough for every field, and different for each."""
    return f"{kind[0]}{NASTY}"


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("escaping") / "piles.db"
    with pytest.MonkeyPatch.context() as patch:
        keep_still(patch)
        patch.setattr(
            "web.printing.answers.printed",
            lambda _folder, html, title: (html + str(escape(title))).encode(),
        )
        app = create_app({"DATABASE": path, "RATE_LIMITS": False})
        store = Store(path)
        home = furnish(app, store, nasty, "nasty")
        friend = furnish(app, store, "Friend {}".format, "friend")
        store.add_friend(friend.id, home.id)
        store.close()
        other = app.test_client()
        other.post("/join", data={"code": home.names["join"], "sure": "yes"})
        other_phone = {"Cookie": f"{COOKIE}={other.get_cookie(COOKIE).value}"}
        yield SimpleNamespace(app=app, home=home, friend=friend, other_phone=other_phone)


def ask(world: Any, call: Call, headers: Any) -> TestResponse:
    client = Client(world.app, world.app.response_class, use_cookies=False)
    with client.open(
        call.path,
        method=call.method,
        query_string=call.asked.query,
        data=call.asked.form if call.method == "POST" else None,
        json=call.asked.json if call.method == "POST" else None,
        headers={**headers, **OURS},
    ) as answer:
        answer.get_data()
    return answer


def assert_text(call: Call, answer: TestResponse) -> str:
    """What the answer has in it, once it is seen that none of it is markup."""
    shown: str = answer.text
    assert answer.status_code < 500, str(call)
    if answer.mimetype not in MARKUP:
        assert answer.mimetype in SCRIPTS or "<q>" not in shown, f"{call} is {answer.mimetype}"
        return ""
    for raw in RAW:
        assert raw not in shown, f"{call} has {raw} in it"
    return shown


def seen(world: Any, cookie: Mapping[str, str], only: str = "") -> set[str]:
    """What is kept of which kind is shown to a visitor, anywhere or on one page only."""
    places = set()
    for call in calls(world.app, examples(world.home)):
        if call.method == "GET" and only in ("", call.endpoint):
            shown = assert_text(call, ask(world, call, cookie))
            places |= {kind for kind in TEXTS if str(escape(nasty(kind))) in shown}
    return places


class TestWhatIsKept:
    def test_is_text_on_every_page_of_the_household(self, world):
        on_the_phone_that_strikes = seen(world, world.home.cookie)
        assert on_the_phone_that_strikes == {*TEXTS} - {"seat"}
        on_another = seen(world, world.other_phone, "veto.show")
        assert on_another == {"ann", "bob", "seat"}

    def test_is_text_on_every_page_of_friends(self, world):
        assert seen(world, world.friend.cookie) == {"ann", "bob", "home", "seat", "cup", "player"}


class TestWhatIsSent:
    """Every field and every part of an address in turn, so that each is shown where it is wrong."""

    def test_in_a_form_is_text_in_the_answer(self, world):
        number = 0
        for call in calls(world.app, examples(world.friend)):
            for field in call.asked.form if call.method == "POST" else ():
                form = {**call.asked.form, field: NASTY}
                answer = ask(world, replaced(call, form=form), world.friend.cookie)
                number += str(escape(NASTY)) in assert_text(call, answer)
        assert number > 10, "some forms say what is wrong with what was typed"

    def test_in_an_address_is_text_in_the_answer(self, world):
        number = 0
        for call in calls(world.app, examples(world.friend)):
            for field in call.asked.query:
                query = {**call.asked.query, field: NASTY}
                answer = ask(world, replaced(call, query=query), world.friend.cookie)
                number += str(escape(NASTY)) in assert_text(call, answer)
        assert number > 3

    def test_in_a_path_is_text_in_the_answer(self, world):
        known = examples(world.friend)
        for rule in world.app.url_map.iter_rules():
            for part in rule.arguments - {"id_", "number", "place", "part"}:
                path = {**known[rule.endpoint].path, part: NASTY.replace("/", "")}
                built = rule.build(path, append_unknown=False)
                for method in rule.methods & {"GET", "POST"}:
                    call = Call(rule.endpoint, method, built[1], known[rule.endpoint])
                    answer = ask(world, call, world.friend.cookie)
                    assert_text(call, answer)
                    assert "<q>" not in answer.text


def replaced(call: Call, **parts: Any) -> Call:
    return replace(call, asked=replace(call.asked, **parts))
