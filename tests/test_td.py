"""The script td: what it starts, where it looks for a Python, what it installs."""

import argparse
import gettext
import importlib.machinery
import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests import tree
from tests.locks import pinned


@pytest.fixture(scope="module")
def td():
    """Load the script as a module; it has no ending."""
    loader = importlib.machinery.SourceFileLoader("td", str(tree.ROOT / "td"))
    spec = importlib.util.spec_from_loader("td", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def run_td(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "td", *arguments],
        cwd=tree.ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        text=True,
    )


def test_python_that_does_not_run_is_passed_over(td, tmp_path, monkeypatch):
    for name, text in {"python3.13": "exit 127", "python3.12": "echo 3.12"}.items():
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert td.find_python(("3.13", "3.12")) == "python3.12"


def test_python_of_a_version_manager_is_found(td, tmp_path, monkeypatch):
    program = tmp_path / ".pyenv" / "versions" / "3.13.1" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho 3.13\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert td.find_python(("3.13",)) == str(program)
    assert td.find_python(("3.12",)) == ""


def test_unfit_machine_is_told_what_it_lacks(td, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(SystemExit, match=r"3\.13, 3\.12, 3\.11"):
        td.make_environment(tmp_path / "venv", td.VERSIONS)


def test_lock_is_installed_once(td, tmp_path, monkeypatch):
    commands = []

    def note(command, **_):
        commands.append([str(part) for part in command])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(td.subprocess, "run", note)
    td.install(tmp_path, "base")
    td.install(tmp_path, "base")
    assert len(commands) == 1
    assert "--require-hashes" in commands[0]
    (tmp_path / "td-base").write_text("the hash of an older lock")
    td.install(tmp_path, "base")
    assert len(commands) == 2


def test_failed_installation_leaves_no_stamp(td, tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(td.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(SystemExit, match="failed"):
        td.install(tmp_path, "base")
    assert not (tmp_path / "td-base").exists()


def test_lanes_are_the_promised_ones(td):
    assert [(name, version) for name, version, _ in td.LANES] == [
        (".venv-3.11", "3.11"),
        (".venv-3.13", "3.13"),
        (".venv-3.13-django61", "3.13"),
    ]
    assert pinned("django61")["django"].startswith("6.1")


@pytest.mark.parametrize("arguments", [[], ["help"], ["--help"]], ids=str)
def test_help_names_every_command(arguments):
    answer = run_td(*arguments)
    assert answer.returncode == 0
    names = re.findall(r"^  (\w+)", answer.stdout, re.MULTILINE)
    expected = (
        "serve backup restore upgrade archive demo test quick lint types check soak"
        " coverage messages bench screens manage"
    )
    assert " ".join(names) == expected


def test_packages_of_a_lane_come_again_when_the_lock_below_them_changed(
    td, monkeypatch, tmp_path
):
    installed = []
    done = subprocess.CompletedProcess([], 0)
    monkeypatch.setattr(
        td.subprocess, "run", lambda command, **_: installed.append(command[-1]) or done
    )
    td.install(tmp_path, "dev")
    td.install(tmp_path, "django61")
    td.install(tmp_path, "django61")
    assert [path.stem for path in installed] == ["dev", "django61"]

    (tmp_path / "td-dev").write_text("another lock")
    td.install(tmp_path, "dev")
    td.install(tmp_path, "django61")

    assert [path.stem for path in installed] == ["dev", "django61"] * 2


@pytest.mark.parametrize(
    "codes",
    [(0, 0, True, None), (1, 0, True, 1), (0, 1, True, 1), (0, 0, False, 2)],
    ids=["all well", "types", "solver", "linters"],
)
def test_whatever_fails_before_the_tests_ends_the_check(
    td, monkeypatch, tmp_path, capfd, codes
):
    types, warm, lints, ends = codes
    for name, code in (("mypy", types), ("python", warm)):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {name} $*\nexit {code}\n")
        (tmp_path / name).chmod(0o700)
    monkeypatch.setattr(td, "lint", lambda _binaries: lints or sys.exit(2))

    if ends is None:
        td.before_tests(tmp_path)
    else:
        with pytest.raises(SystemExit) as ended:
            td.before_tests(tmp_path)
        assert ended.value.code == ends

    assert capfd.readouterr().out.splitlines() == [
        "mypy",
        "python manage.py db_worker --warm-only",
    ]


def test_package_that_is_not_counted_is_refused():
    answer = run_td("coverage", "views")
    assert answer.returncode != 0
    assert "not views" in answer.stderr


def test_unknown_command_is_refused():
    answer = run_td("dance")
    assert answer.returncode != 0
    assert "'dance'" in answer.stderr


def test_demo_says_when_its_port_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = run_td("demo", "--port", str(port))
    assert answer.returncode != 0
    assert f"port {port} is in use" in answer.stderr


def test_demo_serves_with_a_worker_and_with_the_sweep_of_lost_jobs(td, monkeypatch):
    started, before = [], []
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(td, "run", before.append)
    monkeypatch.setattr(
        td, "serve", lambda commands, _address: started.extend(commands)
    )
    monkeypatch.setattr(td.os, "environ", {})
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    td.demo(argparse.Namespace(port=port, fresh=False, lan=False))

    worker, visitors = started.pop(0), started.pop(0)
    assert (worker[:3], visitors[:3]) == (["nice", "-n", "5"], ["nice", "-n", "10"])
    assert worker[-2:] == ["demo", "--work"]
    assert visitors[-2:] == ["--queue-name", "visitors"]
    assert "migrate" in before[0]
    assert len(before) == 1  # pages wait for nothing else
    names = [" ".join(map(str, command[1:5])) for command in started]
    assert [name.partition("manage.py ")[2] or name for name in names] == [
        "sweep_jobs --every 60",
        "-m uvicorn tdweb.asgi:application --lifespan",
    ]


def test_demo_for_the_room_listens_there_and_warns(td, monkeypatch, capsys):
    started, environ = [], {}
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(td, "run", lambda _command: None)
    monkeypatch.setattr(
        td, "serve", lambda commands, address: started.extend([commands, address])
    )
    monkeypatch.setattr(td, "own_address", lambda: "127.0.0.2")
    monkeypatch.setattr(td.os, "environ", environ)
    with socket.socket() as free:
        free.bind(("127.0.0.2", 0))
        port = free.getsockname()[1]

    td.demo(argparse.Namespace(port=port, fresh=False, lan=True))

    assert environ["TD_DEMO_LAN"] == "1"
    assert started[1] == environ["TD_ADDRESS"] == f"http://127.0.0.2:{port}"
    assert "anyone may sign in as anyone" in capsys.readouterr().out


def test_make_calls_td():
    text = (tree.ROOT / "Makefile").read_text("utf-8")
    assert "./td $@" in text
    assert {"demo", "test"} <= set(re.search(r"^(.+):$", text, re.MULTILINE)[1].split())


SERVER = """
import http.server, socketserver, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b"ok")
    def log_message(self, *_): pass
with socketserver.TCPServer(("127.0.0.1", int(sys.argv[1])), Handler) as server:
    server.serve_forever()
"""


SERVE = """
import gettext
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.SourceFileLoader("td", "td")
spec = importlib.util.spec_from_loader("td", loader)
td = importlib.util.module_from_spec(spec)
loader.exec_module(td)
sleeper = [sys.executable, "-c", sys.argv[2]]
server = [sys.executable, "-c", sys.argv[3], sys.argv[1]]
td.serve([sleeper, server], "http://127.0.0.1:" + sys.argv[1])
"""


def start_serving(sleeper):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return port, subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), sleeper, SERVER],
        cwd=tree.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def nothing_listens(port):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).close()
    except (urllib.error.URLError, OSError):
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["int", "term"])
def test_demo_stops_its_programs_when_it_is_stopped(number):
    port, process = start_serving("import time; time.sleep(60)")
    with process:
        assert "ready" in process.stdout.readline()
        process.send_signal(number)
        assert process.wait(15) == 0
    assert nothing_listens(port)


def test_demo_ends_when_one_of_its_programs_ends():
    port, process = start_serving("import time; time.sleep(1); raise SystemExit(3)")
    with process:
        assert process.wait(15) == 1
        assert "ended" in process.stdout.read()
    assert nothing_listens(port)


def test_manage_takes_the_place_of_td(td, monkeypatch):
    """Ctrl-C and a kill reach the command itself, which may have work to put away."""
    began = []
    monkeypatch.setattr(td.os, "chdir", began.append)
    monkeypatch.setattr(td.os, "execv", lambda *given: began.append(given))
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(sys, "argv", ["td", "manage", "adjudicate", "--jobs", "2"])

    td.main()

    words = ["bin/python", "manage.py", "adjudicate", "--jobs", "2"]
    assert began == [str(tree.ROOT), ("bin/python", words)]


def test_continuous_check_is_a_script_that_runs_the_check():
    script = tree.ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert script.read_text("utf-8").rstrip().endswith("./td check")
    assert Path(tree.ROOT / "td").stat().st_mode & 0o111


def test_windows_is_told_where_it_runs(td, monkeypatch):
    monkeypatch.setattr(td.os, "name", "nt")
    with pytest.raises(SystemExit, match="on Windows use WSL or a container"):
        td.refuse_windows()


@pytest.mark.parametrize(
    ("words", "folder", "rest"),
    [
        (["backup"], tree.ROOT / "var" / "site", ["backup"]),
        (["restore", "/a/k.zip", "--data", "/s"], Path("/s"), ["restore", "/a/k.zip"]),
        (["upgrade", "--data", "/s"], Path("/s"), ["upgrade"]),
    ],
    ids=["backup", "restore", "upgrade"],
)
def test_a_site_is_kept_where_serve_keeps_it(td, monkeypatch, words, folder, rest):
    began = []
    monkeypatch.setattr(td, "become", began.append)
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(td.supervise, "need_site", lambda _folder: None)
    monkeypatch.setattr(td.os, "environ", {})
    monkeypatch.setattr(sys, "argv", ["td", *words])

    td.main()

    assert [str(part) for part in began[0]] == ["bin/python", "manage.py", *rest]
    assert td.os.environ == {"TD_VAR": str(folder.resolve())}


def test_a_site_of_the_environment_is_kept_there(td, monkeypatch):
    monkeypatch.setattr(td, "become", lambda _command: None)
    monkeypatch.setattr(td, "environment", lambda _lock: Path("bin"))
    monkeypatch.setattr(td.os, "environ", {"DATABASE_URL": "postgres://x/y"})
    td.site("backup", [])
    assert td.os.environ == {"DATABASE_URL": "postgres://x/y"}


PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Sign in"
msgstr "Zaloguj się"
"""


def test_translations_are_compiled_when_they_change(td, tmp_path, monkeypatch):
    monkeypatch.setattr(td, "ROOT", tmp_path)
    text = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "django.po"
    text.parent.mkdir(parents=True)
    text.write_text(PO, "utf-8")
    td.compile_messages(Path(sys.prefix))
    with text.with_suffix(".mo").open("rb") as binary:
        assert gettext.GNUTranslations(binary).gettext("Sign in") == "Zaloguj się"
    monkeypatch.setattr(td, "run", lambda _: pytest.fail("compiled twice"))
    td.compile_messages(Path(sys.prefix))
