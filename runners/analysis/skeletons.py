"""What of a trial its score hangs on beside verdicts, and a number for each such skeleton."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.trial import Trial, turns


def skeleton(trial: Trial) -> tuple[object, ...]:
    """All of a trial that its score hangs on beside verdicts: which questions are where, what they
    are called and worth, what they guard, and what a failed one does.
    """
    return tuple(
        (
            session.own_story,
            session.worth,
            tuple(
                (turn.place, one.kind, one.name, one.form, one.worth, one.guards, one.if_failed)
                if (one := turn.question) is not None
                else (turn.place,)
                for turn in turns(session.nodes)
            ),
        )
        for session in trial.sessions
    )


@dataclass(slots=True)
class Kinds:
    """Numbers of skeletons: two trials of an experiment with the same one are scored alike if they
    were marked alike.
    """

    numbers: dict[tuple[str, object], int] = field(default_factory=dict)

    def of(self, trial: Trial) -> int:
        """The number of a trial's skeleton."""
        return self.numbers.setdefault((trial.experiment, skeleton(trial)), len(self.numbers))
