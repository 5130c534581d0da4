"""Take back the actor's own last act on a case, before it is announced.

Nothing is erased: undo is an entry that sets the rows to what they were before.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from rulings.models import Case, Entry
from rulings.permissions import Actor
from rulings.permissions.rights import Refused
from rulings.queries.rounds import finished_if_over
from rulings.states import BESIDE, Act, State
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Barred, Fault, Invalid
from rulings.workflow.event.transaction import RETIME
from rulings.workflow.log import LATER_COLUMNS, Receipt
from rulings.workflow.windows import require_not_final, retime_restored

Content = dict[str, Any]
SHARED = {"playing", "window", "pass"}
"""Tables of a case's rows that acts on the event set as well."""

NEVER = {
    *(Act.SOLVED.value, Act.EXPORT.value, Act.PROPOSE.value, RETIME),
    *(Act.INTO_CASEBOOK.value, Act.OUT_OF_CASEBOOK.value),
    *(act.value for act in BESIDE),
}
"""Entries undo looks past: they are no act of a director on the case."""

DIRECTORS = {
    *(Act.CHANGE_FACTS, Act.REVISE, Act.CLAIM, Act.STATEMENT, Act.POSITION, Act.FACT),
    *(Act.READ_BACK, Act.ANSWER, Act.STRIKE, Act.ALLOW, Act.FREEZE, Act.RESERVE),
    *(Act.RULE, Act.CONFIRM, Act.SEND_BACK),
}
"""What a repair consists of, and is taken back where the ruling is left as it was."""

TIMES_KNOWN = {Act.EXTEND, Act.CLOSE_EARLY}
"""Acts on a time: the players know it at once."""


def undo(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Take back everything the actor's last request wrote on a case not yet final.

    An agreement is taken back whatever the clock says: nobody gave one entered by
    mistake, so no time establishes it. Raises Refused when the last act is another
    person's, Invalid when nothing is left to take back.
    """

    def write(run: ActRun) -> None:
        entries = _contents(run.case)
        last = _last_request(entries)
        _require_time(run.case, last, context.at)
        _require_own(last[0], context.by)
        run.inputs["undoes"] = [content["seq"] for content in last]
        _restore(run, entries, last)

    return perform(Act.UNDO, context, case_id, write, {})


def leave_as_announced(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Take back all that directors did since a ruling in force was opened again.

    What players filed meanwhile stays. Raises Invalid where nothing was opened, or the
    chief has overruled since.
    """

    def write(run: ActRun) -> None:
        entries = _contents(run.case)
        undone = _undone(entries)
        standing = [one for one in entries if one["seq"] not in undone]
        start = max(
            (one["seq"] for one in standing if _leaves_announced(one)), default=None
        )
        since = [one for one in standing if start and one["seq"] >= start]
        if not since or any(one["act"] == Act.OVERRULE for one in since):
            raise Fault("nothing_to_leave")
        taken = [one for one in since if one["act"] in DIRECTORS]
        run.inputs["undoes"] = [one["seq"] for one in taken]
        _restore(run, entries, taken)

    return perform(Act.UNDO, context, case_id, write, {"all": True})


def _leaves_announced(content: Content) -> bool:
    """Say whether an entry is the first of a repair: the ruling is opened again."""
    before, after = content["state"]
    return bool(before == State.ANNOUNCED and after in {State.CONTESTED, State.RULED})


def remove_agreement(run: ActRun) -> None:
    """Set back what the entry of an agreement wrote, whoever made it and when.

    What was done since to its windows goes with them; a score entered since stays, and
    a board whose round is over stays finished.
    """
    entries = _contents(run.case)
    given = [content for content in entries if content["act"] == Act.AGREE][-1:]
    place = ("case", str(run.case.pk))
    for content in given:
        rows = [row for row in content["rows"] if (row[0], row[1]) != place]
        _restore(run, entries, [{**content, "rows": rows}])


def can_undo(case: Case, by: Actor) -> bool:
    """Say whether the last act on a case is the actor's own and can be taken back."""
    return bool(_undoable(case, by))


def can_undo_agreement(case: Case, by: Actor) -> bool:
    """Say whether what can be taken back is the entry of an agreement."""
    return case.state == State.AGREED and _agrees(_undoable(case, by))


def _undoable(case: Case, by: Actor) -> list[Content]:
    """Return the entries that an undo would take back; none where it may not."""
    last = _last_request(_contents(case))
    try:
        _require_time(case, last, by.at)
        _require_own(last[0], by)
    except (Invalid, Refused):
        return []
    return last


def _agrees(last: list[Content]) -> bool:
    return any(content["act"] == Act.AGREE for content in last)


def _require_time(case: Case, last: list[Content], at: datetime) -> None:
    """Raise Invalid on a final case, unless an agreement is what is taken back."""
    if not _agrees(last):
        require_not_final(case, at)


def _require_own(last: Content, by: Actor) -> None:
    """Raise Refused or Invalid unless the actor may take this act back."""
    if (last["actor"]["kind"], last["actor"]["id"]) != (by.kind, by.id):
        raise Barred("last_act_of_another")
    if last["act"] == Act.OPEN:
        raise Fault("nothing_to_undo")
    if last["act"] in TIMES_KNOWN:
        raise Fault("time_is_known")


def _contents(case: Case) -> list[Content]:
    rows = Entry.objects.filter(chain=case.event_id, case_id=case.pk).order_by("seq")
    return [{**json.loads(bytes(row.data)), "seq": row.seq} for row in rows]


def _undone(entries: list[Content]) -> set[int]:
    return {seq for content in entries for seq in content["inputs"].get("undoes", ())}


def _last_request(entries: list[Content]) -> list[Content]:
    """Return the entries of the last request that still stands, oldest first."""
    undone = _undone(entries)
    standing = [
        content
        for content in entries
        if content["seq"] not in undone
        and content["act"] != Act.UNDO
        and content["act"] not in NEVER
    ]
    last = standing[-1]
    if last["key"] is None:
        return [last]
    return [
        content
        for content in standing
        if content["key"] == last["key"] and content["actor"] == last["actor"]
    ]


def _restore(run: ActRun, entries: list[Content], last: list[Content]) -> None:
    before = [content for content in entries if content["seq"] < last[0]["seq"]]
    wanted: dict[tuple[str, str], dict[str, Any] | None] = {}
    taken_back: set[tuple[str, str]] = set()
    for content in last:
        for table, row_id, values in content["rows"]:
            wanted.setdefault((table, row_id), {})
            if values is not None:
                wanted[table, row_id] = {**(wanted[table, row_id] or {}), **values}
            else:
                taken_back.add((table, row_id))
    for (table, row_id), values in reversed(wanted.items()):
        old, later = _fold(before, table, row_id), set[str]()
        if table in SHARED:
            old = _fold(_chain(run.case, row_id, seq__lt=last[0]["seq"]), table, row_id)
            later = _set_later(run.case, last[-1]["seq"], table, row_id)
        if (table, row_id) == ("case", str(run.case.pk)):
            _restore_case(run, old or {}, values or {})
        elif old is None:
            run.rows.remove(table, row_id)
        elif (table, row_id) in taken_back:
            run.rows.restore(table, row_id, old)
            retime_restored(run, table, row_id, old)
        else:
            kept = {name: old[name] for name in values or {} if name not in later}
            _set_back(run, table, row_id, kept)


def _set_back(run: ActRun, table: str, row_id: str, old: dict[str, Any]) -> None:
    """Plan earlier columns of a row; a board never goes back into play once over."""
    if table == "playing":
        old = finished_if_over(uuid.UUID(row_id), old)
    if old:
        run.rows.restore(table, row_id, old)


def _restore_case(run: ActRun, old: dict[str, Any], touched: dict[str, Any]) -> None:
    """Set the case's own columns back; its version only ever grows."""
    case = run.case
    for column in case._meta.concrete_fields:  # noqa: SLF001 - Django's documented meta API
        if column.attname in touched and column.attname != "version":
            value = column.to_python(old[column.attname])
            setattr(case, column.attname, value)
            run.rows.restore(
                "case", str(case.pk), {column.attname: old[column.attname]}
            )


def _fold(entries: Iterable[Content], table: str, row_id: str) -> dict[str, Any] | None:
    older = LATER_COLUMNS.get(table, {})
    row: dict[str, Any] | None = None
    for content in entries:
        for name, key, values in content["rows"]:
            if (name, key) == (table, row_id):
                row = None if values is None else {**(row or older), **values}
    return row


def _chain(case: Case, row_id: str, **numbers: int) -> Iterator[Content]:
    """Yield the entries of the event that name a row, also those outside the case."""
    rows = Entry.objects.filter(chain=case.event_id, **numbers).order_by("seq")
    for row in rows.iterator(500):
        data = bytes(row.data)
        if row_id.encode() in data:
            yield json.loads(data)


def _set_later(case: Case, after: int, table: str, row_id: str) -> set[str]:
    """Return the columns that acts outside the case have set meanwhile: they stay."""
    return {
        column
        for content in _chain(case, row_id, seq__gt=after)
        if content["case"] != str(case.pk) or content["act"] == RETIME
        for name, key, values in content["rows"]
        if (name, key) == (table, row_id)
        for column in values or {}
    }
