"""A mail server that says nothing holds up nothing; a service is named or refused."""

import socket
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Notice, Role
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.solve import LOST_AFTER
from tdweb.mail import SECONDS, mailer, service_keys
from tests import tree
from tests.factories import make_case, make_event, make_staff
from tests.processes import environment


@pytest.mark.django_db(transaction=True)
def test_a_silent_mail_server_holds_up_no_lost_job():
    cast = make_event()
    sam = make_staff(cast, "sam", Role.Name.SCORER)
    sam.email = "sam@example.org"
    sam.save()
    make_case(cast, state="announced")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(60)
        port = str(server.getsockname()[1])
        place = {"TD_MAIL_HOST": "127.0.0.1", "TD_MAIL_PORT": port}
        command = [sys.executable, "manage.py", "sweep_jobs", "--every", "0.3"]
        sweeper = subprocess.Popen(command, cwd=tree.ROOT, env=environment() | place)
        try:
            with server.accept()[0]:  # and never a word
                lose_a_job(cast)
                end = time.monotonic() + SECONDS - 2
                while not DBTaskResult.objects.filter(status="READY").exists():
                    assert time.monotonic() < end, "The job still waits for the mail."
                    time.sleep(0.1)
                mails = Notice.objects.filter(user=sam)
                assert {(one.tries, one.sent_at) for one in mails} == {(0, None)}
        finally:
            sweeper.kill()
            sweeper.wait(30)


def lose_a_job(cast):
    """Leave a job behind whose worker is gone."""
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    long_ago = receipt_at() - LOST_AFTER - timedelta(seconds=1)
    DBTaskResult.objects.update(status="RUNNING", started_at=long_ago, worker_ids=["w"])


def test_no_mail_server_is_waited_for_for_ever(tmp_path):
    options = mailer({"TD_MAIL_HOST": "mail.example.org"}, tmp_path)["OPTIONS"]
    assert options["timeout"] == service_keys({})["REQUESTS_TIMEOUT"] == SECONDS


def test_a_mail_service_is_named_in_the_environment(tmp_path, monkeypatch):
    backends = tmp_path / "anymail" / "backends"
    backends.mkdir(parents=True)
    for path in (backends.parent / "__init__.py", backends / "__init__.py"):
        path.touch()
    (backends / "mailgun.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "anymail", raising=False)
    monkeypatch.delitem(sys.modules, "anymail.backends", raising=False)
    given = {"TD_MAIL_SERVICE": "mailgun", "ANYMAIL_MAILGUN_API_KEY": "k"}

    chosen = mailer(given, tmp_path)

    assert chosen["BACKEND"] == "anymail.backends.mailgun.EmailBackend"
    assert service_keys(given)["MAILGUN_API_KEY"] == "k"
    with pytest.raises(ImproperlyConfigured, match="no mail service 'pigeon'"):
        mailer({"TD_MAIL_SERVICE": "pigeon"}, tmp_path)


def test_a_mail_service_without_its_package_is_refused_with_what_to_install(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, "anymail", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements/mail\.txt"):
        mailer({"TD_MAIL_SERVICE": "mailgun"}, tmp_path)
