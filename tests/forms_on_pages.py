"""Markup as tests read it, and the forms on a page, filled in to be sent."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django import forms as django_forms

from rulings import forms


def flat(markup):
    """Return markup without its layout: no page says more by where its lines break."""
    text = re.sub(r">[ ]*\n\s*", ">", markup)
    text = re.sub(r"\s*\n\s*(?=</|>)", "", text)
    return re.sub(r"\s+", " ", text).replace(" >", ">")


TYPED = {
    "number": "1",
    "date": "2026-05-02",
    "time": "12:00",
    "datetime-local": "2026-05-02T12:00",
    "email": "a@example.org",
}
"""What stands in an empty field, by its kind; words in all others."""
SILENT = {"submit", "button", "reset", "image", "file", "search"}
TICKED = {"radio", "checkbox"}
OWN = {"csrfmiddlewaretoken", "key", "version", "next"}
"""What the product itself writes into a form."""


@dataclass
class PageForm:
    """Where a form is sent, and a value for each of its fields."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    choices: set[str] = field(default_factory=set)

    @property
    def fields(self):
        """Return the names of the fields that a person fills in."""
        return [name for name in self.values if name not in OWN]


class _Reader(HTMLParser):
    """Read the forms that are sent by POST; of radio buttons the chosen one counts."""

    def __init__(self, address):
        super().__init__()
        self.found = {}
        self._address = address
        self._open = self._list = self._area = None
        self._named = {}

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            post = given.get("method", "").lower() == "post"
            action = given.get("action") or self._address
            self._open = PageForm(action) if post else PageForm("")
            self._named[given.get("id", "")] = self._open
            if post:
                self.found[len(self.found)] = self._open
        form = self._named.get(given["form"]) if "form" in given else self._open
        if form is None:
            return
        name = given.get("name", "")
        if tag == "option" and self._list:
            form.values[self._list] = form.values.get(self._list) or given.get(
                "value", "Some words"
            )
        elif tag == "select":
            self._list = name
            form.values[name] = ""
            form.choices.add(name)
        elif tag == "textarea":
            form.values[name] = "Some words."
        elif tag == "input" and name and given.get("type") not in SILENT:
            self._input(form, name, given)
        elif tag == "button" and name:
            form.values.setdefault(name, given.get("value", ""))
            form.choices.add(name)

    def _input(self, form, name, given):
        kind, value = given.get("type", "text"), given.get("value", "")
        if kind in {*TICKED, "hidden"}:
            form.choices.add(name)
        if kind in TICKED:
            if not form.values.get(name) or "checked" in given:
                form.values[name] = value or "on"
        elif kind == "hidden":
            form.values[name] = value
        else:
            form.values[name] = value or TYPED.get(kind, "Some words")

    def handle_endtag(self, tag):
        if tag == "form":
            self._open = None
        if tag == "select":
            self._list = None


def forms_of(address, page):
    """Return the forms of a page."""
    reader = _Reader(address)
    reader.feed(page)
    return [form for form in reader.found.values() if form.values]


def declared_fields():
    """Return (type, name) of every field that a form of the product declares."""
    found = set()
    for module in pkgutil.walk_packages(forms.__path__, "rulings.forms."):
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and issubclass(one, django_forms.BaseForm):
                found.update(
                    (getattr(drawn.widget, "input_type", "text"), name)
                    for name, drawn in getattr(one, "base_fields", {}).items()
                )
    return found
