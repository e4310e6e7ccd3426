"""The gold that comes with devrun: hand-made transcripts of the scripts that ship.

It lies here as data, one file for each script, and is read only when somebody asks for it.
"""

from __future__ import annotations

from coders.gold.choosing import STARTER, gold_for_scripts, starter_files

__all__ = ["STARTER", "gold_for_scripts", "starter_files"]
