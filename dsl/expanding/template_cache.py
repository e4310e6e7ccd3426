"""What was made of a piece of a script before, for the draws and cells in which it comes out alike.

Most of what a trial says hangs on few of its words and levels: an option on one word, a control
question on no condition. What it hangs on is watched while it is made for the first time, and
whenever these words and levels come again, what was made then is taken. To work it out from the
script beforehand was the alternative: it would have to follow every let, guard, column and machine
as filling does, and always keep in step with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from dsl.record import record

if TYPE_CHECKING:
    from dsl.expanding.filling import Filler
    from dsl.experiment import Template

T = TypeVar("T")
V = TypeVar("V")
Piece = TypeVar("Piece", bound=Hashable)

MOST = 16_384
"""So many things are kept for one experiment and seed; then all are let go of. A study of 600 draws
of the longest shipped script has half as many, in a few MB."""


class _Watched(Mapping[str, V], Generic[V]):
    """A mapping that notes which names were looked up; whether a name is there never varies."""

    __slots__ = ("inner", "read")

    def __init__(self, inner: Mapping[str, V]) -> None:
        self.inner = inner
        self.read: dict[str, None] = {}

    def __getitem__(self, name: str) -> V:
        self.read[name] = None
        return self.inner[name]

    def get(self, name: str, default: Any = None) -> Any:
        self.read[name] = None
        return self.inner.get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in self.inner

    def __iter__(self) -> Iterator[str]:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)


@record
class _Known:
    """What was made of one piece wherever these levels hold, by the words that were looked up.

    With the levels that were looked up the same, the making goes the same way, and looks up the
    same slots.
    """

    slots: tuple[str, ...]
    made: dict[tuple[object, ...], Any]


_ByLevels = dict[tuple[str | None, ...], _Known]
"""By the levels of the factors that were looked up, in their order."""


_NOT_MADE: Any = object()
"""Where nothing was made yet, not even None."""


class _Count:
    """How much is kept in a cache and all that are within it."""

    kept = 0


class TemplateCache:
    """What was made at one place: within these rows of the `for each` steps around it.

    Pieces, rows and words are found by their values. Those that are looked up in every draw keep
    their hash, since to work it out again costs as much as to fill them.
    """

    def __init__(self, count: _Count | None = None) -> None:
        self._count = _Count() if count is None else count
        self._known: dict[tuple[str, Hashable], dict[tuple[str, ...], _ByLevels]] = {}
        self._within: dict[tuple[tuple[str, Template], ...], TemplateCache] = {}

    def within(self, row: Mapping[str, Template]) -> TemplateCache:
        """The cache of the same place one row further in."""
        cells = tuple(row.items())
        found = self._within.get(cells)
        if found is None:
            found = self._within[cells] = TemplateCache(self._count)
        return found

    def cached(
        self,
        piece: Piece,
        aspect: str,
        filler: Filler,
        make: Callable[[Filler, Piece], T],
        *beside: object,
    ) -> T:
        """What `make` gives of a piece at this filler's place, made once.

        `aspect` names what is made of the piece. `beside` is whatever else `make` draws on; it must
        change nothing in which words and levels are looked up.
        """
        held = self._known.get((aspect, piece))
        if held is None:
            held = self._known[aspect, piece] = {}
        levels, words = filler.levels, filler.words
        for factors, by_levels in held.items():
            known = by_levels.get(tuple(map(levels.get, factors)) if factors else ())
            if known is not None:
                slots = known.slots
                where = (*beside, *map(words.__getitem__, slots)) if slots else beside
                found: T = known.made.get(where, _NOT_MADE)
                if found is _NOT_MADE:
                    found = known.made[where] = make(filler, piece)
                    self._count.kept += 1
                return found
        at, drawn = _Watched(levels), _Watched(words)
        found = make(filler.watched(drawn, at), piece)
        factors = tuple(at.read)
        where = (*beside, *map(words.__getitem__, drawn.read))
        known = _Known(tuple(drawn.read), {where: found})
        held.setdefault(factors, {})[tuple(map(levels.get, factors))] = known
        self._count.kept += 1
        return found

    def trim(self) -> None:
        """Forget everything if there is too much of it. Between trials: within one, the caches of
        its rows would go on apart from this one.
        """
        if self._count.kept > MOST:
            self._known.clear()
            self._within.clear()
            self._count.kept = 0
