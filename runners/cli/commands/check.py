"""`devrun check`: every fault of a script at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from dsl.diagnostic import Severity
from dsl.words import counted
from runners.cli.errors import Exit, UsageError
from runners.cli.output import note, page_width, painter, print_json, say
from runners.cli.paths import find_scripts
from runners.cli.script_loading import (
    fault_document,
    framing_lines,
    framing_option,
    json_option,
    load_experiments,
    paths_argument,
)


@click.command(
    "check",
    epilog="Examples: devrun check my_study.dev; devrun check experiments; devrun check . --json; "
    "devrun check blicket --players --runs 100 --seed 7",
)
@paths_argument
@click.option(
    "--players",
    is_flag=True,
    help="Run every simulated participant on every cell and compare its score with chance.",
)
@click.option("--runs", type=click.IntRange(1, 100_000), help="With --players: draws per cell.")
@click.option("--seed", type=int, help="With --players: random seed.")
@framing_option
@json_option
def command(
    paths: tuple[str, ...],
    players: bool,
    runs: int | None,
    seed: int | None,
    framing: tuple[str, ...],
    as_json: bool,
) -> int:
    """Report every error of the scripts in PATH... (files, folders, or names of shipped scripts).

    Each error is printed on stdout with its place and what to write instead. The exit code is 1 if
    there is an error, 0 with warnings only.
    """
    from runners.check import inspect

    found, added = find_scripts(paths), framing_lines(framing)
    if players:
        return _players(found, runs=runs, seed=seed, added=added, as_json=as_json)
    if runs is not None or seed is not None:
        raise UsageError(
            f"{'--runs' if runs is not None else '--seed'} is for --players",
            "write: devrun check PATH --players --runs 100",
        )
    paint = painter(stderr=False)
    severities: Counter[Severity] = Counter()
    rows: list[dict[str, object]] = []
    for path in found:
        loaded = inspect(path, added=added)
        for fault in loaded.faults:
            severities[fault.severity] += 1
            if as_json:
                rows.append(dict(fault_document(fault)))
            else:
                from renderers.diagnostics import render

                say(render(fault, loaded.sources, paint=paint) + "\n", painted=True)
    if as_json:
        print_json(rows)
    else:
        note(_summary(len(found), severities))
    return int(Exit.SCRIPT if severities[Severity.ERROR] else Exit.DONE)


def _players(
    found: tuple[Path, ...], *, runs: int | None, seed: int | None, added: str, as_json: bool
) -> int:
    from renderers.fields.field import document
    from renderers.tables.validity import PLAYER
    from runners.check.playing import played, players_table
    from runners.check.word_shortcuts import word_shortcuts

    rows: list[dict[str, object]] = []
    for experiment in load_experiments(found, as_json=as_json, added=added):
        if not as_json:
            say(players_table(experiment, runs=runs, seed=seed, width=page_width()) + "\n")
            continue
        rows.extend(
            document(PLAYER, (experiment.title, one))
            for one in (
                *played(experiment, runs=runs, seed=seed).figures,
                *word_shortcuts(experiment, runs=runs, seed=seed).figures,
            )
        )
    if as_json:
        print_json(rows)
    return int(Exit.DONE)


def _summary(scripts: int, severities: Counter[Severity]) -> str:
    what = counted(scripts, "script")
    if not severities:
        return f"{what} checked: no errors"
    parts = [counted(severities[one], one.value) for one in Severity if severities[one]]
    return f"{what} checked: {' and '.join(parts)}; `devrun explain CODE` explains a code"
