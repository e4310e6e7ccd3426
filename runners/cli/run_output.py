"""What is printed when a run has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from dsl.experiment import Experiment
from dsl.trial import Levels
from renderers.fields.field import document
from renderers.rows.scores import StudyScores
from renderers.tables.banks.groups import OF_CELLS
from renderers.tables.paper import render_paper
from renderers.tables.power import observed_precision
from renderers.tables.run import render_run
from renderers.tables.summary import Summary, render_summary
from runners.analysis.document import RUN, Run
from runners.analysis.experiment_facts import judged_weighed
from runners.analysis.summary import of_run
from runners.cli import messages
from runners.cli.next_steps import Weighed, after_run, needs_answers, say_steps
from runners.cli.output import coloured, note, page_width, print_json
from runners.engine.outcome import RunOutcome

WEIGHED = (
    "answers scored by likelihood need no coder; in `devrun score`, scores from such "
    "answers alone are not provisional"
)
"""Printed under a table whose first line says that all of it is by the matcher."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the experiments of a run: its scores, of so many trials that were planned."""

    experiments: tuple[Experiment, ...]
    scores: StudyScores
    planned: int


@dataclass(frozen=True, slots=True)
class RunCommand:
    """As much of the command line as is repeated to the user.

    `command` is all of it but the participants and `--json`; `seen` is what shows the words sent,
    `store_option` the option that names the store, where it was given.
    """

    command: tuple[str, ...]
    models: tuple[str, ...]
    seen: tuple[str, ...]
    store: str
    as_json: bool
    store_option: tuple[str, ...] = ()


def print_run(
    outcome: RunOutcome,
    result: Result,
    *,
    simulated: bool,
    words: RunCommand,
    replayed: bool = False,
    asked: Sequence[str] = (),
) -> None:
    """Print what came of a run: tables on stdout, the rest on stderr; or one JSON document.

    `simulated`: nobody real took part. `replayed`: the run was an earlier one, and these are its
    tables again; `asked` says how its participants were asked otherwise than wished for.
    """
    scores, experiments = result.scores, result.experiments
    summary = of_run(scores)
    if words.as_json:
        run = Run(outcome, scores, summary, words.store, simulated, replayed)
        print_json(document(RUN, run))
        return
    page = _page(result, summary)
    if page:
        click.echo(page + "\n")
    for line in asked:
        note(line)
    if replayed:
        note(messages.replayed(outcome, words.store))
        return
    for line in messages.failures(outcome.failures, outcome.down):
        note(line)
    note(messages.summary(outcome, words.store))
    for line in messages.cost(outcome.cost) if outcome.cost else ():
        note(line)
    if outcome.cost and outcome.cost.reached:
        return
    if outcome.trials.failed or outcome.trials.left:
        note(messages.unfinished())
        return
    steps = after_run(
        words.command,
        words.models,
        words.seen,
        simulated_only=simulated,
        weighed=_weighed(result, words.command),
        keyed=not simulated and needs_answers(experiments),
        rated=any(one.people for one in experiments),
        marked=any(judged_weighed(one, _asked(result, one)) for one in experiments),
        waves=any(one.waves is not None for one in experiments),
        store=words.store_option,
    )
    say_steps(steps)


def _weighed(result: Result, command: Sequence[str]) -> Weighed:
    """How many of the judged questions were weighed, by whoever can be asked so."""
    found = {
        weighed
        for one in result.experiments
        for weighed in judged_weighed(one, _asked(result, one))
    }
    if True not in found or "--allow-unsupported" in command:
        return Weighed.NONE
    return Weighed.SOME if False in found else Weighed.ALL


def _asked(result: Result, experiment: Experiment) -> list[Levels]:
    """The cells of an experiment that have trials."""
    return [one.levels for one in result.scores.cells if one.experiment == experiment.title]


def _page(result: Result, summary: Summary) -> str:
    """The table of a single experiment, or the summary of several; empty if nothing finished."""
    if not summary.cells:
        return ""
    colour = coloured()
    width = page_width(160)
    scores, missing = result.scores, result.planned - len(result.scores.trials)
    if scores.paper_cells:
        return render_paper(scores, width=width, colour=colour)
    if len(result.experiments) > 1:
        return render_summary(summary, missing=missing, width=width, colour=colour)
    (experiment,) = result.experiments
    told = [observed_precision(one) for one in summary.telling_apart]
    if any(judged_weighed(experiment, _asked(result, experiment))):
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
