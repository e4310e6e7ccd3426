"""Towers of three blocks, and the moves that lead from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

FLOOR = 3
Move = tuple[int, int]
Piles = frozenset[tuple[int, ...]]
"""Blocks from the bottom to the top, by their places in the first tower; a move says which block
goes where: onto another one, or to the floor.
"""


def _moved(piles: Piles, move: Move) -> Piles | None:
    """The piles after a move; None if it is not allowed."""
    block, to = move
    source = next((pile for pile in piles if pile[-1] == block), None)
    target = () if to == FLOOR else next((pile for pile in piles if pile[-1] == to), None)
    if source is None or target is None or target == source or (to == FLOOR and len(source) == 1):
        return None
    return piles - {source, target} | {(*target, block)} | ({source[:-1]} if source[1:] else set())


def built(moves: Sequence[Move]) -> Piles | None:
    """The piles after these moves of a tower of three; None if one is not allowed."""
    piles: Piles | None = frozenset({(0, 1, 2)})
    for move in moves:
        piles = _moved(piles, move) if piles is not None else None
    return piles


@cache
def towers() -> dict[tuple[int, ...], tuple[Move, ...]]:
    """A shortest way to build each other tower."""
    moves = [(block, to) for block in range(3) for to in range(4) if block != to]
    found: dict[Piles, tuple[Move, ...]] = {frozenset({(0, 1, 2)}): ()}
    ways: list[tuple[Move, ...]] = [()]
    for way in ways:
        for move in moves:
            piles = built((*way, move))
            if piles is not None and piles not in found:
                found[piles] = (*way, move)
                ways.append((*way, move))
    return {next(iter(piles)): way for piles, way in found.items() if len(piles) == 1 and way}
