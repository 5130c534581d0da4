import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0003_effects"),
    ]

    operations = [
        migrations.CreateModel(
            name="FileReading",
            fields=[
                (
                    "file",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reading",
                        serialize=False,
                        to="rulings.importfile",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("read", "Read"),
                            ("refused", "Refused"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("format", models.CharField(blank=True, max_length=12)),
                ("found", models.PositiveIntegerField(default=0)),
                ("problems", models.PositiveIntegerField(default=0)),
                ("result", models.BinaryField(null=True)),
                ("fault", models.CharField(blank=True, max_length=40)),
                ("params", models.JSONField(default=dict)),
                ("asked_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
