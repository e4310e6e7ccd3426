"""One progress and one outcome of several engines that did the same work.

What is finished is what the store says: an engine that was killed cannot tell what it did last, and
each counts the trials of all others as found in the store.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from dsl.record import replace
from runners.engine.cost_budget import NOTHING
from runners.engine.outcome import (
    Calls,
    Cost,
    RunFigures,
    RunOutcome,
    Snapshot,
    Stopping,
    Trials,
    Trouble,
)
from runners.store.keys import participant_key

if TYPE_CHECKING:
    from runners.engine.cost_budget import CostBudget
    from runners.engine.plan import Plan
    from runners.participants.base import Participant
    from runners.store.store import Store

T = TypeVar("T")

_CHUNK = 2_000  # trials that are looked up at once


@dataclass(frozen=True, slots=True)
class Progressed:
    """What the store holds of a plan: finished trials, their replies, and replies to its study in
    all.
    """

    trials: int
    replies: int
    calls: int


def standing(
    store: Store, study: str, asked: Sequence[Participant], plans: Sequence[Plan]
) -> Progressed:
    """How much of these plans is finished with these participants."""
    trials = replies = 0
    keys = {participant_key(one.identity()): one for one in asked}
    for key, one in keys.items():
        planned = (each.key(key) for plan in plans for each in plan.asked_of(one))
        while chunk := list(islice(planned, _CHUNK)):
            found = store.finished(chunk)
            trials += sum(each in found for each in chunk)
            replies += sum(found.values())
    calls = sum(one.replies for one in store.usage_of(study, tuple(keys)))
    return Progressed(trials, replies, calls)


def snapshot(
    latest: Sequence[Snapshot],
    ended: Iterable[RunFigures],
    before: Progressed,
    *,
    planned: int,
    began: float,
    costs: CostBudget,
) -> Snapshot:
    """How a run is going by what its engines said last (`latest`) and at their ends (`ended`)."""
    figures = [*latest, *ended]
    now = time.monotonic()
    seconds = now - began
    completed = sum(one.trials.completed for one in figures)
    failed = sum(one.trials.failed for one in figures)
    left = max(0, planned - before.trials - completed)
    trials = Trials(completed, before.trials, min(failed, left))
    rate = (completed + failed) / seconds if seconds > 0 else 0.0
    rest = planned - trials.done
    stopping = [one.stopping for one in latest if one.stopping is not None]
    return Snapshot(
        planned=planned,
        trials=trials,
        calls=_calls(figures, before),
        seconds=seconds,
        failures=_each(one.failures for one in figures)[-5:],
        down=_each(one.down for one in figures),
        cost=_cost(figures, costs),
        rate=rate,
        eta=rest / rate if rate > 0 else None,
        trouble=_trouble(latest, now),
        under_way=_each(one.under_way for one in latest),
        waited=tuple(
            replace(waited, since=now - waited.since) for one in latest for waited in one.waited
        ),
        stopping=Stopping(sum(one.calls for one in stopping), max(one.seconds for one in stopping))
        if stopping
        else None,
    )


def outcome(
    ended: Sequence[RunOutcome],
    died: Sequence[RunFigures],
    before: Progressed,
    after: Progressed,
    *,
    study: str,
    planned: int,
    began: float,
    costs: CostBudget,
    interrupted: bool,
) -> RunOutcome:
    """How a run went by its engines, those that `died` as far as they told, and the store."""
    figures = [*ended, *died]
    rest = max(0, planned - after.trials)
    # One engine that came to the end of the plan has seen that what is missing had failed.
    through = any(one.through for one in ended)
    failed = rest if through else min(rest, sum(one.trials.failed for one in figures))
    calls = _calls(figures, before)
    return RunOutcome(
        study=study,
        trials=Trials(after.trials - before.trials, before.trials, failed, rest - failed),
        calls=replace(calls, made=after.calls - before.calls),
        failures=_each(one.failures for one in figures) if rest else (),
        down=_each(one.down for one in figures) if rest else (),
        interrupted=interrupted,
        seconds=time.monotonic() - began,
        cost=_cost(figures, costs, costs.spent() if costs.spent is not None else None),
        dropped=sum(one.dropped for one in ended),
    )


def _calls(figures: Sequence[RunFigures], before: Progressed) -> Calls:
    return Calls(
        sum(one.calls.made for one in figures),
        before.replies,
        sum(one.calls.retried for one in figures),
        sum(one.calls.failed for one in figures),
    )


def _cost(figures: Sequence[RunFigures], costs: CostBudget, spent: Decimal | None = None) -> Cost:
    """What all engines paid: by the store where it was asked (`spent`), else by what they said."""
    said = [one.cost for one in figures if one.cost is not None]
    paid = costs.cost()
    now = sum((one.now for one in said), paid.now)
    return replace(
        paid,
        now=now if spent is None else spent - paid.earlier,
        reached=any(one.reached for one in said),
        input_tokens=sum(one.input_tokens for one in said),
        output_tokens=sum(one.output_tokens for one in said),
        unmeasured=sum(one.unmeasured for one in said),
        unpriced=_each(one.unpriced for one in said),
        cache_read=sum(one.cache_read for one in said),
        cache_saving=sum((one.cache_saving for one in said), NOTHING),
    )


def _trouble(latest: Sequence[Snapshot], now: float) -> Trouble | None:
    """What keeps an engine from going on, if no engine goes on."""
    found = [one.trouble for one in latest]
    if not found or None in found:
        return None
    first = found[0]
    assert first is not None
    return first if first.until is None else replace(first, until=now + first.until)


def _each(many: Iterable[Sequence[T]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(each for one in many for each in one))
