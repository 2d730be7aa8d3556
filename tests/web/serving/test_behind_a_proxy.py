"""Cookies, proxies and https: what is believed, and what the browser is told."""

import pytest
from flask import Flask, request

from app import create_app

FORWARDED = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory) -> Flask:
    """The app behind one proxy."""
    database = tmp_path_factory.mktemp("proxied") / "piles.db"
    app = create_app(
        {"DATABASE": database, "PROXIES": 1, "HSTS": 3600, "TRUSTED_HOSTS": ["a.test"]}
    )
    app.add_url_rule("/who", view_func=lambda: f"{request.remote_addr} {request.scheme}")
    return app


def cookie(client, base_url="http://localhost", **headers) -> str:
    """The cookie that a first tap brings."""
    answer = client.post(
        "/players",
        data={"players": "3"},
        base_url=base_url,
        headers={"Origin": base_url, **headers},
    )
    assert answer.status_code == 303
    return answer.headers["Set-Cookie"]


class TestCookie:
    def test_over_http_works_at_home(self, client):
        set_cookie = cookie(client)
        assert "HttpOnly" in set_cookie
        assert "SameSite=Lax" in set_cookie
        assert "Secure" not in set_cookie

    def test_over_https_is_for_https_alone(self, client):
        set_cookie = cookie(client, "https://localhost")
        assert "Secure" in set_cookie
        assert "HttpOnly" in set_cookie
        assert "SameSite=Lax" in set_cookie

    def test_behind_a_trusted_proxy_is_for_https_as_well(self, proxied):
        headers = FORWARDED | {"Origin": "https://localhost"}
        assert "Secure" in cookie(proxied.test_client(), **headers)

    def test_what_nobody_vouches_for_changes_nothing(self, client):
        assert "Secure" not in cookie(client, **FORWARDED)


class TestProxies:
    def test_one_is_believed_if_there_is_one(self, proxied):
        answer = proxied.test_client().get("/who", headers=FORWARDED)
        assert answer.text == "192.0.2.7 https"

    def test_what_stood_there_before_it_is_not(self, proxied):
        headers = FORWARDED | {"X-Forwarded-For": "6.6.6.6, 192.0.2.7"}
        assert proxied.test_client().get("/who", headers=headers).text == "192.0.2.7 https"

    def test_none_may_change_the_name(self, proxied):
        client = proxied.test_client()
        strange = {"Host": "a.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Prefix": "/evil"}
        assert client.get("/about", headers=strange).status_code == 200
        assert "evil" not in client.get("/about", headers=strange).text
        swapped = {"Host": "evil.test", "X-Forwarded-Host": "a.test"}
        assert client.get("/about", headers=swapped).status_code == 400


class TestHsts:
    def test_is_told_over_https_if_asked_for(self, proxied):
        headers = proxied.test_client().get("/about", headers=FORWARDED).headers
        assert headers["Strict-Transport-Security"] == "max-age=3600"

    def test_is_not_told_over_http(self, proxied):
        assert "Strict-Transport-Security" not in proxied.test_client().get("/about").headers

    def test_is_not_told_unless_asked_for(self, client):
        answer = client.get("/about", base_url="https://localhost")
        assert "Strict-Transport-Security" not in answer.headers
