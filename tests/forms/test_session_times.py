"""The times of a session are changed by a button that can be seen."""

import pytest

from rulings.forms.chief import SessionTimesForm


@pytest.mark.parametrize("do", ["extend", "close"])
def test_what_is_done_to_the_times_has_its_button(do):
    assert f'name="do" value="{do}"' in str(SessionTimesForm(None, do))
