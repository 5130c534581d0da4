"""A case as it stands now, and a wish that is put about it."""

from rulings.models import Case, Objection
from rulings.queries.case.derived import derived_answers
from rulings.queries.case.rules import flow_of
from rulings.workflow import objections


def derived(case):
    return derived_answers(case, flow_of(case).points)


def now(case):
    return Case.objects.get(pk=case.pk)


def put(cast, case, wish=Objection.Wish.DOUBT, **form):
    wanted = objections.Wanted(wish=wish, side="EW")
    objections.submit_objection(cast.form(cast.dana, **form), case.pk, wanted)
    return Objection.objects.filter(case=case).order_by("-received_at")[0]
