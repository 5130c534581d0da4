"""Batches on processes of this machine, a few on their way at a time.

The workers are forked from a server that has the compiled search loaded. They end
with the process that started them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing.connection import wait

from rulings.solver.tools.batch import Batch, Row, Run, Work

AHEAD = 4
"""Batches on their way for each process: a long solve must not let others wait."""

WARM = "rulings.solver.tools.warm"
Submit = Callable[[Work, Batch], "Future[list[Row]]"]


@contextmanager
def local_processes(jobs: int) -> Iterator[Run]:
    """Give what runs batches on so many processes; one is the process in hand."""
    if jobs == 1:
        import_module(WARM)
        yield map
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([WARM])
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_stand_by)
    try:
        yield partial(windowed, pool.submit, AHEAD * jobs)
    except BaseException:
        # Nobody waits for what they are doing.
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def windowed(
    submit: Submit, ahead: int, work: Work, batches: Iterable[Batch]
) -> Iterator[list[Row]]:
    """Yield the rows of each batch in order; at most `ahead` batches are taken."""
    waiting: deque[Future[list[Row]]] = deque()
    for batch in batches:
        waiting.append(submit(work, batch))
        while waiting and (len(waiting) >= ahead or waiting[0].done()):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _stand_by() -> None:
    """Make a worker ready: warm, deaf to Ctrl-C, and gone when its parent is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    import_module(WARM)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
