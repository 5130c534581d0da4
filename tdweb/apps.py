"""The site as a Django app: start-up checks and the shared table of the cache."""

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


def create_cache_table(using: str, verbosity: int, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Create the table that counts sign-in attempts, after the migrations."""
    call_command("createcachetable", database=using, verbosity=verbosity)


class SiteConfig(AppConfig):
    """Connects what must hold before the first request."""

    name = "tdweb"

    def ready(self) -> None:
        """Register the checks, and ask the first connection for its promises."""
        from tdweb.hosting import checks, ready  # noqa: F401, PLC0415 register themselves

        connection_created.connect(checks.assert_promises)
        post_migrate.connect(create_cache_table, sender=apps.get_app_config("auth"))
