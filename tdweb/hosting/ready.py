"""What a server needs in production: an address, collected static files, right keys.

Asked by `manage.py check --deploy`, and at the start of a server, which runs no checks
of its own.
"""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.checks import CheckMessage, Error, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from rulings.workflow.notify.push import application_key

START = "start"
"""The tag of what is asked before a server answers its first request."""
NAMED = 3
"""So many missing files are named."""


def refuse_unready() -> None:
    """Raise ImproperlyConfigured where a server in production lacks what it needs."""
    found = run_checks(tags=[START], include_deployment_checks=True)
    said = [f"{one.msg} {one.hint}" for one in found]
    if said:
        raise ImproperlyConfigured(" ".join(said))


@register(START)
def check_address(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return an error where printed codes would lead nobody to the site."""
    wrong = fault_of_address(settings.TD_ADDRESS) if settings.PRODUCTION else ""
    hint = "Set TD_ADDRESS to what people type, for example https://td.example.org."
    return [Error(wrong, hint=hint, id="tdweb.E006")] if wrong else []


def fault_of_address(address: str) -> str:
    """Return why slips cannot bear this address, or nothing where they can."""
    if not address:
        return "TD_ADDRESS is not set: slips and table codes would lead nowhere."
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    scheme = settings.TD_SITE or "https"
    if not host or parts.scheme != scheme or parts.path or parts.query:
        return f"TD_ADDRESS is {address}, which is not {scheme}:// and a host alone."
    # ./td serve may stand alone on a machine, and says so itself.
    if is_loopback(host) and not settings.TD_SITE:
        return f"TD_ADDRESS is {address}: only this machine itself can open that."
    if not validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return f"TD_ADDRESS is {address}, and TD_HOSTS does not name {host}."
    return ""


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine to itself: no phone reaches it."""
    try:
        number = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return number.is_loopback or number.is_unspecified


@register(START)
def check_push_key(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return an error where the key for notices on devices is none."""
    if not settings.TD_PUSH_KEY:
        return []  # one is made, and kept in TD_VAR
    try:
        application_key()
    except ImproperlyConfigured as error:
        hint = "Unset it, or copy TD_VAR/push-key of another machine of this site."
        return [Error(str(error), hint=hint, id="tdweb.E008")]
    return []


@register(START, deploy=True)  # migrations and workers do without
def check_collected(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return an error where pages would lack their style sheets and scripts."""
    missing = uncollected()
    if not missing and not (missing := outdated()):
        return []
    some = ", ".join(missing[:NAMED]) + (", ..." if missing[NAMED:] else "")
    return [
        Error(
            f"{len(missing)} static files are not collected as they are now: {some}.",
            hint="Run ./td manage collectstatic --noinput before the server starts.",
            id="tdweb.E007",
        )
    ]


def uncollected() -> list[str]:
    """Return the static files that pages may name and that were not collected."""
    if not settings.PRODUCTION:
        return []
    folder = Path(settings.STATIC_ROOT or "")
    held, _ = staticfiles_storage.load_manifest()  # type: ignore[attr-defined]  # production's storage has one
    return [
        name
        for name in sources()
        if name not in held or not (folder / held[name]).is_file()
    ]


def outdated() -> list[str]:
    """Return the static files that changed after they were collected."""
    if not settings.PRODUCTION:
        return []
    folder = Path(settings.STATIC_ROOT or "")
    return [
        name
        for name, source in sources().items()
        if not (folder / name).is_file()
        or (folder / name).read_bytes() != source.read_bytes()
    ]


def sources() -> dict[str, Path]:
    """Return each static file by its name; the first finder that has it wins."""
    found: dict[str, Path] = {}
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            found.setdefault(name, Path(storage.path(name)))
    return found
