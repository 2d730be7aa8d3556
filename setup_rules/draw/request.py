"""DrawRequest: everything that a draw depends on but the seed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from setup_rules.cards import Landscape
from setup_rules.collection import Collection
from setup_rules.draw.completion import Dealing
from setup_rules.draw.wishes import Bounds, Wishes


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw depends on but the seed."""

    shelf: Collection
    players: int
    wishes: Wishes = field(default_factory=Wishes)
    how: Dealing = field(default_factory=Dealing)
    pinned_landscapes: tuple[Landscape, ...] = ()
    random_boxes: int | None = None
    """Draw the ten from so many boxes, chosen at random first, beside those of pinned cards."""

    @property
    def pinned_families(self) -> frozenset[str]:
        """The boxes that pinned cards open in any case."""
        cards = self.shelf.catalog.cards
        return frozenset(f for pin in self.wishes.pinned for f in cards[pin].families)

    @property
    def chance_limits_boxes(self) -> bool:
        """Whether the boxes chosen at random are fewer than the wish about boxes allows."""
        used = self.wishes.boxes_used
        return self.random_boxes is not None and (
            used is None or used.most is None or self.random_boxes < used.most
        )

    @property
    def counted(self) -> Wishes:
        """The wishes of all kingdoms that can come up, whichever boxes are chosen at random."""
        if self.random_boxes is None:
            return self.wishes
        used = self.wishes.boxes_used or Bounds()
        most = self.random_boxes + len(self.pinned_families)
        most = most if used.most is None else min(used.most, most)
        return replace(self.wishes, boxes_used=Bounds(used.least, most))

    @property
    def without_chance(self) -> DrawRequest:
        """The request with boxes chosen at random read as a limit on boxes."""
        return replace(self, wishes=self.counted, random_boxes=None)
