"""Scripts read and checked for a command, with their faults printed in one way everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.diagnostic import Fault, Severity
from dsl.record import replace
from dsl.tree import TESTS, FactorKind
from dsl.words import counted, folded
from runners.cli.completion import SCRIPT
from runners.cli.errors import Stop, UsageError
from runners.cli.output import note, painter

if TYPE_CHECKING:
    from dsl.experiment import Experiment, Protocol
    from dsl.loading import Loaded


def load_experiments(
    paths: tuple[Path, ...], protocol: str | None = None, added: str = "", *, as_json: bool = False
) -> tuple[Experiment, ...]:
    """The experiments of scripts without errors; see `load_scripts`."""
    return experiments_of(load_scripts(paths, protocol, added, as_json=as_json))


def experiments_of(loaded: tuple[Loaded, ...]) -> tuple[Experiment, ...]:
    """The experiments of scripts that are known to have no errors."""
    return tuple(one.experiment for one in loaded if one.experiment is not None)


def load_scripts(
    paths: tuple[Path, ...], protocol: str | None = None, added: str = "", *, as_json: bool = False
) -> tuple[Loaded, ...]:
    """Scripts without errors, as a protocol (by its name; the battery's own without one) asks them,
    with the lines in `added` at the end of each; every error of every script is reported before
    anything stops.

    Warnings are counted, without those of players (`devrun check` tries them): to play every
    script would take longer than to begin a run.

    Raises:
        Stop: a script has an error, or two scripts have one title, which is what keeps their
            replies apart.
        Unreadable: the file cannot be read at all.
    """
    from dsl.experiment import Protocol
    from dsl.loading import load
    from dsl.protocol import under
    from renderers.diagnostics import render

    asked = Protocol.BATTERY if protocol is None else Protocol(protocol)
    paint = painter(stderr=True)
    found: list[Loaded] = []
    errors = warnings = 0
    for path in paths:
        loaded = load(path, added=added)
        for fault in loaded.faults:
            if fault.severity is Severity.ERROR:
                errors += 1
                if not as_json:
                    note(render(fault, loaded.sources, paint=paint) + "\n", painted=True)
            else:
                warnings += 1
        if loaded.experiment is not None:
            found.append(replace(loaded, experiment=under(loaded.experiment, asked)))
    if errors:
        where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} scripts"
        raise Stop(
            "script-errors",
            f"{counted(errors, 'error')} in {where}; nothing was run",
            f"`devrun check {shell_quoted(paths)} --json` lists them"
            if as_json
            else "fix the errors above; `devrun explain CODE` explains a code",
        )
    if warnings and not as_json:
        note(
            f"{counted(warnings, 'warning')} (shortcuts not checked): see "
            f"`devrun check {shell_quoted(paths)}`"
        )
    titles: dict[str, str] = {}
    for experiment in experiments_of(tuple(found)):
        if experiment.title in titles:
            raise Stop(
                "same-title",
                f"two scripts are called `{experiment.title}`: {titles[experiment.title]} and "
                f"{experiment.file}",
                "rename one: replies are stored by title",
            )
        titles[experiment.title] = experiment.file
        _refuse_unfit(experiment, asked)
    return tuple(found)


def _refuse_unfit(experiment: Experiment, protocol: Protocol) -> None:
    """Raises a Stop for a script that a protocol cannot ask."""
    from dsl.expanding.steps_within import questions_within

    why: tuple[str, str] | None = None
    if protocol.rated and not any(True for _ in questions_within(experiment.steps, *TESTS)):
        why = "asks no test question, which is all that this protocol asks", "leave --protocol out"
    elif protocol.of_items:
        from dsl.protocol import refused

        why = refused(experiment, protocol)
    if why:
        raise Stop(
            "protocol-unfit",
            f"`{experiment.title}` ({experiment.file}) cannot be asked by --protocol {protocol}: "
            f"it {why[0]}",
            why[1],
        )


def shell_quoted(words: Iterable[object]) -> str:
    """Words as they are typed into a shell, in quotation marks where they need them."""
    import shlex

    return shlex.join(map(str, words))


def fault_document(fault: Fault) -> dict[str, str | int]:
    """A fault as `check --json` has it."""
    return {
        "file": fault.span.file,
        "line": fault.span.line,
        "column": fault.span.column,
        "end_line": fault.span.end_line,
        "end_column": fault.span.end_column,
        "code": fault.code,
        "severity": fault.severity.value,
        "message": fault.message(),
        "help": fault.help(),
    }


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
paths_argument = click.argument("paths", nargs=-1, metavar="PATH...", type=SCRIPT)
framing_option = click.option(
    "--framing",
    multiple=True,
    metavar="NAME|FILE",
    help="Words around every scored question, compared with none (`devrun list --framings`); may "
    "be repeated.",
)


def framing_lines(framings: Sequence[str]) -> str:
    """The lines of framings, each the name of one that comes with devrun, or a file.

    Raises:
        Stop: there is no such framing and no such file.
    """
    if not framings:
        return ""
    from dsl.files.framings import shipped_framings
    from dsl.files.source import read
    from dsl.spelling import closest

    lines: list[str] = []
    known = shipped_framings()
    for one in framings:
        if folded(one) in known:
            lines.append(f"framing {folded(one)}")
        elif os.path.isfile(one):  # noqa: PTH113 - a Path raises for words that are too long
            lines.append(read(one).text)
        else:
            close = closest(folded(one), known)
            raise UsageError(
                f"there is no framing `{one}`, and no file of that name",
                f"did you mean `{close}`?" if close else f"write a file, or: {', '.join(known)}",
                "unknown-framing",
            )
    return "\n".join(lines)


def refuse_unknown_levels(experiments: Sequence[Experiment], only: tuple[str, ...]) -> None:
    """See that every `--only` names a level of a condition of one of the experiments.

    Raises:
        Stop: one does not; the message lists those that there are.
    """
    from dsl.spelling import closest

    names = {
        folded(level.name): level.name
        for experiment in experiments
        for factor in experiment.of_kind(FactorKind.CONDITIONS)
        for level in factor.levels
    }
    for word in only:
        if folded(word) in names:
            continue
        close = closest(word.casefold(), names)
        hint = f"did you mean `{names[close]}`? " if close else ""
        there = f"the levels are: {', '.join(names.values())}" if names else "this study has none"
        raise UsageError(f"no condition has a level `{word}`", f"{hint}{there}", "unknown-level")
