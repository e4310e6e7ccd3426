"""Where a walk through the session is, what it gathers, and what each step is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dsl import faults, tree
from dsl.checking.arms import against
from dsl.checking.declared import Declared, RowColumns, Scope
from dsl.checking.findings import Findings
from dsl.checking.labels import guard_of
from dsl.checking.nodes import head_span, nodes
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region, Space
from dsl.checking.words.lengths import LONGEST
from dsl.diagnostic import Span
from dsl.experiment import Case, Either, Guard, Step
from dsl.record import field, record, replace, working
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.checking.story.storyteller import Fact, Storyteller


Branch = tuple[Step, ...]
Wrap = Callable[[Branch], Branch]


def tells(steps: Sequence[tree.Step]) -> bool:
    """Whether story state stands in some steps."""
    return any(isinstance(node, tree.Now) for node in nodes(tuple(steps)))


def first_question(steps: Sequence[tree.Step]) -> str:
    """The name of the first question in some steps, which names the choice of their order."""
    for step in steps:
        if isinstance(step, tree.QuestionNode):
            return folded(step.name.text)
        if isinstance(
            step, tree.When | tree.Scene | tree.Separately | tree.InOrderNode | tree.RepeatNode
        ):
            name = first_question(step.steps)
            if name:
                return name
    return ""


def under(guard: Guard, wrap: Wrap) -> Wrap:
    """Puts a guard around a branch, inside the guards that are around it already."""
    return lambda branch: wrap((Either((Case(guard, branch),)),))


WITH_WORDS = (
    tree.SayNode,
    tree.ShowNode,
    tree.ParticipantNode,
    tree.Instructions,
    tree.QuestionNode,
)
"""The steps whose words count against the length of a session."""

NO_CHILD = (
    tree.SayNode,
    tree.ShowNode,
    tree.ParticipantNode,
    tree.ListenNode,
    tree.Instructions,
    tree.Now,
)
"""Steps that cannot stand by themselves on a copy, or in an order."""

MOST_STEPS = 20_000
"""So many steps are put in place, each as often as it is repeated."""

DEEPEST = 100
"""So deep steps stand in each other, those of routines in their place."""


@record
class WalkPlace:
    """Where the walk is: what reaches it, the row at hand, and what is around it."""

    reach: Region
    row: RowColumns | None = None
    times: int = 1
    ordered: bool = False
    """Inside `in order` or its kin, on this copy of the conversation."""
    copied: bool = False
    """On a copy of the conversation."""
    alone: bool = False
    """The only step of its copy: several forms of a question then get a copy each."""
    routines: tuple[str, ...] = ()
    scene: str = ""
    """The name of the innermost scene."""
    trained: bool = False
    """In a training."""

    @property
    def scope(self) -> Scope:
        """What words that are sent can speak of here."""
        return Scope(self.reach, self.row)

    def narrowed(self, space: Space, guard: Guard) -> WalkPlace:
        """Here, where the guard holds, too."""
        return replace(self, reach=self.reach & space.of(guard))

    def inside(self, do: tree.Do) -> WalkPlace:
        """Within the routine that is done here."""
        return replace(self, alone=False, routines=(*self.routines, folded(do.routine.text)))


@working
class Whens:
    """Whether a `when` holds for some combination, over all the places where it is put."""

    label: tree.Name
    verb: str
    holds: bool = False
    visited: bool = False


@working
class Walk:
    """What one walk through the session gathers."""

    visits: list[Visit] = field(default_factory=list)
    names: dict[str, list[tuple[tree.QuestionNode, Region]]] = field(default_factory=dict)
    orders: dict[str, list[tuple[Region, int]]] = field(default_factory=dict)
    whens: dict[Span, Whens] = field(default_factory=dict)
    given: dict[str, list[tuple[str, Region]]] = field(default_factory=dict)
    """The scene of each wave of a questionnaire, by the key of its name."""
    story: list[Fact] = field(default_factory=list)
    """All that the story says, in any copy of the conversation."""
    trainings: dict[str, Span] = field(default_factory=dict)
    """Each training by the key of its name."""
    steps: int = 0
    depth: int = 0
    text: int = 0
    """Characters of all words so far, each as often as it is said."""
    blind: bool = False
    """Some steps are not known, so nothing can be said of what is never asked."""

    def key(self, base: str, reach: Region) -> str:
        """A name for a choice of order, numbered where one session makes the same choice again."""
        made = self.orders.setdefault(base, [])
        number = 1 + max((n for region, n in made if region & reach), default=0)
        made.append((reach, number))
        return base if number == 1 else f"{base} #{number}"

    def too_long(self, step: tree.Step, times: int, found: Findings) -> bool:
        """Counts a step in, as often as it is repeated; whether there are too many by now."""
        before = self.steps
        self.steps = min(before + times, MOST_STEPS + 1)
        if before <= MOST_STEPS < self.steps:
            found.add(faults.session.TooLong(span=head_span(step), most=MOST_STEPS))
        return self.steps > MOST_STEPS

    def count_text(self, step: tree.Step, length: int, found: Findings) -> None:
        """Counts in the characters of a step; reports where they come to too many."""
        before = self.text
        self.text += length
        if before <= LONGEST < self.text:
            found.add(
                faults.session.TooMuchText(span=head_span(step), what="the session", most=LONGEST)
            )


def guard_of_when(
    when: tree.When, place: WalkPlace, walk: Walk, declared: Declared
) -> Guard | None:
    """The guard of a `when`, or None if its levels are not known."""
    guard = guard_of(when.label, declared.factors, declared.found, questions=declared.outcomes)
    if guard is None:
        return None
    declared.names.used.note(guard)
    if when.negated:
        guard = against(guard)
    verb = "unless" if when.negated else "when"
    seen = walk.whens.setdefault(when.span, Whens(when.label, verb))
    seen.visited |= bool(place.reach)
    seen.holds |= bool(place.reach & declared.space.of(guard))
    return guard


def report_never(walk: Walk, found: Findings) -> None:
    """Reports each `when` that was reached and never holds."""
    for when in walk.whens.values():
        if when.visited and not when.holds:
            label = when.label
            found.add(faults.levels.NeverHolds(span=label.span, verb=when.verb, levels=label.text))


def teller_of(procedure: tree.Procedure, declared: Declared) -> Storyteller | None:
    """What follows the states of a story; None for a script that tells none."""
    routines = tuple(declared.routines.values())
    written = nodes((procedure, *routines), without=(tree.Prose, tree.By, tree.Name))
    if not any(isinstance(node, tree.Now | tree.Asks) for node in written):
        return None
    # Only a script with story state needs this.
    from dsl.checking.story.storyteller import Storyteller

    return Storyteller(declared, procedure)
