"""Orders of rows in which no outcome keeps to itself at either end.

A plain shuffle of three rows tells them sorted by outcome two times in three: all that fails, then
all that works. Whoever reads only the end of such a list, or takes the last change for the cause,
then answers as one who understood. An order is mixed when no outcome has all its rows before all
other rows, nor all of them after all other rows. With two outcomes: it is not sorted by outcome,
neither forwards nor backwards.

Every mixed order is equally likely. The ends are drawn first, among rows whose outcome comes again;
what is drawn so is mixed in half of all draws or more, however long the table, while the first
mixed one of plain shuffles may be thousands of shuffles away. Not taken: exchanging rows of a
sorted order until it is mixed, which favours some orders over others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dsl.drawing import chance


def can_be_mixed(outcomes: Sequence[str]) -> bool:
    """Whether rows with these outcomes have a mixed order: there are two, and one comes again."""
    counts = Counter(outcomes)
    return len(counts) > 1 and max(counts.values()) > 1


def is_mixed(outcomes: Sequence[str]) -> bool:
    """Whether rows told in the order of these outcomes are mixed."""
    counts = Counter(outcomes)
    return len(counts) > 1 and not (_begins(outcomes, counts) or _begins(outcomes[::-1], counts))


def _begins(outcomes: Sequence[str], counts: Counter[str]) -> bool:
    """Whether all rows of the first outcome stand before all others."""
    first = outcomes[0]
    return all(outcome == first for outcome in outcomes[: counts[first]])


def mixed(outcomes: Sequence[str], seed: int, purpose: str, *where: str | int) -> tuple[int, ...]:
    """The places of the rows in a mixed order, every one equally likely.

    Raises ValueError when there is none; the checker refuses such a script.
    """
    if not can_be_mixed(outcomes):
        raise ValueError(f"no order of these outcomes is mixed: {list(outcomes)}")
    counts = Counter(outcomes)
    again = [at for at, outcome in enumerate(outcomes) if counts[outcome] > 1]
    attempt = 0
    while True:
        attempt += 1
        drawn = chance.permutation(len(again), seed, purpose, "mixed ends", *where, attempt)
        first, last = again[drawn[0]], again[drawn[1]]
        rest = [at for at in range(len(outcomes)) if at not in (first, last)]
        between = chance.permutation(len(rest), seed, purpose, "mixed", *where, attempt)
        order = (first, *(rest[at] for at in between), last)
        if is_mixed([outcomes[at] for at in order]):
            return order
