"""`devrun export`: a study given away: a Psych-DS folder, Parquet, Inspect logs or plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl import __devrun__
from dsl.words import counted
from renderers.number_words import NOT_DATA
from runners.cli.bank_options import models_of, models_table_option, norms_option
from runners.cli.errors import UsageError, error_code
from runners.cli.open_study import refuse_unfinished
from runners.cli.options import json_option, rater_options, study_options
from runners.cli.output import StatusLine, print_document, say
from runners.cli.table_input import norms_in

if TYPE_CHECKING:
    from runners.analysis.codings import RaterSelection
    from runners.cli.open_study import StudyPart
    from runners.export.exported import Exported
    from runners.export.scripts import Renamed
    from runners.export.selection import ExportSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

FORMATS = ("psych-ds", "parquet", "inspect", "jsonl")
TABLES = ("psych-ds", "parquet")


@click.command(
    "export",
    epilog=(
        "Examples: devrun export; devrun export -o our-study --as-paper; "
        "devrun export --to inspect -m openai/NAME; devrun export --to jsonl -o - | gzip > all.gz"
    ),
)
@click.option(
    "-o",
    "--output",
    metavar="PLACE",
    help="Folder or file to write (default: STUDY-psych-ds, STUDY-parquet, STUDY-inspect or "
    "STUDY.jsonl in this folder); - prints lines.",
)
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMATS),
    default="psych-ds",
    show_default=True,
    help="Psych-DS folder (tables, codebook, R script), its tables as Parquet, Inspect logs, or "
    "one JSON line per trial.",
)
@click.option("--replace", is_flag=True, help="Replace an older export of the same study.")
@click.option(
    "--preregistration",
    metavar="FILE|HASH",
    help="Preregistration to include (default: the newest sealed for these scripts).",
)
@models_table_option
@norms_option
@rater_options
@study_options
@json_option
def command(
    output: str | None,
    form: str,
    replace: bool,
    preregistration: str | None,
    models_file: str | None,
    norms_file: str | None,
    whose: RaterSelection,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Export a study to files that need no devrun: the newest one, narrowed by PATH, -m and --only.

    The Psych-DS folder has tidy tables (trials, questions, codes, calls and more), every reply
    verbatim, the scripts, a codebook, an R script, and a store of this study, from which the
    command in its README computes the tables again. Scores are those of `devrun score` with the
    same options.
    """
    from runners.export.selection import ExportSelection
    from runners.preregistration.lookup import find_preregistration
    from runners.store.records import now
    from runners.studies.participant_labels import labels_of

    if output == "-" and (form != "jsonl" or as_json):
        raise UsageError(
            "`-o -` works only with --to jsonl and without --json",
            "name a folder, or write --to jsonl",
        )
    if (models_file is not None or norms_file is not None) and form not in TABLES:
        raise UsageError(
            f"--to {form} has no tables of banks", "leave out --models and --norms, or use psych-ds"
        )
    if preregistration is not None and form != "psych-ds":
        raise UsageError(
            f"--to {form} cannot contain a preregistration",
            "leave out --preregistration, or use --to psych-ds",
        )
    with part.opened() as (store, opened):
        refuse_unfinished(store, opened, "nothing-to-export")
        people = labels_of(opened.participants).values()
        with StatusLine() as status:
            progress = partial(_progress, status, len(opened.rows))
            wanted = ExportSelection(
                opened.study.id, part.scripts, part.models, part.only, whose, now(),
                __devrun__, progress, find_preregistration(store, opened, preregistration),
                None if norms_file is None else norms_in(norms_file),
                None if models_file is None else models_of(models_file, people),
            )  # fmt: skip
            exported = _exported(store, opened, wanted, form, output, replace=replace)
    if as_json:
        from runners.export.exported import EXPORTED

        print_document(EXPORTED, (opened, form, exported))
    elif output != "-":
        _say(opened, exported)


def _exported(
    store: Store,
    opened: OpenStudy,
    wanted: ExportSelection,
    form: str,
    output: str | None,
    *,
    replace: bool,
) -> Exported:
    from runners.export.exported import Exported
    from runners.export.folder import is_export_of, whole_folder
    from runners.export.json_lines import print_lines, write_lines

    study = opened.study.id
    name = f"{study}.jsonl" if form == "jsonl" else f"{study}-{form}"
    place = Path(name if output is None else output)
    ours: dict[str, Callable[[Path], bool]] = {
        "psych-ds": is_export_of(study),
        "parquet": partial(_parquet, study),
        "inspect": partial(_logs, study),
        "jsonl": partial(_lines, study),
    }
    with error_code("codes"):
        if form == "jsonl" and output == "-":
            return print_lines(store, opened, wanted, sys.stdout)
        replaces = ours[form] if replace else lambda _: False
        if form == "jsonl":
            return write_lines(store, opened, wanted, place, replaces=replaces)
        with whole_folder(place, replaces=replaces) as folder:
            renamed: Sequence[Renamed] = ()
            if form == "inspect":
                from runners.export.inspect_log import write_inspect

                trials = write_inspect(store, opened, wanted, folder)
            elif form == "parquet":
                from runners.export.parquet import write_parquet

                trials = write_parquet(store, opened, wanted, folder)
            else:
                from runners.export.psych_ds import write_psych_ds

                earlier = place if place.is_dir() else None
                facts = write_psych_ds(store, wanted, folder, earlier=earlier)
                trials, renamed = facts.finished, facts.renamed
            files = sorted(
                one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()
            )
        return Exported(str(place), trials, tuple(files), tuple(renamed))


def _logs(study: str, place: Path) -> bool:
    """Whether a folder holds Inspect logs of a study and nothing else."""
    return place.is_dir() and all(
        one.is_file() and _begins(one, '{"version": ', f'"run_id": "{study}"')
        for one in place.iterdir()
    )


def _parquet(study: str, place: Path) -> bool:
    """Whether a folder holds the tables of a study as Parquet."""
    from runners.export.folder import is_export_of

    return is_export_of(study)(place) and (place / "trials.parquet").is_file()


def _lines(study: str, place: Path) -> bool:
    """Whether a file holds the lines of a study."""
    return place.is_file() and _begins(place, f'{{"study": "{study}"')


def _begins(place: Path, *words: str) -> bool:
    """Whether a file begins with the first of these words, and has the others soon after."""
    with place.open("rb") as file:
        head = file.read(2000)
    return head.startswith(words[0].encode()) and all(word.encode() in head for word in words)


def _progress(status: StatusLine, trials: int, done: int) -> None:
    """Say how far an export is."""
    if done % 200 == 0:
        status.update(f"exporting: {done:,} of {trials:,} trials")


def _say(opened: OpenStudy, exported: Exported) -> None:
    if opened.simulated:
        say(f"{NOT_DATA.lower()}; every file says so")
    elif programs := [one.name for one in opened.participants if one.simulated]:
        say(f"in part {NOT_DATA.lower()}: {', '.join(programs)}")
    many = counted(exported.trials, "trial")
    files = counted(len(exported.files), "file")
    say(f"{exported.place}: {many}" + (f", {files}" if len(exported.files) > 1 else ""))
    if exported.renamed:
        verb = "has another name" if len(exported.renamed) == 1 else "have other names"
        say(
            f"{counted(len(exported.renamed), 'file')} {verb} there, since some systems do "
            "not allow their names: see CHANGES.md"
        )
    if "README.md" in exported.files:
        say(f"start with {Path(exported.place) / 'README.md'}")
