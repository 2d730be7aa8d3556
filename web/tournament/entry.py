"""Entering a table's result: typed, looked at with its places, then kept; by phone or organiser."""

from __future__ import annotations

import re
from typing import Any

from flask import flash, make_response, redirect, render_template, request

from web.language.translation import gettext as _
from web.store import Closed, Stale, TableResult, get_store
from web.tournament.book import Book
from web.tournament.page import place_rows
from web.tournament.scores import ReadScores, ScoreField, empty_fields, read_scores
from web.tournament.words import round_name

KEEP, CHANGE = "keep", "change"
_VERSION = re.compile("[0-9]{1,9}")


class ResultEntry:
    """One table's form; `organiser` may correct what is closed, and `address` leads back."""

    def __init__(self, book: Book, number: int, place: int, *, organiser: bool, back: str) -> None:
        self._book, self._number, self._place = book, number, place
        self._organiser, self._back = organiser, back

    @property
    def _players(self) -> list[tuple[int, str]]:
        table = self._book.seats(self._number)[self._place - 1]
        return [(player, self._book.names[player]) for player in table]

    @property
    def _left(self) -> frozenset[int]:
        return self._book.left_within(self._number)

    def show(self) -> Any:
        """The form with what stands there."""
        result = self._book.kept.result(self._number, self._place)
        fields = empty_fields(self._players, self._left, result.scores if result else ())
        return self._page(fields, version=result.version if result else 0)

    def take(self) -> Any:
        """What was sent: show its places, go back to the form, or keep it."""
        form = request.form
        read = read_scores(form, self._players, self._left)
        version = int(form["version"]) if _VERSION.fullmatch(form.get("version", "")) else 0
        if form.get("do") == CHANGE:
            return self._page(read.fields, version=version)
        if not read.is_right:
            return make_response(self._page(read.fields, version=version), 422)
        if form.get("do") != KEEP:
            return self._page(read.fields, version=version, read=read)
        return self._keep(read, version)

    def _keep(self, read: ReadScores, version: int) -> Any:
        kept, store = self._book.kept, get_store()
        result = TableResult(self._number, self._place, read.scores, version)
        try:
            store.keep_result(kept.household, kept.id, result, organiser=self._organiser)
        except Closed:
            return self._refused(read, version, closed_in_words())
        except Stale:
            now = store.tournament(kept.household, kept.id)
            there = now.result(self._number, self._place) if now else None
            if now is not None:
                self._book = Book(now)
            return self._refused(
                read,
                there.version if there else 0,
                _(
                    "Another phone has entered this table meanwhile. You see what stands now, and "
                    "below what you typed. Leave it, or send yours once more."
                ),
            )
        flash(_("{round}, table {table}: kept.", round=round_name(self._number), table=self._place))
        return redirect(self._back, code=303)

    def _refused(self, read: ReadScores, version: int, fault: str) -> Any:
        return make_response(self._page(read.fields, version=version, fault=fault), 409)

    def _page(
        self,
        fields: tuple[ScoreField, ...],
        *,
        version: int,
        read: ReadScores | None = None,
        fault: str = "",
    ) -> str:
        book, number = self._book, self._number
        there = book.kept.result(number, self._place)
        return render_template(
            "tournament/table.html",
            kept=book.kept,
            round_name=round_name(number),
            place=self._place,
            fields=fields,
            version=version,
            preview=place_rows(book, number, read.scores) if read else (),
            stands=place_rows(book, number, there.scores) if there else (),
            may_enter=self._organiser or not book.kept.round(number).closed,
            fault=fault,
            back=self._back,
        )


def closed_in_words() -> str:
    """That a round is over for the phones."""
    return _("This round is closed. Ask the organiser to correct its results.")
