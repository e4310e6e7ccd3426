"""A coder at the screen: keys in, the screen's rows and the log out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from coders.desk.desk import Desk
from coders.desk.log import Event, Log
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


def sit(packet: Packet, path: Path, *keys: str, size: tuple[int, int] = (80, 24)) -> Sat:
    """Opens the packet, presses the keys (a text of several letters is a name of a key, or `"...`
    a text that is typed), and looks.
    """
    seconds = count()

    async def at_the_screen(desk: Desk) -> tuple[str, ...]:
        app = CodingApp(desk, clock=lambda: float(next(seconds)))
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(*(list(key[1:]) if key.startswith('"') else [key]))
            await pilot.pause()
            return rows_of(app)

    with open_log(packet, path) as log:
        rows = asyncio.run(at_the_screen(Desk(packet, log)))
        return Sat(rows, tuple(log.events))


def rows_of(app: CodingApp) -> tuple[str, ...]:
    """What the terminal is given, row by row."""
    strips = app.screen._compositor.render_strips()
    return tuple(strip.text.rstrip() for strip in strips)
