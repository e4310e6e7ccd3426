"""Whether the replies that a line depends on are known where it stands.

An outcome is known in the conversation in which the question is asked, below it: not on another
copy, not where the question may come later, and not after a loop, in which it is asked many times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.nodes import head_span, head_word, nodes
from dsl.checking.outcomes import fields_of, references, written_in
from dsl.checking.quoting import in_braces
from dsl.checking.session.thread import Thread, Waiting
from dsl.checking.session.walk import MOST_STEPS, Walk, WalkPlace
from dsl.checking.space import Region
from dsl.experiment import QuestionStep
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.words import folded

_SCORED = (QuestionKind.CONTROL, QuestionKind.TEST, QuestionKind.EVEN)


class Replies:
    """Keeps book of which replies are known."""

    def __init__(self, declared: Declared) -> None:
        self.found = declared.found
        self.space = declared.space
        self.declared = declared.factors
        self.factors = {folded(one.name): one for one in declared.outcomes}
        self.quoted = declared.names.quoted

    def known(self, step: tree.Step, place: WalkPlace, thread: Thread, walk: Walk) -> None:
        """Reports each question that a step depends on, and that has not surely been asked."""
        if not self.factors or not place.reach:
            return
        match step:
            case tree.When():
                own: object = replace(step, steps=(), otherwise=None)
            case tree.SayNode() | tree.QuestionNode() | tree.ParticipantNode():
                own = step
            case _:
                return
        for name in self._depends_on(own):
            key = folded(name.text)
            if key not in self.factors:
                continue
            left = place.reach & ~thread.answered.get(key, 0) & ~thread.unknown
            if not left:
                continue
            asked = any(folded(one.question.name) == key for one in walk.visits)
            self.found.add(
                faults.following.NotAskedBefore(
                    span=name.span,
                    name=self.factors[key].name,
                    elsewhere=asked and not thread.answered.get(key, 0),
                    loop=thread.looped.get(key, 0),
                    cell=self.space.describe(left, place.reach),
                )
            )

    def _depends_on(self, step: object) -> Iterator[tree.Name]:
        """The questions on whose replies the words of a step depend."""
        yield from (name for name, _ in references(written_in((step,)), self.declared))
        if not self.quoted:
            return
        for one in nodes((step,), without=(tree.Name,)):
            if isinstance(one, tree.Brace):
                for inside in dict.fromkeys(in_braces(one)):
                    if inside in self.quoted:
                        yield tree.Name(self.quoted[inside], one.span)

    def asked(
        self, step: tree.QuestionNode, question: QuestionStep, place: WalkPlace, thread: Thread
    ) -> None:
        """Notes that a question has been asked, and what is said after it."""
        key = folded(step.name.text)
        if key in self.factors:
            thread.answered[key] = thread.answered.get(key, 0) | place.reach
            thread.looped.pop(key, None)
        said = question.steering.then if question.steering is not None else ()
        if place.reach and any(arm.words and not arm.again for arm in said):
            thread.waiting.append(Waiting(step, place.reach))

    def taken(
        self, step: tree.ListenNode | tree.ParticipantNode, place: WalkPlace, thread: Thread
    ) -> None:
        """A reply that is taken or put in; there must be something that it replies to."""
        sent = thread.send(place.reach)
        if left := place.reach & ~sent & ~thread.unknown:
            cell = self.space.describe(left, place.reach)
            self.found.add(
                faults.session.EmptyTurn(span=head_span(step), head=head_word(step), cell=cell)
            )
        if isinstance(step, tree.ParticipantNode) and place.reach:
            thread.waiting.append(Waiting(step, place.reach))

    def end(self, thread: Thread, walk: Walk) -> None:
        """Reports what is said on a copy of the conversation, and answered by nobody."""
        if walk.steps > MOST_STEPS:
            return
        for one in thread.waiting:
            if isinstance(one.step, tree.QuestionNode):
                self.said_to_nobody(one.step, one.reach)
            elif not one.before:
                head = head_word(one.step)
                self.found.add(faults.session.TrailingSay(span=head_span(one.step), head=head))

    def after_loop(self, before: Mapping[str, Region], times: int, thread: Thread) -> None:
        """After a loop the replies to what it asks are many, and none can be named."""
        for name, reach in list(thread.answered.items()):
            if reach & ~before.get(name, 0):
                thread.looped[name] = times
                thread.answered[name] = before.get(name, 0)

    def said_to_nobody(self, step: tree.QuestionNode, reach: Region) -> None:
        """Warns of words of `then` that no message carries."""
        then = next(item for item in fields_of(step) if isinstance(item, tree.Then))
        self.found.add(
            faults.following.SaidToNobody(
                span=head_span(then), name=step.name.text, cell=self.space.describe(reach)
            )
        )

    def scored_everywhere(self, walk: Walk) -> None:
        """Reports a scored question that some replies leave out."""
        reached: dict[str, Region] = {}
        for one in walk.visits:
            if one.question.kind in _SCORED:
                key = folded(one.question.name)
                reached[key] = reached.get(key, 0) | one.reach
        for one in walk.visits:
            reach = reached.get(folded(one.question.name), 0)
            named = [
                factor.name
                for factor in self.factors.values()
                if self.space.matters(factor, reach, self.space.full)
            ]
            if named and one.question.kind in _SCORED:
                self.found.add(
                    faults.following.ScoredOnSomePaths(
                        span=one.asked.tree.name.span,
                        name=one.question.name,
                        after=" and ".join(f"`{name}`" for name in named),
                    )
                )
