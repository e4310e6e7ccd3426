"""What may be asked of a participant in a minute: as the user says, and as the provider says.

Callers give the time, in seconds of one clock; it asks no clock itself, and callers do the waiting.

The user's figures are spread evenly: one request after another, each as long after the last as it
takes to earn it. aiolimiter was the alternative; it lets a whole minute's worth go at once and
earns while that goes, which is up to twice the figure in the first minute, and what a call really
took cannot be corrected afterwards. Tokens of a call are guessed before it, from what earlier calls
took relative to their guesses, and corrected after it.

The provider's figures come with its answers: so much is left, and so soon it is whole again. Where
too little is left for a call, and for those that are under way and may not be counted yet, the call
waits until then, or until a newer answer says more. Where an allowance is refilled bit by bit, as
most are, nothing is lost by waiting until it is whole: it is never full and unused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from runners.participants.transport.limits import Allowance, Counted

MINUTE = 60.01
"""Seconds; a hundredth more than a minute has, so that rounding brings no call into it."""
SLACK = 0.1
"""Seconds that a call may go early to make up for one that went late: timers are never exact."""
CHARACTERS_OF_A_TOKEN = 4.0
FIRST_REPLY = 60.0
"""Tokens that a reply is taken to have before there was one; `devrun plan` takes the same."""

_MEMORY = 0.05  # what the newest call weighs in what is known of calls
_SMALLEST, _LARGEST = 0.2, 20.0  # tokens per guessed token: beyond this somebody miscounts


@dataclass(frozen=True, slots=True)
class Size:
    """What one call takes, in tokens: a guess before, a count after."""

    read: float
    written: float

    def of(self, counted: Counted) -> float:
        """What it takes of an allowance that counts this."""
        match counted:
            case Counted.REQUESTS:
                return 1.0
            case Counted.TOKENS:
                return self.read + self.written
            case Counted.INPUT_TOKENS:
                return self.read
            case Counted.OUTPUT_TOKENS:
                return self.written


class SharedPace(Protocol):
    """Calls and tokens a minute that several processes share."""

    async def turn(self, participant: str, size: Size) -> None:
        """Wait until a call of this size to this participant may begin, and count it."""

    def ended(self, participant: str, size: Size, took: Size | None) -> None:
        """It is over, and took so much, where its answer said so."""


@dataclass(slots=True)
class _Even:
    """So many a minute, evenly. In no minute more than that is begun, but for the last call's part
    where calls are of several units.
    """

    a_minute: float
    _due: float = field(init=False, default=float("-inf"))

    def delay(self, now: float) -> float:
        return max(0.0, self._due - SLACK - now)

    def take(self, amount: float, now: float) -> None:
        self._due = max(self._due, now) + self._seconds(amount)

    def correct(self, by: float) -> None:
        self._due += self._seconds(by)

    def _seconds(self, amount: float) -> float:
        return amount * (MINUTE + SLACK) / self.a_minute


@dataclass(slots=True)
class _Stock:
    """What a provider said is left, less what was begun since. `asked_at` is when the call began
    whose answer said so, and `took` how long it then was to take until it is whole.
    """

    counted: Counted
    asked_at: float
    left: float
    limit: float | None
    whole_at: float
    took: float
    speed: float | None

    def delay(self, needed: float, now: float, patience: float) -> float:
        """Seconds until there is as much as is needed. A limit of a day is not waited for whole:
        what it earns meanwhile is enough, and if not, the provider says so itself.
        """
        if now >= self.whole_at:
            return 0.0
        if self.limit is not None:
            needed = min(needed, self.limit)
        if self.left >= needed:
            return 0.0
        delay = self.whole_at - now
        if delay > patience and self.speed:
            delay = (needed - self.left) / self.speed
        return delay if delay <= patience else 0.0


@dataclass(slots=True)
class RateLimit:
    """One participant's. `patience` is the longest that the provider's word is waited for."""

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    patience: float = 300.0
    _requests: _Even | None = field(init=False, default=None)
    _tokens: _Even | None = field(init=False, default=None)
    _stocks: dict[Counted, _Stock] = field(init=False, default_factory=dict)
    _under_way: dict[Counted, float] = field(init=False)
    _token_ratio: float = field(init=False, default=1.0)
    _reply: float = field(init=False, default=FIRST_REPLY)
    _counts: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._under_way = dict.fromkeys(Counted, 0.0)
        if self.requests_per_minute is not None:
            self._requests = _Even(self.requests_per_minute)
        if self.tokens_per_minute is not None:
            self._tokens = _Even(self.tokens_per_minute)

    def guess(self, characters: int) -> Size:
        """What a call with so many characters of messages will take."""
        return Size(characters / CHARACTERS_OF_A_TOKEN * self._token_ratio, self._reply)

    def delay(self, size: Size, now: float) -> tuple[float, Counted | None]:
        """Seconds until a call of this size may begin, and which of the provider's limits makes it
        wait so long; None where it is the user's own figures, or nothing.
        """
        longest, why = 0.0, None
        for even in (self._requests, self._tokens):
            if even is not None:
                longest = max(longest, even.delay(now))
        for counted, stock in self._stocks.items():
            delay = stock.delay(size.of(counted), now, self.patience)
            if delay > longest:
                longest, why = delay, counted
        return longest, why

    def begun(self, size: Size, now: float) -> None:
        """A call of this size begins."""
        if self._requests is not None:
            self._requests.take(1.0, now)
        if self._tokens is not None:
            self._tokens.take(size.of(Counted.TOKENS), now)
        for stock in [stock for stock in self._stocks.values() if now >= stock.whole_at]:
            self._made_whole(stock, now)
        for counted in Counted:
            self._under_way[counted] += size.of(counted)
        for counted, stock in self._stocks.items():
            stock.left -= size.of(counted)

    def ended(
        self,
        size: Size,
        began: float,
        now: float,
        *,
        limits: tuple[Allowance, ...] = (),
        took: Size | None = None,
        characters: int = 0,
    ) -> None:
        """A call that began at `began` is over; its answer said what is left (`limits`) and what it
        took, if there was an answer that did.
        """
        for counted in Counted:
            self._under_way[counted] -= size.of(counted)
        for one in limits:
            known = self._stocks.get(one.counted)
            # Answers overtake each other: what an older call heard is older news.
            if known is None or began >= known.asked_at:
                self._stocks[one.counted] = self._stock(one, began, now)
        if took is None:
            return
        if self._tokens is not None:
            self._tokens.correct(took.of(Counted.TOKENS) - size.of(Counted.TOKENS))
        self._counts += 1
        newest = max(_MEMORY, 1 / self._counts)
        self._reply += newest * (took.written - self._reply)
        if characters:
            ratio = took.read * CHARACTERS_OF_A_TOKEN / characters
            ratio = min(max(ratio, _SMALLEST), _LARGEST)
            self._token_ratio += newest * (ratio - self._token_ratio)

    def _stock(self, one: Allowance, began: float, now: float) -> _Stock:
        speed = None
        if one.limit is not None and one.whole_in > 0:
            speed = max(0, one.limit - one.remaining) / one.whole_in
        left = one.remaining - self._under_way[one.counted]
        return _Stock(one.counted, began, left, one.limit, now + one.whole_in, one.whole_in, speed)

    def _made_whole(self, stock: _Stock, now: float) -> None:
        """What the provider said is out of date: there is a whole allowance again, but for the
        calls that are under way. Without its size there is nothing to go by until the next answer.
        """
        if stock.limit is None or not stock.took:
            del self._stocks[stock.counted]
            return
        stock.left = stock.limit - self._under_way[stock.counted]
        stock.whole_at = now + stock.took
