"""Keys that nobody has heard of: an open question whose answer no earlier words name.

Only words in braces that vary are looked for. What is typed out may be common knowledge (`seven`,
`because it rolls`), while a word that is drawn for each run is known to nobody who was not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.nodes import head_span
from dsl.checking.questions.statements import of_kind
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.diagnostic import Span
from dsl.record import field, working
from dsl.tree import QuestionKind


@working
class _Said:
    """Where each slot has been named in one copy of the conversation; in `anything` a picture or a
    table may have shown what is not followed here."""

    named: dict[str, Region] = field(default_factory=dict)
    anything: Region = 0

    def copy(self) -> _Said:
        return _Said(dict(self.named), self.anything)


def check_keys_named(
    experiment: ex.Experiment, declared: Declared, visits: Sequence[Visit]
) -> None:
    """Warns once a question of a key that the conversation before it never names."""
    walk = _Walk(experiment, declared, visits)
    walk.steps(experiment.steps, declared.space.full, _Said())


class _Walk:
    """Goes through the steps of a session, and notes what has been named."""

    def __init__(
        self, experiment: ex.Experiment, declared: Declared, visits: Sequence[Visit]
    ) -> None:
        self.space = declared.space
        self.lets = declared.lets
        self.found = declared.found
        permuted = "permuted" in experiment.design.wordings
        self.varying = {slot.name for slot in experiment.slots if permuted and len(slot.values) > 1}
        # Who hears of the {Smarties tube} can guess the {Smarties}: these are drawn together.
        self.kin = {name: group for group in experiment.design.together for name in group}
        self.tables = {table.name for table in experiment.tables}
        self.cells = {
            (table.name, column): [row[at] for row in table.rows]
            for table in experiment.tables
            for at, column in enumerate(table.columns)
        }
        self.table = ""
        self.asked = {one.question.span: one for one in visits}
        self.warned: set[Span] = set()

    def steps(self, steps: Iterable[ex.Step], region: Region, said: _Said) -> None:
        """The steps in order, in the combinations of `region`."""
        for step in steps:
            match step:
                case ex.Say():
                    self._hear(step.words, region, said)
                case ex.Scripted() | ex.System():
                    self._note(step.words, region, said)
                case ex.Show() | ex.Retell():
                    said.anything |= region
                case ex.QuestionStep():
                    if step.tries is not None:
                        said.anything |= region
                    self._question(step, region, said)
                case ex.Either():
                    for part, branch in self.space.taken(step.branches, region):
                        self.steps(branch, part, said)
                case ex.Repeat() | ex.Train():
                    self.steps(step.steps, region, said)
                case ex.ForEach():
                    self._rows(step, region, said)
                case ex.ForkStep():
                    for branch in step.branches:
                        self.steps(branch, region, said.copy())
                case ex.InOrder():
                    self._in_order(step, region, said)
                case _:
                    pass

    def _rows(self, step: ex.ForEach, region: Region, said: _Said) -> None:
        if step.table not in self.tables:
            # The evidence of a machine is shown by what is worked out draw by draw.
            said.anything |= region
        before, self.table = self.table, step.table
        self.steps(step.steps, region, said)
        self.table = before

    def _in_order(self, step: ex.InOrder, region: Region, said: _Said) -> None:
        for child in step.children:
            if step.order is ex.Order.FIXED:
                self.steps(child, region, said)
                continue
            # Each child may come last, and then it has heard all the others.
            others = said.copy()
            for other in step.children:
                if other is not child:
                    self._overhear(other, region, others)
            self.steps(child, region, others)
        if step.order is not ex.Order.FIXED:
            for child in step.children:
                self._overhear(child, region, said)

    def _overhear(self, steps: Sequence[ex.Step], region: Region, said: _Said) -> None:
        """Note what some steps name, without a look at their questions."""
        asked, self.asked = self.asked, {}
        self.steps(steps, region, said)
        self.asked = asked

    # What is named

    def _hear(self, words: Sequence[ex.Case[ex.Template]], region: Region, said: _Said) -> None:
        for part, template in self.space.taken(words, region):
            self._note(template, part, said)

    def _note(self, template: ex.Template, region: Region, said: _Said) -> None:
        for name, part in self._slots(template, region):
            said.named[name] = said.named.get(name, 0) | part

    def _slots(self, template: ex.Template, region: Region) -> Iterator[tuple[str, Region]]:
        for piece in template:
            if not isinstance(piece, ex.Use) or not region:
                continue
            match piece.kind:
                case ex.UseKind.SLOT:
                    yield piece.name, region
                case ex.UseKind.LET:
                    for part, words in self.space.taken(self.lets.get(piece.name, ()), region):
                        yield from self._slots(words, part)
                case ex.UseKind.COLUMN:
                    for words in self.cells.get((self.table, piece.name), ()):
                        yield from self._slots(words, region)
                case _:
                    pass

    # What is asked

    def _question(self, question: ex.QuestionStep, region: Region, said: _Said) -> None:
        for told in question.says:
            if isinstance(told, ex.Show):
                said.anything |= region
            else:
                self._hear(told, region, said)
        for form in question.forms:
            self._hear(form.words, region, said)
        for _, options in self.space.taken(question.choices, region):
            for option in options:
                self._note(option, region, said)
        for label in question.rating.labels if question.rating is not None else ():
            self._note(label, region, said)
        if question.kind in (QuestionKind.TEST, QuestionKind.CONTROL):
            self._judge(question, region & ~said.anything, said.named)

    def _judge(
        self, question: ex.QuestionStep, region: Region, named: Mapping[str, Region]
    ) -> None:
        visit = self.asked.get(question.span)
        if visit is None or question.span in self.warned or question.rating is not None:
            return
        for statement in question.rubric.answer:
            for part, clause in self.space.taken(statement, region):
                if not isinstance(clause, ex.ClauseTemplate) or clause.quantity is ex.Quantity.NONE:
                    continue
                missing = [self._missing(phrase, part, named) for phrase in clause.phrases]
                # Of several that are right, one that is named will do.
                if clause.quantity is ex.Quantity.ANY and not all(missing):
                    continue
                first = next((one for one in missing if one is not None), None)
                if first is not None:
                    self._warn(visit, *first)
                    return

    def _missing(
        self, phrase: ex.Template, region: Region, named: Mapping[str, Region]
    ) -> tuple[str, Region] | None:
        """A slot of a phrase that was not named, and where."""
        for name, part in self._slots(phrase, region):
            left = part
            for told in self.kin.get(name, (name,)):
                left &= ~named.get(told, 0)
            if left and name in self.varying:
                return name, left
        return None

    def _warn(self, visit: Visit, name: str, region: Region) -> None:
        self.warned.add(visit.question.span)
        answers = of_kind(visit.asked.placed, tree.Answer)
        answer = next(one.item for one in answers if self.space.of(one.guard) & region)
        self.found.add(
            faults.method.KeyNeverNamed(
                span=head_span(answer), name=name,
                cell=self.space.describe(region, visit.reach),
            )
        )  # fmt: skip
