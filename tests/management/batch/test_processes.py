"""Batches on their way: few at a time, in order, and nothing left behind."""

import multiprocessing
from concurrent.futures import Future

import pytest

from rulings.management.batch.processes import local_processes, windowed


def submitted(answers):
    """Return a way to submit whose futures are done at once, or never by themselves."""
    taken = []

    def submit(work, batch):
        future = Future()
        taken.append((future, work, batch))
        if answers:
            future.set_result(work(batch))
        return future

    return submit, taken


def test_no_more_batches_are_alive_than_the_window_holds():
    alive, most = 0, 0
    submit, taken = submitted(answers=False)

    def batches():
        nonlocal alive, most
        for n in range(10_000):
            alive += 1
            most = max(most, alive)
            if alive == 6:  # the oldest is answered when no more may be taken
                future, work, batch = taken.pop(0)
                future.set_result(work(batch))
            yield (n,)

    found = []
    stream = windowed(submit, 6, list, batches())
    for answer in stream:
        alive -= 1
        found += answer
        if len(found) >= 9_990:
            break

    assert found == list(range(9_990))
    assert most <= 7


def test_an_answer_that_is_there_does_not_wait_for_a_full_window():
    submit, _ = submitted(answers=True)
    given = iter([(1,), (2,)])

    stream = windowed(submit, 100, list, given)

    assert next(stream) == [1]
    assert next(given) == (2,)


def test_one_job_needs_no_process():
    before = multiprocessing.active_children()
    with local_processes(1) as run:
        assert list(run(sum, [(1, 2), (3,)])) == [3, 3]
        assert multiprocessing.active_children() == before


def test_processes_answer_in_order_and_are_gone_when_it_is_broken_off():
    before = set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt), local_processes(2) as run:  # noqa: PT012 - it is broken off inside
        assert list(run(sum, ((n, n) for n in range(50)))) == list(range(0, 100, 2))
        raise KeyboardInterrupt

    assert set(multiprocessing.active_children()) <= before
