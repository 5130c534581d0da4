"""The one app: claims, their rulings and the record of both."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Name the app; everything else stands in its packages."""

    name = "rulings"
