"""The same seed and request give the same kingdom on every machine, for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden_kingdoms.json"


@pytest.mark.parametrize("hash_seed", ["0", "20080"])
def test_seeds_give_the_kingdoms_of_the_golden_file(hash_seed):
    """A new draw version may write the file anew; the old version must not change it."""
    drawn = subprocess.run(
        [sys.executable, "-m", "tests.draw.golden"],
        cwd=HERE.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert json.loads(drawn.stdout) == json.loads(GOLDEN.read_text(encoding="utf-8"))
