"""How many positions a key may stream on a day; earlier keys have the site's number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0026_line_batches"),
    ]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="day_positions",
            field=models.PositiveIntegerField(
                help_text="Positions by lines on a day; empty: as the site sets.",
                null=True,
            ),
        ),
    ]
