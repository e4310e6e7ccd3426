"""`devrun packets`: blind packets of a study, one for each coder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coders.packets.shape import QuestionOrder, View
from dsl import __devrun__
from runners.cli.errors import Exit, Stop, UsageError, error_code, system_errors_as
from runners.cli.next_steps import named_store
from runners.cli.open_store import open_store
from runners.cli.options import json_option, study_options
from runners.cli.output import print_json
from runners.cli.packets import output as packets_output
from runners.cli.packets.refusals import (
    refuse_differences,
    refuse_feedback,
    refuse_nothing,
    refuse_with,
)

if TYPE_CHECKING:
    from coders.packets.assigning import AssignmentPlan
    from runners.cli.open_study import StudyPart
    from runners.coding.packet_files import Settled
    from runners.coding.packet_record import PackingContext
    from runners.store.store import Store


class Percent(click.ParamType):  # type: ignore[type-arg]
    """A share as people write it: `30%`, or `0.3`; as an exact fraction from 0 to 1."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """The share; a usage error for anything else."""
        if isinstance(value, Fraction):
            return value
        text = str(value).strip()
        try:
            share = Fraction(text.removesuffix("%").strip())
        except (ValueError, ZeroDivisionError):
            self.fail(f"`{text}` is not a percentage: write for example 30%", param, ctx)
        share = share / 100 if text.endswith("%") else share
        if not 0 <= share <= 1:
            self.fail(f"`{text}` is not between 0% and 100%: write 30% or 0.3", param, ctx)
        return share


@click.command(
    "packets",
    short_help="make blind packets for coders",
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
    "--raters",
    type=click.IntRange(1, 999),
    metavar="N",
    help="With --people: so many raters, called R1, R2, ... (default: 7); --coder names them.",
)
@click.option(
    "--view",
    type=click.Choice(["rubric", "content"]),
    help="rubric: the whole transcript, with marks and LRS (default); content: single replies and "
    "what they say. Under a protocol of ratings coders see the whole transcript.",
)
@click.option(
    "--share",
    type=Percent(),
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
    "--seed", type=int, help="Random seed, also of item ids (default: one that nobody can guess)."
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
    raters: int | None,
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
    if people:
        _people(part, coders, raters, folder, as_json=as_json, others={
            "--author": authors, "--view": view, "--share": share, "--each": each,
            "--duplicates": duplicates, "--gold": gold, "--keyed": keyed, "--seed": seed,
            "--plain-replies": plain_replies, "--neutral-words": neutral_words,
            "--without-pictures": without_pictures, "--free-order": free_order,
            "--again": again, "--judges": for_judges,
        })  # fmt: skip
        return
    from runners.analysis.quorum import unread_choices
    from runners.coding.gold.chosen import gold_for
    from runners.coding.items import ItemBuilder, ItemDisplay
    from runners.coding.packet_files import write_packets
    from runners.coding.packet_record import JUDGES, PacketOptions
    from runners.coding.packing import pack
    from runners.participants.requirements import shows_pictures

    if for_judges:
        refuse_with(
            "--judges",
            {
                "--coder": coders, "--author": authors, "--view": view, "--share": share,
                "--each": each, "--duplicates": duplicates, "--gold": gold, "--keyed": keyed,
                "--free-order": free_order, "--people": people, "--raters": raters,
            },
        )  # fmt: skip
        view, duplicates = View.CONTENT, "0"
    else:
        _refuse_names(coders, authors, raters)
    plan = _plan(share, each, len(coders))
    hidden = None if duplicates is None else _duplicates(duplicates)
    with part.opened() as (store, chosen):
        rated = chosen.protocol.rated
        if rated:
            _refuse_marks(view, gold, keyed=keyed)
        often, exactly = hidden or _duplicates("0" if rated else "10%")
        names_of_files = (*coders, *authors, *([JUDGES] if for_judges else []))
        settled = _settled(store, folder, names_of_files)
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
        context = _context(seed)
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
        document = packets_output.packets_document(
            packed, chosen, options, context, places, where, notes
        )
        print_json(document)
    else:
        packets_output.print_packets(packed, options, places, notes, named_store(part.store_url))


def _people(
    part: StudyPart,
    coders: Sequence[str],
    raters: int | None,
    folder: Path,
    *,
    as_json: bool,
    others: Mapping[str, object],
) -> None:
    """Packets in which people rate, without the options of `others`."""
    from runners.cli.packets.ratings import people_packets, rater_names

    refuse_with("--people", others)
    names = rater_names(coders, raters)
    _refuse_names(names)
    people_packets(part, names, folder, as_json=as_json)


# ------------------------------------------------------------------------------- what was asked


def _refuse_marks(view: str | None, gold: str | None, *, keyed: bool) -> None:
    """Under a protocol of ratings there is nothing that these options could be about."""
    for option, given in (("--view", view), ("--gold", gold), ("--keyed", keyed)):
        if given:
            raise UsageError(
                f"{option} is about marks, and coders of this study give ratings from 0 to 5",
                f"leave {option} out, or run the scripts without --protocol to have replies marked",
            )


def _refuse_names(
    coders: Sequence[str], authors: Sequence[str] = (), raters: int | None = None
) -> None:
    from coders.packets.coder_names import fault_of_name

    if raters is not None:
        raise UsageError("--raters needs --people", "leave it out, or name coders with --coder")
    if not coders and not authors:
        raise UsageError(
            "no coder was named",
            "name each coder: devrun packets --coder Ada --coder Ben",
            "no-coder",
        )
    seen: dict[str, str] = {}
    for name in (*coders, *authors):
        fault = fault_of_name(name)
        if fault:
            raise UsageError(
                fault,
                "use letters, digits, hyphens and spaces, for example --coder Ada",
                "coder-name",
            )
        if name.casefold() in seen:
            raise UsageError(
                f"two coders cannot be called `{seen[name.casefold()]}` and `{name}`",
                "choose names that differ in more than capital letters",
                "coder-name",
            )
        seen[name.casefold()] = name


def _plan(share: Fraction | None, each: int | None, coders: int) -> AssignmentPlan:
    from coders.packets.assigning import AssignmentPlan

    if each is not None and share is not None:
        raise UsageError(
            "--each and --share cannot be combined",
            "give one: --each 2, or --share 30%",
        )
    if each is not None and each > coders:
        raise UsageError(
            f"--each {each} asks for more coders than the {coders} named",
            "name more with --coder, or use a smaller number",
        )
    return AssignmentPlan(Fraction(1) if share is None else share, each)


def _duplicates(text: str) -> tuple[float, int | None]:
    """A share of the items, or their number."""
    if text.strip().isdigit():
        return 0.0, int(text)
    return float(Percent().convert(text, None, None)), None


def _settled(store: Store, folder: Path, names: Sequence[str]) -> Settled:
    """What an interrupted call had left in the folder; nothing may be written over."""
    from runners.coding.packet_files import existing_file, settle

    what, instead = f"the folder {folder} cannot be used", "name another one with --to"
    with system_errors_as(Exit.STORE, "folder", what, instead):
        settled = settle(folder, lambda packet: store.packet(packet) is not None)
    _refuse_written(existing_file(folder, names), settled.finished)
    return settled


def _refuse_written(path: Path | None, finished: Sequence[Path]) -> None:
    if path is None:
        return
    again = (
        "; it was completed just now, since an earlier call was interrupted"
        if path in finished
        else ""
    )
    raise Stop(
        Exit.STORE,
        "packet-there",
        f"{path} already exists, and packets are never overwritten{again}",
        "name another folder (--to second), or collect what was coded and move the packet",
    )


def _context(seed: int | None) -> PackingContext:
    """Seed and ids from the machine's secrets, unless a seed was given; packets' own names always.

    Whoever knows the seed can draw order, duplicates and places of gold again.
    """
    import random
    import secrets

    from runners.coding.packet_record import PackingContext
    from runners.store.records import now

    secret = seed is None
    ids = random.SystemRandom() if secret else random.Random(f"ids {seed}")
    salts = random.SystemRandom() if secret else random.Random(f"salts {seed}")
    return PackingContext(
        secrets.randbits(48) if seed is None else seed,
        not secret,
        _ids(ids.getrandbits),
        lambda: secrets.token_hex(8),
        lambda: f"{salts.getrandbits(128):032x}",
        now(),
        __devrun__,
    )


def _ids(bits: Callable[[int], int]) -> Callable[[], str]:
    given: set[str] = set()

    def one() -> str:
        while True:
            name = f"{bits(48):012x}"
            if name not in given:
                given.add(name)
                return name

    return one
