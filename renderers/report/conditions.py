"""What a condition is called on the page.

A script with one condition may say how its paper calls that one, and some papers say "original".
Next to the wording, of which one is called original, too, that is read as a wording. So a script
without conditions has none in a sentence or above a drawing, and "one condition" in a column.
Another name in the document was rejected: stored studies and programs go by the one there is.
"""

from __future__ import annotations

from markupsafe import Markup

from dsl.expand import ORIGINAL, PERMUTED
from renderers.report.parts import Cell
from renderers.report.values import Value

ONE = "one condition"


def condition(row: Value) -> Markup:
    """The levels of a row that has `levels` and `condition`; nothing where the script has none."""
    return row["condition"].named() if len(row["levels"]) else Markup("")


def condition_cell(row: Value) -> Cell:
    """The same in a column of conditions."""
    return condition(row) or ONE


def condition_or_all(row: Value) -> Cell:
    """What a script calls a condition, in a table that also has rows over all of them."""
    return row["condition"].named() if row["condition"].text else "all"


def name_of_the_only(row: Value) -> Markup:
    """What the script calls its only condition, where that is no name of a wording."""
    if len(row["levels"]) or row["condition"].text in ("", ORIGINAL, PERMUTED):
        return Markup("")
    return row["condition"].named()


def place(row: Value) -> Markup:
    """The experiment and the condition, as a sentence names them."""
    return Markup(", ").join(part for part in (row["experiment"].named(), condition(row)) if part)
