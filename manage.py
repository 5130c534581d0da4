#!/usr/bin/env python3
"""Run Django's commands with the settings of this site (`./td manage` calls it)."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
