"""How a run went, and how it is going: figures that are values, for whoever prints them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from runners.prices.table import Price


@dataclass(frozen=True, slots=True)
class Trials:
    """Every planned trial is in exactly one of the other four.

    `completed`: finished in this run, with at least one call made. `replayed`: finished without a
    call, since every reply was stored. `failed`: a call got no reply. `left`: not finished, since
    the run stopped before.
    """

    completed: int = 0
    replayed: int = 0
    failed: int = 0
    left: int = 0

    @property
    def planned(self) -> int:
        """The sum of them all."""
        return self.completed + self.replayed + self.failed + self.left

    @property
    def done(self) -> int:
        """Those of which nothing more is to be expected in this run."""
        return self.completed + self.replayed + self.failed


@dataclass(frozen=True, slots=True)
class Calls:
    """`made`: replies that came in this run. `replayed`: taken from the store. `retried`: tries
    beyond the first, of any call. `failed`: calls that got no reply.
    """

    made: int = 0
    replayed: int = 0
    retried: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that got no reply, named so that somebody can find it. `kind` is a Kind's value."""

    trial: str
    place: str
    participant: str
    kind: str
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class Down:
    """A participant that was not asked again, and why. `kind` is the last failure's."""

    participant: str
    kind: str
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What replies cost, in US dollars. `now`: those of this run; `earlier`: those that the study
    had before it; `elsewhere`: those that other processes made meanwhile, as far as anybody looked;
    all without the participants in `unpriced`, who replied and whose price nobody knows. `reached`:
    the run stopped since a call could have passed the `ceiling`.

    Tokens are those of this run; `unmeasured` is the number of its replies that came without.
    `cache_read` of them came from providers' caches. `now` is at full prices, and the bill is less
    by `cache_saving`.
    """

    now: Decimal
    earlier: Decimal
    ceiling: Decimal | None
    reached: bool
    input_tokens: int
    output_tokens: int
    unmeasured: int
    unpriced: tuple[str, ...]
    prices: tuple[Price, ...]
    elsewhere: Decimal = Decimal(0)
    cache_read: int = 0
    cache_saving: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """What is known of a run while it goes on and at its end. `cost` is None where nobody counts;
    `down` are those who are asked nothing more.
    """

    trials: Trials
    calls: Calls
    seconds: float
    failures: tuple[Failure, ...]
    down: tuple[Down, ...] = ()
    cost: Cost | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome(RunFigures):
    """How a run ended. `interrupted`: somebody stopped it; the same command goes on from there.
    `dropped`: calls that were on their way at the end and were waited for no longer; they may be
    billed.
    """

    study: str
    interrupted: bool
    dropped: int = 0

    @property
    def through(self) -> bool:
        """Whether it came to the end of its plan."""
        return not self.trials.left and not self.interrupted

    @property
    def reached(self) -> bool:
        """Whether it ended at the limit of what it may cost."""
        return self.cost is not None and self.cost.reached


@dataclass(frozen=True, slots=True)
class Waited:
    """A participant whose replies are waited for: so many `calls`, the oldest of them `since` a
    moment of the monotonic clock, each for `limit` seconds at most (None: without a limit).
    """

    participant: str
    calls: int
    since: float
    limit: float | None


@dataclass(frozen=True, slots=True)
class Stopping:
    """Somebody stops the run: nothing more is asked, and so many `calls` on their way are waited
    for, `seconds` at most.
    """

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """The last try that failed and will be made again, while no reply came since.

    `until` is when the pause that the provider named is over, by the monotonic clock; None where
    it named none.
    """

    participant: str
    message: str
    until: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot(RunFigures):
    """How a run is going. `planned` is None where nobody counted; `rate` is finished trials a
    second, without the replayed ones; `eta` is in seconds, None while there is nothing to go by;
    `trouble` is None while replies come; `under_way` are the experiments of which trials are being
    run, those first that were begun first; `waited` are those who have calls to answer;
    `stopping` is None until somebody stops the run.
    """

    planned: int | None
    rate: float
    eta: float | None
    trouble: Trouble | None = None
    under_way: tuple[str, ...] = ()
    waited: tuple[Waited, ...] = ()
    stopping: Stopping | None = None


class ProgressListener(Protocol):
    """Somebody who watches. Called in the event loop whenever a figure changed: be quick."""

    def update(self, snapshot: Snapshot) -> None:
        """Take note of how it is going."""
