"""The people of a household: who is here tonight, and what each likes and dislikes."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.catalog import app_catalog
from web.http.forms import BaseForm
from web.http.visitor import at_home, changed, home_id, household, names_here
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.people.forms import TASTES, HereForm, PersonForm, RenameForm, TasteForm
from web.store import Person, TooMany, get_store
from web.store.games import MOST_PEOPLE, MOST_TASTES

bp = Blueprint("people", __name__)


class LikedCard(NamedTuple):
    """A card that somebody likes or dislikes."""

    id: str
    name: str
    taste: str


@bp.get("/people")
def show():
    """All people, and who is here tonight."""
    return _list(PersonForm())


def _list(form: PersonForm) -> str:
    home = household()
    people, tastes = get_store().people(home_id()), get_store().tastes(home_id())
    here = sum(person.here for person in people)
    return render_template(
        "people/show.html",
        people=[(person, sum(taste.person == person.id for taste in tastes)) for person in people],
        here=here,
        players=home.players if home else 0,
        can_plan=FEWEST_PLAYERS <= here <= MOST_PLAYERS,
        form=form,
    )


@bp.post("/people")
def add():
    """Somebody new, who is here tonight."""
    form = PersonForm(request.form)
    if not form.validate():
        return _list(form), 422
    try:
        get_store().add_person(at_home().id, form.name.cleaned, here=True)
    except TooMany:
        form.name.errors = [
            _(
                "You can’t add more people; the limit is {number}. Remove someone first.",
                number=MOST_PEOPLE,
            )
        ]
        return _list(form), 422
    changed()
    return redirect(url_for(".show"), code=303)


@bp.post("/people/here")
def here():
    """Somebody comes or goes; or nobody is here any more."""
    form = HereForm(request.form)
    form.validate()
    home, store = at_home(), get_store()
    with store.immediate():
        people = store.people(home.id)
        store.set_here(home.id, {person.id for person in people if form.is_here(person)})
    changed()
    return redirect(url_for(".show"), code=303)


@bp.post("/people/players")
def players():
    """Plan for as many players as are here."""
    BaseForm(request.form).validate()
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


def _page(person: Person, taste: TasteForm | None = None, rename: RenameForm | None = None) -> str:
    catalog, name = app_catalog(), names_here()
    taste = taste or TasteForm()
    liked = [
        LikedCard(kept.card, name(catalog.cards[kept.card].name), kept.taste)
        for kept in get_store().tastes(at_home().id)
        if kept.person == person.id and kept.card in catalog.cards
    ]
    return render_template(
        "people/person.html",
        person=person,
        liked=sorted(liked, key=lambda card: card.name),
        words=TASTES,
        form=taste,
        offers=[(card.id, name(card.name)) for card in taste.offers],
        rename=rename or RenameForm(obj=person),
    )


@bp.post("/people/<int:id_>/taste")
def taste(id_: int):
    """Keep what somebody thinks of a card; a name that is not known is answered with some."""
    form, person = TasteForm(request.form), _person(id_)
    if not form.validate() or form.pile is None:
        return _page(person, form), 422
    try:
        get_store().keep_taste(at_home().id, person.id, form.pile.id, form.taste.data)
    except TooMany:
        form.card.errors = [_too_many_tastes()]
        return _page(person, form), 422
    changed()
    return redirect(url_for(".person", id_=person.id), code=303)


def _too_many_tastes() -> str:
    return ngettext(
        "One person can like or dislike up to {number} card. Remove one first.",
        "One person can like or dislike up to {number} cards. Remove one first.",
        MOST_TASTES,
    )


@bp.post("/people/<int:id_>/name")
def rename(id_: int):
    """Call somebody by another name, in their games too."""
    form, person = RenameForm(request.form), _person(id_)
    if not form.validate():
        return _page(person, rename=form), 422
    if not get_store().rename_person(at_home().id, person.id, form.name.cleaned):
        form.name.errors = [
            _(
                "There’s already someone called {name}. Choose another name.",
                name=form.name.cleaned,
            )
        ]
        return _page(person, rename=form), 422
    changed()
    return redirect(url_for(".person", id_=person.id), code=303)


@bp.get("/people/<int:id_>/remove")
def ask_to_remove(id_: int):
    """Ask before somebody is removed."""
    return render_template("people/remove.html", person=_person(id_))


@bp.post("/people/<int:id_>/remove")
def remove(id_: int):
    """Remove somebody with likes and dislikes; games keep the name."""
    BaseForm(request.form).validate()
    person = _person(id_)
    get_store().remove_person(at_home().id, person.id)
    changed()
    flash(_("{name} has been removed. Logged games keep the name.", name=person.name))
    return redirect(url_for(".show"), code=303)


def _person(id_: int) -> Person:
    """Somebody of the visitor's household."""
    for person in get_store().people(home_id()):
        if person.id == id_:
            return person
    raise NotFound
