"""Tables of each coder alone: how far each is, repeats, guesses, and blocks over time."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter, itemgetter

from coders.desk.calibrating import why_failed
from coders.statistics.agreement import Agreement
from coders.statistics.coder_effects import DriftBlock
from coders.statistics.within_cells import Masking, MaskingArm
from dsl.words import capital
from renderers.fields.coding.agreement import BLOCK, OWN_ORDER, WITH_ANOTHER
from renderers.fields.coding.coders import ARM, CODER_AND_TRUTH, MASKING, PACKET
from renderers.fields.coding.coefficients import PERCENT, QUADRATIC
from renderers.fields.field import Field, by_name, of, pick
from renderers.fields.trials import CODER_NAME
from renderers.tables.agreement import AgreementSection, cell, figure_text
from runners.agreement.each_coder import CoderPart
from runners.agreement.page_columns import of_agreement, section
from runners.agreement.ratings_document import N
from runners.agreement.results import StudyAgreement
from runners.agreement.rows import RatedMeasure
from runners.coding.coder_progress import CoderNote, CoderReport

_CODER, _LOCKED, _DONE, _OPENED, _OVERRIDDEN, _GATES = pick(
    PACKET, "coder", "locked", "done", "story_opened", "lrs_overridden", "gates"
)
REPORT: tuple[Field[CoderReport], ...] = (
    _CODER.told(lambda one: one.coder if one.kind == "blind" else f"{one.coder} ({one.kind})"),
    _DONE.told(lambda one: f"{one.done}/{one.items}"),
    cell(_LOCKED.heading, lambda one: str(_LOCKED.text(one))),
    _OVERRIDDEN.told(lambda one: f"{one.overridden}/{one.rated}" if one.rated else "none"),
    _OPENED.told(lambda one: f"{one.opened}/{one.done}"),
    _GATES.told(lambda one: _calibration(one) or "none"),
)

AGAIN: tuple[Field[tuple[str, Agreement]], ...] = (
    CODER_NAME.read_by(itemgetter(0)),
    *of_agreement(itemgetter(1), N, PERCENT, QUADRATIC),
)

GUESSES: tuple[Field[tuple[str, Masking]], ...] = (
    CODER_NAME.read_by(itemgetter(0)),
    *of(
        itemgetter(1),
        pick(MASKING, "asked", "no_idea", "right", "accuracy", "accuracy_ci95", "chance"),
    ),
)

_ASKED = by_name(MASKING)["asked"]
ARMS: tuple[Field[tuple[str, MaskingArm]], ...] = (
    CODER_AND_TRUTH.told(lambda one: f"{one[0]}, {one[1].arm}"),
    *of(
        itemgetter(1),
        (
            _ASKED.read_by(attrgetter("n")),
            *pick(ARM, "right", "wrong", "no_idea", "bang_index", "ci95"),
        ),
    ),
)

_FIRST, _COMPARED, _AGREE, _GOLD = pick(BLOCK, "first", "compared", "agreement", "gold_right")
BLOCKS: tuple[Field[tuple[CoderPart, DriftBlock]], ...] = (
    CODER_NAME.read_by(lambda one: one[0].coder),
    _FIRST.told(lambda one: f"{one[0].unit} {one[1].first}-{one[1].last}"),
    _COMPARED.of(itemgetter(1)),
    _AGREE.told(lambda one: figure_text(one[1].agreement, "too few to compare", percent=True)),
    _GOLD.told(lambda one: f"{one[1].gold_right}/{one[1].gold}" if one[1].gold else "none"),
)


def coder_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """How far each coder is, and what is said of each apart from the others."""
    people = found.people
    yield section("Each coder", (), REPORT, found.reports)
    guesses_of_aim = tuple(
        f"{one.coder}: {one.aim_guess}" for one in found.reports if one.aim_guess is not None
    )
    if guesses_of_aim:
        yield AgreementSection("What coders took the study to be about", guesses_of_aim)
    notes = tuple(
        f"{one.coder}, {_place(note)}: {note.note}" for one in found.reports for note in one.notes
    )
    if notes:
        yield AgreementSection("Notes of coders", notes)
    again = [
        (f"{one.coder}, {what.title}", agreement)
        for one in people
        for what, agreement in (
            (RatedMeasure.MARKS, one.again_marks),
            (RatedMeasure.RULE, one.again_lrs),
        )
        if agreement is not None
    ]
    if again:
        sentence = "Hidden duplicates; they limit how far coders can agree."
        yield section("Intra-coder agreement", sentence, AGAIN, again)
    guesses = [
        (one.coder, what, masking)
        for one in people
        for what, masking in (("model", one.model), ("wording", one.wording))
        if masking is not None
    ]
    if guesses:
        yield section(
            "Masking test",
            "Asked of a tenth of the items; right: correct guesses among those made.",
            GUESSES,
            [(f"{coder}, {what}", masking) for coder, what, masking in guesses],
        )
        yield section(
            "Bang's blinding index",
            "0: guessing; 1: always known; below 0: taken for another.",
            ARMS,
            [(coder, arm) for coder, _, masking in guesses for arm in masking.arms if arm.n],
        )
    blocks = [
        (one, block) for one in people for block in (one.blocks if len(one.blocks) > 1 else ())
    ]
    if blocks:
        sentence = f"{capital(WITH_ANOTHER)}, in blocks of {OWN_ORDER}."
        yield section("Each coder over time", sentence, BLOCKS, blocks)


def _place(note: CoderNote) -> str:
    question = f", question {note.question}" if note.question else ""
    return f"item {note.item}{question}"


def _calibration(report: CoderReport) -> str:
    """How each form of the calibration went."""
    return ", ".join(
        f"{gate.form.removeprefix('gate ')}: {gate.right}/{gate.marks}"
        + ("" if gate.passed else f", failed ({why})" if (why := why_failed(gate)) else ", failed")
        for gate in report.gates
    )
