"""What a side has sent, and what became of it: wishes and appeals, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.forms.player import REASONS, PlayerAct
from rulings.models import Appeal, Case, Objection
from rulings.presenters.appeals import end_words, missing_consents
from rulings.presenters.results import late_words
from rulings.queries.case.mistakes import may_take_back
from rulings.queries.player import AnnouncedCase, WishRow, own_appeals, own_wishes

WISH_WORDS = {
    Objection.Wish.DOUBT: gettext_lazy("Objection"),
    Objection.Wish.WITHDRAW_AGREEMENT: gettext_lazy("Agreement withdrawn"),
    Objection.Wish.CANCEL_CONCESSION: gettext_lazy("Request to cancel the concession"),
    Objection.Wish.ASK_RULING: gettext_lazy("Request for a ruling"),
    Objection.Wish.GIVE_BACK: gettext_lazy("Trick not won reported"),
}
ACTS_OF = {
    Objection.Wish.DOUBT: PlayerAct.OBJECT,
    Objection.Wish.ASK_RULING: PlayerAct.ASK,
    Objection.Wish.WITHDRAW_AGREEMENT: PlayerAct.WITHDRAW,
    Objection.Wish.CANCEL_CONCESSION: PlayerAct.CANCEL,
    Objection.Wish.GIVE_BACK: PlayerAct.GIVE_BACK,
}
"""The button that files each wish."""

RESOLVED_WORDS = {
    "": gettext_lazy("A director has it."),
    Objection.Resolution.CONTESTED: gettext_lazy("Taken into the ruling."),
    Objection.Resolution.REVISED: gettext_lazy("The ruling has been changed."),
    Objection.Resolution.REFUSED: gettext_lazy("Refused by the director."),
    Objection.Resolution.WITHDRAWN: gettext_lazy("Taken back."),
}


@dataclass(frozen=True, slots=True)
class AppealStep:
    """One step of an appeal's way."""

    words: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class WishView:
    """One thing the side has sent, and what became of it."""

    what: str
    at: datetime
    words: str
    reason: str
    late: str
    status: str
    answer: str
    act: str = ""
    take_back: str = ""


def wish_view(case: Case, row: WishRow) -> WishView:
    """Return a wish in words; a late one says by how much and that it is kept."""
    wish = row.wish
    status = str(RESOLVED_WORDS[wish.resolution])
    if row.undecided:
        status = _("Kept; a director decides whether it still counts.")
    elif wish.admitted is False:
        status = _("Not admitted: too late.")
    return WishView(
        str(WISH_WORDS[Objection.Wish(wish.wish)]),
        wish.received_at,
        row.words,
        str(dict(REASONS).get(wish.reason_code, "")),
        late_words(wish.late_ms) if wish.late_ms else "",
        status,
        row.answer,
        ACTS_OF[Objection.Wish(wish.wish)].value,
        str(wish.pk) if may_take_back(case, wish) else "",
    )


def appeal_view(row: Appeal, words: str, *, announced: bool) -> WishView:
    """Return an appeal in words; how it ended only once that has been announced."""
    status = _("It waits for the decision.")
    if row.outcome == Appeal.Outcome.WITHDRAWN:
        status = _("Taken back.")
    elif row.outcome:
        status = _("Decided. The director will tell both sides.")
        status = f"{end_words(row.outcome)}." if announced else status
    elif row.admissible is False:
        status = _("Not admitted.")
    return WishView(
        _("Appeal"),
        row.received_at,
        words,
        "",
        late_words(row.late_ms) if row.late_ms else "",
        status,
        "",
        PlayerAct.APPEAL.value,
    )


def sent_views(known: AnnouncedCase, side: str, at: datetime) -> list[WishView]:
    """Return everything that a side has sent on a case, newest first."""
    unannounced = {row.pk for row in known.unannounced}
    rows = [wish_view(known.case, row) for row in own_wishes(known.case, side, at)]
    rows += [
        appeal_view(row, words, announced=row.pk not in unannounced)
        for row, words in own_appeals(known.case, side)
    ]
    return sorted(rows, key=lambda row: row.at, reverse=True)


def missing_words(case: Case, side: str, concurrence: Mapping[str, str]) -> str:
    """Return who of a side has to agree to its appeal too, "" where nobody has."""
    who = missing_consents(case, side, concurrence)
    asks = _("Missing: %(who)s must agree too, here or said to the director")
    return asks % {"who": who} if who else ""


def steps_of(appeal: Appeal, case: Case) -> list[AppealStep]:
    """Return the way of an appeal, step by step; what is missing is named."""
    at = date_format(timezone.localtime(appeal.received_at), "H:i:s")
    steps = [AppealStep(_("Received at %(time)s") % {"time": at}, done=True)]
    missing = missing_words(case, appeal.side, appeal.concurrence)
    complete = not missing
    if complete:
        steps.append(AppealStep(_("Your side agrees to the appeal"), done=True))
    else:
        steps.append(AppealStep(missing))
    if appeal.late_ms or (complete and not appeal.admissible):
        words = _("Missing: the chief director has to decide whether it is heard")
        heard = appeal.admissible is True
        steps.append(AppealStep(_("It will be heard") if heard else words, done=heard))
    if appeal.hearing_at is None:
        steps.append(AppealStep(_("Hearing: time and room come here")))
    else:
        begins = date_format(timezone.localtime(appeal.hearing_at), "j M H:i")
        words = _("Hearing at %(time)s") % {"time": begins}
        steps.append(
            AppealStep(", ".join(filter(None, (words, appeal.room))), done=True)
        )
    steps.append(AppealStep(_("Decision: here, and read out to both sides")))
    return steps
