"""What a regulating body may set, as lines to read: the law's value and the bodies'.

The page of a flow and the handbook show the same lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.laws.handbook.sheets import Say
from rulings.laws.regulations import (
    Parameter,
    Regulations,
    Setting,
    bodies,
    body_names,
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
            shown(parameter, law[name], say),
            tuple(_held(one, parameter, say) for one in sets if name in one.origins),
        )
        for name, parameter in parameters().items()
        if name != "edition"
    )


def named_bodies(say: Say = str) -> list[tuple[str, str]]:
    """Return the regulating bodies with their names in the reader's words."""
    return [(body, say(name)) for body, name in body_names().items()]


def shown(parameter: Parameter, value: Setting, say: Say = str) -> str:
    """Return a value in the reader's words; a dash where nothing is set."""
    words = parameter.said(value)
    if not words:
        return "\N{EN DASH}"
    return say(words) if parameter.words else words


def _held(one: Regulations, parameter: Parameter, say: Say) -> HeldLine:
    origin = one.origins[parameter.name]
    return HeldLine(
        one.name,
        shown(parameter, one[parameter.name], say),
        origin.since.isoformat(),
        origin.source,
        origin.remark,
        origin.verified,
    )
