"""Room for the key of a strike: all the cards played since the claim, and one more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0006_preparation"),
    ]

    operations = [
        migrations.AlterField(
            model_name="fact",
            name="key",
            field=models.CharField(max_length=255),
        ),
    ]
