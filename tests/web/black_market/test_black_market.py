"""The Black Market deck on the phone: agreed, revealed, bought, put back, undone; on all phones."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.evening.market_deck import Phase, shuffle_deck
from tests.databases import open_database
from web.black_market.page import deck_of
from web.store import Stale, Store, TooManyMoves
from web.store import rooms as rooms_kept
from web.store.rooms import MARKET

DECK = (
    "chapel.moat.witch.village.market.mine.militia.festival.laboratory.library.workshop"
    ".throne-room.remodel.gardens"
)
LINK = (
    "/kingdom/black-market.hermit.urchin.marauder.tournament.smithy.cellar.bank.golem.university"
    "?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages.promo-black-market"
    f"&deck={DECK}.knights&colony=yes&shelters=no"
)
PLAIN = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e"
)
NAMES = {id_: load_catalog().cards[id_].name for id_ in DECK.split(".")}


def send(client, path, **fields):
    return client.post(path, data=fields)


def started(host, link=LINK, seed="friday"):
    answer = send(host, "/market", link=link, seed=seed)
    assert answer.status_code == 303, answer.text
    return answer.location


def do(client, deck, move, version=None):
    """Presses a button of the page as it is shown."""
    if version is None:
        version = re.search(r'data-version="(\d+)"', client.get(deck).text)[1]
    return client.post(deck, data={"do": move, "version": version}, follow_redirects=True)


@pytest.fixture
def host(at_home):
    return at_home(("dominion-1e",))


class TestTheWayThere:
    WORDS = "Black Market deck on the phone"

    def test_is_on_the_kingdoms_page(self, host):
        page = host.get(LINK).text
        href = re.search(rf'href="([^"]+)">{self.WORDS}', page)[1]
        assert "Shuffle and start" in host.get(href.replace("&amp;", "&")).text

    def test_is_for_looking_on_a_kingdom_with_a_code(self, host, client):
        shared = send(host, "/share", link=LINK)
        code = re.search(r"[0-9A-Z]{6}", host.get(shared.location).text.split("/k/")[1])[0]
        assert f'href="/market/look/{code}">{self.WORDS}' in client.get(f"/k/{code}").text

    def test_is_not_there_without_a_deck(self, host):
        assert self.WORDS not in host.get(PLAIN).text


@pytest.fixture
def friend(app):
    return app.test_client


@pytest.fixture
def lies(store):
    """How a deck lies, read from the file."""

    def lies(deck):
        room = store.room(deck.rsplit("/", 1)[1], MARKET)
        return deck_of(room, store.moves(room.code))

    return lies


class TestContents:
    def test_are_shown_to_all_before_the_game_with_cost_and_box(self, client):
        answer = client.get("/market", query_string={"link": LINK})
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        shown = re.findall(r'<span class="name">([^<]+)</span>', answer.text)
        assert set(shown) == {*NAMES.values(), "Knights"}
        assert shown[:2] == ["Chapel", "Moat"], "by rising cost"
        assert "one at random, drawn at the start" in answer.text
        assert "Dark Ages" in answer.text
        assert LINK.replace("&", "&amp;") in answer.text, "the kingdom's page swaps the deck"

    def test_a_kingdom_without_a_deck_is_told(self, client):
        answer = client.get("/market", query_string={"link": PLAIN})
        assert answer.status_code == 404
        assert "no Black Market deck" in answer.text

    @pytest.mark.parametrize("link", ["", "/kingdom/nothing?players=2", "http://x.example/"])
    def test_a_broken_link_is_told(self, client, link):
        assert client.get("/market", query_string={"link": link}).status_code == 404
        assert send(client, "/market", link=link).status_code == 404

    def test_starting_twice_is_starting_once(self, host):
        deck = started(host)
        assert started(host) == deck
        assert started(host, seed="another tap") == deck
        assert host.get("/market", query_string={"link": LINK}).location == deck

    def test_nobody_can_tell_the_order_from_the_seed_of_the_form(self, at_home, lies):
        """Everybody sees that seed in the page; two decks started with it lie differently."""
        decks = [lies(started(at_home(("dominion-1e",)), seed="friday")) for _ in range(2)]
        assert decks[0].hidden != decks[1].hidden
        for deck in decks:
            assert deck.hidden != shuffle_deck(deck.contents, "friday").hidden

    def test_a_real_knight_takes_the_place_of_the_knights(self, host, lies):
        cards = lies(started(host)).contents
        knights = {card.id for card in load_catalog().cards["knights"].contains}
        assert len(cards) == 15
        assert len(knights & set(cards)) == 1
        assert "knights" not in cards


class TestPlaying:
    def test_three_are_revealed_one_is_bought_the_rest_goes_under_the_deck(self, host, lies):
        deck = started(host)
        one, two, three = lies(deck).hidden[:3]
        names = [load_catalog().thing(id_).name for id_ in (one, two, three)]
        page = do(host, deck, "reveal").text
        for name in names:
            assert f'aria-label="Buy {name}"' in page
        page = do(host, deck, f"buy:{two}").text
        assert "14 cards left" in page
        assert "Which card goes on the bottom first?" in page
        page = do(host, deck, f"put:{three}").text
        assert "Reveal 3" in page
        after = lies(deck)
        assert after.hidden[-2:] == (three, one)
        assert after.bought == (two,)

    def test_undo_goes_back_step_by_step_to_the_start(self, host, lies):
        deck = started(host)
        past = []
        for _ in range(3):
            for move in ("reveal", "none", "rest"):
                past.append(lies(deck))
                do(host, deck, move)
        for before in reversed(past):
            do(host, deck, "undo")
            assert lies(deck) == before
        assert 'value="undo"' not in host.get(deck).text
        do(host, deck, "undo")
        assert lies(deck) == past[0]

    def test_all_cards_can_be_bought_and_the_deck_shuffled_again(self, host, lies):
        deck = started(host)
        while lies(deck).phase is not Phase.EMPTY:
            do(host, deck, "reveal")
            page = do(host, deck, f"buy:{lies(deck).shown[0]}").text
            if lies(deck).phase is Phase.ORDER:
                page = do(host, deck, "rest").text
        assert "The deck is empty" in page
        page = do(host, deck, "shuffle").text
        assert "15 cards left" in page
        assert lies(deck).bought == ()
        do(host, deck, "undo")
        assert lies(deck).phase is Phase.EMPTY

    def test_a_second_phone_that_presses_late_is_told_and_nothing_is_doubled(
        self, host, friend, lies
    ):
        deck = started(host)
        do(host, deck, "reveal")
        card, other = lies(deck).shown[:2]
        version = re.search(r'data-version="(\d+)"', host.get(deck).text)[1]
        petr = friend()
        do(host, deck, f"buy:{card}", version)
        page = do(petr, deck, f"buy:{other}", version).text
        assert "Another phone was faster." in page
        assert "Which card goes on the bottom first?" in page, "it shows how the deck lies now"
        do(host, deck, f"buy:{card}", version)
        assert lies(deck).bought == (card,)
        do(petr, deck, "undo", version)
        assert lies(deck).bought == (card,), "not even an undo"

    def test_of_many_phones_that_press_at_once_one_is_heard(self, host, store, database, lies):
        deck = started(host)
        code = deck.rsplit("/", 1)[1]

        def press(number):
            one = Store(database)
            try:
                one.add_move(code, 0, "reveal")
                return number
            except Stale:
                return None
            finally:
                one.close()

        with ThreadPoolExecutor(8) as phones:
            heard = [number for number in phones.map(press, range(8)) if number is not None]
        assert len(heard) == 1
        assert store.moves(code) == ("reveal",)

    @pytest.mark.parametrize("move", ["buy:chapel", "nonsense", "", "shuffle:known", "put:x"])
    def test_a_move_that_cannot_be_is_refused(self, host, lies, move):
        deck = started(host)
        before = lies(deck)
        assert do(host, deck, move).status_code == 200
        assert lies(deck) == before

    @pytest.mark.parametrize("version", ["", "x", "99999999999"])
    def test_a_form_without_a_version_is_no_form_of_ours(self, host, version):
        assert do(host, started(host), "reveal", version).status_code == 404

    def test_survives_a_restart(self, host, database, lies):
        deck = started(host)
        for move in ("reveal", "none", "rest", "reveal"):
            do(host, deck, move)
        before, page = lies(deck), host.get(deck).text
        again = create_app({"DATABASE": database}).test_client()
        shown = re.findall(r'aria-label="(Buy [^"]+)"', page)
        assert len(shown) == 3
        assert re.findall(r'aria-label="(Buy [^"]+)"', again.get(deck).text) == shown
        assert lies(deck) == before


class TestPhones:
    def test_friends_with_the_decks_code_act_and_need_no_household(self, host, friend, lies):
        deck = started(host)
        code = deck.rsplit("/", 1)[1]
        petr = friend()
        assert petr.get(f"/m/{code}").location == deck
        assert petr.get(f"/M/{code.lower()}").location == deck
        assert petr.get(f"/k?code={code}").location == deck
        assert "Set-Cookie" not in petr.get(deck).headers
        do(petr, deck, "reveal")
        assert len(lies(deck).shown) == 3
        assert "Shuffle all cards again" not in petr.get(deck).text, "that is the owner's"

    def test_friends_with_the_kingdoms_code_look_on(self, host, friend, store, lies):
        code = store.share(host.home, LINK)
        look = f"/market/look/{code}"
        assert "hasn’t been started yet" in friend().get(look).text
        assert friend().get(f"{look}/news?since=none").status_code == 204
        deck = started(host)
        do(host, deck, "reveal")
        page = friend().get(look)
        assert page.status_code == 200
        for id_ in lies(deck).shown:
            assert load_catalog().thing(id_).name in page.text
        assert "Buy one" in page.text
        assert 'name="do"' not in page.text
        own = deck.rsplit("/", 1)[1]
        assert own not in page.text, "the code that lets one act is not told"
        assert own not in str(page.headers)
        version = re.search(r'data-version="(\d+)"', page.text)[1]
        assert friend().get(f"{look}/news?since={version}").status_code == 204
        assert friend().get(f"{look}/news?since=none").json == {"version": int(version)}

    def test_hear_of_news(self, host, friend):
        deck = started(host)
        assert friend().get(f"{deck}/news?since=0").status_code == 204
        do(host, deck, "reveal")
        assert friend().get(f"{deck}/news?since=0").json == {"version": 1}

    @pytest.mark.parametrize(
        "path", ["/market/ABC123", "/m/nonsense", "/market/ABC123/news", "/market/look/ABC123"]
    )
    def test_an_unknown_code_is_told_kindly(self, client, path):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "No Black Market deck has this code" in answer.text


class TestTheHiddenOrder:
    """Two decks that differ in their hidden order alone look the same to every phone."""

    def test_is_in_no_answer_before_it_is_revealed(self, host, friend, store, database, lies):
        deck = started(host)
        code = store.share(host.home, LINK)
        do(host, deck, "reveal")
        before = lies(deck)
        room = deck.rsplit("/", 1)[1]
        paths = (deck, f"{deck}/news?since=0", f"/market/look/{code}", f"/m/{room}", "/")

        def heard():
            answers = [phone.get(path) for phone in (host, petr) for path in paths]
            answers.append(send(petr, deck, do="buy:nothing", version=1))
            answers.append(petr.get(deck))
            return [
                (
                    one.status,
                    [pair for pair in one.headers if pair[0] != "Set-Cookie"],
                    re.sub(r'name="(seed|csrf_token)"[^>]* value="[^"]+"', "", one.text),
                )
                for one in answers
            ]

        petr = friend()
        first = heard()
        kept, moves = store.room(room), store.moves(room)
        other = next(
            about
            for seed in map(str, range(100_000))
            if deck_of(kept._replace(about=(about := {**kept.about, "seed": seed})), moves).shown
            == before.shown
        )
        with open_database(database) as db:
            db.execute("update room set about = ?", (json.dumps(other),))
        assert lies(deck).hidden != before.hidden
        petr = friend()
        assert heard() == first


class TestKeeping:
    def test_decks_are_forgotten_two_days_after_the_last_move(self, host, database):
        deck = started(host)
        old = (datetime.now(UTC) - timedelta(days=2, minutes=1)).isoformat(timespec="seconds")
        with open_database(database) as db:
            db.execute("update room set used = ?", (old,))
        assert host.get(deck).status_code == 404
        assert host.get("/market", query_string={"link": LINK}).status_code == 200

    def test_a_move_keeps_the_deck(self, host, database):
        deck = started(host)
        with open_database(database) as db:
            db.execute("update room set used = '2199-01-01'")
        do(host, deck, "reveal")
        with open_database(database) as db:
            assert db.execute("select used < '2199' from room").fetchone() == (1,)

    def test_there_is_an_end_to_moves_until_the_deck_is_shuffled(self, host, store, monkeypatch):
        monkeypatch.setattr(rooms_kept, "MOST_MOVES", 3)
        deck = started(host)
        for move in ("reveal", "none", "rest"):
            do(host, deck, move)
        assert "too many moves" in do(host, deck, "reveal").text
        room = store.room(deck.rsplit("/", 1)[1])
        with pytest.raises(TooManyMoves):
            store.add_move(room.code, room.version, "reveal")
        with pytest.raises(Stale):
            store.add_move(room.code, room.version + 1, "reveal")
        do(host, deck, "shuffle")
        assert "Buy one" in do(host, deck, "reveal").text
