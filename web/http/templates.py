"""Jinja for pages of some hundred calls: compiled templates are kept, and calls made directly."""

from __future__ import annotations

import contextlib
import hashlib
import re
import sys
from collections.abc import Callable, MutableMapping
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import jinja2
from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.runtime import Context, Macro
from markupsafe import Markup
from markupsafe import escape as escape_text

PASSES_MORE = "jinja_pass_arg"
"""What Jinja marks functions with that are called with a context or environment as well."""
FUNCTIONS = frozenset((FunctionType, BuiltinFunctionType, MethodType))
"""All kinds of functions but macros; what else can be called is left to Jinja."""
TO_ESCAPE = re.compile("[&<>'\"]").search


class PageContext(Context):
    """Calls functions and macros as they are; Jinja would look for what else to pass to each."""

    def call(self, callee: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """What a template calls: a function, a macro or a method."""
        is_macro = type(callee) is Macro
        if not is_macro and (type(callee) not in FUNCTIONS or hasattr(callee, PASSES_MORE)):
            return super().call(callee, *args, **kwargs)
        kwargs.pop("_loop_vars", None)  # compiled templates add them for functions that
        kwargs.pop("_block_vars", None)  # are called with a context
        return callee(self.eval_ctx, *args, **kwargs) if is_macro else callee(*args, **kwargs)


def escape(value: Any) -> str:
    """As Jinja escapes what a template shows; most of it has nothing to escape."""
    if type(value) is Markup or (type(value) is str and not TO_ESCAPE(value)):
        return value
    return escape_text(value)


class PageTemplate(jinja2.Template):
    """A template that escapes with the function above."""

    @classmethod
    def from_code(cls, *args: Any, **kwargs: Any) -> jinja2.Template:
        """What was compiled, in a namespace of its own."""
        template = super().from_code(*args, **kwargs)
        template.root_render_func.__globals__["escape"] = escape
        return template


class PageEnvironment(Environment):
    """Jinja as Flask uses it, with templates and contexts of the kinds above."""

    template_class = PageTemplate
    context_class = PageContext

    def make_globals(self, own: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of the app itself, as no template has its own: each import compares them."""
        return super().make_globals(own) if own else self.globals


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's own cache: a file is used only for the very source and options it was made from."""

    def __init__(self, app: Flask) -> None:
        options = f"{jinja2.__version__} {app.jinja_options} {sorted(app.jinja_env.filters)}"
        digest = hashlib.sha256(options.encode()).hexdigest()[:8]
        folder = Path(app.root_path) / (app.template_folder or "") / "__pycache__"
        super().__init__(str(folder), f"{digest}-%s.cache")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; where nothing may or can be written, it is compiled again."""
        if sys.dont_write_bytecode:
            return
        with contextlib.suppress(OSError):
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)
