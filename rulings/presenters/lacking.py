"""What the solver lacks on this machine, in words: it works without, but not as well.

Intel Macs have no compiler for it, ARM Linux no double-dummy library (docs/install.md).
"""

from importlib.util import find_spec

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PARTS = {
    "numba": gettext_noop(
        "The solver has no compiler on this machine: it takes many times as long."
    ),
    "endplay": gettext_noop(
        "The solver has no double-dummy library on this machine: it counts by itself, "
        "and long claims may end in a range."
    ),
}


def lacking() -> list[str]:
    """Return a sentence for each library that is not there; none is loaded for it."""
    return [_(words) for name, words in PARTS.items() if find_spec(name) is None]
