"""`devrun packets --people`: packets in which people rate a script's questionnaire by waves."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coders.packets.ratings import Made, people_items, rating_packet, waves_of
from coders.packets.shape import CoderKind, Packet, View
from dsl import __devrun__
from dsl.expand import Expander, chosen_cells
from dsl.words import and_list, counted
from runners.cli.errors import Exit, Stop, UsageError, error_code, system_errors_as
from runners.cli.options import refuse_unknown_levels
from runners.cli.output import print_json, say
from runners.cli.script_loading import load_experiments, shell_quoted
from runners.coding.packet_files import ENDING, write_packets
from runners.store.records import now

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.cli.open_study import StudyPart

RATERS = 7
"""So many people rate each profile, unless something else is said."""


def rater_names(coders: Sequence[str], raters: int | None) -> tuple[str, ...]:
    """Who rates: those named, or so many that are called R1, R2 and so on."""
    if coders and raters is not None:
        raise UsageError("--raters and --coder both say who rates", "leave one of them out")
    return tuple(coders) or tuple(f"R{at}" for at in range(1, (raters or RATERS) + 1))


def people_packets(part: StudyPart, raters: Sequence[str], folder: Path, *, as_json: bool) -> None:
    """Write a packet for each cell of a script and each rater, `folder/RATER/CELL.packet.jsonl`."""
    if not part.paths or part.study or part.models:
        raise UsageError(
            "--people needs a script: what people rate is in no study",
            "name the script, and leave out --study and -m",
        )
    experiments = load_experiments(part.scripts, as_json=as_json)
    refuse_unknown_levels(experiments, part.only)
    if len(experiments) > 1:
        raise UsageError(
            f"--people takes one script, and {len(experiments)} are named", "name one of them"
        )
    batch = secrets.token_hex(8)
    places: list[Path] = []
    packets: list[Packet] = []
    with error_code("people"):
        for name, packet in _packets(experiments[0], part.only, raters, batch):
            places.append(folder / packet.header.coder / f"{name}{ENDING}")
            packets.append(packet)
    what = f"the folder {folder} cannot be used"
    with system_errors_as(Exit.STORE, "folder", what, "name another one with --to"):
        there = next((one for one in places if one.exists()), None)
    if there is not None:
        raise Stop(
            Exit.STORE,
            "packet-there",
            f"{there} already exists, and packets are never overwritten",
            "name another folder (--to second), or move the packets that are there",
        )
    with error_code("packets"):
        write_packets(folder, packets, (), lambda _: None, places=places)
    _tell(experiments[0], raters, places, packets, folder, as_json=as_json)


def _packets(
    experiment: Experiment, only: Sequence[str], raters: Sequence[str], batch: str
) -> Iterator[tuple[str, Packet]]:
    """The packets, each with the name of its file; every rater gets the same ones."""
    expander = Expander(experiment)
    wording = experiment.design.wordings[:1]
    cells = chosen_cells(experiment, wordings=wording, only=only)
    at = now()
    for number, cell in enumerate(cells, start=1):
        trial = expander.trial(cell, draw=1)
        if not waves_of(trial):
            raise UsageError(
                f"`{experiment.title}` has no waves with a questionnaire, which people could rate",
                "write `waves NAME from FILE`, a questionnaire and `do NAME`: see docs/waves.md",
                "no-waves",
            )
        items = tuple(people_items(trial))
        for rater in raters:
            made = Made(secrets.token_hex(8), batch, at, __devrun__)
            yield (
                _file_name(number, len(cells), [level for _, level in cell.levels]),
                rating_packet(View.PEOPLE, rater, items, made, kind=CoderKind.BLIND),
            )


def _file_name(number: int, of: int, levels: Sequence[str]) -> str:
    """`01 night trains, Odile`: in the order of the script, with nothing that a disk refuses."""
    words = re.sub(r"[^\w ,.-]+", "_", ", ".join(levels))[:60].strip(" .")
    return " ".join(filter(None, (f"{number:0{len(str(of))}}", words)))


def _tell(
    experiment: Experiment,
    raters: Sequence[str],
    places: Sequence[Path],
    packets: Sequence[Packet],
    folder: Path,
    *,
    as_json: bool,
) -> None:
    """Print what was written, and what comes next."""
    first = packets[0]
    cells, waves = len(packets) // len(raters), len(first.main)
    ratings = sum(len(one.questions) for packet in packets for one in packet.main) // len(raters)
    if as_json:
        print_json(
            {
                "script": experiment.title,
                "raters": list(raters),
                "packets": [str(one) for one in places],
                "waves": waves,
                "ratings_of_each": ratings,
            }
        )
        return
    say(
        f"{counted(len(packets), 'packet')} for {and_list(tuple(raters))}: "
        f"{counted(cells, 'packet')} each, the same for all, with {counted(waves, 'wave')} and "
        f"{counted(ratings, 'rating')}"
    )
    say(first.header.statement)
    say("next:", err=True)
    say(
        f"  {shell_quoted(['devrun', 'code', places[0]])}   each rater rates packet by packet",
        err=True,
    )
    folders = sorted({one.parent for one in places})
    say(f"  {shell_quoted(['devrun', 'collect', *folders])}   writes ratings.csv", err=True)
