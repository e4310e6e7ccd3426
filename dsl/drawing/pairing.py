"""The cheapest way to pair things with places, by the Hungarian method in whole numbers.

Our own forty lines and not scipy's: the tables here are a handful of words square, an import of
scipy would be most of the start of every command, and its floats need not break ties alike on every
machine, while the words of a trial must.
"""

from __future__ import annotations

from collections.abc import Sequence


def cheapest(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each row of a square table its column, each column once, with the least sum of costs.

    Kuhn, H. W. (1955). The Hungarian method for the assignment problem. Naval Research Logistics
    Quarterly, 2(1-2), 83-97. doi:10.1002/nav.3800020109. In the form with potentials: each row is
    added along a shortest path through reduced costs.
    """
    size = len(costs)
    row_gift = [0] * (size + 1)
    column_gift = [0] * (size + 1)
    holder = [0] * (size + 1)  # row that holds each column; rows and columns count from 1
    for row in range(1, size + 1):
        holder[0] = row
        column = 0
        least: list[int | None] = [None] * (size + 1)
        came_from = [0] * (size + 1)
        visited = [False] * (size + 1)
        while holder[column]:
            visited[column] = True
            here = holder[column]
            step: int | None = None
            following = 0
            for other in range(1, size + 1):
                if visited[other]:
                    continue
                reduced = costs[here - 1][other - 1] - row_gift[here] - column_gift[other]
                known = least[other]
                if known is None or reduced < known:
                    known = least[other] = reduced
                    came_from[other] = column
                if step is None or known < step:
                    step, following = known, other
            if step is None:  # cannot be: a free column is left as long as a row is
                raise AssertionError("a square table has a pairing")
            for other in range(size + 1):
                if visited[other]:
                    row_gift[holder[other]] += step
                    column_gift[other] -= step
                else:
                    reached = least[other]
                    if reached is not None:
                        least[other] = reached - step
            column = following
        while column:
            previous = came_from[column]
            holder[column] = holder[previous]
            column = previous
    pairing = [0] * size
    for column in range(1, size + 1):
        pairing[holder[column] - 1] = column - 1
    return tuple(pairing)
