"""E7xx and W7xx: what follows a reply: outcomes, their arms, and lines that name them."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class NoOutcome(Fault):
    """A line hangs on a question whose replies no rule of the script reads."""

    code = "E701"
    title = "what follows `{name}` cannot depend on its reply"
    caret = "no rule of the script reads this reply"

    name: str
    by_coders: bool = False

    def help(self) -> str:
        """What gives the question outcomes."""
        if self.by_coders:
            return "coders come later: give it choices, or an answer without `scored by coders`"
        return "give it `choices` (its outcomes are the choices), or an `answer` (right, wrong)"


class OutcomeWithoutArm(Fault):
    """An outcome of a question after which the script does not say what is said."""

    code = "E702"
    title = "there is no arm for a reply to `{name}` that is {missing}"
    caret = "what is said then?"
    remedy = "add an arm: {first}: ... (or `otherwise: ...`; `otherwise: {{nothing}}` says nothing)"

    name: str
    missing: str
    first: str


class UnknownOutcome(NoneOfThese):
    """An arm for what is no outcome of the question."""

    code = "E703"
    title = "`{name}` is not an outcome of `{question}`"
    caret = "no reply is read as this"
    remedy = "give the question an answer or choices"

    question: str


class OutcomeTwice(Fault):
    """Two arms for one outcome."""

    code = "E704"
    title = "`{outcome}` has an arm already"
    caret = "a second arm"
    remedy = "join the words in one arm"

    outcome: str


class NotAskedBefore(Fault):
    """A line names the outcome of a question that has not surely been asked by then."""

    code = "E705"
    title = "`{name}` has not been asked before this line{place}"
    caret = "its reply is not known here"

    name: str
    elsewhere: bool
    """It is asked on a copy of the conversation that this line does not see."""
    loop: int
    """So often it is asked in a loop that has ended; 0 if in none."""

    def help(self) -> str:
        """Where the line can stand."""
        if self.loop:
            return (
                f"it is asked {self.loop} times: put this line inside the loop, after the question"
            )
        if self.elsewhere:
            return f"put this line where `{self.name}` is asked: on the same copy, and after it"
        return (
            f"ask `{self.name}` before it, in the same conversation, "
            "not under `in any order` or a `when` that leaves it out"
        )


class ScoredOnSomePaths(Fault):
    """A scored question that is asked after some replies only."""

    code = "E706"
    title = "`{name}` is scored, and is asked only after some replies to {after}"
    caret = "participants would not be scored on the same questions"
    remedy = "make it a `record`, or ask it after every reply"

    name: str
    after: str


class TooManyPaths(Fault):
    """More combinations of outcomes than can be checked."""

    code = "E707"
    title = "the outcomes of {named} come to {count} paths"
    caret = "at most {most} can be checked"
    remedy = "let fewer lines depend on replies: only outcomes that a line names count"
    bound = True

    count: int
    most: int
    named: str


class NothingChosen(Fault):
    """What was chosen is said back where nothing may have been."""

    code = "E708"
    title = "`{{{name}}}` has no words{place}: nothing was chosen"
    caret = "the reply to `{question}` may name no choice"
    remedy = "put this under `unless {question} was unclear`, or name the choices after `when`"

    name: str
    question: str


class OutcomeWithoutWas(Fault):
    """A question and one of its outcomes, without the word between them."""

    code = "E756"
    title = "`{words}` does not say how the reply to `{question}` was read"
    caret = "a question and its outcome are joined by `was`"
    remedy = "write `{mended}`"

    words: str
    question: str
    mended: str


class LevelAndOutcome(Fault):
    """The name of a level is also a question and one of its outcomes."""

    code = "E709"
    title = "`{words}` is a level, and also an outcome of `{question}`"
    caret = "which of them is meant?"
    remedy = "rename the level or the question"

    words: str
    question: str


class SaidToNobody(Fault):
    """Words of `then` after the last message of a conversation."""

    code = "W701"
    title = "what `then` says after `{name}` is not sent{place}"
    caret = "no message follows in this conversation"
    remedy = "put a question or `listen` after it, or remove `then`"

    name: str
