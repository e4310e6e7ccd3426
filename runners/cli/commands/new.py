"""`devrun new`: a script of one's own to start from."""

from __future__ import annotations

from pathlib import Path

import click

from runners.cli.errors import Exit, UsageError, system_errors_as
from runners.cli.files import write_new
from runners.cli.output import say
from runners.cli.script_loading import shell_quoted
from runners.shipped import shipped_names, shipped_script

ELSEWHERE = "choose a folder that you may write to"
STORY = Path(__file__).resolve().parents[2] / "templates" / "story.dev"


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
    help="Script that comes with devrun to copy (default: NAME if it comes with devrun, else a "
    "short commented story).",
)
def command(name: str, template: str | None) -> None:
    """Write NAME.dev into this folder: a small script that runs and can be changed.

    Its pictures are copied too. Existing files are never overwritten.
    """
    path = Path(name if name.endswith(".dev") else f"{name}.dev")
    source = _source(path.stem, template)
    text = source.read_text(encoding="utf-8")
    if source == STORY:
        title = path.stem.replace("_", " ").strip().capitalize() or "My study"
        text = text.replace("experiment My study", f"experiment {title}", 1)
    # A shipped script shows pictures only if it contains the word; parsing it takes a while.
    shown = _pictures(source, path.parent) if "show " in text else {}
    other = f"choose another name: devrun new {shell_quoted((f'{path.stem}_2',))}"
    write_new(path, text.encode(), instead=other, elsewhere=ELSEWHERE)
    click.echo(f"{path}")
    for place, data in shown.items():
        with system_errors_as(
            Exit.USAGE, "cannot-write", f"`{place}` cannot be written", ELSEWHERE
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
        again = "move it, or give the command in an empty folder"
        write_new(place, data, instead=again, elsewhere=ELSEWHERE)
        click.echo(f"{place}")
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
                "give the command in an empty folder",
                "exists",
            )
    return {place: data for place, data in wanted.items() if not place.exists()}


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
