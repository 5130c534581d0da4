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
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from rulings.solver.dealing import Memory
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
        import numba  # noqa: F401 - it is loaded here or not at all
        import numpy as np
    except ImportError:
        return None
    ways_in = [field.name for field in fields(Engine)][2:]
    compiled = _compiled(ways_in, kept=folder is not None)
    return Engine(
        "numba",
        lambda size: np.zeros(size, np.int64),  # type: ignore[arg-type, return-value]  # indexed like a list
        *(compiled[name] for name in ways_in),
    )


def _compiled(ways_in: list[str], *, kept: bool) -> dict[str, Any]:
    """Return each function of the sources compiled, calling compiled ones.

    Only the ways in are called from Python and kept on disk, with all they call.
    """
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
            copy.__annotations__ = function.__annotations__
            way_in = function.__name__ in ways_in
            done[function] = names[function.__name__] = _jit(
                copy, way_in=way_in, kept=kept and way_in
            )
        for whole, parts in getattr(source, "CHAINS", ()):
            done[whole] = _chain([done[part] for part in parts])
    return {function.__name__: found for function, found in done.items()}


def _jit(function: Callable[..., Any], *, way_in: bool, kept: bool = False) -> Any:  # noqa: ANN401 - a compiled function
    """Return a function compiled once, for the types that its annotations name."""
    from numba import boolean, int64, njit, void

    kinds = {"Memory": int64[::1], "int": int64, "bool": boolean, "None": void}
    *given, back = [kinds[name] for name in function.__annotations__.values()]
    jit = njit(
        back(*given),
        cache=kept,
        no_cpython_wrapper=not way_in,
        no_cfunc_wrapper=True,
    )
    return jit(function)


def _chain(parts: list[Any]) -> Any:  # noqa: ANN401 - a compiled function
    """Return one function that calls some others in turn."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    first, rest = _chain(parts[:half]), _chain(parts[half:])

    def both(turn: Memory) -> None:
        first(turn)
        rest(turn)

    return _jit(both, way_in=False)
