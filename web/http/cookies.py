"""The session cookie: signed, valid at any age, and renewed by use."""

from __future__ import annotations

import secrets
import time
from copy import deepcopy
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from web.http.limits.route_marks import PRINTS, SAFE_METHODS, rate_limit_of

A_DAY = 24 * 60 * 60
MOST_OPENED = 1_000
"""Cookies whose content one app remembers; a wrong one is never among them."""


class Session(SecureCookieSession):
    """What the cookie holds, and when it was signed."""

    signed = 0.0
    """Seconds since 1970 by the server's clock of then, which may have been wrong."""


class Cookies(SecureCookieSessionInterface):
    """Signed cookies for which no clock of the server decides anything but when they are renewed.

    The age of the signature is not checked, because a clock that was set back or forward would
    refuse every phone: the key of the household inside is what opens it, and ends with it.
    How long the browser keeps the cookie is said as a time span, so its own clock counts.

    At home over plain http and elsewhere over https they have one name, so that a household
    founded over http is known over https as well.
    """

    session_class = Session

    def __init__(self) -> None:
        self._opened = lru_cache(maxsize=MOST_OPENED)(self._open)
        """A phone sends the same cookie again and again."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether the browser may send it over https only."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> Session:
        """What the cookie of the request holds; empty if it is none of ours."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        try:
            data, signed = self._opened(app, app.secret_key, value)
        except BadSignature:
            return Session()
        session = Session(deepcopy(data))  # as a view may change a list in it
        session.signed = signed
        return session

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether the browser gets a cookie: what it holds has changed, or it is used again.

        Only once a day, because the browser keeps pages for one and the same cookie only.
        """
        changes = request.method not in SAFE_METHODS
        used = changes or rate_limit_of(app, request.endpoint, request.method) == PRINTS
        age = abs(time.time() - getattr(session, "signed", 0.0))
        return session.modified or (bool(session) and used and age >= A_DAY)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set, renew or remove the cookie; Flask would say its end as a date of our clock."""
        if session.accessed:
            response.vary.add("Cookie")
        if not self.should_set_cookie(app, session):
            return
        if session:
            session.setdefault("csrf", secrets.token_hex(20))  # so that no page has to add it
        response.set_cookie(
            self.get_cookie_name(app),
            self._serializer(app).dumps(dict(session)) if session else "",
            max_age=app.permanent_session_lifetime if session else 0,
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")

    def _serializer(self, app: Flask) -> URLSafeTimedSerializer:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # noqa: S101  the app always has a key
        return serializer

    def _open(self, app: Flask, _key: object, value: str) -> tuple[Any, float]:
        """What a cookie holds, and when it was signed; raises BadSignature."""
        data, signed = self._serializer(app).loads(value, return_timestamp=True)
        return data, signed.timestamp()
