"""A site of one's own on this machine: `./td serve` (python -m tdweb.hosting.serve).

Standard library only: Django runs in the programs that this one starts. Everything
that could make a page fail is asked before the first of them.
"""

import argparse
import errno
import fcntl
import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tdweb.hosting.supervise import LOOPBACK, ROOT, a_port, own_address, serve

DAY = 24 * 60 * 60
HOUR = 60 * 60
EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones come in from the local network
NOBODY_ELSE = 0o700
OTHERS = 0o077


def stop(sentence: str) -> None:
    """End with a sentence about what is missing."""
    sys.exit("td: " + sentence)


def main(arguments: list[str]) -> None:
    """Make the site ready in its folder, then keep it running."""
    given = arguments_of(arguments)
    check_folder(given.data)
    lock = (given.data / "serve.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stop(f"a site runs on {given.data} already; stop that one first.")
    if given.https and not given.cert:
        given.cert, given.key = own_certificate(given)
    check_certificate(given.cert, given.key)
    listening = listen(given.host, given.port)
    port = listening.getsockname()[1]
    scheme = "https" if given.cert else "http"
    set_environment(given, scheme, port)
    prepare()
    at = LOOPBACK if listening.getsockname()[0] == EVERYWHERE else given.host
    serve(
        commands(listening.fileno(), given.cert, given.key),
        f"{scheme}://{at}:{port}",
        lasting=True,
        files=(listening.fileno(),),
        ready=lambda _said: tell(scheme),
        meanwhile=daily_backup(given.data / "backups"),
    )


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(prog="td serve")
    folder = ROOT / "var" / "site"
    parser.add_argument("--data", type=Path, default=folder, help="the site's folder")
    parser.add_argument("--port", type=a_port, default=8000)
    parser.add_argument(
        "--host",
        default="",
        help="an address of this machine, or the name that people type",
    )
    parser.add_argument(
        "--https", action="store_true", help="HTTPS with an authority of the site's own"
    )
    parser.add_argument("--cert", type=Path, help="HTTPS: the certificate, PEM")
    parser.add_argument("--key", type=Path, help="HTTPS: its key, PEM")
    given = parser.parse_args(arguments)
    given.data = given.data.absolute()
    return given


def check_folder(folder: Path) -> None:
    """Make the folder of the site, or end where it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        about = folder.stat()
    except OSError as error:
        stop(f"the folder {folder} cannot be made: {error.strerror}.")
    for path in (folder, *folder.glob("seventy.sqlite3*"), folder / "secret-key"):
        if path.exists() and path.stat().st_uid != os.geteuid():
            stop(f"{path} belongs to another account; start the site with that one.")
    try:
        if about.st_mode & OTHERS:
            folder.chmod(NOBODY_ELSE)  # keys, names and sign-ins are in it
        probe = folder / f"probe.{os.getpid()}"
        probe.write_bytes(bytes(4096))
        probe.unlink()
        for path in folder.glob("seventy.sqlite3*"):
            path.open("r+b").close()
    except OSError as error:
        stop(f"{folder} cannot be written to: {error.strerror}.")


def own_certificate(given: argparse.Namespace) -> tuple[Path, Path]:
    """Return certificate and key of the site's own authority."""
    from tdweb.hosting.authority import certificate_for  # noqa: PLC0415 - a library's; plain HTTP does without

    return certificate_for(given.data / "authority", hosts_of(given.host))


def hosts_of(host: str) -> set[str]:
    """Return the names and numbers by which people and this machine reach the site."""
    known = own_address() if host in {"", EVERYWHERE} else host
    name = socket.gethostname()
    return {known, name, f"{name}.local", "localhost", LOOPBACK, "[::1]"}


def check_certificate(cert: Path | None, key: Path | None) -> None:
    """End where HTTPS is asked for and the two files do not fit."""
    if not cert and not key:
        return
    if not cert or not key:
        stop("HTTPS needs both --cert FILE and --key FILE.")
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
    except (OSError, ssl.SSLError) as error:
        stop(f"certificate {cert} and key {key} do not serve: {error}.")


def listen(host: str, port: int) -> socket.socket:
    """Return the socket that all web processes take their requests from.

    It stays open while one of them is started again: requests wait in it.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host if is_number(host) else EVERYWHERE, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL:
            stop(
                f"{host} is no address of this machine, so nothing can listen there."
                " Leave --host out, or give the name that people type."
            )
        stop(f"cannot listen on port {port}: {error}; choose another with --port.")
    listening.listen(512)
    return listening


def is_number(host: str) -> bool:
    """Tell whether a host is an address of IP, not a name."""
    try:
        socket.inet_aton(host)
    except OSError:
        return False
    return True


def set_environment(given: argparse.Namespace, scheme: str, port: int) -> None:
    """Say in the environment what the settings ask there."""
    unspecified = given.host in {"", EVERYWHERE}
    host = own_address() if unspecified else given.host
    usual = {"http": 80, "https": 443}[scheme]
    for other in ("TD_SECRET_KEY", "TD_DEMO", "TD_PROXIES", "DATABASE_URL"):
        os.environ.pop(other, None)
    os.environ |= {
        "TD_VAR": str(given.data),
        "TD_SITE": scheme,
        "TD_HOSTS": ",".join(sorted(hosts_of(given.host))),
        "TD_ADDRESS": f"{scheme}://{host}" + (f":{port}" if port != usual else ""),
    }


def manage(*arguments: object) -> int:
    """Run one of Django's commands and return how it ended."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    quiet = {**os.environ, "TD_LOG_LEVEL": "ERROR"}
    return subprocess.run(command, cwd=ROOT, env=quiet, check=False).returncode  # noqa: S603 - our own


def prepare() -> None:
    """Bring database and static files to where pages work, or end.

    The workers make the solver ready by themselves; nobody waits for that.
    """
    for arguments, failed in (
        (["upgrade"], "the database is not ready"),
        (["collectstatic", "--noinput", "--verbosity", "0"], "no static files"),
        (["check", "--tag", "start"], "the settings do not serve"),
    ):
        if manage(*arguments):
            stop(f"{failed}, so the site does not start; the reason stands above.")


def commands(listening: int, cert: Path | None, key: Path | None) -> list[list[str]]:
    """Return the programs of a site: web processes, workers, the sweeper."""
    cores = os.cpu_count() or 1
    web = max(2, min(4, cores // 2))
    server = [sys.executable, "-m", "uvicorn", "tdweb.asgi:application"]
    server += ["--fd", str(listening), "--lifespan", "off", "--no-access-log"]
    server += ["--no-server-header", "--timeout-graceful-shutdown", "2"]
    server += ["--limit-concurrency", "2000"]
    if cert and key:
        server += ["--ssl-certfile", str(cert), "--ssl-keyfile", str(key)]
    own = [sys.executable, "manage.py"]
    # Pages go before searches where both want the processor.
    worker = ["nice", "-n", "5", *own, "db_worker", "--interval", "0.3"]
    worker += ["--no-startup-delay"]
    sweeper = [*own, "sweep_jobs", "--every", "60"]
    programs = [*[server] * web, *[worker] * max(1, cores - web), sweeper]
    # Strangers wait for directors, never the other way; the settings read it likewise.
    if os.environ.get("TD_RULE", "").lower() in {"1", "true", "yes", "on"}:
        visitors = ["nice", "-n", "10", *worker[3:], "--queue-name", "visitors"]
        programs.append(visitors)
    # Platforms wait for both. A cluster has its own processes: one worker feeds it.
    bulk = os.environ.get("TD_BULK", "")
    many = int(bulk) if bulk.isdecimal() else int(bool(bulk))
    bulk_worker = ["nice", "-n", "10", *own, "db_worker", "--interval", "0.1"]
    bulk_worker += ["--no-startup-delay", "--queue-name", "bulk"]
    return programs + [bulk_worker] * many


def tell(scheme: str) -> None:
    """Say where the site is, and how its first administrator gets in."""
    print(f"td: ready at {os.environ['TD_ADDRESS']}  (Ctrl-C ends it)", flush=True)
    if scheme == "http":
        print(
            "td: plain HTTP, for a network you trust: who listens there reads what is"
            " sent. --https gives HTTPS, or --cert and --key.",
            flush=True,
        )
    elif (Path(os.environ["TD_VAR"]) / "authority" / "authority.crt").exists():
        print(
            "td: devices trust the site once they have installed its authority:"
            f" {os.environ['TD_ADDRESS']}/authority.crt",
            flush=True,
        )
    manage("first_address")


def daily_backup(folder: Path) -> Callable[[], None]:
    """Return what starts a backup where the last one is a day old."""
    running: list[subprocess.Popen[bytes]] = []
    tried = [float("-inf")]

    def look() -> None:
        if running and running[0].poll() is None:
            return
        if running and running.pop().returncode:
            print("td: the daily backup failed; the next try is in an hour", flush=True)
        if time.monotonic() - tried[0] < HOUR:
            return
        tried[0] = time.monotonic()
        probe = folder.parent / "serve.lock"
        probe.touch()
        made = [path.stat().st_mtime for path in folder.glob("seventy-*.zip")]
        if made and probe.stat().st_mtime - max(made) < DAY - HOUR:
            return
        command = [sys.executable, "manage.py", "backup"]
        running.append(
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
        )

    return look


if __name__ == "__main__":
    main(sys.argv[1:])
