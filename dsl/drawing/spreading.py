"""Symbols spread over draws: a latin square whose rows know the levels of their draws.

Symbols (the words of a pool, the offsets of rotated choices) go in blocks of V draws, V being their
number; each occurs once in a block, so at any point their frequencies differ by at most one. Which
draw of a block gets which symbol is then the cheapest pairing, where a symbol is dear at a level at
which it has occurred too often already. A blind shuffle would leave this to luck: with ten draws a
word may well be on one side each time, and side and word could not be distinguished.

The aim is that no symbol be off its even share of a level by more than one draw, at any point. The
cheapest pairing alone may paint itself into a corner, so a few blocks are planned ahead, and when
the plan breaks the aim, other plans are tried before the next block is settled. With very many
factors and very few symbols there may be no such plan; then the least bad one is taken.

The past enters through counts alone.

Things are paired with places in the cheapest way, by the Hungarian method in whole numbers.

Our own forty lines and not scipy's: the tables here are a handful of words square, an import of
scipy would be most of the start of every command, and its floats need not break ties alike on every
machine, while the words of a trial must.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice, permutations
from operator import getitem

from dsl.drawing import chance
from dsl.drawing.symbols import Symbols
from dsl.record import record

_ENDLESS = 1 << 512


def cheapest(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each row of a square table its column, each column once, with the least sum of costs.

    Kuhn, H. W. (1955). The Hungarian method for the assignment problem. Naval Research Logistics
    Quarterly, 2(1-2), 83-97. doi:10.1002/nav.3800020109. In the form with potentials: each row is
    added along a shortest path through reduced costs.
    """
    size = len(costs)
    row_gift, column_gift = [0] * size, [0] * size
    holder = [-1] * size  # row that holds each column
    for row in range(size):
        free = list(range(size))
        # Distances are whole from the start, so that nothing is changed until the path is found.
        least = [_ENDLESS] * size
        came_from = [-1] * size
        reached: list[tuple[int, int, int]] = []
        here, column, far = row, -1, 0
        while here >= 0:
            reached.append((here, column, far))
            given, shift = costs[here], far - row_gift[here]
            following, nearest = -1, _ENDLESS
            for other in free:
                known = given[other] - column_gift[other] + shift
                if known < least[other]:
                    least[other] = known
                    came_from[other] = column
                else:
                    known = least[other]
                if known < nearest:
                    following, nearest = other, known
            free.remove(following)
            column, far = following, nearest
            here = holder[column]
        for visited, where, distance in reached:
            row_gift[visited] += far - distance
            if where >= 0:
                column_gift[where] -= far - distance
        while column >= 0:
            previous = came_from[column]
            holder[column] = holder[previous] if previous >= 0 else row
            column = previous
    pairing = [0] * size
    for column, row in enumerate(holder):
        pairing[row] = column
    return tuple(pairing)


Table = list[list[int]]

_POWER = 4
"""How steeply the cost of being uneven grows."""

_TIE = 1 << 20
"""Below one unit of cost there is room for a seeded number that decides between equals."""

_MINOR = 1 << 16
"""How many units of a minor context weigh as much as one of a major."""

_AHEAD = 4
"""How many blocks are planned before one is settled."""

_FEW = 4
"""Of so few symbols all orders are weighed."""

_TRIES = 8
"""How many pairings of one block are tried, at most, when a plan breaks the aim."""

_EFFORT = 160
"""How many blocks are looked at, at most, before the least bad plan is taken."""


@record
class _Tally:
    """How often each symbol has occurred, in all and by level: its row of `counts` holds the levels
    of all contexts one after another, since a row is copied in one go, and blocks are many.
    """

    totals: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]


@record
class _Step:
    """One planned block: its symbols, the tally after it, and how far that breaks the aim."""

    symbols: tuple[int, ...]
    after: _Tally
    excess: int


@record
class _BlockFacts:
    """What is known of a block before it is filled: levels and forbidden symbols of its draws, and
    seeded numbers that decide between equals. A level is its place in a row of a tally's counts.
    """

    levels: tuple[tuple[int, ...], ...]
    major: tuple[tuple[int, ...], ...]
    """Of the levels those of major contexts."""
    barred: tuple[frozenset[int], ...]
    ties: tuple[tuple[int, ...], ...]


class Spread(Symbols):
    """Symbols spread by pairing each block with its draws."""

    def _begin(self) -> None:
        # Without a major context nothing can break the aim, and a plan would change nothing.
        self._ahead = _AHEAD if any(not context.minor for context in self.contexts) else 0
        sizes = [context.size for context in self.contexts]
        self._starts = tuple(accumulate(sizes, initial=0))
        """Where the levels of each context begin in a row of counts; the last is the row's end."""
        self._parts = [
            (at, start, start + context.size, context.minor)
            for at, (start, context) in enumerate(zip(self._starts, self.contexts, strict=False))
        ]
        """For each context its place, where its levels begin and end, and whether it is minor."""
        self._major = tuple(at for at, _, _, minor in self._parts if not minor)
        self._settled = _Tally((0,) * self.size, ((0,) * self._starts[-1],) * self.size)
        self._plan: list[_Step] = []
        self._facts: dict[int, _BlockFacts] = {}

    def _following(self, draw: int) -> tuple[int, ...]:
        """The next block, settled with a plan of the blocks after it."""
        number = draw // self.size
        while len(self._plan) <= self._ahead:
            at = number + len(self._plan)
            before = self._plan[-1].after if self._plan else self._settled
            symbols, excess = next(self._fillings(at, before))
            self._plan.append(_Step(symbols, self._after(at, symbols, before), excess))
            if excess:
                self._plan = self._replan(number, len(self._plan))
        step = self._plan.pop(0)
        self._settled = step.after
        del self._facts[number]
        return step.symbols

    def _facts_of(self, number: int) -> _BlockFacts:
        if number not in self._facts:
            draws = range(number * self.size, (number + 1) * self.size)
            ties = chance.numbers(self.seed, self.purpose, *self.where, number)
            levels = tuple(
                tuple(
                    [
                        start + context.at(draw)
                        for start, context in zip(self._starts, self.contexts, strict=False)
                    ]
                )
                for draw in draws
            )
            self._facts[number] = _BlockFacts(
                levels,
                tuple(tuple([here[at] for at in self._major]) for here in levels),
                tuple(self.forbidden(draw) for draw in draws),
                tuple(tuple([n % _TIE for n in islice(ties, self.size)]) for _ in draws),
            )
        return self._facts[number]

    def _replan(self, number: int, depth: int) -> list[_Step]:
        """The first plan of this depth without excess, or the one with the least of it."""
        best = list(self._plan)
        least = sum(step.excess for step in best)
        effort = _EFFORT
        path: list[_Step] = []
        before, spent = self._settled, 0
        untried = [islice(self._fillings(number, before), _TRIES)]
        while untried and effort:
            filling = next(untried[-1], None)
            if filling is None:
                untried.pop()
                if path:
                    spent -= path.pop().excess
                    before = path[-1].after if path else self._settled
                continue
            effort -= 1
            symbols, excess = filling
            if spent + excess >= least:
                continue
            step = _Step(symbols, self._after(number + len(path), symbols, before), excess)
            if len(path) < depth - 1:
                path.append(step)
                before, spent = step.after, spent + excess
                untried.append(islice(self._fillings(number + len(path), before), _TRIES))
                continue
            best, least = [*path, step], spent + excess
            if not least:
                break
        return best

    def _fillings(self, number: int, before: _Tally) -> Iterator[tuple[tuple[int, ...], int]]:
        """The symbols of one block, the most even first, and how far each way to fill it breaks
        the aim.
        """
        facts = self._facts_of(number)
        costs, excess = self._weighed(facts, before)
        free = not any(facts.barred)
        known: set[tuple[int, ...]] = set()
        for at, pairing in enumerate(self._pairings(number, costs, facts)):
            symbols = pairing
            if not free:
                broken = any(s in bars for s, bars in zip(pairing, facts.barred, strict=True))
                if at and broken:
                    continue
                symbols = self._mend(pairing, costs, facts.barred, before)
            if symbols in known:
                continue
            known.add(symbols)
            if free or len(set(symbols)) == self.size:
                yield symbols, _cost(excess, symbols)
            else:
                yield symbols, self._excess(self._after(number, symbols, before))

    def _pairings(self, number: int, costs: Table, facts: _BlockFacts) -> Iterator[tuple[int, ...]]:
        scale = self.size * _TIE
        table = fine = [
            [cost * scale + tie for cost, tie in zip(row, ties, strict=True)]
            for row, ties in zip(costs, facts.ties, strict=True)
        ]
        if any(facts.barred):
            never = 1 + self.size * (max(map(max, fine)) + 1)
            table = [
                [cost + never if symbol in bars else cost for symbol, cost in enumerate(row)]
                for row, bars in zip(fine, facts.barred, strict=True)
            ]
        if self.size <= _FEW:
            ranked = sorted([(_cost(table, order), order) for order in _orders(self.size)])
            equal = ranked[0][0] == ranked[1][0]
            yield cheapest(table) if equal else ranked[0][1]
            yield from (order for _, order in ranked)
            return
        yield cheapest(table)
        more = chance.numbers(self.seed, self.purpose, *self.where, number, "other pairings")
        spread = max(map(max, fine)) - min(map(min, fine)) + 1
        for turn in range(1, 4 * _TRIES):
            rough = spread * turn // (4 * _TRIES)
            yield cheapest([[cost + next(more) * rough // 2**64 for cost in row] for row in table])

    def _mend(
        self,
        pairing: tuple[int, ...],
        costs: list[list[int]],
        barred: tuple[frozenset[int], ...],
        before: _Tally,
    ) -> tuple[int, ...]:
        """The pairing without forbidden symbols: `different` comes before equal frequency."""
        mended = list(pairing)
        for row, symbol in enumerate(pairing):
            if symbol in barred[row]:
                allowed = [s for s in range(self.size) if s not in barred[row]]
                ranked = sorted((before.totals[s], costs[row][s], s) for s in allowed)
                mended[row] = ranked[0][2] if ranked else symbol
        return tuple(mended)

    def _after(self, number: int, symbols: tuple[int, ...], before: _Tally) -> _Tally:
        """The tally after a block with these symbols."""
        totals = list(before.totals)
        counts = [list(row) for row in before.counts]
        for symbol, here in zip(symbols, self._facts_of(number).levels, strict=True):
            totals[symbol] += 1
            row = counts[symbol]
            for level in here:
                row[level] += 1
        return _Tally(tuple(totals), tuple(map(tuple, counts)))

    def _excess(self, tally: _Tally) -> int:
        """By how much, in all, symbols are off their even share by more than one draw."""
        excess = 0
        for total, counts in zip(tally.totals, tally.counts, strict=True):
            for _, start, end, minor in self._parts:
                if not minor:
                    excess += sum(_broken(counts[start:end], total))
        return excess

    def _weighed(self, facts: _BlockFacts, before: _Tally) -> tuple[Table, Table]:
        """For each draw of a block how uneven each symbol's levels are once it has occurred there,
        and how far they break the aim then.
        """
        costs: Table = []
        excess: Table = []
        for total, row in zip(before.totals, before.counts, strict=True):
            cost: list[int] = []
            broken: list[int] = []
            for _, start, end, minor in self._parts:
                uneven, off = _level_costs(row[start:end], total + 1, minor)
                cost += uneven
                broken += off
            costs.append([sum(map(cost.__getitem__, here)) for here in facts.levels])
            excess.append([sum(map(broken.__getitem__, here)) for here in facts.major])
        return _turned(costs), _turned(excess)


@cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    """Every order of so many symbols."""
    return tuple(permutations(range(size)))


def _cost(table: Table, columns: Sequence[int]) -> int:
    """The sum of a table's cells in these columns, one for each row."""
    cells: Iterator[int] = map(getitem, table, columns)
    return sum(cells)


def _turned(by_symbol: Table) -> Table:
    """A table by symbol and draw as one by draw and symbol."""
    return [list(one) for one in zip(*by_symbol, strict=True)]


@lru_cache(4096)
def _level_costs(
    counts: tuple[int, ...], total: int, minor: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each level of a context how uneven the counts of a symbol at its levels are once it has
    occurred there, and how far they break the aim then; `counts` are those before, and `total` is
    how often it has occurred after. Most tallies come again and again.
    """
    size = len(counts)
    uneven = [(size * count - total) ** _POWER for count in counts]
    every = sum(uneven)
    weight = 1 if minor else _MINOR
    more = [(size * (count + 1) - total) ** _POWER for count in counts]
    costs = [weight * (every - now + then) for now, then in zip(uneven, more, strict=True)]
    if minor:
        return tuple(costs), (0,) * size
    now, then = _broken(counts, total), _broken([count + 1 for count in counts], total)
    broken = [sum(now) - one + other for one, other in zip(now, then, strict=True)]
    return tuple(costs), tuple(broken)


def _broken(counts: Sequence[int], total: int) -> list[int]:
    """By how much each count is off an even share of the total, beyond one draw."""
    size = len(counts)
    return [max(0, abs(size * count - total) - size) for count in counts]
