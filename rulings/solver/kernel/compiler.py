"""The only door to numba: compiles the functions of the searches, keeps the result.

Loading numba takes a second and some 100 MB, so this module is imported by the first
search, never before. What is compiled lies in a folder named by a hash of the sources,
because numba's own cache does not see a change in another file.
"""

from __future__ import annotations

import fcntl
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType
from typing import Any

from rulings.solver.kernel import believed, layout, record
from rulings.solver.kernel.engine import PLAIN, SOURCES, Engine
from rulings.solver.kernel.state import Memory


def cache_folder() -> Path | None:
    """Return a folder of this user for compiled code, None where none is writable."""
    sources = [str(source.__file__) for source in (layout, record, *SOURCES)]
    sources.append(__file__)
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
    return _is_kept(stamp)


def _stamp(folder: Path | None, numba: str) -> Path | None:
    """Return the file that says that all of the sources has been compiled."""
    return folder and folder / f"whole-{numba}-{sys.version_info[:2]}"


def _is_kept(stamp: Path | None) -> bool:
    """Say whether all has been compiled and kept."""
    return stamp is not None and stamp.exists()


def _is_ours(folder: Path) -> bool:
    """Make a folder; say whether only this user can write into it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and os.access(folder, os.W_OK)


@contextmanager
def _alone(folder: Path | None) -> Iterator[None]:
    """Let other processes wait, so that they load what this one compiles.

    Where nothing can be kept there is nothing to wait for.
    """
    if folder is None:
        yield
        return
    with (folder / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Let no garbage be looked for: of what a compiler makes, most is still in use."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@cache
def compiled_engine() -> Engine | None:
    """Return the searches compiled, None where numba is missing."""
    folder = cache_folder()
    # Its third stage takes a fifth longer to compile and searches no faster.
    os.environ.setdefault("NUMBA_OPT", "2")
    try:
        import numba
        import numpy as np
    except ImportError:
        return None
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # made at import
    ways_in = [field.name for field in fields(Engine)][3:]
    done = _dispatchers()
    found = _ways_in(ways_in, done, kept=folder is not None)
    stamp = _stamp(folder, numba.__version__)
    if not _is_kept(stamp):
        with _alone(folder):
            if not _is_kept(stamp):
                with _nothing_collected():
                    _compile(done, found)
                if stamp:
                    stamp.touch()
    named = {function.__name__: way_in for function, way_in in found.items()}
    return Engine(
        "numba",
        lambda size: np.zeros(size, np.int64),  # type: ignore[arg-type, return-value]  # indexed like a list
        lambda memory, start, end: memory[start:end].tolist(),  # type: ignore[attr-defined]  # an array
        *(named[name] for name in ways_in),
    )


Functions = dict[Callable[..., Any], Any]


def _dispatchers() -> Functions:
    """Return for each function of the sources the one that calls compiled ones.

    A memory is handed from one to the next as the place where it begins, for that is
    one number where an array is seven.
    """
    from numba import njit

    bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    within: Callable[[Any], Any] = njit(**bare)  # type: ignore[call-overload]  # numba takes them
    done: Functions = {}
    native = _native()
    for source in SOURCES:
        names = {
            name: done.get(value, value) if callable(value) else value
            for name, value in vars(source).items()
        }
        for function in source.COMPILED:
            copy = native.get(function) or _copy(function, names)
            copy.__annotations__ = function.__annotations__
            done[function] = names[function.__name__] = within(copy)
        for whole, parts in getattr(source, "CHAINS", ()):
            _chain(whole, parts, done, within)
    return done


def _native() -> Functions:
    """Return what stands for functions that a processor has an instruction for."""
    from numba import int64
    from numba.extending import intrinsic

    @intrinsic
    def ones_of(_typing: Any, _given: Any) -> Any:  # noqa: ANN401 - numba's own
        def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401 - numba's own
            return builder.ctpop(values[0])

        return int64(int64), code

    counted = _copy(_counted, {"ones_of": ones_of, "ONES": believed.ONES})
    counted.__name__ = counted.__qualname__ = believed.how_many.__name__
    return {believed.how_many: counted}


def _counted(cards: int) -> int:
    return ones_of(cards & ONES)  # type: ignore[name-defined,no-any-return]  # noqa: F821 - names that `_native` gives


def _copy(function: Any, names: dict[str, Any]) -> FunctionType:  # noqa: ANN401 - a function
    """Return a function that finds other names where its own module's were."""
    copy = FunctionType(function.__code__, names, function.__name__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _ways_in(ways_in: list[str], done: Functions, *, kept: bool) -> Functions:
    """Return for each way in what Python calls, kept on disk with all it calls."""
    from numba import njit

    begin = _begin()
    found: Functions = {}
    for function, compiled in done.items():
        if function.__name__ in ways_in:
            taken = _TAKING[len(function.__annotations__) - 1]
            copy = _copy(taken, {"begin": begin, "called": compiled})
            copy.__name__ = copy.__qualname__ = function.__name__
            found[function] = njit(cache=kept)(copy)
    return found


def _two(a: Any, b: Any) -> Any:  # noqa: ANN401 - memories and numbers
    return called(begin(a), begin(b))  # type: ignore[name-defined]  # noqa: F821 - names that `_ways_in` gives


def _three(a: Any, b: Any, c: Any) -> Any:  # noqa: ANN401 - as above
    return called(begin(a), begin(b), begin(c))  # type: ignore[name-defined]  # noqa: F821 - as above


def _four(a: Any, b: Any, c: Any, d: Any) -> Any:  # noqa: ANN401 - as above
    return called(begin(a), begin(b), begin(c), begin(d))  # type: ignore[name-defined]  # noqa: F821 - as above


def _five(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:  # noqa: ANN401 - as above
    return called(begin(a), begin(b), begin(c), begin(d), begin(e))  # type: ignore[name-defined]  # noqa: F821 - as above


_TAKING = {2: _two, 3: _three, 4: _four, 5: _five}
"""The ways in, by how many values they take."""


def _begin() -> Any:  # noqa: ANN401 - a function that only numba calls
    """Return what makes an array the place where it begins and leaves numbers alone."""
    from numba import int64
    from numba.extending import intrinsic
    from numba.types import Array, CPointer  # type: ignore[attr-defined]  # made at import

    @intrinsic
    def begin(_typing: Any, given: Any) -> Any:  # noqa: ANN401 - numba's own
        def code(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401 - numba's own
            if not isinstance(given, Array):
                return values[0]
            return context.make_array(given)(context, builder, values[0]).data

        start = CPointer(int64) if isinstance(given, Array) else given
        return start(given), code

    return begin


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


def _compile(done: Functions, ways_in: Functions) -> None:
    """Compile every function once, for the types that its annotations name."""
    from numba import boolean, int64, void
    from numba.types import CPointer  # type: ignore[attr-defined]  # made at import

    kinds = {"int": int64, "bool": boolean, "None": void}
    for memory, functions in ((CPointer(int64), done), (int64[::1], ways_in)):
        for function, dispatcher in functions.items():
            named = list(function.__annotations__.values())[:-1]
            given = tuple(kinds.get(name, memory) for name in named)
            dispatcher.compile(given)
            if functions is done:
                dispatcher.disable_compile()
