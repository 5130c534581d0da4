"""Read a file in a child process that cannot take more than it is given (R17).

The child has a limit on memory and on processor time, and loads neither Django nor the
database; the clock on the wall is kept here. The child answers in lines of JSON, which
are read as carefully as any other input.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import IO, Any

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.formats import Reading, read_bytes
from rulings.importers.readings import reading_from_json, reading_to_json

MEMORY_BYTES = 200 * 1024 * 1024
CPU_SECONDS = 10
WALL_SECONDS = 30
MAX_ANSWER = 64 * 1024 * 1024
"""The longest answer of a child: a file of 2,000 boards needs about a twentieth."""

_ROOT = Path(__file__).parents[2]
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from rulings.importers.limited import main; main(sys.argv[2:])"
)


def read_limited(
    data: bytes,
    name: str = "",
    progress: Callable[[int], object] | None = None,
    *,
    memory_bytes: int = MEMORY_BYTES,
    wall_seconds: float = WALL_SECONDS,
) -> Reading:
    """Return what `formats.read_bytes` returns, from a child within limits.

    Raises UnreadableFile also for a file that takes more time or memory.
    """
    limits = (str(memory_bytes), str(CPU_SECONDS))
    plain = "".join(sign for sign in name if sign.isprintable())
    command = [sys.executable, "-I", "-c", _START, str(_ROOT), plain, *limits]
    with subprocess.Popen(  # noqa: S603 - our own program, no shell
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
    ) as child:
        clock = Timer(wall_seconds, child.kill)
        clock.start()
        try:
            _give(child.stdin, data)
            answer = _listen(child.stdout, progress)
        finally:
            clock.cancel()
            child.kill()
    return _reading(answer)


def _give(pipe: IO[bytes] | None, data: bytes) -> None:
    if pipe is not None:
        try:
            pipe.write(data)
            pipe.close()
        except BrokenPipeError:
            return  # the child has ended; what it has not said shows that


def _listen(
    pipe: IO[bytes] | None, progress: Callable[[int], object] | None
) -> dict[str, Any]:
    """Return the answer of a child; a refusal where it was stopped before that."""
    while pipe is not None and (line := pipe.readline(MAX_ANSWER)).endswith(b"\n"):
        said: dict[str, Any] = json.loads(line)
        if "progress" not in said:
            return said
        if progress is not None:
            progress(int(said["progress"]))
    return {"refused": FileFault.READING_STOPPED.kind, "params": {}}


def _reading(answer: dict[str, Any]) -> Reading:
    if "refused" in answer:
        fault = FileFault[str(answer["refused"]).upper()]
        raise UnreadableFile(fault, **answer["params"])
    return reading_from_json(answer["reading"])


def main(arguments: list[str]) -> None:
    """Run the child: read standard input under file name, bytes and seconds allowed."""
    name, memory_bytes, seconds = arguments
    data = sys.stdin.buffer.read()
    resource.setrlimit(resource.RLIMIT_AS, (int(memory_bytes), int(memory_bytes)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    report(data, name)


def report(data: bytes, name: str) -> None:
    """Print what the bytes hold, or why they are no record."""
    try:
        reading = read_bytes(data, name, lambda found: _print({"progress": found}))
        _print({"reading": reading_to_json(reading)})
    except UnreadableFile as unreadable:
        _print({"refused": unreadable.fault.kind, "params": unreadable.params})
    except MemoryError:
        _print({"refused": FileFault.READING_STOPPED.kind, "params": {}})


def _print(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
