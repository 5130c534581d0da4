"""Links to a hand viewer, made LIN text: a record in `lin=`, or one board in parts.

A page may hold many links; each becomes one line. The parameter that shows a claim is
left out: it does not say whether the total is declarer's, so it could be misread.
"""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

_RECORD = re.compile(r"[?&;]lin=([^\"'<>\n]+)", re.IGNORECASE)
_PARTS = re.compile(r"handviewer\.html?\?([^\"'<>\n]+)", re.IGNORECASE)
_NEXT_PARAMETER = re.compile(r"&(?:amp;)?(?=[A-Za-z]\w*=)")
_ASIDE = re.compile(r"\{[^}]*\}?|\([^)]*\)?")
"""Comments and explanations among calls and cards."""
_TWICE_ENCODED = 3
_SEATS = "swne"
"""The order of LIN; the dealer's place in it, from 1, opens the deal."""


def record_text(text: str) -> str:
    """Return LIN text as it is, or the records in the links of a page, one a line."""
    records = [_from_record(link) + "|" for link in _RECORD.findall(text)]
    records += filter(None, map(_from_parts, _PARTS.findall(text)))
    return "\n".join(records) if records else text


def _from_record(link: str) -> str:
    value = _NEXT_PARAMETER.split(link, maxsplit=1)[0]
    for _ in range(_TWICE_ENCODED):
        if "|" in value:
            break
        value = unquote(html.unescape(value))
    return unquote(value)


def _from_parts(query: str) -> str:
    """Return the board of a link with a parameter a hand; empty where it has none."""
    parts = dict(_parameter(part) for part in _NEXT_PARAMETER.split(query))
    hands = [parts.get(seat, "") for seat in _SEATS]
    if not any(hands):
        return ""
    dealer = _SEATS.find(parts.get("d", "").strip().lower() or "?") + 1
    names = (parts.get(f"{seat}n", "").replace(",", " ") for seat in _SEATS)
    fields = [
        ("pn", ",".join(names)),
        ("md", f"{dealer or ''}{','.join(_words(hand) for hand in hands)}"),
        ("ah", f"Board {parts['b']}" if parts.get("b") else ""),
        ("sv", parts.get("v", "")),
        ("mb", _words(parts.get("a", "")).strip("-_")),
        ("pc", _words(parts.get("p", "")).strip("-_")),
    ]
    return "".join(f"{name}|{value}|" for name, value in fields if value)


def _parameter(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    plain = html.escape(unquote(html.unescape(value)).replace("|", " "), quote=False)
    return name.strip().lower(), " ".join(plain.split())


def _words(value: str) -> str:
    """Return hands, calls or cards without comments, up to the first blank."""
    return (_ASIDE.sub("", value).split() or [""])[0]
