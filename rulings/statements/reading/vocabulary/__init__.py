"""The words of claimers, one file a language; a new phrase is a new variant there.

A notion has the same name in every language, so that one grammar reads them all.
"""

from rulings.statements.reading.vocabulary.language import Language, load

LANGUAGES: tuple[Language, ...] = (load("english"), load("polish"), load("french"))
"""The order decides where two languages understand words equally well."""

__all__ = ["LANGUAGES", "Language"]
