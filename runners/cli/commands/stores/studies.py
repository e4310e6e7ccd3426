"""`devrun studies`: list the studies in a store."""

from __future__ import annotations

import click

from dsl.words import counted
from renderers.number_words import NOT_DATA
from runners.cli.open_study import open_store
from runners.cli.options import json_option, store_option
from runners.cli.output import print_documents, say


@click.command(
    "studies",
    epilog="Example: devrun studies --store sqlite:///lab.sqlite",
)
@store_option
@json_option
def command(store_url: str, as_json: bool) -> None:
    """List every study in the store, newest first: scripts, participants and progress.

    A later run of the same procedures with more participants or runs joins its study.
    """
    from runners.studies.participant_labels import labels_of
    from runners.studies.unsupported_parameters import omissions

    with open_store(store_url, reading=True) as store:
        found = store.studies()
    if as_json:
        from runners.cli.stores.documents import STORED_STUDY

        print_documents(STORED_STUDY, found)
        return
    if not found:
        click.echo("no study is stored here yet", err=True)
    for study in found:
        mark = f"  {NOT_DATA}" if study.simulated else ""
        say(f"{study.id}  {study.last_started}{mark}")
        say(f"    {'; '.join(study.experiments)}")
        labels = labels_of(study.participants)
        named = (
            # Where all are simulated the first line says so.
            labels[one.key] + " (simulated)" * (one.simulated and not study.simulated)
            for one in study.participants
        )
        say(f"    {', '.join(named)}")
        for sentence in omissions(study.participants):
            say(f"    {sentence}")
        say(f"    {study.finished:,} of {counted(study.trials, 'trial')} finished")
