"""Settings of the site: one file, its values taken from the environment.

Three profiles. Without TD_SECRET_KEY the site serves this machine only (demo,
tests, a first look). With TD_SECRET_KEY it is in production: TD_HOSTS must name
its hosts, TD_ADDRESS the address on printed slips, cookies are secure and every
request goes over HTTPS. TD_SITE, set by `./td serve`, is production with a key
that the site keeps in TD_VAR: `https` as above, `http` for a local network.

On plain HTTP a browser sends back no secure cookie, so with TD_SITE=http nobody
could sign in unless cookies go without that mark; and a club's network has no name
that a certificate could be for. Who listens in that network reads what is sent.
"""

import logging
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import django
from django.core.exceptions import ImproperlyConfigured

from tdweb.hosting.environment import flag, keep_to_owner, kept_secret, whole, words
from tdweb.mail import mailer, service_keys

BASE_DIR = Path(__file__).resolve().parent.parent
# TD_VAR: folder of what a run writes: databases, unsent mail, static files (var/).
VAR_DIR = Path(os.environ.get("TD_VAR") or BASE_DIR / "var")
# Where the demo says how far its day has been set up; gone when all of it is there.
DEMO_DAY = VAR_DIR / "demo.sqlite3.day"

# --- profile ---------------------------------------------------------------

# TD_SECRET_KEY: the key that signs sessions and passes; setting it means production.
# TD_SITE: http or https; production whose key is kept in TD_VAR (./td serve sets it).
TD_SITE = os.environ.get("TD_SITE", "")
if TD_SITE not in {"", "http", "https"}:
    raise ImproperlyConfigured(f"The site is http or https (TD_SITE), not {TD_SITE}.")
PRODUCTION = bool(os.environ.get("TD_SECRET_KEY") or TD_SITE)
if PRODUCTION:
    os.umask(0o077)  # databases, archives, mails: no other account of the machine reads
HTTPS = PRODUCTION and TD_SITE != "http"
# TD_DEMO=1: a page that signs anybody in with one tap. Loopback only, unless
# TD_DEMO_LAN=1 lets the host of TD_ADDRESS be asked for too, by phones in the room.
TD_DEMO = flag("TD_DEMO")
if TD_DEMO and PRODUCTION:  # every way of starting comes through here, also a server
    raise ImproperlyConfigured(
        "The demo lets anybody sign in: TD_DEMO and production exclude each other."
    )
# TD_ADDRESS: where people reach the site, as on printed slips; production needs it,
# and no server starts there without it (tdweb/hosting/ready.py).
TD_ADDRESS = os.environ.get(
    "TD_ADDRESS", "" if PRODUCTION else "http://127.0.0.1:8000"
).rstrip("/")
# TD_DATA: folder of real records used by tests and benchmarks, never by the site.
TD_DATA = Path(os.environ.get("TD_DATA", BASE_DIR / ".." / "shared" / "data"))

DEBUG = False
GIVEN_SECRET = os.environ.get("TD_SECRET_KEY", "")
SECRET_IS_NEW = not GIVEN_SECRET and not (VAR_DIR / "secret-key").exists()
SECRET_KEY = GIVEN_SECRET or kept_secret(VAR_DIR)
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
# TD_HOSTS: comma-separated host names of the site in production.
ALLOWED_HOSTS = words("TD_HOSTS") if PRODUCTION else LOOPBACK
DEMO_HOSTS = [urlsplit(TD_ADDRESS).hostname or ""] if flag("TD_DEMO_LAN") else []
if TD_DEMO:
    ALLOWED_HOSTS = [*LOOPBACK, *DEMO_HOSTS]
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("In production TD_HOSTS must name the hosts.")

# --- parts -----------------------------------------------------------------

INSTALLED_APPS = [
    "rulings",
    "tdweb",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_tasks_db",
]
MIDDLEWARE = [
    "tdweb.middleware.answer_own_machine",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tdweb.middleware.log_request",
    "tdweb.middleware.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tdweb.locking.SharedTabletMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "tdweb.urls"
ASGI_APPLICATION = "tdweb.asgi.application"
WSGI_APPLICATION = "tdweb.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tdweb.context.site",
                "tdweb.locking.shared_context",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
# TD_SOLVE_SECONDS: how long a solve may take before it is killed (default 20).
TD_SOLVE_SECONDS = float(os.environ.get("TD_SOLVE_SECONDS", "20"))
# TD_REFINE_SECONDS: the same for a range that is searched on (default 120).
TD_REFINE_SECONDS = float(os.environ.get("TD_REFINE_SECONDS", "120"))
# TD_SOLVE_BYTES: how much memory a solve may take (default 1 GiB).
TD_SOLVE_BYTES = whole("TD_SOLVE_BYTES", 1 << 30)
QUEUES = ["default", "visitors", "bulk"]  # workers of their own take each
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": QUEUES}}
# TD_BULK: programs may stream positions by lines; how many processes of a machine
# answer, or "ray" for the cluster that RAY_ADDRESS names (off by default: docs/api.md).
TD_BULK = os.environ.get("TD_BULK", "")
if TD_BULK not in {"", "ray"} and not TD_BULK.isdecimal():
    raise ImproperlyConfigured(f"Give a number or ray (TD_BULK), not {TD_BULK}.")
# TD_BULK_DAY: positions that a key may stream on a day of UTC (default 20,000).
TD_BULK_DAY = whole("TD_BULK_DAY", 20_000)
# TD_RULE=1: the page on which anybody may have a claim ruled (off by default).
TD_RULE = flag("TD_RULE")

# --- database --------------------------------------------------------------

# DATABASE_URL: sqlite:///FILE or postgres://...; default a file in var/, and the
# demo has its own.
DATABASE_URL = os.environ.get("DATABASE_URL") or (
    f"sqlite:///{VAR_DIR / ('demo.sqlite3' if TD_DEMO else 'seventy.sqlite3')}"
)
# TD_POOL: PostgreSQL connections a process may hold (default 8, two at least).
TD_POOL = max(2, whole("TD_POOL", 8))


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for the database at this address (R5)."""
    found: dict[str, Any] = {**dj_database_url.parse(url, conn_max_age=0)}
    options = found.setdefault("OPTIONS", {})
    if found["ENGINE"] == "django.db.backends.sqlite3":
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        if PRODUCTION:
            keep_to_owner(found["NAME"])
        # Opening the file takes longer than most looks; a file that was moved away is
        # let go of soon.
        found["CONN_MAX_AGE"] = 5
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                "PRAGMA foreign_keys=ON; PRAGMA busy_timeout=20000;"
                "PRAGMA journal_size_limit=67108864; PRAGMA secure_delete=ON;"
            ),
        }
        # A file, since event streams read it through a second connection.
        name = f"seventy-test-{os.getpid()}.sqlite3"
        found["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / name)}
    else:
        options |= {
            # A server that comes back is found at once, not after growing pauses.
            "pool": {
                "min_size": 1,
                "max_size": TD_POOL,
                "timeout": 10,
                "reconnect_timeout": 5,
            },
            "options": "-c synchronous_commit=on",
        }
        found["CONN_HEALTH_CHECKS"] = True
        found["TEST"] = {"NAME": f"test_{found['NAME']}_{os.getpid()}"}
    return found


DATABASES = {"default": database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Counters of sign-in attempts are shared by all web processes.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
    }
}

# --- sign-in ---------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["tdweb.accounts.StaffBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "tdweb.accounts.StaffAdapter"
ACCOUNT_FORMS = {"login": "tdweb.accounts.SignInForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_EMAIL_VERIFICATION = "none"  # the administrator makes the accounts
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# A hall shares one address (R25): guesses are counted by account, and the limit of an
# address only stops a machine. allauth's own would shut everybody out after ten slips.
ACCOUNT_RATE_LIMITS = {
    "login": "1200/m/ip",
    "login_failed": "5/300s/key,600/m/ip",
    "invited": "300/m/ip",
    "reset_password": "5/m/key,300/m/ip",
    "reset_password_from_key": "300/m/ip",
}
ACCOUNT_SESSION_REMEMBER = (
    False  # a tablet is shared: the browser's end is the session's
)
MFA_ADAPTER = "tdweb.accounts.SecondFactorAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True  # the administrator entered the addresses
MFA_TOTP_TOLERANCE = 1  # a code typed while it changes counts (RFC 6238, 5.2)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {"add_webauthn": "tdweb.accounts.PasskeyForm"}
MFA_RATE_LIMITS = {"webauthn_login": "600/m/ip"}  # nothing to guess; a hall's address
MFA_TOTP_ISSUER = "Seventy"
# TD_PROXIES: how many proxies stand before the site and write X-Forwarded-For and
# X-Forwarded-Proto (default 0: those headers are not believed).
TD_PROXIES = whole("TD_PROXIES", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TD_PROXIES

# --- what a browser may do ---------------------------------------------------

CSP_DIRECTIVES = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}
if django.VERSION >= (6, 0):
    SECURE_CSP = CSP_DIRECTIVES
    MIDDLEWARE.insert(3, "django.middleware.csp.ContentSecurityPolicyMiddleware")
else:
    CONTENT_SECURITY_POLICY = {"DIRECTIVES": CSP_DIRECTIVES}
    MIDDLEWARE.insert(3, "csp.middleware.CSPMiddleware")
    # Django 6 has both of these itself.
    INSTALLED_APPS += ["csp", "django_tasks", "template_partials"]
    TEMPLATES[0]["OPTIONS"]["builtins"] = ["template_partials.templatetags.partials"]

X_FRAME_OPTIONS = "DENY"
# Not no-referrer: with it browsers send "Origin: null", and CSRF protection refuses.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 16 * 60 * 60  # the longest day of an event
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked by the machine itself, without TLS
    SECURE_HSTS_SECONDS = (1 if TD_SITE else 365) * 24 * 60 * 60  # ./td serve: a day
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]
    if TD_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # a club's other subdomains are not ours to bind
    "security.W021",  # nor its domain to enter in the browsers' lists
]

# --- languages and time ------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files, mail, log --------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static" if PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION  # production collects static files first
WHITENOISE_AUTOREFRESH = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# TD_MAIL_SERVICE: a mail service that Anymail knows, for example mailgun (package of
# requirements/mail.txt); its keys are ANYMAIL_..., for example ANYMAIL_MAILGUN_API_KEY.
# TD_MAIL_HOST, TD_MAIL_PORT, TD_MAIL_USER, TD_MAIL_PASSWORD: a mail server (TLS);
# without either, mails are written to var/mail.
MAILER = mailer(os.environ, VAR_DIR / "mail")
ANYMAIL = service_keys(os.environ)
if django.VERSION >= (6, 1):
    MAILERS = {"default": MAILER}
else:
    EMAIL_BACKEND = MAILER["BACKEND"]
    EMAIL_FILE_PATH = MAILER["OPTIONS"].get("file_path")
    EMAIL_HOST = MAILER["OPTIONS"].get("host", "")
    EMAIL_PORT = MAILER["OPTIONS"].get("port", 587)
    EMAIL_HOST_USER = MAILER["OPTIONS"].get("username", "")
    EMAIL_HOST_PASSWORD = MAILER["OPTIONS"].get("password", "")
    EMAIL_USE_TLS = True
    EMAIL_TIMEOUT = MAILER["OPTIONS"].get("timeout")
MAIL_WORKS = "file_path" not in MAILER["OPTIONS"]
# TD_MAIL_FROM: the sender's address.
DEFAULT_FROM_EMAIL = os.environ.get("TD_MAIL_FROM", "seventy@localhost")

# TD_HOOKS_INSIDE=1: notices for programs may go to this machine and private networks.
TD_HOOKS_INSIDE = flag("TD_HOOKS_INSIDE")
# TD_PUSH_KEY: the private key for web push, 32 bytes in base64url; by default one is
# made and kept in TD_VAR. Machines that share a database need the same.
TD_PUSH_KEY = os.environ.get("TD_PUSH_KEY", "")

# TD_STATUS_TOKEN: with it as bearer token /healthz/deep and /metrics answer.
TD_STATUS_TOKEN = os.environ.get("TD_STATUS_TOKEN", "")
# TD_LOG_LEVEL: INFO (default), WARNING, ...
LOG_LEVEL = os.environ.get("TD_LOG_LEVEL", "").upper() or "INFO"
if LOG_LEVEL not in logging.getLevelNamesMapping():
    raise ImproperlyConfigured(
        f"The level is INFO, WARNING or ERROR (TD_LOG_LEVEL), not {LOG_LEVEL}."
    )
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tdweb.logs.JsonFormatter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            # Here and not on the root: libraries set levels of their own.
            "level": LOG_LEVEL,
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.error": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": False},  # it writes paths
    },
}
