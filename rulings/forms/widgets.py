"""Controls of forms that render themselves: tiles to tap, one of which may hold."""

from __future__ import annotations

from django import forms


class Tiles(forms.RadioSelect):
    """Choices side by side, each as large as a finger."""

    template_name = "forms/tiles.html"


class Tick(forms.CheckboxInput):
    """One tile that is on or off; the field's label stands in it."""
