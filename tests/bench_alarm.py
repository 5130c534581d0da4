"""How long a claim's like are looked for among 25,000 cases, on both databases.

    ./td bench alarm

The cases are made of the shared recorded claims, each with the tricks of its record as
the ruling: 400 in the running event, the others in fifty closed ones. Of the running
event's, 200 are asked for as a director's page does; what the database uses for it is
told too.
"""

import json
import os
import random
import subprocess
import sys
import uuid
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle, islice
from statistics import median, quantiles
from time import perf_counter, process_time

from rulings.management.bench.ledger import Figure
from tests import databases, tree

CASES, HERE, CLOSED, ASKED = 25_000, 400, 50, 200
LIMIT_MS = 200
FILES = ("claims.jsonl.gz", "claims-online.jsonl")
NO_CLAIMS = "no recorded claims here: set TD_DATA for the figures"


@dataclass(frozen=True)
class Past:
    """A case of the past: its pattern, and the tricks it was ruled."""

    cards: str
    ways: list
    left: int
    tricks: int


def patterns(data, count):
    """Return the patterns of recorded claims, read as declarer's, some over again."""
    from rulings.bridge.errors import IllegalPlay, ParseError  # noqa: PLC0415 late
    from rulings.management.batch.sources import ClaimFiles  # noqa: PLC0415 late
    from rulings.solver import normal_settings  # noqa: PLC0415 late
    from rulings.solver.inputs import pattern_of  # noqa: PLC0415 late
    from rulings.solver.tools.batch import position_of  # noqa: PLC0415 late

    files = [data / "real-claims" / name for name in FILES]
    found, settings = [], normal_settings()
    for entry in ClaimFiles(tuple(one for one in files if one.exists())).entries():
        if len(found) == count:
            break
        try:
            position, claim = position_of(entry.record)
            claim.check(position)
        except (ParseError, IllegalPlay, KeyError, ValueError, AttributeError):
            continue
        made = pattern_of(position, claim, settings)
        ways = [dict(way) for way in made.ways]
        found.append(Past(made.cards, ways, position.left, claim.tricks))
    return list(islice(cycle(found), count)) if found else []


def fill(cast, past):
    """Write the cases straight into the tables; return those of the running event."""
    from rulings import models  # noqa: PLC0415 late
    from tests.factories import make_case  # noqa: PLC0415 late

    model = make_case(cast, state="ruled")
    proposal, ruling = model.proposals.get(), model.rulings.get()
    places = list(models.Playing.objects.filter(board__event=cast.event))
    events = [copy_of(cast.event, phase="closed") for _ in range(CLOSED)]
    models.Event.objects.bulk_create(events)
    made = {kind: [] for kind in ("Case", "Claim", "Proposal", "CasePattern", "Ruling")}
    for number, one in enumerate(past):
        here = number < HERE
        event = cast.event if here else events[number % CLOSED]
        at = cast.at - timedelta(minutes=number)
        state = "closed" if not here else "frozen" if number < ASKED else "announced"
        case = copy_of(
            *(model,),
            event_id=event.pk,
            playing_id=places[number % len(places)].pk,
            state=state,
            called_at=at,
        )
        asked = copy_of(proposal, case_id=case.pk, queued_at=at)
        made["Case"].append(case)
        made["Claim"].append(
            copy_of(model.claim, case_id=case.pk, tricks_left=one.left)
        )
        made["Proposal"].append(asked)
        made["CasePattern"].append(
            models.CasePattern(proposal_id=asked.pk, cards=one.cards, ways=one.ways)
        )
        if state != "frozen":
            given = {"case_id": case.pk, "proposal_id": asked.pk, "announced_at": at}
            made["Ruling"].append(
                copy_of(ruling, tricks_claimer=one.tricks, current=True, **given)
            )
    for kind, rows in made.items():
        getattr(models, kind).objects.bulk_create(rows, batch_size=500)
    return [case.pk for case in made["Case"][:ASKED]]


def copy_of(row, **changes):
    """Return another row like one, with a key of its own."""
    given = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
    return type(row)(**given | {"id": uuid.uuid4()} | changes)


def searched(cast, asked):
    """Return the milliseconds of each search, what it found, and the plans."""
    from django.db import connection  # noqa: PLC0415 late
    from django.db.models.query import QuerySet  # noqa: PLC0415 late

    from rulings.models import Case, CasePattern  # noqa: PLC0415 late
    from rulings.queries.table import similar  # noqa: PLC0415 late
    from tests.factories import as_actor  # noqa: PLC0415 late

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    actor = as_actor(cast, cast.dana)
    times, own, counts = [], [], []
    similar.similar_to(actor, Case.objects.get(pk=asked[0]))
    for pk in asked:
        case = Case.objects.get(pk=pk)
        began, busy = perf_counter(), process_time()
        counts.append(len(similar.similar_to(actor, case)))
        own.append(1000 * (process_time() - busy))
        times.append(1000 * (perf_counter() - began))
    plans, newest = [], similar._newest

    def told(*asked: QuerySet[CasePattern]):
        plans.extend(rows.explain() for rows in asked)
        return newest(*asked)

    similar._newest = told
    similar.similar_to(actor, Case.objects.get(pk=asked[0]))
    return {"ms": times, "own": own, "found": counts, "plans": plans}


def run():
    """Fill the database of this process, and print what was measured as JSON."""
    import django  # noqa: PLC0415 late

    django.setup()
    from django.conf import settings  # noqa: PLC0415 late
    from django.db import transaction  # noqa: PLC0415 late
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 late

    past = patterns(settings.TD_DATA, CASES)
    random.Random(70).shuffle(past)
    if not past:
        return
    runner = DiscoverRunner(verbosity=0, interactive=False)
    made = runner.setup_databases()
    try:
        from tests.factories import make_event  # noqa: PLC0415 late

        cast = make_event()
        with transaction.atomic():
            asked = fill(cast, past)
            found = searched(cast, asked)
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(made)
    different = len({one.cards for one in past})
    sys.stdout.write(json.dumps(found | {"cases": len(past), "different": different}))


def measured():
    """Return the lines of both databases and their row for docs/benchmarks.md."""
    lines, figures = [], []
    for name, server in (("SQLite", None), ("PostgreSQL", databases.postgresql)):
        if server is None:
            found = of("")
        else:
            with server() as address:
                found = of(address)
        if found is None:
            return [NO_CLAIMS], None
        said = sentence(name, found)
        figures.append(said)
        lines += [said, *(plan for plan in found["plans"])]
    return lines, Figure(
        f"claims like one another, looked for among {CASES:,} cases",
        "the shared recorded claims, each with the tricks of its record",
        "./td bench alarm --append",
        "; ".join(figures),
    )


def of(address):
    """Return what was measured on a database; None without claims."""
    environment = dict(os.environ)
    environment.pop("DATABASE_URL", None)
    if address:
        environment["DATABASE_URL"] = address
    environment["DJANGO_SETTINGS_MODULE"] = "tdweb.settings"
    command = [sys.executable, "-c", "from tests.bench_alarm import run; run()"]
    done = subprocess.run(
        command, cwd=tree.ROOT, env=environment, check=True, stdout=subprocess.PIPE
    )
    said = done.stdout.decode().partition("{")  # what came before is not ours
    return json.loads("{" + said[2]) if said[1] else None


def sentence(name, found):
    """Return one database's figures in words."""
    times = found["ms"]
    within = sum(one < LIMIT_MS for one in times)
    return (
        f"{name}: {found['cases']} cases of {found['different']} patterns, "
        f"median {median(times):.1f}, p95 {quantiles(times, n=20)[-1]:.1f}, "
        f"max {max(times):.1f} ms, {within} of {len(times)} within {LIMIT_MS} ms; "
        f"of the site's processor median {median(found['own']):.1f}, "
        f"max {max(found['own']):.1f} ms; "
        f"{sum(map(bool, found['found']))} have others like them"
    )
