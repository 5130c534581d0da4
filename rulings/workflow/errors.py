"""Why an act is refused: wrong input, an outdated page, a form sent twice.

Each error carries one sentence for the user. What a person can mend is a `Fault`: a
code, worded once in the room `faults`, with the field of the form it concerns.
`NotAllowed` (the state table) is in `states`.
"""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.models import Case
from rulings.permissions.rights import Refusal, Refused
from rulings.workflow.faults import BARRED, FAULTS


class Invalid(Refusal, ValueError):
    """What was given cannot be recorded: says what is wrong and what would be right."""

    field = ""


class Fault(Invalid):
    """Something that a person gave and can mend, by its code in `FAULTS`."""

    def __init__(self, code: str, **given: object) -> None:
        """Take a code of the table, and what its sentence names."""
        super().__init__(code, **given)
        self.code = code
        self.field = FAULTS[code].field

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(FAULTS[self.code].sentence) % self.given


class Barred(Refused):
    """Something that this person may not do, by its code in `BARRED`."""

    def __init__(self, code: str, **given: object) -> None:
        """Take a code of the table, and what its sentence names."""
        super().__init__(code, **given)
        self.code = code

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(BARRED[self.code].sentence) % self.given


def sentence_of(error: Exception) -> str:
    """Return why something was refused, in the language of who reads it.

    What the pure packages refuse carries an English template and its parameters.
    """
    if not isinstance(error, ParseError | IllegalPlay):
        return str(error)
    given = dict(error.params)
    if "seat" in given:
        given["seat"] = gettext(str(given["seat"]))
    template = gettext(error.template)
    return template.format(**given) if given else template


def need_reason(text: str) -> None:
    """Raise the fault of an act that nobody gave a reason for."""
    if not text.strip():
        raise Fault("reason_missing")


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

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(
            _(
                "This form has been sent before with other content. Nothing was "
                "changed this time; open the page again to send something new."
            )
        )
