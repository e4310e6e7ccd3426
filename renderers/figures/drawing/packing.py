"""Where the dots of many draws go, so that every one of them is seen.

Draws take few values (a trial's LRS is a whole number), so most dots coincide. They are packed in a
small block around their value, from the ground up, and all dots of a drawing shrink together until
the fullest block fits: a block's area is then the share of its draws. Random jitter was rejected:
it hides how many there are, and differs from one drawing to the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

SHRINK = 0.9
"""By how much dots shrink from one try to the next."""

MANY = 600
"""Dots; more of them are too small to be distinguished, and those of a row are drawn as the line
they make: a hundred thousand draws would else be as many dots in every drawing.
"""


@dataclass(frozen=True, slots=True)
class PackedDots:
    """Dots of one size: `spots` are (x, height above the ground) of their centres, row by row."""

    size: float
    spots: tuple[tuple[float, float], ...]

    @property
    def runs(self) -> Iterator[tuple[float, float, float]]:
        """What is drawn, (first x, last x, height): every dot by itself, or whole rows where there
        are very many.
        """
        if len(self.spots) <= MANY:
            yield from ((x, x, height) for x, height in self.spots)
            return
        first, height = self.spots[0]
        last = first
        for x, above in self.spots[1:]:
            if above != height or abs(x - last) > 1.5 * self.size:
                yield first, last, height
                first, height = x, above
            last = x
        yield first, last, height


def packed(
    places: Sequence[float], *, room: float, widest: float, largest: float, step: float
) -> PackedDots:
    """Dots at these places, as large as lets every one be seen and at most `largest`.

    Parameters
    ----------
    places : sequence of float
        Where each dot belongs, on the horizontal.
    room : float
        How high a block may be.
    widest : float
        How wide a block may be, where its neighbours leave it so much.
    largest : float
        The largest diameter.
    step : float
        Places are taken to multiples of this, so that no two blocks are closer than it.
    """
    blocks = sorted(Counter(round(place / step) for place in places).items())
    if not blocks:
        return PackedDots(largest, ())
    centres = [number * step for number, _ in blocks]
    gaps = [after - before for before, after in pairwise(centres)]
    widths = [min(widest, *near) for near in _beside(gaps, widest)]
    size = largest
    while not all(
        size <= width and int(width / size) * int(room / size) >= count
        for width, (_, count) in zip(widths, blocks, strict=True)
    ):
        size *= SHRINK
    rows = int(room / size)
    spots: list[tuple[float, float]] = []
    for centre, (_, count) in zip(centres, blocks, strict=True):
        columns = -(-count // rows)
        # A block is as broad as it must be and filled row by row, so that it ends level.
        for number in range(count):
            row, column = divmod(number, columns)
            spots.append((centre + (column - (columns - 1) / 2) * size, (row + 0.5) * size))
    return PackedDots(size, tuple(spots))


def _beside(gaps: Sequence[float], widest: float) -> list[tuple[float, float]]:
    """The distance of every block to the one before it and to the one after it."""
    return list(zip([widest, *gaps], [*gaps, widest], strict=True))
