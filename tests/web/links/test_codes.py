"""Codes of kingdoms: how they are written, what is read as one, and what they stand for."""

import sqlite3

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from web.links.codes import read_code, short_qr, written
from web.store.base import LETTERS

LINK = "/kingdom/cellar.market?players=2&boxes=dominion-1e"


@pytest.fixture
def home(store) -> str:
    return store.found_household()[0].id


class TestWriting:
    def test_a_code_is_read_in_two_breaths(self):
        assert written("4F7K2Q") == "4F7K 2Q"

    @given(code=st.text(LETTERS, min_size=6, max_size=6))
    def test_what_is_written_is_read_again(self, code):
        assert read_code(written(code)) == code
        assert read_code(written(code).lower()) == code


class TestReading:
    @pytest.mark.parametrize(
        "typed",
        ["4F7K2Q", "4f7k2q", " 4F7K 2Q ", "4F7K-2Q", "4f7k\u20112q", "4F 7K 2Q", "4.F.7.K.2.Q"],
    )
    def test_case_spaces_and_hyphens_do_not_matter(self, typed):
        assert read_code(typed) == "4F7K2Q"

    @pytest.mark.parametrize(("typed", "meant"), [("OIL123", "011123"), ("oil-123", "011123")])
    def test_letters_no_code_has_are_read_as_what_they_look_like(self, typed, meant):
        assert read_code(typed) == meant

    @pytest.mark.parametrize(
        "typed", ["", "4F7K2", "4F7K2QQ", "4F7K2U", "ÀBCDEF", "４Ｆ７Ｋ２Ｑ", "<b>", "x" * 10_000]
    )
    def test_anything_else_is_none(self, typed):
        assert read_code(typed) is None

    @given(typed=st.text())
    def test_no_text_breaks_it(self, typed):
        code = read_code(typed)
        assert code is None or (len(code) == 6 and set(code) <= set(LETTERS))


class TestStore:
    def test_a_kingdom_has_one_code_for_its_household(self, store, home):
        code = store.share(home, LINK)
        assert store.share(home, LINK) == code
        assert store.shared(code)[:3] == (code, LINK, home)

    def test_another_kingdom_or_household_has_another_code(self, store, home):
        other = store.found_household()[0].id
        codes = {store.share(home, LINK), store.share(home, f"{LINK}&sets=2")}
        assert len(codes | {store.share(other, LINK)}) == 3

    def test_codes_are_six_characters_of_the_alphabet(self, store, home):
        for players in range(2, 8):
            code = store.share(home, f"/kingdom/cellar?players={players}")
            assert len(code) == 6
            assert set(code) <= set(LETTERS)

    def test_a_code_that_is_taken_is_not_given_twice(self, store, home, monkeypatch):
        codes = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"])
        monkeypatch.setattr("web.store.base.new_code", lambda _length: next(codes))
        assert store.share(home, LINK) == "AAAAAA"
        assert store.share(home, f"{LINK}&sets=2") == "BBBBBB"
        assert store.shared("AAAAAA").link == LINK

    @pytest.mark.parametrize("kind", ["room", "tournament"])
    def test_a_code_of_something_else_is_not_given_either(self, store, home, monkeypatch, kind):
        codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
        monkeypatch.setattr("web.store.base.new_code", lambda _length: next(codes))
        if kind == "room":
            assert store.open_room(home, "veto", "seed", {}) == "AAAAAA"
        else:
            store.add_tournament(home, "seed", "Cup", "ABCDEF", "lot")
        assert store.share(home, LINK) == "BBBBBB"

    def test_a_code_goes_with_its_household(self, store, home):
        code = store.share(home, LINK)
        store.forget_household(home)
        assert store.shared(code) is None

    def test_a_household_that_is_gone_gets_none(self, store):
        with pytest.raises(sqlite3.IntegrityError):
            store.share("nobody", LINK)

    def test_an_unknown_code_is_none(self, store):
        assert store.shared("4F7K2Q") is None


class TestPicture:
    def test_holds_the_address_in_capitals_with_a_quiet_border(self, app):
        with app.test_request_context(base_url="http://192.168.178.21:5000"):
            picture = short_qr("4F7K2Q")
        code = segno.make("HTTP://192.168.178.21:5000/K/4F7K2Q", error="m", micro=False)
        assert code.designator == "2-M"
        same = code.svg_inline(
            border=4, omitsize=True, dark="#13161B", svgclass="qr", lineclass=None
        )
        assert str(picture) == same
        assert 'viewBox="0 0 33 33"' in picture
        assert "style=" not in picture
        assert len(picture) < 1_300
