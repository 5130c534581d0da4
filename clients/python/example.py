"""Read an event, enter a result, take the slips that wait: a scoring program in short.

    python example.py http://127.0.0.1:8000 TOKEN

The token is that of a program with the role of a scorer or chief director.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from seventy_client import Client, Refused
from seventy_client.api import PlayingOut, ResultIn, ResultListIn, SessionOut


def main(site: str, token: str) -> int:
    """Do what a scoring program does between two rounds; return 0 if all went well."""
    client = Client(site, token)
    try:
        return work(client)
    except Refused as refused:
        print(f"refused: {refused.problem}", *refused.details, sep="\n  ")
        return 1


def work(client: Client) -> int:
    """Read, enter one result, take the slips, and follow what has been done since."""
    before = client.read_feed().last
    contestants, sessions = client.read_contestants(), client.read_schedule()
    print(f"{len(contestants)} contestants, {len(sessions)} sessions")
    results = client.read_results().results
    scored = {(one.session, one.section, one.table, one.board) for one in results}
    for session, playing in open_boards(sessions, scored):
        result = ResultIn(
            session=session.session,
            section=playing.section,
            table=playing.table,
            board=playing.board,
            deal_set=playing.deal_set,
            contract="3N S",
            tricks=9,
        )
        try:
            receipt = client.send_results(ResultListIn(results=[result]))
        except Refused as refused:  # a board with a case is scored by its ruling
            print(f"not entered: {refused.problem}")
            continue
        print(f"entered board {playing.board} at table {playing.table}: {receipt.code}")
        break
    else:
        print("no board waits for a result")
    for slip in client.read_slips(waiting=True):
        client.take_slip(slip.id)
        print(f"took the slip of board {slip.board}: {slip.old_score} {slip.new_score}")
    acts = client.read_feed(since=before).acts
    print(f"{len(acts)} acts since: {', '.join(one.act for one in acts)}")
    return 0


def open_boards(
    sessions: list[SessionOut], scored: set[tuple[int, str, int, int]]
) -> Iterator[tuple[SessionOut, PlayingOut]]:
    """Yield the boards at tables that are over and have no result yet."""
    for session in sessions:
        for one in (row for round_ in session.rounds for row in round_.boards):
            place = (session.session, one.section, one.table, one.board)
            if one.status == "finished" and place not in scored:
                yield session, one


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
