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
    from runners.analysis.document import as_last_started, as_run
    from runners.analysis.scores import scores_by_matcher
    from runners.cli.run_output import Result, RunCommand, print_run
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
    words = RunCommand((), (), (), without_passwords(part.store_url), as_json)
    experiments = tuple(one.experiment for one in opened.chapters)
    result = Result(experiments, scores, len(opened.rows))
    asked = omissions(opened.participants, labels_of(opened.participants))
    print_run(outcome, result, simulated=opened.simulated, words=words, replayed=True, asked=asked)
