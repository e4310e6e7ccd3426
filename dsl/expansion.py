"""The ways of expanding a script, counted.

A study is expanded as it was when it was run, for as long as devrun knows how: its replies were
given to those words in that order. So a change of what any script expands to is a new version here,
in addition to the old one, and the procedure hash of a script names the version in which it came to
expand as it does. A script that a version leaves alone keeps its hash and its stored studies.
"""

from __future__ import annotations

FIRST = 1
EACH_ROW_ITS_ORDER = 2
"""Since this version each row of a loop has an order of choices of its own. Before, all rows of a
trial had one, so that the key could be at the same letter in a whole bank of items."""

MANY_WORDS_DEALT = 3
"""Since this version the words of a pool of more than a hundred are dealt one by one (`dealing`).
Before, they were paired with the draws of a whole block, which took minutes for two thousand."""

EXPANSIONS = (MANY_WORDS_DEALT, EACH_ROW_ITS_ORDER, FIRST)
"""Every version that can still be expanded, the newest first."""

EXPANSION_VERSION = EXPANSIONS[0]
"""The version by which scripts are expanded now."""
