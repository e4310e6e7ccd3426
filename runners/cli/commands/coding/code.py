"""`devrun code`: the coding screen, plain lines, or a model as judge."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coders.packets.shape import CoderKind, PacketUnusable, Phase, View
from dsl import __devrun__
from dsl.words import and_list
from runners.cli.costs import max_cost_option
from runners.cli.errors import Exit, Stop, UsageError, given_options
from runners.cli.options import (
    ReplyLimits,
    SamplingOptions,
    json_option,
    reply_options,
    sampling_options,
)
from runners.cli.output import line_width, note
from runners.cli.plain_lines import accept_any_encoding, has_screen, read_line, say_line

if TYPE_CHECKING:
    from decimal import Decimal

    from coders.desk.desk import Desk

_FOR_PEOPLE = ("--plain", "--log", "--repair")


@click.command(
    "code",
    epilog=(
        "Examples: devrun code packets/A.packet.jsonl; devrun code A.packet.jsonl --plain; "
        "devrun code A.packet.jsonl --judge openai/NAME"
    ),
)
@click.argument("packet", metavar="PACKET")
@click.option(
    "--plain",
    is_flag=True,
    help="Plain lines instead of the coding screen, for screen readers, ssh and pipes (default "
    "without a terminal).",
)
@click.option(
    "--log",
    metavar="FILE",
    help="Log file (default: next to the packet, A.log.jsonl for A.packet.jsonl).",
)
@click.option(
    "--repair",
    is_flag=True,
    help="Drop damaged lines of the log, after copying it, and go on; says which were lost.",
)
@click.option(
    "--judge",
    metavar="MODEL",
    help="Let a model code the packet, under its own name; the options below are for it.",
)
@sampling_options
@reply_options
@max_cost_option
@json_option
def command(
    packet: str,
    plain: bool,
    log: str | None,
    repair: bool,
    judge: str | None,
    sampling: SamplingOptions,
    limits: ReplyLimits,
    max_cost: Decimal | None,
    as_json: bool,
) -> int:
    """Code the replies in PACKET one after another, with single keys.

    Every judgement is saved at once in a log next to the packet. Press q to stop; the same command
    continues. `?` shows the rubric and all keys. When everything is coded, hand in and send the log
    to the study's owner.
    """
    path = _packet(packet)
    if judge is not None:
        if repair:
            raise UsageError("--repair is for the log of a person", "leave it out, or --judge")
        from runners.cli.packets.judge import judge_with_model

        settings = sampling.settings(limits)
        where = Path(log) if log else None
        return judge_with_model(
            path, judge, settings, log=where, max_cost=max_cost, as_json=as_json
        )
    _refuse_options_of_judges()
    _refuse_of_models(path)
    log_file = Path(log) if log else None
    if repair:
        _repair(path, log_file)
    return _by_hand(path, log_file, plain=plain or not has_screen())


def _packet(given: str) -> Path:
    """The packet's path. A folder is taken for the packet in it, or if it has several of one person
    for the first that was not handed in.
    """
    path = Path(given)
    if not os.path.isdir(path):  # noqa: PTH112 - a Path raises for what is too long for a name
        return path
    found = sorted(path.glob("*.packet.jsonl"))
    if len(found) == 1:
        return found[0]
    if found and (left := _left_of_one_person(found)):
        return left
    listed = ", ".join(one.name for one in found) or "none"
    raise Stop(
        "packet",
        f"`{given}` is a folder; packets in it: {listed}",
        "name your packet",
        exit_code=Exit.STORE,
    )


def _left_of_one_person(packets: Sequence[Path]) -> Path | None:
    """The first of these packets that was not handed in, the last if all were; None if they are for
    more than one person.
    """
    from coders.packets.file import packet_at

    if len({packet_at(one).header.coder for one in packets}) > 1:
        return None
    return next((one for one in packets if not _handed_in(one)), packets[-1])


def _handed_in(packet: Path) -> bool:
    from coders.desk.log import log_path

    log = log_path(packet)
    return log.is_file() and '"kind": "lock"' in log.read_text("utf-8", "replace")


def _refuse_of_models(path: Path) -> None:
    """What a person codes is never taken for a model's."""
    from coders.packets.file import packet_at

    if packet_at(path).header.kind is CoderKind.AUTOMATIC:
        raise UsageError(
            f"{path} is for models as judges",
            "add --judge MODEL; `devrun packets --coder NAME --view content` makes one for a "
            "person",
        )


def _refuse_options_of_judges() -> None:
    """Most options mean nothing where a person codes."""
    for name in given_options():
        if name not in _FOR_PEOPLE:
            raise UsageError(f"{name} needs --judge", "leave it out, or add --judge MODEL")


def _repair(path: Path, log_file: Path | None) -> None:
    """Drop the damaged lines of the log, and say which were lost."""
    from coders.desk.log import log_path, read_log
    from coders.desk.log_repair import repair_log
    from coders.packets.file import packet_at

    where = log_file or log_path(path)
    _refuse_the_packet_itself(path, where)
    done = repair_log(where, packet_at(path))
    if done is None:
        note(f"{where} is not damaged; nothing was changed")
        return
    lost, copy = done
    if not lost:
        note(f"{where}: foreign lines dropped; the damaged file is kept as {copy}")
        return
    numbers = and_list(_runs_of(lost))
    what = f"line {numbers} was" if len(lost) == 1 else f"lines {numbers} were"
    note(f"{where}: {what} damaged and dropped; the damaged file is kept as {copy}")
    if any(event.kind == "lock" for event in read_log(where.read_text("utf-8"), str(where))):
        note(
            "the log was handed in, so you are not asked again for what was lost: send it to the "
            "study's owner, and say so"
        )


def _by_hand(path: Path, log_file: Path | None, *, plain: bool) -> int:
    """A person codes, on the screen or in plain lines."""
    from coders.desk.desk import Desk
    from coders.desk.log import Log, log_path
    from coders.packets.file import packet_at
    from runners.store.records import now

    packet = packet_at(path)
    where = log_file or log_path(path)
    _refuse_the_packet_itself(path, where)
    for notice in packet.notices:
        note(notice)
    with Log(where, packet, clock=now, tool_version=__devrun__) as log:
        if log.dropped:
            note(log.dropped)
        desk = Desk(packet, log)
        desk.reopen()
        try:
            _code(desk, plain=plain)
        except KeyboardInterrupt:
            if plain and sys.stdout.isatty():
                # Messages start on a new line after `> ^C`.
                sys.stdout.write("\n")
            _leave(desk, path)
            return int(Exit.INTERRUPTED)
        _leave(desk, path)
    return int(Exit.DONE)


def _refuse_the_packet_itself(packet: Path, log: Path) -> None:
    with contextlib.suppress(OSError):
        if packet.samefile(log):
            raise UsageError(
                "--log names the packet itself",
                "leave it out, or name another file",
            )


def _code(desk: Desk, *, plain: bool) -> None:
    from runners.cli.picture_viewer import (
        picture_viewer,
        terminal_pictures,
        within_lines,
        within_screen,
    )

    printed = terminal_pictures() if desk.packet.pictures else None
    with picture_viewer() as view:
        if not plain:
            from coders.screen.app import CodingApp

            app = CodingApp(desk, view=lambda data: within_screen(app, data, printed, view))
            app.run(mouse=False)
            return
        from coders.plain.session import PlainCoding

        accept_any_encoding()
        PlainCoding(
            desk,
            read=read_line,
            say=say_line,
            now=time.monotonic,
            width=line_width(),
            view=lambda data: within_lines(data, printed, view),
        ).run()


def _leave(desk: Desk, packet: Path) -> None:
    """Say where the log is, how far it is, and what comes next."""
    from coders.desk.log import log_path
    from coders.desk.steps import StepKind
    from coders.tables.reply_packets import is_of_table, taken_by
    from runners.cli.script_loading import shell_quoted

    with contextlib.suppress(PacketUnusable):
        desk.close()
    # Without --log the command would begin a second log next to the packet.
    elsewhere = desk.log_path != log_path(packet)
    again = shell_quoted((packet, "--log", desk.log_path) if elsewhere else (packet,))
    done = f"send {desk.log_path} to the study's owner"
    if is_of_table(desk.packet.header.codebook_version):
        done = taken_by(desk.log_path)
    others = sorted(packet.parent.glob("*.packet.jsonl"))
    if desk.packet.header.view is View.PEOPLE and (left := _left_of_one_person(others)):
        if not _handed_in(left):
            done = f"devrun code {shell_quoted((packet.parent,))}   the next packet"
        elif len(others) > 1:
            done = f"send the logs in {packet.parent} to the study's owner"
    sys.stdout.flush()
    match desk.step.kind:
        case StepKind.LOCKED:
            told = "handed in"
            step = done
        case StepKind.ENDED:
            told = "ended after the second calibration"
            step = done
        case StepKind.READY:
            told = "everything is coded but not handed in yet"
            step = f"devrun code {again}   hand in"
        case _:
            told = _how_far(desk)
            step = f"devrun code {again}   continue"
    note(f"{told}; judgements are saved in {desk.log_path}")
    note(f"next: {step}")


def _how_far(desk: Desk) -> str:
    progress, phase = desk.progress, desk.step.phase
    told = f"{progress.done} of {progress.total} coded"
    if desk.packet.header.view is View.PEOPLE:
        told = f"{progress.done} of {progress.total} questionnaires filled in"
    if phase is None or phase is Phase.MAIN:
        return told
    return f"{'training' if phase is Phase.TRAINING else 'calibration'}, {told}"


def _runs_of(numbers: Sequence[int]) -> tuple[str, ...]:
    """Numbers in order, those that follow each other together: 3, 7 to 9."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(f"{one[0]} to {one[-1]}" if len(one) > 1 else str(one[0]) for one in runs)
