"""The table picture: where everything lies, what is written on it, and how it is drawn."""

import gzip
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Kingdom
from tests.builders import CATALOG, plan_for
from tests.web import full_kingdoms
from tests.web.pseudo import speak_pseudo
from web.printing.sheet.table import supply_rows
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.table.facts import table_facts
from web.setup_sheet.table.picture import NAME_SIZES, TILE_WIDTH, lay_out
from web.setup_sheet.text_width import Face, fit, width

ROOT = Path(__file__).resolve().parents[3]
FACES = {"name": Face.NAMES, "tag": Face.BOLD, "note": Face.TEXT}
FIRST_GAME = CATALOG.published["first-game"]
COLUMNS = {12.0: "Treasures", 105.75: "Kingdom", 199.5: "Kingdom", 293.25: "Victory"}


def first_game(players=2, **how):
    names = (card.name for card in FIRST_GAME.cards)
    return plan_for(*names, boxes=["dominion-1e"], players=players, **how)


def most_extreme():
    return plan_of(full_kingdoms.bank_and_hermit())


def rare():
    return plan_of(full_kingdoms.rare())


def fates():
    return plan_of(full_kingdoms.fates())


def plan_of(request):
    return plan_setup(request.game(CATALOG))


def facts_of(plan, name=str):
    return table_facts(plan, CATALOG, name)


def picture_of(plan, name=str):
    return lay_out(facts_of(plan, name))


def tile(picture, name):
    (one,) = (tile for tile in picture.tiles if tile.name == name)
    return one


def cells(picture):
    """Names of the tiles of the Supply, row by row, by column."""
    columns = {}
    for each in sorted(picture.supply, key=lambda tile: (tile.y, tile.x)):
        columns.setdefault(COLUMNS[each.x], []).append(each.name)
    return columns


def written(each):
    return [words.text for words in each.words]


def overlap(one, other):
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def faults_of(picture, plan):
    """Everything that is wrong with how a picture is laid out."""
    shapes = (*picture.tiles, *picture.strips)
    yield from (
        f"{one.name} and {other.name} overlap"
        for one, other in combinations(shapes, 2)
        if overlap(one, other)
    )
    for each in shapes:
        if each.x < 0 or each.x + each.width > picture.width or each.y < 0:
            yield f"{each.name} is outside"
        if each.y + each.height > picture.height:
            yield f"{each.name} is below the picture"
        yield from _badly_written(each)
    for heading in picture.headings:
        if not 0 <= heading.x <= picture.width or not 0 < heading.y < picture.height:
            yield f"{heading.text} is outside"
    drawn = Counter((each.name, each.count) for each in picture.supply if each.kind == "pile")
    if drawn != Counter((pile.name, pile.count) for pile in plan.supply):
        yield "the Supply is not drawn pile by pile"
    counts = Counter(each.count for each in picture.beside if each.kind == "pile")
    if counts != Counter(pile.count for pile in (*plan.beside, *plan.aside) if pile.count):
        yield "not every pile beside the Supply is drawn"
    if [strip.name for strip in picture.strips] != [each.name for each in plan.landscapes]:
        yield "not every landscape is drawn"
    mats = [each.name for each in (*picture.beside, *picture.players) if each.kind == "mat"]
    if mats != [f"{mat} mat" for mat in (*plan.shared_mats, *plan.player_mats)]:
        yield "not every mat is drawn"
    if not set(picture.glyphs) <= set(GLYPHS):
        yield "there are glyphs that nobody drew"


def _badly_written(each):
    for words in each.words:
        across = width(words.text, words.size, FACES[words.style])
        if words.size < 12:
            yield f"{words.text} is too small"
        if across / 2 + abs(words.x) > each.width / 2 and each.width == TILE_WIDTH:
            yield f"{words.text} is wider than its tile"
        if words.y > each.height:
            yield f"{words.text} is below its tile"
        for token in each.tokens if each.width == TILE_WIDTH else ():
            right, foot = words.x + across / 2, words.y
            if right > token.x - 8 and foot > token.y - 9 and words.x - across / 2 < token.x:
                yield f"{words.text} lies under a token"


class TestTheSupply:
    """Four columns: Treasures, Kingdom, Kingdom, Victory."""

    def test_has_each_pile_in_its_column_in_order(self):
        assert cells(picture_of(first_game())) == {
            "Treasures": ["Copper", "Silver", "Gold", "Trash"],
            "Kingdom": [card.name for card in sorted(FIRST_GAME.cards, key=lambda c: c.roll_order)],
            "Victory": ["Estate", "Duchy", "Province", "Curse"],
        }

    def test_of_the_most_extreme_kingdom_has_all_that_may_be_in_it(self):
        drawn = cells(picture_of(most_extreme()))
        assert drawn["Treasures"] == ["Copper", "Silver", "Gold", "Platinum", "Potion", "Trash"]
        assert drawn["Victory"] == ["Estate", "Duchy", "Province", "Colony", "Curse", "Ruins"]
        assert drawn["Kingdom"][-1] == "Cellar"

    def test_fills_the_width_of_a_phone(self):
        picture = picture_of(first_game())
        assert picture.width == 390
        assert {each.x for each in picture.supply} == set(COLUMNS)

    def test_has_headings_over_its_columns(self):
        heads = picture_of(first_game()).headings[:3]
        assert [head.text for head in heads] == ["Treasures", "Kingdom", "Victory"]
        assert heads[1].x == picture_of(first_game()).width / 2
        assert all(head.anchor == "middle" for head in heads)

    @pytest.mark.parametrize(
        ("plan", "rows", "height"),
        [
            (first_game(), 5, 80),
            (first_game(platinum_colony=True), 5, 80),
            (plan_for("Familiar"), 5, 80),
            (plan_for("Familiar", platinum_colony=True), 6, 72),
            (plan_for("Cultist", platinum_colony=True), 6, 72),
            (plan_for("Young Witch", bane="Cellar"), 6, 72),
            (most_extreme(), 6, 72),
        ],
        ids=["17", "19", "potion", "5 treasures", "6 on the right", "bane", "27"],
    )
    def test_has_six_rows_only_where_something_asks_for_it(self, plan, rows, height):
        supply = picture_of(plan).supply
        assert len({each.y for each in supply}) == rows
        assert {each.height for each in supply} == {height}

    def test_has_the_trash_in_the_last_row(self):
        for plan in (first_game(), most_extreme()):
            supply = picture_of(plan).supply
            (trash,) = (each for each in supply if each.kind == "trash")
            assert trash.y == max(each.y for each in supply)

    def test_names_the_cards_that_are_in_the_trash(self):
        trash = tile(picture_of(rare()), "Trash")
        assert " ".join(written(trash)) == "Trash Zombie Apprentice Zombie Mason Zombie Spy"

    def test_says_how_many_there_are_in_the_trash_if_the_names_are_too_long(self):
        picture = picture_of(plan_for("Necromancer"), name=lambda name: f"{name} of Otherwhere")
        assert written(tile(picture, "Trash")) == ["Trash", "3 cards"]

    @pytest.mark.parametrize("named", [0, 3, 13])
    def test_is_drawn_for_a_kingdom_that_cannot_be_played(self, named):
        cards = [card.name for card in CATALOG.boxes["dominion-2e"].piles[:named]]
        plan = plan_for(*cards, fill=False)
        assert plan.status == "error"
        assert list(faults_of(picture_of(plan), plan)) == []


class TestPiles:
    def test_show_cost_glyph_and_count(self):
        familiar = tile(picture_of(most_extreme()), "Familiar")
        assert (familiar.cost.coin, familiar.cost.potion, familiar.count) == ("3", True, 10)
        assert familiar.bands == familiar.glyphs == ("attack",)

    def test_are_parted_where_two_types_colour_them(self):
        great_hall = tile(picture_of(rare()), "Great Hall")
        assert great_hall.bands == great_hall.glyphs == ("action", "victory")

    def test_have_a_flask_for_potion_and_brown_ruins(self):
        picture = picture_of(most_extreme())
        assert tile(picture, "Potion").glyphs == ("potion",)
        assert tile(picture, "Ruins").bands == ("ruins",)

    @pytest.mark.parametrize(
        ("pile", "players", "edges"),
        [("Estate", 2, 1), ("Estate", 4, 2), ("Gold", 2, 3), ("Silver", 2, 4), ("Copper", 2, 4)],
    )
    def test_are_thicker_the_more_cards_they_have(self, pile, players, edges):
        assert tile(picture_of(first_game(players)), pile).edges == edges

    def test_beyond_the_ten_are_tagged_and_lie_in_row_six(self):
        picture = picture_of(rare())
        bane, army = tile(picture, "Cellar"), tile(picture, "Witch")
        assert bane.tags == ("Bane", "Pious")
        assert army.tags == ("Army",)
        assert bane.y == army.y == max(each.y for each in picture.supply)
        assert bane.x < army.x
        assert [each.name for each in picture.supply if each.is_marked] == ["Cellar"]

    def test_carry_the_name_of_their_trait(self):
        assert "Inherited" in written(tile(picture_of(rare()), "Peasant"))

    def test_carry_their_tokens_by_shape(self):
        picture = picture_of(rare())
        silver = tile(picture, "Silver").tokens
        assert {(token.shape, token.number) for token in silver} == {("debt", 1), ("vp", 8)}
        coins = picture_of(plan_for("Trade Route"))
        assert [token.shape for token in tile(coins, "Estate").tokens] == ["token"]
        assert tile(coins, "Copper").tokens == ()


class TestBesideTheSupply:
    def test_is_left_out_where_there_is_nothing(self):
        picture = picture_of(first_game())
        assert (picture.panel, picture.strips, picture.beside) == (None, (), ())

    def test_is_a_panel_of_what_is_not_for_sale(self):
        picture = picture_of(most_extreme())
        assert {each.name for each in picture.beside} == {
            *("Prizes", "Spoils", "Madman", "Mercenary", "Black Market deck")
        }
        assert all(each.cost is None for each in picture.beside)
        assert all(
            picture.panel.y < each.y
            and each.y + each.height < picture.panel.y + picture.panel.height
            for each in picture.beside
        )
        assert {"Beside the Supply", "not for sale"} <= {head.text for head in picture.headings}

    def test_has_four_piles_to_a_row(self):
        beside = picture_of(most_extreme()).beside
        assert Counter(each.y for each in beside).most_common(1)[0][1] == 4

    def test_begins_with_the_landscapes_at_full_width(self):
        picture = picture_of(rare())
        assert {(strip.x, strip.width) for strip in picture.strips} == {(12, 366)}
        assert picture.strips[-1].name == "Approaching Army"
        assert max(strip.y for strip in picture.strips) < min(each.y for each in picture.beside)

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("Approaching Army", "Prophecy · put 10 Suns on it"),
            ("Obelisk", "Landmark · counts Great Hall"),
            ("Pious", "Trait · on Cellar"),
            ("Tax", "Event · costs $2"),
            ("Way of the Mouse", "Way"),
        ],
    )
    def test_says_what_to_do_with_a_landscape(self, name, says):
        (strip,) = (strip for strip in picture_of(rare()).strips if strip.name == name)
        assert written(strip) == [name, says]

    def test_puts_tokens_on_landscapes(self):
        strips = picture_of(fates()).strips
        on_it = {s.name: [(t.shape, t.number) for t in s.tokens] for s in strips}
        assert on_it["Battlefield"] == [("vp", 18)]
        assert on_it["Fellowship of Scribes"] == []

    def test_tags_what_is_set_aside(self):
        tagged = {(each.name, *each.tags) for each in picture_of(rare()).beside if each.tags}
        assert tagged == {
            ("Village", "for Ferryman"),
            ("Boons", "for Druid"),
            ("Moat", "for Way of the Mouse"),
            ("Bazaar", "for Riverboat"),
        }

    def test_has_shared_mats_and_the_tokens_to_have_at_hand(self):
        picture = picture_of(plan_for("Trade Route", landscapes=["Tax"]))
        mat = tile(picture, "Trade Route mat")
        assert (mat.kind, mat.tags) == ("mat", ("shared",))
        assert "Tokens at hand: Debt" in {head.text for head in picture.headings}

    def test_colours_decks_of_fate_like_landscapes(self):
        picture = picture_of(fates())
        for name in ("Boons", "Hexes", "Lantern", "Lost in the Woods"):
            assert tile(picture, name).bands == ("landscape",)


class TestEachPlayer:
    def test_has_a_deck_of_ten(self):
        (deck,) = picture_of(first_game()).players
        assert written(deck) == ["Deck", "10 cards"]

    def test_is_told_about_an_unusual_deck_and_loose_tokens(self):
        remarks = " ".join(head.text for head in picture_of(fates()).headings)
        assert "Deck: 6× Copper, 3× Estate, 1× Lucky Coin" in remarks
        assert "Tokens: -1 Card 2 Project cubes" in remarks

    def test_is_told_about_all_tokens_of_adventures(self):
        plan = plan_for("Peasant", "Relic", "Bridge Troll", "Giant", landscapes=["Ferry", "Plan"])
        remarks = " ".join(head.text for head in picture_of(plan).headings)
        for token in plan.player_tokens:
            assert token in remarks

    def test_has_tokens_on_the_mats_they_belong_to(self):
        mats = {each.name: each for each in picture_of(fates()).players}
        assert [token.number for token in mats["Favors mat"].tokens] == [1]
        assert mats["Island mat"].tokens == ()
        coffers = tile(picture_of(plan_for("Baker")), "Coffers mat")
        assert [token.shape for token in coffers.tokens] == ["token"]


class TestNames:
    @pytest.mark.parametrize(
        ("name", "size", "lines"),
        [
            ("Hermit", 16, ("Hermit",)),
            ("Black Market", 16, ("Black", "Market")),
            ("Black Market deck", 16, ("Black", "Market deck")),
            ("Wandering Minstrel", 16, ("Wandering", "Minstrel")),
            ("Encampment/Plunder", 14, ("Encampment/", "Plunder")),
            ("Necromancer", 15, ("Necromancer",)),
            ("Handelsposten der Kolonie", 13, ("Handelsposten", "der Kolonie")),
            ("Karawanenwächter", 16, ("Karawanen-", "wächter")),
        ],
    )
    def test_are_as_large_as_two_lines_allow(self, name, size, lines):
        picture = picture_of(plan_for("Smithy"), name=lambda n: name if n == "Smithy" else n)
        words = tile(picture, name).words
        assert (words[0].size, tuple(written(tile(picture, name)))) == (size, lines)

    def test_end_in_dots_where_nothing_helps(self):
        fitted = fit("Donaudampfschifffahrtsgesellschaftskapitän", 76, Face.NAMES, NAME_SIZES)
        assert fitted.size == 12
        assert fitted.lines[-1].endswith("…")

    def test_of_all_cards_fit_in_every_language(self):
        room = TILE_WIDTH - 8
        for names in CATALOG.local_names.values():
            for local in names.values():
                size, lines = fit(local.name, room, Face.NAMES, NAME_SIZES)
                assert size >= 12
                assert len(lines) <= 2
                assert "…" not in lines[-1]
                assert all(width(line, size, Face.NAMES) <= room for line in lines), local.name

    def test_and_sentences_are_the_readers(self, app):
        speak_pseudo(app)
        with app.test_request_context("/"):
            picture = picture_of(rare(), name=str.upper)
        assert tile(picture, "COPPER").count == 36
        assert tile(picture, "MOAT").tags == ("⟦for ⟨WAY OF THE MOUSE⟩⟧",)
        assert picture.headings[0].text == "⟦Treasures⟧"


class TestWidths:
    def test_are_those_of_the_faces(self):
        assert width("Copper", 1000, Face.NAMES) == 472 + 476 + 474 + 474 + 422 + 343
        assert width("10", 1000, Face.BOLD) == 1120
        assert width("for", 10, Face.TEXT) == pytest.approx(13.05)

    def test_of_letters_with_marks_are_those_of_the_plain_ones(self):
        assert width("é", 10, Face.NAMES) == width("e", 10, Face.NAMES)
        assert width("ß", 10, Face.NAMES) != width("s", 10, Face.NAMES)

    def test_of_unknown_letters_are_generous(self):
        assert width("漢", 10, Face.NAMES) > width("o", 10, Face.NAMES)


class TestLengthwise:
    """The same table on paper."""

    def test_has_rows_of_six(self):
        groups = dict(supply_rows(facts_of(most_extreme())))
        rows = {
            heading: [[getattr(tile, "name", "Trash") for _column, tile in row] for row in rows]
            for heading, rows in groups.items()
        }
        assert rows["Treasures"] == [["Copper", "Silver", "Gold", "Platinum", "Potion", "Trash"]]
        upper, lower = rows["Kingdom"]
        assert upper[:2] == ["University", "Black Market"]
        assert upper[-1] == "Cellar"
        assert lower[-1] == "Bank"
        victory = ["Estate", "Duchy", "Province", "Colony", "Curse", "Ruins"]
        assert rows["Victory and Curse"] == [victory]

    def test_fills_rows_up_where_one_would_be_too_long(self):
        plan = plan_for(*(card.name for card in CATALOG.boxes["plunder"].piles), fill=False)
        kingdom = dict(supply_rows(facts_of(plan)))["Kingdom"]
        assert [len(row) for row in kingdom][:-1] == [6] * (len(kingdom) - 1)
        assert sum(len(row) for row in kingdom) == len([p for p in plan.supply if p.card])


class TestEveryPicture:
    @pytest.mark.parametrize("make", [first_game, most_extreme, rare, fates])
    def test_has_nothing_out_of_place(self, make):
        plan = make()
        assert list(faults_of(picture_of(plan), plan)) == []

    @pytest.mark.parametrize("players", [2, 4])
    def test_of_a_published_kingdom_has_nothing_out_of_place(self, players):
        for published in CATALOG.published.values():
            boxes = published.some_boxes
            shelf = gather(CATALOG, boxes)
            if not shelf.basic_sets:
                shelf = gather(CATALOG, (*boxes, "base-cards"))
            kingdom = Kingdom(
                piles=published.cards,
                landscapes=published.landscapes,
                drawn=published.drawn,
                boons=published.boons,
                traits=published.traits,
                platinum_colony=published.platinum_colony,
                shelters=published.shelters,
            )
            plan = plan_setup(settle(kingdom, players, shelf))
            assert list(faults_of(picture_of(plan), plan)) == [], published.name


class TestTheList:
    """The same to be read."""

    def test_has_the_parts_of_the_picture(self):
        headings = [section.heading for section in facts_of(rare()).sections]
        assert headings == [
            *("Treasures", "Kingdom", "Victory and Curse", "In the trash"),
            *("Beside the Supply", "Each player"),
        ]

    def test_says_cost_count_and_what_is_special(self):
        sections = {section.heading: section.entries for section in facts_of(rare()).sections}
        kingdom = {entry.name: entry.notes for entry in sections["Kingdom"]}
        assert kingdom["Witch"] == (
            *("costs $5", "10 cards", "added by Approaching Army", "1 debt token on it"),
        )
        assert kingdom["Cellar"][2].startswith("the Bane")
        assert "Trait: Pious" in kingdom["Cellar"]

    def test_has_every_pile_once(self):
        plan = rare()
        names = [entry.name for part in facts_of(plan).sections for entry in part.entries]
        assert all(names.count(pile.name) == 1 for pile in plan.supply)


@pytest.fixture
def macros(app):
    with app.test_request_context():
        yield app.jinja_env.get_template("kingdom/_table.html").module


class TestTheDrawing:
    @pytest.mark.parametrize("make", [first_game, most_extreme, rare, fates])
    def test_is_one_picture_with_a_title(self, macros, make):
        picture = picture_of(make())
        drawing = ElementTree.fromstring(str(macros.table_picture(picture)))[0]
        assert drawing.get("role") == "img"
        assert drawing.get("aria-label") == picture.title

    @pytest.mark.parametrize("make", [first_game, most_extreme, rare, fates])
    def test_uses_only_what_is_there_and_no_inline_style(self, macros, make):
        picture = picture_of(make())
        markup = str(macros.table_picture(picture))
        ids = re.findall(r' id="([^"]+)"', markup)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', markup))
        assert used <= {*ids, *(f"g-{glyph}" for glyph in picture.glyphs)}
        assert "style=" not in markup
        assert "<script" not in markup

    def test_has_all_its_words(self, macros):
        picture = picture_of(rare())
        markup = ElementTree.fromstring(str(macros.table_picture(picture)))
        texts = Counter(text.text for text in markup.iter("text"))
        for each in (*picture.tiles, *picture.strips):
            assert all(texts[line] for line in written(each))

    @pytest.mark.parametrize(("make", "most"), [(first_game, 2000), (most_extreme, 3200)])
    def test_is_small(self, macros, make, most):
        markup = str(macros.table_picture(picture_of(make())))
        assert len(gzip.compress(markup.encode(), 6)) <= most

    def test_has_a_style_for_each_class_and_field(self, macros):
        sheets = [ROOT / "static/css" / name for name in ("base.css", "kingdom_table.css")]
        styles = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
        for make in (first_game, most_extreme, rare, fates):
            markup = str(macros.table_picture(picture_of(make())))
            for names in re.findall(r'class="([^"]+)"', markup):
                for name in names.split():
                    assert re.search(rf"\.{re.escape(name)}\b", styles), name

    def test_escapes_names(self, macros):
        picture = picture_of(first_game(), name=lambda name: f"<{name}>")
        assert "&lt;Cellar&gt;" in str(macros.table_picture(picture))
