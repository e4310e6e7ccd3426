"""What every engine of a cluster is given, and how one does it.

Each runs the whole plan of the study; claims in the store divide the trials among them, as they do
among processes on one computer. Scripts come along with the plan. Keys and the password of the
store do not: they are those of the environment in which an engine is started.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING

from dsl import __devrun__
from dsl.errors import DevrunError
from dsl.record import record, replace
from runners.engine.cost_budget import Tariff, study_budget
from runners.engine.outcome import RunOutcome, Snapshot
from runners.engine.plan import ParticipantPlan, Plan
from runners.engine.run import run
from runners.participants.registry import participant, with_agent
from runners.participants.requirements import able, needs
from runners.participants.with_agent import of_scripts
from runners.store.claims import host
from runners.store.connect import without_passwords
from runners.store.keys import participant_key
from runners.store.store import Store

if TYPE_CHECKING:
    from runners.agents.agent import Agent
    from runners.engine.rate_limit import SharedPace
    from runners.engine.run_limits import RunLimits
    from runners.participants.base import Participant, Settings
    from runners.store.records import Start

STORE = "DEVRUN_STORE"
"""Where an engine finds the password of the store."""


class CannotWork(DevrunError):
    """An engine cannot begin on its node, or a cluster has no engine left."""

    code = "cluster"


@record
class Work:
    """A run of a study. `asked` are the names of models, each with its agent; `store` is the
    store's URL without its password; `folder` is where the command was given.
    """

    start: Start
    plans: tuple[Plan, ...]
    asked: tuple[tuple[str, Agent | None], ...]
    settings: Settings
    tariffs: Mapping[str, Tariff]
    ceiling: Decimal | None
    run_limits: RunLimits
    planned: int
    store: str
    folder: str
    version: str = __devrun__


@dataclass(slots=True)
class Engine:
    """One of `engines` that do the same work; `pace` keeps calls and tokens a minute for all."""

    work: Work
    run_limits: RunLimits
    engines: int
    pace: SharedPace | None = None
    _latest: Snapshot | None = field(init=False, default=None)
    _stop: Callable[[], None] | None = field(init=False, default=None)
    _stopped: bool = field(init=False, default=False)

    async def run(self) -> RunOutcome | CannotWork:
        """Do the work to its end; gives how it went here, or why it did not begin or stopped."""
        try:
            return await self._run()
        except DevrunError as error:
            refusal = CannotWork(f"on {host()}: {error.message}", error.help)
            refusal.code, refusal.exit_code = error.code, error.exit_code
            return refusal

    async def look(self) -> Snapshot | None:
        """How it is going. A moment since when something is waited for is its age: computers have
        no clock in common.
        """
        seen, now = self._latest, time.monotonic()
        if seen is None:
            return None
        waited = tuple(replace(one, since=now - one.since) for one in seen.waited)
        trouble = seen.trouble
        if trouble is not None and trouble.until is not None:
            trouble = replace(trouble, until=trouble.until - now)
        return replace(seen, waited=waited, trouble=trouble)

    async def stop(self) -> None:
        """Ask nothing more; calls on their way are waited for, as long as the limits say."""
        self._stopped = True
        if self._stop is not None:
            self._stop()

    def update(self, snapshot: Snapshot) -> None:
        """Take note of how it is going."""
        self._latest = snapshot

    async def _run(self) -> RunOutcome:
        work = self.work
        with suppress(OSError):
            os.chdir(work.folder)  # a model's folder may be named by a relative path
        if work.version != __devrun__:
            raise CannotWork(
                f"devrun is {__devrun__} here, and {work.version} where the run was started",
                "install the same version on every node",
            )
        asked = participants_of(work)
        with Store.open(store_url(work)) as store:
            return await run(
                store,
                work.start,
                [
                    ParticipantPlan(
                        one, chain.from_iterable(plan.asked_of(one) for plan in work.plans)
                    )
                    for one in asked
                ],
                planned=work.planned,
                run_limits=self.run_limits,
                progress=self,
                cost_budget=study_budget(
                    store,
                    work.start.study,
                    asked,
                    work.tariffs,
                    work.ceiling,
                    sharing=self.engines - 1,
                ),
                pace=self.pace,
                interrupts=self._interrupts,
            )

    def _interrupts(self, stop: Callable[[], None]) -> AbstractContextManager[None]:
        @contextmanager
        def heard() -> Iterator[None]:
            self._stop = stop
            if self._stopped:
                stop()
            try:
                yield
            finally:
                self._stop = None

        return heard()


def participants_of(work: Work) -> Sequence[Participant]:
    """Who is asked, with the keys of this environment.

    Raises:
        CannotStart: one of them cannot be asked here.
        CannotWork: one of them would be another one here.
    """
    experiments = [one.expander.experiment for one in work.plans]
    wanted, settings = needs(experiments), work.settings
    asked: list[Participant] = []
    for name, agent in work.asked:
        whole = participant(name, settings) if agent is None else with_agent(name, agent, settings)
        asked.append(
            able(
                of_scripts(whole, experiments),
                wanted,
                allow=settings.allow_unsupported,
                shown=settings.shown,
            )
        )
    known = {one.key for one in work.start.participants}
    for one in asked:
        if participant_key(one.identity()) not in known:
            raise CannotWork(
                f"{one.name} would be another participant here than where the run was started",
                "give every node the same base URLs, headers and model files",
            )
    return asked


def store_url(work: Work) -> str:
    """The store's address, with the password that this environment has for it."""
    here = os.environ.get(STORE, "")
    return here if here and without_passwords(here) == work.store else work.store
