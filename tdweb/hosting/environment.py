"""What the environment says to the settings, and the key that a site keeps itself."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def flag(name: str) -> bool:
    """Tell whether the environment switches this on (1, true, yes, on)."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def words(name: str) -> list[str]:
    """Return the comma-separated words of an environment value."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word]


def whole(name: str, usual: int) -> int:
    """Return a whole number of the environment; the usual one where it is empty."""
    text = os.environ.get(name, "").strip()
    if text and not text.isdecimal():
        raise ImproperlyConfigured(f"{name} is a whole number, not {text!r}.")
    return int(text) if text else usual


def keep_to_owner(database: str) -> None:
    """Close a SQLite file to other accounts, and what SQLite keeps beside it.

    An earlier version, or a copy, left it readable; of another account it stays as is.
    """
    for path in (Path(f"{database}{end}") for end in ("", "-wal", "-shm")):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


SECRET_LENGTH = 32
"""A key with fewer letters could be guessed: it is no key that was made here."""


def kept_secret(folder: Path) -> str:
    """Return this machine's own key, made at the first call and kept in a folder.

    Raises ImproperlyConfigured where the file holds none, as after a full disk.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret-key"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50), "ascii")
        try:
            os.link(fresh, path)  # fails if another process was first
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)  # it was copied here
    key = path.read_text("ascii", errors="replace").strip()
    if len(key) < SECRET_LENGTH or not key.isascii():
        raise ImproperlyConfigured(
            f"{path} does not hold the key of this site, which has {SECRET_LENGTH}"
            " letters or more. Put it back; or remove the file, and a new one is made:"
            " everybody signs in again, and typed codes of slips end."
        )
    return key
