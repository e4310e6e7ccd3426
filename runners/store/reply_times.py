"""When finished trials were answered, and by which name the provider called the model that did.

A trial's calls are those that its transcript names. What else lies under the same sitting (the same
draw at another seed, or an earlier edition of the script) is another study's, and would date a
trial by replies that it has not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

_AT_ONCE = 200  # trials
_SLICE = 500  # values in a statement


@dataclass(frozen=True, slots=True)
class ReplyTimes:
    """The replies of one trial: times as the store has them (UTC, ISO 8601 with a Z), and how many
    came under each name; "" where the provider gave none.
    """

    first: str
    last: str
    returned: Mapping[str, int]


def reply_times(connection: Connection, trials: Sequence[str]) -> dict[str, ReplyTimes]:
    """When each of these trials (by key) was answered; those that are not finished are missing."""
    from runners.store.reading import transcripts_of

    found: dict[str, ReplyTimes] = {}
    for start in range(0, len(trials), _AT_ONCE):
        told = transcripts_of(connection, trials[start : start + _AT_ONCE])
        known = _calls(connection, [key for one in told for _, key in one.calls])
        for one in told:
            replies = [known[key] for _, key in one.calls if key in known]
            if replies:
                times = sorted(at for at, _ in replies)
                names = Counter(name for _, name in replies)
                found[one.trial] = ReplyTimes(times[0], times[-1], dict(names))
    return found


def _calls(connection: Connection, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
    """(time, name of the model) of these calls, by call key."""
    from sqlalchemy import select

    from runners.store.schema import calls

    found: dict[str, tuple[str, str]] = {}
    columns = (calls.c.call, calls.c.at, calls.c.model_returned)
    for start in range(0, len(keys), _SLICE):
        query = select(*columns).where(calls.c.call.in_(keys[start : start + _SLICE]))
        found.update((key, (at, name or "")) for key, at, name in connection.execute(query))
    return found
