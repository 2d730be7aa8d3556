"""How a phone likes to read, several phones for one shelf, and forgetting everything."""

import re
import time
from html import unescape

import pytest

from setup_rules.catalog import LANGUAGES
from tests.web.reading import text_of
from web.http.visitor import clean_name
from web.language.translation import LANGUAGE_NAMES
from web.store.households import JOIN_MINUTES


def theme(page):
    return re.search(r'data-theme="(\w+)"', page.text)[1]


def pressed(page, name):
    pattern = rf'<button[^>]*name="{name}" value="(\w+)"[^>]*aria-pressed="true"'
    return set(re.findall(pattern, page.text.partition("<main")[2]))


def code_on(page):
    return re.search(r'class="scan-code name">([^<]+)<', page.text)[1]


class TestTheme:
    def test_follows_the_phone_at_first(self, client):
        page = client.get("/settings")
        assert (theme(page), pressed(page, "theme")) == ("auto", {"auto"})

    @pytest.mark.parametrize("chosen", ["light", "dark", "auto"])
    def test_is_kept(self, client, press, chosen):
        assert press(client, "/settings", "/settings/theme", theme=chosen).status_code == 303
        page = client.get("/shelf")
        assert theme(page) == chosen

    @pytest.mark.parametrize(
        ("chosen", "bars"),
        [
            ("auto", ["#F1F2ED", "#13161B"]),
            ("light", ["#F1F2ED", "#F1F2ED"]),
            ("dark", ["#13161B", "#13161B"]),
        ],
    )
    def test_colours_the_bars_of_the_phone(self, client, press, chosen, bars):
        press(client, "/settings", "/settings/theme", theme=chosen)
        pattern = r'name="theme-color" content="(#\w+)"'
        assert re.findall(pattern, client.get("/shelf").text) == bars

    @pytest.mark.parametrize("chosen", ["", "pink", "<script>", "💥"])
    def test_another_one_changes_nothing(self, client, press, chosen):
        press(client, "/settings", "/settings/theme", theme="dark")
        press(client, "/settings", "/settings/theme", theme=chosen)
        assert theme(client.get("/shelf")) == "dark"

    def back(self, client, press, referrer="", **fields):
        ours = {"Origin": "http://localhost"}
        headers = ours | {"Referer": referrer} if referrer else ours
        sent = {"theme": "dark", **fields}
        return client.post("/settings/theme", data=sent, headers=headers).headers["Location"]

    @pytest.mark.parametrize(
        ("referrer", "target"),
        [
            ("http://localhost/shelf", "/shelf"),
            ("http://localhost/shelf/friend?code=x", "/shelf/friend?code=x"),
            ("http://localhost/nowhere", "/settings"),
            ("http://localhost/settings/theme", "/settings"),
            ("http://evil.example/shelf", "/settings"),
            ("http://localhost@evil.example/shelf", "/settings"),
            ("http://localhost//evil.example/shelf", "/settings"),
            ("javascript:alert(1)", "/settings"),
            ("", "/settings"),
        ],
    )
    def test_leads_back_to_a_page_of_ours(self, client, press, referrer, target):
        assert self.back(client, press, referrer) == target

    @pytest.mark.parametrize(
        ("back", "target"),
        [
            ("/shelf", "/shelf"),
            ("//evil.example/shelf", "/settings"),
            ("////evil.example/shelf", "/settings"),
            ("/\\evil.example", "/settings"),
            ("/\\shelf", "/settings"),
            ("https://evil.example/shelf", "/settings"),
            ("shelf", "/settings"),
            ("/shelf\r\nX: y", "/settings"),
        ],
    )
    def test_a_told_way_back_is_one_of_ours_too(self, client, press, back, target):
        assert self.back(client, press, back=back) == target


class TestCardNames:
    def test_every_language_we_have_can_be_chosen(self, client):
        assert set(LANGUAGE_NAMES) == {"en", *LANGUAGES}
        assert "English Čeština Deutsch Español Français Italiano Nederlands Polski" in text_of(
            client.get("/settings")
        )

    def test_are_english_at_first(self, client):
        page = client.get("/settings")
        assert pressed(page, "names") == {"en"}
        assert "With English" not in text_of(page)

    def test_stand_beside_english_or_instead_of_it(self, client, press):
        press(client, "/settings", "/settings/names", names="de")
        page = client.get("/settings")
        assert (pressed(page, "names"), pressed(page, "beside")) == ({"de"}, {"yes"})
        assert "Example: Schmiede · Smithy" in text_of(page)
        press(client, "/settings", "/settings/names", beside="no")
        page = client.get("/settings")
        assert (pressed(page, "names"), pressed(page, "beside")) == ({"de"}, {"no"})
        assert "Smithy" not in text_of(page)

    @pytest.mark.parametrize("names", ["xx", "", "<script>", "de\n", "x" * 300])
    def test_an_unknown_language_is_told(self, client, press, names):
        answer = press(client, "/settings", "/settings/names", names=names)
        assert answer.status_code == 422
        assert "Card names aren’t available in this language." in text_of(answer)
        assert pressed(client.get("/settings"), "names") == {"en"}


class TestName:
    def keep(self, client, press, name):
        return press(client, "/settings", "/settings/name", name=name)

    @pytest.mark.parametrize(
        "name", ["Jana", "Žofie & Łukasz", "家族", "👨‍👩‍👧 Novák", "<b>x</b>", "a" * 40]
    )
    def test_is_kept_in_any_script(self, client, press, store, name):
        assert self.keep(client, press, name).status_code == 303
        page = client.get("/settings")
        assert "The name has been saved." in text_of(page)
        assert (
            unescape(re.search(r'<input[^>]*name="name"[^>]*value="([^"]*)"', page.text)[1]) == name
        )
        assert f"{name}’s shelf" in text_of(client.get("/shelf/show"))

    def test_can_be_taken_back(self, client, press):
        self.keep(client, press, "Jana")
        self.keep(client, press, "  ")
        assert "This shelf has no name yet" in text_of(client.get("/shelf/show"))

    @pytest.mark.parametrize("name", ["x" * 300, "💥" * 41])
    def test_a_long_one_is_told_and_kept_in_the_field(self, client, press, name):
        answer = self.keep(client, press, name)
        assert answer.status_code == 422
        assert f"This name has {len(name)} characters; the limit is 40." in text_of(answer)
        assert re.search(r'<input[^>]*name="name"[^>]*value="([^"]*)"', answer.text)[1] == name

    def test_a_forged_form_is_refused_and_what_was_typed_stays(self, client):
        answer = client.post("/settings/name", data={"name": "Jana"}, headers={})
        assert answer.status_code == 400
        assert 'value="Jana"' in answer.text

    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            (" Jana\t\n K. ", "Jana K."),
            ("Ja\0na", "Ja na"),
            ("\u202eanaJ", "anaJ"),
            ("\ud800x", "x"),
            ("\u200d\u200b", ""),
            ("e\u0301", "e\u0301"),
        ],
    )
    def test_what_is_not_seen_is_not_kept(self, typed, kept):
        assert clean_name(typed) == kept


class TestSecondPhone:
    @pytest.fixture
    def first(self, at_home):
        return at_home(("dominion-1e", "alchemy"), 4)

    @pytest.fixture
    def address(self, first):
        page = first.get("/phones")
        assert "within 30 minutes" in text_of(page)
        return re.search(r"QR code of http://localhost([^\"]+)\"", page.text)[1]

    def join(self, client, press, address):
        return press(client, address, "/join", code=address.rpartition("/")[2], sure="yes")

    def test_joins_by_a_tap_after_scanning(self, first, client, press, address):
        page = client.get(address)
        assert "<title>Join this household’s shelf?" in page.text
        assert "Their shelf: 2 boxes." in text_of(page)
        assert "put away" not in text_of(page)
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))
        assert self.join(client, press, address).headers["Location"] == "/shelf"
        assert "2 boxes, 37 Kingdom piles." in text_of(client.get("/shelf"))

    def test_both_see_the_same_shelf_from_then_on(self, first, client, press, address):
        self.join(client, press, address)
        press(client, "/shelf", "/shelf", box="empires:1")
        assert "3 boxes" in text_of(first.get("/shelf"))
        press(first, "/shelf", "/shelf", box="alchemy:0")
        assert "2 boxes, 49 Kingdom piles." in text_of(client.get("/shelf"))

    def test_is_told_that_its_own_shelf_is_put_away(self, at_home, press, address):
        second = at_home(("empires", "plunder", "allies"))
        assert "This phone will no longer show its own shelf (3 boxes)." in text_of(
            second.get(address)
        )
        self.join(second, press, address)
        assert "2 boxes, 37 Kingdom piles." in text_of(second.get("/shelf"))

    def test_the_first_phone_is_at_home_already(self, first, address):
        assert "This phone already shares that shelf." in text_of(first.get(address))

    def test_two_taps_are_one(self, first, client, press, address):
        for _ in range(2):
            assert self.join(client, press, address).status_code == 303
        assert "2 boxes" in text_of(client.get("/shelf"))

    def test_a_code_that_is_too_old_is_told(self, client, press, address, monkeypatch):
        later = time.time() + 60 * JOIN_MINUTES + 2
        monkeypatch.setattr("time.time", lambda: later)
        answer = client.get(address)
        assert answer.status_code == 404
        assert "This code doesn’t open a shelf. It may have expired" in text_of(answer)
        answer = press(client, "/join", "/join", code=address.rpartition("/")[2], sure="yes")
        assert answer.status_code == 422
        assert "This code doesn’t open a shelf." in text_of(answer)

    @pytest.mark.parametrize("code", ["0" * 16, "x", "%3Cscript%3E", "💥"])
    def test_an_unknown_address_is_friendly(self, client, code):
        answer = client.get(f"/join/{code}")
        assert answer.status_code == 404
        assert "Join with a code" in answer.text

    def test_needs_a_shelf_to_share(self, client):
        answer = client.get("/phones", follow_redirects=True)
        assert answer.request.path == "/shelf"
        assert "then another phone can join" in text_of(answer)


class TestRecovery:
    def test_brings_everything_back(self, at_home, press):
        client = at_home(("dominion-1e", "alchemy"), 5)
        page = press(client, "/phones/recovery", "/phones/recovery")
        code = code_on(page)
        assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4} ){3}[0-9A-HJKMNP-TV-Z]{4}", code)
        assert "it’s only shown once" in text_of(page)
        client.delete_cookie("ten_piles")
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))
        typed = code.lower().replace(" ", "-").replace("1", "i").replace("0", "o")
        page = press(client, "/join", "/join", code=typed)
        assert "Their shelf: 2 boxes." in text_of(page)
        hidden = re.search(r'type="hidden" name="code" value="(\w+)"', page.text)[1]
        assert press(client, "/join", "/join", code=hidden, sure="yes").status_code == 303
        assert "2 boxes, 37 Kingdom piles." in text_of(client.get("/shelf"))

    def test_is_shown_once(self, at_home, press):
        client = at_home()
        code = code_on(press(client, "/phones/recovery", "/phones/recovery"))
        page = client.get("/phones/recovery")
        assert code not in page.text
        assert "You already have one." in text_of(page)

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("0000 0000 0000 0000", "This code doesn’t open a shelf."),
            ("4F7K 2Q", "This is a friend’s shelf code."),
            ("", "The code should have 16 characters."),
            ("<script>alert(1)</script>", "The code should have 16 characters."),
            ("💥" * 300, "The code should have 16 characters."),
        ],
    )
    def test_a_wrong_one_is_told_and_kept_in_the_field(self, client, press, typed, sentence):
        answer = press(client, "/join", "/join", code=typed)
        assert answer.status_code == 422
        assert sentence in text_of(answer)
        field = re.search(r'id="code" name="code"[^>]* value="([^"]*)"', answer.text)
        assert unescape(field[1]) == typed


class TestForgetting:
    def test_is_asked_about_first(self, at_home, store):
        client = at_home()
        page = client.get("/settings/forget")
        assert "You can’t get them back." in text_of(page)
        assert "1 box" in text_of(client.get("/shelf"))

    def test_forgets_the_household_on_all_phones(self, at_home, press, client):
        first = at_home(("dominion-1e",))
        code = code_on(press(first, "/phones/recovery", "/phones/recovery"))
        press(client, "/join", "/join", code=code, sure="yes")
        press(first, "/settings", "/settings/theme", theme="dark")
        answer = press(first, "/settings/forget", "/settings/forget")
        assert answer.headers["Location"] == "/shelf"
        page = first.get("/shelf")
        assert "Everything has been deleted." in text_of(page)
        assert theme(page) == "auto"
        with first.session_transaction() as session:
            assert "household" not in session
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))
        assert press(client, "/join", "/join", code=code).status_code == 422

    def test_takes_the_shelf_away_from_friends(self, at_home, press, store):
        friend, home = at_home(("empires",)), at_home()
        store.add_friend(home.home, friend.home)
        press(friend, "/settings/forget", "/settings/forget")
        assert "Empires" not in text_of(home.get("/shelf")).partition("Which boxes")[0]

    def test_nothing_to_forget_does_no_harm(self, client, press):
        assert press(client, "/settings/forget", "/settings/forget").status_code == 303
