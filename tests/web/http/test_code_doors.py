"""Every door that a code opens: wrong codes are counted and answered alike, right ones open."""

import re
import time
from pathlib import Path

import pytest

from tests.databases import open_database
from tests.thorough import some
from tests.web.code_doors import open_hall, try_code, wrong_code
from web.http.limits.rates import GUESSED, OF_A_HOUSEHOLD, OF_AN_ADDRESS, WRONG, Limit
from web.store.base import CODE_LENGTH, LETTERS
from web.store.households import RECOVERY_LENGTH

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with open_hall(tmp_path_factory.mktemp("doors") / "piles.db") as hall:
        yield hall


@pytest.fixture(autouse=True)
def _as_before(hall):
    """What one test counts is no matter of the next."""
    yield
    hall.kept.backup(hall.database)


def test_the_doors_are_found(hall):
    """Those that no path names are among them: texts, files and fields for something else."""
    doors = {(door.endpoint, door.place.split(" ")[0]) for door in hall.doors}
    assert doors >= {
        ("share.open_code", "path"),
        ("share.typed", "query"),
        ("printing.kingdom_sheet", "query"),
        ("printing.kingdom_score_sheet", "query"),
        ("own.read", "form"),
        ("tournament_round.choose", "form"),
        ("household.join", "form"),
        ("saved_file.read", "file"),
    }


def test_files_look_up_friends_and_nothing_else(hall):
    places = {door.place.split(" ")[1] for door in hall.doors if door.endpoint == "saved_file.read"}
    assert places == {"friends.0.code"}


def test_wrong_codes_are_counted_and_answered_alike(hall):
    """Also those that open something elsewhere: by status, headers, cookies, words and work."""
    for door in hall.doors:
        wrong = try_code(hall, door, wrong_code(door.length))
        assert wrong.counted, f"{door}: a wrong code was not counted"
        opens = []
        for kind, code in hall.codes_for(door).items():
            answer = try_code(hall, door, code)
            if not answer.counted:
                opens.append(kind)
                continue
            assert answer.seen == wrong.seen, f"{door} tells that {kind} is a code"
            assert answer.questions == wrong.questions, f"{door} works longer for {kind}"
        assert opens, f"{door} opens for nobody"


def test_right_codes_open_when_wrong_ones_are_refused(hall, monkeypatch):
    for limits in (OF_AN_ADDRESS, OF_A_HOUSEHOLD):
        monkeypatch.setitem(limits, WRONG, Limit(1, 3600))
    for door in some(hall.doors):
        right = {
            kind: (code, answer)
            for kind, code in hall.codes_for(door).items()
            if not (answer := try_code(hall, door, code)).counted
        }
        first = try_code(hall, door, wrong_code(door.length), put_back=False)
        refused = [try_code(hall, door, wrong_code(door.length), put_back=False) for _ in range(2)]
        assert first.status != 429, str(door)
        assert [one.status for one in refused] == [429, 429], str(door)
        assert refused[0].seen == refused[1].seen, str(door)
        with open_database() as exhausted:
            hall.database.backup(exhausted)
            for kind, (code, before) in right.items():
                after = try_code(hall, door, code, put_back=False)
                assert after.seen == before.seen, f"{door}: {kind} does not open"
                exhausted.backup(hall.database)
        hall.kept.backup(hall.database)


def test_own_pages_open_when_wrong_codes_are_refused(hall, monkeypatch):
    monkeypatch.setitem(OF_AN_ADDRESS, WRONG, Limit(1, 3600))
    at = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    phone, names = hall.mine.phone, hall.mine.names
    assert [phone.get(f"/k/00000{n}", **at).status_code for n in range(2)] == [404, 429]
    for page in (
        "/shelf",
        "/",
        "/played",
        f"/tournament/{names['cup']}",
        f"/night/{names['night']}",
    ):
        assert phone.get(page, **at).status_code == 200
    assert phone.get(f"/k/{names['code']}", **at).status_code == 303


def test_no_code_is_looked_up_for_who_guessed_by_the_ten_thousand(hall, monkeypatch):
    monkeypatch.setitem(OF_AN_ADDRESS, GUESSED, Limit(2, 3600))
    code = hall.mine.names["code"]

    def opens(address, code):
        at = {"environ_base": {"REMOTE_ADDR": address}}
        return hall.app.test_client().get(f"/k/{code}", **at).status_code

    assert [opens("192.0.2.7", f"00000{n}") for n in range(2)] == [404, 404]
    assert opens("192.0.2.7", code) == 429
    assert opens("192.0.2.8", code) == 200


class TestCost:
    """What docs/keeping.md says of guessing follows from what a wrong code costs the server."""

    TEXT = " ".join((ROOT / "docs" / "keeping.md").read_text(encoding="utf-8").split())

    def number(self, before):
        return float(re.search(rf"{before} ([0-9][0-9.,]*)", self.TEXT)[1].replace(",", ""))

    def test_a_wrong_code_costs_what_the_docs_say_at_least(self, hall):
        milliseconds = self.number("costs at least")
        for door in hall.doors:
            if door.method == "GET":
                cost = min(self.cost_of(hall, door) for _time in range(3))
                assert 1000 * cost > milliseconds, str(door)

    def cost_of(self, hall, door):
        """Seconds of the processor's time that a wrong code takes."""
        codes = [wrong_code(door.length) for _ in range(3)]
        begun = time.thread_time()
        for code in codes:
            door.knock(hall.app, code, None)
        return (time.thread_time() - begun) / len(codes)

    def test_the_rest_is_computed(self):
        codes = len(LETTERS) ** CODE_LENGTH
        assert codes == 2**30
        assert len(LETTERS) ** RECOVERY_LENGTH == 2**80
        limit, a_day = OF_AN_ADDRESS[GUESSED], 24 * 60 * 60
        assert self.number("An address may try") == limit.at_once
        assert self.number("at once and then one in") == limit.seconds
        days = codes / 1000 * limit.seconds / a_day
        assert self.number("One address needs") == round(codes / 2 * limit.seconds / a_day / 365.25)
        assert self.number("certain code, and") == round(days)
        assert "a hundred addresses, nine hours" in self.TEXT
        assert round(days / 100 * 24) == 9
        each_second = 1000 / self.number("costs at least")
        assert self.number("one of a thousand in") == round(codes / 1000 / each_second / 60)
