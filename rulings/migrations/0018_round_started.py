"""When a round really started, beside its plan; earlier starts have replaced theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0017_push"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="started_at",
            field=models.DateTimeField(null=True),
        ),
    ]
