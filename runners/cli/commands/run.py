"""`devrun PATH...`: run scripts, keep every reply, print a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.record import replace
from dsl.words import folded
from runners.cli import messages
from runners.cli.costs import cost_budget, max_cost_option, tariffs
from runners.cli.errors import Exit, Stop
from runners.cli.next_steps import named_store
from runners.cli.open_store import open_store
from runners.cli.options import (
    expansion_options,
    json_option,
    pace_options,
    paths_argument,
    protocol_option,
    refuse_unknown_levels,
    reply_options,
    sampling_options,
    store_option,
    typed,
)
from runners.cli.output import StatusLine, say
from runners.cli.participants_option import chosen_participants, models_option
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.progress import Progress
from runners.cli.protocol_checks import as_protocol, base_model_note, check_plans
from runners.cli.script_loading import experiments_of, load_scripts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from dsl.expand import Expander
    from dsl.loading import Loaded
    from runners.cli.options import Expansion, ReplyLimits, SamplingOptions
    from runners.cli.run_output import Result
    from runners.engine.cost_budget import Tariff
    from runners.engine.outcome import RunOutcome
    from runners.engine.plan import Plan
    from runners.engine.run_limits import RunLimits
    from runners.participants.base import Participant
    from runners.store.records import Start


@click.command(
    "run",
    short_help="run scripts: every condition, every wording, every draw",
    epilog=(
        "Examples: devrun experiments/blicket.dev; devrun experiments -m openai/NAME --runs 20; "
        "devrun blicket -m sim/oracle -m sim/lure --json"
    ),
)
@paths_argument
@models_option("The model to ask; may be repeated (default: DEVRUN_MODEL, else sim/child).")
@expansion_options
@protocol_option
@store_option
@pace_options
@reply_options
@sampling_options
@max_cost_option
@json_option
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    size: Expansion,
    protocol: str | None,
    store_url: str,
    run_limits: RunLimits,
    limits: ReplyLimits,
    sampling: SamplingOptions,
    max_cost: Decimal | None,
    as_json: bool,
) -> int:
    """Run the scripts in PATH... (files, folders, or names of shipped scripts) and print
    provisional scores.

    Every reply is saved at once. The same command again asks nothing twice and continues an
    interrupted run. Without -m a simulated participant answers; its scores are marked as simulated.
    """
    from dsl.expand import Expander
    from dsl.identity import procedure_hash
    from runners.cli.run_output import RunCommand, print_run
    from runners.engine.plan import plan_of
    from runners.engine.study import start, study_scripts
    from runners.store.connect import without_passwords

    found = find_scripts(paths)
    ours = [path for path in found if is_shipped(path, paths)]
    if ours and not as_json:
        say(messages.shipped(ours), err=True)
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
    job = _Job(
        asked,
        expanders,
        plans,
        taken,
        paid,
        max_cost,
        replace(run_limits, timeout=settings.timeout_s),
    )
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
            "max_cost": None if max_cost is None else str(max_cost),
            "models": [one.name for one in asked],
            "scripts": [one.file for one in loaded],
        },
    )
    outcome, result = _run_and_score(job, begun, store_url, quiet=as_json)
    if result is None:
        for line in messages.cost(outcome.cost) if outcome.cost and not as_json else ():
            say(line, err=True)
        raise Stop(
            Exit.INTERRUPTED,
            "interrupted",
            f"interrupted after {outcome.trials.done} of {outcome.trials.planned} trials"
            + messages.dropped(outcome.dropped),
            "all replies are saved; give the same command to continue",
        )
    shown = without_passwords(store_url)
    kept_in = named_store(store_url)
    rated = () if protocol is None else ("--protocol", protocol)
    given = (*rated, *chain.from_iterable((typed(size) | typed(sampling)).values()))
    words = RunCommand(
        (*paths, *given, *kept_in),
        models,
        (*_seen(loaded, paths, found, size), *rated),
        shown,
        as_json,
        kept_in,
    )
    print_run(outcome, result, simulated=all(one.simulated for one in asked), words=words)
    if outcome.cost is not None and outcome.cost.reached:
        return int(Exit.CEILING)
    return int(Exit.TRIALS if outcome.trials.failed or outcome.trials.left else Exit.DONE)


def _seen(
    loaded: tuple[Loaded, ...],
    paths: tuple[str, ...],
    found: Sequence[Path],
    size: Expansion,
) -> tuple[str, ...]:
    """What `devrun show` takes to print one of these scripts: the first that has the levels asked
    for, by the word by which it was named if that names no other.
    """
    from dsl.expand import chosen_cells

    at, levels = 0, size.only
    for number, one in enumerate(experiments_of(loaded)):
        known = {folded(level.name) for factor in one.factors for level in factor.levels}
        asked = tuple(word for word in size.only if folded(word) in known)
        if chosen_cells(one, only=size.only) and (asked or not size.only):
            at, levels = number, asked
            break
    path = found[at]
    alone = [word for word in paths if find_scripts((word,)) == (path,)]
    name = alone[0] if alone else path.stem if is_shipped(path, paths) else str(path)
    words = typed(replace(size, only=levels, runs=None, samples=None))
    return (name, *chain.from_iterable(words.values()))


@dataclass(frozen=True, slots=True)
class _Job:
    """Who is asked what: a plan for each experiment, each by its expander, and `taken`, what each
    participant is asked of them. `paid` is by the participant's name; no more than `max_cost`
    dollars are to be paid, where that is given.
    """

    asked: tuple[Participant, ...]
    expanders: list[Expander]
    plans: list[Plan]
    taken: list[list[Plan]]
    paid: Mapping[str, Tariff]
    max_cost: Decimal | None
    run_limits: RunLimits


def _run_and_score(
    job: _Job, begun: Start, store_url: str, *, quiet: bool
) -> tuple[RunOutcome, Result | None]:
    from runners.analysis.matcher_cache import matcher_cache
    from runners.analysis.run_order import as_run
    from runners.analysis.scores import scores_by_matcher
    from runners.cli.run_output import Result
    from runners.engine.plan import ParticipantPlan
    from runners.engine.run import run_study
    from runners.studies.study import study_of_run

    planned = sum(len(plan) for its in job.taken for plan in its)
    with open_store(store_url) as store:
        titles = [expander.experiment.title for expander in job.expanders]
        with Progress(experiments=titles, quiet=quiet) as progress:
            outcome = run_study(
                store,
                begun,
                [
                    ParticipantPlan(one, chain.from_iterable(its))
                    for one, its in zip(job.asked, job.taken, strict=True)
                ],
                planned=planned,
                run_limits=job.run_limits,
                progress=progress,
                cost_budget=cost_budget(store, begun.study, job.asked, job.paid, job.max_cost),
            )
        if outcome.interrupted:
            return outcome, None
        told = study_of_run(store.study(begun.study), job.plans, begun.participants, job.taken)
        cells = {one.expander.experiment.title: one.cells for one in job.plans}
        with StatusLine(quiet=quiet) as status:
            before = partial(matcher_cache, status.begin)
            scores = scores_by_matcher(store, told, order=as_run(told, cells), before=before)
        return outcome, Result(tuple(one.experiment for one in job.expanders), scores, planned)
