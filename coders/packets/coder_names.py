"""What a coder may be called: what can name a file on every system, and means nothing else."""

from __future__ import annotations

import re

_FIT = re.compile(r"[^\W_](?:[\w .-]*[\w-])?")
_LONGEST = 40
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
RESERVED = ("matcher", "adjudicated", "quorum", "judges")
"""Names with a meaning of their own where scores are shown."""


def fault_of_name(name: str) -> str:
    """Why nobody can code under this name, in words; empty where it will do."""
    plain = name.casefold().strip()
    if not plain:
        return "a coder needs a name"
    if plain in RESERVED or plain.startswith("judge "):
        return f"`{name}` is not a coder's name: `devrun score` calls something else so"
    if len(name) > _LONGEST:
        return f"the name `{name[:_LONGEST]}...` is longer than {_LONGEST} characters"
    if not _FIT.fullmatch(name) or _DEVICES.fullmatch(name):
        return f"`{name}` cannot name a file"
    return ""
