"""`devrun replay`: every table of a study again, from stored replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runners.cli.open_study import nothing_finished
from runners.cli.options import json_option, study_options

if TYPE_CHECKING:
    from runners.cli.open_study import StudyPart


@click.command(
    "replay",
    epilog=(
        "Examples: devrun replay; devrun replay --study 3f2a -m openai/NAME --json; devrun "
        "replay my_study.dev (with its corrected key)"
    ),
)
@study_options
@json_option
def command(
    part: StudyPart,
    as_json: bool,
) -> None:
    """Recompute what running a study printed: the newest one, narrowed by PATH, -m and --only.

    No model is asked: no key, network or script is needed, and the store is only read. If PATH is a
    script with the study's wording, its current answers are used.
    """
    from runners.analysis.document import Run, as_last_started, as_run
    from runners.analysis.scores import scores_by_matcher
    from runners.analysis.summary import of_run
    from runners.cli.run_output import print_run
    from runners.engine.outcome import Calls, RunOutcome, Trials
    from runners.store.connect import without_passwords
    from runners.studies.participant_labels import labels_of
    from runners.studies.unsupported_parameters import omissions

    with part.opened() as (store, asked_for):
        opened = as_last_started(store, asked_for)
        scores = scores_by_matcher(store, opened, order=as_run(opened))
        sizes = opened.finished_sizes(store)
        replies = sum(sizes[row.key] for row in scores.trials)
    done = len(scores.trials)
    if not done:
        raise nothing_finished(opened, "nothing-to-replay")
    outcome = RunOutcome(
        study=opened.study.id,
        trials=Trials(replayed=done, left=len(opened.rows) - done),
        calls=Calls(replayed=replies),
        failures=(),
        down=(),
        interrupted=False,
        seconds=0.0,
    )
    store_url = without_passwords(part.store_url)
    run = Run(outcome, scores, of_run(scores), store_url, opened.simulated, replayed=True)
    experiments = tuple(one.experiment for one in opened.chapters)
    asked = omissions(opened.participants, labels_of(opened.participants))
    print_run(run, experiments, planned=len(opened.rows), as_json=as_json, asked=asked)
