"""`devrun plan`: the size of a run, before it is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from dsl.words import and_list, counted
from runners.cli.bank_options import formats_named, shown_option
from runners.cli.batches.planning import batch_lines
from runners.cli.costs import (
    describe_estimate,
    embeddings_estimate,
    estimate_costs,
    listed_names,
    shared_tokens,
    token_lines,
)
from runners.cli.options import (
    expansion_options,
    json_option,
    paths_argument,
    protocol_option,
)
from runners.cli.output import print_json, say
from runners.cli.participants_option import base_models, models_option
from runners.cli.paths import find_scripts
from runners.cli.planning.planned_scores import (
    call_bounds,
    planned_power,
    resolutions,
    say_declared,
    say_power,
    say_repeats,
    say_scores,
    sharing,
)
from runners.cli.script_loading import load_experiments, refuse_unknown_levels

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.agents.agent import Agent
    from runners.cli.options import Expansion
    from runners.participants.failures import Unsupported
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
@shown_option
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
    shown: str | None,
    with_power: bool,
    as_json: bool,
) -> None:
    """Count the cells, trials and calls of the scripts in PATH..., and explain the design."""
    from renderers.tables.power import expected_own_precision, expected_precision
    from runners.batches.terms import takes_files
    from runners.run_size import run_size

    listed = listed_names(models)
    participants = max(1, len(dict.fromkeys(models)))
    found = load_experiments(find_scripts(paths), protocol, size.added, as_json=as_json)
    refuse_unknown_levels(found, size.only)
    unmet, unseen = _unmet(models, found, None if shown is None else formats_named(shown))
    base = base_models(models) if any(one.design.protocol.of_items for one in found) else 0

    with_agents = _agents_of(listed)
    agents = tuple(with_agents.values())

    def sizes(participants: int, base: int, agents: Sequence[Agent] = ()) -> list[RunSize]:
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
                agents=agents if experiment.waves is not None else (),
            )
            for experiment in found
        ]

    plans = sizes(participants, base, agents)
    batched = {one: None for one in models if takes_files(one)}
    by_batches = plans
    if models and len(batched) < participants:
        able = [agent for name, agent in with_agents.items() if name in batched]
        by_batches = sizes(len(batched), 0, able) if batched else []
    told = resolutions(plans, lambda one: one.bounds)
    own_told = resolutions(plans, lambda one: one.own_bounds)
    read, written = sum(p.input_tokens for p in plans), sum(p.output_tokens for p in plans)
    # Whoever writes is asked the same, so each has an equal share of the tokens, but for agents.
    # Base models of a protocol of items are asked something else, and run on this computer.
    writing = sizes(participants - base, 0) if 0 < base < participants else plans
    shares = participants - base if base < participants else participants
    tokens = shared_tokens(writing, listed, tuple(with_agents), shares)
    estimate = (*estimate_costs(listed, tokens), *embeddings_estimate(plans, with_agents))
    rows = planned_power(found, size, participants, quiet=as_json) if with_power else ()
    if as_json:
        from runners.cli.planning.plan_document import PlannedStudy, plan_document

        plan = PlannedStudy(found, plans, by_batches, models, estimate, told, own_told, unmet, rows)
        print_json(plan_document(plan))
        return
    for experiment, one in zip(found, plans, strict=True):
        _print_size(experiment, one, size, participants, base)
    many = len(plans) > 1 or participants > 1
    if many:
        say(
            f"in all: {counted(sum(p.cells for p in plans), 'cell')}, "
            f"{counted(sum(p.trials for p in plans), 'trial')}, "
            f"{_calls(*plans)}"
        )
    for draws, bounds in told:
        say(expected_precision(draws, bounds))
    for draws, bounds in own_told:
        if bounds is not None:
            say(expected_own_precision(draws, bounds))
    for line in (
        *token_lines(plans, read, written),
        *describe_estimate(models, estimate),
        *batch_lines(by_batches, listed, estimate),
    ):
        say(line)
    if rows:
        say_power(rows, sharing(found))
    for sentence in unseen:
        say(sentence)
    for _, why in unmet:
        say(f"this cannot be run yet: {why.message}")
        say(f"help: {why.help}")


def _agents_of(listed: Mapping[str, str]) -> Mapping[str, Agent]:
    """The agents of those participants that have one, by the participant's name."""
    if not any("agent=" in name for name in listed):
        return {}
    from runners.agents.named import agents_of

    return agents_of(listed)


def _print_size(
    experiment: Experiment, one: RunSize, size: Expansion, participants: int, base: int
) -> None:
    """Print what the run of one script takes."""
    from renderers.design_words import design_sentence
    from runners.run_size import planned_cells

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
    models: tuple[str, ...], experiments: Sequence[Experiment], shown: frozenset[str] | None
) -> tuple[list[tuple[str, Unsupported]], list[str]]:
    """Who of those named cannot do what the scripts ask for, and why; and sentences on who is not
    shown some items, because it cannot be or only others are to be `shown`. Of a participant whose
    key is missing nothing is known here: a run tells it.
    """
    from runners.participants.base import Settings
    from runners.participants.failures import CannotStart, Unsupported
    from runners.participants.registry import participant
    from runners.participants.requirements import able, needs, unshown
    from runners.participants.with_agent import of_scripts

    asked = needs(experiments)
    found: list[tuple[str, Unsupported]] = []
    unseen: list[str] = []
    for name in dict.fromkeys(models):
        if not asked and "agent=" not in name:
            continue
        try:
            one = of_scripts(participant(name, Settings()), experiments)
            one = able(one, asked, allow=False, shown=shown)
            formats = unshown(one)
        except Unsupported as fault:
            found.append((name, fault))
        except CannotStart:
            continue
        else:
            if formats:
                named = and_list(sorted(formats))
                unseen.append(f"{name} is not shown items with {named}; the numbers count them")
    return found, unseen
