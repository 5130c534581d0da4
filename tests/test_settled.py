"""A web process is ready before its first page, and stands still for pages alone."""

import gc

from django.template.loader import get_template
from django.template.loaders import filesystem

from tdweb.hosting.settled import settle, template_names


def test_no_page_waits_for_a_template_of_the_site(monkeypatch):
    thresholds = []
    monkeypatch.setattr(gc, "set_threshold", lambda *given: thresholds.append(given))
    frozen = gc.get_freeze_count()

    settle()

    assert "table/case.html" in template_names()
    assert gc.get_freeze_count() > frozen
    assert len(thresholds) == 1
    monkeypatch.setattr(filesystem.Loader, "get_contents", None)  # no file is read
    for name in template_names():
        assert get_template(name)
