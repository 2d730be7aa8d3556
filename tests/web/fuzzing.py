"""Requests that no browser sends: real forms, links and files, broken in many ways.

What is broken is taken from the pages themselves, so that a new form or field is broken, too.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, quote_from_bytes, unquote, urlsplit

from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from tests.web.furnished import Call, Furnished

Text = str | bytes
Pairs = Sequence[tuple[Text, Text]]

NASTY: tuple[Text, ...] = (
    *("", " ", "\t", "-", ".", "..", ":", "::", "&", "=", "?", "#", "%", "%00", "%zz", "\\", "'"),
    *("0", "00", "-0", "-1", "1.5", "1e9", "1_0", "٣", "²", "NaN", "Infinity", "0x10", "+1"),
    *("4294967296", "9223372036854775808", "9" * 30, "9" * 5_000, "-" + "9" * 5_000),
    *("null", "true", "[]", "{}", "{", '"', "[[[[[[", "None", "undefined", "__proto__", "self"),
    *("\0", "a\0b", "\r\nX-Evil: yes", "\n", "\u2028", "\ufeff", "\u202e", "\u200b", "\x1b[31m"),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\x80" * 50, b"caf\xe9"),
    *("e\u0301" * 40, "ﬃ", "İ", "ß" * 40, "🃏" * 1_000, "é" * 5_000, "x" * 10_000, " " * 10_000),
    *("a" + "\u0301" * 2_000, "ا" * 300, "<script>", '"onx=', "{{7*7}}", "{0.__class__}", "%s%n"),
    *("' or 1=1 --", "../../../etc/passwd", "file:///etc/passwd", "//[", "http://[", "javascript:"),
    *("2026-02-30", "0000-00-00", "9999-12-31", "1900-01-01", "yes", "no", "on", "all"),
    *("." * 3_000, ":" * 3_000, "a." * 3_000, "f:a:b", "choose:", "choose::", "never:", "buy:"),
    *("put:smithy", "shuffle:", "shuffle:x", "undo", "reveal", "again", "swap:smithy", "keep:moat"),
    *("moat", "Moat", "Smithy, Moat", "young-witch", "dominion-1e", "dominion-1e:9", "base-cards"),
    *("black-market", "way-of-the-mouse", "knights", "ruins", "landmark", "split/pile", "loot"),
)
HEADERS: tuple[tuple[str, str], ...] = (
    ("Accept-Language", "x" * 500),
    ("Accept-Language", "de;q=nan, en;q=9e999, *;q=-1"),
    ("Accept-Encoding", "gzip;q=abc, br, *"),
    ("If-None-Match", '"' * 100),
    ("If-None-Match", "*"),
    ("If-Modified-Since", "yesterday"),
    ("Range", "bytes=9-1,-,5-"),
    ("Referer", "http://["),
    ("Origin", "http://["),
    ("Cookie", "ten_piles=" + "." * 300),
    ("Cookie", "ten_piles=eyJ9.a.b; ten_piles=; =; a"),
    ("X-Forwarded-For", "' or 1=1"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-Forwarded-Proto", "gopher"),
    ("Content-Type", "text/plain"),
    ("Content-Type", "multipart/form-data"),
    ("Content-Type", "multipart/form-data; boundary="),
    ("Content-Type", "application/x-www-form-urlencoded; charset=utf-7"),
    ("Content-Type", "application/json; charset=nothing"),
)
ENDING = ("/settings/forget", "/phones/others")
"""Forms after which nothing is left to try anything on."""
BOUNDARY = "ten-piles-boundary"


class Template(NamedTuple):
    """A request that is in order."""

    method: str
    path: str
    query: Pairs = ()
    fields: Pairs = ()


class Sent(NamedTuple):
    """A request as it goes over the wire."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    def __repr__(self) -> str:
        """Short enough to be read."""
        said = {name: value for name, value in self.headers.items() if name != "Cookie"}
        return f"{self.method} {self.target[:300]} {said} {self.body[:600]!r}"


class _Forms(HTMLParser):
    """Finds what can be sent from a page, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.links: list[str] = []
        self._select = self._text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "a" and said.get("href", "").startswith("/"):
            self.links.append(said["href"])
        if tag == "form":
            method = said.get("method", "get").upper()
            self.forms.append((method, said.get("action", ""), []))
        if tag in ("input", "button", "textarea", "select") and said.get("name"):
            self._add(said["name"], said.get("value", ""))
            self._select = said["name"] if tag == "select" else ""
        if tag == "option" and self._select:
            self._add(self._select, said.get("value", ""))

    def _add(self, name: str, value: str) -> None:
        if self.forms:
            self.forms[-1][2].append((name, value))


def templates(home: Furnished, known: Iterable[Call], pages: Iterable[str]) -> list[Template]:
    """All that is known to be understood, and all that the pages have to send."""
    templates: dict[Any, Template] = {}

    def add(one: Template) -> None:
        if one.path not in ENDING:
            templates.setdefault((*one[:2], tuple(key for key, _value in one.fields)), one)

    for call in known:
        if call.asked.json is None and call.endpoint != "static":
            form = MultiDict(call.asked.form if call.method == "POST" else {})
            fields = tuple(form.items(multi=True))  # a list is a field sent several times
            add(Template(call.method, call.path, tuple(call.asked.query.items()), fields))
    for page in pages:
        said = _Forms(home.phone.get(page, follow_redirects=True).text)
        for method, action, fields in said.forms:
            path, query = _split(action or page)
            for some in _parts(fields):
                if method == "POST":
                    add(Template(method, path, query, some))
                else:
                    add(Template(method, path, (*query, *some)))
        for link in said.links:
            add(Template("GET", *_split(link)))
    return list(templates.values())


MOST_FIELDS = 30


def _parts(fields: list[tuple[str, str]]) -> Iterator[Pairs]:
    """A form's fields; of very many some at a time."""
    token = [pair for pair in fields if pair[0] == "csrf_token"]
    for first in range(0, max(len(fields), 1), MOST_FIELDS):
        yield (*token, *fields[first : first + MOST_FIELDS])


def _split(address: str) -> tuple[str, Pairs]:
    parts = urlsplit(address)
    return unquote(parts.path), tuple(parse_qsl(parts.query, keep_blank_values=True))


def requests(
    known: Sequence[Template], cookie: Mapping[str, str], host: str
) -> st.SearchStrategy[Sent]:
    """A request with something wrong in it, or with nothing."""
    values = sorted({str(value) for one in known for _key, value in (*one.query, *one.fields)})
    keys = sorted({str(key) for one in known for key, _value in (*one.query, *one.fields)})
    text = st.one_of(
        st.sampled_from(NASTY),
        st.sampled_from(values),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
        st.binary(max_size=30),
        st.integers().map(str),
    )
    names = st.sampled_from(keys) | text

    @st.composite
    def pairs(draw: st.DrawFn, good: Pairs) -> Pairs:
        made: list[tuple[Text, Text]] = []
        for key, value in good:
            # Mostly left as it is, so that what is behind the first check is reached, too.
            what = draw(st.integers(0, 11))
            if what == 0:
                made.append((key, draw(text)))
            elif what == 1:
                made.append((key, mixed(draw, value)))
            elif what == 2:
                made += [(key, value), (key, draw(text))]
            elif what == 3:
                made.append((draw(names), value))
            elif what != 4:
                made.append((key, value))
        more = draw(st.lists(st.tuples(names, text), max_size=2))
        return [*made, *more]

    def mixed(draw: st.DrawFn, value: Text) -> Text:
        """What was right, with a piece of something else in it."""
        said = value if isinstance(value, str) else value.decode("latin-1")
        place = draw(st.integers(0, len(said)))
        piece = draw(text)
        other = piece if isinstance(piece, str) else piece.decode("latin-1")
        return said[:place] + other + said[place + draw(st.integers(0, 3)) :]

    @st.composite
    def request(draw: st.DrawFn) -> Sent:
        one = draw(st.sampled_from(known))
        path = quote(one.path, safe="/:.-")
        if draw(st.integers(0, 5)) == 0:
            parts = path.split("/")
            place = draw(st.integers(1, max(len(parts) - 1, 1)))
            parts[place] = escaped(draw(text), "")
            path = "/".join(parts)
        query = encoded(draw(pairs(one.query)))
        headers = {"Host": host, "Origin": f"http://{host}", **cookie}
        body = b""
        if one.method == "POST":
            fields = draw(pairs(one.fields))
            kind = draw(st.integers(0, 9))
            if kind == 0:
                headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
                body = multipart(fields, draw(st.booleans()))
            else:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                body = encoded(fields).encode()
            if kind == 1:
                body = body[: draw(st.integers(0, len(body)))] + draw(st.binary(max_size=20))
        if draw(st.integers(0, 7)) == 0:
            headers.update([draw(st.sampled_from(HEADERS))])
        return Sent(one.method, f"{path}?{query}" if query else path, headers, body)

    return request()


def escaped(text: Text, safe: str = "") -> str:
    if isinstance(text, bytes):
        return quote_from_bytes(text, safe=safe)
    return quote(text, safe=safe, errors="surrogatepass")


def encoded(pairs: Pairs) -> str:
    return "&".join(f"{escaped(key)}={escaped(value, '.:')}" for key, value in pairs)


def multipart(fields: Pairs, as_files: bool) -> bytes:
    said = []
    for key, value in fields:
        name = escaped(key).encode()
        file = b'; filename="a.json"' if as_files else b""
        said += [
            f"--{BOUNDARY}".encode(),
            b'Content-Disposition: form-data; name="' + name + b'"' + file,
            b"",
            value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"),
        ]
    return b"\r\n".join([*said, f"--{BOUNDARY}--".encode(), b""])


def links(good: Sequence[str]) -> st.SearchStrategy[str]:
    """Addresses of kingdoms with something wrong in them."""
    pieces = sorted({piece for link in good for piece in _pieces(link)})
    piece = st.sampled_from(pieces) | st.sampled_from([n for n in NASTY if isinstance(n, str)])

    @st.composite
    def link(draw: st.DrawFn) -> str:
        made = draw(st.sampled_from(good))
        for _time in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(made)))
            end = start + draw(st.integers(0, 12))
            made = made[:start] + draw(piece) + made[end:]
        return made[:40_000]

    return link()


def _pieces(link: str) -> Iterator[str]:
    for part in link.replace("?", "&").split("&"):
        yield part
        yield from part.replace("=", ".").split(".")


def files(good: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Files of shelves and households with something wrong in them."""
    nasty = [n for n in NASTY if isinstance(n, str)]
    leaf = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(),
        st.sampled_from(nasty),
        st.text(max_size=20),
    )
    value = st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=8,
    )

    @st.composite
    def file(draw: st.DrawFn) -> bytes:
        body = draw(st.sampled_from(good))
        saved = json.loads(body)
        for _time in range(draw(st.integers(0, 4))):
            places = list(_places(saved))
            holder, key = draw(st.sampled_from(places))
            what = draw(st.integers(0, 3))
            if what == 0 and isinstance(holder, dict):
                holder.pop(key, None)
            elif what == 1 and isinstance(holder, dict):
                holder[draw(st.sampled_from(nasty))] = draw(value)
            elif what == 2 and isinstance(holder, list):
                holder[key : key + 1] = [holder[key]] * draw(st.integers(2, 40))
            else:
                holder[key] = draw(value)
        text = json.dumps(saved, ensure_ascii=draw(st.booleans()))
        body = text.encode("utf-8", "surrogatepass")
        if draw(st.integers(0, 4)) == 0:
            place = draw(st.integers(0, len(body)))
            body = body[:place] + draw(st.binary(max_size=6)) + body[place + 2 :]
        return body

    return file()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value where something else could stand."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield value, key
        if isinstance(part, dict | list):
            yield from _places(part)


PAGES = (
    *("/", "/shelf", "/shelf/open", "/shelf/friend", "/wishes", "/own?names=Moat,+Smity", "/night"),
    *("/settings", "/papers", "/people", "/people/1", "/played", "/played?choose", "/published"),
    *("/join", "/k", "/veto/new", "/phones/recovery", "/played/numbers", "/settings/forget"),
)


def pages_of(home: Furnished, more: Iterable[str]) -> list[str]:
    """Where the forms of a household are."""
    names = home.names
    return [
        *PAGES,
        *more,
        f"/people/{names['person']}",
        f"/played/{names['game']}/change",
        f"/played/{names['game']}/delete",
        f"/night/{names['night']}",
        f"/night/{names['night']}/fetch",
        f"/veto/{names['veto']}",
        f"/market/{names['market']}",
        f"/share/{names['code']}",
        f"/papers/{names['job']}",
    ]
