"""Protocols: what of a script is asked, how often in which words, and how coders rate it.

The battery's own way is to ask matched stories in many draws of words and to have single replies
marked. A protocol is another way, declared when a study is run and part of its procedure, so that
replies of two protocols are never in one study.

Kosoy et al. (2023) asked their own stories only, sent each prompt ten times, and had coders give
each run an LRS from 0 to 5 (their section 3.2 and Table 1). They do not say whether a coder gave
one rating for a run or one for each of its prompts, so that there are two.

How the items of a bank are asked is in `dsl.item_protocols`.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.experiment import Experiment, Protocol
from dsl.item_protocols import asked_by
from dsl.record import replace
from dsl.tree import TESTS, QuestionKind
from dsl.trial import Fork, Node, Place, Question, Session, Trial, Turn, turns

REPEATS = 10
"""How often the paper sent each prompt."""


def under(experiment: Experiment, protocol: Protocol) -> Experiment:
    """The experiment as a protocol asks it. Contrasts and other kinds of score need marks of
    matched stories, so that a protocol of ratings has none.
    """
    if protocol.of_items:
        return asked_by(experiment, protocol)
    if not protocol.rated:
        return experiment
    design = replace(
        experiment.design,
        protocol=protocol,
        runs=REPEATS,
        samples=1,
        wordings=("permuted",),
        scoring="lrs",
        contrasts=(),
    )
    return replace(experiment, design=design)


def own_sessions(sessions: Iterable[Session]) -> tuple[Session, ...]:
    """The stories in which the paper asked something, with nothing else asked in them: its own
    questions, and the controls. What is said stays as it is.
    """
    kept = (replace(one, nodes=_own(one.nodes, one)) for one in sessions)
    return tuple(
        one for one in kept if any(_asked(turn.question, one) for turn in turns(one.nodes))
    )


def _asked(question: Question | None, session: Session) -> bool:
    """Whether the paper asked a question, as a test."""
    return question is not None and question.kind in TESTS and session.is_own(question)


def _stays(turn: Turn, session: Session) -> bool:
    question = turn.question
    return (
        question is None
        or question.kind is QuestionKind.CONTROL
        or question.keep is not None
        or _asked(question, session)
    )


def _own(nodes: tuple[Node, ...], session: Session) -> tuple[Node, ...]:
    """What is left of a conversation. A copy of it is dropped with its last question; what follows
    a question on the main line may refer to it, so that only its last questions are dropped.
    """
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Fork):
            branches = (_own(branch, session) for branch in node.branches)
            left = tuple(branch for branch in branches if turns(branch))
            if left:
                found.append(Fork(left))
        else:
            found.append(node)
    while found and isinstance(last := found[-1], Turn) and not _stays(last, session):
        found.pop()
    return tuple(found)


def rated_places(trial: Trial) -> tuple[Place, ...]:
    """Where the ratings of a trial are kept: at each question that the paper asked, or where a
    coder gives one rating of the whole run, at the first of them. None if replies are marked.
    """
    own = tuple(
        place
        for place, session, question in trial.asked(*TESTS)
        if trial.protocol.rated and _asked(question, session)
    )
    return own if trial.protocol is Protocol.PAPER_BY_PROMPT else own[:1]
