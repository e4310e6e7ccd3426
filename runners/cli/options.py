"""Options that several commands share, and what their values mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsl.record import replace
from dsl.tree import FactorKind
from runners.cli.completion import MODEL, SCRIPT
from runners.cli.errors import Exit, Stop

if TYPE_CHECKING:
    from dsl.experiment import Experiment
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


def expansion_options(command: F) -> F:
    """`--runs --samples --seed --wording --only`: what is expanded from a script."""
    for option in reversed(
        (
            click.option(
                "--runs",
                type=click.IntRange(1, 100_000),
                help="Draws of each cell (else the script's).",
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
            click.option(
                "--only",
                multiple=True,
                metavar="LEVEL",
                help="Only the cells with this level of a condition; may be given again.",
            ),
        )
    ):
        command = option(command)
    return command


def pace_options(command: F) -> F:
    """`--concurrency --requests-per-minute --tokens-per-minute`: how hard everybody is asked."""
    for option in reversed(
        (
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
    ):
        command = option(command)
    return command


def reply_options(command: F) -> F:
    """`--timeout --max-reply-bytes`: how long a reply is waited for, and how much of it is read."""
    for option in reversed(
        (
            click.option(
                "--timeout",
                "timeout_s",
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
    ):
        command = option(command)
    return command


def bounded(settings: Settings, timeout_s: float | None, max_reply_bytes: int | None) -> Settings:
    """The settings with the bounds of a reply that were asked for."""
    if timeout_s is not None:
        settings = replace(settings, timeout_s=timeout_s)
    if max_reply_bytes is not None:
        settings = replace(settings, max_reply_bytes=max_reply_bytes)
    return settings


def study_options(command: F) -> F:
    """`--study -m --only`: which recorded study is meant, and which part of it."""
    for option in reversed(
        (
            click.option(
                "--study",
                metavar="ID",
                help="Which study (its beginning is enough); else the newest.",
            ),
            click.option(
                "-m",
                "--model",
                "models",
                multiple=True,
                type=MODEL,
                metavar="PROVIDER/MODEL",
                help="Only this participant of the study; may be given again.",
            ),
            click.option(
                "--only",
                multiple=True,
                metavar="LEVEL",
                help="Only the cells with this level of a condition; may be given again.",
            ),
        )
    ):
        command = option(command)
    return command


def wordings(choice: str | None) -> tuple[str, ...] | None:
    """`--wording` as the wordings to expand; None leaves it to the script."""
    if choice is None:
        return None
    return ("original", "permuted") if choice == "both" else (choice,)


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


def parameters(pairs: tuple[str, ...]) -> tuple[tuple[str, str | int | float | bool], ...]:
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
