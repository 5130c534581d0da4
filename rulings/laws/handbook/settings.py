"""What a regulating body may set, as lines to read: the law's value and the bodies'.

The page of a flow and the handbook show the same lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.laws.handbook.sheets import Say
from rulings.laws.regulations import (
    Regulations,
    Setting,
    bodies,
    law_default,
    load_regulations,
    parameters,
)


@dataclass(frozen=True, slots=True)
class HeldLine:
    """The value of a body: since when, and where it is from."""

    body: str
    value: str
    since: str
    source: str
    remark: str
    verified: bool


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A parameter: what it means, the law's own value, and what bodies set."""

    name: str
    label: str
    law: str
    default: str
    held: tuple[HeldLine, ...]


def setting_lines(edition: str, say: Say = str) -> tuple[SettingLine, ...]:
    """Return every parameter with its values under an edition."""
    law = law_default(edition)
    sets = [load_regulations(name) for name in bodies()]
    return tuple(
        SettingLine(
            name,
            say(parameter.label),
            parameter.ref,
            shown(law[name], say),
            tuple(_held(one, name, say) for one in sets if name in one.origins),
        )
        for name, parameter in parameters().items()
        if name != "edition"
    )


def shown(value: Setting, say: Say = str) -> str:
    """Return a value in the reader's words; a dash where nothing is set."""
    if value is None or value == "":
        return "\N{EN DASH}"
    return say(value.replace("_", " ")) if isinstance(value, str) else str(value)


def _held(one: Regulations, name: str, say: Say) -> HeldLine:
    origin = one.origins[name]
    return HeldLine(
        one.name,
        shown(one[name], say),
        origin.since.isoformat(),
        origin.source,
        origin.remark,
        origin.verified,
    )
