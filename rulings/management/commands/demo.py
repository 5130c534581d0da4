"""Seed the demo event, once, and say where it is and how to sign in.

Only with TD_DEMO=1, whose database is a file of its own. `./td demo --fresh` removes
that file first. While the day is being set up its pages say how far it is.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from rulings.clock import receipt_at
from rulings.management.beforehand import warn_when_unready
from rulings.management.demo.floor import Floor
from rulings.management.demo.people import NAME, names_of
from rulings.management.demo.seed import demo_event, seed

PHONES = (13, 19)
"""Pairs of session 1 whose ruling has just been announced: they may appeal."""


class Command(BaseCommand):
    """Seed the demo unless it is there."""

    help = "Set up the demo event around this moment (TD_DEMO=1 only)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the one option."""
        parser.add_argument(
            "--work", action="store_true", help="Then work as a worker, until stopped."
        )

    def handle(self, *_args: Any, work: bool = False, **_options: Any) -> None:  # noqa: ANN401 - Django's call
        """Seed where nothing is, then print the addresses."""
        if not settings.TD_DEMO:
            raise CommandError("The demo needs TD_DEMO=1 and a database of its own.")
        if demo_event() is not None and settings.DEMO_DAY.exists():
            raise CommandError(
                "The demo was stopped before it was whole: ./td demo --fresh"
            )
        self.stdout.write("\n".join(self.lines(settings.TD_ADDRESS, work=work)))
        self.stdout.flush()
        if work:
            call_command("db_worker", "--interval", "0.3", "--no-startup-delay")

    def lines(self, address: str, *, work: bool) -> list[str]:
        """Seed where nothing is; return what to tell about the demo."""
        event = demo_event()
        floor = None
        if event is None:
            warn_when_unready(self.stderr)
            floor = seed(receipt_at(), machine_zone(), tell, answers=not work)
            settings.DEMO_DAY.unlink(missing_ok=True)
            event = floor.event
        lines = [
            f"{NAME}: a case in every state, a session running, one published.",
            f"  Sign in with one tap:   {address}{reverse('home')}",
            "  dana and piotr direct (piotr also plays), cleo is chief, sam scores,",
            "  rae reviews; or as either pair of a ruling.",
            f"  Public clock:           {address}"
            + reverse("public_clock", args=[event.pk]),
        ]
        lines += self.phones(floor, address) if floor else ["  (the demo of before)"]
        return lines

    def phones(self, floor: Floor, address: str) -> list[str]:
        """Return how two pairs get in with a phone; their secrets are shown once."""
        lines = ["  On a phone, as on the slip of a pair:"]
        for pair in PHONES:
            letter = floor.letters[1, pair]
            link = reverse("pass_open", args=[letter.secret])
            names = " and ".join(names_of(pair))
            lines.append(f"    pair {pair} ({names}): {address}{link}  {letter.code}")
        return lines


def tell(done: int, whole: int) -> None:
    """Write down how many acts of the day have been done, for the front page."""
    settings.DEMO_DAY.write_text(f"{done} {whole}", "utf-8")


def machine_zone() -> str:
    """Return this machine's time zone, so that the demo's clock reads as the wall's."""
    named = os.environ.get("TZ", "").removeprefix(":")
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    zones = available_timezones()
    return next((name for name in (named, linked) if name in zones), "UTC")
