"""`devrun new`: a script of one's own to start from."""

from __future__ import annotations

from pathlib import Path

import click

from runners.cli.exits import Exit, Stop
from runners.cli.fitting import say
from runners.cli.shipped import shipped_names, shipped_script

STORY = Path(__file__).resolve().parent.parent / "templates" / "story.dev"


@click.command(
    "new",
    short_help="start a script of your own from a template",
    epilog=(
        "Examples: devrun new my_study; devrun new blicket (a copy of the shipped script); "
        "devrun new my_study --template gears"
    ),
)
@click.argument("name")
@click.option(
    "--template",
    metavar="NAME",
    help="A shipped script to copy; else a small commented story, or the shipped script NAME.",
)
def command(name: str, template: str | None) -> None:
    """Write NAME.dev into this folder: a small script that runs as it is, to be changed.

    A file that exists is never written over.
    """
    path = Path(name if name.endswith(".dev") else f"{name}.dev")
    source = _source(path.stem, template)
    text = source.read_text(encoding="utf-8")
    if source == STORY:
        title = path.stem.replace("_", " ").strip().capitalize() or "My study"
        text = text.replace("experiment My study", f"experiment {title}", 1)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as fault:
        raise Stop(
            Exit.USAGE,
            "exists",
            f"`{path}` is there already, and is not written over",
            f"choose another name: devrun new {path.stem}_2",
        ) from fault
    except OSError as fault:
        raise Stop(
            Exit.USAGE,
            "cannot-write",
            f"`{path}` cannot be written: {(fault.strerror or str(fault)).lower()}",
            "choose a folder that you may write to",
        ) from fault
    click.echo(f"{path}")
    say(
        f"next: read it as a participant does with `devrun show {path}`, find its faults with "
        f"`devrun check {path}`, run it with `devrun {path}`",
        err=True,
    )


def _source(stem: str, template: str | None) -> Path:
    shipped = shipped_script(template if template is not None else stem)
    if shipped is not None:
        return shipped
    if template is None or template == "story":
        return STORY
    raise Stop(
        Exit.USAGE,
        "no-such-template",
        f"there is no template `{template}`",
        f"templates are: story, {', '.join(shipped_names())}",
    )
