"""deploy/install.sh: settings with any password, and a new version put in whole.

Run with programs of the tests' own in place of pip, Django and systemd; `./td soak
deploy` runs the real ones.
"""

import re
import shutil
import subprocess
import sys

import dj_database_url
import pytest

from tests import tree

STUBS = {
    "id": 'if test "${1:-}" = -u; then echo "$TEST_UID"; fi',
    "chown": "",
    "runuser": 'shift 3; exec "$@"',
    "systemctl": """
echo "systemctl $*" >>"$TEST_LOG"
case "$1" in list-units) printf '%s' "$TEST_UNITS" ;; esac""",
}
PYTHON = f"""#!/bin/sh
case "$1" in
*/manage.py)
    echo "manage $2 $(cat "$(dirname "$1")/version")" >>"$TEST_LOG"
    printf '%s' "$DATABASE_URL" >"$TEST_LOG.address"
    case "$2 $(cat "$(dirname "$1")/version")" in "upgrade broken") exit 1 ;; esac ;;
*) exec "{sys.executable}" "$@" ;;
esac
"""
TD = """#!/bin/sh
here=$(dirname "$0")
mkdir -p "$here/.venv/bin" && cp "$TEST_PYTHON" "$here/.venv/bin/python"
"""
UNITS = "\n".join(
    f"{name} loaded active running x"
    for name in ("seventy.target", "seventy-web.service", "seventy-backup.service")
)


def executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path):
    """Return a function that installs a version on a machine and says what it did."""
    clone = tmp_path / "clone"
    shutil.copytree(tree.ROOT / "deploy", clone / "deploy")
    executable(clone / "td", TD)
    executable(tmp_path / "python", PYTHON)
    for name, text in STUBS.items():
        executable(tmp_path / "bin" / name, f"#!/bin/sh\n{text}\n")
    log = tmp_path / "log"

    def install(version="1", **more):
        (clone / "version").write_text(version)
        log.write_text("")
        given = {
            "PATH": f"{tmp_path / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin",
            "PREFIX": str(tmp_path / "opt"),
            "CONFIG": str(tmp_path / "etc"),
            "DATA": str(tmp_path / "data"),
            "UNITS": str(tmp_path / "units"),
            "TEST_LOG": str(log),
            "TEST_PYTHON": str(tmp_path / "python"),
            "TEST_UID": "1000",
            "TEST_UNITS": "",
        }
        command = ["sh", str(clone / "deploy" / "install.sh"), "td.club.org"]
        done = subprocess.run(
            command, env=given | more, capture_output=True, text=True, check=False
        )
        return done, log.read_text().splitlines()

    install.clone = clone
    return install


@pytest.mark.parametrize(
    ("password", "written"),
    [
        ("a&b", "a&b"),
        ("a|b", "a|b"),
        ("a$HOME`id`;#!(x) y", "a$HOME`id`;#!(x) y"),
        ("it's", "it%27s"),
        ("a\\1b", "a%5C1b"),
    ],
)
def test_any_password_of_the_database_reaches_the_site(
    machine, tmp_path, password, written
):
    done, _said = machine(DATABASE_URL=f"postgres://u:{password}@db/seventy")

    assert done.returncode == 0, done.stderr
    used = (tmp_path / "log.address").read_text()
    assert used == f"postgres://u:{written}@db/seventy"
    settings = tmp_path / "etc" / "seventy.env"
    assert settings.stat().st_mode & 0o777 == 0o600
    text = settings.read_text()
    assert "TD_ADDRESS=https://td.club.org\n" in text
    assert f"TD_VAR={tmp_path / 'data'}\n" in text
    (key,) = [one for one in text.splitlines() if one.startswith("TD_SECRET_KEY=")]
    assert len(key) > 60


def test_settings_that_cannot_be_written_leave_nothing_behind(machine, tmp_path):
    done, _said = machine(DATABASE_URL="postgres://u:a\nb@db/seventy")

    assert done.returncode != 0
    assert "a line break" in done.stderr
    assert list((tmp_path / "etc").iterdir()) == []
    (tmp_path / "etc" / "seventy.env").touch()  # as an older script left it
    assert machine()[0].returncode == 0
    assert "TD_SECRET_KEY=" in (tmp_path / "etc" / "seventy.env").read_text()


def test_a_new_version_replaces_the_program_whole_while_its_units_are_stopped(
    machine, tmp_path
):
    (tmp_path / "units").mkdir()
    (machine.clone / "dropped.py").touch()
    first, _said = machine(TEST_UID="0")
    assert "systemctl enable --now seventy.target" in first.stdout
    settings = (tmp_path / "etc" / "seventy.env").read_text()
    (tmp_path / "opt" / "var").mkdir()
    (machine.clone / "dropped.py").unlink()

    done, said = machine("2", TEST_UID="0", TEST_UNITS=UNITS)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "opt" / "version").read_text() == "2"
    assert not (tmp_path / "opt" / "dropped.py").exists()
    assert (tmp_path / "opt" / "var").is_dir()
    assert (tmp_path / "opt.before" / "dropped.py").exists()
    assert (tmp_path / "etc" / "seventy.env").read_text() == settings
    assert said[1:] == [
        "systemctl stop seventy.target seventy-web.service",
        "manage upgrade 2",
        "manage collectstatic 2",
        "manage db_worker 2",
        "manage check 2",
        "systemctl daemon-reload",
        "systemctl start seventy.target seventy-web.service",
    ]


def test_a_version_that_does_not_come_up_gives_way_to_the_one_before(machine, tmp_path):
    machine()
    (tmp_path / "opt" / "var").mkdir()

    done, said = machine("broken", TEST_UID="0", TEST_UNITS=UNITS)

    assert done.returncode != 0
    assert "the upgrade failed; the database is as it was" in done.stderr
    assert (tmp_path / "opt" / "version").read_text() == "1"
    assert (tmp_path / "opt" / "var").is_dir()
    assert said[-1] == "systemctl start seventy.target seventy-web.service"


def test_what_must_stay_does_not_lie_in_the_programs_folder(machine, tmp_path):
    done, _said = machine(DATA=str(tmp_path / "opt" / "data"))

    assert done.returncode != 0
    assert "is replaced with every version" in done.stderr


def test_the_containers_password_is_no_part_of_an_address():
    lines = (tree.ROOT / "deploy" / "container" / "compose.yaml").read_text()
    (address,) = re.findall(r"DATABASE_URL: (\S+)", lines)

    assert dj_database_url.parse(address)["PASSWORD"] == ""  # libpq asks PGPASSWORD
    assert 'PGPASSWORD: "${POSTGRES_PASSWORD' in lines
