"""The same seed and request give the same kingdom on every machine, for ever."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thorough import THOROUGH

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize(
    ("module", "file", "hash_seed"),
    [
        ("golden", "golden_kingdoms", "0"),
        ("golden", "golden_kingdoms", "20080"),
        ("golden_whole", "golden_whole_kingdoms", "0"),
        *[("golden_whole", "golden_whole_kingdoms", "20080")][: 1 * THOROUGH],
    ],
)
def test_seeds_give_the_kingdoms_of_the_golden_file(module, file, hash_seed):
    """A new draw version may write the file again; the old version must not change it."""
    drawn = subprocess.run(
        [sys.executable, "-m", f"tests.draw.{module}"],
        cwd=HERE.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    golden = (HERE / f"{file}.json").read_text(encoding="utf-8")
    assert json.loads(drawn.stdout) == json.loads(golden)
