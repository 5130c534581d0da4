"""How mail is sent, from the environment: a service, a server, or files in a folder."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

SECONDS = 10
"""So long a mail server or service may say nothing."""


def mailer(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Return backend and options; raise ImproperlyConfigured where none serves."""
    if service := environment.get("TD_MAIL_SERVICE"):
        return {"BACKEND": service_backend(service), "OPTIONS": {}}
    if host := environment.get("TD_MAIL_HOST"):
        return {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {
                "host": host,
                "port": _port(environment.get("TD_MAIL_PORT", "").strip()),
                "username": environment.get("TD_MAIL_USER", ""),
                "password": environment.get("TD_MAIL_PASSWORD", ""),
                "use_tls": True,
                "timeout": SECONDS,
            },
        }
    return {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": folder},
    }


def _port(text: str) -> int:
    if text and not text.isdecimal():
        raise ImproperlyConfigured(f"TD_MAIL_PORT is a whole number, not {text!r}.")
    return int(text or 587)


def service_backend(service: str) -> str:
    """Return the backend of a mail service that Anymail knows."""
    if importlib.util.find_spec("anymail") is None:
        raise ImproperlyConfigured(
            "TD_MAIL_SERVICE needs Anymail: install requirements/mail.txt."
        )
    if importlib.util.find_spec(f"anymail.backends.{service}") is None:
        raise ImproperlyConfigured(f"Anymail knows no mail service {service!r}.")
    return f"anymail.backends.{service}.EmailBackend"


def service_keys(environment: Mapping[str, str]) -> dict[str, str | int]:
    """Return Anymail's settings: each stands in the environment as ANYMAIL_NAME."""
    mark = "ANYMAIL_"
    keys: dict[str, str | int] = {
        name.removeprefix(mark): value
        for name, value in environment.items()
        if name.startswith(mark)
    }
    return keys | {"REQUESTS_TIMEOUT": SECONDS}
