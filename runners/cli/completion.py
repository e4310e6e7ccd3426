"""What a shell offers on Tab: scripts, models, and commands.

Everything offered is known without network, and nothing heavy is imported: a shell asks with each
press of the key.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class ScriptName(click.ParamType[str]):
    """A `.dev` file, a folder, or the bare name of a script that comes with devrun."""

    name = "path"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Scripts and folders here, and shipped scripts."""
        return scripts(incomplete)


class ModelName(click.ParamType[str]):
    """A participant, as `provider/model`."""

    name = "model"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Simulated participants, models whose price is known, and the beginnings of others."""
        from click.shell_completion import CompletionItem

        from runners.cli.costs import prices
        from runners.participants.registry import PROVIDERS
        from runners.participants.sim import FAMILY

        known = {f"sim/{one.name}": one.about for one in FAMILY}
        known |= dict.fromkeys(prices(), "")
        known |= {f"{one.name}/": one.about for one in PROVIDERS if one.name != "sim"}
        return [
            CompletionItem(name, help=about)
            for name, about in sorted(known.items())
            if name.startswith(incomplete)
        ]


SCRIPT = ScriptName()
MODEL = ModelName()


def scripts(incomplete: str) -> list[CompletionItem]:
    """Scripts and folders whose names begin so; all files where there is none.

    They are looked up here: bash forgets what is offered in addition to files that it shall find
    itself.
    """
    from click.shell_completion import CompletionItem

    from runners.shipped import ADDITIONS, BATTERY, shipped_names

    names = [*_at_hand(incomplete)]
    names += sorted(
        name for name in (*shipped_names(), BATTERY, ADDITIONS) if name.startswith(incomplete)
    )
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def _at_hand(incomplete: str) -> list[str]:
    """Scripts and folders on this computer, as they are written."""
    folder, mark, beginning = incomplete.rpartition("/")
    try:
        # `Path.expanduser` raises where nobody has that name.
        found = sorted(Path(os.path.expanduser(f"{folder}{mark}" or ".")).iterdir())  # noqa: PTH111
        return [
            f"{folder}{mark}{one.name}{'/' if one.is_dir() else ''}"
            for one in found
            if one.name.startswith(beginning)
            and (beginning or not one.name.startswith("."))
            and (one.suffix == ".dev" or one.is_dir())
        ]
    except OSError:
        return []
