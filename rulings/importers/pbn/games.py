"""The text of a PBN file as games: tags with values and the words of sections.

Knows the punctuation of the format (comments, escapes, inherited values) and
nothing of bridge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TAG = re.compile(
    r"\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"
    r'(?:"((?:[^"\\\n]|\\[^\n])*)"\s*\]|([^\]\n]*)\]?)'
)
"""A tag with its quoted value; failing that, whatever stands before the bracket."""

MAX_WORDS = 2000
_SECTIONS = frozenset({"Auction", "Play"})
_STARTING = frozenset({"Event", "Board", "Deal"})
"""A second one of these starts a game even without an empty line."""
_CONTINUING = frozenset(
    {"Auction", "Play", "Note", "Declarer", "Contract", "Result", "Scoring"}
)
"""One of these after an empty line still belongs to the game, if it is the first."""
_WORD = re.compile(r"[^\s{;\[]+")
_BLANKS = re.compile(r"[^\S\n]*")
_RESUME = re.compile(r"^[ \t]*\[(?:Event|Board|Deal)\b", re.MULTILINE)


@dataclass(slots=True)
class TagValue:
    """A tag's value, its line, and the words of the section below it by lines."""

    text: str
    line: int
    words: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One record between two empty lines."""

    line: int
    last_line: int
    tags: dict[str, TagValue] = field(default_factory=dict)
    open_comments: list[tuple[int, str]] = field(default_factory=list)

    def text(self, tag: str) -> str:
        """Return a tag's value, empty where the tag is absent."""
        return self.tags[tag].text.strip() if tag in self.tags else ""

    def line_of(self, tag: str) -> int:
        """Return a tag's line, the game's first where the tag is absent."""
        return self.tags[tag].line if tag in self.tags else self.line


@dataclass(slots=True)
class _Reader:
    """The place in the text, and the game being read."""

    text: str
    at: int = 0
    line: int = 1
    empty_line: bool = False
    game: Game | None = None
    section: TagValue | None = None
    waiting_comment: tuple[int, str] | None = None
    more_braces: bool = True

    def step_to(self, end: int) -> None:
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def skip_comment(self) -> None:
        """Pass a brace comment; an unclosed comment ends at the next board."""
        start, line = self.at, self.line
        close = self.text.find("}", start) if self.more_braces else -1
        self.more_braces = close >= 0
        resume = _RESUME.search(
            self.text, start, close if close >= 0 else len(self.text)
        )
        if close >= 0 and (resume is None or self.closed_in_place(resume, close)):
            self.step_to(close + 1)
            return
        opened = (line, self.text[start : self.line_end()])
        if self.game is None:
            self.waiting_comment = opened
        else:
            self.game.open_comments.append(opened)
        self.step_to(resume.start() if resume else len(self.text))
        self.empty_line = True

    def closed_in_place(self, resume: re.Match[str], close: int) -> bool:
        """Say whether a comment merely quotes a tag: no other comment opens in it."""
        return self.text.find("{", resume.start(), close) < 0

    def take_tag(self, match: re.Match[str]) -> Game | None:
        """Add a tag; return the game that it shows to be finished, if any."""
        name = match[1]
        finished = None
        if self.game is not None and self.starts_game(name, self.game):
            finished, self.game = self.game, None
        if self.game is None:
            self.game = Game(self.line, self.line)
            if self.waiting_comment is not None:
                self.game.open_comments.append(self.waiting_comment)
                self.waiting_comment = None
        value = match[2] if match[2] is not None else match[3].strip('" ')
        taken = TagValue(re.sub(r"\\(.)", r"\1", value), self.line)
        taken = self.game.tags.setdefault(name, taken)
        # Tables below other tags are of no use here.
        self.section = taken if name in _SECTIONS else None
        self.step_to(match.end())
        self.game.last_line = self.line
        self.empty_line = False
        return finished

    def starts_game(self, name: str, game: Game) -> bool:
        if name in game.tags:
            return name in _STARTING or (self.empty_line and name != "Note")
        return self.empty_line and name not in _CONTINUING

    def take_word(self) -> None:
        if self.section is not None and len(self.section.words) >= MAX_WORDS:
            # No auction or play is so long; what is kept shows that it is wrong.
            end = self.text.find("[", self.at + 1)
            self.step_to(end if end >= 0 else len(self.text))
            return
        match = _WORD.match(self.text, self.at)
        end = match.end() if match else self.at + 1
        if self.game is not None:
            if self.section is not None:
                self.section.words.append((self.text[self.at : end], self.line))
            self.game.last_line = self.line
            self.empty_line = False
        self.at = end


def games(text: str) -> Iterator[Game]:
    """Yield the games of a PBN text, with inherited values filled in."""
    previous: dict[str, TagValue] = {}
    standing: dict[str, TagValue] = {}
    for game in _raw_games(text):
        _inherit(game, previous, standing)
        previous = game.tags
        yield game


def _raw_games(text: str) -> Iterator[Game]:
    reader = _Reader(text)
    while reader.at < len(text):
        line_start = reader.at == 0 or text[reader.at - 1] == "\n"
        first = reader.at
        reader.at = _BLANKS.match(text, reader.at).end()  # type: ignore[union-attr]  # the pattern matches anywhere
        sign = text[reader.at : reader.at + 1]
        if sign == "\n":
            reader.empty_line = reader.empty_line or line_start
            reader.at += 1
            reader.line += 1
        elif sign == ";" or (sign == "%" and line_start and reader.at == first):
            reader.at = reader.line_end()
        elif sign == "{":
            reader.skip_comment()
        elif sign == "[" and (match := TAG.match(text, reader.at)):
            finished = reader.take_tag(match)
            if finished is not None:
                yield finished
        elif sign:
            reader.take_word()
    if reader.game is not None:
        yield reader.game


def _inherit(
    game: Game, previous: dict[str, TagValue], standing: dict[str, TagValue]
) -> None:
    """Replace # by the previous game's value, and ## by a value for all that follow."""
    for name, value in list(game.tags.items()):
        if value.text.startswith("##"):
            value.text = value.text[2:]
            standing[name] = value
        elif value.text == "#":
            before = previous.get(name)
            value.text = before.text if before else ""
            if before and not value.words:
                value.words = before.words
    for name, value in standing.items():
        game.tags.setdefault(name, value)
