"""What happens in one copy of a conversation, so far: said, asked, kept.

Everything is noted with the combinations of levels in which it happens, so that branches which
exclude each other do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dsl import tree
from dsl.checking.declared import RowColumns
from dsl.checking.questions.question import CheckedQuestion
from dsl.checking.questions.statements import Item, items_of
from dsl.checking.space import Region
from dsl.diagnostic import Span
from dsl.experiment import QuestionStep, Template
from dsl.record import field, record, replace, working

if TYPE_CHECKING:
    from dsl.checking.story.storyteller import Fact


@record
class Waiting:
    """Words said that nobody has answered yet; `before` says that they wait on the trunk, too."""

    step: tree.SayNode | tree.ShowNode | tree.ParticipantNode | tree.QuestionNode
    reach: Region
    before: bool = False


@record
class ParticipantTurn:
    """One turn of the participant: a question, or None for a reply that is only taken."""

    question: QuestionStep | None
    reach: Region


@working
class Thread:
    """One copy of the conversation."""

    waiting: list[Waiting] = field(default_factory=list)
    tests: list[tuple[Span, Region]] = field(default_factory=list)
    heard: list[ParticipantTurn] = field(default_factory=list)
    kept: dict[str, Region] = field(default_factory=dict)
    story: list[Fact] = field(default_factory=list)
    unknown: Region = 0
    """Where there are steps that are not known, so that anything may have been said."""
    answered: dict[str, Region] = field(default_factory=dict)
    """The questions on which later words depend, by the key of their name, and where each has been
    asked."""
    looped: dict[str, int] = field(default_factory=dict)
    """Those asked in a loop that has ended, and how often."""
    explored: dict[str, Region] = field(default_factory=dict)
    """The machines that were explored, by the key of their name, and where."""

    def branch(self, *, ordered: bool) -> Thread:
        """A copy for a branch; an order that is declared around it covers the tests so far."""
        waiting = [replace(one, before=True) for one in self.waiting]
        tests = [] if ordered else list(self.tests)
        return Thread(
            waiting, tests, list(self.heard), dict(self.kept), list(self.story), self.unknown,
            dict(self.answered), dict(self.looped), dict(self.explored),
        )  # fmt: skip

    def send(self, reach: Region) -> Region:
        """Note that what waits is sent; gives the combinations in which something was."""
        sent = 0
        left = []
        for one in self.waiting:
            sent |= one.reach & reach
            if rest := one.reach & ~reach:
                left.append(replace(one, reach=rest))
        self.waiting = left
        return sent


@record
class Visit:
    """A question at one place where the session asks it."""

    asked: CheckedQuestion
    reach: Region
    row: RowColumns | None
    times: int
    before: tuple[ParticipantTurn, ...]
    """What the participant was asked before it in the same copy of the conversation."""
    story: tuple[Fact, ...] = ()
    """What the story has said before it, in the same copy of the conversation."""

    @property
    def question(self) -> QuestionStep:
        """The question as resolved."""
        return self.asked.question

    @property
    def rows(self) -> Sequence[Mapping[str, Template] | None]:
        """The rows in which it is read: those around it, or none."""
        return self.row.cells if self.row and self.row.cells else (None,)

    def items(self, kind: type[Item]) -> list[Item]:
        """The statements of one kind as written."""
        return items_of(self.asked.placed, kind)
