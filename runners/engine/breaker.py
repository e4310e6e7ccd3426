"""Says when a participant is down, so that one clear reason replaces ten thousand.

Two signs, and any reply wipes out both: calls given up in a row, whatever the reason; and tries
that failed in a row on the way there while nothing was heard for some time. That time is short for
a participant that never answered, such as a server that was not started, and long for one that did:
a run overnight outlives a break of a minute.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runners.engine.run_limits import RunLimits
from runners.participants.failures import FailureKind, NoReply

ABSENT = 3
"""Tries enough to give up one who never answered. A few calls alone, whose tries come ever more
slowly, would else take longer to say so than many."""


@dataclass(slots=True)
class Breaker:
    """Counts failures in a row, up to the `limits`. Times are in seconds of one clock. The silence
    of one who never answered begins with the first try: an SDK that loads slowly is none of it.
    """

    limits: RunLimits
    _asked: float | None = field(init=False, default=None)
    _heard: float | None = field(init=False, default=None)
    _tries: int = field(init=False, default=0)
    _calls: int = field(init=False, default=0)

    def replied(self, now: float) -> None:
        """A reply came."""
        self._heard = now
        self._tries = self._calls = 0

    def try_failed(self, error: NoReply, now: float) -> str:
        """One try failed; gives the reason to stop, or nothing."""
        if error.hopeless:
            return error.message
        if not error.transient:
            return ""  # somebody is there, and understands other calls
        if error.retry_after is not None and error.retry_after > self.limits.patience:
            return (
                f"it asks to wait {_long(error.retry_after)}, longer than the limit of "
                f"{_long(self.limits.patience)}: {error.message}"
            )
        self._tries += 1
        if self._asked is None:
            self._asked = now - error.took_s
        if error.kind is FailureKind.RATE_LIMITED:
            bearable = self.limits.patience  # somebody is there, and says to come back
        else:
            bearable = self.limits.silence if self._heard is None else self.limits.outage
        silent = now - (self._asked if self._heard is None else self._heard)
        absent = error.kind is not FailureKind.RATE_LIMITED and self._heard is None
        enough = min(ABSENT, self.limits.losses) if absent else self.limits.losses
        if self._tries >= enough and silent >= bearable:
            return (
                f"no reply for {silent:.0f} seconds, and {self._tries} attempts in a row "
                f"failed: {error.message}"
            )
        return ""

    def gave_up(self, error: NoReply) -> str:
        """All tries of a call failed; gives the reason to stop, or nothing."""
        self._calls += 1
        if self._calls >= self.limits.losses:
            return f"{self._calls} calls in a row got no reply: {error.message}"
        return ""


def _long(seconds: float) -> str:
    """A time that a person reads: `45 seconds`, `5 minutes`, `1.9 hours`."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"
