"""Comparisons on the page: declared ones family by family, then exploratory ones, familiar words,
and two dates.

P values stand in the sections of what was declared and nowhere else. Cell by cell comparisons that
nobody declared are folded: there are hundreds of them, and a page that lays them all open invites
to read down the intervals in search of one that leaves out 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from renderers.report.conditions import condition, condition_cell
from renderers.report.parts import (
    SIMULATED,
    Cell,
    Column,
    Section,
    html_table,
    listed,
    named,
    paragraph,
    told,
)
from renderers.report.values import Value

_MADE = (
    "Difference: first minus second. Pairs: draws that were told in the same words on both sides, "
    "and in brackets the draws of sides that are not paired, since the original wording is one "
    "text. 95%: of the difference, out of both sides’ intervals (MOVER), with the correlation over "
    "common draws where they are paired."
)
_MEASURES = {"lrs": "LRS", "share": "share right", "log_odds": "log-odds of the share"}


def declared_section(compare: Value) -> Section | None:
    """The declared families with their p values; None where nothing is declared. `compare` is what
    `devrun compare --json` prints.
    """
    families = list(compare["families"])
    if not families:
        return None
    body = Markup("").join(_family(compare, family) for family in families)
    return Section("comparisons", "Declared comparisons", body + _notes(compare))


def _notes(compare: Value) -> Markup:
    """What a reader has to know besides: what was declared and not run, or declared too late."""
    return listed((one.quoted() for one in compare["notes"]), kind="note")


def _family(compare: Value, family: Value) -> Markup:
    rows = [one for one in compare["comparisons"] if _belongs(one, family)]
    effects = [one for one in compare["familiar_words_over_experiments"] if _belongs(one, family)]
    declared = Markup("; ").join(named(one.text) for one in family["declared"])
    said = paragraph(
        Markup("Declared in the {}: {}.").format(family["source"].text, declared),
        Markup("P values in the family: {}, compared with {}.").format(
            family["tested"].count(), compare["alpha"].rounded(3)
        ),
    )
    title = Markup("<h3>Family {}</h3>").format(named(family["family"].text))
    parts = [title, said]
    simulated = family["simulated"].true
    if rows:
        expected = any(one["expected"].known for one in rows)
        tested = _TESTED if expected else _TESTED[:-1]
        # A comparison of models names both beside their means.
        models = any(one["model"].known for one in rows)
        parts.append(
            html_table(
                "Comparisons that were declared",
                (*_columns(models=models), *tested),
                [(*_row(one, models=models), *_test(one)[: len(tested)]) for one in rows],
                simulated=simulated,
                note=_MADE,
            )
        )
    if effects:
        parts.append(
            html_table(
                "Familiar words over experiments, as declared",
                (*_EFFECTS, *_TESTED[:-1]),
                [(*_effect(one), *_test(one)[:-1]) for one in effects],
                simulated=simulated,
            )
        )
    parts.append(listed(_methods([*rows, *effects]), kind="note"))
    return Markup("").join(parts)


def _belongs(one: Value, family: Value) -> bool:
    return (
        one["family"].text == family["family"].text
        and one["simulated"].true is family["simulated"].true
    )


def _methods(rows: Sequence[Value]) -> Iterable[Cell]:
    """How the p values were made, and why some are not there, each once."""
    for key in ("p_method", "untested"):
        for said in dict.fromkeys(row[key].text for row in rows if row[key].known):
            one = next(row[key] for row in rows if row[key].text == said)
            yield one.quoted() if key == "p_method" else Markup("No p: {}").format(one.quoted())
    if any(row["p"].known for row in rows):
        yield "Least p: the smallest that so many could have given. Holm: adjusted in the family."


def exploratory_section(compare: Value) -> Section | None:
    """What nobody declared, with intervals and no p value; None where there is nothing."""
    open_rows = [one for one in compare["comparisons"] if one["exploratory"].true]
    conditions = [one for one in open_rows if one["kind"].text == "conditions"]
    models = [one for one in open_rows if one["kind"].text == "models"]
    wide = [one for one in models if _over_several(one)]
    cells = [one for one in models if one["scope"].text in ("cell", "experiment")]
    if not conditions and not wide and not cells:
        # What was declared and not run has to be said, also where nothing could be compared.
        if len(compare["families"]) or not len(compare["notes"]):
            return None
        return Section("exploratory", "Comparisons", _notes(compare))
    parts = [
        paragraph(
            "Nobody declared these beforehand, in a script or in a preregistration. They have "
            "intervals and no p values; of many intervals one in twenty leaves out the truth."
        )
    ]
    if wide:
        parts.append(_exploratory("Models over several experiments", wide, models=False))
        parts.append(
            paragraph(
                "Over the cells that both have, additions left out; an experiment weighs as much "
                "as it has cells. The interval is about these experiments.",
                kind="note",
            )
        )
    if cells:
        parts.append(_folded("Models, cell by cell", cells, models=False))
    if conditions:
        parts.append(_folded("Conditions, the others held equal", conditions, models=True))
    if not len(compare["families"]):
        parts.append(_notes(compare))
    return Section("exploratory", "Exploratory comparisons", Markup("").join(parts))


def _over_several(row: Value) -> bool:
    """Over a domain or a battery; one of a single experiment would repeat that experiment."""
    return row["scope"].text in ("domain", "battery") and row["n_experiments"].whole > 1


def _exploratory(caption: str, rows: Sequence[Value], *, models: bool) -> Markup:
    simulated = all(one["simulated"].true for one in rows)
    return html_table(
        f"Exploratory: {caption[0].lower()}{caption[1:]}",
        _columns(models=models),
        [_row(one, models=models, marked=not simulated) for one in rows],
        simulated=simulated,
        note=_MADE,
    )


def _folded(caption: str, rows: Sequence[Value], *, models: bool) -> Markup:
    return Markup("<details><summary>{}</summary>{}</details>").format(
        caption, _exploratory(caption, rows, models=models)
    )


def _columns(*, models: bool) -> tuple[Column, ...]:
    return (
        Column("Over"),
        *((Column("Model"),) if models else ()),
        Column("LRS of both"),
        Column("Pairs", numeric=True),
        Column("Difference, 95%", numeric=True),
        Column("Share, difference, 95%", numeric=True),
    )


_TESTED = (
    Column("p", numeric=True),
    Column("p, Holm", numeric=True),
    Column("Least p", numeric=True),
    Column("Expected"),
)


def _row(row: Value, *, models: bool, marked: bool = False) -> tuple[Cell, ...]:
    """The cells of a row; `marked`: the table has real participants, too."""
    return (
        _over(row) + _mark(row, marked=marked),
        *((row["model"].named() if row["model"].known else "-",) if models else ()),
        _sides(row),
        _pairs(row),
        _below(row["difference"].rounded(), row["ci95"].interval()),
        _below(row["share_difference"].points(), row["share_ci95"].ranges()),
    )


def _below(value: Markup, interval: Markup) -> Markup:
    """A value with its interval in the line below: beside it they would need a second screen."""
    return Markup("{}<br><small>{}</small>").format(value, interval)


def _sides(row: Value) -> Markup:
    """What is compared, each with its mean, one below the other."""
    first, second = row["first"], row["second"]
    guessing = row["kind"].text == "guessing"
    return Markup("{} {}<br>{} {}").format(
        "the cell" if guessing else first["label"].named(),
        first["lrs_mean"].rounded(),
        second["label"].named(),
        second["lrs_mean"].rounded(),
    )


def _mark(row: Value, *, marked: bool) -> Markup:
    """What a simulated participant did says so, where the table as a whole does not."""
    if marked and row["simulated"].true:
        return Markup(' <strong class="simulated">{}</strong>').format(SIMULATED)
    return Markup("")


def _over(row: Value) -> Markup:
    """Over how much, a cell, an experiment, a domain or everything, and in which wording."""
    scope, wording = row["scope"].text, row["wording"].named()
    if scope == "battery":
        many = Markup("all {} experiments").format(row["n_experiments"].count())
        return Markup("{}<br><small>{}</small>").format(many, wording)
    if scope == "domain":
        return Markup("{}<br><small>experiments: {}; {}</small>").format(
            row["domain"].named(), row["n_experiments"].count(), wording
        )
    within = condition(row)
    if scope == "experiment":
        within = Markup("all its cells")
    parts = Markup("; ").join(part for part in (within, wording) if part)
    return Markup("{}<br><small>{}</small>").format(row["experiment"].named(), parts)


def _pairs(row: Value) -> Markup:
    if row["n_pairs"].whole:
        return row["n_pairs"].count()
    if row["kind"].text == "guessing":
        return Markup("({})").format(row["first"]["n"].count())
    return Markup("({}, {})").format(row["first"]["n"].count(), row["second"]["n"].count())


def _test(row: Value) -> tuple[Cell, ...]:
    values: tuple[Cell, ...] = tuple(_p(row[key]) for key in ("p", "p_holm", "p_smallest"))
    return (*values, _expected(row))


def _p(value: Value) -> Markup:
    """A p value with three decimals, as journals print it."""
    p = value.number
    if p is not None and p < 0.0005:
        return told(p, value.place, shown="<0.001")
    return value.rounded(3, none="none")


def _expected(row: Value) -> Cell:
    """Which side was expected to have more, and whether it has."""
    if "expected" not in dict(row.items()) or not row["expected"].known:
        return "-"
    upwards = row["expected"].text == "more"
    side = row["first" if upwards else "second"]["label"].named()
    difference = row["difference"].number
    if difference is None:
        return Markup("more in {}: unknown").format(side)
    so = difference > 0 if upwards else difference < 0
    return Markup("more in {}: {}").format(side, "yes" if so else "no")


_EFFECTS = (
    Column("Model"),
    Column("On"),
    Column("Experiments", numeric=True),
    Column("Difference", numeric=True),
    Column("95%, t over experiments", numeric=True),
)


def _effect(one: Value, *, marked: bool = False) -> tuple[Cell, ...]:
    return (
        one["model"].named() + _mark(one, marked=marked),
        _MEASURES[one["measure"].text],
        one["n_experiments"].count(),
        one["mean"].rounded(),
        one["ci95"].interval(),
    )


def familiar_section(compare: Value, figure: Markup | None = None) -> Section | None:
    """The familiar-words effect: over experiments, and the rank of the original in every cell; None
    where no cell was run in both wordings. `figure` stands between.
    """
    cells = list(compare["familiar_words"])
    if not cells:
        return None
    effects = list(compare["familiar_words_over_experiments"])
    simulated = all(one["simulated"].true for one in cells)
    parts = [
        paragraph(
            "Original minus permuted wording, at the same counterbalance levels. It is about the "
            "familiarity of words and no more: a difference does not show that a model has read "
            "the study, and none does not show that it has not."
        )
    ]
    if effects:
        parts.append(
            html_table(
                "Familiar-words effect over experiments",
                _EFFECTS,
                [_effect(one, marked=not simulated) for one in effects],
                simulated=simulated,
                note="The unit is the experiment. The original of a cell is one text, and no "
                "sample: nothing is inferred from a cell by itself.",
            )
        )
    parts += [
        figure or Markup(""),
        Markup("<details><summary>{}</summary>{}</details>").format(
            "Cell by cell", _ranks(cells, simulated=simulated)
        ),
    ]
    return Section("familiar-words", "Familiar words", Markup("").join(parts))


def _ranks(cells: Sequence[Value], *, simulated: bool) -> Markup:
    columns = (
        Column("Experiment"),
        Column("Condition"),
        Column("Model"),
        Column("Original LRS", numeric=True),
        Column("Permuted LRS", numeric=True),
        Column("Permuted draws", numeric=True),
        Column("Difference", numeric=True),
        Column("Share, difference", numeric=True),
        Column("Rank of the original", numeric=True),
        Column("Least p", numeric=True),
    )
    return html_table(
        "The original among the permuted draws",
        columns,
        [
            (
                one["experiment"].named() + _mark(one, marked=not simulated),
                condition_cell(one),
                one["model"].named(),
                one["original_lrs"].rounded(),
                one["permuted_lrs"].rounded(),
                one["n_permuted"].count(),
                one["difference"].rounded(),
                one["share_difference"].points(),
                one["rank"].rounded(0 if float(one["rank"].number or 0).is_integer() else 1),
                _p(one["least_p"]),
            )
            for one in cells
        ],
        simulated=simulated,
        note="Rank: from the top, equal draws sharing theirs; least p: 1 / (draws + 1), what the "
        "most extreme rank could say. It is no test.",
    )


def dates_section(compare: Value) -> Section | None:
    """One model at two dates; None where no two dates were compared."""
    sides = list(compare["dates"])
    if not sides:
        return None
    rows = [one for one in compare["comparisons"] if one["kind"].text == "dates"]
    simulated = all(one["simulated"].true for one in sides)
    parts = [
        html_table(
            "What stands on each side",
            (
                Column("Side"),
                Column("Model"),
                Column("First reply"),
                Column("Last reply"),
                Column("Trials", numeric=True),
                Column("The provider named"),
            ),
            [
                (
                    one["label"].named(),
                    one["model"].named(),
                    one["first"].day(),
                    one["last"].day(),
                    one["trials"].count(),
                    _list(one["returned"], _returned),
                )
                for one in sides
            ],
            simulated=simulated,
        )
    ]
    if rows:
        parts.append(
            html_table(
                "Exploratory: the same model at two dates",
                _columns(models=True),
                [_row(one, models=True) for one in rows],
                simulated=simulated,
                note=_MADE,
            )
        )
    return Section("two-dates", "Two dates", Markup("").join(parts))


def _list(values: Value, say: Callable[[Value], Markup]) -> Markup:
    return Markup(", ").join(say(one) for one in values) or Markup("unknown")


def _returned(one: Value) -> Markup:
    name = one["model"].named() if one["model"].known else Markup("no name")
    return Markup("{} ({})").format(name, one["replies"].count())
