"""`devrun collect FILE...`: import coding logs and tables of codes into the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coders.packets.shape import CoderKind, PacketUnusable
from dsl.record import replace
from dsl.words import and_list, counted
from runners.cli.errors import Exit, UsageError
from runners.cli.next_steps import options, say_steps, when_collected
from runners.cli.open_study import open_existing_store
from runners.cli.options import json_option, store_option
from runners.cli.output import note, print_document, say
from runners.cli.sentences import sentences

if TYPE_CHECKING:
    from runners.cli.packets.collect_document import Collected
    from runners.coding.coder_progress import CoderReport
    from runners.coding.log_files import Rejected
    from runners.coding.log_import import ImportedLog
    from runners.store.store import Store


@click.command(
    "collect",
    epilog=(
        "Examples: devrun collect packets/; devrun collect A.log.jsonl B.log.jsonl; "
        "devrun collect codes.csv --csv --coder Anna"
    ),
)
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--csv", "table", is_flag=True, help="FILE is a table of codes made with other software."
)
@click.option("--coder", metavar="NAME", help="The coder of the table.")
@click.option(
    "--kind",
    type=click.Choice(["blind", "author", "automatic"]),
    help="With --csv: kind of coder (default: blind); automatic: a program or model, not counted "
    "with people.",
)
@click.option("--study", metavar="ID", help="Accept logs of this study only.")
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Table to which the ratings of people are added (default: ratings.csv).",
)
@store_option
@json_option
def command(
    files: tuple[Path, ...],
    table: bool,
    coder: str | None,
    kind: str | None,
    study: str | None,
    to: Path | None,
    store_url: str,
    as_json: bool,
) -> int:
    """Check coding logs and import what is new (FILE: a log, a packet with its log, or a folder).

    A log can be collected any number of times. Lines that do not fit are reported with the reason
    and left out; the rest is imported.

    Logs of people who rate (`devrun packets --people`) need their packets next to them, and are
    added to a table.

    A table (--csv) has one row per coded question. Its header names `item` (of a packet) or `trial`
    (the beginning of a trial's key), `question` (title or number), `mark` (right, half, wrong, or
    1, 0.5, 0), and optionally `story`, `flags`, `lrs` and `note`. Under a protocol of ratings it
    has `item` (or `trial`), `coder` and `lrs`, and may be of several coders.
    """
    _refuse_misuse(files, table=table, coder=coder, kind=kind)
    from runners.cli.packets.collect_document import COLLECTED, Collected
    from runners.cli.packets.collected import collect_ratings, has_ratings
    from runners.coding.log_files import read_log_files
    from runners.coding.log_import import import_logs

    logs = () if table else tuple(read_log_files(files))
    if has_ratings(logs):
        return collect_ratings(logs, files, to, store_url, as_json=as_json)
    if to is not None:
        raise UsageError("--to is for ratings of people", "leave it out: codes go to the store")
    with open_existing_store(store_url) as store:
        chosen = store.study(study).id if study or table else None
        if table:
            rated = _is_rated(store, chosen or "")
            if not rated:
                _refuse_nameless(files, coder)
            taken, rejected = _import_tables(
                store, files, coder or "", kind, chosen or "", rated=rated
            )
        else:
            brought = import_logs(store, logs, study=chosen)
            taken, rejected = brought.taken, brought.rejected
        reports, waiting = _reports(store, taken)
        steps = [] if waiting else _steps(store, taken)
        found = Collected(store.where, taken, rejected, reports, waiting)
    if as_json:
        print_document(COLLECTED, found)
    else:
        _print(found)
        if steps:
            say_steps(iter(steps))
    return int(Exit.STORE if rejected else Exit.DONE)


def _refuse_misuse(
    files: tuple[Path, ...], *, table: bool, coder: str | None, kind: str | None
) -> None:
    if not files:
        raise UsageError(
            "no file was named",
            "name the returned logs or their folder: `devrun collect packets/`",
        )
    if table and not coder and not all(map(_names_coders, files)):
        _refuse_nameless(files, coder)
    if not table and (coder or kind):
        raise UsageError(
            f"`{'--coder' if coder else '--kind'}` needs --csv: a log already names its coder",
            "leave it out, or add --csv for a table of codes",
        )


def _names_coders(path: Path) -> bool:
    """Whether a table has a column for its coders, as tables of ratings may. Raises
    PacketUnusable.
    """
    from runners.coding.code_tables import names_coders
    from runners.coding.table_import import table_text

    return names_coders(table_text(path))


def _refuse_nameless(files: Sequence[Path], coder: str | None) -> None:
    if not (coder and coder.strip()):
        raise UsageError(
            "the coder of the table is missing",
            f"add the coder's name: `devrun collect {files[0]} --csv --coder NAME`",
        )


def _is_rated(store: Store, study: str) -> bool:
    """Whether coders of a study give ratings from 0 to 5."""
    from runners.studies.study import opened_study

    return opened_study(store, study=study).protocol.rated


def _import_tables(
    store: Store, files: Sequence[Path], coder: str, kind: str | None, study: str, *, rated: bool
) -> tuple[tuple[ImportedLog, ...], tuple[Rejected, ...]]:
    """The tables that were imported and, for every fault of every table, why it was not."""
    from runners.coding.log_files import Rejected
    from runners.coding.table_import import import_table, table_text
    from runners.store.records import now

    coder_kind = CoderKind(kind) if kind else None
    taken: list[ImportedLog] = []
    rejected: list[Rejected] = []
    for path in files:
        try:
            text = table_text(path)
        except PacketUnusable as fault:
            rejected.append(Rejected.of(path, fault))
            continue
        found = import_table(
            store, text, file=path.name, coder=coder, kind=coder_kind, study=study, clock=now,
            rated=rated,
        )  # fmt: skip
        for one in found.faults:
            where = f"{path}, line {one.line}" if one.line else str(path)
            rejected.append(Rejected(str(path), f"{where}: {one.message}", one.help))
        taken += found.taken
        if found.unused:
            note(f"{path}: ignored columns: {and_list(found.unused)}")
    return tuple(taken), tuple(rejected)


def _reports(
    store: Store, taken: Sequence[ImportedLog]
) -> tuple[tuple[CoderReport, ...], tuple[str, ...]]:
    """The report on every packet with codes, and who has not handed in."""
    from runners.coding.coded_packets import HUMAN, coded_packet, coded_packets
    from runners.coding.coder_progress import coder_report

    packets = {one.packet.packet: one.packet.study for one in taken}
    studies = tuple(dict.fromkeys(packets.values()))
    standing = [coded for study in studies for coded in coded_packets(store, study)]
    there = {coded.packet.packet: coded for coded in standing}
    found = []
    for packet, study in packets.items():
        coded = there.get(packet)
        if coded is None:
            kept = store.packet(packet)
            assert kept is not None
            coded = coded_packet(store, kept)
        report = coder_report(coded, store.participants_of(study))
        found.append(replace(report, replaced=packet not in there))
    waiting = (one.packet.coder for one in standing if one.kind in HUMAN and not one.ended)
    return tuple(found), tuple(dict.fromkeys(waiting))


def _steps(store: Store, taken: Sequence[ImportedLog]) -> list[str]:
    """What comes next for every study of which something was collected."""
    from runners.coding.coded_packets import coded_packets

    return [
        step
        for study in dict.fromkeys(one.packet.study for one in taken)
        for step in when_collected(coded_packets(store, study), options(store, study))
    ]


# ------------------------------------------------------------------------------- what is said


_MOST_TOLD = 20
"""So many refusals are listed in sentences: a table of another study has one for each row."""


def _print(found: Collected) -> None:
    files = Counter(one.file for one in found.taken)
    for one in found.taken:
        # A table may hold the codes of several coders.
        whose = f", {one.packet.coder}" if files[one.file] > 1 else ""
        said = counted(one.new, "new line") if one.new else "nothing new"
        more = []
        if one.known:
            more.append(f"{one.known:,} collected before")
        if one.shorter:
            more.append("the store has a longer copy")
        if one.cut:
            more.append("its last line is incomplete and was left out")
        say(f"{one.file}{whose}: {'; '.join((said, *more))}")
    for report in found.reports:
        first, *more = sentences("coder_report", report=report)
        say(first)
        for line in more:
            say(f"    {line}")
    shown = found.rejected[:_MOST_TOLD]
    for number, fault in enumerate(shown, start=1):
        note(f"not imported: {fault.message}")
        # A table of another study has the same help for each of its rows.
        following = shown[number].help if number < len(shown) else ""
        if fault.help and fault.help != following:
            note(f"help: {fault.help}")
    if found.rejected[_MOST_TOLD:]:
        rest = counted(len(found.rejected) - _MOST_TOLD, "more fault")
        note(f"and {rest}: --json lists all")
    if not found.taken:
        return
    note(f"saved in {found.store}")
    if found.waiting:
        names = and_list(found.waiting)
        verb = "has" if len(found.waiting) == 1 else "have"
        note(f"{names} {verb} not handed in yet; collect again when they have")
