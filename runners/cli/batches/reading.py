"""Taking in results, and saying what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.words import counted
from runners.cli.output import note, say
from runners.store.batches import BatchState

if TYPE_CHECKING:
    from runners.batches.lines import TakenIn
    from runners.store.store import Store

_MESSAGES = 5


def reading_line(taken: TakenIn) -> str:
    """How far the reading is."""
    return f"reading results: {taken.read:,} lines, {taken.stored:,} replies stored"


def waiting_unsent(store: Store) -> int:
    """How many calls wait for results in batches that were not sent by devrun."""
    unsent = [one.key for one in store.batches() if one.state == BatchState.WRITTEN]
    return sum(store.waited_for(unsent).values()) if unsent else 0


def say_taken(taken: TakenIn) -> None:
    """Say what came of results: replies, failures with their messages, and lines left alone."""
    already = f", {taken.already:,} there already" if taken.already else ""
    say(
        f"{counted(taken.read, 'line')} read: "
        f"{counted(taken.stored, 'reply', 'replies')} stored{already}"
    )
    if taken.failed:
        silent = f" ({taken.silent:,} of them without a line)" if taken.silent else ""
        note(
            f"{counted(taken.failed, 'call')} without a reply{silent}; `devrun batch out` writes "
            "those again that another try may help"
        )
        messages = sorted(taken.messages.items(), key=lambda one: -one[1])
        for message, number in messages[:_MESSAGES]:
            note(f"  {number:,} x {message}")
    say_odd(taken)


def say_odd(taken: TakenIn) -> None:
    """Say which lines were left alone."""
    if taken.foreign or taken.broken:
        odd = taken.foreign + taken.broken
        note(f"{counted(odd, 'line')} refused; nothing else is affected by this:")
        for place in taken.places:
            note(f"  {place}")
        if odd > len(taken.places):
            note(f"  and {odd - len(taken.places):,} more")
        if taken.foreign:
            note(
                "help: name the store of these batches with --store; a line is known by the key "
                "of its call"
            )
        if taken.broken:
            note(
                "help: results are one JSON object a line, as the provider or `vllm run-batch` "
                "wrote them"
            )
