"""What commands say before the solver is compiled: it takes a while, and only once."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

from rulings.solver.kernel.compiler import is_ready

BEING_PREPARED = "The solver is being prepared; this happens once, about half a minute."


def tell_when_unready(stderr: OutputWrapper) -> bool:
    """Say whether the solver is ready, and tell people where it is not."""
    ready = is_ready()
    if not ready:
        stderr.write(BEING_PREPARED)
        stderr.flush()
    return ready
