"""The paragraph of a paper's method section that says how the replies were coded.

It is filled from the store alone, and what the store does not know it does not say: a sentence
whose facts are missing is left out or says so. A template for people to fill in would be shorter,
and would be filled in from memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.design_words import and_list, counted


@dataclass(frozen=True, slots=True)
class Figure:
    """A coefficient as it is printed: `value` None means that it is undefined, for `reason`."""

    value: float | None
    ci95: tuple[float, float] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CodingFacts:
    """What is known of how a study was coded.

    Of `total` trials `standing` stand behind the `coded` different ones that a blind coder judged;
    `double_coded` of these were judged by two or more. `statements` are what the packets told their
    coders about blindness. `passed` are (coder, gold marks right, gold marks) of calibration gates
    that were passed. `kappa` is Cohen's on marks (the mean over pairs of coders), `gate_kappa` on
    control questions, `within` Krippendorff's ordinal alpha of the LRS within cells; percentages
    are 0 to 100. `settled` counts judgements that were adjudicated, and `how` says by what. `asked`
    are sentences, without a full stop, on participants that were asked otherwise than wished for.
    """

    simulated: bool
    total: int
    standing: int
    coded: int
    double_coded: int
    blind_coders: int
    authors: int
    judges: int
    statements: tuple[str, ...]
    keyed: bool
    duplicates: int
    gold_notes: tuple[str, ...]
    passed: tuple[tuple[str, int, int], ...]
    codebooks: tuple[str, ...]
    exact: float | None
    kappa: Figure | None
    gate_kappa: Figure | None
    within: Figure | None
    clusters: int
    replicates: int
    settled: int
    how: tuple[str, ...]
    unlocked: tuple[str, ...]
    asked: tuple[str, ...] = ()


def coding_methods(facts: CodingFacts) -> str:
    """The paragraph, one line of text."""
    parts = [
        *(f"{sentence}." for sentence in facts.asked),
        *_who(facts),
        *_blindness(facts),
        *_calibration(facts),
        *_agreement(facts),
        *_settling(facts),
    ]
    if facts.simulated:
        parts.insert(0, "SIMULATED participants: what follows is no data.")
    return " ".join(parts)


def _who(facts: CodingFacts) -> list[str]:
    share = f" ({100 * facts.double_coded / facts.coded:.0f}%)" if facts.coded else ""
    lines = [
        f"Of {counted(facts.total, 'trial')}, {facts.standing} were coded: {facts.coded} different "
        f"ones, since byte-identical ones are coded once. {facts.double_coded}{share} of these "
        f"were coded by at least two of {counted(facts.blind_coders, 'blind coder')}, "
        "independently and each in another order."
    ]
    if facts.authors:
        lines.append(
            f"{counted(facts.authors, 'author')} coded as well; authors are not blind, and their "
            "codes are not pooled with those of blind coders."
        )
    if facts.judges:
        lines.append(
            f"{counted(facts.judges, 'model')} coded the same packets as judge and count in no "
            "human figure."
        )
    if facts.unlocked:
        lines.append(f"Not yet handed in: {and_list(list(facts.unlocked))}.")
    return lines


def _blindness(facts: CodingFacts) -> list[str]:
    lines = list(facts.statements)
    if facts.keyed:
        lines.append("The accepted answers stood beside the questions.")
    return lines


def _calibration(facts: CodingFacts) -> list[str]:
    lines = [
        f"{coder} passed calibration with {right} of {marks} gold marks."
        for coder, right, marks in facts.passed
    ]
    if not facts.passed:
        lines.append("There was no calibration against gold codes.")
    lines.extend(f"Gold: {note.rstrip('.')}." for note in facts.gold_notes if note)
    if facts.duplicates:
        lines.append(
            f"{counted(facts.duplicates, 'hidden duplicate')} served intra-coder agreement."
        )
    return lines


def _agreement(facts: CodingFacts) -> list[str]:
    if facts.exact is None:
        return ["Agreement between coders is unknown: too little was coded twice."]
    lines = [f"Agreement on marks before adjudication was {facts.exact:.1f}%"]
    if facts.kappa is not None:
        lines[0] += f", Cohen's kappa (unweighted, mean over pairs) {_figure(facts.kappa)}"
    lines[0] += "."
    if facts.gate_kappa is not None:
        lines.append(f"For control questions Cohen's kappa was {_figure(facts.gate_kappa)}.")
    if facts.within is not None:
        lines.append(
            "For the LRS of trials whose control questions were passed, Krippendorff's ordinal "
            f"alpha within cells was {_figure(facts.within)}."
        )
    if facts.replicates:
        lines.append(
            f"Intervals are 95% bootstrap intervals over {counted(facts.clusters, 'cluster')} "
            f"(experiment x draw), {facts.replicates} replicates."
        )
    return lines


def _settling(facts: CodingFacts) -> list[str]:
    how = f" by {and_list(list(facts.how))}" if facts.how else ""
    lines = [
        f"{counted(facts.settled, 'judgement')} on which coders differed "
        f"{'was' if facts.settled == 1 else 'were'} settled{how}; the original codes are kept."
        if facts.settled
        else "No disagreement was adjudicated."
    ]
    name = "Codebook version" if len(facts.codebooks) == 1 else "Codebook versions"
    if facts.codebooks:
        lines.append(f"{name} {and_list(list(facts.codebooks))}.")
    return lines


def _figure(figure: Figure) -> str:
    if figure.value is None:
        return f"undefined ({figure.reason})"
    text = f"{figure.value:.2f}"
    if figure.ci95 is not None:
        text += f" [{figure.ci95[0]:.2f}, {figure.ci95[1]:.2f}]"
    return text


def joined(statements: Sequence[str]) -> tuple[str, ...]:
    """Statements of several packets, each said once, in the order met."""
    return tuple(dict.fromkeys(statement for statement in statements if statement))
