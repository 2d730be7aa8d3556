"""Sentences: plain English to whoever reads them, and all that another language needs."""

import pickle
from copy import deepcopy

import pytest

from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.rules import RULEBOOKS
from setup_rules.sentences import Sentence, TextRow, listed, parts_of, row, say, say_number
from tests.builders import ALL_BOXES, CATALOG, EVERYTHING, alone, plan_using, roles_for
from tests.thorough import THOROUGH
from tests.untranslated import untranslated


@pytest.fixture(scope="module")
def plans():
    """A plan for every card and landscape; where there is time, in every role."""
    wide = EVERYTHING if THOROUGH else EVERYTHING[::12]
    in_roles = [plan_using(thing, role) for thing in wide for role in roles_for(thing)]
    return [*map(alone, EVERYTHING), *in_roles]


class TestSentence:
    def test_is_its_english_text(self):
        sentence = say("{card} needs a Bane", card="Young Witch")
        assert sentence == "Young Witch needs a Bane"
        assert hash(sentence) == hash("Young Witch needs a Bane")
        assert {sentence: 1}["Young Witch needs a Bane"] == 1

    def test_remembers_how_it_was_made(self):
        sentence = say("{card} needs a Bane", card="Young Witch")
        assert (sentence.template, sentence.plural) == ("{card} needs a Bane", "")
        assert sentence.values == {"card": "Young Witch"}

    def test_without_values_is_said_as_it_stands(self):
        assert say("a {brace}") == "a {brace}"

    @pytest.mark.parametrize(("number", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
    def test_follows_its_number(self, number, text):
        sentence = say_number("{number} card", "{number} cards", number)
        assert sentence == text
        assert (sentence.template, sentence.plural) == ("{number} card", "{number} cards")
        assert sentence.values == {"number": number}

    @pytest.mark.parametrize("copy", [deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
    @pytest.mark.parametrize("text", [say("{card}!", card=say("Bane")), row(("a", say("b")), "; ")])
    def test_stays_what_it_is_when_copied(self, copy, text):
        copied = copy(text)
        assert copied == text
        assert type(copied) is type(text)
        assert copied.__getstate__() == text.__getstate__()


class TestRow:
    def test_joins_what_says_something(self):
        text_row = row(("a", "", "b"), "; ")
        assert text_row == "a; b"
        assert isinstance(text_row, TextRow)
        assert parts_of(text_row, "; ") == ("a", "b")

    def test_of_one_part_is_that_part(self):
        part = say("1 of each")
        assert row(("", part), "; ") is part
        assert row(()) == ""

    def test_of_rows_is_one_row(self):
        assert parts_of(row((row(("a", "b"), "; "), "c"), "; "), "; ") == ("a", "b", "c")

    def test_a_text_is_its_own_only_part(self):
        assert parts_of("a, b", "; ") == ("a, b",)
        assert parts_of("", "; ") == ()


class TestList:
    @pytest.mark.parametrize(
        ("words", "text"), [((), ""), ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")]
    )
    def test_is_as_a_sentence_lists_words(self, words, text):
        assert listed(words) == text

    def test_of_choices_ends_with_or(self):
        sentence = listed("abc", "or")
        assert sentence == "a, b or c"
        assert isinstance(sentence, Sentence)
        assert sentence.template == "{some} or {last}"


class TestEveryTextOfAPlan:
    """Notes on piles and in the fetch list, reminders, and ways to decide; the checks have tests
    of their own."""

    def test_notes_on_piles_can_be_translated(self, plans):
        notes = dict.fromkeys(note for plan in plans for note in plan.pile_notes.values())
        assert notes
        assert [left for note in notes for left in untranslated(note)] == []

    def test_notes_in_the_fetch_list_can_be_translated(self, plans):
        items = (item for plan in plans for box in plan.fetch for item in box.items)
        assert [
            left for note in dict.fromkeys(i.note for i in items) for left in untranslated(note)
        ] == []

    def test_reminders_can_be_translated(self, plans):
        reminders = dict.fromkeys(text for plan in plans for text in plan.reminders)
        assert reminders
        assert [left for text in reminders for left in untranslated(text)] == []

    def test_ways_to_decide_can_be_translated(self):
        ways = [variant.says for book in RULEBOOKS for variant in book.variants]
        assert [left for way in ways for left in untranslated(way)] == []

    def test_notes_on_a_draw_can_be_translated(self):
        shelf = gather(CATALOG, (*ALL_BOXES[:1], "cornucopia-guilds-2e", "promo-black-market"))
        how = Dealing(near=True, platinum_colony="always", shelters="always", deck_size=40)
        wishes = Wishes(pinned=("young-witch", "black-market"), boxes_used=Bounds(0, 2))
        request = DrawRequest(shelf, 2, wishes, how)
        drawn = [draw_kingdom(request, f"note {number}") for number in range(20)]
        notes = {note.template: note for one in drawn for note in one.notes}
        assert len(notes) >= 3
        assert [left for note in notes.values() for left in untranslated(note)] == []

    def test_a_sentence_nobody_translates_is_found(self):
        assert untranslated("plain English") == ["plain English"]
        assert untranslated(say("{card} stands on one leg", card="Moat")) == [
            "{card} stands on one leg"
        ]
        assert untranslated(say("for {card}", card="whoever likes it")) == ["whoever likes it"]
