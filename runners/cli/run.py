"""`devrun PATH...`: run scripts, keep every reply, print a table."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.exits import Exit, Stop
from runners.cli.fitting import say
from runners.cli.options import (
    expansion_options,
    json_option,
    parameters,
    paths_argument,
    refuse_unknown_levels,
    store_option,
    wordings,
)

if TYPE_CHECKING:
    from dsl.expand import Expander
    from dsl.experiment import Experiment
    from dsl.loading import Loaded
    from runners.engine.outcome import RunOutcome
    from runners.engine.plan import Planned
    from runners.participants.base import Participant, Settings
    from runners.results.tables import Judged
    from runners.store.rows import Start, StudyScript

DEFAULT_MODEL = "sim/child"


@click.command(
    "run",
    short_help="run scripts: every condition, every wording, every draw",
    epilog=(
        "Examples: devrun experiments/blicket.dev; devrun experiments -m openai/NAME --runs 20; "
        "devrun blicket -m sim/oracle -m sim/lure --json"
    ),
)
@paths_argument
@click.option(
    "-m",
    "--model",
    "models",
    multiple=True,
    metavar="PROVIDER/MODEL",
    help="Who is asked; may be given again. Else DEVRUN_MODEL, else sim/child.",
)
@expansion_options
@store_option
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1000),
    default=16,
    show_default=True,
    help="Calls in flight to one participant, at most.",
)
@click.option(
    "--temperature", type=click.FloatRange(0), help="Sent only if given (else provider default)."
)
@click.option("--max-tokens", type=click.IntRange(1), help="Longest reply (else provider default).")
@click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME=VALUE",
    help="A further parameter for the provider; may be given again.",
)
@json_option
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    runs: int | None,
    samples: int | None,
    seed: int | None,
    wording: str | None,
    only: tuple[str, ...],
    store_url: str,
    concurrency: int,
    temperature: float | None,
    max_tokens: int | None,
    params: tuple[str, ...],
    as_json: bool,
) -> int:
    """Run the scripts in PATH... (files, folders, or shipped names) and print provisional scores.

    Every reply is kept in the store the moment it comes. The same command again asks nothing
    twice, and goes on where a run was stopped. Without -m a simulated participant answers, and
    everything it touches is marked as simulated.
    """
    from dsl.expand import Expander
    from dsl.identity import procedure_hash
    from runners.cli import talk
    from runners.cli.loaded import checked, experiments_of
    from runners.cli.paths import is_shipped, scripts
    from runners.engine.study import start
    from runners.participants.base import Settings

    found = scripts(paths)
    for path in found:
        if is_shipped(path, paths) and not as_json:
            say(talk.shipped(path.stem, str(path)), err=True)
    loaded = checked(found, as_json=as_json)
    refuse_unknown_levels(experiments_of(loaded), only)
    settings = Settings(temperature, max_tokens, parameters(params))
    asked = _participants(models, settings, as_json=as_json)
    expanders = [Expander(one, seed=seed) for one in experiments_of(loaded)]
    plans = [
        list(_plan(expander, runs=runs, samples=samples, wordings=wordings(wording), only=only))
        for expander in expanders
    ]
    job = _Job(asked, expanders, plans)
    begun = start(
        _scripts(loaded),
        {procedure_hash(expander.experiment): expander.seed for expander in expanders},
        asked,
        {
            "runs": runs,
            "samples": samples,
            "seed": seed,
            "wording": wording,
            "only": list(only),
            "temperature": temperature,
            "max_tokens": max_tokens,
            "param": list(params),
        },
    )
    outcome, judged = _run_and_score(job, begun, store_url, concurrency, quiet=as_json)
    if outcome.interrupted:
        raise Stop(
            Exit.INTERRUPTED,
            "interrupted",
            f"interrupted after {outcome.trials.done} of {outcome.trials.planned} trials",
            "every reply that came is kept; the same command goes on from there",
        )
    chosen = _options(("--seed", seed), ("--wording", wording), *(("--only", one) for one in only))
    sized = _options(
        ("--runs", runs),
        ("--samples", samples),
        ("--temperature", temperature),
        ("--max-tokens", max_tokens),
        *(("--param", one) for one in params),
        ("--store", store_url if _was_written("store_url") else None),
    )
    first = str(found[0]) if Path(paths[0]).is_dir() else paths[0]
    words = _Words((*paths, *chosen, *sized), models, (first, *chosen), store_url, as_json)
    _report(outcome, judged, job, words)
    return int(Exit.TRIALS if outcome.trials.failed or outcome.trials.left else Exit.DONE)


@dataclass(frozen=True, slots=True)
class _Job:
    """Who is asked what: a plan for each experiment, each by its expander."""

    asked: tuple[Participant, ...]
    expanders: list[Expander]
    plans: list[list[Planned]]


@dataclass(frozen=True, slots=True)
class _Words:
    """As much of the command line as is repeated to the user.

    `command` is all of it but the participants and `--json`; `seen` is what shows the words sent.
    """

    command: tuple[str, ...]
    models: tuple[str, ...]
    seen: tuple[str, ...]
    store: str
    as_json: bool


def _options(*pairs: tuple[str, object]) -> tuple[str, ...]:
    return tuple(word for name, value in pairs if value is not None for word in (name, str(value)))


def _was_written(parameter: str) -> bool:
    """Whether a parameter stood on the command line, not in the environment."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is click.core.ParameterSource.COMMANDLINE


def _participants(
    models: tuple[str, ...], settings: Settings, *, as_json: bool
) -> tuple[Participant, ...]:
    from runners.cli import talk
    from runners.participants.base import Settings
    from runners.participants.failures import CannotStart
    from runners.participants.registry import participant

    names = models or tuple(os.environ.get("DEVRUN_MODEL", "").split())
    if not names:
        names = (DEFAULT_MODEL,)
        if not as_json:
            say(talk.no_model(), err=True)
    try:
        asked = tuple(participant(name, settings) for name in dict.fromkeys(names))
    except CannotStart as fault:
        raise Stop(Exit.USAGE, fault.code, fault.message, fault.help) from fault
    if not as_json:
        for note in (note for one in asked for note in one.notes):
            say(note, err=True)
        if models and any(one.simulated for one in asked):
            say(talk.simulated(tuple(o.name for o in asked if o.simulated)), err=True)
        if settings != Settings() and any(one.simulated for one in asked):
            say(talk.settings_ignored(), err=True)
    return asked


def _plan(
    expander: Expander,
    *,
    runs: int | None,
    samples: int | None,
    wordings: tuple[str, ...] | None,
    only: tuple[str, ...],
) -> Iterator[Planned]:
    """Draw by draw over all cells, so that a run that is stopped is balanced as far as it got."""
    from functools import partial

    from dsl.expand import chosen_cells
    from dsl.identity import procedure_hash
    from runners.engine.plan import Planned

    experiment = expander.experiment
    procedure = procedure_hash(experiment)
    draws = experiment.design.runs if runs is None else runs
    repeats = experiment.design.samples if samples is None else samples
    cells = chosen_cells(experiment, wordings=wordings, only=only)
    for draw in range(1, draws + 1):
        for sample in range(1, repeats + 1):
            for cell in cells:
                expand = partial(expander.trial, cell, draw=draw, sample=sample)
                yield Planned(
                    experiment.title, procedure, cell, draw, sample, expander.seed, expand
                )


def _run_and_score(
    job: _Job, begun: Start, store_url: str, concurrency: int, *, quiet: bool
) -> tuple[RunOutcome, list[tuple[Experiment, list[Judged]]]]:
    from runners.cli.progress import Progress
    from runners.cli.stores import opened
    from runners.engine.pace import Pace
    from runners.engine.plan import Entrant
    from runners.engine.run import run_study
    from runners.results.scoring import judged_trials

    trials = [planned for plan in job.plans for planned in plan]
    with opened(store_url) as store:
        with Progress(quiet=quiet) as progress:
            outcome = run_study(
                store,
                begun,
                [Entrant(one, trials) for one in job.asked],
                planned=len(trials) * len(job.asked),
                pace=Pace(concurrency=concurrency),
                progress=progress,
            )
        if outcome.interrupted:
            return outcome, []
        return outcome, [
            (expander.experiment, judged_trials(store, job.asked, plan))
            for expander, plan in zip(job.expanders, job.plans, strict=True)
        ]


def _scripts(loaded: Sequence[Loaded]) -> list[StudyScript]:
    """Every file of the study as it stands now, so that the store explains itself."""
    from dsl.identity import procedure_hash, rubric_hash
    from runners.store.rows import StudyScript

    rows = []
    for one in loaded:
        assert one.experiment is not None
        for file, text in one.sources.items():
            if file == one.file:
                rows.append(
                    StudyScript(
                        file,
                        file,
                        text,
                        one.experiment.title,
                        procedure_hash(one.experiment),
                        rubric_hash(one.experiment),
                    )
                )
            else:
                rows.append(StudyScript(file, one.file, text))
    return rows


def _report(
    outcome: RunOutcome,
    judged: list[tuple[Experiment, list[Judged]]],
    job: _Job,
    words: _Words,
) -> None:
    import sys

    from renderers.run_table import render_run
    from runners.cli import talk
    from runners.results.document import run_document
    from runners.results.tables import cell_rows, contrast_rows

    rows = [(cell_rows(e, found), contrast_rows(e, found)) for e, found in judged]
    planned = [len(plan) * len(job.asked) for plan in job.plans]
    simulated = all(one.simulated for one in job.asked)
    if words.as_json:
        document = run_document(
            outcome,
            [row for cells, _ in rows for row in cells],
            [row for _, contrasts in rows for row in contrasts],
            store=words.store,
            simulated=simulated,
        )
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = max(80, min(shutil.get_terminal_size((100, 24)).columns, 160))
    for (cells, contrasts), (_, found), total in zip(rows, judged, planned, strict=True):
        if cells:
            missing = total - len(found)
            page = render_run(cells, contrasts, missing=missing, width=width, colour=colour)
            click.echo(page + "\n")
    for line in talk.failures(outcome.failures, outcome.down):
        say(line, err=True)
    say(talk.summary(outcome, words.store), err=True)
    if outcome.trials.failed or outcome.trials.left:
        say(talk.unfinished(), err=True)
        return
    click.echo("next:", err=True)
    steps = talk.next_steps(words.command, words.models, words.seen, simulated_only=simulated)
    for line in steps:
        say(f"  {line}", err=True)
