"""E54x, E55x and others: questions: what is asked, what may be answered, and how it is judged."""

from __future__ import annotations

import re

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class NotAmongChoices(NoneOfThese):
    """A key or lure is none of the choices."""

    code = "E546"
    title = "`{name}` is not one of the choices{place}"
    caret = "nobody can choose this"
    remedy = "write it as under `choices`"


class ChoicesCount(Fault):
    """A question with too few choices, or too many for letters."""

    code = "E547"
    title = "a question has 2 to {most} choices, not {count}"
    caret = "{count} here"
    remedy = "write each choice on its own line"

    count: int
    most: int


class ChoiceTwice(Fault):
    """Two choices read the same."""

    code = "E548"
    title = "two choices read `{text}`{place}"
    caret = "the same as another"
    remedy = "change or remove one"

    text: str


class ChoicesAndRating(Fault):
    """Both `choices` and `rate`."""

    code = "E549"
    title = "a question has `choices` or `rate`, not both"
    caret = "a second way to answer"
    remedy = "make it two questions"


class LabelsCount(Fault):
    """Labels that do not fit the points of a rating."""

    code = "E550"
    title = "there are {count} labels for {points} points"
    caret = "one label for each point"

    points: int
    count: int

    def help(self) -> str:
        """How many labels there must be."""
        if not self.points:
            return "labels belong to a rating: write `rate 1 to 5` above them"
        return (
            f"write {self.points} labels, each on its own line; or none, and say in the question "
            "what the ends mean"
        )


class RatingOrder(Fault):
    """A rating from high to low."""

    code = "E551"
    title = "a rating goes from low to high, not from {low} to {high}"
    caret = "no points between"

    low: int
    high: int

    def help(self) -> str:
        """The mended line."""
        low, high = sorted((self.low, self.high))
        return f"write: rate {low} to {high if high > low else high + 4}"


class TooManyPoints(Fault):
    """A scale of more points than anybody rates on."""

    code = "E430"
    title = "a scale has at most {most:,} points, not {count:,}"
    caret = "too many to choose from"
    remedy = "write fewer, or ask for a number without a scale: answer number within 1: 11"
    bound = True

    count: int
    most: int


class AnswerQuantity(Fault):
    """A list of answers without a quantity."""

    code = "E552"
    title = "these {count} answers do not say how many are needed"
    caret = "all of them, or any of them?"
    remedy = "write `answer all of` or `answer any of`"

    count: int


class LureQuantity(Fault):
    """`wrong all of` or `wrong none of`."""

    code = "E553"
    title = "`{head}` only takes `any of`"
    caret = "each line counts separately"
    remedy = "write `{head}:`, one per line"

    head: str


class NoAnswer(Fault):
    """A test or control without an answer."""

    code = "E554"
    title = "the {kind} `{name}` has no answer{place}"
    caret = "cannot be scored"
    remedy = (
        "add `answer: ...`, or `scored by coders`; to keep a reply unscored, make it a `record`"
    )

    kind: str
    name: str


class SwallowedAnswer(Fault):
    """A question whose answer is set deeper than what is asked, and so is read as its words.

    `word` is the first statement that is read so: the answer, or one above it.
    """

    code = "E563"
    title = "this `{word}` is indented, so it is read as words of `{head}`"
    caret = "would be sent to the participant"
    remedy = "indent `{head}` and the lines below it alike"

    word: str
    head: str


class NothingToJudge(Fault):
    """`wrong` or `half` on a question that is not scored and has no answer."""

    code = "E555"
    title = "`{name}` has `{head}` but no answer"
    caret = "no answer to compare with"
    remedy = "add `answer: ...`, or remove it"

    head: str
    name: str


class AskMissing(Fault):
    """A question without words."""

    code = "E556"
    title = "`{name}` asks nothing{place}"
    caret = "no `ask`"

    name: str
    kind: str
    partly: bool = False
    """Whether it asks something in other cells: its `ask` is under `when`, or `by` a factor."""

    def help(self) -> str:
        """What to add, or where to put the `when`."""
        if self.partly:
            return (
                f"its `ask` is under `when`: put the `when` around the {self.kind}, not inside "
                "it; or add an `ask` for the other levels"
            )
        return "add `ask: ...`"


class FormMissing(Fault):
    """One form is named, the other is not."""

    code = "E557"
    title = "the forms of `{question}` are not all named"
    caret = "this one has no name"
    remedy = "name each of them: `ask NAME: ...`"

    question: str


class StatementTwice(Fault):
    """A statement of which there can be one is there twice."""

    code = "E558"
    title = "`{of}` has `{head}` twice"
    caret = "given before"
    remedy = "keep one of them"

    head: str
    of: str


class FixedUnderWhen(Fault):
    """A setting of the whole question is under `when`."""

    code = "E559"
    title = "`{head}` applies to the whole question"
    caret = "under a condition here"
    remedy = "put it outside the `when`; for two ways to judge, write two questions"

    head: str


class GateOfNoControl(Fault):
    """`guards` or `if failed` on a question that is no control."""

    code = "E560"
    title = "`{head}` belongs to a control question, and this is a {kind}"
    caret = "not a control"
    remedy = "make the question a `control`, or remove this"

    head: str
    kind: str


class TestsOnly(Fault):
    """`worth` or `own` on a question that is not scored."""

    code = "E561"
    title = "`{head}` belongs to a test, and this is a {kind}"
    caret = "only tests count"
    remedy = "remove it, or make the question a `test`"

    head: str
    kind: str


class EvenTwo(Fault):
    """`answer equally often` with other than two answers."""

    code = "E565"
    title = "`answer equally often` names two answers, not {count}"
    caret = "{count} here"
    remedy = "name two of the choices, one a line; any other choice counts as neither of them"

    count: int


class EvenWithMore(Fault):
    """Something that would make an answer right, in a question with `answer equally often`."""

    code = "E566"
    title = "no answer to `{name}` is right in one trial, but it has `{head}`"
    caret = "goes with a right answer"
    remedy = "remove it, or write two tests under `when`, one with a right answer and one without"

    head: str
    name: str


class EvenWithoutChoices(Fault):
    """`answer equally often` for an open question."""

    code = "E567"
    title = "`answer equally often` needs `choices`{place}"
    caret = "an open question may be answered in any number of ways"
    remedy = "offer both answers under `choices rotated:`"


class GuardsUnmet(Fault):
    """A control and the test it guards are never in one session."""

    code = "E562"
    title = "`{control}` and `{test}` are never asked in the same version"
    caret = "guards nothing"
    remedy = "put both under the same `when`"

    control: str
    test: str


class NothingToWeigh(Fault):
    """A question scored by likelihood that names fewer than two answers."""

    code = "E583"
    title = "`{name}` has fewer than two answers to weigh{place}"
    caret = "which answers?"
    remedy = "write its `choices`, or its `answer` and what is `wrong`"

    name: str


class NotOneAnswer(Fault):
    """A question scored by likelihood whose key is no single one of the answers weighed."""

    code = "E584"
    title = "`{name}` cannot be scored by likelihood: {what}"
    caret = "weighs one answer against others"

    name: str
    what: str
    instead: str

    def help(self) -> str:
        """How to ask it so that it can be weighed, or to score it otherwise."""
        return f"{self.instead}, or remove `scored by likelihood`"


class NotOnScale(Fault):
    """A key or lure of a rating is none of its points."""

    code = "E598"
    title = "`{text}` is not a point of the scale from {low} to {high}{place}"
    caret = "nobody can answer this"

    text: str
    low: int
    high: int
    labels: tuple[str, ...]

    def help(self) -> str:
        """What can be written instead: a number, the label of one, or a range."""
        ends = re.fullmatch(r"(\d+)\s*(?:to|-|\u2013)\s*(\d+)", self.text.strip())
        if ends is not None:
            return f"write `answer rating {ends[1]} to {ends[2]}`, without a colon"
        points = f"write a number from {self.low} to {self.high}"
        return f"{points}, or a label: {', '.join(self.labels)}" if self.labels else points


class NameOfTwoPoints(Fault):
    """A label of a scale is what another point is called."""

    code = "E599"
    title = "`{text}` is the label of point {point} and also names point {other}{place}"
    caret = "this reply could mean either"
    remedy = "give point {point} a label that is neither the number nor the label of another point"

    text: str
    point: str
    other: str


class WithoutWords(Fault):
    """What is asked, offered, right or replied is an empty cell of a table or file."""

    code = "E429"
    title = "`{head}`{of} has no words{place}"
    caret = "an empty cell"
    remedy = "fill in the cell, or leave the row out"

    head: str
    of: str = ""
    """The question, as ` of `NAME``."""


class ListInOneLine(Fault):
    """Several members of a list in one line, with commas between them."""

    code = "E424"
    title = "a list has one item per line; this line has {count}"
    caret = "commas do not separate items"

    count: int
    head: str
    members: tuple[str, ...]

    def help(self) -> str:
        """Both ways to write it: as several members, and as one that holds a comma."""
        lines = ", ".join(f"`{one}`" for one in self.members)
        return (
            f"below `{self.head}:` write each on its own line: {lines}; if it is a single item "
            "with a comma in it, put it on the line below"
        )
