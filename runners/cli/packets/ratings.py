"""`devrun packets --people` and `--rationality`: packets in which people rate on a scale."""

from __future__ import annotations

import json
import random
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.packets.ratings import people_items, rating_packet, rows_of, waves_of
from coders.packets.shape import Packet, View
from dsl.expand import Expander, chosen_cells
from dsl.experiment import Experiment
from dsl.projections import canonical
from dsl.record import replace
from dsl.words import and_list, counted
from renderers.fields.design import STUDY
from renderers.fields.field import Document, Field, document, field, group
from renderers.fields.scales import TEXT, TEXTS, WHOLE
from renderers.number_words import NOT_DATA
from runners.cli.errors import Exit, Stop, UsageError, error_code, system_errors_as
from runners.cli.next_steps import named_store
from runners.cli.open_study import StudyPart, open_store
from runners.cli.output import fitted, note, page_width, print_json, say
from runners.cli.packets.asked import packing_context, refuse_written, settled_in
from runners.cli.script_loading import load_experiments, refuse_unknown_levels, shell_quoted
from runners.coding.packet_files import ENDING, write_packets
from runners.store.records import now


@dataclass(frozen=True, slots=True)
class PeoplePackets:
    """Packets in which people rate a script: of every cell the same for each of the raters."""

    script: str
    raters: tuple[str, ...]
    places: Sequence[Path]
    packets: Sequence[Packet]

    @property
    def waves(self) -> int:
        """How many waves a packet has."""
        return len(self.packets[0].main)

    @property
    def ratings(self) -> int:
        """How many ratings each rater gives."""
        items = (one for packet in self.packets for one in packet.main)
        return sum(len(one.questions) for one in items) // len(self.raters)


@dataclass(frozen=True, slots=True)
class ReasonPackets:
    """Packets in which people rate the reasons of a study, as `OF_REASONS` says."""

    study: str
    raters: tuple[str, ...]
    places: Sequence[Path]
    reasons: int
    of: int
    participants: int
    waves: int
    fewest: int
    most: int


_FOR_RATERS: tuple[Field[PeoplePackets | ReasonPackets], ...] = (
    field(TEXTS, "raters", "names of the raters"),
    field(TEXTS, "packets", "the files", lambda made: tuple(map(str, made.places))),
)
FOR_PEOPLE: tuple[Field[PeoplePackets], ...] = (
    field(TEXT, "script", "title of the script"),
    *_FOR_RATERS,
    field(WHOLE, "waves", "waves in a packet"),
    field(WHOLE, "ratings_of_each", "ratings that each rater gives", "ratings"),
)
OF_REASONS: tuple[Field[ReasonPackets], ...] = (
    STUDY,
    *_FOR_RATERS,
    field(WHOLE, "reasons", "reasons in a packet"),
    field(WHOLE, "of", "reasons in the study"),
    field(WHOLE, "participants", "participants whose reasons they are"),
    field(WHOLE, "waves", "waves whose reasons they are"),
    group(
        "of_each", "reasons of each participant in each wave",
        field(WHOLE, "fewest", "fewest"),
        field(WHOLE, "most", "most"),
    ),
)  # fmt: skip


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
        refuse_written(next((one for one in places if one.exists()), None))
    with error_code("packets"):
        write_packets(folder, packets, (), lambda _: None, places=places)
    found = PeoplePackets(experiments[0].title, tuple(raters), places, packets)
    cells = len(packets) // len(raters)
    said = (
        f"{counted(len(packets), 'packet')} for {and_list(found.raters)}: "
        f"{counted(cells, 'packet')} each, the same for all, with {counted(found.waves, 'wave')} "
        f"and {counted(found.ratings, 'rating')}"
    )
    told = document(FOR_PEOPLE, found)
    _tell(packets[0], places[0].parent, [folder], told, said, as_json=as_json)


def _packets(
    experiment: Experiment, only: Sequence[str], raters: Sequence[str], batch: str
) -> Iterator[tuple[str, Packet]]:
    """The packets, each with the name of its file; every rater gets the same ones."""
    carried = () if experiment.waves is None else experiment.waves.carried
    if experiment.waves is not None and carried:
        # People write nothing that is carried on; without it the names stand in brackets.
        experiment = replace(experiment, waves=replace(experiment.waves, carried=()))
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
        name = _file_name(number, len(cells), [level for _, level in cell.levels])
        items = tuple(people_items(trial, [one.name for one in carried]))
        packet = rating_packet(View.PEOPLE, "", items, packet="", batch=batch, at=at)
        for rater in raters:
            header = replace(packet.header, packet=secrets.token_hex(8), coder=rater)
            yield name, replace(packet, header=header)


def reason_packets(
    part: StudyPart,
    raters: Sequence[str],
    folder: Path,
    *,
    seed: int | None,
    each: int | None,
    as_json: bool,
) -> None:
    """Write a packet of a study's reasons for each rater: the same reasons, each in an order of
    their own. Whose they are goes to the store alone.
    """
    from coders.packets.masking import NameMask
    from runners.coding.packet_record import record_with_header
    from runners.coding.reasons import EACH, for_rater, reasons_of, sampled
    from runners.studies.participant_labels import labels_of

    with part.opened() as (store, study), error_code("rationality"):
        if len(study.chapters) > 1:
            raise UsageError(
                f"the study has {len(study.chapters)} scripts, and a table is of one",
                "name one of them",
            )
        settled_in(store, folder, raters)
        earlier = [
            json.loads(one.settings)
            for one in store.packet_heads(study.study.id)
            if one.view == View.REASONS
        ]
        if earlier and seed is None:
            # Raters who come later are to rate the same reasons.
            seed, each = earlier[-1]["seed"], each or earlier[-1]["each"]
        context, each = packing_context(seed), each or EACH
        names = NameMask(one.name.partition("?")[0] for one in study.participants)
        labels = labels_of(study.participants)
        there = [
            one
            for told in study.finished(store)
            for one in reasons_of(told, labels[told.participant.key], names)
        ]
    chosen = sampled(there, each, context.seed)
    if not chosen:
        raise Stop(
            "nothing-to-rate",
            f"no reply in study {study.study.id} gives a reason for a rating in a wave",
            "run a script with waves and a questionnaire, with participants that give reasons",
        )
    # Ids are drawn from the machine's secrets, whatever the seed.
    new_id = packing_context(None).new_id
    batch, packets, records = context.packet_id(), [], []
    for rater in raters:
        lot = random.Random(f"{context.seed} {rater.casefold()}")
        items = for_rater(chosen, lot, new_id)
        packet = rating_packet(
            View.REASONS, rater, items, packet=context.packet_id(), batch=batch, at=context.at
        )
        # Pairs, since a table has its columns in an order.
        rows = {name: list(map(list, row.items())) for name, row in rows_of(items).items()}
        settings = canonical({"rows": rows, "seed": context.seed, "each": each})
        packets.append(packet)
        records.append(
            record_with_header(packet.header, study.study.id, settings.decode("ascii"), ())
        )
    with open_store(part.store_url) as store, error_code("packets"):
        places = write_packets(folder, packets, records, store.add_packets)
    of_each = Counter(one.of for one in chosen)
    participants, waves = (len({of[at] for of in of_each}) for at in (0, 1))
    found = ReasonPackets(
        study.study.id, tuple(raters), places, len(chosen), len(there), participants, waves,
        min(of_each.values()), max(of_each.values()),
    )  # fmt: skip
    if not as_json and any(one.simulated for one in study.participants):
        note(f"{NOT_DATA}: programs gave these reasons, or some of them")
    many = " to ".join(dict.fromkeys((f"{found.fewest}", f"{found.most}")))
    said = (
        f"{counted(len(chosen), 'reason')} of {len(there):,} for each of "
        f"{and_list(found.raters)}: {many} of each of {counted(participants, 'participant')} in "
        f"each of {counted(waves, 'wave')}"
    )
    collect = [folder, *named_store()]
    told = document(OF_REASONS, found)
    _tell(packets[0], places[0], collect, told, said, as_json=as_json)


def _tell(
    packet: Packet,
    code: Path,
    collect: Sequence[object],
    told: Document,
    said: str,
    *,
    as_json: bool,
) -> None:
    """Print what was written, and what comes next."""
    if as_json:
        print_json(told)
        return
    say(said)
    say(fitted(packet.header.statement, page_width()))
    note("next:")
    note(f"  {shell_quoted(['devrun', 'code', code])}   each rater rates their own")
    note(f"  {shell_quoted(['devrun', 'collect', *collect])}   writes the table")


def _file_name(number: int, of: int, levels: Sequence[str]) -> str:
    """`01 night trains, Odile`: in the order of the script, with nothing that a disk refuses."""
    words = re.sub(r"[^\w ,.-]+", "_", ", ".join(levels))[:60].strip(" .")
    return " ".join(filter(None, (f"{number:0{len(str(of))}}", words)))
