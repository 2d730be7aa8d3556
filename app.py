"""Ten Piles: joins the parts into one web app. `flask run` and `make run` find it here."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import find_modules, import_string

from web import catalog, store
from web.draw import card_words
from web.http import (
    access_log,
    addresses,
    assets,
    compression,
    errors,
    forms,
    fragments,
    headers,
    hints,
)
from web.http.cookies import Cookies
from web.http.hosts import LOOPBACK, LocalRequest
from web.http.limits import rates, shares, work_budget
from web.http.templates import CompiledTemplates, PageEnvironment
from web.http.visitor import reading
from web.kingdom import facts
from web.language import translation
from web.links import broken_links, code_doors
from web.serving.environment import WIKI
from web.setup_sheet import glyphs

ROOT = Path(__file__).resolve().parent
TASKS = (
    "about",
    "api",
    "black_market",
    "collection",
    "fetchers",
    "home",
    "household",
    "kingdom",
    "night",
    "other_prosperity",
    "own",
    "people",
    "played",
    "printing",
    "published",
    "score",
    "shelf",
    "storage",
    "tournament",
    "two_tables",
    "veto",
    "wishes",
)
"""The packages of web/ that answer requests; each blueprint is the `bp` of a module *views."""


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app with these settings; DATABASE is the path of a file, PAPERS and BOXES of folders."""
    app = Flask(__name__, root_path=str(ROOT), instance_path=str(ROOT / "instance"))
    app.jinja_environment = PageEnvironment
    app.request_class = LocalRequest
    app.url_rule_class = addresses.LazyRule
    app.session_interface = Cookies()
    app.config.from_mapping(
        ACCESS_LOG=False,
        ADDRESS_CONNECTIONS=300,
        CPU_AT_ONCE=20,
        CPU_A_SECOND=0.2,
        DATABASE=ROOT / "instance" / "ten_piles.db",
        HSTS=0,
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=timedelta(days=366),
        PROXIES=0,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="ten_piles",
        SESSION_COOKIE_SAMESITE="Lax",
        RATE_LIMITS=True,
        THREADS=8,
        WIKI=WIKI,
    )
    app.config.from_mapping(config)
    if app.config["TRUSTED_HOSTS"] is not None:
        app.config["TRUSTED_HOSTS"] = [*app.config["TRUSTED_HOSTS"], *LOOPBACK]
    kept_key = store.prepare(Path(app.config["DATABASE"]))
    app.config["PAPERS"] = (
        app.config.get("PAPERS") or Path(app.config["DATABASE"]).parent / "papers"
    )
    app.config["BOXES"] = app.config.get("BOXES") or Path(app.config["DATABASE"]).parent / "boxes"
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or kept_key
    app.jinja_options = {
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "cache_size": -1,  # there are few enough to keep them all
    }
    app.jinja_env.globals["reading"] = reading
    app.jinja_env.bytecode_cache = CompiledTemplates(app)
    for part in (
        *(access_log, card_words, catalog, addresses, errors, broken_links, code_doors, forms),
        *(fragments, facts),
        *(assets, glyphs, hints, shares, rates, translation, work_budget),
    ):
        part.register(app)
    app.teardown_appcontext(store.close_store)
    compression.register(app)
    headers.register(app)
    if proxies := app.config["PROXIES"]:
        seen_through = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)
        app.wsgi_app = seen_through  # type: ignore[method-assign]
    for task in TASKS:
        for module in find_modules(f"web.{task}"):
            if module.endswith("views"):
                app.register_blueprint(import_string(f"{module}:bp"))
    return app
