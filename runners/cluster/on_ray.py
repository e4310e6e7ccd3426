"""Engines as Ray actors: one a node, or one a GPU, that do the same work on one store.

Ray places them, and says when one dies; which trials an engine takes is settled in the store. Ray
Data and its HTTP stage were the alternative: they keep one request in flight for each actor.

A cluster that is started here is reached from this computer alone, with a token of its own. What is
sent to actors goes through Ray's object store: no key is among it.
"""

from __future__ import annotations

import logging
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import anyio

from runners.cluster.pace import Pace, shares_of
from runners.cluster.together import Progressed, outcome, snapshot, standing
from runners.cluster.work import STORE, CannotWork, Engine, Work
from runners.engine.event_loop import on_interrupt
from runners.engine.outcome import RunOutcome, Snapshot
from runners.store.connect import parse

if TYPE_CHECKING:
    from runners.engine.cost_budget import CostBudget
    from runners.engine.outcome import ProgressListener, RunFigures
    from runners.engine.rate_limit import Size
    from runners.participants.base import Participant
    from runners.store.store import Store

LOCAL = "ray"
"""A cluster of this computer, started for the run."""
REPLACEMENTS = 3
"""So many actors take the place of one that died, one after another."""

_LOOK = 0.5  # seconds between two looks at how it is going
_ALONE = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # Despite its name: Ray listens on this computer's own address alone, on Linux as on others.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "token",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """The nodes that take actors, by Ray's id, and the GPUs of all."""

    nodes: tuple[str, ...]
    gpus: int


def check(on: str, store_url: str) -> None:
    """See that a run can go to this cluster with this store, before anything is started.

    Raises:
        CannotWork: it cannot.
    """
    where = on.removeprefix("ray://")
    host, _, port = where.rpartition(":")
    if on != LOCAL and not (on.startswith("ray://") and (where == "auto" or (host and port))):
        raise CannotWork(
            f"`--on {on}` names no cluster",
            "write --on ray for this computer, --on ray://auto on a node of a cluster, or "
            "--on ray://HOST:PORT",
        )
    if on not in {LOCAL, "ray://auto"}:
        _refuse_file(store_url, "a cluster elsewhere")
    if find_spec("ray") is None:
        raise CannotWork(
            "`--on` needs Ray, which is not installed",
            "install it with: pip install 'devrun[cluster]'",
        )


@contextmanager
def connected(on: str, store_url: str) -> Iterator[Cluster]:
    """A cluster: that of this name, or one of this computer that ends with the run.

    Raises:
        CannotWork: there is none, or its nodes cannot share the store.
    """
    if on == LOCAL:
        # Processes of the cluster have this one's environment: keys are nowhere else.
        os.environ.update(_ALONE)
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        os.environ[STORE] = store_url
    # Ray tells of dead processes on standard output, where tables are: it skips such lines.
    os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."
    import ray

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    address = {LOCAL: "local", "ray://auto": "auto"}.get(on, on)
    own = {"include_dashboard": False} if on == LOCAL else {}
    try:
        # Ray has all workers import from the folder it is called in, which may be a stranger's.
        with chdir(sys.prefix):
            ray.init(
                address, log_to_driver=False, configure_logging=False, namespace="devrun", **own
            )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise CannotWork(
            f"Ray cannot be reached at {on}: {str(error).strip().splitlines()[0]}",
            "see `ray status` on a node of the cluster",
        ) from error
    try:
        alive = [one for one in ray.nodes() if one["Alive"]]
        # A head that is to do no work has no processors to give.
        takers = [one for one in alive if one["Resources"].get("CPU")] or alive
        if len(takers) > 1:
            _refuse_file(store_url, f"{len(takers)} nodes")
        gpus = int(ray.cluster_resources().get("GPU", 0))
        yield Cluster(tuple(one["NodeID"] for one in takers), gpus)
    finally:
        ray.shutdown()


def engines_of(work: Work, cluster: Cluster, wanted: int | None) -> int:
    """How many engines there are to be, where so many are `wanted`.

    Raises:
        CannotWork: there cannot be so many.
    """
    local = any(name.startswith("hf/") for name, _ in work.asked)
    most = work.run_limits.concurrency
    number = wanted or (cluster.gpus if local and cluster.gpus else len(cluster.nodes))
    if local and cluster.gpus and number > cluster.gpus:
        raise CannotWork(
            f"`--actors {number}` needs a GPU for each, and the cluster has {cluster.gpus}",
            f"write --actors {cluster.gpus}, or leave it out",
        )
    if wanted and most is not None and number > most:
        raise CannotWork(
            f"`--actors {number}` is more than --concurrency {most}, which all share",
            "give every actor one call at least",
        )
    return number if most is None else min(number, most)


def run_on_ray(
    work: Work,
    store: Store,
    asked: Sequence[Participant],
    cluster: Cluster,
    *,
    actors: int | None = None,
    progress: ProgressListener | None = None,
    costs: CostBudget,
    noted: Callable[[str], None],
) -> RunOutcome:
    """Run the work on a connected cluster; gives how it went. `noted` gets a line
    for each actor that died.

    Raises:
        CannotWork: no actor is left, or none could begin.
    """
    number = engines_of(work, cluster, actors)
    driver = _Driver(work, store, asked, cluster, number, progress, costs, noted)
    return anyio.run(driver.drive, backend="asyncio")


@dataclass(slots=True)
class _Driver:
    """Starts engines, replaces those that die, and tells how it goes."""

    work: Work
    store: Store
    asked: Sequence[Participant]
    cluster: Cluster
    engines: int
    progress: ProgressListener | None
    costs: CostBudget
    noted: Callable[[str], None]
    _at_work: dict[int, Any] = field(init=False, default_factory=dict)
    _there: set[int] = field(init=False, default_factory=set)
    _latest: dict[int, Snapshot] = field(init=False, default_factory=dict)
    _ended: list[RunOutcome] = field(init=False, default_factory=list)
    _died: list[RunFigures] = field(init=False, default_factory=list)
    _refused: CannotWork | None = field(init=False, default=None)
    _why: str = field(init=False, default="")
    _stopped: bool = field(init=False, default=False)
    _over: bool = field(init=False, default=False)

    async def drive(self) -> RunOutcome:
        """Work to the end, or until somebody stops it."""
        import ray

        began, study = time.monotonic(), self.work.start.study
        self.store.record(self.work.start)
        before = standing(self.store, study, self.asked, self.work.plans)
        limits = self.work.run_limits
        pace = None
        if limits.requests_per_minute or limits.tokens_per_minute:
            pace = _RemotePace(_actor(Pace, max_restarts=-1, max_task_retries=-1).remote(limits))
        given = ray.put(self.work)
        try:
            with on_interrupt(self._stop):
                async with anyio.create_task_group() as watching:
                    watching.start_soon(self._watch, before, began)
                    async with anyio.create_task_group() as group:
                        for at, share in enumerate(shares_of(limits, self.engines)):
                            make = partial(self._made, at, given, share, self.engines, pace)
                            group.start_soon(self._keep_at_work, at, make)
                    watching.cancel_scope.cancel()
        finally:
            for actor in self._at_work.values():
                ray.kill(actor)
        if self._refused is not None:
            raise self._refused
        if not self._ended and not self._stopped:
            raise CannotWork(
                f"all actors died: {self._why}",
                "all received replies are saved; see Ray's logs, and give the same command again",
            )
        return outcome(
            self._ended,
            self._died,
            before,
            standing(self.store, study, self.asked, self.work.plans),
            study=study,
            planned=self.work.planned,
            began=began,
            costs=self.costs,
            interrupted=self._stopped,
        )

    def _stop(self) -> None:
        self._stopped = True
        self._end_all()

    def _end_all(self) -> None:
        """Has every engine end in order."""
        self._end_waiting()
        for at in self._there & self._at_work.keys():
            self._at_work[at].stop.remote()

    def _end_waiting(self) -> None:
        """Ends the engines that wait for a place, and lets none take the place of another: they
        have nothing to do, and may wait for ever where somebody else has the GPU.
        """
        import ray

        self._over = True
        for at in self._at_work.keys() - self._there:
            ray.kill(self._at_work[at])

    def _made(self, at: int, *given: Any) -> Any:
        """An engine on its node: each in its turn, or wherever a GPU is free."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        if self.cluster.gpus and any(name.startswith("hf/") for name, _ in self.work.asked):
            return _actor(Engine, num_gpus=1).remote(*given)
        node = self.cluster.nodes[at % len(self.cluster.nodes)]
        there = NodeAffinitySchedulingStrategy(node_id=node, soft=True)
        return _actor(Engine, scheduling_strategy=there).remote(*given)

    async def _keep_at_work(self, at: int, make: Callable[[], Any]) -> None:
        """Has an engine do the work, and another one in its place while it may be replaced."""
        import ray
        from ray.exceptions import RayActorError

        left = REPLACEMENTS
        while True:
            actor = self._at_work[at] = make()
            self._there.discard(at)
            if self._over:
                ray.kill(actor)
            async with anyio.create_task_group() as looking:
                looking.start_soon(self._look, at, actor)
                try:
                    ended = await actor.run.remote()
                except RayActorError as error:
                    ended = error
                looking.cancel_scope.cancel()
            if isinstance(ended, RayActorError):
                del self._at_work[at]
                if (seen := self._latest.pop(at, None)) is not None:
                    self._died.append(seen)
                if self._over:
                    return
                self._why = _reason(ended)
                left -= 1
                what = "another one takes its place" if left >= 0 else "it is not replaced again"
                self.noted(f"actor {at + 1} of {self.engines} died ({self._why}); {what}")
                if left < 0:
                    return
                continue
            del self._at_work[at]
            self._latest.pop(at, None)
            ray.kill(actor)  # its GPU is free at once
            if isinstance(ended, CannotWork):
                self._refused = self._refused or ended
                self._end_all()
                return
            self._ended.append(ended)
            if ended.through:
                self._end_waiting()
            return

    async def _look(self, at: int, actor: Any) -> None:
        """See every now and then how an engine is going."""
        from ray.exceptions import RayActorError

        while True:
            try:
                seen = await actor.look.remote()
            except RayActorError:
                return  # whoever waits for its end hears of it, too
            self._there.add(at)
            if seen is not None:
                self._latest[at] = seen
            await anyio.sleep(_LOOK)

    async def _watch(self, before: Progressed, began: float) -> None:
        while True:
            await anyio.sleep(_LOOK)
            if self.progress is not None and self._latest:
                self.progress.update(
                    snapshot(
                        list(self._latest.values()),
                        [*self._ended, *self._died],
                        before,
                        planned=self.work.planned,
                        began=began,
                        costs=self.costs,
                    )
                )


@dataclass(frozen=True, slots=True)
class _RemotePace:
    """The pace that an actor keeps for all."""

    actor: Any

    async def turn(self, participant: str, size: Size) -> None:
        await self.actor.turn.remote(participant, size)

    def ended(self, participant: str, size: Size, took: Size | None) -> None:
        self.actor.ended.remote(participant, size, took)


def _actor(kind: type, **options: Any) -> Any:
    import ray

    return ray.remote(num_cpus=0)(kind).options(**options)


def _reason(error: Exception) -> str:
    """Why an actor died, in a line."""
    told = str(error)
    if "ModuleNotFoundError" in told:
        return "devrun is not installed on its node"
    for line in told.splitlines():
        _, found, rest = line.partition("Worker exit detail: ")
        if found:
            return rest.partition(". ")[0]
    return told.strip().splitlines()[-1][:200] if told.strip() else type(error).__name__


def _refuse_file(store_url: str, where: str) -> None:
    if parse(store_url)[0].get_backend_name() == "sqlite":
        raise CannotWork(
            f"{where} cannot share a store that is an SQLite file",
            "use PostgreSQL: --store postgresql://USER@HOST/DATABASE",
        )
