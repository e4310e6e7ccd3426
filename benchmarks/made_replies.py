"""The words of a made-up study's participants, stored as a run would have stored them.

Most replies give a reason of one sentence, so that hardly two are alike: a matcher that remembers
what it has read finds little here that it remembers. One reply in three hundred is cut off,
withheld, empty or unreadable. Call keys, transcripts and their hashes are those of a run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future

from made_study import AT, Places, Tell

from dsl import __devrun__
from dsl.trial import Question, Trial, Turn
from runners.engine.session import Branches, Heard, NextCall, Walk, walks
from runners.store.keys import design_hash, prompt_hash, transcript_hash
from runners.store.records import CallRecord, Sitting, StudyTrial, TranscriptRecord
from runners.store.store import Store
from runners.store.writes import add_calls, add_transcripts

ODD = ("length", "filtered", "empty", "unparsable")
_WHO = ("she", "he", "nobody", "the friend", "everyone", "the other child", "I", "we")
_DID = ("saw", "moved", "heard about", "thought of", "was told of", "looked for", "remembered")
_WHEN = ("before the walk", "a while ago", "at the start", "in the meantime", "at last", "then")


Said = Callable[[Turn], tuple[str, str]]
"""The reply to a turn, and how it ended."""


def in_words(*, seed: int = 3) -> Tell:
    """A trial leaves every reply, and its transcript."""
    rng = random.Random(seed)

    def tell(
        store: Store, trial: Trial, row: StudyTrial, places: Places, so: Mapping[str, str]
    ) -> str:
        words, kept = store_replies(store, trial, row, lambda turn: _reply(turn, so, rng))
        if rng.random() < 1 / 50:
            kept.result()  # that not all of the study waits for the writer at once
        return words

    return tell


def store_replies(
    store: Store, trial: Trial, row: StudyTrial, say: Said, *, simulated: bool = True
) -> tuple[str, Future[None]]:
    """Stores every call of a trial and its transcript; gives the hash of this, and the write."""
    said: list[tuple[str, str, str]] = []
    for walk in walks(trial, row.sitting.key):
        for ask, text, finish in led(walk, say):
            call = made_call(ask.key, row.sitting, ask, text, finish, simulated=simulated)
            store.submit(add_calls, call)
            said.append((ask.place, ask.key, text))
    words = transcript_hash(said)
    pairs = tuple((place, key) for place, key, _ in said)
    hashes = prompt_hash(trial), design_hash(trial)
    finished = TranscriptRecord(row.key, words, pairs, __devrun__, AT, *hashes)
    return words, store.submit(add_transcripts, finished)


def made_call(
    key: str, sitting: Sitting, ask: NextCall, text: str, finish: str, *, simulated: bool = True
) -> CallRecord:
    """What is stored of a call."""
    return CallRecord(
        key, sitting, ask.place, ask.messages, text, finish,
        '{"id":"made-up"}', "{}", '{"model":"made-up"}', "made-up-1", None, 200, 20,
        0.5, 1, simulated, __devrun__, AT,
    )  # fmt: skip


def led(walk: Walk, say: Said) -> Iterator[tuple[NextCall, str, str]]:
    """The calls of a walk, each with its reply and how that ended."""
    step = next(walk, None)
    while step is not None:
        text = ""
        if isinstance(step, Branches):
            for branch in step.walks:
                yield from led(branch, say)
        else:
            text, finish = say(step.turn)
            yield step, text, finish
        try:
            step = walk.send(Heard(text))
        except StopIteration:
            return


def _reply(turn: Turn, so: Mapping[str, str], rng: random.Random) -> tuple[str, str]:
    if turn.question is not None and rng.random() < 1 / 300:
        finish = rng.choice(ODD)
        return ("The answer" if finish == "length" else ""), finish
    return reply_to(turn, so, rng), "stop"


def reply_to(turn: Turn, so: Mapping[str, str], rng: random.Random) -> str:
    """A whole reply at a place, of which `so` says whether it is right, half or wrong."""
    if turn.question is None:
        return "OK."
    phrase = _phrase(turn.question, so.get(turn.place, "right"), rng)
    if rng.random() < 1 / 3:
        return f"{phrase[:1].upper()}{phrase[1:]}."
    told = rng.choice(("I think it is {}", "{}", "The answer is {}", "It must be {}", "Surely {}"))
    reason = f"{rng.choice(_WHO)} {rng.choice(_DID)} it {rng.choice(_WHEN)}"
    more = f"{rng.choice(_WHO)} {rng.choice(_DID)} nothing {rng.choice(_WHEN)}"
    text = f"{told.format(phrase)}, because {reason}. Also, {more}."
    return f"{text[:1].upper()}{text[1:]}"


def _phrase(question: Question, mark: str, rng: random.Random) -> str:
    key = question.key
    right = [phrase.text for clause in key.answer for phrase in clause.phrases]
    wrong = [phrase.text for phrase in key.wrong]
    some = (right if mark == "right" else wrong) or right or wrong
    return (
        " and ".join(right)
        if mark == "right" and right
        else (rng.choice(some) if some else "I wonder")
    )
