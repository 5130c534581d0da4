"""The words of claimers, one module a language; a new phrase is a new variant there.

A notion has the same name in every language, so that one grammar reads them all.
"""

from rulings.statements.reading.vocabulary.english import ENGLISH
from rulings.statements.reading.vocabulary.french import FRENCH
from rulings.statements.reading.vocabulary.language import Language
from rulings.statements.reading.vocabulary.polish import POLISH

LANGUAGES: tuple[Language, ...] = (ENGLISH, POLISH, FRENCH)
"""The order decides where two languages understand words equally well."""

__all__ = ["LANGUAGES", "Language"]
