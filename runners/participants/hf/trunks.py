"""Which beginnings several rows share, so that each is computed once.

A row is a conversation so far; forks, samples and options of a question share all of it but the
end, draws share what stands before their first difference. The beginnings form a tree, and are
computed from its root to its tips. One beginning common to a whole batch was rejected: the batch
may hold several stories.
"""

from __future__ import annotations

from collections.abc import Sequence

Tokens = tuple[int, ...]

WORTHWHILE = 16
"""A beginning is computed by itself when it is so many tokens longer than the one before it."""


def common(left: Tokens, right: Tokens) -> int:
    """How many tokens two rows begin with alike."""
    shorter = min(len(left), len(right))
    if left[:shorter] == right[:shorter]:
        return shorter
    low, high = 0, shorter
    while high - low > 1:
        middle = (low + high) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle
    return low


def trunks(rows: Sequence[Tokens]) -> tuple[tuple[Tokens, ...], ...]:
    """The beginnings that two or more different rows share, in levels: each beginning of one level
    goes on from one of a level before it, or from nothing. Rows that are alike count as one."""
    levels: list[list[Tokens]] = []

    def descend(among: Sequence[Tokens], above: int, depth: int) -> None:
        """`among` is sorted, and alike in the first `above` tokens."""
        for group in _groups(among, above):
            if len(group) < 2:
                continue
            shared = common(group[0], group[-1])
            below = depth
            if shared - above >= WORTHWHILE:
                if len(levels) == depth:
                    levels.append([])
                levels[depth].append(group[0][:shared])
                below = depth + 1
            descend([row for row in group if len(row) > shared], shared, below)

    descend(sorted(set(rows)), 0, 0)
    return tuple(tuple(level) for level in levels)


def _groups(among: Sequence[Tokens], above: int) -> list[list[Tokens]]:
    """The rows by the token that follows the first `above`."""
    found: dict[int, list[Tokens]] = {}
    for row in among:
        if len(row) > above:
            found.setdefault(row[above], []).append(row)
    return list(found.values())
