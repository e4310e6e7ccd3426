"""One session as one participant gets it: a tree of turns, every word in place.

The steps of the procedure are walked once, with what was said since the last reply carried along.
Branches that these levels never reach are dropped here, so that nobody above meets them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dsl import experiment as ex
from dsl import trial
from dsl.drawing.orders import Orders
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose, holds
from dsl.expanding.keying import Keys
from dsl.expanding.machines import evidence, list_template
from dsl.experiment import Order, Step, Template
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Node, Picture, Told, Turn

Row = Mapping[str, Template]
"""A row of a table or machine: a template for each column."""

Child = tuple[tuple[Step, ...], ex.Form | None]
"""A branch of a fork: its steps, and the one form to ask where it is a question of several."""


@record
class Story:
    """What all sessions of an experiment share."""

    tables: Mapping[str, tuple[Row, ...]]
    machines: Mapping[str, ex.Machine]
    choice_slots: Mapping[str, tuple[str, ...]]
    choice_orders: Mapping[str, tuple[str, ...]]
    """For each question the keys of the orders of its choices, in all versions and forms."""
    versions: tuple[str, ...]
    keys: Keys
    each_row_its_order: bool = True
    """Whether each row of a loop has an order of choices of its own (see `dsl.expansion`)."""


@dataclass(slots=True, eq=False, repr=False)
class SessionBuilder:
    """Builds one session."""

    story: Story
    version: str
    orders: Orders
    draw: int
    system: list[str] = field(default_factory=list)
    _places: Counter[str] = field(default_factory=Counter)
    _times: Counter[str] = field(default_factory=Counter)
    _row: int = 0
    """Which row of the loops around this place it is, counted over all of them from 0."""
    _item: tuple[int | None, str] = (None, "")
    """The row of the innermost loop over a table, from 1, and its words."""

    def build(self, steps: tuple[Step, ...], filler: Filler) -> tuple[Node, ...]:
        """The nodes of a whole session. Words after its last turn are not sent to anybody."""
        nodes: list[Node] = []
        self._walk(steps, filler, [], nodes)
        return tuple(nodes)

    def _walk(
        self, steps: Iterable[Step], filler: Filler, said: list[Told], nodes: list[Node]
    ) -> None:
        """Add nodes for these steps; `said` is what waits for the next message."""
        for step in steps:
            match step:
                case ex.Say():
                    _say(step.words, filler, said)
                case ex.Show():
                    _show(step, filler, said)
                case ex.Scripted():
                    nodes.append(trial.ScriptedTurn(tuple(said), filler.text(step.words)))
                    said.clear()
                case ex.System():
                    self.system.append(filler.text(step.words))
                case ex.Listen():
                    nodes.append(Turn(self._place("listen"), tuple(said), None))
                    said.clear()
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
                    outer = self._row
                    for at in range(step.times):
                        self._row = outer * step.times + at
                        self._walk(step.steps, filler, said, nodes)
                    self._row = outer
                case ex.ForEach():
                    rows = self._rows(step.table, filler)
                    outer, around = self._row, self._item
                    for at in self._row_order(step, rows, filler):
                        self._row = outer * len(rows) + at
                        inner = filler.within(rows[at])
                        self._item = at + 1, " | ".join(map(inner.text, rows[at].values()))
                        self._walk(step.steps, inner, said, nodes)
                    self._row, self._item = outer, around

    def _fork(self, step: ex.ForkStep, filler: Filler, said: list[Told], nodes: list[Node]) -> None:
        branches: list[tuple[Node, ...]] = []
        for branch in step.branches:
            for steps, form in _children(branch, filler):
                own: list[Node] = []
                heard = list(said)
                if form is not None and isinstance(steps[0], ex.QuestionStep):
                    self._ask(steps[0], form, filler, heard, own)
                else:
                    self._walk(steps, filler, heard, own)
                if trial.turns(tuple(own)):
                    branches.append(tuple(own))
        if branches:
            nodes.append(trial.Fork(tuple(branches)))

    def _ask(
        self,
        question: ex.QuestionStep,
        only: ex.Form | None,
        filler: Filler,
        said: list[Told],
        nodes: list[Node],
    ) -> None:
        """A turn for each form that has words here; what the question says goes with the first."""
        forms = question.forms if only is None else (only,)
        asking = [(form, choose(form.words, filler.levels)) for form in forms]
        if all(text is None for _, text in asking):
            return
        for told in question.says:
            if isinstance(told, ex.Show):
                _show(told, filler, said)
            else:
                _say(told, filler, said)
        for form, text in asking:
            if text is None:
                continue
            asked = self._question(question, form, filler)
            place = self._place(f"{question.kind.statement} {asked.title}")
            row, item = self._item
            nodes.append(Turn(place, tuple(said), asked, row, item, question.scene))
            said.clear()

    def _question(self, question: ex.QuestionStep, form: ex.Form, filler: Filler) -> trial.Question:
        """The question with its choices in the order of this draw."""
        written = choose(question.choices, filler.levels) or ()
        order = self.orders.order(
            question.order,
            len(written),
            self.draw,
            purpose="choices",
            key=_order_key(self.version, question.name, form.name),
            family=self.story.choice_orders[question.name],
            slots=self.story.choice_slots.get(question.name, ()),
            row=self._row if self.story.each_row_its_order else 0,
        )
        if question.kind is QuestionKind.EVEN and question.order is Order.ROTATED:
            order = self._either_first(question, form, filler, order)

        def made(filler: Filler, question: ex.QuestionStep) -> trial.Question:
            return self._made(question, form, filler, order)

        if filler.cache is None:
            return made(filler, question)
        return filler.cache.cached(question, f"asked, {form.name}", filler, made, order)

    def _either_first(
        self, question: ex.QuestionStep, form: ex.Form, filler: Filler, order: tuple[int, ...]
    ) -> tuple[int, ...]:
        """A rotated order in which each of the two even answers is before the other in half the
        draws; where it is not their turn they change places. By rotation alone one of them would
        be first in two of the three orders of three choices.
        """
        written = choose(question.choices, filler.levels) or ()
        clauses = [choose(statement, filler.levels) for statement in question.rubric.answer]
        even = {filler.text(one) for clause in clauses for one in getattr(clause, "phrases", ())}
        pair = [at for at, option in enumerate(written) if filler.text(option) in even]
        first, _ = self.orders.order(
            Order.ROTATED,
            2,
            self.draw,
            purpose="even choices",
            key=_order_key(self.version, question.name, form.name),
            slots=self.story.choice_slots.get(question.name, ()),
        )
        shown = [at for at in order if at in pair]
        if len(pair) != 2 or shown[0] == pair[first]:
            return order
        change = dict(zip(shown, reversed(shown), strict=True))
        return tuple(change.get(at, at) for at in order)

    def _made(
        self,
        question: ex.QuestionStep,
        form: ex.Form,
        filler: Filler,
        order: tuple[int, ...],
    ) -> trial.Question:
        """The question with its choices in a given order: the same in every draw of its words."""
        text = choose(form.words, filler.levels) or ()
        written = choose(question.choices, filler.levels) or ()
        options = tuple(filler.text(written[at]) for at in order)
        rating = None if question.rating is None else (question.rating.low, question.rating.high)
        labels = () if question.rating is None else question.rating.labels
        spelt = tuple(filler.text(label) for label in labels)
        key = self.story.keys.key(
            question.rubric, filler, options=options, rating=rating, labels=spelt
        )
        return trial.Question(
            kind=question.kind,
            name=question.name,
            form=form.name,
            text=filler.text(text),
            options=options,
            order=question.order,
            rating=rating,
            labels=spelt,
            key=key,
            worth=question.rubric.worth,
            guards=question.rubric.guards,
            if_failed=question.rubric.if_failed,
            keep=question.keep,
            own=any(holds(guard, filler.levels) for guard in question.rubric.own),
        )

    def _row_order(
        self, step: ex.ForEach, rows: tuple[Row, ...], filler: Filler
    ) -> tuple[int, ...]:
        """The order of rows; in a mixed one, rows are distinguished by their last cell."""
        outcomes: tuple[str, ...] = ()
        if step.order is Order.MIXED:
            if filler.cache is None:
                outcomes = _outcomes(filler, rows)
            else:
                outcomes = filler.cache.cached(rows, "outcomes", filler, _outcomes)
        return self._order(step.order, len(rows), "rows", step.key, outcomes)

    def _order(
        self, kind: Order, count: int, purpose: str, key: str, outcomes: tuple[str, ...] = ()
    ) -> tuple[int, ...]:
        """The order for this pass; a later pass in one session is distinguished from the first."""
        name = f"{purpose} {key}"
        self._times[name] += 1
        time = self._times[name]
        return self.orders.order(
            kind,
            count,
            self.draw,
            purpose=purpose,
            key=_here(self.version, key),
            family=[_here(version, key) for version in self.story.versions],
            outcomes=outcomes,
            time=time,
        )

    def _rows(self, name: str, filler: Filler) -> tuple[Row, ...]:
        """The rows of a table, or of a machine, which is one with things and outcome."""
        if name in self.story.tables:
            return self.story.tables[name]
        machine = self.story.machines[name]
        if filler.cache is None:
            return _machine_rows(filler, machine)
        return filler.cache.cached(machine, "rows", filler, _machine_rows)

    def _place(self, what: str) -> str:
        place = f"{self.version}/{what}"
        self._places[place] += 1
        again = self._places[place]
        return place if again == 1 else f"{place} #{again}"


def _outcomes(filler: Filler, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The last cell of every row, its slots by their names."""
    named = filler.by_name()
    return tuple(named.within(row).text(tuple(row.values())[-1]) for row in rows)


def _machine_rows(filler: Filler, machine: ex.Machine) -> tuple[Row, ...]:
    return tuple(
        {"things": list_template(things), "outcome": machine.works if on else machine.fails}
        for things, on in evidence(machine, filler.levels).outcomes()
    )


def choice_orders(versions: Sequence[str], question: str, forms: Iterable[str]) -> tuple[str, ...]:
    """The keys of the orders of a question's choices, in all versions and forms."""
    named = tuple(forms)
    return tuple(_order_key(version, question, form) for version in versions for form in named)


def _here(version: str, key: str) -> str:
    """The key of a choice of order, with the version: each has orders of its own."""
    return f"{version} / {key}" if version else key


def _order_key(version: str, question: str, form: str) -> str:
    """The key of the order of a question's choices; each form has one of its own."""
    return _here(version, f"{question}, {form}" if form else question)


def _say(words: tuple[ex.Case[Template], ...], filler: Filler, said: list[Told]) -> None:
    chosen = choose(words, filler.levels)
    text = "" if chosen is None else filler.text(chosen)
    if text:
        said.append(text)


def _show(show: ex.Show, filler: Filler, said: list[Told]) -> None:
    chosen = choose(show.words, filler.levels)
    if chosen is not None:
        file = show.picture
        alt = filler.text(chosen)
        said.append(Picture(file.file, alt, file.media_type, file.digest, file.data))


def _children(branch: tuple[Step, ...], filler: Filler) -> list[Child]:
    """What one branch of a fork comes to at these levels: nothing, or one conversation, or as many
    as a question has forms.
    """
    if len(branch) != 1:
        return [(branch, None)] if branch else []
    step = branch[0]
    if isinstance(step, ex.QuestionStep):
        return [((step,), form) for form in step.forms]
    if isinstance(step, ex.Either):
        return _children(choose(step.branches, filler.levels) or (), filler)
    return [(branch, None)]
