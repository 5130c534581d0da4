"""A web process that has loaded what all its pages share, before the first of them.

Everything stands still while Python looks for garbage, a tenth of a second for all
objects, also the stamping of what arrives. What a process keeps for good is loaded and
frozen here, and is left out of that.
"""

import gc
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

from rulings.laws.editions import has_flow
from rulings.laws.engine import editions, flows, load_flow
from rulings.statements import names_irregularity, read_words

NEW = 10_000
"""So many new objects there are before the garbage among them is looked for."""

AGAIN = (3, 2)
"""After so many looks what outlived them is looked through too, then once more.

A page leaves some thousands of objects that hold each other. With the usual ten and ten
one page in thirty stood still for all that the others had left, as long as it took.
"""


def settle() -> None:
    """Load routes, templates, law and words; freeze them, set how often to look."""
    _ = get_resolver().url_patterns
    for name in template_names():
        get_template(name)
    for name in flows():
        for edition in editions():
            if has_flow(edition, name):
                load_flow(name, edition)
    read_words("the rest")
    names_irregularity("the rest")
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, *AGAIN)


def template_names() -> list[str]:
    """Return the names of the site's own templates."""
    folder = Path(settings.BASE_DIR) / "templates"
    files = (path for path in folder.rglob("*") if path.suffix in {".html", ".txt"})
    return sorted(path.relative_to(folder).as_posix() for path in files)
