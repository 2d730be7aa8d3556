"""Answers to what cannot be done: JSON under /api/, a friendly page elsewhere."""

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from web.json_reader import BadJson, Unreadable
from web.links import BrokenLink
from web.plan_json import to_bytes

SENTENCES = {
    400: ("bad-request", "This request cannot be understood. Go back and try again."),
    404: ("not-found", "There is no page at this address. Check it, or start with ten names."),
    405: ("method-not-allowed", "This address answers no request of this kind."),
    413: ("body-too-large", "That is more than the 64 kB that are read here. Send less."),
    415: ("unsupported-content-type", "Send the body as application/json."),
    500: ("internal-error", "Something went wrong here, and it is not your fault. Try again."),
}
HEADINGS = {404: "Nothing here", 413: "Too much at once", 500: "Our mistake"}
BROKEN_LINK = (
    "This link holds no kingdom. It may have been cut short on its way; ask for it again, or "
    "start with ten names."
)
STRANGE_HOST = "Ten Piles does not answer to this name. Use the address it shows at its start."


def register(app: Flask) -> None:
    """Give every error its answer."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(BadJson, _bad_json)
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(BrokenLink, _broken_link)


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, SecurityError):
        return _strange_host()
    status = error.code or InternalServerError.code
    if error.response is not None or status < 400:
        return make_response(error.get_response())
    code, sentence = SENTENCES.get(status, ("error", error.description or error.name))
    response = _api_error(status, code, sentence) if _wants_json() else _page(status, sentence)
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value
    return response


def _strange_host() -> Response:
    """No page: links cannot be made for a host that is not ours."""
    if _wants_json():
        return _api_error(400, "strange-host", STRANGE_HOST)
    return make_response(f"{STRANGE_HOST}\n", 400, {"Content-Type": "text/plain; charset=utf-8"})


def _bad_json(error: BadJson) -> Response:
    return _api_error(400, "bad-json", str(error))


def _unreadable(error: Unreadable) -> Response:
    details = [fault._asdict() for fault in error.faults]
    return _api_error(422, "invalid-request", error.message, details)


def _broken_link(_error: BrokenLink) -> Response:
    return _page(404, BROKEN_LINK)


def _wants_json() -> bool:
    return request.path.startswith("/api/")


def _api_error(
    status: int, code: str, message: str, details: list[dict[str, str]] | None = None
) -> Response:
    answer = {"error": {"code": code, "message": message, "details": details or []}}
    return make_response(to_bytes(answer), status, {"Content-Type": "application/json"})


def _page(status: int, sentence: str) -> Response:
    heading = HEADINGS.get(status, "This did not work")
    return make_response(render_template("error.html", heading=heading, sentence=sentence), status)
