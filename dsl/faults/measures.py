"""E711 to E719: passes and totals, and gates of several rows."""

from __future__ import annotations

from dsl.diagnostic import Fault


class AskedSeveralTimes(Fault):
    """A criterion names one reply to a question that has several."""

    code = "E711"
    title = "`{name}` is asked {count} times{place}"
    caret = "which of its replies?"

    name: str
    count: int

    def help(self) -> str:
        """How many of its replies must be right."""
        return f"say how many must be right: `{self.count - 1} of {self.count} {self.name} right`"


class CountDoesNotFit(Fault):
    """A criterion of K of N where there are not N, or K cannot be reached."""

    code = "E712"
    title = "`{least} of {of}` does not fit: {why}{place}"
    caret = "not so many"

    least: int
    of: int
    count: int
    why: str

    def help(self) -> str:
        """A criterion that fits."""
        if self.count < 1:
            return "count the rows of a loop, or the questions of a list"
        least = min(max(self.least, 1), self.count)
        return f"write `{least} of {self.count}`, or another number from 1 to {self.count}"


class NothingToMeasure(Fault):
    """A criterion names a question whose replies are not right, wrong or a choice."""

    code = "E713"
    title = "a measure cannot count the replies to `{name}`"
    caret = "a single reply has no outcome"

    name: str
    even: bool

    def help(self) -> str:
        """What gives the question outcomes."""
        if self.even:
            return "leave it out: a question with `answer equally often` is scored over draws"
        return "give it `choices` or an `answer`, or leave it out of the measure"


class NotTwoRatings(Fault):
    """What is compared are not two ratings on one scale."""

    code = "E714"
    title = "`{first}` and `{second}` are not two ratings on one scale"
    caret = "cannot be compared"
    remedy = "give both questions the same `rate`, for example `rate 1 to 5`"

    first: str
    second: str


class NeverTogether(Fault):
    """Questions of a measure that no version of a run asks together."""

    code = "E715"
    title = "`{name}` never has a value: no version of a run asks {questions}"
    caret = "not asked together"
    remedy = "measure questions of one version; a `contrast` compares versions"

    name: str
    questions: str


class ReadTwoWays(Fault):
    """A line that can be read in two ways, because names hold its joining words."""

    code = "E716"
    title = "this line can be read in two ways: {first}; or {second}"
    caret = "two meanings"
    remedy = "give the measure or the question a name without ` when `, ` and `, ` or ` and ` of `"

    first: str
    second: str


class AndWithOr(Fault):
    """A criterion joined by `and` and by `or`."""

    code = "E717"
    title = "`and` and `or` are both in this line"
    caret = "which is joined first?"
    remedy = "write a pass for each part, or use one of the two words"


class NotAMeasure(Fault):
    """A line that is no pass, no total and no gate of several rows."""

    code = "E718"
    title = "`{words}` does not say {what}"
    caret = "cannot be read"
    remedy = "write `{example}`"

    words: str
    what: str
    example: str


class GateOfNoRows(Fault):
    """`pass with` on what is no control in a loop."""

    code = "E719"
    title = "`pass with` is for a control in a loop; `{name}` is {what}"
    caret = "no rows to count"
    remedy = "remove it, or ask the control in a `for each row of` or `repeat`"

    name: str
    what: str
