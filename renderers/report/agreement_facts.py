"""The coefficients of agreement on the page, a row each, under the names that are declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.words import capital
from renderers.fields.coding.coefficients import (
    ALPHA,
    FLEISS,
    FROM_CELLS,
    KAPPA,
    MEASURED,
    PERCENT,
    POOLED,
    QUADRATIC,
    WITHIN_CELL,
)
from renderers.report.values import Value


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """One of the `figures` on a measure, by its name; `of` is what else that is called by."""

    measure: str
    figures: Value
    name: str
    of: str = ""


def coefficient_rows(agree: Value) -> Iterator[CoefficientRow]:
    """The rows of what several coded; of ratings, which are of no question and no control, the
    kappas that `devrun agree` begins with.
    """
    if agree["rated"].true:
        yield from _of_measure("ratings", agree, PERCENT, KAPPA, FLEISS, QUADRATIC)
        return
    lrs = agree["lrs"]
    yield from _of_measure("marks", agree, PERCENT, KAPPA, ALPHA)
    yield from _of_measure("control_questions", agree["control_questions"], PERCENT, KAPPA)
    yield from _of_measure("gate", agree["gate"], KAPPA)
    yield from _of_measure("lrs", lrs, PERCENT)
    for one in agree["readings"]:
        asked = one["question"].text
        for name in (PERCENT, KAPPA):
            what = f"Reading of {asked}" if asked else _called("readings")
            yield CoefficientRow(what, one["coefficients"], name, " with the program")
    within, blind = lrs[WITHIN_CELL.name], lrs[FROM_CELLS.name]
    if within.known:
        yield CoefficientRow(_called("lrs"), within, ALPHA, f" {WITHIN_CELL.heading}")
    yield from _of_measure("lrs", lrs, QUADRATIC, of=f", {POOLED}")
    if QUADRATIC in dict(blind.items()):
        yield CoefficientRow(_called("lrs"), blind, QUADRATIC, f", {FROM_CELLS.heading}")
    yield from _of_measure("lrs_with_zeros", agree["lrs_with_zeros"], QUADRATIC, of=f", {POOLED}")


def _of_measure(key: str, found: Value, *names: str, of: str = "") -> Iterator[CoefficientRow]:
    for name in names:
        yield CoefficientRow(_called(key), found["coefficients"], name, of)


def _called(key: str) -> str:
    return capital(MEASURED[key].what)
