"""Every sentence that a run says on stderr, so that they can be read together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import counted

if TYPE_CHECKING:
    from runners.engine.outcome import Cost, Down, Failure, RunOutcome

SHOWN_FAILURES = 5
MOST_NAMED = 8
"""So many participants are named in a sentence, and how many more there are."""


NO_MODEL = (
    "no model was named, so the simulated participant `sim/child` answers; its scores "
    "are not data (choose with -m or DEVRUN_MODEL; see `devrun models`)"
)
SETTINGS_IGNORED = (
    "--temperature, --max-tokens and other parameters have no effect on simulated participants"
)
UNFINISHED = "all received replies are saved; the same command asks only for the missing ones"


def simulated(names: tuple[str, ...]) -> str:
    """Simulated participants take part."""
    return f"{', '.join(folded(names))}: simulated; these scores are not data"


def folded(names: Sequence[str]) -> list[str]:
    """The first of many names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return list(names) if more < 2 else [*names[:MOST_NAMED], f"{more} more"]


def shipped(paths: Sequence[Path], doing: str) -> str:
    """Bare names were given, for these shipped scripts; `doing` is what is done with them."""
    if len(paths) == 1:
        return f"{doing} the script `{paths[0].stem}` that comes with devrun ({paths[0]})"
    folders = ", ".join(dict.fromkeys(str(path.parent) for path in paths))
    return f"{doing} {len(paths)} scripts that come with devrun, from {folders}"


def summary(outcome: RunOutcome, store: str) -> str:
    """What the run did, in one line."""
    trials, calls = outcome.trials, outcome.calls
    parts = [f"{counted(trials.planned, 'trial')}: {trials.completed} completed"]
    if trials.replayed:
        parts.append(f"{trials.replayed} replayed from the store")
    if trials.failed:
        parts.append(f"{trials.failed} failed")
    if trials.left:
        parts.append(f"{trials.left} left")
    made = f"{counted(calls.made, 'call')} made"
    if calls.retried:
        made += f", {calls.retried} retried"
    return f"{', '.join(parts)}; {made}; study {outcome.study} in {store}"


def replayed(outcome: RunOutcome, store: str) -> str:
    """The tables of an earlier run were recomputed."""
    trials = outcome.trials
    left = f", {trials.left} not finished" if trials.left else ""
    return (
        f"REPLAYED from stored replies, nothing was asked: {counted(trials.replayed, 'trial')}"
        f"{left}; {counted(outcome.calls.replayed, 'reply', 'replies')}; study {outcome.study} "
        f"in {store}"
    )


def cost(paid: Cost) -> list[str]:
    """What a run cost; nothing where nothing was to be paid."""
    from runners.prices.table import dollars

    lines: list[str] = []
    tokens = f"{paid.input_tokens:,} tokens read and {paid.output_tokens:,} written"
    if paid.unmeasured:
        tokens += f"; {counted(paid.unmeasured, 'reply', 'replies')} have no token count"
    if paid.prices and (paid.now or paid.earlier):
        days = ", ".join(sorted({str(price.date) for price in paid.prices}))
        before = f"; the study had cost {dollars(paid.earlier)} before" if paid.earlier else ""
        beside = f"; other processes paid {dollars(paid.elsewhere)}" if paid.elsewhere else ""
        # The tokens are everybody's, and what they cost is not where a price is missing.
        whose = " by all participants" if paid.unpriced else ""
        lines.append(
            f"cost {dollars(paid.now)} by prices of {days} ({tokens}{whose}){before}{beside}"
        )
    if paid.unpriced:
        left_out = "cost of the rest unknown" if lines else f"cost unknown ({tokens})"
        names = ", ".join(paid.unpriced)
        lines.append(f"{left_out}: no price for {names}; `devrun plan` shows the line to add")
    if paid.cache_read:
        share = f"{paid.cache_read:,} of the {paid.input_tokens:,} tokens read"
        saved = paid.cache_saving
        told = f"{dollars(abs(saved))} {'less' if saved > 0 else 'more'} than at full prices"
        lines.append(f"the provider's cache had {share}" + (f": {told}" if saved else ""))
    if paid.reached and paid.ceiling is not None:
        lines.append(
            f"cost limit of {dollars(paid.ceiling)} reached: the next call could have exceeded it"
        )
        lines.append("  help: give the same command with a higher --max-cost to continue")
    return lines


def no_price(line: str, file: str) -> str:
    """What to do if the price of a model is unknown; `file` is empty for the default one."""
    from runners.prices.table import OWN_FILE

    return (
        f"add its line to {file or f'{OWN_FILE} in this folder'}, with its price in US "
        f"dollars per million tokens (`devrun prices --renew` may know it): {line}"
    )


def failures(found: tuple[Failure, ...], stopped: tuple[Down, ...]) -> list[str]:
    """Each kind of failure once, with its trials, what to do, and who was no longer asked."""
    groups: dict[tuple[str, str, str], list[Failure]] = {}
    for failure in found:
        groups.setdefault((failure.participant, failure.message, failure.help), []).append(failure)
    left = {one.participant: one for one in stopped}
    lines: list[str] = []
    for (participant, message, remedy), group in groups.items():
        lines.append(f"{counted(len(group), 'call')} got no reply: {message}")
        trials = list(dict.fromkeys(failure.trial for failure in group))
        lines.extend(f"  {trial}, {participant}" for trial in trials[:SHOWN_FAILURES])
        if len(trials) > SHOWN_FAILURES:
            lines.append(f"  and {len(trials) - SHOWN_FAILURES} more trials")
        down = left.get(participant)
        if down is not None and down.message.endswith(message):
            # What it was let be for is said already; only how often is news.
            del left[participant]
            often = down.message.removesuffix(message).rstrip(": ")
            lines.append(f"  {participant} was not asked again" + (often and f": {often}"))
        if remedy:
            lines.append(f"  help: {remedy}")
    for one in left.values():
        lines.append(f"{one.participant} was not asked again: {one.message}")
        if one.help:
            lines.append(f"  help: {one.help}")
    return lines


def dropped(calls: int) -> str:
    """Added if calls were in progress at the end and not waited for."""
    if not calls:
        return ""
    return f"; {counted(calls, 'call')} had no reply yet and may be billed"
