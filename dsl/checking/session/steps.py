"""The session: what is said and asked, in which order, and on which copy of the conversation.

One walk resolves the steps and, in the same pass, keeps book of what has been said, asked and kept
for every combination of levels that gets there. Routines are put in place where they are done, so
the same words can be right in one place and wrong in another; a fault is still reported once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.arms import against
from dsl.checking.declared import Declared, RowColumns, Scope
from dsl.checking.nodes import head_span, head_word, is_item, nodes
from dsl.checking.questions.question import Questions
from dsl.checking.session.asking import Asking
from dsl.checking.session.cells import most_shown, row_of_table
from dsl.checking.session.replies import Replies
from dsl.checking.session.step_names import StepNames
from dsl.checking.session.thread import ParticipantTurn, Thread, Visit, Waiting
from dsl.checking.session.training import report_untested, steering_of, steps_of, training
from dsl.checking.session.walk import (
    DEEPEST,
    MOST_STEPS,
    NO_CHILD,
    WITH_WORDS,
    Branch,
    Walk,
    WalkPlace,
    Wrap,
    first_question,
    guard_of_when,
    report_never,
    teller_of,
    tells,
    under,
)
from dsl.checking.waves import shown_later
from dsl.checking.words.braces import Braces
from dsl.record import replace
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.checking.session.exploring import Exploring
    from dsl.checking.story.storyteller import Storyteller


class Steps:
    """Resolves the steps of one session."""

    def __init__(self, declared: Declared, braces: Braces, questions: Questions) -> None:
        self.declared = declared
        self.braces = braces
        self.questions = questions
        self.found = declared.found
        self.space = declared.space
        self.asking = Asking(declared.found, declared.space)
        self.replies = Replies(declared)
        self.names = StepNames(declared)
        self.walk = Walk()
        self.resolved: tuple[ex.Step, ...] = ()
        self.teller: Storyteller | None = None

    def session(self, procedure: tree.Procedure) -> None:
        """Resolve all steps of the procedure, with routines in place."""
        self.teller = teller_of(procedure, self.declared)
        thread = Thread()
        self.resolved = self._sequence(procedure.steps, WalkPlace(self.space.full), thread)
        self.replies.end(thread, self.walk)
        report_never(self.walk, self.found)
        self.replies.scored_everywhere(self.walk)
        if "exploring" in vars(self):
            self.exploring.report_sources()

    @cached_property
    def exploring(self) -> Exploring:
        """What machines are tried in, which few scripts have."""
        from dsl.checking.session.exploring import Exploring

        return Exploring(self.declared)

    @property
    def whole(self) -> bool:
        """Whether all steps are known and in place, so that what is never asked is known, too."""
        return self.walk.steps <= MOST_STEPS and not self.walk.blind

    def unused(self, routine: tree.Routine | tree.Bank) -> None:
        """Check the words of a routine that nobody does; what was asked there does not count."""
        kept = self.walk
        self.walk = Walk()
        name = folded(routine.name.text)
        self._sequence(routine.steps, WalkPlace(self.space.full, routines=(name,)), Thread())
        self.walk = kept

    def _sequence(self, steps: Sequence[tree.Step], place: WalkPlace, thread: Thread) -> Branch:
        return tuple(one for step in steps for one in self._step(step, place, thread))

    def _step(self, step: tree.Step, place: WalkPlace, thread: Thread) -> Sequence[ex.Step]:
        if isinstance(step, tree.Note) or self.walk.too_long(step, place.times, self.found):
            return ()
        if self.walk.depth >= DEEPEST:
            span = head_span(step)
            self.found.add(faults.names.TooDeepInEachOther(span=span, what="steps", most=DEEPEST))
            return ()
        self.walk.depth += 1
        before = self.braces.written
        resolved = self._resolved(step, place, thread)
        self.walk.depth -= 1
        if isinstance(step, WITH_WORDS) and not (place.alone and is_item(step)):
            length = (self.braces.written - before) * place.times
            self.walk.count_text(step, length, self.found)
        return resolved

    def _resolved(self, step: tree.Step, place: WalkPlace, thread: Thread) -> Sequence[ex.Step]:
        """The steps that a step stands for; one with words of a wave is left out in wave 0."""
        later = shown_later(step, self.declared.waves)
        if later is None:
            return self._always(step, place, thread)
        inside = place.narrowed(self.space, later)
        return (ex.Either((ex.Case(later, tuple(self._always(step, inside, thread))),)),)

    def _always(self, step: tree.Step, place: WalkPlace, thread: Thread) -> Sequence[ex.Step]:
        self.replies.known(step, place, thread, self.walk)
        match step:
            case tree.SayNode():
                return (self._say(step, place, thread),)
            case tree.ShowNode():
                return (self._show(step, place, thread),)
            case tree.ParticipantNode():
                self.replies.taken(step, place, thread)
                return (self.questions.scripted(step, place.scope),)
            case tree.Instructions():
                return (self._system(step, place),)
            case tree.ListenNode():
                self.replies.taken(step, place, thread)
                thread.heard.append(ParticipantTurn(None, place.reach))
                return (ex.Listen(),)
            case tree.QuestionNode():
                return (self._question(step, place, thread),)
            case tree.When():
                return self._when(step, place, thread)
            case tree.Now():
                self._now(step, place, thread)
                return ()
            case tree.Do():
                routine = self.names.routine(step, place, self.walk)
                if routine is None:
                    self._unknown(place, thread)
                    return ()
                return self._sequence(routine.steps, place.inside(step), thread)
            case tree.Scene():
                inside = replace(place, alone=False, scene=step.name.text)
                return self._sequence(step.steps, inside, thread)
            case tree.RepeatNode():
                return (self._repeat(step, place, thread),)
            case tree.ForEachNode():
                return self._for_each(step, place, thread)
            case tree.TrainNode():
                inside = replace(place, trained=True)
                return training(
                    step, lambda times: self._looped(steps_of(step), times, inside, thread),
                    self.found, self.walk, repeated=place.times > 1,
                )  # fmt: skip
            case tree.RetellNode():
                return self._retell(step, place, thread)
            case tree.Separately():
                return (self._fork(step, place, thread),)
            case tree.InOrderNode():
                return (self._in_order(step, place, thread),)
            case tree.Note():
                return ()

    def _say(self, say: tree.SayNode, place: WalkPlace, thread: Thread) -> ex.Say:
        if place.reach:
            thread.waiting.append(Waiting(say, place.reach))
        return ex.Say(self._words(say.words, place.scope))

    def _words(self, words: tree.Words, scope: Scope) -> tuple[ex.Case[ex.Template], ...]:
        return tuple(
            ex.Case(case.guard, self.braces.prose(case.value, replace(scope, reach=region)))
            for case, region in self.questions.statements.cases(words, scope.reach or 0)
        )

    def _retell(self, step: tree.RetellNode, place: WalkPlace, thread: Thread) -> Sequence[ex.Step]:
        if place.reach:
            said = (one for one in step.items if isinstance(one, tree.SayNode))
            thread.waiting.extend(Waiting(one, place.reach) for one in said)
        return self.exploring.retell(step, place, self._words)

    def _show(self, show: tree.ShowNode, place: WalkPlace, thread: Thread) -> ex.Show:
        words = (ex.Case(ex.ALWAYS, self.braces.prose(show.words, place.scope)),)
        if place.reach:
            thread.waiting.append(Waiting(show, place.reach))
        return self.questions.statements.picture(show, words)

    def _now(self, step: tree.Now, place: WalkPlace, thread: Thread) -> None:
        """What the story says from here on; told to nobody, and no step of the session."""
        fact = None if self.teller is None else self.teller.fact(step, place.reach)
        if fact is not None and place.reach:
            thread.story.append(fact)
            self.walk.story.append(fact)

    def _system(self, step: tree.Instructions, place: WalkPlace) -> ex.System:
        if place.copied or any(one.reach & place.reach for one in self.walk.visits):
            self.found.add(faults.session.SystemTooLate(span=head_span(step), head=step.head))
        return ex.System(step.head, self.braces.prose(step.words, place.scope))

    def _question(
        self, step: tree.QuestionNode, place: WalkPlace, thread: Thread
    ) -> ex.QuestionStep:
        asked = self.questions.question(step, place.scope, thread.kept)
        if place.scene:
            asked = replace(asked, question=replace(asked.question, scene=place.scene))
        if step.kind is tree.QuestionKind.EXPLORING:
            explored = self.exploring.tries(step, asked.question, place, thread)
            asked = replace(asked, question=explored)
        if place.trained:
            asked = replace(asked, question=steering_of(step, asked.question, self.found))
        question = asked.question
        self.asking.name_once(step, place, self.walk)
        if step.kind is tree.QuestionKind.TEST:
            self.asking.side_by_side(asked, place, thread)
        self.walk.visits.append(
            Visit(
                asked, place.reach, place.row, place.times, tuple(thread.heard),
                tuple(thread.story),
            )
        )  # fmt: skip
        thread.send(place.reach)
        if question.tries is None:
            # How often a machine is tried is for the participant to say.
            thread.heard.append(ParticipantTurn(question, place.reach))
        if question.keep is not None:
            thread.kept[question.keep] = thread.kept.get(question.keep, 0) | place.reach
        self.replies.asked(step, question, place, thread)
        return question

    def _when(self, when: tree.When, place: WalkPlace, thread: Thread) -> Sequence[ex.Step]:
        place = replace(place, alone=False)
        guard = guard_of_when(when, place, self.walk, self.declared)
        if guard is None:
            # The steps are still checked; as nothing is known of when they hold, apart.
            self._unknown(place, thread, (*when.steps, *(when.otherwise or ())))
            return ()
        branches = [
            ex.Case(guard, self._sequence(when.steps, place.narrowed(self.space, guard), thread))
        ]
        if when.otherwise is not None:
            there = place.narrowed(self.space, against(guard))
            steps = self._sequence(when.otherwise, there, thread)
            if steps or not tells(when.otherwise):
                branches.append(ex.Case(ex.ALWAYS, steps))
        if len(branches) == 1 and not branches[0].value and tells(when.steps):
            # Where nothing but story state depends on it, the session is as if it were not there.
            return ()
        return (ex.Either(tuple(branches)),)

    def _unknown(self, place: WalkPlace, thread: Thread, steps: Sequence[tree.Step] = ()) -> None:
        """Check the words of steps that may or may not come, and conclude nothing from them."""
        self.walk.blind = True
        for step in steps:
            self._step(step, replace(place, reach=0), Thread(kept=thread.kept))
        thread.send(place.reach)
        thread.unknown |= place.reach
        for node in nodes(tuple(steps)):
            if isinstance(node, tree.Keep):
                thread.kept[node.name.text] = self.space.full

    def _repeat(self, step: tree.RepeatNode, place: WalkPlace, thread: Thread) -> ex.Step:
        times = max(step.times, 1)
        if step.times < 1:
            self.found.add(
                faults.design.NotPositive(span=head_span(step), head="repeat", least="1")
            )
        return ex.Repeat(times, self._looped(step.steps, times, place, thread))

    def _looped(
        self, steps: Sequence[tree.Step], times: int, place: WalkPlace, thread: Thread
    ) -> Branch:
        before = len(thread.tests)
        answered = dict(thread.answered)
        inside = replace(place, alone=False, times=min(place.times * times, MOST_STEPS + 1))
        resolved = self._sequence(steps, inside, thread)
        if times > 1:
            self.replies.after_loop(answered, times, thread)
        if times > 1 and not place.ordered:
            for span, _ in thread.tests[before:]:
                self.found.add(faults.session.AskedAgain(span=span))
        return resolved

    def _for_each(
        self, step: tree.ForEachNode, place: WalkPlace, thread: Thread
    ) -> Sequence[ex.Step]:
        name = folded(step.table.text)
        table, machine = self.declared.tables.get(name), self.declared.machines.get(name)
        if table is not None:
            self.declared.names.used.tables.add(name)
            row, times = row_of_table(table), len(table.rows)
        elif machine is not None:
            self.declared.names.used.machines.add(machine.name)
            from dsl.checking.machines import row_of_machine

            row, times = row_of_machine(machine), most_shown(machine, place.reach, self.space)
        else:
            self.names.unknown_table(step)
            self.walk.blind = True
            hidden = RowColumns(step.table.text, tuple(self.declared.names.columns))
            self._sequence(step.steps, replace(place, row=hidden), thread)
            return ()
        inside = replace(place, row=row)
        steps = self._looped(step.steps, max(times, 1), inside, thread)
        order = ex.Order(step.order or ex.Order.FIXED.value)
        if order is ex.Order.MIXED:
            self.names.check_mixed(step, table or machine, place)
        choice = self.walk.key(f"rows of {row.table}", place.reach)
        return (ex.ForEach(order, row.table, steps, choice),)

    def _children(
        self,
        steps: Sequence[tree.Step],
        place: WalkPlace,
        thread: Thread,
        head: str,
        wrap: Wrap = lambda branch: branch,
    ) -> Iterator[tuple[Wrap, tree.Step, WalkPlace]]:
        """The children of `separately` and `in order`: a `when` or `do` among them stands for what
        is in it, each child under the guards of its own."""
        for step in steps:
            match step:
                case tree.Note():
                    pass
                case tree.When():
                    self.replies.known(step, place, thread, self.walk)
                    guard = guard_of_when(step, place, self.walk, self.declared)
                    if guard is None:
                        self._unknown(place, Thread(), (*step.steps, *(step.otherwise or ())))
                        continue
                    for holds, inner in ((guard, step.steps), (against(guard), step.otherwise)):
                        yield from self._children(
                            inner or (),
                            place.narrowed(self.space, holds),
                            thread,
                            head,
                            under(holds, wrap),
                        )
                case tree.Do():
                    routine = self.names.routine(step, place, self.walk, head)
                    if routine is None:
                        self._unknown(place, Thread())
                    else:
                        inside, steps = place.inside(step), routine.steps
                        match steps:
                            # On copies of their own, items have no order.
                            case (tree.InOrderNode(steps=items),) if head == "separately":
                                steps = items if self.names.is_questionnaire(step) else steps
                        yield from self._children(steps, inside, thread, head, wrap)
                case _ if isinstance(step, NO_CHILD):
                    span, child = head_span(step), head_word(step)
                    self.found.add(faults.session.NotAChild(span=span, head=head, child=child))
                case _:
                    yield wrap, step, place

    def _fork(self, step: tree.Separately, place: WalkPlace, thread: Thread) -> ex.ForkStep:
        branches: list[Branch] = []
        heard = 0
        for wrap, child, here in self._children(step.steps, place, thread, "separately"):
            copy = thread.branch(ordered=place.ordered)
            inside = replace(here, ordered=False, copied=True, alone=True)
            steps = tuple(self._step(child, inside, copy))
            self.replies.end(copy, self.walk)
            report_untested(steps, self.found)
            heard |= here.reach
            alone = steps[0] if len(steps) == 1 else None
            if isinstance(alone, ex.QuestionStep) and alone.tries is None:
                # Each form on its own copy, so that a guard stands around one branch.
                branches.extend(wrap((replace(alone, forms=(f,)),)) for f in alone.forms)
            elif steps:
                branches.append(wrap(steps))
        thread.send(heard)
        return ex.ForkStep(tuple(branches))

    def _in_order(self, step: tree.InOrderNode, place: WalkPlace, thread: Thread) -> ex.InOrder:
        inside = replace(place, ordered=True, alone=False)
        order = ex.Order(step.mode)
        before, after = dict(thread.answered), dict(thread.answered)
        children: list[Branch] = []
        for wrap, child, here in self._children(step.steps, inside, thread, head_word(step)):
            children.append(wrap(tuple(self._step(child, here, thread))))
            for name, reach in thread.answered.items():
                after[name] = after.get(name, 0) | reach
            if order is not ex.Order.FIXED:
                # Another child may come first: what one is asked, the next does not know.
                thread.answered = dict(before)
        thread.answered = after
        choice = self.walk.key(f"order of {first_question(step.steps)}", place.reach)
        return ex.InOrder(order, tuple(filter(None, children)), choice)
