"""Questions: what is sent, what is kept, and, by way of judging, how a reply is judged.

The statements are laid out flat first; then each kind of statement is gathered by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import LOST, Declared, Scope
from dsl.checking.framings import Framings
from dsl.checking.nodes import head_span, head_word
from dsl.checking.questions.following import Following
from dsl.checking.questions.judging import Judging
from dsl.checking.questions.readings import check_scripted
from dsl.checking.questions.statements import (
    Statement,
    Statements,
    first_of,
    items_of,
    of_kind,
)
from dsl.checking.space import Region
from dsl.checking.words.braces import Braces
from dsl.diagnostic import Pointer, Span
from dsl.record import record, replace
from dsl.words import folded

MOST_CHOICES = 26
MOST_POINTS = 10_001
"""So many points a scale may have, such as a number line from 0 to 10,000."""

_SETTINGS: tuple[type[tree.QuestionItem], ...] = (
    tree.Rate, tree.Labels, tree.Worth, tree.Guards, tree.IfFailedNode, tree.PassWith,
    tree.ScoredBy, tree.Keep, tree.Then,
)  # fmt: skip


@record
class CheckedQuestion:
    """A resolved question and what later checks need beside it."""

    question: ex.QuestionStep
    tree: tree.QuestionNode
    placed: tuple[Statement, ...]


class Questions:
    """Resolves the questions of one script."""

    def __init__(self, declared: Declared, braces: Braces, framings: Framings) -> None:
        self.declared = declared
        self.braces = braces
        self.statements = Statements(declared)
        self.judging = Judging(declared, braces)
        self.framings = framings
        self.following = Following(declared, braces, self.statements)
        self.found = declared.found
        self.space = declared.space

    def question(
        self, asked: tree.QuestionNode, scope: Scope, kept: Mapping[str, Region]
    ) -> CheckedQuestion:
        """A question with everything resolved, for the combinations that reach it."""
        reach = scope.reach or 0
        judging = replace(scope, kept=kept)
        placed = tuple(self.statements.flat(asked.items, ex.ALWAYS, reach))
        self._once(asked, placed)
        forms = self._forms(asked, placed, reach, scope)
        choices = self._choices(placed, scope)
        rating = self._rating(placed, scope)
        keep = first_of(placed, tree.Keep)
        group = first_of(placed, tree.ItemGroup)
        question = ex.QuestionStep(
            kind=self.judging.kind(asked, placed),
            name=asked.name.text,
            says=tuple(self._says(placed, scope)),
            forms=forms,
            choices=choices,
            order=self._order(placed),
            once=any(one.once for one in items_of(placed, tree.Choices)),
            rating=rating,
            keep=None if keep is None else keep.name.text,
            rubric=self.judging.rubric(asked, placed, reach, judging),
            span=asked.name.span,
            reversed=any(one.item.reversed for one in of_kind(placed, tree.ItemNode)),
            steering=self.following.steering(asked, placed, scope),
            framed=self.framings.around(asked, scope),
            readings=self.following.readings(asked, placed, scope),
            group="" if group is None else group.name,
            turns=None if group is None else group.turns,
            format="" if group is None else group.format,
            control="" if group is None else group.control,
        )
        return CheckedQuestion(question, asked, placed)

    def scripted(self, step: tree.ParticipantNode, scope: Scope) -> ex.Scripted:
        """A reply that is put into the participant's mouth."""
        reply = self.braces.prose(step.words, scope)
        check_scripted(step, reply, scope, self.declared)
        return ex.Scripted(reply)

    def _says(
        self, placed: Sequence[Statement], scope: Scope
    ) -> Iterator[tuple[ex.Case[ex.Template], ...] | ex.Show]:
        """What is said and shown before the question, in the order written."""
        for one in placed:
            if isinstance(one.item, tree.SayNode):
                yield self.statements.words(one.item.words, one, scope, self.braces.prose)
            elif isinstance(one.item, tree.ShowNode):
                words = self.statements.words(one.item.words, one, scope, self.braces.prose)
                yield self.statements.picture(one.item, words)

    def _once(self, asked: tree.QuestionNode, placed: Sequence[Statement]) -> None:
        """Settings that hold for a whole question: one of each, and not under `when`."""
        for kind in _SETTINGS:
            ours = of_kind(placed, kind)
            for one in ours:
                if one.guard != ex.ALWAYS:
                    head = head_word(one.item)
                    self.found.add(
                        faults.questions.FixedUnderWhen(span=head_span(one.item), head=head)
                    )
            self.found.once([one.item for one in ours], asked.name.text)
        unguarded = [one.item for one in of_kind(placed, tree.Choices) if one.guard == ex.ALWAYS]
        self.found.once(unguarded, asked.name.text)

    def _forms(
        self, asked: tree.QuestionNode, placed: Sequence[Statement], reach: Region, scope: Scope
    ) -> tuple[ex.Form, ...]:
        names: dict[str, str] = {}
        cases: dict[str, list[ex.Case[ex.Template]]] = {}
        regions: dict[str, Region] = {}
        spans: dict[str, Span] = {}
        covered = 0
        for one in of_kind(placed, tree.Ask):
            form = folded(one.item.form.text) if one.item.form else ""
            span = one.item.form.span if one.item.form else head_span(one.item)
            if regions.get(form, 0) & one.reach:
                self._form_twice(asked, one.item, span, spans[form])
            names.setdefault(form, one.item.form.text if one.item.form else "")
            spans.setdefault(form, span)
            regions[form] = regions.get(form, 0) | one.reach
            covered |= one.reach
            cases.setdefault(form, []).extend(
                self.statements.words(one.item.words, one, scope, self.braces.prose)
            )
        several = asked.kind is not tree.QuestionKind.EXPLORING
        if (
            several
            and "" in cases
            and len(cases) > 1
            and any(regions[""] & regions[form] for form in cases if form)
        ):
            self.found.add(faults.questions.FormMissing(span=spans[""], question=asked.name.text))
        if left := reach & ~covered:
            cell = self.space.describe(left, reach)
            self.found.add(
                faults.questions.AskMissing(
                    span=asked.name.span,
                    name=asked.name.text,
                    cell=cell,
                    kind=asked.kind.value,
                    partly=bool(cases),
                )
            )
        return tuple(ex.Form(names[form], tuple(cases[form])) for form in cases)

    def _form_twice(self, asked: tree.QuestionNode, ask: tree.Ask, span: Span, first: Span) -> None:
        if ask.form is not None:
            self.found.declared_twice("form", ask.form, first)
            return
        pointers = (Pointer(first, "first here"),)
        self.found.add(
            faults.questions.StatementTwice(
                span=span, head="ask", of=asked.name.text, pointers=pointers
            )
        )

    def _choices(
        self, placed: Sequence[Statement], scope: Scope
    ) -> tuple[ex.Case[tuple[ex.Template, ...]], ...]:
        cases: list[ex.Case[tuple[ex.Template, ...]]] = []
        for one in of_kind(placed, tree.Choices):
            options = partial(self._options, one.item)
            cases.extend(self.statements.words(one.item.words, one, scope, options))
        return tuple(cases)

    def _options(
        self, item: tree.Choices, words: tree.Prose, scope: Scope
    ) -> tuple[ex.Template, ...]:
        """The choices of one list, one a line."""
        if self.judging.in_one_line(item, words, "choices", several=True):
            return ((LOST,),)
        count = len(words.lines)
        options = self.braces.lines(words, scope)
        if not 2 <= count <= MOST_CHOICES:
            self.found.add(
                faults.questions.ChoicesCount(span=words.span, count=count, most=MOST_CHOICES)
            )
        return options

    def _order(self, placed: Sequence[Statement]) -> ex.Order:
        orders = [choices.order for choices in items_of(placed, tree.Choices)]
        return ex.Order(next((order for order in orders if order), ex.Order.FIXED.value))

    def _rating(self, placed: Sequence[Statement], scope: Scope) -> ex.Rating | None:
        labels, rate = first_of(placed, tree.Labels), first_of(placed, tree.Rate)
        if rate is None:
            if labels is not None:
                self.found.add(
                    faults.questions.LabelsCount(span=head_span(labels), points=0, count=0)
                )
            return None
        if first_of(placed, tree.Choices) is not None:
            self.found.add(faults.questions.ChoicesAndRating(span=rate.span))
        if rate.low >= rate.high:
            self.found.add(
                faults.questions.RatingOrder(span=rate.span, low=rate.low, high=rate.high)
            )
        points = rate.high - rate.low + 1
        if points > MOST_POINTS:
            self.found.add(
                faults.questions.TooManyPoints(span=rate.span, count=points, most=MOST_POINTS)
            )
            return None
        words = self.braces.lines(labels.words, scope) if labels else ()
        in_one_line = labels is not None and self.judging.in_one_line(
            labels, labels.words, "labels", several=True
        )
        if in_one_line:
            words = ((LOST,),) * max(points, 0)
        elif labels is not None and rate.low < rate.high and len(words) != points:
            self.found.add(
                faults.questions.LabelsCount(
                    span=head_span(labels), points=points, count=len(words)
                )
            )
        return ex.Rating(rate.low, rate.high, words)
