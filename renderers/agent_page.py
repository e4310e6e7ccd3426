"""What an agent made of a wave and of a question, in lines below the words of a transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from renderers.rows.agent_waves import AnswerAccount, MemoryStatement, StepTry, WaveAccount


def wave_lines(wave: WaveAccount) -> Iterator[str]:
    """Tries that could not be read, then the profile, what was forgotten, and what is remembered;
    of a wave in which nothing was worked through the profile alone.
    """
    yield from _unread(wave.tries)
    yield from (f"step {name} skipped: no reply could be read" for name in wave.skipped)
    if wave.waits:
        yield "what was shown is kept for a later wave"
    yield f"profile: {wave.profile}"
    yield from (f"{step}: {text}" for step, text in wave.notes)
    yield from (f"forgot: {_statement(one)}" for one in wave.forgotten)
    yield from (f"remembers: {_statement(one)}" for one in wave.remembered)


def recall_lines(recall: AnswerAccount) -> Iterator[str]:
    """What was recalled and noted for a question."""
    yield from _unread(recall.tries)
    yield from (f"{step}: {text}" for step, text in recall.notes)
    yield from (f"recalled: {_statement(one)}" for one in recall.recalled)


def _unread(tries: Sequence[StepTry]) -> Iterator[str]:
    for one in tries:
        if one.unread:
            yield f"step {one.step}: the reply {one.unread}: {one.reply or '(nothing)'}"


def _statement(one: MemoryStatement) -> str:
    like = "" if one.likeness is None else f", likeness {one.likeness:.2f}"
    return f"{one.text} (score {float(one.score):g}, wave {one.wave}{like})"
