"""How cards are stored: the form, and the pages and papers that follow it."""

import re
from html import unescape

import pytest

from tests.web.furnished import LINK
from web.store.households import A_TO_Z, CASES, IN_BOXES, Case, Storage

PAGE = "/shelf/storage"
RED = Storage(CASES, (Case("Red case", ("dominion-1e",)),))


def headings(page):
    """The groups of the fetch list."""
    fetch = page.partition('id="fetch"')[2].partition('id="put-away"')[0]
    return [unescape(title) for title in re.findall(r"<h3>([^<]+)</h3>", fetch)]


@pytest.fixture
def client(at_home):
    return at_home(("dominion-1e",))


@pytest.fixture
def send(press):
    return lambda client, **fields: press(client, PAGE, PAGE, **fields)


class TestForm:
    def test_the_shelf_leads_there(self, client):
        assert f'href="{PAGE}"' in client.get("/shelf").text
        assert re.search(r'<input checked[^>]*value="boxes"', client.get(PAGE).text)

    def test_is_kept_and_shown_again(self, client, send, store):
        fields = {"case.0.name": " Red  case ", "case.0.boxes": ["dominion-1e"]}
        more = {"case.1.name": "Blue", "case.1.letters": "A–F", "case.2.name": ""}
        answer = send(client, how="cases", **fields, **more)
        assert (answer.status_code, answer.location) == (303, "/shelf")
        kept = Storage(CASES, (*RED.cases, Case("Blue", (), "A–F")))
        assert store.storage_of(client.home) == kept
        page = client.get(PAGE).text
        assert 'value="Red case"' in page
        assert 'value="A–F"' in page
        assert 'name="case.0.boxes" value="dominion-1e" checked' in page

    def test_cases_stay_known_while_another_way_is_chosen(self, client, send, store):
        fields = {"case.0.name": "Red case", "case.0.boxes": "dominion-1e"}
        send(client, how="a-z", **fields)
        assert store.storage_of(client.home) == RED._replace(how=A_TO_Z)

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"how": "nowhere"}, "Choose one of the options shown."),
            ({"how": "cases"}, "Add at least one case, or choose another way."),
            ({"case.0.name": "Red"}, "Say which boxes or which letters are in it."),
            ({"case.0.letters": "A"}, "Give the case a name."),
            ({"case.0.name": "x" * 41, "case.0.letters": "A"}, "the limit is 40 characters."),
            ({"case.0.name": "Red", "case.0.letters": "1–9"}, "Write letters"),
            ({"case.0.name": "Red", "case.0.boxes": "nothing"}, "This box is unknown."),
            (
                {
                    "case.0.name": "Red",
                    "case.0.letters": "A–C",
                    "case.1.name": "Blue",
                    "case.1.letters": "C–D",
                },
                "A letter is in two cases.",
            ),
            (
                {
                    "case.0.name": "Red",
                    "case.0.boxes": "dominion-1e",
                    "case.1.name": "Blue",
                    "case.1.boxes": "dominion-1e",
                },
                "A box is in two cases.",
            ),
            (
                {f"case.{n}.{key}": "A" for n in range(20) for key in ("name", "letters")},
                "That’s too many cases; the limit is 12.",
            ),
        ],
    )
    def test_what_is_wrong_is_said_and_kept(self, client, send, store, fields, sentence):
        answer = send(client, **{"how": "boxes", **fields})
        assert answer.status_code == 422
        assert sentence in unescape(answer.text)
        if name := fields.get("case.0.name"):
            assert f'value="{name}"' in answer.text
        assert store.storage_of(client.home) == IN_BOXES


class TestFollowing:
    def test_the_kingdom_and_its_ticks_follow_it(self, client, store, press):
        assert headings(client.get(LINK).text) == ["Dominion"]
        press(client, LINK, "/ticks", link=LINK, t="f:dominion-1e:cellar")
        store.keep_storage(client.home, Storage(A_TO_Z))
        page = client.get(LINK).text
        assert headings(page) == ["Cards A–Z", "Basic cards, tokens and mats"]
        assert 'value="f:dominion-1e:cellar" checked' in page
        store.keep_storage(client.home, RED)
        page = client.get(LINK).text
        assert headings(page) == ["Red case"]
        assert 'value="f:dominion-1e:cellar" checked' in page
        assert "close the case" in page

    def test_a_friend_sees_the_grouping_but_no_case(self, app, client, store):
        code = store.share(client.home, LINK)
        friend = app.test_client()
        store.keep_storage(client.home, Storage(A_TO_Z))
        assert headings(friend.get(f"/k/{code}").text)[0] == "Cards A–Z"
        store.keep_storage(client.home, RED)
        page = friend.get(f"/k/{code}").text
        assert headings(page) == ["Dominion"]
        assert "Red case" not in page

    def test_a_night_follows_it(self, client, store, press):
        night = press(client, "/night", "/night", games="2", players="2", seed="friday").location
        store.keep_storage(client.home, Storage(A_TO_Z))
        page = client.get(f"{night}/fetch").text
        assert headings(page) == ["Cards A–Z", "Basic cards, tokens and mats"]

    def test_the_paper_of_a_night_counts_cases_as_its_list_does(self, app, client, store, press):
        from web.night.views import _paper

        address = press(client, "/night", "/night", games="2", players="2", seed="friday").location
        store.keep_storage(client.home, RED)
        headers = {"Cookie": f"ten_piles={client.get_cookie('ten_piles').value}"}
        with app.test_request_context("/", headers=headers):
            night = store.night(client.home, address.rpartition("/")[2])
            html = _paper(night, "", "a4").html
        assert re.search(r"\d (case or box|cases and boxes)", html)
        assert "Red case" in html

    def test_paper_follows_it(self, app, client, store, catalog):
        from web.links.kingdom_link import read_address
        from web.printing.documents import cards, sheet

        def printed():
            with app.test_request_context(LINK, headers=cookie):
                request = read_address(LINK, catalog)
                return sheet(request, "a4", "").html, cards([(request, "")], "a4", "fold").html

        cookie = {"Cookie": f"ten_piles={client.get_cookie('ten_piles').value}"}
        page, card = printed()
        assert "Fetch, box by box" in page
        assert "1 box: D1" in card
        store.keep_storage(client.home, RED)
        page, card = printed()
        assert "Red case" in page
        assert "Fetch, box by box" not in page
        assert "1 case or box: RC" in card
