"""What a case's own entries say of its event, board and playing.

Acts outside the case set those tables. So an entry of the case carries them as they
were when it was opened, when such an act touched it and when a dossier was given out:
a dossier shows what these entries prove and nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from rulings.models import Playing
from rulings.workflow.canonical import plain
from rulings.workflow.log import row_values

EVENT = ("name", "kind", "zone", "starts_on", "ends_on")
BOARD = ("deal_set", "number", "dealer", "vulnerability", "deal", "deal_hash")

SHOWN = ("board__event", "table__section", "round__session")
"""What a snapshot reads beside the playing."""


def snapshot(playing: Playing) -> dict[str, Any]:
    """Return event, board and playing as the record has them now."""
    board, table, round_ = playing.board, playing.table, playing.round
    event = board.event
    return {
        "event": {"id": str(event.pk)}
        | {name: plain(getattr(event, name)) for name in EVENT},
        "board": {"id": str(board.pk)}
        | {name: plain(getattr(board, name)) for name in BOARD},
        "playing": {
            "id": str(playing.pk),
            **row_values(playing),
            "section": table.section.letter,
            "table": table.number,
            "round": round_.order,
            "ended_at": plain(round_.ended_at),
            "published_at": plain(round_.session.published_at),
        },
    }


def place_of(contents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return event, board and playing as a case's entries tell them, in order."""
    place: dict[str, Any] = {}
    for content in contents:
        if "place" in content["inputs"]:
            place = copy.deepcopy(content["inputs"]["place"])
        for table, row_id, values in content["rows"]:
            if table == "playing" and row_id == place["playing"]["id"]:
                place["playing"].update(values)
    return place
