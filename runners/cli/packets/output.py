"""What `devrun packets` says to the study's owner, on the screen and as a document."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from coders.packets.shape import CoderKind, Phase, View
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import plain_lines
from renderers.terminal import visible
from runners.cli.output import fields_of, page_width, say
from runners.cli.script_loading import shell_quoted
from runners.cli.sentences import sentences
from runners.coding.items import Stratum
from runners.coding.packet_files import Settled
from runners.coding.packet_record import PacketOptions, PackingContext
from runners.coding.packing import CoderPacket, PackedStudy
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
    for columns in (_table(packed, unit), _balance(packed)):
        for line in plain_lines(one_table(columns, width), width=width):
            click.echo(line)
        click.echo("")
    say(packed.packets[0].packet.header.statement)
    for one in packed.packets[1:]:
        if one.packet.header.statement != packed.packets[0].packet.header.statement:
            say(f"{one.packet.header.coder}: {one.packet.header.statement}")
            break
    sys.stdout.flush()
    for note in notes:
        say(note, err=True)
    say("next:", err=True)
    name = shell_quoted([str(places[0])])
    collect = shell_quoted(("devrun", "collect", places[0].parent, *store))
    if options.for_judges:
        say(f"  devrun code {name} --judge MODEL   for each of four models", err=True)
        say(f"  {collect}   import what they judged", err=True)
        score = shell_quoted(("devrun", "score", "--coder", "quorum", *store))
        say(f"  {score}   scores by the matcher and three of four judges", err=True)
        return
    say(f"  devrun code {name}   each coder codes their own packet", err=True)
    say(f"  {collect}   import the coding logs", err=True)


def _table(packed: PackedStudy, unit: str) -> list[Column]:
    many = {"reply": "replies"}.get(unit, f"{unit}s")
    packets = packed.packets
    phases = [_gold(one) for one in packets]
    return [
        _label("coder", (one.packet.header.coder for one in packets)),
        _label("kind", (str(one.packet.header.kind) for one in packets)),
        _numbers(many, (one.items for one in packets)),
        _numbers("twice", (one.order.duplicates for one in packets)),
        _numbers("training", (one[Phase.TRAINING] for one in phases)),
        _numbers("calibration A", (one[Phase.GATE_A] for one in phases)),
        _numbers("calibration B", (one[Phase.GATE_B] for one in phases)),
        _numbers("silent gold", (one.silent for one in packets)),
        _numbers("all", (one.packet.header.items if one.items else "no packet" for one in packets)),
    ]


def _balance(packed: PackedStudy) -> list[Column]:
    """How many trials of each cell and model each coder has."""
    found: dict[Stratum, None] = {}
    for one in packed.packets:
        found.update(dict.fromkeys(sorted(one.strata)))
    strata = sorted(found)
    cells = (
        ", ".join((experiment, *(level for _, level in levels)))
        for experiment, levels, _, _ in strata
    )
    return [
        _label("trials of", cells),
        _label("wording", (wording for _, _, wording, _ in strata)),
        _label("model", (model for _, _, _, model in strata)),
        *(
            _numbers(visible(one.packet.header.coder), (one.strata.get(each, 0) for each in strata))
            for one in packed.packets
        ),
    ]


def _label(heading: str, cells: Iterable[str]) -> Column:
    texts = tuple(map(visible, cells))
    return Column(heading, texts, right=False, folds=True, label=True)


def _numbers(heading: str, cells: Iterable[int | str]) -> Column:
    return Column(heading, tuple(f"{one:,}" if isinstance(one, int) else one for one in cells))


def _gold(one: CoderPacket) -> dict[Phase, int]:
    packet = one.packet
    return {
        Phase.TRAINING: len(packet.training),
        Phase.GATE_A: len(packet.gate_a),
        Phase.GATE_B: len(packet.gate_b),
    }


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


def packets_document(
    packed: PackedStudy,
    study: OpenStudy,
    options: PacketOptions,
    context: PackingContext,
    places: Sequence[Path],
    where: str,
    sentences: Sequence[str],
) -> dict[str, object]:
    """The whole as one JSON document."""
    files, pool = iter(places), packed.pool
    header = packed.packets[0].packet.header
    return {
        "study": study.study.id,
        "simulated": study.simulated,
        "store": where,
        "batch": header.batch,
        "view": str(options.display.view),
        **fields_of(options.display, "keyed", "plain_replies", "neutral_words"),
        "seed": context.seed,
        **fields_of(header, "codebook_version", "blind_to", "not_blind_to", "statement"),
        "trials": pool.trials,
        "items": len(pool.drafts),
        **fields_of(pool, "merged", "lost", "settled", "thinking"),
        "masked": dict(sorted(pool.masked.items())),
        "left": dict(sorted(pool.left.items())),
        "packets": [_one(one, next(files) if one.items else None) for one in packed.packets],
        "notes": list(sentences),
    }


def _one(one: CoderPacket, path: Path | None) -> dict[str, object]:
    header, ordered = one.packet.header, one.order
    return {
        "coder": header.coder,
        "kind": str(header.kind),
        "packet": header.packet if path else None,
        "file": str(path) if path else None,
        "items": one.items,
        "duplicates": ordered.duplicates,
        "duplicates_wanted": ordered.wanted,
        **fields_of(ordered, "gap", "touching"),
        "had": one.had,
        "gold": {
            **{str(phase): many for phase, many in _gold(one).items()},
            str(Phase.SILENT): one.silent,
        },
        "cells": [
            {
                "experiment": experiment,
                "condition": ", ".join(level for _, level in levels),
                "levels": dict(levels),
                "wording": wording,
                "model": model,
                "trials": many,
            }
            for (experiment, levels, wording, model), many in sorted(one.strata.items())
        ],
    }
