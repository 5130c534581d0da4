"""The script that is read out: at most 60 words, neutral, with the right of appeal.

Templates only; the case's own words fill them (Laws 81C, 83). No blame, no "he".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Appeal, Ruling, Window
from rulings.presenters.awards import announced_words, award_of
from rulings.presenters.results import score_words
from rulings.presenters.words import call_name, seat_name, side_name
from rulings.queries.case.rules import flow_of, regulations_of
from rulings.queries.table.paper import revoker_of, settled_of
from rulings.queries.table.settlement import AS_GIVEN, Settlement
from rulings.queries.table.sheet import Sheet
from rulings.views.table.scores import result_words

WORDS = 60

UNSTATED = gettext_noop(
    "By Law 70D a line not stated with the claim counts only if every normal line "
    "does as well."
)
ON_A_PLACE = gettext_noop(
    "By Law 70E a line not stated may not depend on which opponent has a card."
)

CUT = {
    "70C": gettext_noop(
        "By Law 70C a trump still out and not mentioned goes to the other side."
    ),
    "70D1": UNSTATED,
    "70D": UNSTATED,
    "70D2": gettext_noop(
        "By Law 70D a defender's claim cannot rest on one choice of the partner."
    ),
    "70E1": ON_A_PLACE,
    "70E": ON_A_PLACE,
    "70A": gettext_noop("By Law 70 a doubtful point goes against the claimer."),
}
"""Why a claim was cut, by the first clause of the ruling that is known here."""

STANDS = gettext_noop("By Law 70 the claim stands.")
MORE = gettext_noop("By Laws 70 and 71 no normal line loses the conceded trick.")
CORRECTED = gettext_noop(
    "The revoke was corrected by Law 62, and doubt goes against its side."
)

WHY = {
    "agreement_withdrawn": {
        "69B1": gettext_noop(
            "By Law 69B1 the trick had been won before the claim; the agreement is "
            "withdrawn."
        ),
        "69B2": gettext_noop(
            "By Law 69B2 the trick would likely have been won; the agreement is "
            "withdrawn."
        ),
        "69B": gettext_noop("By Law 69B the agreement is withdrawn."),
    },
    "agreement_stands": {
        "69B1": gettext_noop(
            "By Law 69B1 the agreement stands: the trick is not shown to have been won."
        ),
        "69B2": gettext_noop(
            "By Law 69B2 the agreement stands: the trick was not likely to be won."
        ),
        "69B": gettext_noop("By Law 69B the agreement stands."),
    },
    "concession_cancelled": {
        "71A": gettext_noop(
            "By Law 71A the conceded trick had been won; the concession is cancelled."
        ),
        "71B": gettext_noop(
            "By Law 71B no normal play loses the trick; the concession is cancelled."
        ),
        "71": gettext_noop("By Law 71 the concession is cancelled."),
    },
    "concession_stands": {
        "71": gettext_noop(
            "By Law 71 the concession stands: a normal play loses the trick."
        ),
    },
    "too_late": {
        "79C": gettext_noop(
            "By Law 79C the time for a change is over; the score stands."
        ),
        "92B": gettext_noop(
            "By Law 92B the time for a ruling is over; the score stands."
        ),
    },
    "irregularity_scored": {
        "64A": gettext_noop("The claim is scored as made."),
        "64C": gettext_noop("The claim itself is not in dispute."),
        "64": gettext_noop(
            "The claim is scored as made; by Law 64 no trick moves for the revoke."
        ),
    },
    "adjusted_score": {
        "16": gettext_noop(
            "By Law 16 the partner may not use what was shown; the score is adjusted."
        ),
    },
    "adjusted_for_both": {
        "82C": gettext_noop(
            "The earlier ruling was the director's error and can no longer be put "
            "right. By Law 82C the score is adjusted, and neither side has offended."
        ),
    },
}
"""The law in one sentence, by effect and by the first clause that was cited."""


DECIDED = {
    Appeal.Outcome.UPHELD: gettext_noop("the ruling is upheld"),
    Appeal.Outcome.WITHOUT_MERIT: gettext_noop(
        "the ruling is upheld, and the appeal had no merit"
    ),
    Appeal.Outcome.CHANGED: gettext_noop("the ruling is changed"),
    Appeal.Outcome.INADMISSIBLE: gettext_noop("it is not heard"),
}
"""How an appeal ended, as it is read out."""


def script_of(sheet: Sheet, ruling: Ruling, appeal: Window | None) -> list[str]:
    """Return the script as two paragraphs: the ruling, then the right of appeal."""
    if ruling.assigned:
        return _adjusted(sheet, ruling, appeal)
    contract = Contract.parse(ruling.contract)
    made = result_words(contract, ruling.new_tricks_declarer)
    result = f"{call_name(contract)} {made}"
    told = _told(sheet, ruling)
    corrects = (
        _("This corrects the ruling announced before.") if ruling.corrects else ""
    )
    why = _why(sheet, ruling, settled_of(ruling))
    parts = [corrects, _claimed(sheet), why, f"{told}: {result}."]
    return [
        " ".join(part for part in parts if part),
        f"{appeal_words(sheet, appeal)} "
        + _("Cards back, please; on with the next board."),
    ]


def decision_script(
    sheet: Sheet, ruling: Ruling, decided: list[Appeal], further: Window | None
) -> list[str]:
    """Return what is read out of an appeal that has been decided, and what it means.

    `ruling` is the one that holds from then on; `further` is the time for a further
    appeal, where the regulations give one.
    """
    ends = [
        _("The appeal by %(side)s has been decided: %(end)s.")
        % {
            "side": side_name(Side(row.side)),
            "end": _(DECIDED[Appeal.Outcome(row.outcome)]),
        }
        for row in decided
    ]
    if ruling.assigned:
        result = _("The score is %(score)s.") % {"score": score_words(ruling)}
        return [" ".join(ends), result, *_further_words(further)]
    contract = Contract.parse(ruling.contract)
    made = result_words(contract, ruling.new_tricks_declarer)
    result = f"{_told(sheet, ruling)}: {call_name(contract)} {made}."
    return [" ".join(ends), result, *_further_words(further)]


def _further_words(further: Window | None) -> list[str]:
    if further is None or further.closes_at is None:
        return []
    words = _("You may appeal further until %(time)s.")
    return [words % {"time": _time(further.closes_at)}]


def _adjusted(sheet: Sheet, ruling: Ruling, appeal: Window | None) -> list[str]:
    """Return the script of an assigned score, whatever law it comes from."""
    outcome = flow_of(ruling.case).outcomes.get(ruling.outcome)
    values = {
        "laws": ", ".join(ruling.laws),
        "meaning": _(outcome.meaning) if outcome else "",
        "score": score_words(ruling),
    }
    why = WHY.get(outcome.effect, {}) if outcome else {}
    if cited := next((law for law in ruling.laws if law in why), ""):
        result = _("The score is %(score)s.") % values
        return [f"{_(why[cited])} {result}", appeal_words(sheet, appeal)]
    return [
        _("By Law %(laws)s: %(meaning)s. The score is %(score)s.") % values,
        appeal_words(sheet, appeal),
    ]


def _told(sheet: Sheet, ruling: Ruling) -> str:
    """Return the tricks, with what moves for a revoke; or the assigned score."""
    award = award_of(ruling, sheet.left)
    return "" if award is None else announced_words(award)


def _claimed(sheet: Sheet) -> str:
    if sheet.claimer is None or sheet.left is None:
        return ""
    values = {
        "seat": seat_name(sheet.claimer),
        "claimed": sheet.claimed,
        "left": sheet.left,
    }
    if sheet.claim is not None and not sheet.claim.number_said:
        return unsaid_words(sheet)
    if sheet.claimed == 0:
        return _("%(seat)s conceded the last %(left)d tricks.") % values
    if sheet.claimed == sheet.left:
        return _("%(seat)s claimed the last %(left)d tricks.") % values
    return _("%(seat)s claimed %(claimed)d of the last %(left)d tricks.") % values


def unsaid_words(sheet: Sheet) -> str:
    """Return what a claim without a number was taken as, as it is read out."""
    values = {
        "seat": "" if sheet.claimer is None else seat_name(sheet.claimer),
        "claimed": sheet.claimed,
        "left": sheet.left,
    }
    if sheet.left is None or sheet.needs_number:
        return _("%(seat)s claimed and did not say how many tricks.") % values
    if sheet.claimed == sheet.left:
        return _("%(seat)s claimed the last %(left)d tricks, number not said.") % values
    return (
        _(
            "%(seat)s claimed %(claimed)d of the last %(left)d tricks, number not "
            "said but settled at the table."
        )
        % values
    )


def _why(sheet: Sheet, ruling: Ruling, settled: Settlement) -> str:
    if ruling.walk.get(AS_GIVEN) and revoker_of(ruling):
        return _("By Law %(laws)s.") % {"laws": ", ".join(ruling.laws)}
    outcome = flow_of(ruling.case).outcomes.get(ruling.outcome)
    if outcome is not None and outcome.effect in WHY:
        return _first(WHY[outcome.effect], ruling)
    if settled.against_revoker:
        return _(CORRECTED)
    given = (ruling.tricks_claimer or 0) - settled.moved
    if settled.equity:
        given = settled.adjudicated if settled.adjudicated is not None else given
    if sheet.claimed is None or given == sheet.claimed:
        return _(STANDS)
    return _(MORE) if given > sheet.claimed else _first(CUT, ruling)


def _first(known: Mapping[str, str], ruling: Ruling) -> str:
    """Return the sentence of the clause cited first; of the last known without one."""
    cited = next((law for law in ruling.laws if law in known), "")
    return _(known[cited] if cited else [*known.values()][-1])


def appeal_words(sheet: Sheet, window: Window | None) -> str:
    """Return until when an appeal may be made, as far as that is known."""
    if window is None or window.closes_at is None:
        minutes = regulations_of(sheet.case)["appeal_period_min"]
        return _(
            "You may appeal until %(minutes)s minutes after the scores are published."
        ) % {"minutes": minutes}
    return _("You may appeal until %(time)s.") % {"time": _time(window.closes_at)}


def _time(at: datetime) -> str:
    return localtime(at).strftime("%H:%M")


def count_words(parts: Iterable[str]) -> int:
    """Return how many words the script has."""
    return sum(len(part.split()) for part in parts)
