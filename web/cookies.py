"""The session's cookie: over https it is for https alone."""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface


class Cookies(SecureCookieSessionInterface):
    """Signed cookies that follow the request: at home over plain http, elsewhere over https.

    Both have one name, so that a household founded over http is known over https as well.
    """

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether the browser may send it over https only."""
        return request.is_secure
