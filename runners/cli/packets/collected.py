"""`devrun collect` for logs of people who rate: a tidy table, and who has rated how much."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from coders.packets.assigning import of_judge
from coders.packets.ratings import is_of_ratings
from coders.packets.shape import Packet, PacketUnusable, View
from dsl.files.people import majority
from dsl.words import and_list, counted
from renderers.csv_text import csv_of, field, restored
from runners.cli.errors import Exit, UsageError, system_errors_as
from runners.cli.files import write_over
from runners.cli.open_study import open_existing_store
from runners.cli.output import note, print_document, say
from runners.cli.packets.collect_document import RATINGS, RaterProgress, RatingTable
from runners.cli.script_loading import shell_quoted
from runners.coding.log_files import LogFile, Rejected
from runners.coding.rating_logs import (
    RatingLog,
    RatingPackets,
    Row,
    added_to,
    key_of,
    of_packet,
    rating_log,
)
from runners.store.records import now

_NAMES = {View.PEOPLE: "ratings.csv", View.REASONS: "rationality.csv"}
_ELSEWHERE = "check permissions and free disk space, or name another file with --to"
_IN_WORDS = ("change", "note")
"""Columns in words of raters, which a spreadsheet must not take for formulas."""


def has_ratings(logs: Sequence[LogFile | Rejected]) -> bool:
    """Whether there are logs of people who rate. Raises UsageError if there are others as well."""
    kinds = {is_of_ratings(one.codebook_version) for one in logs if isinstance(one, LogFile)}
    if len(kinds) > 1:
        raise UsageError(
            "some of these logs have codes, for the store, and some ratings, for a table",
            "collect the two in two calls",
        )
    return kinds == {True}


def collect_ratings(
    logs: Sequence[LogFile | Rejected],
    files: Sequence[Path],
    to: Path | None,
    store_url: str,
    *,
    as_json: bool,
) -> int:
    """Add what stands in these logs to their table, `to` or one of the usual name here, and say
    what came of it. `files` are those named; the store is asked whose reasons were rated.
    """
    at_hand = RatingPackets()
    rejected = [one for one in logs if isinstance(one, Rejected)]
    fitting: list[RatingLog] = []
    folders = {below for one in files if one.is_dir() for below in one.iterdir() if below.is_dir()}
    for log in logs:
        if isinstance(log, Rejected):
            continue
        folders.add(Path(log.file).parent)
        try:
            packet = at_hand.of(log)
            rows = packet.rows if packet.header.view is View.PEOPLE else _sources(log, store_url)
            fitting.append(rating_log(log, packet, rows, now=now()))
        except PacketUnusable as fault:
            rejected.append(Rejected.of(log.file, fault))
    tables: dict[View, RatingTable] = {}
    packets = [one for folder in sorted(folders) for one in at_hand.in_folder(folder).values()]
    for view in dict.fromkeys(log.packet.header.view for log in fitting):
        place = to or Path(_NAMES[view])
        these = [log for log in fitting if log.packet.header.view is view]
        table, refused = added_to(_rows_there(place, these), these)
        for one, why in refused:
            told = f"{one.file} contradicts {place}: {why}"
            whose = one.packet.header.coder
            instead = f"keep the log as it came; if the table is wrong, remove the rows of {whose}"
            rejected.append(Rejected(one.file, told, instead))
        if table:
            write_over(place, _text(table).encode("utf-8"), elsewhere=_ELSEWHERE)
        tables[view] = _summary(place, table, these, packets)
    if as_json:
        print_document(RATINGS, (tables.values(), rejected))
    else:
        _print(tables, rejected)
    return int(Exit.STORE if rejected else Exit.DONE)


def _sources(log: LogFile, store_url: str) -> Mapping[str, Row]:
    """What the ratings of a packet of reasons are of. Raises PacketUnusable."""
    with open_existing_store(store_url) as store:
        kept = store.packet(of_packet(log))
        if kept is None:
            raise PacketUnusable(
                f"{log.file}: the store {store.where} did not make the packet that {log.coder} "
                "rated",
                "name the store of the study with --store",
            )
        rows: Mapping[str, list[tuple[str, str]]] = json.loads(kept.settings)["rows"]
        return {of: dict(row) for of, row in rows.items()}


# ------------------------------------------------------------------------------- the table


def _rows_there(place: Path, logs: Sequence[RatingLog]) -> list[Row]:
    """The rows that are in the table already. Raises UsageError where it is another table."""
    columns = next((list(row) for log in logs for row in log.rows), [])
    if not place.exists() or not columns:
        return []
    what, instead = f"{place} cannot be read", "name another file with --to"
    with system_errors_as(Exit.STORE, "table", what, instead):
        data = place.read_bytes()
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        rows, there = list(reader), list(reader.fieldnames or ())
    except (UnicodeDecodeError, csv.Error) as fault:
        raise UsageError(f"{place} is not a table in CSV", instead) from fault
    if set(columns) - set(there) - set(_IN_WORDS):
        raise UsageError(
            f"{place} has the columns {and_list(tuple(there))}, and these ratings have "
            f"{and_list(tuple(columns))}",
            instead,
        )
    every = list(dict.fromkeys(columns + there))
    return [
        {one: (restored if one in _IN_WORDS else str)(row.get(one) or "") for one in every}
        for row in rows
    ]


def _text(table: Sequence[Row]) -> str:
    """The table as CSV, in an order that does not depend on that of the logs."""
    columns = list(dict.fromkeys(name for row in table for name in row))
    rows = sorted(
        ([row.get(name, "") for name in columns] for row in table),
        key=lambda it: list(map(_by_value, it)),
    )
    written = [field if name in _IN_WORDS else str for name in columns]
    return csv_of(
        columns, ((of(cell) for of, cell in zip(written, row, strict=True)) for row in rows)
    )


def _by_value(cell: str) -> tuple[int, str]:
    return (int(cell), "") if cell.isdecimal() and len(cell) < 9 else (10**9, cell)


# ------------------------------------------------------------------------------- what is said


def _summary(
    place: Path, table: Sequence[Row], logs: Sequence[RatingLog], packets: Sequence[Packet]
) -> RatingTable:
    view = logs[0].packet.header.view
    of_rater = Counter(one.header.coder for one in packets if one.header.view is view)
    given = Counter(row["rater"] for row in table if row["rating"])
    # A mail may bring one log twice: the one that goes further counts.
    ends = {log.packet.header.packet: log for log in sorted(logs, key=lambda log: len(log.rows))}
    raters = []
    for name in sorted({*of_rater, *given}, key=lambda name: (len(name), name)):
        own = [log for log in ends.values() if log.packet.header.coder == name]
        handed_in = sum(log.handed_in for log in own)
        raters.append(
            RaterProgress(
                name, handed_in, len(own) - handed_in, of_rater[name], given[name],
                fast=sum(log.fast for log in own), lost=sum(log.lost for log in own),
            )
        )  # fmt: skip
    by_item: dict[object, list[int]] = {}
    for row in table:
        if not of_judge(row["rater"]):
            here = by_item.setdefault(tuple(one for one in key_of(row) if one[0] != "rater"), [])
            here += [int(row["rating"])] if row["rating"].isdecimal() else []
    counts = [len(ratings) for ratings in by_item.values()] or [0]
    steps = [step for step, _ in logs[0].packet.main[0].questions[0].scale]
    ties = (majority(each, scale=(steps[0], steps[-1])).tied for each in by_item.values())
    return RatingTable(
        str(place), len(table), tuple(raters), len(by_item), min(counts), max(counts), sum(ties)
    )


def _next_step(view: View, file: str) -> str:
    if view is View.REASONS:
        waves = shell_quoted(("devrun", "waves", "--rationality", file))
        return f"{waves}   Rationality, and how far its raters agree"
    return f"write `people from {file}` below the items in the script; `devrun waves` compares"


def _print(tables: Mapping[View, RatingTable], rejected: Sequence[Rejected]) -> None:
    for view, found in tables.items():
        for one in found.raters:
            _print_rater(one)
        file = found.file
        if not found.rows:
            note(f"no wave is done, so {file} is not written yet")
            continue
        many = " to ".join(dict.fromkeys((f"{found.fewest}", f"{found.most}")))
        told = f" of {counted(found.items, 'item')} in their waves, each by {many}; "
        ties = counted(found.ties, "tie")
        whose = f"{told}{ties}" if found.items else " by models as judges alone"
        say(f"{file}: {counted(found.rows, 'rating')}{whose}")
        missing = [one.rater for one in found.raters if found.items and not one.ratings]
        if missing:
            note(f"nothing has come from {and_list(tuple(missing))}")
        if found.ties:
            instead = "; `ties none` leaves it out" if view is View.PEOPLE else ""
            note(
                "a tie gives that of the tied ratings which is nearest to the median of all, then "
                f"to the middle of the scale, then the lower{instead}"
            )
        note(f"next: {_next_step(view, file)}")
    for fault in rejected:
        note(f"not collected: {fault.message}")
        if fault.help:
            note(f"help: {fault.help}")


def _print_rater(one: RaterProgress) -> None:
    said = f"{one.rater}: {counted(one.ratings, 'rating')}"
    if not of_judge(one.rater):
        more = f", {one.under_way} under way" if one.under_way else ""
        here = f"{one.handed_in} of {counted(one.packets, 'packet')} handed in{more}"
        said += f"; {here if one.packets else 'no packet here'}"
    say(said)
    if one.fast:
        say(f"    {counted(one.fast, 'rating')} made in under a second")
    if one.lost:
        say(f"    {counted(one.lost, 'line')} damaged and dropped by --repair")
