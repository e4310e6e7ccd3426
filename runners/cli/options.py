"""Options that several commands share, and what their values mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dsl.record import record
from dsl.tree import FactorKind
from runners.cli.completion import MODEL, SCRIPT
from runners.cli.errors import Exit, Stop, UsageError
from runners.cli.open_study import StudyPart

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.analysis.codings import Whose
    from runners.engine.pace import Pace
    from runners.participants.base import Settings

F = TypeVar("F", bound=Callable[..., Any])

paths_argument = click.argument("paths", nargs=-1, metavar="PATH...", type=SCRIPT)


def _some_store(ctx: click.Context, param: click.Parameter, url: str) -> str:
    """An empty address is a variable of the shell that was not set."""
    if url.strip():
        return url
    raise Stop(
        Exit.USAGE,
        "empty-store",
        "`--store` names no store: nothing stands after it",
        "write sqlite:///FILE, or leave it out: then it is sqlite:///devrun.sqlite",
    )


store_option = click.option(
    "--store",
    "store_url",
    envvar="DEVRUN_STORE",
    default="sqlite:///devrun.sqlite",
    show_default=True,
    metavar="URL",
    callback=_some_store,
    help="Where every reply is kept; else DEVRUN_STORE.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


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
        taken = [each.name for each in whole.__click_params__[before:]]
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
        elif value not in (None, False, ()):
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
    help="Only the cells with this level of a condition; may be given again.",
)
expansion_options = together(
    "size",
    Expansion,
    click.option(
        "--runs", type=click.IntRange(1, 100_000), help="Draws of each cell (else the script's)."
    ),
    click.option(
        "--samples",
        type=click.IntRange(1, 10_000),
        help="Times the very same text is sent (else the script's).",
    ),
    click.option("--seed", type=int, help="Seed of every choice (else the script's)."),
    click.option(
        "--wording",
        type=click.Choice(["original", "permuted", "both"]),
        help="In which words (else the script's).",
    ),
    only_option,
)


@record
class Sampling:
    """How a model is asked; None leaves it to the provider."""

    temperature: float | None
    max_tokens: int | None
    param: tuple[str, ...]
    allow_unsupported: bool

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
            **{} if limits is None else limits.given,
        )


sampling_options = together(
    "sampling",
    Sampling,
    click.option(
        "--temperature",
        type=click.FloatRange(0),
        help="Sent only if given (else provider default).",
    ),
    click.option(
        "--max-tokens", type=click.IntRange(1), help="Longest reply (else provider default)."
    ),
    click.option(
        "--param",
        multiple=True,
        metavar="NAME=VALUE",
        help="A further parameter for the provider; may be given again.",
    ),
    click.option(
        "--allow-unsupported",
        is_flag=True,
        help="Leave out, and note, what a model is known not to take; else it is refused.",
    ),
)


@record
class ReplyLimits:
    """How long a reply is waited for, and how much of it is read; None leaves it to devrun."""

    timeout: float | None
    max_reply_bytes: int | None

    @property
    def given(self) -> dict[str, Any]:
        """The limits that were given, by the names of the settings."""
        found = {"timeout_s": self.timeout, "max_reply_bytes": self.max_reply_bytes}
        return {name: value for name, value in found.items() if value is not None}


reply_options = together(
    "limits",
    ReplyLimits,
    click.option(
        "--timeout",
        type=click.FloatRange(1, 86_400),
        metavar="SECONDS",
        help="How long one try of a call may take (else 300).",
    ),
    click.option(
        "--max-reply-bytes",
        type=click.IntRange(1_000, 256_000_000),
        metavar="N",
        help="The largest answer that is read, in bytes (else 16,000,000).",
    ),
)


def _pace(**limits: int | None) -> Pace:
    from runners.engine.pace import Pace

    return Pace(**limits)  # type: ignore[arg-type]


pace_options = together(
    "pace",
    _pace,
    click.option(
        "--concurrency",
        type=click.IntRange(1, 1000),
        help="Calls in flight to one participant, at most and from the start (else as many "
        "as make it quicker, up to 200).",
    ),
    click.option(
        "--requests-per-minute",
        type=click.IntRange(1),
        metavar="N",
        help="Requests to one participant in a minute, at most, evenly spread.",
    ),
    click.option(
        "--tokens-per-minute",
        type=click.IntRange(1),
        metavar="N",
        help="Tokens read and written by one participant in a minute, evenly spread.",
    ),
)


def models_option(help: str) -> Callable[[F], F]:
    """`-m`: participants, as `models`."""
    return click.option(
        "-m",
        "--model",
        "models",
        multiple=True,
        type=MODEL,
        metavar="PROVIDER/MODEL",
        help=help,
    )


def chosen_raters(coder: str | None, as_paper: bool, adjudicated: bool) -> Whose:
    """Whose marks count by these options.

    Raises:
        Stop: one coder alone and several are asked for at once.
    """
    from runners.analysis.codings import Whose

    if coder is not None and (as_paper or adjudicated):
        raise UsageError(
            "--coder asks for one coder alone, and --as-paper and --adjudicated for several",
            "leave one of them out",
        )
    return Whose(as_paper, adjudicated, coder)


rater_options = together(
    "whose",
    chosen_raters,
    click.option(
        "--coder", metavar="NAME", help="Only this coder's marks; `matcher` for the matcher."
    ),
    click.option("--as-paper", is_flag=True, help="Count authors as coders, as the paper did."),
    click.option("--adjudicated", is_flag=True, help="Adjudicated marks, where there are any."),
)
"""Whose marks count."""
study_option = click.option(
    "--study", metavar="ID", help="Which study (its beginning is enough); else the newest."
)
study_options = together(
    "part",
    StudyPart,
    click.argument("paths", nargs=-1, metavar="[PATH]...", type=SCRIPT),
    study_option,
    models_option("Only this participant of the study; may be given again."),
    only_option,
    store_option,
)
"""Which recorded study is meant, and which part of it."""


def refuse_unknown_levels(experiments: Sequence[Experiment], only: tuple[str, ...]) -> None:
    """See that every `--only` names a level of a condition of one of the experiments.

    Raises:
        Stop: one does not; the message lists those that there are.
    """
    import difflib

    names = {
        " ".join(level.name.casefold().split()): level.name
        for experiment in experiments
        for factor in experiment.of_kind(FactorKind.CONDITIONS)
        for level in factor.levels
    }
    for word in only:
        if " ".join(word.casefold().split()) in names:
            continue
        close = difflib.get_close_matches(word.casefold(), names, n=1)
        hint = f"did you mean `{names[close[0]]}`? " if close else ""
        there = f"the levels are: {', '.join(names.values())}" if names else "there are none here"
        raise Stop(
            Exit.USAGE, "unknown-level", f"no condition has a level `{word}`", f"{hint}{there}"
        )


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
            raise Stop(
                Exit.USAGE,
                "bad-param",
                f"`--param {pair}` has no name and value",
                "write it as NAME=VALUE, for example --param top_p=0.9",
            )
        if name in found:
            raise Stop(Exit.USAGE, "bad-param", f"`--param {name}` is given twice", "keep one")
        found[name] = _typed(value.strip())
    return tuple(found.items())


def _typed(value: str) -> str | int | float | bool:
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value
