"""Pictures as they can be sent to every vendor."""

from __future__ import annotations

import io
import random
from fractions import Fraction
from pathlib import Path

import pytest
from PIL import Image

from dsl.files.pictures import LARGEST
from runners.cli.published.sendable_pictures import NotSendable, frames, sendable


def saved(picture: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()


KINDS = (
    "RGB PNG", "RGB JPEG", "CMYK JPEG", "P PNG", "LA PNG", "I;16 TIFF", "1 TIFF", "F TIFF",
    "CMYK TIFF", "RGB GIF", "RGBA WEBP",
)  # fmt: skip


@pytest.mark.parametrize("written", KINDS)
def test_a_picture_of_any_kind_is_scaled_and_kept_if_it_is_small(written: str) -> None:
    mode, kind = written.split()
    data = saved(Image.new(mode, (40, 20)), kind)
    small = sendable(data, 10)
    with Image.open(io.BytesIO(small.data)) as made:
        assert (made.size, made.format) == ((10, 5), "JPEG" if kind == "JPEG" else "PNG")
    whole = sendable(data, 40)
    assert (whole.data == data) == (kind in ("PNG", "JPEG", "WEBP")) == (not whole.done)


def test_a_picture_with_too_many_bytes_is_scaled_until_it_has_few_enough() -> None:
    noise = Image.frombytes("RGB", (1_150, 1_150), random.Random(1).randbytes(3 * 1_150**2))
    out = io.BytesIO()
    noise.save(out, "PNG", compress_level=0)
    assert len(out.getvalue()) > LARGEST
    made = sendable(out.getvalue(), 8_000)
    assert len(made.data) <= LARGEST
    assert made.done == "1150 x 1150 PNG scaled to 920 x 920 PNG by Lanczos resampling"


def test_a_picture_that_lies_on_its_side_is_scaled_upright() -> None:
    turned = Image.new("RGB", (40, 20))
    exif = turned.getexif()
    exif[0x0112] = 6
    out = io.BytesIO()
    turned.save(out, "JPEG", exif=exif)
    with Image.open(io.BytesIO(sendable(out.getvalue(), 10).data)) as made:
        assert made.size == (5, 10)


def test_what_is_no_video_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("av")
    place = tmp_path / "moves.mp4"
    place.write_bytes(b"nonsense" * 100)
    with pytest.raises(NotSendable, match="is no video that can be read: Invalid data") as caught:
        list(frames(place, Fraction(1)))
    assert caught.value.instead == "save it as MP4"
