"""The house the app stands in: profiles, headers, health, start-up checks."""

import json
import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, connections
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import path, reverse

from tdweb.hosting import checks
from tests import tree

OURS = ("TD_", "DATABASE", "DJANGO_")
PRODUCTION = {
    "TD_SECRET_KEY": "k0" * 40 + "Z!x?-",
    "TD_HOSTS": "td.example.org",
    "TD_ADDRESS": "https://td.example.org",
    "TD_MAIL_HOST": "mail.example.org",
}


def start_manage(*arguments, **environment):
    """Start manage.py in a process of its own, with nothing of ours in its settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=tree.ROOT,
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def manage(*arguments, **environment):
    """Run manage.py to its end and return what it said."""
    process = start_manage(*arguments, **environment)
    output, errors = process.communicate()
    return subprocess.CompletedProcess(arguments, process.returncode, output, errors)


def value_of(name, **environment):
    """Return one setting as a fresh process sees it."""
    code = f"from django.conf import settings; print(repr(settings.{name}))"
    answer = manage("shell", "--no-imports", "-c", code, **environment)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


# --- profiles ----------------------------------------------------------------


def test_production_profile_passes_the_deploy_check(tmp_path):
    place = PRODUCTION | {"TD_VAR": str(tmp_path)}
    assert manage("collectstatic", "--noinput", **place).returncode == 0
    answer = manage("check", "--deploy", "--fail-level", "WARNING", **place)
    assert answer.returncode == 0, answer.stderr


def test_production_refuses_to_start_without_hosts():
    answer = manage("check", TD_SECRET_KEY=PRODUCTION["TD_SECRET_KEY"])
    assert answer.returncode != 0
    assert "TD_HOSTS" in answer.stderr


def test_demo_is_refused_in_production():
    answer = manage("check", TD_DEMO="1", **PRODUCTION)
    assert answer.returncode != 0
    assert "ImproperlyConfigured: The demo lets anybody sign in" in answer.stderr


def test_a_server_does_not_start_as_demo_in_production():
    """A server reads the settings and never runs the checks of manage.py."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    answer = subprocess.run(
        [sys.executable, "-c", "import tdweb.asgi"],
        cwd=tree.ROOT,
        env={**kept, **PRODUCTION, "TD_DEMO": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode != 0
    assert "The demo lets anybody sign in" in answer.stderr


@pytest.mark.django_db
def test_one_tap_signs_nobody_in_where_the_site_is_in_production(client, settings):
    User.objects.create_user("dana")
    settings.TD_DEMO = settings.PRODUCTION = True
    door = reverse("demo_sign_in")
    assert client.post(door, {"as": "dana"}, secure=True).status_code == 404
    assert client.get(reverse("home"), secure=True).url == reverse("account_login")

    settings.PRODUCTION = False
    assert client.post(door, {"as": "dana"}).url == reverse("home")


def test_demo_is_refused_for_other_hosts(settings):
    settings.TD_DEMO = True
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    assert checks.check_demo() == []
    settings.ALLOWED_HOSTS = ["127.0.0.1", "hall.example.org"]
    assert [error.id for error in checks.check_demo()] == ["tdweb.E002"]
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    settings.PRODUCTION = True
    assert [error.id for error in checks.check_demo()] == ["tdweb.E002"]


def test_demo_for_the_room_opens_under_its_own_address_alone():
    room = {"TD_DEMO": "1", "TD_ADDRESS": "http://192.0.2.7:8000"}
    assert "192.0.2.7" not in value_of("ALLOWED_HOSTS", **room)
    hosts = value_of("ALLOWED_HOSTS", TD_DEMO_LAN="1", **room)
    assert hosts == value_of("LOOPBACK")[:-1] + ", '192.0.2.7']"


def test_without_a_key_only_this_machine_is_served():
    hosts = value_of("ALLOWED_HOSTS", TD_HOSTS="td.example.org")
    assert hosts == "['localhost', '127.0.0.1', '[::1]']"


def test_demo_has_a_database_of_its_own():
    assert "demo.sqlite3" in value_of("DATABASES", TD_DEMO="1")
    assert "demo.sqlite3" not in value_of("DATABASES")


def test_postgresql_waits_for_its_disk():
    found = value_of("DATABASES", DATABASE_URL="postgres://td@db.example.org/td")
    assert "'options': '-c synchronous_commit=on'" in found
    assert "'pool'" in found


SEND = """
from django.core import mail
mail.send_mail("Subject", "Words", None, ["dana@example.org"])
"""


def test_mail_is_kept_in_a_file_where_no_server_is_named():
    before = set((tree.ROOT / "var" / "mail").glob("*.log"))
    assert manage("shell", "--no-imports", "-c", SEND).returncode == 0
    (written,) = set((tree.ROOT / "var" / "mail").glob("*.log")) - before
    assert "dana@example.org" in written.read_text("utf-8")
    written.unlink()


def test_mail_goes_to_the_named_server():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(20)
        port = str(server.getsockname()[1])
        place = {"TD_MAIL_HOST": "127.0.0.1", "TD_MAIL_PORT": port}
        process = start_manage("shell", "--no-imports", "-c", SEND, **place)
        with process:
            server.accept()[0].close()
            assert process.wait(20) != 0  # the server hung up, and no error is hidden


def test_every_setting_is_explained():
    text = (tree.ROOT / "tdweb" / "settings.py").read_text("utf-8")
    used = {
        word for line in text.splitlines() for word in names_in(line, comment=False)
    }
    told = {word for line in text.splitlines() for word in names_in(line, comment=True)}
    assert used
    assert used <= told


def names_in(line, *, comment):
    """Return the TD_ names of a comment line, or those read from the environment."""
    if line.lstrip().startswith("# TD_"):
        heading = line.split(":")[0].removeprefix("# ")
        return [name.strip().split("=")[0] for name in heading.split(",") if comment]
    quoted = line.split('"')[1::2]
    return [] if comment else [word for word in quoted if word.startswith("TD_")]


# --- headers -------------------------------------------------------------------


@pytest.mark.django_db
def test_page_forbids_foreign_and_inline_code(client):
    policy = client.get(reverse("account_login")).headers["Content-Security-Policy"]
    assert sorted(part.strip() for part in policy.split(";")) == [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/accounts/login/", "/no-such-page"])
def test_page_is_kept_out_of_caches(client, address):
    assert "no-store" in client.get(address).headers["Cache-Control"]


@pytest.mark.django_db
def test_static_file_may_be_kept(client):
    with closing(client.get("/static/css/tokens.css")) as response:
        assert response.status_code == 200
        assert "no-store" not in response.headers.get("Cache-Control", "")


def test_view_may_choose_its_own_caching(rf):
    from tdweb.middleware import keep_private  # noqa: PLC0415 it reads no settings

    def view(request):
        return HttpResponse(headers={"Cache-Control": "no-cache"})

    assert keep_private(view)(rf.get("/")).headers["Cache-Control"] == "no-cache"


@pytest.mark.django_db
def test_page_tells_htmx_to_evaluate_nothing(rf):
    page = render_to_string("base.html", request=rf.get("/"))
    start = page.index("content='{") + len("content='")
    assert json.loads(page[start : page.index("'", start)]) == {
        "allowEval": False,
        "includeIndicatorStyles": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
    }


def test_browser_loads_a_page_without_a_complaint(site, page):
    told = []
    page.on("console", lambda message: told.append(message.text))
    page.on("requestfailed", lambda request: told.append(request.url))
    response = page.goto(f"{site}/accounts/login/")
    assert response.status == 200
    assert page.title()
    assert told == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookies", "shown"),
    [({}, ""), ({"theme": "dark"}, "dark"), ({"theme": "<script>"}, "")],
    ids=["none", "dark", "hostile"],
)
def test_display_option_comes_from_its_cookie(client, cookies, shown):
    client.cookies.load(cookies)
    assert client.get(reverse("account_login")).context["theme"] == shown


# --- health --------------------------------------------------------------------


@pytest.mark.django_db
def test_health_is_told_when_the_database_answers(client):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_health_is_denied_when_the_database_is_away(client, monkeypatch):
    def refuse(*_):
        raise DatabaseError

    monkeypatch.setattr(connections["default"], "cursor", refuse)
    response = client.get("/healthz")
    assert (response.status_code, set(response.json())) == (503, {"status"})


@pytest.mark.django_db
def test_health_answers_questions_only(client):
    assert client.post("/healthz").status_code == 405


def test_icon_is_found_where_browsers_look_for_it(client):
    response = client.get("/favicon.ico")
    assert (response.status_code, response.url) == (302, "/static/img/favicon.svg")


def test_player_pages_can_be_put_on_a_home_screen(client):
    script, described = client.get("/worker.js"), client.get("/manifest.webmanifest")
    assert script["Content-Type"] == "text/javascript"
    assert (script["Cache-Control"], b"/player/" in script.content) == (
        "no-cache",
        True,
    )
    assert described.json()["start_url"] == "/player/"
    assert client.get(described.json()["icons"][0]["src"]).status_code == 200


# --- start-up checks -------------------------------------------------------------


def view(request):
    return HttpResponse()


def declared(request):
    return HttpResponse()


declared.declared_act = "look"
urlpatterns = [
    path("open", view),
    path("closed", declared),
    path("accounts/x", view),
    path("admin/x", view),
]


@pytest.mark.urls("test_house_routes")
def test_undeclared_route_stops_the_start(monkeypatch):
    monkeypatch.setitem(sys.modules, "test_house_routes", sys.modules[__name__])
    errors = checks.check_declared_acts()
    assert [error.id for error in errors] == ["tdweb.E001"]
    assert "'open'" in errors[0].msg


@pytest.mark.django_db
def test_site_passes_its_own_checks():
    found = run_checks(databases=["default"])
    # pytest-django puts its own object there, to fail on undefined variables.
    assert [error for error in found if error.id != "templates.E002"] == []


@pytest.mark.django_db
def test_live_connection_keeps_its_promises():
    assert checks.faults_of(connection) == []


@pytest.mark.django_db
def test_weakened_connection_is_refused(monkeypatch):
    if connection.vendor == "sqlite":
        monkeypatch.setattr(connections["default"], "transaction_mode", None)
        expected = "IMMEDIATE"
    else:
        with connection.cursor() as cursor:  # undone with the test's transaction
            cursor.execute("SET LOCAL synchronous_commit = off")
        expected = "synchronous_commit"
    assert expected in " ".join(checks.faults_of(connection))
    monkeypatch.setattr(checks, "_asked", set())
    with pytest.raises(ImproperlyConfigured, match=expected):
        checks.assert_promises(connection)
