"""What follows a reply: which arm of `then` is taken, and the question asked again."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import experiment as ex
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose
from dsl.experiment import Outcome, Template
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Question, Turn


class LostReply(Exception):
    """What comes next depends on a reply that was lost."""


class TrainingOver(Exception):
    """The criterion of a training is met, or its bound reached."""


def question_of(turn: Turn) -> Question:
    """The question of a turn that asks one."""
    assert turn.question is not None
    return turn.question


def expected(question: Question) -> str:
    """The outcome of a reply that is not known: right, the first choice, or the best try."""
    if question.attempt is None:
        return question.outcomes[0][0]
    return attempt_outcome(question.attempt.best) if question.attempt.best else Outcome.DONE.value


def attempt_outcome(things: Sequence[str]) -> str:
    """The outcome of a try of these things, by their slots: `tried green, grey`."""
    return f"{Outcome.TRIED.value} {', '.join(things)}"


def kind_of(outcome: str) -> str:
    """An outcome without what was tried: `tried`."""
    return Outcome.TRIED.value if outcome.startswith(f"{Outcome.TRIED.value} ") else outcome


def arm_of(steering: ex.Steering, outcome: str) -> ex.Follow | None:
    """The arm for an outcome."""
    kind = kind_of(outcome) if Outcome.TRIED in steering.outcomes else outcome
    fitting = (one for one in steering.then if kind in one.outcomes or not one.outcomes)
    return next(fitting, None)


def last_words(steering: ex.Steering, arm: ex.Follow | None) -> Template:
    """What is said after the last reply. Where its arm would ask once more, it is what `otherwise`
    says, if anything.
    """
    if arm is not None and arm.again:
        arm = next((one for one in steering.then if not one.outcomes and not one.again), None)
    return () if arm is None else arm.words


def not_counted(turn: Turn) -> Turn:
    """A turn that is asked again: only the last reply is scored and kept."""
    asked = question_of(turn)
    trained = asked.kind is QuestionKind.TRAINING
    kind = asked.kind if trained else QuestionKind.ASKED_AGAIN
    return replace(turn, question=replace(asked, kind=kind, keep=None))


def asked_again(first: Turn, time: int, words: str) -> Turn:
    """The turn that asks the question of the first one again, by these words alone; `time` counts
    from 1.
    """
    again = f"{first.place}, again" if time == 1 else f"{first.place}, again {time}"
    return replace(first, place=again, says=(words,), again=True)


def outcomes_of(
    steering: ex.Steering | None, filler: Filler, options: tuple[str, ...], order: tuple[int, ...]
) -> tuple[tuple[str, str], ...]:
    """All that a reply can be read as, as `Question.outcomes` has it, choices as shown."""
    if steering is None:
        return ()
    names = choose(steering.choices, filler.levels) or ()
    chosen = {names[at]: one for at, one in zip(order, options, strict=True)} if names else {}
    fixed = [one for one in steering.outcomes if one in frozenset(Outcome) and one not in chosen]
    return (*chosen.items(), *((one, "") for one in fixed))
