"""What a game asks for: every count that decides a score, and none that follows from others."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import pytest

from setup_rules.cards import Thing
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game, Kingdom
from setup_rules.plan_request import PlanRequest
from setup_rules.scoring.ending import PlayerScore, score_game
from setup_rules.scoring.inputs import inputs_of
from setup_rules.scoring.player_counts import PlayerCounts, PlayerEnd
from setup_rules.scoring.table import score_table
from tests.builders import CATALOG, game_for
from tests.scoring.endings import inputs, with_counts, with_deck
from tests.thorough import some

BASIC = ["Estate", "Duchy", "Province", "Curse"]


def input_keys(*names: str, **how: object) -> list[str]:
    """What a game asks for beyond the basic cards."""
    keys = inputs(score_game(game_for(*names, **how), []))  # type: ignore[arg-type]
    assert set(BASIC) <= set(keys)
    return [key for key in keys if key not in BASIC]


class TestOnlyWhatThisGameAsks:
    def test_an_ordinary_kingdom(self):
        assert inputs(score_game(game_for(), [])) == BASIC
        assert input_keys("Nobles", "Tunnel") == ["Tunnel", "Nobles"]

    def test_gardens_add_all_cards_and_nothing_else(self):
        assert input_keys("Gardens") == ["Gardens", "cards"]

    def test_nothing_is_asked_twice(self):
        assert input_keys("Duke") == ["Duke"]
        assert input_keys("Gardens", landscapes=["Wall"]) == ["Gardens", "cards"]
        assert input_keys("Fairgrounds", landscapes=["Museum"]) == ["Fairgrounds", "names"]
        assert input_keys("Feodum", landscapes=["Bandit Fort"]) == ["Silver", "Gold", "Feodum"]
        assert input_keys(landscapes=["Palace", "Fountain", "Keep"]) == ["Copper", "Silver", "Gold"]

    def test_victory_cards_follow_where_all_of_them_are_asked_for(self):
        assert input_keys("Silk Road", "Marchland") == ["Silk Road", "Marchland"]
        assert input_keys("Silk Road", shelters=True) == ["Silk Road", "Overgrown Estate"]
        several = input_keys("Silk Road", "Distant Lands", shelters=True)
        assert several == ["Silk Road", "victory_cards", "tavern_mat.Distant Lands"]

    def test_castles_follow_from_their_pile(self):
        castles = [part.name for part in CATALOG.cards["castles"].contains]
        assert input_keys("Castles") == [*castles, "vp"]

    def test_actions_are_one_count(self):
        assert input_keys("Vineyard", "Nobles") == ["Vineyard", "Nobles", "action_cards"]

    def test_obelisk_asks_for_its_pile(self):
        plain = {"landscapes": ["Obelisk"]}
        assert input_keys("Village", **plain, obelisk="Village") == ["Village"]
        assert input_keys("Nobles", **plain, obelisk="Nobles") == ["Nobles"]
        assert input_keys("Cultist", **plain, obelisk="Ruins") == ["obelisk_cards"]
        assert input_keys("Village", **plain) == ["obelisk_cards"]

    def test_plateau_shepherds_ask_for_favors_and_what_costs_two(self):
        ally = {"ally": "Plateau Shepherds"}
        assert input_keys("Underling", **ally) == ["favors"]
        assert input_keys("Underling", "Cellar", **ally) == ["Cellar", "favors"]
        two = input_keys("Underling", "Cellar", "Moat", **ally)
        assert two == ["favors", "cards_costing_2"]

    def test_every_treasure_is_asked_for_where_keep_compares_them(self):
        keep = input_keys("Harem", landscapes=["Keep"], platinum_colony=True)
        assert keep == ["Copper", "Silver", "Gold", "Platinum", "Colony", "Harem"]

    def test_cards_of_the_black_market_deck_count(self):
        assert input_keys("Black Market", deck=["Duke", "Vineyard", "Island"]) == [
            *("Duke", "Vineyard", "Island"),
            "action_cards",
        ]

    @pytest.mark.parametrize(
        ("last", "gone"),
        [
            ({"names": ["Gardens"]}, ["Gardens", "cards"]),
            ({"names": ["Vineyard"]}, ["Vineyard", "action_cards"]),
            ({"names": ["Bishop"]}, ["vp"]),
            ({"names": ["Skulk"]}, ["Miserable"]),
            ({"names": [], "landscapes": ["Wolf Den"]}, ["singles"]),
            ({"names": [], "landscapes": ["Fountain"]}, ["Copper"]),
            ({"names": ["Underling"], "ally": "Plateau Shepherds"}, ["favors"]),
        ],
    )
    def test_without_its_last_trigger_an_input_is_gone(self, last, gone):
        names = last.pop("names")
        assert input_keys(*names, **last) == gone
        assert set(input_keys("Nobles", *names, **last)) == {"Nobles", *gone}
        assert input_keys() == []


def published_games() -> Iterator[tuple[str, Game]]:
    """Every published kingdom for three players, as printed; Obelisk looks at an Action."""
    for kingdom in CATALOG.published.values():
        dealt = {ls.kind: ls for ls in kingdom.landscapes if ls.kind in ("ally", "prophecy")}
        actions = [card for card in kingdom.cards if "Action" in card.types]
        looked_at = {"obelisk": actions[0]} if actions else {}
        named = Kingdom(
            piles=kingdom.cards,
            landscapes=tuple(ls for ls in kingdom.landscapes if ls.kind not in dealt),
            drawn={**looked_at, **kingdom.drawn, **dealt},
            boons=kingdom.boons,
            traits=kingdom.traits,
            platinum_colony=kingdom.platinum_colony,
            shelters=kingdom.shelters,
        )
        yield kingdom.id, PlanRequest(named, 3, tuple(CATALOG.boxes), None).game(CATALOG)


GAMES = dict(published_games())
WIDE = {
    "landmarks": game_for(
        *("Vineyard", "Fairgrounds", "Gardens", "Silk Road", "Nobles", "Distant Lands"),
        landscapes=["Orchard", "Triumphal Arch", "Wolf Den", "Museum"],
        shelters=True,
    ),
    "more landmarks": game_for(
        *("Castles", "Feodum", "Knights", "Joust", "Shepherd", "Skulk"),
        landscapes=["Keep", "Palace", "Bandit Fort", "Fountain", "Wall", "Obelisk"],
        obelisk="Knights",
    ),
    "favors": game_for("Underling", "Cellar", "Moat", "Clashes", ally="Plateau Shepherds"),
}
every_game = pytest.mark.parametrize("name", [*some(GAMES, 6), *WIDE])
BASES, CHANGES = 120, 100
"""Decks that are tried, and how many others like each of them; few suffice for most games."""


class Decks:
    """Random decks of a game, each with its inputs and its points; the same every time."""

    def __init__(self, name: str) -> None:
        self.game = GAMES.get(name) or WIDE[name]
        plan = plan_setup(self.game)
        self.empty = [pile.name for pile in plan.supply]
        self.table = score_table(self.game, plan, self.empty)
        self.inputs = inputs_of(self.table)
        self.random = random.Random(name)
        self.cards = list(self.table.cards.cards.values())

    def values(self, player: PlayerEnd) -> dict[str, int]:
        counts = PlayerCounts(self.table, player, ())
        return {one.count.key: counts.value(one.count) for one in self.inputs}

    def player(self, cards: dict[Thing, int], others: dict[str, int]) -> PlayerEnd:
        return PlayerEnd(name="Anna", cards=cards, counts=others)

    def points(self, player: PlayerEnd) -> int:
        """A player's points beside somebody with one of each Treasure."""
        counted = [PlayerCounts(self.table, one, ()) for one in (player, self.rival)]
        total = 0
        for scorer in self.table.scorers:
            numbers = [[one.value(count) for count in scorer.counts] for one in counted]
            times = 1 if scorer.copies is None else counted[0].value(scorer.copies)
            total += times * scorer.points(numbers[0], numbers[1:])
        return total

    @cached_property
    def rival(self) -> PlayerEnd:
        return with_deck({card.name: 2 for card in self.table.cards.of_type("Treasure")})

    def some(self) -> PlayerEnd:
        few = self.random.sample(self.cards, k=self.random.randint(0, min(12, len(self.cards))))
        cards = {card: self.random.choice((1, 1, 2, 3, 4, 9)) for card in few}
        tokens = [one.count.key for one in self.inputs if one.count.fits is None]
        return self.player(cards, {key: self.random.randint(0, 2) for key in tokens})

    def changed(self, player: PlayerEnd) -> PlayerEnd:
        """The same with a few cards more, fewer or others."""
        cards, others = dict(player.cards), dict(player.counts)
        for _ in range(self.random.randint(1, 3)):
            card, step = self.random.choice(self.cards), self.random.choice((1, 1, 2, 3))
            cards[card] = cards.get(card, 0) + step
            if self.random.random() < 0.6:  # in place of another
                other = self.random.choice([*cards])
                cards[other] = max(cards[other] - step, 0)
        for key in others:
            if self.random.random() < 0.2:
                others[key] = self.random.randint(0, 3)
        return self.player({card: n for card, n in cards.items() if n}, others)


@every_game
def test_the_inputs_of_a_deck_give_the_points_of_the_deck(name):
    """So the list is long enough, whatever a player has."""
    decks = Decks(name)
    for _ in range(30):
        player = decks.some()
        whole = score_game(decks.game, [player, decks.rival], decks.empty).scores[0]
        given = [with_counts(decks.values(one)) for one in (player, decks.rival)]
        assert score_game(decks.game, given).scores[0] == whole


@every_game
def test_no_input_can_be_left_out(name):
    """Brute force: for each input two decks that differ in it alone and have other points."""
    decks = Decks(name)
    assert decks.inputs
    unproved = set(decks.values(decks.some()))
    seen: dict[tuple[str, tuple[tuple[str, int], ...]], int] = {}
    for _ in range(BASES):
        player = decks.some()
        for one in (player, *(decks.changed(player) for _ in range(CHANGES))):
            values, points = decks.values(one), decks.points(one)
            for key in [*unproved]:
                rest = tuple((other, n) for other, n in values.items() if other != key)
                if seen.setdefault((key, rest), points) != points:
                    unproved.discard(key)
        if not unproved:
            return
    assert not unproved


class TestTotals:
    @every_game
    def test_do_not_depend_on_the_order_of_players_or_cards(self, name):
        decks = Decks(name)
        players = [
            PlayerEnd(name=str(seat), turns=seat, cards=one.cards, counts=one.counts)
            for seat, one in enumerate([decks.some() for _ in range(3)])
        ]
        turned = [
            PlayerEnd(
                name=one.name,
                turns=one.turns,
                cards=dict(reversed([*one.cards.items()])),
                counts=dict(reversed([*one.counts.items()])),
            )
            for one in reversed(players)
        ]
        straight, other = (score_game(decks.game, some) for some in (players, turned))
        assert straight.scores == tuple(reversed(other.scores))
        assert set(straight.winners) == set(other.winners)

    @every_game
    def test_all_zero_gives_zero(self, name):
        """No formula gives points for nothing: there is no exception."""
        decks = Decks(name)
        zero = with_counts({one.count.key: 0 for one in decks.inputs})
        for nothing in (zero, with_deck({})):
            scores = score_game(decks.game, [nothing, nothing]).scores
            assert scores == (PlayerScore("Anna", 0, 1, {}),) * 2


class TestTies:
    """Dominion rulebook: most points, then fewest turns; whoever still ties shares the win."""

    def winners(self, *players: tuple[int, int | None]) -> tuple[str, ...]:
        ends = [
            with_deck({"Province": provinces}, name=str(seat), turns=turns)
            for seat, (provinces, turns) in enumerate(players)
        ]
        return score_game(game_for(players=len(ends)), ends).winners

    def test_most_points_win_whatever_the_turns(self):
        assert self.winners((4, 20), (3, 10)) == ("0",)

    def test_fewer_turns_win_a_tie(self):
        assert self.winners((4, 20), (4, 19)) == ("1",)

    def test_who_still_ties_shares_the_win(self):
        assert self.winners((4, 20), (4, 20), (4, 21)) == ("0", "1")

    def test_without_the_turns_of_all_the_tie_is_shared(self):
        assert self.winners((4, 20), (4, None)) == ("0", "1")

    def test_places_count_those_who_are_better(self):
        ends = [with_deck({"Duchy": n}, turns=9) for n in (1, 3, 3, 0)]
        places = [score.place for score in score_game(game_for(players=4), ends).scores]
        assert places == [3, 1, 1, 4]


class TestOddities:
    def codes(self, game: Game, *players: PlayerEnd, empty: tuple[str, ...] = ()) -> list[str]:
        return [problem.code for problem in score_game(game, players, empty).problems]

    def test_a_proper_end_has_none(self):
        one = with_deck({"Province": 4, "Copper": 7, "Estate": 3})
        assert self.codes(game_for(), one, one, empty=("Province", "Curse")) == []

    def test_more_provinces_than_the_pile_held(self):
        four, five = with_deck({"Province": 4}), with_deck({"Province": 5})
        assert self.codes(game_for(), four, four) == []
        assert self.codes(game_for(), four, five) == ["score-more-than-there-are"]

    def test_estates_of_the_starting_decks_are_there_too(self):
        seven = with_deck({"Estate": 7})
        assert self.codes(game_for(), seven, seven) == []
        assert self.codes(game_for(), seven, with_deck({"Estate": 8})) != []

    def test_one_of_each_castle_with_two_players(self):
        two, three = (game_for("Castles", players=number) for number in (2, 3))
        both, nobody = with_deck({"Humble Castle": 2}), with_deck({})
        assert self.codes(two, both, nobody) == ["score-more-than-there-are"]
        assert self.codes(three, both, nobody, nobody) == []

    def test_more_vp_than_lay_there(self):
        six, seven = with_deck({}, vp=6), with_deck({}, vp=7)
        arena = game_for(landscapes=["Arena"])
        assert self.codes(arena, six, six) == []
        assert self.codes(arena, six, seven) == ["score-more-vp-than-tokens"]
        assert self.codes(game_for("Bishop", landscapes=["Arena"]), six, seven) == []

    def test_what_is_not_in_this_game_counts_all_the_same(self):
        end = with_deck({"Colony": 1}, vp=3, states=["Miserable"])
        ended = score_game(game_for(), [end, with_deck({})])
        assert ended.scores[0].parts == {"Colony": 10, "VP tokens": 3, "Miserable": -2}
        assert [p.code for p in ended.problems] == ["score-card-not-in-game"]
        assert set(ended.problems[0].cards) == {"Colony", "VP tokens", "Miserable/Twice Miserable"}

    def test_counts_that_nothing_scores_for(self):
        nothing = with_counts({})
        assert self.codes(game_for(), with_counts({"Smithy": 3}), nothing) == ["score-not-needed"]
        assert self.codes(game_for(), with_counts({"cards": 30}), nothing) == ["score-not-needed"]

    def test_fewer_cards_than_were_counted(self):
        end, nothing = with_counts({"Gardens": 2, "Province": 4, "cards": 5}), with_counts({})
        assert self.codes(game_for("Gardens"), end, nothing) == ["score-fewer-cards"]

    def test_more_on_the_mat_than_there_are(self):
        end = with_deck({"Distant Lands": 1}, tavern_mat={"Distant Lands": 2})
        assert self.codes(game_for("Distant Lands"), end, with_deck({})) == ["score-more-on-mat"]

    def test_other_numbers_of_players(self):
        assert self.codes(game_for(players=3), with_deck({})) == ["score-players"]
        assert self.codes(game_for(players=3)) == []

    @pytest.mark.parametrize(
        ("turns", "codes"),
        [((15, 16), []), ((15, 18), ["score-turns"]), ((400, 400), ["score-turns"]), ((9,), [])],
    )
    def test_odd_numbers_of_turns(self, turns, codes):
        nobody = with_deck({})
        ends = [replace(nobody, turns=number) for number in turns] + [nobody] * (2 - len(turns))
        assert self.codes(game_for(), *ends) == codes

    def test_an_empty_pile_of_another_game(self):
        nobody = with_deck({})
        codes = self.codes(game_for(), nobody, nobody, empty=("Witch",))
        assert codes == ["score-pile-not-in-game"]

    def test_obelisk_without_a_pile(self):
        nobody = with_deck({})
        codes = self.codes(game_for(landscapes=["Obelisk"]), nobody, nobody)
        assert codes == ["check-choice-open"]
