"""The shelf: boxes that are here, friends' shelves for tonight, and the shelf as a file."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for

from setup_rules.chance import fresh_seed
from web.draw.tonight import tonight
from web.household.shelf_file import FILENAME, write_shelf
from web.http.forms import BaseForm
from web.http.headers import unless_known
from web.http.visitor import at_home, changed, home_id, household
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.codes import read_code, scan_parts
from web.shelf.editions import editions_of
from web.shelf.forms import BoxForm, FriendForm, ShelfCodeForm
from web.shelf.page import boxes_by_game, friend_page, friend_row, shelf_page
from web.store import Friend, get_store
from web.store.export import MOST_FRIENDS
from web.store.households import MOST_COPIES

bp = Blueprint("shelf", __name__, url_prefix="/shelf")


@bp.get("")
def show():
    """All boxes, those that are here, and the friends' ones."""
    return _page(BoxForm())


def _page(form: BoxForm) -> str:
    return render_template(
        "shelf/show.html",
        page=shelf_page(tonight()),
        form=form,
        most=MOST_COPIES,
        seed=fresh_seed(),
    )


@bp.get("/editions")
def editions():
    """How to tell the editions of a game apart."""
    return unless_known(
        "editions",
        lambda: render_template("shelf/editions.html", games=editions_of(boxes_by_game())),
    )


@bp.post("")
def put():
    """Put a box on the shelf or take it away."""
    form = BoxForm(request.form)
    if not form.validate():
        return _page(form), 422
    box, copies = form.box.pair
    get_store().put_box(at_home().id, box, int(copies))
    changed()
    return redirect(url_for(".show", _anchor=box), code=303)


@bp.post("/friends")
def switch():
    """Say whether a friend's boxes are here tonight."""
    form = FriendForm(request.form)
    form.validate()
    code, here = form.friend.pair
    if joined := _own_friend(code):
        get_store().switch_friend(home_id(), joined.id, here=here == "yes")
        changed()
    return redirect(url_for(".show", _anchor="tonight"), code=303)


@bp.get("/show")
def show_code():
    """The code of this shelf, for friends to scan."""
    home = household()
    if home is None:
        flash(_("Tick your boxes first; then friends can see them."), "bad")
        return redirect(url_for(".show"))
    code = get_store().shelf_code(home.id)
    parts = scan_parts(code, url_for(".friend", code=code, _external=True))
    return render_template("shelf/code.html", name=home.name, **parts)


@bp.get("/friend")
def find():
    """Ask for a friend's code, and lead to that shelf."""
    form = ShelfCodeForm(request.args)
    if not form.code.data.strip():
        return render_template("shelf/find.html", form=ShelfCodeForm())
    if not form.validate():
        return render_template("shelf/find.html", form=form), 422
    code = read_code(form.code.data) or ""
    return redirect(url_for(".friend", code=code)) if _friend(code) else (_unknown(form), 422)


@bp.get("/friend/<code>")
def friend(code: str):
    """A friend's shelf."""
    shelf = _friend(code)
    if shelf is None:
        return _unknown(ShelfCodeForm(data={"code": code})), 404
    return render_template("shelf/friend.html", **friend_page(shelf))


@bp.post("/friend/<code>")
def join(code: str):
    """Have a friend's boxes here tonight."""
    BaseForm(request.form).validate()
    shelf = _friend(code)
    if shelf is None:
        return _unknown(ShelfCodeForm(data={"code": code})), 404
    home = at_home().id
    others = [other.id for other in get_store().friends(home)]
    if shelf.id == home:
        flash(_("This is your own shelf."), "bad")
    elif len(others) >= MOST_FRIENDS and shelf.id not in others:
        flash(_("You can’t add any more friends. Remove one first."), "bad")
    else:
        get_store().add_friend(home, shelf.id)
        flash(_("{shelf} is here tonight.", shelf=friend_row(shelf).name))
        changed()
    return redirect(url_for(".show"), code=303)


@bp.post("/friend/<code>/remove")
def remove(code: str):
    """Forget a friend's shelf."""
    BaseForm(request.form).validate()
    if joined := _own_friend(code):
        get_store().remove_friend(home_id(), joined.id)
        changed()
    return redirect(url_for(".show"), code=303)


@bp.get("/file")
def save():
    """The shelf as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{FILENAME}"'}
    return Response(write_shelf(household()), headers=headers, mimetype="application/json")


def _friend(code: str) -> Friend | None:
    """Anybody's shelf, by its code."""
    return opened(code, get_store().shelf_by_code)


def _own_friend(code: str) -> Friend | None:
    """A shelf that was joined; whether others have this code is not looked up."""
    friends = get_store().friends(home_id())
    return next((friend for friend in friends if friend.code == read_code(code)), None)


def _unknown(form: ShelfCodeForm) -> str:
    fault = _("There’s no shelf with this code. Check the 6 characters, or ask for the code again.")
    form.code.errors = [fault]
    return render_template("shelf/find.html", form=form)
