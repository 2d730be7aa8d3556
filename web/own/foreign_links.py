"""Reads kingdoms from KingdomCreator's links, our own links and our codes, as names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from werkzeug.datastructures import MultiDict

from setup_rules.cards import MAIN_LANDSCAPES, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import NameProblem, fold, names_of
from setup_rules.plan_request import PlanRequest
from setup_rules.rules import DEALT_KINDS, EXTRAS
from web.fix.name_finder import squashed
from web.fix.text import Written, kingdom_text
from web.links.kingdom_link import BrokenLink, read_address, read_link

MOST_LINKS = 5
LONGEST_LINK = 6_000
Lookup = Callable[[str], str]
"""The link of a kingdom by a code as it was typed; empty if no kingdom has it."""

_LINK = re.compile(r"\S*(?:[?&#/]|^|\b)(?:supply|cards)=\S+|\S*/(?:kingdom|own|k|share)[/?]\S+")
_CODE = re.compile(r"(?:\w{2,12}:\s*)?([0-9A-Za-z][0-9A-Za-z\s.\-]{4,9}[0-9A-Za-z])")
_LISTS = (*(f"{kind}s" for kind in MAIN_LANDSCAPES), *DEALT_KINDS, "prophecies")
_WORDS = {"colonies": "Colonies", "shelters": "Shelters"}
_ANSWERS = {"1": "", "true": "", "0": "No ", "false": "No "}


class Expanded(NamedTuple):
    """A text without links, and the kingdom of ours that was in it, if there was one."""

    text: str
    ours: PlanRequest | None = None
    read: int = 0
    """How many links or codes were read."""


def expand(text: str, catalog: Catalog, written: Written, lookup: Lookup) -> Expanded:
    """The text with the names that its links and codes stand for; others stay as they are."""
    code = _CODE.fullmatch(text.strip())
    if code and not _is_name(text, catalog):
        link = lookup(code[1])
        if link:
            return _ours(link, catalog, written) or Expanded(text)
    ours: PlanRequest | None = None
    links = read = 0

    def names(match: re.Match[str]) -> str:
        nonlocal ours, links, read
        links += 1
        expanded = _named(match[0], catalog, written, lookup) if links <= MOST_LINKS else None
        if expanded is None:
            return match[0]
        read += 1
        ours = ours or expanded.ours
        return expanded.text if match[0] == text.strip() else f"\n{expanded.text}\n"

    if "=" not in text and "/" not in text:
        return Expanded(text)
    names_only = _LINK.sub(names, text)
    return Expanded(
        re.sub(r"[ \t]*\n[ \t\n]*", "\n", names_only).strip() if read else text, ours, read
    )


def _is_name(text: str, catalog: Catalog) -> bool:
    try:
        names_of(catalog).find(text, suggest=False)
    except NameProblem:
        return False
    return True


def _named(link: str, catalog: Catalog, written: Written, lookup: Lookup) -> Expanded | None:
    """What one link stands for."""
    link = link[:LONGEST_LINK].strip("<>\"'“”()")
    code = re.search(r"/(?:k|share)/([0-9A-Za-z]{6})(?![0-9A-Za-z])", link)
    if code:
        link = lookup(code[1])
        return _ours(link, catalog, written) if link else None
    if "/kingdom/" in link or "/own?" in link:
        return _ours(link, catalog, written)
    query = re.search(r"(?:supply|cards)=", link)
    if query is None:
        return None
    return Expanded(_creator(re.split(r"[?#]", link)[-1], catalog, written), read=1)


def _ours(link: str, catalog: Catalog, written: Written) -> Expanded | None:
    """A link of our own, from whatever server."""
    path = urlsplit(link)
    try:
        if path.path.endswith("/own"):
            query = parse_qs(path.query)
            if "names" in query:
                return Expanded(query["names"][0], read=1)
            asked = read_link(query.get("kingdom", [""])[0], MultiDict(query), catalog)
        else:
            place = link.index("/kingdom/")
            asked = read_address(link[place:], catalog)
    except (BrokenLink, ValueError):
        return None
    return Expanded(kingdom_text(asked.kingdom, written), asked, 1)


def _creator(text: str, catalog: Catalog, written: Written) -> str:
    """The names in a query of KingdomCreator.

    Its ids are names in small letters without spaces or marks, in older links with the box and the
    kind before them. In brackets: a Trait's pile, the cards of Obelisk, Way of the Mouse and
    Approaching Army.
    """
    query = {key: values[0] for key, values in parse_qs(text).items()}
    piles = query.get("supply") or query.get("cards", "")
    named = [_id(word, catalog, written) for word in _ids(piles)]
    for slot in EXTRAS:
        if slot.kind or not query.get(slot.key):
            continue
        name = _id(query[slot.key], catalog, written)
        host = catalog.by_name.get(slot.asked_by)
        asking = written(host) if host else ""
        if asking in named:
            named[named.index(asking)] = f"{asking} ({name})"
        else:
            named.append(f"{slot.label}: {name}")
    for key in _LISTS:
        named += [_id(word, catalog, written) for word in _ids(query.get(key, ""))]
    boons = [_id(word, catalog, written) for word in _ids(query.get("boons", ""))]
    druid = written(catalog.cards["druid"])
    if boons and druid in named:
        named[named.index(druid)] = f"{druid} ({', '.join(boons)})"
    else:
        named += boons
    for key, word in _WORDS.items():
        if query.get(key, "") in _ANSWERS:
            named.append(f"{_ANSWERS[query[key]]}{word}")
    return ", ".join(named)


def _ids(text: str) -> list[str]:
    return [word for word in text[:LONGEST_LINK].split(",") if word.strip()]


def _id(word: str, catalog: Catalog, written: Written) -> str:
    """The name of an id, with what stands in its brackets; an unknown one as it is."""
    name, bracket, inner = word.partition("(")
    name = _name(name, catalog, written)
    return f"{name} ({_name(inner.rstrip(')'), catalog, written)})" if bracket else name


def _name(id_: str, catalog: Catalog, written: Written) -> str:
    thing = _thing(id_, catalog)
    return written(thing) if thing else id_.strip()


def _thing(id_: str, catalog: Catalog) -> Thing | None:
    known = squashed(catalog)
    return known.get(fold(id_).replace(" ", "")) or known.get(fold(id_.rpartition("_")[2]))
