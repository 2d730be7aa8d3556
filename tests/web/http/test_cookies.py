"""The cookie: no clock loses a household, use renews it, and looking sets none."""

import re

import pytest
from flask import session as opened
from flask.sessions import SecureCookieSessionInterface

from tests.web.furnished import LINK

A_DAY = 24 * 60 * 60
A_YEAR = 366 * A_DAY
SHEET = LINK.replace("?", "/sheet.pdf?")
STEPS = (-1_700_000_000, -A_YEAR, -3 * 60 * 60, -1, 1, 3 * 60 * 60, A_YEAR, 4_000_000_000)


@pytest.fixture
def phone(app, store):
    """A phone whose first tap has founded a household."""
    client = app.test_client()
    assert tap(client).status_code == 303
    with client.session_transaction() as session:
        client.home = store.household_of(session["household"]).id
    return client


def tap(client, box="alchemy"):
    return client.post("/shelf", data={"box": f"{box}:1"})


def households(store):
    return store._db.execute("select count(*) from household").fetchone()[0]


def set_again(answer):
    """For how many seconds the browser is to keep the cookie; None if it gets none."""
    cookie = answer.headers.get("Set-Cookie")
    return cookie and int(re.search(r"Max-Age=(\d+)", cookie)[1])


class TestClock:
    @pytest.mark.parametrize("step", STEPS)
    def test_that_is_set_and_goes_on_loses_no_household(self, phone, clock, store, step):
        for box, ahead in (("empires", step), ("guilds", step + 7), ("allies", 0)):
            clock.ahead = ahead
            assert tap(phone, box).status_code == 303
        assert households(store) == 1
        assert store.export(phone.home).boxes == ("alchemy", "empires", "guilds", "allies")

    @pytest.mark.parametrize("step", STEPS)
    def test_that_was_wrong_at_the_first_tap_does_so_neither(self, app, clock, store, step):
        clock.ahead = step
        client = app.test_client()
        assert set_again(tap(client)) == A_YEAR, "as a time span, which counts before a date"
        clock.ahead = 0
        tap(client, "empires")
        assert households(store) == 1

    def test_lets_cookies_of_older_versions_be(self, app, phone, clock, store):
        """They were signed by Flask itself, some longer ago than they were to last."""
        with phone.session_transaction() as session:
            kept = {"_permanent": True, "household": session["household"]}
        for age in (2 * A_YEAR, 0, -A_YEAR):
            clock.ahead = -age
            old = SecureCookieSessionInterface().get_signing_serializer(app).dumps(kept)
            clock.ahead = 0
            client = app.test_client()
            client.set_cookie("ten_piles", old)
            assert tap(client, "empires").status_code == 303
        assert households(store) == 1

    def test_a_cookie_of_another_key_opens_nothing(self, app, phone, store):
        app.config["SECRET_KEY"] = "another one, of which the phone has nothing"
        tap(phone)
        assert households(store) == 2


class TestContent:
    def test_is_the_same_for_the_same_cookie_whatever_a_view_made_of_it(self, app):
        kept = {"_flashes": [("", "Saved.")], "household": "key"}
        cookie = app.session_interface.get_signing_serializer(app).dumps(kept)
        for _twice in range(2):
            with app.test_request_context(headers={"Cookie": f"ten_piles={cookie}"}):
                assert dict(opened) == kept
                opened["_flashes"].append(("", "Saved again."))
                opened["household"] = "another key"


DOING = {
    "drawing": lambda client: client.post("/draw", data={"seed": "x"}),
    "ticking": lambda client: client.post("/marks", data={}),
    "sharing": lambda client: client.post("/share", data={"link": LINK}),
    "printing": lambda client: client.get(SHEET),
}


class TestUse:
    """A cookie lives as long as it is used."""

    @pytest.mark.prints
    @pytest.mark.parametrize("do", DOING.values(), ids=DOING.keys())
    def test_renews_it_at_most_once_a_day(self, phone, clock, store, do):
        clock.ahead = 360 * A_DAY
        assert set_again(do(phone)) == A_YEAR
        clock.ahead += A_DAY - 60
        do(phone)
        clock.ahead = 720 * A_DAY
        assert set_again(do(phone)) == A_YEAR
        tap(phone)
        assert households(store) == 1

    @pytest.mark.parametrize("name", ["ticking", "printing"])
    @pytest.mark.prints
    def test_leaves_it_alone_for_the_rest_of_the_day(self, phone, clock, name):
        """The browser keeps pages for one and the same cookie."""
        do = DOING[name]
        do(phone)
        clock.ahead = A_DAY - 60
        assert set_again(do(phone)) is None
        clock.ahead = A_DAY + 60
        assert set_again(do(phone)) == A_YEAR
        assert set_again(do(phone)) is None

    def test_by_others_gives_none(self, app):
        client = app.test_client()
        assert set_again(client.post("/own", data={"names": "Moat"})) is None
        assert set_again(client.post("/api/plan", json={})) is None

    @pytest.mark.parametrize("page", ["/own", "/settings", "/shelf", "/wishes", LINK, "/played"])
    @pytest.mark.parametrize("later", [0, 360 * A_DAY])
    def test_is_not_looking(self, app, phone, clock, page, later):
        clock.ahead = later
        for client in (phone, app.test_client()):
            answer = client.get(page)
            assert answer.status_code == 200
            assert set_again(answer) is None
            assert client is phone or not client._cookies
