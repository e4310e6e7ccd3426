"""The keys that scroll, the same on every page."""

from __future__ import annotations

from coders.screen.reading import ReadingView

_ROWS = {"up": -1, "k": -1, "down": 1, "j": 1}
_PAGES = {"pageup": -1, "pagedown": 1}
SCROLLING_ONLY = frozenset({"up", "down", "pageup", "pagedown"})
"""Those that scroll while something is written, too."""
_FAR = 10**9


def scroll(reading: ReadingView, key: str) -> bool:
    """Scrolls if the key is one that does; says whether it is."""
    if key in _ROWS:
        reading.turn(_ROWS[key])
    elif key in _PAGES:
        # One row of the page before stays in view, so that the eye finds its place.
        reading.turn(_PAGES[key] * max(1, reading.size.height - 1))
    elif key == "home":
        reading.turn(-_FAR)
    elif key == "end":
        reading.turn(_FAR)
    else:
        return False
    return True
