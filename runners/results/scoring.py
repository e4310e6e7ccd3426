"""Stored replies to judged trials: nothing is asked, everything is computed anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from coders.lrs import score
from coders.matcher import match
from runners.engine.transcripts import Transcript, transcribe
from runners.participants.base import Finish
from runners.results.answered import words_decide
from runners.results.judging import Match, judge
from runners.results.matched_before import MANY, FreshMarks, judged_by, key_of
from runners.results.matched_once import MatchedOnce
from runners.results.replies import words_sent
from runners.results.tables import Judged, Lean
from runners.store.keys import participant_key
from runners.studies.answers import Answer

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.engine.plan import Plan, Planned
    from runners.participants.base import Participant
    from runners.results.matched_before import Before
    from runners.store.store import Store

_CHUNK = 128  # trials whose replies are read at once


def judged_trials(
    store: Store,
    experiment: Experiment,
    participants: Sequence[Participant],
    plan: Plan | Sequence[Planned],
    *,
    before: Before | None = None,
    many: int = MANY,
) -> list[Judged]:
    """Every trial of the experiment's plan that is complete in the store, judged by the matcher and
    scored; of most no more is held than tables need. What the matcher made of `many` trials is kept
    for later commands (`before`).

    Trials that lack a reply are left out: they are named as failed or left by the run itself.
    """
    lean, read = Lean(experiment), MatchedOnce()
    trials = len(plan) * len(participants)
    large = trials >= many and not words_decide(experiment)
    kept = before() if before is not None and large else None
    fresh = FreshMarks(kept, trials) if kept is not None else None
    rubric = judged_by(experiment)
    found: list[Judged] = []
    for participant in participants:
        for chunk in _chunks(plan):
            for planned, transcript in _complete(store, participant, chunk):
                one = judged(
                    participant.name, transcript, simulated=participant.simulated, read=read
                )
                found.append(lean.kept(one))
                if fresh is not None:
                    trial = planned.key(participant_key(participant.identity()))
                    key = key_of(rubric, trial, transcript.hash, _ended_oddly(transcript))
                    fresh.take(key, one.verdicts)
    if fresh is not None:
        fresh.ended()
    return found


def _ended_oddly(transcript: Transcript) -> list[tuple[str, str]]:
    """The replies that did not end by themselves: (call key, how they ended)."""
    replies = [exchange.reply for exchange in transcript.exchanges]
    return [
        (one.key, one.finish) for one in replies if one is not None and one.finish != Finish.STOP
    ]


def _complete(
    store: Store, participant: Participant, chunk: list[Planned]
) -> Iterator[tuple[Planned, Transcript]]:
    key = participant_key(participant.identity())
    sittings = [planned.sitting(key) for planned in chunk]
    replies = store.of_sittings([sitting.key for sitting in sittings])
    for planned, sitting in zip(chunk, sittings, strict=True):
        kept = replies.get(sitting.key, {})
        if not kept:
            continue
        transcript = transcribe(planned.expand(), sitting, kept)
        if transcript.complete:
            yield planned, transcript


def judged(model: str, transcript: Transcript, *, simulated: bool, read: Match = match) -> Judged:
    """One complete transcript, judged by the matcher and scored. `read` is as in `judge`."""
    trial = transcript.trial
    number = {id(session): index for index, session in enumerate(trial.sessions)}
    answers = {
        (number[id(exchange.session)], exchange.place): Answer(
            exchange.reply.text, Finish(exchange.reply.finish)
        )
        for exchange in transcript.exchanges
        if exchange.reply is not None
    }
    judgement = judge(trial, answers, read=read)
    scored = score(trial, judgement.verdicts, technical=judgement.technical)
    lost = tuple(answers[place].finish.value for place in sorted(judgement.technical))
    return Judged(model, simulated, trial, judgement.verdicts, scored, words_sent(trial), lost)


def _chunks(plan: Iterable[Planned]) -> Iterator[list[Planned]]:
    rest = iter(plan)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk
