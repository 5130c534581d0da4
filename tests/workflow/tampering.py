"""What somebody could do behind the log, past every guard, and what is found."""

import json
import uuid

from django.db import connection

from rulings.models import Entry, Head
from rulings.workflow.log import FIRST, digest, entry_code
from rulings.workflow.proof.verify import verify


def found(anchors=None):
    """Return what verify finds, one line each."""
    return [str(finding) for finding in verify(anchors).findings]


def sql(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount == 1, statement


def in_column(field, value):
    """Return a value as the database is given it."""
    return field.get_db_prep_value(value, connection)


def set_column(row, column, value):
    """Set one column of a row past every guard."""
    meta = row._meta
    sql(
        f'UPDATE {meta.db_table} SET "{column}" = %s '  # noqa: S608 - names of the model
        f'WHERE "{meta.pk.column}" = %s',
        value,
        in_column(meta.pk, row.pk),
    )


def remove(row):
    """Delete a row past every guard."""
    meta = row._meta
    sql(
        f"DELETE FROM {meta.db_table} "  # noqa: S608 - names of the model
        f'WHERE "{meta.pk.column}" = %s',
        in_column(meta.pk, row.pk),
    )


def other(row, field):
    """Return another value that a column can hold."""
    value = getattr(row, field.attname)
    kind = field.get_internal_type()
    if kind in {"ForeignKey", "OneToOneField"}:
        key = field.target_field
        whole = "Auto" in key.get_internal_type()
        return 987654 if whole else in_column(key, uuid.uuid4())
    if kind == "UUIDField":
        return in_column(field, uuid.uuid4())
    if kind == "JSONField":
        return json.dumps({"x": 1} if isinstance(value, dict) else ["x"])
    if kind == "BooleanField":
        return not value
    if kind == "DateField":
        return "2001-02-03"
    if kind == "DateTimeField":
        return "2001-02-03 04:05:06"
    if kind.endswith("IntegerField"):
        return (value or 0) + 1000
    last = "a" if (value or "")[-1:] != "a" else "b"
    return (value or "")[: field.max_length - 1] + last


def entry_at(cast, back=0):
    """Return an entry of the event, counted from its last."""
    return Entry.objects.filter(chain=cast.event.pk).order_by("-seq")[back]


def rehash(chain):
    """Make a whole chain true to itself again, as one with all the code could."""
    previous = FIRST
    for entry in Entry.objects.filter(chain=chain).order_by("seq"):
        code = entry_code(chain, entry.seq, previous, digest(bytes(entry.data)))
        Entry.objects.filter(pk=entry.pk).update(previous=previous, code=code)
        previous = code
    Head.objects.filter(chain=chain).update(code=previous)
