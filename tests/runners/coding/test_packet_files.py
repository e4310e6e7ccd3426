"""Packets reach the disk and the store together, or neither, whatever happens in between."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from coders.packets.file import packet_at
from coders.packets.shape import PacketUnusable
from runners.coding.packet_files import existing_file, path_of, settle, write_packets
from runners.coding.packing import PackedStudy
from runners.store.records import PacketRecord
from tests.coders.packets.stories import experiment
from tests.packet_text import packet_text
from tests.runners.coding.studies_at_hand import packed, study_of


@pytest.fixture
def found(tmp_path: Path) -> PackedStudy:
    told = study_of([experiment()], ["lab/tiny-9b"], lambda *_: "In the box.", runs=2)
    return packed(tmp_path, told)


def out(found: PackedStudy, folder: Path, noted: list[PacketRecord]) -> tuple[Path, ...]:
    def note(kept: Sequence[PacketRecord]) -> None:
        # The whole files are there before the store knows them, under names that nobody codes.
        assert sorted(path.name for path in folder.iterdir()) == [
            "Ada.packet.jsonl.part",
            "Ben.packet.jsonl.part",
        ]
        noted.extend(kept)

    return write_packets(
        folder,
        [one.packet for one in found.packets],
        [one.kept for one in found.packets],
        note,
    )


def test_packets_are_written_whole_and_noted_before_coders_can_find_them(
    found: PackedStudy, tmp_path: Path
) -> None:
    noted: list[PacketRecord] = []
    folder = tmp_path / "new" / "packets"
    places = out(found, folder, noted)
    assert places == (path_of(folder, "Ada"), path_of(folder, "Ben"))
    assert [packet_at(path).header.packet for path in places] == [one.packet for one in noted]
    assert sorted(folder.iterdir()) == list(places)


def test_where_the_store_refuses_no_file_and_no_folder_is_left(
    found: PackedStudy, tmp_path: Path
) -> None:
    def refuse(kept: Sequence[PacketRecord]) -> None:
        raise RuntimeError("the store is full")

    with pytest.raises(RuntimeError, match="the store is full"):
        write_packets(tmp_path / "n" / "p", [one.packet for one in found.packets], [], refuse)
    assert not (tmp_path / "n").exists()
    (tmp_path / "p").mkdir()
    with pytest.raises(RuntimeError, match="the store is full"):
        write_packets(tmp_path / "p", [one.packet for one in found.packets], [], refuse)
    assert list((tmp_path / "p").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_reported_in_words(
    found: PackedStudy, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with pytest.raises(PacketUnusable) as caught:
        write_packets(blocked / "p", [one.packet for one in found.packets], [], lambda _: None)
    assert caught.value.message == (
        f"packets cannot be written to {blocked / 'p'}: not a directory"
    )


def test_what_a_crash_left_is_finished_where_the_store_knows_it_and_else_dropped(
    found: PackedStudy, tmp_path: Path
) -> None:
    ada, ben = (one.packet for one in found.packets)
    (tmp_path / "Ada.packet.jsonl.part").write_text(packet_text(ada), encoding="ascii")
    (tmp_path / "Ben.packet.jsonl.part").write_text(packet_text(ben), encoding="ascii")
    (tmp_path / "Cy.packet.jsonl.part").write_text(packet_text(ada)[:500], encoding="ascii")
    settled = settle(tmp_path, lambda packet: packet == ada.header.packet)
    assert settled.finished == (tmp_path / "Ada.packet.jsonl",)
    assert settled.dropped == (tmp_path / "Ben.packet.jsonl", tmp_path / "Cy.packet.jsonl")
    assert packet_at(tmp_path / "Ada.packet.jsonl").header == ada.header
    assert settle(tmp_path, lambda packet: True).finished == ()
    assert settle(tmp_path / "nowhere", lambda packet: True).finished == ()


@pytest.mark.parametrize("name", ["ADA.packet.jsonl", "Ada.log.jsonl"])
def test_a_packet_or_log_of_that_name_is_in_the_way(name: str, tmp_path: Path) -> None:
    assert existing_file(tmp_path, ["Ada"]) is None
    (tmp_path / name).write_text("", encoding="utf-8")
    assert existing_file(tmp_path, ["Ada"]) == tmp_path / name
    assert existing_file(tmp_path, ["Ben"]) is None
