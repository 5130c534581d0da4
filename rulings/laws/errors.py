"""The ways in which law data or an answer to it can be wrong.

`FlowError` is for whoever edits the data files, the others for whoever answers a step.
"""

from __future__ import annotations

from rulings.bridge.errors import ParseError


class FlowError(ValueError):
    """Law data that cannot be used: names the file, the key and what is wrong."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(f"{file}: {key}: {problem}")


class NotHeld(LookupError):
    """An edition, a flow or a regulating body without data here."""


class NotOffered(ParseError):
    """An answer that a step does not offer: names the step, the answer, the choices."""

    def __init__(self, step: str, given: object, offered: tuple[str, ...]) -> None:
        self.step = step
        self.given = given
        self.offered = offered
        choices = ", ".join(offered) or "no answer"
        super().__init__(f"step {step} does not offer {given!r}; it offers {choices}")


class WrongValue(ParseError):
    """A fact, a recorded value or a parameter of the wrong kind or out of bounds."""
