"""How many cases tests look at: some in `make test`, more in `make check`."""

import os
from collections.abc import Iterable
from typing import TypeVar

THOROUGH = bool(os.environ.get("THOROUGH"))
"""Whether there is time: `make check` says so, `make test` answers within four minutes."""

Case = TypeVar("Case")


def cases(number: int) -> int:
    """How many cases a test by chance looks at: a sixth of them where there is little time."""
    return number if THOROUGH else max(number // 6, 1)


def some(values: Iterable[Case], each: int = 3) -> list[Case]:
    """Which cases a wide test looks at: each third of them where there is little time."""
    return list(values)[:: 1 if THOROUGH else each]
