"""What the moment shows: the words, the point, the answers, the line, the step on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.laws.engine import Edition
from rulings.laws.engine.flow import Flow
from rulings.presenters import ChoiceView, ScaleRow, pips
from rulings.presenters.moment import BenchView, NextView
from rulings.presenters.moment.bench import (
    TricksOutcome,
    axis_of,
    benches,
    outcome_of,
    verdict,
)
from rulings.presenters.moment.line import drawn_line, line_view, turning_of
from rulings.presenters.moment.meanwhile import meanwhile, trump_question
from rulings.presenters.moment.said import said_views
from rulings.presenters.moment.switches import left_out_views, switch_views
from rulings.presenters.moment.transfer import moved_words
from rulings.presenters.played_on import line_cards, played_on_view
from rulings.presenters.sentences import idea_views, sentence_words
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.gist import (
    choice_views,
    clause_about,
    filled,
    first_ref,
    question_words,
    trumps_out,
)
from rulings.presenters.table.given import given_views
from rulings.presenters.table.search import is_trivial
from rulings.presenters.table.words import class_words, who
from rulings.presenters.words import seat_name
from rulings.queries.case.derived import Answers
from rulings.queries.case.explaining import explanation, no_line
from rulings.queries.case.flow import CaseWalk, edition_asks
from rulings.queries.case.rules import cited
from rulings.queries.table.proposal import Proposed, refuted
from rulings.queries.table.settlement import Settlement, settlement_of
from rulings.queries.table.sheet import Sheet
from rulings.views.table.ruling.changes import changes_view, origin
from rulings.views.table.ruling.switches import reasons, striking

SHOWN = 3
"""Sentences of an explanation on the page: the point, the winner, the number."""


@dataclass(frozen=True, slots=True)
class ClauseView:
    """A clause with what it is about, and its gists in the flow."""

    law: str
    about: str
    gists: tuple[str, ...]


def scene(
    sheet: Sheet, found: Proposed, walked: CaseWalk, where: tuple[int, int]
) -> dict[str, Any]:
    """Return everything the page shows beside the search; `where` is trick and card."""
    book = walked.flow.edition
    drawn = replace(found, result=cited(found.result, book))
    settled = settlement_of(walked.walk)
    not_proven = refuted(sheet.case)
    asked = benches(sheet, found, not_proven)
    shown = asked or [plain_bench(sheet, found, asks=bool(walked.stands))]
    why = why_so(sheet, found, book)
    return {
        "found": found,
        "benches": [_after_revoke(sheet, one, settled) for one in shown],
        "asks": bool(asked),
        "axis": axis_of(sheet),
        "open_point": [] if asked else open_point(sheet, found),
        "why": why[:SHOWN],
        "ask": _ask(sheet, asked),
        "meanwhile": None if asked else meanwhile(sheet, found),
        "more_why": why[SHOWN:],
        "clauses": _clauses(sheet, walked.flow, [law for law, _words in why])[:1],
        "player_class": class_words(sheet),
        "said": said_views(sheet, found),
        "ideas": idea_views(found.result),
        "changes": changes_view(
            found, asked, book, not_proven, unread=bool(sheet.unread)
        ),
        "origin": origin(found.row, found.result),
        "played_on": played_on_view(walked, found.asked, line_cards(drawn)),
        "moved": moved_words(sheet, settled),
        "equity": settled.equity,
        "final": None if found.award is None else found.award + settled.moved,
        "given": given_views(sheet, walked.flow, walked),
        "next": next_step(sheet, found, walked, asked),
        **_line(sheet, drawn, where),
    }


def plain_bench(sheet: Sheet, found: Proposed, *, asks: bool) -> BenchView:
    """Return the one row of a number on which no answer decides."""
    axis = axis_of(sheet)
    low = found.low or 0
    high = axis.total if found.high is None else found.high
    heading, words = _plain_words(sheet, found, asks=asks)
    row = verdict(sheet, axis, (low, high), words, pressed=low == high)
    ends = range(low, high + 1) if found.result is not None and low < high else ()
    numbers = tuple(verdict(sheet, axis, (n, n), ("", "")) for n in ends)
    return BenchView("plain", "", heading, (row,), numbers=numbers)


def _after_revoke(sheet: Sheet, bench: BenchView, settled: Settlement) -> BenchView:
    """Return the rows with a revoke's tricks in their numbers, as they are announced.

    A number below none stays as it is: there the tricks come from those before.
    """
    moved, axis = settled.moved, axis_of(sheet)
    if not moved or any(row.low + moved < 0 for row in bench.rows):
        return bench
    rows = []
    for row in bench.rows:
        values = {"award": row.number, "moved": moved_words(sheet, settled)}
        alone = _("the claim alone %(award)s; %(moved)s") % values
        span = (row.low + moved, row.high + moved)
        told = outcome_of(sheet, span[0]) if not row.is_open else TricksOutcome()
        rows.append(
            replace(
                row,
                more=f"{row.more} · {alone}",
                low=span[0],
                high=span[1],
                pips=pips(ScaleRow("", *span), max(axis.total, span[1]), axis.need),
                result=told.result,
                points=told.points,
                made=told.made,
            )
        )
    return replace(bench, rows=tuple(rows))


def open_point(sheet: Sheet, found: Proposed) -> list[str]:
    """Return what is certain and what is open while there is no single number."""
    if found.award is not None:
        return []
    low, high = found.low, found.high
    if low is None or high is None or is_trivial(found, sheet.left):
        if not found.pending:
            return []
        return [_("Looking for a normal line that loses a trick.")]
    values = {"low": low, "high": high}
    words = _("Between %(low)d and %(high)d: the number is still open.") % values
    return [part for part in (words, _at_the_ends(sheet, low, high)) if part]


def _at_the_ends(sheet: Sheet, low: int, high: int) -> str:
    """Return whether the contract hangs on what is open."""
    ends = [outcome_of(sheet, tricks) for tricks in (low, high)]
    if not all(one.result for one in ends):
        return ""
    if ends[0].made != ends[1].made:
        return _("The contract makes at one end only.")
    if ends[0].made:
        return _("The contract makes at each end; only overtricks are open.")
    return _("The contract goes off at each end; by how many is open.")


def _plain_words(
    sheet: Sheet, found: Proposed, *, asks: bool
) -> tuple[str, tuple[str, str]]:
    """Return the heading of a number that no question decides, and its row's words.

    `asks` says that the law has a question all the same, which the main button opens.
    """
    if found.award is None:
        hint = _("hatched: still open")
        if is_trivial(found, sheet.left):
            return _("Nothing is proven yet."), (_("Not settled yet"), hint)
        return _("Proven so far: %(low)d at least, %(high)d at most.") % {
            "low": found.low,
            "high": found.high,
        }, (_("Not settled yet"), hint)
    heading = _("No question to answer.")
    if asks:
        heading = _("One question of law is still to be answered.")
    if found.turned:
        return heading, (
            _("Doubt goes against the side that revoked"),
            _("the most the claiming side can take"),
        )
    if sheet.claimed is not None and found.award > sheet.claimed:
        return heading, (_("More than was claimed"), _("no normal play loses it"))
    if found.award >= (sheet.claimed or 0):
        return heading, (_("The claim stands"), _("on every normal line"))
    return heading, (_("Less than was claimed"), _("on this line, which is normal"))


def _ask(sheet: Sheet, asked: list[BenchView]) -> str:
    """Return what a director asks both sides before he answers, "" for nothing."""
    bench = next((one for one in asked if not one.given), None)
    if bench is None or sheet.claimer is None:
        return ""
    objector = who(sheet.doubts[0]) if sheet.doubts else ""
    seat = seat_name(sheet.claimer)
    values = {"seat": seat, "objector": objector}
    if bench.id == "aware_of_trump" and objector:
        words = ngettext(
            "Was that trump mentioned before %(objector)s objected?",
            "Were those trumps mentioned before %(objector)s objected?",
            len(trumps_out(sheet)),
        )
        return words % values
    sentences = {
        "aware_of_trump": trump_question(sheet),
        "forgotten": _("Which cards did %(seat)s say were still out?"),
        "stated_order": _("What did %(seat)s say first, and what after that?"),
        "location": _("Had anybody shown out, or did the bidding place the card?"),
    }
    return sentences.get(bench.id, "") % values


@dataclass(frozen=True, slots=True)
class LawAsk:
    """A question of law that only some editions ask, with its answers on the page."""

    step: str
    law: str
    question: str
    choices: list[ChoiceView]


def law_ask(sheet: Sheet, walked: CaseWalk, accepted: Answers) -> LawAsk | None:
    """Return the question at which the case stands, where only some editions ask it.

    The answer that the line shown gives is pressed: accepting gives it (70E1).
    """
    step = edition_asks(walked)
    if step is None:
        return None
    offered = frozenset(one.value for one in step.choices if one.hint)
    given = str(accepted.get(step.id, {}).get("choice", ""))
    choices = choice_views(step, walked.flow, sheet, given=given, offered=offered)
    question = filled(step.question, walked.flow, sheet)
    return LawAsk(step.id, first_ref(step), question, choices)


def why_so(sheet: Sheet, found: Proposed, book: Edition) -> list[tuple[str, str]]:
    """Return the ruling as a director tells it: the sentences, each with its law."""
    if found.result is None or found.claim is None or sheet.cards is None:
        return []
    return [
        (book.named(reason.law), sentence_words(reason.sentence))
        for reason in explanation(found.result, found.claim, sheet.cards, sheet.unread)
    ]


def _clauses(sheet: Sheet, flow: Flow, laws: Iterable[str]) -> list[ClauseView]:
    """Return the clauses of an explanation, each with what it is about."""
    found: list[ClauseView] = []
    for law in dict.fromkeys(laws):
        about = clause_about(law)
        if not about or about in {one.about for one in found}:
            continue
        gists = [
            filled(step.gist, flow, sheet)
            for step in flow.steps.values()
            if step.gist and any(str(ref).startswith(law) for ref in step.refs)
        ]
        found.append(ClauseView(law, about, tuple(dict.fromkeys(gists))[:SHOWN]))
    return found[:SHOWN]


def _line(sheet: Sheet, found: Proposed, where: tuple[int, int]) -> dict[str, object]:
    """Return the line at the trick asked for, else at the one where the claim turns."""
    result = found.result
    tricks = [] if result is None else drawn_line(result)
    turning = (0, "") if result is None or not tricks else turning_of(result)
    trick, cards = where
    return {
        "line": line_view(sheet, tricks, trick or turning[0], cards, turning),
        "start": None if sheet.cards is None else plain_diagram(sheet, sheet.cards),
        "no_line": _(
            no_line(found.result, turned=found.turned, unread=bool(sheet.unread))
        ),
        "left_out": left_out_views(found),
        "switches": switch_views(sheet.case, found),
        **reasons(),
        "striking": partial(striking, sheet.case),
    }


def next_step(
    sheet: Sheet, found: Proposed, walked: CaseWalk, asked: list[BenchView]
) -> NextView:
    """Return what the main button does; it says so in its own words."""
    stands, points = walked.stands, walked.flow.points
    contest = points.among("contest")
    if stands and stands not in contest:
        return NextView("first", _("Answer first"), question_words(walked, sheet))
    if any(bench.pressed is None for bench in asked):
        return NextView("choose", _("Choose one of the two"))
    if found.award is None:
        return _without_number(sheet, found, asked)
    if not sheet.read_back:
        more = _("the words, confirmed by both sides; then accept")
        return NextView("read_back", _("Read back: agreed"), more)
    if stands:
        return NextView("first", _("Answer first"), question_words(walked, sheet))
    settled = settlement_of(walked.walk)
    return NextView("accept", *accept_words(sheet, found.award, settled))


def _without_number(sheet: Sheet, found: Proposed, asked: list[BenchView]) -> NextView:
    """Return the step on while a number is being counted, or is only a range."""
    row = asked[0].pressed if asked else None
    if found.pending and row is not None and not row.is_open:
        words, _more = accept_words(sheet, row.low, Settlement())
        return NextView("counting", words, _("being counted with this answer…"))
    more = _("no computation is needed for a ruling") if found.pending else ""
    return NextView("by_hand", _("Rule now: give a number…"), more)


def accept_words(sheet: Sheet, tricks: int, settled: Settlement) -> tuple[str, str]:
    """Return what accepting does: the tricks, and what they are on the board."""
    if settled.equity:
        return _("Accept, score as assigned"), ""
    final = tricks + settled.moved
    words = ngettext("Accept %(n)d trick", "Accept %(n)d tricks", final)
    if settled.moved:
        words = ngettext(
            "Accept %(n)d trick after the revoke",
            "Accept %(n)d tricks after the revoke",
            final,
        )
    told = outcome_of(sheet, final)
    parts = [part for part in (told.result, told.points) if part]
    return words % {"n": final}, ", ".join(parts)
