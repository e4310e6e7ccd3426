"""Whether the files of devrun's packages are those that were installed.

The four packages have common names. Another distribution may put files of its own among them: its
`coders/__init__.py`, which is seen at each start, or any other file, which is seen here. To make
the hashes of all files at each start would take longer than most commands, so this is asked where
something has gone wrong.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, PackagePath, distribution

PACKAGES = ("dsl", "renderers", "coders", "runners")


def foreign_file() -> str | None:
    """The first file of ours that is not as it was installed; None where all are, and where they
    are worked on in a clone.
    """
    try:
        return changed(distribution("devrun").files or ())
    except (PackageNotFoundError, OSError):
        return None


def changed(files: Iterable[PackagePath]) -> str | None:
    """The first of these files whose hash is not the one that is recorded for it."""
    for file in files:
        if file.parts[0] not in PACKAGES or file.hash is None or file.hash.mode != "sha256":
            continue
        try:
            made = sha256(file.read_binary()).digest()
        except OSError:
            return str(file)
        if urlsafe_b64encode(made).rstrip(b"=").decode() != file.hash.value:
            return str(file)
    return None
