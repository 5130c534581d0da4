"""Which site the commands of td work on, and which release it is."""

import os
import tomllib
from pathlib import Path

import pytest

from rulings.workflow.log import SOFTWARE
from tests import tree
from tests.test_td import run_td, td

__all__ = ["td"]


def test_version_is_that_of_the_package():
    version = tomllib.loads((tree.ROOT / "pyproject.toml").read_text())["project"]
    assert run_td("version").stdout.startswith(f"Seventy {version['version']}:")
    assert f"seventy {version['version']}" == SOFTWARE


@pytest.fixture
def starts(td, tmp_path, monkeypatch):
    """Let commands of manage.py only be noted, with the site that they work on."""
    started = []
    note = lambda command: started.append((os.environ.get("TD_VAR"), command[2:]))  # noqa: E731 - one use
    monkeypatch.setattr(td, "become", note)
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(td, "ROOT", tmp_path)
    for name in ("TD_VAR", "DATABASE_URL"):
        monkeypatch.setenv(name, "")  # put back at the end
        monkeypatch.delenv(name)
    return started


def test_commands_work_on_the_site_that_is_served(td, starts, tmp_path):
    site = tmp_path / "var" / "site"
    td.manage(["verify"])
    site.mkdir(parents=True)
    (site / "seventy.sqlite3").touch()
    td.manage(["verify"])
    assert starts == [(None, ["verify"]), (str(site), ["verify"])]


def test_commands_work_on_the_folder_that_is_named(td, starts, tmp_path):
    (tmp_path / "seventy.sqlite3").touch()
    td.manage(["--data", str(tmp_path), "verify", "--dossier", "x"])
    assert starts == [(str(tmp_path), ["verify", "--dossier", "x"])]


@pytest.mark.parametrize("arguments", [["backup"], ["archive", "Friday"]])
def test_what_is_not_there_is_not_made(td, starts, tmp_path, arguments):
    with pytest.raises(SystemExit, match="there is no site in "):
        td.site(arguments[0], [*arguments[1:], "--data", str(tmp_path / "nowhere")])
    assert starts == []
    assert list(tmp_path.iterdir()) == []
