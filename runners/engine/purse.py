"""What a run has cost, and the ceiling that no call may pass.

Before a try the most that it can cost is set aside: a token for every byte that is sent, and the
longest reply. Where that does not fit under the ceiling the try waits for those under way, which
mostly cost less; where it does not fit and none is under way, the ceiling is reached. Counting what
was paid and stopping after the first call beyond it was the alternative: with two hundred calls in
flight that is two hundred calls too late.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import anyio

from renderers.prompt import Message
from runners.engine.outcome import Cost
from runners.participants.base import Reply
from runners.participants.failures import Kind
from runners.prices.table import Price

NOTHING = Decimal(0)

_BYTES_OF_A_MESSAGE = 32  # a chat template's own marks, and more than any known one needs
_MAY_BE_BILLED = frozenset({Kind.TIMEOUT, Kind.CONNECTION_LOST, Kind.BROKEN_BODY})


class CeilingReached(Exception):
    """The next call could pass the ceiling, and no call is under way that might cost less."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """A participant's price, None where nobody knows it, and the longest reply in tokens.

    `unbilled` needs no price: it answers on this computer.
    """

    price: Price | None
    longest: int | None = None
    unbilled: bool = False

    @property
    def free(self) -> bool:
        """Whether it is known to cost nothing."""
        return self.unbilled or (
            self.price is not None and not (self.price.input or self.price.output)
        )


@dataclass(slots=True)
class Purse:
    """Pays for calls. Used inside one event loop; amounts are US dollars.

    `tariffs` are by the participant's name. `earlier` is what their replies to this study cost
    before. With a `ceiling` every tariff that is not free needs a price and a longest reply.
    """

    tariffs: Mapping[str, Tariff]
    ceiling: Decimal | None = None
    earlier: Decimal = NOTHING
    now: Decimal = NOTHING
    reached: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    unmeasured: int = 0
    _unpriced: dict[str, None] = field(default_factory=dict)
    _aside: Decimal = NOTHING
    _lost: Decimal = NOTHING
    _under_way: int = 0
    _changed: anyio.Event | None = None

    def __post_init__(self) -> None:
        for name, tariff in self.tariffs.items():
            if self.ceiling is None or tariff.free:
                continue
            if tariff.price is None or tariff.longest is None:
                raise ValueError(f"a ceiling needs the price of {name} and its longest reply")

    async def set_aside(self, name: str, messages: Sequence[Message]) -> Decimal:
        """Sets aside the most that one try can cost, as soon as it fits; gives the amount.

        Raises CeilingReached. Every amount is to be `paid`, or `put_back`, once.
        """
        if self.ceiling is None:
            return NOTHING
        most = self._most(name, messages)
        if not most:
            return most
        while self.earlier + self.now + self._lost + self._aside + most > self.ceiling:
            if not self._under_way:
                self.reached = True
                raise CeilingReached
            if self._changed is None:
                self._changed = anyio.Event()
            await self._changed.wait()
        self._aside += most
        self._under_way += 1
        return most

    def put_back(self, aside: Decimal, kind: Kind | None = None) -> None:
        """A try brought no reply. After some kinds of failure it may be billed all the same: the
        amount then counts towards the ceiling, and not towards what is known to be paid.
        """
        if kind in _MAY_BE_BILLED:
            self._lost += aside
        self._release(aside)

    def paid(self, name: str, aside: Decimal, messages: Sequence[Message], reply: Reply) -> None:
        """A reply came; what it says of its tokens is paid for. One that says nothing of them is
        taken to have a token for every byte.
        """
        tariff = self.tariffs[name]
        read, written = reply.input_tokens, reply.output_tokens
        if tariff.free and (read is None or written is None):
            return
        if read is None or written is None:
            self.unmeasured += 1
        read = _bytes_of(messages) if read is None else read
        written = _size(reply.text) if written is None else written
        self.input_tokens += read
        self.output_tokens += written
        if tariff.price is None and not tariff.unbilled:
            self._unpriced[name] = None
        elif tariff.price is not None:
            cost = tariff.price.of(read, written)
            # Thinking that nobody counted has no text: the most is then all that is known.
            self.now += cost if reply.output_tokens is not None else max(cost, aside)
        self._release(aside)

    def cost(self) -> Cost:
        """What was paid so far."""
        prices = [one.price for one in self.tariffs.values() if one.price and not one.free]
        return Cost(
            now=self.now,
            earlier=self.earlier,
            ceiling=self.ceiling,
            reached=self.reached,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            unmeasured=self.unmeasured,
            unpriced=tuple(self._unpriced),
            prices=tuple(prices),
        )

    def _most(self, name: str, messages: Sequence[Message]) -> Decimal:
        tariff = self.tariffs[name]
        if tariff.price is None or tariff.free:
            return NOTHING
        return tariff.price.of(_bytes_of(messages), tariff.longest or 0)

    def _release(self, aside: Decimal) -> None:
        if not aside:
            return
        self._aside -= aside
        self._under_way -= 1
        if self._changed is not None:
            changed, self._changed = self._changed, None
            changed.set()


def _bytes_of(messages: Sequence[Message]) -> int:
    """A number of tokens that these messages cannot exceed: a token is a byte at least."""
    return sum(_size(message.text) + _BYTES_OF_A_MESSAGE for message in messages) + 64


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
