"""Ways through a trial in which words depend on replies: as many as it takes to say everything."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.expanding.after import After
from dsl.expanding.following import kind_of
from dsl.trial import Path, Trial


def other_ways(after: After) -> Iterator[Trial]:
    """The trial after replies that are not right, until every outcome of every question has come
    once, and once more each time that the question was asked again. What was tried counts as one
    outcome.
    """
    come: set[tuple[str, str | None, str]] = set()
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop(0)
        trial = after(path)
        if path:
            yield trial
        asked = trial.turns
        for at, (place, outcome) in enumerate(trial.path):
            turn = asked.get(place)
            if turn is None or turn.question is None:
                continue
            asking = (
                turn.question.title,
                turn.place.rpartition(", again")[2] if turn.again else None,
            )
            come.add((*asking, kind_of(outcome)))
            for other, _ in turn.question.outcomes:
                if (*asking, other) not in come:
                    come.add((*asking, other))
                    waiting.append((*trial.path[:at], (place, other)))
