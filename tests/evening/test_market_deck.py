"""The Black Market deck on the phone: no card is lost or doubled, whatever the players do."""

from collections import Counter
from random import Random

import pytest

from setup_rules.evening.market_deck import (
    BadMove,
    Deck,
    Phase,
    play,
    real_cards,
    replay,
    shuffle_deck,
)
from tests.builders import thing
from web.store import Store
from web.store.rooms import MARKET

CARDS = tuple(f"card-{number}" for number in range(15))


def legal_moves(deck: Deck) -> list[str]:
    if deck.phase is Phase.READY:
        return ["reveal"]
    if deck.phase is Phase.CHOOSE:
        return ["none", *(f"buy:{card}" for card in deck.shown)]
    if deck.phase is Phase.ORDER:
        return ["rest", *(f"put:{card}" for card in deck.shown)]
    return ["shuffle:again"]


def everything(deck: Deck) -> Counter[str]:
    return Counter((*deck.hidden, *deck.shown, *deck.bought))


class TestOneTurn:
    def test_three_cards_are_revealed_from_the_top(self):
        deck = shuffle_deck(CARDS, "friday")
        revealed = play(deck, "reveal")
        assert revealed.shown == deck.hidden[:3]
        assert revealed.hidden == deck.hidden[3:]
        assert revealed.phase is Phase.CHOOSE

    def test_one_is_bought_and_the_others_go_under_the_deck_in_the_order_chosen(self):
        deck = play(shuffle_deck(CARDS, "friday"), "reveal")
        one, two, three = deck.shown
        bought = play(deck, f"buy:{two}")
        assert bought.bought == (two,)
        assert bought.phase is Phase.ORDER
        done = play(bought, f"put:{three}")
        assert done.hidden[-2:] == (three, one), "the last one goes by itself"
        assert done.phase is Phase.READY
        assert done.left == 14

    def test_none_is_bought_and_all_three_go_under_the_deck(self):
        deck = play(shuffle_deck(CARDS, "friday"), "reveal")
        one, two, three = deck.shown
        for moves, order in (
            ((f"put:{three}", f"put:{one}"), (three, one, two)),
            (("rest",), (one, two, three)),
            ((f"put:{two}", "rest"), (two, one, three)),
        ):
            after = play(deck, "none")
            for move in moves:
                after = play(after, move)
            assert after.hidden[-3:] == order
            assert after.phase is Phase.READY

    def test_fewer_are_revealed_where_fewer_are_left(self):
        deck = replay(CARDS[:2], "friday", ["reveal"])
        assert len(deck.shown) == 2
        one, other = deck.shown
        deck = play(deck, f"buy:{one}")
        assert deck.hidden == (other,)
        deck = play(play(deck, "reveal"), f"buy:{other}")
        assert deck.phase is Phase.EMPTY
        assert set(deck.bought) == set(CARDS[:2])

    @pytest.mark.parametrize(
        ("moves", "bad"),
        [
            ([], "none"),
            ([], "buy:card-1"),
            ([], "rest"),
            ([], "nonsense"),
            ([], "shuffle"),
            (["reveal"], "reveal"),
            (["reveal"], "put:card-1"),
            (["reveal"], "buy:no-card"),
            (["reveal", "none"], "none"),
            (["reveal", "none"], "put:no-card"),
        ],
    )
    def test_what_cannot_be_done_is_refused(self, moves, bad):
        with pytest.raises(BadMove):
            play(replay(CARDS, "friday", moves), bad)


class TestShuffling:
    def test_the_same_seed_gives_the_same_order_and_another_one_another(self):
        assert shuffle_deck(CARDS, "a") == Deck(
            CARDS, shuffle_deck(tuple(reversed(CARDS)), "a").hidden
        )
        assert shuffle_deck(CARDS, "a").hidden != shuffle_deck(CARDS, "b").hidden

    def test_every_order_is_equally_likely(self):
        seen = Counter(shuffle_deck("abc", str(number)).hidden for number in range(3000))
        assert len(seen) == 6
        assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 20.5, "chi-square, p = 0.001"


class TestRealCards:
    def test_the_knights_give_one_real_knight_each_equally_likely(self):
        knights = thing("Knights")
        names = {card.id for card in knights.contains}
        seen = Counter(real_cards([knights], str(number))[0] for number in range(2000))
        assert set(seen) == names
        assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 27.9, "chi-square, p = 0.001"

    def test_another_mixed_pile_gives_its_top_card_and_a_card_itself(self):
        cards = real_cards([thing("Castles"), thing("Chapel"), thing("Dame Anna")], "friday")
        assert cards == (thing("Castles").contains[0].id, "chapel", "dame-anna")


class TestTenThousandMoves:
    """Random moves and undos in a real file, opened again every so often as after a restart."""

    def test_no_card_is_lost_or_doubled_and_undo_is_exact(self, tmp_path):
        dice = Random(6)
        path = tmp_path / "piles.db"
        store = Store(path)
        store.migrate()
        home, _key = store.found_household()
        moves = 0
        for game in range(5):
            contents, seed = CARDS[: 15 - game], f"game {game}"
            about = {"cards": contents, "seed": seed}
            code = store.open_room(home.id, MARKET, seed, about)
            deck = shuffle_deck(contents, seed)
            past: list[Deck] = []
            for _ in range(20):
                with store.immediate():
                    for _ in range(100):
                        moves += 1
                        version = store.room(code).version
                        if past and dice.random() < 0.4:
                            assert store.undo_move(code, version)
                            deck = past.pop()
                        else:
                            move = dice.choice(legal_moves(deck))
                            past.append(deck)
                            deck = play(deck, move)
                            store.add_move(code, version, move)
                        assert everything(deck) == Counter(contents)
                store.close()
                store = Store(path)
                kept = store.room(code).about
                assert replay(kept["cards"], kept["seed"], store.moves(code)) == deck
        store.close()
        assert moves == 10_000
