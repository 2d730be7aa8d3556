"""Importing boxes: a file or a list, a preview, and only then boxes on the shelf."""

import io
import re
from io import BytesIO

import pytest

from tests.web.reading import text_of
from web.collection.views import LARGEST

PAGE = "/shelf/import"


def boxes_of(store, client):
    return store._row("select boxes from household where id = ?", client.home)["boxes"]


@pytest.fixture
def send(press):
    """Sends a list or a file, or what was chosen of it."""
    return lambda client, **fields: press(client, PAGE, PAGE, **fields)


class TestAsking:
    def test_the_shelf_leads_there(self, client):
        assert f'href="{PAGE}"' in client.get("/shelf").text
        assert client.get(PAGE).status_code == 200

    def test_nothing_is_said_so(self, client, send):
        answer = send(client, text="  \n")
        assert answer.status_code == 422
        assert "Choose a file or type a list first." in text_of(answer)

    def test_a_file_without_dominion_is_said_so_and_kept(self, client, send):
        answer = send(client, text="objectname,own\nCatan,1\n")
        assert answer.status_code == 422
        assert "This file doesn’t list any Dominion boxes." in text_of(answer)
        assert "Catan,1" in answer.text

    def test_a_file_that_is_no_text_is_said_so(self, client, send):
        answer = send(client, file=(io.BytesIO(b"\x89PNG\0\0"), "a.png"))
        assert answer.status_code == 422
        assert "This file is not text." in text_of(answer)

    def test_a_file_in_the_place_of_the_list_is_no_list(self, client):
        sent = {"text": (BytesIO(b"Seaside"), "list.txt")}
        answer = client.post("/shelf/import", data=sent)
        assert answer.status_code == 422

    def test_a_file_that_is_too_large_is_said_so(self, client):
        answer = client.post(
            PAGE, data=b"x" * (LARGEST + 1), content_type="multipart/form-data; boundary=b"
        )
        assert answer.status_code == 413
        assert "The file is too big. The limit is 4 MB." in text_of(answer)


class TestPreview:
    def test_shows_what_would_be_ticked_and_saves_nothing(self, at_home, send, store):
        client = at_home(("empires",))
        answer = send(client, text="Empires\nDark Ages\nSeaside (2009)\nIntrigue\nXyzzy <b>")
        page = text_of(answer)
        assert answer.status_code == 200
        assert re.findall(r'name="box" value="([^"]+)" checked', answer.text) == ["dark-ages"]
        assert '<option value="seaside-1e" selected>' in answer.text
        assert re.search(r'<option value=""\s+selected>Choose', answer.text)
        assert "Already on your shelf Empires" in page
        assert "Not understood Xyzzy <b>" in page
        assert boxes_of(store, client) == '["empires"]'

    def test_takes_an_uploaded_file(self, client, send):
        body = b"objectname,own\nDominion: Allies,1\nCatan,1\nDominion: Plunder,0\n"
        answer = send(client, file=(io.BytesIO(body), "collection.csv"))
        assert re.findall(r'name="box" value="([^"]+)"', answer.text) == ["allies"]
        assert "1 other game in the list was left out." in text_of(answer)

    def test_asks_for_no_edition_of_a_game_that_is_here(self, at_home, send):
        answer = send(at_home(("seaside-2e",)), text="Seaside\nEmpires")
        assert "Already on your shelf Seaside 2nd" in text_of(answer)
        assert "<select" not in answer.text

    def test_leads_back_to_the_list(self, client, send):
        answer = send(client, text="Empires\nXyzzy", do="edit")
        assert re.search(r"<textarea[^>]*>\s*Empires\s+Xyzzy</textarea>", answer.text)


class TestSaving:
    def test_adds_what_is_ticked_and_keeps_the_rest(self, at_home, send, store):
        client = at_home(("empires", "empires", "promo-envoy"))
        lines = "Empires\nDark Ages\nAllies\nSeaside\nIntrigue (2009)\nBig Box"
        answer = send(
            client,
            text=lines,
            do="save",
            box=["dark-ages"],
            **{"pick.0.box": "seaside-2e", "pick.1.box": "none", "pick.2.box": "none"},
        )
        assert (answer.status_code, answer.location) == (303, "/shelf")
        kept = '["empires", "empires", "promo-envoy", "dark-ages", "seaside-2e"]'
        assert boxes_of(store, client) == kept
        assert "2 boxes added." in client.get("/shelf").text

    def test_asks_again_for_an_edition_and_loses_nothing(self, at_home, send, store):
        client = at_home(())
        fields = {"pick.0.box": "", "pick.1.box": "intrigue-1e"}
        answer = send(
            client, text="Dark Ages\nAllies\nSeaside\nIntrigue", do="save", box="allies", **fields
        )
        assert answer.status_code == 422
        assert text_of(answer).count("Choose an edition, or leave it out.") == 1
        assert re.findall(r'name="box" value="([^"]+)" checked', answer.text) == ["allies"]
        assert '<option value="intrigue-1e" selected>' in answer.text
        assert boxes_of(store, client) == "[]"

    def test_founds_a_household_only_then(self, client, send, store):
        send(client, text="Allies")
        assert store._rows("select * from household") == []
        send(client, text="Allies", do="save", box="allies")
        assert [row["boxes"] for row in store._rows("select * from household")] == ['["allies"]']

    @pytest.mark.parametrize("box", ["nothing", "../x", "seaside-2e"])
    def test_takes_no_box_that_was_not_offered(self, at_home, send, store, box):
        client = at_home(())
        send(client, text="Allies", do="save", box=box)
        assert boxes_of(store, client) == "[]"
