"""Calls go from a director to a colleague: those chosen, or all by who takes them."""

import pytest
from django.urls import reverse

from rulings.models import Case, Role
from tests.factories import make_case, make_staff
from tests.views.table.walks import hidden

pytestmark = pytest.mark.django_db


def test_calls_are_handed_to_a_colleague_at_once(walk, cast):
    maria = make_staff(cast, "maria", Role.Name.DIRECTOR)
    mine = [make_case(cast), make_case(cast, state="contested")]
    over = make_case(cast, state="closed")
    walk.see("queue", cast.event.pk)
    assert "Hand my calls to" in walk.text

    walk.see("hand_calls", cast.event.pk)
    assert [name in walk.text for name in ("Called", "Facts being taken")] == [True] * 2
    every = [case.pk for case in (*mine, over)]
    walk.send("hand_calls", cast.event.pk, user=maria.pk, calls=every)

    assert walk.at == "queue"
    assert "has 2 calls of yours." in walk.text
    directors = {case.pk: case.director_id for case in Case.objects.all()}
    assert directors == {
        **{case.pk: maria.pk for case in mine},
        over.pk: cast.dana.pk,
    }


def test_a_director_keeps_the_calls_that_are_not_chosen(walk, cast):
    maria = make_staff(cast, "maria", Role.Name.DIRECTOR)
    kept, given = make_case(cast), make_case(cast, state="contested")
    walk.see("hand_calls", cast.event.pk)
    way = reverse("hand_calls", args=[cast.event.pk])
    none = walk.client.post(way, hidden(walk.page) | {"user": maria.pk, "calls": []})
    assert "Choose at least one call." in none.content.decode()

    walk.send("hand_calls", cast.event.pk, user=maria.pk, calls=[given.pk])

    assert "has 1 call of yours." in walk.text
    directors = dict(Case.objects.values_list("pk", "director"))
    assert directors == {kept.pk: cast.dana.pk, given.pk: maria.pk}


def test_calls_of_a_colleague_who_is_not_there_are_taken_with_one_tap(walk, cast):
    maria = make_staff(cast, "maria", Role.Name.DIRECTOR)
    hers = [make_case(cast), make_case(cast, state="contested")]
    over = make_case(cast, state="closed")
    Case.objects.update(director=maria)
    walk.see("queue", cast.event.pk, show="all")
    assert "Take all calls of Maria" in walk.text

    walk.send("take_calls", cast.event.pk, user=maria.pk)

    assert walk.at == "queue"
    assert "You have 2 calls more." in walk.text
    directors = {case.pk: case.director_id for case in Case.objects.all()}
    assert directors == {
        **dict.fromkeys([c.pk for c in hers], cast.dana.pk),
        over.pk: maria.pk,
    }
