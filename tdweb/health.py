"""What machines ask of the site: whether it can serve, and where its icon is."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from tdweb.ready import uncollected


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 Django passes it
    """Return 200 when pages can be served, 503 with what is missing if not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            reachable = cursor.fetchone() == (1,)
    except DatabaseError:
        reachable = False
    status = "ok" if reachable else "database unreachable"
    if reachable and uncollected():
        status = "static files not collected"
    return JsonResponse({"status": status}, status=200 if status == "ok" else 503)


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:  # noqa: ARG001 Django passes it
    """Redirect browsers that look for the icon at the root, as on the admin's pages."""
    return HttpResponseRedirect(static("img/favicon.svg"))
