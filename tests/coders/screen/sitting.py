"""A coder at the screen: keys in, the screen's rows and the log out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from textual.events import Key
from textual.keys import _character_to_key
from textual.strip import Strip

from coders.desk.desk import Desk
from coders.desk.log import Event, Log
from coders.desk.open_packet import Viewer, no_viewer
from coders.packets.shape import Packet
from coders.screen.app import CodingApp


@dataclass(frozen=True)
class Sat:
    """What the screen showed at the end, row by row without blanks at the end, and the log."""

    rows: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events if event.kind != "shown"]


@contextmanager
def desk_of(packet: Packet, path: Path) -> Iterator[Desk]:
    with open_log(packet, path) as log:
        yield Desk(packet, log)


def open_log(packet: Packet, path: Path) -> Log:
    ticks = count()
    return Log(
        path,
        packet,
        clock=lambda: f"2026-01-01T00:{next(ticks) // 60 % 60:02}:00Z",
        tool_version="0.0",
    )


def sit(
    packet: Packet,
    path: Path,
    *keys: str,
    size: tuple[int, int] = (80, 24),
    view: Viewer = no_viewer,
) -> Sat:
    """Opens the packet, presses the keys, and looks. A key that begins with `"` is a text, typed
    letter by letter. Keys come faster than anybody types: none waits for the one before.
    """
    seconds = count()

    async def at_the_screen(desk: Desk) -> tuple[str, ...]:
        app = CodingApp(desk, clock=lambda: float(next(seconds)), view=view)
        async with app.run_test(size=size):
            for key in keys:
                for one in key[1:] if key.startswith('"') else [key]:
                    press(app, one)
            await settled(app)
            return rows_of(app)

    with open_log(packet, path) as log:
        rows = asyncio.run(at_the_screen(Desk(packet, log)))
        return Sat(rows, tuple(log.events))


def press(app: CodingApp, key: str) -> None:
    """Sends a key: a sign, or the name of one that bears none."""
    name = _character_to_key(key) if len(key) == 1 else key
    event = Key(name, key if len(key) == 1 else None)
    event.set_sender(app)
    app.post_message(event)


async def settled(app: CodingApp, *, rounds: int = 3) -> None:
    """Waits until every key was taken and everything is drawn; returns if the screen is left.

    A part that grows moves the others: the last of them is drawn in the third round.
    """
    for pump in (app, *[app.screen] * rounds):
        done = asyncio.Event()
        pump.call_later(done.set)
        await _unless_left(app, done)
        if pump is app:
            continue
        drawn = asyncio.Event()
        app.screen.call_after_refresh(drawn.set)
        await _unless_left(app, drawn)


async def _unless_left(app: CodingApp, event: asyncio.Event) -> None:
    while not event.is_set() and not app._exit:
        await asyncio.sleep(0)


def rows_of(app: CodingApp) -> tuple[str, ...]:
    """What the terminal is given, row by row."""
    return tuple(strip.text.rstrip() for strip in strips_of(app))


def strips_of(app: CodingApp) -> list[Strip]:
    """What is drawn."""
    return app.screen._compositor.render_strips()
