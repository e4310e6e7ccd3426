"""`devrun read`: replies that need a human go into a packet, and what models read there comes back.

Models are asked by `devrun code PACKET --judge MODEL`, as for any packet, one log each. What they
read is marked as theirs: by a flag, and in a share of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from coders.choice_methods import quorum, quorum_reason
from coders.tables.replies import TableReply
from coders.tables.reply_packets import LogReadings, readings_of, reply_packet
from dsl import __devrun__
from dsl.files.source import normalise, opened
from dsl.record import replace
from dsl.words import LABELS, and_list
from renderers.number_words import NOT_DATA
from renderers.rows.replies import ReplyVerdict
from runners.cli.errors import Exit, Stop, UsageError, system_errors_as
from runners.cli.files import write_new

BY_JUDGES = "judges"
"""The flag of a reading that is that of a quorum of models."""


def write_packet(file: str, rows: Sequence[TableReply]) -> int:
    """Writes a packet of these replies; gives how many items it has.

    Raises:
        UsageError: there are none, or the file is there already.
        Stop: it cannot be written.
    """
    from coders.packets.file import packet_lines
    from runners.store.records import now

    if not rows:
        raise UsageError(
            "there is no reply to put into a packet",
            "the matcher reads all replies to choices; --every takes these, too",
        )
    if not file.endswith(".packet.jsonl"):
        raise UsageError(
            f"`{file}` is no name for a packet", f"write it as: --packet {file}.packet.jsonl"
        )
    packet = reply_packet(rows, made=now(), tool_version=__devrun__)
    write_new(
        Path(file),
        "".join(packet_lines(packet)).encode(),
        instead="name another file",
        elsewhere="name a file in a folder that you may write to",
    )
    return len(packet.main)


def log_readings(files: Iterable[str]) -> list[LogReadings]:
    """What the coders of these logs read.

    Raises:
        PacketUnusable: a file is no log, or a damaged one.
        Stop: a file cannot be read, or holds no reading of a reply.
        UsageError: two logs are of one coder.
    """
    from coders.desk.log import read_log

    found = []
    for file in files:
        what, advice = f"{file} cannot be read", "name the log of a coder"
        with (
            system_errors_as(Exit.STORE, "packet", what, advice),
            opened(Path(file), pipe=True) as log,
        ):
            text = normalise(log.read().decode("utf-8", "replace"))
        events = read_log(text, file)
        told = readings_of(events) if events else None
        if told is None or not told.read:
            raise Stop(
                "no-readings", f"{file}: nothing was judged in it",
                "name the log of a packet that `devrun read --packet` wrote",
            )  # fmt: skip
        found.append(told)
    twice = [name for name, count in Counter(one.coder for one in found).items() if count > 1]
    if twice:
        raise UsageError(f"two logs are of `{twice[0]}`", "leave out one of them")
    return found


def see_that_all_match(logs: Sequence[LogReadings], ids: set[str]) -> None:
    """See that each log has a reply of the table.

    Raises:
        Stop: one has none.
    """
    for one in logs:
        if not ids.intersection(one.read):
            raise Stop(
                "no-readings", f"no reply that {one.coder} read is in the table",
                "name the table that the packet was made from",
            )  # fmt: skip


def by_judges(told: ReplyVerdict, row: TableReply) -> ReplyVerdict:
    """The verdict on a reply that needs a human, with what the judges read in it."""
    agreed = quorum(row.judges)
    if not agreed:
        why = quorum_reason(row.judges)
        return replace(told, reason=f"{told.reason}; {why}") if why else told
    options = row.question.options
    at = options.index(agreed)
    answers = {one.text for clause in row.question.key.answer for one in clause.phrases}
    mark = ("right" if agreed in answers else "wrong") if answers else None
    return type(told)(
        told.id, agreed, LABELS[at] if at < len(LABELS) else None, mark, True, (BY_JUDGES,),
        quorum_reason(row.judges),
    )  # fmt: skip


def judge_notes(logs: Sequence[LogReadings], found: Sequence[ReplyVerdict]) -> list[str]:
    """Who judged, how many replies they settled, and how many of these are right."""
    judges = [one for one in logs if one.judge]
    settled = [one for one in found if BY_JUDGES in one.flags]
    left = sum(not one.decided for one in found)
    names = and_list([one.coder.removeprefix("judge ") for one in judges])
    lines = [
        f"judges (models, no people): {names}; of {len(settled) + left:,} replies that need a "
        f"human at least three quarters of them read the same choice in {len(settled):,}"
    ]
    if any(one.simulated for one in judges):
        lines.append(f"{NOT_DATA}: a judge is a program")
    marked = [one for one in found if one.mark is not None]
    if any(one.mark for one in settled):
        right = sum(one.mark == "right" for one in marked)
        lines.append(
            f"right with those that judges read: {right / len(marked):.1%} of {len(marked):,}"
        )
    return lines
