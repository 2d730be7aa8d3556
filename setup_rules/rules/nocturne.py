"""Nocturne: Druid's Boons; Heirlooms, Boons, Hexes, Spirits and Zombies are in its data."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.kingdom import Game
from setup_rules.plan import Pile, Place, SetOut, SetupPlan
from setup_rules.problems import Problem, warning
from setup_rules.rulebook import Rulebook, using
from setup_rules.sentences import row, say, say_number

book = Rulebook("nocturne")

DRUID_BOONS = 3

book.choice("druid_boons", when=using("Druid"), number=DRUID_BOONS, group="Boons")


@book.rule("druid-boons", source="Nocturne rulebook 2017, p. 5, 8", when=using("Druid"))
def druid_boons(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """For Druid, set 3 Boons aside face up; 9 are left to shuffle."""
    named = row(boon.name for boon in game.kingdom.boons)
    note = say("{cards}, face up", cards=named) if named else say("the top 3 Boons, face up")
    takes = (("Boons", DRUID_BOONS),)
    yield Pile("Druid Boons", DRUID_BOONS, Place.ASIDE, note, takes, host="Druid")


@book.check("check-choice-open", when=using("Druid"))
def boons_are_named(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """The 3 Boons that Druid sets aside are chosen, or drawn at the table."""
    named = {boon.name for boon in game.kingdom.boons}
    if len(named) != DRUID_BOONS:
        yield warning(
            "check-choice-open",
            say_number(
                "Druid sets aside 3 different Boons, but {number} is chosen.",
                "Druid sets aside 3 different Boons, but {number} are chosen.",
                len(named),
            )
            if named
            else say("Druid sets aside 3 different Boons, but none are chosen."),
            say("Shuffle and turn over the top 3, or choose 3 of the 12 Boons."),
            "Druid",
        )
