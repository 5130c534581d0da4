"""What somebody had typed when his entry was refused, as the answer shows it (R4).

Only typed texts are shown: what a page sends of itself, and which button was pressed,
tells a reader nothing.
"""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

WORDS = {
    "board": gettext_noop("Board"),
    "code": gettext_noop("Code"),
    "contract": gettext_noop("Contract"),
    "deposit": gettext_noop("Deposit"),
    "facts": gettext_noop("Facts"),
    "put": gettext_noop("In other words"),
    "reason": gettext_noop("Reason"),
    "reasons": gettext_noop("Reasons"),
    "room": gettext_noop("Room"),
    "said": gettext_noop("Words"),
    "table": gettext_noop("Table"),
    "tricks": gettext_noop("Tricks"),
    "why": gettext_noop("Reason"),
    "words": gettext_noop("Words"),
}
"""What a field is called on the page; other texts stand without a name."""

SENT = frozenset(
    """
    about absent act add admitted advisers all_hands as barred body budget call calls
    change choice
    claimed claimer confirmed contestants csrfmiddlewaretoken declarer deposit_end
    do doubled drop earlier edition event ew faced fact give go guess hours instead keep
    key kind language later layer leader leave left level location manner mark
    misdealt next nothing ns open outcome player owner panel partner page passed
    phone_time play playing point record_post_claim_cards role room_any
    room_closed room_open round seat sections seen session settled shown side strain
    sure then turn unlink user version way which who why wish
    """.split()
)
"""Fields that are not typed: hidden ones, buttons, choices."""


def kept_texts(sent: QueryDict) -> list[tuple[str, str]]:
    """Return the texts that were typed, each with the name of its field, or ""."""
    return [
        (_(WORDS[name]) if name in WORDS else "", value)
        for name, values in sent.lists()
        if name not in SENT and not name.startswith("vote_")
        for value in values
        if value.strip()
    ]
