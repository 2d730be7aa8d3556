"""Sharing: a kingdom gets a code, friends open it, and wrong codes are told in a sentence."""

import re
from html import unescape

import pytest

from setup_rules.catalog import load_catalog
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.links.online_text import online_text

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
UNKNOWN = "There’s no kingdom with this code. Check the 6 characters, or draw a new kingdom."
RICH = (
    "/kingdom/young-witch.druid.ferryman.riverboat.encampment-plunder.black-market.underling"
    ".river-shrine.cellar.moat?players=2&boxes=dominion-1e&landscapes=way-of-the-mouse.obelisk.cheap"
    "&deck=smithy.witch&bane=chapel&colony=yes&shelters=no&army=militia&ferryman=mine&mouse=pawn"
    "&riverboat=smithy&ally=cave-dwellers&prophecy=approaching-army"
    "&boons=the-earths-gift.the-fields-gift.the-flames-gift&obelisk=cellar&traits=cheap:moat"
)


def fields(page: str) -> dict[str, str]:
    """What can be copied from a page, by the field's id."""
    inputs = re.findall(r'<input type="text" id="(\w+)" value="([^"]*)"', page)
    areas = re.findall(r'<textarea id="(\w+)"[^>]*>([^<]*)<', page)
    return {name: unescape(text) for name, text in (*inputs, *areas)}


@pytest.fixture
def owner(at_home):
    return at_home()


@pytest.fixture
def code(owner, press) -> str:
    """The code of the kingdom, as its owner made it."""
    answer = press(owner, LINK, "/share", link=LINK)
    assert answer.status_code == 303
    return answer.location.removeprefix("/share/")


class TestMakingACode:
    def test_leads_to_the_page_of_the_code(self, code, owner):
        assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{6}", code)
        page = owner.get(f"/share/{code}").text
        assert "<h1>First Game</h1>" in page
        assert f"{code[:4]} {code[4:]}" in page
        assert "They see the same piles and ticks, but can’t change anything." in page
        assert f'href="{LINK.replace("&", "&amp;")}">Close<' in page

    def test_a_second_time_gives_the_same_code(self, code, owner, press):
        assert press(owner, LINK, "/share", link=LINK).location == f"/share/{code}"

    def test_a_visitor_without_a_shelf_gets_one_too(self, client, press, store):
        answer = press(client, LINK, "/share", link=LINK)
        assert store.shared(answer.location.removeprefix("/share/")).link == LINK

    def test_what_is_only_on_this_phone_is_no_part_of_it(self, owner, press, store):
        left = f"{LINK}&keep=moat&from=7"
        answer = press(owner, LINK, "/share", link=left)
        code = answer.location.removeprefix("/share/").partition("?")[0]
        assert store.shared(code).link == LINK
        assert f'href="{left.replace("&", "&amp;")}">Close<' in owner.get(answer.location).text

    @pytest.mark.parametrize(
        "link",
        ["", "/kingdom/smity?players=2", "https://evil.example/", "//evil", "/k/4F7K2Q", "/share"],
    )
    def test_what_is_no_kingdom_is_told_so(self, owner, press, store, link):
        answer = press(owner, LINK, "/share", link=link)
        assert answer.status_code == 404
        assert "cut off" in answer.text

    def test_looking_makes_none(self, client, database, store):
        page = client.get(LINK.replace("/kingdom/", "/share/"))
        assert page.status_code == 200
        assert "Make a code" in page.text
        assert fields(page.text)["full"] == f"http://localhost{LINK}"
        assert store._rows("select * from code") == []

    @pytest.mark.parametrize("back", ["https://evil.example", "//evil", "javascript:alert(1)"])
    def test_close_leads_to_a_kingdom_and_nowhere_else(self, code, owner, back):
        page = owner.get(f"/share/{code}", query_string={"back": back}).text
        assert back not in page
        assert f'href="{LINK.replace("&", "&amp;")}">Close<' in page


class TestPage:
    def test_has_the_short_address_and_the_long_one(self, code, client):
        here = "http://192.168.178.21:5000"
        shown = fields(client.get(f"/share/{code}", base_url=here).text)
        assert shown["address"] == f"{here}/k/{code}"
        assert shown["full"] == f"{here}{LINK}"

    def test_warns_where_no_phone_could_reach_it(self, code, client):
        warning = "Other phones can’t reach"
        assert warning in client.get(f"/share/{code}", base_url="http://127.0.0.1:5000").text
        without_code = client.get(LINK.replace("/kingdom/", "/share/"), base_url="http://localhost")
        assert "Make a code" in without_code.text
        assert without_code.text.index(warning) < without_code.text.index("On paper")
        assert warning not in client.get(f"/share/{code}", base_url="http://192.168.1.2").text

    def test_has_the_names_for_the_online_game(self, code, owner):
        names = (
            "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"
        )
        assert fields(owner.get(f"/share/{code}").text)["online"] == names

    def test_is_for_friends_too(self, code, client):
        assert client.get(f"/share/{code}").status_code == 200

    @pytest.mark.parametrize("path", ["/share/XXXXXX", "/share/nonsense", "/share/<b>"])
    def test_an_unknown_code_is_told(self, client, path):
        page = client.get(path)
        assert page.status_code == 404
        assert UNKNOWN in page.text

    def test_a_broken_link_is_told(self, client):
        page = client.get("/share/smity?players=2")
        assert page.status_code == 404
        assert "includes “smity”, which isn’t in any box here" in page.text


class TestOnlineText:
    def text(self, link: str) -> str:
        catalog = load_catalog()
        return online_text(read_address(link, catalog).game(catalog))

    def test_puts_in_brackets_what_goes_with_a_card(self):
        assert self.text(RICH).split(", ") == [
            "Young Witch (Chapel)",
            "Druid (The Earth's Gift",
            "The Field's Gift",
            "The Flame's Gift)",
            "Ferryman (Mine)",
            "Riverboat (Smithy)",
            "Encampment",
            "Black Market",
            "Underling",
            "River Shrine",
            "Cellar",
            "Moat",
            "Way of the Mouse (Pawn)",
            "Obelisk (Cellar)",
            "Cheap (Moat)",
            "Cave Dwellers",
            "Approaching Army (Militia)",
            "Colonies",
            "No Shelters",
        ]

    def test_names_the_ruins_as_the_pile_they_are(self, catalog):
        ruin = catalog.groups["Ruins"][0].id
        link = f"/kingdom/marauder?players=2&landscapes=obelisk&obelisk={ruin}&shelters=yes"
        assert self.text(link) == "Marauder, Obelisk (Ruins), Shelters"

    def test_leaves_open_what_is_not_decided(self):
        assert self.text("/kingdom/bank.cellar?players=2&boxes=prosperity-1e") == "Bank, Cellar"


class TestOpeningACode:
    @pytest.mark.parametrize("way", ["/k/{}", "/K/{}"])
    def test_shows_the_kingdom_to_friends(self, code, client, way):
        page = client.get(way.format(code))
        assert page.status_code == 200
        assert "<h1 lang=en>First Game</h1>" in page.text
        for name in ("Cellar", "Woodcutter", "Workshop"):
            assert name in page.text

    def test_reads_it_as_people_type_it(self, code, client):
        typed = f"{code[:4]}-{code[4:]}".lower().replace("1", "l").replace("0", "o")
        assert client.get(f"/k/{typed}").status_code == 200

    def test_shows_what_the_owner_has_ticked(self, code, owner, client, store):
        store.keep_marks(owner.home, kingdom_key(LINK), {"anything": "1"})
        assert 'name="since" value="1"' in client.get(f"/k/{code}").text

    def test_is_kept_for_the_evening(self, code, client):
        headers = client.get(f"/k/{code}").headers
        assert headers["Cache-Control"] == "private, max-age=86400"

    def test_leads_the_owner_to_the_kingdom_itself(self, code, owner):
        answer = owner.get(f"/k/{code}")
        assert (answer.status_code, answer.location) == (303, LINK)

    def test_keeps_nothing_of_the_friend(self, code, client, store):
        client.get(f"/k/{code}")
        client.get(LINK)
        assert len(store._rows("select * from household")) == 1

    @pytest.mark.parametrize("typed", ["XXXXXX", "4F7K2", "hello", "%F0%9F%91%91", "x" * 300])
    def test_an_unknown_one_is_told_and_can_be_typed_again(self, client, typed):
        page = client.get(f"/k/{typed}")
        assert page.status_code == 404
        assert UNKNOWN in page.text
        assert 'action="/k"' in page.text

    def test_what_was_typed_is_kept_and_does_no_harm(self, client):
        page = client.get("/k", query_string={"code": '"><script>alert(1)</script>'})
        assert page.status_code == 404
        assert 'value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in page.text


class TestTypingACode:
    def test_leads_to_the_kingdom(self, code, client):
        answer = client.get("/k", query_string={"code": f" {code[:4]} {code[4:]} ".lower()})
        assert (answer.status_code, answer.location) == (303, f"/k/{code}")

    def test_an_empty_field_is_told(self, client):
        page = client.get("/k?code=")
        assert page.status_code == 404
        assert UNKNOWN in page.text

    def test_without_a_code_there_is_the_field_alone(self, client):
        page = client.get("/k")
        assert page.status_code == 200
        assert UNKNOWN not in page.text


class TestALinkWithoutAShelf:
    """A friend needs neither a cookie nor a box."""

    def test_opens(self, client):
        page = client.get(LINK)
        assert page.status_code == 200
        assert "First Game" in page.text

    def test_reads_the_same_for_everyone(self, client, owner):
        asked = read_address(LINK, load_catalog())
        assert link_for(*asked) == LINK
        assert client.get(LINK).status_code == owner.get(LINK).status_code == 200
