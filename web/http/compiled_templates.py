"""Templates compiled to Python, kept beside them as Python keeps its own compiled files."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from pathlib import Path

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache


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
