"""A packet with its log open: what has been done, what comes next, and how an act is written.

The next step is found from the log after each act; there is no other state.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from coders.desk.log import Data, Log
from coders.desk.next_step import complete, find_step, wants_lrs
from coders.desk.state import LogState, advance, replay
from coders.desk.steps import Refused, Step, StepKind
from coders.packets.pictures import numbered_pictures
from coders.packets.shape import Item, Line, Packet, PacketUnusable, View

IN_ITEM = (StepKind.JUDGE, StepKind.CHANGE, StepKind.LRS_FIRST, StepKind.LRS)
"""Steps at which an item is judged."""


Viewer = Callable[[bytes], str]
"""Opens a picture, and says in a sentence where it is to be seen. Raises Refused where it cannot be
opened.
"""


def no_viewer(data: bytes) -> str:
    """The viewer where none was given."""
    raise Refused("pictures cannot be opened here")


def picture_called(number: str, lines: Iterable[Line]) -> str:
    """The hash of a picture that these lines show, by its number as typed. Raises Refused."""
    shown = tuple(numbered_pictures(lines))
    if not shown:
        raise Refused("there is no picture here")
    at = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
    if not 1 <= at <= len(shown):
        raise Refused(f"pictures are numbered 1 to {len(shown)}: `{number}` is none of them")
    return shown[at - 1]


def nearest_picture(lines: Sequence[Line], question: int) -> str:
    """The number of the picture that was shown last before the reply to a question, as typed;
    empty if there is none.
    """
    ends = [at for at, one in enumerate(lines) if one.question == question]
    shown = [one.pictures[-1] for one in lines[: max(ends, default=-1) + 1] if one.pictures]
    return str(numbered_pictures(lines)[shown[-1]]) if shown else ""


class OpenPacket:
    """One packet and its log, `log` being open.

    Writing raises PacketUnusable when the log cannot be written; then nothing has changed.
    """

    def __init__(self, packet: Packet, log: Log) -> None:
        self.packet = packet
        self._log = log
        self._state = replay(log.events)
        self._step = find_step(packet, self._state)

    @property
    def state(self) -> LogState:
        """What stands in the log."""
        return self._state

    @property
    def step(self) -> Step:
        """What is asked of the coder now."""
        return self._step

    @property
    def log_path(self) -> Path:
        """Where the log lies."""
        return self._log.path

    def do(self, kind: str, data: Data) -> Step:
        """Writes one act to the log, and finds the next step."""
        if kind != "shown":
            # The line that the item was shown is missing where the disk was full at that moment.
            self._arrive()
        self._log.append(kind, data)
        self._take_up()
        self._arrive()
        return self._step

    def _take_up(self) -> None:
        self._state = advance(self._state, self._log.events)
        self._step = find_step(self.packet, self._state)

    def _arrive(self) -> None:
        """Log that an item is shown. The act before it is kept whether or not this succeeds: the
        next act tries again.
        """
        step, place = self._step, self._state.place
        if step.item is None or step.kind not in IN_ITEM:
            return
        if place is None or place.item != step.item.id:
            with contextlib.suppress(PacketUnusable):
                self._log.append("shown", item_shown(step.item, 0))
                self._take_up()

    @property
    def pictures(self) -> tuple[str, ...]:
        """The hashes of the pictures of the item, as it is shown, in the order of their numbers; in
        content view of its story.
        """
        return tuple(numbered_pictures(self.picture_lines))

    @property
    def nearest_picture(self) -> str:
        """The number of the picture that was shown last before the reply that is judged, as typed;
        empty if there is none.
        """
        asked = self._step.question
        return nearest_picture(self.picture_lines, asked.number) if asked is not None else ""

    @property
    def picture_lines(self) -> tuple[Line, ...]:
        """The lines whose pictures can be opened now."""
        item = self._step.item
        if item is None or not self.packet.pictures:
            return ()
        content = self.packet.header.view is View.CONTENT
        return self.packet.stories.get(item.id, ()) if content else item.lines

    def is_complete(self, item: Item) -> bool:
        """Whether an item has all its codes."""
        codes = self._state.codes(item.id)
        return complete(item, codes, wants_lrs=wants_lrs(self.packet))

    def not_now(self, otherwise: str) -> Refused:
        """Why an act cannot be done now: `otherwise`, unless coding has not begun or has ended."""
        match self._step.kind:
            case StepKind.LOCKED:
                return Refused("this packet was handed in and can no longer be changed")
            case StepKind.ENDED:
                return Refused("the calibration was not passed, so coding ends here")
            case StepKind.WELCOME:
                return Refused("coding has not begun yet")
            case _:
                return Refused(otherwise)


def item_shown(item: Item, question: int) -> Data:
    """What tells that an item is shown, and which words it had then."""
    return {"item": item.id, "content": item.content, "question": question}
