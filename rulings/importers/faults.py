"""What can be wrong with a record, said to the director: reason and remedy.

Reasons and remedies are English templates; `{text}` stands for the offending text,
so that a view can translate the template before it fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

SHOWN = 60
"""So much of an offending text is shown, in characters."""


class Flaw(Enum):
    """A way in which a board can be wrong: (reason, remedy)."""

    NO_DEAL = (
        "there are no hands",
        "Add the deal, or remove the record.",
    )
    DEAL_UNREADABLE = (
        "the deal {text} cannot be read",
        "Write the first seat, a colon and four hands like AK.Q3.JT98.76542.",
    )
    HAND_SIZE = (
        "a hand does not have 13 cards: {text}",
        "Correct the hand; every seat needs 13 cards.",
    )
    CARD_IN_TWO_HANDS = (
        "a card is in two places of the deal: {text}",
        "Correct the deal; each of the 52 cards belongs to one hand.",
    )
    CHECK_NUMBER = (
        "the check number of the record does not fit its cards: {text}",
        "Compare the hands with the cards on the table; they are read as they stand.",
    )
    HANDS_MISSING = (
        "the deal does not give all hands: {text}",
        "Add the missing hands before the deal is used at a table.",
    )
    DEAL_BORROWED = (
        "the record gives no hands; those of the record before are used: {text}",
        "Check that both records are of the same board.",
    )
    BOARD_NUMBER = (
        "{text} is not a board number",
        "Give a whole number from 1 to 999.",
    )
    DEALER = (
        "{text} is not a dealer",
        "Give N, E, S or W; the dealer of the board number is used.",
    )
    VULNERABILITY = (
        "{text} is not a vulnerability",
        "Give None, NS, EW or All; that of the board number is used.",
    )
    CONTRACT = (
        "{text} is not a contract",
        "Give level, strain and doubling, for example 4HX, or Pass.",
    )
    DECLARER = (
        "the contract has no declarer: {text}",
        "Give N, E, S or W as declarer.",
    )
    AUCTION_UNREADABLE = (
        "the auction holds {text}, which is not a call",
        "Correct the call; the board is read without its auction.",
    )
    AUCTION_ILLEGAL = (
        "the auction holds a call that was not allowed: {text}",
        "Check the auction; it is kept as recorded.",
    )
    AUCTION_CONTRACT = (
        "the auction does not lead to the contract {text}",
        "Check both; the board is read without its auction.",
    )
    PLAY_UNREADABLE = (
        "the play holds {text}, which is not a card",
        "Correct the card, or remove the play to keep the deal.",
    )
    PLAY_WITHOUT_DEAL = (
        "there is play, but not all hands to play it from",
        "Add the deal, or remove the play.",
    )
    PLAY_WITHOUT_CONTRACT = (
        "there is play, but no contract",
        "Add contract and declarer, or remove the play to keep the deal.",
    )
    CARD_PLAYED_TWICE = (
        "a card is played twice: {text}",
        "Correct the play, or remove it to keep the deal.",
    )
    TWO_FROM_ONE_HAND = (
        "two cards of one trick come from the same hand: {text}",
        "Correct the play, or remove it to keep the deal.",
    )
    CARD_NOT_HELD = (
        "the player whose turn it is does not hold {text}",
        "Correct the play, or remove it to keep the deal.",
    )
    PLAY_HOLE = (
        "cards are missing in the middle of the play, before {text}",
        "The play is read up to the gap, and is no claim.",
    )
    PLAY_GOES_ON = (
        "the record marks the play as not ended: {text}",
        "The play is read up to there, and is no claim.",
    )
    REVOKE = (
        "a player did not follow suit but could have: {text}",
        "Everything is kept as recorded; whether it was a revoke, a Director decides.",
    )
    IRREGULARITY = (
        "the record marks an irregularity: {text}",
        "Nothing to do; everything is read as recorded.",
    )
    OPENING_LEADER = (
        "the opening lead {text} was not made by declarer's left-hand opponent",
        "Check declarer and lead; the play is kept as recorded.",
    )
    TOTAL_UNREADABLE = (
        "{text} is not a number of tricks",
        "Give declarer's tricks, 0 to 13; the board is read without a total.",
    )
    TOTAL_IMPOSSIBLE = (
        "the cards played cannot lead to the total recorded: {text}",
        "Correct the total or the play.",
    )
    MEMBER_UNREADABLE = (
        "a file inside the archive is no record: {text}",
        "Nothing to do if it is no record of boards; otherwise send it by itself.",
    )
    COMMENT_OPEN = (
        "a comment is not closed: {text}",
        "Add the closing brace; reading went on at the next board.",
    )
    XML_BROKEN = (
        "this is not the XML of a scoring program: {text}",
        "Have the scoring program write the file again; nothing of it is read.",
    )
    XML_ENTITIES = (
        "the file declares entities of its own: {text}",
        "No scoring program needs them; such a file is not read.",
    )
    ASSIGNED = (
        "the table has an artificial score: {text}",
        "It is not brought in; a director assigns it by a ruling.",
    )
    POINTS = (
        "the points do not fit contract and tricks: {text}",
        "Check the line; contract and tricks are taken.",
    )
    RESULT = (
        "{text} is not a result",
        "Write contract, declarer and =, +1 or -1, for example 4HX S -1, or PASS.",
    )
    RESULT_PLACE = (
        "the line does not say where the board was played: {text}",
        "Give the table, or both pairs.",
    )
    SCHEDULE_NUMBER = (
        "{text} is not a number of the right size",
        "Rounds, tables and boards are whole numbers from 1 to 999.",
    )
    SCHEDULE_PAIR = (
        "a pair is missing",
        "Name the pairs North-South and East-West.",
    )
    SCHEDULE_BOARDS = (
        "the boards do not run upwards: {text}",
        "Give the first and the last board of the round.",
    )
    PAIR_AGAINST_ITSELF = (
        "a pair plays against itself: {text}",
        "Correct one of the two pairs.",
    )
    PAIR_AT_TWO_TABLES = (
        "a pair sits at two tables in one round: {text}",
        "Correct the pair or the round.",
    )
    TABLE_TAKEN = (
        "two matches meet at one table in one round: {text}",
        "Correct the table or the round.",
    )
    BOARD_MET_AGAIN = (
        "a pair meets a board a second time: {text}",
        "Correct the boards or the pair.",
    )
    BOARD_REPEATED = (
        "a board is at the same table twice in one round: {text}",
        "Remove one of the two lines.",
    )

    @property
    def kind(self) -> str:
        """Return the name of the fault, as files and documents write it."""
        return self.name.lower()

    @property
    def reason(self) -> str:
        """Return what is wrong, as a template."""
        return self.value[0]

    @property
    def remedy(self) -> str:
        """Return what to do about it, as a template."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """What was wrong with a board: where, the offending text, and what to do.

    `source` names the file inside an archive, empty outside archives.
    """

    board: int | None
    line: int
    text: str
    fault: Flaw
    source: str = ""

    @property
    def reason(self) -> str:
        """Return what is wrong, as a template."""
        return self.fault.reason

    @property
    def remedy(self) -> str:
        """Return what to do about it, as a template."""
        return self.fault.remedy

    @property
    def sentence(self) -> str:
        """Return the whole message in English."""
        where = f"line {self.line}"
        if self.board is not None:
            where = f"board {self.board}, {where}"
        if self.source:
            where = f"{self.source}, {where}"
        reason = self.reason.format(text=self.text)
        return f"{where}: {reason}. {self.remedy.format(text=self.text)}"


def shown(text: str) -> str:
    """Return a text on one line and short enough for a message."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= SHOWN else line[: SHOWN - 3] + "..."


class BoardRefused(Exception):
    """A board cannot be read; caught where the board ends, never seen outside."""

    def __init__(self, fault: Flaw, line: int, text: str) -> None:
        """Keep what is wrong, where, and the offending text."""
        super().__init__(fault.name)
        self.fault = fault
        self.line = line
        self.text = text

    def problem(self, board: int | None) -> BoardProblem:
        """Return the report for a board."""
        return problem(self.fault, board, self.line, self.text)


def problem(fault: Flaw, board: int | None, line: int, text: str) -> BoardProblem:
    """Return the report of a fault at a place."""
    return BoardProblem(board, line, shown(text), fault)


class FileFault(Enum):
    """A way in which a whole file can be no record: the sentence, as a template."""

    EMPTY = "The file is empty."
    TOO_LARGE = "The file has {size} bytes; at most {limit} are read. Split it."
    NOT_TEXT = "The file is not text. Send a PBN, LIN or dealing machine record."
    LONG_LINE = "A line has more than {limit} characters; no record has."
    NO_RECORD = (
        "This is no record of boards. Send a PBN or LIN file, or one of a dealing "
        "machine."
    )
    NO_BOARD = "The file holds no board."
    TOO_MANY_BOARDS = "The file holds more than {limit} boards. Split it."
    COMPRESSED = (
        "The file is compressed in a way that is not read. Unpack it and send what is "
        "inside, or send a ZIP or GZ file."
    )
    ARCHIVE_DAMAGED = "The archive cannot be unpacked. Send the files inside it."
    ARCHIVE_LOCKED = "The archive has a password. Send the files inside it."
    ARCHIVE_BOMB = (
        "The archive unpacks to more than {limit} bytes, so it is not unpacked. "
        "Send the files inside it."
    )
    ARCHIVE_CROWDED = (
        "The archive holds more than {limit} files. Send the records without the rest."
    )
    READING_STOPPED = (
        "Reading the file took more time or memory than any record needs. Split it."
    )
    SCHEDULE_CROWDED = "The schedule has more than {limit} boards to play."
    SCHEDULE_LINE = "A line has more than {limit} characters; no schedule has."
    SCHEDULE_COLUMN = (
        "The first line does not name the column {column}; give {columns}."
    )
    MOVEMENT_ROUNDS = "{tables} tables play 1 to {most} rounds, not {rounds}."
    MOVEMENT_TABLES = "A Howell has {least} to {most} tables, not {tables}."
    INDIVIDUAL_TABLES = (
        "Individuals play at one of these numbers of tables: {held}; not {tables}. "
        "Others come by CSV."
    )
    DRAW_LINE = "Line {line} of the draw: give two numbers from 1 to 999, as 3 - 8."
    DRAWN_TWICE = "Number {number} is drawn twice."
    DRAW_EMPTY = "The draw holds no match, or more than {limit}."
    MOVEMENT_TEAMS = "{teams} teams play 1 to {most} rounds, not {rounds}."
    MOVEMENT_BOARDS = "{boards} boards from board {first}: give 1 to {limit}."
    MATCH_ROUNDS = "{boards} boards cannot be played in {rounds} equal rounds."

    @property
    def kind(self) -> str:
        """Return the name of the fault, as files and documents write it."""
        return self.name.lower()


class UnreadableFile(ValueError):
    """The bytes are no record at all; `template` and `params` give the sentence."""

    def __init__(self, fault: FileFault, **params: object) -> None:
        """Keep the template beside its parameters, for translation."""
        super().__init__(fault.value.format(**params))
        self.fault = fault
        self.template = fault.value
        self.params = params
