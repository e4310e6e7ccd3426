"""On every shipped script the matcher understands all that oracle and lure may say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coders.marks import MarkWord
from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Fork, Node, Question, ScriptedTurn, Turn
from renderers.prompt import Message, Role, opening, user_text
from runners.participants.base import Call
from runners.participants.sim.chance import Chance
from runners.participants.sim.keys import right, wrong
from runners.participants.sim.wording import ways

SCRIPTS = sorted((Path(__file__).resolve().parents[3] / "experiments").glob("*.dev"))


def asked(
    nodes: tuple[Node, ...], before: tuple[Message, ...]
) -> Iterator[tuple[Turn, tuple[Message, ...]]]:
    """Every turn with the conversation that leads to it, `All right.` to all that came before."""
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from asked(branch, before)
            continue
        before = (*before, Message(Role.USER, user_text(node)))
        if isinstance(node, ScriptedTurn):
            before = (*before, Message(Role.ASSISTANT, node.reply))
        else:
            yield node, before
            before = (*before, Message(Role.ASSISTANT, "All right."))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_way_of_every_answer_is_judged_as_it_is_meant(script: Path, thorough: bool) -> None:
    experiment = load(script).experiment
    assert experiment is not None
    expander = Expander(experiment)
    misjudged: set[tuple[str, str, str]] = set()
    seen: set[tuple[Question, MarkWord, str]] = set()  # many cells ask the same
    fewest = 99
    for cell in cells(experiment):
        for draw in (1, 2, 3) if thorough else (1,):
            for session in expander.trial(cell, draw=draw).sessions:
                for turn, messages in asked(session.nodes, opening(session)):
                    question = turn.question
                    if question is None or not question.key.answer:
                        continue
                    if any(clause.kept for clause in question.key.answer):
                        continue  # what is right hangs on an earlier reply
                    call = Call(turn.place, messages, 0, question)
                    for meant, say in ((MarkWord.RIGHT, right), (MarkWord.WRONG, wrong)):
                        saying = say(call, question, Chance(turn.place, str(draw)))
                        if saying is None:
                            continue
                        said = ways(saying, question, messages)
                        fewest = min(fewest, len(said))
                        new = {(question, meant, text) for text in said} - seen
                        seen |= new
                        misjudged.update(
                            (question.name, str(meant), text)
                            for _, _, text in new
                            if match(text, question).word is not meant
                        )
    assert misjudged == set()
    assert fewest >= 10
