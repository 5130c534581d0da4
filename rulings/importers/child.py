"""One file read in a process of its own, within limits of memory and time (R17).

Started by `limited`: the bytes come on standard input, what was found goes out as lines
of JSON. It must load neither Django nor the database.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.readings import reading_to_json


def main(arguments: list[str]) -> None:
    """Read standard input; the arguments are file name, bytes and seconds allowed."""
    name, memory_bytes, seconds = arguments
    data = sys.stdin.buffer.read()
    resource.setrlimit(resource.RLIMIT_AS, (int(memory_bytes), int(memory_bytes)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    tell(data, name)


def tell(data: bytes, name: str) -> None:
    """Read the bytes and say what was found, or why they are no record."""
    try:
        reading = read_bytes(data, name, lambda found: _say({"progress": found}))
        _say({"reading": reading_to_json(reading)})
    except UnreadableFile as unreadable:
        _say({"refused": unreadable.fault.kind, "params": unreadable.params})
    except MemoryError:
        _say({"refused": FileFault.READING_STOPPED.kind, "params": {}})


def _say(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
