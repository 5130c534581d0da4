"""The records of the searches' memory: every field by name, width and meaning.

Places are allocated in the order of the fields, never written by hand. The modules of
the kernel take their places, widths and masks from here; a test finds shifts and masks
written by hand elsewhere, prints the map into `docs/solver/kernel.md` and holds it
against this file.
"""

from __future__ import annotations

from rulings.solver.kernel.record import LayoutRecord, row

SUITS = 4
CARDS = 13
"""Suits, and the cards of one."""

NODE_ROOM = 8
"""Room for a node: at most four suits, a state, and how far the words have come."""

ROOM = "not used"

CARD_BELIEVED = LayoutRecord(
    "A card as the claimer believes it to lie (`believed`)",
    "bits",
    ("LOW_BIT", 1, "the three bits say whose it is"),
    ("MIDDLE_BIT", 1, "the same"),
    ("HIGH_BIT", 1, "the same"),
)

SUIT_BELIEVED = LayoutRecord(
    "A suit as the claimer believes it to lie",
    "bits",
    ("CARDS", CARDS * CARD_BELIEVED.end, "its cards from the top, three bits each"),
)

CARD_LYING = LayoutRecord(
    "A card as it lies (`holding`)",
    "bits",
    ("WHOSE", 1, "the second hidden hand, or of seen ones that of the other"),
    ("UNCOUNTED", 1, "forgotten; in a seen hand: a known loser"),
    ("LOCATED", 1, "its place is proven; of what is seen: no card of a hand"),
    ("SEEN", 1, "seen: in a hand, winning the trick, or gone"),
)

SUIT_LYING = LayoutRecord(
    "A suit as it lies",
    "bits",
    ("CARDS", CARDS * CARD_LYING.end, "its cards from the top, four bits each"),
    ("SHOWN", 1, "whether the first hidden hand has shown out"),
    ("SHOWN_2", 1, "the same of the second"),
    ("JACKS", 4, "the place from which on the side's cards are jacks or less"),
    ("TENS", 4, "the same of tens"),
)

BREAK = LayoutRecord(
    "How a suit is believed to break (`breaks`)",
    "bits",
    ("WHICH", 1, "of an even number that it does, of an odd one the shorter hand"),
    ("ODD", 1, "whether it is of an odd number"),
)

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
    ("AT_MOST", SUITS * 3, "of each suit the first hidden hand's most; or as PHASE"),
    ("PLACE", 4, "place of the card just played in its suit, from the top"),
    ("SUIT_PLAYED", 3, "its suit, counted from 1; 0 where no card was"),
)

LINE_STATE = LayoutRecord(
    "The state of a node of a line, with the cards as they lie",
    "bits",
    ("SEAT", 2, "whose turn it is, from the claimer on"),
    ("LED", 2, "suit led"),
    ("WINNING", 2, "seat winning the trick"),
    ("PLAYED", 2, "cards on the table"),
    ("PHASE", 2, "how far a restriction on a lead has come"),
    ("", 2, ROOM),
    ("LEFT", 4, "tricks left, this one included"),
    ("NEED", 4, "tricks that the claim still needs"),
    ("", 4, ROOM),
    ("WON", 1, "whether the side won the trick just ended"),
    ("THROWN", 16, "numbered discards made, four bits for each of four steps"),
    ("", 7, ROOM),
    ("BOUNDS", 8, "in a table: what is proven of the node"),
)

WORDS_SAID = LayoutRecord(
    "How far the words of a node of a line have come",
    "bits",
    ("MADE", 4, "leads made for the step that is being carried out"),
    ("AT", 6, "that step"),
    ("BINDS", 1, "whether words bind"),
    ("CARDS", SUITS * CARDS, "of each suit named or watched the first cards left"),
)

BOUNDS = LayoutRecord(
    "What is proven of a node",
    "bits",
    ("HIGH", 4, "the most tricks"),
    ("LOW", 4, "the fewest"),
)

_EACH_SUIT = ("SUIT", "SUIT_1", "SUIT_2", "SUIT_3")
_EACH_HAND = ("CLAIMER", "LHO", "PARTNER", "RHO", "EITHER")

RANKS = LayoutRecord(
    "Which ranks an answer rests on",
    "bits",
    *((suit, 4, "so many cards of the suit, from the top") for suit in _EACH_SUIT),
)

SHAPE_OF_SUIT = LayoutRecord(
    "How many cards of a suit each hand holds, or either of the hidden ones",
    "bits",
    *((hand, 4, "how many cards") for hand in _EACH_HAND),
)

ENTRY_SUIT = LayoutRecord(
    "The first suit in an entry for a node with hidden hands",
    "bits",
    ("CARDS", SUIT_BELIEVED.end, "its cards"),
    ("BOUNDS", BOUNDS.end, "what is proven"),
)

ENTRY_SHAPE = LayoutRecord(
    "How many cards of the first three suits each hand holds, in such an entry",
    "bits",
    *((suit, SHAPE_OF_SUIT.end, "of the suit") for suit in _EACH_SUIT[:-1]),
)

ENTRY_KEY = LayoutRecord(
    "The rest of such an entry",
    "bits",
    ("SUIT_3", SHAPE_OF_SUIT.end, "how many cards of the last suit each hand holds"),
    ("IN_TRICK", 12, "the part of the state that its suits do not settle"),
    ("BREAKING", STATE_WORD.width("AT_MOST"), "what AT_MOST says"),
    ("RANKS", RANKS.end, "which ranks the bounds rest on"),
)

RUN = LayoutRecord(
    "Cards of a suit that a hidden hand runs (`quick_tricks`)",
    "bits",
    ("LOOSE", 4, "the unplaced ones"),
    ("CARDS", 4, "all of them"),
)


NODE = row(
    "A node",
    *((suit, "its cards of the suit") for suit in _EACH_SUIT),
    ("STATE", "its state; in a table with what is proven of it"),
    ("WORDS", "of a line only: how far the words have come"),
)

ENTRY = row(
    "An entry of a table for a node with hidden hands",
    *((suit, "the suit; with the first, what is proven") for suit in _EACH_SUIT),
    ("SHAPE", "how many cards of the first three each hand holds"),
    ("KEY", "the rest"),
)

FRAME = row(
    "A frame of a search: a node on the way",
    ("NODE_AT", "where the node stands"),
    ("WANTED", "tricks that are asked for; of a line those allowed at most"),
    ("START", "where the nodes after it begin"),
    ("NEXT", "where the next one to try stands"),
    ("END", "where they end"),
    ("RANKS_SEEN", "which ranks the answers found so far rest on"),
)

SUIT_ROW = row(
    "A suit's quick tricks, of hand A and of its partner B (`quick_tricks`)",
    ("LENGTH", "cards of A"),
    ("LENGTH_2", "cards of B"),
    ("WINNERS", "winners of A"),
    ("WINNERS_2", "winners of B"),
    ("TOPS", "cards of A above all others of the suit, B's too"),
    ("TOPS_2", "the same of B"),
    ("LINK", "whether a card of A is below the best of B"),
    ("LINK_2", "the same of B"),
    ("LONGEST", "the most cards that one hand of the other side can hold"),
    ("FOLLOWED", "rounds that each hand of that side that may ruff must follow"),
)

FREE_ROW = row("To be dealt", ("FREE_SUIT", "a suit"), ("FREE_CARD", "its card"))

STEP_ROW = row(
    "A stated step (`encoded`)",
    ("ACT", "what is done"),
    ("SUIT", "the suit, less than 0 for none"),
    ("CARD_SUIT", "the suit of the card that is named"),
    ("CARD", "its place there at first; -1 for none, -2 where the side has it not"),
    ("PLACE", "hand or dummy"),
    ("COUNTED", "whether a number is said"),
    ("LIMIT", "leads, or discards, at most"),
    ("FROM_TOP", "whether from the top"),
    ("HIGH", "whether high"),
    ("ON_SUIT", "the suit led"),
    ("AGAINST", "the seat that a finesse is against, from the claimer's on"),
    ("NUMBERED", "which of the numbered discards it is, -1 for another step"),
)

WATCHED_ROW = row(
    "A watched card",
    ("WATCHED_SUIT", "its suit"),
    ("WATCHED_PLACE", "its place there at first"),
)

IDEA_ROW = row(
    "A kind of play that is switched (`exceptions`)",
    ("HANDS_MEANT", "the hands it is about, a bit each"),
    ("MANNER", "how they play"),
    ("IDEA_SUIT", "the suit"),
    ("IDEA_CARD", "the number of a watched card, less than 0 for none"),
    ("BEFORE", "that of the card before which it counts"),
    ("TRUMP_OUT", "whether it counts only while an opponent holds a trump"),
    ("LET_IN", "whether it is let in"),
)

SWITCH_ROW = LayoutRecord(
    "A play that is struck or let in",
    "numbers",
    ("SWITCHED_AT", NODE.end, "the node"),
    ("SWITCHED", 1, "twice the suit, and 1 more where it is let in"),
    ("SWITCHED_CARD", 1, "the card"),
)

PENALTY_ROW = row(
    "A penalty card",
    ("PENALTY_SEAT", "whose it is"),
    ("PENALTY_SUIT", "its suit"),
    ("PENALTY_CARD", "its number among the watched cards"),
    ("IS_MAJOR", "whether it is major"),
    ("HONOURS", "how many of the suit were honours at first"),
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
    ("PENALTIES", 1, "how many penalty cards there are"),
    ("PENALTY_ROWS", 98, "a row for each"),
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
    ("RANKS", 1, "which ranks of a node its answer rests on"),
    ("DEALT", 1, "whether layouts are searched (N19): believed nodes stand apart"),
    ("SHAPES", 1, "of the lead last looked up how many cards each hand holds"),
    ("KEY", 1, "the rest of what it is looked up by"),
    ("SHOWN", NODE_ROOM, "a node in which a hand has shown out"),
    ("SHOWN_MORE", NODE_ROOM, "the same a second time"),
    ("ROOT", 32, "the node that is asked about"),
    ("STACK", 576, "frames of the search, one for each node on the way"),
    ("ROWS", SUITS * SUIT_ROW.end, "quick tricks: a row for each suit"),
    ("LAST_GOOD", 16, "the suit that last settled a lead, by tricks left"),
    ("LAST_GOOD_2", 16, "the same of the other side"),
    ("FREE", 72, "the cards to be dealt, a row for each"),
    ("BASE", 184, "the believed node of the cards to be dealt"),
    ("MOVES", 16_332, "the moves of the nodes on the way"),
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
    ("PLAN_SHARE", 1, "setting: quarters of the best play's layouts (N19), 0 for any"),
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

LINE_MEMORY = LayoutRecord(
    "Memory of the search for the worst line",
    "numbers",
    *_LINE_HEAD,
    ("TURN", sum(field[1] for field in TURN_FIELDS), "what a rule may look at, below"),
    ("LAYOUTS", 16, "in how many layouts each option at a turn makes it (N19)"),
    ("", 13, ROOM),
    ("TO_KEEP", 1, "what had to be kept at a turn"),
    ("STACK", 384, "frames of the search, one for each node on the way"),
    ("MOVES", 3584, "the moves of the nodes on the way"),
    ("STEPS", 1, "how many stated steps there are"),
    ("STEP_ROWS", 63 * STEP_ROW.end, "a row for each"),
    ("UNDER_WAY", 1, "tricks left in the trick on the table at the claim"),
    ("WATCHED", 1, "how many cards are watched"),
    ("WATCHED_ROWS", 1352, "a row for each"),
    ("IDEAS", 1, "how many kinds of play are switched"),
    ("IDEA_ROWS", 1983, "a row for each"),
    ("SWITCHES", 1, "how many strikes and allowances there are"),
    ("SWITCH_ROWS", 9107, "a row for each"),
    *_RESTRICTED,
)

TURN = LayoutRecord(
    "A turn of the claiming side, within the memory of a line",
    "numbers",
    *TURN_FIELDS,
    start=LINE_MEMORY.at("TURN"),
)

RECORDS = (
    *(CARD_BELIEVED, SUIT_BELIEVED, CARD_LYING, SUIT_LYING, BREAK),
    *(STATE_WORD, LINE_STATE, WORDS_SAID, BOUNDS, RANKS, RUN),
    *(SHAPE_OF_SUIT, ENTRY_SUIT, ENTRY_SHAPE, ENTRY_KEY),
    *(NODE, ENTRY, FRAME, SUIT_ROW, FREE_ROW, STEP_ROW, WATCHED_ROW),
    *(IDEA_ROW, SWITCH_ROW, PENALTY_ROW, SEARCH_MEMORY, LINE_MEMORY, TURN),
)

HEAD = """# The map of the kernel's memory

For maintainers: where each part of the searches' memory stands, and what it says.
Made by `./td manage write_docs` from `rulings/solver/kernel/layout.py`, where a field
is added or widened; a test compares them.
"""


def memory_map() -> str:
    """Return the map of all records as a document."""
    tables = "\n".join(line for record in RECORDS for line in record.lines())
    return f"{HEAD}\n{tables.rstrip()}\n"
