"""The matcher as a coder of whole trials: a verdict for every question that was answered.

Pure: replies in, verdicts out. It is run anew on every table, so that a key mended in a script
rescores what is stored and asks nothing again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from coders.lrs import Place
from coders.marks import Flag, Verdict, wrong
from coders.matcher import kept_phrase, match
from dsl.kept_replies import KeptReplies, names_kept
from dsl.trial import Fork, Node, Question, Trial, Turn
from runners.participants.base import LOST, Finish
from runners.studies.answers import GivenAnswer

WITHHELD = {Finish.FILTERED: "withheld by the provider", Finish.EMPTY: "an empty reply"}


@dataclass(frozen=True, slots=True)
class MatcherMarks:
    """Verdicts by place, and the places where something of ours went wrong (a token limit, a reply
    in which no text was found or whose end is not known)."""

    verdicts: Mapping[Place, Verdict]
    technical: frozenset[Place]


def memoized_match(reply: str, question: Question, *, kept: KeptReplies | None = None) -> Verdict:
    """The verdict of `coders.matcher.match`, which reads the same reply to the same question once:
    participants who were asked in the same words often answer in the same words.
    """
    earlier = kept or {}
    return _match(reply, question, tuple((n, earlier.get(n)) for n in names_kept(question.key)))


@lru_cache(maxsize=20_000)
def _match(reply: str, question: Question, kept: tuple[tuple[str, str | None], ...]) -> Verdict:
    return match(reply, question, kept=dict(kept))


def judge(trial: Trial, answers: Mapping[Place, GivenAnswer]) -> MatcherMarks:
    """The matcher's verdict at every place of `trial` that has an answer."""
    verdicts: dict[Place, Verdict] = {}
    technical: set[Place] = set()

    def walk(session: int, nodes: tuple[Node, ...], kept: dict[str, str | None]) -> None:
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    walk(session, branch, dict(kept))
            elif isinstance(node, Turn) and node.question is not None:
                place = (session, node.place)
                answer = answers.get(place)
                if answer is None:
                    continue
                if answer.finish in LOST:
                    technical.add(place)
                    continue
                verdict = _verdict(node, answer, kept)
                verdicts[place] = verdict
                if node.question.keep is not None:
                    kept[node.question.keep] = kept_phrase(verdict.matched, node.question)

    for number, session in enumerate(trial.sessions):
        walk(number, session.nodes, {})
    return MatcherMarks(verdicts, frozenset(technical))


def _verdict(turn: Turn, answer: GivenAnswer, kept: KeptReplies) -> Verdict:
    question = turn.question
    assert question is not None
    if answer.finish in WITHHELD and not answer.text.strip():
        return wrong(None, WITHHELD[answer.finish], Flag.REFUSAL)
    if answer.finish is Finish.REFUSAL:
        return wrong(None, "refused, as marked by the provider", Flag.REFUSAL)
    return memoized_match(answer.text, question, kept=kept)
