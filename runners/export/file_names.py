"""Names of files that every system can hold, for what is given away.

Windows has no file called `aux.dev`, `what?.dev` or `story.`; there and on a Mac `Sally.dev` and
`sally.dev` are one file. A folder with such names cannot be unpacked there, or loses a script
without a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

_NO_CHARACTER = re.compile('[\x00-\x1f\x7f<>:"|?*\\\\\ud800-\udfff]')
"""What a part of a path cannot hold on some system: controls, what Windows keeps for itself, and
bytes of a name that are no text.
"""

_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])(?= *(\.|$))", re.I)
"""The beginning of a name that is a device on Windows, whatever ending follows."""

_LONGEST = 150
"""Bytes of a name. Most systems hold 255, some 143, and a number may be added to it."""
_LONGEST_ENDING = 20

_END = re.compile(r"[. ]+$")
"""What Windows cuts off the end of a name."""


def held_everywhere(name: str) -> str:
    """A path, `/` between its folders, with `_` for all that some system cannot hold."""
    return "/".join(_part(part) for part in name.split("/"))


def _part(part: str) -> str:
    if part in ("", ".", ".."):
        return part
    found = _END.sub("_", _NO_CHARACTER.sub("_", part))
    if _DEVICE.match(found):
        found = _DEVICE.sub(lambda device: f"{device.group()}_", found, count=1)
    return _cut(found)


def _cut(part: str) -> str:
    """A name that is short enough for every system, with the ending that it had."""
    if len(part.encode("utf-8")) <= _LONGEST:
        return part
    stem, dot, ending = part.rpartition(".")
    if not stem or len(ending.encode("utf-8")) > _LONGEST_ENDING:
        stem, dot, ending = part, "", ""
    room = _LONGEST - len(f"{dot}{ending}".encode())
    return stem.encode("utf-8")[:room].decode("utf-8", "ignore") + dot + ending


def names_apart(names: Iterable[str]) -> dict[str, str]:
    """What each file of a folder is called where every system is to hold it: no two alike but for
    capitals. A name that can stay, stays.
    """
    given = tuple(names)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(given, key=lambda name: held_everywhere(name) != name):
        path = PurePosixPath(held_everywhere(name))
        number = 1
        while (new := _numbered(path, number)) and folded(new) in taken:
            number += 1
        taken.add(folded(new))
        found[name] = new
    return {name: found[name] for name in given}


def _numbered(path: PurePosixPath, number: int) -> str:
    return str(path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}"))


def folded(name: str) -> str:
    """What two names have in common that are one file where capitals and accents do not count."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
