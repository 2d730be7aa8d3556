"""Printing: sheets and cards at once, booklets and decks as work one can wait for."""

from __future__ import annotations

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
from werkzeug.exceptions import NotFound

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.published import playable_kingdoms
from web.draw.tonight import in_shelf_order, tonight
from web.http.forms import BaseForm
from web.http.limits.route_marks import PRINTS, heavy, rate_limited
from web.http.visitor import at_home, at_the_server, came_from, home_id, household
from web.language.translation import gettext as _
from web.language.translation import translate
from web.links.code_doors import opened
from web.links.kingdom_link import link_for, read_address, read_link
from web.printing.answers import (
    SAVED,
    UnknownChoice,
    as_pdf,
    asked_paper,
    asked_size,
    asked_style,
    pdf_answer,
    pdf_folder,
)
from web.printing.documents import (
    FILENAMES,
    card,
    crib,
    crib_pages,
    liked_offset,
    liked_paper,
    liked_size,
    liked_style,
    offset_test,
    on_paper,
    other_sheet,
    player_aid,
    score_sheet,
    sheet,
    shelf_card,
)
from web.printing.forms import CARDS, SHEET, JobForm, PaperForm, PrintForm
from web.printing.jobs.orders import OrderRefused, parts_of, place_order
from web.printing.jobs.page import by_box_form, by_box_page, job_row
from web.printing.pdf import PrintBusy, PrintFailed, PrintMissing, printing_available
from web.printing.pdf.cache import find
from web.printing.pdf.jobs import resume
from web.printing.pdf.printer import missing, printer
from web.printing.qr import code_or_none
from web.setup_sheet.other_prosperity import Unknown, read_wanted
from web.store import Household, Job, get_store

bp = Blueprint("printing", __name__)


@bp.get("/kingdom/<piles>/sheet.pdf")
@heavy
@rate_limited(PRINTS)
def kingdom_sheet(piles: str):
    """The setup sheet of the kingdom a link holds."""
    asked = read_link(piles, request.args, app_catalog())
    return as_pdf(sheet, asked, asked_paper(), _code(asked))


@bp.get("/kingdom/<piles>/cards.pdf")
@heavy
@rate_limited(PRINTS)
def kingdom_cards(piles: str):
    """The setup card of the kingdom a link holds."""
    asked = read_link(piles, request.args, app_catalog())
    return as_pdf(
        card, asked, _code(asked), asked_paper(), asked_style(), asked_size(), liked_offset()
    )


@bp.get("/kingdom/<piles>/score-sheet.pdf")
@heavy
@rate_limited(PRINTS)
def kingdom_score_sheet(piles: str):
    """A sheet to count the points on, of the kingdom a link holds."""
    asked = read_link(piles, request.args, app_catalog())
    return as_pdf(score_sheet, asked, asked_paper(), _code(asked))


@bp.get("/kingdom/<piles>/player-aids.pdf")
@heavy
@rate_limited(PRINTS)
def kingdom_player_aids(piles: str):
    """Half a page for each player, of the kingdom a link holds."""
    asked = read_link(piles, request.args, app_catalog())
    return as_pdf(player_aid, asked, asked_paper())


@bp.post("/print")
def kingdom():
    """Give a kingdom its code, so that paper leads back to it; then lead to what is printed."""
    form = PrintForm(request.form)
    form.validate()
    link = link_for(*read_address(form.link.data, app_catalog()))
    what = SHEET if form.what.errors else form.what.data
    code = code_or_none(get_store(), at_home().id, link)
    style = f"&style={liked_style()}&size={liked_size()}" if what == CARDS else ""
    named = f"&code={code}" if code else ""
    path, _mark, query = link.partition("?")
    saved = f"&{SAVED}=1" if SAVED in request.args else ""
    address = f"{path}/{what}.pdf?{query}&paper={liked_paper()}{style}{named}{saved}"
    return redirect(address, code=303)


@bp.get("/shelf/card.pdf")
@heavy
@rate_limited(PRINTS)
def shelf_as_card():
    """The boxes of this household."""
    boxes = _boxes()
    return as_pdf(shelf_card, boxes, asked_paper()) if boxes else _no_box()


@bp.get("/shelf/crib.pdf")
@heavy
@rate_limited(PRINTS)
def shelf_as_crib():
    """The rules of setup for the boxes of this household."""
    boxes = _boxes()
    return as_pdf(crib, boxes, asked_paper()) if boxes else _no_box()


@bp.get("/other-prosperity.pdf")
@heavy
@rate_limited(PRINTS)
def other_prosperity():
    """The setup sheet of the other game called Prosperity."""
    return as_pdf(other_sheet, read_wanted(request.args, tonight().players), asked_paper())


@bp.post("/paper")
def choose():
    """Remember the paper, how cards get their backs, how far these are moved, and their size."""
    form = PaperForm(request.form)
    form.validate()
    session.update(form.chosen)
    if form.offset_is_wrong:
        flash(_("Backs can be moved by −3 to 3 mm, in steps of 0.5 mm."), "bad")
    return redirect(came_from(url_for(".show")), code=303)


@bp.get("/paper/offset-test.pdf")
@heavy
@rate_limited(PRINTS)
def offset_test_page():
    """Two sides to measure on how far the backs of cards must be moved."""
    return as_pdf(offset_test, asked_paper(), asked_size(), liked_offset())


@bp.get("/papers")
def show(fault: str = ""):
    """All that can be printed of a shelf, and what was printed of late."""
    home = household()
    if printing_available():
        printer().warm()
    return render_template(
        "printing/show.html",
        fault=fault,
        boxes=len(home.boxes) if home else 0,
        parts=parts_of(len(_published(home))) if home else (),
        jobs=[job_row(job) for job in get_store().jobs_of(home.id)] if home else (),
        rules_pages=crib_pages(_boxes(), liked_paper()) if home else 0,
        unreachable=at_the_server(),
        **on_paper(),
    )


@bp.get("/papers/by-box")
def by_box():
    """What can be printed of chosen boxes, and how many pages that is."""
    home = household()
    if home is None or not home.boxes:
        return _no_box()
    form = by_box_form(home, request.args)
    return render_template("printing/by_box.html", **by_box_page(home, form), **on_paper())


@bp.post("/papers")
@heavy
@rate_limited(PRINTS)
def begin():
    """Begin long work: something of kingdoms that are named, of published ones, or of boxes."""
    form = JobForm(request.form)
    if not printing_available():
        raise PrintMissing(missing())
    try:
        job = place_order(household(), form)
    except OrderRefused as refused:
        return show(refused.sentence), refused.status
    resume(current_app._get_current_object())  # type: ignore[attr-defined]
    return redirect(url_for(".progress", job=job), code=303)


@bp.get("/papers/<job>")
def progress(job: str):
    """How far it is; the page asks again by itself."""
    work = _job(job)
    if work.unfinished:
        resume(current_app._get_current_object())  # type: ignore[attr-defined]
    there = work.state == "done" and find(pdf_folder(), work.file) is not None
    return render_template(
        "printing/job.html", job=job_row(work), there=there, error=_(work.error), **on_paper()
    )


@bp.post("/papers/<job>/stop")
def stop(job: str):
    """Stop the work; what is done of it is lost."""
    BaseForm(request.form).validate()
    get_store().end_job(_job(job).id, "stopped")
    return redirect(url_for(".progress", job=job), code=303)


@bp.get("/papers/<job>/file.pdf")
def file(job: str):
    """The finished file."""
    work = _job(job)
    pdf = find(pdf_folder(), work.file) if work.state == "done" else None
    if pdf is None:
        flash(_("The file is gone, but you can make it again."), "bad")
        return redirect(url_for(".show"), code=303)
    return pdf_answer(pdf, work.file, FILENAMES[work.kind])


@bp.app_errorhandler(PrintFailed)
def _failed(error: PrintFailed) -> Response:
    current_app.logger.warning("Printing failed: %s", error)
    page = render_template(
        "error.html",
        heading=_("Not printed"),
        sentence=translate(error.sentence),
        back=came_from(""),
    )
    response = make_response(page, 503)
    if isinstance(error, PrintBusy):
        response.headers["Retry-After"] = "5"
    return response


@bp.app_errorhandler(Unknown)
def _unknown_game(unknown: Unknown) -> Response:
    page = render_template("error.html", heading=_("Not printed"), sentence=str(unknown), back="")
    return make_response(page, 422)


@bp.app_errorhandler(UnknownChoice)
def _unknown_choice(_error: UnknownChoice) -> Response:
    sentence = _(
        "Paper must be “a4” or “letter”, cards “duplex” or “fold”, and their size “plain”, "
        "“sleeved” or “poker”. Check the address."
    )
    page = render_template("error.html", heading=_("Not printed"), sentence=sentence, back="")
    return make_response(page, 422)


def _code(asked: PlanRequest) -> str:
    """The code of this kingdom: the one in the address, or else the household's, made if need be.

    Where there is no household it is nobody's, so that all paper leads back to its kingdom.
    """
    link, store = link_for(*asked), get_store()

    def find(code: str) -> str | None:
        shared = store.shared(code)
        return code if shared and shared.link == link else None

    return opened(request.args.get("code", ""), find) or code_or_none(store, home_id(), link)


def _boxes() -> tuple[str, ...]:
    home = household()
    return in_shelf_order(home.boxes) if home else ()


def _no_box() -> Any:
    flash(_("Nothing to print yet. Tick your boxes once; the app remembers them."), "bad")
    return redirect(url_for("shelf.show"), code=303)


def _published(home: Household) -> Any:
    return playable_kingdoms(app_catalog(), in_shelf_order(home.boxes))


def _job(id_: str) -> Job:
    """The work with this id, if it is this household's."""
    home = household()
    work = get_store().job(home.id, id_) if home else None
    if work is None:
        raise NotFound
    return work
