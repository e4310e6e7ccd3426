"""A run in a process of its own: `python script_for_runs.py STORE DRAWS`.

Prints the outcome, and before it a line as soon as the run is being stopped.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from scenes import participant_plans, study

from runners.engine.outcome import Snapshot
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.participants.base import Settings
from runners.participants.registry import participant
from runners.store.store import Store

STOPPING = "stopping\n"


class Watcher:
    """Says once that the run is being stopped; from then on it asks nothing more."""

    def __init__(self) -> None:
        self._said = False

    def update(self, snapshot: Snapshot) -> None:
        """Hear how far the run is."""
        if snapshot.stopping and not self._said:
            self._said = True
            sys.stdout.write(STOPPING)
            sys.stdout.flush()


def main() -> None:
    path, draws = sys.argv[1], int(sys.argv[2])
    model = participant("openai/double", Settings())
    with Store.open(path) as store:
        outcome = run_study(
            store,
            study(model),
            participant_plans(range(1, draws + 1), model),
            run_limits=RunLimits(concurrency=8, poll=0.01),
            progress=Watcher(),
        )
    sys.stdout.write(json.dumps(asdict(outcome)))


if __name__ == "__main__":
    main()
