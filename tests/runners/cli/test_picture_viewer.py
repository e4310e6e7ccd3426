"""A picture of a packet in the system's viewer: a private file, gone when coding ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from coders.desk.steps import Refused
from runners.cli.picture_viewer import picture_viewer

PNG = b"\x89PNG\r\n\x1a\n a bridge"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="xdg-open is of Linux")


def file_in(told: str) -> Path:
    return Path(told.partition(";")[0].split(" ")[-1])


@on_linux
def test_the_viewer_is_given_a_file_that_only_its_owner_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    os.mkfifo(seen)
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\ncat "$1" > {seen}\n', encoding="utf-8")
    opener.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    with picture_viewer() as view:
        told = view(PNG)
        place = file_in(told)
        assert seen.read_bytes() == PNG
        assert told == f"opened {place}; it is deleted when you leave"
        assert place.suffix == ".png"
        assert place.parent.stat().st_mode & 0o077 == 0
    assert not place.parent.exists()


@on_linux
def test_without_a_screen_the_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with picture_viewer() as view:
        told = view(PNG)
        assert told.startswith("no program was found that opens ")
        assert file_in(told).read_bytes() == PNG


def test_what_is_no_picture_is_not_even_written() -> None:
    with picture_viewer() as view, pytest.raises(Refused, match="no PNG, JPEG, GIF or WEBP"):
        view(b"#!/bin/sh\n")
