"""How hard a participant is asked, and when it is left alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """The figures of a run. Times are in seconds.

    `concurrency`: calls in flight to one participant, at most. `timeout`: the longest that one try
    may take. `tries`: how often one call is tried. `first_wait` and `longest_wait`: bounds of the
    growing, jittered pause between tries; a Retry-After longer than `patience` is not waited for,
    and a participant that has answered nothing but "too many requests" for so long is let be.
    `losses`: after so many failures in a row the participant counts as down; failed tries count
    when it has also been silent for `silence`, or for `outage` if it has answered before. `poll`:
    how often to look whether another process is done with a trial.
    """

    concurrency: int = 16
    timeout: float = 300.0
    tries: int = 8
    first_wait: float = 0.5
    longest_wait: float = 60.0
    patience: float = 300.0
    losses: int = 10
    silence: float = 3.0
    outage: float = 60.0
    poll: float = 0.5

    @property
    def trials_in_flight(self) -> int:
        """Trials of one participant told side by side: a few more than calls, since a trial is
        between two calls while a reply is being committed.
        """
        return self.concurrency + max(1, self.concurrency // 4)
