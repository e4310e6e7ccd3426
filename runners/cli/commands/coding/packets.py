"""`devrun packets`: blind packets of a study, one for each coder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coders.packets.shape import QuestionOrder, View
from runners.cli.errors import error_code
from runners.cli.next_steps import named_store
from runners.cli.open_study import open_store
from runners.cli.options import json_option, study_options
from runners.cli.output import print_document
from runners.cli.packets import output as packets_output
from runners.cli.packets.asked import (
    duplicates_of,
    packing_context,
    plan_of,
    rater_names,
    refuse_differences,
    refuse_feedback,
    refuse_marks,
    refuse_names,
    refuse_nothing,
    refuse_with,
    settled_in,
    share_of,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from runners.cli.open_study import StudyPart

_OF_PEOPLE = (
    "--coder", "--author", "--view", "--share", "--each", "--duplicates", "--gold", "--keyed",
    "--free-order", "--raters",
)  # fmt: skip
"""Options that mean nothing for judges."""
_OF_CODERS = (
    "--author", "--view", "--share", "--each", "--duplicates", "--gold", "--keyed",
    "--plain-replies", "--neutral-words", "--without-pictures", "--free-order", "--again",
    "--judges",
)  # fmt: skip
"""Options that mean nothing for people who rate on a scale."""


@click.command(
    "packets",
    epilog=(
        "Examples: devrun packets --coder Ada --coder Ben --gold starter; "
        "devrun packets --coder Ada --coder Ben --view content; "
        "devrun packets my_study.dev --coder Ada --coder Ben --coder Cy --each 2 --to second"
    ),
)
@click.option(
    "--coder", "coders", multiple=True, metavar="NAME", help="A blind coder; repeat for each."
)
@click.option(
    "--author",
    "authors",
    multiple=True,
    metavar="NAME",
    help="An author (not blind); repeat for each.",
)
@click.option(
    "--judges",
    "for_judges",
    is_flag=True,
    help="Instead: one packet for models as judges (`devrun code PACKET --judge MODEL`), of the "
    "replies to the choices of a bank that the matcher does not read.",
)
@click.option(
    "--people",
    is_flag=True,
    help="Instead: packets in which people rate the questionnaire of a script (PATH) wave by wave, "
    "one for each profile and rater. Needs no run; `devrun collect` writes ratings.csv.",
)
@click.option(
    "--rationality",
    is_flag=True,
    help="Instead: packets in which people rate the reasons for the ratings in a study's waves, "
    "blind to who gave them; `devrun collect` writes rationality.csv.",
)
@click.option(
    "--raters",
    type=click.IntRange(1, 999),
    metavar="N",
    help="With --people or --rationality: number of raters, called R1, R2, ... (default: 7), "
    "unless --coder names them.",
)
@click.option(
    "--each-wave",
    type=click.IntRange(1),
    metavar="N",
    help="With --rationality: number of reasons from each participant and wave (default: 60).",
)
@click.option(
    "--view",
    type=click.Choice(["rubric", "content"]),
    help="rubric: the whole transcript, with marks and LRS (default); content: single replies and "
    "what they say. Under a protocol of ratings coders see the whole transcript.",
)
@click.option(
    "--share",
    callback=share_of,
    metavar="N%",
    help="Percentage of trials coded by all; the rest by one coder each (default: 100%).",
)
@click.option("--each", type=click.IntRange(1), metavar="K", help="Give every trial to K coders.")
@click.option(
    "--duplicates",
    metavar="N%|N",
    help="Hidden duplicates: a percentage (at least 20 items) or a number (default: 10%; none "
    "under a protocol of ratings).",
)
@click.option(
    "--gold",
    metavar="FILE",
    help="Gold transcripts for training and calibration; `starter` for the set that comes with "
    "devrun.",
)
@click.option(
    "--keyed", is_flag=True, help="Show the accepted answers with each question; this is reported."
)
@click.option("--plain-replies", is_flag=True, help="Remove Markdown formatting from all replies.")
@click.option(
    "--neutral-words", is_flag=True, help="Replace words that vary by CHARACTER 1, PLACE 2, ..."
)
@click.option(
    "--without-pictures",
    is_flag=True,
    help="Leave out the pictures that participants were shown; coders read the descriptions.",
)
@click.option(
    "--questions",
    "question_order",
    type=click.Choice([QuestionOrder.STORY.value, QuestionOrder.QUESTION.value]),
    default=QuestionOrder.STORY.value,
    show_default=True,
    help="Order within a transcript: story by story, or each question in all stories. In content "
    "view `question` is the order of the items: all replies to one question, then to the next.",
)
@click.option(
    "--free-order",
    is_flag=True,
    help="Let coders go to items that have not come yet; each jump is logged.",
)
@click.option("--again", is_flag=True, help="Include trials that a coder already had.")
@click.option(
    "--seed", type=int, help="Random seed, also of item ids (default: a random one, kept secret)."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("packets"),
    show_default=True,
    metavar="FOLDER",
    help="Folder for the packets.",
)
@study_options
@json_option
def command(
    coders: tuple[str, ...],
    authors: tuple[str, ...],
    for_judges: bool,
    people: bool,
    rationality: bool,
    raters: int | None,
    each_wave: int | None,
    view: str | None,
    share: Fraction | None,
    each: int | None,
    duplicates: str | None,
    gold: str | None,
    keyed: bool,
    plain_replies: bool,
    neutral_words: bool,
    without_pictures: bool,
    question_order: str,
    free_order: bool,
    again: bool,
    seed: int | None,
    folder: Path,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Make one packet for each coder from all finished trials of a study (the newest, narrowed by
    PATH, -m and --only), each in its own random order.

    A packet names no model, condition, wording or draw. Give each coder their file, and import the
    log that coding writes next to it with `devrun collect`.
    """
    if people or rationality:
        who = rater_names(coders, raters)
        _for_raters(part, who, folder, people=people, seed=seed, each=each_wave, as_json=as_json)
        return
    from runners.analysis.quorum import unread_choices
    from runners.cli.packets.packets_document import PACKETS, MadePackets
    from runners.coding.gold.chosen import gold_for
    from runners.coding.items import ItemBuilder, ItemDisplay
    from runners.coding.packet_files import write_packets
    from runners.coding.packet_record import JUDGES, PacketOptions
    from runners.coding.packing import pack
    from runners.participants.requirements import shows_pictures

    if for_judges:
        refuse_with("--judges", _OF_PEOPLE)
        view, duplicates = View.CONTENT, "0"
    else:
        refuse_names(coders, authors, raters, each_wave)
    plan = plan_of(share, each, len(coders))
    hidden = None if duplicates is None else duplicates_of(duplicates)
    with part.opened() as (store, chosen):
        rated = chosen.protocol.rated
        if rated:
            refuse_marks(view, gold, keyed=keyed)
        often, exactly = hidden or duplicates_of("0" if rated else "10%")
        names_of_files = (*coders, *authors, *([JUDGES] if for_judges else []))
        settled = settled_in(store, folder, names_of_files)
        names = tuple(sorted({one.name for one in chosen.participants}))
        shown = View.RATING if rated else View(view or View.RUBRIC)
        seen = not without_pictures and shows_pictures(one.experiment for one in chosen.chapters)
        display = ItemDisplay(shown, keyed, plain_replies, neutral_words, names, seen)
        refuse_differences(chosen, display)
        refuse_feedback(chosen, display)
        options = PacketOptions(
            coders, display, authors, plan, often, exactly, again, free_order,
            QuestionOrder(question_order), for_judges,
        )  # fmt: skip
        context = packing_context(seed)
        builder = ItemBuilder(display)
        with error_code("gold"):
            golden = gold_for(gold, chosen, builder, context.new_id) if gold else None
            packed = pack(
                store,
                chosen,
                options,
                context,
                builder=builder,
                gold=golden[1] if golden else None,
                gold_note=golden[0] if golden else "",
                wanted=unread_choices if for_judges else None,
            )
    refuse_nothing(packed, chosen, for_judges=for_judges)
    given = [one for one in packed.packets if one.items]
    with open_store(part.store_url) as store, error_code("packets"):
        chosen.note_transcripts(store, frozenset().union(*(one.kept.trials for one in given)))
        places = write_packets(
            folder, [one.packet for one in given], [one.kept for one in given], store.add_packets
        )
        where = store.where

    notes = packets_output.notes(
        packed, chosen, options, gold=golden[1].notes if golden else None, settled=settled
    )
    if as_json:
        made = MadePackets(packed, chosen, display, context.seed, places, where, notes)
        print_document(PACKETS, made)
    else:
        packets_output.print_packets(packed, options, places, notes, named_store())


def _for_raters(
    part: StudyPart,
    raters: Sequence[str],
    folder: Path,
    *,
    people: bool,
    seed: int | None,
    each: int | None,
    as_json: bool,
) -> None:
    """Packets for people who rate on a scale."""
    from runners.cli.packets.ratings import people_packets, reason_packets

    if people:
        refuse_with("--people", (*_OF_CODERS, "--rationality", "--seed", "--each-wave"))
        people_packets(part, raters, folder, as_json=as_json)
    else:
        refuse_with("--rationality", _OF_CODERS)
        reason_packets(part, raters, folder, seed=seed, each=each, as_json=as_json)
