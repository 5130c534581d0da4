"""The exam for directors: a question as it is asked, and the answer card by card.

A question is of the file of published rulings and positions of our own, or a case of
the casebook; its name says which ("c12" is case 12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.presenters.diagrams import DiagramView, diagram_of
from rulings.presenters.lines import LineRow
from rulings.presenters.paper.casebook import casebook_page
from rulings.presenters.sentences import sentence_words, step_words
from rulings.presenters.stored import line_rows
from rulings.presenters.table.words import REASONS
from rulings.presenters.words import seat_name, side_name, strain_name, suit_name
from rulings.queries.table.casebook import casebook_case, exam_cases
from rulings.solver.tools.exam import LAWS, WORLD, ExamQuestion, exam_questions

CASE = "c"
Given = tuple[int, str]
"""An answer: tricks, and the Law."""

LAW_WORDS = {
    "70A": gettext_lazy("a doubtful point, or a wrong count of tricks"),
    "70C": gettext_lazy("a trump is still out"),
    "70D1": gettext_lazy("what the words say of the line, and what they do not"),
    "70D2": gettext_lazy("a defender’s claim that rests on the partner"),
    "70E1": gettext_lazy("where a card lies: finesse or drop"),
    "70E2": gettext_lazy("the order of the cards of a suit"),
    "71": gettext_lazy("a conceded trick that cannot be lost"),
}
"""The Laws to choose from, each in a few words."""


@dataclass(frozen=True, slots=True)
class ExamView:
    """A question as the page shows it, with the answer for the comparison.

    `said` is what was said, `found` what the director found; `line` and `why` explain
    the number, `source` names who published the ruling, `case` is the number in the
    casebook. `left` is the number of tricks to be divided.
    """

    name: str
    diagram: DiagramView
    played: str
    contract: Contract | None
    claimed: str
    said: tuple[str, ...]
    found: tuple[str, ...]
    objection: str
    left: int
    tricks: int
    laws: tuple[str, ...]
    line: tuple[LineRow, ...]
    side: str
    why: tuple[str, ...]
    source: str = ""
    url: str = ""
    case: int | None = None


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer beside the right one: the question's number, tricks and Laws."""

    number: int
    tricks: int
    law: str
    right_tricks: int
    right_laws: tuple[str, ...]

    @property
    def tricks_right(self) -> bool:
        """Say whether the number of tricks is the right one."""
        return self.tricks == self.right_tricks

    @property
    def law_right(self) -> bool:
        """Say whether the Law is one that counts as right."""
        return self.law in self.right_laws

    @property
    def right(self) -> bool:
        """Say whether both are right."""
        return self.tricks_right and self.law_right


def law_choices() -> list[tuple[str, str]]:
    """Return the Laws to choose from, with their words and the letter of their key."""
    return [
        (law, f"{letter} · {law}: {LAW_WORDS[law]}")
        for letter, law in zip("ABCDEFG", LAWS, strict=True)
    ]


def question_names(law: str = "") -> list[str]:
    """Return the names of the questions there are, or of those of a Law."""
    filed = [
        name
        for name, one in exam_questions().items()
        if not law or any(of.startswith(law) for of in one.laws)
    ]
    cases = [
        f"{CASE}{number}"
        for number, (_tricks, laws) in exam_cases(LAWS).items()
        if not law or any(of.startswith(law) for of in laws)
    ]
    return filed + cases


def exam_view(name: str, at: datetime) -> ExamView | None:
    """Return a question by its name; None where there is none any more."""
    if one := exam_questions().get(name):
        return _filed(one)
    number = name.removeprefix(CASE)
    return _of_casebook(int(number), at) if number.isdecimal() else None


def _filed(one: ExamQuestion) -> ExamView:
    claim, position = one.claim, one.position
    roles = {
        claim.dummy: _("dummy"),
        claim.declarer: _("declarer"),
    }
    return ExamView(
        name=one.id,
        diagram=diagram_of(position, roles=roles),
        played=_("%(strain)s, declarer %(seat)s")
        % {
            "strain": strain_name(position.strain),
            "seat": seat_name(claim.declarer),
        },
        contract=None,
        claimed=_claimed(claim.claimer, claim.tricks, position.left),
        said=tuple(step_words(step) for step in one.steps),
        found=tuple(_found(one)),
        objection=str(REASONS[one.objection]) if one.objection else "",
        left=position.left,
        tricks=one.tricks,
        laws=one.laws,
        line=tuple(line_rows(one.solved["line"], position.strain, claim.side)),
        side=side_name(claim.side),
        why=tuple(sentence_words(row["sentence"]) for row in one.solved["explanation"]),
        source=one.source,
        url=one.url,
    )


def _claimed(seat: Seat, tricks: int, left: int) -> str:
    """Return who claims how many of the tricks left, or concedes all of them."""
    values = {"seat": seat_name(seat), "n": tricks, "left": left}
    if not tricks:
        return _("%(seat)s concedes all of the last %(left)d tricks.") % values
    return _("%(seat)s claims %(n)d of the last %(left)d tricks.") % values


def _found(one: ExamQuestion) -> Iterator[str]:
    """Yield what the director found, in the order in which a case asks it."""
    claim = one.claim
    if claim.aware_of_trump is not None:
        yield (
            _("The claimer knew which trumps were still out.")
            if claim.aware_of_trump
            else _("The claimer did not think of the trump that was still out.")
        )
    if claim.forgotten:
        yield _("The claimer did not count as still out: %(cards)s.") % {
            "cards": _cards(claim.forgotten)
        }
    if claim.losers:
        yield _("The claimer knew these to be losers: %(cards)s.") % {
            "cards": _cards(claim.losers)
        }
    for suit in sorted(claim.conceded):
        yield _("The claimer gave up a trick in %(suit)s.") % {"suit": suit_name(suit)}
    if claim.miscounted:
        yield _("The claimer counted a trick that was not there.")
    for seat, suit in sorted(claim.show_outs):
        yield _("%(seat)s had shown out of %(suit)s.") % {
            "seat": seat_name(seat),
            "suit": suit_name(suit),
        }
    for seat, card in sorted(claim.locations):
        yield _("It was proven that %(seat)s held %(card)s.") % {
            "seat": seat_name(seat),
            "card": str(card),
        }
    if one.profile != WORLD:
        yield _("Under the regulations of %(body)s.") % {"body": one.profile}
    if one.filled:
        yield _("Small cards that the source leaves out were filled in.")


def _cards(cards: frozenset[Card]) -> str:
    return " ".join(map(str, sorted(cards)))


def _of_casebook(number: int, at: datetime) -> ExamView | None:
    row = casebook_case(number)
    if row is None or row.ruling.tricks_claimer is None:
        return None
    page = casebook_page(row, at)
    sheet, line, left = page["sheet"], page["line"], row.case.claim.tricks_left or 0
    claimer = sheet.claimer
    return ExamView(
        name=f"{CASE}{number}",
        diagram=page["diagram"],
        played="",
        contract=sheet.contract,
        claimed=_claimed(claimer, sheet.claimed, left),
        said=(page["said"],) if page["said"] else (),
        found=(),
        objection=page["objection"],
        left=left,
        tricks=row.ruling.tricks_claimer,
        laws=exam_cases(LAWS).get(number, (0, ()))[1],
        line=tuple(line.rows) if line else (),
        side=side_name(claimer.side),
        why=(page["reasons"],) if page["reasons"] else (),
        case=number,
    )


def marked(names: Sequence[str], given: Sequence[Given]) -> list[MarkedAnswer]:
    """Return each answer beside the right one; a question that is gone is left out."""
    held: dict[str, tuple[int, tuple[str, ...]]] = {
        name: (one.tricks, one.laws) for name, one in exam_questions().items()
    }
    held |= {f"{CASE}{number}": one for number, one in exam_cases(LAWS).items()}
    return [
        MarkedAnswer(number, tricks, law, *held[name])
        for number, (name, (tricks, law)) in enumerate(zip(names, given), 1)  # noqa: B905 - not all may be answered
        if name in held
    ]


def right_words(right: int, of: int) -> str:
    """Return how many answers are right."""
    return ngettext(
        "%(right)d of %(of)d answer is right.",
        "%(right)d of %(of)d answers are right.",
        of,
    ) % {"right": right, "of": of}
