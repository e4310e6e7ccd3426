"""What the templates of some sections name in addition to the document: extremes, groups, what was
moved.

Under other scoring rules, means of cells show how far a result depends on the rule. The rules are
those that a preregistration lists. The rules for failed controls have their own table, and the two
weightings are both shown in the domains. A figure of differences was rejected: most are zero, and
one sentence says which cell changes most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from dsl.scoring import AggregateCalibrated, ScoreLevel
from renderers import domain_order
from renderers.fields.cells import CHANCE, OTHER_RULES, PRIMARY
from renderers.fields.design import CELL_NAME
from renderers.fields.even import EVEN_NOTE, EVEN_TABLE
from renderers.fields.field import Field, pick
from renderers.fields.kinds import MEASURE
from renderers.fields.means import CONTRAST_TABLE, OVER_CELLS
from renderers.fields.script_measures import (
    MEASURE_TABLE,
    MEASURES_NOTE,
    RELIABILITY_NOTE,
    RELIABILITY_TABLE,
    TOTAL_TABLE,
    TOTALS_NOTE,
)
from renderers.fields.trials import CONTROL_RULES, LEFT_OUT
from renderers.fields.waves import FIGURE, RATINGS
from renderers.report.columns import Cells, column, columns, titled
from renderers.report.conditions import condition_cell, condition_or_all
from renderers.report.parts import Cell, PageColumn, words
from renderers.report.values import Value
from renderers.rows.scores import CellScore
from renderers.rows.waves import WaveRow
from renderers.tables.waves import TABLES

Facts = dict[str, object]

NO_CONTROL = "No script of this study has a control question that affects the LRS"
_MOST_CONTRASTS = 6
"""Rows of contrasts up to which the first screen has them all."""


@dataclass(frozen=True, slots=True)
class MeanShift:
    """By how much a rule changes the mean of a cell."""

    by: float
    cell: Value
    rule: Field[CellScore]


def overview_facts(document: Value) -> Facts:
    """The six facts of the first screen, each with a link to all of it."""
    cells, report = list(document["score"]["cells"]), document["report"]
    scored = [cell for cell in cells if cell["lrs_mean"].known]
    untested = {one.text for one in document["score"]["untested"]}
    settled = [cell for cell in cells if cell["gate_pass_rate"].known]
    answered = [one for one in report["participants"] if one["first_reply"].known]
    without_control = bool(cells) and not any(map(_has_control, cells))
    return {
        "found": report["preregistration"],
        "first_reply": min(
            (one["first_reply"] for one in answered), key=lambda one: one.text, default=None
        ),
        "last_reply": max(
            (one["last_reply"] for one in answered), key=lambda one: one.text, default=None
        ),
        "n_scored": len(scored),
        "n_tested": len(cells) - sum(cell["experiment"].text in untested for cell in cells),
        "macros": [
            one
            for one in document["score"]["measures"]
            if one["level"].text == ScoreLevel.MACRO
            and one["measure"].text == AggregateCalibrated.name
        ],
        "lowest": min(scored, key=lambda cell: cell["lrs_mean"].number or 0, default=None),
        "highest": max(scored, key=lambda cell: cell["lrs_mean"].number or 0, default=None),
        "contrast_groups": _contrasts(document["score"]["contrasts"]),
        "no_control": NO_CONTROL if without_control else "",
        "least_passed": min(
            settled, key=lambda cell: cell["gate_pass_rate"].number or 0, default=None
        ),
        **experiment_means(document),
    }


def _contrasts(found: Iterable[Value]) -> list[list[Value]]:
    """Rows of one contrast and one chance together; of many rows the first few."""
    rows = list(found)
    few = rows if len(rows) <= _MOST_CONTRASTS else rows[: _MOST_CONTRASTS // 2]
    groups: dict[tuple[object, ...], list[Value]] = {}
    for one in few:
        same = (one["experiment"].text, one["contrast"].text, one["condition"].text)
        groups.setdefault((*same, one["chance"].number), []).append(one)
    return list(groups.values())


_Who = tuple[str, str]


@dataclass(frozen=True, slots=True)
class MeanWithChance:
    """The mean `of` an experiment for a model in a wording, and its chance level."""

    of: Value
    chance: Value

    @property
    def who(self) -> _Who:
        """The model and the wording."""
        return self.of["model"].text, self.of["wording"].text


def experiment_means(document: Value) -> dict[str, object]:
    """What experiments.html.jinja is about: the `means` in the order of their domains, and the same
    as `rows` of experiments, each with its means by model and wording, which are the `columns`.
    """
    means = [
        MeanWithChance(one, document["report"]["experiments"][at][CHANCE.name])
        for at, one in enumerate(document["score"]["experiments"])
    ]
    means.sort(key=lambda mean: domain_order.place(mean.of["domain"].text))
    by_title: dict[str, dict[_Who, MeanWithChance]] = {}
    for mean in means:
        by_title.setdefault(mean.of["experiment"].text, {})[mean.who] = mean
    columns = list(dict.fromkeys(one.who for one in means))
    return {"means": means, "rows": list(by_title.values()), "columns": columns}


def gates_facts(document: Value) -> Facts:
    """The cells that have a control, those of them in which the rules for a failed one differ, and
    the cell whose mean the rule changes most.
    """
    cells = document["score"]["cells"]
    gated = list(filter(_has_control, cells))
    return {
        "gated": gated,
        "differing": list(filter(_rules_differ, gated)),
        "most_moved": _most_moved(cells),
        "no_control": NO_CONTROL,
        "rules": CONTROL_RULES,
        "left_out": LEFT_OUT,
    }


def _has_control(cell: Value) -> bool:
    """Whether a cell has a control question that affects the LRS, or may have one: before anything
    is coded that is not known.
    """
    return cell["gate_pass_rate"].known or not cell["max_attainable"].known


def _rules_differ(cell: Value) -> bool:
    return any(
        len({one.number for _, one in cell[figures].items()}) > 1
        for figures in ("gates", "gates_n")
    )


def _most_moved(cells: Iterable[Value]) -> Value | None:
    """The cell whose mean the rule changes most; None if it changes none."""
    moved = [
        (abs((cell["gates"]["ungated"].number or 0) - (cell["gates"]["zero"].number or 0)), cell)
        for cell in cells
        if cell["gates"]["ungated"].known and cell["gates"]["zero"].known
    ]
    furthest, cell = max(moved, key=lambda one: one[0], default=(0, None))
    return cell if furthest else None


def contrasts_facts(document: Value) -> Facts:
    """The columns of contrasts and of even questions."""
    made = columns(
        CONTRAST_TABLE,
        list(document["score"]["contrasts"]),
        cells={
            "condition": condition_or_all,
            "passed": lambda row: Markup("{} of {}").format(row["passed"].part(), row["n"].count()),
            "chance": lambda row: row["chance"].percent(1),
        },
    )
    even = list(document["score"]["even"])
    shown = columns(
        EVEN_TABLE,
        even,
        cells={
            "condition": condition_or_all,
            "question": lambda row: Markup("{}: {} / {}").format(
                *(row[name].named() for name in ("question", "first", "second"))
            ),
        },
    )
    return {"columns": made, "even_columns": shown, "even": even, "even_note": EVEN_NOTE}


WaveTable = tuple[str, list[PageColumn[Value]], list[Value], bool]
"""A table of ratings in waves: its title, columns and rows, and whether all are simulated."""


def wave_tables(waves: Value) -> Iterator[WaveTable]:
    """The tables of ratings in waves; participants that see feedback have tables of their own."""
    for one in TABLES:
        every = list(waves[one.rows]) if one.page else []
        for title, rows, figures in one.apart(every, lambda row, name: row[name].known, _sees):
            made = columns(one.labels, rows)
            for figure in figures:
                made += _figure_columns(figure)
            made += columns(
                one.more, rows, cells={"pairs": lambda row: row["pairs"].count(none="")}
            )
            simulated = one.rows != "people" and all(row["simulated"].true for row in rows)
            yield title[:1].upper() + title[1:], made, rows, simulated


def _sees(row: Value) -> bool:
    return "sees_feedback" in dict(row.items()) and row["sees_feedback"].true


def _figure_columns(figure: Field[WaveRow]) -> Iterator[PageColumn[Value]]:
    """A figure, its interval in small print, and how many ratings and conversations it rests on."""
    name, beside = figure.name, [one.name for one in figure.beside]

    def written(row: Value) -> Markup:
        nested = len(row[name]) > 0
        found = (row[name]["value"] if nested else row[name]).rounded(none="none")
        if "ci95" not in beside or not row[name].known:
            return found
        ends = row[name]["ci95"] if nested else row[f"{name}_ci95"]
        small = Markup('{}<br><small><span class="line">{}</span></small>')
        return small.format(found, ends.interval())

    yield PageColumn(titled(figure), written)
    if "n" in beside and name != "variance":
        for one in (RATINGS, _CONVERSATIONS):
            yield column(one).of(lambda row: row[name])


(_CONVERSATIONS,) = pick(FIGURE, "conversations")
_KIND = pick(
    MEASURE, "experiment", "condition", "wording", "model", "criterion", "n_replies", "undecided",
    "n_draws", "mean", "ci95", "chance",
)  # fmt: skip


def kind_columns() -> list[PageColumn[Value]]:
    """The columns of kinds of score, such as accuracy, which are of cells and of experiments."""
    return [
        words(titled(one), _of_what) if one.name == "condition" else column(one) for one in _KIND
    ]


def _of_what(row: Value) -> Cell:
    where = OVER_CELLS if row["level"].text == ScoreLevel.EXPERIMENT else condition_cell(row)
    if not row["group"].known:
        return where
    return Markup("{}, items of {}").format(where, row["group"].text)


def script_measures_facts(document: Value) -> Facts:
    """The columns of measures that scripts declare, and of questionnaires."""
    score = document["score"]
    measured, scales = list(score["script_measures"]), list(score["questionnaires"])
    totals = list(score["totals"])
    none: Cells = {
        name: lambda row, name=name: row[name].rounded(none="none")  # type: ignore[misc]
        for name in ("chance", "alpha", "omega")
    }
    spread: Cells = {
        "distribution": lambda row: Markup(", ").join(
            Markup("{} x {}").format(one[0].count(), one[1].count()) for one in row["distribution"]
        )
    }
    anywhere: Cells = {"condition": condition_or_all, **none, **spread}
    return {
        "measured": measured,
        "measure_columns": columns(MEASURE_TABLE, measured, cells=anywhere),
        "measure_note": MEASURES_NOTE,
        "totals": totals,
        "total_columns": columns(TOTAL_TABLE, totals, cells=anywhere),
        "total_note": TOTALS_NOTE,
        "scales": scales,
        "consistent": any(one["alpha"].known for one in scales),
        "scale_columns": columns(RELIABILITY_TABLE, scales, cells=anywhere),
        "scale_note": RELIABILITY_NOTE,
        "reasons": sorted({
            f"no {name}: {why.text}"
            for one in scales
            for name in ("alpha", "omega")
            if (why := one[f"{name}_reason"]).known
        }),
    }  # fmt: skip


def sensitivity_facts(document: Value) -> Facts:
    """The scoring rules that make a difference here, and the cell that one of them changes most."""
    cells = document["score"]["cells"]
    settled = any(cell["adjudicated_trials"].whole for cell in cells)
    disputed = any(cell["disputed"].whole for cell in cells)
    rules = [
        one
        for one in OTHER_RULES
        if (settled or not one.name.endswith("adjudication"))
        and (disputed or not one.name.startswith("disputed"))
    ]
    return {
        "settled": settled,
        "primary": PRIMARY,
        "rule_names": {one.name: titled(one) for one in OTHER_RULES},
        "rules": rules,
        "columns": [
            titled(CELL_NAME),
            PageColumn(titled(PRIMARY)),
            *(PageColumn(titled(one)) for one in rules),
        ],
        "moved": max(_moved(cells, rules), key=lambda one: one.by, default=None),
        "same": _same_mean,
        "affected": [cell for cell in cells if _affected(cell, rules)],
    }


def _affected(cell: Value, rules: Iterable[Field[CellScore]]) -> bool:
    found = (cell["sensitivity"][one.name] for one in rules)
    return any(under.known and not _same_mean(under, cell) for under in found)


def _same_mean(under: Value, cell: Value) -> bool:
    """Whether a rule gives a cell the mean, interval and number of draws that it has."""
    return all(under[name].value == cell[name].value for name in ("lrs_mean", "ci95", "n_draws"))


def _moved(cells: Value, rules: Iterable[Field[CellScore]]) -> list[MeanShift]:
    return [
        MeanShift(abs((mean.number or 0) - (cell["lrs_mean"].number or 0)), cell, rule)
        for cell in cells
        for rule in rules
        if (found := cell["sensitivity"][rule.name]).known
        and (mean := found["lrs_mean"]).known
        and cell["lrs_mean"].known
    ]


def methods_facts(document: Value, *, tested: bool) -> Facts:
    """What the sentences of a paper's method section name; `tested`: some script asks a test
    question, and so has an LRS.
    """
    report, score, compare = document["report"], document["score"], document["compare"]
    scripts, plan = report["scripts"], report["preregistration"]
    draws = [one["draws"] for one in scripts]
    return {
        "tested": tested,
        "of_items": any(one["n_items"].known for one in score["measures"]),
        "fewest_draws": min(draws, key=lambda draws: draws.whole),
        "most_draws": max(draws, key=lambda draws: draws.whole),
        "mended": [one["experiment"] for one in scripts if one["mended"].true],
        "sealed_before": any(
            one["thing"].text == "seal" and not one["n_deviations"].whole
            for one in plan["compared"]
        ),
        "precise": [one for one in score["telling_apart"] if one["half_width"].known],
        "p_methods": _p_methods(compare),
    }


def _p_methods(compare: Value) -> list[Value]:
    """How p values were made, each way once."""
    rows = [*compare["comparisons"], *compare["familiar_words_over_experiments"]]
    tested = {one["p_method"].text: one["p_method"] for one in rows if one["p"].known}
    return list(tested.values())
