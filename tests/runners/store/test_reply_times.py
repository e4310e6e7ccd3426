"""When trials were answered, and by which names: out of the calls that their transcripts name."""

from __future__ import annotations

from dataclasses import replace

from rooms import call, transcript

from runners.store import Store
from runners.store.reply_times import ReplyTimes, reply_times
from runners.store.writing import add_calls, add_transcripts


def test_a_trial_is_dated_by_its_own_calls_and_by_no_others_of_its_sitting(store_url: str) -> None:
    """A call of another study lies under the same sitting; both databases."""
    names = ("one-05", "one-05", None)
    mine = [replace(call(n), model_returned=name) for n, name in enumerate(names, start=3)]
    told = transcript("t" * 64, *mine)
    with Store.open(store_url) as store:
        for one in (*mine, call(9)):
            store.submit(add_calls, one).result()
        store.submit(add_transcripts, told).result()
        with store.snapshot() as connection:
            found = reply_times(connection, [told.trial, "f" * 64])
    assert found == {told.trial: ReplyTimes(mine[0].at, mine[-1].at, {"one-05": 2, "": 1})}
