"""Fair shares of the processor: heavy requests are few at a time, and have to be paid for."""

import time
from html import unescape
from pathlib import Path

import pytest
from flask import request

from app import create_app
from web.http.limits import light_first, shares
from web.http.limits import rates as limits
from web.http.limits.networks import WIDER, forwarded_address, networks_of
from web.http.limits.route_marks import heavy, is_marked, rate_limit_of
from web.serving import connections
from web.store import Store

HERE, THERE = "192.0.2.1", "192.0.2.2"
AT_ONCE, BACK = 20, 0.2


class Processor:
    """A processor that has done as much as requests say."""

    seconds = 0.0

    def thread_time(self):
        return self.seconds


@pytest.fixture(scope="module")
def made_here(tmp_path_factory):
    app = create_app({"DATABASE": tmp_path_factory.mktemp("shares") / "piles.db"})
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def work():
        shares.time.seconds += float(request.args.get("seconds", 0))
        if "fail" in request.args:
            raise LookupError("on purpose")
        return "done"

    def really_work():
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass
        return "done"

    app.add_url_rule("/heavy", "heavy", heavy(work))
    app.add_url_rule("/api/heavy", "api_heavy", heavy(work))
    app.add_url_rule("/light", "light", lambda: work())
    app.add_url_rule("/really", "really", really_work)
    return app


@pytest.fixture
def app(made_here, monkeypatch):
    """The app, nothing charged yet, on a processor that does nothing by itself."""
    monkeypatch.setattr(shares, "time", Processor())
    made_here.config["RATE_LIMITS"] = True
    yield made_here
    forget(made_here)


def forget(app) -> None:
    store = Store(app.config["DATABASE"])
    store._write("delete from haste")
    store.close()


def charged(app) -> int:
    """How many networks have been charged for processor time."""
    store = Store(app.config["DATABASE"])
    number = len(store._rows("select * from haste where kind = ?", shares.CPU))
    store.close()
    return number


@pytest.fixture
def ask(app):
    def ask(path, address=HERE, **query):
        environ = {"REMOTE_ADDR": address}
        return app.test_client().get(path, query_string=query, environ_base=environ)

    return ask


class TestProcessorTime:
    def test_is_twenty_seconds_and_then_a_fifth_of_each(self, app):
        assert (app.config["CPU_AT_ONCE"], app.config["CPU_A_SECOND"]) == (AT_ONCE, BACK)

    def test_is_charged_until_heavy_requests_are_refused(self, ask):
        answers = [ask("/heavy", seconds=12).status_code for _ in range(3)]
        assert answers == [200, 200, 429]

    def test_of_one_address_is_not_charged_to_others(self, ask):
        ask("/heavy", seconds=30)
        assert ask("/heavy").status_code == 429
        assert ask("/heavy", THERE).status_code == 200

    def test_comes_back_little_by_little(self, ask):
        ask("/heavy", seconds=30)
        wait = int(ask("/heavy").headers["Retry-After"])
        assert wait == pytest.approx((30 + 1 - AT_ONCE) / BACK, abs=10)

    def test_that_came_back_can_be_used(self, ask, app, monkeypatch):
        monkeypatch.setitem(app.config, "CPU_A_SECOND", 64)
        ask("/heavy", seconds=21)
        time.sleep(0.1)
        assert ask("/heavy").status_code == 200

    def test_that_is_used_up_leaves_pages_that_are_not_heavy_open(self, ask):
        ask("/heavy", seconds=30)
        assert ask("/heavy").status_code == 429
        assert ask("/light").status_code == 200
        assert ask("/about").status_code == 200

    def test_is_charged_for_light_pages_too_and_they_end_at_twice_the_share(self, ask):
        assert ask("/light", seconds=30).status_code == 200
        assert ask("/heavy").status_code == 429
        assert ask("/light", seconds=30).status_code == 200
        assert ask("/light").status_code == 429
        assert ask("/healthz").status_code == 200
        with ask("/static/mark.svg") as answer:
            assert answer.status_code == 200

    def test_is_that_of_the_thread_which_answers(self, ask, app, monkeypatch):
        monkeypatch.setattr(shares, "time", time)
        ask("/really")
        assert charged(app) == 1

    def test_of_ordinary_pages_is_free(self, ask, app, monkeypatch):
        for page in ("/about", "/people"):
            ask(page)  # the first time they are made
        monkeypatch.setattr(shares, "time", time)
        for page in ("/about", "/people") * 10:
            assert ask(page).status_code == 200
        assert charged(app) == 0

    def test_of_a_request_that_fails_is_charged(self, ask, app):
        assert ask("/heavy", seconds=1, fail="yes").status_code == 500
        assert charged(app) == 1

    def test_is_not_charged_without_limits(self, ask, app):
        app.config["RATE_LIMITS"] = False
        assert [ask("/heavy", seconds=30).status_code for _ in range(2)] == [200, 200]
        assert charged(app) == 0

    def test_of_a_whole_ipv6_network_is_charged_together(self, ask):
        """A stranger with a /48 has 65,536 networks of the size of a home."""
        answers = [
            ask("/heavy", f"2001:db8:1:{number:x}::1", seconds=40).status_code
            for number in range(WIDER)
        ]
        assert answers == [200] * (WIDER // 2) + [429] * (WIDER // 2)
        assert ask("/heavy", "2001:db8:2::1").status_code == 200


class TestRefusal:
    def test_is_a_page_with_a_sentence(self, ask):
        ask("/heavy", seconds=30)
        answer = ask("/heavy")
        assert answer.status_code == 429
        text = unescape(answer.text)
        assert "Too many requests. Nothing is lost; try again in" in text
        assert answer.headers["Cache-Control"] == "no-store"

    def test_is_an_error_in_json_for_scripts(self, ask):
        ask("/heavy", seconds=30)
        answer = ask("/api/heavy")
        assert answer.status_code == 429
        assert answer.json["error"]["code"] == "too-many-requests"
        assert answer.headers["Retry-After"] in answer.json["error"]["message"]
        assert answer.json["error"]["details"] == []

    def test_by_the_server_before_a_body_came_is_answered_alike(self, app):
        headers = {shares.REFUSED_BY_SERVER.replace("_", "-"): "1"}
        refused = app.test_client().get("/light", headers=headers)
        assert refused.status_code == 429
        assert "Too many requests." in refused.text
        assert refused.headers["Retry-After"] == "2"


class TestDocs:
    def test_tell_how_much_it_is(self, app):
        """docs/running.md; neither changes without the other."""
        docs = Path(__file__).parents[3] / "docs" / "running.md"
        words = " ".join(docs.read_text(encoding="utf-8").split())
        number = {2: "two", 8: "eight"}
        for sentence in (
            f"{number[WIDER]} times as much for the /48",
            f"the next {connections.MOST_WAITING} of an address wait",
            f"longer than {light_first.LIGHT:g} s",
            f"Of each request the first {shares.FREE} s of a processor are not counted.",
            f"{connections.HEADERS_WITHIN:.0f} s for the headers, "
            f"then {connections.BODY_WITHIN:.0f} s for the body "
            f"and one more for every {connections.BYTES_A_SECOND / 1000:g} kB of it",
            f"size of a body | {app.config['MAX_CONTENT_LENGTH'] / 1024:g} kB;",
            f"{number[connections.LARGE_OF_AN_ADDRESS]} of these from one address at one time "
            f"and {number[connections.MOST_LARGE]} in all",
        ):
            assert sentence in words


class TestMarks:
    def test_whatever_prints_draws_or_computes_for_scripts_is_heavy(self, app):
        rules = list(app.url_map.iter_rules())
        heavy_ones = {rule.endpoint for rule in rules if is_marked(app, rule.endpoint, heavy)}
        asked_by_scripts = {
            rule.endpoint
            for rule in rules
            if rule.rule.startswith("/api/") and "POST" in (rule.methods or ())
        }
        printing = {
            rule.endpoint
            for rule in rules
            if rate_limit_of(app, rule.endpoint, "GET") == limits.PRINTS
        }
        assert printing
        assert printing | asked_by_scripts <= heavy_ones
        assert {"home.draw", "night.plan", "veto.deal", "wishes.show", "own.read"} <= heavy_ones
        assert "saved_file.read" in heavy_ones
        assert "kingdom.show" not in heavy_ones


class TestNetworks:
    @pytest.mark.parametrize(
        ("address", "names"),
        [
            ("192.0.2.7", ["192.0.2.7"]),
            ("::ffff:192.0.2.7", ["192.0.2.7"]),
            ("2001:db8:1:2:3::4", ["2001:db8:1:2::/64", "2001:db8:1::/48"]),
            ("fe80::1%eth0", ["fe80::/64", "fe80::/48"]),
            ("nonsense", ["nonsense"]),
            (None, [""]),
        ],
    )
    def test_of_an_address(self, address, names):
        assert [one.name for one in networks_of(address)] == names

    @pytest.mark.parametrize("proxies", [0, 1, 2])
    @pytest.mark.parametrize(
        "address", ["", "192.0.2.7", "192.0.2.8, 192.0.2.7", "a, 192.0.2.8,192.0.2.7", '"x, y", z']
    )
    def test_are_told_by_proxies_as_the_app_believes_them(self, tmp_path, proxies, address):
        """The server gives threads by the same address by which the app counts."""
        from werkzeug.middleware.proxy_fix import ProxyFix

        environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": address}
        ProxyFix(lambda *_: [], x_for=proxies, x_proto=0)(environ, lambda *_: None)
        headers = {"X_FORWARDED_FOR": address}
        assert forwarded_address(headers, "127.0.0.1", proxies) == environ["REMOTE_ADDR"]

    def test_are_those_of_the_connection_where_no_proxy_tells_them(self):
        assert forwarded_address({}, "192.0.2.7", 1) == "192.0.2.7"
