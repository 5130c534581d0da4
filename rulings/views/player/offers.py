"""What a side can do with its case now, in its own words (Laws 68D, 69B, 71, 92).

The state table decides what is possible; this says what is offered, and how large.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.player import PlayerAct
from rulings.models import Agreement, Appeal, Case, Claim, Window
from rulings.states import BEING_RULED, State
from rulings.views.player.sent import WishView
from rulings.workflow.ruling.appeals import concurs

LABELS = {
    PlayerAct.AGREE: _("Agree with the claim"),
    PlayerAct.ACCEPT: _("Agree with the ruling"),
    PlayerAct.OBJECT: _("Object"),
    PlayerAct.APPEAL: _("Appeal"),
    PlayerAct.JOIN: _("Join the appeal"),
    PlayerAct.TAKE_BACK: _("Take the appeal back"),
    PlayerAct.ASK: _("Ask for a ruling"),
    PlayerAct.WITHDRAW: _("Withdraw agreement"),
    PlayerAct.CANCEL: _("Cancel the concession"),
    PlayerAct.GIVE_BACK: _("Report a trick we did not win"),
    PlayerAct.UNFILE: _("Take it back"),
}

EXPLAINED = {
    PlayerAct.AGREE: _(
        "The board is scored as claimed. You may still withdraw until your side calls "
        "on the next board or the round ends (Law 69)."
    ),
    PlayerAct.ACCEPT: _(
        "Your side gives up the rest of this time. Your opponents keep theirs."
    ),
    PlayerAct.OBJECT: _(
        "A director deals with this before your opponents learn of it. You need not "
        "give a reason: you can add words later."
    ),
    PlayerAct.APPEAL: _(
        "An appeal counts when both partners ask for it, or the captain of a team "
        "(Law 92D)."
    ),
    PlayerAct.JOIN: _("Your partner has asked for this appeal (Law 92D)."),
    PlayerAct.TAKE_BACK: _("The ruling then stands as it was announced."),
    PlayerAct.ASK: _("A director reads this and answers."),
    PlayerAct.WITHDRAW: _(
        "You agreed to the claim and no longer do. The director decides what the "
        "board is worth (Law 69B)."
    ),
    PlayerAct.CANCEL: _(
        "You gave up tricks that no normal play would have lost. The director looks "
        "at it (Law 71)."
    ),
    PlayerAct.GIVE_BACK: _(
        "Your side was scored a trick it did not win, or one the others could not "
        "lose. A side may not knowingly keep it (Law 79A2). The director looks at it."
    ),
    PlayerAct.UNFILE: _(
        "No director deals with it then. You can file again while there is time."
    ),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One act: its button's words, whether it is a large one, what was filed by it."""

    act: PlayerAct
    label: str
    large: bool
    filed: WishView | None = None


@dataclass(frozen=True, slots=True)
class Matter:
    """How a case stands for one side, as far as its acts depend on it.

    `state` is the case's as far as the side may know it.
    `window` times an appeal of this side; `heard` says that an appeal has been decided
    and this side has none left.
    """

    case: Case
    side: str
    state: State
    agreement: Agreement | None
    appeal: Appeal | None
    window: Window | None
    heard: bool = False

    @property
    def claim(self) -> Claim | None:
        """Return the claim, if one has been taken down."""
        return getattr(self.case, "claim", None)

    @property
    def is_claimer(self) -> bool:
        """Say whether this side claimed."""
        return self.claim is not None and self.claim.claimer in self.side

    @property
    def conceded(self) -> bool:
        """Say whether the claim gave up tricks (Law 68B)."""
        claim = self.claim
        return (
            claim is not None
            and claim.tricks_claimed is not None
            and claim.tricks_claimed < (claim.tricks_left or 0)
        )

    @property
    def has_accepted(self) -> bool:
        """Say whether this side has given up its time to appeal."""
        window = self.window
        if window is None:
            return True
        at = window.waived_ns_at if self.side == "NS" else window.waived_ew_at
        return at is not None


def offers(matter: Matter, sent: Iterable[WishView]) -> list[Offer]:
    """Return the acts of a side, the large ones first, and what it filed last."""
    acts = _acts(matter)
    last = {view.act: view for view in sorted(sent, key=lambda view: view.at)}
    return [
        Offer(act, _label(act, matter), large, last.get(act))
        for act, large in acts.items()
    ]


def _label(act: PlayerAct, matter: Matter) -> str:
    if act is PlayerAct.OBJECT and matter.state is State.ANNOUNCED and not matter.heard:
        return gettext("Object or appeal")
    if act is PlayerAct.OBJECT and matter.state in BEING_RULED:
        return gettext("Add to your objection")
    return str(LABELS[act])


def _acts(matter: Matter) -> dict[PlayerAct, bool]:
    state = matter.state
    if state is State.CALLED and matter.claim is not None and not matter.is_claimer:
        return {PlayerAct.AGREE: True, PlayerAct.OBJECT: True, PlayerAct.ASK: False}
    if state is State.AGREED:
        return _after_agreement(matter)
    if state in BEING_RULED:
        return {PlayerAct.OBJECT: True, PlayerAct.ASK: True}
    if state is State.ANNOUNCED:
        return _after_ruling(matter)
    if state is State.APPEALED:
        return _under_appeal(matter)
    return {PlayerAct.ASK: True}


def _after_agreement(matter: Matter) -> dict[PlayerAct, bool]:
    if matter.agreement is not None and matter.agreement.side == matter.side:
        acts = {PlayerAct.WITHDRAW: True, PlayerAct.ASK: True}
    elif matter.conceded:
        acts = {PlayerAct.CANCEL: True, PlayerAct.ASK: True}
    else:
        acts = {PlayerAct.ASK: True}
    return {**acts, PlayerAct.GIVE_BACK: False}


def _after_ruling(matter: Matter) -> dict[PlayerAct, bool]:
    done = matter.has_accepted or matter.heard
    acts = {} if done else {PlayerAct.ACCEPT: True}
    acts |= {PlayerAct.OBJECT: True, PlayerAct.ASK: False}
    if matter.agreement is not None and matter.agreement.side == matter.side:
        acts[PlayerAct.WITHDRAW] = False
    if matter.is_claimer and matter.conceded:
        acts[PlayerAct.CANCEL] = False
    if matter.claim is not None:
        acts[PlayerAct.GIVE_BACK] = False
    return acts


def _under_appeal(matter: Matter) -> dict[PlayerAct, bool]:
    appeal = matter.appeal
    if appeal is None or appeal.side != matter.side:
        return {PlayerAct.APPEAL: True, PlayerAct.ASK: True}
    if concurs(matter.case, appeal.concurrence):
        return {PlayerAct.TAKE_BACK: True, PlayerAct.ASK: True}
    return {PlayerAct.JOIN: True, PlayerAct.TAKE_BACK: True, PlayerAct.ASK: False}
