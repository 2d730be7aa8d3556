"""Names as people write them: any case, accent, apostrophe, half or language; and near misses."""

from __future__ import annotations

import unicodedata

import pytest

from setup_rules.cards import Card, Landscape, OtherCard
from setup_rules.names import AmbiguousName, NameProblem, UnknownName, fold, names_of
from tests.builders import CATALOG, codes, plan_for, supply

NAMES = names_of(CATALOG)
EVERYTHING = tuple(CATALOG.by_name.values())

ENGLISH_NAMES_OF_OTHERS = {
    ("cs", "Bard"): ("Wandering Minstrel", "Bard"),
    ("es", "Charlatán"): ("Mountebank", "Charlatan"),
    ("fr", "Charlatan"): ("Mountebank", "Charlatan"),
    ("fr", "Bandit"): ("Rogue", "Bandit"),
    ("fr", "Courtier"): ("Broker", "Courtier"),
    ("fr", "Commerce"): ("Trade", "Commerce"),
    ("it", "Galleria"): ("Tunnel", "Galleria"),
    ("nl", "Sextant"): ("Astrolabe", "Sextant"),
    ("nl", "Charlatan"): ("Mountebank", "Charlatan"),
    ("nl", "Tiara"): ("Diadem", "Tiara"),
}
"""Names of a card in a language that are in English the name of another card, which wins."""

AMBIGUOUS = {
    ("cs", "Jarmark"),
    ("de", "Barde"),
    ("de", "Reis"),
    ("es", "Banquete"),
    ("es", "Centinela"),
    ("es", "Confabulación"),
    ("es", "Cripta"),
    ("fr", "Barde"),
    ("fr", "Pension"),
    ("it", "Avventuriero"),
    ("it", "Ballo in Maschera"),
    ("it", "Demolizione"),
    ("it", "Diplomatico"),
    ("it", "Prestito"),
    ("nl", "Pension"),
    ("nl", "Reis"),
}
"""Names that stand for two cards, in one language or in two; the answer offers both."""

SPLIT_PILES = {
    "Encampment/Plunder": ("Encampment", "Plunder"),
    "Patrician/Emporium": ("Patrician", "Emporium"),
    "Settlers/Bustling Village": ("Settlers", "Bustling Village"),
    "Catapult/Rocks": ("Catapult", "Rocks"),
    "Gladiator/Fortune": ("Gladiator", "Fortune"),
    "Sauna/Avanto": ("Sauna", "Avanto"),
}

MISSPELLINGS = {
    "Smity": "Smithy",
    "Vilage": "Village",
    "Labratory": "Laboratory",
    "Thorne Room": "Throne Room",
    "Chaple": "Chapel",
    "Cellr": "Cellar",
    "Mountbank": "Mountebank",
    "Minon": "Minion",
    "Torturor": "Torturer",
    "Familar": "Familiar",
    "Philosphers Stone": "Philosopher's Stone",
    "Kings Cort": "King's Court",
    "Watch Tower": "Watchtower",
    "Tournment": "Tournament",
    "Yuong Witch": "Young Witch",
    "Ilgotten Gains": "Ill-Gotten Gains",
    "Jack of Trades": "Jack of All Trades",
    "Wandring Minstrel": "Wandering Minstrel",
    "Candlestik Maker": "Candlestick Maker",
    "Royal Carrage": "Royal Carriage",
    "Destant Lands": "Distant Lands",
    "Charriot Race": "Chariot Race",
    "Farmer Market": "Farmers' Market",
    "Nigth Watchman": "Night Watchman",
    "Acting Trupe": "Acting Troupe",
    "Swashbukler": "Swashbuckler",
    "Camel Trane": "Camel Train",
    "Sycofant": "Sycophant",
    "Wealty Village": "Wealthy Village",
    "River Srine": "River Shrine",
    "Way of the Mose": "Way of the Mouse",
    "Aproaching Army": "Approaching Army",
    "Encampent/Plunder": "Encampment/Plunder",
    "Blackmarket": "Black Market",
    "Masquarade": "Masquerade",
    "Schmide": "Smithy",
}


def found(name: str) -> str:
    """The printed English name of what a name stands for."""
    return NAMES.find(name).name


def answers(name: str) -> tuple[str, ...]:
    """What a name stands for, or may stand for; nothing for one that is not known."""
    try:
        return (found(name),)
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

    @pytest.mark.parametrize("boon", CATALOG.groups["Boons"])
    def test_a_leading_article_may_be_missing(self, boon):
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

    @pytest.mark.parametrize(
        ("written", "name"),
        [
            ("  Smithy ", "Smithy"),
            ("Throne\tRoom", "Throne Room"),
            ("Throne   Room", "Throne Room"),
            ("throne-room", "Throne Room"),
            ("throne_room", "Throne Room"),
            ("Throne\u00a0Room", "Throne Room"),
            ("ill gotten gains", "Ill-Gotten Gains"),
            ("Jack of all Trades", "Jack of All Trades"),
            ("will o wisp", "Will-o'-Wisp"),
            ("ＳＭＩＴＨＹ", "Smithy"),
            ("Smithy.", "Smithy"),
            ("“Smithy”", "Smithy"),
        ],
    )
    def test_spaces_dashes_and_width_do_not_matter(self, written, name):
        assert found(written) == name

    @pytest.mark.parametrize(
        ("written", "name"),
        [
            ("Gärten", "Gardens"),
            ("Garten", "Gardens"),
            ("GÄRTEN", "Gardens"),
            ("Kuźnia", "Smithy"),
            ("kuznia", "Smithy"),
            ("Herrería", "Smithy"),
            ("herreria", "Smithy"),
            ("Œuf précieux", "Jewelled Egg"),
            ("œuf précieux", "Jewelled Egg"),
            ("Oeuf precieux", "Jewelled Egg"),
        ],
    )
    def test_accents_may_be_there_or_not(self, written, name):
        assert found(written) == name

    def test_composed_and_decomposed_accents_are_the_same(self):
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert found(unicodedata.normalize(form, "Gärten")) == "Gardens"

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
        assert found(name) == "Harem"

    def test_both_together_are_one_pile_named_twice(self):
        assert codes(plan_for("Harem", "Farm"))["check-duplicate-pile"] == "error"


class TestSplitPiles:
    """A split pile by either half or by both."""

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    @pytest.mark.parametrize("slash", ["/", " / ", " /", "/ ", "  /  ", " "])
    def test_both_halves_in_either_order_with_spaces_around_the_slash(self, pile, halves, slash):
        assert found(slash.join(halves)) == pile
        assert found(slash.join(reversed(halves))) == pile
        assert found(slash.join(halves).lower()) == pile

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    def test_either_half_among_the_ten_stands_for_the_pile(self, pile, halves):
        for half in halves:
            plan = plan_for(half)
            assert supply(plan)[pile] == 10
            assert plan.problems == ()

    @pytest.mark.parametrize(("pile", "halves"), SPLIT_PILES.items())
    def test_both_halves_named_apart_are_one_pile_named_twice(self, pile, halves):
        assert codes(plan_for(*halves))["check-duplicate-pile"] == "error"

    @pytest.mark.parametrize(
        ("written", "pile"),
        [
            ("Katapult / Felsen", "Catapult/Rocks"),
            ("Katapult/Felsen", "Catapult/Rocks"),
            ("Felsen / Katapult", "Catapult/Rocks"),
            ("Feldlager/Diebesgut", "Encampment/Plunder"),
            ("Diebesgut/Feldlager", "Encampment/Plunder"),
            ("Gladiateur / Fortune", "Gladiator/Fortune"),
            ("Kolonisten/Levendig dorp", "Settlers/Bustling Village"),
        ],
    )
    def test_so_it_is_in_other_languages(self, written, pile):
        assert found(written) == pile

    @pytest.mark.parametrize("name", ["Student", "Humble Castle", "Dame Anna"])
    def test_one_card_of_a_larger_pile_is_that_card_and_no_pile(self, name):
        card = NAMES.find(name)
        assert isinstance(card, OtherCard)
        assert card.name == name
        assert codes(plan_for(name))["check-duplicate-pile"] == "error"


class TestOtherLanguages:
    """Czech, Dutch, French, German, Italian, Polish and Spanish names."""

    @pytest.mark.parametrize(
        ("written", "name"),
        [
            ("Kovárna", "Smithy"),
            ("Schmiede", "Smithy"),
            ("Herrería", "Smithy"),
            ("Forgeron", "Smithy"),
            ("Fucina", "Smithy"),
            ("Smidse", "Smithy"),
            ("Kuźnia", "Smithy"),
            ("Weg der Maus", "Way of the Mouse"),
        ],
    )
    def test_a_name_of_each(self, written, name):
        assert found(written) == name

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
            _, expected = ENGLISH_NAMES_OF_OTHERS.get((language, local.name), (own, own))
            answer = found(local.name)
            if answer != expected:
                wrong[local.name] = f"{own}, found {answer}"
        assert checked > 200
        assert wrong == {}

    @pytest.mark.parametrize(("language", "name"), ENGLISH_NAMES_OF_OTHERS)
    def test_an_english_name_wins_over_one_of_another_language(self, language, name):
        own, other = ENGLISH_NAMES_OF_OTHERS[language, name]
        assert own in [
            CATALOG.thing(id_).name
            for id_, local in CATALOG.local_names[language].items()
            if local.name == name
        ]
        assert other in CATALOG.by_name
        assert fold(other) == fold(name)

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
            f"“{name}” names different cards in different languages. "
            f"Write {cards[0]} or {cards[1]}."
        )

    def test_asking_for_a_kind_of_card_may_settle_it(self):
        assert NAMES.find("Prestito", (Landscape,)).name == "Borrow"
        assert NAMES.find("Prestito", (Card,)).name == "Loan"


class TestUnknownNames:
    """The nearest names are offered."""

    @pytest.mark.parametrize(("written", "name"), MISSPELLINGS.items())
    def test_the_first_suggestion_is_the_card_that_was_meant(self, written, name):
        answer = problem(written)
        assert isinstance(answer, UnknownName)
        assert answer.suggestions[0] == name
        assert answer.message.startswith(f"“{written}” is no name we know. Did you mean {name}")

    def test_thirty_misspellings_at_least(self):
        assert len(MISSPELLINGS) >= 30

    def test_there_are_at_most_three_suggestions_and_all_are_printed_names(self):
        for written in MISSPELLINGS:
            suggestions = problem(written).suggestions
            assert 1 <= len(suggestions) <= 3
            assert set(suggestions) <= set(CATALOG.by_name)

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
        assert answer.message.endswith("is no name we know. Check the spelling.")

    def test_an_emoji_beside_a_name_does_not_hide_it(self):
        assert found("🔨 Smithy") == "Smithy"

    def test_heaps_of_combining_marks_are_seen_through(self):
        assert found("S̷̛m̸̢i̵̡t̴h̷y̸") == "Smithy"
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
        assert found("Smithy\x00") == "Smithy"
        assert found("Smithy\r\n") == "Smithy"


class TestBoxes:
    """A box by its id or its title."""

    @pytest.mark.parametrize("box", CATALOG.boxes)
    def test_every_box_is_found_by_id_and_title_in_any_case(self, box):
        title = CATALOG.boxes[box].title
        for name in (box, box.upper(), box.replace("-", " "), title, title.lower(), f" {title} "):
            assert NAMES.find_box(name) == box

    def test_titles_are_different(self):
        titles = [box.title for box in CATALOG.boxes.values()]
        assert len(set(titles)) == len(titles)

    @pytest.mark.parametrize(
        ("written", "box"),
        [
            ("dominion-2", "dominion-2e"),
            ("Dominon 2e", "dominion-2e"),
            ("Seside 1e", "seaside-1e"),
            ("Dark Age", "dark-ages"),
            ("Rising Son", "rising-sun"),
            ("Nocturn", "nocturne"),
        ],
    )
    def test_an_unknown_box_gets_the_nearest(self, written, box):
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
