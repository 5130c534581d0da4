"""What every template may use besides Django's own: the reader's display options.

They live in cookies that hold no person and no right: theme (dark or light, else
the device's own), suits (two colours instead of four), hand (left).
"""

from django.conf import settings
from django.http import HttpRequest

OPTIONS = {
    "theme": frozenset({"dark", "light"}),
    "suits": frozenset({"two"}),
    "hand": frozenset({"left"}),
}


def site(request: HttpRequest) -> dict[str, object]:
    """Return what kind of site this is, and each display option or an empty text."""
    chosen = {name: request.COOKIES.get(name, "") for name in OPTIONS}
    return {
        "is_demo": settings.TD_DEMO,
        "mail_works": settings.MAIL_WORKS,
        **{
            name: chosen[name] if chosen[name] in OPTIONS[name] else ""
            for name in OPTIONS
        },
    }
