"""The suggested card sets: what they draw, and what a shelf lacks for them."""

from collections import Counter

import pytest

from setup_rules.collection import gather
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.rules import TITLES
from setup_rules.tournament.sets import SUGGESTED, playable_sets, say_copies
from tests.builders import ALL_BOXES, CATALOG
from tests.untranslated import untranslated

EVERYTHING = gather(CATALOG, ALL_BOXES)
FIRST_EDITIONS = (
    *("dominion-1e", "intrigue-1e", "seaside-1e", "alchemy", "prosperity-1e", "cornucopia"),
    *("hinterlands-1e", "dark-ages", "guilds"),
)
LAST_EDITIONS = (
    *("dominion-2e", "intrigue-2e", "seaside-2e", "alchemy", "prosperity-2e"),
    *("cornucopia-guilds-2e", "hinterlands-2e", "dark-ages"),
)


def missing(*boxes):
    """What each of the six sets lacks, joined."""
    return [str(playable.says) for playable in playable_sets(gather(CATALOG, boxes))]


NOTHING = "Your boxes have everything for it."


@pytest.mark.parametrize("boxes", [FIRST_EDITIONS, LAST_EDITIONS, ALL_BOXES], ids=len)
@pytest.mark.parametrize("suggested", SUGGESTED, ids=lambda suggested: suggested.round)
class TestDraws:
    """Section 5, Suggested Cardsets."""

    def test_five_and_five_are_drawn(self, suggested, boxes):
        request = DrawRequest(gather(CATALOG, boxes), 4, suggested.wishes, suggested.dealing)
        for seed in "abc":
            kingdom = draw_kingdom(request, seed).kingdom
            one, other = suggested.halves
            of_each = Counter(card in one.cards(request.shelf) for card in kingdom.piles)
            assert of_each == {True: 5, False: 5}
            assert all(
                card in one.cards(request.shelf) or card in other.cards(request.shelf)
                for card in kingdom.piles
            )
            assert bool(kingdom.platinum_colony) == suggested.platinum_colony
            assert bool(kingdom.shelters) == suggested.shelters
            assert kingdom.landscapes == ()


class TestOneBoxOrTwo:
    """Cornucopia and Guilds were sold as two boxes and as one."""

    def test_each_card_belongs_to_one_of_the_two_titles(self):
        family = {c.id for c in CATALOG.cards.values() if "cornucopia-guilds" in c.families}
        assert sorted(family) == sorted(id_ for cards in TITLES.values() for id_ in cards)

    @pytest.mark.parametrize(
        ("box", "cards"), [(title.lower(), cards) for title, cards in TITLES.items()]
    )
    def test_the_cards_of_a_single_box_are_of_its_title(self, box, cards):
        assert {card.id for card in CATALOG.boxes[box].piles} <= set(cards)

    @pytest.mark.parametrize("both", ["cornucopia-guilds-1e", "cornucopia-guilds-2e"])
    def test_the_box_with_both_does_for_either(self, both):
        missing_cards = missing("dominion-2e", "intrigue-2e", "seaside-2e", both)
        assert missing_cards[1:3] == [NOTHING, NOTHING]

    def test_cornucopia_alone_has_no_guilds(self):
        missing_cards = missing("dominion-2e", "intrigue-2e", "seaside-2e", "cornucopia")
        assert missing_cards[1] == "Guilds isn’t on your shelf."
        assert missing_cards[2] == NOTHING

    def test_the_update_pack_has_three_cards_of_guilds(self):
        missing_cards = missing("dominion-2e", "intrigue-2e", "cornucopia-guilds-update-pack")
        assert missing_cards[1] == "Your shelf has 3 cards from Guilds, but 5 are needed."


class TestWhatIsMissing:
    @pytest.mark.parametrize("boxes", [FIRST_EDITIONS, LAST_EDITIONS])
    def test_nothing_with_the_boxes_named_in_any_edition(self, boxes):
        assert missing(*boxes) == [NOTHING] * 6

    def test_everything_with_an_empty_shelf(self):
        for playable in playable_sets(gather(CATALOG, ())):
            assert not playable.is_playable
            assert len(playable.missing) >= 3

    def test_the_second_edition_of_intrigue_needs_basic_cards_from_elsewhere(self):
        lacks = "None of your boxes have Copper, Estates and the other basic cards."
        assert missing("intrigue-2e", "guilds")[1] == lacks
        assert missing("intrigue-2e", "guilds", "base-cards")[1] == NOTHING
        assert missing("intrigue-1e", "guilds")[1] == NOTHING

    def test_an_update_pack_has_prosperity_cards_but_no_colonies(self):
        missing_cards = missing("dominion-2e", "prosperity-update-pack")
        assert missing_cards[3] == "None of your boxes have Platinum and Colony."
        assert missing("dominion-2e", "prosperity-update-pack", "base-cards")[3] == NOTHING

    def test_without_dark_ages_there_are_no_shelters(self):
        assert missing("dominion-2e")[5] == (
            "Dark Ages isn’t on your shelf. None of your boxes have Shelters."
        )

    def test_all_of_it_can_be_translated(self):
        shelves = [(), ("dominion-2e",), ("cornucopia-guilds-update-pack",), ALL_BOXES]
        sentences = [say_copies(1), say_copies(2), *(suggested.says for suggested in SUGGESTED)]
        for boxes in shelves:
            sentences += [playable.says for playable in playable_sets(gather(CATALOG, boxes))]
        assert [left for text in sentences for left in untranslated(text)] == []
