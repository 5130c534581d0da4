"""What every template may use besides Django's own: the reader's display options."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest

from rulings.forms.display import chosen_display
from rulings.permissions.relations import unread_of
from tdweb.accounts import why_no_passkeys


def site(request: HttpRequest) -> dict[str, object]:
    """Return what kind of site this is, and each display option or an empty text."""
    return {
        "is_demo": settings.TD_DEMO,
        "rules_for_all": settings.TD_RULE,
        "mail_works": settings.MAIL_WORKS,
        "why_no_passkeys": partial(why_no_passkeys, request),
        "unread_notices": partial(_unread, request),
        **chosen_display(request.COOKIES),
    }


def _unread(request: HttpRequest) -> int:
    """Return how many notices the reader has not read; asked only by a page's head."""
    actor = getattr(request, "actor", None)
    return unread_of(actor.user) if actor is not None else 0
