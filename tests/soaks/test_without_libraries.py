"""A site without the solver's libraries starts, solves and says so: `./td soak absent`.

Intel Macs lack the compiler, ARM Linux the double-dummy library; here both.
"""

import asyncio
import json
import os
import sqlite3
import time

import pytest

from tests.bench_hall import Hall, site

ABSENT = """
import sys
from importlib import metadata

sys.modules |= {"numba": None, "endplay": None}
known = metadata.version


def version(name):
    if name in {"numba", "endplay"}:
        raise metadata.PackageNotFoundError(name)
    return known(name)


metadata.version = version
"""
ASKED = "SELECT status, count(*) FROM rulings_proposal GROUP BY status"


class Page(Hall):
    """Somebody who reads a page whole."""

    async def read(self, path, cookie):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        writer.write(f"{head}Cookie: {cookie}\r\nConnection: close\r\n\r\n".encode())
        answer = (await reader.read()).decode()
        writer.close()
        return answer


@pytest.mark.soak("absent")
def test_a_site_without_the_solvers_libraries_solves_and_says_so(
    tmp_path, monkeypatch, say
):
    (tmp_path / "sitecustomize.py").write_text(ABSENT)
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{before}")
    with site("", 3) as (port, folder, _programs):
        floor = json.loads((folder / "floor.json").read_text("utf-8"))
        database = sqlite3.connect(folder / "seventy.sqlite3", timeout=30)
        began = time.monotonic()
        while "queued" in (found := dict(database.execute(ASKED).fetchall())):
            assert time.monotonic() < began + 600, found
            time.sleep(0.5)
        took = time.monotonic() - began
        database.close()
        reader = Page(port, floor, 0)
        page = asyncio.run(reader.read(floor["live"], floor["staff"]["chief"][0]))
    say(f"without numba and endplay: {found}, {took:.0f} s for all")
    assert page.startswith("HTTP/1.1 200")
    assert "The solver has no compiler on this machine" in page
    assert "no double-dummy library on this machine" in page
    assert sum(found.values()) >= 3
    assert "failed" not in found
