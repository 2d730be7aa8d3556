"""How whoever reads a setup likes it: names of cards, and the groups of the fetch list."""

from __future__ import annotations

from typing import NamedTuple

from web.http.visitor import names_here, reading
from web.language.card_names import Name
from web.setup_sheet.storage import storage_here
from web.store.households import IN_BOXES, Storage


class NameStyle(NamedTuple):
    """How names are shown, and in which groups cards are fetched."""

    name: Name
    beside: bool
    storage: Storage = IN_BOXES

    def english(self, name: str) -> str:
        """The English name, where it is to stand beside another one."""
        return name if self.beside and self.name(name) != name else ""


def reader_here(storage: Storage | None = None) -> NameStyle:
    """How this phone likes to read names, and how its household stores cards if not told."""
    return NameStyle(names_here(), reading().beside, storage or storage_here())
