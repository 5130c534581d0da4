"""What every test may use. The database is the one DATABASE_URL names."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase

from tests.browser import browser_type_launch_args, site

__all__ = ["browser_type_launch_args", "site"]

flush = TransactionTestCase._fixture_teardown


def flush_without_guards(case):
    """Empty the tables after a transactional test.

    The triggers that guard the log refuse that, rightly: they are dropped for the
    time of it.
    """
    from rulings.models import guards  # noqa: PLC0415 needs the apps

    aliases = case._databases_names(include_mirrors=False)
    for alias in aliases:
        guards.drop_guards(connections[alias])
    flush(case)
    for alias in aliases:
        guards.create_guards(connections[alias])
    cache.clear()


@pytest.hookimpl(trylast=True)
def pytest_configure():
    """Make the tests fast where it does not matter, and keep the log's guards."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    TransactionTestCase._fixture_teardown = flush_without_guards
