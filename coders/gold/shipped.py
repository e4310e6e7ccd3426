"""The starter set as read: one gold file for each script of the battery.

One file of all scripts was tried, and nobody could find anything in it.
"""

from __future__ import annotations

from importlib import resources

from coders.packets.gold import GoldFile, read_gold

STARTER = "starter"
"""The name under which it is asked for, and which messages call it."""

SCRIPTS = (
    "sally_anne",
    "gears",
    "helper_hinderer",
    "rational_action",
    "smarties",
    "blicket",
    "number",
    "altruistic_helping",
    "object_permanence",
    "goal_attribution",
    "belief_variations",
    "blicket_hypothesis",
)
"""The scripts that have gold, in the order in which they are drawn on: the first four are of the
four domains, and have every way to an LRS of 0.
"""


def starter_files() -> tuple[GoldFile, ...]:
    """The shipped gold, a file for each script."""
    folder = resources.files("coders.gold").joinpath("starter")
    return tuple(
        read_gold(
            folder.joinpath(f"{script}.toml").read_text(encoding="utf-8"),
            f"{STARTER}, {script}.toml",
        )
        for script in SCRIPTS
    )
