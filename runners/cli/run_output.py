"""What is printed when a run has ended."""

from __future__ import annotations

from collections.abc import Sequence

import click

from dsl.experiment import Experiment
from dsl.trial import Levels
from renderers.rows.scores import StudyScores
from renderers.tables.banks.groups import OF_CELLS
from renderers.tables.paper import render_paper
from renderers.tables.power import observed_precision
from renderers.tables.run import render_run
from renderers.tables.summary import render_summary
from runners.analysis.document import RUN, Run
from runners.analysis.experiment_facts import judged_weighed
from runners.cli import messages
from runners.cli.next_steps import Weighed, after_run, needs_answers, say_steps
from runners.cli.output import coloured, note, page_width, print_document

WEIGHED = (
    "answers scored by likelihood need no coder; in `devrun score`, scores from such "
    "answers alone are not provisional"
)
"""Printed under a table whose first line says that all of it is by the matcher."""


def print_run(
    run: Run,
    experiments: Sequence[Experiment],
    *,
    planned: int,
    as_json: bool,
    asked: Sequence[str] = (),
) -> None:
    """Print what came of a run: tables on stdout, the rest on stderr; or one JSON document.

    So many trials were `planned`; `asked` says how the participants of an earlier run were asked
    otherwise than wished for.
    """
    if as_json:
        print_document(RUN, run)
        return
    if page := _page(run, experiments, planned):
        click.echo(page + "\n")
    for line in asked:
        note(line)
    outcome = run.outcome
    if run.replayed:
        note(messages.replayed(outcome, run.store))
        return
    for line in messages.failures(outcome.failures, outcome.down):
        note(line)
    note(messages.summary(outcome, run.store))
    for line in messages.cost(outcome.cost) if outcome.cost else ():
        note(line)
    if (outcome.trials.failed or outcome.trials.left) and not outcome.reached:
        note(messages.UNFINISHED)


def say_next(
    run: Run,
    experiments: Sequence[Experiment],
    command: Sequence[str],
    models: Sequence[str],
    seen: Sequence[str],
    store: Sequence[str],
) -> None:
    """Say what comes after a run in which all is finished.

    `command` is what was typed but the participants and `--json`; `seen` is what shows the words
    sent, `store` the option that names the store, where it was given.
    """
    judged = [judged_weighed(one, _asked(run.scores, one)) for one in experiments]
    steps = after_run(
        command,
        models,
        seen,
        simulated_only=run.simulated,
        weighed=_weighed(judged, command),
        keyed=not run.simulated and needs_answers(experiments),
        rated=any(one.people for one in experiments),
        marked=any(judged),
        waves=any(one.waves is not None for one in experiments),
        store=store,
    )
    say_steps(steps)


def _weighed(judged: Sequence[set[bool]], command: Sequence[str]) -> Weighed:
    """How many of the judged questions were weighed, by whoever can be asked so."""
    found = frozenset().union(*judged)
    if True not in found or "--allow-unsupported" in command:
        return Weighed.NONE
    return Weighed.SOME if False in found else Weighed.ALL


def _asked(scores: StudyScores, experiment: Experiment) -> list[Levels]:
    """The cells of an experiment that have trials."""
    return [one.levels for one in scores.cells if one.experiment == experiment.title]


def _page(run: Run, experiments: Sequence[Experiment], planned: int) -> str:
    """The table of a single experiment, or the summary of several; empty if nothing finished."""
    scores, summary = run.scores, run.summary
    if not summary.cells:
        return ""
    colour = coloured()
    width = page_width(160)
    missing = planned - len(scores.trials)
    if scores.paper_cells:
        return render_paper(scores, width=width, colour=colour)
    if len(experiments) > 1:
        return render_summary(summary, missing=missing, width=width, colour=colour)
    (experiment,) = experiments
    told = [observed_precision(one) for one in summary.telling_apart]
    if any(judged_weighed(experiment, _asked(scores, experiment))):
        told.insert(0, WEIGHED)
    untested = bool(scores.untested)
    bank = untested and scores.of_items
    return render_run(
        scores.cells,
        scores.contrasts,
        scores.even_scores,
        scores.measure_scores,
        [one for one in scores.kind_scores if untested and one.level in OF_CELLS and not bank],
        bank=scores if bank else None,
        untested=untested,
        telling=told,
        missing=missing,
        width=width,
        colour=colour,
    )
