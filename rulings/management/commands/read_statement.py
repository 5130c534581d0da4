"""Read a claimer's words as the screens read them: `manage.py read_statement WORDS`.

Prints the steps, what was not understood and the read-back as JSON (Law 68C). Opens no
database.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from rulings.bridge.cards import Card, Strain
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.sentences import sentence_words
from rulings.queries.case.hearing import StatementContext


class Command(BaseCommand):
    """Print one statement as it is read."""

    help = "Read the words of a claim: steps, what is not understood, the read-back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the words, the cards they lean on, and the reader's language."""
        parser.add_argument("words")
        parser.add_argument(
            "--cards",
            default="",
            metavar="PBN",
            help="N: and hands, - for one not known; or the claimer's and dummy's",
        )
        parser.add_argument("--trump", default="N", metavar="S", help="S, H, D, C or N")
        parser.add_argument(
            "--claimer", default="S", metavar="SEAT", help="S where it is not said"
        )
        parser.add_argument(
            "--dummy", default="", metavar="SEAT", help="the claimer's partner if left"
        )
        parser.add_argument(
            "--language",
            default="en",
            choices=[code for code, _name in settings.LANGUAGES],
            help="of the read-back; the words are read in every language",
        )

    def handle(self, *, words: str, language: str, **options: str) -> None:
        """Read and print."""
        try:
            context = _context(**options)
        except ParseError as error:
            raise CommandError(str(error)) from error
        with translation.override(language):
            self.stdout.write(
                json.dumps(_reading(words, context), indent=2, ensure_ascii=False)
            )


def _context(
    *, cards: str, trump: str, claimer: str, dummy: str, **_options: object
) -> StatementContext:
    """Return with what the words are read: the trump suit and the cards of the side."""
    seat = Seat.parse(claimer)
    strain = Strain.parse(trump)
    seen = {seat, Seat.parse(dummy) if dummy else seat.partner}
    if len(cards.split()) > len(Seat):
        position = Position.parse(cards)
        table = [card for s, card in position.trick.plays() if s.side is seat.side]
        held = _held(dict(enumerate(position.hands)), seen)
        return StatementContext(position.strain.suit, held, tuple(table))
    return StatementContext(strain.suit, _held(_hands(cards, seat), seen))


def _hands(cards: str, claimer: Seat) -> dict[int, Hand]:
    """Return the hands by seat; without a seat they are the claimer's and dummy's."""
    first, colon, rest = cards.rpartition(":")
    texts = rest.split()
    seat = Seat.parse(first) if colon else claimer
    turn = 1 if colon else 2
    return {
        (seat + turn * at) % len(Seat): Hand.parse("..." if text == "-" else text)
        for at, text in enumerate(texts)
    }


def _held(hands: dict[int, Hand], seen: set[Seat]) -> tuple[Card, ...]:
    return tuple(card for seat in sorted(seen) for card in hands.get(seat, ()))


def _reading(words: str, context: StatementContext) -> dict[str, object]:
    """Return what the screens show of the words."""
    read = context.read(words)
    sentences = [sentence_words(step.sentence()) for step in read.steps]
    unread = [span.text for span in read.not_understood]
    said = "; ".join(sentences)
    if unread:
        missing = ", ".join(f"“{text}”" for text in unread)
        said += f"{'; ' if said else ''}{_('not understood')}: {missing}"
    return {
        "words": words,
        "steps": [str(step) for step in read.steps],
        "unread": unread,
        "read_back": said,
        "phrases": [
            {
                "words": span.text,
                "steps": [str(step) for step in span.steps],
                "understood": span.understood,
            }
            for span in context.spans(words)
        ],
    }
