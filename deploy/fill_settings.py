"""Write the settings of a new site: fill_settings.py TEMPLATE TARGET (install.sh).

HOST, DATA and DATABASE_URL come from the environment, where no other account reads
them. The file is read by systemd, by a shell and by compose: what would mean something
to one of them stands in single quotes. It gets its name only when it is whole.
"""

import os
import re
import secrets
import sys
from pathlib import Path

PLAIN = re.compile(r"[A-Za-z0-9@%_+=:,./?-]*")
"""Values that mean themselves without quotes."""
IN_ADDRESSES = {"'": "%27", "\\": "%5C"}
"""What cannot stand within single quotes everywhere, as an address writes it."""


def quoted(value: str) -> str:
    """Return a value as all three readers take it; raise ValueError where none can."""
    if PLAIN.fullmatch(value):
        return value
    if not value.isprintable() or any(sign in value for sign in IN_ADDRESSES):
        raise ValueError("A setting holds a quote, a backslash or a line break.")
    return f"'{value}'"


def filled(template: str, given: dict[str, str]) -> str:
    """Return the settings: what is given at its place, all else as it was."""
    lines = []
    for line in template.splitlines():
        name, is_setting, value = line.partition("=")
        if not is_setting or line.startswith("#"):
            lines.append(line)
            continue
        value = value.replace("td.example.org", given["HOST"])
        value = value.replace("/var/lib/seventy", given["DATA"])
        lines.append(f"{name}={quoted(given.get(name, value))}")
    return "\n".join(lines) + "\n"


def main(template: Path, target: Path) -> None:
    """Write the file for its owner alone, beside its place first."""
    address = os.environ["DATABASE_URL"]
    for sign, written in IN_ADDRESSES.items():
        address = address.replace(sign, written)
    given = {
        "HOST": os.environ["HOST"],
        "DATA": os.environ["DATA"],
        "DATABASE_URL": address,
        "TD_SECRET_KEY": secrets.token_urlsafe(50),
    }
    text = filled(template.read_text("utf-8"), given)
    fresh = target.with_name(target.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(text, "utf-8")
    fresh.replace(target)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except ValueError as error:
        sys.exit(f"install: {error}")
