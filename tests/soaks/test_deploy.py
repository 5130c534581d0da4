"""The installation of a federation, run as it is written: `./td soak deploy`.

`install.sh` by an account that is not root, in a root that cannot be written to
(bubblewrap), on a PostgreSQL; its pages and workers started as the units start them,
the real Caddy with an authority of its own before them, and the backup of its unit. The
container's image is not made.
"""

import http.cookiejar
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests import databases, tree

pytestmark = pytest.mark.soak("deploy")
ACCOUNT = "1070"
SECONDS = 900
HOST = "td.local"
"""A name that Caddy certifies by an authority of its own."""
SCRATCH = "/tmp"  # noqa: S108 - inside, a file system of its own
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
PASSWORD = "seven of hearts"
NEEDED = {"bwrap": "bubblewrap", "caddy": "caddy"}


def needs(program):
    """Skip, saying which package is missing."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not here (apt-get install {NEEDED[program]}).")


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """Return a folder with a clone, and one for all that is installed."""
    needs("bwrap")
    folder = tmp_path_factory.mktemp("deploy")
    (folder / "clone").mkdir()
    (folder / "site").mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=tree.ROOT, check=True, capture_output=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        target = folder / "clone" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(tree.ROOT / name, target)
    return folder


def confined(ground, *writable):
    """Return how a program runs: not root, on a root that cannot be written to."""
    command = ["bwrap", "--unshare-user", "--unshare-pid", "--uid", ACCOUNT]
    command += ["--gid", ACCOUNT, "--cap-drop", "ALL", "--die-with-parent"]
    command += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    command += ["--tmpfs", SCRATCH, "--ro-bind", str(ground), str(ground)]
    for path in writable:
        command += ["--bind", str(path), str(path)]
    return [*command, "--setenv", "HOME", SCRATCH, "--"]


@pytest.fixture(scope="module")
def server():
    """Return the address and the folder of a PostgreSQL of its own."""
    with databases.postgresql() as address:
        base = Path(address.split("host=")[1])
        base.chmod(0o755)  # another account comes in by the socket
        yield (
            address,
            base,
            next(base.rglob("bin/pg_dump"), Path("/usr/bin/pg_dump")).parent,
        )


def without_ours():
    """Return the environment without what the tests themselves are given."""
    ours = ("TD_", "NUMBA", "DJANGO_", "DATABASE", "PYTEST")
    return {k: v for k, v in os.environ.items() if not k.startswith(ours)}


def environment(site, address, programs):
    kept = without_ours()
    return kept | {
        "PREFIX": str(site / "opt"),
        "CONFIG": str(site / "etc"),
        "DATA": str(site / "data"),
        "DATABASE_URL": address,
        "PATH": f"{programs}:{kept['PATH']}",
    }


@pytest.fixture(scope="module")
def installed(ground, server):
    """Run install.sh twice, as for a new version, and return what is where."""
    address, base, programs = server
    site = ground / "site"
    words = []
    for _time in range(2):
        began = time.monotonic()
        done = subprocess.run(
            [
                *confined(ground, site, base),
                str(ground / "clone" / "deploy" / "install.sh"),
                HOST,
            ],
            env=environment(site, address, programs),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        words.append((done.stdout, time.monotonic() - began))
    return site, base, programs, words


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def settings_of(site):
    """Return the settings that install.sh wrote, as systemd reads them."""
    lines = (site / "etc" / "seventy.env").read_text().splitlines()
    pairs = [one.split("=", 1) for one in lines if one and not one.startswith("#")]
    return {name: value.strip("'") for name, value in pairs}


@contextmanager
def running(command, **given):
    """Run a program until the body ends."""
    with subprocess.Popen(command, start_new_session=True, **given) as program:
        try:
            yield program
        finally:
            os.killpg(program.pid, signal.SIGTERM)
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)


@pytest.fixture
def own_name(monkeypatch):
    """Let the host's name lead to this machine."""
    find = socket.getaddrinfo

    def here(host, *given, **more):
        return find("127.0.0.1" if host == HOST else host, *given, **more)

    monkeypatch.setattr(socket, "getaddrinfo", here)


def browser(authority):
    """Return who keeps cookies and believes one authority alone."""
    context = ssl.create_default_context(cafile=str(authority))
    jar = http.cookiejar.CookieJar()
    opened = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=context),
        urllib.request.HTTPCookieProcessor(jar),
    )
    return opened, jar


def until(look, seconds=60):
    """Return what a look brings, once it brings anything."""
    end = time.monotonic() + seconds
    while True:
        try:
            return look()
        except (OSError, AssertionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def sends(opened, address, **fields):
    """Open a page, and send its form."""
    with opened.open(address) as page:
        token = TOKEN.search(page.read().decode())[1]
    data = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
    sent = urllib.request.Request(address, data, {"Referer": address})
    with opened.open(sent) as page:
        return page.geturl(), page.read().decode()


def unit_command(name, site):
    """Return what a unit starts, with the folders of this installation."""
    text = (tree.ROOT / "deploy" / "systemd" / name).read_text()
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    return line.replace("/opt/seventy", str(site / "opt")).split()


def proxy_file(folder, port, plain):
    """Let the committed Caddyfile stand on ports that need no rights."""
    file = folder / "Caddyfile"
    ports = f"http_port {plain}\n\thttps_port {port}"
    before, after = (tree.ROOT / "deploy" / "Caddyfile").read_text().split("{\n", 1)
    own = f"admin off\n\tskip_install_trust\n\t{ports}"
    file.write_text(f"{before}{{\n\t{own}\n{after}")
    return file


def test_the_site_is_installed_and_served_behind_caddy(
    installed, own_name, tmp_path, say
):
    needs("caddy")
    site, base, programs, words = installed
    assert "writing" in words[0][0]
    assert "writing" not in words[1][0]  # the settings of the first time stay
    address = without_ours() | settings_of(site)
    address["PATH"] = f"{programs}:{address['PATH']}"
    web, port = free_port(), free_port()
    address |= {"TD_ADDRESS": f"https://{HOST}:{port}"}
    inside = confined(site.parent, site / "data", base)
    command = unit_command("seventy-web.service", site)
    command[command.index("8000")] = str(web)
    home = tmp_path / "caddy"
    home.mkdir()
    caddy = {**without_ours(), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    caddy |= {"HOME": str(home), "SEVENTY_HOST": HOST}
    caddy |= {"SEVENTY_WEB": f"127.0.0.1:{web}"}
    file = proxy_file(tmp_path, port, free_port())
    adapter = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    opt = site / "opt"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with (
        running([*inside, *command], cwd=opt, env=address, **quiet),
        running(adapter, env=caddy, **quiet),
    ):
        root = home / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until(root.read_bytes)
        opened, jar = browser(root)
        start = f"https://{HOST}:{port}"
        health = until(lambda: opened.open(f"{start}/healthz").read())
        manage = [*inside, str(opt / ".venv" / "bin" / "python"), "manage.py"]
        asked = partial(
            subprocess.run, cwd=opt, env=address, check=True, capture_output=True
        )
        first = asked([*manage, "first_address"], text=True).stdout
        way = re.search(r"https://\S+", first)[0]
        _where, page = sends(
            opened, way, username="ada", password1=PASSWORD, password2=PASSWORD
        )
        assert "ada" in page
        assert {cookie.name for cookie in jar} >= {"__Host-session"}
        assert all(cookie.secure for cookie in jar)
        command = [*manage, *unit_command("seventy-backup.service", site)[2:]]
        backup = asked(command, text=True).stdout
        assert "opened and verified" in backup
    say(
        f"install.sh, not root, root read-only: {words[0][1]:.0f} s, again"
        f" {words[1][1]:.0f} s; Caddy with its own authority: {health.decode()[:40]!r},"
        " first administrator signed in; " + backup.splitlines()[0].split(": ")[-1]
    )
