"""The command table and the rule for the first word.

The first word that is a command is the command; everything else belongs to `run`. Commands are
imported when they are called, so that `devrun --help` and `devrun check` start at once: the table
holds their one-line helps.

Commands are declared with click and not with Typer, which costs each command 24 ms of processor
time more (0.25.1, the last on click) or 139 (0.29.2, with its own copy of click): see "Starting" in
docs/speed.md.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl import __devrun__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


COMMANDS = {
    "run": "run scripts: every condition, every wording, every draw",
    "batch": "ask in batches: at half the price, or on your own machines",
    "check": "report every error in a script, with suggestions",
    "show": "show the exact text that a participant reads, cell by cell",
    "plan": "count cells, trials and calls before anything is run",
    "preregister": "write and seal a preregistration",
    "format": "format a script: four spaces, no trailing blanks",
    "new": "start a script of your own from a template",
    "list": "list the experiments that come with devrun",
    "explain": "explain an error code, with a corrected example",
    "models": "list the models that can be asked, and what each needs",
    "probe": "measure how familiar the original words are (local models)",
    "prices": "list model prices with source and date; --renew fetches new ones",
    "studies": "list the studies in a store",
    "packets": "make blind packets for coders",
    "code": "code a packet, on the coding screen or with --plain lines",
    "collect": "import coding logs into the store",
    "adjudicate": "resolve disagreements between coders",
    "agree": "agreement between coders, from a study or a table of ratings",
    "score": "scores by trial, cell, experiment and domain",
    "compare": "compare conditions, participants and wordings",
    "core": "compare many models by concept, stage and size",
    "waves": "compare ratings in waves with people's",
    "report": "write a report of a study as one HTML page",
    "transcript": "read and search transcripts and their codes",
    "read": "mark replies in a table: right, wrong, or needs a human",
    "donor": "show a participant another's reasons, and count what it copies",
    "norms": "convert scores of a bank to ages, and fit norms to people",
    "export": "export a study as Psych-DS, Parquet, Inspect logs or JSON lines",
    "replay": "recompute the tables of a study from stored replies",
    "merge": "merge stores",
    "store": "check or upgrade a store",
}
"""Every command with its line of help; `runners.cli.commands` has a file of that name."""
_ROOMS = {
    "coding": ("packets", "code", "collect", "adjudicate", "agree"),
    "stores": ("studies", "merge", "store"),
}
"""Commands whose file is in a folder of `runners.cli.commands`."""

_MAY_ASK = ("run", "probe", "code", "read", "donor")
"""Commands that may ask a local model, which needs all processors."""

HELP = """\
devrun: developmental experiments on language models, from short readable scripts.

\b
  devrun experiments/blicket.dev        run a script (simulated participant without -m)
  devrun blicket                        run a script that comes with devrun
  devrun experiments                    run the battery: all twelve scripts that come with devrun
  devrun check my_study.dev             find its errors
  devrun show my_study.dev              read what a participant reads
  devrun plan my_study.dev              count its calls before paying for them
  devrun my_study.dev -m openai/NAME    ask a real model

`devrun FILE` is short for `devrun run FILE`. Write `./check` for a file with the name of a command.
"""


def command_module(name: str) -> str:
    """The module of a command."""
    room = next((f"{room}." for room, names in _ROOMS.items() if name in names), "")
    return f"runners.cli.commands.{room}{name}"


class CommandTable(click.Group):
    """A group that imports a command when it is called, and sends every other word to `run`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in _MAY_ASK:
            limit_blas_threads()
        command = importlib.import_module(command_module(cmd_name)).command
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The first word: a command, from the table, or what belongs to `run`."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            run = self.get_command(ctx, "run")
            assert run is not None
            of_run = click.Context(run, parent=ctx, info_name="run", resilient_parsing=True)
            return [
                *super().shell_complete(ctx, incomplete),
                *run.shell_complete(of_run, incomplete),
            ]
        from runners.cli.completion import scripts

        commands = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        if commands:
            # Without the shell's own files, which bash would offer alone.
            return [*commands, *(one for one in scripts(incomplete) if one.type == "plain")]
        return scripts(incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `--help`, from the table, importing nothing."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names, else `run` with every word."""
        first = args[0]
        if first in COMMANDS:
            return first, self.get_command(ctx, first), args[1:]
        _refuse_misspelt_command(ctx, first)
        return "run", self.get_command(ctx, "run"), args

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Options of `run` may come first: `devrun -m NAME FILE`."""
        own = {"--help", "-h", "--version"}
        if args[:1] == ["help"] and not Path("help").exists():
            # What people type who have not read that it is `--help`.
            args = [*(word for word in args[1:2] if word in COMMANDS), "--help"]
        if args and args[0].startswith("-") and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _refuse_misspelt_command(ctx: click.Context, word: str) -> None:
    """A word that is no file, but nearly a command, is taken for a slip of the hand."""
    # A Path raises for a word that is too long for a name.
    if "/" in word or "\\" in word or "." in word or os.path.exists(word):  # noqa: PTH110
        return
    from dsl.spelling import closest
    from runners.cli.errors import UsageError
    from runners.shipped import ADDITIONS, BATTERY, shipped_names

    shipped = (*shipped_names(), BATTERY, ADDITIONS)
    if word in shipped:
        return
    close = closest(word, (*shipped, *COMMANDS))
    if close in COMMANDS:
        raise UsageError(
            f"there is no command `{word}`",
            f"did you mean `devrun {close}`? `devrun --help` lists the commands",
        )


@click.command(
    cls=CommandTable,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[COMMAND] ...",
)
@click.version_option(__devrun__, message="devrun %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Print help where nothing was asked."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def limit_blas_threads() -> None:
    """Keep libraries that multiply matrices to one thread, unless somebody chose.

    Ours are many products that take milliseconds: threads that are woken for each of them and wait
    for each other took two to five times as long. They are read when the library is imported.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(name, "1")
