"""The sizes of a plan, and what they cost: of everybody who is named, and of those among them who
can be asked by batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from coders.statistics.intervals import FEWEST
from runners.batches.terms import takes_files
from runners.cli.costs import cost_of, embeddings_estimate, estimate_costs, shared_tokens
from runners.cli.participants_option import base_models
from runners.run_size import RunSize, run_size

if TYPE_CHECKING:
    from coders.statistics.differences import Resolution
    from dsl.experiment import Experiment
    from runners.agents.agent import Agent
    from runners.cli.costs import Estimate
    from runners.cli.options import Expansion

Reply = Callable[[int], int]
"""The tokens of a reply, from what is usual."""

Resolutions: TypeAlias = "tuple[Resolution, Resolution] | None"
"""What so many draws can tell apart, at best and at worst; None where they are too few."""


@dataclass(frozen=True)
class PlannedStudy:
    """Experiments as they are planned for these models, `base` of which are base models. `listed`
    are their names in a price file, `agents` those of the models that have one. No reply is longer
    than `longest` tokens, where that is known.
    """

    experiments: Sequence[Experiment]
    size: Expansion
    models: Sequence[str]
    listed: Mapping[str, str]
    agents: Mapping[str, Agent]
    base: int
    longest: int | None

    @property
    def participants(self) -> int:
        """How many are asked; one, where nobody is named."""
        return max(1, len(dict.fromkeys(self.models)))

    def usual(self, tokens: int) -> int:
        """What is usual, or as much as a reply may be."""
        return tokens if self.longest is None else min(tokens, self.longest)

    @cached_property
    def sizes(self) -> list[RunSize]:
        """The size of each experiment."""
        return self._sizes(self.participants, self.base, self.agents.values())

    @cached_property
    def by_batches(self) -> list[RunSize]:
        """What of these sizes can be asked by batches: the models that answer here cannot."""
        able = {one: None for one in self.models if takes_files(one)}
        if not self.models or len(able) == self.participants:
            return self.sizes
        agents = [agent for name, agent in self.agents.items() if name in able]
        return self._sizes(len(able), 0, agents) if able else []

    @cached_property
    def estimate(self) -> Estimate:
        """What these sizes cost."""
        return self._cost(self.sizes, None)

    @cached_property
    def most(self) -> Estimate:
        """The same with every reply as long as it may be; nothing where that is not known."""
        longest = self.longest
        if longest is None:
            return ()
        every = self._sizes(
            self.participants, self.base, self.agents.values(), reply=lambda _: longest
        )
        return self._cost(every, lambda _: longest)

    @property
    def cost(self) -> Decimal | None:
        """What it would cost; None where a price is not known."""
        return cost_of(self.estimate) if self.models else None

    @property
    def longest_cost(self) -> Decimal | None:
        """The same with every reply as long as it may be, where that is said."""
        return cost_of(self.most) if self.most else None

    @property
    def resolutions(self) -> list[tuple[int, Resolutions]]:
        """What each number of draws can tell apart, over the scripts that have so many; None where
        they are too few. Scripts without an LRS tell nothing.
        """
        return self._resolutions(lambda one: one.bounds)

    @property
    def own_resolutions(self) -> list[tuple[int, Resolutions]]:
        """The same of the proportion correct in own stories."""
        return self._resolutions(lambda one: one.own_bounds)

    def _resolutions(self, of: Callable[[RunSize], Resolutions]) -> list[tuple[int, Resolutions]]:
        plans = [one for one in self.sizes if one.lrs]
        found: list[tuple[int, Resolutions]] = []
        for draws in dict.fromkeys(one.draws for one in plans):
            bounds = [both for one in plans if one.draws == draws and (both := of(one)) is not None]
            if bounds:
                best = min((best for best, _ in bounds), key=lambda one: one.sd)
                worst = max((worst for _, worst in bounds), key=lambda one: one.sd)
                found.append((draws, (best, worst)))
            elif draws < FEWEST:
                found.append((draws, None))
        return found

    def _cost(self, every: list[RunSize], reply: Reply | None) -> Estimate:
        # Whoever writes is asked the same, so each has an equal share of the tokens, but for
        # agents. Base models of a protocol of items are asked something else, on this computer.
        participants, base = self.participants, self.base
        apart = 0 < base < participants
        writing = self._sizes(participants - base, 0, reply=reply) if apart else every
        shares = participants - base if base < participants else participants
        tokens = shared_tokens(writing, self.listed, tuple(self.agents), shares)
        return (*estimate_costs(self.listed, tokens), *embeddings_estimate(every, self.agents))

    def _sizes(
        self,
        participants: int,
        base: int,
        agents: Iterable[Agent] = (),
        reply: Reply | None = None,
    ) -> list[RunSize]:
        size, asked = self.size, tuple(agents)
        return [
            run_size(
                experiment,
                participants=participants,
                runs=size.runs,
                samples=size.samples,
                seed=size.seed,
                wordings=size.wordings,
                only=size.only,
                base=base,
                agents=asked if experiment.waves is not None else (),
                reply=reply or self.usual,
            )
            for experiment in self.experiments
        ]


def planned_study(
    experiments: Sequence[Experiment],
    size: Expansion,
    models: tuple[str, ...],
    listed: Mapping[str, str],
    longest: int | None,
) -> PlannedStudy:
    """These experiments as they are planned for whoever is named."""
    with_agents: Mapping[str, Agent] = {}
    if any("agent=" in name for name in listed):
        from runners.agents.named import agents_of

        with_agents = agents_of(listed)
    of_items = any(one.design.protocol.of_items for one in experiments)
    base = base_models(models) if of_items else 0
    return PlannedStudy(experiments, size, models, listed, with_agents, base, longest)
