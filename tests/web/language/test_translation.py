"""Languages of the pages: a file dropped in is all it takes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flask import session

from app import create_app
from setup_rules.sentences import Code, listed, row, say, say_number
from tests.builders import CATALOG
from web.draw.defaults import ADVISED, WHOSE
from web.draw.tonight import Tonight
from web.language.card_names import naming
from web.language.translation import gettext, grouped, load, translate

CZECH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\\n"

msgid "About"
msgstr "O hře"

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} karta"
msgstr[1] "{number} karty"
msgstr[2] "{number} karet"

msgid "{card} needs {what}"
msgstr "{what} je třeba pro: {card}"

msgid "{some} and {last}"
msgstr "{some} a {last}"

msgid "Ruins"
msgstr "Ruiny"

msgid "{name} isn’t in your boxes."
msgstr "{name} není v žádné krabici."

#, fuzzy
msgid "Wishes"
msgstr "Nejisté"
"""


@pytest.fixture
def app(app, tmp_path):
    (tmp_path / "cs.po").write_text(CZECH, encoding="utf-8")
    app.extensions["translations"] = load(tmp_path)
    return app


@pytest.fixture
def czech(client):
    """A visitor who chose Czech."""
    answer = client.post(
        "/settings/language", data={"language": "cs"}, headers={"Origin": "http://localhost"}
    )
    assert answer.status_code == 303
    return client


@pytest.fixture
def in_czech(app):
    with app.test_request_context("/") as context:
        context.session["language"] = "cs"
        yield


class TestChoosing:
    def test_without_a_choice_pages_are_english(self, client):
        page = client.get("/about").text
        assert '<html lang="en"' in page
        assert "<h1>About</h1>" in page

    def test_a_chosen_language_is_spoken_and_named(self, czech):
        page = czech.get("/about").text
        assert '<html lang="cs"' in page
        assert "<h1>O hře</h1>" in page

    def test_what_is_not_translated_or_not_sure_stays_english(self, czech):
        assert ">Wishes</a>" in czech.get("/about").text

    def test_the_settings_offer_what_there_is(self, czech):
        page = czech.get("/settings").text
        assert 'name="language" value="cs" lang="cs" aria-pressed="true"' in page
        assert 'name="language" value="en" lang="en" aria-pressed="false"' in page

    def test_english_alone_is_nothing_to_choose(self, database, tmp_path):
        app = create_app({"DATABASE": database, "TRANSLATIONS": tmp_path / "none"})
        assert 'name="language"' not in app.test_client().get("/settings").text

    def test_a_language_that_is_not_there_is_refused(self, client):
        answer = client.post(
            "/settings/language", data={"language": "xx"}, headers={"Origin": "http://localhost"}
        )
        assert answer.status_code == 422
        assert "isn’t available in this language" in answer.text

    def test_a_language_that_is_gone_falls_back_to_english(self, client):
        with client.session_transaction() as session:
            session["language"] = "xx"
        assert '<html lang="en"' in client.get("/about").text

    @pytest.mark.parametrize(
        ("likes", "spoken"),
        [
            ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
            ("sk,CS;q=0.5", "cs"),
            ("en-GB,cs;q=0.5", "en"),
            ("cs;q=0,fr", "en"),
            ("fr-FR,fr", "en"),
            ("*", "en"),
            ("", "en"),
            ("\x01;q=x", "en"),
        ],
    )
    def test_who_has_chosen_nothing_reads_what_the_browser_likes(self, client, likes, spoken):
        answer = client.get("/about", headers={"Accept-Language": likes})
        assert f'<html lang="{spoken}"' in answer.text
        assert "Accept-Language" in answer.headers["Vary"]

    def test_a_choice_goes_before_what_the_browser_likes(self, czech):
        page = czech.get("/about", headers={"Accept-Language": "en"}).text
        assert '<html lang="cs"' in page

    def test_card_names_follow_the_language_until_they_are_chosen(self, czech):
        link = "/kingdom/bank?players=2&boxes=prosperity-1e"
        assert "Banka" in czech.get(link).text
        chosen = {"names": "en"}
        czech.post("/settings/names", data=chosen, headers={"Origin": "http://localhost"})
        assert "Banka" not in czech.get(link).text

    def test_problems_of_the_engine_are_translated_too(self, czech):
        page = czech.get("/kingdom/bank?players=2&boxes=dominion-1e").text
        assert "Banka není v žádné krabici" in page

    def test_the_json_interface_stays_english(self, czech):
        body = {"boxes": ["dominion-1e"], "players": 2, "kingdom": ["Bank"]}
        assert "Bank isn’t in your boxes." in czech.post("/api/plan", json=body).text
        error = czech.get("/api/nowhere").json["error"]
        assert error["message"].startswith("There’s no page at this address.")

    def test_a_file_that_is_wrong_is_logged_and_its_pages_stay_english(
        self, database, tmp_path, caplog
    ):
        (tmp_path / "de.po").write_text('msgid "About', encoding="utf-8")
        app = create_app({"DATABASE": database, "TRANSLATIONS": tmp_path})
        assert "<h1>About</h1>" in app.test_client().get("/about?lang=de").text
        assert "de.po: missing msgstr" in caplog.text

    def test_files_are_read_when_somebody_speaks_them(self, database):
        app = create_app({"DATABASE": database})
        app.test_client().get("/about")
        assert set(app.extensions["translations"]) == {"en"}
        app.test_client().get("/about?lang=cs")
        assert set(app.extensions["translations"]) == {"en", "cs"}


class TestLinksThatAskForALanguage:
    KINGDOM = "/kingdom/bank?players=2&boxes=prosperity-1e"

    def test_the_page_is_in_that_language_and_so_are_those_after_it(self, client):
        assert '<html lang="cs"' in client.get(f"{self.KINGDOM}&lang=cs").text
        assert '<html lang="cs"' in client.get("/about").text

    def test_what_the_visitor_chose_is_only_set_aside_for_that_page(self, czech):
        assert '<html lang="en"' in czech.get("/about?lang=en").text
        assert '<html lang="cs"' in czech.get("/about").text

    @pytest.mark.parametrize("asked", ["xx", "", "cs%00", "../cs"])
    def test_a_language_that_is_not_there_is_passed_over(self, client, asked):
        assert '<html lang="en"' in client.get(f"/about?lang={asked}").text
        assert not client.get_cookie("session")

    def test_sharing_makes_such_links_on_request(self, client):
        plain = client.get("/share/bank?players=2&boxes=prosperity-1e").text
        assert "lang=cs" not in plain
        page = client.get("/share/bank?players=2&boxes=prosperity-1e&in=cs").text
        assert "http://localhost/kingdom/bank?players=2&amp;boxes=prosperity-1e&amp;lang=cs" in page
        assert '<input type="hidden" name="players" value="2">' in page
        assert '<html lang="en"' in page

    def test_so_does_a_code_for_friends_and_for_the_household_itself(self, client):
        made = client.post(
            "/share", data={"link": self.KINGDOM}, headers={"Origin": "http://localhost"}
        )
        code = made.location.rpartition("/")[2].partition("?")[0]
        assert f"http://localhost/k/{code}?lang=cs" in client.get(f"/share/{code}?in=cs").text
        own = client.get(f"/k/{code}?lang=cs")
        assert own.location.endswith("&lang=cs")
        friend = client.application.test_client()
        assert '<html lang="cs"' in friend.get(f"/k/{code}?lang=cs").text


class TestTheAdviceOfARulebook:
    """Prosperita, 2010, Příprava hry: both new piles with four or more cards of Prosperity."""

    def colony(self, client) -> str:
        page = client.get("/wishes").text
        return page[page.index('name="draws.platinum_colony"') :].partition("</select>")[0]

    def wish(self, client, how):
        data = {"draws.platinum_colony": how}
        return client.post("/wishes", data=data, headers={"Origin": "http://localhost"})

    def test_is_offered_first_to_czech_tables_and_says_so(self, czech):
        first = self.colony(czech).partition("<option")[2].partition("</option>")[0]
        assert 'value=""' in first
        assert "selected" in first
        assert "If 4 or more are from Prosperity, as the Czech rulebook recommends" in first

    def test_is_somebodys_in_every_language_that_has_one(self):
        assert WHOSE.keys() == ADVISED.keys()

    def test_leaves_all_other_ways_to_choose(self, czech, client):
        others = ["random-card", "first-randomizer", "all-prosperity", "majority", "always"]
        for way in (*others, "never", "open"):
            assert f'value="{way}"' in self.colony(czech)

    def test_is_not_that_of_other_tables(self, client):
        first = self.colony(client).partition("<option")[2].partition("</option>")[0]
        assert "One of the 10 cards decides, at random" in first

    def test_decides_the_draw_of_a_czech_table(self, app):
        for spoken, way in (("cs", "four-or-more"), ("en", "random-card")):
            with app.test_request_context("/"):
                session["language"] = spoken
                request = Tonight(None, (), ("dominion-1e", "prosperity-1e"), 3, {}).request()
                assert request.how.platinum_colony == way

    def test_gives_way_to_a_wish(self, app, czech):
        with app.test_request_context("/"):
            session["language"] = "cs"
            wishes = {"draws": {"platinum_colony": "random-card"}}
            request = Tonight(None, (), ("dominion-1e",), 3, wishes).request()
            assert request.how.platinum_colony == "random-card"
        assert self.wish(czech, "random-card").status_code == 303
        chosen = self.colony(czech).partition('value="random-card"')[2].partition(">")[0]
        assert "selected" in chosen


@pytest.mark.parametrize(
    ("spoken", "text"), [("en", "9,315,999"), ("cs", "9\xa0315\xa0999"), ("de", "9.315.999")]
)
def test_digits_are_grouped_as_the_language_does(database, spoken, text):
    app = create_app({"DATABASE": database})
    with app.test_request_context(f"/?lang={spoken}"):
        assert grouped(9_315_999) == text
        assert grouped(-1.5) == ("-1.5" if spoken == "en" else "-1,5")


@pytest.mark.usefixtures("in_czech")
class TestTranslating:
    @pytest.mark.parametrize(("number", "text"), [(1, "1 karta"), (3, "3 karty"), (5, "5 karet")])
    def test_numbers_have_the_forms_of_the_language(self, number, text):
        assert translate(say_number("{number} card", "{number} cards", number)) == text

    def test_parts_are_translated_and_may_change_places(self):
        what = say_number("{number} card", "{number} cards", 2)
        sentence = say("{card} needs {what}", card=listed(["Moat", "Mine"]), what=what)
        assert translate(sentence, str.upper) == "2 karty je třeba pro: MOAT a MINE"

    def test_rows_are_translated_part_by_part(self):
        assert translate(row(("Moat", say("About")), "; "), str.lower) == "moat; O hře"

    def test_codes_and_numbers_stay(self):
        sentence = say("{card} needs {what}", card=Code("moat"), what=Fraction(1, 3))
        assert translate(sentence, str.upper) == "1/3 je třeba pro: moat"

    def test_a_plain_text_is_a_sentence_without_values(self):
        assert translate("About") == "O hře"
        assert translate("") == ""

    def test_names_that_are_no_cards_are_words_of_the_page(self):
        assert naming(CATALOG, "en")("Ruins") == "Ruiny"
        assert naming(CATALOG, "de")("Smithy") == "Schmiede"
        assert naming(CATALOG, "en")("Smithy") == "Smithy"

    @pytest.mark.parametrize(
        ("language", "sides"),
        [
            ("en", ["Miserable", "Twice Miserable"]),
            ("de", ["Elendig", "Doppelt Elendig"]),
            ("nl", ["Ellendig", "Dubbel Ellendig"]),
        ],
    )
    def test_sides_of_a_state_that_scores_have_their_own_names(self, language, sides):
        assert list(map(naming(CATALOG, language), ["Miserable", "Twice Miserable"])) == sides


def test_outside_of_the_app_english_is_spoken():
    assert gettext("About") == "About"
