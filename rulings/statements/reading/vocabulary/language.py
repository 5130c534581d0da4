"""How one language says the notions of the grammar, and its names of cards.

Suits, ranks, numbers and seats are given a common form here (H, K, 3, W), so that
the meaning of a phrase is found without knowing its language. A word with one slip of
spelling is understood: a letter too many, one left out, two changed over. A letter put
for another is not: too many words are one letter apart.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from rulings.statements.reading.vocabulary.breaks import any_split, even, in_figures
from rulings.statements.reading.vocabulary.initials import ByInitial
from rulings.statements.reading.vocabulary.rewording import Rewording, rules_of
from rulings.statements.reading.vocabulary.spelling import slips_of

UNREAD = frozenset({"OTHER", "GUARDED", "CONDITION"})
"""What is no word of a phrase: unknown, kept from being read, or a condition."""

SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
TEN = 10
MOST = 12
"""So many cards may follow the first of a run: a hand has thirteen."""
THEY = ("they", "these")
"""Words for "all" that may mean the cards of the suit just named."""

SEATED = frozenset({"SEAT", "HOLDER", "LACKER", "HOLDS_IT", "HELD_BY", "VOID"})
"""Notions that name a seat."""

TRUMP_CARDS = ("trumps", "atuty", "atutow", "atouts")
"""How words end that name several trumps."""

LOSERS = ("losers", "perdants", "perdantes", "przegrywajace", "przegrywajacych")
"""How words end that name several losers."""

UNLESS = frozenset({"unless", "chyba ze", "a moins que", "sauf si"})
"""Words of a condition that is denied."""

LAST = ("last", "remaining", "ostatni", "pozosta", "dernier", "restant")
"""How words begin that call a trump the last one."""

FIRST = ("first", "najpierw", "abord", "d'abord")
"""How words begin that say what is done first."""

OF_OTHERS = (
    *("outstanding", "missing", "opponent", "enemy", "your", "their", "brakuj", "wasz"),
    *("west's", "east's", "north's", "south's", "lho's", "rho's", "adverse", "dehors"),
    *("votre", "vos", "leur"),
)
"""How words begin that give trumps to the other side."""

OF_HIS = (
    *("my", "our", "dummy's", "long", "good", "master", "boss", "winning", "high"),
    *("thirteenth", "13th", "moj", "swoj", "dobr", "mon", "mes", "bon"),
)
"""How words begin that give trumps to the claimer."""

LOW = ("small", "low", "little", "mal", "blotk", "petit")
"""How words begin that call a card low."""

EVERY = ("all", "wszystk", "tous", "toutes", "high", "gros", "stars")
"""How words begin that name all cards of a suit."""

DONE = ("ed", "upe", "upee", "upes", "upees", "ity", "ita", "ite")
"""How words end that say of a suit that it is ruffed."""

ONE = frozenset({"a", "an", "un"})
"""Words beside a trump that is any one of them."""

AND = frozenset({"and", "&", "+", "i", "oraz", "et"})
"""Words that join the last part of a list."""

LOSING = ("losing", "przegryw", "perdant")
"""How words begin that call the cards of a suit losers."""

_PLAIN = str.maketrans(
    "ąćęłńóśźżéèêëâîïôûùçĄĆĘŁŃÓŚŹŻÉÈÊËÂÎÏÔÛÙÇ",
    "acelnoszzeeeeaiiouucACELNOSZZEEEEAIIOUUC",
)
"""Letters as they are typed without their marks; "à" is a word of its own."""

END = r"(?!\w|['-]\w)"
_PART = re.compile(r"\{([A-Z_]+)\}")


class Piece(NamedTuple):
    """A notion found in the words: its name, its common form and where it stands.

    `opens` says whether a pause (a full stop, "then") stands before it, `comma` and
    `colon` whether that is a comma or a colon, `ends` whether a sentence begins. `one`
    says that a suit is named by one card of it ("a club").
    """

    kind: str
    value: str
    start: int
    end: int
    opens: bool = False
    comma: bool = False
    colon: bool = False
    ends: bool = False
    one: bool = False


@dataclass(frozen=True)
class Language:
    """The variants of every notion, as regular expressions, tried from the top.

    `suits` and `plurals` name one card and all cards of a suit, `ranks` the honours.
    `of` stands between an honour and its suit, `spot_of` between a number and its
    suit, which comes first where `suit_first`; `of_trumps` names the trump suit.
    `letters` are the initials of ranks and `joined` what they mean; `single` are those
    that are no word by themselves.
    `tools` are honours in a form that says that something is done with them.
    `elisions` is what is cut off the front of a word (l', d'). `afters` stand before
    what is done first, `joins` before the end of a list; of `spelled` words too slips
    are understood.
    `colours` begin the words for red and black, with their suits.
    `splits` are the numbers by which a break is told ("three-two"), `one_card` is how
    words end that name one card of a suit ("a small club").
    `contracted` is a verb written as the end of a word ("the queen's good").
    `irregular` begins what an opponent says of an irregularity. `reworded` is what is
    said another way, put into words that the rows know.
    """

    rows: tuple[tuple[str, str], ...]
    suits: dict[str, str]
    plurals: dict[str, str]
    ranks: dict[str, str]
    numbers: dict[str, int]
    seats: dict[str, str]
    of: str
    fillers: frozenset[str]
    pauses: frozenset[str]
    joins: frozenset[str]
    spot_of: str = " "
    of_trumps: str = " (?:of )?trumps?"
    suit_first: bool = False
    elisions: str = ""
    tools: dict[str, str] = field(default_factory=dict)
    letters: str = "AKQJT"
    joined: str = "AKQJT"
    single: str = "KQJT"
    afters: frozenset[str] = frozenset()
    spelled: str = ""
    splits: str = ""
    colours: dict[str, str] = field(default_factory=dict)
    one_card: str = r"(?!)"
    contracted: str = r"(?!)"
    irregular: str = r"(?!)"
    reworded: tuple[Rewording, ...] = ()
    names: tuple[str, ...] = field(init=False)
    slips: dict[str, str] = field(init=False)
    small: dict[str, str] = field(init=False)
    one: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Order the rows, those about cards first, and the small words."""
        rows = (*self._card_rows(), *self.rows, *self._name_rows())
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "names", tuple(name for name, _ in rows))
        names = " ".join([*self.suits, *self.plurals, self.spelled])
        spelled = frozenset(word for word in names.split() if word.isalpha())
        object.__setattr__(self, "slips", slips_of(spelled))
        kinds = {"FILLER": self.fillers, "PAUSE": self.pauses, "AFTER": self.afters}
        small = {plain(word): kind for kind, words in kinds.items() for word in words}
        object.__setattr__(self, "small", small)
        one = re.compile(plain(self.one_card), re.IGNORECASE)
        object.__setattr__(self, "one", one)

    @cached_property
    def wordings(self) -> ByInitial:
        """Return the wordings of all rows; only who reads words waits for them."""
        return ByInitial((plain(words) for _, words in self.rows), END)

    def parted(self, text: str) -> str:
        """Return the text with ranks joined by a hyphen or a pause parted.

        "Ace-king", "ace then king" become "ace king", "queen's good" becomes "queen
        good"; every word stays in its place.
        """
        text = re.sub(self.contracted, "  ", text, flags=re.IGNORECASE)
        ranks = _any({**self.ranks, **self.tools})
        joined = rf"\b({ranks})-(?=(?:{ranks})\b)"
        text = re.sub(joined, r"\1 ", text, flags=re.IGNORECASE)
        pauses = "|".join(sorted(self.pauses))
        paused = rf"\b({ranks})( (?:{pauses}) )(?=(?:the )?(?:{ranks})\b)"
        return re.sub(paused, _blanked, text, flags=re.IGNORECASE)

    def small_word(self, word: str) -> str | None:
        """Return whether a word is a filler, a pause or the like; None if neither."""
        return self.small.get(plain(word))

    def find(self, text: str, at: int) -> tuple[str, str, int] | None:
        """Return the notion at a place of the words: name, common form, end."""
        found = self.wordings.match(text, at)
        if found is None:
            return None
        name, match = self.names[found[0]], found[1]
        return name, self._value(name, match), match.end()

    def meant_by(self, word: str) -> tuple[str, str] | None:
        """Return the notion of a word written with a slip, if there is one."""
        meant = self.slips.get(word)
        found = None if meant is None else self.find(meant, 0)
        if found is None or meant is None or found[2] != len(meant):
            return None
        return found[0], found[1]

    def _card_rows(self) -> list[tuple[str, str]]:
        suit = _any(self.suits)
        every = _any({**self.suits, **self.plurals})
        ranks = _any(self.ranks)
        spots = {word: n for word, n in self.numbers.items() if n in range(2, TEN + 1)}
        small = rf"10|[2-9]|{_any(spots)}" if self.suit_first else r"10|[2-9]"
        first = rf"{ranks}|{small}" if self.suit_first else ranks
        letters = self.letters
        run = (
            rf"(?:10|[{letters}])(?:[-/]?(?:10|[{letters}2-9])|"
            rf" [{self.single}](?![\w'])){{0,{MOST}}}"
        )
        several = (
            rf"[{letters}](?:[-/]?[{letters}2-9]| [{self.single}](?![\w'])){{1,{MOST}}}"
        )
        alone = "(?![♠♥♦♣])"  # "♠ A♥" is the ace of hearts
        symbol = r"[♠♥♦♣]\uFE0E?"
        rows = [
            ("TRUMP_RUN", rf"(?P<r12>(?-i:{several})){self.of_trumps}"),
            ("CARD", rf"(?P<r6>(?-i:{run})){self.of}(?P<s6>{every})"),
            ("CARD", rf"(?P<s30>{symbol})(?P<r30>10|[2-9])"),
            ("CARD", rf"(?P<s1>{symbol}|(?-i:[SHDC]:?)) ?(?P<r1>(?-i:{run})){alone}"),
            ("CARD", rf"(?P<r10>(?-i:{several}|[{self.single}])) (?P<s10>{every})"),
            ("CARD", rf"(?P<r2>(?-i:{run}))(?P<s2>{symbol}|(?-i:[SHDC]))"),
            ("CARD", rf"(?P<r4>{ranks}){self.of}(?P<s4>{every})"),
            ("CARD", rf"(?P<r8>{small}){self.spot_of}(?P<s8>{every})"),
            ("CARD", rf"(?P<s5>{suit}) (?P<r5>{first})"),
            ("CARD", rf"(?P<s7>{every}):? (?P<r7>(?-i:{several}))"),
        ]
        if self.suit_first:
            plural = _any(self.plurals)
            rows += [
                ("CARD", rf"(?P<s14>(?-i:[shdc])):? (?P<r14>(?-i:{several}|A))"),
                ("CARD", rf"(?P<r11>(?-i:A)|{ranks}) (?P<s11>{plural})"),
                ("CARD", rf"(?P<s13>{plural}) (?P<r13>{ranks})(?! of)"),
            ]
        if letters == "AKQJT":
            rows.append(("CARD", r"(?P<s3>[shdc])(?P<r3>10|[akqjt2-9])"))
        if self.tools:
            tool = rf"(?P<r9>{_any(self.tools)}){self.of}(?P<s9>{every})"
            rows += [("BY_CARD", tool), ("BY_RANK", _any(self.tools))]
        return rows

    def _name_rows(self) -> list[tuple[str, str]]:
        return [
            ("SUITS", rf"{_any(self.plurals)}|[♠♥♦♣]\uFE0E?s"),
            ("SUIT", rf"{_any(self.suits)}|[♠♥♦♣]\uFE0E?"),
            ("RANK", _any(self.ranks)),
            ("RANK", rf"(?-i:[{self.single}])"),
            ("DIGITS", r"\d+"),
            ("NUMBER", _any(self.numbers)),
            ("SEAT", _any(self.seats)),
        ]

    def _value(self, name: str, match: re.Match[str]) -> str:
        text = match.group().lower()
        if name in {"CARD", "BY_CARD"}:
            named = match.groupdict()
            suit = next(v for k, v in named.items() if k[0] == "s" and v)
            ranks = next(v for k, v in named.items() if k[0] == "r" and v)
            letter = self.suit_of(suit.lower())
            return " ".join(letter + rank for rank in self._ranks_of(ranks))
        if name == "TRUMP_RUN":
            return " ".join(self._ranks_of(match["r12"]))
        if name in {"SUIT", "SUITS", "OF_SUIT", "BY_SUIT"}:
            return self.suit_of(text)
        if name == "COLOUR":
            return self._cards_alike(plain(text))
        if name == "RANKS":
            return self._cards_alike(plain(text))
        if name in {"RANK", "BY_RANK"}:
            return self._ranks_of(match.group())[0]
        if name == "NUMBER":
            return str(_lookup(self.numbers, text))
        if name in SEATED:
            return self._seat_in(text)
        if name in {"SPLIT", "BREAK"}:
            return self._in_figures(text)
        return text

    def _seat_in(self, text: str) -> str:
        """Return the seat named first in some words; "" where none is."""
        named = re.search(rf"\b(?:{plain(_any(self.seats))})\b", text)
        return "" if named is None else str(_lookup(self.seats, named[0]))

    def _cards_alike(self, text: str) -> str:
        """Return the rank of several cards, and their suits: of a colour if said."""
        rank = suits = ""
        for word in text.split():
            named = [s for c, s in self.colours.items() if word.startswith(plain(c))]
            if named:
                suits = named[0]
            else:
                alike = (r for p, r in self.ranks.items() if _is_a(rf"(?:{p})s?", word))
                rank = next(alike, "")
        return rank + (suits or "SHDC")

    def _in_figures(self, text: str) -> str:
        """Return a break in figures ("three-two" is 3-2)."""
        numbers = {plain(word): number for word, number in self.numbers.items()}
        return in_figures(text, plain(self.splits).split(), numbers)

    def names_one(self, text: str) -> bool:
        """Say whether words end with a suit named by one card of it."""
        return self.one.search(text) is not None

    def suit_of(self, word: str) -> str:
        """Return the letter of a suit named in any form."""
        if word[0] in SYMBOLS:
            return SYMBOLS[word[0]]
        for names in (self.suits, self.plurals):
            for pattern, letter in names.items():
                if _is_a(pattern, word):
                    return letter
        begun = (n for p, n in self.suits.items() if re.match(plain(p), plain(word)))
        return next(begun, word[0].upper())  # "treflowych"

    def _ranks_of(self, text: str) -> list[str]:
        for pattern, letter in {**self.ranks, **self.tools}.items():
            if _is_a(pattern, text):
                return [letter]
        for pattern, number in self.numbers.items():
            if _is_a(pattern, text):
                return ["T" if number == TEN else str(number)]
        found = re.findall(r"10|[^\W\d_]|[2-9]", text.upper())
        table = dict(zip(self.letters.upper(), self.joined, strict=True))
        return ["T" if rank == "10" else table.get(rank, rank) for rank in found]


def plain(text: str) -> str:
    """Return words as they are typed where letters have no marks."""
    return text.translate(_PLAIN)


@lru_cache(maxsize=4096)
def _is_a(pattern: str, text: str) -> bool:
    return re.fullmatch(plain(pattern), plain(text), re.IGNORECASE) is not None


def _blanked(match: re.Match[str]) -> str:
    return match[1] + " " * len(match[2])


def _any(words: dict[str, str] | dict[str, int]) -> str:
    return "|".join(f"(?:{word})" for word in words)


def _lookup(words: dict[str, str] | dict[str, int], text: str) -> str | int:
    return next(value for word, value in words.items() if _is_a(word, text))


def load(name: str) -> Language:
    """Return a language from its file, the parts of its variants filled in."""
    data = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
    words = data.get("splits", "").split()
    parts = {"EVEN": even(words), "SPLIT": any_split(words)}
    for part, text in data.pop("parts").items():
        parts[part] = _filled(text, parts)
    rows = tuple(
        (notion, "|".join(_filled(variant, parts) for variant in variants))
        for group in data.pop("rows").values()
        for notion, *variants in group
    )
    if irregular := data.pop("irregular", ""):
        data["irregular"] = _filled(irregular.strip(), parts)
    said = [
        [new, *(plain(_filled(variant, parts)) for variant in variants)]
        for group in data.pop("reworded", {}).values()
        for new, *variants in group
    ]
    data["reworded"] = rules_of(said)
    for kind in ("fillers", "pauses", "afters", "joins"):
        data[kind] = frozenset(data.get(kind, "").split())
    return Language(rows=rows, **data)


def _filled(text: str, parts: Mapping[str, str]) -> str:
    """Return a variant on one line, with the parts it names."""
    return _PART.sub(lambda named: parts[named[1]], re.sub(r"\n\s*", "", text))
