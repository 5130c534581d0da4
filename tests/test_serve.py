"""`./td serve`: a site from nothing, its first administrator, and parts that come back.

The site has a SQLite of its own whatever the tests run on.
"""

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.signing import TimestampSigner
from django.urls import reverse

from tdweb import first
from tdweb.hosting import serve
from tests import tree

OURS = ("TD_", "DATABASE", "DJANGO_")
PASSWORD = "north-south-vulnerable"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def environment():
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    return kept | {"TD_KERNEL": "plain", "PYTHONUNBUFFERED": "1"}


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def start(folder, *more):
    """Start a site on this machine alone; return its port and its program."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "tdweb.hosting.serve",
        "--data",
        folder,
        "--port",
        port,
    ]
    program = subprocess.Popen(
        [*map(str, command), "--host", "127.0.0.1", *map(str, more)],
        cwd=tree.ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return port, program


def lines_until(program, word):
    """Return what a program says up to a line with a word in it."""
    lines = []
    for line in program.stdout:
        lines.append(line)
        if word in line:
            return lines
    raise AssertionError("".join(lines))


def children(program):
    """Return the programs of a site, each with its command line."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            about = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if int(about[1]) == program.pid:
            found[int(folder.name)] = words
    return found


def part(program, word):
    return {number for number, words in children(program).items() if word in words}


def ask(address, opener=urllib.request.urlopen, **form):
    data = urllib.parse.urlencode(form).encode() if form else None
    with opener(address, data, timeout=20) as answer:
        return answer.status, answer.read().decode(), answer.url


def became(condition):
    """Wait until something is so, ten seconds at most."""
    for _ in range(100):
        if condition():
            return True
        time.sleep(0.1)
    return False


def test_a_site_from_nothing_has_an_administrator_and_gets_killed_parts_back(tmp_path):
    folder = tmp_path / "site"
    port, program = start(folder)
    with program:
        try:
            lines_until(program, "Open this within an hour")
            link = program.stdout.readline().strip()
            jar = http.cookiejar.CookieJar()
            browser = urllib.request.build_opener(
                urllib.request.HTTPCookieProcessor(jar)
            ).open

            _, page, _ = ask(link, browser)
            given = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
            token = TOKEN.search(page)[1]
            _, home, _ = ask(link, browser, csrfmiddlewaretoken=token, **given)
            with pytest.raises(urllib.error.HTTPError) as again:
                ask(link)
            again.value.close()
            administration = ask(f"http://127.0.0.1:{port}/admin/", browser)

            web, sweeper = part(program, "uvicorn"), part(program, "sweep_jobs")
            victims = {min(web), *sweeper}
            for number in victims:
                os.kill(number, signal.SIGKILL)
            back = became(
                lambda: (
                    len(part(program, "uvicorn") - victims) == len(web)
                    and len(part(program, "sweep_jobs") - victims) == 1
                )
            )
            health = ask(f"http://127.0.0.1:{port}/healthz")
            second = start(folder)[1]
            twice = second.communicate(timeout=60)[0]
            own = children(program)
        finally:
            program.send_signal(signal.SIGINT)
            code = program.wait(30)

    assert "ada" in home
    assert again.value.code == 404
    assert administration[2].endswith("/admin/")
    assert {cookie.secure for cookie in jar} == {False}
    assert back
    assert health[0] == 200
    assert "a site runs on" in twice
    assert code == 0
    assert became(lambda: not any(Path(f"/proc/{number}").exists() for number in own))
    modes = {
        name: (folder / name).stat().st_mode & 0o777 for name in (".", "secret-key")
    }
    assert modes == {".": 0o700, "secret-key": 0o600}


def refused(tmp_path, *more):
    """Return the sentence with which serve ends before it starts anything."""
    program = subprocess.run(
        [sys.executable, "-m", "tdweb.hosting.serve", *map(str, more)],
        cwd=tree.ROOT,
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert program.returncode == 1
    (line,) = program.stderr.strip().splitlines()
    return line


def test_it_says_why_it_does_not_start(tmp_path):
    (tmp_path / "file").write_text("")
    under = refused(tmp_path, "--data", tmp_path / "file" / "site")
    unwritable = refused(tmp_path, "--data", "/proc/site")
    alone = refused(tmp_path, "--data", tmp_path / "a", "--cert", tmp_path / "file")
    both = ["--cert", tmp_path / "file", "--key", tmp_path / "file"]
    empty = refused(tmp_path, "--data", tmp_path / "a", *both)
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # noqa: S104 - as the site itself would
        taken.listen()
        port = taken.getsockname()[1]
        busy = refused(tmp_path, "--data", tmp_path / "a", "--port", port)

    assert "cannot be made" in under
    assert "cannot be made" in unwritable
    assert "needs both --cert FILE and --key FILE" in alone
    assert "do not serve" in empty
    assert f"cannot listen on port {port}: " in busy
    assert "choose another with --port" in busy


def test_it_says_when_the_folder_belongs_to_another_account(tmp_path, monkeypatch):
    monkeypatch.setattr(serve.os, "geteuid", lambda: 4711)
    with pytest.raises(SystemExit, match="belongs to another account"):
        serve.check_folder(tmp_path)


def test_it_names_the_address_that_people_type(monkeypatch, tmp_path):
    monkeypatch.setattr(serve.os, "environ", {"TD_DEMO": "1"})
    monkeypatch.setattr(serve, "own_address", lambda: "192.0.2.7")
    given = serve.arguments_of(["--data", str(tmp_path)])
    serve.set_environment(given, "http", 8000)
    assert os.environ["TD_ADDRESS"] == "http://192.0.2.7:8000"
    assert "192.0.2.7" in os.environ["TD_HOSTS"].split(",")
    assert "TD_DEMO" not in os.environ
    given.host = "td.example.org"
    serve.set_environment(given, "https", 443)
    assert os.environ["TD_ADDRESS"] == "https://td.example.org"


def test_a_backup_is_made_when_the_last_is_a_day_old(tmp_path, monkeypatch):
    begun = []

    class Done:
        returncode = 0

        def __init__(self, command, **_):
            begun.append(command[-1])

        def poll(self):
            return 0

    monkeypatch.setattr(serve.subprocess, "Popen", Done)
    folder = tmp_path / "backups"
    folder.mkdir()
    serve.daily_backup(folder)()
    assert begun == ["backup"]
    (folder / "seventy-20260101-000000.zip").touch()
    serve.daily_backup(folder)()
    assert begun == ["backup"]
    os.utime(folder / "seventy-20260101-000000.zip", (1, 1))
    look = serve.daily_backup(folder)
    look()
    look()  # not again within the hour
    assert begun == ["backup", "backup"]


@pytest.fixture
def code():
    return TimestampSigner(salt="tdweb.first").sign("first")


def opened(client, code, **form):
    address = reverse("first_administrator", args=[code])
    return client.post(address, form) if form else client.get(address)


@pytest.mark.django_db
def test_the_first_administrator_keeps_what_was_typed(client, code):
    wrong = {"username": "ada", "password1": PASSWORD, "password2": "other"}
    page = opened(client, code, **wrong).content.decode()
    assert 'value="ada"' in page
    assert "errorlist" in page or "error" in page
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_code_of_another_key_or_another_day_opens_nothing(client, code, monkeypatch):
    assert opened(client, code).status_code == 200
    assert opened(client, code + "x").status_code == 404
    monkeypatch.setattr(first, "HOUR", -1)
    assert opened(client, code).status_code == 404


@pytest.mark.django_db
def test_a_site_with_an_administrator_makes_no_other_first_one(client, code, settings):
    settings.TD_ADDRESS = "http://192.0.2.7:8000"
    assert first.address().startswith("http://192.0.2.7:8000/accounts/first/first:")
    User.objects.create_superuser("ada", password=PASSWORD)
    assert first.address() == ""
    assert opened(client, code).status_code == 404


@pytest.mark.parametrize(("given", "runs"), [("", False), ("0", False), ("1", True)])
def test_visitors_have_a_worker_only_where_their_page_is_open(monkeypatch, given, runs):
    monkeypatch.setenv("TD_RULE", given)

    programs = serve.commands(3, None, None)

    assert any("visitors" in program for program in programs) is runs


@pytest.mark.parametrize(
    ("given", "workers"), [("", 0), ("0", 0), ("2", 2), ("ray", 1)]
)
def test_positions_by_lines_have_as_many_workers_as_are_set(
    monkeypatch, given, workers
):
    monkeypatch.setenv("TD_BULK", given)

    programs = serve.commands(3, None, None)

    assert sum("bulk" in program for program in programs) == workers


def test_address_of_another_machine_is_named(capsys):
    with pytest.raises(SystemExit, match="is no address of this machine"):
        serve.listen("192.0.2.7", 0)


@pytest.mark.parametrize("given", ["99999", "-1", "x"])
def test_port_that_is_none_is_refused_by_its_number(capsys, given):
    with pytest.raises(SystemExit):
        serve.arguments_of([f"--port={given}"])
    assert f"a port is 0 to 65535, not {given}" in capsys.readouterr().err
