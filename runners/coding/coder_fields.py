"""The figures of a coder's packet: how far it is coded, and how the calibration went."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from renderers.fields.design import STUDY
from renderers.fields.field import Field, by_name, each, field, group, pick
from renderers.fields.scales import CHOICE, KEY, TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from runners.coding.coder_progress import CoderNote, CoderReport, GateForm

CODER_KIND: Field[Any] = field(
    CHOICE, "kind", "who the coder is: blind, author, automatic or adjudicator",
    heading="kind", label=True, folds=True,
)  # fmt: skip
PACKET_ID: Field[Any] = field(KEY, "packet", "id of the packet")
VIEW: Field[Any] = field(CHOICE, "view", "what the coder sees: rubric or content")

GATE_FORM: tuple[Field[GateForm], ...] = (
    field(TEXT, "form", "name of the form"),
    field(WHOLE, "right", "marks that agree with the gold"),
    field(WHOLE, "marks", "marks of the form"),
    field(WHOLE, "gates_wrong", "control questions marked otherwise than the gold"),
    field(TRUTH, "passed", "whether the form was passed"),
)

ITEM_ID: Field[Any] = field(TEXT, "item", "id of the item")
NOTE: tuple[Field[CoderNote], ...] = (
    ITEM_ID,
    field(WHOLE, "question", "number of the question; 0: the note is on the item"),
    field(TEXT, "note", "the coder's words"),
)

GATES: Field[CoderReport] = each("gates", "forms of the calibration", GATE_FORM)
PACKET: tuple[Field[CoderReport], ...] = (
    CODER_NAME,
    CODER_KIND,
    PACKET_ID,
    VIEW,
    field(TRUTH, "locked", "whether the coder has handed in", heading="handed\nin"),
    field(WHOLE, "items", "items to code, hidden duplicates included"),
    field(WHOLE, "done", "items that are coded", heading="items\ndone"),
    field(WHOLE, "skipped", "items that were skipped", lambda one: len(one.skipped)),
    field(
        WHOLE,
        "story_opened",
        "coded items whose story was read",
        "opened",
        heading="story\nopened",
    ),
    field(WHOLE, "lrs_given", "items with an LRS given by the coder", "rated"),
    field(
        WHOLE,
        "lrs_overridden",
        "given LRS that differ from the computed ones",
        "overridden",
        heading="LRS\noverridden",
    ),
    field(WHOLE, "training_done", "items of the training that are coded"),
    GATES,
    field(WHOLE, "silent_gold_done", "gold items among the others that are coded", "gold_done"),
    each("notes", "notes of the coder", NOTE),
    field(TEXT, "aim_guess", "what the coder took the study to be about", missing="not asked yet"),
)

SKIPPED: tuple[Field[tuple[str, str]], ...] = (
    ITEM_ID.read_by(itemgetter(0)),
    field(TEXT, "reason", "why it was skipped", itemgetter(1)),
)
_KNOWN = by_name(PACKET)

PROGRESS: tuple[Field[CoderReport], ...] = (
    *pick(PACKET, "coder", "kind", "packet"),
    STUDY,
    VIEW,
    _KNOWN["locked"].but("handed_in"),
    field(
        TRUTH, "replaced", "whether a later packet with all of these items is counted instead"
    ),
    field(TRUTH, "from_a_table", "whether the codes came in a table", "imported"),
    group(
        "items", "items, hidden duplicates included",
        _KNOWN["done"], _KNOWN["items"].but("of"),
    ),
    group(
        "gold", "gold among these items",
        _KNOWN["silent_gold_done"].but("done"), field(WHOLE, "of", "gold items there", "gold"),
    ),
    group(
        "training", "items of the training",
        _KNOWN["training_done"].but("done"), field(WHOLE, "of", "items that it has", "training"),
    ),
    _KNOWN["gates"].but("calibration"),
    each("skipped", "items that were skipped", SKIPPED),
    field(WHOLE, "out_of_order", "items that were begun before others that precede them"),
    field(WHOLE, "jumps", "jumps to items that had not come yet, as the packet allows"),
    _KNOWN["story_opened"],
    group(
        "lrs", "LRS that the coder gave",
        _KNOWN["lrs_given"].but("given"), _KNOWN["lrs_overridden"].but("overridden"),
    ),
    group(
        "judgements", "judgements whose time is known",
        field(WHOLE, "timed", "how many there are"),
        field(WHOLE, "under_a_second", "those made in under a second", "fast"),
    ),
    field(
        TEXTS, "kin_of_judge", "participants from the same vendor or family of models as the "
        "judge", "kin",
    ),
    *pick(PACKET, "notes", "aim_guess"),
    field(WHOLE, "lost_lines", "lines of the log that were damaged and dropped", "lost"),
)  # fmt: skip
"""What `devrun collect` tells of a packet."""
