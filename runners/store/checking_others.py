"""Whether the sessions that do not count are still what was put into the store.

As `checking`, of which this is a part: their calls have keys made of what was asked, their replies
keys made of what was answered, and their transcripts name replies that are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from runners.store.others import replies_of, reply_key

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

Note = Callable[[str], None]

_BATCH = 200


def check_other_calls(
    connection: Connection, key_of: Callable[[RowMapping], tuple[str, str]], note: Note
) -> None:
    """Names the other replies whose keys are not made of what they say; `key_of` gives the call and
    sitting keys that a row ought to have.
    """
    from sqlalchemy import select

    from runners.store.schema import other_calls

    query = select(other_calls)
    for row in connection.execution_options(yield_per=_BATCH).execute(query).mappings():
        reply = reply_key(row["call"], row["text"], row["finish"])
        if (*key_of(row), reply) != (row["call"], row["sitting"], row["reply"]):
            note(row["reply"])


def check_other_transcripts(connection: Connection, lost: Note, changed: Note) -> None:
    """Names the other transcripts (by trial) of which a reply is not there, or is another one."""
    from runners.store.keys import transcript_hash

    for rows in _transcripts(connection):
        told = [(row, [(str(p), str(c), str(r)) for p, c, r in json.loads(row["calls"])])
                for row in rows]  # fmt: skip
        replies = replies_of(connection, [one for _, triples in told for one in triples])
        for row, triples in told:
            if len(triples) < row["size"] or any(r not in replies for _, _, r in triples):
                lost(row["trial"])
            elif row["hash"] != transcript_hash((p, c, replies[r].text) for p, c, r in triples):
                changed(row["trial"])


def _transcripts(connection: Connection) -> Iterator[list[RowMapping]]:
    from sqlalchemy import select

    from runners.store.schema import other_transcripts

    query = select(other_transcripts).order_by(other_transcripts.c.trial)
    rows = connection.execution_options(yield_per=_BATCH).execute(query).mappings()
    while some := list(islice(rows, _BATCH)):
        yield some
