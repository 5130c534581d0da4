"""Record rulings until killed, printing each receipt once it is acknowledged.

Run by test_kill as a program of its own on the database that DATABASE_URL names. For
each line it reads it forks a writer, so that fifty of them need not start fifty times;
it says which process to kill, and when that one is gone.
"""

import os
import sys
import uuid
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")

import django

django.setup()

from rulings.models import Case, Entry  # noqa: E402 needs the apps
from rulings.permissions import user_actor  # noqa: E402 needs the apps
from rulings.workflow.acts import ActContext  # noqa: E402 needs the apps
from rulings.workflow.ruling import decide  # noqa: E402 needs the apps

RULING = decide.Decision(
    outcome="O-CLAIM-CUT",
    laws=["70C"],
    tricks_claimer=7,
    won_before=5,
    reasons="Doubt goes against the claimer.",
)


def say(text):
    """Print a line at once and in one piece."""
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


def write():
    """Revise and announce, for ever; a receipt is printed after its commit."""
    case = Case.objects.select_related("director").get()
    at = Entry.objects.filter(case_id=case.pk).latest("at").at
    say("begun")
    for number in count(1):
        now = at + timedelta(seconds=number)
        form = ActContext(by=user_actor(case.director, now), at=now, key=uuid.uuid4())
        if Case.objects.get().state == "ruled":
            receipt = decide.announce(form, case.pk)
        else:
            decision = replace(RULING, tricks_claimer=number % 9)
            receipt = decide.revise(form, case.pk, decision)
        say(f"receipt {receipt.seq} {receipt.code}")


def main():
    """Fork a writer for each line that comes in."""
    say("ready")
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            write()
        say(f"writer {child}")
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main()
