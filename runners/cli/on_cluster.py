"""Where a run goes: this process alone, or a cluster that `devrun run --on` names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.record import record
from runners.cli.errors import UsageError
from runners.cli.options import together

if TYPE_CHECKING:
    from runners.cli.progress import Progress
    from runners.cli.run_job import RunJob
    from runners.cluster.on_ray import Cluster
    from runners.cluster.work import Work
    from runners.engine.cost_budget import CostBudget
    from runners.engine.outcome import RunOutcome
    from runners.store.store import Store

    Runs = Callable[[RunJob, Store, Progress], RunOutcome]


@record
class OnCluster:
    """A cluster and how many engines it is to have; nothing for this process alone."""

    on: str | None
    actors: int | None

    @contextmanager
    def connected(self, store_url: str) -> Iterator[Runs]:
        """What runs a job there, for as long as the cluster is connected.

        Raises:
            Stop: a number of actors and no cluster.
            CannotWork: there is no such cluster, or it cannot use the store.
        """
        if self.on is None:
            if self.actors is not None:
                raise UsageError(
                    "--actors is for a cluster",
                    "add --on ray, or leave it out",
                )
            yield _run_here
            return
        from runners.cluster.on_ray import check, connected

        url = _absolute(store_url)
        check(self.on, url)
        with connected(self.on, url) as cluster:
            yield partial(self._run_there, cluster, url)

    def _run_there(
        self, cluster: Cluster, url: str, job: RunJob, store: Store, progress: Progress
    ) -> RunOutcome:
        from runners.cluster.on_ray import run_on_ray

        return run_on_ray(
            _work(job, url),
            store,
            job.asked,
            cluster,
            actors=self.actors,
            progress=progress,
            costs=_costs(job, store),
            noted=progress.note,
        )


on_cluster = together(
    "cluster",
    OnCluster,
    click.option(
        "--on",
        metavar="ray[://HOST:PORT]",
        help="Share the run among the nodes of a Ray cluster: `ray` for this computer, "
        "`ray://auto` on a node of a cluster, or its address (docs/large_studies.md).",
    ),
    click.option(
        "--actors",
        type=click.IntRange(1, 1000),
        metavar="N",
        help="Engines on the cluster (default: one a node; for local models one a GPU).",
    ),
)


def _run_here(job: RunJob, store: Store, progress: Progress) -> RunOutcome:
    from runners.engine.run import run_study

    return run_study(
        store,
        job.begun,
        job.participant_plans(),
        planned=job.planned,
        run_limits=job.run_limits,
        progress=progress,
        cost_budget=_costs(job, store),
    )


def _costs(job: RunJob, store: Store) -> CostBudget:
    from runners.engine.cost_budget import study_budget

    return study_budget(store, job.begun.study, job.asked, job.paid, job.max_cost)


def _work(job: RunJob, store_url: str) -> Work:
    """What every engine of a cluster is given."""
    from runners.agents.named import apart
    from runners.cluster.work import Work
    from runners.store.connect import without_passwords

    return Work(
        job.begun,
        tuple(job.plans),
        tuple(apart(name) for name in job.models),
        job.settings,
        job.paid,
        job.max_cost,
        job.run_limits,
        job.planned,
        without_passwords(store_url),
        str(Path.cwd()),
    )


def _absolute(store_url: str) -> str:
    """The store's address as it is wherever a process is called."""
    from runners.store.connect import parse

    url, _ = parse(store_url)
    if url.get_backend_name() != "sqlite" or url.query:
        return store_url
    return f"sqlite:///{Path(str(url.database)).absolute()}"
