"""The replies of a study for its report: what they came to, and what is found in them.

Every reply is read for both, some seconds for a hundred thousand trials. Of a large study another
process does that while this one reads what coders said. It starts with little in memory: nothing
here knows scripts or scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.record import record
from runners.background import processes
from runners.comparison.reply_search import ReplyFinds, ReplySearch
from runners.store.call_queries import ReplySums
from runners.store.records import ModelReplies
from runners.store.store import Store
from runners.store.study_queries import StartRecord


@record
class StudyReplies:
    """What the database says of a study's replies, cell by cell, and of its starts; and what was
    `found` in those of scripts that ask for recognition, None where no script does.
    """

    answered: tuple[ModelReplies, ...]
    starts: tuple[StartRecord, ...]
    found: ReplyFinds | None


@contextmanager
def replies_aside(
    store: Store, search: ReplySearch, others: int
) -> Iterator[Callable[[], StudyReplies]]:
    """What gives the replies of a study. If there are `others`, one of them reads the replies
    meanwhile; else they are read at once.
    """
    if not others:
        read = _read(store, search)
        yield lambda: read
        return
    with processes(1) as aside:
        found = aside.begin(_open_and_read, store.url, search)
        aside.give_no_more()
        yield found.result


def _open_and_read(url: str, search: ReplySearch) -> StudyReplies:
    with Store.open(url, reading=True) as store:
        return _read(store, search)


def _read(store: Store, search: ReplySearch) -> StudyReplies:
    starts = store.starts_of(search.study)
    if not search.groups:
        return StudyReplies(store.model_replies(search.study), starts, None)
    sums = ReplySums()
    found = search.found(store, sums)
    return StudyReplies(sums.found, starts, found)
