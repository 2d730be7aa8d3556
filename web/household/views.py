"""Settings: languages and theme of this phone, phones of the household, export, and leaving."""

from __future__ import annotations

from pathlib import Path

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from setup_rules.sentences import say
from web.household.forms import CardNamesForm, HouseholdNameForm, JoinForm, LanguageForm, ThemeForm
from web.household.household_file import FILENAME, write_household
from web.http.forms import BaseForm
from web.http.headers import no_store
from web.http.limits.route_marks import CHANGES, rate_limited
from web.http.visitor import (
    at_home,
    came_from,
    carry_key,
    changed,
    forget_all,
    home_id,
    household,
    names_here,
    reading,
)
from web.language.translation import LANGUAGE_NAMES, languages, speak
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.codes import read_code, scan_parts, written
from web.printing.pdf.cache import remove
from web.store import HouseholdExport, TooMany, get_store
from web.store.households import JOIN_MINUTES, MOST_PHONES, RECOVERY_LENGTH

bp = Blueprint("household", __name__)

EXAMPLE = "Smithy"
FULL = say(
    "This shelf has too many phones; the limit is {number}. Use one to log out others.",
    number=MOST_PHONES,
)


@bp.get("/settings")
def show():
    """Language of card names, light or dark, phones, the household's name."""
    return _page()


@bp.post("/settings/theme")
def theme():
    """Keep light, dark or as the phone has it; lead back to where that was chosen."""
    form = ThemeForm(request.form)
    if form.validate():
        session["theme"] = form.theme.data
        changed()
    return redirect(came_from(url_for("household.show")), code=303)


@bp.post("/settings/language")
def language():
    """Keep the language of the pages."""
    form = LanguageForm(request.form)
    if not form.validate():
        return _page(language_form=form), 422
    speak(form.language.data)
    changed()
    return redirect(url_for("household.show"), code=303)


@bp.post("/settings/names")
def names():
    """Keep the language of card names, and whether English stands beside it."""
    form = CardNamesForm(request.form)
    if not form.validate():
        return _page(names_form=form), 422
    session["names"] = form.names.data
    if form.beside.data in ("yes", "no"):
        session["beside"] = form.beside.data == "yes"
    changed()
    return redirect(url_for("household.show"), code=303)


@bp.post("/settings/name")
def name():
    """Keep the name that friends see."""
    form = HouseholdNameForm(request.form)
    if not form.validate():
        return _page(form=form), 400 if form.csrf_token.errors else 422
    get_store().keep_name(at_home().id, form.name.cleaned)
    changed()
    flash(_("The name has been saved."))
    return redirect(url_for("household.show", _anchor="shelf-name"), code=303)


@bp.get("/settings/forget")
def ask_to_forget():
    """Ask whether everything shall be forgotten."""
    home = household()
    return render_template("household/forget.html", boxes=len(home.boxes) if home else 0)


@bp.post("/settings/forget")
def forget():
    """Forget the household on all its phones, and how this phone likes to read."""
    BaseForm(request.form).validate()
    home = household()
    if home is not None:
        for file in get_store().forget_household(home.id):
            remove(Path(current_app.config["PAPERS"]), file)
    forget_all()
    flash(_("Everything has been deleted."))
    answer = redirect(url_for("shelf.show"), code=303)
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    return answer


@bp.get("/settings/file")
def save():
    """All that is kept of the household as one file."""
    home = household()
    export = get_store().export(home.id) if home else HouseholdExport()
    headers = {"Content-Disposition": f'attachment; filename="{FILENAME}"'}
    text = write_household(export, session)
    return no_store(Response(text, headers=headers, mimetype="application/json"))


@bp.get("/phones")
@rate_limited(CHANGES)
def phones():
    """A code with which one more phone joins the household."""
    home = household()
    if home is None:
        flash(_("No boxes yet. Tick the ones you own, then another phone can join."), "bad")
        return redirect(url_for("shelf.show"))
    code = get_store().join_code(home.id)
    parts = scan_parts(code, url_for("household.open_code", code=code, _external=True))
    page = render_template("household/phones.html", minutes=JOIN_MINUTES, **parts)
    return no_store(page)  # the code opens the household


@bp.get("/phones/recovery")
def ask_to_recover():
    """Say what a recovery code is for, and offer to make one."""
    is_made = get_store().has_recovery_code(home_id())
    return render_template("household/recovery.html", code="", made=is_made)


@bp.post("/phones/recovery")
def recovery():
    """Make a recovery code, and show it this once."""
    BaseForm(request.form).validate()
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
    BaseForm(request.form).validate()
    home = household()
    if home is None:
        return redirect(url_for("household.show"), code=303)
    carry_key(get_store().change_locks(home.id))
    changed()
    flash(_("All other phones have been logged out. If you had a recovery code, make a new one."))
    return redirect(url_for("household.show"), code=303)


@bp.get("/join")
def ask_to_join():
    """Ask for a joining or recovery code."""
    return render_template("household/join.html", form=JoinForm())


@bp.get("/join/<code>")
def open_code(code: str):
    """What a scanned code opens; joining takes one more tap."""
    return _confirm(JoinForm(data={"code": code}), 404)


@bp.post("/join")
def join():
    """Let this phone enter a household: first show which, then do it."""
    form = JoinForm(request.form)
    form.validate()
    if not form.sure.data:
        return _confirm(form, 422)
    try:
        key = opened(form.code.data, get_store().enter, RECOVERY_LENGTH)
    except TooMany:
        return _refused(form, FULL), 422
    if key is None:
        return _refused(form), 422
    carry_key(key)
    changed()
    flash(_("This phone now shares the shelf."))
    return redirect(url_for("shelf.show"), code=303)


def _confirm(form: JoinForm, otherwise: int):
    """The page that asks whether to join, or the one that says why not."""
    there = opened(form.code.data, get_store().household_by_code, RECOVERY_LENGTH)
    if there is None:
        return _refused(form), otherwise
    home = household()
    return render_template(
        "household/confirm.html",
        code=read_code(form.code.data, RECOVERY_LENGTH),
        there=there,
        boxes=len(there.boxes),
        put_away=len(home.boxes) if home else 0,
        already=home is not None and home.id == there.id,
    )


def _refused(form: JoinForm, fault: str = "") -> str:
    form.code.errors = [fault or form.fault]
    return render_template("household/join.html", form=form)


def _page(**forms: BaseForm) -> str:
    """The settings, with the form that could not be read."""
    home, read = household(), reading()
    unsent = {
        "form": HouseholdNameForm(obj=home),
        "language_form": LanguageForm(),
        "names_form": CardNamesForm(),
    }
    return render_template(
        "household/show.html",
        **(unsent | forms),
        languages=LANGUAGE_NAMES,
        spoken={code: LANGUAGE_NAMES.get(code, code) for code in languages()},
        read=read,
        example=names_here()(EXAMPLE),
        english=EXAMPLE,
        home=home,
    )
