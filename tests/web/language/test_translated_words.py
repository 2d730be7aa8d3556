"""Czech and German keep to the words, signs and cases of docs/adding-a-language.md."""

from __future__ import annotations

import re
from itertools import chain, product
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from setup_rules.catalog import load_catalog
from setup_rules.fetch import DECK
from setup_rules.rules import TOKEN_VALUES
from tests.web.language.test_words import COUNTS, OF_PYTHON, shown
from tools.words import ROOT
from web.language.card_names import SURE

PAGE = (ROOT / "docs" / "adding-a-language.md").read_text(encoding="utf-8")
LANGUAGES = {"cs": "Czech", "de": "German"}
NO_BREAK = "\N{NO-BREAK SPACE}"
SAYS_WITHOUT = {
    ("cs", "All 12 Wishes go beside the Supply."),  # a card
    ("cs", "Drawn for this kingdom"),
    ("cs", "Ferryman’s pile"),
    ("cs", "Keep one and choose different piles for the rest."),
    ("cs", "Mats: {mats}."),  # the names have it
    ("de", "Choose how many players there are, and whether each vetoes 1 pile or 2."),
    ("de", "Each Coffers token you spend gives +$1."),
    ("de", "Kingdom or card, in any language"),  # little room
    ("de", "Published kingdoms"),
    ("de", "Show the boxes in it"),
    ("de", "Tonight’s shelf"),
    ("de", "One box short"),
    ("de", "Use this kingdom"),
    ("de", "no box"),  # the box names stand after the word “Schachteln”
    ("de", "an unused Attack pile"),  # a word that has the same form in every case
    ("de", "an unused Kingdom pile costing $2 or $3"),
    ("de", "an unused Kingdom pile costing $3 or $4"),
    ("de", "no piles that play a card twice"),
    ("de", "no piles that play an Action for free"),
    ("de", "no piles that sometimes draw cards"),
    ("de", "{name}: veto 1 pile"),
}
"""Translations that do without the word of a term: its meaning is clear from the place."""
NOUNS_AFTER_LIMITS = {
    "Choose how many players, from 1 to {number}.",
    "Less waiting with {number} or more",
    "Set up for {number}",
    "The log is full; the limit is {number}. Delete a game first.",
    "He’s one of the {number} {pile}.",
    "She’s one of the {number} {pile}.",
    "“{field}” is too long; the limit is {number}.",
}
"""German messages whose number is never 1."""
ARTICLES = "der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|kein|keine"
CASES = {
    "cs": "z|ze|s|se|k|ke|v|ve|na|do|od|pro|u|o|po|bez|kromě|místo|mezi|pod|nad|před|za|podle",
    "de": f"{ARTICLES}|von|mit|bei|aus|zu|nach|wegen|statt|vom|beim|zur|zum|im|am",
}
"""Words that a printed name cannot follow, because it would change with them."""
COUNTED_WORDS = ("settle for {boxes}", "allow up to {cards}")
"""Messages whose places have a count and a noun: `2 boxes`."""
NAMES = ("card", "pile", "box", "trait", "who", "whom", "asks", "landscapes", "kingdom", "old")
"""Places of messages that are filled with printed names."""


class Translated(NamedTuple):
    """A message and one form of its translation."""

    english: str
    """All its forms."""
    text: str
    is_counted: bool


def read(language: str) -> list[Translated]:
    with (ROOT / "translations" / f"{language}.po").open("rb") as file:
        known = [message for message in read_po(file, locale=language) if message.id]
    made = []
    for message in known:
        if [where for where, _line in message.locations] != [OF_PYTHON]:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            made += [Translated("\n".join(ids), form, len(ids) > 1) for form in forms]
    return made


ALL = {language: read(language) for language in LANGUAGES}


def bare(text: str) -> str:
    """A text without tags, places, soft hyphens and the name of the app."""
    return re.sub(r"<[^>]*>|\{[^}]*\}|\u00ad|Ten Piles", "", text)


def table(heading: str) -> list[list[str]]:
    """The rows of a table of the document, by its first heading."""
    rows = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


TERMS = [(row[0], dict(zip(LANGUAGES, row[1:], strict=True))) for row in table("English")]


def in_code(cell: str) -> list[str]:
    return [word.lower() for word in re.findall("`([^`]+)`", cell)]


def has(terms: str, text: str) -> bool:
    """Whether an English text has one of these terms; `Bane` only as it is written."""
    words = "|".join(map(re.escape, terms.split(", ")))
    flags = re.IGNORECASE if terms.islower() else 0
    return bool(re.search(rf"(?<![\w-])(?:{words})(?![\w’-])", text, flags))


def test_tables_are_read():
    assert len(TERMS) > 50
    assert all(in_code(cell) for _terms, words in TERMS for cell in words.values())
    assert has("pile, piles", "Two Piles")
    assert not has("Bane", "a bane")


@pytest.mark.parametrize(
    ("language", "terms", "words"),
    [
        pytest.param(language, terms, in_code(words[language]), id=f"{language}: {terms}")
        for terms, words in TERMS
        for language in LANGUAGES
    ],
)
def test_one_term_has_one_word(language, terms, words):
    kept = [
        one for one in ALL[language] if all(has(terms, bare(e)) for e in one.english.split("\n"))
    ]
    assert kept, "no message has this term any more: take it out of the table"
    others = [
        one
        for one in kept
        if not any(word in bare(one.text).lower() for word in words)
        and (language, one.english.partition("\n")[0]) not in SAYS_WITHOUT
        and not re.search(r"\{(?:kind|tokens)\}", one.text)  # German has the word in these
    ]
    assert [(one.english, one.text) for one in others] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_without_its_word_is_still_said(language):
    known = {one.english.partition("\n")[0] for one in ALL[language]}
    assert {text for of, text in SAYS_WITHOUT if of == language} - known == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_read_wrong_do_not_come_back(language):
    row = next(row for row in table("language") if row[0] == LANGUAGES[language])
    words = in_code(row[1])
    assert len(words) > 10
    found = [
        (one.text, word) for one in ALL[language] for word in words if word in one.text.lower()
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
class TestSigns:
    def test_quotation_marks_are_of_one_kind(self, language):
        texts = [shown(one.text) for one in ALL[language]]
        assert [text for text in texts if re.search("[\"'`”‘«»]", text)] == []
        assert [text for text in texts if text.count("„") != text.count("“")] == []

    def test_spaces_are_single_and_do_not_break_before_units(self, language):
        texts = [shown(one.text) for one in ALL[language]]
        assert [text for text in texts if re.search(r"  |^ | $| [,.;:!?]", text)] == []
        assert [text for text in texts if re.search(f"[^{NO_BREAK}]%", text)] == []
        assert [text for text in texts if re.search(r"[\d}] (mm|kB|MB|€|VB|Geld)\b", text)] == []
        assert [text for text in texts if re.search(r"[+−]\d (?!až|bis)\w", text)] == []

    def test_a_minus_and_dots_are_their_own_signs(self, language):
        texts = [shown(one.text) for one in ALL[language]]
        assert [text for text in texts if re.search(r"(?<![\w}])-\d|\.\.\.", text)] == []

    def test_a_sentence_ends_as_the_english_one_does(self, language):
        ends = [
            (one, one.english[-1] in ".!?", shown(one.text)[-1] in ".!?") for one in ALL[language]
        ]
        assert [one for one, english, other in ends if english and not other] == []


def test_a_czech_word_of_one_letter_or_an_initial_stays_with_the_next():
    alone = r"(?<![<\w])(?:(?i:[aikosuvz])|[A-Z]\.) "
    assert [one.text for one in ALL["cs"] if re.search(alone, one.text)] == []


def test_a_czech_number_stays_with_its_noun():
    alone = rf"(?:\d|\{{(?:{'|'.join(COUNTS)}|letters)\}}) [a-zá-ž]"
    assert [one.text for one in ALL["cs"] if re.search(alone, one.text)] == []


def test_a_czech_noun_after_a_number_has_its_forms():
    place = rf"\{{(?:{'|'.join(COUNTS)})\}} [a-zá-ž]"
    found = [one for one in ALL["cs"] if not one.is_counted and re.search(place, shown(one.text))]
    assert found == []


def test_a_german_noun_after_a_number_has_its_forms():
    place = rf"\{{(?:{'|'.join(COUNTS)})\}} [A-ZÄÖÜ]"
    found = {
        one.english for one in ALL["de"] if not one.is_counted and re.search(place, shown(one.text))
    }
    assert found - NOUNS_AFTER_LIMITS == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_where_it_would_change_its_case(language):
    names = "|".join(rf"{name}s?(?:es)?" for name in NAMES)
    before = re.compile(rf"\b(?:{CASES[language]}) \{{(?:{names})\}}(?!-)", re.IGNORECASE)
    found = [one for one in ALL[language] if before.search(shown(one.text))]
    assert [one for one in found if one.english not in COUNTED_WORDS] == []


def test_no_german_name_is_what_something_is_done_to():
    """`Lasst Edler Räuber weg` and `Edler Räuber tauschen` would need another ending."""
    done = re.compile(
        r"\b(?:lasst|nehmt|verschiebt|tauscht|behaltet|wählt) \{(?:card|name|pile|trait)\}"
        r"|^\{(?:card|pile|trait)\} (?!hat )(?:\w+ )*[a-zäöü]+en$",
        re.IGNORECASE,
    )
    assert [one for one in ALL["de"] if done.search(shown(one.text))] == []


class Awkward:
    """The longest names of a language, and those that begin with an article or have a sign."""

    def __init__(self, language: str) -> None:
        catalog = load_catalog()
        local = catalog.local_names[language]
        words = {one.english: one.text for one in ALL[language]}
        things = chain(catalog.cards.values(), catalog.others.values(), catalog.landscapes.values())
        names = {
            local[thing.id].name
            if thing.id in local and local[thing.id].confidence in SURE
            else thing.name
            for thing in things
        }
        boxes = {words.get(box.name, box.name) for box in catalog.boxes.values()}
        materials = catalog.materials
        mats = {part for one in materials for mat in one.player_mats for part in mat.split("/")}
        kinds = {kind for one in materials for kind in (*one.reserves, *dict(one.player_tokens))}
        self.card, self.box = _awkward(names), _awkward(boxes)
        self.mat = sorted(words[mat] for mat in mats)
        self.kind = sorted(words[kind] for kind in {*kinds, *TOKEN_VALUES})

    def values(self, place: str, turn: int) -> str:
        """What a place is filled with; numbers where there is no name for it."""
        if place in (*COUNTS, "total", "each", "need", "there", "left", "least", "most"):
            return str(turn)
        names = self.card
        if "box" in place:
            names = self.box
        elif place in ("mat", "kind"):
            names = getattr(self, place)
        return f"⟨{names[turn % len(names)]}⟩"


def _awkward(names: set[str]) -> list[str]:
    by_length = sorted(names, key=lambda name: (len(name), name))
    articles = [name for name in by_length if re.match(rf"(?:{ARTICLES}) ", name, re.IGNORECASE)]
    signs = [name for name in by_length if re.search("[/’'&0-9-]", name)]
    return [*by_length[-2:], *articles[-3:], *signs[-3:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_reads_well_with_awkward_names(language):
    """No place is left over, no article or noun is doubled before a name, no sign or space."""
    awkward, wrong = Awkward(language), []
    doubled = re.compile(
        rf"\b(?:{ARTICLES}) ⟨(?:{ARTICLES}) |\b(\w{{3,}}) ⟨\1\b|⟩-⟨|[{{}}]|  | [,.;]|[.,]⟩?[.,]",
        re.IGNORECASE,
    )
    for one, turn in product(ALL[language], range(1, 9)):
        places = re.findall(r"\{(\w+)\}", one.text)
        text = shown(one.text).format(**{place: awkward.values(place, turn) for place in places})
        if places and doubled.search(re.sub(r"\d\.,", "", text)):
            wrong.append(text)
    assert wrong == []


def test_the_deck_of_the_black_market_is_one_of_the_messages():
    """What `thing_name` looks up is translated."""
    assert all(DECK in {one.english for one in ALL[language]} for language in LANGUAGES)
