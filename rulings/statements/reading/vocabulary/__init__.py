"""The words of claimers, one file a language; a new phrase is a new variant there.

A notion has the same name in every language, so that one grammar reads them all.
"""

import re
from functools import cache

from rulings.statements.reading.vocabulary.language import Language, load, plain

LANGUAGES: tuple[Language, ...] = (load("english"), load("polish"), load("french"))
"""The order decides where two languages understand words equally well."""


@cache
def _irregular() -> re.Pattern[str]:
    told = "|".join(rf"\b(?:{plain(one.irregular)})" for one in LANGUAGES)
    return re.compile(told, re.IGNORECASE)


def names_irregularity(words: str) -> bool:
    """Say whether words in any language speak of an irregularity, not of the claim."""
    return _irregular().search(plain(words)) is not None


__all__ = ["LANGUAGES", "Language", "names_irregularity"]
