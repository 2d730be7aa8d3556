"""People of a household: who is here tonight, and what each likes and dislikes."""

import re

import pytest

from web.store import LoggedGame, Player, Taste
from web.store import games as limits


@pytest.fixture
def jana(at_home, store):
    """A visitor whose household knows Jana, who is here; `.jana` is her id."""
    client = at_home(("dominion-1e",))
    client.jana = store.add_person(client.home, "Jana", here=True).id
    return client


@pytest.fixture
def like(press):
    """Has Jana like or dislike a card."""

    def like(client, **sent):
        page = f"/people/{client.jana}"
        return press(client, page, f"{page}/taste", **sent)

    return like


class TestList:
    def test_is_empty_at_first(self, client):
        page = client.get("/people")
        assert "Nobody added yet." in page.text
        assert "Set-Cookie" not in page.headers

    def test_takes_a_new_name_and_has_them_here(self, client, press):
        press(client, "/people", "/people", name="  Jana \n Nováková ")
        page = client.get("/people").text
        assert "Jana Nováková" in page
        assert 'aria-pressed="true" aria-label="Jana Nováková is here"' in page

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("", "Enter a name first."),
            (" \u200b ", "Enter a name first."),
            ("x" * 31, "A name can have up to 30 characters."),
        ],
    )
    def test_refuses_what_is_no_name(self, client, press, name, sentence):
        answer = press(client, "/people", "/people", name=name)
        assert answer.status_code == 422
        assert sentence in answer.text

    def test_takes_no_more_than_are_remembered(self, jana, press, monkeypatch):
        monkeypatch.setattr(limits, "MOST_PEOPLE", 1)
        assert press(jana, "/people", "/people", name="Petr").status_code == 422
        assert press(jana, "/people", "/people", name="jana").status_code == 303

    def test_lets_people_come_and_go(self, jana, press, store):
        press(jana, "/people", "/people/here", go=str(jana.jana))
        assert not store.people(jana.home)[0].here
        press(jana, "/people", "/people/here", come=str(jana.jana))
        assert store.people(jana.home)[0].here
        for nobody in ("²", "9" * 5_000):
            assert press(jana, "/people", "/people/here", come=nobody).status_code == 303
            assert press(jana, "/people", "/people/here", go=nobody).status_code == 303
        press(jana, "/people", "/people/here", go="all")
        assert not store.people(jana.home)[0].here

    def test_offers_to_draw_for_those_here(self, jana, press, store):
        for name in ("Petr", "Ota"):
            store.add_person(jana.home, name, here=True)
        page = jana.get("/people").text
        assert "3 people are here, but the draw is for 2 players." in page
        assert "Change to 3 players" in page
        press(jana, "/people", "/people/players")
        page = jana.get("/people").text
        assert "3 people are here tonight." in page
        assert "Change to 3 players" not in page

    def test_is_told_on_the_front_page(self, jana, store):
        assert "Jana is here" in jana.get("/").text
        store.add_person(jana.home, "Petr", here=True)
        assert "Jana and Petr are here" in jana.get("/").text
        for name in ("Ota", "Eva", "Ida"):
            store.add_person(jana.home, name, here=True)
        assert "5 people are here" in jana.get("/").text

    def test_forces_nothing_where_one_alone_is_here(self, jana, press):
        assert "1 person is here tonight." in jana.get("/people").text
        press(jana, "/people", "/people/players")
        assert '<output aria-live="polite">2</output>' in jana.get("/").text


class TestTastes:
    @pytest.mark.parametrize("taste", ["double", "half", "never"])
    def test_are_kept_by_name(self, jana, like, store, taste):
        assert like(jana, taste=taste, card="witch").status_code == 303
        assert store.tastes(jana.home) == (Taste(jana.jana, "witch", taste),)

    def test_take_names_in_any_language_and_show_them_in_the_readers(self, jana, like, store):
        with jana.session_transaction() as session:
            session["names"] = "de"
        like(jana, taste="double", card="Čarodějnice")
        assert [taste.card for taste in store.tastes(jana.home)] == ["witch"]
        assert '<span class="name">Hexe</span>' in jana.get(f"/people/{jana.jana}").text

    def test_are_changed_and_taken_back(self, jana, like, store):
        like(jana, taste="double", card="Moat")
        like(jana, taste="half", pick="moat")
        assert store.tastes(jana.home) == (Taste(jana.jana, "moat", "half"),)
        like(jana, taste="", pick="moat")
        assert store.tastes(jana.home) == ()

    def test_offer_cards_for_a_name_that_is_not_quite_known(self, jana, like):
        answer = like(jana, taste="half", card="smity")
        assert answer.status_code == 422
        assert "There’s no pile called “smity”. Is it one of these?" in answer.text
        assert 'name="pick" value="smithy">Smithy' in answer.text
        assert re.search('<input checked [^>]*value="half"', answer.text)
        assert 'value="smity"' in answer.text

    def test_offer_cards_that_begin_so_in_the_readers_language(self, jana, like):
        with jana.session_transaction() as session:
            session["names"] = "de"
        answer = like(jana, taste="half", card="Hex")
        offered = re.findall(r'name="pick" value="([^"]+)">([^<]+)<', answer.text)
        assert ("witch", "Hexe") in offered
        assert len(offered) <= 6

    @pytest.mark.parametrize("card", ["Copper", "Tax", "xyzzyqqq", "", "<b>"])
    def test_are_for_piles_only(self, jana, like, store, card):
        answer = like(jana, taste="half", card=card)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert store.tastes(jana.home) == ()

    def test_are_not_kept_of_another_kind(self, jana, like, store):
        assert like(jana, taste="thrice", card="Moat").status_code == 422
        assert store.tastes(jana.home) == ()

    def test_are_bounded(self, jana, like, monkeypatch):
        monkeypatch.setattr(limits, "MOST_TASTES", 1)
        like(jana, taste="half", card="Moat")
        answer = like(jana, taste="half", card="Witch")
        assert answer.status_code == 422
        assert "One person can like or dislike up to 60 cards. Remove one first." in answer.text
        assert like(jana, taste="never", card="Moat").status_code == 303


class TestDraws:
    """Likes and dislikes of those here are in every draw."""

    def test_never_deal_what_somebody_here_never_wants(self, jana, like, press):
        like(jana, taste="never", card="Witch")
        places = {press(jana, "/", "/draw", seed=str(seed)).location for seed in range(12)}
        assert not any("witch" in place for place in places)
        assert "Jana’s likes" in jana.get("/").text

    def test_deal_it_once_they_have_left(self, jana, like, press):
        like(jana, taste="never", card="Witch")
        press(jana, "/people", "/people/here", go=str(jana.jana))
        places = {press(jana, "/", "/draw", seed=str(seed)).location for seed in range(12)}
        assert any("witch" in place for place in places)

    def test_say_who_stands_in_the_way_and_offer_a_way_out(self, jana, like, press, store):
        like(jana, taste="never", card="Moat")
        store.keep_wishes(jana.home, {"wishes": {"tags": {"reaction": {"min": 1}}}})
        page = jana.get("/wishes").text
        assert "Jana never wants Moat." in page
        way = re.search(r'name="way" value="(\w+)">Allow Moat', page)
        press(jana, "/wishes", "/wishes/way-out", way=way[1])
        assert store.tastes(jana.home) == ()
        assert "Moat was taken off Jana’s list." in jana.get("/wishes").text

    def test_name_all_who_do_not_want_a_card(self, jana, like, store):
        like(jana, taste="never", card="Moat")
        petr = store.add_person(jana.home, "Petr", here=True)
        store.keep_taste(jana.home, petr.id, "moat", "never")
        store.keep_wishes(jana.home, {"wishes": {"tags": {"reaction": {"min": 1}}}})
        assert "Jana and Petr never want Moat." in jana.get("/wishes").text

    def test_tell_their_dislikes_from_the_never_list_of_the_wishes(self, jana, like, store):
        like(jana, taste="never", card="Moat")
        wishes = {"banned": ["moat"], "wishes": {"tags": {"reaction": {"min": 1}}}}
        store.keep_wishes(jana.home, wishes)
        page = jana.get("/wishes").text
        assert "Moat is on your “Never include” list." in page or "Jana never wants Moat." in page
        assert "No kingdom matches" in page


class TestOnePerson:
    def test_is_renamed_in_games_too(self, jana, press, store):
        page, players = f"/people/{jana.jana}", (Player(jana.jana, "Jana", True),)
        link = "/kingdom/moat?players=2&boxes=dominion-1e"
        game = LoggedGame("a", link, "2026-01-01", "", 2, False, None, "", players)
        store.keep_game(jana.home, game)
        press(jana, page, f"{page}/name", name="Johana")
        assert store.people(jana.home)[0].name == "Johana"
        assert store.game(jana.home, "a").players[0].name == "Johana"
        store.add_person(jana.home, "Petr")
        answer = press(jana, page, f"{page}/name", name="PETR")
        assert answer.status_code == 422
        assert "There’s already someone called PETR. Choose another name." in answer.text
        assert press(jana, page, f"{page}/name", name="").status_code == 422

    def test_is_removed_after_a_question(self, jana, like, press, store):
        like(jana, taste="half", card="Moat")
        page = f"/people/{jana.jana}/remove"
        assert "Remove Jana?" in jana.get(page).text
        press(jana, page, page)
        assert store.people(jana.home) == ()
        assert store.tastes(jana.home) == ()
        assert "Logged games keep the name." in jana.get("/people").text

    def test_needs_our_own_page(self, jana):
        for address in ("/people", "/people/here", f"/people/{jana.jana}/taste"):
            assert jana.post(address, data={}, headers={}).status_code == 400
