"""The front page: shelf, players and wishes are remembered; one tap draws."""

import re

import pytest


class TestFirstVisit:
    def test_opens_the_shelf(self, client):
        answer = client.get("/")
        assert answer.status_code == 302
        assert answer.headers["Location"] == "/shelf"

    def test_a_draw_without_a_shelf_leads_there_too(self, client, press):
        answer = press(client, "/own", "/draw")
        assert answer.headers["Location"] == "/shelf"


class TestSecondVisit:
    def test_shows_boxes_players_and_wishes(self, at_home):
        wishes = {"wishes": {"tags": {"village": {"min": 1}}}}
        page = at_home(("dominion-1e", "alchemy"), 4, wishes).get("/").text
        assert "2 boxes, 37 piles" in page
        assert '<output aria-live="polite">4</output>' in page
        assert "+2 Actions" in page

    def test_one_tap_draws_a_whole_kingdom(self, at_home, press):
        client = at_home(("dominion-1e", "cornucopia"), 3)
        link = press(client, "/", "/draw").headers["Location"]
        assert re.match(r"/kingdom/([a-z-]+\.){9}[a-z-]+\?players=3&boxes=dominion-1e", link)
        assert client.get(link).status_code == 200

    def test_two_taps_on_one_page_are_one_draw(self, at_home, press):
        client = at_home()
        links = {press(client, "/", "/draw", seed="s").headers["Location"] for _ in range(2)}
        assert len({link.partition("&from")[0] for link in links}) == 1

    def test_wishes_nothing_can_fulfil_lead_to_their_explanation(self, at_home, press):
        client = at_home(wishes={"wishes": {"tags": {"attack": {"min": 9}}}})
        assert press(client, "/", "/draw").headers["Location"] == "/wishes"

    def test_the_last_kingdom_is_one_tap_away(self, at_home, press):
        client = at_home()
        link = press(client, "/", "/draw").headers["Location"].partition("&from")[0]
        assert link.replace("&", "&amp;") in client.get("/").text


class TestPlayers:
    def test_are_kept(self, at_home, press):
        client = at_home()
        press(client, "/", "/players", players="5")
        assert '<output aria-live="polite">5</output>' in client.get("/").text

    @pytest.mark.parametrize("players", ["8", "1", "0", "-3", "many", "", "99999999999", "٣"])
    def test_a_number_that_cannot_be_is_told(self, at_home, press, players):
        client = at_home(players=4)
        assert press(client, "/", "/players", players=players).status_code == 303
        page = client.get("/").text
        assert '<output aria-live="polite">4</output>' in page
        assert "Choose 2 to 7 players." in page

    def test_end_at_seven(self, at_home):
        page = at_home(players=7).get("/").text
        assert re.search(r'aria-label="Players: more" aria-disabled=true', page)
