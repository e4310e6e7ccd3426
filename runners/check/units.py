"""The scored questions of a trial for players: the text so far, and the possible answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from dsl.experiment import Quantity
from dsl.kept_replies import bare, names_kept
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Fork, Key, Node, Question, ScriptedTurn, Session, Trial, turns
from renderers.prompt import Message, Role, described_words, opening, user_message


@record
class PossibleAnswer:
    """One of the answers that a question can have: its words, and these folded for comparison."""

    words: str
    folded: str


Number = Fraction | int
"""A mark or a worth, exactly."""


@record
class PlayedQuestion:
    """One question where it is asked, and what a player may know of it.

    `at` tells it from all others of the script. `told` is what was said before it, in lower case,
    with the descriptions of pictures; `worded` is the same without them; `messages` are all that is
    sent. `candidates` are its choices, or without choices the answers and lures of its key, sorted;
    none where it has no lures. `reality` is the control question called `reality` of the same
    session. `kept` are the earlier questions of this conversation whose replies its key looks at,
    by the name under which they are kept.
    """

    session: int
    at: str
    question: Question
    told: str
    worded: str
    messages: tuple[Message, ...]
    candidates: tuple[PossibleAnswer, ...]
    reality: Question | None
    kept: tuple[tuple[str, PlayedQuestion], ...]


@record
class PlayedTrial:
    """A trial and its scored questions, found once for all players.

    `worths` are what each of `units` is worth, `worth` is their sum.
    """

    trial: Trial
    units: tuple[PlayedQuestion, ...]
    worths: tuple[Number, ...]
    worth: Number

    def weighed(self) -> Iterator[tuple[PlayedQuestion, Number]]:
        """Each unit with what it is worth."""
        return zip(self.units, self.worths, strict=True)


def played(trial: Trial, kind: QuestionKind = QuestionKind.TEST) -> PlayedTrial:
    """A trial made ready for players, who answer its questions of this kind."""
    units = tuple(
        unit
        for number, session in enumerate(trial.sessions)
        for unit in _asked(trial, number, session, kind)
    )
    worths = tuple(
        whole(whole(unit.question.worth) * whole(trial.sessions[unit.session].worth))
        for unit in units
    )
    return PlayedTrial(trial, units, worths, sum(worths))


def whole(number: Number) -> Number:
    """The same as a whole number where it is one: those are added ten times as fast."""
    return number.numerator if number.denominator == 1 else number


def keyed(key: Key) -> tuple[PossibleAnswer, ...]:
    """Every answer that a key names as right."""
    return tuple(
        PossibleAnswer(phrase.text, bare(phrase.text))
        for clause in key.clauses
        if clause.quantity is not Quantity.NONE
        for phrase in clause.phrases
    )


@lru_cache(1024)
def candidates(question: Question) -> tuple[PossibleAnswer, ...]:
    """The answers between which somebody who has not read the story can choose."""
    if question.options:
        return tuple(PossibleAnswer(option, bare(option)) for option in question.options)
    if question.rating is not None:
        low, high = question.rating
        return tuple(PossibleAnswer(str(point), str(point)) for point in range(low, high + 1))
    key = question.key
    barred = [
        p for clause in key.answer if clause.quantity is Quantity.NONE for p in clause.phrases
    ]
    wrong = [PossibleAnswer(phrase.text, bare(phrase.text)) for phrase in (*key.wrong, *barred)]
    if not wrong:
        return ()  # To choose among right answers only is to know what is right.
    # Sorted, because the order key-then-lures would tell the key to "the first".
    told = sorted((*keyed(key), *wrong), key=lambda one: one.folded)
    return tuple({one.folded: one for one in told}.values())


def _asked(
    trial: Trial, number: int, session: Session, kind: QuestionKind
) -> Iterator[PlayedQuestion]:
    """The questions of one kind in a session."""
    reality = _reality(session)
    here = f"{trial.cell.levels}:{trial.cell.wording}:{trial.draw}:{trial.sample}:{number}"

    def led(
        nodes: tuple[Node, ...],
        told: str,
        worded: str,
        messages: tuple[Message, ...],
        kept: dict[str, PlayedQuestion],
    ) -> Iterator[PlayedQuestion]:
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    yield from led(branch, told, worded, messages, dict(kept))
                continue
            told = f"{told} {described_words(node.says)}"
            worded = " ".join([worded, *[one for one in node.says if isinstance(one, str)]])
            messages = (*messages, user_message(node))
            if isinstance(node, ScriptedTurn):
                told, worded = f"{told} {node.reply}", f"{worded} {node.reply}"
                messages = (*messages, Message(Role.ASSISTANT, node.reply))
                continue
            question = node.question
            if question is None:
                continue
            if question.kind is kind or question.keep is not None:
                wanted = names_kept(question.key)
                unit = PlayedQuestion(
                    number,
                    f"{here}:{node.place}",
                    question,
                    told.casefold(),
                    worded.casefold(),
                    messages,
                    candidates(question),
                    reality,
                    tuple((name, kept[name]) for name in wanted if name in kept),
                )
                if question.keep is not None:
                    kept[question.keep] = unit
                if question.kind is kind:
                    yield unit
            told, worded = f"{told} {question.text}", f"{worded} {question.text}"

    yield from led(session.nodes, "", "", opening(session), {})


def _reality(session: Session) -> Question | None:
    """The control question called `reality`, wherever in the session it is asked first."""
    asked = (turn.question for turn in turns(session.nodes) if turn.question is not None)
    controls = (one for one in asked if one.kind is QuestionKind.CONTROL)
    return next((one for one in controls if one.name.casefold() == "reality"), None)
