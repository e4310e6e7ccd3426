"""The order of choices, rows and questions in one draw.

Rotated: offsets go in blocks, so that each option is in each position equally often, spread
against counterbalance levels and, as far as there is room, against the words of the options: else
"the first option" and "the word drawer" could be the same thing for a whole study. Shuffled: each
draw has an order of its own. Mixed: the same, of the orders that are not sorted by outcome. None of
them hangs on condition or wording, so that these differ by what the author varied and nothing else;
a mixed order is the same wherever the outcomes are.

The versions of one draw, and the forms of one question, have orders of their own: were they alike,
somebody who always takes the first option, or what came first, would pass a contrast over all
versions in one draw of as many as there are options. They are spread against each other, too, so
that such a player does no better than by guessing in any study, and not only on the average.

Where it must be quick, and need not be the orders of a study, offsets are dealt one by one: each
option is in each position equally often, too, and as evenly at each level as the next few draws
allow.

In a mixed order of rows no outcome keeps to itself at either end.

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
from collections.abc import Hashable, Sequence
from threading import get_ident

from dsl.drawing import chance
from dsl.drawing.assignment import Assignment
from dsl.drawing.symbols import Context, Dealt, Symbols
from dsl.experiment import Experiment, Order
from dsl.tree import FactorKind

_Name = tuple[str, str, int, tuple[str, ...], tuple[str, ...]]
"""Purpose, key and count of a choice, its family, and the slots whose words are in it."""


def can_be_mixed(outcomes: Sequence[str]) -> bool:
    """Whether rows with these outcomes have a mixed order: there are two, and one comes again."""
    counts = Counter(outcomes)
    return len(counts) > 1 and max(counts.values()) > 1


def is_mixed(outcomes: Sequence[str]) -> bool:
    """Whether rows in the order of these outcomes are mixed."""
    counts = Counter(outcomes)
    return len(counts) > 1 and not (_begins(outcomes, counts) or _begins(outcomes[::-1], counts))


def _begins(outcomes: Sequence[str], counts: Counter[str]) -> bool:
    """Whether all rows of the first outcome are before all others."""
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


class Orders:
    """Every order of every draw; draws count from 0. `dealt`: quick ones, not those of a study."""

    def __init__(self, assignment: Assignment, *, seed: int, dealt: bool = False) -> None:
        self.assignment = assignment
        self.seed = seed
        self.dealt = dealt
        self._spreads: dict[_Name, Symbols] = {}

    def order(
        self,
        kind: Order,
        count: int,
        draw: int,
        *,
        purpose: str,
        key: str,
        family: Sequence[str] = (),
        slots: Sequence[str] = (),
        outcomes: Sequence[str] = (),
        time: int = 1,
        row: int = 0,
    ) -> tuple[int, ...]:
        """The places of `count` things in the order shown.

        `purpose` and `key` name the choice ("choices" of a question, "rows" of a table); `family`
        are the keys of all versions and forms of it, this one among them; `slots` are those whose
        words are in what is ordered; `outcomes` are those of the rows, in a mixed order; `time`
        tells apart the first and later passes over the same rows within one session; `row`, from
        0, the rows of a loop in which the same choices are ordered again.
        """
        if count <= 1 or kind is Order.FIXED:
            return tuple(range(count))
        if kind is Order.SHUFFLED:
            time += row
            return chance.permutation(count, self.seed, purpose, key, count, time, draw)
        if kind is Order.MIXED:
            return mixed(outcomes, self.seed, purpose, key, time, draw)
        name = (purpose, key, count, tuple(family), tuple(slots))
        spread = self._spreads.get(name) or self._spread(name)
        offset = spread.at(draw) + time - 1 + self._turned(purpose, key, count, row)
        return tuple((place + offset) % count for place in range(count))

    def _turned(self, purpose: str, key: str, count: int, row: int) -> int:
        """By how much the rotation of one row of a loop is turned against that of the first.

        As many rows as there are options have all the rotations once, so that within a draw each
        option is in each position equally often, give or take one; the turn is the same in all
        draws, so that over draws it does so in each row, too. Which row has which turn is drawn: a
        cycle would let the position of the key be foreseen.
        """
        if not row:
            return 0  # where the spread over draws put it
        block, place = divmod(row, count)
        turns = chance.permutation(count, self.seed, purpose, "rows", key, count, block)
        return (turns[place] - turns[0]) if not block else turns[place]

    def _spread(self, name: _Name) -> Symbols:
        """The offsets of a choice, which are spread against those of its family before it."""
        if name not in self._spreads:
            purpose, key, count, family, slots = name
            levels = self.assignment.levels.contexts()
            # To know the words of one draw, those of many others are drawn.
            words = tuple(self.assignment.context(slot) for slot in slots if not self.dealt)
            earlier = family[: family.index(key)] if key in family else ()
            before = tuple(
                Context(count, self._spread((purpose, one, count, family, slots)).at, minor=True)
                for one in earlier
            )
            way: type[Symbols] = Dealt
            if not self.dealt:
                from dsl.drawing.spreading import Spread  # a check never spreads

                way = Spread
            self._spreads[name] = way(
                count,
                seed=self.seed,
                purpose=purpose,
                where=(key, count),
                contexts=levels + words + before,
            )
        return self._spreads[name]


_KEPT = 32
_known: dict[Hashable, Orders] = {}


def orders_of(experiment: Experiment, *, seed: int, dealt: bool = False) -> Orders:
    """The orders and words of the draws of an experiment. What was worked out is kept for all
    experiments of this thread that draw from the same in the same way; the last 32 are.
    """
    drawn_from = (
        experiment.slots,
        experiment.design,
        experiment.of_kind(FactorKind.COUNTERBALANCE),
        experiment.expansion,
    )
    key = (drawn_from, seed, dealt, get_ident())
    found = _known.get(key)
    if found is None:
        while len(_known) >= _KEPT:
            _known.pop(next(iter(_known)), None)
        assignment = Assignment(experiment, seed=seed, dealt=dealt)
        found = _known[key] = Orders(assignment, seed=seed, dealt=dealt)
    return found
