"""What `--json` prints: one document, long or short, by one function for every command."""

from __future__ import annotations

from typing import Any

import click

from renderers.json_text import json_parts


def print_json(document: Any) -> None:
    """Print a document piece by piece, without a character that a terminal acts on."""
    for part in json_parts(document):
        click.echo(part, nl=False)
    click.echo()
