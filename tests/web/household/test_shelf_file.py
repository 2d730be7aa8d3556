"""The shelf as a file: everything is in it, and what is not understood is told in sentences."""

import io
import json
import re
from collections import namedtuple
from html import unescape

import pytest

from web.household.household_file import read_household
from web.household.shelf_file import FORMAT, NoShelf, write_shelf
from web.store import Household

WISHES = {"banned": ["Possession"], "wishes": {"tags": {"village": {"min": 1}}}}
HOME = Household("id", "Jana 🐙", ("alchemy", "dominion-1e", "dominion-1e"), 4, WISHES)

SavedShelf = namedtuple("SavedShelf", "name boxes players wishes")
ReadShelf = namedtuple("ReadShelf", "shelf faults")


def file_of(**changes):
    saved = {"format": FORMAT, "version": 1, "boxes": ["alchemy"], **changes}
    return json.dumps(saved).encode()


def read_shelf(body):
    file = read_household(body)
    return ReadShelf(SavedShelf(*file.export[:4]), file.faults)


def faults_of(**changes):
    return list(read_shelf(file_of(**changes)).faults)


@pytest.fixture
def upload(press):
    """Chooses a file and sends it; `how` says what the answer to the question is."""

    def upload(client, body, name="ten-piles-shelf.json", **fields):
        return press(client, "/shelf/open", "/shelf/open", file=(io.BytesIO(body), name), **fields)

    return upload


def kept(answer):
    textarea = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", answer.text, re.DOTALL)
    return unescape(textarea[1]) if textarea else None


@pytest.fixture
def spoken(api):
    """Sentences can be said: they ask the app for the visitor's language."""
    with api.application.app_context():
        yield


@pytest.mark.usefixtures("spoken")
class TestWriting:
    def test_is_readable(self):
        assert json.loads(write_shelf(HOME)) == {
            "format": "ten-piles-shelf",
            "version": 1,
            "name": "Jana 🐙",
            "boxes": [
                {"id": "dominion-1e", "title": "Dominion (1st edition)", "copies": 2},
                {"id": "alchemy", "title": "Alchemy", "copies": 1},
            ],
            "players": 4,
            "wishes": WISHES,
        }
        assert "🐙" in write_shelf(HOME).decode()

    def test_half_a_character_does_no_harm(self):
        odd = HOME._replace(wishes={"banned": ["\ud800Possession"]})
        assert read_shelf(write_shelf(odd)).faults == ()

    def test_an_empty_shelf_is_a_shelf(self):
        assert read_shelf(write_shelf(None)) == (("", (), 2, {}), ())


@pytest.mark.usefixtures("spoken")
class TestReading:
    def test_brings_back_what_was_written(self):
        boxes = ("dominion-1e", "dominion-1e", "alchemy")
        assert read_shelf(write_shelf(HOME)) == (("Jana 🐙", boxes, 4, WISHES), ())

    def test_a_box_may_be_named_by_its_title(self):
        shelf, faults = read_shelf(
            file_of(boxes=["Alchemy", {"title": "Seaside (2nd edition)"}, {"id": "dominion-2e"}])
        )
        assert shelf.boxes == ("dominion-2e", "seaside-2e", "alchemy")
        assert faults == ()

    @pytest.mark.parametrize(
        "body",
        [
            *(b"\x89PNG\r\n\x1a\n\x00\xff", b"no json", b"[]", b"{}", b"null", b"{"),
            *(b'{"format": "x"}', b'{"format": NaN}', b'{"a": 1, "a": 2}', b"[" * 50_000),
            "💥".encode(),
        ],
    )
    def test_something_else_is_no_shelf(self, body):
        with pytest.raises(NoShelf, match="This isn’t a saved shelf"):
            read_shelf(body)

    @pytest.mark.parametrize("version", [3, 0, "1", True, None, 1.0])
    def test_another_version_is_told(self, version):
        with pytest.raises(NoShelf, match="another version of Ten Piles"):
            read_shelf(file_of(version=version))

    def test_every_fault_is_told_at_once(self):
        faults = faults_of(
            boxes=[
                "Alchemie",
                {"id": "seesaid", "title": "Seasides"},
                7,
                {"copies": 2},
                "Dominion",
                {"id": "alchemy", "copies": 9},
            ],
            players=12,
            name=5,
            wishes={"banned": ["Posession"], "boxes": []},
            player=3,
        )
        assert faults == [
            "“player” isn’t a known key. Did you mean “players”?",
            "There’s no box called “Alchemie”. Did you mean alchemy or allies?",
            "There’s no box called “Seasides”. Did you mean seaside-1e, seaside-2e or "
            "seaside-update-pack?",
            "“boxes[2]” must be a box, not a number.",
            "“boxes[3]” has neither “id” nor “title”.",
            "“Dominion” has several editions. Write dominion-1e or dominion-2e.",
            "“boxes[5].copies” must be a whole number from 1 to 3.",
            "The number of players must be a whole number from 2 to 7.",
            "“name” must be text, not a number.",
            "“boxes” isn’t a known key. Use one of these: pinned, banned, wishes, draws and "
            "black_market_size.",
            "There’s nothing called “Posession”. Did you mean Possession, Haunting or Procession?",
        ]

    def test_what_is_understood_is_read_nevertheless(self):
        shelf, faults = read_shelf(file_of(boxes=["alchemy", "nonsense"], players=3))
        assert len(faults) == 1
        assert (shelf.boxes, shelf.players) == (("alchemy",), 3)

    def test_a_long_name_is_refused(self):
        assert faults_of(name="x" * 300) == [
            "This name has 300 characters; the limit is 40. Choose a shorter one."
        ]

    @pytest.mark.parametrize("value", [None, 7, "x", {"a": 1}, [[["x"]]], [None], ["x"] * 300])
    def test_absurd_values_are_told(self, value):
        for key in ("boxes", "wishes"):
            assert faults_of(**{key: value}), key


class TestPage:
    def test_the_file_is_downloaded(self, at_home):
        answer = at_home(("alchemy",), 4, WISHES).get("/shelf/file")
        assert (
            answer.headers["Content-Disposition"] == 'attachment; filename="ten-piles-shelf.json"'
        )
        assert answer.mimetype == "application/json"
        assert answer.json["boxes"] == [{"id": "alchemy", "title": "Alchemy", "copies": 1}]

    def test_a_file_says_first_what_it_would_do(self, at_home, upload, store):
        client = at_home(("empires",))
        answer = upload(client, write_shelf(HOME))
        assert answer.status_code == 200
        assert "In the file: 3 boxes." in answer.text
        assert "This adds 3 boxes." in answer.text
        assert "Your current boxes, player count and wishes will be deleted." in answer.text
        assert kept(answer) == write_shelf(HOME).decode()
        assert "1 box, 24 Kingdom piles." in client.get("/shelf").text

    def test_a_file_takes_the_place_of_the_shelf(self, at_home, upload, store, press):
        client = at_home(("empires",))
        store.add_person(client.home, "Ivan")
        answer = upload(client, write_shelf(HOME))
        answer = press(client, "/shelf/open", "/shelf/open", text=kept(answer), how="replace")
        assert answer.headers["Location"] == "/shelf"
        assert "Imported: 3 boxes." in client.get("/shelf").text
        page = client.get("/shelf").text
        assert "3 boxes, 37 Kingdom piles." in page
        assert "Imported: " not in page
        assert client.get("/shelf/file").data == write_shelf(HOME)
        assert [person.name for person in store.people(client.home)] == ["Ivan"]

    def test_a_file_can_be_added_to_the_shelf(self, at_home, upload, store):
        client = at_home(("empires", "dominion-1e"), 3, {"banned": ["Chapel"]})
        upload(client, write_shelf(HOME), how="add")
        assert client.get("/shelf/file").json == {
            "format": "ten-piles-shelf",
            "version": 1,
            "name": "Jana 🐙",
            "boxes": [
                {"id": "dominion-1e", "title": "Dominion (1st edition)", "copies": 2},
                {"id": "alchemy", "title": "Alchemy", "copies": 1},
                {"id": "empires", "title": "Empires", "copies": 1},
            ],
            "players": 3,
            "wishes": {"banned": ["Chapel"]},
        }

    def test_a_file_is_enough_for_a_first_visit(self, client, upload):
        answer = upload(client, file_of())
        assert 'value="add"' in answer.text
        assert 'value="replace"' not in answer.text
        upload(client, file_of(), how="add")
        assert "1 box, 12 Kingdom piles." in client.get("/shelf").text

    def test_faults_change_nothing_and_the_text_can_be_mended(self, at_home, upload, press):
        client, body = at_home(("empires",)), file_of(boxes=["alchemy", "nonsens"])
        answer = upload(client, body, how="replace")
        assert answer.status_code == 422
        assert "Nothing was changed." in answer.text
        assert "There’s no box called “nonsens”." in answer.text
        assert kept(answer) == body.decode()
        assert "1 box, 24 Kingdom piles." in client.get("/shelf").text
        mended = kept(answer).replace("nonsens", "dark-ages")
        press(client, "/shelf/open", "/shelf/open", text=mended, how="replace")
        assert "Imported: 2 boxes." in client.get("/shelf").text

    def test_the_rest_can_be_read_without_what_is_not_understood(self, at_home, upload, press):
        client, body = at_home(("empires",)), file_of(boxes=["alchemy", "nonsens"])
        answer = upload(client, body)
        assert "Import the rest" in answer.text
        answer = press(client, "/shelf/open", "/shelf/open", text=kept(answer), partly="yes")
        assert "1 thing in it couldn’t be read and is left out." in answer.text
        assert 'name="partly" value="yes"' in answer.text
        fields = {"text": kept(answer), "partly": "yes", "how": "replace"}
        press(client, "/shelf/open", "/shelf/open", **fields)
        assert "Imported: 1 box." in client.get("/shelf").text

    @pytest.mark.parametrize(
        ("body", "sentence"),
        [
            (b"", "Choose a file first."),
            (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "The file isn’t encoded in UTF-8."),
            ("💥💥".encode(), "The file isn’t valid JSON"),
            (b"<script>alert(1)</script>", "The file isn’t valid JSON"),
            (b"{}", "Choose the file called “ten-piles-shelf.json”."),
            (b"\x00", "The file isn’t valid JSON"),
        ],
    )
    def test_absurd_files_are_told(self, at_home, upload, body, sentence):
        client = at_home(("empires",))
        answer = upload(client, body)
        assert answer.status_code == 422
        assert sentence in unescape(answer.text)
        assert "<script>alert" not in answer.text
        assert "1 box, 24 Kingdom piles." in client.get("/shelf").text

    def test_a_file_of_sixteen_megabytes_is_too_much(self, at_home):
        answer = at_home().post(
            "/shelf/open", data=b"x" * 16_000_000, content_type="multipart/form-data; boundary=b"
        )
        assert answer.status_code == 413
        assert "The file is too big. The limit is 6 MB." in answer.text

    def test_no_file_is_told(self, client, press):
        assert "Choose a file first." in press(client, "/shelf/open", "/shelf/open").text
