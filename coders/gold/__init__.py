"""The gold that comes with devrun: hand-made transcripts of the shipped scripts.

It lies here as data and is read only when somebody asks for it.
"""

from __future__ import annotations

from importlib import resources

STARTER = "starter"
"""The name under which it is asked for, and which messages call it."""


def starter_text() -> str:
    """The shipped gold file, as it is written."""
    return resources.files(__name__).joinpath("starter.toml").read_text(encoding="utf-8")
