"""What is said of a database depends on the steps that made its tables."""

import pytest
from django.db.migrations.recorder import MigrationRecorder

from rulings.management.beforehand import lacking_tables

pytestmark = pytest.mark.django_db


def test_a_database_with_every_table_lacks_nothing():
    assert lacking_tables() == ""


def test_a_database_of_an_older_program_is_said_to_be_so(settings):
    last = MigrationRecorder.Migration.objects.filter(app="rulings").latest("name")
    last.delete()

    said = lacking_tables()

    name = settings.DATABASES["default"]["NAME"]
    assert said.startswith(f"the database {name} has older tables than this program")
    assert said.endswith("; './td manage migrate' makes them")
