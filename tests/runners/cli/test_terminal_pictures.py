"""Pictures within the terminal: drawn in its colours, and only what can be decoded safely."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from runners.cli.picture_viewer import (
    MOST_PIXELS,
    chosen_colours,
    decoded,
    printer,
    terminal_pictures,
)


def saved(kind: str, size: tuple[int, int] = (30, 20)) -> bytes:
    into = io.BytesIO()
    Image.new("L", size, 255).save(into, kind)
    return into.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_four_kinds_are_decoded(kind: str) -> None:
    picture = decoded(saved(kind))
    assert picture is not None
    assert (picture.size, picture.mode) == ((30, 20), "RGB")


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG\r\n\x1a\n a bridge", b"<svg/>", saved("BMP"), saved("PNG")[:45]],
    ids=["nothing", "a beginning", "svg", "another kind", "cut off"],
)
def test_what_cannot_be_decoded_is_left_to_the_viewer(data: bytes) -> None:
    assert decoded(data) is None


def test_what_is_clear_is_white() -> None:
    into = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(into, "PNG")
    picture = decoded(into.getvalue())
    assert picture is not None
    assert picture.getpixel((1, 1)) == (255, 255, 255)


def test_a_small_file_of_many_pixels_is_not_unpacked() -> None:
    head = bytearray(saved("GIF"))
    head[6:10] = b"\xff\xff\xff\xff"
    assert MOST_PIXELS < 0xFFFF**2
    assert decoded(bytes(head)) is None


def test_without_a_terminal_nothing_is_asked_of_it() -> None:
    assert terminal_pictures() is None


def test_every_colour_is_chosen_where_it_is_defined(capsys: pytest.CaptureFixture[str]) -> None:
    """Else xterm draws the beginning of a picture in the colour before."""
    renderable = pytest.importorskip("textual_image.renderable")
    picture = Image.new("RGB", (160, 80), "white")
    picture.paste((200, 0, 0), (40, 20, 80, 60))
    printer(renderable.SixelImage)(picture)
    told = capsys.readouterr().out
    assert "\x1bP" in told
    defined = re.findall(r"#(\d+);2;\d+;\d+;\d+(?:#(\d+))?", told)
    assert len(defined) > 1
    assert all(one == chosen for one, chosen in defined)
    assert chosen_colours("#1;2;0;0;0!9~") == "#1;2;0;0;0#1!9~"
