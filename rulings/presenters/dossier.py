"""A case on one sheet: what the printed dossier shows beside its facts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.models import Appeal, Case, Opinion, Ruling, Window
from rulings.presenters import fact_list
from rulings.presenters.appeals import appeal_views, ruling_lines
from rulings.presenters.awards import award_of, award_short, of_words
from rulings.presenters.consult.opinions import OpinionView, opinion_views
from rulings.presenters.consult.polls import polled
from rulings.presenters.moment.line import line_view
from rulings.presenters.results import score_words, window_clock
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table import board_facts, plain_diagram
from rulings.presenters.table.gist import filled
from rulings.presenters.table.scores import over_words
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import binding, objections_said
from rulings.queries.case.appeals import announced_decisions, serves_nobody
from rulings.queries.case.rows import rows_of
from rulings.queries.proven import moot_answers
from rulings.queries.staff import name_of
from rulings.queries.table.consulted import (
    newest_ruling,
    opinions_of,
    texts_of_opinions,
)
from rulings.queries.table.paper import Paper, paper_of
from rulings.queries.table.sheet import Sheet, sheet_of


def dossier_view(
    case: Case, at: datetime, *, people: bool = True, words: bool = True
) -> dict[str, object]:
    """Return the facts, the ruling, the appeals and the times of a case.

    Without `people` nobody is named and no appeal stands with its hearing; without
    `words` nothing that somebody said or wrote.
    """
    sheet, paper = sheet_of(case), paper_of(case)
    if not words:
        sheet = replace(sheet, texts={})
    windows = sorted(rows_of(case, Window), key=lambda row: (row.opens_at, row.purpose))
    decisions = announced_decisions(case)
    return {
        "sheet": sheet,
        "binding": binding(sheet),
        "objections": objections_said(sheet),
        "claimed": claimed_words(sheet) if sheet.claim else "",
        "diagram": plain_diagram(sheet, sheet.cards) if sheet.cards else None,
        "facts": fact_list(board_facts(sheet)),
        "clocks": [
            window_clock(row, at)
            for row in windows
            if row.closes_at is not None or not serves_nobody(row, decisions)
        ],
        "flow_title": _(paper.flow.title),
        **_ruling(sheet, paper),
        "by": name_of(paper.ruling.by) if people and paper.ruling else "",
        **(_appeals(sheet) if people else NO_APPEALS),
        "polls": polled(sheet.case, words=words),
        "opinions": _opinions(sheet, at, people=people, words=words),
    }


def _opinions(
    sheet: Sheet, at: datetime, *, people: bool, words: bool
) -> list[OpinionView]:
    """Return the opinions that were given, beside the newest ruling."""
    if not any(row.given_at for row in rows_of(sheet.case, Opinion)):
        return []
    rows = [row for row in opinions_of(sheet.case) if row.given_at is not None]
    ruling = newest_ruling(sheet.case)
    texts = texts_of_opinions(rows, ruling) if words else {}
    return opinion_views(
        rows, at, left=sheet.left, ruling=ruling, texts=texts, people=people
    )


NO_APPEALS: dict[str, object] = {"appeals": [], "changed": False, "rulings": []}


def _ruling(sheet: Sheet, paper: Paper) -> dict[str, object]:
    """Return the ruling, its numbers, its line and the path that led to it."""
    row, result = paper.ruling, paper.result
    line = line_view(sheet, paper.line, 1)
    no_line = paper.no_line or paper.other_line
    found: dict[str, object] = {
        "ruling": row,
        "line": line,
        "no_line": _(no_line) if no_line else "",
        "numbers": _numbers(sheet, paper),
        "path": _path(sheet, paper),
        "excluded": [
            (play["card"], play["trick"], sentence_words(play["reason"]["sentence"]))
            for play in (result["excluded"] if result else ())
        ],
        "reasons": sheet.texts.get(row.reasons, "") if row else "",
    }
    if row is not None:
        found["score"] = _score(row)
        found["assigned"] = bool(row.assigned)
    return found


def _appeals(sheet: Sheet) -> dict[str, object]:
    """Return every appeal with its end; every ruling where there are several."""
    rows, rulings = rows_of(sheet.case, Appeal), rows_of(sheet.case, Ruling)
    return {
        "appeals": appeal_views(rows),
        "changed": any(row.outcome == Appeal.Outcome.CHANGED for row in rows),
        "rulings": ruling_lines(rulings, sheet.left) if len(rulings) > 1 else [],
    }


def _score(row: Ruling) -> str:
    """Return what was ruled against the contract, with the points; or the weights."""
    if row.assigned:
        return score_words(row)
    over = over_words(Contract.parse(row.contract), row.new_tricks_declarer)
    return f"{over}, {score_words(row)}"


def _numbers(sheet: Sheet, paper: Paper) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if sheet.claim is not None:
        number = of_words(str(sheet.claimed), sheet.left)
        if not sheet.claim.number_said:
            number = _("%(number)s, number not said") % {"number": number}
        rows.append((_("Claimed"), number))
    if paper.ruling is not None and paper.ruling.tricks_claimer is not None:
        rows.append((_("Awarded"), award_short(award_of(paper.ruling, sheet.left))))
    if paper.result is not None:
        for label, key in (
            (_("Double dummy"), "double_dummy"),
            (_("Without the words not understood"), "certain")
            if sheet.unread
            else (_("Certain"), "certain"),
            (_("Any legal play"), "any_play"),
        ):
            low, high = paper.result[key]["low"], paper.result[key]["high"]
            rows.append((label, str(low) if low == high else f"{low}–{high}"))
    return rows


def _path(sheet: Sheet, paper: Paper) -> list[tuple[str, str, str, str]]:
    """Return how each question was decided: law, question, answer, why not asked."""
    if paper.walk is None or paper.ruling is None:
        return []
    stored = paper.ruling.walk
    derived = set(stored.get("derived", ()))
    moot = derived & moot_answers(paper.flow.points, stored["solver"]).keys()
    given = {f"solver.{name}" for name in stored.get("stood_in", ())}
    return [
        (
            str(visited.refs[0]) if visited.refs else visited.step.id,
            filled(visited.step.question, paper.flow, sheet),
            _("not asked")
            if visited.step.id in moot
            else filled(visited.choice.label, paper.flow, sheet),
            _("from the director’s number, nothing was computed")
            if given & {spec.key for spec in visited.step.needs}
            else _unasked(visited.step.id, derived, moot),
        )
        for visited in paper.walk.path
        if visited.choice is not None and len(visited.step.choices) > 1
    ]


def _unasked(step: str, derived: Collection[str], moot: Collection[str]) -> str:
    """Return why a question was not asked, "" where a person answered it."""
    if step in moot:
        return _("it makes no difference")
    return _("from the facts, not asked") if step in derived else ""
