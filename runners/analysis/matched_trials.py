"""The matcher's verdicts on many trials: replies that several trials of a draw share are read once,
and where there are many trials, in other processes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import islice

from coders.marks import Verdict
from dsl.trial import Place
from runners.analysis.trials import TrialWithText
from runners.analysis.verdicts import MatcherMarks, judge_each
from runners.background import processes
from runners.studies.trial_hashes import draw_of

_MANY, _MOST = 5_000, 4
"""From so many trials on other processes pay, which take a second to start; this one reads the
store, and cannot keep more of them busy.
"""

_TOGETHER, _AHEAD = 128, 2
"""So many trials, at most, are given to a process at once; and how often that before it is done."""

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
    waiting: deque[tuple[list[list[TrialWithText]], Future[list[MatcherMarks]]]] = deque()
    rest = iter(trials)
    with processes(others) as pool:
        while some := list(islice(rest, _TOGETHER)):
            alike: dict[object, list[TrialWithText]] = {}
            for one in some:
                answered = draw_of(one.row), one.trial.path, (*one.answers.items(),)
                alike.setdefault(answered, []).append(one)
            firsts = [(one.trial, one.answers) for one, *_ in alike.values()]
            waiting.append(([*alike.values()], pool.begin(judge_each, firsts)))
            if len(waiting) > others * _AHEAD:
                yield from _done(*waiting.popleft())
        while waiting:
            yield from _done(*waiting.popleft())


def _done(
    alike: list[list[TrialWithText]], found: Future[list[MatcherMarks]]
) -> Iterator[tuple[TrialWithText, Verdicts]]:
    for some, marks in zip(alike, found.result(), strict=True):
        for one in some:
            yield one, marks.verdicts
