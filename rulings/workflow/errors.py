"""What an act can meet: not found, not allowed to this person, overtaken, repeated.

Each carries one sentence for the user. `NotAllowed` (the state table) is in `states`.
"""

from __future__ import annotations

from rulings.models import Case


class Invalid(ValueError):
    """What was given cannot be recorded: says what is wrong and what would be right."""


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
