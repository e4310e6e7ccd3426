"""Questions: what is sent, what is kept, and how a reply is judged.

A question's statements may stand under `when` inside it. They are laid out flat first, each with
the guard under which it holds and the combinations that reach it; then each kind of statement is
gathered by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.arms import arms_of
from dsl.checking.braces import Braces
from dsl.checking.declared import Declared, Scope
from dsl.checking.guarding import against, both
from dsl.checking.labels import guard_of
from dsl.checking.machines import Machines
from dsl.checking.naming import closest, key
from dsl.checking.nodes import head_of
from dsl.checking.space import Region
from dsl.diagnostic import Pointer
from dsl.experiment import (
    ALWAYS,
    Case,
    Clause,
    Form,
    Guard,
    Guidance,
    IfFailed,
    MachineAsk,
    MachineKey,
    Order,
    Quantity,
    Question,
    Rating,
    Rubric,
    Scorer,
    Template,
)
from dsl.span import Span

T = TypeVar("T")
I = TypeVar("I", bound=tree.QuestionItem)  # noqa: E741 - an item

MOST_CHOICES = 26


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement of a question, when it holds, and which combinations get there."""

    item: tree.QuestionItem
    guard: Guard
    reach: Region


@dataclass(frozen=True, slots=True)
class Asked:
    """A resolved question and what later checks need beside it."""

    question: Question
    tree: tree.Question
    placed: tuple[Placed, ...]


class Questions:
    """Resolves the questions of one script."""

    def __init__(self, declared: Declared, braces: Braces, machines: Machines) -> None:
        self.declared = declared
        self.braces = braces
        self.machines = machines
        self.found = declared.found
        self.space = declared.space

    def _flat(
        self, items: Iterable[tree.QuestionItem], guard: Guard, reach: Region
    ) -> Iterable[Placed]:
        for item in items:
            if not isinstance(item, tree.QuestionWhen):
                yield Placed(item, guard, reach)
                continue
            inner = guard_of(item.label, self.declared.factors, self.found)
            if inner is None:
                yield from self._flat(item.items, guard, reach)
                yield from self._flat(item.otherwise or (), guard, 0)
                continue
            self.declared.names.used.note(inner)
            here = against(inner) if item.negated else inner
            there = inner if item.negated else against(inner)
            if reach and not reach & self.space.of(here):
                verb = "unless" if item.negated else "when"
                self.found.add(
                    faults.levels.NeverHolds(
                        span=item.label.span, verb=verb, levels=item.label.text
                    )
                )
            yield from self._flat(item.items, both(guard, here), reach & self.space.of(here))
            yield from self._flat(
                item.otherwise or (), both(guard, there), reach & self.space.of(there)
            )

    def question(self, asked: tree.Question, scope: Scope, kept: Mapping[str, Region]) -> Asked:
        """A question with everything resolved, for the combinations that reach it."""
        reach = scope.reach or 0
        judging = replace(scope, kept=kept)
        placed = tuple(self._flat(asked.items, ALWAYS, reach))
        self._once(asked, placed)
        forms = self._forms(asked, placed, reach, scope)
        choices = self._choices(placed, scope)
        rating = self._rating(placed, scope)
        self._check_options(placed)
        question = Question(
            kind=asked.kind,
            name=asked.name.text,
            says=tuple(
                self._words(one.item.words, one, scope, self.braces.prose)
                for one in placed
                if isinstance(one.item, tree.Say)
            ),
            forms=forms,
            choices=choices,
            order=self._order(placed),
            rating=rating,
            keep=next((p.item.name.text for p in placed if isinstance(p.item, tree.Keep)), None),
            rubric=self._rubric(asked, placed, reach, judging),
            span=asked.name.span,
        )
        return Asked(question, asked, placed)

    def _once(self, asked: tree.Question, placed: Sequence[Placed]) -> None:
        """Settings that hold for a whole question: one of each, and not under `when`."""
        settings: tuple[tuple[type, str], ...] = (
            (tree.Rate, "rate"),
            (tree.Labels, "labels"),
            (tree.Worth, "worth"),
            (tree.Guards, "guards"),
            (tree.IfFailed, "if failed"),
            (tree.ScoredBy, "scored by"),
            (tree.Keep, "keep reply as"),
        )
        for kind, head in settings:
            ours = [one for one in placed if isinstance(one.item, kind)]
            for one in ours:
                if one.guard != ALWAYS:
                    self.found.add(
                        faults.questions.FixedUnderWhen(
                            span=head_of(one.item.span, head), head=head
                        )
                    )
            for one in ours[1:]:
                self.found.add(
                    faults.questions.StatementTwice(
                        span=head_of(one.item.span, head), head=head, of=asked.name.text
                    )
                )
        unguarded = [
            one for one in placed if isinstance(one.item, tree.Choices) and one.guard == ALWAYS
        ]
        for one in unguarded[1:]:
            self.found.add(
                faults.questions.StatementTwice(
                    span=head_of(one.item.span, "choices"), head="choices", of=asked.name.text
                )
            )

    def _words(
        self,
        words: tree.Words,
        one: Placed,
        scope: Scope,
        convert: Callable[[tree.Prose, Scope], T],
    ) -> tuple[Case[T], ...]:
        return tuple(
            Case(both(one.guard, case.guard), convert(case.value, replace(scope, reach=region)))
            for case, region in self.cases(words, one.reach)
        )

    def cases(
        self, words: tree.Words, reach: Region
    ) -> tuple[tuple[Case[tree.Prose], Region], ...]:
        """Words as cases, each with the combinations that take it."""
        if isinstance(words, tree.Prose):
            return ((Case(ALWAYS, words), reach),)
        cases = []
        for case in arms_of(words, reach, self.declared.factors, self.space, self.found):
            region = reach & self.space.of(case.guard)
            reach &= ~region
            cases.append((case, region))
            self.declared.names.used.note(case.guard)
        self.declared.names.used.factors.update(key(name.text) for name in words.factors)
        return tuple(cases)

    def _forms(
        self, asked: tree.Question, placed: Sequence[Placed], reach: Region, scope: Scope
    ) -> tuple[Form, ...]:
        names: dict[str, str] = {}
        cases: dict[str, list[Case[Template]]] = {}
        regions: dict[str, Region] = {}
        spans: dict[str, Span] = {}
        covered = 0
        for one in placed:
            if not isinstance(one.item, tree.Ask):
                continue
            form = key(one.item.form.text) if one.item.form else ""
            span = one.item.form.span if one.item.form else head_of(one.item.span, "ask")
            if regions.get(form, 0) & one.reach:
                self._form_twice(asked, one.item, span, spans[form])
            names.setdefault(form, one.item.form.text if one.item.form else "")
            spans.setdefault(form, span)
            regions[form] = regions.get(form, 0) | one.reach
            covered |= one.reach
            cases.setdefault(form, []).extend(
                self._words(one.item.words, one, scope, self.braces.prose)
            )
        if (
            "" in cases
            and len(cases) > 1
            and any(regions[""] & regions[form] for form in cases if form)
        ):
            self.found.add(faults.questions.FormMissing(span=spans[""], question=asked.name.text))
        if left := reach & ~covered:
            cell = self.space.describe(left, reach)
            self.found.add(
                faults.questions.AskMissing(span=asked.name.span, name=asked.name.text, cell=cell)
            )
        return tuple(Form(names[form], tuple(cases[form])) for form in cases)

    def _form_twice(self, asked: tree.Question, ask: tree.Ask, span: Span, first: Span) -> None:
        pointers = (Pointer(first, "first here"),)
        if ask.form is None:
            self.found.add(
                faults.questions.StatementTwice(
                    span=span, head="ask", of=asked.name.text, pointers=pointers
                )
            )
        else:
            self.found.add(
                faults.names.DeclaredTwice(
                    span=span, kind="form", name=ask.form.text, pointers=pointers
                )
            )

    def _choices(
        self, placed: Sequence[Placed], scope: Scope
    ) -> tuple[Case[tuple[Template, ...]], ...]:
        cases = []
        for one in placed:
            if not isinstance(one.item, tree.Choices):
                continue
            options = self.braces.lines(one.item.options, replace(scope, reach=one.reach))
            if not 2 <= len(one.item.options.lines) <= MOST_CHOICES:
                count = len(one.item.options.lines)
                self.found.add(
                    faults.questions.ChoicesCount(
                        span=one.item.options.span, count=count, most=MOST_CHOICES
                    )
                )
            cases.append(Case(one.guard, options))
        return tuple(cases)

    def _order(self, placed: Sequence[Placed]) -> Order:
        orders = [one.item.order for one in placed if isinstance(one.item, tree.Choices)]
        return Order(next((order for order in orders if order), Order.FIXED.value))

    def _rating(self, placed: Sequence[Placed], scope: Scope) -> Rating | None:
        labels = next((one.item for one in placed if isinstance(one.item, tree.Labels)), None)
        rate = next((one.item for one in placed if isinstance(one.item, tree.Rate)), None)
        if rate is None:
            if labels is not None:
                self.found.add(
                    faults.questions.LabelsCount(
                        span=head_of(labels.span, "labels"), points=0, count=0
                    )
                )
            return None
        if rate.low >= rate.high:
            self.found.add(
                faults.questions.RatingOrder(span=rate.span, low=rate.low, high=rate.high)
            )
        points = rate.high - rate.low + 1
        words = self.braces.lines(labels.words, scope) if labels else ()
        if labels is not None and rate.low < rate.high and len(words) != points:
            self.found.add(
                faults.questions.LabelsCount(
                    span=head_of(labels.span, "labels"), points=points, count=len(words)
                )
            )
        return Rating(rate.low, rate.high, words)

    def _check_options(self, placed: Sequence[Placed]) -> None:
        choices = next((one.item for one in placed if isinstance(one.item, tree.Choices)), None)
        rate = next((one.item for one in placed if isinstance(one.item, tree.Rate)), None)
        if choices is not None and rate is not None:
            self.found.add(faults.questions.ChoicesAndRating(span=rate.span))

    def _rubric(
        self, asked: tree.Question, placed: Sequence[Placed], reach: Region, judging: Scope
    ) -> Rubric:
        answers = self._answers(placed, judging)
        worth = next((one.item for one in placed if isinstance(one.item, tree.Worth)), None)
        if worth is not None and worth.amount <= 0:
            self.found.add(faults.design.NotPositive(span=worth.span, head="worth", least="1"))
        self._fits_kind(asked, placed, reach)
        return Rubric(
            answer=answers,
            wrong=self._lures(placed, judging, tree.Wrong, "wrong"),
            half=self._lures(placed, judging, tree.Half, "half"),
            guards=tuple(
                name.text
                for one in placed
                if isinstance(one.item, tree.Guards)
                for name in one.item.tests
            ),
            if_failed=IfFailed(
                next(
                    (one.item.action for one in placed if isinstance(one.item, tree.IfFailed)),
                    IfFailed.SCORE_ZERO.value,
                )
            ),
            scorer=self._scorer(placed),
            guidance=self._guidance(placed, judging),
            worth=worth.amount if worth is not None and worth.amount > 0 else Rubric().worth,
        )

    def _scorer(self, placed: Sequence[Placed]) -> Scorer:
        named = next((p.item.scorer for p in placed if isinstance(p.item, tree.ScoredBy)), None)
        return Scorer.MATCH if named is None else Scorer(named)

    def _answers(
        self, placed: Sequence[Placed], judging: Scope
    ) -> tuple[tuple[Case[Clause | MachineKey], ...], ...]:
        statements: list[tuple[Case[Clause | MachineKey], ...]] = []
        for one in placed:
            if isinstance(one.item, tree.Answer):
                clause = partial(self._clause, one.item)
                statements.append(self._words(one.item.words, one, judging, clause))
            elif isinstance(one.item, tree.MachineAnswer):
                machine_key = self._machine_key(one.item)
                if machine_key is not None:
                    statements.append((Case(one.guard, machine_key),))
        return tuple(statements)

    def _clause(
        self, answer: tree.Answer, words: tree.Prose, judging: Scope
    ) -> Clause | MachineKey:
        phrases = self.braces.lines(words, judging)
        if answer.quantity is None and len(phrases) > 1:
            self.found.add(
                faults.questions.AnswerQuantity(
                    span=head_of(answer.span, "answer"), count=len(phrases)
                )
            )
        quantity = Quantity(answer.quantity) if answer.quantity else Quantity.ANY
        return Clause(quantity, phrases)

    def _machine_key(self, answer: tree.MachineAnswer) -> MachineKey | None:
        machine = self.declared.machines.get(key(answer.machine.text))
        if machine is None:
            known = tuple(m.name for m in self.declared.machines.values())
            self.found.add(
                faults.names.UnknownMachine(
                    span=answer.machine.span, name=answer.machine.text,
                    close=closest(answer.machine.text, known), known=known,
                )
            )  # fmt: skip
            if answer.things is not None:
                self.machines.things(answer.things)
            return None
        self.declared.names.used.machines.add(machine.name)
        ask = MachineAsk(answer.ask)
        things = self.machines.things(answer.things) if answer.things is not None else ()
        if (ask is MachineAsk.WORKS) != (answer.things is None):
            self.found.add(
                faults.machines.MachineThings(span=answer.span, ask=ask.value, machine=machine.name)
            )
            return None
        return MachineKey(ask, machine.name, things)

    def _lures(
        self,
        placed: Sequence[Placed],
        judging: Scope,
        kind: type[tree.Wrong] | type[tree.Half],
        head: str,
    ) -> tuple[tuple[Case[tuple[Template, ...]], ...], ...]:
        lists = []
        for one in placed:
            if not isinstance(one.item, kind):
                continue
            if one.item.quantity not in (None, Quantity.ANY.value):
                self.found.add(
                    faults.questions.LureQuantity(span=head_of(one.item.span, head), head=head)
                )
            lists.append(self._words(one.item.words, one, judging, self.braces.lines))
        return tuple(lists)

    def _guidance(self, placed: Sequence[Placed], judging: Scope) -> tuple[Guidance, ...]:
        guidance = []
        for one in placed:
            if isinstance(one.item, tree.Example | tree.Coders):
                mark = one.item.mark if isinstance(one.item, tree.Example) else ""
                words = self._words(one.item.words, one, judging, self.braces.prose)
                guidance.append(Guidance(mark, words, one.guard))
        return tuple(guidance)

    def _fits_kind(self, asked: tree.Question, placed: Sequence[Placed], reach: Region) -> None:
        kind = asked.kind
        control, test = tree.QuestionKind.CONTROL, tree.QuestionKind.TEST
        answered: Region = 0
        judged_by_coders = False
        for one in placed:
            match one.item:
                case tree.Guards() | tree.IfFailed() if kind is not control:
                    head = "guards" if isinstance(one.item, tree.Guards) else "if failed"
                    self.found.add(
                        faults.questions.GateOfNoControl(
                            span=one.item.span, head=head, kind=kind.value
                        )
                    )
                case tree.Worth() if kind is not test:
                    self.found.add(
                        faults.questions.WorthOfNoTest(span=one.item.span, kind=kind.value)
                    )
                case tree.Answer() | tree.MachineAnswer():
                    answered |= one.reach
                case tree.ScoredBy(scorer="coders"):
                    judged_by_coders = True
                case _:
                    pass
        if kind in (control, test) and not judged_by_coders and (left := reach & ~answered):
            cell = self.space.describe(left, reach)
            self.found.add(
                faults.questions.NoAnswer(
                    span=asked.name.span, kind=kind.value, name=asked.name.text, cell=cell
                )
            )
        if kind not in (control, test) and not answered:
            for one in placed:
                if isinstance(one.item, tree.Wrong | tree.Half):
                    head = "wrong" if isinstance(one.item, tree.Wrong) else "half"
                    self.found.add(
                        faults.questions.NothingToJudge(
                            span=head_of(one.item.span, head), head=head, name=asked.name.text
                        )
                    )
