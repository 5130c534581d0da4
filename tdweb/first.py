"""The first administrator of a new site, by an address that `./td serve` prints.

The code in it is signed, holds for an hour and works once: it is refused as soon as
anybody administers the site.
"""

from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rulings.forms.people import JoinForm
from rulings.models import SITE_CHAIN
from rulings.workflow.log import lock_chain

HOUR = 60 * 60
WORD = "first"


def signer() -> TimestampSigner:
    """Return who signs the code."""
    return TimestampSigner(salt="tdweb.first")


def is_administered() -> bool:
    """Say whether anybody administers the site."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def address() -> str:
    """Return the address that makes the first administrator, or nothing later on."""
    if is_administered():
        return ""
    code = signer().sign(WORD)
    return settings.TD_ADDRESS + reverse("first_administrator", args=[code])


@require_http_methods(["GET", "POST"])
def first_administrator(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a name and a password; make the account and sign it in."""
    try:
        signer().unsign(code, max_age=HOUR)
    except BadSignature as error:
        raise Http404 from error
    if is_administered():
        raise Http404
    form = JoinForm(request.POST or None)
    if not form.is_valid():
        return render(request, "account/first.html", {"form": form})
    with transaction.atomic():
        lock_chain(SITE_CHAIN)  # two who send it at once come one after the other
        if is_administered():
            raise Http404
        given = form.cleaned_data
        user = User.objects.create_superuser(
            given["username"], password=given["password1"]
        )
    answer: HttpResponse = perform_login(request, user)
    return answer
