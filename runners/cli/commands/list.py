"""`devrun list`: the experiments that come with devrun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from dsl.files.framings import shipped_framings
from runners.cli.output import print_json, say
from runners.shipped import ADDITIONS, heading, shipped_scripts


@click.command(
    "list",
    epilog="Run one by its bare name: devrun blicket. Run the battery: devrun experiments",
)
@click.option("--framings", is_flag=True, help="List framings: words around scored questions.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(framings: bool, as_json: bool) -> None:
    """List the experiments that come with devrun: title, domain, age of the children, and paper.

    The battery comes first. Additions to it, which are in no domain mean, come last. --framings
    lists the framings that a design or `--framing NAME` can use, with their words.
    """
    if framings:
        texts = {name: path.read_text("utf-8") for name, path in shipped_framings().items()}
        if as_json:
            print_json([{"name": name, "text": text} for name, text in texts.items()])
        else:
            say("\n".join(_with_sets(texts)).rstrip())
        return
    rows = [
        {"name": path.stem, "addition": path.parent.name == ADDITIONS, **_about(path)}
        for path in shipped_scripts()
    ]
    if as_json:
        print_json(rows)
        return
    width = max((len(path.stem) for path in shipped_scripts()), default=0)
    for row in rows:
        kind = f"{row['domain'] or 'no domain'}{'; an addition' if row['addition'] else ''}"
        say(f"{row['name']:<{width}}  {row['title']} ({kind})")
        if row["age"]:
            say(f"{'':<{width}}  children of {row['age']}")
        if row["paper"]:
            say(f"{'':<{width}}  {row['paper']}")


def _with_sets(texts: dict[str, str]) -> Iterator[str]:
    """The words of framings; above those of a set, what names them all."""
    for name, text in texts.items():
        several = sum(line.startswith("framing ") for line in text.splitlines())
        if several > 1:
            yield f"--- {name}: a set of {several}; --framing {name} asks with each of them ---\n"
        yield text


def _about(path: Path) -> dict[str, str | None]:
    about = heading(path)
    return {name: about.get(name) for name in ("title", "domain", "age", "paper")}
