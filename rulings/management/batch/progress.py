"""How far a run is, on the error stream: one line that renews on a terminal."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.management.base import OutputWrapper

from rulings.solver.tools.batch import Clock

ON_TERMINAL, ELSEWHERE = 0.25, 10.0
"""Seconds between two lines."""


@dataclass(slots=True)
class ProgressLine:
    """Counts rows and prints them now and then; `earlier` were there before.

    `beside_rows`: rows go to the same terminal, and a renewed line would run into them.
    """

    stream: OutputWrapper
    clock: Clock
    earlier: int = 0
    beside_rows: bool = False
    done: int = 0
    _started: float = field(init=False)
    _printed_at: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self._started = self._printed_at = self.clock()

    @property
    def seconds(self) -> float:
        """Return the seconds since the start."""
        return self.clock() - self._started

    @property
    def sentence(self) -> str:
        """Return rows, seconds and rows a second of this run."""
        seconds = self.seconds
        rate = self.done / seconds if seconds > 0 else 0.0
        return f"{self.done} claims in {seconds:.1f} s, {rate:.1f} claims per second"

    def step(self) -> None:
        """Count one row, and print the line if it is time."""
        self.done += 1
        terminal = self._renews
        if self.clock() - self._printed_at >= (ON_TERMINAL if terminal else ELSEWHERE):
            self._printed_at = self.clock()
            self._print("\r", "\x1b[K") if terminal else self._print("", "\n")

    def end(self) -> None:
        """Print the last count on a line of its own."""
        start, end = ("\r", "\x1b[K\n") if self._renews else ("", "\n")
        self._print(start, end)

    @property
    def _renews(self) -> bool:
        return self.stream.isatty() and not self.beside_rows

    def _print(self, start: str, end: str) -> None:
        before = f"{self.earlier} done before, then " if self.earlier else ""
        self.stream.write(start + before + self.sentence, style_func=str, ending=end)
        self.stream.flush()
