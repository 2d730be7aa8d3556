"""Headers that keep the pages to themselves: nothing from outside, nothing inline, no frames."""

from flask import Response

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def add_headers(response: Response) -> Response:
    """Give every answer its headers. No HSTS: at home the app is reached over plain http."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
