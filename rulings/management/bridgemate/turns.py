"""One turn after another: read the queues, file, accept, put ruled scores out.

A queue is accepted only once everything of it is committed. What is killed before that
comes again, and is known again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulings.importers.bridgemate.messages import ConnectorRefused, Queue
from rulings.importers.bridgemate.reader import (
    Item,
    UnitCall,
    UnitResult,
    read_calls,
    read_hands,
    read_results,
)
from rulings.importers.bridgemate.writer import call_item
from rulings.importers.faults import BoardProblem
from rulings.management.bridgemate.answered import to_tell
from rulings.management.bridgemate.filing import (
    STATUS_WORDS,
    ScoreOutcome,
    UnitDesk,
    file_call,
    file_hands,
    file_result,
    key_of,
    last_of_each,
)
from rulings.management.bridgemate.link import (
    Link,
    accept,
    all_calls,
    all_results,
    news_of,
    put_calls,
)
from rulings.management.bridgemate.ruled import put_ruled_scores


@dataclass(slots=True)
class SessionTurns:
    """The turns for one session, and what it remembers between them.

    `waiting` are results of boards whose case has no end yet; a program that starts
    again finds them among all results. `told` is what need not be said twice, `calls`
    are the calls of the session with the state that their units show.
    """

    desk: UnitDesk
    link: Link
    waiting: list[UnitResult] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    calls: dict[str, UnitCall] | None = None
    started: bool = False

    def turn(self) -> Iterator[str]:
        """Do what is due, and yield a sentence for each thing done or not done.

        Raises ConnectorAway at once, ConnectorRefused at the end: one queue that is
        refused holds up no other. What was filed before that is filed.
        """
        refused = None
        parts = (self._calls, self._told, self._hands, self._results, self._ruled)
        for part in parts:
            try:
                yield from part()
            except ConnectorRefused as error:
                refused = error
        if refused is not None:
            raise refused

    def _ours(self, items: Sequence[Item]) -> list[Item]:
        """Return the items as of this session; raise ConnectorRefused for another's."""
        guid = self.desk.guid
        if any(one.get("SessionGuid") not in {None, "", guid} for one in items):
            raise ConnectorRefused("It sent items of another session.")
        return [{**one, "SessionGuid": guid} for one in items]

    def _calls(self) -> Iterator[str]:
        items, last = news_of(self.link, Queue.CALLS, self.desk.guid)
        calls, problems = read_calls(self._ours(items))
        yield from _unread("a call for the director", problems)
        for call in calls:
            yield file_call(self.desk, call)
        if items:
            accept(self.link, Queue.CALLS, self.desk.guid, last)
        if self.calls is None:  # those of before this program started
            before, _ = read_calls(self._ours(all_calls(self.link, self.desk.guid)))
            self.calls = {one.identity: one for one in before}
        self.calls |= {one.identity: one for one in calls}

    def _told(self) -> Iterator[str]:
        """Tell the units how far their calls are, each state once."""
        known = self.calls or {}
        keyed = [(key_of(self.desk, one), one) for one in known.values()]
        for call, status in list(to_tell(self.desk.event, keyed)):
            put_calls(self.link, self.desk.guid, [call_item(call, status)])
            known[call.identity] = replace(call, status=status)
            where = f"table {call.place.name}, round {call.place.round}"
            yield f"The unit is told of the call from {where}: {STATUS_WORDS[status]}."

    def _hands(self) -> Iterator[str]:
        items, last = news_of(self.link, Queue.HANDS, self.desk.guid)
        hands, problems = read_hands(self._ours(items))
        yield from _unread("a hand record", problems)
        for one in hands:
            yield from self._say(ScoreOutcome(file_hands(self.desk, one)))
        if items:
            accept(self.link, Queue.HANDS, self.desk.guid, last)

    def _results(self) -> Iterator[str]:
        if not self.started:
            before = self._ours(all_results(self.link, self.desk.guid))
            # An old result that was corrected here since must not come back.
            yield from self._file(before, replaces=False)
            self.started = True
        items, last = news_of(self.link, Queue.RESULTS, self.desk.guid)
        yield from self._file(self._ours(items), replaces=self.desk.replaces)
        if items:
            accept(self.link, Queue.RESULTS, self.desk.guid, last)

    def _file(self, items: Sequence[Item], *, replaces: bool) -> Iterator[str]:
        results, problems = read_results(items)
        for sentence in _unread("a result", problems):
            yield from self._say(ScoreOutcome(sentence))
        held, self.waiting = self.waiting, []
        for one in last_of_each([*held, *results]):
            filed = file_result(self.desk, one, replaces=replaces)
            if filed.waits:
                self.waiting.append(one)
            yield from self._say(filed)

    def _ruled(self) -> Iterator[str]:
        for one in put_ruled_scores(self.desk, self.link):
            yield from self._say(one)

    def _say(self, filed: ScoreOutcome) -> Iterator[str]:
        """Yield what was done, and once what was not: the same comes again."""
        if filed.sentence and (filed.done or filed.sentence not in self.told):
            self.told.add(filed.sentence)
            yield filed.sentence


def _unread(what: str, problems: Sequence[BoardProblem]) -> list[str]:
    return [f"NOT READ: {what}. {one.sentence}" for one in problems]
