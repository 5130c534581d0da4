"""The locks: hashes and no address, all that is needed and nothing moved."""

import re

import pytest

from tests import tree
from tests.locks import pinned, plain_name, project


@pytest.mark.parametrize(
    "lock", ["base", "bridgemate", "dev", "django61", "mail", "metrics"]
)
def test_lock_has_a_hash_for_each_package_and_no_address(lock):
    text = (tree.ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)
    for entry in filter(str.strip, entries):
        assert re.match(r"[a-z0-9-]+==", entry)
        assert "--hash=sha256:" in entry
    assert "://" not in text
    assert "file:" not in text


def test_base_lock_holds_what_the_project_needs():
    wanted = {plain_name(entry) for entry in project()["project"]["dependencies"]}
    assert wanted <= pinned("base").keys()


def test_dev_lock_holds_base_and_the_tools():
    wanted = {plain_name(entry) for entry in project()["dependency-groups"]["dev"]}
    dev = pinned("dev")
    assert wanted <= dev.keys()
    assert {name: dev.get(name) for name in pinned("base")} == pinned("base")


@pytest.mark.parametrize("extra", ["bridgemate", "mail", "metrics"])
def test_extra_lock_holds_its_package_and_moves_nothing_of_base(extra):
    (wanted,) = project()["project"]["optional-dependencies"][extra]
    lock, base = pinned(extra), pinned("base")
    assert plain_name(wanted) in lock
    assert {name: base[name] for name in lock if name in base}.items() <= lock.items()


def test_files_that_hold_addresses_are_ignored_by_git():
    ignored = (tree.ROOT / ".gitignore").read_text("utf-8").splitlines()
    for name in ("uv.lock", "pylock*.toml", "pip.conf", ".npmrc", ".venv*/", "var/"):
        assert name in ignored
