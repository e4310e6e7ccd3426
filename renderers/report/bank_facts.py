"""What the section on banks of items names: columns of majorities and ages, and what they are."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dsl.scoring import ScoreLevel
from dsl.words import capital
from renderers.fields.banks.ages import AGES_TITLE, BANK_AGE, PUBLISHED_AGE
from renderers.fields.banks.letters import LETTER_TABLE
from renderers.fields.banks.letters import NOTE as LETTERS_NOTE
from renderers.fields.banks.majorities import NOTE, samples_in, shown
from renderers.fields.banks.size_and_pairs import PAIR, PAIR_NOTE
from renderers.fields.design import CONDITION, telling
from renderers.fields.field import pick
from renderers.fields.kinds import ALL, MACRO
from renderers.figures.drawing.sheets import grouped
from renderers.report.columns import columns, marked
from renderers.report.conditions import condition_or_all
from renderers.report.parts import Cell, PageColumn, sentence, words
from renderers.report.values import Value


def bank_facts(document: Value) -> dict[str, object]:
    """Ages with their columns and note, why there are none, and published rows."""
    score = document["score"]
    every, pairs = list(score["ages"]), list(document["compare"]["pairs"])
    ages = [one for one in every if one["age"].known]
    published = list(score["published_ages"])
    stages = [_stage(name) for name, _ in ages[0]["stages"].items()] if ages else []
    participant, *their_age = columns(
        pick(PUBLISHED_AGE, "participant", "macro", "age", "source"), published,
        cells={"age": lambda row: row["age"].short()},
    )  # fmt: skip
    mixed = len({one["simulated"].true for one in ages}) > 1
    return {
        **_majorities(list(score["majorities"])),
        **_letters(list(score["letters"])),
        "ages": ages,
        "age_columns": [
            words(participant.title, lambda row: marked(row, row["model"].named(), where=mixed)),
            *columns([CONDITION], ages, cells={"condition": condition_or_all}),
            *stages,
            *columns(pick(BANK_AGE, "macro", "age", "ci95"), ages, cells={"age": _age}),
        ],
        "pairs": pairs,
        "whole_pairs": [one for one in pairs if one["level"].text in _WHOLE],
        "pair_columns": columns(
            pick(PAIR, *telling(_PAIR, (one["wording"].text for one in pairs))),
            pairs,
            cells={"model": _participant, "condition": condition_or_all, "group": group_cell},
        ),
        "pair_note": sentence(PAIR_NOTE),
        "age_title": capital(AGES_TITLE),
        "age_note": _note(ages[0]["norms"]) if ages else "",
        "reasons": sorted({one["why"].text for one in every if one["why"].known}),
        "published": published,
        "published_columns": [participant, *stages, *their_age],
    }


def _majorities(rows: list[Value]) -> dict[str, object]:
    """The majority over samples: for each participant its title and rows, columns and note."""
    return {
        "majorities": [(_majority_title(some), some) for some in grouped(rows, _participant_of)],
        "majority_columns": columns(
            [one for one in shown(one["wording"].text for one in rows) if one.name != "strict"],
            rows,
            cells={"condition": condition_or_all, "group": group_cell},
        ),
        "majority_note": sentence(NOTE),
    }


def _letters(rows: list[Value]) -> dict[str, object]:
    """Which letters were taken: for each participant its rows, with columns and note."""
    return {
        "letters": [
            (Markup("Letters taken, {}").format(some[0]["model"].named()), some)
            for some in grouped(rows, _participant_of)
        ],
        "letter_columns": columns(LETTER_TABLE, rows, cells={"condition": condition_or_all}),
        "letter_note": sentence(LETTERS_NOTE),
    }


def _participant_of(row: Value) -> str:
    return row["model"].text


def _majority_title(rows: Sequence[Value]) -> Cell:
    counts = [row[name].whole for row in rows for name in ("samples_fewest", "samples")]
    title = samples_in(min(counts), max(counts)).capitalize()
    return Markup("{}, {}").format(title, rows[0]["model"].named())


def _stage(name: str) -> PageColumn[Value]:
    return PageColumn(name[:1].upper() + name[1:], lambda row: row["stages"][name].rounded())


def _age(row: Value) -> Cell:
    mark = " (extrapolated)" if row["extrapolated"].true else ""
    return Markup("{}{}").format(row["age"].rounded(), mark)


def _note(norms: Value) -> Cell:
    """By which norms the ages are, and what their intervals are of."""
    ages = norms["ages"]
    return Markup(
        "Norms of {}, for ages {} to {}; coefficients: {}. Accuracies are calibrated, in the "
        "aggregate form. The interval of an age covers items only, neither differences between "
        "people nor the uncertainty of the coefficients."
    ).format(norms["bank"].named(), ages[0].short(), ages[1].short(), norms["source"].named())


def _participant(row: Value) -> Cell:
    return row["model"].named() if row["model"].known else "both"


def group_cell(row: Value) -> Cell:
    """What a row of a bank is of."""
    if row["level"].text == ScoreLevel.STAGE.value:
        return Markup("stage {}").format(row["group"].named())
    if row["group"].known:
        return row["group"].named()
    return ALL if row["level"].text == ScoreLevel.CELL.value else MACRO


_WHOLE = (ScoreLevel.MACRO.value, ScoreLevel.CELL.value)
"""The levels that are of a whole bank."""
_PAIR = (
    "first", "second", "model", "condition", "wording", "group", "n_items", "difference", "ci95",
    "p", "p_holm",
)  # fmt: skip
