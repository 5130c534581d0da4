"""The site as an ASGI application, for uvicorn."""

import os
import warnings

from django.core.asgi import get_asgi_application

from rulings.management.keep import live
from tdweb.ready import refuse_unready

# Static files are small and read at once: Django need not warn each time.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
application = get_asgi_application()
refuse_unready()
live.hold()
