"""A look reads once who looks; an act reads it anew, behind its locks (R10)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from rulings.models import Case, Role
from rulings.permissions import letters_in_case, visible
from rulings.views.common import declares
from tests.factories import as_actor, make_case, make_event

pytestmark = pytest.mark.django_db


def end_role(user, at):
    Role.objects.filter(user=user).update(until=at)


def test_actor_who_looks_is_read_once(django_assert_num_queries):
    cast = make_event()
    case = make_case(cast)
    dana = as_actor(cast, cast.dana).looking()
    known = letters_in_case(dana, case)
    assert visible(dana, Case.objects.all()).get() == case

    with django_assert_num_queries(0):
        assert letters_in_case(dana, case) == known == {"D"}


def test_actor_who_acts_is_read_each_time():
    cast = make_event()
    case = make_case(cast)
    at = cast.at
    dana = as_actor(cast, cast.dana)
    assert letters_in_case(dana, case) == {"D"}

    end_role(cast.dana, at - timedelta(seconds=1))

    assert letters_in_case(dana, case) == frozenset()


def test_memory_of_a_look_is_its_own():
    cast = make_event()
    case = make_case(cast)
    dana = as_actor(cast, cast.dana)
    assert letters_in_case(dana.looking(), case) == {"D"}

    end_role(cast.dana, cast.at - timedelta(seconds=1))

    assert letters_in_case(dana.looking(), case) == frozenset()
    assert dana.looking() == dana


@pytest.mark.parametrize(("method", "remembers"), [("get", True), ("post", False)])
def test_only_a_page_that_is_looked_at_remembers(method, remembers):
    seen = []

    @declares("look")
    def view(request):
        seen.append(request.actor.memory is not None)
        return HttpResponse()

    request = getattr(RequestFactory(), method)("/")
    request.user = AnonymousUser()
    view(request)

    assert seen == [remembers]
