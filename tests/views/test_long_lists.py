"""A list of more than forty rows has a search and pages, on every page that lists."""

import pytest
from django.urls import reverse

from rulings.models import Playing, Role
from rulings.views import lists
from rulings.views.chief import live
from rulings.workflow.event import events
from tests.factories import make_case, make_event, make_staff, shell
from tests.people import give_slips, stop_clock, tablet, text_of
from tests.programs import give_key
from tests.views.desk.desks import upload
from tests.views.desk.test_results import score

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]

LISTS = [
    ("home", "cleo", "rows"),
    ("notices", "sam", "rows"),
    ("roles", "cleo", "contestants"),
    ("passes", "cleo", "rows"),
    ("import_files", "cleo", "files"),
    ("keys", "cleo", "rows"),
    ("scores", "sam", "rows"),
    ("scores", "sam", "slips"),
    ("result_grid", "sam", "listed"),
    ("results_out", "sam", "changed"),
    ("board_compared", "sam", "rows"),
    ("standing", "sam", "standing"),
    ("live", "cleo", "listed"),
    ("blocks", "cleo", "acting"),
    ("blocks", "cleo", "timed"),
    ("blocks", "cleo", "slips"),
    ("session_end", "cleo", "open"),
]
"""The page, who looks, and the list; of the casebook, see its own tests.

Whole on purpose: what is printed (rulings, slips, a dossier), a form that is taken as a
whole (the boards of a file), a player's own boards (read without network), the queue of
calls (a call must not lie on another page), the running times (a wall turns no page)
and the schedule.
"""


@pytest.fixture
def cast(monkeypatch):
    """Two of everything, and one row a page."""
    made = make_event()
    stop_clock(monkeypatch, made)
    monkeypatch.setattr(lists, "PER_PAGE", 1)
    monkeypatch.setattr(live, "WORTH", 2)
    make_staff(made, "sam", Role.Name.SCORER)
    for state in ("announced", "announced", "contested", "contested"):
        make_case(made, state=state)
    give_slips(made)
    for role in (Role.Name.SCORER, Role.Name.CHIEF):
        give_key(made, role)
    return made


def page_of(cast, route, who, **asked):
    user = cast.extra.get(who) or getattr(cast, who)
    first = Playing.objects.filter(board__event=cast.event).first()
    more = {
        "home": [],
        "notices": [],
        "board_compared": [cast.event.pk, first.board_id],
        "session_end": [cast.event.pk, cast.session.pk],
    }
    url = reverse(route, args=more.get(route, [cast.event.pk]))
    return tablet(user).get(url, asked)


def prepared(cast, route):
    """Bring about what only one page lists."""
    if route == "home":
        events.give_role(shell(cast.at), cast.event, cast.cleo, Role.Name.SCORER, [])
    if route == "import_files":
        for name in ("one.pbn", "two.pbn"):
            upload(tablet(cast.cleo), cast, f"% {name}\n".encode(), name)
    if route == "standing":
        board = Playing.objects.filter(board__event=cast.event).last().board
        for row in board.playings.all():
            score(cast, row, "4S S", 10, 420)


@pytest.mark.parametrize(("route", "who", "listed"), LISTS)
def test_a_long_list_has_a_search_and_a_next_page(cast, route, who, listed):
    prepared(cast, route)

    page = page_of(cast, route, who)

    found = page.context[listed]
    assert len(found.rows) == 1
    assert found.pages > 1
    words = page.content.decode()
    assert 'role="search"' in words
    assert f'rel="next" href="?{found.after}"' in words.replace("&amp;", "&")
    assert f"Page 1 of {found.pages}" in text_of(page)
    after = dict(part.split("=") for part in found.after.split("&"))
    beside = page_of(cast, route, who, **after).context[listed]
    assert (beside.number, len(beside.rows)) == (2, 1)
