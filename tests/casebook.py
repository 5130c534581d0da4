"""Final rulings for tests of the casebook, made by the workflow's verbs."""

from rulings.models import Case, Playing, Round
from rulings.workflow.event import scores
from rulings.workflow.ruling.casebook import CasebookTexts, take_in
from tests.factories import make_case

SAID = "The rest, drawing the trump."
REASONS = "He had said nothing of the trump; it is worth a trick."


def end_session(cast):
    """End every round, publish the scores, and let the periods run out."""
    end_rounds(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(days=1)


def end_rounds(cast):
    """End every round: every board has been played."""
    for row in Round.objects.filter(session=cast.session).order_by("order"):
        scores.end_round(cast.form(cast.cleo), cast.event, row)
    playings = Playing.objects.filter(board__event=cast.event)
    assert not playings.filter(status__in=["scheduled", "in_play"]).exists()


def final_case(cast, **given):
    """Return an announced case that nothing can change any more."""
    case = make_case(cast, state="announced", **given)
    end_session(cast)
    return Case.objects.get(pk=case.pk)


def enter(cast, case, **texts):
    """Take a case into the casebook with texts that name nobody."""
    given = CasebookTexts(**{"said": SAID, "reasons": REASONS, **texts})
    return take_in(cast.form(cast.cleo), case.pk, given)
