"""E54x, E55x: questions: what is asked, what may be answered, and how it is judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import suggestion, where


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAChoice(Fault):
    """A key or lure is none of the choices."""

    code: ClassVar[str] = "E546"
    title: ClassVar[str] = "`{text}` is not one of the choices{place}"
    caret: ClassVar[str] = "nobody can choose this"

    text: str
    cell: str
    close: str | None
    options: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))

    def help(self) -> str:
        """The choice that is meant, else all of them."""
        return suggestion(self.close, self.options, "write it as it stands under `choices`")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesCount(Fault):
    """A question with too few choices, or too many for letters."""

    code: ClassVar[str] = "E547"
    title: ClassVar[str] = "a question has 2 to {most} choices, not {count}"
    caret: ClassVar[str] = "{count} here"
    remedy: ClassVar[str] = "write each choice on a line of its own"

    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTwice(Fault):
    """Two choices read the same."""

    code: ClassVar[str] = "E548"
    title: ClassVar[str] = "two choices read `{text}`{place}"
    caret: ClassVar[str] = "the same as another"
    remedy: ClassVar[str] = "make them differ, or take one away"

    text: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesAndRating(Fault):
    """Both `choices` and `rate`."""

    code: ClassVar[str] = "E549"
    title: ClassVar[str] = "a question has `choices` or `rate`, not both"
    caret: ClassVar[str] = "a second way to answer"
    remedy: ClassVar[str] = "make it two questions"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsCount(Fault):
    """Labels that do not fit the points of a rating."""

    code: ClassVar[str] = "E550"
    title: ClassVar[str] = "there are {count} labels for {points} points"
    caret: ClassVar[str] = "one label for each point"

    points: int
    count: int

    def help(self) -> str:
        """How many labels there must be."""
        if not self.points:
            return "labels belong to a rating: write `rate 1 to 5` above them"
        return f"write {self.points} labels, each on a line of its own, or none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingOrder(Fault):
    """A rating from high to low."""

    code: ClassVar[str] = "E551"
    title: ClassVar[str] = "a rating goes from low to high, not from {low} to {high}"
    caret: ClassVar[str] = "no points between"
    remedy: ClassVar[str] = "write: rate {high} to {low}"

    low: int
    high: int

    def help(self) -> str:
        """The mended line."""
        low, high = sorted((self.low, self.high))
        return f"write: rate {low} to {high if high > low else high + 4}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuantity(Fault):
    """A list of answers without a quantity."""

    code: ClassVar[str] = "E552"
    title: ClassVar[str] = "these {count} answers leave open how many are needed"
    caret: ClassVar[str] = "all of them, or any of them?"
    remedy: ClassVar[str] = "write `answer all of` or `answer any of`"

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LureQuantity(Fault):
    """`wrong all of` or `wrong none of`."""

    code: ClassVar[str] = "E553"
    title: ClassVar[str] = "`{head}` takes no other quantity than `any of`"
    caret: ClassVar[str] = "each line counts by itself"
    remedy: ClassVar[str] = "write `{head}:`, one to a line"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer(Fault):
    """A test or control without an answer."""

    code: ClassVar[str] = "E554"
    title: ClassVar[str] = "the {kind} `{name}` has no answer{place}"
    caret: ClassVar[str] = "nothing to score it by"
    remedy: ClassVar[str] = (
        "add `answer: ...`, or `scored by coders`; to keep a reply unscored, make it a `record`"
    )

    kind: str
    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class SwallowedAnswer(Fault):
    """A line meant as the answer is set deeper than what is asked, and so is read as its words."""

    code: ClassVar[str] = "E563"
    title: ClassVar[str] = "this `answer` is read as words of `{head}`, as it is set deeper"
    caret: ClassVar[str] = "would be said to the participant"
    remedy: ClassVar[str] = "set `{head}` and the lines below it in alike"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToJudge(Fault):
    """`wrong` or `half` on a question that is not scored and has no answer."""

    code: ClassVar[str] = "E555"
    title: ClassVar[str] = "`{head}` stands in `{name}`, which has no answer"
    caret: ClassVar[str] = "no answer to compare with"
    remedy: ClassVar[str] = "add `answer: ...`, or take it away"

    head: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMissing(Fault):
    """A question without words."""

    code: ClassVar[str] = "E556"
    title: ClassVar[str] = "`{name}` asks nothing{place}"
    caret: ClassVar[str] = "no `ask`"

    name: str
    cell: str
    kind: str
    partly: bool = False
    """Whether it asks something in other cells: its `ask` stands under `when`, or `by` a factor."""

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))

    def help(self) -> str:
        """What to add, or where to put the `when`."""
        if self.partly:
            return (
                f"its `ask` stands under `when`: put the `when` around the {self.kind}, not inside "
                "it; or add an `ask` for the other levels"
            )
        return "add `ask: ...`"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormMissing(Fault):
    """One form is named, the other is not."""

    code: ClassVar[str] = "E557"
    title: ClassVar[str] = "the forms of `{question}` are not all named"
    caret: ClassVar[str] = "this one has no name"
    remedy: ClassVar[str] = "name each of them: `ask NAME: ...`"

    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementTwice(Fault):
    """A statement of which there can be one is there twice."""

    code: ClassVar[str] = "E558"
    title: ClassVar[str] = "`{head}` is there twice in `{of}`"
    caret: ClassVar[str] = "once before"
    remedy: ClassVar[str] = "keep one of them"

    head: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedUnderWhen(Fault):
    """A setting of the whole question stands under `when`."""

    code: ClassVar[str] = "E559"
    title: ClassVar[str] = "`{head}` holds for the whole question"
    caret: ClassVar[str] = "under a condition here"
    remedy: ClassVar[str] = "put it outside the `when`; for two ways to judge, write two questions"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOfNoControl(Fault):
    """`guards` or `if failed` on a question that is no control."""

    code: ClassVar[str] = "E560"
    title: ClassVar[str] = "`{head}` belongs to a control question, and this is a {kind}"
    caret: ClassVar[str] = "not a control"
    remedy: ClassVar[str] = "make the question a `control`, or take this away"

    head: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthOfNoTest(Fault):
    """`worth` on a question that is not scored."""

    code: ClassVar[str] = "E561"
    title: ClassVar[str] = "a {kind} is worth nothing"
    caret: ClassVar[str] = "only a test counts"
    remedy: ClassVar[str] = "take it away, or make the question a `test`"

    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardsUnmet(Fault):
    """A control and the test it guards are never in one session."""

    code: ClassVar[str] = "E562"
    title: ClassVar[str] = "`{control}` and `{test}` are never asked in the same version"
    caret: ClassVar[str] = "guards nothing"
    remedy: ClassVar[str] = "put both under the same `when`"

    control: str
    test: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToWeigh(Fault):
    """A question scored by likelihood that names fewer than two answers."""

    code: ClassVar[str] = "E583"
    title: ClassVar[str] = "`{name}` has fewer than two answers to weigh{place}"
    caret: ClassVar[str] = "which answers?"
    remedy: ClassVar[str] = "write its `choices`, or its `answer` and what is `wrong`"

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOneAnswer(Fault):
    """A question scored by likelihood whose key is no single one of the answers weighed."""

    code: ClassVar[str] = "E584"
    title: ClassVar[str] = "`{name}` cannot be scored by likelihood: {what}"
    caret: ClassVar[str] = "weighs one answer against others"

    name: str
    what: str
    instead: str

    def help(self) -> str:
        """How to ask it so that it can be weighed, or to score it otherwise."""
        return f"{self.instead}, or take `scored by likelihood` away"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOnScale(Fault):
    """A key or lure of a rating is none of its points."""

    code: ClassVar[str] = "E598"
    title: ClassVar[str] = "`{text}` is no point of the scale from {low} to {high}{place}"
    caret: ClassVar[str] = "nobody can answer this"

    text: str
    cell: str
    low: int
    high: int
    labels: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))

    def help(self) -> str:
        """What can be written instead: a number, or the label of one."""
        points = f"write a number from {self.low} to {self.high}"
        return f"{points}, or a label: {', '.join(self.labels)}" if self.labels else points


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOfTwoPoints(Fault):
    """A label of a scale is what another point is called."""

    code: ClassVar[str] = "E599"
    title: ClassVar[str] = (
        "`{text}` is the label of point {point}, and names point {other}, too{place}"
    )
    caret: ClassVar[str] = "a reply of this could mean either"
    remedy: ClassVar[str] = (
        "give point {point} a label that is neither the number nor the label of another point"
    )

    text: str
    point: str
    other: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInOneLine(Fault):
    """Several members of a list in one line, with commas between them."""

    code: ClassVar[str] = "E424"
    title: ClassVar[str] = "a list has one member a line, and these {count} stand in one"
    caret: ClassVar[str] = "commas do not divide it"

    count: int
    head: str
    members: tuple[str, ...]

    def help(self) -> str:
        """Both ways to write it: as several members, and as one that holds a comma."""
        lines = ", ".join(f"`{one}`" for one in self.members)
        return (
            f"below `{self.head}:` write each on a line of its own: {lines}; if it is a single one "
            "with a comma in it, put it on the line below"
        )
