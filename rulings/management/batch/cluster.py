"""Batches on a Ray cluster that is there already.

Ray is loaded only here and only when it is asked for. Each node needs this project
at the same place, with what it needs installed; a batch lost with a node is run again.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulings.management.batch.processes import AHEAD, windowed
from rulings.solver.tools.batch import Batch, Row, Run, Work

if TYPE_CHECKING:
    from concurrent.futures import Future

HOW_TO_INSTALL = (
    "Ray is not installed here: "
    "python -m pip install --require-hashes --no-deps -r requirements/batch.txt"
)


class NoCluster(RuntimeError):
    """There is no Ray, or no cluster that it finds; says what to do."""


@contextmanager
def ray_cluster(jobs: int | None, address: str | None = None) -> Iterator[Run]:
    """Give what runs batches on a cluster, on so many of its cores or on all.

    The address is that of Ray's own environment, else the cluster of this machine.
    """
    ray = _ray()
    address = address or os.environ.get("RAY_ADDRESS") or "auto"
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise NoCluster(
            f"no Ray cluster at {address}: start one with `ray start --head`, or name "
            "one in RAY_ADDRESS; one that asks for a token needs RAY_AUTH_MODE=token "
            f"here too ({error})"
        ) from error
    with _joined(ray, jobs) as run:
        yield run


def own_token() -> dict[str, str]:
    """Return the environment of a cluster with a token of its own, used only once."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@contextmanager
def local_cluster(cores: int) -> Iterator[Run]:
    """Give the same on a cluster of this machine that is started for it, and ends."""
    # Where Ray makes a token itself, it leaves it in the user's home, and every
    # cluster started later asks for it. It looks for one when it is loaded: a token
    # given after that would be known to the cluster and not to this process.
    if "RAY_AUTH_MODE" not in os.environ and "ray" not in sys.modules:
        os.environ |= own_token()
    ray = _ray()
    ray.init(
        address="local",
        num_cpus=cores,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
    )
    with _joined(ray, cores) as run:
        yield run


@contextmanager
def _joined(ray: Any, jobs: int | None) -> Iterator[Run]:  # noqa: ANN401 - as below
    try:
        cores = jobs or int(ray.cluster_resources().get("CPU", 1))
        yield partial(windowed, _submit(ray), AHEAD * cores)
    except ray.exceptions.RayError as error:
        # Most often a node that lacks the project or what it needs.
        raise NoCluster(f"the cluster could not run a batch: {error}") from error
    finally:
        ray.shutdown()


def _ray() -> Any:  # noqa: ANN401 - Ray is not there when types are checked
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise NoCluster(HOW_TO_INSTALL) from error


def _submit(ray: Any) -> Any:  # noqa: ANN401 - as above
    def on_a_core(work: Work, batch: Batch) -> list[Row]:
        return work(batch)

    remote = ray.remote(on_a_core)

    def submit(work: Work, batch: Batch) -> Future[list[Row]]:
        future: Future[list[Row]] = remote.remote(work, batch).future()
        return future

    return submit
