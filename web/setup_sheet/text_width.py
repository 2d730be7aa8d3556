"""How wide words are in the two faces, and how a name is broken to fit a place."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from functools import cache
from typing import NamedTuple

# fmt: off
_FROM_SPACE = {  # advances per 1000 em, from the space to the tilde; figures lining and tabular
    "names": (
        "163 286 345 553 511 902 602 177 268 268 326 614 232 320 216 375 500 500 500 500 500 500 "
        "500 500 500 500 216 216 575 588 575 452 867 611 544 472 590 508 474 560 650 328 318 590 "
        "485 815 626 573 534 574 567 450 523 627 592 880 590 549 493 264 321 264 529 460 205 472 "
        "466 366 473 422 288 444 488 249 237 467 243 714 494 476 474 465 343 379 313 489 430 663 "
        "446 431 405 309 223 309 584"
    ),
    "text": (
        "265 241 399 518 531 826 729 219 324 324 439 499 240 403 240 520 560 560 560 560 560 560 "
        "560 560 560 560 240 240 500 500 500 459 1020 573 608 560 644 535 491 631 680 295 305 589 "
        "498 778 683 692 581 691 605 545 517 662 556 826 540 550 522 322 520 322 540 520 300 544 "
        "594 478 598 545 335 520 586 282 280 512 293 857 586 584 594 598 386 467 361 582 492 717 "
        "485 492 437 322 403 322 488"
    ),
    "bold": (
        "244 241 430 547 545 851 753 234 324 324 447 523 240 406 240 520 560 560 560 560 560 560 "
        "560 560 560 560 240 240 514 514 514 476 1020 586 615 571 650 528 488 641 669 294 314 622 "
        "509 784 668 691 595 691 614 565 534 654 567 842 571 583 539 323 520 323 554 520 330 547 "
        "596 478 599 551 351 544 579 282 281 542 296 848 579 584 596 599 397 479 380 574 508 741 "
        "505 512 454 323 383 323 508"
    ),
}
_BEYOND = {  # the letters and signs that are no plain letter with a mark on it
    "names": "ß501 æ670 Æ821 œ708 Œ796 ø476 Ø573 ł243 Ł485 ď583 ’232 ‘232 “403 ”403 „392 –456 "
             "—841 ·214 …592 ×525 −608",
    "text": "ß593 æ849 Æ816 œ916 Œ897 ø584 Ø692 ł312 Ł514 ď598 ’228 ‘228 “406 ”406 „406 –520 "
            "—790 ·240 …738 ×500 −500",
    "bold": "ß603 æ854 Æ838 œ909 Œ903 ø584 Ø691 ł347 Ł543 ď665 ’239 ‘239 “438 ”438 „438 –520 "
            "—795 ·240 …730 ×514 −514",
}
# fmt: on
_UNKNOWN = 650
_VOWELS = frozenset("aeiouyæœøąę")
_TOGETHER = ("sch", "ch", "ck", "ph", "sh", "th", "sz", "cz")
_FEWEST_LETTERS = 3
"""On either side of a hyphen."""


class Face(Enum):
    """What is measured: Grenze 600, Fira Sans 400 or Fira Sans 600."""

    NAMES = "names"
    TEXT = "text"
    BOLD = "bold"


class Fitted(NamedTuple):
    """Lines that fit, all of one size."""

    size: int
    lines: tuple[str, ...]


def width(text: str, size: float, face: Face) -> float:
    """How wide a line is, in the unit of its size; kerning, which narrows it, is left out."""
    return sum(_advance(letter, face) for letter in text) * size / 1000


def fit(
    text: str, room: float, face: Face, sizes: tuple[int, ...], most_lines: tuple[int, ...] = ()
) -> Fitted:
    """The text in the largest size that fits: on one line, else on two, else hyphenated.

    `most_lines` has the lines there is height for at each size; two where nothing is said.
    What cannot fit at all ends in three dots.
    """
    heights = most_lines or (2,) * len(sizes)
    for size, lines in zip(sizes, heights, strict=True):
        for broken in ((text,), _halved(text, size, face))[:lines]:
            if all(width(line, size, face) <= room for line in broken):
                return Fitted(size, broken)
    for size, lines in zip(sizes, heights, strict=True):
        filled = _filled(text, room, size, face)
        if len(filled) <= lines:
            return Fitted(size, filled)
    lines = max(heights[-1], 1)
    return Fitted(sizes[-1], (*filled[: lines - 1], _cut(filled[lines - 1], room, sizes[-1], face)))


def wrapped(text: str, room: float, size: float, face: Face) -> tuple[str, ...]:
    """A sentence on as many lines as it takes."""
    return _filled(text, room, size, face)


@cache
def _advance(letter: str, face: Face) -> int:
    known = _advances(face)
    if letter in known:
        return known[letter]
    return known.get(unicodedata.normalize("NFD", letter)[0], _UNKNOWN)


@cache
def _advances(face: Face) -> dict[str, int]:
    plain = enumerate(_FROM_SPACE[face.value].split(), start=ord(" "))
    beyond = _BEYOND[face.value].split()
    return {chr(code): int(advance) for code, advance in plain} | {
        entry[0]: int(entry[1:]) for entry in beyond
    }


def _halved(text: str, size: int, face: Face) -> tuple[str, ...]:
    """Two lines as even as spaces, slashes and hyphens allow."""
    halves = [
        (text[: gap.end()].strip(), text[gap.end() :].strip())
        for gap in re.finditer(r"[ /-]+", text)
        if gap.end() < len(text)
    ]
    return min(halves, key=lambda pair: max(width(h, size, face) for h in pair), default=(text,))


def _filled(text: str, room: float, size: float, face: Face) -> tuple[str, ...]:
    """Lines filled word by word; a word that is too long for a line is hyphenated."""
    lines = [""]
    words = re.findall(r"[^ /-]*(?:[ /-]+|$)", text)
    while words:
        word = words.pop(0)
        if width((lines[-1] + word).rstrip(), size, face) <= room:
            lines[-1] += word
        elif width(word.rstrip(), size, face) <= room:
            lines.append(word)
        elif head := _head(word, room - width(lines[-1], size, face), size, face):
            lines[-1] += f"{head}-"
            lines.append("")
            words.insert(0, word[len(head) :])
        elif lines[-1]:
            lines.append("")
            words.insert(0, word)
        else:
            lines[-1] = word
    return tuple(line.strip() for line in lines if line.strip())


def _head(word: str, room: float, size: float, face: Face) -> str:
    """The longest beginning that fits with a hyphen, at the end of a syllable if there is one."""
    fitting = [
        end
        for end in range(_FEWEST_LETTERS, len(word.rstrip(" /-")) - _FEWEST_LETTERS + 1)
        if width(f"{word[:end]}-", size, face) <= room
    ]
    ends = [end for end in fitting if end in _syllable_ends(word)] or fitting
    return word[: max(ends, default=0)]


def _syllable_ends(word: str) -> set[int]:
    """Places before the last consonant ahead of a vowel: right in most words of most languages."""
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in word.lower())
    ends = set()
    for place in range(1, len(plain) - 1):
        if plain[place] not in _VOWELS and plain[place + 1] in _VOWELS:
            onset = next((o for o in _TOGETHER if plain[: place + 1].endswith(o)), plain[place])
            end = place + 1 - len(onset)
            if any(letter in _VOWELS for letter in plain[:end]):
                ends.add(end)
    return ends


def _cut(text: str, room: float, size: float, face: Face) -> str:
    while text and width(f"{text}…", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip(' -')}…"
