"""The errors of the command line, and what is wrong with one, in this project's words.

click's own messages speak of arguments, values and ranges like `1<=x<=100000`. They are reworded
here, from click's facts, so that no message is shown of which somebody who does not program would
have to ask what it means. A kind of fault that is not known here keeps click's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

import click

from dsl.errors import DevrunError, Exit, os_errors_as

__all__ = [
    "Exit",
    "Interrupted",
    "Stop",
    "UsageError",
    "error_code",
    "given_options",
    "usage_message",
]


class Stop(DevrunError):
    """Ends a command with a short word for `--json`, a message and a help. Unless another exit code
    is given, a script is at fault, or there is nothing to work on.
    """

    def __init__(
        self, code: str, message: str, help: str = "", *, exit_code: Exit = Exit.SCRIPT
    ) -> None:
        """As for every `DevrunError`, with the word and the exit code of this one."""
        super().__init__(message, help)
        self.exit_code = exit_code
        self.code = code


class UsageError(Stop):
    """A command line that cannot be executed."""

    def __init__(self, message: str, help: str, code: str = "usage") -> None:
        """As for every `DevrunError`."""
        super().__init__(code, message, help, exit_code=Exit.USAGE)


class Interrupted(Stop):
    """Work that was broken off, of which everything so far is saved."""

    def __init__(
        self, message: str, help: str = "all replies are saved; give the same command to continue"
    ) -> None:
        """As for every `DevrunError`."""
        super().__init__("interrupted", message, help, exit_code=Exit.INTERRUPTED)


def usage_message(
    fault: click.ClickException, words: list[str], commands: tuple[str, ...]
) -> tuple[str, str]:
    """A message and a help for a fault in `words`, the words after `devrun`."""
    first = next(iter(words), "")
    command = first if first in commands else "run"
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    if context is not None and context.parent is not None and context.parent.info_name == command:
        command = f"{command} {context.info_name}"
    see = f"`devrun {command} --help` lists what can be written"
    if isinstance(fault, click.NoSuchOption):
        from dsl.spelling import closest

        close = closest(fault.option_name, fault.possibilities or ())
        hint = f"did you mean `{close}`? " if close else ""
        return (f"`devrun {command}` has no option `{fault.option_name}`", f"{hint}{see}")
    if isinstance(fault, click.BadOptionUsage):
        if "not take a value" in fault.message:
            return (f"`{fault.option_name}` takes no value", f"write `{fault.option_name}` alone")
        return (f"`{fault.option_name}` needs a value after it", see)
    if isinstance(fault, click.MissingParameter) and fault.param is not None:
        name = fault.param.make_metavar(click.Context(click.Command(command)))
        if isinstance(fault.param, click.Option):
            name = f"{fault.param.opts[0]} {name}"
        return (f"{name} is missing", f"write it as: devrun {command} {name}")
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        return _bad_value(fault, fault.param, see)
    extra = re.match(r"Got unexpected extra arguments? \((.*)\)", fault.format_message())
    if extra:
        one = " " not in extra[1]
        many = f"unexpected argument `{extra[1]}`" if one else f"unexpected arguments `{extra[1]}`"
        return (f"{many} for `devrun {command}`", see)
    return (fault.format_message(), see if first in commands else "try `devrun --help`")


def _bad_value(fault: click.BadParameter, param: click.Parameter, see: str) -> tuple[str, str]:
    found = re.match(r"'?(.*?)'? is not ", fault.message)
    value = found[1] if found else ""
    # The longest name is the one that says most: `--model`, not `-m`.
    name = max(param.opts, key=len)
    kind = param.type
    if isinstance(kind, click.Choice):
        from dsl.spelling import closest

        choices = [str(choice) for choice in kind.choices]
        close = closest(value, choices, cutoff=0.5)
        hint = f"did you mean `{name} {close}`? " if close else ""
        return (f"`{name} {value}` is not one of {', '.join(choices)}", f"{hint}{see}")
    if isinstance(kind, click.IntRange | click.FloatRange) or kind is click.INT:
        what = "number" if isinstance(kind, click.FloatRange) else "whole number"
        low, high = getattr(kind, "min", None), getattr(kind, "max", None)
        bounds = f" of at least {low:,}" if low is not None else ""
        if high is not None:
            bounds = f" from {low:,} to {high:,}"
        return (
            f"`{name} {value}` is not a {what}{bounds}",
            f"write for example {name} {max(1, int(low or 0))}",
        )
    odd = re.match(r"\w+ (['\"])(.*)\1 is a (file|directory)", fault.message)
    if isinstance(kind, click.Path) and odd:
        what, wanted = ("file", "folder") if odd[3] == "file" else ("folder", "file")
        return (f"`{name} {odd[2]}` is a {what}", f"name a {wanted}")
    return (fault.format_message(), see)


def given_options() -> list[str]:
    """The options that were written, by their first names, in the order of the command's help: to
    see whether they go together.
    """
    context = click.get_current_context()
    return [
        one.opts[0]
        for one in context.command.params
        if isinstance(one, click.Option)
        and one.name
        and context.get_parameter_source(one.name) is click.core.ParameterSource.COMMANDLINE
    ]


def system_errors_as(
    exit_code: Exit, code: str, what: str, help: str
) -> AbstractContextManager[None]:
    """Inside, what the system refuses ends the command: `what`, and the system's reason."""
    return os_errors_as(partial(Stop, code, exit_code=exit_code), what, help)


@contextmanager
def error_code(code: str) -> Iterator[None]:
    """Inside, a packet or log that cannot be used has this `code` in the JSON document."""
    from coders.packets.shape import PacketUnusable

    try:
        yield
    except PacketUnusable as error:
        error.code = code
        raise
