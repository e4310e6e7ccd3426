"""Pictures as they can be sent: scaled where a vendor would refuse them, and frames of videos.

Done once, when questions are brought in. What a script then names are the scaled files, so that
scaling is part of what the procedure is, and nothing is decoded when scripts are read or sent.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from dsl.files.pictures import LARGEST, media_type_of
from dsl.record import record

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 8_000
"""Pixels on the longer side: the smallest limit of a vendor (Anthropic's Messages API)."""
MANY, MOST_PIXELS_OF_MANY = 20, 2_000
"""In a request with more pictures than these, none may have more pixels on a side (the same)."""
MOST_FRAMES = 60
"""So many frames of a video are sent, at most."""
_SMALLER = 0.8
_MODES = ("RGB", "RGBA", "L", "LA", "I;16")
"""Kinds of pixels that are scaled and saved as they are."""
# Google's models take no GIF.
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


class NotSendable(Exception):
    """A picture or video of which nothing can be sent: why, and what to do."""

    def __init__(self, what: str, instead: str) -> None:
        super().__init__(what)
        self.what, self.instead = what, instead


@record
class Sendable:
    """A picture's bytes, the ending of its file, its longer side in pixels, and what was `done` to
    it, empty for nothing.
    """

    data: bytes
    ending: str
    side: int
    done: str = ""


def sendable(data: bytes, most_pixels: int) -> Sendable:
    """A picture with at most so many pixels on its longer side, and small enough for every vendor.

    One that is so already is left as it is, byte for byte. Others are scaled by Lanczos resampling,
    and saved as PNG, or as JPEG if they were one. Raises NotSendable.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with catch_warnings():
            # A picture above this many pixels is large; above twice as many it is refused.
            simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data))
        if getattr(picture, "n_frames", 1) > 1 and picture.format != "MPO":
            raise NotSendable(
                "is an animation, of which models see one picture",
                "name it in the column `videos`",
            )
        picture.load()
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise NotSendable("is no picture that can be read", "save it as a PNG") from None
    except (OSError, SyntaxError, ValueError) as problem:
        raise NotSendable(f"is broken: {problem}", "take it from the dataset again") from None
    kind = media_type_of(data)
    if kind in _ENDINGS and len(data) <= LARGEST and max(picture.size) <= most_pixels:
        return Sendable(data, _ENDINGS[kind], max(picture.size))
    before = f"{picture.width} x {picture.height} {picture.format}"
    upright = ImageOps.exif_transpose(picture)
    jpeg = kind == "image/jpeg"
    share = min(1.0, most_pixels / max(upright.size))
    while True:
        found = _scaled(upright, share, jpeg=jpeg)
        if len(found) <= LARGEST:
            break
        share *= _SMALLER
    size = Image.open(io.BytesIO(found)).size
    ending = "jpg" if jpeg else "png"
    done = f"{before} saved as {ending.upper()}"
    if size != upright.size:
        done = f"{before} scaled to {size[0]} x {size[1]} {ending.upper()} by Lanczos resampling"
    return Sendable(found, ending, max(size), done)


def _scaled(picture: Image, share: float, *, jpeg: bool) -> bytes:
    """A picture with this share of its width and height."""
    from PIL import Image

    width, height = (max(1, round(side * share)) for side in picture.size)
    if picture.mode not in (("RGB", "L") if jpeg else _MODES):
        clear = "transparency" in picture.info and not jpeg
        picture = picture.convert("RGBA" if clear else "RGB")
    if (width, height) != picture.size:
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, "JPEG" if jpeg else "PNG", quality=95)
    return out.getvalue()


def frames(video: Path, rate: Fraction) -> Iterator[tuple[bytes, float]]:
    """Frames of a video as PNG, `rate` a second from its beginning, each with its second: the first
    frame at or after each time. Raises NotSendable.
    """
    try:
        import av
    except ModuleNotFoundError:
        raise NotSendable(
            "is a video, and nothing that reads videos is installed",
            "pip install 'devrun[video]'; or take the configuration `frame-combined`, whose videos "
            "are pictures",
        ) from None
    count = 0
    try:
        with av.open(str(video)) as container:
            for frame in container.decode(video=0):
                second = float(frame.time or 0)
                if second + 1e-6 < count / rate:
                    continue
                if count == MOST_FRAMES:
                    raise NotSendable(
                        f"has more than {MOST_FRAMES} frames at {float(rate):g} a second",
                        "take fewer with --frames-per-second",
                    )
                out = io.BytesIO()
                frame.to_image().save(out, "PNG")
                yield out.getvalue(), second
                count += 1
    except (av.FFmpegError, IndexError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise NotSendable(f"is no video that can be read: {why}", "save it as MP4") from None
    if not count:
        raise NotSendable("has no frames", "save it as MP4")
