"""What coders saw is made again out of the store, to the letter, under every way to show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.packets.file import packet_at
from coders.packets.shape import Item
from dsl.record import replace
from runners.coding.packet_items import PacketItemFinder
from runners.store.store import Store
from tests.here import here
from tests.packet_text import packet_text

SHELF = """\
experiment The shelf

people
    Otto (he): Karim, Lena (she)

things
    cup: scarf, torch

conditions end
    moved
    left

design
    runs 2
    wording permuted

procedure
    say: {Otto} puts {a cup} on the shelf.
    when moved
        say: Somebody puts the {cup} on the table.
    control before
        ask: Where was the {cup} at first?
        choices:
            The shelf
            The table
        answer: The shelf
    test now
        ask: Where is the {cup} now?
        choices:
            The shelf
            The table
        answer by end
            moved: The table
            left: The shelf
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with packets in both views, masked and not."""
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell = here(folder)
    shell.run("shelf.dev", "-m", "sim/oracle", "-m", "sim/child")
    for coder, *options in (
        ("Anna", "--keyed"),
        ("Ben", "--keyed", "--neutral-words", "--plain-replies"),
        ("Cem", "--view", "content"),
        ("Dora", "--view", "content", "--neutral-words"),
    ):
        shell.run("packets", "--coder", coder, "--duplicates", "2", *options)
    return folder


@pytest.mark.parametrize("coder", ["Anna", "Ben", "Cem", "Dora"])
def test_every_item_is_made_again_as_it_was_packed(folder: Path, coder: str) -> None:
    packet = packet_at(folder / "packets" / f"{coder}.packet.jsonl")
    with Store.open(str(folder / "devrun.sqlite"), reading=True) as store:
        packets = store.packets_of(store.study().id)
        at_hand = PacketItemFinder(store, packets, folder / "nowhere")
        name = packet.header.packet
        found = [at_hand.find(name, item.id) for item in packet.main]
        stories = {item.id: at_hand.story(name, item.id) for item in packet.main}
    assert len(packet.main) > 4
    assert [one and replace(one, content="") for one in found] == [
        replace(one, content="") for one in packet.main
    ]
    assert {item: story for item, story in stories.items() if story} == packet.stories


def test_where_the_store_has_other_words_the_packets_file_is_read(
    folder: Path, tmp_path: Path
) -> None:
    """As if another version of devrun had packed it."""
    packet = packet_at(folder / "packets" / "Anna.packet.jsonl")

    def older(item: Item) -> Item:
        return replace(item, content=f"0{item.content[1:]}", guide=((5, "as it was"),))

    packed = replace(packet, main=tuple(map(older, packet.main)))
    (tmp_path / "Anna.packet.jsonl").write_text(packet_text(packed), encoding="utf-8")
    (tmp_path / "other.packet.jsonl").write_text("no packet\n", encoding="utf-8")
    with Store.open(str(folder / "devrun.sqlite"), reading=True) as store:
        kept = store.packet(packet.header.packet)
        assert kept is not None
        contents = {item.id: item.content for item in packed.main}
        row = replace(
            kept,
            settings="{}",
            items=tuple(
                replace(item, content=contents[item.item], behind=()) for item in kept.items
            ),
        )
        found = PacketItemFinder(store, [row], tmp_path)
        assert [found.find(row.packet, item.id) for item in packed.main] == list(packed.main)
        nowhere = PacketItemFinder(store, [row], tmp_path / "nowhere")
        assert nowhere.find(row.packet, packed.main[0].id) is None
