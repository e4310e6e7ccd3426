"""In how many rounds of batches a trial is asked: a call is in the round after the one before it in
its conversation; sessions and copies of a conversation go side by side.
"""

from __future__ import annotations

from collections import Counter

from dsl.trial import Fork, Node, ScriptedTurn, Trial


def rounds_of(trial: Trial, *, in_order: bool = False, first: int = 0) -> Counter[int]:
    """How many calls of a trial are in each round, counted from 0, every reply right. `in_order`:
    each session waits for the one before; `first` is the round in which the trial begins.
    """
    found: Counter[int] = Counter()

    def walk(nodes: tuple[Node, ...], at: int) -> int:
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    walk(branch, at)
            elif not isinstance(node, ScriptedTurn):
                found[at] += 1
                at += 1
        return at

    start = first
    for session in trial.sessions:
        end = walk(session.nodes, start)
        start = end if in_order else first
    return found
