"""Questions beside others: names that are given twice, tests in one conversation."""

from __future__ import annotations

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.questions.question import CheckedQuestion
from dsl.checking.session.thread import Thread
from dsl.checking.session.walk import Walk, WalkPlace
from dsl.checking.space import Region, Space
from dsl.diagnostic import Pointer
from dsl.experiment import QuestionStep
from dsl.tree import QuestionKind
from dsl.words import folded


class Asking:
    """Holds each question that is asked against those before it."""

    def __init__(self, found: Findings, space: Space) -> None:
        self.found = found
        self.space = space

    def name_once(self, step: tree.QuestionNode, place: WalkPlace, walk: Walk) -> None:
        """Reports a name that two questions of one session share."""
        if step.kind is QuestionKind.EXPLORING:
            return  # its name is that of the machine
        asked = walk.names.setdefault(folded(step.name.text), [])
        for other, reach in asked:
            if other.name.span != step.name.span and reach & place.reach:
                first = other.name.span
                self.found.declared_twice("question", step.name, first, "asked first here")
                break
        asked.append((step, place.reach))

    def side_by_side(self, asked: CheckedQuestion, place: WalkPlace, thread: Thread) -> None:
        """Reports a test that is asked in the same conversation as another, in no order."""
        name = asked.tree.name
        before = next((s for s, reach in thread.tests if reach & place.reach), None)
        if not place.ordered:
            if before is not None:
                pointer = Pointer(before, "asked before it, in the same conversation")
                self.found.add(
                    faults.session.SideBySide(span=name.span, name=name.text, pointers=(pointer,))
                )
            elif not place.alone and self._forms_meet(asked.question, place.reach):
                self.found.add(faults.session.SeveralForms(span=name.span, name=name.text))
        thread.tests.append((name.span, place.reach))

    def _forms_meet(self, question: QuestionStep, reach: Region) -> bool:
        """Whether two forms of a question are asked in one session."""
        covered = 0
        for form in question.forms:
            region = 0
            for case in form.words:
                region |= reach & self.space.of(case.guard)
            if covered & region:
                return True
            covered |= region
        return False
