"""The matcher's verdicts on many trials: replies that several trials of a draw share are read once,
and where there are many trials, in other processes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future

from coders.marks import Verdict
from dsl.trial import Place, Trial
from runners.analysis.trials import TrialWithText
from runners.analysis.verdicts import judge
from runners.background import processes
from runners.engine.transcripts import GivenAnswer

_MANY, _MOST = 5_000, 4
"""From so many trials on other processes pay, which take a second to start; this one reads the
store, and cannot keep more of them busy.
"""

_TOGETHER, _AHEAD = 256, 4

Verdicts = Mapping[Place, Verdict]


def others_for(trials: int) -> int:
    """How many other processes are to read so many trials."""
    cores = os.cpu_count() or 1
    return min(cores, _MOST) if cores > 1 and trials >= _MANY else 0


def matched(
    trials: Iterable[TrialWithText], others: int
) -> Iterator[tuple[TrialWithText, Verdicts]]:
    """Each trial with the matcher's verdicts, read in so many `others` processes. Those of one draw
    that share their answers follow each other, and share their verdicts.
    """
    waiting: deque[tuple[list[list[TrialWithText]], Future[list[Verdicts]]]] = deque()
    with processes(others) as pool:
        for some in _of_one_draw(trials):
            alike: dict[int, list[TrialWithText]] = {}
            for one in some:
                alike.setdefault(id(one.answers), []).append(one)
            answers = [each[0].answers for each in alike.values()]
            waiting.append(([*alike.values()], pool.begin(_verdicts, some[0].trial, answers)))
            if len(waiting) > others * _AHEAD:
                yield from _done(*waiting.popleft())
        while waiting:
            yield from _done(*waiting.popleft())


def _of_one_draw(trials: Iterable[TrialWithText]) -> Iterator[list[TrialWithText]]:
    """Trials that follow each other and ask the same in the same words."""
    some: list[TrialWithText] = []
    for one in trials:
        if some and (one.trial.sessions is not some[0].trial.sessions or len(some) == _TOGETHER):
            yield some
            some = []
        some.append(one)
    if some:
        yield some


def _verdicts(trial: Trial, answers: Sequence[Mapping[Place, GivenAnswer]]) -> list[Verdicts]:
    return [judge(trial, one).verdicts for one in answers]


def _done(
    alike: list[list[TrialWithText]], found: Future[list[Verdicts]]
) -> Iterator[tuple[TrialWithText, Verdicts]]:
    for some, verdicts in zip(alike, found.result(), strict=True):
        for one in some:
            yield one, verdicts
