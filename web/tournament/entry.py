"""Entering a table's result: typed, looked at with its places, then kept; by phone or organiser."""

from __future__ import annotations

from typing import Any

from flask import flash, make_response, redirect, render_template, request

from setup_rules.sentences import say
from web.language.tournament_words import round_name
from web.language.translation import gettext as _
from web.store import Closed, Stale, TableResult, get_store
from web.tournament.book import Book
from web.tournament.forms import CHANGE, KEEP, ResultForm
from web.tournament.page import place_rows

CLOSED = say("This round is closed. Ask the organiser to edit its results.")
ENTERED_MEANWHILE = say(
    "Another phone entered a result for this table first. You can see it here, with what you "
    "typed below. Leave it, or send yours again."
)


class ResultEntry:
    """One table's form; `organiser` may correct what is closed, and `address` leads back."""

    def __init__(self, book: Book, number: int, place: int, *, organiser: bool, back: str) -> None:
        self._book, self._number, self._place = book, number, place
        self._organiser, self._back = organiser, back

    @property
    def _form(self) -> type[ResultForm]:
        book, table = self._book, self._book.seats(self._number)[self._place - 1]
        players = [(player, book.names[player]) for player in table]
        return ResultForm.of_table(players, book.left_within(self._number))

    def show(self) -> str:
        """The form with what stands there."""
        return self._page(self._form.of_result(self._result))

    def take(self) -> Any:
        """What was sent: show its places, go back to the form, or keep it."""
        form = self._form(request.form)
        is_right = form.validate()
        if form.do.data == CHANGE:
            form.forget_errors()
            return self._page(form)
        if not is_right:
            return make_response(self._page(form), 422)
        if form.do.data != KEEP:
            return self._page(form, is_preview=True)
        return self._keep(form)

    def _keep(self, form: ResultForm) -> Any:
        kept, store = self._book.kept, get_store()
        result = TableResult(self._number, self._place, form.scores, form.version.data or 0)
        try:
            store.keep_result(kept.household, kept.id, result, organiser=self._organiser)
        except Closed:
            form.form_errors.append(CLOSED)
            return make_response(self._page(form), 409)
        except Stale:
            self._book = Book(store.tournament(kept.household, kept.id) or kept)
            form.version.data = self._result.version if self._result else 0
            form.form_errors.append(ENTERED_MEANWHILE)
            return make_response(self._page(form), 409)
        flash(
            _("{round}, table {table}: saved.", round=round_name(self._number), table=self._place)
        )
        return redirect(self._back, code=303)

    @property
    def _result(self) -> TableResult | None:
        return self._book.kept.result(self._number, self._place)

    def _page(self, form: ResultForm, *, is_preview: bool = False) -> str:
        book, number, result = self._book, self._number, self._result
        return render_template(
            "tournament/table.html",
            kept=book.kept,
            round_name=round_name(number),
            number=number,
            place=self._place,
            form=form,
            preview=place_rows(book, number, form.scores) if is_preview else (),
            stands=place_rows(book, number, result.scores) if result else (),
            may_enter=self._organiser or not book.kept.round(number).closed,
            back=self._back,
        )
