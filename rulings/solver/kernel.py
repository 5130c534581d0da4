"""The only door to numba: compiles the functions of the searches, keeps the result.

Loading numba takes a second and some 100 MB, so this module is imported by the first
search, never before. What is compiled lies in a folder named by a hash of the sources,
because numba's own cache does not see a change in another file.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType
from typing import Any

from rulings.solver.dealing import Memory
from rulings.solver.engine import PLAIN, SOURCES, Engine


def cache_folder() -> Path | None:
    """Return a folder of this user for compiled code, None where none is writable."""
    sources = [*(str(source.__file__) for source in SOURCES), __file__]
    # Numba finds what it kept by where a source lies, so that belongs to the name.
    text = b"".join(path.encode() + Path(path).read_bytes() for path in sources)
    name = "seventy-" + hashlib.sha256(text).hexdigest()[:16]
    roots = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")]
    roots += [str(Path.home() / ".cache"), tempfile.gettempdir()]
    for root in roots:
        if root and _is_ours(Path(root) / name):
            return Path(root) / name
    return None


def is_ready() -> bool:
    """Say whether a search can start at once, without loading numba to find out.

    False while everything has still to be compiled, which takes half a minute; true
    where nothing is compiled at all.
    """
    if os.environ.get("TD_KERNEL") == PLAIN.name:
        return True
    try:
        stamp = _stamp(cache_folder(), version("numba"))
    except PackageNotFoundError:
        return True
    return stamp is not None and stamp.exists()


def _stamp(folder: Path | None, numba: str) -> Path | None:
    """Return the file that says that all of the sources has been compiled."""
    return folder and folder / f"whole-{numba}-{sys.version_info[:2]}"


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
    try:
        import numba
        import numpy as np
    except ImportError:
        return None
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # made at import
    ways_in = [field.name for field in fields(Engine)][3:]
    done = _dispatchers(ways_in, kept=folder is not None)
    stamp = _stamp(folder, numba.__version__)
    if not (stamp and stamp.exists()):
        _compile(done, ways_in)
        if stamp:
            stamp.touch()
    found = {function.__name__: compiled for function, compiled in done.items()}
    return Engine(
        "numba",
        lambda size: np.zeros(size, np.int64),  # type: ignore[arg-type, return-value]  # indexed like a list
        lambda memory, start, end: memory[start:end].tolist(),  # type: ignore[attr-defined]  # an array
        *(found[name] for name in ways_in),
    )


Functions = dict[Callable[..., Any], Any]


def _dispatchers(ways_in: list[str], *, kept: bool) -> Functions:
    """Return for each function of the sources the one that calls compiled ones.

    Only the ways in are called from Python and kept on disk, with all they call.
    """
    from numba import njit

    bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    within: Callable[[Any], Any] = njit(**bare)  # type: ignore[call-overload]  # numba takes them
    done: Functions = {}
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
            found = njit(cache=kept)(copy) if way_in else within(copy)
            done[function] = names[function.__name__] = found
        for whole, parts in getattr(source, "CHAINS", ()):
            _chain(whole, parts, done, within)
    return done


def _chain(
    whole: Callable[..., Any],
    parts: tuple[Callable[..., Any], ...],
    done: Functions,
    jit: Callable[[Any], Any],
) -> None:
    """Make functions that call some others one after another, a pair at a time."""
    called, last = parts[0], len(parts) - 1
    for at, part in enumerate(parts[1:], start=1):
        both = _pair(done[called], done[part])
        # Numba tells functions of one name apart by a count that differs between
        # processes, and so takes one for another when it loads what is on disk.
        both.__name__ = whole.__name__ if at == last else f"{whole.__name__}_{at}"
        both.__qualname__ = both.__name__
        called = whole if at == last else both
        done[called] = jit(both)


def _pair(first: Any, second: Any) -> FunctionType:  # noqa: ANN401 - compiled functions
    def both(turn: Memory) -> None:
        first(turn)
        second(turn)

    return both  # type: ignore[return-value]  # a function made here


def _compile(done: Functions, ways_in: list[str]) -> None:
    """Compile every function once, for the types that its annotations name."""
    from numba import boolean, int64, void

    kinds = {"Memory": int64[::1], "int": int64, "bool": boolean, "None": void}
    for function, dispatcher in done.items():
        given = [kinds[name] for name in function.__annotations__.values()][:-1]
        dispatcher.compile(tuple(given))
        if function.__name__ not in ways_in:
            dispatcher.disable_compile()
