"""What so many draws can tell apart, and what they cannot: said before anybody compares."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Column, Section, html_table, listed
from renderers.report.values import Value

_FEW = 4
"""Models that are told in a line each on the first screen."""
_COLUMNS = (
    Column("Model"),
    Column("Draws a cell", numeric=True),
    Column("Draws vary by (sd)", numeric=True),
    Column("Interval in mid-scale", numeric=True),
    Column("Smallest difference told apart", numeric=True),
)


def telling_section(document: Value) -> Section:
    """For every model how wide an interval is and which difference of two cells is seen."""
    score = document["score"]
    table = html_table(
        "Precision by model",
        _COLUMNS,
        [_row(one) for one in score["telling_apart"]],
        simulated=score["simulated"].true,
        note="Smallest difference: of two cells, told from nought in four of five studies "
        "(two-sided, at .05); a smaller one is mostly missed. None: no difference on the scale "
        "is, or there are under five draws.",
    )
    return Section("telling", "What so many runs can tell apart", table)


def _row(one: Value) -> list[Markup | str]:
    draws = one["n_draws"].count()
    if one["n_draws_fewest"].number != one["n_draws_most"].number:
        draws += Markup("<br><small>{} to {}</small>").format(
            one["n_draws_fewest"].count(), one["n_draws_most"].count()
        )
    half = one["half_width"]
    return [
        one["model"].named(),
        draws,
        one["lrs_sd"].rounded(),
        Markup("±{}").format(half.rounded(1)) if half.known else half.rounded(1, none="none"),
        one["difference"].rounded(1, none="none"),
    ]


def telling_line(document: Value) -> Markup:
    """The same in a line for each model."""
    lines = []
    for one in document["score"]["telling_apart"]:
        if not one["half_width"].known:
            said = Markup("{}: with {} draws a cell no interval is given")
            lines.append(said.format(one["model"].named(), one["n_draws"].count()))
            continue
        apart = (
            Markup("two cells must differ by {} for 80% power").format(one["difference"].rounded(1))
            if one["difference"].known
            else Markup("no difference is detected with 80% power")
        )
        lines.append(
            Markup("{}: {} draws per cell; the margin of error in mid-scale is ±{}, and {}").format(
                one["model"].named(), one["n_draws"].count(), one["half_width"].rounded(1), apart
            )
        )
    if len(lines) < 2:
        return Markup("").join(lines) + Markup(".") if lines else Markup("unknown")
    more = Markup("the table has all {} models").format(document["score"]["telling_apart"].length())
    return listed([*lines[:_FEW], more] if len(lines) > _FEW else lines)
