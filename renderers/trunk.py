"""What the copies of a conversation begin with in common, so that it is printed once."""

from __future__ import annotations

from dsl.trial import Fork, Node, ScriptedTurn, Turn


def opening_turn(node: Node) -> Turn | ScriptedTurn:
    """The first turn of a node, in its first branch."""
    while isinstance(node, Fork):
        node = node.branches[0][0]
    return node


def shared_paragraphs(fork: Fork) -> int:
    """How many paragraphs the first turns of all branches begin with in common."""
    says = [opening_turn(branch[0]).says for branch in fork.branches if branch]
    if len(says) != len(fork.branches):
        return 0
    count = 0
    while all(len(one) > count and one[count] == says[0][count] for one in says):
        count += 1
    return count
