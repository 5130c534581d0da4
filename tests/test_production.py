"""README's lines for production, run as they stand: they serve, or say why not."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from tdweb.hosting.ready import fault_of_address
from tests import tree

HOST = "td.example.org"
ADMINISTRATOR = {
    "DJANGO_SUPERUSER_USERNAME": "ada",
    "DJANGO_SUPERUSER_EMAIL": "ada@example.org",
    "DJANGO_SUPERUSER_PASSWORD": "north-south-vulnerable",
}
PROGRAMS = {
    "./td manage": [sys.executable, "manage.py"],
    ".venv/bin/uvicorn": [sys.executable, "-m", "uvicorn"],
}
SHEET = re.compile(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"')


def lines_of_readme():
    """Return the lines that README gives for an event, without their remarks."""
    text = (tree.ROOT / "README.md").read_text("utf-8")
    block = text.partition("## Running it for an event")[2].partition("| command |")[0]
    found = [line for line in block.splitlines() if line.startswith("    ")]
    return [line.partition(" #")[0].strip() for line in found]


def line_with(word):
    (line,) = [line for line in lines_of_readme() if word in line]
    return line


def command_of(line):
    """Return a line of README as this environment's own programs."""
    for program, command in PROGRAMS.items():
        if line.startswith(program):
            return command + shlex.split(line.removeprefix(program))
    raise AssertionError(line)


@pytest.fixture
def production(tmp_path):
    """Return the environment of a site in production with a folder of its own."""
    ours = ("TD_", "DATABASE", "DJANGO_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return kept | {
        "TD_SECRET_KEY": "k0" * 40 + "Z!x?-",
        "TD_HOSTS": HOST,
        "TD_ADDRESS": f"https://{HOST}",
        "TD_PROXIES": "1",
        "TD_MAIL_HOST": "mail.example.org",
        "TD_VAR": str(tmp_path),
    }


def run(line, environment, *more):
    """Run a line to its end."""
    return subprocess.run(
        [*command_of(line), *more],
        cwd=tree.ROOT,
        env=environment | ADMINISTRATOR,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_no_other_account_reads_what_a_site_on_sqlite_writes(production, tmp_path):
    folder = tmp_path / "made" / "here"
    site = production | {"TD_VAR": str(folder)}

    for _time in range(2):
        done = run(line_with("manage upgrade"), site)
        assert done.returncode == 0, done.stderr
        found = [tmp_path / "made", folder, *folder.rglob("*")]
        assert folder / "seventy.sqlite3" in found
        open_to_others = [one for one in found if one.stat().st_mode & 0o077]
        assert open_to_others == []
        (folder / "seventy.sqlite3").chmod(0o644)  # as an earlier version left it


@contextmanager
def served(environment):
    """Run README's server on a free port; the value asks it, as its proxy does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*command_of(line_with("uvicorn")), "--port", str(port)]
    quiet = {"cwd": tree.ROOT, "env": environment, "stderr": subprocess.DEVNULL}

    def ask(path):
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}",
            headers={"Host": HOST, "X-Forwarded-Proto": "https"},
        )
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    with subprocess.Popen(command, **quiet) as server:
        try:
            for _ in range(300):
                assert server.poll() is None, "The server ended by itself."
                try:
                    ask("/healthz")
                    break
                except OSError:
                    time.sleep(0.1)
            yield ask
        finally:
            server.terminate()


def test_lines_of_the_readme_serve_styled_pages(production, tmp_path):
    for line in lines_of_readme():
        if "manage" in line and "worker" not in line and "sweep" not in line:
            more = ["--noinput"] if "createsuperuser" in line else []
            done = run(line, production, *more)
            assert done.returncode == 0, done.stderr

    with served(production) as ask:
        status, page = ask("/accounts/login/")
        (sheet,) = SHEET.findall(page)
        styled = ask(sheet)
        health = ask("/healthz")
        lost = ask("/static/css/none.css")
        (tmp_path / "static" / "staticfiles.json").unlink()
        later = ask("/healthz")

    assert status == 200
    assert "Seventy" in page
    assert styled[0] == 200
    assert "var(--paper)" in styled[1]
    assert (health[0], json.loads(health[1])) == (200, {"status": "ok"})
    assert lost[0] == 404
    assert later[0] == 503
    assert json.loads(later[1]) == {"status": "static files not collected"}


@pytest.mark.parametrize("way", ["uvicorn", "check"])
def test_nothing_starts_before_static_files_are_collected(production, way):
    refused = run(line_with(way), production)

    assert refused.returncode != 0
    assert "static files are not collected as they are now" in refused.stderr
    assert "./td manage collectstatic --noinput" in refused.stderr


def test_nothing_starts_with_static_files_of_an_older_program(production, tmp_path):
    assert run(line_with("collectstatic"), production).returncode == 0
    (tmp_path / "static" / "css" / "base.css").write_text("/* older */")

    refused = run(line_with("uvicorn"), production)

    assert refused.returncode != 0
    assert "1 static files are not collected as they are now: css/base.css." in (
        refused.stderr
    )


@pytest.mark.parametrize("way", ["uvicorn", "check"])
def test_nothing_starts_without_the_address_that_slips_bear(production, way):
    del production["TD_ADDRESS"]

    refused = run(line_with(way), production)

    assert refused.returncode != 0
    assert "TD_ADDRESS is not set: slips and table codes would lead" in refused.stderr
    assert "Set TD_ADDRESS to what people type" in refused.stderr


@pytest.mark.parametrize(
    ("site", "address", "sentence"),
    [
        ("http", "http://192.0.2.7:8000", ""),
        ("http", "https://192.0.2.7:8000", "is not http://"),
        ("https", "http://192.0.2.7:8000", "is not https://"),
        ("https", "https://192.0.2.7:8000", ""),
        ("http", "http://127.0.0.1:8000", ""),
    ],
)
def test_address_of_a_site_that_td_serves(settings, site, address, sentence):
    settings.ALLOWED_HOSTS = ["192.0.2.7", "127.0.0.1"]
    settings.TD_SITE = site

    found = fault_of_address(address)

    assert sentence in found
    assert bool(sentence) == bool(found)


ASKED = """
import django
from django.conf import settings
django.setup()
print(settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_NAME,
      settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS // 86400)
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"TD_SITE": "http"}, "False sessionid False 0"),
        ({"TD_SITE": "https"}, "True __Host-session True 1\n"),
        ({"TD_SECRET_KEY": "x"}, "True __Host-session True 365"),
        ({"TD_SITE": "ftp"}, "http or https (TD_SITE), not ftp"),
        ({"TD_SITE": "http", "TD_DEMO": "1"}, "TD_DEMO and production exclude"),
    ],
    ids=["local", "https", "production", "unknown", "demo"],
)
def test_cookies_are_secure_unless_the_site_is_on_plain_http(
    production, tmp_path, given, expected
):
    del production["TD_SECRET_KEY"]
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=tree.ROOT,
        env=production | {"DJANGO_SETTINGS_MODULE": "tdweb.settings"} | given,
        capture_output=True,
        text=True,
        check=False,
    )

    assert expected in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://td.example.org", ""),
        ("https://td.example.org:8443", ""),
        ("https://localhost", "only this machine"),
        ("https://[::1]", "only this machine"),
        ("https://0.0.0.0", "only this machine"),
        ("https://127.8.0.1", "only this machine"),
        ("https://other.example.org", "TD_HOSTS does not name other.example.org"),
        ("", "TD_ADDRESS is not set"),
        ("http://127.0.0.1:8000", "is not https://"),
        ("td.example.org", "is not https://"),
        ("https://[", "is not https://"),
        ("https://td.example.org/seventy", "is not https://"),
    ],
)
def test_address_is_one_that_phones_reach(settings, address, sentence):
    settings.ALLOWED_HOSTS = [HOST]

    found = fault_of_address(address)

    assert sentence in found
    assert bool(sentence) == bool(found)
