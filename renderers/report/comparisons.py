"""Comparisons on the page: declared families, exploratory ones and familiar words.

Only declared comparisons have p values.

Tables of recognition on the page: success of recognised trials, and sources in replies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from renderers.fields.comparison.familiar import EFFECT_TABLE, FAMILIAR_TABLE, MEASURES, TESTED
from renderers.fields.comparison.measure_differences import MEASURE_DIFFERENCE_TABLE
from renderers.fields.comparison.recognition import (
    RECOGNITION_COUNTS,
    RECOGNITION_NOTE,
    RECOGNITION_TABLE,
    REPLY_SOURCE_TABLE,
    SOURCES_NOTE,
    WHOLE_MEANS,
)
from renderers.fields.design import EXPERIMENT_TITLE, MODEL, WORDING
from renderers.figures.drawn import Drawn
from renderers.number_words import NONE
from renderers.report.columns import columns, marked, titled
from renderers.report.conditions import condition_cell
from renderers.report.parts import Cell, PageColumn, Section, sentence, words
from renderers.report.templating import rendered
from renderers.report.values import Value
from renderers.rows.comparisons import EffectScale
from renderers.rows.recognition import RecognitionSource


@dataclass(frozen=True, slots=True)
class DeclaredFamily:
    """A declared family: the `entry` of the document, its comparisons of means (`rows`), its
    familiar-words `effects` over experiments, and its comparisons on `measures`.
    """

    entry: Value
    rows: Sequence[Value]
    effects: Sequence[Value]
    measures: Sequence[Value]

    @property
    def of_models(self) -> bool:
        """Whether a row names its model; a comparison of models names both with their means."""
        return any(one["model"].known for one in self.rows)

    @property
    def expected(self) -> bool:
        """Whether a direction was declared for a row."""
        return any(one["expected"].known for one in self.rows)

    @property
    def has_p(self) -> bool:
        """Whether anything was tested."""
        return any(row["p"].known for row in (*self.rows, *self.effects, *self.measures))

    @property
    def methods(self) -> list[Value]:
        """How the p values were made, each way once."""
        return self._once("p_method")

    @property
    def untested(self) -> list[Value]:
        """Why some p values are not there, each reason once."""
        return self._once("untested")

    @property
    def effect_columns(self) -> list[PageColumn[Value]]:
        """The columns of its effects, with their p values."""
        return effect_columns(self.effects, tested=True)

    @property
    def measure_columns(self) -> list[PageColumn[Value]]:
        """The columns of its comparisons on measures."""
        return columns(MEASURE_DIFFERENCE_TABLE, self.measures)

    def _once(self, key: str) -> list[Value]:
        first: dict[str, Value] = {}
        for row in (*self.rows, *self.effects, *self.measures):
            if row[key].known:
                first.setdefault(row[key].text, row[key])
        return list(first.values())


def declared_section(compare: Value) -> Section | None:
    """The declared families with their p values; None where nothing is declared. `compare` is what
    `devrun compare --json` prints.
    """
    families = [
        DeclaredFamily(
            entry,
            [one for one in compare["comparisons"] if _belongs(one, entry)],
            [one for one in compare["familiar_words_over_experiments"] if _belongs(one, entry)],
            [one for one in compare["measures"] if _belongs(one, entry)],
        )
        for entry in compare["families"]
    ]
    if not families:
        return None
    body = rendered("declared", compare=compare, families=families)
    return Section("comparisons", "Declared comparisons", body)


def _belongs(one: Value, family: Value) -> bool:
    return (
        one["family"].text == family["family"].text
        and one["simulated"].true is family["simulated"].true
    )


def exploratory_section(compare: Value) -> Section | None:
    """Comparisons that were not declared, with intervals and no p value; None if there are none."""
    open_rows = [one for one in compare["comparisons"] if one["exploratory"].true]
    models = [one for one in open_rows if one["kind"].text == "models"]
    tables = {
        "conditions": [one for one in open_rows if one["kind"].text == "conditions"],
        "wide": [one for one in models if _over_several(one)],
        "domains": [one for one in open_rows if one["kind"].text == "domains"],
        "cells": [one for one in models if one["scope"].text in ("cell", "experiment")],
    }
    if any(tables.values()):
        body = rendered("exploratory", compare=compare, **tables)
        return Section("exploratory", "Exploratory comparisons", body)
    # What was declared and not run has to be said, also where nothing could be compared.
    if len(compare["families"]) or not len(compare["notes"]):
        return None
    return Section("exploratory", "Comparisons", rendered("comparison_notes", compare=compare))


def _over_several(row: Value) -> bool:
    """Over a domain or a battery; one of a single experiment would repeat that experiment."""
    return row["scope"].text in ("domain", "battery") and row["n_experiments"].whole > 1


def familiar_section(
    compare: Value, *, over: Markup | None = None, by_cell: Sequence[Drawn] = ()
) -> Section | None:
    """The familiar-words effect: over experiments, and the rank of the original in every cell; None
    where no cell was run in both wordings and nothing is known of recognition. `over` are figures
    over experiments, `by_cell` those of cells.
    """
    if not any(len(compare[key]) for key in ("familiar_words", "recognition", "reply_sources")):
        return None
    cells, effects = list(compare["familiar_words"]), compare["familiar_words_over_experiments"]
    rows = (*cells, *compare["recognition"], *compare["reply_sources"])
    simulated = all(one["simulated"].true for one in rows)
    body = rendered(
        "familiar",
        compare=compare,
        over=over or "",
        by_cell=by_cell,
        simulated=simulated,
        columns=familiar_columns(cells),
        effect_columns=effect_columns(list(effects), mixed=not simulated),
        **recognition_names(compare, mixed=not simulated),
    )
    return Section("familiar-words", "Familiar words" if cells else "Recognition", body)


def familiar_columns(cells: Sequence[Value]) -> list[PageColumn[Value]]:
    """The columns of the original among the permuted draws."""
    mixed = not all(one["simulated"].true for one in cells)
    return columns(
        FAMILIAR_TABLE,
        cells,
        cells={
            "experiment": partial(_named, "experiment", mixed=mixed),
            "condition": condition_cell,
        },
    )


def effect_columns(
    effects: Sequence[Value], *, tested: bool = False, mixed: bool = False
) -> list[PageColumn[Value]]:
    """The columns of the effect over experiments; `mixed`: some participants are simulated."""
    return columns(
        (*EFFECT_TABLE, *(TESTED if tested else ())),
        effects,
        cells={
            "model": partial(_named, "model", mixed=mixed),
            "measure": lambda row: MEASURES[EffectScale(row["measure"].text)],
        },
    )


def _named(key: str, row: Value, *, mixed: bool) -> Cell:
    return marked(row, row[key].named(), where=mixed)


def recognition_names(compare: Value, *, mixed: bool) -> dict[str, object]:
    """What the section's template needs for these tables; `mixed`: some participants are simulated,
    and some are not.
    """
    rows, cells = list(compare["recognition"]), list(compare["reply_sources"])
    return {
        "recognised_over": [one for one in rows if not one["experiment"].known],
        "recognised": [one for one in rows if one["experiment"].known],
        "recognition_columns": _recognition_columns(rows, mixed=mixed),
        "recognition_note": sentence(RECOGNITION_NOTE),
        "sources": [one for one in cells if one["any"].whole],
        "source_columns": _source_columns(cells, mixed=mixed),
        "sources_note": sentence(SOURCES_NOTE),
    }


def _recognition_columns(rows: Sequence[Value], *, mixed: bool) -> list[PageColumn[Value]]:
    shown = [
        one
        for one in RECOGNITION_TABLE
        if one.only is None or any(row[one.name].known for row in rows)
    ]
    figures = [
        PageColumn(one.title, partial(_if_known, figure.name, one.cell), one.numeric)
        for one, figure in zip(columns(shown, rows), shown, strict=True)
    ]
    return [
        words(titled(MODEL), partial(_model, mixed=mixed)),
        words(titled(EXPERIMENT_TITLE), _over),
        words(titled(WORDING), _wording),
        *figures[:RECOGNITION_COUNTS],
        *(
            PageColumn(titled(one), partial(_lrs, side))
            for one, side in zip(WHOLE_MEANS, ("recognised", "not_recognised"), strict=True)
        ),
        *figures[RECOGNITION_COUNTS:],
    ]


def _source_columns(cells: Sequence[Value], *, mixed: bool) -> list[PageColumn[Value]]:
    return [
        words(titled(MODEL), partial(_model, mixed=mixed)),
        *columns(
            REPLY_SOURCE_TABLE,
            cells,
            cells={
                "condition": condition_cell,
                "original_words": lambda row: row["original_words"].count(none=NONE),
            },
        ),
    ]


def _model(row: Value, *, mixed: bool) -> Cell:
    return marked(row, row["model"].named(), where=mixed)


def _over(row: Value) -> Cell:
    if row["experiment"].known:
        return row["experiment"].named()
    return Markup("{} with both").format(row["n_experiments"].count())


def _wording(row: Value) -> Cell:
    flagged = ", flagged" if row["source"].text == RecognitionSource.FLAG else ""
    return f"{row['wording'].text}{flagged}"


def _if_known(key: str, cell: Callable[[Value], Cell], row: Value) -> Cell:
    """A difference that no condition gives is none, and not unknown."""
    return cell(row) if row[key].known else NONE


def _lrs(side: str, row: Value) -> Cell:
    """The mean LRS of one side, with its draws."""
    mean = row[side]["lrs_mean"]
    if not mean.known:
        return NONE
    return Markup('<span class="range">{} ({})</span>').format(
        mean.rounded(), row[side]["n_draws"].count()
    )
