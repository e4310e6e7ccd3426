"""No call passes the ceiling, whatever is in flight; and what was paid is counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import anyio
import pytest
from scenes import CALLS_IN_A_TRIAL, Answering, participant_plans, study

from dsl.record import replace
from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role
from runners.engine.cost_budget import CostBudget, Tariff
from runners.engine.outcome import RunOutcome, Trials
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.participants.base import Call, Finish, Reply
from runners.participants.failures import FailureKind, NoReply
from runners.prices.table import Price
from runners.store.store import Store

PACE = RunLimits(concurrency=8, first_wait=0.001, longest_wait=0.002, poll=0.001)
LONGEST = 1000
PRICE = Price("test/answering", Decimal(0), Decimal(1000), date(2026, 3, 1))
"""A token written is a tenth of a cent, so that the longest reply costs a dollar."""
FREE = Price("test/free", Decimal(0), Decimal(0), date(2026, 3, 1))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def spending(tokens: int | None) -> Callable[[Call], Reply]:
    return lambda call: Reply("Here.", Finish.STOP, input_tokens=50, output_tokens=tokens)


class Slowly(Answering):
    """Lets others begin before it answers; knows how many calls were in flight at most."""

    at_once = most = 0

    async def ask(self, call: Call) -> Reply:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        for _ in range(60):
            await anyio.lowlevel.checkpoint()
        self.at_once -= 1
        return await Answering.ask(self, call)


def cost_budget(
    ceiling: str | None = None, *, earlier: str = "0", price: Price | None = PRICE
) -> CostBudget:
    top = None if ceiling is None else Decimal(ceiling)
    return CostBudget({"test/answering": Tariff(price, LONGEST)}, top, Decimal(earlier))


def told(store: Store, one: Answering, pays: CostBudget, *more: Answering) -> RunOutcome:
    everybody = (one, *more)
    return run_study(
        store,
        study(*everybody),
        participant_plans(range(1, 6), *everybody),
        run_limits=PACE,
        cost_budget=pays,
    )


@pytest.mark.parametrize("tokens", [LONGEST, 400, 1])
def test_the_ceiling_is_never_passed_and_the_run_goes_on_with_a_higher_one(
    store: Store, tokens: int
) -> None:
    """The longest replies come to ten calls, shorter ones to more, and none goes unused."""
    one = Slowly(spending(tokens))
    first = told(store, one, cost_budget("10"))
    each = Decimal(tokens) / 1000
    affordable = min(40, int((10 - 1) / each) + 1)
    assert len(one.calls) == first.calls.made == affordable
    assert first.cost is not None
    assert first.cost.now == affordable * each <= 10
    assert first.cost.reached == (affordable < 40)
    assert (first.trials.left > 0) == first.cost.reached
    assert (first.failures, first.down, first.interrupted) == ((), (), False)
    later = told(store, one, cost_budget("41", earlier=str(first.cost.now)))
    assert later.trials.left == 0
    assert later.cost is not None
    assert (later.cost.now, later.cost.earlier) == ((40 - affordable) * each, affordable * each)
    assert len({call.key for call in one.calls}) == len(one.calls) == 5 * CALLS_IN_A_TRIAL


def test_what_was_paid_earlier_counts_towards_the_ceiling(store: Store) -> None:
    one = Slowly(spending(1))
    outcome = told(store, one, cost_budget("10", earlier="9.5"))
    assert one.calls == []
    assert outcome.trials == Trials(left=5)
    assert outcome.cost is not None
    assert outcome.cost.reached


def test_near_the_ceiling_fewer_calls_are_in_flight(store: Store) -> None:
    one = Slowly(spending(1))
    assert told(store, one, cost_budget("1.99")).trials == Trials(completed=5)
    assert one.most == 1
    two = Slowly(spending(1))
    with Store.open(store.where + "2") as other:
        assert told(other, two, cost_budget("1000")).trials == Trials(completed=5)
    assert two.most > 4


def test_a_reply_that_was_lost_on_its_way_may_have_been_billed(store: Store) -> None:
    tries = iter(range(10**6))

    def answer(call: Call) -> Reply:
        if next(tries) < 9:
            raise NoReply(FailureKind.CONNECTION_LOST, "the connection broke")
        return spending(1)(call)

    one = Slowly(answer)
    outcome = told(store, one, cost_budget("10"))
    assert len(one.calls) == 10
    assert outcome.cost is not None
    assert (outcome.cost.now, outcome.cost.reached) == (Decimal("0.001"), True)


def test_a_refused_try_costs_nothing(store: Store) -> None:
    tries = iter(range(10**6))

    def answer(call: Call) -> Reply:
        if next(tries) < 15:
            raise NoReply(FailureKind.RATE_LIMITED, "too many", retry_after=0.0)
        return spending(1)(call)

    assert told(store, Slowly(answer), cost_budget("3")).trials == Trials(completed=5)


def test_who_costs_nothing_goes_on_when_the_ceiling_is_reached(store: Store) -> None:
    free = Slowly(name="test/free")
    pays = cost_budget("2")
    pays.tariffs = {**pays.tariffs, "test/free": Tariff(FREE)}
    outcome = told(store, Slowly(spending(LONGEST)), pays, free)
    assert outcome.trials.completed == 5
    assert outcome.trials.left == 5
    assert len(free.calls) == 5 * CALLS_IN_A_TRIAL
    assert outcome.cost is not None
    assert (outcome.cost.now, outcome.cost.unmeasured) == (2, 0)


def test_replies_without_a_count_of_tokens_count_with_the_most_they_can_cost(
    store: Store,
) -> None:
    outcome = told(store, Slowly(spending(None)), cost_budget("3"))
    assert outcome.cost is not None
    assert (outcome.cost.now, outcome.cost.unmeasured, outcome.calls.made) == (3, 3, 3)


def test_a_picture_has_money_reserved_as_if_it_were_the_largest() -> None:
    picture = Picture("marble.png", "a marble", "image/png", "0" * 64, b"")
    seen = Message(Role.USER, "What is this?", (PlacedPicture(0, picture),))
    words = Message(Role.USER, "What is this?")
    dollar_a_million = Price("test/answering", Decimal(1), Decimal(0), date(2026, 3, 1))

    async def main() -> tuple[Decimal, Decimal]:
        pays = cost_budget("1", price=dollar_a_million)
        both = [await pays.reserve("test/answering", [one]) for one in (seen, words)]
        return both[0], both[1]

    with_it, without = anyio.run(main)
    assert with_it - without == Decimal("0.016384")


def test_without_a_price_tokens_are_counted_and_nothing_is_claimed(store: Store) -> None:
    outcome = told(store, Slowly(spending(7)), cost_budget(price=None))
    assert outcome.cost is not None
    assert (outcome.cost.now, outcome.cost.unpriced) == (0, ("test/answering",))
    assert (outcome.cost.input_tokens, outcome.cost.output_tokens) == (40 * 50, 40 * 7)


def test_a_ceiling_without_a_price_or_a_longest_reply_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="the price of test/answering and its longest reply"):
        cost_budget("5", price=None)
    with pytest.raises(ValueError, match="its longest reply"):
        CostBudget({"test/answering": Tariff(replace(PRICE, longest=5))}, Decimal(5))
