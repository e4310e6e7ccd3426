"""`devrun donor`: replies of one participant put before the items of a bank for another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.words import counted
from renderers.terminal import visible
from runners.cli.command_group import CommandGroup
from runners.cli.errors import Stop, UsageError
from runners.cli.files import write_new
from runners.cli.open_study import refuse_unfinished
from runners.cli.options import json_option, study_options
from runners.cli.output import page_width, print_document, say
from runners.cli.script_loading import shell_quoted

if TYPE_CHECKING:
    from runners.cli.open_study import StudyPart

_SHOWN = ("condition", "items", "copied", "ci95", "above_none", "above_none_ci95", "unread")


@click.group(
    "donor",
    cls=CommandGroup,
    epilog="Example: devrun donor write bank.dev -m openai/NAME -o reasons.jsonl",
    subcommand_metavar="write|copied",
)
def command() -> None:
    """Write the replies of one participant to the items of a bank into a file (`write`), and count
    how often others copy its wrong answers (`copied`).

    With the line `donor from FILE`, a bank shows these replies before its items.
    """


@command.command(
    "write",
    short_help="write the replies of one participant into a file",
    epilog='Example: devrun donor write bank.dev -m openai/NAME --only "reasons first" -o r.jsonl',
)
@click.option("-o", "output", metavar="FILE", required=True, help="A new file, ending in .jsonl.")
@study_options
def write(output: str, part: StudyPart) -> None:
    """Write a line for each item of a bank: its first reply in which an answer can be read, its
    reasons without the answer, and the answer.

    One participant and one condition must be left: name them with -m and --only.
    """
    from runners.analysis.questions.donor_replies import donor_replies
    from runners.studies.participant_labels import labels_of

    path = Path(output)
    if path.suffix != ".jsonl":
        raise UsageError(
            f"`{output}` does not end in .jsonl", "write: -o reasons.jsonl", "not-jsonl"
        )
    with part.opened() as (store, opened):
        people = list(labels_of(opened.participants).values())
        if len(people) != 1:
            raise UsageError(
                f"{len(people)} participants are in this study: {', '.join(people)}",
                f"name one: {shell_quoted(('-m', people[0]))}",
                "which-donor",
            )
        conditions = {row.sitting.levels for row in opened.rows}
        if len(conditions) > 1:
            raise UsageError(
                f"the study has {len(conditions)} conditions", "name one with --only LEVEL",
                "which-condition",
            )  # fmt: skip
        replies = donor_replies(store, opened)
        if not replies:
            refuse_unfinished(store, opened, "nothing-to-write")
            raise Stop(
                "no-items", "this study asks no items of a bank with choices",
                "name the script of a bank",
            )  # fmt: skip
    text = "".join(one.line(people[0]) for one in replies)
    other = "name another file with -o"
    write_new(path, text.encode(), instead=other, elsewhere=other)
    unread = sum(not one.answer for one in replies)
    bare = sum(not one.reasons for one in replies)
    items = counted(len(replies), "item")
    say(f"{items}: {unread:,} without a readable answer, {bare:,} without reasons")
    mended = sum(one.mended for one in replies)
    if mended:
        say(
            f"characters that cannot be seen were left out of {counted(mended, 'reply', 'replies')}"
        )
    say(f"next: write `donor from {path.name}` in the bank of a script in the same folder")


@command.command(
    "copied",
    short_help="how often participants give the wrong answers of a donor",
    epilog="Example: devrun donor copied chain.dev",
)
@study_options
@json_option
def copied(part: StudyPart, as_json: bool) -> None:
    """Print how often a participant gives the same wrong answer as the donor, in each condition.

    Shares are of the items that the donor gets wrong. The condition `none` is without its replies.
    """
    from coders.statistics.item_means import PAIRED_ITEMS
    from renderers.fields.banks.copying import COPYING
    from renderers.fields.field import columns, pick
    from renderers.tables.page import Page
    from runners.analysis.questions.donor_replies import COPIED, METHOD, copying

    with part.opened() as (store, opened):
        rows = copying(store, opened)
        if not rows:
            refuse_unfinished(store, opened, "nothing-to-score")
            if any(one.experiment.donors for one in opened.chapters):
                raise Stop(
                    "no-wrong-answer",
                    "the donor gives no wrong answer to an item of this study: nothing to copy",
                    "`devrun compare` prints what its replies change",
                )  # fmt: skip
            raise Stop(
                "no-donor",
                "no script of this study has a donor",
                "write `donor from FILE` in a bank; `devrun donor write` makes the file",
            )  # fmt: skip
    if as_json:
        print_document(COPIED, (opened.study.id, rows))
        return
    notes = [
        "copied: how often the donor's wrong answer is given, the mean over n items; provisional, "
        "as the matcher reads replies",
        "above none: copied minus the same without the donor's replies; where its interval is "
        "above 0, the participant copies",
        f"95%: {METHOD}; above none: {PAIRED_ITEMS}",
    ]
    page = Page(width=page_width(100, least=60))
    page.tables(
        rows,
        columns(pick(COPYING, *_SHOWN), rows),
        lambda row: (row.experiment, row.model, row.donor),
        lambda named: "{}, {}, where {} is wrong".format(*map(visible, named)),
    )
    page.print(*notes)
    click.echo(page.text)
