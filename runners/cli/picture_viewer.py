"""Opens a picture of a packet in the program that this computer opens pictures with.

The file is in a folder that only this user can read, under a name made of its bytes, and is gone
when coding ends. Nothing is sent anywhere. The bytes are a stranger's: only what begins as one of
four kinds of picture is ever written, with the ending of that kind.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from coders.desk.open_packet import Viewer
from coders.desk.steps import Refused
from coders.packets.shape import PacketUnusable
from dsl.errors import os_errors_as
from dsl.files.pictures import digest_of, media_type_of

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
