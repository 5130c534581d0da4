"""How forms render themselves: with the site's own field templates."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class Fields(TemplatesSetting):
    """Label, what was wrong, and the control with what was typed, in this order."""

    field_template_name = "forms/field.html"
