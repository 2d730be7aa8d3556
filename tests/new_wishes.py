"""Run in a copy of the program to which wishes were added: prints what all parts make of them."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from flask import session
from werkzeug.datastructures import MultiDict

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.draw.drawing import count_kingdoms
from setup_rules.draw.wishes import list_wishes
from web.draw.outcome import outcome_of
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.reading.draw_fields import WISHES
from web.reading.draw_reading import read_draw
from web.reading.json_reader import Unreadable
from web.store import Store
from web.veto.snapshot import packed, unpacked
from web.wishes.forms import WishesForm, with_values

BOXES = ("nocturne", "empires")


def tried(
    kept: dict[str, Any], bad: dict[str, Any], form: dict[str, str], clashes: list[dict[str, Any]]
):
    """What is asked, told, kept, shown, counted and explained."""
    catalog = load_catalog()
    request = read_draw({"boxes": list(BOXES), "players": 2, "wishes": kept}, catalog)
    yield "listed", {wish.key: wish.says for wish in list_wishes(request.asked.wishes)}
    yield "count", str(count_kingdoms(request.asked).exact)
    yield "snapshot", unpacked(packed(request.asked), catalog) == request.asked
    try:
        read_draw({"boxes": [], "players": 2, "wishes": bad}, catalog)
    except Unreadable as unreadable:
        yield "faults", [fault.field for fault in unreadable.faults]
    yield "openapi", {name: WISHES.fields[name].about for name in kept}
    database = Path.cwd() / "piles.db"
    app = create_app({"DATABASE": database})
    with app.test_request_context("/wishes"):
        stored = with_values({}, form, catalog)
        yield "kept", stored
        shown = WishesForm(MultiDict(form), stored, catalog)
        yield "shown", {field: shown[field].shown for field in form}
        yield "cleared", with_values(stored, dict.fromkeys(form, ""), catalog)
        yield "words", wishes_in_words({"wishes": kept}, catalog)
    store = Store(database)
    household, key = store.found_household()
    store.keep_shelf(household.id, BOXES)
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["household"] = key
    page = client.get("/wishes").text
    yield "controls", re.findall(r'<(?:select|button)[^>]* name="([^"]+)"', page)
    yield "page", page
    with app.test_request_context("/wishes"):
        session["household"] = key
        outcomes = [outcome_of(tonight(), {"wishes": clash}, catalog) for clash in clashes]
        yield "reasons", [outcome.reason for outcome in outcomes]
        yield "ways", [{way.says: way.kept for way in outcome.ways} for outcome in outcomes]


if __name__ == "__main__":
    json.dump(dict(tried(**json.load(sys.stdin))), sys.stdout)
