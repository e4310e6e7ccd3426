"""Whether an item is coded to its end, for the owner as the desk says it to the coder.

The desk has the item before it; the store has what stands behind the item, which for gold is
nothing, and for no item says which replies were lost or whether the rule gives an LRS at all. So
the questions of those items are kept with the packet, without a word of theirs, and the desk's own
rule is asked. To keep them for every item was rejected: nearly all are judged question by question
and then given an LRS, and of a hundred thousand rows that is the same thing said each time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.desk.whereabouts import complete
from coders.packets.shape import Asked, CoderKind, Item, View
from dsl.canonical import Value
from dsl.experiment import IfFailed
from runners.store.rows import PacketItem

if TYPE_CHECKING:
    from coders.desk.folding import ItemCodes
    from runners.coding.judgements import CodedPacket

SETTING = "to_judge"
"""Under which name it stands in the settings of a packet."""


def to_judge(items: Iterable[Item], gold: Iterable[str], view: View) -> Value:
    """What is kept of the items that trials do not tell of; `gold` are the ids of gold."""
    of_gold = set(gold)
    shapes: dict[str, int] = {}
    told: dict[str, Value] = {}
    for item in items:
        if item.id in of_gold or item.lost or (view is View.RUBRIC and _may_lack_lrs(item)):
            shape = json.dumps([_asked(one) for one in item.questions])
            told[item.id] = [shapes.setdefault(shape, len(shapes)), list(item.lost)]
    return {"questions": [json.loads(shape) for shape in shapes], "items": told}


def _may_lack_lrs(item: Item) -> bool:
    """Whether there are marks of which the rule makes no LRS: see `coders.outcome`."""
    excludes = any(one.is_control and one.if_failed == IfFailed.EXCLUDE for one in item.questions)
    return excludes or not any(one.worth and not one.is_control for one in item.questions)


def _asked(one: Asked) -> dict[str, Value]:
    return {
        "number": one.number,
        "kind": one.kind,
        "story": one.story,
        "worth": str(one.worth),
        "own_story": one.own_story,
        "if_failed": one.if_failed,
        "guards": list(one.guards),
    }


class StillToJudge:
    """What one packet asks of its coder.

    Who coded at the desk in rubric view gives an LRS as well; a model and a table give marks only.
    A packet made before `to_judge` was kept does not tell whether an LRS is still to come, and an
    item all of whose questions are judged then counts as coded.
    """

    def __init__(self, coded: CodedPacket) -> None:
        kept = _kept(coded.packet.settings)
        at_the_desk = coded.kind is not CoderKind.AUTOMATIC and not coded.imported
        rubric = View(coded.packet.view) is View.RUBRIC
        self._wants_lrs = kept.tells_all and at_the_desk and rubric
        self._handed_in = coded.locked and not coded.imported
        self._items = kept.items

    def finished(self, item: PacketItem, codes: ItemCodes) -> bool:
        """Whether nothing of an item is left to do."""
        if codes.lrs is not None:
            return True
        if self._handed_in:
            # The coding tool takes nothing in where anything is neither judged nor skipped.
            return not codes.skipped
        known = self._items.get(item.item)
        if known is not None:
            return complete(known, codes, wants_lrs=self._wants_lrs)
        asked = {number for behind in item.behind for number, _, _ in behind.places}
        judged = bool(codes.judgements) and asked <= set(codes.judgements)
        return judged and not self._wants_lrs


@dataclass(frozen=True, slots=True)
class _Kept:
    """Items that trials do not tell of, without their words; and whether these are all of them."""

    items: Mapping[str, Item]
    tells_all: bool


def _kept(text: str) -> _Kept:
    settings = json.loads(text)
    if SETTING not in settings:
        # An older packet: the questions of gold are those that the experts coded.
        gold = settings.get("gold", {})
        asked = {name: tuple(Asked(n, "test", "") for n, *_ in gold[name]) for name in gold}
        return _Kept({name: Item(name, "", (), every) for name, every in asked.items()}, False)
    shapes = [
        tuple(
            Asked(
                one["number"],
                one["kind"],
                "",
                story=one["story"],
                worth=Fraction(one["worth"]),
                own_story=one["own_story"],
                if_failed=one["if_failed"],
                guards=tuple(one["guards"]),
            )
            for one in shape
        )
        for shape in settings[SETTING]["questions"]
    ]
    items = {
        name: Item(name, "", (), shapes[shape], lost=tuple(lost))
        for name, (shape, lost) in settings[SETTING]["items"].items()
    }
    return _Kept(items, True)
