"""What a run has cost, and the ceiling that no call may pass.

Before a try the most that it can cost is reserved: a token for every byte of words that is sent,
the most that the model counts for each picture, and the longest reply. Where that does not fit
under the ceiling the try waits for those under way, which mostly cost less; where it does not fit
and none is under way, the ceiling is reached. Counting what was paid and stopping after the first
call beyond it was the alternative: with two hundred calls in flight that is two hundred calls too
late.

Other processes may work on the same study. Under a ceiling it is looked up in the store now and
then, and before the ceiling counts as reached, what they have paid and how many they are; each is
taken to have as much reserved as this one. A common account of what is reserved was the
alternative: every call would then wait for a write of its own before it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

import anyio

from renderers.prompt import Message
from runners.engine.outcome import Cost
from runners.participants.base import Participant, Reply
from runners.participants.failures import FailureKind
from runners.participants.wrapped import Wrapped
from runners.prices.table import MILLION, MOST_OF_A_PICTURE, Price
from runners.store.keys import participant_key

if TYPE_CHECKING:
    from runners.store.store import Store

NOTHING = Decimal(0)

_OFTEN = 2.0  # seconds between two looks
_SHARE = 20  # a twentieth: of the time for looking, and of what is left for spending unlooked
_BYTES_OF_A_MESSAGE = 32  # a chat template's own marks, and more than any known one needs
_CACHE_WRITE = Decimal("0.25")  # of the price, on top: Anthropic for five minutes, OpenAI since 5.6
_MAY_BE_BILLED = frozenset(
    {
        FailureKind.TIMEOUT,
        FailureKind.CONNECTION_LOST,
        FailureKind.BROKEN_BODY,
        FailureKind.TOO_LARGE,
    }
)


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
    def picture(self) -> int:
        """The most tokens that a picture comes to."""
        return self.price.picture if self.price else MOST_OF_A_PICTURE

    @property
    def free(self) -> bool:
        """Whether it is known to cost nothing."""
        return self.unbilled or (
            self.price is not None and not (self.price.input or self.price.output)
        )


@dataclass(slots=True)
class CostBudget:
    """Pays for calls. Used inside one event loop; amounts are US dollars.

    `tariffs` are by the participant's name. `earlier` is what their replies to this study cost
    before. With a `ceiling` every tariff that is not free needs a price and a longest reply.
    `sharing` are other processes that are known to pay from this ceiling from the start.
    `spent` gives what the study's replies cost that are in the store now, of whatever process, and
    `others` how many other processes are at work on it; both are called in a thread.
    """

    tariffs: Mapping[str, Tariff]
    ceiling: Decimal | None = None
    earlier: Decimal = NOTHING
    now: Decimal = NOTHING
    spent: Callable[[], Decimal] | None = None
    others: Callable[[], int] | None = None
    sharing: int = 0
    reached: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    unmeasured: int = 0
    cache_read: int = 0
    cache_saving: Decimal = NOTHING
    _unpriced: dict[str, None] = field(default_factory=dict)
    _reserved: Decimal = NOTHING
    _lost: Decimal = NOTHING
    _under_way: int = 0
    _changed: anyio.Event | None = None
    _storing: int = 0
    _kept: Decimal = NOTHING
    _elsewhere: Decimal = NOTHING
    _company: int = field(init=False)
    _look_at: float = float("-inf")
    _look_from: Decimal = NOTHING
    _looking: anyio.Lock = field(default_factory=anyio.Lock)

    def __post_init__(self) -> None:
        self._company = self.sharing
        for name, tariff in self.tariffs.items():
            if self.ceiling is None or tariff.free:
                continue
            if tariff.price is None or tariff.longest is None:
                raise ValueError(f"a ceiling needs the price of {name} and its longest reply")

    async def reserve(self, name: str, messages: Sequence[Message]) -> Decimal:
        """Reserves the most that one try can cost, as soon as it fits; gives the amount.

        Raises CeilingReached. Every amount is to be `paid`, or `put_back`, once.
        """
        if self.ceiling is None:
            return NOTHING
        most = self._most(name, messages)
        if not most:
            return most
        await self._look(most, surely=False)
        while not self._fits(most):
            if self._idle:
                await self._look(most, surely=True)
                if self._fits(most):
                    break
                if self._idle:
                    self.reached = True
                    raise CeilingReached
            if self._changed is None:
                self._changed = anyio.Event()
            await self._changed.wait()
            await self._look(most, surely=False)
        self._reserved += most
        self._under_way += 1
        return most

    @property
    def _idle(self) -> bool:
        """Nothing is under way here, not even into the store: what that says is then exact."""
        return not self._under_way and not self._storing

    def _fits(self, most: Decimal) -> bool:
        in_flight = (self._reserved + most) * (1 + self._company)
        spent = self.earlier + self.now + self._elsewhere + self._lost
        return self.ceiling is None or spent + in_flight <= self.ceiling

    async def _look(self, most: Decimal, *, surely: bool) -> None:
        """Looks up what other processes have spent, if it is time to, or `surely`."""
        if self.spent is None or self.others is None or self.ceiling is None:
            return
        if not surely and not self._time_to_look():
            return
        async with self._looking:
            if not surely and not self._time_to_look():
                return  # somebody else has just looked
            began, mine, before = anyio.current_time(), self._kept, self._company
            found = await anyio.to_thread.run_sync(self.others)
            self._company = max(self.sharing, found)
            if surely or self._company or before:
                spent = await anyio.to_thread.run_sync(self.spent)
                # What came into the store during the look counts twice until the next one: too much
                # at worst, and never too little.
                self._elsewhere = max(NOTHING, spent - self.earlier - mine)
            now = anyio.current_time()
            self._look_at = now + max(_OFTEN, _SHARE * (now - began))
            left = self.ceiling - self.earlier - self.now - self._elsewhere
            share = _SHARE * (1 + self._company)
            self._look_from = self.now + max(NOTHING, left / share)

    def _time_to_look(self) -> bool:
        """Every so often, and as soon as a good part of what was left has been spent here: others
        may have spent as much.
        """
        return anyio.current_time() >= self._look_at or self.now > self._look_from

    def kept(self, cost: Decimal) -> None:
        """A reply that was paid for is in the store, or never will be."""
        self._kept += cost
        self._storing -= 1
        self._notify()

    def put_back(self, reserved: Decimal, kind: FailureKind | None = None) -> None:
        """A try brought no reply. After some kinds of failure it may be billed all the same: the
        amount then counts towards the ceiling, and not towards what is known to be paid.
        """
        if kind in _MAY_BE_BILLED:
            self._lost += reserved
        self._release(reserved)

    def paid(
        self, name: str, reserved: Decimal, messages: Sequence[Message], reply: Reply
    ) -> Decimal:
        """A reply came; what it says of its tokens is paid for. One that says nothing of them is
        taken to have a token for every byte. Gives what it cost, which is to be `kept` once.
        """
        self._storing += 1
        tariff = self.tariffs[name]
        read, written = reply.input_tokens, reply.output_tokens
        if tariff.free and (read is None or written is None):
            return NOTHING
        if read is None or written is None:
            self.unmeasured += 1
        if read is None:
            read = most_tokens(messages, tariff.picture)
        written = _size(reply.text) if written is None else written
        self.input_tokens += read
        self.output_tokens += written
        self.cache_read += reply.cache_read
        if tariff.price is None and not tariff.unbilled:
            self._unpriced[name] = None
        cost = NOTHING
        if tariff.price is not None:
            # At the full price, as those are counted that other runs paid; so no ceiling is passed.
            cost = tariff.price.of(read, written)
            self.cache_saving += _saved(tariff.price, reply)
            # Thinking that nobody counted has no text: the most is then all that is known.
            self.now += cost if reply.output_tokens is not None else max(cost, reserved)
        self._release(reserved)
        return cost

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
            elsewhere=self._elsewhere,
            cache_read=self.cache_read,
            cache_saving=self.cache_saving,
        )

    def _most(self, name: str, messages: Sequence[Message]) -> Decimal:
        tariff = self.tariffs[name]
        if tariff.price is None or tariff.free:
            return NOTHING
        return tariff.price.of(most_tokens(messages, tariff.picture), tariff.longest or 0)

    def _release(self, reserved: Decimal) -> None:
        if not reserved:
            return
        self._reserved -= reserved
        self._under_way -= 1
        self._notify()

    def _notify(self) -> None:
        if self._changed is not None:
            changed, self._changed = self._changed, None
            changed.set()


def _saved(price: Price, reply: Reply) -> Decimal:
    """How much less a reply cost, in US dollars, than its tokens do at the full price; below zero
    where more was put into the cache than was read out of it.
    """
    kept = price.input * _CACHE_WRITE * reply.cache_written
    cheaper = price.input - price.cached if price.cached is not None else NOTHING
    return (cheaper * reply.cache_read - kept) / MILLION


def study_budget(
    store: Store,
    study: str,
    asked: Sequence[Participant],
    tariffs: Mapping[str, Tariff],
    ceiling: Decimal | None,
    *,
    sharing: int = 0,
) -> CostBudget:
    """The cost budget of a run, with what these participants' replies to the study have cost;
    `sharing` other processes pay from the same ceiling.
    """
    by_key = {
        (participant_key(one.identity()), other is not None): price
        for one in asked
        for other in (None, one.embedder if isinstance(one, Wrapped) else None)
        if (price := tariffs[(other or one).name].price) is not None
    }

    def spent() -> Decimal:
        return spent_on(store, study, by_key)

    return CostBudget(tariffs, ceiling, spent(), spent=spent, sharing=sharing)


def spent_on(store: Store, study: str, prices: Mapping[tuple[str, bool], Price]) -> Decimal:
    """What replies to a study have cost; `prices` are by participant (its key) and whether those of
    its embeddings are meant. Those that came by batches cost what these do, where that is known.
    """
    # Without a price there is nothing to sum up, and a large store is spared the reading.
    keys = tuple(dict.fromkeys(key for key, _ in prices))
    whole = NOTHING
    for one in store.usage_of(study, keys) if keys else ():
        price = prices.get((one.participant, one.embeddings))
        if price is not None:
            price = (one.batched and price.in_batches) or price
            read = one.input_tokens + one.pictures * price.picture
            whole += price.of(read, one.output_tokens)
    return whole


def most_tokens(messages: Sequence[Message], picture: int = MOST_OF_A_PICTURE) -> int:
    """A number of tokens that these messages cannot exceed: a token is a byte at least, and the
    model makes no more than so many of a `picture`.
    """
    words = sum(_size(message.text) + _BYTES_OF_A_MESSAGE for message in messages) + 64
    return words + sum(len(message.pictures) for message in messages) * picture


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
