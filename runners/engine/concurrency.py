"""How many calls to have in flight: as many as make it quicker, and as many as are borne.

Two signs tell. A refusal says "too many": the number is halved, and one more goes after every full
round of replies. That replies come and come no quicker says "enough": a server with four places
refuses nobody, and answers no more per second however many are in its queue. So a larger number
is tried for one round, twice as large as the one before, and kept only if what is written per
second rose by at least half of what the calls in flight rose by; else the number goes back, and
larger ones are retried later and later.

What is compared is work per second (Little's law: calls in flight, times work done, over time
taken), not a shortest round trip remembered from the start, as the limiters of the Vegas family do:
a provider that is slower in the afternoon would be asked less and less. Work is tokens written and
a share for all that does not depend on them, since later questions have longer answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WORK_OF_A_CALL = 32.0
"""Reading a prompt and the way there and back take about as long as writing so many tokens."""

_WORTH_IT = 0.5  # of the gain that would be had if nobody waited in a queue
_IN_USE = 0.75  # of the places: with fewer in use a round says nothing about their number
_REST = 4  # rounds until a larger number is tried again, at first; twice as many each time
_LONGEST_REST = 64
_REST_AFTER_REFUSAL = 10


@dataclass(frozen=True, slots=True)
class _Before:
    """What a larger number is compared with: places, calls in flight and work per second."""

    slots: int
    busy: float
    speed: float


@dataclass(slots=True)
class AdaptiveConcurrency:
    """The number of calls that may be in flight, between 1 and `ceiling`. Callers give the time, in
    seconds of one clock; it asks no clock itself.
    """

    ceiling: int
    start: int
    slots: int = field(init=False)
    _since: float = field(init=False, default=float("-inf"))
    _halved: float = field(init=False, default=float("-inf"))
    _replies: int = field(init=False, default=0)
    _busy: float = field(init=False, default=0.0)
    _held: float = field(init=False, default=0.0)
    _work: float = field(init=False, default=0.0)
    _before: _Before | None = field(init=False, default=None)
    _rest: int = field(init=False, default=0)
    _next_rest: int = field(init=False, default=_REST)
    _refused: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.slots = min(self.start, self.ceiling)

    def replied(self, began: float, now: float, *, busy: int, work: float) -> None:
        """A call that began at `began` was answered, while `busy` calls were in flight, itself
        among them. `work` is what it took the provider, in tokens.
        """
        if began < self._since or busy < self.slots * _IN_USE:
            return
        self._replies += 1
        self._busy += busy
        self._held += now - began
        self._work += work
        if self._replies >= self.slots:
            self._end_of_round(now)

    def refused(self, began: float, now: float) -> bool:
        """A try that began at `began` was refused; gives whether that is news.

        Tries that were under way when the number was last halved say nothing about the new number.
        """
        self._begin_round()
        if began <= self._halved:
            return False
        self._halved = now
        if self._before is not None:
            self._before = None
            self._next_rest = min(2 * self._next_rest, _LONGEST_REST)
        self._refused = True
        self._rest = max(_REST_AFTER_REFUSAL, self._next_rest)
        self.slots = max(1, self.slots // 2)
        return True

    def _end_of_round(self, now: float) -> None:
        busy = self._busy / self._replies
        speed = busy * self._work / self._held if self._held > 0 else float("inf")
        self._begin_round()
        before, self._before = self._before, None
        if before is not None:
            if speed < before.speed * (1 + _WORTH_IT * (busy / before.busy - 1)):
                self._set(before.slots, now)
                self._rest, self._next_rest = (
                    self._next_rest,
                    min(2 * self._next_rest, _LONGEST_REST),
                )
                self._refused = False
                return
            self._next_rest = _REST
        if self.slots >= self.ceiling:
            return
        if self._rest > 0:
            self._rest -= 1
            if self._refused:
                self.slots += 1
            return
        self._refused = False
        self._before = _Before(self.slots, busy, speed)
        self._set(min(2 * self.slots, self.ceiling), now)

    def _begin_round(self) -> None:
        self._replies = 0
        self._busy = self._held = self._work = 0.0

    def _set(self, slots: int, now: float) -> None:
        """Another number, of which only calls that begin from now on tell."""
        self.slots = slots
        self._since = now
