"""`devrun models`: who can be asked."""

from __future__ import annotations

import json
import os

import click

from runners.cli.fitting import say
from runners.cli.options import json_option


@click.command(
    "models",
    short_help="the participants that can be asked, and what each needs",
    epilog="Example: devrun blicket -m sim/oracle -m openai/NAME",
)
@json_option
def command(as_json: bool) -> None:
    """Name the providers, what each reads from the environment, and whether that is set.

    Values are never printed.
    """
    from runners.participants.registry import PROVIDERS
    from runners.participants.sim import FAMILY

    rows = [
        {
            "provider": provider.name,
            "example": provider.example,
            "about": provider.about,
            "variables": {name: name in os.environ for name in provider.variables},
        }
        for provider in PROVIDERS
    ]
    if as_json:
        family = {f"sim/{one.name}": one.about for one in FAMILY}
        document = {"providers": rows, "simulated": family}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for provider in PROVIDERS:
        say(f"{provider.name}/...  {provider.about}")
        say(f"    write it like: -m {provider.example}")
        for name in provider.variables:
            state = "set" if name in os.environ else "not set"
            say(f"    {name}: {state}")
    click.echo("\nsimulated participants:")
    width = max(len(one.name) for one in FAMILY) + 4
    for one in FAMILY:
        say(f"    {'sim/' + one.name:<{width}}  {one.about}")
