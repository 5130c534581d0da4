"""From a new call towards one step or outcome of the claims flow, by taps alone.

The flow's own data says which answer leads nearer; the director's screens have to
offer it. What is reached is read from the question that the screen puts, or from the
outcome it shows.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from functools import cache

from rulings.bridge.contracts import Contract
from rulings.clock import receipt_at
from rulings.laws.engine.loading import load_flow
from rulings.laws.engine.reach import choices_left, ways_out
from rulings.models import Case
from rulings.presenters.moment.transfer import TRANSFER, WON_BY
from rulings.queries.case.final import is_established
from rulings.queries.case.flow import walk_case
from rulings.states import State
from tests.walks.conftest import objects

FLOW = load_flow("claims", "2017")
SCREENS = 45
"""How many screens a walk may take before it counts as lost."""
FAR = 99
ATTEMPTS = 4
FIRM = {"D11", "D12", "D15", "O-AGREE-WITHDRAWN", "O-AGREE-STANDS"}
"""What only an agreement that is established leads to (Law 69B)."""
NAMED = {
    "none": "",
    "revoke": "A revoke",
    "card_count": "A wrong number of cards",
}
"""What an objection names, by the answer on an irregularity that it leads to."""
TESTS = {
    "doubted_td_called": "contested",
    "conceded_trick_in_question": "own_concession",
    "only_an_irregularity": "irregularity_only",
    "all_agreed": "established",
}
"""Which test of a claim follows from what happened next."""
SHOWS = {"claim": "A06", "statement": "B01", "objections": "B02"}
"""The question that a screen of its own puts."""


@cache
def distances(target, *, late=False, test=None):
    """Return how many answers each step and outcome is away from the target.

    Without `late` the way by a board that is over is left out; with `test` every way by
    another test of a claim than this one (step B10).
    """
    ways = {name: tuple(ways_out(FLOW, step)) for name, step in FLOW.steps.items()}
    ways |= {name: end.follow_ups for name, end in FLOW.outcomes.items()}
    if test is not None:
        ways["B10"] = (FLOW.steps["B10"].choice(test).next,)
    if not late:
        ways["A01"] = tuple(way for way in ways["A01"] if way != "T01")
    found, waiting = {target: 0}, deque([target])
    while waiting:
        here = waiting.popleft()
        for name, to in ways.items():
            if here in to and name not in found:
                found[name] = found[here] + 1
                waiting.append(name)
    return found if late else {**found, "T01": FAR}


@dataclass
class Tour:
    """One walk towards a target; `attempt` varies what is free to choose.

    `wanted` names the steps that no walk has met yet.
    """

    dana: object
    target: str
    attempt: int
    wanted: tuple = ()
    met: set = field(default_factory=set)
    far: dict = field(default_factory=dict)
    entry: str = ""

    def __post_init__(self):
        self.far = distances(self.target, late=self.attempt == ATTEMPTS - 1)
        if "A01" not in self.far:
            self.far = distances(self.target, late=True)

    # --- what stands on the screen -------------------------------------------------

    @property
    def case(self):
        """Return the case of the last call."""
        return Case.objects.latest("called_at")

    @property
    def sides(self):
        """Return the names of declarer's seat and of the defender's after it."""
        declarer = Contract.parse(self.case.playing.contract).declarer
        return declarer.word, declarer.lho.word

    @property
    def screen(self):
        """Return the last words of the address, as a name for the screen."""
        parts = self.dana.where.split("?")[0].strip("/").split("/")
        return parts[2] if parts[0] == "cases" and len(parts) > 2 else parts[-1]

    def walked(self, entry=""):
        """Return how far the flow has come by the record, or a later check of it."""
        return walk_case(self.case, receipt_at(), entry=entry)

    def notes(self):
        """Note what is on the screen now: its question, or the end of the case."""
        where = self.dana.where.split("?")[0].strip("/").split("/")
        self.met |= {SHOWS[name] for name in set(where) & set(SHOWS)}
        if {"steps", "checks"} & set(where):
            self.entry = where[-1] if "checks" in where else ""
            if where[-2] == "steps":
                self.met.add(where[-1])
        if self.entry or "steps" in where:
            walked = self.walked(self.entry)
            end = walked.walk.outcome
            self.met |= {walked.stands or "", end.id if end else ""} - {""}
        self.met |= {self.case.outcome} - {""}
        self.met |= set(self.case.rulings.values_list("outcome", flat=True))

    # --- which answer leads nearer ---------------------------------------------------

    def nearest(self, step_id):
        """Return the choice of a step that leads nearest to the target."""
        left = choices_left(FLOW, FLOW.steps[step_id])
        turn = self.attempt % len(left)
        turned = left[turn:] + left[:turn]
        return min(turned, key=self._away)

    def _away(self, choice):
        """Return how far a choice is from the target."""
        far = self.far
        if choice.value in TESTS:
            far = distances(self.target, test=TESTS[choice.value])
        return far.get(choice.next, FAR)

    # --- going ---------------------------------------------------------------------

    def goes(self, number):
        """Take the call of a board and go on until the target is met, or lost."""
        self.goes_on(lambda: self.dana.tap("New call"))
        self.goes_on(lambda: self.dana.tap(str(number), role="button"))
        for _screen in range(SCREENS):
            screen = self.screen
            self.notes()
            if self.target in self.met:
                return True
            act = getattr(self, "at_" + screen.replace("-", "_"), None)
            if act is None or not self.goes_on(act):
                break
        return self._looked_up()

    def goes_on(self, act):
        """Do what leads to the next screen; False where nothing does."""
        if act() is False:
            return False
        self.dana.turns()
        return True

    def _looked_up(self):
        """Open the target among the answers so far, where it was never asked.

        Of the others that are still wanted, those in the same list are opened too.
        """
        if self.target not in FLOW.steps or not self._unfolds():
            return False
        listed = self.dana.reading
        for step_id in (self.target, *self.wanted):
            words = FLOW.steps[step_id].question.split("{")[0].strip()[:40]
            if step_id in self.met or not words or words not in listed:
                continue
            if self.dana.finds(words, role="link") or (
                self._unfolds() and self.dana.finds(words, role="link")
            ):
                self.goes_on(lambda at=words: self.dana.tap(at, role="link", nth=0))
                self.notes()
        return self.target in self.met

    def _unfolds(self):
        """Open the list of answers; False where the screen has none."""
        if not self.dana.finds("Answers so far"):
            return False
        self.dana.tap(re.compile("^Answers so far"))
        return True

    def main(self):
        """Tap the main control of the dock: the last one."""
        self.dana.taps_main()

    def at_claim(self):
        """Take a plain claim, or say that it is none."""
        happened = self.nearest("A01")
        plain = self.nearest("A02").value == "later_tricks"
        answered = self.case.answers.filter(set_aside=False).exists()
        if not answered and (not plain or happened.next != "A02"):
            self.dana.tap("Not a plain claim?")
            return
        defends = self.nearest("A06").value == "defender" or self.attempt % 2
        defends = defends or self.target == "C11"
        declarer, defender = self.sides
        self.dana.tap(defender if defends else declarer, role="radio")
        if defends or self.attempt or self.target == "O-CLAIM-MORE":
            self.dana.tap("1", role="radio", near="Of these claimed")
        self.main()

    def at_statement(self):
        """Nothing was said."""
        self.dana.tap("said nothing")

    def at_read_back(self):
        """Both sides agree to what was read."""
        self.main()

    def at_objections(self):
        """Say what happened next."""
        case, choice = self.case, self.nearest("B02")
        said = case.answers.filter(step="B02", set_aside=False).exists()
        if case.state not in {State.CALLED, State.AGREED}:
            self.main()
        elif choice.value == "all_agreed" and case.state == State.CALLED:
            self.dana.tap("Nobody objects:", role="button")
        elif choice.value == "doubted_td_called" or said or case.state == State.AGREED:
            declarer, defender = self.sides
            by = declarer if case.claim.claimer == defender[0] else defender
            named = NAMED[self.nearest("B06").value]
            objects(self.dana, by, named)
        else:
            self.dana.tap("Something else happened")

    def at_steps(self, entry=""):
        """Answer the question, give the value, or carry the outcome out."""
        walked = self.walked(entry)
        last = self.dana.where.split("?")[0].strip("/").split("/")[-1]
        asked = last if last in FLOW.steps and not entry else walked.stands
        if asked and self.dana.finds("Answers", role="form"):
            choice = self.nearest(asked)
            self.dana.tap(choice.label.split("{")[0], role="button", nth=0)
        elif walked.walk.missing and last not in FLOW.steps:
            self.gives_values(walked.walk.missing)
        else:
            self.main()

    def gives_values(self, needs):
        """Give the values a rule needs: the first or the last on offer, by turns."""
        for need in needs:
            told = str(WON_BY) if need.key == TRANSFER else need.question
            question = told.split("{")[0]
            if self.dana.finds(question, role="group"):
                twelve = self.target == "R12" and self.dana.finds("12", role="radio")
                place = -2 if twelve else -1
                self.dana.picks(question, 0 if self.attempt % 2 else place)
        self.main()

    def at_cards(self):
        """The record of play has the cards."""
        self.main()

    def at_proposal(self):
        """Answer the fact that decides, or rule by hand."""
        if self.dana.finds("The words do cover it"):
            self.met |= {"C06", "C07"}
        if self.target in self.walked().derived:
            question = FLOW.steps[self.target].question.split("{")[0]
            self.dana.tap("Answers so far").tap(question, role="link", nth=0)
            return
        if self.dana.finds("Rule this number"):
            self.met.add("C20")
            self.gives_number()
        elif self.dana.finds("Answer first"):
            self.dana.tap("Answer first")
        else:
            self.dana.tap(re.compile("^(Another number|Rule now)"))

    def gives_number(self):
        """Give the number that the target wants, with a reason."""
        left, claimed = self.case.claim.tricks_left, self.case.claim.tricks_claimed
        number = {"O-CLAIM-CUT": 0, "O-CLAIM-MORE": left}.get(
            self.target, left if claimed is None else claimed
        )
        self.dana.picks("Tricks", number)
        if self.dana.finds("A trump is out", role="group"):
            self.dana.picks("A trump is out", -1)
        self.dana.types("In your words", "As seen at the table.")
        self.main()

    def at_ruling(self):
        """The ruling is there."""
        return False

    def at_announced(self):
        """An agreed claim: the other side speaks again, once its agreement is firm."""
        if self.case.state != State.AGREED or self.target == "O-AGREED":
            return False
        if self.target in FIRM and not is_established(
            list(self.case.windows.all()), receipt_at()
        ):
            board = f"Board {self.case.playing.board.number}"
            self.dana.starts().tap("have called on board", near=board)
            self.goes_on(lambda: self.dana.tap(board, role="link"))
        self.dana.tap("Doubted after all")
        return None

    def at_closed(self):
        """What is due after the play is answered."""
        if not self.dana.finds("Answer it"):
            return False
        self.dana.tap("Answer it", nth=0)
        return None

    def at_checks(self):
        """A later check, question by question."""
        self.at_steps(self.dana.where.split("?")[0].split("/")[-1])
