"""One session as one participant gets it: a tree of turns, every word in place.

The steps of the procedure are walked once, with what was said since the last reply carried along.
Branches that these levels never reach are dropped here, so that nobody above meets them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from dsl import experiment as ex
from dsl import trial
from dsl.drawing.orders import Orders
from dsl.expanding.branches import children
from dsl.expanding.filling import CARRIED, Filler, with_carried
from dsl.expanding.following import (
    LostReply,
    TrainingOver,
    arm_of,
    asked_again,
    expected,
    last_words,
    not_counted,
    question_of,
)
from dsl.expanding.guards import choose
from dsl.expanding.keying import tries_of
from dsl.expanding.position import Pass, Position
from dsl.expanding.question_builder import QuestionBuilder, Story, here
from dsl.expanding.saying import loop_rows, row_outcomes, tell
from dsl.experiment import Order, Step
from dsl.loops import Exploration, Training
from dsl.record import field, replace, working
from dsl.trial import Node, Told, Turn

CARRIED_OUTCOMES = ((ex.Outcome.CARRIED.value, ""), (ex.Outcome.REFUSAL.value, ""))
"""What the reply to a record that waves carry can be read as."""


@working
class SessionBuilder:
    """Builds one session."""

    story: Story
    version: str
    orders: Orders
    draw: int
    questions: QuestionBuilder
    outcomes: Mapping[str, str]
    """The outcome of each reply that is known, by its place, empty for one that was lost. Any other
    reply counts as right, or as the first choice shown."""
    system: list[str] = field(default_factory=list)
    path: list[tuple[str, str]] = field(default_factory=list)
    """The places whose outcomes were needed, and these, in the order of the script."""
    trainings: list[Training] = field(default_factory=list)
    """What came of each training, in the order of the script."""
    passes: dict[str, Pass] | None = None
    """The last pass begun in each training, by its key, from which one more reply goes on, as far
    as replies are known. None: it is built from the first pass to the end."""
    explorations: list[Exploration] = field(default_factory=list)
    """What came of each exploration, in the order of the script."""
    retold: list[trial.Retold] = field(default_factory=list)
    """Where tries of others are said, in the order of the script."""
    carried: Mapping[str, str] = field(default_factory=dict)
    """What is carried from the waves before, by name."""
    profile: str = ""
    """The words of the profile; empty where there is none."""
    told: Callable[[trial.Question], trial.Question] | None = None
    """Adds how people rated a question; None where nobody was asked."""
    _training: tuple[ex.Train, list[bool]] | None = None
    """The training at hand, and whether each reply in it was right."""
    _at: Position = field(default_factory=lambda: Position(""))

    def build(
        self, steps: tuple[Step, ...], filler: Filler, levels: dict[str, str]
    ) -> tuple[Node, ...]:
        """The nodes of a session, up to replies that were lost. Words after its last
        turn are not sent to anybody. `levels` are those of the filler; outcomes are added to them.
        """
        nodes: list[Node] = []
        self._at = Position(self.version, levels)
        with suppress(LostReply):
            self._walk(steps, filler, [], nodes)
        return tuple(nodes)

    def _walk(
        self, steps: Iterable[Step], filler: Filler, said: list[Told], nodes: list[Node]
    ) -> None:
        """Add nodes for these steps; `said` is what waits for the next message."""
        for step in steps:
            match step:
                case ex.Say():
                    tell(step.words, filler, said)
                case ex.Show():
                    tell(step, filler, said)
                case ex.Scripted():
                    reply = with_carried(filler.text(step.words), self.carried)
                    nodes.append(trial.ScriptedTurn(self._told(said), reply))
                case ex.System():
                    words = with_carried(filler.text(step.words), self.carried)
                    self.system.append(words)
                    if step.head == "profile":
                        self.profile = words
                case ex.Listen():
                    nodes.append(Turn(self._at.place("listen"), self._told(said), None))
                case ex.QuestionStep():
                    self._ask(step, None, filler, said, nodes)
                case ex.Either():
                    chosen = choose(step.branches, filler.levels) or ()
                    self._walk(chosen, filler, said, nodes)
                case ex.ForkStep():
                    self._fork(step, filler, said, nodes)
                case ex.InOrder():
                    for at in self._order(step.order, len(step.children), "questions", step.key):
                        self._walk(step.children[at], filler, said, nodes)
                case ex.Repeat():
                    outer = self._at.row
                    for at in range(step.times):
                        self._at.row = outer * step.times + at
                        self._walk(step.steps, filler, said, nodes)
                    self._at.row = outer
                case ex.ForEach():
                    rows = loop_rows(self.story, step.table, filler)
                    outer, around = self._at.row, self._at.item
                    # In a mixed order rows are distinguished by their last cell.
                    mixed = step.order is Order.MIXED
                    outcomes = row_outcomes(self.story, step.table, filler) if mixed else ()
                    for at in self._order(step.order, len(rows), "rows", step.key, outcomes):
                        self._at.row = outer * len(rows) + at
                        inner = filler.within(rows[at])
                        self._at.item = at + 1, " | ".join(map(inner.text, rows[at].values()))
                        self._walk(step.steps, inner, said, nodes)
                    self._at.row, self._at.item = outer, around
                case ex.Train():
                    self._train(step, filler, said, nodes)
                case ex.Retell():
                    self._retell(step, filler, said)

    def _train(self, step: ex.Train, filler: Filler, said: list[Told], nodes: list[Node]) -> None:
        """Passes of a training until its criterion is met, or the bound reached."""
        outer, around = self._at.row, self._at.item
        most = step.criterion.most
        replies: list[bool] = []
        self._training = step, replies
        try:
            for at in range(self._resumed(step.name, replies, said, nodes), most):
                if self.passes is not None:
                    self.passes[step.name] = Pass(
                        at, tuple(self.path), tuple(replies), tuple(nodes), tuple(said),
                        dict(self._at.levels), dict(self._at.places), dict(self._at.times),
                    )  # fmt: skip
                self._at.row = outer * most + at
                self._walk(step.steps, filler, said, nodes)
        except TrainingOver:
            pass
        finally:
            self._at.row, self._at.item, self._training = outer, around, None
        met = step.criterion.met(replies)
        self.trainings.append(
            Training(step.name, step.criterion, len(replies), met, step.if_failed)
        )

    def _resumed(self, name: str, replies: list[bool], said: list[Told], nodes: list[Node]) -> int:
        """The pass of a training, from 0, with which it goes on: the last that was begun after
        these outcomes.
        """
        begun = (self.passes or {}).get(name)
        if begun is None or begun.path[: len(self.path)] != tuple(self.path):
            return 0
        if any(self.outcomes.get(place) != outcome for place, outcome in begun.path):
            return 0
        self.path[:], replies[:], nodes[:], said[:] = (
            begun.path, begun.replies, begun.nodes, begun.said,
        )  # fmt: skip
        self._at.levels.update(begun.levels)
        self._at.places, self._at.times = dict(begun.places), dict(begun.times)
        return begun.number

    def _retell(self, step: ex.Retell, filler: Filler, said: list[Told]) -> None:
        """Words for each try of the machine that another participant made, or the best explorer.

        Where the tries of the other are not known, they are those of the best explorer, too.
        """
        from dsl.expanding.exploration import read_outcome
        from dsl.expanding.exploring import of_try, told_tries

        machine = self.story.machines[step.machine]
        tries: tuple[ex.Things, ...] | None = None
        if step.levels:
            place = self._at.place(f"retell {step.machine}")
            known = self.outcomes.get(place)
            self.retold.append(trial.Retold(place, step.machine, step.levels, known == ""))
            if known is not None:
                self.path.append((place, known))
                tries = read_outcome(known)
        for things, worked in told_tries(machine, filler.levels, tries):
            tell(step.words, of_try(machine, things, filler, worked=worked), said)
            self._seen(machine, things)

    def _seen(self, machine: ex.Machine, things: ex.Things) -> None:
        """Notes a try that the participant knows of from here on."""
        from dsl.expanding.exploration import spelt

        name = tries_of(machine)
        before = self._at.levels.get(name)
        self._at.levels[name] = f"{before}; {spelt([things])}" if before else spelt([things])

    def _explore(
        self, question: ex.QuestionStep, filler: Filler, said: list[Told], nodes: list[Node]
    ) -> None:
        """A turn for each try, until the participant ends it, the bound is reached, or a reply
        names nothing to try.
        """
        from dsl.expanding.exploring import Explorer, of_try, things_tried

        assert question.tries is not None
        machine = self.story.machines[question.tries.machine]
        explorer = Explorer(machine, filler.levels)
        form, ended = question.forms[0], "bound"
        while len(explorer.tries) < question.tries.most:
            words = choose(form.words, filler.levels)
            if words is None:
                return
            asked = self.questions.question(question, form, filler, 0)
            asked = explorer.asked(asked, filler, may_end=question.tries.may_end)
            turn = self._turn(asked, question, filler, said)
            nodes.append(turn)
            outcome, arm = self._read(turn, question, filler, nodes)
            things = things_tried(outcome)
            if not things:
                ended = outcome
                self._follow(question, arm, filler, said)
                break
            worked = explorer.tried(things)
            self._seen(machine, things)
            self._follow(question, arm, of_try(machine, things, filler, worked=worked), said)
            form = question.forms[-1]
        self.explorations.append(explorer.came_to(ended))

    def _turn(
        self, asked: trial.Question, question: ex.QuestionStep, filler: Filler, said: list[Told]
    ) -> Turn:
        """The turn that asks a question, with all that was said since the last reply."""
        row, item = self._at.item
        framed = choose(question.framed, filler.levels) or ex.Framed()
        place = self._at.place(f"{question.kind.statement} {asked.title}")
        return Turn(
            place, self._told(said), asked, row, item, question.scene,
            before=filler.text(framed.before), after=filler.text(framed.after),
        )  # fmt: skip

    def _told(self, said: list[Told]) -> tuple[Told, ...]:
        """All that waits for the next message, which waits no more."""
        told = tuple(said)
        if self.carried:
            told = tuple(
                with_carried(one, self.carried) if isinstance(one, str) else one for one in said
            )
        said.clear()
        return told

    def _fork(self, step: ex.ForkStep, filler: Filler, said: list[Told], nodes: list[Node]) -> None:
        branches: list[tuple[Node, ...]] = []
        for branch in step.branches:
            for steps, form in children(branch, filler):
                own: list[Node] = []
                if self.story.steers:
                    # A branch knows nothing of replies to another.
                    around, self._at = self._at, self._at.on_a_copy(len(branches) + 1)
                    inner = filler.watched(filler.words, self._at.levels)
                    with suppress(LostReply):
                        self._branch(steps, form, inner, list(said), own)
                    self._at = around
                else:
                    self._branch(steps, form, filler, list(said), own)
                if any(isinstance(node, Turn | trial.Fork) for node in own):
                    branches.append(tuple(own))
        if branches:
            self._at.forks += 1
            nodes.append(trial.Fork(tuple(branches)))

    def _branch(
        self,
        steps: Sequence[ex.Step],
        form: ex.Form | None,
        filler: Filler,
        said: list[Told],
        nodes: list[Node],
    ) -> None:
        """One branch, or the one form of its question."""
        if form is not None and isinstance(steps[0], ex.QuestionStep):
            self._ask(steps[0], form, filler, said, nodes)
        else:
            self._walk(steps, filler, said, nodes)

    def _ask(
        self,
        question: ex.QuestionStep,
        only: ex.Form | None,
        filler: Filler,
        said: list[Told],
        nodes: list[Node],
    ) -> None:
        """A turn for each form that has words here; what the question says goes with the first."""
        if question.tries is not None:
            for told in question.says:
                tell(told, filler, said)
            self._explore(question, filler, said, nodes)
            return
        if question.turns is not None and self.draw % question.turns[1] >= question.turns[0]:
            return
        forms = question.forms if only is None else (only,)
        asking = [form for form in forms if choose(form.words, filler.levels) is not None]
        for told in question.says if asking else ():
            tell(told, filler, said)
        for form in asking:
            asked = self.questions.question(question, form, filler, self._at.row)
            if CARRIED in asked.text:
                asked = replace(asked, text=with_carried(asked.text, self.carried))
            if asked.name in self.carried:
                asked = replace(asked, outcomes=CARRIED_OUTCOMES)
            if self.told is not None:
                asked = self.told(asked)
            turn = self._turn(asked, question, filler, said)
            nodes.append(turn)
            if question.steering is not None:
                self._answered(turn, question, filler, said, nodes)

    def _read(
        self, turn: Turn, question: ex.QuestionStep, filler: Filler, nodes: list[Node]
    ) -> tuple[str, ex.Follow | None]:
        """What the last reply to a question was read as, and the arm it takes. The question is
        asked again as often as its arms say; its turn is the last of the nodes. Raises NoReply
        after a reply that was lost.
        """
        steering, times, first = question.steering, 0, turn
        assert steering is not None
        while True:
            outcome = self._outcome(turn)
            arm = arm_of(steering, outcome)
            if arm is None or arm.again <= times:
                return outcome, arm
            times += 1
            nodes[-1] = not_counted(turn)
            turn = asked_again(first, times, filler.text(arm.words))
            nodes.append(turn)

    def _follow(
        self, question: ex.QuestionStep, arm: ex.Follow | None, filler: Filler, said: list[Told]
    ) -> None:
        """What is said after the last reply."""
        assert question.steering is not None
        words = last_words(question.steering, arm)
        if words and (text := filler.text(words)):
            said.append(text)

    def _answered(
        self, turn: Turn, question: ex.QuestionStep, filler: Filler, said: list[Told],
        nodes: list[Node],
    ) -> None:  # fmt: skip
        """What follows the reply to a turn, the last of the nodes. Raises TrainingOver after the
        last of a training.
        """
        outcome, arm = self._read(turn, question, filler, nodes)
        self._at.levels[question.name] = outcome
        self._follow(question, arm, filler, said)
        if self._training is not None:
            training, replies = self._training
            replies.append(outcome == ex.Outcome.RIGHT)
            if len(replies) == training.criterion.most or training.criterion.met(replies):
                raise TrainingOver

    def _outcome(self, turn: Turn) -> str:
        """What the reply to a turn was read as."""
        outcome = self.outcomes.get(turn.place)
        if outcome is None:
            if self.passes is not None:
                raise LostReply
            outcome = expected(question_of(turn))
        self.path.append((turn.place, outcome))
        if not outcome:
            raise LostReply
        return outcome

    def _order(
        self, kind: Order, count: int, purpose: str, key: str, outcomes: tuple[str, ...] = ()
    ) -> tuple[int, ...]:
        """The order for this pass; a later pass in one session is distinguished from the first."""
        name = f"{purpose} {key}"
        time = self._at.times[name] = self._at.times.get(name, 0) + 1
        family = [here(version, key) for version in self.story.versions]
        return self.orders.order(
            kind, count, self.draw, purpose=purpose, key=here(self.version, key), family=family,
            outcomes=outcomes, time=time,
        )  # fmt: skip
