"""A document set by typst in a process of its own, within limits of memory and time.

`printed` starts the process; `main` is what runs in it. The template and the data come
on standard input as JSON, the PDF goes out; the same input gives the same bytes. It
loads no framework and reads no other file: the fonts are those of the library itself.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal

MEMORY_BYTES = 2 * 1024**3
"""Of addresses, not of use: each of the library's threads reserves a share."""
CPU_SECONDS = 60
WALL_SECONDS = 60

_ROOT = Path(__file__).parents[3]
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from rulings.laws.handbook.press import main; "
    "main(sys.stdin.buffer, sys.stdout.buffer)"
)


class NotPrinted(Exception):
    """The document could not be set: the message is the library's."""


def printed(
    template: str, data: Mapping[str, Any], *, wall_seconds: float = WALL_SECONDS
) -> bytes:
    """Return a PDF; NotPrinted where the template is wrong or the limits are met."""
    asked = json.dumps({"template": template, "data": data}, ensure_ascii=False)
    command = [sys.executable, "-I", "-c", _START, str(_ROOT)]
    try:
        done = subprocess.run(  # noqa: S603 - our own program, no shell
            command,
            input=asked.encode(),
            capture_output=True,
            timeout=wall_seconds,
            check=False,
            env={},
        )
    except subprocess.TimeoutExpired:
        raise NotPrinted(f"it took more than {wall_seconds} s") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise NotPrinted("".join(last) or "the process was stopped")
    return done.stdout


def main(given: IO[bytes], out: IO[bytes]) -> None:
    """Set what is given within the limits of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    print_pdf(given, out)


def print_pdf(given: IO[bytes], out: IO[bytes]) -> None:
    """Read template and data, and write the PDF."""
    asked = json.load(given)
    for page in pages(asked["template"], asked["data"], "pdf"):
        out.write(page)


def pages(
    template: str, data: Mapping[str, Any], form: Literal["pdf", "png"]
) -> list[bytes]:
    """Return the document: one PDF, or a picture a page for the form "png"."""
    import typst  # noqa: PLC0415 - only the process that sets pays for it

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.typ"
        file.write_text(template, "utf-8")
        made: bytes | list[bytes] = typst.compile(
            file,
            root=Path(folder),
            ignore_system_fonts=True,
            format=form,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
            timestamp=0,
        )
    return made if isinstance(made, list) else [made]
