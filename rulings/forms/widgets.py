"""Controls of forms that draw themselves: tiles to tap, texts, times of the day."""

from __future__ import annotations

from django import forms


class Tiles(forms.RadioSelect):
    """Choices side by side, each as large as a finger."""

    template_name = "forms/tiles.html"


class Tick(forms.CheckboxInput):
    """One tile that is on or off; the field's label stands in it."""


class Words(forms.Textarea):
    """Some lines of text."""

    def __init__(self, rows: int = 4) -> None:
        """Show so many lines."""
        super().__init__({"rows": rows, "cols": False})


class Time(forms.TimeInput):
    """A time of the day."""

    input_type = "time"
