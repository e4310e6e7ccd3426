"""The figures of a coder: how far a packet is coded, how the calibration went, guesses of what was
hidden, LRS given before marks, and what is asked of each question.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from renderers.fields.coding.agreement import ENDS, OfEnds
from renderers.fields.coding.coefficients import COEFFICIENT_VALUE
from renderers.fields.design import STUDY
from renderers.fields.field import Field, by_name, each, field, group, pick
from renderers.fields.scales import CHOICE, COUNT, DECIMAL, KEY, TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from renderers.tables.agreement import figure_text, interval_text

CODER_KIND: Field[Any] = field(
    CHOICE, "kind", "who the coder is: blind, author, automatic or adjudicator",
    heading="kind", label=True, folds=True,
)  # fmt: skip
PACKET_ID: Field[Any] = field(KEY, "packet", "id of the packet")
VIEW: Field[Any] = field(CHOICE, "view", "what the coder sees: rubric or content")

GATE_FORM: tuple[Field[Any], ...] = (
    field(TEXT, "form", "name of the form"),
    field(WHOLE, "right", "marks that agree with the gold"),
    field(WHOLE, "marks", "marks of the form"),
    field(WHOLE, "gates_wrong", "control questions marked otherwise than the gold"),
    field(TRUTH, "passed", "whether the form was passed"),
)

ITEM_ID: Field[Any] = field(TEXT, "item", "id of the item")
NOTE: tuple[Field[Any], ...] = (
    ITEM_ID,
    field(WHOLE, "question", "number of the question; 0: the note is on the item"),
    field(TEXT, "note", "the coder's words"),
)

GATES: Field[Any] = each("gates", "forms of the calibration", GATE_FORM, heading="calibration")
PACKET: tuple[Field[Any], ...] = (
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
    field(
        WHOLE,
        "silent_gold_done",
        "gold items among the others that are coded",
        "gold_done",
        heading="silent\ngold",
    ),
    each("notes", "notes of the coder", NOTE),
    field(
        TEXT,
        "aim_guess",
        "what the coder took the study to be about",
        missing="not asked yet",
        heading="in the coder's words",
    ),
)

SKIPPED: tuple[Field[Any], ...] = (
    ITEM_ID.read_by(itemgetter(0)),
    field(TEXT, "reason", "why it was skipped", itemgetter(1)),
)
_KNOWN = by_name(PACKET)

PROGRESS: tuple[Field[Any], ...] = (
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


CODED_QUESTION: tuple[Field[Any], ...] = (
    field(TEXT, "experiment", "title of the script"),
    field(TEXT, "question", "name of the question", heading="question", label=True, folds=True),
    field(TEXT, "kind", "control or test"),
    field(TEXT, "coded", "what is compared: contents or marks", heading="compared"),
)


def _ends(found: OfEnds | None, *, percent: bool = False) -> str:
    return interval_text(None if found is None else (found.low, found.high), percent=percent)


ASKED_ABOUT: Field[Any] = field(
    TEXT, "asked_about", "what the coder was to guess: the model or the wording",
    heading="asked about",
)  # fmt: skip
CODER_AND_TRUTH: Field[Any] = CODER_NAME.but(
    what="the coder, and the true value of what was to be guessed", heading="coder and truth"
)
NO_IDEA: Field[Any] = field(COUNT, "no_idea", "answers without a guess", heading="no idea")
ARM: tuple[Field[Any], ...] = (
    field(TEXT, "arm", "the true value"),
    field(COUNT, "right", "guesses that were right", heading="right"),
    field(COUNT, "wrong", "guesses that were wrong", heading="wrong"),
    NO_IDEA,
    field(
        COEFFICIENT_VALUE, "bang_index", "Bang's blinding index: 0 is guessing, 1 is knowing",
        "index", missing="nobody was asked", heading="index",
        text=lambda arm: figure_text(arm.index, "only one option: nothing to guess"),
    ),
    field(
        ENDS, "ci95", "95% interval of the index", "interval", missing="all answers were the same",
        heading="95% interval", joined=True, text=lambda arm: _ends(arm.interval),
    ),
)  # fmt: skip

MASKING: tuple[Field[Any], ...] = (
    field(COUNT, "asked", "times that the coder was asked", heading="asked"),
    field(WHOLE, "guessed", "answers with a guess", "guesses"),
    field(
        WHOLE, "right", "guesses that were right", heading="right",
        text=lambda found: f"{found.right}/{found.guesses}",
    ),
    NO_IDEA,
    field(
        COEFFICIENT_VALUE, "accuracy", "share of guesses that were right", "share",
        missing="nobody guessed", heading="accuracy",
        text=lambda found: figure_text(found.share, "no guess was made", percent=True),
    ),
    field(
        ENDS, "accuracy_ci95", "95% interval of that share (Wilson)", "accuracy",
        missing="nobody guessed", heading="95% interval", joined=True,
        text=lambda found: _ends(found.accuracy, percent=True),
    ),
    field(
        COEFFICIENT_VALUE, "chance", "share expected from guessing", heading="chance",
        text=lambda found: figure_text(found.chance, percent=True),
    ),
    each("arms", "by true value", ARM),
)  # fmt: skip

LRS_FIRST: tuple[Field[Any], ...] = (
    field(WHOLE, "n", "LRS that were given before any mark"),
    field(
        WHOLE, "same_as_rule", "those equal to the LRS of the coder's marks", "same",
        heading="LRS given first\n= computed",
    ),
    field(
        DECIMAL, "mean_difference", "mean of the given LRS minus the computed one", "difference",
        missing="there are none",
    ),
)  # fmt: skip

SHIFT: tuple[Field[Any], ...] = (
    field(TEXT, "model", "the participant"),
    field(WHOLE, "n", "trials that both sides scored", heading="trials"),
    field(DECIMAL, "difference", "mean linear score, these coders minus the pooled ones"),
)
