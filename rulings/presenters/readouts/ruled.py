"""The read-out of a ruling: what was said, what was left open, the card, the number.

The reason is the director's own, or the first sentences of the solver's explanation
where the ruling has its number; a general rule of law never stands alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rulings.bridge.seats import Seat, Side
from rulings.models import Appeal, Case, Ruling, Statement, Window
from rulings.presenters.awards import Award, award_of
from rulings.presenters.readouts.corrected import (
    corrected_words,
    kept_reason,
    number_words,
)
from rulings.presenters.readouts.shape import (
    ReadOut,
    appeal_words,
    claim_words,
    clock,
    fitted,
    next_words,
    result_words,
    spare_words,
)
from rulings.presenters.sentences import sentence_words
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.explaining import explanation
from rulings.queries.case.rules import flow_of
from rulings.queries.case.solving import result_of, solver_input
from rulings.queries.table.paper import revoker_of, walk_of
from rulings.queries.table.settlement import AS_GIVEN
from rulings.queries.table.sheet import Sheet
from rulings.solver.types import is_said
from rulings.statements.sentences import Sentence

QUOTED = 14
"""A statement of so many words is repeated as it was made."""

UNREAD_SAID = ("without_words", "without_words_quoted")
"""Sentences on words that were not understood: the director's, not read out."""

REASONS = 2
"""So many sentences are taken from the solver's explanation."""

UNSEEN = "\0"
"""Stands for words of a director that the reader may not see yet."""

LEFT_OPEN = gettext_noop("A line left open counts only if every normal play succeeds.")
ON_A_PLACE = gettext_noop("A guess that was not announced is taken to go wrong.")

RULES = {
    "70C": gettext_noop(
        "If a trump may have been forgotten, a trick that it could win goes to the "
        "other side."
    ),
    "70D1": LEFT_OPEN,
    "70D": LEFT_OPEN,
    "70D2": gettext_noop(
        "A defender's claim cannot rest on one choice of the partner."
    ),
    "70E1": ON_A_PLACE,
    "70E": ON_A_PLACE,
}
"""The law on a claim that was cut, in one sentence, by the first clause known here."""

IN_DOUBT = gettext_noop("A doubtful point goes against the side that claimed.")
STANDS = gettext_noop("The claim stands: every normal play wins these tricks.")
CUT = gettext_noop(
    "The statement did not say how the other tricks would be won, and a normal play "
    "loses them."
)
MORE = gettext_noop("No normal play loses what was given up, so that comes back.")
CORRECTED = gettext_noop(
    "A revoke was corrected at the table; doubt then goes against that side."
)

AWARE = gettext_noop(
    "Whoever made the bid that was too low could have known that it might well harm "
    "the other side, and it did, so the score is adjusted."
)

BY_EFFECT = {
    "agreement_withdrawn": {
        "69B1": gettext_noop(
            "The trick had been won before the claim, so it comes back."
        ),
        "69B2": gettext_noop(
            "The trick would likely have been won in play, so it comes back."
        ),
        "69B": gettext_noop("The agreement is withdrawn, and the trick comes back."),
    },
    "agreement_stands": {
        "69B1": gettext_noop(
            "The trick is not shown to have been won, so the agreement stands."
        ),
        "69B2": gettext_noop(
            "The trick was not likely to be won in play, so the agreement stands."
        ),
        "69B": gettext_noop("Nothing was shown that changes it: the agreement stands."),
    },
    "concession_cancelled": {
        "71A": gettext_noop(
            "The trick that was conceded had been won, so the concession is cancelled."
        ),
        "71B": gettext_noop(
            "No normal play loses the trick that was conceded, so the concession is "
            "cancelled."
        ),
        "71": gettext_noop("The concession is cancelled, and the trick comes back."),
    },
    "concession_stands": {
        "71": gettext_noop(
            "A normal play loses the trick that was conceded, so the concession stands."
        ),
    },
    "irregularity_scored": {
        "64A": gettext_noop("The claim is not in dispute and is scored as made."),
        "64C": gettext_noop(
            "The claim is not in dispute; the tricks for the revoke alone would not "
            "make good the damage."
        ),
        "64": gettext_noop(
            "The claim is not in dispute and is scored as made; no trick moves for the "
            "revoke."
        ),
    },
    "adjusted_score": {
        "27D": gettext_noop(
            "Without the bid that was too low the board could well have gone another "
            "way, to the other side's gain, so the score is adjusted."
        ),
        "72C": AWARE,
        "23": AWARE,
        "16": gettext_noop(
            "The partner may not use what was shown or said, so the score is adjusted."
        ),
    },
    "adjusted_for_both": {
        "82C": gettext_noop(
            "The earlier ruling was the director's error and can no longer be put "
            "right. The score is adjusted, and neither side has offended."
        ),
    },
}
"""Why, by effect and by the first clause that was cited."""

DECIDED = {
    Appeal.Outcome.UPHELD: gettext_noop("the ruling is upheld"),
    Appeal.Outcome.WITHOUT_MERIT: gettext_noop(
        "the ruling is upheld, and the appeal had no merit"
    ),
    Appeal.Outcome.CHANGED: gettext_noop("the ruling is changed"),
    Appeal.Outcome.INADMISSIBLE: gettext_noop("it is not heard"),
}
"""How an appeal ended, as it is read out."""


def ruling_readout(sheet: Sheet, ruling: Ruling, appeal: Window | None) -> ReadOut:
    """Return what is read out of a ruling; `appeal` is the time that runs from it."""
    case, award = sheet.case, award_of(ruling, sheet.left)
    then = [appeal_words(case, appeal)]
    if ruling.number == 1:
        then.append(next_words(case))
    return fitted(
        " ".join(part for part in (_before(ruling), _said(sheet, ruling)) if part),
        _quote(sheet, ruling),
        _why(sheet, ruling, award),
        result_words(ruling, award),
        " ".join(part for part in then if part),
        spare=spare_words(ruling),
    )


def decision_readout(
    sheet: Sheet, ruling: Ruling, decided: list[Appeal], further: Window | None
) -> ReadOut:
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
    changed = any(row.outcome == Appeal.Outcome.CHANGED for row in decided)
    why = [sheet.texts.get(ruling.reasons, "")] if changed else []
    then = ""
    if further is not None and further.closes_at is not None:
        words = _("You may appeal further until %(time)s.")
        then = words % {"time": clock(sheet.case, further.closes_at)}
    result = result_words(ruling, award_of(ruling, sheet.left))
    return fitted(" ".join(ends), "", why, result, then)


def _before(ruling: Ruling) -> str:
    """Return that the ruling takes the place of an announced one, where it does."""
    if ruling.number == 1:
        return ""
    rows = Ruling.objects.filter(case=ruling.case_id, number__lt=ruling.number)
    last = rows.filter(announced_at__isnull=False).order_by("-number").first()
    if last is None or last.announced_at is None:
        return ""
    words = _("This corrects the ruling announced at %(time)s.")
    words %= {"time": clock(ruling.case, last.announced_at)}
    return " ".join(part for part in (words, number_words(ruling, last)) if part)


def _said(sheet: Sheet, ruling: Ruling) -> str:
    """Return the claim, and what became of it before the ruling."""
    claim, effect = claim_words(sheet), _effect(ruling)
    if sheet.claimer is None or not claim:
        return claim
    other = side_name(sheet.claimer.side.other)
    asked = ruling.walk.get("facts", {}).get("tricks_reclaimed")
    back = ngettext(
        "%(side)s ask for %(n)d trick back.",
        "%(side)s ask for %(n)d tricks back.",
        asked if isinstance(asked, int) else 1,
    )
    if effect.startswith("agreement"):
        agreed = _("%(side)s agreed.") % {"side": other}
        if isinstance(asked, int) and asked:
            agreed += " " + back % {"side": other, "n": asked}
        return f"{claim} {agreed}"
    if effect.startswith("concession") and isinstance(asked, int) and asked:
        own = side_name(sheet.claimer.side)
        return f"{claim} {back % {'side': own, 'n': asked}}"
    return claim


def _quote(sheet: Sheet, ruling: Ruling) -> str:
    """Return the claimer's own words, where the ruling turns on a short statement."""
    said = sheet.layers.get(Statement.Layer.CLAIM)
    if said is None or sheet.claimer is None or _effect(ruling) != "ruled":
        return ""
    words = sheet.texts.get(said.words, "").strip().rstrip(".")
    values = {"seat": seat_name(sheet.claimer), "words": words}
    if words:
        short = len(words.split()) <= QUOTED
        return _("%(seat)s said: “%(words)s”.") % values if short else ""
    return "" if said.steps else _("%(seat)s made no statement.") % values


def why_words(sheet: Sheet, ruling: Ruling) -> str:
    """Return why, in the sentences of the read-out, for those who read it later.

    Reasons of the director's own that are UNSEEN count as given and are left out.
    """
    found = _why(sheet, ruling, award_of(ruling, sheet.left))
    return fitted("", "", [one for one in found if UNSEEN not in one], "", "").why


def _why(sheet: Sheet, ruling: Ruling, award: Award | None) -> list[str]:
    """Return the reasons, the most telling one first."""
    reason, effect = sheet.texts.get(ruling.reasons, ""), _effect(ruling)
    number, own = reason, [reason]  # why this number, not why it was corrected
    if ruling.corrects:
        number = kept_reason(ruling)
        if number and UNSEEN in reason:
            number = UNSEEN
        own = [*corrected_words(ruling), reason, number]
    if reason and ruling.walk.get(AS_GIVEN):
        return own  # given by the chief or a panel, whatever the walk says
    if effect == "too_late":
        return [_too_late(sheet.case, ruling), *own]
    if known := BY_EFFECT.get(effect):
        return [*_revoke(sheet, ruling), *own, _first(known, ruling)]
    if effect != "ruled" or award is None:
        outcome = flow_of(ruling.case).outcomes.get(ruling.outcome)
        return [*own, _(outcome.meaning) if outcome else ""]
    if award.settled.against_revoker:
        return [*own, _(CORRECTED)]
    return [*_revoke(sheet, ruling), *own, *_of_claim(sheet, ruling, award, number)]


def _of_claim(sheet: Sheet, ruling: Ruling, award: Award, own: str) -> list[str]:
    """Return why a contested claim gets its number: the card and what happens.

    `own` is the director's reason for the number, which may stand alone.
    """
    given = award.given
    if award.settled.equity and award.settled.adjudicated is not None:
        given = award.settled.adjudicated
    found = _explained(sheet, ruling, given)
    shown = [sentence_words(one) for one in found]
    stands = sheet.claimed is None or given == sheet.claimed
    if stands and any(one.template.startswith("The claim stands") for one in found):
        return shown
    if stands:
        return [_("The claim stands."), *shown] if shown else [_(STANDS)]
    if given > (sheet.claimed or 0):
        return [*shown, _(MORE)]
    known = (RULES[law] for law in ruling.laws if law in RULES)
    rule = next(known, IN_DOUBT if shown else "")
    first = shown or ([] if own else [_(CUT)])
    return [*first, _(rule) if rule else ""]


def _explained(sheet: Sheet, ruling: Ruling, given: int) -> list[Sentence]:
    """Return the first sentences of the explanation whose number was ruled."""
    if ruling.proposal is None or sheet.cards is None:
        return []
    result, asked = result_of(ruling.proposal), solver_input(sheet.case)
    if result is None or asked is None or result["award"] != given:
        return []
    found = explanation(result, asked.claim, sheet.cards)
    told = [
        one.sentence
        for one in found
        if not any(is_said(one, key) for key in UNREAD_SAID)
    ]
    return told[:REASONS]


def _revoke(sheet: Sheet, ruling: Ruling) -> list[str]:
    """Return who revoked in which trick, where a revoke was settled with the claim."""
    revoker = revoker_of(ruling)
    walked = walk_of(ruling, flow_of(ruling.case)) if revoker else None
    if walked is None or sheet.claimer is None:
        return []
    seat, trick = walked.records.get("revoker"), walked.records.get("revoke_trick")
    side = sheet.claimer.side
    who = side_name(side if revoker == "claiming_side" else side.other)
    if isinstance(seat, str) and seat:
        who = seat_name(Seat.parse(seat))
    values = {"trick": trick, "who": who}
    if not trick:
        return [_("There was a revoke by %(who)s.") % values]
    return [_("There was a revoke by %(who)s in trick %(trick)d.") % values]


def _too_late(case: Case, ruling: Ruling) -> str:
    """Return when the time was over, where that is known."""
    rows = Window.objects.filter(case=case, closes_at__lte=ruling.decided_at)
    last = rows.order_by("-closes_at").first()
    if last is None or last.closes_at is None:
        return _("The time to ask for a change is over, so the score stands.")
    return _("The time to ask for a change ended at %(time)s, so the score stands.") % {
        "time": clock(case, last.closes_at)
    }


def _effect(ruling: Ruling) -> str:
    outcome = flow_of(ruling.case).outcomes.get(ruling.outcome)
    return "" if outcome is None else outcome.effect


def _first(known: Mapping[str, str], ruling: Ruling) -> str:
    """Return the sentence of the clause cited first; of the last known without one."""
    laws: Iterable[str] = ruling.laws
    cited = next((law for law in laws if law in known), "")
    return _(known[cited] if cited else [*known.values()][-1])
