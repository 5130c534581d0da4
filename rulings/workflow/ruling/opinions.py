"""Second opinions: ask somebody who does not know the ruling, and keep what he rules.

An opinion changes nothing in the case. Whoever is asked sees the facts as they stand
and answers on his own; only then are both rulings laid side by side.
"""

from __future__ import annotations

import base64
import hmac
import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User

from rulings.models import (
    Appeal,
    Case,
    Fact,
    Objection,
    Opinion,
    PollPeer,
    Ruling,
    Statement,
)
from rulings.permissions import letters_in_case, open_opinions, user_actor
from rulings.queries.case.rows import rows_of
from rulings.queries.table.consulted import answered_facts, tricks_to_divide
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.event.passes import secret_hash
from rulings.workflow.log import Receipt, canonical_bytes, commit_text, digest

SECRET_BYTES = 16
"""128 bits, as in the QR of a pass (R13)."""

HOURS = (2, 24, 72)
"""For so long an opinion or an answer may be waited for."""


def secret_of(link: Opinion | PollPeer | uuid.UUID) -> str:
    """Return the secret of a link: it follows from the site's key, stored nowhere."""
    pk = link if isinstance(link, uuid.UUID) else link.pk
    drawn = hmac.digest(settings.SECRET_KEY.encode(), f"link:{pk}".encode(), "sha256")
    return base64.urlsafe_b64encode(drawn[:SECRET_BYTES]).decode().rstrip("=")


def find_opinion(secret: str) -> Opinion | None:
    """Return the opinion that a link asks for, open or not, or None."""
    rows = Opinion.objects.select_related("by", "case__event")
    return rows.filter(secret_hash=secret_hash(secret)).first()


def facts_mark(case: Case) -> str:
    """Return a hash of the facts an opinion rests on: what would be ruled on now.

    Nothing of a ruling is in it, so that one made meanwhile makes no opinion older.
    """
    claim = getattr(case, "claim", None)
    position = getattr(case, "position", None)
    return digest(
        canonical_bytes(
            {
                "playing": case.playing_id,
                "contract": case.playing.contract,
                "claim": claim
                and [
                    *(claim.claimer, claim.manner),
                    *(claim.tricks_left, claim.tricks_claimed),
                ],
                "position": position and position.text,
                "words": sorted(
                    [row.layer, row.seat, row.words] for row in rows_of(case, Statement)
                ),
                "doubts": sorted(
                    [row.side, row.reason_code, row.words]
                    for row in rows_of(case, Objection)
                    if row.wish == Objection.Wish.DOUBT
                ),
                "answers": sorted(map(list, answered_facts(case).items())),
                "facts": sorted(
                    [row.key, row.seat, digest(canonical_bytes(row.value))]
                    for row in rows_of(case, Fact)
                ),
            }
        )
    )


def ask_opinion(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    hours: int,
    user: User | None = None,
    name: str = "",
) -> uuid.UUID:
    """Ask a director of the event, or somebody outside by a link that expires.

    Returns the opinion, the same one for a form that is sent again. Refused for who
    plays or played the board, has an interest in the case, has made the ruling or has
    the case himself.
    """
    pk = uuid.uuid5(case_id, f"{context.by.id}:{context.key}")

    def write(run: ActRun) -> None:
        if user is not None:
            _require_free(run, user)
        elif not name.strip():
            raise Fault("outsider_unnamed")
        run.rows.insert(
            Opinion,
            id=pk,
            case=run.case,
            by=context.by.user,
            user=user,
            whom=commit_text(name.strip()) if user is None else "",
            secret_hash=secret_hash(secret_of(pk)) if user is None else None,
            asked_at=context.at,
            expires_at=context.at + timedelta(hours=hours),
        )

    payload = {"user": user and user.pk, "name": name, "hours": hours}
    perform(Act.ASK_OPINION, context, case_id, write, payload)
    return pk


def _require_free(run: ActRun, user: User) -> None:
    """Raise Fault unless somebody can rule on a case as if he had met it first."""
    case, at = run.case, run.context.at
    letters = letters_in_case(user_actor(user, at), case)
    if letters & {"D-", "C-"}:
        raise Fault("opinion_of_player")
    if not letters & {"D", "C"}:
        raise Fault("opinion_of_stranger")
    ruled = set(Ruling.objects.filter(case=case).values_list("by_id", flat=True))
    asker = run.context.by.user
    if user.pk in ruled | {case.director_id, asker and asker.pk}:
        raise Fault("opinion_of_own")
    _require_unbarred(case, user)
    if open_opinions(at).filter(case=case, user=user).exists():
        raise Fault("opinion_waits")


def _require_unbarred(case: Case, user: User) -> None:
    declared = Appeal.objects.filter(ruling__case=case).values_list("barred", flat=True)
    if any(user.pk in barred for barred in declared):
        raise Fault("opinion_of_barred")


def give_opinion(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    tricks: int,
    laws: Sequence[str],
    reasons: str,
    seen: str,
) -> Receipt:
    """Give the opinion that one was asked for: tricks, Laws and reasons, once.

    `seen` is the mark of the facts that were shown; others are shown first.
    """
    need_reason(reasons)

    def write(run: ActRun) -> None:
        row = _own(run)
        if seen != facts_mark(run.case):
            raise Fault("facts_moved")
        left = tricks_to_divide(run.case)
        if not 0 <= tricks <= left:
            raise Fault("more_than_left", left=left)
        if row.user is not None:
            _require_unbarred(run.case, row.user)
        run.rows.change(
            row,
            given_at=context.at,
            tricks=tricks,
            laws=list(laws),
            reasons=commit_text(reasons),
            facts_mark=seen,
        )

    payload = {"tricks": tricks, "laws": list(laws), "reasons": reasons}
    return perform(Act.GIVE_OPINION, context, case_id, write, payload)


def _own(run: ActRun) -> Opinion:
    """Return the opinion that the actor has still to give; raise Fault for none."""
    by, at = run.context.by, run.context.at
    rows = open_opinions(at).select_related("user").filter(case=run.case)
    mine = rows.filter(pk=by.link.pk) if by.link else rows.filter(user=by.user)
    row = mine.first()
    if row is None:
        raise Fault("opinion_over")
    return row


def decline_opinion(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Give no opinion: the case is open to who was asked as to any other director."""

    def write(run: ActRun) -> None:
        run.rows.change(_own(run), ended_at=context.at, end=Opinion.End.DECLINED)

    return perform(Act.END_OPINION, context, case_id, write, {"declined": True})


def withdraw_opinion(
    context: ActContext, case_id: uuid.UUID, opinion_id: uuid.UUID
) -> Receipt:
    """Ask no more: a link opens nothing from now on. What was given stays."""

    def write(run: ActRun) -> None:
        row = Opinion.objects.filter(pk=opinion_id, case=run.case).first()
        if row is None:
            raise Fault("opinion_over")
        if row.given_at is not None:
            raise Fault("opinion_given")
        if not run.context.by.user or run.context.by.user == row.user:
            raise Fault("opinion_over")
        if row.ended_at is None:
            run.rows.change(row, ended_at=context.at, end=Opinion.End.WITHDRAWN)

    payload = {"opinion": opinion_id}
    return perform(Act.END_OPINION, context, case_id, write, payload)
