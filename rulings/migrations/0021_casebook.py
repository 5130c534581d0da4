"""Final rulings taken into the casebook of the site."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0020_closed_notice"),
    ]

    operations = [
        migrations.CreateModel(
            name="CasebookCase",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveIntegerField(unique=True)),
                ("year", models.PositiveSmallIntegerField()),
                ("laws", models.CharField(blank=True, default="", max_length=200)),
                ("cause", models.CharField(blank=True, default="", max_length=20)),
                ("said", models.CharField(blank=True, default="", max_length=64)),
                ("objection", models.CharField(blank=True, default="", max_length=64)),
                ("reasons", models.CharField(blank=True, default="", max_length=64)),
                ("shown", models.BooleanField(default=True)),
                (
                    "case",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="casebook",
                        to="rulings.case",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rulings.ruling",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
    ]
