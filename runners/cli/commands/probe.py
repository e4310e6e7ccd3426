"""`devrun probe`: how likely a model finds the original words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from runners.cli.errors import Exit, Interrupted
from runners.cli.open_study import open_store
from runners.cli.options import (
    json_option,
    paths_argument,
    reply_options,
    sampling_options,
    store_option,
)
from runners.cli.output import StatusLine, coloured, note, page_width, print_json
from runners.cli.participants_option import chosen_participants, models_option

if TYPE_CHECKING:
    from renderers.rows.likelihoods import WordFamiliarity
    from runners.cli.options import ReplyLimits, SamplingOptions
    from runners.engine.call_policy import GaveUp
    from runners.participants.base import Participant

DRAWS = 30


@click.command(
    "probe",
    epilog=(
        "Examples: devrun probe experiments -m hf/FOLDER; "
        "devrun probe sally_anne.dev -m hf/REPOSITORY --draws 10 --json"
    ),
)
@paths_argument
@models_option("The model to probe; it must report likelihoods (hf/...); may be repeated.")
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=DRAWS,
    show_default=True,
    help="Permuted draws of each condition.",
)
@store_option
@reply_options
@sampling_options
@json_option
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    draws: int,
    store_url: str,
    limits: ReplyLimits,
    sampling: SamplingOptions,
    as_json: bool,
) -> int:
    """Measure how likely a model finds the original words of the scripts in PATH... (files,
    folders, or names of shipped scripts), compared with permuted words.

    Stories: the likelihood of the paper's own stories, original against permuted wording. Words:
    where the original story first has a word that varies, whether the model expects the original
    word rather than others of its pool. Both say how familiar the words are, and neither that a
    story was memorised.

    Every number is saved at once; the same command again computes nothing twice. Only models that
    report likelihoods can be probed: local ones (hf/...).
    """
    from dsl.expand import Expander
    from renderers.fields.probes import probe_document
    from renderers.tables.likelihood import render_probes
    from runners.cli.paths import find_scripts
    from runners.cli.script_loading import experiments_of, load_scripts
    from runners.comparison.word_familiarity import familiarity, probe_calls
    from runners.engine.unscored_calls import ask_unscored

    found = find_scripts(paths)
    experiments = experiments_of(load_scripts(found, as_json=as_json))
    asked = chosen_participants(models, sampling.settings(limits), as_json=as_json)
    for one in asked:
        _reports_likelihoods(one)
    rows: list[WordFamiliarity] = []
    failed: list[GaveUp] = []
    with open_store(store_url) as store, StatusLine(quiet=as_json) as status:
        for one in asked:
            status.begin(f"preparing {one.name}")
            plans = [probe_calls(Expander(each), one, draws=draws) for each in experiments]
            calls = [call for plan in plans for call in plan.calls]
            progress = partial(_progress, status, one.name, len({call.call.key for call in calls}))
            outcome = ask_unscored(store, one, calls, progress=progress)
            if outcome.interrupted:
                raise Interrupted(
                    "interrupted; everything computed so far is saved",
                    "give the same command to continue",
                )
            failed += (gave_up for _, gave_up in outcome.failed)
            rows += familiarity(store, one, plans)
    for why in dict.fromkeys((one.why.message, one.why.help) for one in failed):
        note(f"not measured: {why[0]}; {why[1]}")
    if as_json:
        print_json(probe_document(rows))
    elif rows:
        click.echo(render_probes(rows, width=page_width(), colour=coloured()))
    return int(Exit.TRIALS if failed else Exit.DONE)


def _progress(status: StatusLine, name: str, texts: int, done: int) -> None:
    status.update(f"{name}: {done} of {texts} texts")


def _reports_likelihoods(participant: Participant) -> None:
    """Raises Unsupported for a participant that cannot say how likely a text is."""
    from runners.participants.failures import Unsupported

    if participant.simulated or not participant.scores_options:
        raise Unsupported(
            f"{participant.name} does not report likelihoods, so it cannot be probed",
            "probe a local model: -m hf/REPOSITORY or -m hf/FOLDER",
        )
