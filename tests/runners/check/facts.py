"""What can be counted in expanded trials: the facts of which warnings of method speak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import Fork, Node, Question, ScriptedTurn, Session, Trial, Turn, turns
from renderers.prompt import user_text

Turns = tuple[Turn, ...]


@cache
def experiment_of(path: Path) -> Experiment | None:
    return load(path).experiment


@cache
def expander_of(path: Path) -> Expander:
    experiment = experiment_of(path)
    assert experiment is not None
    return Expander(experiment)


@cache
def trials_of(path: Path, draws: int) -> tuple[Trial, ...]:
    """Some draws of every cell in original wording."""
    expander = expander_of(path)
    return tuple(
        expander.trial(cell, draw=draw)
        for cell in cells(expander.experiment, wordings=("original",))
        for draw in range(1, draws + 1)
    )


def asked(session: Session, *kinds: QuestionKind) -> list[Question]:
    questions = [turn.question for turn in turns(session.nodes)]
    return [one for one in questions if one is not None and one.kind in kinds]


def units(trial: Trial) -> list[Fraction]:
    """The worth of every scored question of a trial."""
    return [
        question.worth * session.worth
        for session in trial.sessions
        for question in asked(session, QuestionKind.TEST)
    ]


def paths(nodes: Sequence[Node], before: Turns = ()) -> Iterator[tuple[Turns, Turn]]:
    """Every turn with those before it in the same copy of the conversation."""
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from paths(branch, before)
        elif isinstance(node, Turn):
            yield before, node
            before = (*before, node)


def replies_before(session: Session) -> dict[str, list[int]]:
    """How many replies each test comes after."""
    found: dict[str, list[int]] = {}
    for before, turn in paths(session.nodes):
        if turn.question is not None and turn.question.kind is QuestionKind.TEST:
            found.setdefault(turn.question.name, []).append(len(before))
    return {name: sorted(set(counts)) for name, counts in found.items()}


def words_of(turn: Turn) -> str:
    """All that one turn says and asks."""
    return user_text(turn).casefold()


def right_words(question: Question) -> list[str]:
    return [
        text.casefold()
        for clause in question.key.answer
        for phrase in clause.phrases
        for text in phrase.accepted
    ]


def told(nodes: Sequence[Node]) -> object:
    """All that is sent, in the shape in which it is sent; without the order of choices."""
    found: list[object] = []
    for node in nodes:
        if isinstance(node, Fork):
            found.append(tuple(told(branch) for branch in node.branches))
        elif isinstance(node, ScriptedTurn):
            found.append((node.says, node.reply))
        else:
            question = node.question
            found.append(
                (node.says, question and (question.text, sorted(question.options), question.rating))
            )
    return repr(found)


def right_places(trials: Sequence[Trial]) -> dict[str, set[int]]:
    """Where the right choice of each test stands, from 1, in all these trials."""
    found: dict[str, set[int]] = {}
    for trial in trials:
        for session in trial.sessions:
            for question in asked(session, QuestionKind.TEST):
                right = right_words(question)
                for place, option in enumerate(question.options, start=1):
                    if option.casefold() in right:
                        found.setdefault(question.name, set()).add(place)
    return found
