"""The facts of all boxes against printed contents lists, and what the loader refuses."""

import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from setup_rules.cards import TYPE_TAGS, Box, Cost
from setup_rules.catalog import DATA, LANGUAGES, Catalog, load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.facts.box_files import full_pile
from setup_rules.facts.schema import CatalogError
from setup_rules.kingdom import Kingdom
from setup_rules.names import names_of
from setup_rules.plan import SetupPlan
from tests.builders import CATALOG, DULL, beside, card, codes, fetched, supply, thing

HERE = Path(__file__).parent
PRINTED = tomllib.loads((HERE / "printed_contents/boxes.toml").read_text(encoding="utf-8"))
CARDS = tomllib.loads((HERE / "printed_contents/cards.toml").read_text(encoding="utf-8"))
REFUSED = tomllib.loads((HERE / "fixtures/refused_files.toml").read_text(encoding="utf-8"))
EDITIONS = CARDS["editions"]
BASIC_SET = PRINTED["dominion-2e"]["basic"]
PILES = tuple(CATALOG.cards.values())


def components(box: Box, kind: str) -> dict[str, int]:
    """The counted parts of a kind, by name."""
    return {part.name: part.count for part in box.components if part.kind == kind}


def loose_cards(box: Box) -> dict[str, int]:
    """Cards of a box that are neither basic nor in a Kingdom pile, groups as one."""
    counts: Counter[str] = Counter()
    for other in box.others:
        if other.kind != "basic" and not other.pile:
            counts[other.group or other.name] += other.copies
    return dict(counts)


def all_cards(box: Box) -> int:
    """The sum of all cards in a box."""
    return (
        sum(full_pile(pile) for pile in box.piles)
        + len(box.landscapes)
        + sum(other.copies for other in box.others if not other.pile)
        + sum(components(box, "card").values())
    )


def contents(box: Box) -> dict[str, object]:
    """A box of the catalogue as the table of printed contents would have it."""
    cards, mats = components(box, "card"), components(box, "mat")
    extra = loose_cards(box)
    if "Bane marker" in cards:
        extra["Bane marker"] = cards["Bane marker"]
    trash = [kind for kind, parts in (("card", cards), ("mat", mats)) if f"Trash {kind}" in parts]
    mats.pop("Trash mat", None)
    fields = {
        "printed_cards": box.printed_cards,
        "kingdom_cards": sum(full_pile(pile) for pile in box.piles),
        "piles": len(box.piles),
        "victory": {pile.name for pile in box.piles if "Victory" in pile.types},
        "randomizers": cards.get("Randomizer", 0),
        "blanks": cards.get("Blank card", 0),
        "trash": "".join(trash),
        "basic": {other.name: other.copies for other in box.others if other.kind == "basic"},
        "extra": extra,
        "landscapes": dict(Counter(landscape.kind for landscape in box.landscapes)),
        "mats": mats,
        "tokens": components(box, "token"),
    }
    return {key: value for key, value in fields.items() if value}


class TestCounts:
    """The size of the catalogue."""

    def test_boxes_piles_landscapes_other_cards_and_kingdoms(self):
        assert len(CATALOG.boxes) == 43
        assert len(CATALOG.cards) == 498
        assert len(CATALOG.landscapes) == 193
        assert len(CATALOG.others) == 157
        assert len(CATALOG.published) == 433

    def test_boxes_by_kind(self):
        kinds = Counter(box.kind for box in CATALOG.boxes.values())
        assert kinds == {
            "base game": 2,
            "expansion": 22,
            "basic cards": 1,
            "update pack": 6,
            "promo": 12,
        }

    def test_seven_languages_each_name_with_its_confidence(self):
        assert set(CATALOG.local_names) == {"cs", "de", "es", "fr", "it", "nl", "pl"}
        for names in CATALOG.local_names.values():
            assert len(names) > 200
            assert {local.confidence for local in names.values()} <= {"high", "medium", "low"}

    @pytest.mark.parametrize(
        ("language", "name", "id_"),
        [
            *(("cs", "Biskup", "bishop"), ("de", "Burggraben", "moat"), ("es", "Aldea", "village")),
            *(("fr", "Douves", "moat"), ("it", "Fucina", "smithy"), ("nl", "Smidse", "smithy")),
            ("pl", "Kuźnia", "smithy"),
        ],
    )
    def test_a_name_of_each_language_we_are_sure_of(self, language, name, id_):
        local = CATALOG.local_names[language][id_]
        assert (local.name, local.confidence) == (name, "high")

    def test_ids_are_unique_over_cards_landscapes_and_other_cards(self):
        ids = [*CATALOG.cards, *CATALOG.landscapes, *CATALOG.others]
        assert len(ids) == len(set(ids)) == 848

    def test_every_thing_lies_in_a_known_box(self):
        for one in CATALOG.by_name.values():
            assert one.boxes, one.name
            assert set(one.boxes) <= set(CATALOG.boxes), one.name


class TestBoxContents:
    """tests/printed_contents/boxes.toml, which names the contents lists."""

    def test_every_box_is_in_the_table(self):
        assert set(PRINTED) == set(CATALOG.boxes)

    @pytest.mark.parametrize("box", PRINTED)
    def test_a_box_holds_what_its_contents_list_says(self, box):
        printed, here = dict(PRINTED[box]), contents(CATALOG.boxes[box])
        names = printed.pop("names", None)
        assert names is None or {pile.name for pile in CATALOG.boxes[box].piles} == set(names)
        if CATALOG.boxes[box].kind == "update pack":
            here.pop("randomizers", None)
        if "victory" in printed:
            printed["victory"] = set(printed["victory"])
        assert here == {key: value for key, value in printed.items() if value}

    def test_victory_piles_have_twelve_cards(self):
        assert {full_pile(pile) for pile in PILES if "Victory" in pile.types} == {12}

    def test_a_box_with_a_whole_basic_set_can_be_played_alone(self):
        for box in CATALOG.boxes.values():
            basic = PRINTED[box.id].get("basic", {})
            assert box.has_basic_cards == (basic.items() >= BASIC_SET.items()), box.id

    def test_the_sum_of_all_cards_is_the_printed_total(self):
        silent = {box.id for box in CATALOG.boxes.values() if box.printed_cards is None}
        packs = {box.id for box in CATALOG.boxes.values() if box.kind == "update pack"}
        assert silent == {*packs, "promo-marchland"}
        for box in CATALOG.boxes.values():
            assert box.id in silent or all_cards(box) == box.printed_cards, box.id

    def test_prizes_ruins_rewards_and_loot_by_name(self):
        copies = {o.name: o.copies for o in CATALOG.others.values()}
        for names, count in (
            ("Bag of Gold, Diadem, Followers, Princess, Trusty Steed", 1),
            ("Coronet, Courser, Demesne, Housecarl, Huge Turnip, Renown", 2),
            ("Abandoned Mine, Ruined Library, Ruined Market, Ruined Village, Survivors", 10),
        ):
            assert {copies[name] for name in names.split(", ")} == {count}
        assert [o.copies for o in CATALOG.groups["Loot"]] == [2] * 15

    def test_a_promo_is_one_pile_or_landscape(self):
        promos = (box for box in CATALOG.boxes.values() if box.kind == "promo")
        assert {len(promo.piles) + len(promo.landscapes) for promo in promos} == {1}


class TestEditions:
    """Annotated rules 2013 for the first editions; the rulebooks of the second ones."""

    @pytest.mark.parametrize("family", EDITIONS)
    def test_the_update_pack_holds_what_is_new_and_nothing_else(self, family):
        boxes = (CATALOG.boxes[f"{family}-{which}"] for which in ("1e", "2e", "update-pack"))
        old, new, pack = ({pile.name for pile in box.piles} for box in boxes)
        assert old - new == set(EDITIONS[family]["removed"])
        assert new - old == pack == set(EDITIONS[family]["added"])
        printed = PRINTED[f"{family}-update-pack"]
        assert not {"basic", "mats", "tokens", "landscapes"} & set(printed)
        assert printed.get("extra") == ({"Rewards": 12} if family == "cornucopia-guilds" else None)

    def test_the_combined_first_edition_is_cornucopia_and_guilds(self):
        boxes = CATALOG.boxes
        both = {*boxes["cornucopia"].piles, *boxes["guilds"].piles}
        assert set(boxes["cornucopia-guilds-1e"].piles) == both

    @pytest.mark.parametrize("family", EDITIONS)
    def test_a_card_of_both_editions_is_one_pile(self, family):
        boxes = CATALOG.boxes
        shared = {*boxes[f"{family}-1e"].piles} & {*boxes[f"{family}-2e"].piles}
        assert shared
        for pile in shared:
            assert {f"{family}-1e", f"{family}-2e"} <= set(pile.boxes)


class TestTheYear2013:
    """Annotated rules 2013, Components & Expansions and Total Card Count."""

    SUMS = CARDS["year_2013"]
    BOXES = tuple(CATALOG.boxes[box] for box in SUMS["boxes"])

    def parts(self, name: str) -> int:
        return sum(part.count for box in self.BOXES for part in box.components if part.name == name)

    def test_cards_by_name_and_by_kind(self):
        names: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        for other in (other for box in self.BOXES for other in box.others):
            names[other.name] += other.copies
            kinds[other.kind] += other.copies
        assert {name: names[name] for name in self.SUMS["copies"]} == self.SUMS["copies"]
        assert {kind: kinds[kind] for kind in self.SUMS["kinds"]} == self.SUMS["kinds"]

    def test_kingdom_cards(self):
        sizes: Counter[str] = Counter()
        for pile in (pile for box in self.BOXES for pile in box.piles):
            sizes["all"] += full_pile(pile)
            if not pile.contains:
                sizes[str(full_pile(pile))] += full_pile(pile)
        assert sizes == {"all": self.SUMS["kingdom_cards"], **self.SUMS["piles_of"]}

    def test_randomizers_and_blanks(self):
        blank_randomizers = 3
        kingdom_blanks = 41
        basic_randomizers = 7
        assert self.parts("Randomizer") == 212 + blank_randomizers
        assert self.parts("Blank card") == kingdom_blanks
        assert kingdom_blanks + blank_randomizers == 44
        assert sum(len(box.piles) for box in self.BOXES) + basic_randomizers == 212

    def test_cards_outside_the_supply(self):
        named = ("Spoils", "Madman", "Mercenary")
        others = sum(self.SUMS["copies"][name] for name in named) + self.SUMS["kinds"]["prize"]
        assert self.parts("Trash card") == 3
        assert 3 + others == 43

    def test_the_grand_total(self):
        assert sum(box.printed_cards or 0 for box in self.BOXES) == self.SUMS["total"]
        assert sum(map(all_cards, self.BOXES)) == self.SUMS["total"]


class TestTypesAndTags:
    """The randomizers; a mixed pile has a tag when any of its cards has it, Knights when all."""

    def test_the_piles_of_a_type(self):
        for type_, names in CARDS["types"].items():
            assert {pile.name for pile in PILES if type_ in pile.types} == set(names), type_

    def test_type_tags_say_what_the_types_say(self):
        for pile in PILES:
            inside = {type_ for part in pile.contains for type_ in part.types}
            types = {*pile.types, *(inside if pile.name != "Knights" else ())}
            tags = {tag for tag in TYPE_TAGS if tag.capitalize() in types}
            assert tags == pile.tags & set(TYPE_TAGS), pile.name

    def test_a_card_is_tagged_by_what_it_says_and_our_definition(self):
        missing = [row for row in CARDS["tagged"] if row["tag"] not in card(row["card"]).tags]
        assert missing == []

    @pytest.mark.parametrize(
        ("tag", "implied"),
        [
            *(("cantrip", "nonterminal"), ("limited_trasher", "trasher"), ("curser", "junker")),
            *(("command", "extra_play"), ("victory", "alt_vp")),
        ],
    )
    def test_one_tag_goes_with_another(self, tag, implied):
        assert not [pile.name for pile in PILES if tag in pile.tags and implied not in pile.tags]

    @pytest.mark.parametrize("tag", ["village", "draw"])
    def test_what_always_holds_is_not_told_as_conditional_too(self, tag):
        assert not [pile for pile in PILES if {tag, f"{tag}_conditional"} <= pile.tags]

    def test_an_action_that_is_a_village_is_no_terminal(self):
        """Lackeys are the one exception: their Villagers come when they are gained."""
        villages = {pile.name for pile in PILES if "village" in pile.tags}
        no_terminals = {pile.name for pile in PILES if "nonterminal" in pile.tags}
        actions = {pile.name for pile in PILES if "Action" in pile.types}
        assert villages & actions - no_terminals == {"Lackeys"}
        assert no_terminals <= actions

    def test_no_treasure_is_told_to_give_coins(self):
        assert not [pile for pile in PILES if "coins" in pile.tags and "Treasure" in pile.types]

    def test_the_tags_of_mixed_piles_that_their_randomizers_do_not_show(self):
        hidden = {
            pile.name: {t for t in TYPE_TAGS if t in pile.tags and t.capitalize() not in pile.types}
            for pile in PILES
            if pile.contains
        }
        assert hidden["Knights"] == set()
        assert "victory" in hidden["Clashes"]
        assert "attack" in card("Catapult/Rocks").tags
        assert "treasure" in hidden["Gladiator/Fortune"]
        assert "treasure" in hidden["Encampment/Plunder"]
        assert "attack" in hidden["Augurs"]

    def test_every_pile_is_something_to_play_or_to_score(self):
        main = {"Action", "Treasure", "Victory", "Night"}
        assert [pile.name for pile in PILES if not main & set(pile.types)] == []

    def test_cards_with_a_back_of_their_own(self):
        own = {pile.name for pile in PILES if pile.own_back}
        assert own == {"Stash", *CARDS["types"]["Shadow"]}

    def test_cards_with_a_reminder_for_the_whole_game(self):
        reminding = {pile.name for pile in PILES if pile.remind}
        assert reminding == {"Duchess", "Charlatan", "Changeling", "Footpad", "Shaman"}


class TestCosts:
    """Annotated rules 2013, section 4, Potions; the cards."""

    def test_every_card_with_a_potion_in_its_cost(self):
        costs = {pile.name: str(pile.cost) for pile in PILES if pile.cost.potion}
        assert costs == CARDS["potion_costs"]
        assert [o.name for o in CATALOG.others.values() if o.cost and o.cost.potion] == []

    def test_every_card_and_landscape_with_debt_in_its_cost(self):
        everything = (one for one in CATALOG.by_name.values() if one.cost and one.cost.debt)
        costs = {one.name: [one.cost.coin, one.cost.debt] for one in everything}
        assert costs == CARDS["debt_costs"]

    def test_cards_with_a_mark_beside_their_cost(self):
        costs = {pile.name: str(pile.cost) for pile in PILES if pile.cost.mark}
        assert costs == CARDS["marked_costs"]

    @pytest.mark.parametrize("name", ["Masterpiece", "Infirmary", "Doctor"])
    def test_a_mark_is_ignored_by_cost_tests(self, name):
        assert card(name).cost.is_exactly(3)

    @pytest.mark.parametrize("name", ["University", "Apothecary", "Scrying Pool"])
    def test_two_coins_and_a_potion_are_not_two_coins(self, name):
        assert not card(name).cost.is_exactly(2)

    @pytest.mark.parametrize("name", ["Transmute", "Vineyard", "Engineer"])
    def test_a_cost_without_coins_is_not_zero_coins(self, name):
        assert not card(name).cost.is_exactly(0)
        assert not str(card(name).cost).startswith("$")

    def test_costs_that_lists_get_wrong(self):
        for name, coins in CARDS["coins_that_lists_get_wrong"].items():
            assert card(name).cost.is_exactly(coins), name

    @pytest.mark.parametrize(
        ("text", "cost"),
        [
            ("0", Cost()),
            ("4", Cost(4)),
            ("2P", Cost(2, 1)),
            ("P", Cost(0, 1)),
            ("8D", Cost(0, 0, 8)),
            ("8 8D", Cost(8, 0, 8)),
            ("6*", Cost(6, mark="*")),
            ("3+", Cost(3, mark="+")),
        ],
    )
    def test_how_a_cost_is_written(self, text, cost):
        assert Cost.parse(text) == cost

    @pytest.mark.parametrize("text", ["", "x", "-1", "P2", "4PP", "3D3", "4 ", "$4", "4**"])
    def test_what_is_no_cost(self, text):
        assert Cost.parse(text) is None

    @pytest.mark.parametrize(
        ("cost", "text"),
        [
            (Cost(), "$0"),
            (Cost(4), "$4"),
            (Cost(2, 1), "$2P"),
            (Cost(0, 1), "P"),
            (Cost(0, 0, 8), "8D"),
            (Cost(3, mark="+"), "$3+"),
        ],
    )
    def test_how_a_cost_is_shown(self, cost, text):
        assert str(cost) == text

    def test_coins_and_debt_are_shown_apart(self):
        assert str(thing("Fortune").cost) == "$8 8D"
        assert str(thing("Wedding").cost) == "$4 3D"


class TestLoading:
    """Once per process; languages and kingdoms when they are wanted."""

    def test_the_catalogue_is_read_once(self):
        assert load_catalog() is load_catalog()
        assert load_catalog() is CATALOG

    def test_kingdoms_and_other_languages_are_read_when_wanted(self):
        fresh = Catalog(DATA)
        assert not {"published", "local_names", "published_by_ten"} & set(vars(fresh))
        assert fresh.published is fresh.published
        assert "local_names" not in vars(fresh)
        assert fresh.local_names is fresh.local_names

    def test_an_english_name_needs_no_other_language(self):
        fresh = Catalog(DATA)
        assert names_of(fresh).find("smithy").name == "Smithy"
        assert "local_names" not in vars(fresh)
        assert names_of(fresh).find("Schmiede").name == "Smithy"
        assert "local_names" in vars(fresh)

    def test_a_broken_kingdom_or_language_does_not_hinder_the_rest(self, data):
        append(data, "kingdoms/dark_ages.toml", "[[kingdom")
        append(data, "names/de.toml", "[high")
        catalog = Catalog(data)
        assert len(catalog.cards) == 498
        with pytest.raises(CatalogError, match=r"data/kingdoms/dark_ages\.toml"):
            _ = catalog.published
        with pytest.raises(CatalogError, match=r"data/names/de\.toml"):
            _ = catalog.local_names

    def test_shelf_order_promos_last_editions_of_a_game_together(self):
        order = list(CATALOG.boxes)
        assert order[:4] == ["dominion-1e", "dominion-2e", "dominion-update-pack", "intrigue-1e"]
        assert all(CATALOG.boxes[box].kind == "promo" for box in order[-12:])
        assert order.index("prosperity-update-pack") == order.index("prosperity-2e") + 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data that a test may break, with the kingdoms of two boxes."""
    copy = Path(shutil.copytree(DATA, tmp_path / "data"))
    for path in (copy / "kingdoms").glob("*.toml"):
        if path.stem not in ("cornucopia", "dark_ages"):
            path.unlink()
    return copy


FEW = ("dark_ages", "base_cards", "alchemy", "prosperity_2e", "prosperity_update_pack")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A copy of the files of a few boxes that need no other."""
    cards = tmp_path / "data" / "cards"
    cards.mkdir(parents=True)
    for stem in (*FEW, "promo_summon"):
        shutil.copy(DATA / "cards" / f"{stem}.toml", cards)
    return cards.parent


def change(data: Path, file: str, old: str, new: str) -> None:
    """Put one text in place of another, the first time it occurs."""
    path = data / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def append(data: Path, file: str, text: str) -> None:
    """Write more at the end of a file, or a new one."""
    path = data / file
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{there}\n{text}\n", encoding="utf-8")


def read_published(data: Path) -> object:
    return Catalog(data).published


def read_names(data: Path) -> object:
    return Catalog(data).local_names


def faults(data: Path, reading: Callable[[Path], object] = Catalog) -> tuple[str, ...]:
    """What the loader says of these files."""
    with pytest.raises(CatalogError) as caught:
        reading(data)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return caught.value.faults


def not_told(data: Path, table: str, reading: Callable[[Path], object]) -> list[dict[str, str]]:
    """The rows of tests/fixtures/refused_files.toml of whose fault the loader does not tell."""
    untold = []
    for row in REFUSED[table]:
        path = data / row["file"]
        text = path.read_text(encoding="utf-8")
        if "old" in row:
            change(data, row["file"], row["old"], row["new"])
        else:
            append(data, row["file"], row["new"])
        if f"data/{row['file']}: {row['says']}" not in faults(data, reading):
            untold.append(row)
        path.write_text(text, encoding="utf-8")
    return untold


DARK_AGES = "cards/dark_ages.toml"


class TestRefusedCardFiles:
    """Every message names the file, the card, the field and the nearest valid spelling."""

    def test_every_fault_of_a_row_is_told(self, few):
        assert not_told(few, "cards", Catalog) == []

    def test_broken_toml(self, few):
        append(few, DARK_AGES, "[[card]\nname =")
        (fault, *_) = faults(few)
        assert fault.startswith(f"data/{DARK_AGES}: is not valid TOML: ")
        assert "line" in fault

    def test_bytes_that_are_no_utf_8(self, few):
        (few / DARK_AGES).write_bytes(b'[box]\nname = "D\xfcster"\n')
        (fault, *_) = faults(few)
        assert fault.startswith(f"data/{DARK_AGES}: is not valid TOML: ")
        assert "utf-8" in fault

    def test_an_empty_file(self, few):
        (few / "cards/next_year.toml").write_text("")
        assert "data/cards/next_year.toml: the table [box] is missing" in faults(few)

    @pytest.mark.parametrize("line", ["component = 5", "component.card = 5", "box = 3", "card = 3"])
    def test_a_number_where_tables_belong_is_refused_and_not_stumbled_over(self, few, line):
        (few / "cards/next_year.toml").write_text(f"{line}\n")
        assert any("data/cards/next_year.toml" in fault for fault in faults(few))

    def test_names_that_differ_only_in_case_and_apostrophes_are_the_same_card(self, few):
        file = "cards/promo_summon.toml"
        append(few, file, '[[card]]\nname = "kings court"\ncost = 6\ntypes = ["Action"]')
        (fault, *_) = faults(few)
        assert "King's Court: is already written in data/cards/promo_summon.toml" in fault

    def test_an_unknown_kind_of_landscape(self, few):
        change(few, "cards/promo_summon.toml", 'kind = "event"', 'kind = "evnt"')
        (fault,) = faults(few)
        assert fault.startswith("data/cards/promo_summon.toml: Summon: ")
        assert '"kind" must be one of event, landmark, project, way, trait, ally, prophecy' in fault
        assert fault.endswith('did you mean "event"?')

    def test_a_folder_without_boxes(self, tmp_path):
        (tmp_path / "data" / "cards").mkdir(parents=True)
        assert faults(tmp_path / "data") == ("data/cards: holds no box",)

    def test_all_faults_of_a_file_are_told_at_once(self, few):
        change(few, DARK_AGES, 'needs = ["Spoils"]', 'need = ["Spoils"]')
        change(few, DARK_AGES, "cost = 6", 'cost = "six"')
        change(few, DARK_AGES, "year = 2012\n", "")
        change(few, DARK_AGES, 'pile = "rats"', 'pile = "mice"')
        change(few, DARK_AGES, '"Dame Anna"', '"Dame Ana"')
        change(few, DARK_AGES, '"trasher", "gainer"', '"trahser", "gainer"')
        messages = faults(few)
        for card_ in ("Bandit Camp", "Altar", "box", "Rats", "Knights"):
            assert [f for f in messages if f.startswith(f"data/{DARK_AGES}: {card_}: ")], card_
        assert [f for f in messages if "trahser" in f]

    def test_faults_of_several_files_are_told_at_once(self, few):
        change(few, DARK_AGES, "cost = 6", 'cost = "six"')
        change(few, "cards/promo_summon.toml", 'kind = "event"', 'kind = "evnt"')
        assert len(faults(few)) == 2


class TestRefusedKingdomFiles:
    """Recommended kingdoms name ten different known piles."""

    def test_every_fault_of_a_kingdom_is_told(self, data):
        assert not_told(data, "published", read_published) == []

    def test_all_faults_of_a_file_are_told_at_once(self, data):
        change(data, "kingdoms/cornucopia.toml", '"Harvest"', '"Harvset"')
        change(data, "kingdoms/cornucopia.toml", 'bane = "Chancellor"', 'bane = "Chancelor"')
        assert len(faults(data, read_published)) == 2


class TestRefusedNameFiles:
    """Names of another language, by the id of the card."""

    def test_every_fault_of_a_name_is_told(self, data):
        assert not_told(data, "local_names", read_names) == []

    @pytest.mark.parametrize("value", ['"Umbau!"', "[5]", "3"])
    def test_other_spellings_are_a_list_of_texts(self, data, value):
        change(data, "names/de.toml", "[other_spellings]", f"[other_spellings]\nsmithy = {value}")
        assert any("smithy" in fault for fault in faults(data, read_names))

    @pytest.mark.parametrize("text", ["high = 3", "[high]\n[other_spellings]\nx = 3"])
    def test_something_else_than_a_table_is_refused_and_not_stumbled_over(self, data, text):
        (data / "names/de.toml").write_text(text)
        assert any("data/names/de.toml" in fault for fault in faults(data, read_names))

    def test_a_language_without_a_file_has_no_names(self, data):
        (data / "names/pl.toml").unlink()
        names = Catalog(data).local_names
        assert tuple(names) == LANGUAGES
        assert names["pl"] == {}


NEXT_YEAR = (HERE / "fixtures/orchards.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All boxes, and that of next year."""
    data = Path(shutil.copytree(DATA, tmp_path_factory.mktemp("next_year") / "data"))
    (data / "cards/orchards.toml").write_text(NEXT_YEAR)
    return Catalog(data)


class TestANewBox:
    """A box of next year is one data file; no code knows its cards."""

    BOXES = ("dominion-2e", "orchards", "base-cards")

    def plan(
        self,
        catalog: Catalog,
        *names: str,
        players: int = 3,
        boxes: tuple[str, ...] = BOXES,
        landscapes: tuple[str, ...] = (),
    ) -> SetupPlan:
        names_ = names_of(catalog)
        ten = (*names, *DULL)[:10]
        kingdom = Kingdom(
            piles=tuple(names_.find(name) for name in ten),
            landscapes=tuple(catalog.landscapes[name] for name in landscapes),
            platinum_colony=False,
            shelters=False,
        )
        return plan_setup(settle(kingdom, players, gather(catalog, boxes)))

    def test_it_joins_the_shelf(self, catalog):
        assert set(catalog.boxes) == {*CATALOG.boxes, "orchards"}
        box = catalog.boxes["orchards"]
        assert box.title == "Orchards"
        ours = [id_ for id_, one in catalog.boxes.items() if one.kind != "promo"]
        assert ours[-1] == "orchards"
        assert box.stock["Apple Picker"] == 10
        assert box.stock["Old Orchard"] == 12

    @pytest.mark.parametrize("players", [2, 3, 6])
    def test_its_material_is_set_out_for_the_card_that_needs_it(self, catalog, players):
        boxes = (*self.BOXES, "intrigue-1e")
        plan = self.plan(catalog, "Apple Picker", players=players, boxes=boxes)
        assert supply(plan)["Apple Picker"] == 10
        assert beside(plan) == {"Fallen Apple": 12}
        assert plan.player_mats == ("Basket",)
        assert plan.player_tokens == {"Coin": 1}
        assert plan.token_reserves == ("Coin",)
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, "Old Basket": 1}
        assert plan.reminders == ("Empty the baskets at the end.",)
        assert plan.because["Fallen Apple"] == ("Apple Picker",)
        assert plan.status == "ok"
        fetch = fetched(plan)["orchards"]
        assert fetch["Fallen Apple"] == 12
        assert fetch["Basket mat"] == fetch["Old Basket"] == players
        assert fetch["Coin tokens"] == 20

    def test_nothing_of_it_is_set_out_without_that_card(self, catalog):
        plan = self.plan(catalog, "Old Orchard")
        assert plan.beside == ()
        assert plan.player_mats == ()

    def test_its_event_asks_for_the_same(self, catalog):
        plan = self.plan(catalog, landscapes=("harvest-home",))
        assert beside(plan) == {"Fallen Apple": 12}
        assert plan.because["Fallen Apple"] == ("Harvest Home",)

    @pytest.mark.parametrize(("players", "count"), [(2, 8), (3, 12), (4, 12)])
    def test_its_victory_pile_is_sized_by_players(self, catalog, players, count):
        assert supply(self.plan(catalog, "Old Orchard", players=players))["Old Orchard"] == count

    def test_a_potion_in_a_cost_brings_the_potions(self, catalog):
        assert supply(self.plan(catalog, "Cider Press"))["Potion"] == 16

    def test_a_looter_brings_the_ruins(self, catalog):
        plan = self.plan(catalog, "Apple Thief", boxes=(*self.BOXES, "dark-ages"))
        assert supply(plan)["Ruins"] == 20

    def test_seven_players_are_one_mat_and_one_heirloom_short(self, catalog):
        plan = self.plan(catalog, "Apple Picker", players=7, boxes=(*self.BOXES, "intrigue-1e"))
        assert codes(plan)["check-mats-short"] == "warning"
        assert codes(plan)["check-tokens-limited"] == "error"

    def test_its_names_are_found_and_suggested(self, catalog):
        names = names_of(catalog)
        assert names.find("apple picker").name == "Apple Picker"
        assert names.suggest("Aple Piker")[0] == "Apple Picker"

    def test_a_victory_card_follows_the_victory_count_by_its_type(self, data):
        """Annotated rules 2013, section 1: any Kingdom Victory pile, whatever else is said."""
        plain = NEXT_YEAR.replace('pile = "victory"\n', "")
        (data / "cards/orchards.toml").write_text(plain)
        catalog = Catalog(data)
        assert supply(self.plan(catalog, "Old Orchard", players=2))["Old Orchard"] == 8
        assert supply(self.plan(catalog, "Old Orchard", players=3))["Old Orchard"] == 12


def test_no_file_repeats_what_a_card_says():
    """Facts only: names, costs, types, counts; a reminder is a short sentence of our own."""
    for path in sorted((DATA / "cards").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^text\s*=", text, flags=re.MULTILINE), path.name
    assert max(len(c.remind) for c in CATALOG.cards.values()) < 160
