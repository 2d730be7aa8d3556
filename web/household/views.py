"""How this phone likes to read, the phones of a household, and how to leave it all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from wtforms import Form, StringField

from setup_rules.catalog import LANGUAGES
from web.catalog import app_catalog
from web.household.file import FILENAME, write_household
from web.http.forms import FORGED, check_token, is_ours
from web.http.limits.route_marks import CHANGES, rate_limited
from web.http.visitor import (
    ENGLISH,
    LONGEST_NAME,
    THEMES,
    at_home,
    at_the_server,
    came_from,
    carry_key,
    changed,
    clean_name,
    forget_all,
    household,
    reading,
)
from web.language.card_names import naming
from web.language.translation import LANGUAGE_NAMES, languages, speak
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.codes import qr_picture, read_code, written
from web.printing.pdf.cache import remove
from web.shelf.file import too_long
from web.store import TooMany, Whole, get_store
from web.store.base import CODE_LENGTH
from web.store.households import JOIN_MINUTES, MOST_PHONES, RECOVERY_LENGTH

bp = Blueprint("household", __name__)

EXAMPLE = "Smithy"


class NameForm(Form):
    """The name of a household."""

    name = StringField()

    def validate(self, extra_validators: Any = None) -> bool:
        """Clean the name, and refuse one that is too long; an empty one takes it back."""
        valid: bool = super().validate(extra_validators)
        if len(clean_name(self.name.data or "")) > LONGEST_NAME:
            self.name.errors = [*self.name.errors, too_long(clean_name(self.name.data))]
        return valid and not self.name.errors


@bp.get("/settings")
def show():
    """Language of card names, light or dark, phones, the household's name."""
    home = household()
    return _page(NameForm(data={"name": home.name if home else ""}))


@bp.post("/settings/theme")
def theme():
    """Keep light, dark or as the phone has it; lead back to where that was chosen."""
    check_token()
    chosen = request.form.get("theme", "")
    if chosen in THEMES:
        session["theme"] = chosen
        changed()
    return redirect(came_from(url_for("household.show")), code=303)


@bp.post("/settings/language")
def language():
    """Keep the language of the pages."""
    check_token()
    chosen = request.form.get("language", "")
    if chosen not in languages():
        return _page(fault=_("Ten Piles does not speak this language yet. Choose another.")), 422
    speak(chosen)
    changed()
    return redirect(url_for("household.show"), code=303)


@bp.post("/settings/names")
def names():
    """Keep the language of card names, and whether English stands beside it."""
    check_token()
    chosen = request.form.get("names", reading().names)
    beside = request.form.get("beside", "")
    if chosen not in (ENGLISH, *LANGUAGES):
        return _page(fault=_("There are no card names in this language here. Choose another.")), 422
    session["names"] = chosen
    if beside in ("yes", "no"):
        session["beside"] = beside == "yes"
    changed()
    return redirect(url_for("household.show"), code=303)


@bp.post("/settings/name")
def name():
    """Keep the name that friends see."""
    form = NameForm(request.form)
    if not is_ours():
        form.name.errors = [_(FORGED)]
        return _page(form), 400
    if not form.validate():
        return _page(form), 422
    get_store().keep_name(at_home().id, clean_name(form.name.data or ""))
    changed()
    flash(_("The name is kept."))
    return redirect(url_for("household.show", _anchor="shelf-name"), code=303)


@bp.get("/settings/forget")
def ask_to_forget():
    """Ask whether everything shall be forgotten."""
    home = household()
    return render_template("household/forget.html", boxes=len(home.boxes) if home else 0)


@bp.post("/settings/forget")
def forget():
    """Forget the household on all its phones, and how this phone likes to read."""
    check_token()
    home = household()
    if home is not None:
        for file in get_store().forget_household(home.id):
            remove(Path(current_app.config["PAPERS"]), file)
    forget_all()
    flash(_("Everything is forgotten."))
    answer = redirect(url_for("shelf.show"), code=303)
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    return answer


@bp.get("/settings/file")
def save():
    """All that is kept of the household as one file."""
    home = household()
    whole = get_store().whole(home.id) if home else Whole()
    headers = {"Content-Disposition": f'attachment; filename="{FILENAME}"'}
    answer = Response(write_household(whole, session), headers=headers, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/phones")
@rate_limited(CHANGES)
def phones():
    """A code with which one more phone joins the household."""
    home = household()
    if home is None:
        flash(_("No box here yet. Tap the ones on your shelf; then another phone can join."))
        return redirect(url_for("shelf.show"))
    code = get_store().join_code(home.id)
    address = url_for("household.open_code", code=code, _external=True)
    page = render_template(
        "household/phones.html",
        code=written(code),
        address=address,
        qr=qr_picture(address),
        minutes=JOIN_MINUTES,
        unreachable=at_the_server(),
    )
    response = make_response(page)
    response.headers["Cache-Control"] = "no-store"  # the code opens the household
    return response


@bp.get("/phones/recovery")
def ask_to_recover():
    """Say what a recovery code is for, and offer to make one."""
    home = household()
    made = home is not None and get_store().has_recovery_code(home.id)
    return render_template("household/recovery.html", code="", made=made)


@bp.post("/phones/recovery")
def recovery():
    """Make a recovery code, and show it this once."""
    check_token()
    code = written(get_store().recovery_code(at_home().id))
    changed()
    return render_template("household/recovery.html", code=code, made=True)


@bp.get("/phones/others")
def ask_to_lock():
    """Ask whether all other phones shall be logged out."""
    home = household()
    if home is None:
        return redirect(url_for("household.show"))
    others = get_store().count_phones(home.id) - 1
    recovery = get_store().has_recovery_code(home.id)
    return render_template("household/others.html", others=others, recovery=recovery)


@bp.post("/phones/others")
def lock():
    """Change the locks: this phone alone has a key that fits."""
    check_token()
    home = household()
    if home is None:
        return redirect(url_for("household.show"), code=303)
    carry_key(get_store().change_locks(home.id))
    changed()
    flash(_("All other phones are logged out. Make a new recovery code if you had one."))
    return redirect(url_for("household.show"), code=303)


@bp.get("/join")
def ask_to_join():
    """Ask for a joining or recovery code."""
    return render_template("household/join.html", typed="", fault="")


@bp.get("/join/<code>")
def open_code(code: str):
    """What a scanned code opens; joining takes one more tap."""
    return _confirm(code, 404)


@bp.post("/join")
def join():
    """Let this phone enter a household: first show which, then do it."""
    check_token()
    typed = request.form.get("code", "")
    if "sure" not in request.form:
        return _confirm(typed, 422)
    try:
        key = opened(typed, get_store().enter, RECOVERY_LENGTH)
    except TooMany:
        return _not_joined(typed, _too_many_phones()), 422
    if key is None:
        return _not_joined(typed), 422
    carry_key(key)
    changed()
    flash(_("This phone shares the shelf now."))
    return redirect(url_for("shelf.show"), code=303)


def _confirm(typed: str, otherwise: int):
    """The page that asks whether to join, or the one that says why not."""
    there = opened(typed, get_store().household_by_code, RECOVERY_LENGTH)
    if there is None:
        return _not_joined(typed), otherwise
    home = household()
    return render_template(
        "household/confirm.html",
        code=read_code(typed, RECOVERY_LENGTH),
        there=there,
        boxes=len(there.boxes),
        put_away=len(home.boxes) if home else 0,
        already=home is not None and home.id == there.id,
    )


def _too_many_phones() -> str:
    return _(
        "{number} phones share this shelf, and more do not fit in. Log the others out first.",
        number=MOST_PHONES,
    )


def _not_joined(typed: str, fault: str = "") -> str:
    """The field for a code again, with what is wrong."""
    if not fault and read_code(typed, RECOVERY_LENGTH):
        fault = _("This code opens no shelf. It may be too old, or a character is wrong.")
    elif not fault and read_code(typed, CODE_LENGTH):
        fault = _("This is a friend’s shelf code. It is entered on the page of the shelf.")
    elif not fault:
        fault = _("Such a code has sixteen characters. Check what was typed.")
    return render_template("household/join.html", typed=typed, fault=fault)


def _page(form: NameForm | None = None, fault: str = ""):
    """The settings."""
    home = household()
    read = reading()
    example = naming(app_catalog(), read.names)(EXAMPLE)
    return render_template(
        "household/show.html",
        form=form or NameForm(data={"name": home.name if home else ""}),
        fault=fault,
        languages=LANGUAGE_NAMES,
        spoken={code: LANGUAGE_NAMES.get(code, code) for code in languages()},
        read=read,
        example=example,
        english=EXAMPLE,
        home=home,
    )
