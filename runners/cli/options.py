"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dsl.record import record
from runners.cli.bank_options import formats_named, shown_option
from runners.cli.completion import SCRIPT
from runners.cli.errors import UsageError
from runners.cli.open_study import StudyPart
from runners.cli.participants_option import models_option
from runners.cli.script_loading import (
    framing_lines,
    framing_option,
    json_option,
    paths_argument,
)

__all__ = ["json_option", "paths_argument"]

if TYPE_CHECKING:
    from runners.analysis.codings import RaterSelection
    from runners.engine.run_limits import RunLimits
    from runners.participants.base import Settings


class NumberRange(click.FloatRange):
    """A range of numbers; `nan` and `inf`, which are none, are in none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; a usage error for anything else."""
        found: float = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is not a number.", param, ctx)
        return found


def whole_number(text: str) -> int | None:
    """The whole number that is written; None for anything else, and for one of twenty figures, such
    as nothing here has: of some thousands Python reads none.
    """
    figures = text.strip()
    return int(figures) if figures.isdecimal() and len(figures) < 20 else None


F = TypeVar("F", bound=Callable[..., Any])


def _some_store(ctx: click.Context, param: click.Parameter, url: str) -> str:
    """An empty address is a variable of the shell that was not set."""
    if url.strip():
        return url
    raise UsageError(
        "--store has no value",
        "write sqlite:///FILE, or leave it out for sqlite:///devrun.sqlite",
        "empty-store",
    )


store_option = click.option(
    "--store",
    "store_url",
    envvar="DEVRUN_STORE",
    default="sqlite:///devrun.sqlite",
    show_default=True,
    metavar="URL",
    callback=_some_store,
    help="Store for all replies (or set DEVRUN_STORE).",
)


def together(
    name: str, make: Callable[..., object], *options: Callable[[F], F]
) -> Callable[[F], F]:
    """These options, whose values come to the command as one: what `make` makes of them, by their
    names, called `name`.
    """

    def decorate(command: F) -> F:
        @wraps(command)
        def called(**values: Any) -> Any:
            values[name] = make(**{each: values.pop(each) for each in taken})
            return command(**values)

        before = len(getattr(command, "__click_params__", ()))
        whole = cast(Any, called)
        for option in reversed(options):
            whole = option(whole)
        taken = [each.name for each in whole.__click_params__[before:] if each.expose_value]
        return cast(F, whole)

    return decorate


def typed(options: object) -> dict[str, tuple[str, ...]]:
    """The options that were given, each with the words that were typed for it. `options` is a
    record whose fields are called as the options are.
    """
    found: dict[str, tuple[str, ...]] = {}
    for field in options.__match_args__:  # type: ignore[attr-defined]
        name, value = f"--{field.replace('_', '-')}", getattr(options, field)
        if value is True:
            found[name] = (name,)
        elif isinstance(value, tuple) and value:
            found[name] = tuple(word for one in value for word in (name, str(one)))
        elif value is not None and value is not False and value != ():
            found[name] = (name, str(value))
    return found


@record
class Expansion:
    """What is expanded from a script; None leaves it to the script."""

    seed: int | None
    wording: str | None
    only: tuple[str, ...]
    runs: int | None
    samples: int | None
    framing: tuple[str, ...] = ()

    @property
    def added(self) -> str:
        """The lines of the framings that were given, as they would be at the end of a script."""
        return framing_lines(self.framing)

    @property
    def wordings(self) -> tuple[str, ...] | None:
        """The wordings to expand."""
        if self.wording is None:
            return None
        return ("original", "permuted") if self.wording == "both" else (self.wording,)


only_option = click.option(
    "--only",
    multiple=True,
    metavar="LEVEL",
    help="Only cells with this level of a condition; may be repeated.",
)
expansion_options = together(
    "size",
    Expansion,
    click.option(
        "--runs", type=click.IntRange(1, 100_000), help="Draws per cell (default: the script's)."
    ),
    click.option(
        "--samples",
        type=click.IntRange(1, 10_000),
        help="Number of times each text is sent (default: the script's).",
    ),
    click.option("--seed", type=int, help="Random seed (default: the script's)."),
    click.option(
        "--wording",
        type=click.Choice(["original", "permuted", "both"]),
        help="Wording (default: the script's).",
    ),
    only_option,
    framing_option,
)


protocol_option = click.option(
    "--protocol",
    type=click.Choice(["battery", "paper", "paper-by-prompt", "bank", "coglm-code", "coglm-paper"]),
    help="battery: matched stories in many draws of words (default). paper: as Kosoy et al. (2023) "
    "published it: own stories, one prompt ten times, each run rated from 0 to 5; paper-by-prompt: "
    "each prompt rated. For banks of items (base models are scored by likelihood): bank, "
    "coglm-code or coglm-paper.",
)
"""How the scripts are asked and rated; None is the battery's own way."""


@record
class SamplingOptions:
    """How a model is asked; None leaves it to the provider."""

    temperature: float | None
    max_tokens: int | None
    param: tuple[str, ...]
    allow_unsupported: bool
    shown: str | None
    reasoning: str | None

    def settings(self, limits: ReplyLimits | None = None) -> Settings:
        """As participants take them.

        Raises:
            Stop: a `--param` is not NAME=VALUE, or is given twice.
        """
        from runners.participants.base import Settings

        parameters = _parameters(self.param)
        return Settings(
            self.temperature,
            self.max_tokens,
            parameters,
            self.allow_unsupported,
            None if self.shown is None else formats_named(self.shown),
            reasoning=self.reasoning or "",
            **(limits or {}),
        )


sampling_options = together(
    "sampling",
    SamplingOptions,
    click.option(
        "--temperature",
        type=NumberRange(0),
        help="Sent only if given (default: the provider's).",
    ),
    click.option(
        "--max-tokens",
        type=click.IntRange(1),
        help="Maximum tokens per reply (default: the provider's).",
    ),
    click.option(
        "--param",
        multiple=True,
        metavar="NAME=VALUE",
        help="Another parameter for the provider; may be repeated.",
    ),
    click.option(
        "--allow-unsupported",
        is_flag=True,
        help="Leave out parameters that a model is known to reject, and record it (default: stop "
        "with an error).",
    ),
    shown_option,
    click.option(
        "--reasoning",
        type=click.Choice(["off", "low", "medium", "high", "max"]),
        help="How much a model reasons before it answers (default: the provider's).",
    ),
)


ReplyLimits = Mapping[str, Any]
"""How long a reply is waited for, and how much of it is read, by the names of the settings; what is
not there is left to devrun."""


def _reply_limits(**limits: float | None) -> ReplyLimits:
    return {name: value for name, value in limits.items() if value is not None}


reply_options = together(
    "limits",
    _reply_limits,
    click.option(
        "--timeout",
        "timeout_s",
        type=NumberRange(1, 86_400),
        metavar="SECONDS",
        help="Timeout of one attempt in seconds (default: 300).",
    ),
    click.option(
        "--max-reply-bytes",
        type=click.IntRange(1_000, 256_000_000),
        metavar="N",
        help="Largest response to accept, in bytes (default: 16,000,000).",
    ),
)


def _pace(**limits: int | None) -> RunLimits:
    from runners.engine.run_limits import RunLimits

    return RunLimits(**limits)  # type: ignore[arg-type]


pace_options = together(
    "run_limits",
    _pace,
    click.option(
        "--concurrency",
        type=click.IntRange(1, 1000),
        help="Concurrent calls per model (default: adapted, up to 200).",
    ),
    click.option(
        "--requests-per-minute",
        type=click.IntRange(1),
        metavar="N",
        help="Maximum requests per minute and model, evenly spread.",
    ),
    click.option(
        "--tokens-per-minute",
        type=click.IntRange(1),
        metavar="N",
        help="Maximum tokens per minute and model, read and written, evenly spread.",
    ),
)


batch_option = click.option(
    "--batch",
    "by_batches",
    is_flag=True,
    help="Ask by the provider's batches: half the price, replies within a day (docs/batches.md).",
)
poll_option = click.option(
    "--poll",
    type=NumberRange(0.01, 86_400),
    metavar="SECONDS",
    help="Seconds between checks of sent batches (default: 5, rising to 60).",
)


def chosen_raters(coder: str | None, as_paper: bool, adjudicated: bool) -> RaterSelection:
    """Whose marks count by these options.

    Raises:
        Stop: one coder alone and several are asked for at once.
    """
    from runners.analysis.codings import RaterSelection

    if coder is not None and (as_paper or adjudicated):
        raise UsageError(
            "--coder selects one coder; --as-paper and --adjudicated need several",
            "leave one of them out",
        )
    return RaterSelection(as_paper, adjudicated, coder)


rater_options = together(
    "whose",
    chosen_raters,
    click.option(
        "--coder",
        metavar="NAME",
        help="Only this coder's marks; `matcher` for automatic marks; `quorum` for these "
        "and, where a human is needed, what three of four judges read.",
    ),
    click.option("--as-paper", is_flag=True, help="Count authors as coders, as in the paper."),
    click.option("--adjudicated", is_flag=True, help="Use adjudicated marks where there are any."),
)
"""Whose marks count."""
study_option = click.option(
    "--study", metavar="ID", help="Study id, or its beginning (default: the newest)."
)
study_options = together(
    "part",
    StudyPart,
    click.argument("paths", nargs=-1, metavar="[PATH]...", type=SCRIPT),
    study_option,
    models_option(
        "Only this participant; may be repeated.", "Only with this agent; may be repeated."
    ),
    only_option,
    store_option,
)
"""Which recorded study is meant, and which part of it."""


def _parameters(pairs: tuple[str, ...]) -> tuple[tuple[str, str | int | float | bool], ...]:
    """`--param K=V` pairs; values that look like numbers or true/false are taken as such.

    Raises:
        Stop: a pair without `=`, or a name given twice.
    """
    found: dict[str, str | int | float | bool] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        name = name.strip()
        if not sign or not name:
            raise UsageError(
                f"`--param {pair}` is not NAME=VALUE",
                "write it as NAME=VALUE, for example --param top_p=0.9",
                "bad-param",
            )
        if name in found:
            raise UsageError(f"`--param {name}` is given twice", "keep one", "bad-param")
        found[name] = _typed(value.strip())
    return tuple(found.items())


def _typed(value: str) -> str | int | float | bool:
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    with suppress(ValueError):
        return int(value)
    with suppress(ValueError):
        number = float(value)
        # No provider takes others, since JSON has none.
        if math.isfinite(number):
            return number
    return value
