"""Reading a collection: titles in any language, editions, exports, and what is not understood."""

import csv
import io
import json
from contextlib import suppress

import pytest

from web.collection.formats import MOST_TITLES, NoCollection
from web.collection.reader import MOST_LOOKED_UP, SUGGESTED, Sureness, read_collection

HEADER = (
    "objectname,objectid,rating,numplays,weight,own,fortrade,want,wanttobuy,wanttoplay,prevowned,"
    "preordered,wishlist,comment,objecttype,originalname,yearpublished,itemtype,"
    "version_publishers,version_languages,version_yearpublished,version_nickname"
)


@pytest.fixture
def read(catalog):
    """Reads a text, as somebody pastes it."""
    return lambda text: read_collection(text.encode(), catalog)


@pytest.fixture
def one(read):
    """The one box, or the choice, that a title means."""

    def read_one(title):
        boxes_read, unknown, _others = read(title)
        assert (len(boxes_read), unknown) == (1, ()), (title, boxes_read, unknown)
        return boxes_read[0]

    return read_one


def bgg_csv(*rows, delimiter=","):
    """A file as BoardGameGeek exports it; a row is what it says of some columns."""
    columns = HEADER.split(",")
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", delimiter=delimiter)
    writer.writeheader()
    writer.writerows({"own": "1", "objecttype": "thing", **row} for row in rows)
    return out.getvalue()


def bgg_item(name, own="1", year="", more=""):
    published = f"<yearpublished>{year}</yearpublished>" if year else ""
    return (
        f'<item objecttype="thing" objectid="36218" subtype="boardgame" collid="1">'
        f'<name sortindex="1">{name}</name>{published}<image>https://x/y.jpg</image>'
        f'<status own="{own}" prevowned="0" wishlist="0" lastmodified="2022-07-10"/>'
        f"<numplays>4</numplays>{more}</item>"
    )


def bgg_xml(*items):
    inside = "".join(items)
    return (
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
        f'<items totalitems="{len(items)}" termsofuse="https://x">{inside}</items>'
    )


class TestEveryBox:
    def test_is_known_by_its_id_and_by_its_title(self, catalog, one):
        for box in catalog.boxes.values():
            for name in (box.id, box.title):
                assert one(name)[1:] == ((box.id,), box.id, Sureness.EXACT), name

    def test_is_known_as_boardgamegeek_calls_it(self, catalog, one):
        editions = {1: "First Edition", 2: "Second Edition"}
        for box in catalog.boxes.values():
            if box.kind == "update pack":
                game = box.name.removesuffix(" Update Pack")
                title = f"{'' if game == 'Dominion' else 'Dominion: '}{game} – Update Pack"
            elif box.kind == "promo":
                title = f"Dominion: {box.name} Promo Card"
            elif box.kind == "base game":
                title = f"{box.name} ({editions[box.edition]})"
            elif box.title == box.name:
                title = f"Dominion: {box.name}"
            else:
                title = f"Dominion: {box.name} ({editions[box.edition]})"
            assert one(title).chosen == box.id, title

    def test_is_among_those_that_each_of_its_other_names_means(self, catalog, one):
        for box in catalog.boxes.values():
            for name in box.also_called:
                assert box.id in one(name).boxes, name


class TestTitles:
    @pytest.mark.parametrize(
        ("title", "box"),
        [
            ("Dominion: Second Edition", "dominion-2e"),
            ("DOMINION 2ND EDITION", "dominion-2e"),
            ("Dominion (2. Edition)", "dominion-2e"),
            ("Dominion – Basisspiel, zweite Edition".replace(",", ""), "dominion-2e"),
            ("base2", "dominion-2e"),
            ("Base Set 1st", "dominion-1e"),
            ("baseFirstEdition", "dominion-1e"),
            ("Dominion: Update Pack", "dominion-update-pack"),
            ("Dominion: Intrigue – Update Pack", "intrigue-update-pack"),
            ("Seaside upgrade kit", "seaside-update-pack"),
            ("Seaside: Ergänzungsset", "seaside-update-pack"),
            ("Dominion: Die Intrige (2. Auflage)", "intrigue-2e"),
            ("L’Intrigue (seconde édition)", "intrigue-2e"),
            ("ドミニオン：陰謀 第二版", "intrigue-2e"),
            ("Prosperita (2. vydání)", "prosperity-2e"),
            ("Dominion: Prosperity (First Edition)", "prosperity-1e"),
            ("Dominion - Hinterland 2. Edition", "hinterlands-2e"),
            ("cornucopiaGuilds2", "cornucopia-guilds-2e"),
            ("Cornucopia and Guilds 2nd", "cornucopia-guilds-2e"),
            ("Cornucopia & Guilds Update Pack", "cornucopia-guilds-update-pack"),
            ("Guilds", "guilds"),
            ("Die Gilden", "guilds"),
            ("Reiche Ernte", "cornucopia"),
            ("darkAges", "dark-ages"),
            ("dark_ages", "dark-ages"),
            ("DARKAGES", "dark-ages"),
            ("Dominion: Dark Ages Expansion", "dark-ages"),
            ("L'Âge des ténèbres", "dark-ages"),
            ("Dominion Abenteuer", "adventures"),
            ("Die Alchemisten", "alchemy"),
            ("錬金術", "alchemy"),
            ("Verbündete", "allies"),
            ("Dominion: Base Cards", "base-cards"),
            ("Basiskarten", "base-cards"),
            ("Sauna / Avanto", "promo-sauna-avanto"),
            ("Dominion: Black Market Promo Card", "promo-black-market"),
            ("Schwarzmarkt (Promokarte)", "promo-black-market"),
            ("Empires 2016", "empires"),
        ],
    )
    def test_mean_one_box(self, one, title, box):
        assert one(title)[1:] == ((box,), box, Sureness.EXACT)

    @pytest.mark.parametrize(
        ("title", "game"),
        [
            ("Dominion", "dominion"),
            ("Base game", "dominion"),
            ("Basisspiel", "dominion"),
            ("ドミニオン", "dominion"),
            ("Dominion: Seaside", "seaside"),
            ("Hijs de Zeilen", "seaside"),
            ("Pobřeží", "seaside"),
            ("Blütezeit", "prosperity"),
            ("Mix-Box", "cornucopia-guilds"),
        ],
    )
    def test_without_an_edition_leave_the_choice(self, one, title, game):
        both = (f"{game}-1e", f"{game}-2e")
        assert one(title)[1:] == (both, "", Sureness.OPEN)

    @pytest.mark.parametrize(
        ("title", "edition"),
        [
            ("Seaside (2009)", "seaside-1e"),
            ("Seaside 2015", "seaside-1e"),
            ("Dominion: Seaside 2022", "seaside-2e"),
            ("Seaside, 2024".replace(",", ""), "seaside-2e"),
            ("Dominion (2001)", "dominion-1e"),
        ],
    )
    def test_with_a_year_suggest_the_edition_of_then(self, one, title, edition):
        boxes_read = one(title)
        assert (boxes_read.chosen, boxes_read.sureness) == (edition, Sureness.BY_YEAR)
        assert len(boxes_read.boxes) == 2

    @pytest.mark.parametrize(
        ("title", "boxes"),
        [
            ("Menagrie", ("menagerie",)),
            ("Renaisance", ("renaissance",)),
            ("Prospeirty", ("prosperity-1e", "prosperity-2e")),
            ("Prospeirty 2nd edition", ("prosperity-2e",)),
        ],
    )
    def test_that_are_misspelt_are_marked(self, one, title, boxes):
        assert one(title)[1::2] == (boxes, Sureness.MISSPELT)

    @pytest.mark.parametrize(
        ("title", "suggested"),
        [
            ("Empires 2nd edition", "empires"),
            ("Alchemy Update Pack", "alchemy"),
            ("Dominion: Big Box", "dominion-1e"),
        ],
    )
    def test_that_are_no_box_get_a_suggestion(self, read, title, suggested):
        boxes_read, unknown, _others = read(title)
        assert boxes_read == ()
        assert unknown[0].line == title
        assert suggested in unknown[0].suggestions

    def test_that_are_like_nothing_are_shown_as_they_are(self, read):
        assert read("Xyzzy").unknown == (("Xyzzy", ()),)


class TestLists:
    @pytest.mark.parametrize(
        "text",
        [
            "Empires\nDark Ages\nDominion 2nd edition",
            "Empires, Dark Ages, Dominion 2nd edition",
            "Empires; Dark Ages;Dominion 2nd edition;",
            "1. Empires\r\n2. Dark Ages\r\n3. Dominion 2nd edition\r\n",
            "- [x] Empires\n* Dark Ages\n• Dominion 2nd edition",
            "1x Empires\n1 x Dark Ages\n2× Dominion 2nd edition",
            '"Empires"\n“Dark Ages”\n\n\nDominion 2nd edition\nempires',
            '["empires", "darkAges", "base2"]',
            '{"sets": {"empires": true, "darkAges": true, "base2": true, "plunder": false}}',
            '{"boxes": [{"id": "empires", "copies": 1}, {"title": "Dark Ages"}, "dominion-2e"]}',
            "\ufeffEmpires\nDark Ages\nDominion 2nd edition",
        ],
    )
    def test_are_read_in_many_shapes(self, read, text):
        boxes_read, unknown, _others = read(text)
        assert [one.chosen for one in boxes_read] == ["empires", "dark-ages", "dominion-2e"]
        assert unknown == ()

    @pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_may_be_written_by_any_machine(self, catalog, coding):
        boxes_read = read_collection("Blütezeit (2. Edition)".encode(coding), catalog).found
        assert [one.chosen for one in boxes_read] == ["prosperity-2e"]

    def test_read_the_same_again(self, read):
        first = read("Seaside (2009)\nBig Bo\nEmpires\nDie Intrige\nProspeirty\nMix-Box\nXyzzy")
        again = read(first.lines)
        assert set(again.found) == set(first.found)
        assert set(again.unknown) == set(first.unknown)

    def test_of_very_many_unknown_titles_are_read_without_suggestions(self, read):
        unknown = read("\n".join(f"Emprs {n}x{n}" for n in range(SUGGESTED + 50))).unknown
        assert len(unknown) == SUGGESTED + 50
        assert unknown[-1].suggestions == ()

    def test_that_are_longer_than_any_shelf_are_refused(self, read):
        with pytest.raises(NoCollection, match="in parts"):
            read("\n".join(f"Title {number}" for number in range(MOST_LOOKED_UP + 1)))

    @pytest.mark.parametrize("body", [b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\x00\x00", b"a\0b"])
    def test_that_are_no_text_are_refused(self, catalog, body):
        with pytest.raises(NoCollection, match="not text"):
            read_collection(body, catalog)

    @pytest.mark.parametrize("text", ["[1, 2", '{"a": ', "[" * 500])
    def test_that_are_broken_json_are_refused(self, read, text):
        with pytest.raises(NoCollection, match="The text"):
            read(text)


class TestBoardGameGeek:
    ROWS = (
        {"objectname": "Dominion", "yearpublished": "2008"},
        {"objectname": "Dominion: Seaside (Second Edition)", "yearpublished": "2022"},
        {"objectname": "Dominion: Empires", "yearpublished": "2016"},
        {"objectname": "Dominion: Nocturne", "own": "0", "wishlist": "1"},
        {"objectname": "Prosperity", "yearpublished": "2013"},
        {"objectname": "Catan, with a comma", "comment": 'He said "no".\nTwice.'},
    )

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_only_owned_rows_of_dominion_count(self, read, delimiter):
        boxes_read, unknown, others = read(bgg_csv(*self.ROWS, delimiter=delimiter))
        assert [(one.line, one.chosen) for one in boxes_read] == [
            ("Dominion (2008)", "dominion-1e"),
            ("Dominion: Seaside (Second Edition) (2022)", "seaside-2e"),
            ("Dominion: Empires (2016)", "empires"),
        ]
        assert unknown == ()
        assert others == 2

    def test_the_version_says_the_edition_before_the_game_does(self, read):
        (first, second) = read(
            bgg_csv(
                {
                    "objectname": "Dominion: Seaside",
                    "yearpublished": "2009",
                    "version_yearpublished": "2022",
                },
                {
                    "objectname": "Dominion: Intrigue",
                    "yearpublished": "2009",
                    "version_nickname": "English second edition",
                },
            )
        ).found
        assert (first.chosen, first.sureness) == ("seaside-2e", Sureness.BY_YEAR)
        assert (second.chosen, second.sureness) == ("intrigue-2e", Sureness.EXACT)
        assert read(f"{first.line}\n{second.line}").found == (first, second)

    def test_the_original_name_helps_where_the_shown_one_is_unknown(self, read):
        row = {"objectname": "ドミニオン:謎", "originalname": "Dominion: Plunder"}
        assert [one.chosen for one in read(bgg_csv(row)).found] == ["plunder"]

    def test_xml_is_read_as_well(self, read):
        version = (
            '<version><item type="boardgameversion" id="1"><name type="primary" sortindex="1" '
            'value="German second edition"/><yearpublished value="2017"/></item></version>'
        )
        boxes_read, unknown, others = read(
            bgg_xml(
                bgg_item("Dominion: Dark Ages", year="2012"),
                bgg_item("Dominion: Intrigue", year="2009", more=version),
                bgg_item("Dominion: Cornucopia &amp; Guilds (Second Edition)"),
                bgg_item("Dominion: Seaside", own="0"),
                bgg_item("Azul", year="2017"),
            )
        )
        assert [one.chosen for one in boxes_read] == [
            "dark-ages",
            "intrigue-2e",
            "cornucopia-guilds-2e",
        ]
        assert (unknown, others) == ((), 1)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("<items><item>", "damaged"),
            ("<items>" + "<a>" * 1000, "damaged"),
            ("<message>Your request has been accepted</message>", "try again later"),
            ("<!DOCTYPE html><html></html>", "web page"),
        ],
    )
    def test_other_xml_is_refused(self, read, text, says):
        with pytest.raises(NoCollection, match=says):
            read(text)

    @pytest.mark.parametrize("coding", ["utf-8", "utf-16"])
    def test_no_entity_is_ever_expanded(self, catalog, coding):
        bomb = '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><b>&b;</b>'
        with pytest.raises(NoCollection, match="web page"):
            read_collection(bomb.encode(coding), catalog)
        with pytest.raises(NoCollection, match="damaged"):
            read_collection(b"<items><item><name>&b;</name></item></items>", catalog)

    def test_of_very_many_rows_the_first_are_read(self, read):
        rows = [{"objectname": f"Game {number}"} for number in range(MOST_TITLES + 10)]
        titles = read(bgg_csv({"objectname": "Dominion: Allies"}, *rows))
        assert titles.other_games == MOST_TITLES - 1

    def test_a_damaged_csv_is_refused(self, read):
        with pytest.raises(NoCollection, match="damaged"):
            read(bgg_csv() + '"' + "x" * 200_000)

    def test_a_file_of_one_column_is_enough(self, read):
        assert [one.chosen for one in read("objectname\nDominion: Allies\n").found] == ["allies"]


def test_nothing_that_is_sent_breaks_the_reader(read):
    values = (None, 1, True, "", [], {}, [[["Empires"]]], {"a": {"b": None}})
    texts = ("", " ", "(", "()", "2", "2nd edition", "–", "second", "(2009)", "💥", "\ud7ff")
    for text in (*texts, *map(json.dumps, values)):
        with suppress(NoCollection):
            read(text)
