"""Tables of those who are not pooled beside those who are, and of each coder alone."""

from __future__ import annotations

from collections.abc import Iterator

from coders.statistics.masking import Masking
from dsl.record import replace
from dsl.words import counted
from renderers.agreement_page import AgreementRow, AgreementSection, Between, FigureText, joined
from runners.agreement.each_coder import CoderPart
from runners.agreement.page_cells import PERCENT, QUADRATIC, pair_table, shown
from runners.agreement.results import OtherRaters, StudyAgreement


def apart_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """Authors, and every model that judged, beside the pooled coders."""
    if found.authors is not None:
        yield _apart_table(
            "Authors, who are not blind",
            "Items coded by the authors, who are in no figure above (--as-paper pools them).",
            found.authors,
        )
    for judge in found.judges:
        yield _apart_table(
            f"{joined(judge.coders)}: a model",
            "Items coded by the model: its agreement with people, and agreement among "
            "people. It is in no figure above.",
            judge,
        )


def _apart_table(heading: str, sentence: str, apart: OtherRaters) -> AgreementSection:
    found = pair_table(heading, (sentence,), apart.marks, apart.rule, apart.coders)
    notes = tuple(
        f"{one.model}: {float(one.difference):+.2f} on the linear score (1 + 4 x proportion "
        f"correct) relative to the pooled coders, over {counted(one.n, 'transcript')}"
        for one in apart.shifts
    )
    return replace(found, notes=notes)


def coder_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """How far each coder is, and how it went."""
    lines = []
    for one in found.reports:
        gates = ", ".join(
            f"{gate.form}: {gate.right}/{gate.marks}"
            + ("" if gate.passed else f", failed ({gate.why})" if gate.why else ", failed")
            for gate in one.gates
        )
        lines.append(
            AgreementRow(
                one.coder if one.kind == "blind" else f"{one.coder} ({one.kind})",
                (
                    f"{one.done}/{one.items}",
                    "yes" if one.locked else "no",
                    f"{one.overridden}/{one.rated}" if one.rated else "none",
                    f"{one.opened}/{one.done}",
                    gates or "none",
                ),
            )
        )
    yield AgreementSection(
        "Each coder",
        (),
        "coder",
        ("items\ndone", "handed\nin", "LRS\noverridden", "story\nopened", "calibration"),
        tuple(lines),
    )


def alone_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """What is said of each coder apart from the others."""
    again: list[AgreementRow] = []
    guesses: list[AgreementRow] = []
    indices: list[AgreementRow] = []
    blocks: list[AgreementRow] = []
    for one in found.people:
        for what, agreement in (("marks", one.again_marks), ("LRS", one.again_lrs)):
            if agreement is not None:
                named = {each.name: each for each in agreement.coefficients}
                cells = (
                    agreement.pairable,
                    shown(named[PERCENT]),
                    shown(named[QUADRATIC]),
                )
                again.append(AgreementRow(f"{one.coder}, {what}", cells))
        for what, masking in (("model", one.model), ("wording", one.wording)):
            if masking is not None:
                guesses.append(_guessed(f"{one.coder}, {what}", masking))
                indices.extend(_indices(one.coder, masking))
        blocks.extend(_blocks(one))
    if again:
        sentence = "Hidden duplicates; they limit how far coders can agree."
        columns = ("n", "agree", "quadratic kappa")
        yield AgreementSection("Intra-coder agreement", (sentence,), "coder", columns, tuple(again))
    if guesses:
        yield AgreementSection(
            "Masking test",
            ("Asked after a tenth of the items; right: correct guesses among those made.",),
            "coder",
            ("asked", "no idea", "right", "chance", "95% interval", "chance"),
            tuple(guesses),
        )
        yield AgreementSection(
            "Bang's blinding index",
            ("0: guessing; 1: always known; below 0: taken for another.",),
            "coder and truth",
            ("asked", "right", "wrong", "no idea", "index", "95% interval"),
            tuple(indices),
        )
    if blocks:
        yield AgreementSection(
            "Each coder over time",
            ("Agreement with another coder, in blocks of the coder's own order.",),
            "coder",
            ("block", "compared", "agree", "gold right"),
            tuple(blocks),
        )


def _guessed(name: str, found: Masking) -> AgreementRow:
    """How often guesses were right, beside chance."""
    share = found.right / found.guesses if found.guesses else None
    limits = None if found.accuracy is None else (found.accuracy.low, found.accuracy.high)
    return AgreementRow(
        name,
        (
            found.guesses + found.no_idea,
            found.no_idea,
            f"{found.right}/{found.guesses}",
            FigureText(share, "no guess was made", percent=True),
            Between(limits, percent=True),
            FigureText(found.chance, percent=True),
        ),
    )


def _indices(coder: str, found: Masking) -> Iterator[AgreementRow]:
    for arm in found.arms:
        if not arm.n:
            continue
        index = FigureText(arm.index, "only one option: nothing to guess")
        limits = None if arm.interval is None else (arm.interval.low, arm.interval.high)
        cells = (arm.n, arm.right, arm.wrong, arm.no_idea, index, Between(limits))
        yield AgreementRow(f"{coder}, {arm.arm}", cells)


def _blocks(one: CoderPart) -> Iterator[AgreementRow]:
    for block in one.blocks if len(one.blocks) > 1 else ():
        agree = FigureText(block.agreement, "too few to compare", percent=True)
        gold = f"{block.gold_right}/{block.gold}" if block.gold else "none"
        span = f"{one.unit} {block.first}-{block.last}"
        yield AgreementRow(one.coder, (span, block.compared, agree, gold))
