"""The shape of a read-out: claim, reason, result, what now; at most 90 words.

Whatever is too long gives way in a fixed order; the result and the time never do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rulings.bridge.contracts import Contract
from rulings.models import Case, Playing, Ruling, Window
from rulings.presenters.awards import Award, announced_words
from rulings.presenters.results import made_words, score_words
from rulings.presenters.words import call_name, seat_name
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import Sheet

MOST = 90
"""A read-out has at most so many words."""

A_MINUTE = 140
"""So many words are read out in a minute."""

GO_ON = gettext_noop("Cards back, please; on with the next board.")
"""What the table does after a ruling, where it has another board to play."""

ENDS = (".", "!", "?", "…", "”", "»")


@dataclass(frozen=True, slots=True)
class ReadOut:
    """What is read out, as three paragraphs; the result is in bold.

    `first` is the most telling reason alone.
    """

    said: str
    why: str
    result: str
    then: str
    first: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the paragraphs as they are spoken."""
        found = (self.said, self.why, f"{self.result} {self.then}".strip())
        return tuple(part for part in found if part)

    @property
    def shorter(self) -> ReadOut:
        """Return the first reason, the result and the time alone."""
        return ReadOut("", self.first or self.why, self.result, self.then)

    @property
    def words(self) -> int:
        """Return how many words it has."""
        return count(*self.parts)

    @property
    def seconds(self) -> int:
        """Return how long it takes to read out, in steps of five seconds."""
        return 5 * max(1, round(self.words * 60 / A_MINUTE / 5))


def count(*texts: str) -> int:
    """Return how many words some texts have together."""
    return sum(len(text.split()) for text in texts)


def fitted(
    said: str, quote: str, why: Sequence[str], result: str, then: str, *, spare: int = 0
) -> ReadOut:
    """Return a read-out of at most 90 words.

    The claimer's own words give way first, then the later reasons; the first reason is
    cut only where it is too long by itself. `spare` words are kept for what follows
    the result, so that the same is left out whatever follows when it is read again.
    """
    reasons = [sentence(text) for text in why if text]
    room = MOST - count(said, result) - max(count(then), spare)
    if count(quote, *reasons) > room:
        quote = ""
    while len(reasons) > 1 and count(*reasons) > room:
        reasons.pop()
    if count(*reasons) > room:
        reasons = [" ".join(reasons[0].split()[:room]).rstrip(".,;:") + "…"]
    first = reasons[0] if reasons else ""
    return ReadOut(f"{said} {quote}".strip(), " ".join(reasons), result, then, first)


def sentence(text: str) -> str:
    """Return a text that begins large and ends as a sentence does."""
    words = text.strip()
    ended = words.endswith(ENDS)
    return words[:1].upper() + words[1:] + ("" if ended else ".")


def claim_words(sheet: Sheet) -> str:
    """Return who claimed how many tricks, as it is read out."""
    if sheet.claimer is None or sheet.left is None:
        return ""
    left, claimed = sheet.left, sheet.claimed or 0
    values = {"seat": seat_name(sheet.claimer), "claimed": claimed, "left": left}
    unsaid = sheet.claim is not None and not sheet.claim.number_said
    if unsaid and sheet.needs_number:
        return _("%(seat)s claimed and did not say how many tricks.") % values
    if unsaid and claimed != left:
        words = _(
            "%(seat)s claimed %(claimed)d of the last %(left)d tricks, number not "
            "said but settled at the table."
        )
        return words % values
    if unsaid:
        return _("%(seat)s claimed the last %(left)d tricks, number not said.") % values
    if claimed == 0:
        words = ngettext(
            "%(seat)s conceded the last trick.",
            "%(seat)s conceded the last %(left)d tricks.",
            left,
        )
        return words % values
    if claimed == left:
        words = ngettext(
            "%(seat)s claimed the last trick.",
            "%(seat)s claimed the last %(left)d tricks.",
            left,
        )
        return words % values
    return _("%(seat)s claimed %(claimed)d of the last %(left)d tricks.") % values


def result_words(ruling: Ruling, award: Award | None) -> str:
    """Return tricks, contract and score of a ruling in one sentence."""
    if ruling.assigned or award is None or not ruling.contract:
        return _("The score is %(score)s.") % {"score": score_words(ruling)}
    contract = Contract.parse(ruling.contract)
    values = {
        "tricks": announced_words(award),
        "contract": call_name(contract),
        "made": made_words(contract, ruling.new_tricks_declarer or 0),
        "score": score_words(ruling),
    }
    return _("%(tricks)s: %(contract)s, %(made)s, %(score)s.") % values


def appeal_words(case: Case, window: Window | None) -> str:
    """Return until when an appeal may be made, as far as that is known."""
    if window is None or window.closes_at is None:
        return _unpublished_words(case)
    values = {"time": clock(case, window.closes_at)}
    return _("You may appeal until %(time)s.") % values


def _unpublished_words(case: Case) -> str:
    """Return until when an appeal may be made while no score has been published."""
    words = _(
        "You may appeal until %(minutes)s minutes after the scores are published."
    )
    return words % {"minutes": regulations_of(case)["appeal_period_min"]}


def spare_words(ruling: Ruling) -> int:
    """Return the most words that may follow the result of a ruling.

    A time on the clock is shorter, and the cards have gone back when it is read again.
    """
    first = ruling.number == 1
    return count(_unpublished_words(ruling.case), _(GO_ON) if first else "")


def clock(case: Case, at: datetime) -> str:
    """Return an instant as the clock of the hall shows it."""
    return f"{at.astimezone(ZoneInfo(case.event.zone)):%H:%M}"


def next_words(case: Case) -> str:
    """Return what the table does now, "" where its play is long over.

    "The next board" is said only where the table has one to play in this round.
    """
    playing = case.playing
    if playing.status != Playing.Status.IN_PLAY:
        return ""
    waiting = (Playing.Status.SCHEDULED, Playing.Status.IN_PLAY)
    here = Playing.objects.filter(round=playing.round_id, table=playing.table_id)
    if here.filter(status__in=waiting).exclude(pk=playing.pk).exists():
        return _(GO_ON)
    return _("Cards back, please.")
