"""The rulebooks: each module here states one, and a new module is found by itself."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from setup_rules.rulebook import Rulebook

RULEBOOKS: tuple[Rulebook, ...] = tuple(
    import_module(f"{__name__}.{module.name}").book
    for module in sorted(iter_modules(__path__), key=lambda module: module.name)
)
"""All rulebooks, by module name."""
