"""What a run is asked to do, out of the command line: scripts, participants, plans, prices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.record import replace
from runners.cli import messages
from runners.cli.costs import tariffs
from runners.cli.output import note
from runners.cli.participants_option import chosen_participants, named_models
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.planning.protocol_checks import as_protocol, base_model_note, check_plans
from runners.cli.script_loading import experiments_of, load_scripts, refuse_unknown_levels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal
    from pathlib import Path

    from dsl.expand import Expander
    from dsl.loading import Loaded
    from runners.cli.options import Expansion, ReplyLimits, SamplingOptions
    from runners.engine.cost_budget import Tariff
    from runners.engine.plan import ParticipantPlan, Plan
    from runners.engine.run_limits import RunLimits
    from runners.participants.base import Participant, Settings
    from runners.store.records import Start


@dataclass(frozen=True, slots=True)
class RunJob:
    """Who is asked what: a plan for each experiment, each by its expander, and `taken`, what each
    participant is asked of them. `paid` is by the participant's name; no more than `max_cost`
    dollars are to be paid, where that is given. `found` are the scripts, `models` the names that
    were asked for, and `begun` the start of the study as it will be noted.
    """

    found: Sequence[Path]
    loaded: tuple[Loaded, ...]
    models: tuple[str, ...]
    settings: Settings
    asked: tuple[Participant, ...]
    expanders: list[Expander]
    plans: list[Plan]
    taken: list[list[Plan]]
    paid: Mapping[str, Tariff]
    max_cost: Decimal | None
    run_limits: RunLimits
    begun: Start

    @property
    def planned(self) -> int:
        """How many trials there are."""
        return sum(len(plan) for its in self.taken for plan in its)

    @property
    def titles(self) -> list[str]:
        """The titles of the experiments."""
        return [one.experiment.title for one in self.expanders]

    def participant_plans(self) -> list[ParticipantPlan]:
        """Each participant with its trials."""
        from itertools import chain

        from runners.engine.plan import ParticipantPlan

        return [
            ParticipantPlan(one, chain.from_iterable(its))
            for one, its in zip(self.asked, self.taken, strict=True)
        ]


def prepared(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    size: Expansion,
    protocol: str | None,
    run_limits: RunLimits,
    limits: ReplyLimits,
    sampling: SamplingOptions,
    max_cost: Decimal | None,
    *,
    as_json: bool,
    doing: str = "running",
) -> RunJob:
    """The job that these options ask for; nothing is asked or written yet. `doing` is what the
    command will do with the scripts.

    Raises:
        Stop: a script, a participant or an option cannot be used.
    """
    from dsl.expand import Expander
    from dsl.identity import procedure_hash
    from runners.engine.plan import plan_of
    from runners.engine.study import start, study_scripts

    found = find_scripts(paths)
    ours = [path for path in found if is_shipped(path, paths)]
    if ours and not as_json:
        note(messages.shipped(ours, doing))
    loaded = load_scripts(found, as_json=as_json, protocol=protocol, added=size.added)
    refuse_unknown_levels(experiments_of(loaded), size.only)
    settings = as_protocol(sampling.settings(limits), protocol, models, as_json=as_json)
    asked = chosen_participants(models, settings, experiments_of(loaded), as_json=as_json)
    base_model_note(asked, experiments_of(loaded))
    paid = tariffs(asked, max_cost)
    expanders = [Expander(one, seed=size.seed) for one in experiments_of(loaded)]
    plans = [
        plan_of(
            expander,
            runs=size.runs,
            samples=size.samples,
            wordings=size.wordings,
            only=size.only,
        )
        for expander in expanders
    ]
    taken = [[plan.asked_of(one) for plan in plans] for one in asked]
    check_plans(asked, taken)
    begun = start(
        study_scripts(loaded),
        {procedure_hash(expander.experiment): expander.seed for expander in expanders},
        asked,
        {
            **{
                each: getattr(size, each) for each in ("runs", "samples", "seed", "wording", "only")
            },
            **({} if protocol is None else {"protocol": protocol}),
            **({"framing": list(size.framing)} if size.framing else {}),
            "temperature": sampling.temperature,
            "max_tokens": sampling.max_tokens,
            "param": list(sampling.param),
            **({"reasoning": sampling.reasoning} if sampling.reasoning else {}),
            **({"allow_unsupported": True} if sampling.allow_unsupported else {}),
            **({"shown": sampling.shown} if sampling.shown is not None else {}),
            "max_cost": None if max_cost is None else str(max_cost),
            "models": [one.name for one in asked],
            "scripts": [one.file for one in loaded],
        },
    )
    return RunJob(
        found,
        loaded,
        named_models(models, as_json=True),
        settings,
        asked,
        expanders,
        plans,
        taken,
        paid,
        max_cost,
        replace(run_limits, timeout=settings.timeout_s),
        begun,
    )
