"""One question as one participant gets it: its choices in the order of its draw, and its key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl import experiment as ex
from dsl import trial
from dsl.drawing.orders import Orders
from dsl.expanding.filling import Filler
from dsl.expanding.following import outcomes_of
from dsl.expanding.guards import choose, holds
from dsl.expanding.keying import Keys
from dsl.experiment import Order, Scorer, Template
from dsl.record import record, replace, working
from dsl.tree import QuestionKind

RATING_LINE = "Rating"
ANSWER_LINE = "Answer"
"""How the line begins that a rating in a wave is read on, if a reply has such a line."""

Row = Mapping[str, Template]
"""A row of a table or machine: a template for each column."""


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
    steers: bool = False
    """Whether words depend on replies somewhere."""
    in_waves: bool = False
    """Whether questions are asked in waves."""


@working
class QuestionBuilder:
    """Builds the questions of one session."""

    story: Story
    version: str
    orders: Orders
    draw: int

    def question(
        self, question: ex.QuestionStep, form: ex.Form, filler: Filler, row: int
    ) -> trial.Question:
        """The question with its choices in the order of this draw, in a row of the loops around it,
        which counts over all of them from 0.
        """
        written = choose(question.choices, filler.levels) or ()
        order = self.orders.order(
            question.order,
            len(written),
            self._turn(question),
            purpose="choices",
            # Both versions of an item have their choices in one order, to be read at one rotation.
            key=_order_key(self.version, question.control or question.name, form.name),
            family=self.story.choice_orders[question.name],
            slots=self.story.choice_slots.get(question.name, ()),
            row=row if self.story.each_row_its_order and not question.once else 0,
        )
        if question.kind is QuestionKind.EVEN and question.order is Order.ROTATED:
            order = self._either_first(question, form, filler, order)

        def made(filler: Filler, question: ex.QuestionStep) -> trial.Question:
            return self._made(question, form, filler, order)

        if filler.cache is None:
            return made(filler, question)
        return filler.cache.cached(question, form.name, filler, made, order)

    def _turn(self, question: ex.QuestionStep) -> int:
        """The draw, counted over those in which the question is asked."""
        if question.turns is None:
            return self.draw
        asked, of = question.turns
        return self.draw // of * asked + self.draw % of

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
        layout = choose(question.layouts, filler.levels)
        if layout is not None and layout.weighed:
            key = replace(key, scorer=Scorer.LIKELIHOOD)
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
            pass_with=question.rubric.pass_with,
            keep=question.keep,
            own=any(holds(guard, filler.levels) for guard in question.rubric.own),
            reversed=question.reversed,
            answer_line=self._answer_line(question, filler),
            outcomes=outcomes_of(question.steering, filler, options, order),
            readings=outcomes_of(question.readings, filler, options, order),
            group=question.group,
            format=question.format,
            layout=layout,
            machine=self.story.keys.machine_answers(question.rubric, filler),
        )

    def _answer_line(self, question: ex.QuestionStep, filler: Filler) -> str:
        """On which line of its own a reply is read, where it has one: agents give their reasons
        beside an answer.
        """
        framed = choose(question.framed, filler.levels) or ex.Framed()
        if framed.answer_line or not self.story.in_waves:
            return framed.answer_line
        if question.rating is not None:
            return RATING_LINE
        in_words = question.kind is QuestionKind.RECORD and not question.choices
        return "" if in_words else ANSWER_LINE


def choice_orders(versions: Sequence[str], question: str, forms: Iterable[str]) -> tuple[str, ...]:
    """The keys of the orders of a question's choices, in all versions and forms."""
    named = tuple(forms)
    return tuple(_order_key(version, question, form) for version in versions for form in named)


def here(version: str, key: str) -> str:
    """The key of a choice of order, with the version: each has orders of its own."""
    return f"{version} / {key}" if version else key


def _order_key(version: str, question: str, form: str) -> str:
    """The key of the order of a question's choices; each form has one of its own."""
    return here(version, f"{question}, {form}" if form else question)
