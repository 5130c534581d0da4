"""What an act can meet: not found, not allowed to this person, overtaken, repeated.

Each carries one sentence for the user. What a person can mend is a `Fault`: a code,
worded once in `FAULTS` and translated, with the field of the form that it concerns.
`NotAllowed` (the state table) is in `states`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulings.models import Case


class Invalid(ValueError):
    """What was given cannot be recorded: says what is wrong and what would be right."""

    field = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """How a fault is told, and the field of the form that caused it, if one did."""

    sentence: Promise
    field: str = ""


FAULTS = {
    "agrees_itself": Wording(
        _("The side that did not claim agrees, not the one that claimed.")
    ),
    "appeal_not_waiting": Wording(_("No appeal is waiting on this case.")),
    "appeal_waits": Wording(
        _("This side's appeal waits already; the partner joins it.")
    ),
    "appeals_of_both": Wording(
        _("Both sides have appealed: say whose appeal is meant.")
    ),
    "no_claim_yet": Wording(
        _("Take down the claim first: there is nothing to agree with yet.")
    ),
    "no_window": Wording(_("This case has no such time.")),
    "page_too_old": Wording(
        _("This page is out of date. Open it again and repeat the step.")
    ),
    "said_later": Wording(
        _("That time is still to come; give the time it was said."), "said"
    ),
}
"""The wording of each fault."""


class Fault(Invalid):
    """Something that a person gave and can mend, by its code in `FAULTS`."""

    def __init__(self, code: str, **given: object) -> None:
        """Take a code of the table, and what its sentence names."""
        super().__init__(code)
        self.code = code
        self.given = given
        self.field = FAULTS[code].field

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(FAULTS[self.code].sentence) % self.given


class Overtaken(Exception):
    """Somebody else changed the case after the form was opened (R4)."""

    def __init__(self, case: Case, seen: int) -> None:
        """Keep the case as it is now, for the page that shows both versions."""
        super().__init__(
            f"The case is at version {case.version}; your page showed version {seen}."
        )
        self.case = case
        self.seen = seen


class KeyReused(Exception):
    """The key of this form has been used for something else (R3)."""
