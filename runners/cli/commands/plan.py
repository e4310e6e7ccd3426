"""`devrun plan`: the size of a run, before it is run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dsl.words import and_list, counted
from runners.cli.batches.planning import batch_cost, batch_lines
from runners.cli.costs import (
    cost_of,
    describe_estimate,
    limit_lines,
    listed_names,
    longest_set,
    max_cost_option,
    tariffs,
    token_lines,
)
from runners.cli.errors import UsageError
from runners.cli.on_cluster import on_cluster
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
)
from runners.cli.output import print_json, say
from runners.cli.participants_option import models_option, with_any_key
from runners.cli.paths import find_scripts
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
    from dsl.errors import DevrunError
    from dsl.experiment import Experiment
    from runners.cli.options import Expansion, SamplingOptions
    from runners.cli.planning.planned_sizes import PlannedStudy
    from runners.participants.base import Settings
    from runners.run_size import RunSize

F = TypeVar("F", bound=Callable[..., Any])


def _other_run_options(command: F) -> F:
    """The options of a run that change nothing of its plan. They are taken, and not listed in the
    help, so that the command of a run can be planned as it was typed.
    """
    whole = cast(Any, command)
    before = len(getattr(whole, "__click_params__", ()))
    for option in (store_option, pace_options, reply_options, on_cluster, poll_option):
        whole = option(whole)
    for one in whole.__click_params__[before:]:
        one.hidden = True
    return cast(F, whole)


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
@_other_run_options
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
    **_of_run: object,
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
    not_met, unseen = _unmet(models, found, settings, max_cost, by_batches=by_batches)
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
    for draws, bounds in plan.resolutions:
        say(expected_precision(draws, bounds))
    for draws, bounds in plan.own_resolutions:
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


def _unmet(
    models: tuple[str, ...],
    experiments: Sequence[Experiment],
    settings: Settings,
    max_cost: Decimal | None,
    *,
    by_batches: bool,
) -> tuple[list[tuple[str, DevrunError]], list[str]]:
    """Who of those named could not be run so, and why; and sentences on who is not shown some
    items, because it cannot be or only others are to be shown. Keys may be missing: a run tells it.
    """
    from runners.participants.base import Settings
    from runners.participants.failures import BadSetting, CannotStart, Unsupported
    from runners.participants.requirements import able, needs, unshown
    from runners.participants.with_agent import of_scripts

    asked = needs(experiments)
    as_usual = settings == Settings(shown=settings.shown) and max_cost is None and not by_batches
    found: list[tuple[str, DevrunError]] = []
    unseen: list[str] = []
    for name in dict.fromkeys(models):
        if not asked and "agent=" not in name and as_usual:
            continue
        try:
            one = of_scripts(with_any_key(name, settings), experiments)
            one = able(one, asked, allow=settings.allow_unsupported, shown=settings.shown)
            formats = unshown(one)
            if by_batches:
                # It imports what asks hosted models, which a plan can do without.
                from runners.batches.formats import hosted

                hosted(one)
            tariffs((one,), max_cost, told=False)
        except (Unsupported, UsageError) as fault:
            found.append((name, fault))
        except BadSetting:
            raise
        except CannotStart:
            continue
        else:
            if formats:
                named = and_list(sorted(formats))
                unseen.append(f"{name} is not shown items with {named}; the numbers count them")
    return found, unseen
