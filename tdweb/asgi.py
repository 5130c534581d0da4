"""The site as an ASGI application, for uvicorn."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
django.setup(set_prefix=False)

from rulings.management.keep import live  # noqa: E402 - the apps are ready now
from tdweb.gate import Gate, Pages  # noqa: E402 - the same
from tdweb.ready import refuse_unready  # noqa: E402 - the same

SWITCH = 0.001
"""So many seconds a page may go on while the gate waits to stamp an arrival."""

sys.setswitchinterval(SWITCH)
application = Gate(Pages())
refuse_unready()
live.hold()
