"""Keys: nobody guesses them, no copy of the file has them, and the locks can be changed."""

import re

import pytest

from tests.databases import open_database
from web.store.base import new_key


def opened_by(app, key):
    """What a phone with this key sees of its shelf."""
    client = app.test_client()
    with client.session_transaction() as session:
        session["household"] = key
    return client.get("/shelf").text


def key_of(client):
    with client.session_transaction() as session:
        return session["household"]


class TestKeys:
    def test_have_256_bits_and_differ(self):
        keys = {new_key() for _ in range(1000)}
        assert len(keys) == 1000
        assert {len(key) for key in keys} == {43}

    def test_no_key_or_code_is_in_the_file(self, at_home, store, database):
        client = at_home()
        codes = [store.join_code(client.home), store.recovery_code(client.home)]
        content = b"".join(file.read_bytes() for file in database.parent.glob("piles.db*"))
        assert not any(word.encode() in content for word in (*codes, key_of(client)))

    def test_what_is_in_the_file_opens_nothing(self, at_home, database, app):
        client = at_home(("dominion-1e", "alchemy"))
        with open_database(database) as db:
            row = db.execute("select digest, household from access").fetchone()
        for word in row:
            assert "Tick your boxes once; the app remembers them." in opened_by(app, word)
        assert "2 boxes" in opened_by(app, key_of(client))


class TestChangingTheLocks:
    @pytest.fixture
    def phones(self, app, at_home, store, press):
        """Three phones of one household, and codes for more."""
        first = at_home(("dominion-1e", "alchemy"))
        codes = [store.join_code(first.home), store.recovery_code(first.home)]
        others = []
        for code in codes:
            phone = app.test_client()
            press(phone, "/join", "/join", code=code, sure="yes")
            others.append(phone)
        return first, others, codes

    def test_is_asked_first(self, phones):
        page = phones[0].get("/phones/others").text
        assert "2 other phones have access now." in page
        assert "Your recovery code stops working too." in page
        assert "2 boxes" in phones[1][0].get("/shelf").text

    def test_leaves_only_this_phone(self, phones, press, store, app):
        first, others, codes = phones
        stolen = key_of(first)
        press(first, "/phones/others", "/phones/others")
        assert "2 boxes" in first.get("/shelf").text
        for phone in others:
            assert "Tick your boxes once; the app remembers them." in phone.get("/shelf").text
        assert "Tick your boxes once; the app remembers them." in opened_by(app, stolen)
        assert [store.enter(code) for code in codes] == [None, None]
        assert store.count_phones(first.home) == 1

    def test_a_phone_that_was_logged_out_changes_nothing(self, phones, press, store):
        first, others, _ = phones
        press(first, "/phones/others", "/phones/others")
        others[0].post("/shelf", data={"box": "empires:1"})
        assert store.export(first.home).boxes == ("dominion-1e", "alchemy")

    def test_a_new_recovery_code_works_again(self, phones, press, app):
        first, _, _ = phones
        press(first, "/phones/others", "/phones/others")
        page = press(first, "/phones/recovery", "/phones/recovery").text
        code = re.search(r'class="scan-code name">([^<]+)<', page)[1]
        phone = app.test_client()
        press(phone, "/join", "/join", code=code, sure="yes")
        assert "2 boxes" in phone.get("/shelf").text

    def test_without_a_household_there_is_nothing_to_lock(self, client):
        assert client.get("/phones/others").status_code == 302
        assert client.post("/phones/others").headers["Location"] == "/settings"


class TestFriends:
    """A friend's shelf that was joined is used in the draw, and never changed."""

    def test_their_boxes_are_here_and_stay_theirs(self, at_home, press, store):
        friend, client = at_home(("seaside-2e",)), at_home(("dominion-2e",))
        code = store.shelf_code(friend.home)
        press(client, f"/shelf/friend/{code}", f"/shelf/friend/{code}")
        assert "2 boxes, 53 piles" in client.get("/").text
        press(client, "/shelf", "/shelf", box="seaside-2e:0")
        press(client, "/shelf", "/shelf", box="alchemy:1")
        assert store.export(friend.home).boxes == ("seaside-2e",)
        assert store.export(client.home).boxes == ("dominion-2e", "alchemy")
        press(client, "/shelf", f"/shelf/friend/{code}/remove")
        assert store.export(friend.home).boxes == ("seaside-2e",)

    def test_their_code_opens_neither_their_household_nor_its_games(self, at_home, press, store):
        friend, client = at_home(("seaside-2e",)), at_home(())
        store.add_person(friend.home, "Ada of the marsh")
        code = store.shelf_code(friend.home)
        page = press(client, "/join", "/join", code=code, sure="yes")
        assert page.status_code == 422
        assert "Ada of the marsh" not in client.get(f"/shelf/friend/{code}").text
        assert store.enter(code) is None
