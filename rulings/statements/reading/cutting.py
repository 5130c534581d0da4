"""Words cut into notions of one language, with the pauses between them.

What hangs on a condition ("if", "unless"), before it in the same breath and after it
up to the end of the sentence, is kept from being read as a plan. So is what follows
a denial ("not", "without"), says what others do or leaves it open ("or", "maybe"),
up to the next pause. Those pieces become GUARDED. So does what a sentence begins
with that is done later ("before drawing trumps I ruff").
"""

from __future__ import annotations

import re
from itertools import islice

from rulings.statements.reading.grammar.conditions import condition_end, layout_end
from rulings.statements.reading.grammar.eliding import OTHERWISE, elided, opposed
from rulings.statements.reading.vocabulary import Language
from rulings.statements.reading.vocabulary.language import AND, UNREAD, Piece, plain
from rulings.statements.reading.vocabulary.rewording import (
    Reworded,
    Rewording,
    reworded,
)

_LETTERS = r"[^\s,;.:!?/\"“”„«»()']+"
_WORD = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*")
_APOSTROPHE = str.maketrans({"’": "'", "‘": "'"})
_CLOSED = re.compile(r"[\"“”„«»](?=\s|$|[.,;:!?)])")
"""A mark behind words that were quoted: the sentence ends there."""

_DASH = re.compile(r"(?<=\s)[-\u2013\u2014=](?=\s)")
"""What parts two clauses as a comma does ("breaks - all mine")."""

_TIMES = re.compile(r"(?<=\d)( ?)x(?=\s)")
"""How often something is done ("2x trumps"): a mark parts it from its number."""

_STOP = re.compile(r"[;.:!?\n]")
_END = re.compile(r"[;.!?\n]")
"""What ends a condition: what it leads to may stand behind a colon."""

PAUSES = frozenset({"PAUSE", "AFTER", "BEFORE"})
DENIED = frozenset({"HOOK", "IMPASSE", "REPEAT"})
"""What may follow a denial and still be a step: no finesse is taken."""

_OPEN = frozenset({"THEIRS", "OR", "PERHAPS"})
"""What is no plan of the claimer, or only one of several."""

_SUITS = frozenset({"SUIT", "SUITS", "TRUMPS"})
_NONE_OF = frozenset({"HOOK", "IMPASSE", "LEFT_OUT", "WAS_GONE"})
_MAY_BE_ONE = frozenset({"SUIT", "TRUMPS"})
_LAID_OUT = {*_SUITS, "CARD", "RANK", "IF", "HOOK", "IMPASSE", "SEAT", "HOLDER"}
_PLACES = frozenset({"HAND", "DUMMY"})
_SAID_OF_A_CARD = frozenset({"FILLER", "OF", "TRUMPS"})
_LIES_AT = frozenset({"au", "a la"})
"""French for "in" before a hand, which is "to" elsewhere."""

_CONDITIONS = frozenset({"IF", "ELSE"})
_ALL_ELSE = ("OTHERWISE", "ALL")
_EVERYTHING = frozenset({"ALL", "REST", "HAVE", "ALL_OF_THEM", "SELF_HIGH"})
_VERBS = frozenset(
    {"DRAW", "DRAW_TRUMPS", "CASH", "RUN", "PLAY", "DISCARD", "DISCARDING"}
    | {"GIVE", "LOSE", "CROSS", "HAVE", "GO_ALL", "DRIVE"}
)


_DENIED = frozenset({"DRAW", "DRAW_TRUMPS", "CASH", "PLAY", "RUFF"})


def pieces_of(text: str, language: Language) -> list[Piece]:
    """Return the notions in some words; an unknown word is a piece of kind OTHER."""
    words = _CLOSED.sub(".", text.translate(_APOSTROPHE))
    said = _respelled(reworded(plain(words), language.reworded), language)
    words = _DASH.sub(",", plain(language.parted(said.text)))
    words = _TIMES.sub("\\1\u00d7", words)
    pieces = _guarded(elided(opposed(_lying(_cut(words, language)))), said.text)
    places = (said.place(piece.start, piece.end) for piece in pieces)
    return [
        piece._replace(start=start, end=end)
        for piece, (start, end) in zip(pieces, places, strict=True)
    ]


def _respelled(said: Reworded, language: Language) -> Reworded:
    """Return the words with slips of spelling put right ("rezsta" is "reszta")."""
    for word in {word.lower() for word in _WORD.findall(said.text)}:
        meant = language.slips.get(word)
        known = language.find(word, 0) or language.small_word(word)
        if meant is not None and not known:
            slip = re.compile(rf"\b{word}\b", re.IGNORECASE)
            said = said.by(Rewording(slip, meant, frozenset({word})))
    return said


def _cut(text: str, language: Language) -> list[Piece]:
    pieces: list[Piece] = []
    at, paused = 0, False
    elisions = re.compile(language.elisions, re.IGNORECASE)
    while word := _WORD.search(text, at):
        start = word.start()
        between = text[at:start]
        opens = bool(_STOP.search(between)) or paused
        comma, colon = "," in between, ":" in between
        cut = elisions.match(text, start) if language.elisions else None
        if cut is not None and not language.find(text, start):
            pieces.append(Piece("FILLER", "", start, cut.end(), opens, comma, colon))
            at, paused = cut.end(), False
            continue
        piece = _piece(text, start, word.group(), language)
        paused = piece.kind in PAUSES
        piece = piece._replace(opens=opens, comma=comma, colon=colon)
        one = piece.kind in _MAY_BE_ONE and language.names_one(text[: piece.end])
        pieces.append(piece._replace(ends=bool(_END.search(between)), one=one))
        at = piece.end
    return pieces


def _piece(text: str, start: int, word: str, language: Language) -> Piece:
    found = language.find(text, start)
    if found is not None:
        kind, value, end = found
        return Piece("FILLER" if kind == "FILL" else kind, value, start, end)
    lower = word.lower()
    end = start + len(word)
    small = language.small_word(lower)
    if small is not None:
        joins = lower in language.joins or lower not in AND
        return Piece(small, lower if joins else "", start, end)
    meant = language.meant_by(lower)
    return (
        Piece("OTHER", lower, start, end)
        if meant is None
        else Piece(*meant, start, end)
    )


def _lying(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without the hand that a card is only said to lie in.

    "The ace in dummy", "as de trèfle au mort": behind a ruff it is where he ruffs.
    """
    out, of_a_card, used = list(pieces), False, False
    for n, piece in enumerate(pieces):
        if piece.opens or piece.comma:
            of_a_card = used = False
        place = pieces[n + 1 : n + 2]
        lies = piece.kind == "IN" or (piece.kind == "TO" and piece.value in _LIES_AT)
        if of_a_card and not used and lies and place and place[0].kind in _PLACES:
            out[n] = piece._replace(kind="FILLER")
            out[n + 1] = place[0]._replace(kind="FILLER")
        used = used or piece.kind in {"RUFF", "VIA", "CROSSRUFF"}
        if piece.kind not in _SAID_OF_A_CARD:
            of_a_card = piece.kind in {"CARD", "RANK"}
    return out


def _guarded(pieces: list[Piece], text: str) -> list[Piece]:
    """Return the pieces with conditional and denied ones made unreadable."""
    out: list[Piece] = []
    pieces = _moments(pieces)
    guard, seen, read, looked_at = "", False, 0, 0
    for n, given in enumerate(pieces):
        before = text[pieces[n - 1].end : given.start] if n else ""
        guard = _still(guard, given, before)
        piece = pieces[n] = _alternative(pieces, n, seen=seen)
        otherwise = piece.kind == "ELSE" or (given.kind, piece.kind) == _ALL_ELSE
        if otherwise and not seen and _follows_a_finesse(pieces, n):
            piece = pieces[n] = piece._replace(kind="IF_FAILS")
        if n < read:
            out.append(piece)
            continue
        if not guard and (end := _branch_end(pieces, n, read=bool(read))):
            seen, read = True, end
            out.append(piece._replace(opens=True))
            pieces[end : end + 1] = [p._replace(opens=True) for p in pieces[end:][:1]]
            continue
        seen = seen or piece.kind in _CONDITIONS
        if piece.kind in _CONDITIONS | {"OR"}:
            start = _clause(pieces, n, floor=looked_at)
            out[start:] = [_unread(p) for p in out[start:]]
            looked_at = n
        if piece.kind in _CONDITIONS | {"WHEN"}:
            guard = "IF"
        elif not guard and piece.kind == "BEFORE" and (not n or piece.opens):
            guard = "BEFORE"
        elif not guard and _denies(pieces, n):
            guard = "NOT"
        if piece.kind in _CONDITIONS:
            piece = piece._replace(kind="CONDITION")
        out.append(_unread(piece) if guard else piece)
    return out


def _follows_a_finesse(pieces: list[Piece], at: int) -> bool:
    """Say whether "if not" is said of a finesse in the words just before it."""
    for piece in reversed(pieces[:at]):
        if piece.kind in {"HOOK", "IMPASSE"}:
            return True
        if piece.ends:
            return False
    return False


def _moments(pieces: list[Piece]) -> list[Piece]:
    """Return "when" as a condition where it has an "otherwise" in its words.

    "When trumps break, ..., else I lose one": elsewhere it says at which moment.
    """
    found, other = list(pieces), False
    for n in range(len(pieces) - 1, -1, -1):
        kind = pieces[n].kind
        if kind == "MOMENT":
            asks = other and layout_end(pieces, n)
            found[n] = pieces[n]._replace(kind="IF" if asks else "WHEN")
        if kind in OTHERWISE:
            other = True
        elif kind in {"MOMENT", *_CONDITIONS}:
            other = False
    return found


def _branch_end(pieces: list[Piece], at: int, *, read: bool) -> int:
    """Return where a condition or its "otherwise" ends, 0 where it is not read."""
    if pieces[at].kind == "ELSE":
        return at + 1 if read else 0
    return _condition_end(pieces, at)


def _condition_end(pieces: list[Piece], at: int) -> int:
    """Return where a condition ends that a step expresses; 0 where there is none.

    "If the trumps are 3-2"; not with a second condition behind "and" or "or".
    """
    if pieces[at].kind in {"IF_WORKS", "IF_FAILS", "IF_BAD"}:
        end = at + 1
    elif pieces[at].kind == "IF":
        end = condition_end(pieces, at)
    else:
        return 0
    after = next((n for n in range(end, len(pieces)) if pieces[n].kind != "FILLER"), 0)
    joined = any(piece.value in AND for piece in pieces[end:after])
    also = joined and pieces[after].kind in _LAID_OUT
    return 0 if after and (also or pieces[after].kind == "OR") else end


def _still(guard: str, piece: Piece, before: str) -> str:
    """Return what still guards a piece, by what stands before it."""
    if guard == "IF":
        return "" if _END.search(before) else guard
    if guard == "BEFORE":
        return "" if piece.comma or _STOP.search(before) else guard
    return "" if piece.opens or piece.comma else guard


def _alternative(pieces: list[Piece], at: int, *, seen: bool) -> Piece:
    """Return "otherwise" as everything else where there is no condition before it.

    It says nothing where "all" follows ("otherwise they are all mine"). "If they do
    not" asks for a break where no condition stands before it.
    """
    piece = pieces[at]
    if piece.kind == "OPPOSITE":
        return _opposite(pieces, at, seen=seen)
    if piece.kind == "AT_WORST":
        fails = not seen and _follows_a_finesse(pieces, at)
        return piece._replace(kind="IF_FAILS" if fails else "FILLER")
    if piece.kind == "THEY_DONT":
        return piece._replace(kind="ELSE" if seen else "IF_BAD")
    if piece.kind != "OTHERWISE":
        return piece
    behind = (other.kind for other in pieces[at + 1 :])
    after = next((kind for kind in behind if kind != "FILLER"), "")
    everything = "FILLER" if after in _EVERYTHING else "ALL"
    return piece._replace(kind="ELSE" if seen else everything)


def _opposite(pieces: list[Piece], at: int, *, seen: bool) -> Piece:
    """Return the other case of a condition ("4-2: one is yours"), an "if" at first."""
    piece = pieces[at]
    if seen:
        return piece._replace(kind="ELSE")
    if piece.value[:1].isdigit():
        return piece._replace(kind="SPLIT")
    fails = piece.value.startswith(_FAILING) and _follows_a_finesse(pieces, at)
    fails = fails or piece.value.startswith(_BADLY)
    return piece._replace(kind="IF_FAILS" if fails else "IF")


_FAILING = ("nie", "a nie", "jak nie", "a jak nie", "w razie nie")
_BADLY = ("jak zle", "a jak zle", "jesli zle")
"""How the words begin that deny what was said before."""


def _unread(piece: Piece) -> Piece:
    return piece if piece.kind in UNREAD else piece._replace(kind="GUARDED")


def _clause(
    pieces: list[Piece], at: int, *, forced: bool = False, floor: int = 0
) -> int:
    """Return where the words begin that a condition behind them speaks of.

    Not before `floor`: up to there a condition before has looked.
    """
    while at > floor and (forced or not (pieces[at].opens or pieces[at].comma)):
        at, forced = at - 1, False
        if pieces[at].kind in _VERBS:
            break
    return at


def clause_before(pieces: list[Piece], at: int, end: int) -> int:
    """Return where the words begin that a condition behind them speaks of.

    Where it stands before them that is where it stands itself.
    """
    piece, last = pieces[at], pieces[end : end + 1]
    closes = not last or last[0].ends or last[0].kind == "ELSE"
    before = pieces[at - 1] if at else piece
    joined = before.value in AND or before.kind in PAUSES
    apart = piece.comma or piece.colon
    leads = not closes and (apart or piece.kind == "ELSE")
    if not at or piece.ends or joined or leads:
        return at
    return _clause(pieces, at - 1) if piece.comma else _clause(pieces, at, forced=True)


def _denies(pieces: list[Piece], at: int) -> bool:
    kind = pieces[at].kind
    if kind == "NONE":
        return _denies_a_suit(pieces, at) or _denies_a_play(pieces, at)
    if kind == "NOT":
        return not _denies_finesse(pieces, at)
    return kind in _OPEN


def _denies_a_suit(pieces: list[Piece], at: int) -> bool:
    """Say whether a suit is denied in words that no step expresses ("no losers")."""
    behind = (pieces[n].kind for n in range(at + 1, len(pieces)))
    kinds = list(islice((kind for kind in behind if kind != "FILLER"), 2))
    return bool(kinds) and kinds[0] in _SUITS and kinds[-1] not in _NONE_OF


def _denies_a_play(pieces: list[Piece], at: int) -> bool:
    """Say whether a play is denied ("bez atutowania")."""
    behind = (pieces[n] for n in range(at + 1, len(pieces)))
    after = next((piece for piece in behind if piece.kind != "FILLER"), None)
    return after is not None and after.kind in _DENIED and not after.comma


def _denies_finesse(pieces: list[Piece], at: int) -> bool:
    for piece in pieces[at + 1 : at + 6]:
        if piece.opens or piece.comma:
            return False
        if piece.kind in DENIED:
            return True
        if piece.kind not in {"FILLER", "SUIT", "SUITS", "PLAY", "NOT"}:
            return False
    return False
