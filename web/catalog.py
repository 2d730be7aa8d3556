"""The catalog of this app: all boxes of ours, and those that its host added."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask, current_app, has_app_context

from setup_rules.catalog import DATA, Catalog, load_catalog
from setup_rules.rule_index import rules_of

MOST_FAULTS = 20
"""Faults of one file that are logged and shown; `make box` tells all."""


def app_catalog() -> Catalog:
    """The catalog of the app that answers; outside of any app, that of our boxes alone."""
    if not has_app_context():
        return load_catalog()
    catalog: Catalog = current_app.extensions["catalog"]
    return catalog


def read_catalog(added: Path) -> Catalog:
    """Our boxes and those of a folder; where there is no such folder, the catalog all share."""
    return Catalog(DATA, added) if os.path.lexists(added) else load_catalog()


def register(app: Flask) -> None:
    """Read all boxes, and log which files were left out."""
    catalog = read_catalog(Path(app.config["BOXES"]))
    rules_of(catalog)  # made once: first requests that come together would make two
    app.extensions["catalog"] = catalog
    for line in left_out_lines(catalog):
        app.logger.warning("%s", line)


def left_out_lines(catalog: Catalog) -> list[str]:
    """What is wrong with the files that were left out, in lines for a terminal or a log."""
    lines = []
    for file, faults in catalog.left_out.items():
        lines += [f"Left out {fault}" for fault in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            lines.append(f"Left out {file}: and {len(faults) - MOST_FAULTS} faults more")
    return lines
