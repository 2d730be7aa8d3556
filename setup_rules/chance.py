"""Random numbers that are the same bytes on every machine for ever: SHA-256 in counter mode."""

from __future__ import annotations

import base64
import secrets
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from math import factorial
from typing import Protocol, TypeVar

DRAW_VERSION = "kd1"
"""Names the generator and the algorithm of the draw; it goes into every stream's key."""

_Item = TypeVar("_Item")


class Dice(Protocol):
    """All the draw ever asks of chance."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        ...  # pragma: no cover


class Chance:
    """One stream of numbers for one purpose, so that a new purpose never shifts an old one."""

    __slots__ = ("_bits", "_block", "_key", "_left", "seed")

    def __init__(self, seed: str, purpose: str = "kingdom") -> None:
        if "|" in purpose:
            raise ValueError(f"a purpose has no bar in it: {purpose!r}")
        self.seed = normal_seed(seed)
        text = f"{DRAW_VERSION}|{purpose}|{self.seed}"
        self._key = sha256(text.encode("utf-8", "surrogatepass")).digest()
        self._bits = int.from_bytes(sha256(self._key + bytes(8)).digest(), "big")
        self._left = 256
        self._block = 1
        """The next block."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely; 0 when there is no choice."""
        if n <= 1:
            return 0
        width = (n - 1).bit_length()
        bits, left = self._bits, self._left
        while True:
            while left < width:
                block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
                bits = bits << 256 | int.from_bytes(block, "big")
                self._block += 1
                left += 256
            left -= width
            value = bits >> left
            bits ^= value << left
            if value < n:
                self._bits, self._left = bits, left
                return value

    def stream(self, purpose: str) -> Chance:
        """The stream of another purpose under the same seed, from its beginning."""
        return Chance(self.seed, purpose)


def normal_seed(seed: str) -> str:
    """The seed as it goes into the key: composed characters (NFC), no space at either end."""
    return unicodedata.normalize("NFC", seed).strip()


def fresh_seed() -> str:
    """128 bits from the system's secure source as 22 characters that are safe in a link."""
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


def shuffled(items: Sequence[_Item], dice: Dice) -> tuple[_Item, ...]:
    """The items in a random order, each order equally likely."""
    rest = list(items)
    order = dice.below(factorial(len(rest)))
    dealt = []
    for left in range(len(rest), 0, -1):
        dealt.append(rest.pop(order % left))
        order //= left
    return tuple(dealt)


def picked(items: Sequence[_Item], how_many: int, dice: Dice) -> tuple[_Item, ...]:
    """So many of the items in their order, each choice equally likely; all if there are fewer."""
    moved: dict[int, int] = {}  # the last place goes where one was taken, time after time
    chosen = []
    for left in range(len(items), max(len(items) - how_many, 0), -1):
        place = dice.below(left)
        chosen.append(moved.get(place, place))
        moved[place] = moved.get(left - 1, left - 1)
    return tuple([items[place] for place in sorted(chosen)])


def weighted(weights: Sequence[int], dice: Dice) -> int:
    """A place with probability proportional to its weight."""
    x = dice.below(sum(weights))
    for place, weight in enumerate(weights):
        if x < weight:
            return place
        x -= weight
    return 0
