"""Limits: a club evening does not meet them, whoever guesses codes does, in all processes alike."""

import re
import threading
import time
from html import unescape
from pathlib import Path

import pytest

from tests.databases import open_database
from tests.web.furnished import LINK
from web.household.household_file import LARGEST
from web.http.limits import rates as limits
from web.http.limits.rates import OF_A_HOUSEHOLD, OF_AN_ADDRESS, WRONG, Limit
from web.http.limits.route_marks import SAFE_METHODS, rate_limit_of
from web.http.limits.shares import CPU
from web.store import Allowance, Store, prepare
from web.store.base import LETTERS
from web.store.households import CODE_LENGTH, RECOVERY_LENGTH

A_DAY = 24 * 60 * 60


@pytest.fixture
def app(app):
    app.config["RATE_LIMITS"] = True
    return app


@pytest.fixture
def clock(monkeypatch):
    """The time since the machine was started, which goes on only when it is told to."""

    class Clock:
        now = 1_000_000.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr("web.store.limits.time", clock)
    return clock


@pytest.fixture
def few(monkeypatch):
    """Lets an address or a household do less."""

    def few(kind, at_once, seconds, *, households=True):
        monkeypatch.setitem(OF_AN_ADDRESS, kind, Limit(at_once, seconds))
        if kind in OF_A_HOUSEHOLD and households:
            monkeypatch.setitem(OF_A_HOUSEHOLD, kind, Limit(at_once, seconds))

    return few


def allowance(who=b"somebody", at_once=3, seconds=10.0):
    return [Allowance("kind", who, at_once, seconds)]


def kept_of_haste(path):
    """How many addresses and households are kept that were hasty, the processor's time aside."""
    with open_database(path) as db:
        sql = "select count(*) from haste where kind <> ?"
        return db.execute(sql, (CPU,)).fetchone()[0]


def tried(client, code, **options):
    return client.get(f"/k/{code}", **options).status_code


class TestStore:
    def test_allows_some_at_once_and_then_one_at_a_time(self, store, clock):
        assert [store.spend(allowance()) for _ in range(3)] == [0, 0, 0]
        assert store.spend(allowance()) == pytest.approx(10)
        clock.now += 4
        assert store.spend(allowance()) == pytest.approx(6)
        clock.now += 6
        assert store.spend(allowance()) == 0
        assert store.spend(allowance()) == pytest.approx(10)

    def test_holds_for_fractions_of_a_second(self, store, clock):
        assert [store.spend(allowance(seconds=0.02)) for _ in range(3)] == [0, 0, 0]
        assert store.spend(allowance(seconds=0.02)) == pytest.approx(0.02)
        clock.now += 0.02
        assert store.spend(allowance(seconds=0.02)) == 0

    def test_looking_does_not_count(self, store, clock):
        for _ in range(5):
            assert store.wait(allowance()) == 0
        for _ in range(3):
            store.spend(allowance())
        assert store.wait(allowance()) == pytest.approx(10)

    def test_one_that_is_used_up_leaves_the_others_alone(self, store, clock):
        both = [*allowance(b"address", 9), *allowance(b"household", 1)]
        assert store.spend(both) == 0
        assert store.spend(both) == pytest.approx(10)
        assert [store.spend(allowance(b"address", 9)) for _ in range(8)] == [0] * 8
        assert store.spend(allowance(b"address", 9)) > 0

    def test_the_same_thing_counts_once(self, store, clock):
        for _ in range(9):
            assert store.spend(allowance(), b"the same") == 0
        assert [store.spend(allowance(), bytes([n])) for n in range(2)] == [0, 0]
        assert store.spend(allowance(), b"one more") > 0

    @pytest.mark.parametrize("step", [-1e9, -1e6, -5.0, 5.0, 1e6, 1e9])
    def test_a_clock_that_is_set_changes_nothing(self, store, clock, step, monkeypatch):
        for number in range(3):
            store.spend(allowance(), bytes([number]))
        set_clock = time.time() + step
        monkeypatch.setattr("time.time", lambda: set_clock)
        store.sweep_haste()
        assert store.wait(allowance()) == pytest.approx(10)
        clock.now += 10
        assert store.spend(allowance(), b"\0") == 0, "the same thing is still counted once"
        assert store.wait(allowance()) == 0
        assert store.spend(allowance(), b"new") == 0
        assert store.wait(allowance()) == pytest.approx(10)
        clock.now += 30
        assert [store.spend(allowance()) for _ in range(3)] == [0, 0, 0]
        assert store.spend(allowance()) == pytest.approx(10)

    def test_a_machine_that_is_started_again_shuts_nobody_out(self, store, clock, database):
        """Its clock begins again; so do all allowances, of older versions as well."""
        for number in range(3):
            store.spend(allowance(), bytes([number]))
        store._write("insert into haste values ('kind', x'00', ?)", time.time() + 1_000)
        clock.now = 5.0
        prepare(database)
        assert [store.spend(allowance(), bytes([number])) for number in range(3)] == [0, 0, 0]
        assert store.spend(allowance(), b"more") == pytest.approx(10)
        clock.now += 10
        assert store.spend(allowance(), b"more") == 0
        assert store.wait(allowance(b"\0")) == 0

    def test_is_forgotten_once_it_means_nothing(self, store, clock):
        for number in range(20):
            store.spend(allowance(bytes([number])))
        clock.now += 11
        store.spend(allowance(b"new"))
        rows = store._db.execute("select who from haste").fetchall()
        assert rows == [(b"new",)]
        clock.now += 11
        store.sweep_haste()
        assert store._db.execute("select count(*) from haste").fetchone() == (0,)

    def test_holds_among_all_who_write(self, database, app):
        allowed = []

        def spend():
            store = Store(database)
            slow = allowance(at_once=50, seconds=3600)
            allowed.extend([store.spend(slow) for _ in range(20)])
            store.close()

        threads = [threading.Thread(target=spend) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert allowed.count(0) == 50


class TestEvening:
    def test_fifty_phones_behind_one_address_meet_none(self, store, clock, app):
        """Each opens a shelf, draws, prints a sheet, and ticks every three seconds."""
        client = app.test_client()
        with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
            address = list(limits._allowances(limits.CHANGES))
        assert len(address) == 1
        for _minute in range(2):
            for _phone in range(50):
                for _tick in range(20):
                    assert store.spend(address) == 0
            clock.now += 60
        assert OF_AN_ADDRESS[limits.FOUNDED].at_once >= 4 * 50
        assert OF_AN_ADDRESS[limits.PRINTS].at_once >= 3 * 50
        assert OF_AN_ADDRESS[limits.SEATS].at_once >= 4 * 50
        assert OF_AN_ADDRESS[limits.WRONG].at_once >= 50
        assert client.get("/shelf").status_code == 200

    def test_a_household_of_eight_phones_ticks_as_fast_as_it_can(self, store, clock):
        limit = OF_A_HOUSEHOLD[limits.CHANGES]
        for _second in range(120):
            for _tap in range(10):
                assert store.spend([Allowance("changes", b"home", *limit)]) == 0
            clock.now += 1

    def test_everybody_is_swept_within_a_day(self):
        for limit in (*OF_AN_ADDRESS.values(), *OF_A_HOUSEHOLD.values()):
            assert limit.at_once * limit.seconds < A_DAY


class TestGuessing:
    def test_a_code_takes_centuries(self):
        """2^30 codes, one guess a minute: half of them in more than a thousand years."""
        limit = OF_AN_ADDRESS[WRONG]
        codes = len(LETTERS) ** CODE_LENGTH
        assert codes == 2**30
        years = codes / 2 * limit.seconds / A_DAY / 365
        assert years > 1_000
        assert len(LETTERS) ** RECOVERY_LENGTH == 2**80

    def test_wrong_codes_are_few(self, client, few, clock):
        few(WRONG, 3, 60)
        assert [tried(client, f"00000{n}") for n in range(4)] == [404, 404, 404, 429]

    def test_is_told_kindly_and_for_how_long(self, client, few, clock):
        few(WRONG, 1, 60)
        tried(client, "000000")
        answer = client.get("/k/000001")
        assert answer.status_code == 429
        assert answer.headers["Retry-After"] == "60"
        text = unescape(answer.text)
        assert "Too many wrong codes. Try again in 1 minute" in text
        clock.now += 60
        assert tried(client, "000001") == 404

    def test_the_same_wrong_code_over_and_over_is_no_guess(self, client, few, clock):
        few(WRONG, 3, 60)
        assert [client.get("/veto/000000/news").status_code for _ in range(9)] == [404] * 9
        assert [tried(client, "000000") for _ in range(9)] == [404] * 9
        assert [tried(client, "000001"), tried(client, "000002")] == [404, 429]

    def test_right_codes_open_after_any_number_of_wrong_ones(self, at_home, store, few, clock):
        few(WRONG, 1, 60)
        code = store.share(at_home().home, LINK)
        guest = at_home()
        assert [tried(guest, f"00000{n}") for n in range(4)] == [404, 429, 429, 429]
        assert tried(guest, code) == 200
        assert tried(guest, "000009") == 429

    def test_what_is_no_code_is_no_guess(self, client, few, clock):
        few(WRONG, 1, 60)
        assert [tried(client, f"no-code-at-all-{n}") for n in range(4)] == [404] * 4

    def test_right_codes_are_not_counted(self, at_home, store, few, clock):
        few(WRONG, 1, 60)
        owner = at_home()
        code = store.share(owner.home, LINK)
        guest = at_home()
        assert [tried(guest, code) for _ in range(5)] == [200] * 5

    def test_typed_joining_codes_count(self, client, few, clock):
        few(WRONG, 2, 60)

        def join(code):
            return client.post("/join", data={"code": code}).status_code

        assert [join("0000 0000 0000 000" + str(n)) for n in range(3)] == [422, 422, 429]

    def test_a_household_is_known_at_every_address(self, at_home, few, clock):
        few(WRONG, 2, 60)
        client = at_home()
        answers = [
            tried(client, f"00000{n}", environ_base={"REMOTE_ADDR": f"192.0.2.{n}"})
            for n in range(3)
        ]
        assert answers == [404, 404, 429]

    def test_addresses_of_one_home_are_one(self, client, few, clock):
        few(WRONG, 1, 60)

        def at(address, code):
            return tried(client, code, environ_base={"REMOTE_ADDR": address})

        assert at("2001:db8:1:2::1", "000000") == 404
        assert at("2001:db8:1:2:aaaa::9", "000001") == 429
        assert at("2001:db8:1:3::1", "000001") == 404
        assert at("::ffff:192.0.2.1", "000000") == 404
        assert at("192.0.2.1", "000001") == 429


class TestChanges:
    def test_too_many_are_refused_and_nothing_is_changed(self, at_home, few, clock, store):
        few(limits.CHANGES, 2, 10)
        client = at_home(("dominion-1e",))

        def put(box):
            return client.post("/shelf", data={"box": f"{box}:1"})

        answers = [put(box) for box in ("alchemy", "empires", "guilds")]
        assert [answer.status_code for answer in answers] == [303, 303, 429]
        assert answers[2].headers["Retry-After"] == "10"
        assert "Nothing is lost; try again in 10 seconds." in answers[2].text
        assert store.export(client.home).boxes == ("dominion-1e", "alchemy", "empires")
        assert client.get("/shelf").status_code == 200

    def test_one_household_does_not_slow_others_at_the_same_address(
        self, at_home, few, clock, monkeypatch
    ):
        monkeypatch.setitem(OF_A_HOUSEHOLD, limits.CHANGES, Limit(1, 60))
        one, other = at_home(), at_home()

        def put(client):
            return client.post("/shelf", data={"box": "alchemy:1"}).status_code

        assert [put(one), put(one), put(other)] == [303, 429, 303]

    def test_ticks_are_answered_as_a_script_reads_them(self, at_home, few, clock):
        few(limits.CHANGES, 1, 60)
        client = at_home()
        client.post("/marks", data={})
        answer = client.post("/marks", data={})
        assert answer.status_code == 429
        assert "try again in 1 minute" in answer.json["message"]

    def test_new_households_are_few(self, app, few, clock, store):
        few(limits.FOUNDED, 2, 60)

        def found():
            data = {"box": "alchemy:1"}
            return app.test_client().post("/shelf", data=data).status_code

        assert [found() for _ in range(3)] == [303, 303, 429]
        assert store._db.execute("select count(*) from household").fetchone() == (2,)

    def test_who_has_a_household_may_go_on(self, app, at_home, few, clock):
        few(limits.FOUNDED, 1, 60)
        client = at_home()
        for _ in range(3):
            answer = client.post("/shelf", data={"box": "alchemy:1"})
            assert answer.status_code == 303

    def test_codes_for_more_phones_count_as_changes(self, at_home, few, clock):
        few(limits.CHANGES, 1, 60)
        client = at_home()
        assert [client.get("/phones").status_code for _ in range(2)] == [200, 429]

    def test_the_json_interface_keeps_nothing_and_has_no_limit(self, client, few, clock):
        few(limits.CHANGES, 1, 60)
        body = {"boxes": ["dominion-1e"], "players": 2, "kingdom": []}
        assert {client.post("/api/plan", json=body).status_code for _ in range(4)} == {200}

    def test_prints_have_their_own(self, client, few, clock):
        few(limits.PRINTS, 1, 60)
        address = LINK.replace("?", "/sheet.pdf?") + "&paper=x"
        assert client.get(address).status_code == 422
        refused = client.get(address)
        assert refused.status_code == 429
        assert "Too many printouts at once." in refused.text
        assert client.get(LINK).status_code == 200

    def test_seats_have_their_own(self, client, few, clock):
        few(limits.SEATS, 1, 60)
        answers = [client.post("/veto/000000/sit").status_code for _ in range(2)]
        assert answers == [404, 429]


class TestRoutes:
    """Every route that stores something names a limit, or has the one for changes."""

    def test_that_change_something_are_limited(self, app):
        free = {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            for method in rule.methods - SAFE_METHODS
            if rate_limit_of(app, rule.endpoint, method) is None
        }
        posts_of_the_api = {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            if rule.rule.startswith("/api/") and "POST" in rule.methods
        }
        assert free == posts_of_the_api, "only the JSON interface keeps nothing"

    def test_have_limits_that_there_are(self, app):
        kinds = {
            rate_limit_of(app, rule.endpoint, method)
            for rule in app.url_map.iter_rules()
            for method in rule.methods
        }
        assert kinds - {None} == {limits.CHANGES, limits.PRINTS, limits.SEATS}
        assert kinds - {None} <= set(OF_AN_ADDRESS)

    def test_that_print_have_the_limit_for_prints(self, app):
        pdfs = {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            if rule.rule.endswith(".pdf") and rule.endpoint != "printing.file"
        }
        prints = {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            if rate_limit_of(app, rule.endpoint, "GET") == limits.PRINTS
        }
        assert prints == pdfs | {"printing.begin"}


class TestSent:
    """What an address sends altogether, so that nobody fills the disk with files."""

    def send(self, client, kilobytes):
        data = {"text": "x" * 1024 * kilobytes}
        return client.post("/shelf/open", data=data).status_code

    def test_much_is_refused(self, client, few, clock):
        few(limits.SENT, 40, 1)
        assert [self.send(client, 15) for _ in range(3)] == [422, 422, 429]
        clock.now += 14
        assert self.send(client, 15) == 429
        clock.now += 1
        assert self.send(client, 15) == 422

    def test_small_forms_are_free(self, client, few, clock):
        few(limits.SENT, 1, 3600)
        answers = [client.post("/shelf", data={"box": "alchemy:1"}) for _ in "123"]
        assert [answer.status_code for answer in answers] == [303] * 3

    def test_the_largest_file_can_be_looked_at_and_read(self, store, clock):
        limit = OF_AN_ADDRESS[limits.SENT]
        assert limit.at_once > 2 * LARGEST // 1024


IN_THE_DOCS = {
    "changes": limits.CHANGES,
    "new households": limits.FOUNDED,
    "prints": limits.PRINTS,
    "seats in a veto": limits.SEATS,
    "codes that open nothing": WRONG,
    "codes that open nothing, before any more are looked up": limits.GUESSED,
    "forms and files of 1 kB and more": limits.SENT,
}


class TestDocs:
    """docs/keeping.md names every limit; neither changes without the other."""

    def read(self, cell):
        """How many at once, and how many a minute after that."""
        at_once, unit, number, _unit, often = re.fullmatch(
            r"([\d,]+)( MB)? at once, then (\d+)( kB)?( a second| a minute| in \d+ s)", cell
        ).groups("")
        kilobytes = 1024 if unit else 1
        seconds = {" a second": 1, " a minute": 60}.get(often) or int(often.split()[1])
        return int(at_once.replace(",", "")) * kilobytes, int(number) * 60 / seconds

    def test_name_every_limit_as_it_is(self):
        docs = Path(__file__).parents[3] / "docs" / "keeping.md"
        chapter = docs.read_text(encoding="utf-8").split("\n## Limits\n")[1]
        cells = [line.strip("| ").split(" | ") for line in re.findall(r"(?m)^\|.*", chapter)]
        for column, here in ((1, OF_AN_ADDRESS), (2, OF_A_HOUSEHOLD)):
            documented = {
                IN_THE_DOCS[row[0]]: row[column] for row in cells if row[0] in IN_THE_DOCS
            }
            documented = {kind: self.read(cell) for kind, cell in documented.items() if cell != "–"}
            a_minute = {
                kind: (limit.at_once, pytest.approx(60 / limit.seconds, rel=0.06))
                for kind, limit in here.items()
            }
            assert documented == a_minute


class TestSwitch:
    def test_all_can_be_switched_off(self, app, client, few, clock):
        app.config["RATE_LIMITS"] = False
        few(WRONG, 1, 60)
        assert [tried(client, f"00000{n}") for n in range(4)] == [404] * 4
        assert kept_of_haste(app.config["DATABASE"]) == 0


class TestPrivacy:
    def test_no_address_is_kept(self, client, database, few):
        few(WRONG, 10, 60)
        for number in range(3):
            tried(client, f"00000{number}", environ_base={"REMOTE_ADDR": "203.0.113.77"})
        content = b"".join(file.read_bytes() for file in database.parent.glob("piles.db*"))
        assert b"203.0.113" not in content
        assert not re.search(rb"00000[012]", content)

    def test_looking_around_keeps_nothing(self, client, database, monkeypatch):
        monkeypatch.setattr("web.http.limits.shares.FREE", 10)  # however slow this machine is
        for page in ("/shelf", "/about", LINK, "/settings"):
            client.get(page)
        assert kept_of_haste(database) == 0
