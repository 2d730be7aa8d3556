"""Ticks: kept for a household, shared by its phones, shown to friends, and never lost."""

from __future__ import annotations

import re
from functools import cached_property

import pytest

from app import create_app
from web.links.kingdom_link import kingdom_key
from web.store import Store, TooManyMarks

LINK = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=4&boxes=dominion-1e"
)
KEY = kingdom_key(LINK)
SMITHY, MINE = "f:dominion-1e:smithy", "f:dominion-1e:mine"


class Phone:
    """A visitor's phone; it sends what its page would send."""

    def __init__(self, app):
        self.client = app.test_client()

    @cached_property
    def token(self):
        """A token, as a phone has it that was here before."""
        self.client.post("/ticks", headers={})  # refused, and answered with a cookie
        return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.page)[1]

    @property
    def page(self):
        return self.client.get(LINK).text

    def ticked(self):
        return set(re.findall(r'value="([^"]+)" checked', self.page))

    def send(self, on=(), off=(), since=0, **fields):
        """As the script does."""
        sent = {"csrf_token": self.token, "kingdom": KEY, "since": str(since)}
        sent |= {"on": list(on), "off": list(off)}
        return self.client.post("/marks", data=sent | fields)

    def save(self, ticked, shown=(), **fields):
        """As the page does without scripts."""
        sent = {"csrf_token": self.token, "link": LINK, "t": ticked, "shown": " ".join(shown)}
        return self.client.post("/ticks", data=sent | fields)

    def ask(self, since=0, key=KEY):
        return self.client.get("/marks", query_string={"kingdom": key, "since": since})

    def begins(self, how, *seats, **fields):
        sent = {
            "csrf_token": self.token,
            "link": LINK,
            "how": how,
            "seat": [str(seat) for seat in seats],
        }
        return self.client.post("/begins", data=sent | fields)

    def join(self, other):
        """Become part of another phone's household."""
        with (
            other.client.session_transaction() as theirs,
            self.client.session_transaction() as ours,
        ):
            ours["household"] = theirs["household"]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return tmp_path_factory.mktemp("marks") / "piles.db"


@pytest.fixture(scope="module")
def app(database):
    """One for all tests: each of them has a household of its own."""
    return create_app({"DATABASE": database})


@pytest.fixture
def phone(app):
    return Phone(app)


@pytest.fixture
def second(app, phone):
    """Another phone of the same household."""
    phone.send(on=[SMITHY])
    other = Phone(app)
    other.join(phone)
    return other


@pytest.fixture
def code(phone, database):
    phone.send(on=[SMITHY])
    with phone.client.session_transaction() as session:
        key = session["household"]
    store = Store(database)
    code = store.share(store.household_of(key).id, LINK)
    store.close()
    return code


class TestTicksFromTheScript:
    def test_found_a_household_and_are_kept(self, phone):
        answer = phone.send(on=[SMITHY])
        assert answer.status_code == 200
        assert answer.json == {"version": 1, "ticks": {SMITHY: 1}}
        assert phone.ticked() == {SMITHY}

    def test_can_be_taken_back(self, phone):
        phone.send(on=[SMITHY])
        assert phone.send(off=[SMITHY], since=1).json == {"version": 2, "ticks": {SMITHY: 0}}
        assert phone.ticked() == set()

    def test_are_answered_with_what_another_phone_did(self, phone, second):
        second.send(on=[MINE], since=1)
        assert phone.send(off=[SMITHY], since=1).json["ticks"] == {MINE: 1, SMITHY: 0}

    def test_raise_no_version_when_nothing_changes(self, phone):
        phone.send(on=[SMITHY])
        assert phone.send(on=[SMITHY], since=1).json == {"version": 1, "ticks": {}}

    def test_leave_the_cookie_alone_so_that_the_page_opens_while_the_server_sleeps(self, phone):
        phone.send(on=[SMITHY])
        assert "Set-Cookie" not in phone.send(on=[MINE]).headers

    def test_outlive_a_restart(self, phone, database):
        phone.send(on=[SMITHY])
        cookie, token = phone.client.get_cookie("ten_piles").value, phone.token
        again = create_app({"DATABASE": database}).test_client()
        again.set_cookie("ten_piles", cookie)
        sent = {"csrf_token": token, "kingdom": KEY, "since": 1, "on": MINE}
        assert again.post("/marks", data=sent).json == {"version": 2, "ticks": {MINE: 1}}
        assert again.get(f"/marks?kingdom={KEY}&since=0").json["ticks"] == {SMITHY: 1, MINE: 1}


class TestAsking:
    def test_gets_nothing_when_nothing_is_new(self, phone, second):
        answer = second.ask(since=1)
        assert (answer.status_code, answer.data) == (204, b"")
        assert answer.headers["Cache-Control"] == "no-store"

    def test_gets_what_is_new_alone(self, phone, second):
        phone.send(on=[MINE], since=1)
        assert second.ask(since=1).json == {"version": 2, "ticks": {MINE: 1}}

    def test_a_visitor_without_a_household_gets_nothing(self, app, phone):
        phone.send(on=[SMITHY])
        stranger = Phone(app)
        assert stranger.ask().status_code == 204
        assert stranger.client.get_cookie("ten_piles") is None

    def test_a_phone_that_knows_more_than_the_server_is_told_so(self, app):
        assert Phone(app).ask(since=7).json == {"version": 0, "ticks": {}}

    def test_each_kingdom_has_its_own(self, phone):
        phone.send(on=[SMITHY])
        assert phone.ask(key="0" * 20).status_code == 204


class TestFriends:
    def test_see_the_ticks_of_the_owner(self, app, code):
        answer = Phone(app).client.get(f"/k/{code}/marks?since=0")
        assert answer.json == {"version": 1, "ticks": {SMITHY: 1}}
        assert Phone(app).client.get(f"/k/{code}/marks?since=1").status_code == 204

    def test_cannot_change_them(self, app, phone, code):
        Phone(app).send(on=[MINE])
        assert phone.ticked() == {SMITHY}

    def test_see_marks_where_they_cannot_tick(self, app, code):
        page = Phone(app).client.get(f"/k/{code}").text
        assert f'<u data-t="{SMITHY}">✓</u>' in page
        assert 'name="t"' not in page
        assert 'name="all"' not in page

    def test_need_a_code_that_exists(self, app):
        assert Phone(app).client.get("/k/000000/marks").status_code == 404

    def test_ask_with_a_number(self, app, code):
        assert Phone(app).client.get(f"/k/{code}/marks?since=x").status_code == 422


class TestFriendsWhoMayTick:
    @pytest.fixture
    def friend(self, app, phone, code):
        self.switch(phone, code, "yes")
        return app.test_client()

    def switch(self, phone, code, value):
        sent = {"csrf_token": phone.token, "tick": value}
        return phone.client.post(f"/share/{code}/friends", data=sent)

    def send(self, friend, code, *items):
        ours = {"Origin": "http://localhost"}
        return friend.post(f"/k/{code}/marks", data={"on": list(items), "since": "0"}, headers=ours)

    def test_tick_for_the_household(self, phone, friend, code):
        answer = self.send(friend, code, MINE)
        assert answer.json == {"version": 2, "ticks": {SMITHY: 1, MINE: 1}}
        assert phone.ticked() == {SMITHY, MINE}
        assert f'value="{MINE}" checked' in friend.get(f"/k/{code}").text

    def test_tick_without_scripts(self, phone, friend, code):
        sent = {"t": [MINE], "shown": SMITHY, "to": "put-away"}
        ours = {"Origin": "http://localhost"}
        answer = friend.post(f"/k/{code}/ticks", data=sent, headers=ours)
        assert (answer.status_code, answer.location) == (303, f"/k/{code}#put-away")
        assert phone.ticked() == {MINE}

    def test_no_longer_do_when_it_is_switched_off(self, phone, friend, code):
        assert self.switch(phone, code, "no").status_code == 303
        assert self.send(friend, code, MINE).status_code == 403
        ours = {"Origin": "http://localhost"}
        assert friend.post(f"/k/{code}/ticks", data={"t": MINE}, headers=ours).status_code == 403
        assert phone.ticked() == {SMITHY}
        assert friend.get(f"/k/{code}/marks?since=1&may=1").json == {"reload": True}

    def test_tick_what_is_on_the_lists_alone(self, phone, friend, code):
        assert self.send(friend, code, "f:dominion-1e:chapel").status_code == 422
        assert self.send(friend, code, "begins").status_code == 422
        assert phone.ticked() == {SMITHY}

    def test_do_not_decide_about_it_themselves(self, app, phone, friend, code):
        self.switch(phone, code, "no")
        stranger = Phone(app)
        stranger.send(on=[MINE])
        assert self.switch(stranger, code, "yes").status_code == 404
        assert "friends-tick" not in stranger.client.get(f"/share/{code}").text
        assert self.send(friend, code, MINE).status_code == 403

    def test_are_let_in_for_one_code_alone(self, app, phone, friend, code, database):
        store = Store(database)
        other = store.share(store.shared(code).household, LINK.replace("players=4", "players=3"))
        store.close()
        assert self.send(friend, other, MINE).status_code == 403


class TestTheFormWithoutScripts:
    def test_ticks_a_whole_box_with_its_button_and_takes_it_back(self, phone):
        phone.save([SMITHY], all="fetch:dominion-1e")
        ticked = phone.ticked()
        assert ticked > {SMITHY, MINE}
        assert all(item.startswith("f:dominion-1e:") for item in ticked)
        answer = phone.save(list(ticked), shown=ticked, all="fetch:dominion-1e")
        assert phone.ticked() == set()
        assert answer.location.endswith("#fetch")
        assert phone.save([], all="put-away:dominion-1e").location.endswith("#put-away")
        assert phone.save([], all="nonsense").status_code == 303

    def test_keeps_all_that_was_ticked_and_leads_back(self, phone):
        answer = phone.save([SMITHY, MINE])
        assert (answer.status_code, answer.location) == (303, f"{LINK}#fetch")
        assert phone.ticked() == {SMITHY, MINE}

    def test_leads_back_to_the_list_it_came_from(self, phone):
        assert phone.save([], to="put-away").location == f"{LINK}#put-away"
        assert phone.save([], to="//elsewhere").location == f"{LINK}#fetch"

    def test_takes_back_what_was_shown_and_is_not_ticked_any_more(self, phone):
        phone.save([SMITHY, MINE])
        phone.save([MINE], shown=[SMITHY, MINE])
        assert phone.ticked() == {MINE}

    def test_leaves_what_another_phone_did_meanwhile(self, phone, second):
        second.send(on=[MINE])
        phone.save([SMITHY, "f:dominion-1e:moat"], shown=[SMITHY])
        assert phone.ticked() == {SMITHY, MINE, "f:dominion-1e:moat"}

    def test_lets_no_old_page_be_shown(self, phone):
        assert "Set-Cookie" in phone.save([SMITHY]).headers


class TestBadInput:
    @pytest.mark.parametrize(
        "item",
        [
            "smithy",
            "x:dominion-1e:smithy",
            "f:dominion-1e:<script>",
            "f:dominion-1e:Smithy",
            "f:dominion-1e:" + "a" * 110,
            "begins",
            "f:dominion-1e:smithy\n",
        ],
    )
    def test_an_item_that_is_none_of_ours_is_refused(self, phone, item):
        answer = phone.send(on=[item])
        assert answer.status_code == 422
        assert answer.json["message"].endswith(".")
        assert phone.save([item]).status_code == 422 or item.endswith("\n")
        assert phone.ticked() == set()

    @pytest.mark.parametrize("fields", [{"kingdom": "x"}, {"since": "-1"}, {"since": "9" * 40}])
    def test_a_kingdom_or_version_that_is_none_is_refused(self, phone, fields):
        assert phone.send(on=[SMITHY], **fields).status_code == 422

    def test_so_it_is_when_asking(self, phone):
        assert phone.ask(since="x").status_code == 422
        assert phone.ask(key="").status_code == 422

    def test_more_marks_than_any_kingdom_has_are_refused(self, phone):
        many = [f"f:dominion-1e:card-{number}" for number in range(401)]
        assert phone.send(on=many[:400]).status_code == 200
        assert phone.send(on=many[400:]).status_code == 422
        assert phone.save(many[400:]).status_code == 422

    def test_a_forged_script_gets_a_token_only_it_can_read(self, phone):
        answer = phone.send(on=[SMITHY], csrf_token="forged")
        assert answer.status_code == 400
        assert "cookies" in answer.json["message"]
        assert phone.send(on=[SMITHY], csrf_token=answer.json["token"]).status_code == 200

    def test_a_lost_cookie_is_mended_by_that_token(self, phone):
        token = phone.token
        phone.client.delete_cookie("ten_piles")
        sent = {"csrf_token": token, "kingdom": KEY, "on": SMITHY}
        answer = phone.client.post("/marks", data=sent)
        assert answer.status_code == 400
        sent["csrf_token"] = answer.json["token"]
        assert phone.client.post("/marks", data=sent).status_code == 200


class TestWhoBegins:
    def test_is_picked_and_seen_on_every_phone(self, phone, second):
        answer = phone.begins("first")
        assert (answer.status_code, answer.location) == (303, f"{LINK}#start")
        sentence = second.ask(since=1).json["begins"]
        assert "goes first" in sentence
        assert sentence in second.page

    def test_is_left_of_the_last_winner(self, phone):
        phone.begins("winner")
        assert "The player to the left of the last winner goes first." in phone.page

    def test_is_the_only_one_who_did_not_tie(self, phone):
        phone.begins("tie", 1, 2, 3)
        assert "Player 4 goes first" in phone.page

    @pytest.mark.parametrize(
        ("how", "seats"),
        [("", ()), ("dice", ()), ("tie", ("5",)), ("tie", ("x",)), ("tie", ("0",))],
    )
    def test_what_cannot_be_understood_is_refused_in_words(self, phone, how, seats):
        answer = phone.begins(how, *seats)
        assert answer.status_code == 422
        assert "Choose whether it’s the first game" in answer.text


class TestStore:
    @pytest.fixture
    def home(self, store):
        return store.found_household()[0].id

    def test_versions_rise_with_each_change(self, store, home):
        assert store.keep_marks(home, KEY, {"a": "1"}).version == 1
        assert store.keep_marks(home, KEY, {"b": "1", "c": "1"}).version == 2
        assert store.marks(home, KEY, since=1).values == {"b": "1", "c": "1"}
        assert store.marks(home, KEY).values == {"a": "1", "b": "1", "c": "1"}

    def test_what_is_taken_back_is_still_told(self, store, home):
        store.keep_marks(home, KEY, {"a": "1"})
        assert store.keep_marks(home, KEY, {"a": ""}).values == {"a": ""}

    def test_too_many_marks_change_nothing(self, store, home):
        store.keep_marks(home, KEY, {str(n): "1" for n in range(400)})
        with pytest.raises(TooManyMarks):
            store.keep_marks(home, KEY, {"0": "", "new": "1"})
        assert store.marks(home, KEY).values["0"] == "1"
