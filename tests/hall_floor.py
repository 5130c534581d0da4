"""A full hall for `./td bench hall`: made in the site's database, and counted after.

    python -m tests.hall_floor make FILE [CASES]     who asks for what, as JSON
    python -m tests.hall_floor count FILE    what became of what they filed

A process of its own, so that the client holds no Django and no database.
"""

import json
import sys
import uuid
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

TABLES, SECTIONS, ROUNDS = 10, 20, 5
STAFF = {"tablet": 40, "chief": 4}
SECRET = "hall" * 8
"""What the protection against forged forms compares, in cookie and form."""


def make(cases=40):
    """Fill an empty database: 200 tables, their slips, staff, announced cases."""
    from django.conf import settings  # noqa: PLC0415 the settings are ready now
    from django.urls import reverse  # noqa: PLC0415 the same

    from rulings.models import (  # noqa: PLC0415 the same
        Playing,
        Session,
    )
    from rulings.workflow.event import contestants, schedule  # noqa: PLC0415 the same
    from tests import factories, people  # noqa: PLC0415 the same

    now = datetime.now(UTC)
    factories.NOON = start = now - timedelta(minutes=40)
    cast = factories.make_event(
        tables=1, boards_per_round=1, values={"phones": "always"}
    )
    cast.at = start
    pairs = [
        (n, [f"Player {n}a", f"Player {n}b"])
        for n in range(101, 101 + 2 * TABLES * SECTIONS)
    ]
    contestants.add_contestants(factories.shell(start), cast.event, pairs, None)
    schedule.add_session(
        factories.shell(start),
        cast.event,
        order=2,
        placements=placements(),
        timing=schedule.Timing(starts_at=start, round_length=timedelta(minutes=15)),
        deal_set="hall",
        deals=None,
    )
    session = Session.objects.get(event=cast.event, order=2)
    cast.session = session
    playings = list(
        Playing.objects.filter(round__session=session, round__order=1)
        .select_related("ns", "ew")
        .order_by("table__section__letter", "table__number", "board__number")
    )
    slips = people.give_slips(cast, session)
    ruled = playings[:: len(playings) // cases][:cases]
    free = [one for one in playings if one not in ruled]
    return {
        "phones": [cookie_of(slip.table_pass) for slip in slips.values()][2:] * 2,
        "filings": list(announced(cast, ruled, slips)),
        "staff": {kind: list(signed_in(cast, kind)) for kind in STAFF},
        "home": reverse("player"),
        "queue": reverse("queue", args=[cast.event.pk]),
        "live": reverse("live", args=[cast.event.pk]),
        "new_call": reverse("new_call", args=[cast.event.pk]),
        "calls": [str(one.pk) for one in free],
        "secret": SECRET,
        "csrf": settings.CSRF_COOKIE_NAME,
    }


def announced(cast, playings, slips):
    """Bring a case at each of some boards to its ruling; yield who may object."""
    from django.urls import reverse  # noqa: PLC0415 the settings are ready now

    from tests import factories  # noqa: PLC0415 the same

    for playing in playings:
        cast.later(seconds=1)
        case = factories.make_case(cast, state="announced", playing=playing)
        address = reverse("player_case", args=[case.pk])
        for pair, seat in ((playing.ns, "N"), (playing.ew, "E")):
            yield cookie_of(slips[pair.number].table_pass), address, seat


def signed_in(cast, kind):
    """Give roles to accounts; yield the cookie of each."""
    from django.conf import settings  # noqa: PLC0415 the settings are ready now

    from rulings.models import Role  # noqa: PLC0415 the same
    from tests import factories, people  # noqa: PLC0415 the same

    role = {"tablet": Role.Name.DIRECTOR, "chief": Role.Name.CHIEF}[kind]
    name = settings.SESSION_COOKIE_NAME
    for number in range(STAFF[kind]):
        user = factories.make_staff(cast, f"{kind}{number}", role)
        yield f"{name}={people.tablet(user).cookies[name].value}"


def placements():
    """Return the movement: sections that each play a Mitchell of the same boards."""
    from rulings.importers.movements import mitchell  # noqa: PLC0415 late
    from rulings.importers.schedules import Placement  # noqa: PLC0415 late

    found = []
    for number in range(SECTIONS):
        letter, first = chr(ord("B") + number), 100 + 2 * TABLES * number
        for one in mitchell(TABLES, ROUNDS, 2, section=letter):
            values = asdict(one)
            values |= {side: str(int(values[side]) + first) for side in ("ns", "ew")}
            found.append(Placement(**values))
    return tuple(found)


def cookie_of(table_pass):
    """Return the cookie that a phone was given for its slip."""
    from tests import people  # noqa: PLC0415 the settings are ready now

    jar = people.phone(table_pass).cookies
    return "; ".join(f"{name}={one.value}" for name, one in jar.items())


def count(filed):
    """Return how many filings were lost or stored twice, and the drift of each in ms.

    `filed` holds the instant at which each acknowledged key had been sent whole.
    """
    from rulings.models import Entry, KeyUse  # noqa: PLC0415 the settings are ready now

    uses = {}
    for use in KeyUse.objects.all():
        uses.setdefault(use.key, []).append(use)
    drifts, lost, doubled = [], 0, 0
    for key, sent in filed.items():
        found = uses.get(uuid.UUID(key), [])
        lost += not found
        doubled += len(found) > 1
        for use in found[:1]:
            entry = Entry.objects.get(chain=use.chain, seq=use.seq)
            drifts.append(abs(entry.at.timestamp() - sent) * 1000)
    return {"lost": lost, "doubled": doubled, "drifts": sorted(drifts)}


def main(what, name, cases="40"):
    """Do one half of the work, from and to a file."""
    import django  # noqa: PLC0415 a process of its own

    django.setup()
    path = Path(name)
    if what == "make":
        done = make(int(cases))
    else:
        done = count(json.loads(path.read_text("utf-8")))
    path.write_text(json.dumps(done), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
