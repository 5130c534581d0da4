"""The line that an appeal is shown with: the one that proves the number ruled."""

import pytest
from django.urls import reverse

from rulings.models import Case, Proposal, Role
from rulings.workflow.ruling import appeals, decide
from tests.factories import decision, make_event, make_staff
from tests.people import stop_clock, tablet, text_of
from tests.views.table.test_concession import LOSING
from tests.views.table.test_law_steps import small_case
from tests.views.table.walks import solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
REASON = "East could not have known of the heart."


@pytest.mark.parametrize("by_hand", [False, True])
def test_line_is_shown_where_it_proves_the_number_ruled(monkeypatch, by_hand):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    case = small_case(cast, cards=LOSING)
    solve(case)
    found = Proposal.objects.get(low__isnull=False)
    tricks = found.low - 1 if by_hand else found.low
    given = decision(tricks, proposal_id=found.pk, reasons=REASON)
    decide.rule(cast.form(cast.dana), case.pk, given)
    decide.announce(cast.form(cast.dana), case.pk)
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    both = {"E": "phone", "W": "phone"}
    form = cast.form(cast.dana)
    appeals.file_appeal(form, case.pk, side="EW", concurrence=both, words="")
    appeals.set_panel(
        cast.form(cast.cleo), case.pk, panel=[rae.pk], advisers=[], deposit=""
    )

    for name in ("appeal_decide", "dossier"):
        page = tablet(rae).get(reverse(name, args=[case.pk]))
        assert (page.context["line"] is None) is by_hand
        assert ("The number was given by hand" in text_of(page)) is by_hand
        assert REASON in text_of(page)
    assert Case.objects.get(pk=case.pk).state == "appealed"
