"""The people of a household: who is here tonight, and what each likes and dislikes."""

from __future__ import annotations

import re
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.cards import Card
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, pile_meant
from setup_rules.names import AmbiguousName, NameProblem, fold, names_of
from web.catalog import app_catalog
from web.http.forms import check_token
from web.http.visitor import at_home, changed, clean_name, household, reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.reading.json_reader import LONGEST_NAME
from web.store import Person, TooMany, get_store
from web.store.games import LONGEST_PERSON, MOST_PEOPLE, MOST_TASTES

bp = Blueprint("people", __name__)

KINDS = ("double", "half", "never")
NUMBER = re.compile("[0-9]{1,18}")
MOST_OFFERED = 6
"""Cards that are offered when a name is not quite known."""


class LikedCard(NamedTuple):
    """A card that somebody likes or dislikes."""

    id: str
    name: str
    taste: str


class Offer(NamedTuple):
    """A card that may have been meant."""

    id: str
    name: str


@bp.get("/people")
def show(entered: str = "", fault: str = ""):
    """All people, and who is here tonight."""
    home, store = household(), get_store()
    people = store.people(home.id) if home else ()
    tastes = store.tastes(home.id) if home else ()
    here = sum(person.here for person in people)
    return render_template(
        "people/show.html",
        people=[(person, sum(taste.person == person.id for taste in tastes)) for person in people],
        here=here,
        players=home.players if home else 0,
        can_plan=FEWEST_PLAYERS <= here <= MOST_PLAYERS,
        entered=entered,
        fault=fault,
    )


@bp.post("/people")
def add():
    """Somebody new, who is here tonight."""
    check_token()
    text = request.form.get("name", "")
    name = clean_name(text[:400])
    fault = _name_fault(name)
    if not fault:
        try:
            get_store().add_person(at_home().id, name, here=True)
        except TooMany:
            fault = _("At most {number} people are remembered.", number=MOST_PEOPLE)
    if fault:
        return show(text[:400], fault), 422
    changed()
    return redirect(url_for(".show"), code=303)


def _name_fault(name: str) -> str:
    if not name:
        return _("Write a name first.")
    if len(name) > LONGEST_PERSON:
        return _("A name has at most {number} characters.", number=LONGEST_PERSON)
    return ""


@bp.post("/people/here")
def here():
    """Somebody comes or goes; or nobody is here any more."""
    check_token()
    home, store = at_home(), get_store()
    with store.immediate():
        there = {person.id for person in store.people(home.id) if person.here}
        come, go = request.form.get("come", ""), request.form.get("go", "")
        if go == "all":
            there = set()
        there |= {int(come)} if NUMBER.fullmatch(come) else set()
        there -= {int(go)} if NUMBER.fullmatch(go) else set()
        store.set_here(home.id, there)
    changed()
    return redirect(url_for(".show"), code=303)


@bp.post("/people/players")
def players():
    """Plan for as many players as are here."""
    check_token()
    home, store = at_home(), get_store()
    number = sum(person.here for person in store.people(home.id))
    if FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        store.keep_players(home.id, number)
        changed()
    return redirect(url_for(".show"), code=303)


@bp.get("/people/<int:id_>")
def person(id_: int):
    """One person: likes, dislikes and name."""
    return _page(_person(id_))


def _page(
    person: Person,
    typed: str = "",
    fault: str = "",
    offers: tuple[Offer, ...] = (),
    rename: str = "",
):
    catalog = app_catalog()
    name = naming(catalog, reading().names)
    tastes = [taste for taste in get_store().tastes(at_home().id) if taste.person == person.id]
    liked = [
        LikedCard(taste.card, name(catalog.cards[taste.card].name), taste.taste)
        for taste in tastes
        if taste.card in catalog.cards
    ]
    return render_template(
        "people/person.html",
        person=person,
        liked=sorted(liked, key=lambda card: card.name),
        words={"double": _("twice as likely"), "half": _("half as likely"), "never": _("never")},
        chosen=request.form.get("taste", "double"),
        typed=typed,
        fault=fault,
        offers=offers,
        rename=rename,
    )


@bp.post("/people/<int:id_>/taste")
def taste(id_: int):
    """Keep what somebody thinks of a card; a name that is not known is answered with some."""
    check_token()
    person, home, store = _person(id_), at_home(), get_store()
    kind = request.form.get("taste", "")
    text = request.form.get("card", "").strip()[:LONGEST_NAME]
    id_of_card = request.form.get("pick", "")
    card = app_catalog().cards.get(id_of_card) if id_of_card else _card(text)
    if isinstance(card, Card) and (kind in KINDS or not kind):
        try:
            store.keep_taste(home.id, person.id, card.id, kind)
        except TooMany:
            fault = _("At most {number} cards are kept for one person.", number=MOST_TASTES)
            return _page(person, text, fault), 422
        changed()
        return redirect(url_for(".person", id_=person.id), code=303)
    if not text:
        return _page(person, fault=_("Write the name of a card first.")), 422
    offers = _offers(text)
    fault = (
        _("No pile is called “{name}”. Is it one of these?", name=text)
        if offers
        else _("No pile is called “{name}”. Likes are for Kingdom piles.", name=text)
    )
    return _page(person, text, fault, offers), 422


def _card(text: str) -> Card | None:
    """The pile of a name in any language, if it is known for sure."""
    catalog = app_catalog()
    try:
        return pile_meant(names_of(catalog).find(text, prefer=(Card,), suggest=False), catalog)
    except NameProblem:
        return None


def _offers(text: str) -> tuple[Offer, ...]:
    """Piles whose names have this in them, or are near to it, in the reader's language."""
    catalog = app_catalog()
    name, folded = naming(catalog, reading().names), fold(text)
    having = [
        card
        for card in catalog.cards.values()
        if folded and (folded in fold(name(card.name)) or folded in fold(card.name))
    ]
    having.sort(key=lambda card: (not fold(name(card.name)).startswith(folded), name(card.name)))
    found = {card.id: card for card in having[:MOST_OFFERED]}
    try:
        names_of(catalog).find(text, prefer=(Card,))
    except AmbiguousName as problem:
        near = problem.suggestions
    except NameProblem:
        near = names_of(catalog).suggest(text, (Card,))
    else:
        near = ()
    for english in near:
        thing = pile_meant(catalog.by_name.get(english), catalog)
        if thing is not None and len(found) < MOST_OFFERED:
            found.setdefault(thing.id, thing)
    return tuple(Offer(card.id, name(card.name)) for card in found.values())


@bp.post("/people/<int:id_>/name")
def rename(id_: int):
    """Call somebody by another name, in their games too."""
    check_token()
    person, text = _person(id_), request.form.get("name", "")
    name = clean_name(text[:400])
    fault = _name_fault(name)
    if not fault and not get_store().rename_person(at_home().id, person.id, name):
        fault = _("Somebody is called {name} already.", name=name)
    if fault:
        return _page(person._replace(name=person.name), rename=fault), 422
    changed()
    return redirect(url_for(".person", id_=person.id), code=303)


@bp.get("/people/<int:id_>/remove")
def ask_to_remove(id_: int):
    """Ask before somebody is removed."""
    return render_template("people/remove.html", person=_person(id_))


@bp.post("/people/<int:id_>/remove")
def remove(id_: int):
    """Remove somebody with likes and dislikes; games keep the name."""
    check_token()
    person = _person(id_)
    get_store().remove_person(at_home().id, person.id)
    changed()
    flash(_("{name} is removed. The games keep the name.", name=person.name))
    return redirect(url_for(".show"), code=303)


def _person(id_: int) -> Person:
    """Somebody of the visitor's household."""
    home = household()
    people = get_store().people(home.id) if home else ()
    for person in people:
        if person.id == id_:
            return person
    raise NotFound
