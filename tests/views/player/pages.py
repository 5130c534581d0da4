"""Where the pages of a side are, and what they offer."""

from django.urls import reverse


def at(case):
    return reverse("player_case", args=[case.pk])


def offered(response):
    """Return the acts offered: the large equal buttons, then the small ones."""
    context = response.context
    return (
        [offer.act.value for offer in context["large"]],
        [offer.act.value for offer in context["small"]],
    )


def on_tablet(case, side="EW"):
    return reverse("for_side", args=[case.pk, side])
