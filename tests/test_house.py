"""The house the app stands in: settings, headers, health, log, sign-in."""

import pytest


@pytest.mark.django_db
def test_health_is_told_when_the_database_answers(client):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_site_is_served_by_uvicorn(site, page):
    page.goto(f"{site}/healthz")
    assert '"ok"' in page.content()
