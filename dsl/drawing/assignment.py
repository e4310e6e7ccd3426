"""Which word is in which slot in which draw, and at which counterbalance levels.

Three ways to spread values: a latin square balanced against the levels (`spreading`), every
combination (`combining`), or independently at random. In all three a draw is a function of the
seed and its number, never of how many draws are run; and swaps move the values after they are
drawn, so that a word's frequency in the study does not hang on the side it was on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dsl.drawing import chance
from dsl.drawing.balance import Balance, Combination
from dsl.drawing.different import (
    Pairs,
    all_placed,
    conflict,
    connected,
    different_pairs,
    pairs_through_swaps,
    placed,
    solve,
    swapped,
    units,
    with_pronoun,
)
from dsl.drawing.symbols import MANY, Context, Dealt, Symbols
from dsl.expansion import MANY_WORDS_DEALT
from dsl.experiment import Experiment, Factor, Permutation, Word
from dsl.tree import FactorKind

if TYPE_CHECKING:
    from dsl.drawing.combining import Combining

_KEPT = 4_096
"""Draws whose levels and words are remembered: a study may have a million."""

_ATTEMPTS = 32
"""So often independent words are drawn again before `different` is solved for."""


class Counterbalance:
    """The counterbalance levels of every draw; draws count from 0."""

    def __init__(self, factors: Sequence[Factor], *, seed: int) -> None:
        self.factors = tuple(factors)
        self._balance = Balance([len(factor.levels) for factor in self.factors], seed=seed)
        self._known = lru_cache(maxsize=_KEPT)(self._balance.at)

    def at(self, draw: int) -> Combination:
        """The place of each factor's level, in order of declaration."""
        return self._known(draw)

    def places(self, draw: int) -> dict[str, int]:
        """The same by the factor's name."""
        levels = self.at(draw)
        return {factor.name: levels[at] for at, factor in enumerate(self.factors)}

    def named(self, draw: int) -> tuple[tuple[str, str], ...]:
        """(factor, level) in one draw."""
        return tuple(
            (factor.name, factor.levels[level].name)
            for factor, level in zip(self.factors, self.at(draw), strict=True)
        )

    def contexts(self) -> tuple[Context, ...]:
        """Each factor as something that words and orders must not go hand in hand with."""

        def one(at: int) -> Context:
            return Context(len(self.factors[at].levels), lambda draw: self.at(draw)[at])

        return tuple(one(at) for at in range(len(self.factors)))


class Assignment:
    """The words of every draw; draws count from 0. `dealt`: quick ones, not those of a study."""

    def __init__(self, experiment: Experiment, *, seed: int, dealt: bool = False) -> None:
        self.seed = seed
        self.slots = {slot.name: slot for slot in experiment.slots}
        self.levels = Counterbalance(experiment.of_kind(FactorKind.COUNTERBALANCE), seed=seed)
        self.units = units(experiment.slots, experiment.design)
        self.pairs = different_pairs(experiment.design)
        self.way = experiment.design.permutation
        self.home = {slot: at for at, unit in enumerate(self.units) for slot in unit.slots}
        self.groups = connected(self.units, pairs_through_swaps(self.pairs, self.levels.factors))
        self.originals = {
            name: with_pronoun(slot.original, slot) for name, slot in self.slots.items()
        }
        self._place: dict[Combination, dict[str, str]] = {}
        self._bars: dict[tuple[int, Combination, tuple[int, ...]], frozenset[int]] = {}
        self._rows = lru_cache(maxsize=_KEPT)(self._find_rows)
        many = MANY if experiment.expansion >= MANY_WORDS_DEALT else None
        self._most_spread = 0 if dealt else many
        self._spreads = self._make_spreads() if self.way is Permutation.LATIN_SQUARE else {}
        self._combining = self._combine() if self.way is Permutation.EVERY_COMBINATION else None

    # ------------------------------------------------------------------- what is asked

    def permuted(self, draw: int) -> dict[str, Word]:
        """The word in every slot, in permuted wording."""
        rows = self.rows(draw)
        drawn = {
            slot: word
            for unit, row in zip(self.units, rows, strict=True)
            for slot, word in zip(unit.slots, unit.rows[row], strict=True)
        }
        return self._swap(drawn, draw)

    def original(self, draw: int) -> dict[str, Word]:
        """The word in every slot, in original wording: only the swaps apply."""
        return self._swap(self.originals, draw)

    def rows(self, draw: int) -> tuple[int, ...]:
        """The row of each unit, by the order of `units`."""
        return self._rows(draw)

    def context(self, slot: str) -> Context:
        """The words of one slot, as drawn, as something that orders are kept apart from."""
        at = self.home[slot]
        return Context(len(self.units[at].rows), lambda draw: self.rows(draw)[at], minor=True)

    # ------------------------------------------------------------------- how it is found

    def _swap(self, drawn: Mapping[str, Word], draw: int) -> dict[str, Word]:
        place = self._places(draw)
        if not place:
            return {name: drawn[name] for name in self.slots}
        moved = {place.get(slot, slot): word for slot, word in drawn.items()}
        return {name: moved[name] for name in self.slots}

    def _places(self, draw: int) -> dict[str, str]:
        levels = self.levels.at(draw)
        if levels not in self._place:
            self._place[levels] = swapped(self.levels.factors, self.levels.places(draw))
        return self._place[levels]

    def _make_spreads(self) -> dict[int, Symbols]:
        spreads: dict[int, Symbols] = {}
        for group in self.groups:
            for place, at in enumerate(group):
                earlier = group[:place]

                def barred(
                    draw: int, at: int = at, earlier: tuple[int, ...] = earlier
                ) -> frozenset[int]:
                    return self._barred(draw, at, earlier)

                unit = self.units[at]
                most = self._most_spread
                way: type[Symbols] = Dealt
                if most is None or len(unit.rows) <= most:
                    from dsl.drawing.spreading import Spread  # a check never spreads

                    way = Spread
                spreads[at] = way(
                    len(unit.rows),
                    seed=self.seed,
                    purpose="words",
                    where=unit.slots,
                    contexts=self.levels.contexts(),
                    forbidden=barred,
                )
        return spreads

    def _barred(self, draw: int, at: int, earlier: tuple[int, ...]) -> frozenset[int]:
        if not self.pairs:
            return frozenset()
        rows = tuple([self._spreads[other].at(draw) for other in earlier])
        # Of the draw only its levels matter: they say where the words end up.
        known = (at, self.levels.at(draw), rows)
        if known not in self._bars:
            place = self._places(draw)
            filled = all_placed((self.units[other] for other in earlier), rows, place)
            self._bars[known] = self._barred_beside(filled, at, place)
        return self._bars[known]

    def _barred_beside(
        self, filled: Mapping[str, str], at: int, place: Mapping[str, str]
    ) -> frozenset[int]:
        """The rows of a unit that cannot be where these slots are filled already."""
        mine = {place.get(slot, slot) for slot in self.units[at].slots}
        pairs: Pairs = {name: self.pairs[name] for name in mine if name in self.pairs}
        if not pairs:
            return frozenset()
        return frozenset(
            row
            for row in range(len(self.units[at].rows))
            if conflict({**filled, **placed(self.units[at], row, place)}, pairs)
        )

    def _combine(self) -> Combining:
        from dsl.drawing.combining import Combining

        closed = pairs_through_swaps(self.pairs, self.levels.factors)
        # Every combination is looked at, so what each row puts where is worked out once.
        filled = [
            [
                {slot: word for slot, word in placed(unit, row, {}).items() if slot in closed}
                for row in range(len(unit.rows))
            ]
            for unit in self.units
        ]

        def allowed(rows: Combination) -> bool:
            together: dict[str, str] = {}
            for words, row in zip(filled, rows, strict=True):
                together.update(words[row])
            return not conflict(together, closed)

        return Combining(
            [len(unit.rows) for unit in self.units],
            seed=self.seed,
            contexts=self.levels.contexts(),
            allowed=allowed,
        )

    def _find_rows(self, draw: int) -> tuple[int, ...]:
        if self._combining is not None:
            return self._combining.at(draw)
        rows = [0] * len(self.units)
        for group in self.groups:
            for at, row in zip(group, self._rows_of(group, draw), strict=True):
                rows[at] = row
        return tuple(rows)

    def _rows_of(self, group: tuple[int, ...], draw: int) -> tuple[int, ...]:
        members = [self.units[at] for at in group]
        place = self._places(draw)
        if self._spreads:
            tries = [tuple(self._spreads[at].at(draw) for at in group)]
        else:
            tries = [
                tuple(
                    chance.below(len(u.rows), self.seed, "random words", *u.slots, draw, attempt)
                    for u in members
                )
                for attempt in range(_ATTEMPTS if len(group) > 1 else 1)
            ]
        for rows in tries:
            if not conflict(all_placed(members, rows, place), self.pairs):
                return rows
        wishes = [
            (
                first,
                *chance.permutation(len(unit.rows), self.seed, "mended words", *unit.slots, draw),
            )
            for unit, first in zip(members, tries[0], strict=True)
        ]
        return solve(members, wishes, place, self.pairs)
