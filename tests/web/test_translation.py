"""Languages of the pages: a file dropped in is all it takes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app import create_app
from setup_rules.sentences import Code, listed, row, say, say_number
from tests.builders import CATALOG
from web.naming import naming
from web.translation import gettext, translate

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

msgid "{name} is in no box on the shelf."
msgstr "{name} není v žádné krabici."

#, fuzzy
msgid "Wishes"
msgstr "Nejisté"
"""


@pytest.fixture
def app(database, tmp_path):
    (tmp_path / "cs.po").write_text(CZECH, encoding="utf-8")
    return create_app({"DATABASE": database, "TRANSLATIONS": tmp_path})


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
        assert "does not speak this language" in answer.text

    def test_a_language_that_is_gone_falls_back_to_english(self, client):
        with client.session_transaction() as session:
            session["language"] = "xx"
        assert '<html lang="en"' in client.get("/about").text

    def test_problems_of_the_engine_are_translated_too(self, czech):
        page = czech.get("/kingdom/bank?players=2&boxes=dominion-1e").text
        assert "Bank není v žádné krabici." in page

    def test_the_json_interface_stays_english(self, czech):
        body = {"boxes": ["dominion-1e"], "players": 2, "kingdom": ["Bank"]}
        assert "Bank is in no box on the shelf." in czech.post("/api/plan", json=body).text
        error = czech.get("/api/nowhere").json["error"]
        assert error["message"].startswith("There is no page at this address.")

    def test_a_file_that_is_wrong_is_refused_at_the_start(self, database, tmp_path):
        (tmp_path / "de.po").write_text('msgid "About', encoding="utf-8")
        with pytest.raises(ValueError, match=r"de\.po: missing msgstr"):
            create_app({"DATABASE": database, "TRANSLATIONS": tmp_path})


@pytest.mark.usefixtures("in_czech")
class TestTranslating:
    @pytest.mark.parametrize(("number", "text"), [(1, "1 karta"), (3, "3 karty"), (5, "5 karet")])
    def test_numbers_have_the_forms_of_the_language(self, number, text):
        assert translate(say_number("{number} card", "{number} cards", number)) == text

    def test_parts_are_translated_and_may_change_places(self):
        what = say_number("{number} card", "{number} cards", 2)
        said = say("{card} needs {what}", card=listed(["Moat", "Mine"]), what=what)
        assert translate(said, str.upper) == "2 karty je třeba pro: MOAT a MINE"

    def test_rows_are_translated_part_by_part(self):
        assert translate(row(("Moat", say("About")), "; "), str.lower) == "moat; O hře"

    def test_codes_and_numbers_stay(self):
        said = say("{card} needs {what}", card=Code("moat"), what=Fraction(1, 3))
        assert translate(said, str.upper) == "1/3 je třeba pro: moat"

    def test_a_plain_text_is_a_sentence_without_values(self):
        assert translate("About") == "O hře"
        assert translate("") == ""

    def test_names_that_are_no_cards_are_words_of_the_page(self):
        assert naming(CATALOG, "en")("Ruins") == "Ruiny"
        assert naming(CATALOG, "de")("Smithy") == "Schmiede"
        assert naming(CATALOG, "en")("Smithy") == "Smithy"


def test_outside_of_the_app_english_is_spoken():
    assert gettext("About") == "About"
