"""`devrun models`: who can be asked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from runners.cli.options import json_option
from runners.cli.output import print_document, say

if TYPE_CHECKING:
    from runners.participants.transport.keyring import KeyringState


@click.command(
    "models",
    epilog="Example: devrun blicket -m sim/oracle -m openai/NAME",
)
@json_option
def command(as_json: bool) -> None:
    """List the providers, the environment variables that each reads, and whether they are set.

    Keys in the operating system's keyring are listed too. Values are never printed.
    """
    from runners.participants.registry import PROVIDERS
    from runners.participants.sim import FAMILY
    from runners.participants.transport.keyring import kept
    from runners.participants.vendor import MESSAGES_SERVERS, SERVERS, VENDORS

    found = kept(name for vendor in VENDORS for name in vendor.keys)
    if as_json:
        from runners.participants.provider_document import MODELS

        print_document(MODELS, found)
        return
    served = {
        "servers with OpenAI's chat completions API": SERVERS,
        "Anthropic's models at other companies": MESSAGES_SERVERS,
    }
    for provider in PROVIDERS:
        if provider.of in (*SERVERS, *MESSAGES_SERVERS):
            continue
        say(f"{provider.name}/...  {provider.about}")
        say(f"    example: -m {provider.example}")
        for name in provider.variables:
            say(f"    {name}: {_state(name, found)}")
    for heading, vendors in served.items():
        click.echo(f"\n{heading}:")
        for provider in (one for one in PROVIDERS if one.of in vendors):
            states = (f"{name}: {_state(name, found)}" for name in provider.variables)
            say(f"    {provider.name}/...  {provider.about}")
            say(f"        {'; '.join(states)}")
    click.echo()
    say(_keyring(found))
    click.echo("\nsimulated participants:")
    width = max(len(one.name) for one in FAMILY) + 4
    for one in FAMILY:
        say(f"    {'sim/' + one.name:<{width}}  {one.about}")


def _state(variable: str, found: KeyringState) -> str:
    if variable in os.environ:
        return "set"
    return "not set; found in the keyring" if variable in found.holds else "not set"


def _keyring(found: KeyringState) -> str:
    """What to know of the keyring, in a sentence."""
    if not found.installed:
        return "keyring: the package `keyring` is not installed (pip install keyring)"
    if found.fault:
        return found.fault
    if not found.holds:
        return "keyring: no key for devrun"
    return (
        f"keyring: {', '.join(found.holds)}; used when the variable is not set, and only for "
        "the vendor's own address"
    )
