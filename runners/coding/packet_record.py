"""What the store keeps of a packet: its options, and the source of each item.

Everything that says whose an item is goes here, and nothing of it into the packet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from coders.packets.assigning import EVERYBODY, AssignmentPlan
from coders.packets.file import to_json
from coders.packets.items import salted
from coders.packets.shape import CoderKind, Gold, Header, Item, Line, Packet, Phase, QuestionOrder
from dsl.projections import Value, canonical
from runners.coding.coder_progress import SETTING, questions_to_judge
from runners.coding.gold.items import rows_of
from runners.coding.items import ItemDisplay
from runners.store.records import ItemSource, PacketItem, PacketRecord

JUDGES = "judges"
"""For whom a packet is that only models code, each under its own name."""


@dataclass(frozen=True, slots=True)
class PacketOptions:
    """What the owner asked for. `duplicates` is a share of the items, or (`exactly`) their number;
    `again` hands out trials that a coder had before, too; `free_order` lets coders choose what
    is next. `for_judges`: one packet for models as judges instead, called `JUDGES`.
    """

    coders: tuple[str, ...]
    display: ItemDisplay
    authors: tuple[str, ...] = ()
    plan: AssignmentPlan = EVERYBODY
    duplicates: float = 0.1
    exactly: int | None = None
    again: bool = False
    free_order: bool = False
    question_order: QuestionOrder = QuestionOrder.STORY
    for_judges: bool = False

    @property
    def everybody(self) -> tuple[tuple[str, CoderKind], ...]:
        """Who gets a packet, and as what."""
        return (
            *((name, CoderKind.BLIND) for name in self.coders),
            *((name, CoderKind.AUTHOR) for name in self.authors),
            *([(JUDGES, CoderKind.AUTOMATIC)] if self.for_judges else []),
        )


@dataclass(frozen=True, slots=True)
class PackingContext:
    """What comes from outside: the random seed, ids, secrets, the time and the tool's version."""

    seed: int
    seed_given: bool
    new_id: Callable[[], str]
    packet_id: Callable[[], str]
    new_secret: Callable[[], str]
    at: str
    tool_version: str


class PacketDraft:
    """A packet being built: its items by section, and the rows for the store. `secret` salts the
    content hashes of its items and stays with the store; so does the silent gold in `gold`.
    """

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.rows: list[PacketItem] = []
        self.gold: dict[str, Gold] = {}
        self.stories: dict[str, tuple[Line, ...]] = {}
        self.said: dict[str, Mapping[str, str]] = {}
        self._items: dict[Phase, list[Item]] = {}

    def add(
        self,
        phase: Phase,
        item: Item,
        *,
        twin: str = "",
        behind: tuple[ItemSource, ...] = (),
        masked: tuple[tuple[int, str], ...] = (),
        story: Iterable[Line] = (),
        gold: Gold | None = None,
        said: Mapping[str, str] | None = None,
    ) -> None:
        """Adds an item and its row for the store; `twin` is the item that it duplicates."""
        section = Phase.MAIN if phase is Phase.SILENT else phase
        self._items.setdefault(section, []).append(salted(item, self.secret))
        position = len(self._items[section])
        self.rows.append(
            PacketItem(item.id, position, phase.value, item.content, twin, behind, masked)
        )
        if gold is not None:
            self.gold[item.id] = gold
        if story:
            self.stories[item.id] = tuple(story)
        if said:
            self.said[item.id] = said

    def of(self, phase: Phase) -> list[Item]:
        """The items of a section."""
        return self._items.get(phase, [])

    @property
    def answers(self) -> dict[str, Gold]:
        """The gold that the coder's machine needs: of training and calibration."""
        silent = {row.item for row in self.rows if row.phase == Phase.SILENT}
        return {item: gold for item, gold in self.gold.items() if item not in silent}


def packet_record(
    packet: Packet, draft: PacketDraft, options: PacketOptions, context: PackingContext, study: str
) -> PacketRecord:
    """What the store keeps of a packet of this study."""
    header, display = packet.header, options.display
    settings: dict[str, Value] = {
        "seed": context.seed,
        "seed_given": context.seed_given,
        "view": display.view,
        "keyed": display.keyed,
        "plain_replies": display.plain_replies,
        "neutral_words": display.neutral_words,
        "names": display.names,
        "pictures": display.pictures,
        "share": options.plan.share,
        "each": options.plan.each,
        "duplicates": options.exactly
        if options.exactly is not None
        else f"{options.duplicates:.6g}",
        "again": options.again,
        "secret": draft.secret,
        "gold": rows_of(packet.items, draft.gold),
        SETTING: questions_to_judge(packet.items, draft.gold, header.view),
    }
    if draft.said:
        settings["said"] = draft.said
    return record_with_header(
        header, study, canonical(settings).decode("ascii"), tuple(draft.rows), ascii_only=True
    )


def contents_in_file(packet: PacketRecord) -> dict[str, str]:
    """The content hash of each item as the packet's file and its log have it, by item. A packet of
    an older tool has them without a salt.
    """
    secret = json.loads(packet.settings).get("secret")
    if secret is None:
        return {row.item: row.content for row in packet.items}
    return {
        row.item: salted(Item(row.item, row.content, (), ()), secret).content
        for row in packet.items
    }


def record_with_header(
    header: Header,
    study: str,
    settings: str,
    items: tuple[PacketItem, ...],
    *,
    ascii_only: bool = False,
) -> PacketRecord:
    """The record of a packet with this header; `settings` are JSON of how it was made."""
    return PacketRecord(
        packet=header.packet,
        study=study,
        batch=header.batch,
        coder=header.coder,
        coder_kind=header.kind.value,
        view=header.view.value,
        codebook_version=header.codebook_version,
        settings=settings,
        header=json.dumps(to_json(header), ensure_ascii=ascii_only),
        items=items,
        tool_version=header.tool_version,
        at=header.made,
    )
