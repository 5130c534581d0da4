"""What every template may use besides Django's own."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001 Django passes it
    """Return whether this is the demo."""
    return {"is_demo": settings.TD_DEMO}
