"""E76x: training to a criterion."""

from __future__ import annotations

from dsl.diagnostic import Fault


class TrainedTwice(Fault):
    """One training is done twice in a session, in a loop or by a routine."""

    code = "E760"
    title = "the training `{name}` is done more than once"
    caret = "which of them would count?"
    remedy = "do it once; a second training is a `train` with a name of its own"

    name: str


class NoCriterion(Fault):
    """`train` without a criterion, or without a bound."""

    code = "E761"
    title = "`train` does not say {missing}"
    caret = "a name, a criterion and a bound"

    missing: str
    name: str
    meant: str = ""
    """What follows `train` where the line says it in another form."""

    def help(self) -> str:
        """Words to write, or an example."""
        if self.meant:
            return f"write `train {self.meant}`"
        return (
            f"write, for example, `train {self.name} until 3 right in a row, at most 12 questions`"
        )


class NeverReached(Fault):
    """A criterion that no replies can meet."""

    code = "E762"
    title = "{criterion} cannot be reached in {within}"
    caret = "no replies meet this"
    remedy = "ask for fewer right replies, or allow more questions"

    criterion: str
    within: str


class WindowTooLong(Fault):
    """A criterion on more of the last replies than can be followed."""

    code = "E763"
    title = "a criterion can look at the last {most} replies at most"
    caret = "more than {most}"
    remedy = "look at fewer of the last replies"

    most: int


class NoAction(Fault):
    """Nothing is said of those who do not reach the criterion."""

    code = "E764"
    title = "`train` does not say what failing does"
    caret = "the criterion may not be reached"
    remedy = "end it with `if failed exclude`, `if failed score zero` or `if failed count anyway`"


class OneQuestion(Fault):
    """A training without a question, or with several."""

    code = "E765"
    title = "a criterion is on one question; here {found}"
    caret = "one `practice`, around which other things are said"
    remedy = "ask one `practice` in it; rows of a table make it a different one each time"

    found: str


class NotPractice(Fault):
    """What is trained counts."""

    code = "E766"
    title = "`{name}` is trained, and is a `{kind}`"
    caret = "it is asked as often as a participant needs"
    remedy = "make it a `practice`; ask what counts after `train`"

    name: str
    kind: str


class NotInTraining(Fault):
    """A step that makes no sense, or leaves the bound open, in a training."""

    code = "E767"
    title = "`{what}` cannot be in `train`"
    caret = "only the question that is trained takes a reply here"
    remedy = "put it before or after the training"

    what: str


class NotAlwaysAsked(Fault):
    """The question that is trained is not asked in every pass."""

    code = "E768"
    title = "`{name}` is trained, and not asked in every pass"
    caret = "under a `when`"
    remedy = "put the `when` around `train`"

    name: str


class NothingTested(Fault):
    """A training on a copy of the conversation on which nothing counts."""

    code = "E769"
    title = "`{name}` is trained on a copy of its own, and no test is asked there"
    caret = "what is asked on other copies knows nothing of it"
    remedy = "put the training and its tests in one `scene`, or the training before `separately`"

    name: str
