"""`devrun explain CODE`: what an error code means."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from runners.cli.exits import Exit, Stop


def _pages() -> Path:
    import dsl

    return Path(dsl.__file__).parent / "pages"


@click.command(
    "explain",
    short_help="say what an error code means, with a mended example",
    epilog="Example: devrun explain E402",
)
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Say what CODE means, why it matters and what to write instead; without CODE, list all."""
    pages = {page.stem: page for page in sorted(_pages().glob("*.md"))}
    if code is None:
        for name, page in pages.items():
            title = page.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
            click.echo(f"{name}  {title.removeprefix(name).lstrip(' :-')}")
        return
    wanted = code.strip().strip("[]").upper()
    if wanted not in pages:
        close = difflib.get_close_matches(wanted, pages, n=1, cutoff=0.5)
        hint = f"did you mean `{close[0]}`? " if close else ""
        raise Stop(
            Exit.USAGE,
            "unknown-code",
            f"there is no code called `{code}`",
            f"{hint}`devrun explain` lists all codes",
        )
    click.echo(pages[wanted].read_text(encoding="utf-8").rstrip("\n"))
