"""The items of packets as their coders saw them, for adjudicators.

They are built again from the store, by the options kept with each packet, and compared with the
content hash of each item: what is shown is exactly what was coded. Where another version of devrun
lays a transcript out differently, the packets' own files are read instead. The alternative was to
store every item's words a second time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from coders.packets.file import packet_at
from coders.packets.items import ItemDraft
from coders.packets.shape import Item, Line, PacketUnusable, View
from dsl.record import replace
from runners.coding.items import ItemDisplay
from runners.coding.packet_record import contents_in_file
from runners.store.records import PacketRecord
from runners.store.store import Store


class PacketItemFinder:
    """Finds items of these packets; `folder` is where their files may lie."""

    def __init__(self, store: Store, packets: Iterable[PacketRecord], folder: Path) -> None:
        self._store = store
        self._packets = {packet.packet: packet for packet in packets}
        self._folder = folder
        self._made: _Found | None = None
        self._read: _Found | None = None
        self._pictures: dict[str, bytes] = {}

    def find(self, packet: str, item: str) -> Item | None:
        """The item of a packet, both by their ids, whole where coders were shown it in parts; None
        if it can neither be built nor read.
        """
        seen = self._seen(packet, item)
        if seen is None or self._packets[packet].view != View.RUBRIC or not seen.story:
            return None if seen is None else seen.item
        return replace(seen.item, lines=seen.story)

    def story(self, packet: str, item: str) -> tuple[Line, ...]:
        """What a coder in content view reads of the item when opening its story; else nothing."""
        seen = self._seen(packet, item)
        return () if seen is None else seen.story

    def picture(self, digest: str) -> bytes:
        """The bytes of a picture that a found item or its story shows, by its hash."""
        return self._pictures[digest]

    def _seen(self, packet: str, item: str) -> ItemDraft | None:
        if self._made is None:
            self._made = _made_again(self._store, self._packets, self._pictures)
        found = self._made.get((packet, item))
        if found is None:
            if self._read is None:
                self._read = _items_in(self._folder, self._packets, self._pictures)
            found = self._read.get((packet, item))
        return found


_Found = dict[tuple[str, str], ItemDraft]
"""Items as their coders saw them, by the packet's id and the item's."""


def _made_again(
    store: Store, packets: Mapping[str, PacketRecord], pictures: dict[str, bytes]
) -> _Found:
    from runners.store.errors import StoreUnusable

    found: _Found = {}
    drafted: dict[tuple[str, ItemDisplay], _Drafted] = {}
    for packet in packets.values():
        display = display_of(packet)
        at = (packet.study, display)
        if at not in drafted:
            trials = {
                behind.trial
                for other in packets.values()
                if display_of(other) == display
                for item in other.items
                for behind in item.behind
            }
            try:
                drafted[at] = _Drafted(store, packet.study, display, trials)
            except StoreUnusable:
                # The scripts cannot be read by this devrun: the files may still be there.
                return found
            pictures.update(drafted[at].pictures)
        made = drafted[at]
        for item in packet.items:
            draft = made.by_content.get(item.content)
            if draft is None and item.behind:
                draft = made.by_words.get((item.behind[0].trial, item.content))
            if draft is not None:
                again = replace(draft.item, id=item.item)
                found[packet.packet, item.item] = replace(draft, item=again)
    return found


class _Drafted:
    """Items of a study's trials under one way to show them: by their content, and (rubric view) by
    trial and transcript, which is all that codes from a table refer to. `pictures` are the bytes of
    those that they show, by hash.
    """

    def __init__(self, store: Store, study: str, display: ItemDisplay, trials: set[str]) -> None:
        from runners.coding.items import ItemBuilder
        from runners.studies.study import opened_study

        self.by_content: dict[str, ItemDraft] = {}
        self.by_words: dict[tuple[str, str], ItemDraft] = {}
        opened = opened_study(store, study=study)
        some = replace(opened, rows=opened.rows.with_keys(trials))
        builder = ItemBuilder(display)
        self.pictures = builder.pictures
        for told in some.finished(store):
            for draft in builder.drafts(
                told.chapter.experiment, told.transcript, procedure=told.chapter.procedure
            ):
                # The first, as in packets: one reply to one question may be in two stories.
                self.by_content.setdefault(draft.item.content, draft)
                if display.view.whole:
                    self.by_words[told.key, told.transcript.hash] = draft


def display_of(packet: PacketRecord) -> ItemDisplay:
    """How a packet shows its items, by what was kept of it."""
    from runners.coding.items import ItemDisplay

    settings = json.loads(packet.settings)
    return ItemDisplay(
        View(packet.view),
        keyed=settings.get("keyed") is True,
        plain_replies=settings.get("plain_replies") is True,
        neutral_words=settings.get("neutral_words") is True,
        names=tuple(str(name) for name in settings.get("names") or ()),
        pictures=settings.get("pictures") is True,
    )


def _items_in(
    folder: Path, packets: Mapping[str, PacketRecord], pictures: dict[str, bytes]
) -> _Found:
    """Items out of packets' files. A file that is no packet, or another's, is passed over; an item
    that is not as it was packed is left out.
    """
    packed = {name: contents_in_file(packet) for name, packet in packets.items()}
    contents = {
        (name, item.item): item.content for name, packet in packets.items() for item in packet.items
    }
    found: _Found = {}
    for path in sorted(folder.glob("*.packet.jsonl")) if folder.is_dir() else ():
        try:
            packet = packet_at(path)
        except PacketUnusable:
            continue
        name = packet.header.packet
        pictures.update(packet.pictures)
        for item in packet.main:
            if packed.get(name, {}).get(item.id) == item.content:
                seen = replace(item, content=contents[name, item.id])
                found[name, item.id] = ItemDraft(seen, (), story=packet.stories.get(item.id, ()))
    return found
