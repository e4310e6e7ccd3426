"""How hard a participant is asked, and when it is left alone."""

from __future__ import annotations

from dataclasses import dataclass

from runners.engine.concurrency import AdaptiveConcurrency
from runners.engine.rate_limit import RateLimit

FIRST = 8
"""Calls in flight at first where a limit is to be found."""


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The figures of a run. Times are in seconds.

    `concurrency`: calls in flight to one participant, at most and from the start; None finds the
    number, between 1 and `most`. `requests_per_minute` and `tokens_per_minute` of each participant
    are kept to. `timeout`: the longest that one try may take with a participant beyond this
    process. `tries`: how often one call is tried; it is not retried once its tries took
    `call_timeout` together, or the pauses between them would take `call_patience`. `first_wait` and
    `longest_wait`: bounds of the growing, jittered pause between tries; a participant that names a
    Retry-After longer than `patience` is let be, and so is one that has answered nothing but "too
    many requests" for so long.
    `grace`: so long replies that are on their way are waited for once a participant is silent; one
    who turns calls down, as an empty account does, is waited for as long as a call may take.
    `losses`: after so many failures in a row the participant counts as down; failed tries count
    when it has also been silent for `silence`, or for `outage` if it has answered before. `poll`:
    how often to look whether another process is done with a trial. `parting`: so long calls that
    are on their way are waited for when somebody stops the run.
    """

    concurrency: int | None = None
    most: int = 200
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float = 300.0
    tries: int = 8
    first_wait: float = 0.5
    longest_wait: float = 60.0
    patience: float = 300.0
    losses: int = 10
    silence: float = 3.0
    outage: float = 60.0
    poll: float = 0.5
    grace: float = 10.0
    parting: float = 30.0

    @property
    def call_timeout(self) -> float:
        """How long the tries of one call may take together, without the pauses between them."""
        return 2 * self.timeout

    @property
    def call_patience(self) -> float:
        """How long the pauses between the tries of one call may take together."""
        return 2 * self.patience

    def adaptive_concurrency(self, places: int | None) -> AdaptiveConcurrency:
        """How many calls are in flight to a participant. `places`: so many it works on side by side
        in this process; None where the number is to be found.
        """
        if self.concurrency is not None:
            return AdaptiveConcurrency(self.concurrency, self.concurrency)
        if places is not None:
            return AdaptiveConcurrency(places, places)
        return AdaptiveConcurrency(self.most, min(FIRST, self.most))

    def rate_limit(self, *, shared: bool = False) -> RateLimit:
        """What one participant is asked in a minute; the provider's word alone where the user's
        figures are shared with other processes.
        """
        if shared:
            return RateLimit(patience=self.patience)
        return RateLimit(self.requests_per_minute, self.tokens_per_minute, self.patience)


def trials_in_flight(slots: int) -> int:
    """Trials of one participant run concurrently where so many calls may be in flight: more than
    calls, since a trial is between two calls while a reply is being committed.
    """
    return slots + max(1, slots // 2)
