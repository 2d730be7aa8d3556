"""Rooms for several phones in the language of brackets: every sentence can be translated."""

import re

import pytest

from tests.web.black_market.test_black_market import LINK
from tests.web.language.test_every_sentence import Visitor, assert_translated


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    wishes = {"pinned": ["moat"], "wishes": {"tags": {"attack": {"min": 2}, "village": {"min": 2}}}}
    return Visitor(tmp_path_factory.mktemp("rooms"), ("dominion-1e", "cornucopia"), wishes)


def room_of(page):
    return page.request.path


def test_of_the_veto(visitor):
    assert_translated(visitor.get("/veto/new"))
    assert_translated(visitor.post("/veto/new", players="9"))
    assert_translated(visitor.post("/veto/new", players="7", strikes="2", seed="many"))
    waiting = visitor.post("/veto/new", players="2", strikes="2", seed="a")
    assert_translated(waiting)
    room = room_of(waiting)
    striking = visitor.post(f"{room}/sit", name="Jana")
    assert_translated(striking)
    piles = re.findall(r'name="pile" value="([a-z-]+)"', striking.text)
    assert_translated(visitor.post(f"{room}/strike", seat="1", pile=piles[:3]))
    assert_translated(visitor.post(f"{room}/strike", seat="1", pile=["moat"]))
    assert_translated(visitor.post(f"{room}/sit"))
    assert_translated(visitor.post(f"{room}/strike", seat="2", pile=["moat"]))


def test_of_wishes_that_were_not_kept(visitor):
    room = room_of(visitor.post("/veto/new", players="7", strikes="2", seed="b"))
    attacks = ("militia", "witch", "spy", "thief", "bureaucrat", "young-witch", "fortune-teller")
    for seat in range(1, 8):
        dealt = re.findall(r'name="pile" value="([a-z-]+)"', visitor.post(f"{room}/sit").text)
        struck = [pile for pile in dealt if pile in attacks][2 * seat - 2 : 2 * seat]
        page = visitor.post(f"{room}/strike", seat=str(seat), pile=struck)
    assert "couldn’t be met" in page.text
    assert_translated(page)


def test_of_the_black_market(visitor):
    assert_translated(visitor.client.get("/market", query_string={"link": LINK}))
    ready = visitor.post("/market", link=LINK, seed="a")
    assert_translated(ready)
    deck = room_of(ready)
    moves = ("reveal", "none", "put:{}", "rest", "reveal", "buy:{}", "reveal", "undo", "shuffle")
    for version, move in enumerate(moves):
        shown = re.findall(r'value="(?:buy|put):([a-z-]+)"', visitor.get(deck).text)
        do = move.format(*shown[:1])
        if do == "reveal" and "rest" in visitor.get(deck).text:
            visitor.post(deck, do="rest", version=str(version))
        assert_translated(visitor.post(deck, do=do, version=str(version)))
    for address in ("/market/look/ZZZZZZ", "/veto/ZZZZZZ", "/market?link=/kingdom/moat?players=2"):
        assert_translated(visitor.get(address))
