"""What an administrator's machines ask: is it alive, what is wrong, how much there is.

`/healthz` says whether pages can be served, to anybody. `/healthz/deep` and `/metrics`
say more, and only with TD_STATUS_TOKEN as a bearer token. No name, text or path.
"""

from __future__ import annotations

import hmac
import logging
import shutil
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from django_tasks_db.models import DBTaskResult

from rulings.clock import host_clock, receipt_at, ticks
from rulings.management.keep.keeping import OWN, own_folder
from rulings.models import SITE_CHAIN, Head, VisitorQuestion
from rulings.presenters.sentences import lacking
from rulings.queries.chief import solver_silent_since
from tdweb.hosting import measures
from tdweb.hosting.ready import uncollected

LITTLE_DISK = 200
"""So many MB left on the disk are too little."""
FAR_APART = 1000
"""So many ms between the host's clock and the database's are too many."""
MOST_CHAINS = 200
"""So many chains are named with their ends."""
OLD_BACKUP = 26 * 60 * 60
UNHEALTHY = 503
health_log = logging.getLogger("tdweb.health")
_logged: dict[str, list[str]] = {}
"""What this process last wrote to its log that is wrong, by page."""

if TYPE_CHECKING:
    from prometheus_client import Metric

Facts = dict[str, float | int | str]


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 Django passes it
    """Return 200 when pages can be served, 503 with what is missing if not."""
    status = "ok"
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        status = "database unreachable"
    if status == "ok" and uncollected():
        status = "static files not collected"
    log_change("healthz", [] if status == "ok" else [status])
    return answer({"status": status}, healthy=status == "ok")


@require_safe
def deep(request: HttpRequest) -> JsonResponse:
    """Return everything that is known of the site's health, and what is wrong."""
    require_token(request)
    try:
        found = facts()
        ends = {str(one.chain): f"{one.seq}:{one.code[:12]}" for one in heads()}
    except DatabaseError:
        wrong = ["the database does not answer"]
        log_change("healthz_deep", wrong)
        return answer({"status": "unhealthy", "wrong": wrong}, healthy=False)
    wrong = faults(found)
    log_change("healthz_deep", wrong)
    status = "unhealthy" if wrong else "ok"
    said: dict[str, object] = {"status": status, "wrong": wrong, **found, "heads": ends}
    return answer(said, healthy=not wrong)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the same numbers in the form that Prometheus reads."""
    require_token(request)
    try:
        from prometheus_client import (  # noqa: PLC0415 an extra: it may be absent
            CONTENT_TYPE_LATEST,
            CollectorRegistry,
            generate_latest,
        )
    except ImportError as error:
        raise Http404 from error
    registry = CollectorRegistry()
    measures.collect(registry)
    registry.register(Standing())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class Standing:
    """The site's facts as Prometheus reads them, asked for at each look."""

    def collect(self) -> Iterator[Metric]:
        """Yield a gauge for each fact that is a number, and one for each chain."""
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 an extra

        found: Facts = {}
        ends: list[Head] = []
        with suppress(DatabaseError):
            found, ends = facts(), heads()
        well = bool(found) and not faults(found)
        yield GaugeMetricFamily("seventy_up", "1 where nothing is wrong", well)
        for name, value in found.items():
            if not isinstance(value, str):
                words = name.replace("_", " ")
                yield GaugeMetricFamily(f"seventy_{name}", words, value)
        chains = GaugeMetricFamily(
            "seventy_chain_seq", "entries of a chain", labels=["chain"]
        )
        for head in ends:
            chains.add_metric([str(head.chain)], head.seq)
        yield chains


def heads() -> list[Head]:
    """Return the last entry of each chain, the site's own first."""
    return list(Head.objects.order_by("chain")[:MOST_CHAINS])


def require_token(request: HttpRequest) -> None:
    """Raise Http404 for who does not know the token; without one nobody does."""
    given = request.headers.get("Authorization", "").encode()
    wanted = f"Bearer {settings.TD_STATUS_TOKEN}".encode()
    if not settings.TD_STATUS_TOKEN or not hmac.compare_digest(given, wanted):
        raise Http404


def answer(found: dict[str, object], *, healthy: bool) -> JsonResponse:
    """Return facts with the status that a machine reads first."""
    said = JsonResponse(found, status=200 if healthy else UNHEALTHY)
    # Django would write an error without a reason at each question.
    said._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - its own mark
    return said


def log_change(page: str, wrong: list[str]) -> None:
    """Write what is wrong, in the fixed sentences of this module, once a change."""
    if wrong == _logged.get(page, []):
        return
    _logged[page] = wrong
    if wrong:
        health_log.error("The site is not well.", extra={"facts": {"wrong": wrong}})
    else:
        health_log.info("The site is well again.")


def facts() -> Facts:
    """Return the numbers of the site as it stands; raise DatabaseError without one."""
    began = ticks()
    at = receipt_at()
    host = host_clock()
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    jobs = DBTaskResult.objects.exclude(queue_name=VisitorQuestion.QUEUE)
    ready = jobs.ready().order_by("enqueued_at")
    oldest = ready.first()
    head = Head.objects.filter(chain=SITE_CHAIN).first()
    found: Facts = {
        "database_ms": round(1000 * (ticks() - began), 1),
        "clock_apart_ms": round(1000 * abs((host - at).total_seconds()), 1),
        "migrations_pending": len(pending),
        "static_files_missing": len(uncollected()),
        "jobs_waiting": ready.count(),
        "jobs_running": DBTaskResult.objects.running().count(),
        "oldest_job_s": (at - oldest.enqueued_at).total_seconds() if oldest else 0,
        "solver_silent": int(solver_silent_since(at) is not None),
        "solver_parts_missing": len(lacking()),
        "disk_free_mb": shutil.disk_usage(settings.VAR_DIR).free // 2**20,
        "chains": Head.objects.count(),
        "site_chain_seq": head.seq if head else 0,
        "site_chain_code": head.code[:12] if head else "",
    }
    folder = own_folder()
    names = folder.iterdir() if folder.is_dir() else ()
    made = [path.stat().st_mtime for path in names if OWN.fullmatch(path.name)]
    if made:
        found["last_backup_s"] = round(host.timestamp() - max(made))
    return found


def faults(found: Facts) -> list[str]:
    """Return what is wrong, in words."""
    words = {
        "the database lacks migrations": found["migrations_pending"],
        "static files are not collected": found["static_files_missing"],
        "no worker takes the solver's jobs": found["solver_silent"],
        "the disk is almost full": number(found, "disk_free_mb") < LITTLE_DISK,
        "the clocks of host and database differ": number(found, "clock_apart_ms")
        > FAR_APART,
        "no backup was ever made": "last_backup_s" not in found,
        "the last backup is older than a day": number(found, "last_backup_s")
        > OLD_BACKUP,
    }
    return [sentence for sentence, wrong in words.items() if wrong]


def number(found: Facts, name: str) -> float:
    """Return a fact as a number, 0 where it is not known."""
    return float(found.get(name, 0))
