"""The only door to numba: compiles the functions of the searches, keeps the result.

Loading numba takes a second and some 100 MB, so this module is imported by the first
search, never before. What is compiled lies in a folder named by a hash of the sources,
because numba's own cache does not see a change in another file.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from rulings.solver.engine import SOURCES, Engine


def cache_folder() -> Path | None:
    """Return a folder of this user for compiled code, None where none is writable."""
    text = b"".join(Path(str(m.__file__)).read_bytes() for m in SOURCES)
    name = "seventy-" + hashlib.sha256(text).hexdigest()[:16]
    roots = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")]
    roots += [str(Path.home() / ".cache"), tempfile.gettempdir()]
    for root in roots:
        if root and _is_ours(Path(root) / name):
            return Path(root) / name
    return None


def _is_ours(folder: Path) -> bool:
    """Make a folder; say whether only this user can write into it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and os.access(folder, os.W_OK)


@cache
def compiled_engine() -> Engine | None:
    """Return the searches compiled, None where numba is missing."""
    folder = cache_folder()
    if folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
    try:
        import numpy as np
        from numba import njit
    except ImportError:
        return None
    compiled = _compiled(njit(cache=folder is not None))
    return Engine(
        "numba",
        lambda size: np.zeros(size, np.int64),  # type: ignore[arg-type, return-value]  # indexed like a list
        compiled["proves"],
        compiled["bounds_at"],
        compiled["carried_over"],
    )


def _compiled(jit: Callable[[Any], Any]) -> dict[str, Any]:
    """Return each function of the sources compiled, calling compiled ones."""
    done: dict[Callable[..., Any], Any] = {}
    for source in SOURCES:
        names = {
            name: done.get(value, value) if callable(value) else value
            for name, value in vars(source).items()
        }
        for function in source.COMPILED:
            copy = FunctionType(function.__code__, names, function.__name__)
            copy.__module__ = source.__name__
            copy.__qualname__ = function.__qualname__
            names[function.__name__] = done[function] = jit(copy)
    return {function.__name__: found for function, found in done.items()}
