"""`devrun new`: a script of one's own to start from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from runners.abilities.sizes import FEWEST, MOST, SHIPPED_ITEMS, SHIPPED_SEED
from runners.cli import coglm
from runners.cli.errors import UsageError
from runners.cli.files import refuse_there, write_all_new, write_new
from runners.cli.output import painter, say
from runners.cli.script_loading import shell_quoted
from runners.shipped import ADDITIONS, shipped_folder, shipped_names, shipped_script

ELSEWHERE = "choose a folder that you may write to"
EMPTY = "give the command in an empty folder"
ABILITIES = "abilities"
STORY = Path(__file__).resolve().parents[2] / "templates" / "story.dev"


@click.command(
    "new",
    short_help="start a script of your own from a template",
    epilog=(
        "Examples: devrun new my_study; devrun new blicket (a copy of the shipped script); "
        "devrun new my_study --template gears; "
        "devrun new coglm --from CogLM; devrun new abilities --items 100 --seed 7"
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
    type=click.Path(path_type=Path),
    help="With the template coglm: your copy of the CogLM repository, or its folder dataset.",
)
@click.option(
    "--items",
    type=click.IntRange(FEWEST, MOST),
    help=f"With the template abilities: items of each ability. [default: {SHIPPED_ITEMS}]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31),
    help=f"With the template abilities: another seed makes another bank. [default: {SHIPPED_SEED}]",
)
def command(
    name: str, template: str | None, folder: Path | None, items: int | None, seed: int | None
) -> None:
    """Write NAME.dev into this folder: a small script that runs and can be changed.

    Its pictures and items are written too. Existing files are never overwritten.
    """
    path = Path(name if name.endswith(".dev") else f"{name}.dev")
    if folder is not None or coglm.NAME in (template, path.stem if template is None else ""):
        _new_coglm(path, template, folder)
        return
    source = _source(path.stem, template)
    if source.stem != ABILITIES and (items, seed) != (None, None):
        raise UsageError(
            "`--items` and `--seed` are those of the template abilities",
            f"write: devrun new {shell_quoted((path.stem,))} --template abilities --items 100",
            "no-such-template",
        )
    text = source.read_text(encoding="utf-8")
    if source == STORY:
        title = path.stem.replace("_", " ").strip().capitalize() or "My study"
        text = text.replace("experiment My study", f"experiment {title}", 1)
    # A shipped script shows pictures only if it contains the word; parsing it takes a while.
    shown = _pictures(source, path.parent) if "show " in text else {}
    if source.stem == ABILITIES:
        made = _bank_files(items, seed)
        shown = {path.parent / name: data for name, data in made.items()}
    other = f"choose another name: devrun new {shell_quoted((f'{path.stem}_2',))}"
    _write(path, text, shown, other)
    _say_next(path)


def _new_coglm(path: Path, template: str | None, folder: Path | None) -> None:
    """The script of the original CogLM bank, whose files the user has; says what is odd in them."""
    if template not in (None, coglm.NAME) or (template is None and path.stem != coglm.NAME):
        raise UsageError(
            "`--from` names the files of the template coglm",
            f"write: devrun new {shell_quoted((path.stem,))} --template coglm --from FOLDER",
            "no-such-template",
        )
    if folder is None:
        typed = shell_quoted((path.stem, *(("--template", template) if template else ())))
        raise UsageError(
            "the questions of CogLM do not come with devrun: they have no licence",
            f"if you have a copy of their repository, write: devrun new {typed} --from FOLDER",
            "no-bank",
        )
    text, copied = coglm.coglm_script(path, coglm.coglm_files(folder))
    other = f"choose another name: devrun new {path.stem}_2 --template coglm --from FOLDER"
    _write(path, text, copied, other)
    _say_faults(path)
    if copied:
        say(
            "the questions were copied, since a script reads nothing outside its folder; they have "
            "no licence, so do not pass the copies on",
            err=True,
        )
    _say_next(path)


def _say_faults(path: Path) -> None:
    """What is odd or wrong in the items, as `devrun check` says it."""
    from dsl.loading import load
    from renderers.diagnostics import render

    loaded = load(path)
    for fault in loaded.faults:
        say(render(fault, loaded.sources, paint=painter(stderr=True)), err=True, painted=True)


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
    say(
        f"next: read it with `devrun show {typed}`, check it with `devrun check {typed}`, run it "
        f"with `devrun {typed}`",
        err=True,
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


def _bank_files(items: int | None, seed: int | None) -> dict[str, bytes]:
    """The files that ship, or those of another bank."""
    if items is None and seed is None:
        shipped = sorted((shipped_folder(ADDITIONS) / ABILITIES).glob("*.jsonl"))
        return {f"{ABILITIES}/{one.name}": one.read_bytes() for one in shipped}
    from runners.abilities.bank import UsedUp, bank_files

    try:
        return bank_files(
            items=SHIPPED_ITEMS if items is None else items,
            seed=SHIPPED_SEED if seed is None else seed,
        )
    except UsedUp as problem:
        raise UsageError(str(problem), "ask for fewer with `--items`", "used-up") from None


def _source(stem: str, template: str | None) -> Path:
    shipped = shipped_script(template if template is not None else stem)
    if shipped is not None:
        return shipped
    if template is None or template == "story":
        return STORY
    raise UsageError(
        f"there is no template `{template}`",
        f"templates are: story, {', '.join(shipped_names())}",
        "no-such-template",
    )
