"""Problems of a kingdom on the table have the buttons that *Your own kingdom* has for them."""

from __future__ import annotations

import re
from html import unescape

import pytest

TEN = "young-witch.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
NO_BANE = f"/kingdom/{TEN}?players=2&boxes=dominion-1e.cornucopia&colony=no&shelters=no"
NOT_OWNED = NO_BANE.replace("young-witch", "bank").replace(".cornucopia", "")
NO_BOXES = re.sub("&boxes=[^&]*", "", NO_BANE)


def buttons(page: str, prefix: str = "") -> set[str]:
    values = map(unescape, re.findall(r'name="do" value="([^"]*)"', page))
    return {value.removeprefix(prefix) for value in values if value.startswith(prefix)}


def own_page(phone, link: str) -> str:
    return phone.get(link.replace("/kingdom/", "/own?kingdom=", 1).replace("?players", "&players"))


@pytest.fixture
def phone(at_home):
    return at_home(("dominion-1e", "cornucopia"))


def test_a_card_says_what_it_needs_even_if_the_boxes_have_none(phone):
    link = NO_BANE.replace("young-witch", "importer").replace(".cornucopia", "")
    page = phone.get(link).text
    assert "Importer needs an Ally" in page
    assert "Add a box, or swap Importer." in page


@pytest.mark.parametrize("card", ["young-witch", "black-market"])
def test_a_card_that_needs_something_is_not_said_to_need_nothing(phone, card):
    link = NO_BANE.replace("young-witch", card)
    link = link.replace(".cornucopia", ".cornucopia.promo-black-market")
    assert phone.get(link).text.count("Needs nothing else.") == 9


class TestButtons:
    @pytest.mark.parametrize("link", [NO_BANE, NOT_OWNED, NO_BOXES])
    def test_are_those_of_my_own_kingdom(self, phone, link):
        here = buttons(phone.get(link).text, "fix:")
        there = buttons(own_page(phone, link).text)
        there -= {"check", "as-it-is", "show", *(b for b in there if b.startswith("leave:"))}
        assert here == there
        assert "mend" in here

    def test_draw_what_is_missing_and_can_be_undone(self, phone, press):
        new = press(phone, NO_BANE, "/kingdom/change", link=NO_BANE, do="fix:draw:slot:bane")
        assert "bane=" in new.location
        page = phone.get(new.location).text
        assert buttons(page, "fix:") == set()
        step = re.search(r"from=(\d+)", new.location)[1]
        fields = {"link": new.location, "do": "undo", "from": step}
        assert "bane=" not in press(phone, new.location, "/kingdom/change", **fields).location

    def test_choose_from_all_that_fits(self, phone, press):
        choose = press(phone, NO_BANE, "/kingdom/change", link=NO_BANE, do="fix:choose:slot:bane")
        assert choose.location.startswith("/own?")
        assert "Cellar" in phone.get(choose.location).text

    def test_add_a_box_for_tonight(self, phone, press):
        add = next(b for b in buttons(phone.get(NOT_OWNED).text) if b.startswith("fix:box:"))
        new = press(phone, NOT_OWNED, "/kingdom/change", link=NOT_OWNED, do=add)
        assert "prosperity" in new.location
        assert "Bank" in phone.get(new.location).text

    def test_fix_everything(self, phone, press):
        new = press(phone, NOT_OWNED, "/kingdom/change", link=NOT_OWNED, do="fix:mend")
        assert "bank" not in new.location
        assert 'class="problem bad"' not in phone.get(new.location).text

    @pytest.mark.parametrize("button", ["", "out", "draw:slot:nothing", "box:none", "swap-thing:x"])
    def test_that_fit_no_more_change_nothing(self, phone, press, button):
        new = press(phone, NO_BANE, "/kingdom/change", link=NO_BANE, do=f"fix:{button}")
        assert new.status_code == 303
        assert "/young-witch." in new.location

    def test_that_can_do_nothing_say_so_in_red(self, phone, press):
        few = NO_BANE.replace("market", "cellar").replace(".cornucopia", "")
        fields = {"link": few, "do": "fix:draw:slot:nothing"}
        new = press(phone, few, "/kingdom/change", **fields)
        assert 'class="said bad"' in phone.get(new.location).text

    def test_are_not_for_friends(self, phone, press, app):
        share = press(phone, NO_BANE, "/share", link=NO_BANE)
        code = re.search(r"/share/(\w+)", share.location)[1]
        page = app.test_client().get(f"/k/{code}").text
        assert 'class="problem bad"' in page
        assert buttons(page, "fix:") == set()
