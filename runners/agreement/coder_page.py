"""Tables of each coder alone: how far each is, repeats, guesses, and blocks over time."""

from __future__ import annotations

from collections.abc import Iterator

from coders.statistics.agreement import Agreement
from coders.statistics.coder_effects import DriftBlock
from coders.statistics.intervals import Interval
from coders.statistics.within_cells import Masking, MaskingArm
from renderers.fields.field import Field
from renderers.tables.agreement import AgreementSection, cell, figure_text, interval_text, label
from runners.agreement.page_columns import PERCENT, QUADRATIC, figure, section
from runners.agreement.results import StudyAgreement
from runners.coding.coder_progress import CoderNote, CoderReport

REPORT: tuple[Field[CoderReport], ...] = (
    label("coder", lambda one: one.coder if one.kind == "blind" else f"{one.coder} ({one.kind})"),
    cell("items\ndone", lambda one: f"{one.done}/{one.items}"),
    cell("handed\nin", lambda one: "yes" if one.locked else "no"),
    cell("LRS\noverridden", lambda one: f"{one.overridden}/{one.rated}" if one.rated else "none"),
    cell("story\nopened", lambda one: f"{one.opened}/{one.done}"),
    cell("calibration", lambda one: _calibration(one) or "none"),
)

AGAIN: tuple[Field[tuple[str, Agreement]], ...] = (
    label("coder", lambda one: one[0]),
    cell("n", lambda one: one[1].pairable),
    figure("agree", lambda one: one[1].coefficient(PERCENT)),
    figure("quadratic kappa", lambda one: one[1].coefficient(QUADRATIC)),
)

GUESSES: tuple[Field[tuple[str, Masking]], ...] = (
    label("coder", lambda one: one[0]),
    cell("asked", lambda one: one[1].asked),
    cell("no idea", lambda one: one[1].no_idea),
    cell("right", lambda one: f"{one[1].right}/{one[1].guesses}"),
    cell("accuracy", lambda one: figure_text(one[1].share, "no guess was made", percent=True)),
    cell("95% interval", lambda one: _ends(one[1].accuracy, percent=True), joined=True),
    cell("chance", lambda one: figure_text(one[1].chance, percent=True)),
)

ARMS: tuple[Field[tuple[str, MaskingArm]], ...] = (
    label("coder and truth", lambda one: f"{one[0]}, {one[1].arm}"),
    cell("asked", lambda one: one[1].n),
    cell("right", lambda one: one[1].right),
    cell("wrong", lambda one: one[1].wrong),
    cell("no idea", lambda one: one[1].no_idea),
    cell("index", lambda one: figure_text(one[1].index, "only one option: nothing to guess")),
    cell("95% interval", lambda one: _ends(one[1].interval), joined=True),
)

BLOCKS: tuple[Field[tuple[str, str, DriftBlock]], ...] = (
    label("coder", lambda one: one[0]),
    cell("block", lambda one: f"{one[1]} {one[2].first}-{one[2].last}"),
    cell("compared", lambda one: one[2].compared),
    cell("agree", lambda one: figure_text(one[2].agreement, "too few to compare", percent=True)),
    cell("gold right", lambda one: f"{one[2].gold_right}/{one[2].gold}" if one[2].gold else "none"),
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
        (f"{one.coder}, {what}", agreement)
        for one in people
        for what, agreement in (("marks", one.again_marks), ("LRS", one.again_lrs))
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
        (one.coder, one.unit, block)
        for one in people
        for block in (one.blocks if len(one.blocks) > 1 else ())
    ]
    if blocks:
        sentence = "Agreement with another coder, in blocks of the coder's own order."
        yield section("Each coder over time", sentence, BLOCKS, blocks)


def _place(note: CoderNote) -> str:
    question = f", question {note.question}" if note.question else ""
    return f"item {note.item}{question}"


def _calibration(report: CoderReport) -> str:
    """How each form of the calibration went."""
    return ", ".join(
        f"{gate.form.removeprefix('gate ')}: {gate.right}/{gate.marks}"
        + ("" if gate.passed else f", failed ({gate.why})" if gate.why else ", failed")
        for gate in report.gates
    )


def _ends(found: Interval | None, *, percent: bool = False) -> str:
    return interval_text(None if found is None else (found.low, found.high), percent=percent)
