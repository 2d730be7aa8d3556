"""The ids of every row of the setup rules: what the code must state and the tests must show."""

import tomllib
from pathlib import Path

_IDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
RULES, VARIANTS, CHECKS = (tuple(_IDS[name]) for name in ("rules", "variants", "checks"))
