"""The mean of every experiment, all models side by side: a whole study in one table."""

from __future__ import annotations

from markupsafe import Markup

from renderers import domain_order
from renderers.report.parts import Cell, Column, folded, html_table, linked
from renderers.report.values import Value

_SIDE_BY_SIDE = 6
"""So many models and wordings stand in columns; more stand below each other."""
_MANY = 24
"""Rows; more of them would stand between a reader and the facts that follow."""

_Who = tuple[str, str]


def experiments_table(document: Value) -> Markup:
    """Mean LRS with interval, draws and guessing, experiments in the order of their domains."""
    found = [
        (one, document["report"]["experiments"][at]["chance_lrs"])
        for at, one in enumerate(document["score"]["experiments"])
    ]
    found.sort(key=lambda both: domain_order.place(both[0]["domain"].text))
    who = list(dict.fromkeys((one["model"].text, one["wording"].text) for one, _ in found))
    simulated = document["score"]["simulated"].true
    note = Markup(
        "Flat means over the paper’s cells of an experiment, with the 95% interval, n draws, and "
        "what guessing gets; {}."
    ).format(linked("cells", "every cell with its draws"))
    if len(who) > _SIDE_BY_SIDE:
        table = html_table(
            "Mean LRS by experiment",
            [
                Column("Experiment"),
                Column("Model"),
                Column("Wording"),
                Column("LRS", numeric=True),
                Column("95% interval", numeric=True),
                Column("Draws", numeric=True),
                Column("Guessing", numeric=True),
            ],
            [_line(one, chance) for one, chance in found],
            simulated=simulated,
            note=note,
        )
        if len(found) <= _MANY:
            return table
        return folded(
            Markup("All {} means by experiment, model and wording").format(
                document["score"]["experiments"].length()
            ),
            table,
        )
    by_title: dict[str, dict[_Who, tuple[Value, Value]]] = {}
    for one, chance in found:
        mine = by_title.setdefault(one["experiment"].text, {})
        mine[one["model"].text, one["wording"].text] = (one, chance)
    many = len({wording for _, wording in who}) > 1
    return html_table(
        "Mean LRS by experiment",
        [
            Column("Experiment"),
            *(
                Column(f"{model}, {wording}" if many else model, numeric=True)
                for model, wording in who
            ),
        ],
        [_row(mine, who) for mine in by_title.values()],
        simulated=simulated,
        note=note,
    )


def _row(mine: dict[_Who, tuple[Value, Value]], who: list[_Who]) -> list[Cell]:
    some = next(iter(mine.values()))[0]
    return [_title(some), *(_mean(*mine[one]) if one in mine else "not run" for one in who)]


def _line(one: Value, chance: Value) -> list[Cell]:
    return [
        _title(one),
        one["model"].named(),
        one["wording"].named(),
        Markup("<strong>{}</strong>").format(one["lrs_mean"].rounded(none="none yet")),
        one["ci95"].interval(none="no interval"),
        one["n_draws"].count(),
        chance.rounded(),
    ]


def _title(one: Value) -> Markup:
    domain = one["domain"]
    below = Markup("<br><small>{}</small>").format(domain.named()) if domain.known else Markup("")
    return one["experiment"].named() + below


def _mean(one: Value, chance: Value) -> Markup:
    lines = (
        Markup("<strong>{}</strong>").format(one["lrs_mean"].rounded(none="none yet")),
        one["ci95"].interval(none="no interval"),
        Markup('<small class="line">n = {}</small>').format(one["n_draws"].count()),
        Markup('<small class="line">guessing {}</small>').format(chance.rounded()),
    )
    return Markup("<br>").join(lines)
