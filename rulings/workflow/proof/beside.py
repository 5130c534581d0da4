"""Prove what stands beside the logged tables: keys, results, texts, names, files.

None of it is in an entry; each has a hash, a commitment or a fingerprint there, and is
compared with that. What an entry says was erased may be missing, and nothing else.
"""

from __future__ import annotations

import hashlib
import unicodedata
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulings.models import (
    SITE_CHAIN,
    Entry,
    ImportFile,
    KeyUse,
    Person,
    Private,
    Proposal,
    Result,
)
from rulings.models.logged import commitment_columns
from rulings.permissions import EventAct, contestant_keys
from rulings.workflow.accounts import ACCOUNT, State, account_states
from rulings.workflow.log import CLOCK_BACK, digest
from rulings.workflow.proof.reading import Finding, as_bytes

Fold = dict[tuple[str, str], dict[str, Any]]
Use = tuple[uuid.UUID, int]


@dataclass(slots=True)
class LoggedFacts:
    """What the entries say, gathered while they are read."""

    fold: Fold = field(default_factory=dict)
    keys: dict[tuple[str, str], Use] = field(default_factory=dict)
    marks: dict[tuple[str, str], str] = field(default_factory=dict)
    events: set[str] = field(default_factory=set)
    codes: set[tuple[int, str]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    files: set[tuple[uuid.UUID, str]] = field(default_factory=set)
    accounts: dict[str, State] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    clocks: list[Finding] = field(default_factory=list)
    columns: dict[str, frozenset[str]] = field(default_factory=commitment_columns)

    def gather(self, entry: Entry, content: dict[str, Any]) -> None:
        """Keep what one entry says of things outside the logged tables."""
        inputs = content["inputs"]
        if entry.chain == SITE_CHAIN and entry.act == EventAct.CREATE_EVENT:
            self.events.add(inputs["event"])  # its key is in the event's chain
        elif content["key"] is not None:
            use = self._owner(content["actor"]), content["key"]
            self.keys.setdefault(use, (entry.chain, entry.seq))
            self.marks.setdefault(use, content.get("mark", ""))
        if entry.act == EventAct.IMPORT:
            self.names |= inputs.get("names", {})
            self.texts |= set(inputs.get("names", {}).values())
            if "file" in inputs:
                self.files.add((entry.chain, inputs["file"]))
        if entry.act == ACCOUNT:
            self.accounts[inputs["account"]] = inputs["state"]
        if entry.act == CLOCK_BACK:
            where = f"entry {entry.seq} of {entry.chain}"
            self.clocks.append(
                Finding(where, f"the clock was set back from {inputs['from']}")
            )
        self.erased |= set(inputs.get("erased", ()))
        self.texts |= {inputs["reason"]} if inputs.get("reason") else set()
        for table, _key, values in content["rows"]:
            for column in self.columns.get(table, ()):
                self.texts |= {values[column]} if (values or {}).get(column) else set()

    def _owner(self, actor: dict[str, str]) -> str:
        """Return whose key it was: an entry names the pass, keys go by contestant.

        The pass was issued by an entry before; where that one is gone, keys of the
        pass are findings as well.
        """
        row = self.fold.get(("pass", actor["id"]))
        if actor["kind"] == "pass" and row is not None:
            return contestant_keys(row["contestant_id"])
        return f"{actor['kind']}:{actor['id']}"


def check_beside(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield everything beside the log that is not what the entries prove."""
    yield from check_keys(logged)
    yield from check_results()
    yield from check_private(logged)
    yield from check_names(logged)
    yield from check_files(logged)
    yield from check_accounts(logged)


def check_keys(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield keys of forms that do not point to their entry, or are gone."""
    uses, marks = {}, {}
    for row in KeyUse.objects.iterator(500):
        uses[row.actor, str(row.key)] = row.chain, row.seq
        marks[row.actor, str(row.key)] = row.fingerprint
    for use in sorted(uses.keys() | logged.keys.keys()):
        where = f"key {use[1]} of {use[0]}"
        if uses.get(use) != logged.keys.get(use):
            yield Finding(where, "does not point to its entry")
        elif marks[use] != logged.marks[use]:
            yield Finding(where, "its fingerprint was changed")


def check_results() -> Iterator[Finding]:
    """Yield solver results whose bytes are not those of their hash, or are gone."""
    held = set()
    for row in Result.objects.iterator(200):
        held.add(row.result_hash)
        if digest(as_bytes(row.data)) != row.result_hash:
            yield Finding(f"result {row.result_hash[:12]}", "its bytes were changed")
    for row_hash in Proposal.objects.exclude(result_hash="").values_list(
        "result_hash", flat=True
    ):
        if row_hash not in held:
            yield Finding(f"result {row_hash[:12]}", "is missing")


def check_private(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield texts that do not match their commitment, or are gone."""
    held = set()
    for row in Private.objects.iterator(500):
        held.add(row.commitment)
        salted = as_bytes(row.salt) + row.text.encode()
        if hashlib.sha256(salted).hexdigest() != row.commitment:
            yield Finding(f"text {row.commitment[:12]}", "was changed")
    for commitment in sorted(logged.texts - held - logged.erased):
        yield Finding(f"text {commitment[:12]}", "is missing")


def check_names(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield people whose name is not the one that was entered, or who are gone."""
    entered = dict(
        Private.objects.filter(pk__in=logged.names.values()).values_list("pk", "text")
    )
    held = set()
    for person in Person.objects.iterator(500):
        participant = str(person.participant_id)
        held.add(participant)
        name = unicodedata.normalize("NFC", person.name)
        if participant not in logged.names:
            yield Finding(f"person {participant}", "no entry has entered this person")
        elif name != entered.get(logged.names[participant], name):
            yield Finding(f"person {participant}", "the name was changed")
    for participant in sorted(logged.names.keys() - held - logged.erased):
        yield Finding(f"person {participant}", "the name is missing")


def check_files(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield files whose bytes are not those that were taken, or that are gone."""
    held = set()
    for row in ImportFile.objects.iterator(10):
        held.add((row.event_id, row.sha256))
        if digest(as_bytes(row.data)) != row.sha256:
            yield Finding(f"file {row.pk}", "its bytes were changed")
        elif row.taken_at and (row.event_id, row.sha256) not in logged.files:
            yield Finding(f"file {row.pk}", "no entry has taken it")
    gone = {one for one in logged.files if one[1] in logged.erased}
    for _event, sha256 in sorted(logged.files - held - gone):
        yield Finding(f"file with hash {sha256[:12]}", "is missing")


def check_accounts(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield accounts that are not what the chain of the site says, once it says any."""
    if not logged.accounts:
        return
    stored = account_states()
    for account in sorted(stored.keys() | logged.accounts.keys(), key=int):
        where = f"account {account}"
        entered, now = logged.accounts.get(account, {}), stored.get(account, {})
        if now and not entered:
            yield Finding(where, "no entry has made this account")
        elif entered and not now:
            yield Finding(where, "the account has been removed")
        elif now:
            now["name"] = _entered_name(entered["name"], now["name"])
            for part in sorted(part for part in now if now[part] != entered.get(part)):
                yield Finding(f"{where} {part}", "was changed behind the log")


def _entered_name(commitment: str, name: str) -> str:
    """Return the commitment where the text behind it is this name, else the name."""
    held = Private.objects.filter(pk=commitment).first()
    return commitment if held is None or held.text == name else name
