"""The routes of the site: the app's own, sign-in, the admin; health and icon."""

from django.conf import settings
from django.contrib import admin
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.templatetags.static import static
from django.urls import include, path, reverse
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from tdweb.accounts import sign_out_everywhere
from tdweb.first import first_administrator
from tdweb.hosting.health import deep, healthz, metrics
from tdweb.recorded import recorded
from tdweb.shared import shared, shared_here, shared_lock, shared_tablet


def no_public_page(_request: HttpRequest, **_row: str) -> HttpResponse:
    """Refuse the admin's way to a row's own page: no model has one."""
    raise Http404


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:  # noqa: ARG001 Django passes it
    """Redirect browsers that look for the icon at the root, as on the admin's pages."""
    return HttpResponseRedirect(static("img/favicon.svg"))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django passes it
    """Hand out the script that keeps a player's pages; its place sets its scope."""
    script = settings.BASE_DIR / "static" / "js" / "worker.js"
    response = HttpResponse(script.read_bytes(), content_type="text/javascript")
    response["Cache-Control"] = "no-cache"  # browsers ask whether there is a newer one
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django passes it
    """Say how the players' pages stand on a home screen."""
    icon = {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    described = {
        "name": "Seventy",
        "short_name": "Seventy",
        "start_url": reverse("player"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#edf0ed",
        "theme_color": "#12231c",
        "icons": [icon],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
def authority(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django passes it
    """Hand out the certificate of the site's own authority, for devices to install."""
    path = settings.VAR_DIR / "authority" / "authority.crt"
    if not path.is_file():
        raise Http404
    return HttpResponse(path.read_bytes(), content_type="application/x-x509-ca-cert")


handler500 = "tdweb.trouble.server_error"
urlpatterns = [
    path("authority.crt", authority, name="authority"),
    path("healthz", healthz, name="healthz"),
    path("healthz/deep", deep, name="healthz_deep"),
    path("metrics", metrics, name="metrics"),
    path("favicon.ico", favicon, name="favicon"),
    path("worker.js", worker, name="worker"),
    path("manifest.webmanifest", manifest, name="manifest"),
    *recorded(
        [
            path(
                "accounts/first/<code>", first_administrator, name="first_administrator"
            ),
            path("accounts/shared/", shared, name="shared"),
            path("accounts/shared/tablet/", shared_tablet, name="shared_tablet"),
            path("accounts/shared/lock/", shared_lock, name="shared_lock"),
            path("accounts/out/", sign_out_everywhere, name="sign_out_everywhere"),
            path("accounts/", include("allauth.urls")),
        ]
    ),
    path("accounts/shared/here/", shared_here, name="shared_here"),
    path("language/", set_language, name="set_language"),
    path("admin/r/<path:row>", no_public_page),
    path("admin/", (recorded(admin.site.urls[0]), *admin.site.urls[1:])),
    path("", include("rulings.urls")),
]
