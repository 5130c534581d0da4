"""The records of the searches' memory: every field by name, width and meaning.

Places are allocated in the order of the fields, never written by hand. The modules of
the kernel take their constants from here; a test prints the map into
`docs/solver/kernel.md` and holds it against this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

NODE_ROOM = 8
"""Room for a node: at most four suits, a state, and how far the words have come."""


@dataclass(frozen=True, slots=True)
class LayoutField:
    """A part of a record: its name, how wide it is, what it says.

    The width is in bits or in numbers, as the record has it. Room has no name.
    """

    name: str
    width: int
    meaning: str


class LayoutRecord:
    """Fields one after the other, from a first place on."""

    def __init__(
        self, title: str, unit: str, *fields: tuple[str, int, str], start: int = 0
    ) -> None:
        """Allocate the fields; their names are told apart within the record."""
        self.title = title
        self.unit = unit
        self.start = start
        self.fields = tuple(LayoutField(*field) for field in fields)
        self.places: dict[str, int] = {}
        at = start
        for field in self.fields:
            if field.name in self.places:
                raise ValueError(f"{title}: {field.name} stands twice")
            if field.name:
                self.places[field.name] = at
            at += field.width
        self.end = at

    def of(self, *names: str) -> tuple[int, ...]:
        """Return where some fields begin."""
        return tuple(self.places[name] for name in names)

    def at(self, name: str) -> int:
        """Return where a field begins."""
        return self.places[name]

    def lines(self) -> Iterator[str]:
        """Return the record as a table of a document."""
        yield f"## {self.title}"
        yield ""
        yield f"| from | {self.unit} | name | meaning |"
        yield "|---|---|---|---|"
        at = self.start
        for field in self.fields:
            name = f"`{field.name}`" if field.name else "-"
            yield f"| {at} | {field.width} | {name} | {field.meaning} |"
            at += field.width
        yield ""


ROOM = "not used"

STATE_WORD = LayoutRecord(
    "The state of a node, as the claimer sees it",
    "bits",
    ("SEAT", 2, "whose turn it is, from the claimer on"),
    ("LED", 2, "suit led"),
    ("WINNING", 2, "seat winning the trick"),
    ("PLAYED", 2, "cards on the table"),
    ("BLANKS", 4, "forgotten cards that are out"),
    ("LEFT", 4, "tricks left, this one included"),
    ("SLACK", 4, "unplaced cards of the first hidden hand"),
    ("SLACK_2", 4, "unplaced cards of the second hidden hand"),
    ("WON", 1, "whether the claimer won the trick just ended"),
    ("AT_MOST", 12, "of each suit the most cards of the first hidden hand, by breaks"),
)

LINE_STATE = LayoutRecord(
    "The state of a node of a line, with the cards as they lie",
    "bits",
    ("SEAT", 2, "whose turn it is, from the claimer on"),
    ("LED", 2, "suit led"),
    ("WINNING", 2, "seat winning the trick"),
    ("PLAYED", 2, "cards on the table"),
    ("PHASE", 4, "how far a restriction on a lead has come"),
    ("LEFT", 4, "tricks left, this one included"),
    ("NEED", 4, "tricks that the claim still needs"),
    ("", 4, ROOM),
    ("WON", 1, "whether the side won the trick just ended"),
    ("THROWN", 16, "numbered discards made, four bits for each of four steps"),
)

_SIZES = (
    ("SIZE", 1, "entries of the table that there is room for"),
    ("USED", 1, "entries that are taken"),
    ("POSITIONS", 1, "positions that may still be searched"),
    ("GROWS", 1, "whether the table may grow"),
)

_RESTRICTED = (
    ("PENDING", 1, "whether restrictions are pending"),
    ("LEADER", 1, "seat whose lead is bound, -1 for none"),
    ("LEAD_SUIT", 1, "its suit"),
    ("REQUIRED", 1, "whether that suit is required, else forbidden"),
    ("OPTION", 1, "whether declarer decides by the card that lies faced (50D2)"),
    ("FACED_BY", 4, "of each suit the hand with penalty cards, -1 for none"),
    ("PENALTIES", 99, "how many penalty cards, then each in a row"),
    ("TABLE", 0, "the entries, to the end of the memory"),
)

SEARCH_MEMORY = LayoutRecord(
    "Memory of the search for what is certain, and of that for layouts (N19)",
    "numbers",
    ("TRUMP", 1, "trump suit, -1 for none"),
    ("FIRST", 1, "the first hidden hand"),
    ("SECOND", 1, "the second hidden hand"),
    ("MINE", 1, "who plays for the claimer, a bit a seat"),
    ("SEEN", 1, "whose tricks are seen to be the claimer's, a bit a seat"),
    ("RUFFS_LATE", 1, "the partner of a claiming defender, -1 for none"),
    ("BREAKS", 1, "the suits believed to break, two bits each"),
    ("MAY_PASS", 1, "whether one who cannot follow may keep all his cards (N20)"),
    *_SIZES,
    ("", 4, ROOM),
    ("SHOWN", NODE_ROOM, "a node in which a hand has shown out"),
    ("SHOWN_MORE", NODE_ROOM, "the same a second time"),
    ("ROOT", 32, "the node that is asked about"),
    ("STACK", 576, "frames of the search, one for each node on the way"),
    ("ROWS", 60, "quick tricks: a row for each suit"),
    ("LAST_GOOD", 68, "the suit that last settled a lead, by side and tricks left"),
    ("FREE", 72, "the cards to be dealt, suit and card"),
    ("BASE", 184, "the believed node of the cards to be dealt"),
    ("MOVES", 16_276, "the moves of the nodes on the way"),
    *_RESTRICTED,
)

TURN_FIELDS = (
    ("LEGAL", 4, "the legal cards, a suit each"),
    ("OPTIONS", 4, "those left by the rules so far"),
    ("STATED", 4, "those that the words name"),
    ("BEATS", 4, "those that would be winning"),
    ("LOSERS", 4, "known losers"),
    ("UNSEEN", 4, "the highest card thought out, below all where none is"),
    ("SOUND", 4, "those that keep what is certain"),
    ("SEAT", 1, "seat to play"),
    ("LED", 1, "suit led"),
    ("BEST", 1, "seat winning"),
    ("PLAYED", 1, "cards on the table"),
    ("TRICKS", 1, "tricks left"),
    ("NEED", 1, "tricks needed"),
    ("TRUMP", 1, "trump suit"),
    ("BY_PARTNER", 1, "whether a defender's partner plays"),
    ("FOLLOWS", 1, "whether he follows suit"),
    ("STANDS", 1, "whether partner's card stands"),
    ("ALLY_MAY_WIN", 1, "whether partner may come to win"),
    ("FORGETS", 1, "whether a card is forgotten"),
    ("TRUMP_OUT", 1, "whether a trump is thought out"),
    ("SPOTS", 1, "suits in which the hand holds broken spots, a bit each"),
    ("HAS_WORDS", 1, "whether the words bind"),
    ("SUIT_ORDER", 1, "setting: order of suits"),
    ("LAST_TRUMP", 1, "setting: lead of the last trump"),
    ("LOW_LEAD", 1, "setting: low leads"),
    ("RUFF_LOWEST", 1, "setting: lowest ruffs"),
    ("CONCEDED", 1, "suits conceded, a bit each"),
    ("BARE", 1, "whether a bare number was conceded"),
    ("LAPSES", 1, "lapses let in, a bit each"),
    ("REFUSED", 1, "suits of refused finesses, a bit each"),
    ("NAMED", 4, "cards that the words name to be played later"),
    ("TOPS", 4, "cards of the hand above all others left"),
    ("PLAN", 4, "options with which the claim may still be made"),
    ("ALLY_WINS", 1, "whether the other hand has still to play a winner"),
    ("BEYOND", 1, "tricks asked for beyond those claimed (N14)"),
)

_LINE_HEAD = (
    ("TRUMP", 1, "trump suit, -1 for none"),
    ("FIRST", 1, "the first hidden hand"),
    ("SECOND", 1, "the second hidden hand"),
    ("MINE", 1, "who plays for the claimer, a bit a seat"),
    ("HANDS", 4, "of each seat its hand: 0 and 1 hidden, 2 claimer, 3 the other"),
    *_SIZES,
    ("MORE_IS_NORMAL", 1, "whether plays beyond the rules are let in"),
    ("OTHER", 1, "the seat that is seen besides the claimer's"),
    ("AFTER", 1, "how far the words have come after a stated card"),
    ("THROWS", 1, "what a stated card adds to the numbered discards of a state"),
    ("TO_THE_LETTER", 1, "whether the words are carried out to the letter"),
    ("TRIAL", NODE_ROOM, "a node tried for a layout (N19)"),
    ("ROOT", NODE_ROOM, "the node that is asked about"),
)

_TURN_WIDTH = sum(width for _, width, _ in TURN_FIELDS)

LINE_MEMORY = LayoutRecord(
    "Memory of the search for the worst line",
    "numbers",
    *_LINE_HEAD,
    ("TURN", _TURN_WIDTH, "what a rule may look at, below"),
    ("", 30, ROOM),
    ("TO_KEEP", 1, "what had to be kept at a turn"),
    ("STACK", 384, "frames of the search, one for each node on the way"),
    ("MOVES", 3584, "the moves of the nodes on the way"),
    ("STEPS", 757, "how many stated steps, then each in a row"),
    ("UNDER_WAY", 1, "tricks left in the trick on the table at the claim"),
    ("WATCHED", 1353, "how many cards are watched, then suit and place of each"),
    ("IDEAS", 1984, "how many kinds of play are switched, then each in a row"),
    ("SWITCHES", 9108, "how many strikes and allowances, then each in a row"),
    *_RESTRICTED,
)

TURN = LayoutRecord(
    "A turn of the claiming side, within the memory of a line",
    "numbers",
    *TURN_FIELDS,
    start=LINE_MEMORY.at("TURN"),
)

RECORDS = (STATE_WORD, LINE_STATE, SEARCH_MEMORY, LINE_MEMORY, TURN)

HEAD = """# The map of the kernel's memory

For maintainers: where each part of the searches' memory stands, and what it says.
Made by `./td manage write_docs` from `rulings/solver/kernel/layout.py`, where a field
is added or widened; a test compares them. Places within rows and frames, and shifts
that take a state apart in the functions, are not declared there yet.
"""


def memory_map() -> str:
    """Return the map of all records as a document."""
    tables = "\n".join(line for record in RECORDS for line in record.lines())
    return f"{HEAD}\n{tables.rstrip()}\n"
