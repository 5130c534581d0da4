"""A director makes a passkey on his tablet, signs in with it, and takes it away."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from rulings.models import SITE_CHAIN, Entry
from rulings.workflow.proof.verify import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
PASSWORD = "seven of hearts, ten of clubs"


@pytest.fixture
def named(site, settings, world):
    """Return the site under a name, as browsers want it for passkeys."""
    settings.TD_DEMO = False  # the start page asks who it is
    dana = User.objects.get(username="dana")
    dana.set_password(PASSWORD)
    dana.save()
    return site.replace("127.0.0.1", "localhost")


def signs_in(person):
    """Type name and password."""
    person.types("Login", "dana").types("Password", PASSWORD)
    return person.tap("Sign in", role="button").turns()


def account_entries():
    return Entry.objects.filter(chain=SITE_CHAIN, act="account").count()


def test_passkey_is_made_signs_in_and_is_removed(walker, named, settings):
    dana = walker(home=named)
    settings.TD_DEMO = False
    dana = signs_in(dana.starts().has_passkeys())
    dana.tap("Notices", nth=0).turns().tap("How you sign in").turns()
    dana.sees("You have no passkey").tap("Add a passkey").turns()
    dana.sees("Is it you?").types("Password", PASSWORD).tap("Go on").turns()
    dana.types("Name", "Dana’s tablet").tap("Make the passkey").turns()
    dana.sees("Recovery codes").sees("The passkey is made.")
    made = Authenticator.objects.get(type="webauthn")
    assert (made.user.username, made.wrap().is_passwordless) == ("dana", True)
    entered = account_entries()
    assert entered > 0
    assert not verify().findings

    dana.tap("Sign out", role="link").turns().tap("Sign Out", role="button").turns()
    dana.tap("Sign in with a passkey").turns().sees("New call")
    assert account_entries() == entered

    dana.tap("Notices", nth=0).turns().tap("How you sign in").turns()
    dana.sees("last used on").tap("Rename Dana’s tablet").turns()
    dana.sees("Is it you?").tap("Use a passkey", role="link").turns()
    dana.tap("Use a passkey", role="button").turns()
    dana.types("Name", "Old tablet").tap("Keep this name").turns()
    dana.tap("Remove Old tablet").turns().sees("Delete it on the device too")
    dana.tap("Remove it").turns().sees("You have no passkey.")
    assert not Authenticator.objects.exists()
    assert account_entries() == entered + 1
    assert not verify().findings


@pytest.mark.soak("walks")
def test_password_asks_for_the_passkey_too_and_nobody_else_has_it(
    walker, named, settings
):
    dana = walker(home=named).has_passkeys()
    settings.TD_DEMO = False
    signs_in(dana.starts()).tap("Notices", nth=0).turns()
    dana.tap("How you sign in").turns().tap("Add a passkey").turns()
    dana.types("Password", PASSWORD).tap("Go on").turns()
    dana.tap("Make the passkey").turns().sees("Recovery codes")
    dana.tap("Sign out", role="link").turns().tap("Sign Out", role="button").turns()
    signs_in(dana).sees("Second step").tap("Use a passkey").turns().sees("New call")

    thief = walker(home=named).has_passkeys()
    signs_in(thief).sees("Second step").tap("Use a passkey").sees("No passkey was used")
    thief.tap("Call it off").turns().tap("Sign in with a passkey")
    thief.sees("No passkey was used").misses("New call")


def test_without_https_or_name_passkeys_are_away_and_the_page_says_why(
    walker, site, named, settings
):
    dana = walker(home=site)
    settings.TD_DEMO = False
    dana.starts().sees("Passkeys need HTTPS").misses("Sign in with a passkey")
    signs_in(dana).tap("Notices", nth=0).turns().tap("How you sign in").turns()
    dana.sees("Passkeys need HTTPS").misses("Add a passkey")
