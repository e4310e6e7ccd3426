"""A command that has commands of its own, such as `devrun store check`."""

from __future__ import annotations

import click

from dsl.spelling import closest
from runners.cli.errors import UsageError


class CommandGroup(click.Group):
    """A group that prints its help where no command is named, and names its commands where a word
    is none of them.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words after the group's name."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the word after the group's name stands for."""
        if args[0] in self.commands:
            return super().resolve_command(ctx, args)
        close = closest(args[0], self.commands)
        raise UsageError(
            f"`devrun {self.name}` does not know `{args[0]}`",
            f"did you mean `devrun {self.name} {close}`?"
            if close
            else f"write one of {', '.join(self.commands)}",
        )
