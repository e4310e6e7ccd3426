"""`devrun show`: the exact words a participant reads."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import click

from runners.cli.completion import SCRIPT
from runners.cli.errors import UsageError
from runners.cli.options import (
    expansion_options,
    json_option,
    protocol_option,
    whole_number,
)
from runners.cli.output import page_width, print_documents, print_json
from runners.cli.paths import find_scripts
from runners.cli.script_loading import load_scripts, refuse_unknown_levels

if TYPE_CHECKING:
    from collections.abc import Callable

    from dsl.expand import Expander
    from dsl.expanding.guards import LevelOf
    from dsl.experiment import Experiment, Things
    from dsl.loading import Loaded
    from dsl.trial import Cell, Question, Trial
    from renderers.reasons import Because
    from renderers.show import Why
    from runners.cli.options import Expansion

    TakeTrial = Callable[[Cell, int], Trial]


@click.command(
    "show",
    epilog="Examples: devrun show blicket; devrun show my_study.dev --brief; "
    "devrun show my_study.dev --draw all --json; devrun show my_study.dev --as sim/refuser",
)
@click.argument("path", metavar="FILE", type=SCRIPT)
@click.option("--draw", default="1", show_default=True, help="A number, or `all`.")
@click.option(
    "--brief", is_flag=True, help="Print each passage once, with the number of times it is sent."
)
@click.option(
    "--as",
    "player",
    metavar="sim/NAME",
    help="Show what this simulated participant reads, where words depend on replies.",
)
@click.option(
    "--paths", is_flag=True, help="Print every way through the script, as a tree of questions."
)
@expansion_options
@protocol_option
@json_option
def command(
    path: str,
    draw: str,
    brief: bool,
    player: str | None,
    paths: bool,
    size: Expansion,
    protocol: str | None,
    as_json: bool,
) -> None:
    """Print every conversation of FILE as a participant reads it, original next to permuted.

    Turns, versions, copies of the conversation and control questions are marked. Below each
    question are its key, its lures (neither is sent) and the reasons for the key: levels, `let` and
    `now` lines, and what a machine has shown. --brief prints each passage once, with how often it
    is sent. --json prints the system and user texts byte for byte.

    Where words depend on replies, the replies are right (or the first choice, or the best try of a
    machine); --as sim/NAME shows what another simulated participant reads, --paths every way
    through the script, and --brief also what is said after other replies.
    """
    from dsl.expand import Expander, chosen_cells
    from dsl.protocol import asked_in
    from dsl.record import replace

    found = find_scripts((path,))
    if len(found) != 1:
        raise UsageError(f"`{path}` contains several scripts", "name one of them", "one-script")
    (loaded,) = load_scripts(found, as_json=as_json, protocol=protocol, added=size.added)
    experiment = loaded.experiment
    assert experiment is not None, "a script with an error has been refused"
    total = experiment.design.runs if size.runs is None else size.runs
    repeats = experiment.design.samples if size.samples is None else size.samples
    draws = _draws(draw, total)
    expander = Expander(experiment, seed=size.seed)
    refuse_unknown_levels((experiment,), size.only)
    chosen = size.wordings or experiment.design.wordings
    if size.wording is None and not as_json and any(slot.values for slot in experiment.slots):
        # The point of showing is to read permuted words next to the original.
        chosen = ("original", "permuted")
    cells = chosen_cells(experiment, wordings=chosen, only=size.only)
    asked = {one for base in (False, True) for one in asked_in(experiment, cells, base=base)}
    cells = tuple(one for one in cells if one in asked)
    width = page_width(least=60)
    if paths:
        if as_json:
            raise UsageError("--paths has no --json", "leave one of the two out")
        for line in _paths(expander, cells, draws):
            sys.stdout.write(line + "\n")
        return
    take = _taken_by(expander, player)
    if brief:
        places = [(cell, number) for cell in cells for number in draws]
        trials = [take(*place) for place in places]
        others = () if player else chain.from_iterable(_other_ways(expander, *at) for at in places)
        _brief(trials, others, width, as_json=as_json)
        return
    why = why_of(loaded)
    if as_json:
        from renderers.fields.field import document
        from renderers.fields.shown import SHOWN_TRIAL

        shown = [
            document(SHOWN_TRIAL, (replace(take(cell, number), sample=sample), why))
            for cell in cells
            for number in draws
            for sample in range(1, repeats + 1)
        ]
        print_json(shown)
        return
    for line in _pages(experiment, take, cells, draws, width, total, why):
        sys.stdout.write(line + "\n")


def _taken_by(expander: Expander, player: str | None) -> TakeTrial:
    """The trial of a cell and draw: as it is where all replies are right, or as a simulated
    participant takes it.
    """
    if player is None:
        return lambda cell, draw: expander.trial(cell, draw=draw)
    from runners.check.taking import TakenTrial
    from runners.participants.sim import NAMES, simulated

    name = player.removeprefix("sim/")
    if name.split("?")[0] not in NAMES:
        raise UsageError(
            f"there is no simulated participant `{player}`",
            f"write one of {', '.join(f'sim/{one}' for one in NAMES)}",
            "unknown-player",
        )
    who = simulated(name)
    return lambda cell, draw: TakenTrial(expander, cell, draw).taken_by(who, whole=True).trial


def _paths(expander: Expander, cells: tuple[Cell, ...], draws: range) -> Iterator[str]:
    """The tree of the first draw: which questions come depends on no word that is drawn."""
    from dsl.expanding.steps_within import steers
    from renderers.paths import path_lines

    experiment = expander.experiment
    if not steers(experiment):
        yield f"{experiment.title}: nothing that is sent depends on a reply; there is one way"
        return
    by_levels = {cell.levels: cell for cell in reversed(cells)}
    for cell in reversed(list(by_levels.values())):
        if cell.condition:
            yield f"=== {cell.condition}"
        yield from path_lines(experiment, expander.after(cell, draws[0]))


def _other_ways(expander: Expander, cell: Cell, draw: int) -> Iterator[Trial]:
    """The trial after replies that are not all right, where words depend on them."""
    from dsl.expanding.steps_within import steers
    from dsl.ways.other_ways import other_ways

    return other_ways(expander.after(cell, draw)) if steers(expander.experiment) else iter(())


def _brief(trials: list[Trial], others: Iterable[Trial], width: int, *, as_json: bool) -> None:
    from renderers.brief import brief_lines, distinct_words

    found = distinct_words(trials, others)
    if as_json:
        from renderers.fields.shown import PASSAGE

        print_documents(PASSAGE, found)
        return
    for line in brief_lines(found, trials=len(trials), width=width):
        sys.stdout.write(line + "\n")


def _draws(choice: str, total: int) -> range:
    if choice == "all":
        return range(1, total + 1)
    number = whole_number(choice)
    if not number:
        raise UsageError(
            f"`--draw {choice}` is not a draw", "give a number from 1, or `all`", "bad-draw"
        )
    if number > total:
        raise UsageError(
            f"there is no draw {choice}: each cell has {total}",
            f"give a number from 1 to {total}, or add --runs {choice}",
            "bad-draw",
        )
    return range(number, number + 1)


def _pages(
    experiment: Experiment,
    take: TakeTrial,
    cells: tuple[Cell, ...],
    draws: range,
    width: int,
    total: int,
    why: Why,
) -> Iterator[str]:
    from renderers.design_words import design_sentence
    from renderers.show import ShowPage, show_trials
    from renderers.show_machines import machine_lines
    from renderers.terminal import in_lines, visible

    yield from in_lines(
        visible(f"{experiment.title}: {design_sentence(experiment, runs=total)}"), width
    )
    extra = {cell.wording for cell in cells}.difference(experiment.design.wordings)
    for wording in sorted(extra):
        yield f"{wording} wording is shown for comparison; the design does not run it."
    yield from machine_lines(experiment, width)
    by_levels: dict[object, list[Cell]] = {}
    for cell in cells:
        by_levels.setdefault(cell.levels, []).append(cell)
    for together in by_levels.values():
        for number in draws:
            yield ""
            trials = tuple(take(cell, number) for cell in together)
            yield from show_trials(trials, page=ShowPage(width), because=why)


def why_of(loaded: Loaded) -> Why:
    """What the keys of a script follow from, found once for all sessions at the same levels."""
    from functools import cache

    from dsl.reasons import Reasons
    from renderers.reasons import Because

    assert loaded.experiment is not None
    reasons, story = Reasons(loaded.experiment), loaded.story

    @cache
    def known(
        levels: tuple[tuple[str, str], ...], question: str, tries: tuple[Things, ...]
    ) -> Because:
        at = dict(levels)
        said = () if story is None else story.at(question, at)
        return Because(reasons.of(question, at, tries), said)

    def why(levels: LevelOf, question: Question) -> Because:
        tries = () if question.machine is None else question.machine.seen
        return known(tuple(levels.items()), question.name, tries)

    return why
