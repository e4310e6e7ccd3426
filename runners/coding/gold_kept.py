"""What the store keeps of the gold in a packet: enough to see later how a coder did on it.

The packet itself goes to the coder and need not come back; its log does. Each mark is a row of
plain values, so that a row of an older devrun, which is shorter, can be read as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coders.desk.calibrating import agrees
from coders.packets.shape import GoldMark
from dsl.canonical import Value

if TYPE_CHECKING:
    from coders.desk.folding import Judgement
    from coders.packets.shape import Packet


_OLDER: tuple[Any, ...] = ((), True, True)
"""What an older row lacks: nothing was alike, and whether it was said plainly did not count."""


@dataclass(frozen=True, slots=True)
class KeptMark:
    """The agreed code of one question. `either`: it counts as agreed with whether it is said
    plainly or not, as of a control question, and of older packets, which did not keep it.
    """

    gold: GoldMark
    either: bool

    def is_as(self, judgement: Judgement) -> bool:
        """Whether a coder judged as the experts did."""
        return agrees(judgement, self.gold, control=self.either)


def rows_of(packet: Packet) -> dict[str, Value]:
    """The rows for the store, by item."""
    every = (*packet.training, *packet.gate_a, *packet.gate_b, *packet.main)
    items = {item.id: item for item in every if item.id in packet.gold}
    return {
        name: [
            [
                mark.question,
                mark.mark,
                mark.flags,
                mark.said,
                mark.alike,
                mark.plain,
                items[name].question(mark.question).is_control,
            ]
            for mark in gold.marks
        ]
        for name, gold in packet.gold.items()
    }


def kept_marks(settings: str) -> Mapping[str, Mapping[int, KeptMark]]:
    """What the experts agreed on, by item and question, from the settings of a kept packet."""
    kept = json.loads(settings).get("gold", {})
    return {str(item): {row[0]: _mark(row) for row in rows} for item, rows in kept.items()}


def _mark(row: Sequence[Any]) -> KeptMark:
    question, mark, flags, said, *rest = row
    alike, plain, either = (*rest, *_OLDER[len(rest) :])
    gold = GoldMark(
        question, mark, tuple(flags), tuple(said), plain, alike=tuple(map(tuple, alike))
    )
    return KeptMark(gold, either)
