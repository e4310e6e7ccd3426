"""`devrun PATH...`: run scripts, keep every reply, print a table."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.record import replace
from dsl.words import folded
from runners.cli import messages
from runners.cli.batches.writing import refuse_batched
from runners.cli.costs import max_cost_option
from runners.cli.errors import Exit, Interrupted, UsageError
from runners.cli.next_steps import named_store
from runners.cli.on_cluster import on_cluster
from runners.cli.open_study import open_store
from runners.cli.options import (
    batch_option,
    expansion_options,
    json_option,
    pace_options,
    paths_argument,
    poll_option,
    protocol_option,
    reply_options,
    sampling_options,
    store_option,
    typed,
)
from runners.cli.output import StatusLine, note
from runners.cli.participants_option import models_option
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.progress import Progress
from runners.cli.run_job import RunJob, prepared
from runners.cli.script_loading import experiments_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from dsl.loading import Loaded
    from renderers.rows.scores import StudyScores
    from runners.cli.on_cluster import OnCluster
    from runners.cli.options import Expansion, ReplyLimits, SamplingOptions
    from runners.engine.outcome import RunOutcome
    from runners.engine.run_limits import RunLimits


@click.command(
    "run",
    epilog=(
        "Examples: devrun experiments/blicket.dev; devrun experiments -m openai/NAME --runs 20; "
        "devrun blicket -m sim/oracle -m sim/lure --json; "
        "devrun experiments -m openai/NAME --on ray --actors 4 --store postgresql://HOST/NAME"
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
@on_cluster
@batch_option
@poll_option
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
    cluster: OnCluster,
    by_batches: bool,
    poll: float | None,
    as_json: bool,
) -> int:
    """Run the scripts in PATH... (files, folders, or names of shipped scripts) and print
    provisional scores.

    Every reply is saved at once. The same command again asks nothing twice and continues an
    interrupted run. Without -m a simulated participant answers; its scores are marked as simulated.
    """
    from runners.analysis.document import Run
    from runners.analysis.summary import of_run
    from runners.cli.run_output import print_run, say_next
    from runners.store.connect import without_passwords

    if poll is not None and not by_batches:
        raise UsageError("--poll needs --batch", "write both, or neither")
    if by_batches and cluster.on is not None:
        raise UsageError("--batch and --on are two ways to run", "leave one of them out")
    job = prepared(
        paths, models, size, protocol, run_limits, limits, sampling, max_cost, as_json=as_json
    )
    outcome, scores = _run_and_score(
        job, cluster, store_url, by_batches=by_batches, poll=poll, quiet=as_json
    )
    if scores is None:
        for line in messages.cost(outcome.cost) if outcome.cost and not as_json else ():
            note(line)
        raise Interrupted(
            f"interrupted after {outcome.trials.done} of {outcome.trials.planned} trials"
            + messages.dropped(outcome.dropped)
        )
    run = Run(
        outcome,
        scores,
        of_run(scores),
        without_passwords(store_url),
        all(one.simulated for one in job.asked),
    )
    experiments = [one.experiment for one in job.expanders]
    print_run(run, experiments, planned=job.planned, as_json=as_json)
    if outcome.reached:
        return int(Exit.CEILING)
    if outcome.trials.failed or outcome.trials.left:
        return int(Exit.TRIALS)
    if not as_json:
        kept_in = named_store()
        rated = () if protocol is None else ("--protocol", protocol)
        given = (*rated, *chain.from_iterable((typed(size) | typed(sampling)).values()))
        seen = (*_seen(job.loaded, paths, job.found, size), *rated)
        say_next(run, experiments, (*paths, *given, *kept_in), models, seen, kept_in)
    return int(Exit.DONE)


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


def _run_and_score(
    job: RunJob,
    cluster: OnCluster,
    store_url: str,
    *,
    by_batches: bool,
    poll: float | None,
    quiet: bool,
) -> tuple[RunOutcome, StudyScores | None]:
    from runners.analysis.document import as_run
    from runners.analysis.matcher_cache import matcher_cache
    from runners.analysis.scores import scores_by_matcher
    from runners.studies.study import study_of_run

    with cluster.connected(store_url) as runs, open_store(store_url) as store:
        if by_batches:
            from runners.cli.batches.running import run_by_batches

            outcome = run_by_batches(store, job, poll=poll, quiet=quiet)
        else:
            refuse_batched(store, job)
            with Progress(experiments=job.titles, quiet=quiet) as progress:
                outcome = runs(job, store, progress)
        if outcome.interrupted:
            return outcome, None
        told = study_of_run(
            store.study(job.begun.study), job.plans, job.begun.participants, job.taken
        )
        cells = {one.expander.experiment.title: one.cells for one in job.plans}
        with StatusLine(quiet=quiet) as status:
            before = partial(matcher_cache, status.begin)
            scores = scores_by_matcher(store, told, order=as_run(told, cells), before=before)
        return outcome, scores
