"""Regular expressions that are compiled when they are first used.

Compiling is most of what importing a file with many patterns takes, and one command uses few of
them.
"""

from __future__ import annotations

import re
from typing import Any, cast


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The same as `re.compile`, without compiling yet."""
    return cast(re.Pattern[str], _Later(text, flags))


class _Later:
    """Stands for a pattern: keeps each of its methods, once it was compiled."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found
