"""Names as people write them: any case, accent, apostrophe, half or language; and near misses."""

import tomllib
import unicodedata
from pathlib import Path

import pytest

from setup_rules.cards import Card, Landscape, OtherCard
from setup_rules.names import AmbiguousName, NameProblem, UnknownName, fold, names_of
from tests.builders import CATALOG, codes, plan_for, supply

NAMES = names_of(CATALOG)
EVERYTHING = tuple(CATALOG.by_name.values())

_FILE = Path(__file__).parent / "printed_contents/spellings.toml"
WRITTEN = tomllib.loads(_FILE.read_text(encoding="utf-8"))
ENGLISH_WINS = {(row["language"], row["name"]): row for row in WRITTEN["english_wins"]}
AMBIGUOUS = {(language, name) for language, name in WRITTEN["ambiguous"]}
MISSPELLINGS = WRITTEN["misspelt"]
SPLIT_PILES = {
    pile.name: pile.name.split("/")
    for pile in EVERYTHING
    if "/" in pile.name and isinstance(pile, Card)
}


def name_of(name: str) -> str:
    """The printed English name of what a name stands for."""
    return NAMES.find(name).name


def answers(name: str) -> tuple[str, ...]:
    """What a name stands for, or may stand for; nothing for one that is not known."""
    try:
        return (name_of(name),)
    except AmbiguousName as ambiguous:
        return ambiguous.suggestions
    except UnknownName:
        return ()


def problem(name: str) -> NameProblem:
    """What is said of a name that stands for nothing, or for too much."""
    with pytest.raises(NameProblem) as caught:
        NAMES.find(name)
    return caught.value


class TestSpelling:
    """A name is found however it is typed."""

    @pytest.mark.parametrize("write", [str, str.lower, str.upper, str.title, str.swapcase])
    def test_every_name_is_found_in_any_case(self, write):
        assert [t.name for t in EVERYTHING if NAMES.find(write(t.name)) is not t] == []

    def test_every_id_is_found(self):
        assert [t.id for t in EVERYTHING if NAMES.find(t.id) is not t] == []

    @pytest.mark.parametrize("article", ["The ", "the ", "THE "])
    def test_a_leading_article_may_be_there(self, article):
        assert [t.name for t in EVERYTHING if NAMES.find(article + t.name) is not t] == []

    def test_a_leading_article_may_be_missing(self):
        for boon in CATALOG.groups["Boons"]:
            assert boon.name.startswith("The ")
            assert NAMES.find(boon.name.removeprefix("The ")) is boon

    @pytest.mark.parametrize(
        "apostrophe",
        ["'", "’", "‘", "‛", "`", "´", "ʼ", "′", "＇", ""],
        ids=lambda sign: f"U+{ord(sign):04X}" if sign else "none",
    )
    def test_any_apostrophe_or_none(self, apostrophe):
        with_one = [t for t in EVERYTHING if "'" in t.name]
        assert len(with_one) > 20
        wrong = [t.name for t in with_one if answers(t.name.replace("'", apostrophe)) != (t.name,)]
        assert wrong == []

    @pytest.mark.parametrize("table", ["spaces", "accents", "other_languages"])
    def test_spaces_dashes_width_accents_and_language_do_not_matter(self, table):
        wrong = {text: name for text, name in WRITTEN[table].items() if answers(text) != (name,)}
        assert wrong == {}

    def test_composed_and_decomposed_accents_are_the_same(self):
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert name_of(unicodedata.normalize(form, "Gärten")) == "Gardens"

    def test_letters_that_are_no_accented_latin_ones_have_their_plain_form(self):
        assert fold("Łódź") == "lodz"
        assert fold("Straße") == "strasse"
        assert fold("Æon") == "aeon"

    def test_and_is_the_same_as_its_sign(self):
        assert fold("Cornucopia & Guilds") == fold("cornucopia and guilds")
        assert fold("Cornucopia&Guilds") == fold("Cornucopia and Guilds")
        assert NAMES.find_box("Cornucopia and Guilds (2nd edition)") == "cornucopia-guilds-2e"
        assert NAMES.find_box("Cornucopia & Guilds (2nd edition)") == "cornucopia-guilds-2e"


class TestAliases:
    """A pile with two printed names."""

    @pytest.mark.parametrize("name", ["Harem", "Farm", "harem", "FARM"])
    def test_farm_is_harem(self, name):
        assert name_of(name) == "Harem"

    def test_both_together_are_one_pile_named_twice(self):
        assert codes(plan_for("Harem", "Farm"))["check-duplicate-pile"] == "error"


class TestSplitPiles:
    """A split pile by either half or by both."""

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    def test_both_halves_in_either_order_with_spaces_around_the_slash(self, pile, halves):
        for slash in ("/", " / ", " /", "/ ", "  /  ", " "):
            assert name_of(slash.join(halves)) == pile
            assert name_of(slash.join(reversed(halves))) == pile
            assert name_of(slash.join(halves).lower()) == pile

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    def test_either_half_among_the_ten_stands_for_the_pile(self, pile, halves):
        for half in halves:
            plan = plan_for(half)
            assert supply(plan)[pile] == 10
            assert plan.problems == ()

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    def test_both_halves_named_apart_are_one_pile_named_twice(self, pile, halves):
        assert codes(plan_for(*halves))["check-duplicate-pile"] == "error"

    @pytest.mark.parametrize("name", ["Student", "Humble Castle", "Dame Anna"])
    def test_one_card_of_a_larger_pile_is_that_card_and_no_pile(self, name):
        card = NAMES.find(name)
        assert isinstance(card, OtherCard)
        assert card.name == name
        assert codes(plan_for(name))["check-duplicate-pile"] == "error"


class TestOtherLanguages:
    """Czech, Dutch, French, German, Italian, Polish and Spanish names."""

    @pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "it", "nl", "pl"])
    def test_every_name_we_are_sure_of_finds_its_card_or_offers_it(self, language):
        wrong = {}
        checked = 0
        for id_, local in CATALOG.local_names[language].items():
            if local.confidence != "high":
                continue
            checked += 1
            own = CATALOG.thing(id_).name
            if (language, local.name) in AMBIGUOUS:
                assert own in problem(local.name).suggestions
                continue
            expected = ENGLISH_WINS.get((language, local.name), {"english": own})["english"]
            answer = name_of(local.name)
            if answer != expected:
                wrong[local.name] = f"{own}, found {answer}"
        assert checked > 200
        assert wrong == {}

    @pytest.mark.parametrize("row", ENGLISH_WINS.values(), ids=lambda row: row["name"])
    def test_an_english_name_wins_over_one_of_another_language(self, row):
        local = CATALOG.local_names[row["language"]].items()
        named = [CATALOG.thing(id_).name for id_, one in local if one.name == row["name"]]
        assert row["its_card"] in named
        assert row["english"] in CATALOG.by_name
        assert fold(row["english"]) == fold(row["name"])

    def test_every_language_names_its_cards_in_lower_case_and_plain_letters_too(self):
        different = []
        for names in CATALOG.local_names.values():
            for local in names.values():
                plain = unicodedata.normalize("NFD", local.name.lower())
                plain = "".join(c for c in plain if not unicodedata.combining(c))
                if answers(plain) != answers(local.name):
                    different.append(local.name)
        assert different == ["Botín", "Marché"], "their accents alone tell them from other cards"


class TestAmbiguousNames:
    """A name that stands for different cards."""

    @pytest.mark.parametrize(
        ("name", "cards"),
        [
            ("Barde", ("Bard", "Wandering Minstrel")),
            ("Pension", ("Hostelry", "Livery")),
            ("Cripta", ("Crypt", "Vault")),
        ],
    )
    def test_all_of_them_are_offered_and_none_is_picked(self, name, cards):
        answer = problem(name)
        assert isinstance(answer, AmbiguousName)
        assert answer.suggestions == cards
        assert answer.message == (
            f"“{name}” means different cards in different languages. "
            f"Write {cards[0]} or {cards[1]} instead."
        )

    def test_asking_for_a_kind_of_card_may_settle_it(self):
        assert NAMES.find("Prestito", (Landscape,)).name == "Borrow"
        assert NAMES.find("Prestito", (Card,)).name == "Loan"


class TestUnknownNames:
    """The nearest names are offered."""

    def test_the_first_of_at_most_three_suggestions_is_the_card_that_was_meant(self):
        assert len(MISSPELLINGS) >= 30
        for written, name in MISSPELLINGS.items():
            answer = problem(written)
            assert isinstance(answer, UnknownName), written
            assert answer.suggestions[0] == name
            assert answer.message.startswith(
                f"There’s nothing called “{written}”. Did you mean {name}"
            )
            assert len(answer.suggestions) <= 3
            assert set(answer.suggestions) <= set(CATALOG.by_name)

    def test_suggestions_are_of_the_kind_that_is_asked_for(self):
        with pytest.raises(UnknownName) as caught:
            NAMES.find("Smithy", (Landscape,))
        assert all(name in CATALOG.by_name for name in caught.value.suggestions)
        kinds = {type(CATALOG.by_name[name]) for name in caught.value.suggestions}
        assert kinds <= {Landscape}

    def test_the_same_question_gets_the_same_answer(self):
        assert problem("Vilage").suggestions == problem("Vilage").suggestions

    @pytest.mark.parametrize("name", ["", " ", "\n", "\t \r\n", "...", "'", "/", "🙂", "🏰🗡️", "§"])
    def test_a_name_without_letters_gets_no_suggestion(self, name):
        answer = problem(name)
        assert isinstance(answer, UnknownName)
        assert answer.suggestions == ()
        assert answer.message.endswith("”. Check the spelling.")

    def test_an_emoji_beside_a_name_does_not_hide_it(self):
        assert name_of("🔨 Smithy") == "Smithy"

    def test_heaps_of_combining_marks_are_seen_through(self):
        assert name_of("S̷̛m̸̢i̵̡t̴h̷y̸") == "Smithy"
        assert isinstance(problem("Z̷̧̛a̵l̸g̷o̵" * 20), UnknownName)

    @pytest.mark.parametrize(
        "name",
        [
            "x" * 10_240,
            "Smithy " * 1_500,
            "Smithy" + " " * 100 + "Witch",
            "🙂" * 10_240,
            "́" * 10_240,
            "/" * 10_240,
        ],
        ids=["letters", "repeated", "far apart", "emoji", "accents", "slashes"],
    )
    def test_a_very_long_name_is_unknown_and_cut_in_the_message(self, name):
        answer = problem(name)
        assert isinstance(answer, UnknownName)
        assert len(answer.message) < 300
        assert len(answer.name) <= 41

    @pytest.mark.parametrize(
        "name", ["Smi\x00thy", "\x1b[31mSmit", "Smit\u202ey", "\ud800", "Smit\u200bhi\x07"]
    )
    def test_control_characters_never_reach_the_message(self, name):
        answer = problem(name)
        assert answer.message.isprintable()

    def test_a_control_character_at_the_end_is_no_part_of_the_name(self):
        assert name_of("Smithy\x00") == "Smithy"
        assert name_of("Smithy\r\n") == "Smithy"


class TestBoxes:
    """A box by its id or its title."""

    def test_every_box_is_found_by_id_and_title_in_any_case(self):
        for box, title in ((id_, box.title) for id_, box in CATALOG.boxes.items()):
            written = (box, box.upper(), box.replace("-", " "), title, title.lower(), f" {title} ")
            assert {NAMES.find_box(name) for name in written} == {box}

    def test_titles_are_different(self):
        titles = [box.title for box in CATALOG.boxes.values()]
        assert len(set(titles)) == len(titles)

    def test_an_unknown_box_gets_the_nearest(self):
        for written, box in WRITTEN["misspelt_boxes"].items():
            with pytest.raises(UnknownName) as caught:
                NAMES.find_box(written)
            assert caught.value.suggestions[0] == box

    @pytest.mark.parametrize("name", ["Dominion", "Prosperity", "Seaside"])
    def test_a_game_without_its_edition_offers_the_editions(self, name):
        with pytest.raises(UnknownName) as caught:
            NAMES.find_box(name)
        family = name.lower()
        assert {f"{family}-1e", f"{family}-2e"} <= set(caught.value.suggestions)

    @pytest.mark.parametrize("name", ["", "🙂", "\x00", "x" * 10_240])
    def test_nonsense_gets_no_suggestion(self, name):
        with pytest.raises(UnknownName) as caught:
            NAMES.find_box(name)
        assert caught.value.suggestions == ()
        assert len(caught.value.message) < 120


class TestNearest:
    """What a misspelt word may mean, with the likeness of each."""

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("Knigts", "Knights"),
            ("Schmide", "Smithy"),
            ("Vesnce", "Village"),
            ("Lab", "Laboratory"),
        ],
    )
    def test_the_best_comes_first(self, typed, meant):
        near = names_of(CATALOG).nearest(typed)
        assert meant in [one.thing.name for one in near]
        assert [one.likeness for one in near] == sorted((n.likeness for n in near), reverse=True)

    def test_far_ones_are_left_out(self):
        assert [n.thing.name for n in names_of(CATALOG).nearest("Knigts")] == ["Knights"]
        assert names_of(CATALOG).nearest("qwrtzpsd") == ()

    def test_a_name_in_english_comes_before_one_that_is_just_as_near(self):
        near = names_of(CATALOG).nearest("Mote", (Card,))  # Most is Bridge in Czech
        assert [one.thing.name for one in near] == ["Moat", "Bridge"]

    def test_only_the_kinds_that_are_asked_for(self):
        near = names_of(CATALOG).nearest("Alm", (Landscape,))
        assert [one.thing.name for one in near][:1] == ["Alms"]


class TestOneLanguage:
    def test_is_asked_by_itself(self):
        known = names_of(CATALOG)
        assert [thing.name for thing in known.find_in("fr", "Charlatan")] == ["Mountebank"]
        assert [thing.name for thing in known.find_in("en", "Charlatan")] == ["Charlatan"]
        assert known.find_in("de", "Smithy") == ()

    def test_accents_decide_between_names_that_are_else_alike(self):
        (market,) = names_of(CATALOG).find_in("fr", "Marché")
        assert market.name == "Market"
