"""How every act runs: one transaction, in one order (model.md section 7).

Key known? Lock the case. Right? Version? State table? Then the entry with its rows.
"""

from __future__ import annotations

import hmac
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import IntegrityError, OperationalError, transaction

from rulings import permissions
from rulings.models import Case, Entry, Event, Head, KeyUse, Playing, Ruling
from rulings.permissions import role_word
from rulings.queries.case.appeals import unannounced_decisions
from rulings.queries.case.hearing import complete
from rulings.queries.case.repaired import corrected_now, in_force, pending
from rulings.states import (
    BEFORE_A_DECISION,
    BESIDE,
    IN_FORCE,
    NOT_OVER_A_RULING,
    REOPENS,
    Act,
    State,
    next_state,
    possible,
)
from rulings.workflow.errors import Fault, KeyReused, Overtaken
from rulings.workflow.log import Receipt, Rows, append, canonical_bytes, lock_chain

TRIES = 5
PACE, PACE_TIME = 30, timedelta(minutes=10)
"""So many entries of a contestant's phones are taken in so much time."""
PLACE = ("board__event", "table", "round__session")
"""What rights and windows read of a case's playing, read at once behind the locks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActContext:
    """What accompanies every act: who, when, the form's key and the version seen.

    `version` is None for acts that only append (a player's objection) and for those
    on no case. With `reopens` facts that have been read back are opened again first,
    in the same transaction, where the act needs it. `said_at` is an earlier spoken
    time, kept as evidence (R8), and so is `phone_at`, the time a player's device
    claimed.
    """

    by: permissions.Actor
    at: datetime
    key: uuid.UUID | None = None
    version: int | None = None
    said_at: datetime | None = None
    phone_at: datetime | None = None
    reopens: bool = False


@dataclass(slots=True)
class ActRun:
    """What an act works on while it runs: the locked case and the rows to set.

    `another_waits` says that an appeal ends while the other side's still waits,
    `unannounced` that a decision waits to be announced.
    """

    context: ActContext
    rows: Rows
    case: Case
    inputs: dict[str, object] = field(default_factory=dict)
    follow_ups: list[FollowUp] = field(default_factory=list)
    another_waits: bool = False
    unannounced: bool = False

    def follow(self, act: Act, write: Write | None = None) -> None:
        """Let another act follow in the same transaction, as an entry of its own."""
        self.follow_ups.append(FollowUp(act, write))


Write = Callable[[ActRun], None]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """One act and the function that plans its rows."""

    act: Act
    write: Write | None = None


Locked = TypeVar("Locked")
Rule = Callable[[Case, Act, ActContext], FollowUp | None]
"""Plans what follows an act on a case, once the rows of the act are written."""

_rules: list[Rule] = []


def follow_every_act(rule: Rule) -> None:
    """Let a rule look at every act on a case, in its transaction.

    The app names its rules as it starts: a rule stands above the acts that it follows.
    """
    if rule not in _rules:
        _rules.append(rule)


Watcher = Callable[[Case, Act, "ActContext"], None]
"""Told of each act on a case, in its transaction; it writes nothing that is logged."""

_watchers: list[Watcher] = []


def watch_every_act(watcher: Watcher) -> None:
    """Let somebody look on at every act on a case, to notify people of it."""
    if watcher not in _watchers:
        _watchers.append(watcher)


def perform(
    act: Act,
    context: ActContext,
    case_id: uuid.UUID,
    write: Write,
    payload: Mapping[str, object],
    *,
    lead: Callable[[Case], list[FollowUp]] | None = None,
) -> Receipt:
    """Do an act on a case and return its receipt; the first one for a known key.

    `payload` is what the user gave: a repeated key must bring the same. `lead` plans
    acts that have to come first. Raises Refused, NotAllowed, Overtaken or KeyReused,
    and then nothing was written.
    """

    def lock() -> tuple[Case, Head]:
        # No key lock: rows that refer to the case may be written meanwhile.
        case = Case.objects.select_for_update(no_key=True).get(pk=case_id)
        return case, lock_chain(case.event_id)

    def do(locked: tuple[Case, Head], mark: str) -> Receipt:
        case, head = locked
        case.playing = Playing.objects.select_related(*PLACE).get(pk=case.playing_id)
        require_unarchived(case.playing.board.event, act)
        letters = permissions.require(context.by, act, case)
        if context.version is not None and context.version != case.version:
            raise Overtaken(case, context.version)
        actor = actor_content(context, role_word(letters), mark)
        first = lead(case) if lead else _before(act, context, case)
        return run_parts([*first, FollowUp(act, write)], context, case, actor, head)

    return once(act, context, payload, on=case_id, lock=lock, do=do)


READABLE = frozenset({Act.EXPORT, Act.INTO_CASEBOOK, Act.OUT_OF_CASEBOOK})
"""Acts on a case that an archived event still allows: they change who reads it."""


def require_unarchived(event: Event, act: str) -> None:
    """Raise Fault for an act that would change an archived event."""
    if event.phase == Event.Phase.ARCHIVED and act not in READABLE:
        raise Fault("event_archived")


def _before(act: Act, context: ActContext, case: Case) -> list[FollowUp]:
    """Return what has to be done first: facts opened again, or frozen as they are."""
    known = possible(State(case.state))
    if act in {Act.RULE, Act.RESERVE} and Act.FREEZE in known and complete(case):
        return [FollowUp(Act.FREEZE)]
    if not context.reopens or act in known or Act.CHANGE_FACTS not in known:
        return []
    if case.state in IN_FORCE:  # opened again with a reason only
        return []
    permissions.require(context.by, Act.CHANGE_FACTS, case)
    return [FollowUp(Act.CHANGE_FACTS)]


def run_parts(
    parts: list[FollowUp],
    context: ActContext,
    case: Case,
    actor: Mapping[str, object],
    head: Head,
) -> Receipt:
    """Write an entry for each part, then what the rules let follow the last of them.

    Every act on a case runs through here, also in a transaction that opens the case.
    `head` is its chain's, locked. Returns the receipt of the first entry.
    """
    act = parts[-1].act
    receipt = _write_parts(list(parts), context, case, actor, head)
    for rule in _rules:
        if following := rule(case, act, context):
            _write_parts([following], context, case, actor, head)
    for watcher in _watchers:
        watcher(case, act, context)
    return receipt


def _write_parts(
    parts: list[FollowUp],
    context: ActContext,
    case: Case,
    actor: Mapping[str, object],
    head: Head,
) -> Receipt:
    """Write an entry for each part and for what follows it; return the first's."""
    receipt: Receipt | None = None
    while parts:
        part = parts.pop(0)
        run = ActRun(context, Rows(), case)
        before, version = State(case.state), case.version
        next_state(before, part.act)
        _respect_decision(part.act, case)
        if part.write is not None:
            part.write(run)
        after = next_state(
            before,
            part.act,
            another_waits=run.another_waits,
            unannounced=run.unannounced,
        )
        new_version = version + (part.act not in {Act.SOLVED, *BESIDE})
        restored = part.act is Act.UNDO
        run.rows.change(
            case, version=new_version, state=case.state if restored else after.value
        )
        content = {
            **actor,
            "inputs": run.inputs,
            "state": [before.value, case.state],
            "version": [version, new_version],
            "edition": case.edition,
            "regulation": case.regulation_hash,
            "flow": case.flow_hash,
        }
        written = append(
            chain=case.event_id,
            act=part.act.value,
            at=context.at,
            rows=run.rows,
            content=content,
            case_id=case.pk,
            head=head,
        )
        receipt = receipt or written
        parts = run.follow_ups + parts
    assert receipt is not None  # noqa: S101 - the loop ran once
    return receipt


def _respect_decision(act: Act, case: Case) -> None:
    """Raise Invalid where an act would set aside what an appeal has decided."""
    if act in BEFORE_A_DECISION and unannounced_decisions(case).exists():
        raise Fault("appeal_decided")
    if act in REOPENS:
        last = Ruling.objects.filter(case=case).order_by("number").last()
        if pending(last) and not corrected_now(case):
            raise Fault("ruling_corrects_facts")
    if act in NOT_OVER_A_RULING and in_force(case) is not None:
        raise Fault("ruling_stands")


def once(
    act: str,
    context: ActContext,
    payload: Mapping[str, object],
    *,
    on: object,
    lock: Callable[[], Locked],
    do: Callable[[Locked, str], Receipt],
) -> Receipt:
    """Do an act in one transaction; a known key gets its first receipt again.

    `lock` keeps others out and returns what it locked; `do` takes that and the key's
    fingerprint, which a repeated key must match. It is keyed, since payloads may be
    short. Raises KeyReused, and Fault where something was said after the act.
    """
    if context.said_at is not None and context.said_at > context.at:
        raise Fault("said_later")
    data = canonical_bytes([act, str(on), payload])
    mark = hmac.digest(settings.SECRET_KEY.encode(), data, "sha256").hex()

    def attempt() -> Receipt:
        if known := _known(context, mark):
            return known
        locked = lock()
        if known := _known(context, mark):  # the same key, sent twice at once
            return known
        _keep_pace(context)
        receipt = do(locked, mark)
        if context.key is not None:
            KeyUse(
                actor=context.by.key_owner,
                key=context.key,
                fingerprint=mark,
                chain=receipt.chain,
                seq=receipt.seq,
            ).save(force_insert=True)
        return receipt

    return in_transaction(attempt)


def _keep_pace(context: ActContext) -> None:
    """Raise Fault where phones of a contestant file faster than people can (R25)."""
    if context.by.table_pass is None:
        return
    uses = KeyUse.objects.filter(actor=context.by.key_owner).order_by("-pk")
    first = uses[PACE - 1 : PACE].first()
    if first is None:
        return
    entry = Entry.objects.get(chain=first.chain, seq=first.seq)
    if entry.at > context.at - PACE_TIME:
        raise Fault("too_many_filings")


def actor_content(context: ActContext, role: str, mark: str = "") -> dict[str, object]:
    """Return the part of an entry that says who acted, how, and with which key.

    `mark` is the key's fingerprint: so the entry proves what a retry must bring.
    """
    content: dict[str, object] = {
        "actor": {"kind": context.by.kind, "id": context.by.id, "role": role},
        "via": context.by.via,
        "key": context.key,
        "said_at": context.said_at,
    }
    if context.key is not None and mark:
        content["mark"] = mark
    return (
        content
        if context.phone_at is None
        else content | {"phone_at": context.phone_at}
    )


def in_transaction(attempt: Callable[[], Receipt]) -> Receipt:
    """Run a whole transaction, again on a deadlock or a lost race for a key (R5)."""
    for turn in range(TRIES):
        try:
            with transaction.atomic():
                return attempt()
        except (OperationalError, IntegrityError):
            if turn == TRIES - 1 or transaction.get_connection().in_atomic_block:
                raise
    raise AssertionError("unreachable")


def first_receipt(context: ActContext) -> Receipt | None:
    """Return the receipt of a key's first use, whatever is sent with it now.

    For what is filed as several acts in one transaction, of which this is the first.
    """
    used = _use_of(context)
    return None if used is None else _receipt_of(used)


def _known(context: ActContext, mark: str) -> Receipt | None:
    used = _use_of(context)
    if used is None:
        return None
    if not hmac.compare_digest(used.fingerprint, mark):
        raise KeyReused
    return _receipt_of(used)


def _use_of(context: ActContext) -> KeyUse | None:
    if context.key is None:
        return None
    return KeyUse.objects.filter(actor=context.by.key_owner, key=context.key).first()


def _receipt_of(used: KeyUse) -> Receipt:
    entry = Entry.objects.get(chain=used.chain, seq=used.seq)
    return Receipt(
        entry.chain, entry.seq, entry.code, entry.at, entry.act, entry.case_id
    )
