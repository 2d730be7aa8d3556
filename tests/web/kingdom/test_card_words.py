"""What a card does, in our own few words, wherever one must decide; and a kingdom at a glance."""

from __future__ import annotations

import re
from html import escape

import pytest

from tests.web.furnished import LINK, MARKET_LINK
from web.draw.card_words import at_a_glance, purposes, wiki_address
from web.draw.wish_words import wishes_in_words
from web.serving.environment import WIKI, WrongSetting, read_settings

A_WIKI = "https://wiki.example.org/{name}"


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


@pytest.fixture
def said(app):
    with app.test_request_context():
        yield


@pytest.mark.usefixtures("said")
class TestPurposes:
    def test_they_follow_the_tags(self, catalog):
        assert purposes(catalog.cards["village"].tags) == ("+2 Actions", "+1 Card and +1 Action")
        assert purposes(catalog.cards["chapel"].tags) == ("trashing",)

    def test_what_the_types_or_a_better_word_say_is_not_said_again(self):
        assert purposes({"attack", "curser", "junker"}) == ("handing out Curses",)

    def test_every_pile_with_a_tag_that_is_no_type_has_words(self, catalog):
        silent = [card.id for card in catalog.cards.values() if card.tags and not words_of(card)]
        assert silent == []


def words_of(card) -> bool:
    return bool(purposes(card.tags)) or {tag.capitalize() for tag in card.tags} <= types_of(card)


def types_of(card) -> set[str]:
    return {type_ for one in (card, *card.contains) for type_ in one.types}


@pytest.mark.usefixtures("said")
class TestGlance:
    def test_one_pile_is_named_several_are_counted_and_none_is_said(self):
        piles = (
            ("Village", {"village"}),
            ("Festival", {"village", "plus_buy"}),
            ("Moat", {"reaction"}),
        )
        parts = {part.words: part.piles for part in at_a_glance(piles)}
        assert parts == {
            "+2 Actions: 2": ("Village", "Festival"),
            "no trashing": (),
            "+1 Buy: Festival": ("Festival",),
            "no attacks": (),
            "Reactions: Moat": ("Moat",),
        }

    def test_no_reaction_is_not_missed(self):
        assert "Reactions" not in " ".join(part.words for part in at_a_glance(()))


class TestWiki:
    def test_the_address_has_the_printed_name(self):
        assert wiki_address(A_WIKI, "King's Court") == "https://wiki.example.org/King%27s_Court"
        assert wiki_address(A_WIKI, "Sauna/Avanto") == "https://wiki.example.org/Sauna"

    def test_the_setting_is_a_template_and_may_be_empty(self):
        assert read_settings({})["WIKI"] == WIKI
        assert read_settings({"WIKI": ""})["WIKI"] == ""
        for wrong in ("https://wiki.example.org/", "javascript:{name}"):
            with pytest.raises(WrongSetting):
                read_settings({"WIKI": wrong})

    def test_the_link_opens_apart_and_tells_the_wiki_nothing(self, client):
        page = client.get("/card/moat").text
        link = re.search('<a class="wiki"[^>]*>', page)[0]
        assert WIKI.replace("{name}", "Moat") in link
        assert 'target="_blank"' in link
        assert 'rel="noopener noreferrer"' in link

    def test_without_a_wiki_there_is_no_link(self, app, client):
        app.config["WIKI"] = ""
        page = client.get("/card/moat")
        assert page.status_code == 200
        assert 'class="wiki"' not in page.text


class TestPages:
    def test_a_card_has_its_page(self, client):
        page = words(client.get("/card/militia").text)
        assert "discard attacks" in page
        assert "costs $4" in page
        assert client.get("/card/tax").status_code == 200

    def test_an_unknown_card_is_not_found(self, client):
        assert client.get("/card/smity").status_code == 404

    def test_rows_of_a_kingdom_lead_to_it(self, client):
        assert '<a href="/card/moat">' in client.get(LINK).text

    def test_the_kingdom_is_told_at_a_glance(self, client):
        page = client.get(LINK).text
        assert "Reactions: Moat" in page
        assert page.index("Reactions: Moat") < page.index('class="roll"')

    def test_each_part_of_that_line_opens_to_its_piles(self, client):
        page = client.get(LINK).text
        line = re.search('<div class="glance">(.*?)</div>', page)[1]
        opens = dict(re.findall("<details><summary>(.*?)</summary>(.*?)</details>", line))
        assert opens["trashing: 2"] == "Remodel, Mine"
        assert opens["Reactions: Moat"] == "Moat"

    def test_the_black_market_deck_tells_what_its_cards_do(self, client):
        page = client.get("/market", query_string={"link": MARKET_LINK}).text
        assert "handing out Curses" in words(page)

    def test_the_veto_tells_what_its_piles_do(self, at_home, press):
        phone = at_home(("dominion-2e",))
        new = press(phone, "/veto/new", "/veto/new", players="3", strikes="1", seed="friday")
        press(phone, new.location, f"{new.location}/sit", name="Ann")
        page = phone.get(new.location).text
        assert page.count('class="about-card"') >= 10
        assert 'class="glance' in page

    def test_the_wishes_say_in_one_line_what_they_ask_for(self, at_home):
        wishes = {
            "banned": ["militia"],
            "wishes": {
                "tags": {
                    "village": {"min": 2},
                    "trasher": {"min": 1},
                    "plus_buy": {"min": 1, "max": 1},
                    "attack": {"max": 0},
                }
            },
        }
        page = words(at_home(wishes=wishes).get("/wishes").text)
        line = "+2 Actions: at least 2 · trashing · +1 Buy: 1 · no attacks · never Militia"
        assert line in page

    @pytest.mark.usefixtures("said")
    def test_wishes_and_kingdoms_are_told_in_the_same_words(self, catalog):
        kingdom = [("Village", {"village"}), ("Festival", {"village", "plus_buy"})]
        tags = {"village": 2, "trasher": 0, "plus_buy": 2, "attack": 0}
        wishes = {"tags": {tag: {"min": number, "max": number} for tag, number in tags.items()}}
        asked = wishes_in_words({"wishes": wishes}, catalog, glance=True)
        kingdom.append(("Market", {"plus_buy"}))
        assert asked == [part.words for part in at_a_glance(kingdom)]

    def test_closing_a_card_leads_back_to_the_page_before_it(self, client):
        page = client.get("/card/moat", headers={"Referer": f"http://localhost{LINK}"}).text
        assert f'href="{escape(LINK)}">Close</a>' in page
        page = client.get("/card/moat", headers={"Referer": "https://elsewhere.example/"}).text
        assert 'href="/">Close</a>' in page
