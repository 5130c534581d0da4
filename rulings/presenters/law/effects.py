"""What an outcome does, in words: to the play, to the score, to the windows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class EffectView:
    """One effect as the screen of an outcome tells it; empty where nothing happens."""

    play: Words
    score: Words
    windows: Words


PLAY_OVER = _("The play of this board is over.")
PLAY_ON = _("Play goes on from where it stopped.")
AT_TABLE = _("The result at the table counts.")
UNCHANGED = _("The score stays as it is.")
ASKING = _("A ruling can be asked for and the score corrected until those periods end.")
PERIODS = _(
    "The periods for appeal and correction run from the announcement to both sides."
)
AUCTION = _("The auction goes on.")
REVIEWED = _("The period for correcting the score runs on.")

EFFECT_WORDS = {
    "play_continues": EffectView(PLAY_ON, AT_TABLE, ASKING),
    "void_claim": EffectView(PLAY_ON, AT_TABLE, ASKING),
    "agreed": EffectView(
        PLAY_OVER,
        _("The board is scored as claimed, for now."),
        _(
            "Until the agreement is firm it can be taken back; until the correction "
            "period ends, single tricks."
        ),
    ),
    "ruled": EffectView(
        PLAY_OVER, _("Both sides are scored by the tricks awarded."), PERIODS
    ),
    "agreement_withdrawn": EffectView(
        PLAY_OVER,
        _("The tricks go back, and both sides are scored again."),
        PERIODS,
    ),
    "agreement_stands": EffectView(PLAY_OVER, UNCHANGED, PERIODS),
    "concession_cancelled": EffectView(
        PLAY_OVER,
        _("The tricks go back, and both sides are scored again."),
        PERIODS,
    ),
    "concession_stands": EffectView(PLAY_OVER, UNCHANGED, PERIODS),
    "too_late": EffectView(PLAY_OVER, UNCHANGED, PERIODS),
    "outside": EffectView(
        "",
        _("It is settled by the law named here, outside these questions."),
        ASKING,
    ),
    "irregularity_scored": EffectView(
        PLAY_OVER,
        _("The board is scored as claimed, with what the irregularity moves."),
        PERIODS,
    ),
    "adjusted_score": EffectView(
        PLAY_OVER, _("An assigned score takes the place of the result."), PERIODS
    ),
    "adjusted_for_both": EffectView(
        PLAY_OVER,
        _("An assigned score takes the place of the result, as if nobody had erred."),
        PERIODS,
    ),
    "ruling_corrected": EffectView(
        PLAY_OVER, _("The right ruling takes the place of the wrong one."), PERIODS
    ),
    "table_result": EffectView(PLAY_OVER, AT_TABLE, ASKING),
    "final": EffectView(
        "", UNCHANGED, _("The ruling is final when the appeal period ends.")
    ),
    "appeal_not_heard": EffectView("", UNCHANGED, REVIEWED),
    "appeal_upheld": EffectView("", UNCHANGED, REVIEWED),
    "appeal_without_merit": EffectView("", UNCHANGED, REVIEWED),
    "appeal_changed": EffectView(
        "", _("The new ruling takes the place of the old one."), PERIODS
    ),
    "auction_continues": EffectView(AUCTION, AT_TABLE, ASKING),
    "partner_passes": EffectView(
        _("The auction goes on, and the offender's partner passes at every turn."),
        AT_TABLE,
        ASKING,
    ),
    "lead_restriction": EffectView(
        _("Declarer may restrict the first lead as said here."), AT_TABLE, ASKING
    ),
    "no_lead_restriction": EffectView(_("The lead is free."), AT_TABLE, ASKING),
    "no_adjustment": EffectView(PLAY_OVER, AT_TABLE, ASKING),
}
"""Each effect that an outcome of a flow can have."""


def effect_view(effect: str, *, moved: bool) -> EffectView:
    """Return an effect as it is told; `moved` says that a revoke changes the score.

    What stands is then scored as claimed, with the tricks that move (64A, 64C).
    """
    view = EFFECT_WORDS[effect]
    scored = moved and effect in {"agreement_stands", "concession_stands"}
    return EFFECT_WORDS["irregularity_scored"] if scored else view
