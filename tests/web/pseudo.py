"""A language that nobody speaks: every sentence in brackets, so that what was not said is seen.

What is filled into a sentence has brackets of its own, for it must be said or be a name as well:
`⟦Bane for ⟨Young Witch⟩⟧`.
"""

import re
from gettext import NullTranslations
from typing import ClassVar

from flask import Flask

OPEN, CLOSE = "⟦⟧"
FILL, FILLED = "⟨⟩"


class Pseudo(NullTranslations):
    """Puts every sentence into brackets, and what is filled into its {places}."""

    asked: ClassVar[set[str]] = set()
    """All that was ever asked for."""

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return OPEN + re.sub(r"\{\w+\}", rf"{FILL}\g<0>{FILLED}", message) + CLOSE

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(super().ngettext(msgid1, msgid2, n))


def speak_pseudo(app: Flask) -> None:
    """Let an app speak it to everyone."""
    app.extensions["translations"]["en"] = Pseudo()
