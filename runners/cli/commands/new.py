"""`devrun new`: a script of one's own to start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import click

from coders.tables.cogbench_half import Subset
from dsl.words import and_list
from runners.abilities.sizes import FEWEST, MOST, MOST_ASKED, SHIPPED_ITEMS, SHIPPED_SEED
from runners.cli.errors import UsageError, given_options
from runners.cli.files import refuse_there, write_all_new, write_new, writing
from runners.cli.options import NumberRange
from runners.cli.output import note, painter
from runners.cli.paths import NamedPath
from runners.cli.published import cogbench, coglm, corecognition
from runners.cli.published.made_banks import bank_items
from runners.cli.published.sendable_pictures import MOST_PIXELS
from runners.cli.script_loading import shell_quoted
from runners.core_pairs import CORE_PAIRS, SHIPPED_PAIRS
from runners.shipped import shipped_names, shipped_script

ELSEWHERE = "choose a folder that you may write to"
EMPTY = "give the command in an empty folder"
ABILITIES = "abilities"
MADE = (ABILITIES, CORE_PAIRS)
"""Banks that come with devrun, and of which rules make others."""
IMPORTED = (cogbench.NAME, coglm.NAME, corecognition.NAME)
"""Datasets that a user has."""
OPTIONS = (
    (("--from",), IMPORTED, "coglm --from FOLDER"),
    (
        ("--half", "--language", "--topics", "--profiles", "--waves"), (cogbench.NAME,),
        "cogbench --from FOLDER",
    ),
    (
        ("--most-pixels", "--frames-per-second", "--pairs"), (corecognition.NAME,),
        "corecognition --from FOLDER",
    ),
    (("--leave-out",), (cogbench.NAME, corecognition.NAME), "corecognition --from FOLDER"),
    (("--items", "--seed"), MADE, "abilities --items 100"),
)  # fmt: skip
"""Options, the templates that have them, and how they are given."""
GROUPS = "    group from ability\n"
"""The line of the script of the abilities below which a sample is asked for."""

STORY = Path(__file__).resolve().parents[2] / "templates" / "story.dev"


@click.command(
    "new",
    epilog=(
        "Examples: devrun new my_study; devrun new blicket (a copy of the shipped script); "
        "devrun new my_study --template gears; "
        "devrun new coglm --from CogLM; devrun new corecognition --from CoreCognition; "
        "devrun new cogbench --from CogBench --half articles --topics 4 --waves 0-3; "
        "devrun new abilities --items 100 --seed 7; devrun new core_pairs --items 10 --seed 7"
    ),
)
@click.argument("name")
@click.option(
    "--template",
    metavar="NAME",
    help="Script that comes with devrun to copy (default: NAME if it comes with devrun, else a "
    "short commented story).",
)
@click.option(
    "--from",
    "folder",
    metavar="FOLDER",
    type=NamedPath(),
    help="With the template coglm: your copy of the CogLM repository, or its folder dataset. With "
    "corecognition: the folder of CoreCognition.csv and its media, or the table of VLMEvalKit. "
    "With cogbench: the folder of profile.json and the other files of CogBench.",
)
@click.option(
    "--half",
    type=click.Choice((*cogbench.HALVES, "both")),
    help="With the template cogbench: articles to read, videos to watch, or a script of each. "
    "[default: both]",
)
@click.option(
    "--language",
    type=click.Choice(cogbench.LANGUAGES),
    help="With the template cogbench: the language, if the folder has both.",
)
@click.option(
    "--topics",
    metavar="NAMES",
    help="With the template cogbench: only these topics, with commas between them, or the first N.",
)
@click.option(
    "--profiles",
    metavar="NAMES",
    help="With the template cogbench: only these profiles, as topics.",
)
@click.option("--waves", help="With the template cogbench: only these waves, such as 0-3,10.")
@click.option(
    "--most-pixels",
    type=click.IntRange(64, MOST_PIXELS),
    help="With the template corecognition: pictures with more pixels on the longer side are "
    f"scaled. [default: {MOST_PIXELS}]",
)
@click.option(
    "--frames-per-second",
    "rate",
    type=NumberRange(0.01, 30),
    help="With the template corecognition: frames of a video that are shown. [default: 1]",
)
@click.option(
    "--leave-out",
    is_flag=True,
    help="With the template corecognition: leave out, and name, questions that cannot be asked. "
    "With cogbench: ratings that cannot be used.",
)
@click.option(
    "--pairs",
    metavar="TABLE",
    help="With the template corecognition: a CSV table `control,manipulated` with the ids of the "
    "questions that have the same words and another picture.",
)
@click.option(
    "--items",
    type=click.IntRange(1, MOST),
    help=f"With the template abilities: items of each ability, {FEWEST} or more. [default: "
    f"{SHIPPED_ITEMS}] With core_pairs: pairs of each concept. [default: {SHIPPED_PAIRS}]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31),
    help="With the templates abilities and core_pairs: another seed makes another bank. [default: "
    f"{SHIPPED_SEED}]",
)
def command(
    name: str,
    template: str | None,
    folder: Path | None,
    items: int | None,
    seed: int | None,
    most_pixels: int | None,
    rate: float | None,
    leave_out: bool,
    pairs: str | None,
    half: str | None,
    language: str | None,
    topics: str | None,
    profiles: str | None,
    waves: str | None,
) -> None:
    """Write NAME.dev into this folder: a small script that runs and can be changed.

    Its pictures and items are written too. Existing files are never overwritten.
    """
    path = Path(name if name.endswith(".dev") else f"{name}.dev")
    if not path.name.removesuffix(".dev").strip(". "):
        raise UsageError(
            f"`{name}` is no name for a script", "write a word: devrun new my_study", "bad-name"
        )
    named = path.stem if template is None else template
    _refuse_options_of_others(path.stem, named)
    if named == cogbench.NAME:
        halves = (half,) if half in cogbench.HALVES else tuple(cogbench.HALVES)
        chosen = cogbench.subset(topics, profiles, waves)
        theirs = _theirs(folder, path.stem, named, named)
        _new_cogbench(path, theirs, halves, language, chosen, leave_out=leave_out)
        return
    if named == corecognition.NAME:
        fraction = Fraction(1 if rate is None else rate).limit_denominator(1000)
        wanted = corecognition.WantedItems(most_pixels or MOST_PIXELS, fraction, leave_out, pairs)
        _new_corecognition(path, _theirs(folder, path.stem, named, named), wanted)
        return
    if named == coglm.NAME:
        _new_coglm(path, _theirs(folder, path.stem, named, template))
        return
    source = _source(path.stem, template)
    text = source.read_text(encoding="utf-8")
    if source == STORY:
        title = path.stem.replace("_", " ").strip().capitalize() or "My study"
        text = text.replace("experiment My study", f"experiment {title}", 1)
    # A shipped script shows pictures only if it contains the word; parsing it takes a while.
    shown = _pictures(source, path.parent) if "show " in text else {}
    if source.with_suffix("").is_dir() and source.stem not in MADE:
        shown = _data_files(source, path.parent)
    if source.stem in MADE:
        shown = bank_items(_data_files(source, path.parent), path.parent, source.stem, items, seed)
        if source.stem == ABILITIES and items is not None and items > MOST_ASKED:
            sample = f"    sample {MOST_ASKED} items of each group\n"
            text = text.replace(GROUPS, GROUPS + sample, 1)
    other = f"choose another name: devrun new {shell_quoted((f'{path.stem}_2',))}"
    _write(path, text, shown, other)
    _say_next(path)


def _refuse_options_of_others(name: str, template: str) -> None:
    """See that no option is given that only other templates have."""
    given = given_options()
    for options, templates, instead in OPTIONS:
        if template not in templates and not set(options).isdisjoint(given):
            told = f"{and_list([f'`{one}`' for one in options])} "
            told += "are those of" if len(options) > 1 else "is that of"
            named = f"the template{'s' if len(templates) > 1 else ''} {and_list(templates)}"
            advice = f"write: devrun new {shell_quoted((name,))} --template {instead}"
            raise UsageError(f"{told} {named}", advice, "no-such-template")


_NOT_HERE = {
    coglm.NAME: (
        "the questions of CogLM do not come with devrun: they have no licence",
        "a copy of their repository",
    ),
    corecognition.NAME: (
        "the questions of CoreCognition do not come with devrun", "the dataset",
    ),
    cogbench.NAME: (
        "CogBench does not come with devrun: its licence is CC BY-NC-SA 4.0", "the dataset",
    ),
}  # fmt: skip
"""What is said where no folder of a dataset is named, and what a user may have."""


def _theirs(folder: Path | None, name: str, dataset: str, template: str | None) -> Path:
    """The folder in which a user has a dataset. Raises a UsageError where none is named."""
    if folder is None:
        told, theirs = _NOT_HERE[dataset]
        typed = shell_quoted((name, *(("--template", template) if template else ())))
        advice = f"if you have {theirs}, write: devrun new {typed} --from FOLDER"
        raise UsageError(told, advice, "no-bank")
    return folder


def _other(name: str, dataset: str) -> str:
    """What to do where there is a script of this name."""
    return f"choose another name: devrun new {name}_2 --template {dataset} --from FOLDER"


def _new_coglm(path: Path, folder: Path) -> None:
    """The script of the original CogLM bank, whose files the user has; says what is odd in them."""
    text, copied = coglm.coglm_script(path, coglm.coglm_files(folder))
    _write(path, text, copied, _other(path.stem, coglm.NAME))
    if copied:
        note(
            "the questions were copied, since a script reads nothing outside its folder; they have "
            "no licence, so do not pass the copies on"
        )
    _say_faults(path)


def _new_corecognition(path: Path, folder: Path, wanted: corecognition.WantedItems) -> None:
    """The script and the bank of CoreCognition, whose files the user has; names all that cannot be
    asked, by row and column.
    """
    home = path.parent / f"{path.stem}_files"
    for place in (path, home):
        other = _other(path.stem, corecognition.NAME)
        refuse_there(place, instead=other, elsewhere=ELSEWHERE)
    table = corecognition.table_in(folder)
    with corecognition.imported(table, home, wanted) as (found, made):
        for fault in found.faults:
            note(f"left out: {table.name}, {fault} ({fault.help})")
        with writing(home, ELSEWHERE):
            made.rename(home)
    write_new(path, found.script.encode(), instead="choose another name", elsewhere=ELSEWHERE)
    click.echo(f"{path}\n{home}")
    for line in corecognition.described(found, wanted):
        note(line)
    _say_faults(path)


def _new_cogbench(
    path: Path, folder: Path, names: Sequence[str], language: str | None,
    wanted: Subset, *, leave_out: bool,
) -> None:  # fmt: skip
    """A script with its tables for each half of CogBench, whose files the user has; names all that
    cannot be used, by file, record and field.
    """
    one, other = len(names) == 1, _other(path.stem, cogbench.NAME)
    scripts = {half: path if one else path.with_stem(f"{path.stem}_{half}") for half in names}
    for place in scripts.values():
        for mine in (place, place.with_name(f"{place.stem}_files")):
            refuse_there(mine, instead=other, elsewhere=ELSEWHERE)
    halves = cogbench.read_halves(folder, names, language, wanted, leave_out=leave_out)
    for half, place in scripts.items():
        home = place.with_name(f"{place.stem}_files")
        text, tables = cogbench.script_of(half, halves[half], home.name)
        _write(place, text, {home / name: data for name, data in tables.items()}, other)
        for fault in halves[half].rated.faults:
            note(f"left out: {fault} ({fault.help})")
        for line in cogbench.described(half, halves[half]):
            note(line)
        _say_faults(place)


def _say_faults(path: Path) -> None:
    """What is odd or wrong in the items, as `devrun check` says it, and what to do next."""
    from dsl.loading import load
    from renderers.diagnostics import render

    loaded = load(path)
    for fault in loaded.faults:
        note(render(fault, loaded.sources, paint=painter(stderr=True)), painted=True)
    if loaded.experiment is None:
        note(f"next: correct what is wrong above, then: devrun check {shell_quoted((path,))}")
    else:
        _say_next(path)


def _write(path: Path, text: str, files: Mapping[Path, bytes], other: str) -> None:
    """Write a script and the files that belong to it, and print where they are; `other` is what to
    do where there is such a script.
    """
    for place in files:
        refuse_there(place, instead=EMPTY, elsewhere=ELSEWHERE)
    write_new(path, text.encode(), instead=other, elsewhere=ELSEWHERE)
    write_all_new(files, instead=EMPTY, elsewhere=ELSEWHERE)
    # After all were written: a reader such as `head` may close the pipe.
    click.echo("\n".join(f"{place}" for place in (path, *files)))


def _say_next(path: Path) -> None:
    typed = shell_quoted((path,))
    note(
        f"next: read it with `devrun show {typed}`, check it with `devrun check {typed}`, run it "
        f"with `devrun {typed}`"
    )


def _pictures(source: Path, folder: Path) -> dict[Path, bytes]:
    """The pictures of a shipped script by where they go, without those that lie there already.

    A script with somebody else's pictures would be another study, so another file under a name that
    is needed is refused before anything is written.
    """
    from dsl.loading import load

    wanted = {folder / one.file: one.data for one in load(source).pictures}
    for place, data in wanted.items():
        if place.exists() and (not place.is_file() or place.read_bytes() != data):
            raise UsageError(
                f"`{place}` already exists and is a different picture",
                EMPTY,
                "exists",
            )
    return {place: data for place, data in wanted.items() if not place.exists()}


def _data_files(source: Path, folder: Path) -> dict[Path, bytes]:
    """The files of a shipped script, which lie in a folder of its name, by where they go; refused
    if one of them is there.
    """
    found = {
        folder / one.relative_to(source.parent): one.read_bytes()
        for one in sorted(source.with_suffix("").rglob("*.*"))
    }
    for place in found:
        refuse_there(place, instead=EMPTY)
    return found


def _source(stem: str, template: str | None) -> Path:
    shipped = shipped_script(template if template is not None else stem)
    if shipped is not None:
        return shipped
    if template is None or template == "story":
        return STORY
    raise UsageError(
        f"there is no template `{template}`",
        f"templates are: {', '.join(('story', *IMPORTED, *shipped_names()))}",
        "no-such-template",
    )
