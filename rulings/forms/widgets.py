"""Controls of forms that draw themselves: tiles to tap, texts, times of the day."""

from __future__ import annotations

from typing import Any

from django import forms


class Tiles(forms.RadioSelect):
    """Choices side by side, each as large as a finger."""

    template_name = "forms/tiles.html"


class Ticks(forms.CheckboxSelectMultiple):
    """Tiles of which any number is on."""

    template_name = "forms/tiles.html"


class Tick(forms.CheckboxInput):
    """One tile that is on or off; the field's label stands in it."""


class Buttons(forms.widgets.ChoiceWidget):
    """The buttons that send a form, one for each choice; `look` is their class."""

    template_name = "forms/buttons.html"

    def __init__(self, look: str = "btn") -> None:
        """Draw buttons of this look."""
        super().__init__({"class": look})


class _Drawn(forms.RadioSelect):
    """Choices that a template draws from values of its own."""

    def __init__(self, **drawn: object) -> None:
        """Take what the template draws."""
        super().__init__()
        self.drawn = drawn

    def get_context(
        self,
        name: str,
        value: Any,  # noqa: ANN401 - Django's own signature
        attrs: dict[str, Any] | None,
    ) -> dict[str, Any]:
        """Return what the template draws, and what is chosen."""
        drawn = super().get_context(name, value, attrs)
        return {**drawn, **self.drawn, "chosen": str(value or "")}


class TickBox(_Drawn):
    """A call, tapped on a bidding box: `box` by levels, and the `others`."""

    template_name = "forms/box.html"


class CardKeys(_Drawn):
    """A card, tapped among some: `runs` of keys by suits."""

    template_name = "forms/keys.html"


class Words(forms.Textarea):
    """Some lines of text."""

    def __init__(self, rows: int = 4) -> None:
        """Show so many lines."""
        super().__init__({"rows": rows, "cols": False})


class Time(forms.TimeInput):
    """A time of the day."""

    input_type = "time"


class Day(forms.DateInput):
    """A day of the calendar."""

    input_type = "date"

    def __init__(self) -> None:
        """Write days as a browser reads them."""
        super().__init__(format="%Y-%m-%d")


class DayTime(forms.DateTimeInput):
    """A day and a time of it, to the minute or to the second."""

    input_type = "datetime-local"

    def __init__(self, *, seconds: bool = False) -> None:
        """Write instants as a browser reads them."""
        exact = {"step": "1"} if seconds else {}
        super().__init__(exact, "%Y-%m-%dT%H:%M:%S" if seconds else "%Y-%m-%dT%H:%M")
