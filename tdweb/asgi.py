"""The site as an ASGI application, for uvicorn."""

import os
import warnings

from django.core.asgi import get_asgi_application

# Static files are small and read at once: Django need not warn each time.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
behind_the_gate = get_asgi_application()

from rulings.management.keep import live  # noqa: E402 - the apps are ready now
from tdweb.gate import Gate  # noqa: E402 - the same
from tdweb.ready import refuse_unready  # noqa: E402 - the same

application = Gate(behind_the_gate)
refuse_unready()
live.hold()
