"""What the solver lacks on this machine is said."""

import sys

from rulings.presenters.lacking import lacking


def test_a_library_that_is_absent_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay", None)
    monkeypatch.setitem(sys.modules, "numba", None)

    compiler, library = lacking()

    assert compiler.startswith("The solver has no compiler on this machine")
    assert library.startswith("The solver has no double-dummy library")
