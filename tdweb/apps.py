"""The site as a Django app: start-up checks and the shared table of the cache."""

import logging

from django.apps import AppConfig, apps
from django.contrib.auth.signals import user_logged_out
from django.core.management import call_command
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.http import HttpRequest

from tdweb.logs import mild_stranger


def create_cache_table(using: str, verbosity: int, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Create the table that counts sign-in attempts, after the migrations."""
    call_command("createcachetable", database=using, verbosity=verbosity)


def end_notices(request: HttpRequest, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Send nothing more to a device on which somebody signs out, or that locks."""
    from rulings.workflow.notify import subscriptions  # noqa: PLC0415 needs the models

    subscriptions.unsubscribe(request.session.get(subscriptions.DEVICE, ""))


class SiteConfig(AppConfig):
    """Connects what must hold before the first request."""

    name = "tdweb"

    def ready(self) -> None:
        """Register the checks, and ask the first connection for its promises."""
        from tdweb.hosting import checks, ready  # noqa: F401, PLC0415 register themselves

        logging.getLogger("django.security.DisallowedHost").addFilter(mild_stranger)
        connection_created.connect(checks.assert_promises)
        user_logged_out.connect(end_notices)
        post_migrate.connect(create_cache_table, sender=apps.get_app_config("auth"))
