"""`devrun plan`: the size of a run, before it is run."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import click

from dsl.words import counted
from runners.cli.batches.planning import batch_cost, batch_lines
from runners.cli.costs import (
    cost_of,
    describe_estimate,
    limit_lines,
    listed_names,
    longest_set,
    max_cost_option,
    token_lines,
)
from runners.cli.options import (
    batch_option,
    expansion_options,
    json_option,
    paths_argument,
    protocol_option,
    sampling_options,
)
from runners.cli.output import print_json, say
from runners.cli.participants_option import models_option
from runners.cli.paths import find_scripts
from runners.cli.planning.as_run import other_run_options, unmet
from runners.cli.planning.planned_scores import (
    call_bounds,
    planned_power,
    say_declared,
    say_power,
    say_repeats,
    say_scores,
    sharing,
)
from runners.cli.script_loading import load_experiments, refuse_unknown_levels

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.cli.options import Expansion, SamplingOptions
    from runners.cli.planning.planned_sizes import PlannedStudy
    from runners.run_size import RunSize


@click.command(
    "plan",
    epilog=(
        "Examples: devrun plan experiments --runs 20 -m openai/NAME -m openai/OTHER; "
        "devrun plan my_study.dev --power"
    ),
)
@paths_argument
@models_option("A model; may be repeated.")
@expansion_options
@protocol_option
@sampling_options
@max_cost_option
@batch_option
@other_run_options
@click.option(
    "--power",
    "with_power",
    is_flag=True,
    help="Simulate studies: power by size of difference and number of runs.",
)
@json_option
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    size: Expansion,
    protocol: str | None,
    sampling: SamplingOptions,
    max_cost: Decimal | None,
    by_batches: bool,
    with_power: bool,
    as_json: bool,
) -> None:
    """Count the cells, trials and calls of the scripts in PATH..., and explain the design.

    All options of `devrun run` are taken, so that a run can be planned as it was typed; those that
    change nothing of a plan, such as --store, are not listed here.
    """
    from renderers.tables.power import expected_own_precision, expected_precision
    from runners.cli.planning.planned_sizes import planned_study

    settings, listed = sampling.settings(), listed_names(models)
    found = load_experiments(find_scripts(paths), protocol, size.added, as_json=as_json)
    refuse_unknown_levels(found, size.only)
    plan = planned_study(found, size, models, listed, longest_set(settings))
    not_met, unseen = unmet(models, found, settings, max_cost, by_batches=by_batches)
    sizes, estimate, most = plan.sizes, plan.estimate, plan.most
    rows = planned_power(found, size, plan.participants, quiet=as_json) if with_power else ()
    if as_json:
        from runners.cli.planning.plan_document import plan_document

        print_json(plan_document(plan, not_met, rows))
        return
    for experiment, one in zip(found, sizes, strict=True):
        _print_size(plan, experiment, one)
    if len(sizes) > 1 or plan.participants > 1:
        say(
            f"in all: {counted(sum(p.cells for p in sizes), 'cell')}, "
            f"{counted(sum(p.trials for p in sizes), 'trial')}, "
            f"{_calls(*sizes)}"
        )
    for draws, bounds in plan.told:
        say(expected_precision(draws, bounds))
    for draws, bounds in plan.own_told:
        if bounds is not None:
            say(expected_own_precision(draws, bounds))
    cost = batch_cost if by_batches else cost_of
    for line in (
        *token_lines(sizes, plan.usual),
        *describe_estimate(models, estimate, settings.reasoning),
        *limit_lines(plan.longest, cost(most), cost(estimate), max_cost),
        *batch_lines(plan.by_batches, listed, estimate),
    ):
        say(line)
    if rows:
        say_power(rows, sharing(found))
    for sentence in unseen:
        say(sentence)
    for _, why in not_met:
        say(f"this cannot be run yet: {why.message}")
        say(f"help: {why.help}")


def _print_size(plan: PlannedStudy, experiment: Experiment, one: RunSize) -> None:
    """Print what the run of one script takes."""
    from renderers.design_words import design_sentence
    from runners.run_size import planned_cells

    size, participants, base = plan.size, plan.participants, plan.base
    draws = experiment.design.runs if size.runs is None else size.runs
    repeats = experiment.design.samples if size.samples is None else size.samples
    say(f"{experiment.title} ({experiment.file})")
    say(
        "  "
        + design_sentence(
            experiment,
            runs=draws,
            samples=repeats,
            wordings=size.wordings,
            run_in={
                cell.levels
                for cell in planned_cells(
                    experiment, only=size.only, base=base, writing=participants - base
                )
            },
        )
    )
    sampled = f" x {counted(repeats, 'sample')}" if repeats > 1 else ""
    asked = f" x {counted(participants, 'participant')}" if participants > 1 else ""
    if one.trials != one.cells * draws * repeats * participants:
        asked = f", shared by {counted(participants, 'participant')}"
    say(
        f"  {counted(one.cells, 'cell')} x {counted(draws, 'run')}{sampled}{asked} = "
        f"{counted(one.trials, 'trial')}{_of_items(one)}; each trial {_scored(one)}"
    )
    if experiment.waves is not None and experiment.questionnaires:
        items = sum(len(each.items) for each in experiment.questionnaires)
        waves = len(experiment.waves.numbers)
        say(
            f"  {counted(one.trials, 'trial')} x {counted(waves, 'wave')} x "
            f"{counted(items, 'item')} = {counted(one.trials * waves * items, 'rating')}"
        )
    copies = ", copied for each item" if one.copied else ""
    say(
        f"  {counted(one.conversations, 'conversation')}{copies}, {_calls(one)}; "
        "each call is one request for one reply"
    )
    for each in dict.fromkeys(one.agents):
        calls = _from_to(each.fewest, each.most)
        more = f", up to {each.comparisons:,} of them for embeddings" if each.comparisons else ""
        say(f"  {each.agent}: {calls}, each a message of its own{more}")
    say_scores(experiment, one)
    if not experiment.design.protocol.rated:
        say_repeats(one, draws)
    say_declared(experiment, draws)


def _scored(one: RunSize) -> str:
    """How trials are scored."""
    if one.lrs:
        return "gets one LRS"
    how = "is scored by its items" if one.groups else "asks no test question"
    return f"{how}, and has no LRS"


def _of_items(one: RunSize) -> str:
    """How many items of a bank a trial has."""
    count = sum(many for _, many in one.groups)
    return f" of {counted(count, 'item')}" if count else ""


def _calls(*plans: RunSize) -> str:
    """How many calls are made, from the fewest to the most where that depends on replies."""
    fewest, most = call_bounds(plans)
    why = " (what is asked depends on replies)" if fewest != most else ""
    return _from_to(fewest, most) + why


def _from_to(fewest: int, most: int) -> str:
    return counted(most, "call") if fewest == most else f"{fewest:,} to {counted(most, 'call')}"
