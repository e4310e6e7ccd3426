"""Shows a picture of a packet: within the terminal, where it can show pictures and textual-image is
installed, else in the program that this computer opens pictures with.

The bytes are a stranger's, and nothing is sent anywhere. For another program they are written into
a folder that only this user can read, under a name made of them, which is gone when coding ends:
only what begins as one of four kinds of picture, with the ending of that kind. Within the terminal
Pillow decodes these four kinds alone, up to a size. textual-image asks the terminal what it can do
(sixel, or the protocol of kitty) when it is imported, so that is before the coding screen takes
the terminal.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from coders.desk.open_packet import Viewer
from coders.desk.steps import Refused
from coders.packets.shape import PacketUnusable
from dsl.errors import os_errors_as
from dsl.files.pictures import digest_of, media_type_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from rich.console import RenderableType
    from textual.app import App


_ROOM = "check the free disk space of the folder for temporary files"


@contextmanager
def picture_viewer() -> Iterator[Viewer]:
    """What opens pictures as long as somebody codes."""
    with ExitStack() as stack:
        folder: list[Path] = []

        def view(data: bytes) -> str:
            kind = media_type_of(data)
            if kind is None:
                raise Refused("this is no PNG, JPEG, GIF or WEBP, so it is not opened")
            with os_errors_as(PacketUnusable, "the picture cannot be opened", _ROOM):
                if not folder:
                    made = TemporaryDirectory(prefix="devrun-", ignore_cleanup_errors=True)
                    folder.append(Path(stack.enter_context(made)))
                place = folder[0] / f"{digest_of(data)[:12]}.{kind.partition('/')[2]}"
                place.write_bytes(data)
                opened = _opened(place)
            told = "opened" if opened else "no program was found that opens"
            return f"{told} {place}; it is deleted when you leave"

        yield view


def _opened(place: Path) -> bool:
    """Hands a file to the system's viewer; False where there is none, or no screen to show it."""
    if sys.platform == "win32":
        os.startfile(place)
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    screen = (
        sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if opener is None or not screen:
        return False
    quiet = subprocess.DEVNULL
    viewer = subprocess.Popen(
        [opener, str(place)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )
    # It may stay for as long as the picture is looked at.
    Thread(target=viewer.wait, daemon=True).start()
    return True


Printed = Callable[["Image"], None]
"""Prints a picture where the cursor is."""

MOST_PIXELS = 50_000_000
"""A picture with more is opened in the system's viewer: decoded it takes 200 MB."""

_COLUMN = 8
"""So many pixels of a picture are at least shown in a column: a small one stays small."""

_BELOW = 4
"""Rows that stay free for what is said below the picture."""

_DEFINED = re.compile(r"#([0-9]+);2;[0-9]+;[0-9]+;[0-9]+")
"""The definition of a colour among sixels."""


def terminal_pictures() -> Printed | None:
    """What prints pictures in this terminal; None where it cannot, or textual-image is missing."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        from textual_image import renderable
    except ImportError:
        return None
    kind = renderable.Image
    if kind not in (renderable.SixelImage, renderable.TGPImage):
        # Coarse blocks of colour are no picture to judge by.
        return None
    return printer(kind)


def printer(kind: Callable[..., RenderableType]) -> Printed:
    """What prints pictures, at most as large as the window, as a `kind` of textual-image."""

    def printed(picture: Image) -> None:
        from rich.console import Console

        size = shutil.get_terminal_size()
        made = io.StringIO()
        console = Console(file=made, force_terminal=True, width=size.columns, height=size.lines)
        width = min(size.columns, max(1, picture.width // _COLUMN))
        console.print(kind(picture, "auto", "auto"), width=width, height=size.lines - _BELOW)
        sys.stdout.write(chosen_colours(made.getvalue()))
        sys.stdout.flush()

    return printed


def within_screen(app: App[None], data: bytes, printed: Printed | None, view: Viewer) -> str:
    """Shows a picture in the place of a screen until Enter is pressed, else opens it by `view`;
    says where it is to be seen.
    """
    if printed is None or (picture := decoded(data)) is None:
        return view(data)
    with app.suspend(), contextlib.suppress(KeyboardInterrupt):
        printed(picture)
        sys.stdout.write("Press Enter to continue. ")
        sys.stdout.flush()
        sys.stdin.readline()
    return "the picture was shown; v shows it again"


def within_lines(data: bytes, printed: Printed | None, view: Viewer) -> str:
    """Shows a picture among lines, else opens it by `view`; says where it is to be seen."""
    if printed is None or (picture := decoded(data)) is None:
        return view(data)
    printed(picture)
    return "this is the picture"


def chosen_colours(sixels: str) -> str:
    """The text with each colour chosen where it is defined. textual-image draws with a colour as
    soon as it is defined, and xterm goes on with the one before until another is chosen.
    """
    return _DEFINED.sub(r"\g<0>#\1", sixels)


def decoded(data: bytes) -> Image | None:
    """A picture on white, of an animation the first; None where it is damaged or too large."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP"))
            if picture.width * picture.height > MOST_PIXELS:
                return None
            on_white = Image.new("RGBA", picture.size, "white")
            on_white.alpha_composite(picture.convert("RGBA"))
            return on_white.convert("RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None
