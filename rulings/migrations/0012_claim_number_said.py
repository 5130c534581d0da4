"""Whether the claimer gave a number; all claims taken down before have one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0011_further_appeal_window"),
    ]

    operations = [
        migrations.AddField(
            model_name="claim",
            name="number_said",
            field=models.BooleanField(
                default=True,
                help_text="Whether the claimer himself gave a number.",
            ),
        ),
    ]
