"""What `devrun packets` says to the study's owner, on the screen and as a document."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from coders.packets.shape import CoderKind, View
from renderers.fields.field import columns
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import plain_lines
from runners.cli.output import fitted, note, page_width, say
from runners.cli.packets.packets_document import BALANCE, COLUMNS, ITEMS, trials_of
from runners.cli.script_loading import shell_quoted
from runners.cli.sentences import sentences
from runners.coding.packet_files import Settled
from runners.coding.packet_record import PacketOptions
from runners.coding.packing import PackedStudy
from runners.studies.study import OpenStudy


def print_packets(
    packed: PackedStudy,
    options: PacketOptions,
    places: Sequence[Path],
    notes: Sequence[str],
    store: Sequence[str],
) -> None:
    """Print the summary: packets on stdout, everything else on stderr. `store` is the option that
    names the store, where one was given.
    """
    unit = "trial" if options.display.view.whole else "reply"
    width = page_width()
    for table in (_table(packed, unit), _balance(packed)):
        for line in plain_lines(one_table(table, width), width=width):
            click.echo(line)
        click.echo("")
    say(fitted(packed.packets[0].packet.header.statement, width))
    for one in packed.packets[1:]:
        if one.packet.header.statement != packed.packets[0].packet.header.statement:
            say(fitted(f"{one.packet.header.coder}: {one.packet.header.statement}", width))
            break
    sys.stdout.flush()
    for sentence in notes:
        note(sentence)
    note("next:")
    name = shell_quoted([str(places[0])])
    collect = shell_quoted(("devrun", "collect", places[0].parent, *store))
    if options.for_judges:
        note(f"  devrun code {name} --judge MODEL   for each of four models")
        note(f"  {collect}   import what they judged")
        score = shell_quoted(("devrun", "score", "--coder", "quorum", *store))
        note(f"  {score}   scores by the matcher and three of four judges")
        return
    note(f"  devrun code {name}   each coder codes their own packet")
    note(f"  {collect}   import the coding logs")


def _table(packed: PackedStudy, unit: str) -> list[Column]:
    many = {"reply": "replies"}.get(unit, f"{unit}s")
    fields = [one.but(heading=many) if one is ITEMS else one for one in COLUMNS]
    return columns(fields, packed.packets)


def _balance(packed: PackedStudy) -> list[Column]:
    """How many trials of each cell and model each coder has."""
    strata = dict.fromkeys(cell for one in packed.packets for cell in sorted(one.strata))
    return columns((*BALANCE, *map(trials_of, packed.packets)), tuple(strata))


def notes(
    packed: PackedStudy,
    study: OpenStudy,
    options: PacketOptions,
    *,
    gold: Sequence[str] | None,
    settled: Settled,
) -> list[str]:
    """Everything that the owner should know of these packets, a sentence each."""
    return sentences(
        "packet_notes",
        packed=packed,
        pool=packed.pool,
        study=study,
        some_simulated=any(one.simulated for one in study.participants),
        settled=settled,
        display=options.display,
        rubric=options.display.view is View.RUBRIC,
        rated=options.display.view is View.RATING,
        gold=gold,
        for_judges=options.for_judges,
        blind_coders=sum(one.packet.header.kind is CoderKind.BLIND for one in packed.packets),
    )
