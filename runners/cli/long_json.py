"""Documents that may be long: every trial of a large study."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from runners.results.document import Json

_PARTS = 20_000
"""So many words of a document are put together at a time."""


def print_json(document: Json) -> None:
    """Print a document as it is written: as one text it would take as much memory again, ten times
    over while it is put together.
    """
    parts = json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(document)
    while some := "".join(islice(parts, _PARTS)):
        click.echo(some, nl=False)
    click.echo()
