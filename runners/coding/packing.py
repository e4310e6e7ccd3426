"""A study made into packets: one for each coder, and what stands behind their items.

First every finished trial becomes items, and items of the very same content become one, so that
nobody codes the same words twice by accident. Then bundles of them are dealt to coders, put in an
order for each, and mixed with duplicates and gold. Everything that says whose an item is goes into
the rows for the store, and nothing of it into the packet.

Whatever is drawn by lot is drawn here from one seed. The ids of items are not: they are given by
the caller, who takes them from the machine's secrets.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coders.packets.assigning import EVERYBODY, Plan, assign
from coders.packets.fields import of_header
from coders.packets.guidance import asked_differently, codebook_version
from coders.packets.ordering import Ordered, duplicates_wanted, order, spread_in
from coders.packets.shape import (
    CoderKind,
    Gold,
    Header,
    Item,
    Line,
    Packet,
    PacketUnusable,
    Phase,
    View,
)
from coders.packets.siblings import Siblings
from coders.packets.statement import Blindness, blindness
from dsl.canonical import Value, canonical
from renderers.design_words import counted
from runners.coding.coder_progress import SETTING, to_judge
from runners.coding.gold_items import rows_of
from runners.coding.item_builder import Drafter, Showing
from runners.coding.item_pool import Stock, Stratum, stock_of
from runners.store.rows import Behind, KeptPacket, PacketItem

if TYPE_CHECKING:
    from runners.coding.gold_items import GoldItem, GoldItems
    from runners.results.study import Chapter, OpenStudy
    from runners.store.store import Store

SILENT_EVERY = 20
"""One item of silent gold among so many."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the owner asked for. `duplicates` is a share of the items, or (`exactly`) their number;
    `again` hands out trials that a coder had before, too.
    """

    coders: tuple[str, ...]
    showing: Showing
    authors: tuple[str, ...] = ()
    plan: Plan = EVERYBODY
    duplicates: float = 0.1
    exactly: int | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Making:
    """What comes from outside: the seed of every lot, ids, the time and the tool's version."""

    seed: int
    seed_given: bool
    new_id: Callable[[], str]
    packet_id: Callable[[], str]
    at: str
    tool_version: str


@dataclass(frozen=True, slots=True)
class OnePacket:
    """A packet for one coder, the rows for the store, and figures for the owner. `silent` items of
    silent gold are in it, of `silent_wanted`: as many as its length asks for.
    """

    packet: Packet
    kept: KeptPacket
    items: int
    had: int
    order: Ordered
    silent: int
    silent_wanted: int
    strata: Mapping[Stratum, int]


@dataclass(frozen=True, slots=True)
class Packed:
    """Everything that was made. `items` counts different contents, `merged` the trials (or replies)
    that another one stands for, `lost` replies that were lost and are in no item. `masked` and
    `left` count masked names and slot words left over, by word; `thinking` the replies in which a
    model's thinking stands, as its server printed it; `settled` those that were weighed, and are in
    no item since nobody need code them.
    """

    packets: tuple[OnePacket, ...]
    blindness: Blindness
    trials: int
    items: int
    merged: int
    lost: int
    masked: Counter[str]
    left: Counter[str]
    gold_left_out: int = 0
    thinking: int = 0
    settled: int = 0


def pack(
    store: Store,
    study: OpenStudy,
    wishes: Wishes,
    making: Making,
    *,
    drafter: Drafter,
    gold: GoldItems | None = None,
    gold_note: str = "",
) -> Packed:
    """The packets of a study, as far as it was asked for; nothing is written.

    The caller sees that there is a finished trial and that guidance is one text in every cell.
    """
    stock = stock_of(store, study, drafter)
    had = {} if wishes.again else _had(store, study.study.id)
    lot = random.Random(making.seed)
    shares = _dealt(stock, wishes, had, lot)
    codebook = codebook_of(study.chapters, wishes.showing)
    batch = making.packet_id()
    telling, alone = _telling(study.chapters, wishes.showing)
    if gold is not None:
        gold = _not_of_the_study(gold, stock, wishes.showing.view)
    desk = _Desk(study, stock, wishes, making, codebook, batch, gold, gold_note)
    made: list[OnePacket] = []
    blind = None
    for name, kind in (
        *((name, CoderKind.BLIND) for name in wishes.coders),
        *((name, CoderKind.AUTHOR) for name in wishes.authors),
    ):
        showing = wishes.showing
        stated = blindness(
            showing.view,
            kind,
            keyed=showing.keyed,
            neutral_words=showing.neutral_words,
            plain_replies=showing.plain_replies,
            telling=telling,
            one_answer=alone,
        )
        blind = blind or stated
        made.append(desk.packet(name, kind, stated, shares[name], had.get(name.casefold(), set())))
    assert blind is not None, "somebody codes"
    return Packed(
        tuple(made),
        blind,
        stock.trials,
        len(stock.drafts),
        stock.merged,
        stock.lost,
        stock.masked,
        stock.left,
        gold.left_out if gold is not None else 0,
        stock.thinking,
        stock.settled,
    )


def _not_of_the_study(gold: GoldItems, stock: Stock, view: View) -> GoldItems:
    """The gold without what is also in the study, where that can happen by chance."""
    contents = {draft.item.content for draft in stock.drafts}
    if view is View.RUBRIC and contents & gold.contents:
        raise PacketUnusable(
            f"{counted(len(contents & gold.contents), 'gold transcript')} of this gold "
            "are transcripts of the study, word for word",
            "gold is what coders are held by: take replies of models that are not in the study",
        )
    return gold.without(contents)


def codebook_of(chapters: Sequence[Chapter], showing: Showing) -> str:
    """The codebook's version for these scripts."""
    return codebook_version(
        tuple(chapter.experiment for chapter in chapters),
        view=showing.view,
        keyed=showing.keyed,
        masks=showing.masks,
    )


def _telling(
    chapters: Sequence[Chapter], showing: Showing
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Questions that tell the condition, and those with one answer on offer, in content view."""
    if showing.view is View.RUBRIC:
        return (), ()
    telling: list[str] = []
    alone: list[str] = []
    for chapter in chapters:
        experiment = chapter.experiment
        title = f"`{experiment.title}`"
        telling += [f"{name} in {title}" for name in asked_differently(experiment)]
        offered = Siblings(experiment, seed=experiment.design.seed).first().candidates
        alone += [f"{name} in {title}" for name, texts in offered.items() if len(texts) == 1]
    return tuple(telling), tuple(alone)


# ------------------------------------------------------------------------------- who gets what


def _had(store: Store, study: str) -> dict[str, set[str]]:
    """The trials that each coder was handed before, by the coder's name in small letters."""
    found: dict[str, set[str]] = {}
    for packet in store.packets_of(study):
        mine = found.setdefault(packet.coder.casefold(), set())
        mine.update(behind.trial for item in packet.items for behind in item.behind)
    return found


def _dealt(
    stock: Stock, wishes: Wishes, had: Mapping[str, set[str]], lot: random.Random
) -> dict[str, list[tuple[int, str]]]:
    """What each coder gets, as (number of the item, trial) pairs in the order of the study."""
    everybody = (*wishes.coders, *wishes.authors)
    whole = wishes.plan.each is None and wishes.plan.share >= 1
    # Where trials are shared out, one that any of these coders had is shared out already.
    gone = set() if whole else {key for name in everybody for key in had.get(name.casefold(), ())}
    bundles = [
        (items, tuple(key for key in keys if key not in gone))
        for items, keys in stock.bundles.items()
    ]
    bundles = [(items, keys) for items, keys in bundles if items and keys]
    who = assign(
        [stock.strata[keys[0]] for _, keys in bundles], len(wishes.coders), wishes.plan, lot
    )
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in everybody}
    for (items, keys), chosen in zip(bundles, who, strict=True):
        for name in (*(wishes.coders[at] for at in chosen), *wishes.authors):
            before = had.get(name.casefold(), set())
            new = [key for key in keys if key not in before]
            found[name].extend((item, key) for item in items for key in new)
    return found


# ------------------------------------------------------------------------------- one packet


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the packets of one batch have in common."""

    study: OpenStudy
    stock: Stock
    wishes: Wishes
    making: Making
    codebook: str
    batch: str
    gold: GoldItems | None
    gold_note: str

    def packet(
        self,
        name: str,
        kind: CoderKind,
        blind: Blindness,
        mine: Sequence[tuple[int, str]],
        had: set[str],
    ) -> OnePacket:
        """The packet of one coder, who gets these (item, trial) pairs."""
        making, stock = self.making, self.stock
        lot = random.Random(f"{making.seed} {name.casefold()}")
        trials: dict[int, set[str]] = {}
        for at, key in mine:
            trials.setdefault(at, set()).add(key)
        items = list(trials)
        kin = [(stock.texts[at], *sorted(trials[at])) for at in items]
        wanted = duplicates_wanted(len(items), self.wishes.duplicates, self.wishes.exactly)
        ordered = order(kin, duplicates=wanted, lot=lot)
        filled = _Filled()
        self._take_gold(filled, Phase.TRAINING)
        for form in (Phase.GATE_A, Phase.GATE_B):
            # A file has them script by script and level by level, which a coder would notice.
            self._take_gold(filled, form, random.Random(f"{making.seed} {name.casefold()} {form}"))
        silent = self._silent(len(items), lot)
        places = iter(spread_in(len(ordered.order), len(silent), lot))
        waiting = dict(zip(places, silent, strict=True))
        first: dict[int, str] = {}
        for place, (at, again) in enumerate(ordered.order):
            if place in waiting:
                self._take(filled, Phase.SILENT, waiting[place])
            number = items[at]
            draft = stock.drafts[number]
            item = replace(draft.item, id=making.new_id())
            first.setdefault(at, item.id)
            behind = tuple(one for one in stock.behind[number] if one.trial in trials[number])
            filled.add(
                Phase.MAIN,
                item,
                twin=first[at] if again else "",
                behind=behind,
                masked=draft.masked,
                story=draft.story,
                said=stock.said[number],
            )
        header = Header(
            packet=making.packet_id(),
            batch=self.batch,
            coder=name,
            kind=kind,
            view=self.wishes.showing.view,
            keyed=self.wishes.showing.keyed,
            codebook_version=self.codebook,
            tool_version=making.tool_version,
            made=making.at,
            items=len(filled.of(Phase.MAIN)),
            blind_to=blind.blind_to,
            not_blind_to=blind.not_blind_to,
            statement=blind.statement,
            gold_note=self.gold_note if self.gold is not None else "",
        )
        packet = Packet(
            header,
            tuple(filled.of(Phase.TRAINING)),
            tuple(filled.of(Phase.GATE_A)),
            tuple(filled.of(Phase.GATE_B)),
            tuple(filled.of(Phase.MAIN)),
            filled.gold,
            filled.stories,
            tuple(sorted({one.name for one in self.study.participants})),
        )
        strata = Counter(stock.strata[key] for key in {key for _, key in mine})
        return OnePacket(
            packet,
            self._kept(packet, filled),
            len(items),
            len(had & stock.strata.keys()),
            ordered,
            len(silent),
            self._silent_wanted(len(items)),
            strata,
        )

    def _silent(self, items: int, lot: random.Random) -> list[GoldItem]:
        if self.gold is None or not items:
            return []
        there = list(self.gold.of(Phase.SILENT))
        return lot.sample(there, min(len(there), self._silent_wanted(items)))

    def _silent_wanted(self, items: int) -> int:
        return 0 if self.gold is None else -(-items // SILENT_EVERY)

    def _take_gold(self, filled: _Filled, phase: Phase, lot: random.Random | None = None) -> None:
        """Put the gold of one use in, in the order of the file or by lot."""
        there = list(self.gold.of(phase)) if self.gold is not None else []
        if lot is not None:
            lot.shuffle(there)
        for one in there:
            self._take(filled, phase, one)

    def _take(self, filled: _Filled, phase: Phase, one: GoldItem) -> None:
        """Put a gold item in, under an id of this packet alone."""
        item = replace(one.item, id=self.making.new_id())
        filled.add(phase, item, story=one.story, gold=replace(one.gold, item=item.id))

    def _kept(self, packet: Packet, filled: _Filled) -> KeptPacket:
        header, wishes, showing = packet.header, self.wishes, self.wishes.showing
        settings: dict[str, Value] = {
            "seed": self.making.seed,
            "seed_given": self.making.seed_given,
            "view": showing.view,
            "keyed": showing.keyed,
            "plain_replies": showing.plain_replies,
            "neutral_words": showing.neutral_words,
            "names": showing.names,
            "share": wishes.plan.share,
            "each": wishes.plan.each,
            "duplicates": wishes.exactly
            if wishes.exactly is not None
            else f"{wishes.duplicates:.6g}",
            "again": wishes.again,
            "gold": rows_of(packet),
            SETTING: to_judge(
                (*packet.training, *packet.gate_a, *packet.gate_b, *packet.main),
                filled.gold,
                header.view,
            ),
        }
        if filled.said:
            settings["said"] = filled.said
        return KeptPacket(
            packet=header.packet,
            study=self.study.study.id,
            batch=header.batch,
            coder=header.coder,
            coder_kind=header.kind.value,
            view=header.view.value,
            codebook_version=header.codebook_version,
            settings=canonical(settings).decode("ascii"),
            header=json.dumps(of_header(header)),
            items=tuple(filled.rows),
            tool_version=header.tool_version,
            at=header.made,
        )


class _Filled:
    """A packet in the making: items by section, and the rows for the store."""

    def __init__(self) -> None:
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
        behind: tuple[Behind, ...] = (),
        masked: tuple[tuple[int, str], ...] = (),
        story: Iterable[Line] = (),
        gold: Gold | None = None,
        said: Mapping[str, str] | None = None,
    ) -> None:
        section = Phase.MAIN if phase is Phase.SILENT else phase
        self._items.setdefault(section, []).append(item)
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
        return self._items.get(phase, [])
