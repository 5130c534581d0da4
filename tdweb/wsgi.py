"""The site as a WSGI application; event streams need the ASGI one."""

import os

from django.core.wsgi import get_wsgi_application

from rulings.management.keep import live
from tdweb.hosting.ready import refuse_unready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
application = get_wsgi_application()
refuse_unready()
live.hold()
