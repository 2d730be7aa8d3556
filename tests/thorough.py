"""How many cases tests by chance look at: some in `make test`, more in `make check`."""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))
"""Whether there is time: `make check` says so, `make test` answers within four minutes."""


def cases(number: int) -> int:
    """So many cases where there is time, and a sixth of them otherwise."""
    return number if THOROUGH else max(number // 6, 1)
