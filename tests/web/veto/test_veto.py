"""The blind veto: seats, strikes, the reveal; and that no answer tells a strike before it."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import render_template

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from tests.databases import open_database
from tests.web.conftest import TOKEN
from web.links.kingdom_link import read_address
from web.reading.draw_reading import read_draw
from web.store import Room, Seat, Store
from web.store.rooms import MOST_ROOMS, VETO
from web.veto.page import result_of
from web.veto.snapshot import packed, unpacked

DEALT = re.compile(r'name="pile" value="([a-z-]+)"')


def send(client, path, **fields):
    return client.post(path, data=fields)


def opened(host, players=3, strikes=1, seed="friday"):
    """The address of a new veto."""
    answer = send(host, "/veto/new", players=players, strikes=strikes, seed=seed)
    assert answer.status_code == 303, answer.text
    return answer.location


def sit(client, room, name=""):
    page = client.post(f"{room}/sit", data={"name": name}, follow_redirects=True)
    assert page.status_code == 200
    return re.findall(DEALT, page.text)


def strike(client, room, seat, *piles):
    return send(client, f"{room}/strike", seat=seat, pile=[*piles])


@pytest.fixture
def host(at_home):
    return at_home(("dominion-1e", "cornucopia"), players=3)


@pytest.fixture
def friend(app):
    return app.test_client


class TestDealing:
    def test_the_front_page_leads_to_it(self, host):
        assert "/veto/new" in host.get("/").text
        page = host.get("/veto/new").text
        assert re.search(r'name="players" value="3" checked', page)

    def test_without_a_shelf_it_leads_there(self, client):
        assert client.get("/veto/new").location == "/shelf"
        assert send(client, "/veto/new", players=2, strikes=1).location == "/shelf"

    @pytest.mark.parametrize(("players", "strikes"), [(2, 1), (3, 2), (7, 1)])
    def test_ten_piles_and_one_for_each_strike_are_dealt(self, host, players, strikes):
        room = opened(host, players, strikes)
        assert len(set(sit(host, room))) == 10 + players * strikes

    def test_a_double_tap_opens_one_room(self, host):
        assert opened(host) == opened(host)
        assert opened(host, seed="saturday") != opened(host)

    @pytest.mark.parametrize("wrong", [{"players": "1"}, {"strikes": "3"}, {"players": "many"}])
    def test_nonsense_is_told(self, host, wrong):
        answer = send(host, "/veto/new", **{"players": 3, "strikes": 1, **wrong})
        assert answer.status_code == 422
        assert "Choose how many players" in answer.text

    def test_a_shelf_that_is_too_small_is_told_with_a_way_out(self, at_home):
        banned = [card.id for card in load_catalog().boxes["dominion-1e"].piles][:8]
        host = at_home(("dominion-1e",), wishes={"banned": banned})
        answer = send(host, "/veto/new", players=6, strikes=2, seed="x")
        assert answer.status_code == 422
        assert "This takes 22 piles, but only 17 can be drawn tonight." in answer.text
        assert "1 veto each" in answer.text
        assert send(host, "/veto/new", players=6, strikes=1, seed="x").status_code == 303

    def test_impossible_wishes_lead_to_their_explanation(self, at_home):
        host = at_home(("dominion-1e",), wishes={"wishes": {"tags": {"night": {"min": 1}}}})
        assert send(host, "/veto/new", players=2, strikes=1).location == "/wishes"

    def test_it_goes_on_with_the_one_that_is_open(self, host):
        room = opened(host)
        assert room in host.get("/veto/new").text
        send(host, f"{room}/end")
        assert room not in host.get("/veto/new").text


class TestPhones:
    def test_come_in_by_the_code_and_need_no_household(self, host, friend):
        room = opened(host)
        code = room.rsplit("/", 1)[1]
        petr = friend()
        assert petr.get(f"/v/{code.lower()}").location == room
        assert petr.get(f"/V/{code}").location == room
        assert petr.get(f"/k?code={code[:4]}+{code[4:]}").location == room
        looked = petr.get(room)
        assert "Set-Cookie" not in looked.headers, "looking on sets no cookie"
        assert "Take a seat" in looked.text
        assert '<svg class="qr"' not in looked.text, "the code is the host's to show"
        assert 'class="qr"' in host.get(room).text

    def test_an_unknown_code_is_told_kindly(self, client):
        for path in ("/veto/ABC123", "/v/nonsense", "/veto/ABC123/news"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert "There’s no veto round with this code" in answer.text
        assert send(client, "/veto/ABC123/sit").status_code == 404

    def test_each_has_one_seat_at_a_time_and_names_are_kept_short_and_clean(self, host, friend):
        room = opened(host, 2)
        petr = friend()
        assert sit(petr, room, "  Petr\u202e \n" + "x" * 90)
        sit(petr, room, "once more")
        page = friend().get(room).text
        assert "Petr " + "x" * 19 in page
        assert "x" * 20 not in page
        assert "Player 2" in page

    def test_a_full_room_can_be_looked_at(self, host, friend):
        room = opened(host, 2)
        sit(friend(), room)
        sit(friend(), room)
        late = friend()
        assert sit(late, room) == []
        assert "You can watch" in late.get(room).text

    def test_only_the_phone_of_a_seat_strikes_for_it(self, host, friend):
        room = opened(host, 2)
        petr, eva = friend(), friend()
        piles = sit(petr, room)
        sit(eva, room)
        strike(eva, room, 1, piles[0])
        strike(friend(), room, 1, piles[0])
        strike(host, room, 1, piles[0])
        assert "0 of 2 ready" in host.get(room).text

    def test_a_phone_is_passed_on_and_shows_nothing_of_what_was_struck_on_it(self, host):
        room = opened(host, 2, 2)
        piles = sit(host, room, "Jana")
        strike(host, room, 1, piles[0], piles[1])
        page = host.get(room).text
        assert "Someone without a phone?" in page
        assert piles == sit(host, room, "Petr")
        assert '" checked' not in host.get(room).text
        strike(host, room, 2, piles[2])
        assert "Who vetoed what" in host.get(room).text

    def test_the_host_frees_a_seat_and_nobody_else_does(self, host, friend):
        room = opened(host, 2)
        petr = friend()
        piles = sit(petr, room, "Petr")
        send(petr, f"{room}/free", seat=1)
        assert "Petr" in host.get(room).text
        strike(petr, room, 1, piles[0])
        send(host, f"{room}/free", seat=1)
        assert "Petr" not in host.get(room).text
        assert "0 of 2 ready" in host.get(room).text
        send(host, f"{room}/end")
        assert host.get(room).text.count("nothing</span>") == 2

    def test_a_phone_hears_of_news_and_of_nothing_else(self, host, friend):
        room = opened(host)
        assert friend().get(f"{room}/news?since=0").status_code == 204
        piles = sit(friend(), room)
        news = friend().get(f"{room}/news?since=0")
        assert news.json == {"version": 1}
        assert news.headers["Cache-Control"] == "no-store"
        assert piles


class TestStriking:
    def test_too_many_strikes_are_refused_and_stay_ticked(self, host):
        room = opened(host, 2, 1)
        piles = sit(host, room)
        answer = strike(host, room, 1, piles[0], piles[1])
        assert answer.status_code == 422
        assert "Veto at most 1 pile." in answer.text
        assert answer.text.count(" checked") == 2
        assert "0 of 2 ready" in answer.text

    def test_a_pile_that_was_not_dealt_cannot_be_struck(self, host):
        room = opened(host, 2, 1)
        sit(host, room)
        assert strike(host, room, 1, "bridge-troll").status_code == 422

    def test_none_may_be_struck_and_done_is_done(self, host):
        room = opened(host, 2, 1)
        piles = sit(host, room)
        strike(host, room, 1)
        strike(host, room, 1, piles[0])
        send(host, f"{room}/end")
        assert "nothing" in host.get(room).text


class TestTheReveal:
    def test_shows_all_strikes_to_all_phones_once_the_last_is_done(self, host, friend):
        room = opened(host, 2, 1)
        petr, eva = friend(), friend()
        piles = sit(petr, room, "Petr")
        sit(eva, room, "Eva")
        strike(petr, room, 1, piles[0])
        assert "Who vetoed what" not in eva.get(room).text
        strike(eva, room, 2, piles[1])
        pages = [phone.get(room).text for phone in (petr, eva, host, friend())]
        names = [load_catalog().cards[pile].name for pile in piles[:2]]
        for page in pages:
            text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
            assert re.search(f"Petr {re.escape(names[0])} Eva {re.escape(names[1])}", text)
        links = {re.search(r'href="(/kingdom/[^"]+)"', page)[1] for page in pages}
        assert len(links) == 1
        request = read_address(links.pop().replace("&amp;", "&"), load_catalog())
        assert {pile.id for pile in request.kingdom.piles} == set(piles[2:])

    def test_comes_once_though_the_last_two_are_done_at_the_same_moment(
        self, host, store, database
    ):
        room = opened(host, 6)
        code = room.rsplit("/", 1)[1]
        for number in range(6):
            assert store.take_seat(code, "", f"phone {number}")

        def done(number):
            one = Store(database)
            try:
                return one.strike(code, number + 1, f"phone {number}", [], f"seed {number}")
            finally:
                one.close()

        with ThreadPoolExecutor(6) as phones:
            assert all(phones.map(done, range(6)))
        kept = store.room(code)
        assert kept.reveal.startswith("seed ")
        assert kept.version == 6 + 6 + 1
        assert not store.reveal(code, "another")

    def test_is_the_same_after_a_reload_and_a_restart(self, host, app, database):
        room = opened(host, 4, 1)
        piles = sit(host, room)
        strike(host, room, 1, piles[3])
        send(host, f"{room}/end")
        first = host.get(room).text
        assert "13 piles were left, and 10 of them were drawn at random." in first
        again = create_app({"DATABASE": database}).test_client()
        link = re.search(r'href="(/kingdom/[^"]+)"', first)[1]
        assert link in host.get(room).text
        assert link in again.get(room).text

    def test_wishes_changed_meanwhile_change_nothing(self, host, store):
        store.keep_wishes(host.home, {"wishes": {"tags": {"attack": {"min": 1}}}})
        room = opened(host, 2, 1)
        store.keep_wishes(host.home, {"wishes": {"tags": {"attack": {"max": 0}}}})
        store.keep_shelf(host.home, ())
        send(host, f"{room}/end")
        page = host.get(room).text
        assert "couldn’t be met" not in page
        assert "/kingdom/" in page

    def test_the_host_alone_ends_the_waiting(self, host, friend):
        room = opened(host)
        send(friend(), f"{room}/end")
        assert "Who vetoed what" not in host.get(room).text
        send(host, f"{room}/end")
        assert "Who vetoed what" in host.get(room).text

    def test_a_late_strike_counts_no_more(self, host, friend):
        room = opened(host)
        petr = friend()
        piles = sit(petr, room, "Petr")
        send(host, f"{room}/end")
        before = host.get(room).text
        assert strike(petr, room, 1, piles[0]).status_code == 303
        assert host.get(room).text == before

    def test_tells_where_strikes_met(self, host):
        room = opened(host, 2, 1)
        piles = sit(host, room)
        strike(host, room, 1, piles[0])
        sit(host, room)
        strike(host, room, 2, piles[0])
        name = load_catalog().cards[piles[0]].name
        page = host.get(room).text
        assert f"Vetoed more than once: {name}. 11 piles were left" in page
        assert "Back on the shelf:" in page

    def test_tells_which_wish_could_not_be_kept_and_why(self, at_home):
        host = at_home(("dominion-1e",), wishes={"pinned": ["witch", "moat"]})
        room = opened(host, 2, 1)
        sit(host, room)
        strike(host, room, 1, "witch")
        send(host, f"{room}/end")
        page = host.get(room).text
        assert "A wish couldn’t be met." in page
        assert "You wished for Witch, but it was vetoed." in page

    def test_counts_what_was_left_of_a_kind(self, at_home):
        host = at_home(("dominion-1e",), wishes={"wishes": {"tags": {"attack": {"min": 2}}}})
        for seed in map(str, range(4)):
            room = opened(host, 7, 2, seed)
            cards = load_catalog().cards
            attacks = [pile for pile in sit(host, room) if "attack" in cards[pile].tags]
            for seat in range(1, 8):
                strike(host, room, seat, *attacks[2 * seat - 1 : 2 * seat + 1])
                sit(host, room)
            page = host.get(room).text
            assert "At least 2 attacks: 1 of the" in page
            assert "remaining piles counts towards this." in page

    def test_is_the_kingdom_drawn_last_on_the_hosts_front_page(self, host):
        room = opened(host)
        send(host, f"{room}/end")
        link = re.search(r'href="(/kingdom/[^"]+)"', host.get(room).text)[1]
        assert link in host.get("/").text


class TestHardLuck:
    """What is said where the piles left do not allow what was wished, or nothing at all."""

    def told(self, app, body, dealt, *struck):
        request = read_draw({"players": 2, **body}, load_catalog()).asked
        about = {"request": packed(request), "dealt": dealt, "strikes": 2}
        room = Room("ABC123", "somebody", VETO, about, "friday", 3)
        with app.test_request_context("/"):
            return result_of(room, [Seat(1, "Petr", "x", True)], {1: struck})

    def test_no_ten_of_the_piles_left_can_be_played(self, app):
        cards = gather(load_catalog(), ("dominion-1e", "cornucopia")).cards
        cheap = [c.id for c in cards if c.cost.is_exactly(2, 3)]
        dear = [c.id for c in cards if c.cost.coin > 3 and c.id != "young-witch"][:9]
        body = {"boxes": ["dominion-1e", "cornucopia"], "banned": cheap[1:]}
        result = self.told(app, body, ["young-witch", cheap[0], *dear], dear[0])
        assert (result.link, result.name, result.roll) == ("", "", ())
        with app.test_request_context("/"):
            page = render_template("veto/result.html", result=result, host=False)
        assert "The piles left don’t make a playable kingdom." in page

    def test_wishes_that_do_not_go_together_any_more_are_named(self, app):
        dealt = (
            "village festival fishing-village moat cellar chapel smithy witch mine gardens feast"
        )
        body = {
            "boxes": ["dominion-1e", "seaside-2e"],
            "wishes": {"boxes_used": {"max": 1}, "tags": {"village": {"min": 3}}},
        }
        result = self.told(app, body, dealt.split())
        assert result.unkept == (
            "At least 3 piles with +2 Actions: not possible with the piles left if you also "
            "want at most 1 box.",
        )

    def test_a_wish_that_is_no_number_of_piles_is_named(self, app):
        dealt = "witch militia spy thief bureaucrat smithy mine market festival library laboratory"
        body = {"boxes": ["dominion-1e"], "wishes": {"attack_needs_answer": True}}
        result = self.told(app, body, [*dealt.split(), "moat"], "moat")
        assert result.unkept == ("Protection against attacks: not possible with the piles left.",)

    def test_only_what_a_request_holds_is_kept(self):
        request = read_draw({"boxes": ["dominion-1e"], "players": 2}, load_catalog()).asked
        with pytest.raises(TypeError, match="float"):
            packed(replace(request, how=replace(request.how, deck_size=1.5)))


class TestKeeping:
    def test_rooms_are_forgotten_after_two_days(self, host, store, database):
        room = opened(host)
        old = (datetime.now(UTC) - timedelta(days=2, minutes=1)).isoformat(timespec="seconds")
        with open_database(database) as db:
            db.execute("update room set used = ?", (old,))
        assert host.get(room).status_code == 404
        opened(host, seed="another")
        with open_database(database) as db:
            assert db.execute("select count(*) from room").fetchone() == (1,)

    def test_a_household_has_a_few_rooms_at_most(self, host, store):
        first = opened(host, seed="0")
        for number in range(1, MOST_ROOMS + 1):
            opened(host, seed=str(number))
        assert len(store.rooms_of(host.home, VETO)) == MOST_ROOMS
        assert host.get(first).status_code == 404

    def test_a_room_that_an_older_version_kept_is_told_kindly(self, host, database):
        room = opened(host)
        with open_database(database) as db:
            db.execute("""update room set about = replace(about, '"pinned"', '"pinnned"')""")
        answer = host.get(room)
        assert answer.status_code == 404
        assert "There’s no veto round with this code" in answer.text

    def test_the_request_is_kept_whole(self):
        body = {
            "boxes": ["dominion-2e", "seaside-2e", "dark-ages", "empires"],
            "players": 3,
            "pinned": ["Moat", "Tax"],
            "banned": ["Witch"],
            "wishes": {
                "tags": {"village": {"min": 1}},
                "boxes_used": {"max": 2},
                "weights": {"Smithy": 2, "Chapel": 0.5, "Cellar": 0},
                "not_together": [["Moat", "Militia"]],
                "recently_played": {"cards": ["Village"], "most": 1},
                "preset": "as-published",
                "landscapes": {"min": 1},
            },
            "draws": {"shelters": "never"},
        }
        request = read_draw(body, load_catalog()).asked
        assert unpacked(packed(request), load_catalog()) == request


class TestNothingIsToldBeforeTheReveal:
    """Two worlds that differ in one strike alone answer everybody the same, byte for byte."""

    def worlds(self, host, friend, database, tmp_path):
        """The same room twice, with the same phones; Petr is about to strike."""
        room = opened(host, 4, 2)
        phones = {"petr": friend(), "eva": friend(), "host": host, "stranger": friend()}
        piles = sit(phones["petr"], room, "Petr")
        sit(phones["eva"], room, "Eva")
        cookies = {}
        for name, phone in phones.items():
            phone.get(room)
            cookie = phone.get_cookie("ten_piles")
            cookies[name] = cookie.value if cookie else ""
        for world in ("one", "other"):
            path = tmp_path / world / "piles.db"
            path.parent.mkdir()
            with open_database(database) as source, open_database(path) as copy:
                source.backup(copy)
            app = create_app({"DATABASE": path})
            clients = {}
            for name, value in cookies.items():
                clients[name] = app.test_client()
                if value:
                    clients[name].set_cookie("ten_piles", value)
            yield room, piles, app, clients

    def told(self, app, answer):
        """All of an answer that anybody could see; less the tokens and seeds in it."""
        body = re.sub(r'name="seed"[^>]* value="[^"]+"', "", TOKEN.sub("", answer.text))
        headers = []
        for name, value in answer.headers:
            if name == "Set-Cookie":
                inside = app.session_interface.get_signing_serializer(app).loads(
                    re.match("ten_piles=([^;]*)", value)[1]
                )
                inside.pop("csrf", None)
                inside.pop("phone", None)
                value = inside
            headers.append((name, value))
        return answer.status, headers, body

    def everything(self, room, app, clients, struck):
        """What every phone hears at every address while and after Petr strikes."""
        heard = [self.told(app, strike(clients["petr"], room, 1, *struck))]
        code = room.rsplit("/", 1)[1]
        pages = (room, f"/v/{code}", f"{room}/news?since=0", f"{room}/news", f"/k?code={code}")
        pages += ("/veto/new", "/", "/shelf", f"{room}/news?since=99", f"/market/{code}")

        def look():
            for phone in clients.values():
                for page in pages:
                    heard.append(self.told(app, phone.get(page)))
                    heard.append(self.told(app, phone.head(page)))

        look()
        # Petr tries again, Eva tries Petr's seat, too much and too little; the others act.
        heard.append(self.told(app, strike(clients["petr"], room, 1, *struck[:1])))
        heard.append(self.told(app, strike(clients["eva"], room, 1, *struck)))
        heard.append(self.told(app, strike(clients["eva"], room, 2, "village", "moat", "witch")))
        heard.append(self.told(app, send(clients["stranger"], f"{room}/sit", name="Ota")))
        heard.append(self.told(app, send(clients["petr"], f"{room}/sit", name="Nora")))
        heard.append(self.told(app, send(clients["stranger"], f"{room}/end")))
        look()
        heard.append(self.told(app, strike(clients["eva"], room, 2)))
        heard.append(self.told(app, send(clients["host"], f"{room}/free", seat=3)))
        look()
        return heard

    def test_bodies_and_headers_are_the_same_for_everyone(self, host, friend, database, tmp_path):
        heard = []
        for place, (room, piles, app, clients) in enumerate(
            self.worlds(host, friend, database, tmp_path)
        ):
            struck = (piles[0], piles[1]) if place else (piles[2],)
            heard.append(self.everything(room, app, clients, struck))
        one, other = heard
        assert len(one) == len(other) > 100
        for mine, yours in zip(one, other, strict=True):
            assert mine == yours

    def test_the_reveal_tells_them_apart(self, host, friend, database, tmp_path):
        """The check above can see a difference where there is one."""
        pages = []
        for place, (room, piles, app, clients) in enumerate(
            self.worlds(host, friend, database, tmp_path)
        ):
            strike(clients["petr"], room, 1, piles[place])
            send(clients["host"], f"{room}/end")
            pages.append(self.told(app, clients["stranger"].get(room))[2])
        assert pages[0] != pages[1]
