"""The method-section paragraph on how the replies were coded.

Its words are those of the report's page (renderers/report/templates/coding.html.jinja), here
without markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import unescape
from typing import Any

_TAG = re.compile("<[^>]*>")


@dataclass(frozen=True, slots=True)
class PrintedCoefficient:
    """A coefficient as it is printed: `value` None means that it is undefined, for `reason`; `n`
    counts what it rests on, 0 where that is not told.
    """

    value: float | None
    ci95: tuple[float, float] | None
    reason: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """One form of the calibration that a coder took. `gates_wrong` counts control questions judged
    otherwise than agreed; `why` says what it was failed for.
    """

    coder: str
    form: str
    right: int
    marks: int
    gates_wrong: int
    passed: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class CodingFacts:
    """What is known of how a study was coded.

    Of `total` trials `standing` stand behind the `coded` different ones that a blind coder judged;
    `double_coded` of these were judged by two or more. `statements` are what the packets told their
    coders about blindness. `passed` are (coder, gold marks right, gold marks) of calibration gates
    that were passed. `kappa` is Cohen's on marks (the mean over pairs of coders), `gate_kappa` on
    whether a trial passed its control questions, `control_kappa` on single control questions,
    `within` Krippendorff's ordinal alpha of the LRS within cells; percentages
    are 0 to 100. `settled` counts judgements that were adjudicated, `how` says by what and
    `settled_by` how many by which. `asked` are sentences, without a full stop, on participants that
    were asked otherwise than wished for. `calibration` has every form that was taken. `imported`
    are coders whose codes came from a table, of whom no more is known than these codes; with `desk`
    somebody coded with devrun, whose packets have an order of their own. `pairs` says that kappas
    are means over pairs of coders, `rule` is the sentence on what passing takes.
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
    kappa: PrintedCoefficient | None
    gate_kappa: PrintedCoefficient | None
    within: PrintedCoefficient | None
    clusters: int
    replicates: int
    settled: int
    how: tuple[str, ...]
    unlocked: tuple[str, ...]
    asked: tuple[str, ...] = ()
    calibration: tuple[Calibration, ...] = ()
    control_kappa: PrintedCoefficient | None = None
    settled_by: tuple[tuple[str, int], ...] = ()
    imported: tuple[str, ...] = ()
    desk: bool = True
    pairs: bool = False
    rule: str = ""


def coding_methods(facts: CodingFacts) -> str:
    """The paragraph, one line of text."""
    from renderers.report.templating import rendered
    from renderers.report.values import Value

    page = rendered("coding", coding=Value(coding_document(facts)))
    return unescape(_TAG.sub("", page)).strip()


def coding_document(facts: CodingFacts) -> dict[str, Any]:
    """The facts as they stand in the document of a report: shares from 0 to 1."""
    return {
        **asdict(facts),
        "exact": None if facts.exact is None else facts.exact / 100,
        "double_share": facts.double_coded / facts.coded if facts.coded else None,
    }


def joined(statements: Sequence[str]) -> tuple[str, ...]:
    """Statements of several packets, each said once, in the order met."""
    return tuple(dict.fromkeys(statement for statement in statements if statement))
