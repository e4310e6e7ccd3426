"""`devrun explain CODE`: what an error code means."""

from __future__ import annotations

import re
from pathlib import Path

import click

import dsl
from dsl.spelling import closest
from runners.cli.errors import UsageError

_PAGES = Path(dsl.__file__).parent / "pages"
_CODE = re.compile(r"[A-Z]\d{1,4}")


@click.command(
    "explain",
    epilog="Examples: devrun explain E402; devrun explain tabs",
)
@click.argument("words", nargs=-1, metavar="[CODE or WORDS]")
def command(words: tuple[str, ...]) -> None:
    """Explain what CODE means, why it matters and what to write instead.

    WORDS list the codes whose pages contain all of them; without arguments all codes are listed.
    """
    pages = {
        page.stem: page.read_text(encoding="utf-8").rstrip("\n")
        for page in sorted(_PAGES.glob("*.md"))
    }
    said = " ".join(words).strip()
    wanted = said.strip("[]").upper()
    if wanted in pages:
        click.echo(pages[wanted])
        return
    found = _speaking_of(said.casefold().split(), pages) if said else list(pages)
    if not found or _CODE.fullmatch(wanted):
        close = closest(wanted, pages, cutoff=0.5)
        hint = f"did you mean `{close}`? " if close and _CODE.fullmatch(wanted) else ""
        what = "code called" if _CODE.fullmatch(wanted) else "code about"
        raise UsageError(
            f"there is no {what} `{said}`",
            f"{hint}`devrun explain` lists all codes",
            "unknown-code",
        )
    for code in found:
        title = pages[code].split("\n", 1)[0].lstrip("# ")
        click.echo(f"{code}  {title.removeprefix(code).lstrip(' :-')}")


def _speaking_of(words: list[str], pages: dict[str, str]) -> list[str]:
    """The codes whose pages hold words that begin with all of these; first those in whose title
    they stand.
    """
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]
    found = [
        (not all(p.search(text.split("\n", 1)[0].casefold()) for p in patterns), code)
        for code, text in pages.items()
        if all(p.search(text.casefold()) for p in patterns)
    ]
    return [code for _, code in sorted(found)]
