"""Every sentence that a run says on stderr, each a function, so that they can be read together."""

from __future__ import annotations

from runners.engine.outcome import Down, Failure, RunOutcome

SHOWN_FAILURES = 5


def no_model() -> str:
    """No participant was named."""
    return (
        "no model was named, so `sim/child` answers: a simulated participant; its scores are not "
        "data (choose with -m or DEVRUN_MODEL; `devrun models` lists what there is)"
    )


def simulated(names: tuple[str, ...]) -> str:
    """Simulated participants take part."""
    return f"{', '.join(names)}: simulated; these scores are not data"


def shipped(name: str, path: str) -> str:
    """A bare name was given."""
    return f"running the script `{name}` that comes with devrun ({path})"


def summary(outcome: RunOutcome, store: str) -> str:
    """What the run did, in one line."""
    trials, calls = outcome.trials, outcome.calls
    parts = [f"{trials.planned} trials: {trials.completed} completed"]
    if trials.replayed:
        parts.append(f"{trials.replayed} replayed from the store")
    if trials.failed:
        parts.append(f"{trials.failed} failed")
    if trials.left:
        parts.append(f"{trials.left} left")
    made = f"{calls.made} calls made" + (f", {calls.retried} tried again" if calls.retried else "")
    return f"{', '.join(parts)}; {made}; study {outcome.study} in {store}"


def failures(found: tuple[Failure, ...]) -> list[str]:
    """Each kind of failure once, with how many calls it hit and what to do."""
    groups: dict[tuple[str, str], list[Failure]] = {}
    for failure in found:
        groups.setdefault((failure.message, failure.help), []).append(failure)
    lines = []
    for (message, remedy), group in groups.items():
        count = "1 call" if len(group) == 1 else f"{len(group)} calls"
        lines.append(f"{count} got no reply: {message}")
        lines.extend(
            f"  {failure.trial}, {failure.participant}" for failure in group[:SHOWN_FAILURES]
        )
        if len(group) > SHOWN_FAILURES:
            lines.append(f"  and {len(group) - SHOWN_FAILURES} more")
        if remedy:
            lines.append(f"  help: {remedy}")
    return lines


def down(found: tuple[Down, ...]) -> list[str]:
    """Participants that were asked nothing more."""
    return [
        f"{one.participant} was asked nothing more: {one.message}"
        + (f"\n  help: {one.help}" if one.help else "")
        for one in found
    ]


def next_steps(
    paths: tuple[str, ...], models: tuple[str, ...], *, simulated_only: bool
) -> list[str]:
    """What people do next; `models` as they were given."""
    words = " ".join(paths)
    same = "".join(f" -m {model}" for model in models)
    steps = [f"devrun show {paths[0]}   the words that were sent, cell by cell"]
    if simulated_only:
        steps.append(
            f"devrun {words} -m openai/NAME   ask a real model (OPENAI_API_KEY must be set)"
        )
    steps.append(
        f"devrun {words}{same} --json   the same table for a program; nothing is asked again"
    )
    return steps
