"""The words of claimers, one module a language; a new phrase is a new variant there.

A notion has the same name in every language, so that one grammar reads them all.
"""

from rulings.claims.vocabulary.english import ENGLISH
from rulings.claims.vocabulary.french import FRENCH
from rulings.claims.vocabulary.language import Language
from rulings.claims.vocabulary.polish import POLISH

LANGUAGES: tuple[Language, ...] = (ENGLISH, POLISH, FRENCH)
"""The order decides where two languages understand words equally well."""

__all__ = ["LANGUAGES", "Language"]
