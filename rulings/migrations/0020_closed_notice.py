"""A notice that an event has been closed."""

from django.db import migrations, models

KINDS = (
    *("announced", "decided", "hearing", "moved", "assigned", "confirm"),
    *("objection", "window", "backup", "invited", "closed"),
)


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0019_case_patterns"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[(kind, kind.capitalize()) for kind in KINDS], max_length=12
            ),
        ),
    ]
