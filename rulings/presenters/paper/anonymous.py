"""The dossier without people: for a page, and set as PDF.

Names, event, pairs, table, day, and what was written freely are left out; cards,
numbers and the path through the law stay. Words said can be shown once somebody has
read them: the program does not know a name when it sees one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.laws.handbook.press import printed
from rulings.models import Appeal, Case
from rulings.presenters.appeals import ENDS
from rulings.presenters.consult.opinions import OpinionView
from rulings.presenters.consult.polls import PollView
from rulings.presenters.diagrams import DiagramView
from rulings.presenters.dossier import dossier_view
from rulings.presenters.lines import LineRow
from rulings.presenters.words import (
    SYMBOLS,
    contract_name,
    rank_letter,
    seat_name,
)
from rulings.queries.case.rows import rows_of

_CODE = re.compile(r"(?<![\w&#])[SHDC](?:[2-9TJQKA]|10)(?!\w)")
_PLAIN = str.maketrans("", "", "\ufe0e")
VOID = "–"


def anonymous_view(case: Case, at: datetime, *, words: bool) -> dict[str, object]:
    """Return what the dossier shows without people, with what was said if wanted."""
    given = dossier_view(case, at, people=False, words=words)
    ends = [
        ENDS[Appeal.Outcome(row.outcome)]
        for row in rows_of(case, Appeal)
        if row.outcome
    ]
    return {**given, "anonymous": True, "with_words": words, "ends": ends}


def anonymous_pdf(case: Case, at: datetime, *, words: bool) -> bytes:
    """Return it as PDF, set in a process of its own; raises NotPrinted."""
    file = Path(settings.BASE_DIR) / "templates/reports/anonymous.typ"
    view = anonymous_view(case, at, words=words)
    return printed(file.read_text("utf-8"), sheet_data(case, view))


def sheet_data(case: Case, view: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the printer's template takes: texts in rows, and no object."""
    diagram, line = view["diagram"], view["line"]
    return {
        "language": (get_language() or "en")[:2],
        "title": _("Ruling on a contested claim")
        if case.kind == Case.Kind.CLAIM
        else str(view["flow_title"]),
        "edition": f"{case.edition} · {case.regulation['name']}",
        "board": _("Board %(n)s") % {"n": case.playing.board.number},
        "facts": [[str(one.term), _text(one.value)] for one in view["facts"]],
        "hands": None if diagram is None else _hands(diagram),
        "said": [[_text(words), str(by)] for words, by in view["binding"]],
        "objections": [
            [_text(line), _text(words)] for line, words in view["objections"]
        ],
        "numbers": [[str(label), str(number)] for label, number in view["numbers"]],
        "ruling": _ruling(view),
        "reasons": _text(view["reasons"]),
        "ends": [str(one) for one in view["ends"]],
        "opinions": [_opinion(one) for one in view["opinions"]],
        "polls": [_poll(one) for one in view["polls"]],
        "path": [[_text(cell) for cell in row] for row in view["path"]],
        "line": [] if line is None else _line(line.rows),
        "no_line": str(view["no_line"]),
        "words": _headings(),
    }


def _headings() -> dict[str, str]:
    return {
        "position": _("Position"),
        "statement": _("Statement"),
        "objection": _("Objection"),
        "numbers": _("Numbers"),
        "ruling": _("Ruling"),
        "opinions": _("Second opinions"),
        "polls": _("Peers asked"),
        "path": _("Path through the law"),
        "line": _("The line behind the number"),
        "anonymous": _("Nobody is named here: people, event and day are left out."),
        **{seat.letter: seat_name(seat) for seat in Seat},
        "trick": _("Trick"),
        "why": _("Why this card"),
    }


def _opinion(view: OpinionView) -> list[str]:
    laws = _("Law %(laws)s") % {"laws": view.laws} if view.laws else ""
    return [view.who, f"{view.tricks}. {laws}", _text(view.reasons)]


def _poll(view: PollView) -> list[str]:
    counts = "; ".join(f"{_text(bar.words)}: {bar.n}" for bar in view.bars)
    return [f"{view.asks} {_text(view.question)}", counts]


def _ruling(view: Mapping[str, Any]) -> str:
    row = view["ruling"]
    if row is None:
        return _("No ruling yet.")
    contract = view["sheet"].contract
    named = f"{contract_name(contract)} " if contract and not view["assigned"] else ""
    laws = ""
    if row.laws:
        laws = _("Law %(laws)s") % {"laws": ", ".join(map(str, row.laws))} + "."
    return f"{named}{view['score']}. {laws}".strip()


def _text(value: object) -> str:
    """Return a value in words; card codes become symbols."""
    if isinstance(value, Contract):
        return contract_name(value)
    if isinstance(value, Seat):
        return seat_name(value)
    if isinstance(value, Card):
        return _card(value)
    return _CODE.sub(lambda code: _card(_parsed(code.group())), str(value))


def _parsed(code: str) -> Card:
    (found,) = parse_cards(code.replace("10", "T"))
    return found


def _card(card: Card) -> str:
    return SYMBOLS[card.suit].translate(_PLAIN) + rank_letter(card)


def _hands(diagram: DiagramView) -> dict[str, list[str]]:
    return {
        hand.seat.letter: [
            f"{SYMBOLS[row.suit].translate(_PLAIN)} "
            + (" ".join(map(rank_letter, row.cards)) or VOID)
            for row in hand.suits
        ]
        for hand in (diagram.north, diagram.east, diagram.south, diagram.west)
    }


def _line(rows: Sequence[LineRow]) -> list[list[str]]:
    """Return the tricks: number, four cards from West, who has it, why."""
    return [
        [
            str(row.number),
            *(_card(play.card) if play.card else "" for play in row.cards),
            _("lost") if row.lost else _("won"),
            "; ".join(_text(reason.words) for reason in row.reasons),
        ]
        for row in rows
    ]
