"""The cases of the demo's day: one in every state a case can be in, and some corners.

Minutes are counted from now; everything before is past. Session 1 is published,
session 2 is in its third round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from rulings.management.demo.cardplay import claim_at
from rulings.management.demo.floor import Floor, given_answers
from rulings.management.demo.published import DemoRuling
from rulings.management.demo.sessions import Deals
from rulings.management.demo.stories import Story
from rulings.models import Objection, Ruling, Slip
from rulings.workflow import cases
from rulings.workflow.event.play_records import PlayRecord
from rulings.workflow.event.scores import acknowledge_slip
from rulings.workflow.objections import submit_objection
from rulings.workflow.ruling import appeals, decide, mistakes
from rulings.workflow.ruling.casebook import CasebookTexts, take_in

Records = dict[tuple[int, int], PlayRecord]
REST, MINE = "The rest are mine.", ("the rest are mine",)
"""What is said with a claim made up, and the step read from it."""
LATER = "We looked again: there was a trick for us."


@dataclass(slots=True)
class DemoDay:
    """What the stories are taken from: published rulings, deals, records by round."""

    floor: Floor
    published: Mapping[str, DemoRuling]
    deals: Mapping[int, Deals]
    records: Mapping[tuple[int, int], Records]
    stories: dict[str, Story] = field(default_factory=dict)

    def from_source(self, name: str, session: int, table: int) -> Story:
        """Return the story of a published ruling at a table."""
        one = self.published[name]
        story = Story(
            self.floor,
            session,
            table,
            one.board,
            one.record,
            one.claimer,
            claimed=one.claimed,
            words=one.words,
            steps=one.steps,
            given=one.answers,
            entered=one.values,
            objection=one.objection,
            objector=one.objector,
            reason=one.reason,
            source=one.source,
        )
        self.stories[name] = story
        return story

    def made_up(self, name: str, session: int, round_: int, *tables: int) -> Story:
        """Return the story of a claim of the rest at the first table that has one."""
        records = self.records[session, round_]
        taken = {(one.session, one.table, one.board) for one in self.stories.values()}
        published = {one.board for one in self.published.values()}
        # The highest contracts first: more hangs on a claim there.
        for (table, board), record in sorted(
            records.items(), key=lambda item: (-item[1].contract.level, item[0])
        ):
            if table not in tables or (session, table, board) in taken:
                continue
            deal = self.deals[session].deals[board]
            stop = claim_at(deal, record.contract, record.cards)
            if stop is None or board in published:
                continue
            declarer = record.contract.declarer
            story = Story(
                self.floor,
                session,
                table,
                board,
                PlayRecord(
                    auction=record.auction,
                    contract=record.contract,
                    cards=record.cards[:stop],
                ),
                declarer.letter,
                words=REST,
                steps=MINE,
                objection=LATER,
                objector=declarer.lho.letter,
                reason="count",
                source="made up",
            )
            self.stories[name] = story
            return story
        message = f"no claim to be made in round {round_} at tables {tables}"
        raise LookupError(message)


def plan_first(day: DemoDay) -> None:
    """Plan the cases of the published session."""
    final = day.from_source("losers_on_the_side_suit", 1, 10)
    final.plan(-215, until="announce")
    final.do(-205, partial(acknowledge, final), "sam")
    final.do(-60, partial(publish_case, final), "cleo")

    closed = day.made_up("closed", 1, 1, 1, 3, 6, 8)
    closed.plan(-238, until="open")
    closed.do(-237, partial(close, closed))

    established = day.made_up("established", 1, 2, 1, 2, 3, 4)
    established.plan(-210, until="read_back")
    established.do(-208, established.agree)

    plan_second_thoughts(day)
    plan_appeal(day)

    ruled_late = day.from_source("hearts_then_high", 1, 8)
    ruled_late.plan(-140, until="ask_again")
    ruled_late.do(-137, partial(reserve_first, ruled_late))
    ruled_late.do(-16, ruled_late.rule)
    ruled_late.do(-11, ruled_late.announce)


def plan_second_thoughts(day: DemoDay) -> None:
    """Plan what players came back with after they had agreed (Laws 69B and 71)."""
    withdrawn = day.from_source("top_trumps", 1, 2)
    withdrawn.plan(-170, until="read_back")
    withdrawn.do(-168, withdrawn.agree)
    withdrawn.do(-114, partial(send, withdrawn, Objection.Wish.WITHDRAW_AGREEMENT))
    withdrawn.do(-96, withdrawn.cards)
    withdrawn.do(-95.9, withdrawn.ask_solver)

    concession = day.from_source("queen_lies_wrong", 1, 7)
    concession.plan(-190, until="read_back")
    concession.do(-188, concession.agree)
    concession.do(-101, partial(send, concession, Objection.Wish.CANCEL_CONCESSION))

    late = day.made_up("late", 1, 3, 1, 4, 6, 9)
    late.plan(-189, until="read_back")
    late.do(-187, late.agree)
    late.do(-8, partial(send, late, Objection.Wish.WITHDRAW_AGREEMENT))


def plan_appeal(day: DemoDay) -> None:
    """Plan the ruling that is under appeal."""
    story = day.from_source("two_way_guess", 1, 5)
    story.plan(-165, until="announce")
    story.do(-150, partial(acknowledge, story), "sam")
    story.do(-104, partial(appeal, story), "phone")
    story.do(-90, partial(name_panel, story), "cleo")


def plan_second(day: DemoDay) -> None:
    """Plan the cases of the session that is being played."""
    announced = day.from_source("last_trump_not_last", 2, 2)
    announced.plan(-52, until="announce")

    reserved = day.from_source("list_of_tricks", 2, 9)
    reserved.plan(-31, until="cards")
    reserved.do(-29, reserved.ask)
    reserved.do(-26, partial(reserve_now, reserved))

    ruled = day.from_source("side_card_ruffed_low", 2, 3)
    ruled.plan(-23, until="rule")

    twin = replace(ruled, table=8, case_id=None)
    twin.plan(-26, until="rule")
    twin.do(-23.2, partial(give_all, twin), by="cleo")
    twin.do(-22.8, twin.announce, by="cleo")

    frozen = day.from_source("queen_of_trumps", 2, 7)
    frozen.plan(-20, until="cards")
    frozen.do(-17.9, frozen.answer)
    frozen.do(-17.8, frozen.ask)

    asked = day.from_source("one_small_trump", 2, 8)
    asked.plan(-19, until="ask_solver")

    contested = day.from_source("last_trump", 2, 4)
    contested.plan(-3.5, until="doubt")

    agreed = day.made_up("agreed", 2, 3, 1, 2)
    agreed.plan(-8, until="read_back")
    agreed.do(-6.5, agreed.agree)

    guarded = day.made_up("guarded", 2, 3, 8, 3)
    guarded.plan(-4.5, until="statement", by="piotr")

    begun = day.made_up("begun", 2, 3, 6, 10)
    begun.plan(-2, until="statement")

    called = day.made_up("called", 2, 3, 5, 10, 1)
    called.plan(-0.8, until="open")

    mistaken = day.made_up("mistaken", 2, 3, 10, 8, 3)
    mistaken.plan(-7, until="open")
    mistaken.do(-6.2, partial(cancel, mistaken), "dana")


def plan_day(day: DemoDay) -> None:
    """Plan every case of both sessions."""
    plan_first(day)
    plan_second(day)


def send(story: Story, wish: Objection.Wish, _by: str, at: datetime) -> None:
    """Send a wish from the phone of the story's objector."""
    wanted = story.wanted(wish)
    form = story.floor.phone(story.playing, wanted.side, at)
    submit_objection(form, story.id, wanted)


def acknowledge(story: Story, by: str, at: datetime) -> None:
    """Let the scorer take the slip of an announced ruling."""
    slip = Slip.objects.get(ruling__case=story.case_id, acknowledged_at=None)
    acknowledge_slip(story.floor.form(by, at), story.floor.event, slip)


def publish_case(story: Story, by: str, at: datetime) -> None:
    """Take a final ruling into the casebook, with what was said and why."""
    texts = CasebookTexts(
        said=story.words, reasons="The losers go on the side suit on any normal line."
    )
    take_in(story.floor.form(by, at), story.id, texts)


def close(story: Story, by: str, at: datetime) -> None:
    """Close a case that was about the current trick only: no claim (Law 68)."""
    outcome = given_answers()["no_claim"]
    cases.close_case(story.floor.form(by, at), story.id, outcome=outcome)


def cancel(story: Story, by: str, at: datetime) -> None:
    """Record that the players had called for something else; the board goes on."""
    reason = "They had only asked how many boards were left."
    mistakes.cancel_case(story.floor.form(by, at), story.id, reason=reason)


def reserve_first(story: Story, by: str, at: datetime) -> None:
    """Promise a ruling after the session, to ask other players."""
    reason = "Other players are to be asked, after the session."
    until = story.floor.at(-15)
    decide.reserve(story.floor.form(by, at), story.id, until=until, reason=reason)


def reserve_now(story: Story, by: str, at: datetime) -> None:
    """Promise a ruling soon, to look the case up."""
    reason = "To be talked over with the chief director."
    until = story.floor.at(20)
    decide.reserve(story.floor.form(by, at), story.id, until=until, reason=reason)


def give_all(story: Story, by: str, at: datetime) -> None:
    """Overrule: the claim in full, where the ruling at another table took a trick."""
    case, given = story.case, Ruling.objects.get(case=story.id)
    tricks = (given.tricks_claimer or 0) + 1
    reason = "He was sure that declarer had counted the trumps."
    decision = decide.with_tricks(case, given, tricks, given.laws, reason)
    decide.overrule(story.floor.form(by, at), story.id, decision)


def appeal(story: Story, by: str, at: datetime) -> None:
    """File the appeal of the claiming side from its phone; both partners agree."""
    side = "NS" if story.claimer in "NS" else "EW"
    form = story.floor.phone(story.playing, side, at)
    words = "The queen was marked by the lead."
    consent = dict.fromkeys(side, by)
    appeals.file_appeal(form, story.id, side=side, concurrence=consent, words=words)


def name_panel(story: Story, by: str, at: datetime) -> None:
    """Name who hears the appeal and who had advised on the ruling."""
    people = story.floor.people
    appeals.set_panel(
        story.floor.form(by, at),
        story.id,
        panel=[people["rae"].pk],
        advisers=[people["piotr"].pk],
        deposit="50",
    )
