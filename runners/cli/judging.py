"""`devrun code PACKET --judge MODEL`: a model codes a packet, and what came of it is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from runners.coding.judge import Judged
    from runners.participants.base import Settings


def judged(
    packet: Path,
    model: str,
    settings: Settings | None = None,
    *,
    log: Path | None = None,
    as_json: bool = False,
) -> int:
    """Has `model` judge a packet and prints how far it is; gives the exit code.

    Raises:
        Stop: the packet, the log or the model cannot be used, or it was interrupted.
    """
    from coders.packets.shape import PacketUnusable
    from runners.coding.judge import judge_packet
    from runners.participants.failures import CannotStart

    try:
        found = judge_packet(
            packet, model, settings=settings, log=log, progress=_progress(), warn=_warn
        )
    except PacketUnusable as fault:
        raise Stop(Exit.STORE, "packet", fault.message, fault.help) from fault
    except CannotStart as fault:
        raise Stop(Exit.USAGE, fault.code, fault.message, fault.help) from fault
    if found.interrupted:
        raise Stop(
            Exit.INTERRUPTED,
            "interrupted",
            f"interrupted after {found.judged + len(found.skipped)} of {found.items} items",
            "every reply that came is kept; the same command goes on from there",
        )
    if as_json:
        click.echo(_document(found))
    else:
        _tell(found)
    return int(Exit.DONE if found.locked else Exit.TRIALS)


def _warn(note: str) -> None:
    from renderers.terminal import visible
    from runners.cli.fitting import say

    say(visible(note), err=True)


def _progress() -> Callable[[int, int], None] | None:
    """What is told while it goes on; nothing where nobody looks at it."""
    if not sys.stderr.isatty():
        return None

    def told(done: int, items: int) -> None:
        end = "\n" if done == items else ""
        sys.stderr.write(f"\r{done} of {items} items judged{end}")
        sys.stderr.flush()

    return told


def _tell(found: Judged) -> None:
    from renderers.design_words import counted
    from renderers.terminal import visible
    from runners.cli.fitting import say

    mark = " SIMULATED, not data." if found.simulated else ""
    say(
        visible(
            f"{found.coder}: {found.judged} of {counted(found.items, 'item')} judged, "
            f"{len(found.skipped)} skipped, {counted(found.asked, 'reply', 'replies')} asked for "
            f"now.{mark}"
        )
    )
    for item, reason in found.skipped:
        say(visible(f"    skipped {item}: {reason}"))
    groups: dict[tuple[str, str], int] = {}
    for one in found.unanswered:
        groups[one.message, one.help] = groups.get((one.message, one.help), 0) + 1
    for (message, remedy), count in groups.items():
        say(visible(f"{counted(count, 'item')} got no reply: {message}"), err=True)
        if remedy:
            say(visible(f"help: {remedy}"), err=True)
    say(visible(f"the log is {found.log}"), err=True)
    if found.locked:
        say(
            visible(f"next: `devrun collect {found.log}`; it stays hidden until people handed in"),
            err=True,
        )
    else:
        say("the same command goes on from here, and asks nothing twice", err=True)


def _document(found: Judged) -> str:
    return json.dumps(
        {
            "log": str(found.log),
            "coder": found.coder,
            "simulated": found.simulated,
            "items": found.items,
            "judged": found.judged,
            "skipped": [{"item": item, "reason": reason} for item, reason in found.skipped],
            "unanswered": [
                {"item": one.item, "message": one.message, "help": one.help}
                for one in found.unanswered
            ],
            "asked": found.asked,
            "finished": found.locked,
        },
        ensure_ascii=False,
        indent=2,
    )
