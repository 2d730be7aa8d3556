"""Reads an answer as a person does."""

import re
from html import unescape

from werkzeug.test import TestResponse


def text_of(answer: TestResponse) -> str:
    """What is read on a page, without the marks around it."""
    main = answer.text.partition("<main")[2].partition("<script")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())
