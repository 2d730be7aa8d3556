"""Ten Piles: joins the parts into one web app. `flask run` and `make run` find it here."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from setup_rules.catalog import load_catalog
from web import errors, store
from web.headers import add_headers
from web.hosts import LOOPBACK, LocalRequest
from web.views import api, kingdoms

ROOT = Path(__file__).resolve().parent


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app with these settings; DATABASE is the path of the SQLite file."""
    app = Flask(__name__, root_path=str(ROOT), instance_path=str(ROOT / "instance"))
    app.request_class = LocalRequest
    app.config.from_mapping(
        DATABASE=ROOT / "instance" / "ten_piles.db",
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=timedelta(days=366),
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="ten_piles",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    app.config.from_mapping(config)
    if app.config["TRUSTED_HOSTS"] is not None:
        app.config["TRUSTED_HOSTS"] = [*app.config["TRUSTED_HOSTS"], *LOOPBACK]
    kept_key = store.prepare(Path(app.config["DATABASE"]))
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or kept_key
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    load_catalog()
    app.teardown_appcontext(store.close_store)
    app.after_request(add_headers)
    errors.register(app)
    app.register_blueprint(api.bp)
    app.register_blueprint(kingdoms.bp)
    return app
