"""The site as an ASGI application, for uvicorn."""

import os
import resource
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
django.setup(set_prefix=False)

from rulings.management.keep import live  # noqa: E402 - the apps are ready now
from tdweb.hosting import measures  # noqa: E402 - the same
from tdweb.hosting.gate import Gate, Pages  # noqa: E402 - the same
from tdweb.hosting.ready import refuse_unready  # noqa: E402 - the same
from tdweb.hosting.settled import settle  # noqa: E402 - the same

SWITCH = 0.001
"""So many seconds a page may go on while the gate waits to stamp an arrival."""

FILES = 8192
"""So many connections and files a process may have open, where the system lets it."""

soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if 0 <= soft < FILES:
    wanted = min(FILES, hard) if hard >= 0 else FILES  # below 0 stands for no limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
sys.setswitchinterval(SWITCH)
refuse_unready()
application = Gate(Pages(), measures=measures.begin())
live.hold()
settle()
