"""The shelf: tap the boxes that stand here, friends bring theirs, a file keeps it all."""

import re
from html import unescape

import pytest

from setup_rules.catalog import load_catalog
from tests.web.reading import text_of

BOXES = tuple(load_catalog().boxes)


def toggle(page, box):
    """What the button of a box posts, and whether it is pressed."""
    button = re.search(rf'id="{box}" name="box" value="([^"]+)"[^>]*aria-pressed="(\w+)"', page)
    assert button, box
    return button[1], button[2] == "true"


def names(page):
    return [unescape(name) for name in re.findall(r'<span class="name">([^<]+)<', page)]


@pytest.fixture
def friend(at_home, store):
    """A friend with a shelf, and its code."""
    client = at_home(("seaside-2e", "empires", "nocturne"))
    store.keep_name(client.home, "Jana")
    client.code = store.shelf_code(client.home)
    return client


class TestFirstVisit:
    def test_asks_which_boxes_stand_here(self, client):
        page = client.get("/shelf")
        assert page.status_code == 200
        assert "Tick your boxes once; the app remembers them." in text_of(page)
        assert "Which boxes do you own?" in text_of(page)
        assert "10 more piles needed for a kingdom" in text_of(page)

    def test_keeps_nothing_before_a_tap(self, client, store):
        client.get("/shelf")
        assert store._rows("select * from household") == []

    def test_the_first_tap_is_remembered(self, client, press):
        answer = press(client, "/shelf", "/shelf", box="dominion-1e:1")
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/shelf#dominion-1e"
        page = client.get("/shelf")
        assert "1 box, 25 Kingdom piles. Remembered on this phone." in text_of(page)
        assert toggle(page.text, "dominion-1e") == ("dominion-1e:0", True)

    def test_a_lost_cookie_is_a_first_visit_again(self, client, press):
        press(client, "/shelf", "/shelf", box="dominion-1e:1")
        client.delete_cookie("ten_piles")
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))

    def test_a_forged_cookie_is_a_first_visit_too(self, client):
        client.set_cookie("ten_piles", "forged")
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))


class TestBoxes:
    def test_all_are_there_each_once(self, client):
        page = client.get("/shelf").text
        assert sorted(re.findall(r'name="box" value="([^"]+):1"', page)) == sorted(BOXES)

    def test_stand_by_the_year_of_their_first_edition(self, client):
        assert names(client.get("/shelf").text)[:12] == [
            *("Dominion", "Intrigue", "Seaside", "Alchemy", "Prosperity", "Cornucopia"),
            *("Hinterlands", "Dark Ages", "Base Cards", "Guilds", "Cornucopia & Guilds"),
            "Adventures",
        ]

    def test_those_not_here_lose_their_colour_and_keep_their_place(self, at_home, client):
        before, after = client.get("/shelf").text, at_home(("alchemy",)).get("/shelf").text
        assert names(before) == names(after)
        assert after.count('class="off"') == before.count('class="off"') - 1

    def test_one_edition_says_add_or_here(self, at_home):
        page = text_of(at_home(("alchemy",)).get("/shelf"))
        assert "Alchemy Here" in page
        assert "Dark Ages Add" in page

    def test_each_can_be_put_there_and_taken_away(self, client, press):
        for box in BOXES:
            press(client, "/shelf", "/shelf", box=f"{box}:1")
        page = client.get("/shelf").text
        assert all(toggle(page, box) == (f"{box}:0", True) for box in BOXES)
        for box in BOXES:
            press(client, "/shelf", "/shelf", box=f"{box}:0")
        assert "Tick your boxes once; the app remembers them." in text_of(client.get("/shelf"))

    def test_two_taps_on_one_page_are_one(self, client, press):
        for _ in range(2):
            press(client, "/shelf", "/shelf", box="dominion-1e:1")
        assert "1 box, 25 Kingdom piles." in text_of(client.get("/shelf"))

    def test_one_can_be_there_twice(self, client, press):
        press(client, "/shelf", "/shelf", box="dominion-1e:2")
        page = client.get("/shelf")
        assert "2 boxes, 25 Kingdom piles." in text_of(page)
        assert "1st ×2" in text_of(page)
        assert page.text.count('<svg color="#39506f"></svg><b>D1<') == 2
        press(client, "/shelf", "/shelf", box="dominion-1e:1")
        assert "1 box, 25 Kingdom piles." in text_of(client.get("/shelf"))

    @pytest.mark.parametrize(
        "box",
        [
            *("", "dominion-1e", "dominion-1e:4", "dominion-1e:-1", "dominion-1e:1:1"),
            *("dominion:1", "<script>:1", "💥:1", "x" * 300, "dominion-1e:١"),
        ],
    )
    def test_what_is_no_box_changes_nothing(self, at_home, press, box):
        client = at_home(("alchemy",))
        answer = press(client, "/shelf", "/shelf", box=box)
        assert answer.status_code == 422
        assert "This box is unknown. Nothing was changed." in text_of(answer)
        assert "1 box, 12 Kingdom piles." in text_of(answer)

    def test_boxes_we_no_longer_know_do_no_harm(self, at_home):
        client = at_home(("dominion-1e", "of-old"))
        assert "1 box, 25 Kingdom piles." in text_of(client.get("/shelf"))
        assert client.get("/").status_code == 200


class TestDock:
    def test_counts_the_piles_that_are_missing(self, at_home):
        assert "3 more piles needed for a kingdom" in text_of(
            at_home(("dominion-update-pack",)).get("/shelf")
        )
        client = at_home(("dominion-update-pack", "promo-stash", "promo-envoy"))
        assert "1 more pile needed for a kingdom" in text_of(client.get("/shelf"))

    def test_draws_when_there_are_ten(self, at_home, press):
        client = at_home(("dominion-1e",))
        assert 'action="/draw"' in client.get("/shelf").text
        answer = press(client, "/shelf", "/draw", seed="s")
        assert answer.headers["Location"].startswith("/kingdom/")

    def test_counts_what_friends_brought(self, at_home, press, friend):
        client = at_home(("base-cards",))
        assert "10 more piles needed for a kingdom" in text_of(client.get("/shelf"))
        press(client, f"/shelf/friend/{friend.code}", f"/shelf/friend/{friend.code}")
        assert "Draw ten piles" in text_of(client.get("/shelf"))


class TestBasicCards:
    SENTENCE = (
        "None of these boxes have the basic cards (Copper to Province). "
        "Add Dominion, Intrigue 1st or Base Cards."
    )

    @pytest.mark.parametrize("boxes", [("alchemy",), ("intrigue-2e", "promo-stash")])
    def test_are_missed(self, at_home, boxes):
        assert self.SENTENCE in text_of(at_home(boxes).get("/shelf"))

    @pytest.mark.parametrize("box", ["dominion-1e", "dominion-2e", "intrigue-1e", "base-cards"])
    def test_come_with_some_boxes(self, at_home, box):
        assert self.SENTENCE not in text_of(at_home((box, "alchemy")).get("/shelf"))

    def test_are_not_missed_on_an_empty_shelf(self, client):
        assert self.SENTENCE not in text_of(client.get("/shelf"))


class TestOwnCode:
    def test_is_shown_as_a_picture_and_as_text(self, friend):
        page = friend.get("/shelf/show")
        assert f"{friend.code[:4]} {friend.code[4:]}" in text_of(page)
        assert f"http://localhost/shelf/friend/{friend.code}" in page.text
        assert '<svg class="qr"' in re.sub(r"<svg [^>]*class=\"qr\"", '<svg class="qr"', page.text)

    def test_stays_the_same(self, friend):
        assert text_of(friend.get("/shelf/show")) == text_of(friend.get("/shelf/show"))

    def test_says_when_other_phones_cannot_reach_it(self, friend):
        assert "Other phones can’t reach “localhost”." in text_of(friend.get("/shelf/show"))
        there = friend.get("/shelf/show", base_url="http://192.168.1.5:5000")
        assert "can’t reach" not in text_of(there)

    def test_needs_a_shelf(self, client):
        answer = client.get("/shelf/show", follow_redirects=True)
        assert answer.request.path == "/shelf"
        assert "Tick your boxes first; then friends can see them." in text_of(answer)


class TestFriend:
    def test_is_seen_with_name_and_boxes(self, client, friend):
        page = text_of(client.get(f"/shelf/friend/{friend.code}"))
        assert "Seaside 2nd, Empires, Nocturne" in page
        assert "3 boxes, 84 Kingdom piles." in page
        assert "Add for tonight" in page
        assert "<title>Jana’s shelf" in client.get(f"/shelf/friend/{friend.code}").text

    def test_is_not_joined_by_looking(self, at_home, store, friend):
        client = at_home()
        client.get(f"/shelf/friend/{friend.code}")
        assert store.friends(client.home) == ()

    def test_brings_boxes_for_tonight(self, at_home, press, friend):
        client, address = at_home(("dominion-1e",)), f"/shelf/friend/{friend.code}"
        assert press(client, address, address).headers["Location"] == "/shelf"
        page = text_of(client.get("/shelf"))
        assert "Jana’s shelf is here tonight." in page
        assert "Jana’s shelf Seaside 2nd, Empires, Nocturne Here" in page
        assert "Tonight’s total: 4 boxes, 109 Kingdom piles." in page
        assert "4 boxes" in text_of(client.get("/"))

    def test_can_be_joined_before_there_is_a_shelf(self, client, press, friend):
        address = f"/shelf/friend/{friend.code}"
        press(client, address, address)
        assert "Tonight’s total: 3 boxes" in text_of(client.get("/shelf"))

    def test_can_be_switched_off_and_on_and_removed(self, at_home, press, friend):
        client, address = at_home(("dominion-1e",)), f"/shelf/friend/{friend.code}"
        press(client, address, address)
        press(client, "/shelf", "/shelf/friends", friend=f"{friend.code}:no")
        assert "Tonight’s total" not in text_of(client.get("/shelf"))
        assert "Jana’s shelf" in text_of(client.get("/shelf"))
        press(client, "/shelf", "/shelf/friends", friend=f"{friend.code}:yes")
        assert "Tonight’s total: 4 boxes" in text_of(client.get("/shelf"))
        press(client, address, f"{address}/remove")
        assert "Jana’s shelf" not in text_of(client.get("/shelf"))

    def test_changes_are_seen_at_once(self, at_home, press, friend):
        client, address = at_home(("dominion-1e",)), f"/shelf/friend/{friend.code}"
        press(client, address, address)
        press(friend, "/shelf", "/shelf", box="alchemy:1")
        assert "Alchemy, Empires, Nocturne" in text_of(client.get("/shelf"))

    def test_is_not_changed_by_us(self, at_home, press, friend):
        client, address = at_home(("dominion-1e",)), f"/shelf/friend/{friend.code}"
        press(client, address, address)
        press(client, "/shelf", "/shelf", box="empires:0")
        assert "3 boxes" in text_of(friend.get("/shelf"))

    def test_one_can_be_no_friend_of_oneself(self, friend, press):
        address = f"/shelf/friend/{friend.code}"
        assert "This is your own shelf." in text_of(friend.get(address))
        press(friend, "/shelf", address)
        page = text_of(friend.get("/shelf"))
        assert "This is your own shelf." in page
        assert "Jana’s shelf" not in page

    def test_friends_of_others_are_not_touched(self, at_home, store, press, friend):
        owner, stranger = at_home(), at_home()
        store.add_friend(owner.home, friend.home)
        press(stranger, "/shelf", "/shelf/friends", friend=f"{friend.code}:no")
        press(stranger, "/shelf", f"/shelf/friend/{friend.code}/remove")
        assert [other.here for other in store.friends(owner.home)] == [True]
        assert store.friends(stranger.home) == ()

    @pytest.mark.parametrize("friend", ["", "x", "000000:yes", ":", "<b>:no", "💥:yes"])
    def test_switching_nobody_changes_nothing(self, at_home, press, friend):
        assert press(at_home(), "/shelf", "/shelf/friends", friend=friend).status_code == 303

    def test_many_are_enough(self, at_home, store, press, friend):
        client, address = at_home(), f"/shelf/friend/{friend.code}"
        for _ in range(20):
            other, _ = store.found_household()
            store.shelf_code(other.id)
            store.add_friend(client.home, other.id)
        press(client, address, address)
        assert "You can’t add any more friends." in text_of(client.get("/shelf"))
        assert len(store.friends(client.home)) == 20

    def test_all_boxes_of_many_friends_can_still_be_drawn_from(self, at_home, store, press):
        client = at_home(BOXES * 3)
        for _ in range(8):
            other, _ = store.found_household()
            store.keep_shelf(other.id, BOXES * 3)
            store.add_friend(client.home, other.id)
        assert press(client, "/", "/draw").headers["Location"].startswith("/kingdom/")

    def test_a_long_shelf_is_told_shortly(self, at_home, store):
        client = at_home(BOXES)
        code = store.shelf_code(client.home)
        assert "and 35 more" in text_of(client.get(f"/shelf/friend/{code}"))

    def test_one_without_a_name_is_called_by_its_code(self, client, store, at_home):
        code = store.shelf_code(at_home().home)
        page = client.get(f"/shelf/friend/{code}").text
        assert f"<title>Shelf {code[:4]} {code[4:]}" in page


class TestCode:
    def test_can_be_typed_in_any_way(self, client, store, friend):
        store._write("update household set shelf_code = '10AB2Q' where id = ?", friend.home)
        for typed in ("10ab2q", " 10AB 2Q ", "ioab-2q", "L0aB.2q"):
            answer = client.get("/shelf/friend", query_string={"code": typed})
            assert answer.headers["Location"] == "/shelf/friend/10AB2Q", typed
        assert client.get("/shelf/friend/10ab 2q").status_code == 200

    def test_is_asked_for(self, client):
        page = client.get("/shelf/friend")
        assert page.status_code == 200
        assert "Shelf code" in text_of(page)

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("4F7K 2Q", "There’s no shelf with this code. Check the 6 characters"),
            ("4F7K", "A shelf code has 6 characters, such as 4F7K 2Q."),
            ("UUUUUU", "A shelf code has 6 characters, such as 4F7K 2Q."),
            ("<script>alert(1)</script>", "A shelf code has 6 characters"),
            ("💥" * 200, "A shelf code has 6 characters"),
        ],
    )
    def test_an_unknown_one_is_told_and_kept_in_the_field(self, client, typed, sentence):
        answer = client.get("/shelf/friend", query_string={"code": typed})
        assert answer.status_code == 422
        assert sentence in text_of(answer)
        kept = re.search(r'id="code" name="code"[^>]* value="([^"]*)"', answer.text)
        assert unescape(kept[1]) == typed
        assert "<script>alert" not in answer.text

    @pytest.mark.parametrize("code", ["4F7K2Q", "x", "💥", "%3Cscript%3E"])
    def test_an_unknown_address_is_friendly(self, client, press, code):
        answer = client.get(f"/shelf/friend/{code}")
        assert answer.status_code == 404
        assert "There’s no shelf with this code." in text_of(answer)
        assert press(client, "/shelf", f"/shelf/friend/{code}").status_code == 404


class TestPlayers:
    def test_are_asked_on_the_shelf_until_something_is_drawn(self, client, press):
        assert press(client, "/shelf", "/players", players="4", shelf="on").location == "/shelf"
        press(client, "/shelf", "/shelf", box="dominion-2e:1")
        assert ">4</output>" in client.get("/shelf").text
        link = press(client, "/shelf", "/draw", seed="a").location
        assert "players=4" in link
        assert 'name="players"' not in client.get("/shelf").text

    def test_the_first_screen_says_what_it_is_for_and_asks_for_no_friends_boxes(
        self, client, press
    ):
        page = client.get("/shelf").text
        assert "For Dominion: draws a kingdom" in page
        assert 'id="tonight"' not in page
        press(client, "/shelf", "/shelf", box="dominion-2e:1")
        page = client.get("/shelf").text
        assert page.index('id="boxes"') < page.index('id="tonight"')
