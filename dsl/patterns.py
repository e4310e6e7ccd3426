"""Regular expressions that are compiled when they are first used.

Compiling is most of what importing a file with many patterns takes, and one command uses few of
them. A pattern of many turns of phrase takes a millisecond or more; to look first for strings of
which each turn has one is much quicker, and most texts have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast


def lazy_pattern(text: str, flags: int = 0, *, needs: str = "") -> re.Pattern[str]:
    """The same as `re.compile`, without compiling yet. `needs` are strings with `|` between them,
    of which every text has one in which the pattern is found by `search`, `match` or `sub`.
    """
    made = _Later(text, flags) if not needs else _Needing(text, flags, tuple(needs.split("|")))
    return cast(re.Pattern[str], made)


def any_found(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    """Whether one of these patterns is found in a text."""
    return any(pattern.search(text) is not None for pattern in patterns)


class _Later:
    """Stands for a pattern: keeps each of its methods, once it was compiled."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found


class _Needing(_Later):
    """A pattern that is compiled for the first text that has what it needs."""

    def __init__(self, text: str, flags: int, needs: tuple[str, ...]) -> None:
        super().__init__(text, flags)
        self.needs = needs
        self._later: Any = _Later(text, flags)

    def search(self, text: str) -> re.Match[str] | None:
        """As that of a pattern."""
        return self._later.search(text) if any(one in text for one in self.needs) else None

    def match(self, text: str) -> re.Match[str] | None:
        """As that of a pattern."""
        return self._later.match(text) if any(one in text for one in self.needs) else None

    def sub(self, new: Any, text: str) -> str:
        """As that of a pattern."""
        return self._later.sub(new, text) if any(one in text for one in self.needs) else text
