"""Ages by the norms of a bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.words import counted
from renderers.fields.design import CONDITION, WHERE
from renderers.fields.field import Field, Kind, Scale, columns, each, field, nested, pick
from renderers.fields.scales import ACCURACY_CI, NUMBERS, OPTIONAL, RATIO, TEXT, TRUTH, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, Ends, hundredths
from renderers.rows.bank_ages import AgeNorms, BankAge, PublishedAge, TableAge
from renderers.rows.measures import Mean
from renderers.tables.fitted import Column
from renderers.tables.page import SIMULATED
from renderers.terminal import visible

CALIBRATE = "devrun norms fit"
NOT_CALIBRATED = "not calibrated"

_YEARS = Scale[float](Kind.NUMBER, "{:.1f}".format, unit="years", page="rounded")
YEARS_CI = Scale[Ends](
    Kind.NUMBER, "{0[0]:.1f} to {0[1]:.1f}".format, list, "years, low and high", page="interval"
)
_AGES = Scale[tuple[float, float]](Kind.NUMBER, plain=list, unit="years")

NORMS: tuple[Field[AgeNorms], ...] = (
    field(TEXT, "bank", "the bank to which the age function belongs"),
    field(TEXT, "source", "where the coefficients are from"),
    field(_YEARS, "intercept", "age at an accuracy of 0 in every stage"),
    field(NUMBERS, "years", "for each stage the years that an accuracy of 1 adds"),
    field(_AGES, "ages", "youngest and oldest of the people from whom the function comes"),
)

AGES_TITLE = "ages by the norms of the bank"
_MACRO: Field[BankAge | PublishedAge] = field(
    RATIO, "macro", "plain mean of all groups", heading="mean", missing="there is no age",
    text=lambda row: hundredths(row.macro),
)  # fmt: skip

BANK_AGE: tuple[Field[BankAge], ...] = (
    *WHERE,
    field(
        _YEARS, "age", "age by the norms of the bank", heading="age",
        missing=f"{NOT_CALIBRATED}: `why` says the reason, `{CALIBRATE}` fits norms to people",
        text=lambda row: None if row.age is None else f"{row.age:.1f}{'*' * row.extrapolated}",
    ),
    field(
        YEARS_CI, "ci95", "95% interval of the age over items only: neither differences between "
        "people nor the uncertainty of the coefficients", heading="95%, items", joined=True,
        none=NONE, missing="there is no age, or a group has fewer than five items",
    ),
    CI_METHOD,
    field(TRUTH, "extrapolated", "whether the age is beyond the ages of the norms"),
    field(NUMBERS, "stages", "calibrated accuracy (aggregate form) of each stage of the norms"),
    _MACRO,
    field(WHOLE, "left_out", "items of the bank that were not asked"),
    field(OPTIONAL, "why", "why there is no age", missing="there is one"),
    nested("norms", "the norms", NORMS, missing="there is no age"),
)  # fmt: skip

PUBLISHED_AGE: tuple[Field[PublishedAge], ...] = (
    field(
        TEXT,
        "participant",
        "who answered the same bank",
        heading="participant",
        label=True,
        folds=True,
    ),
    field(TEXT, "source", "where it is published"),
    field(NUMBERS, "groups", "published calibrated accuracy of each group"),
    field(NUMBERS, "stages", "plain means of these by stage"),
    _MACRO.but(what="their plain mean", missing=""),
    field(_YEARS, "age", "their age; for the people of the norms, the mean"),
    field(
        TRUTH,
        "printed",
        "whether it is published; else it is of the people by whom the norms were fitted",
    ),
)

_PERCENT = Scale[float](Kind.NUMBER, lambda value: f"{100 * value:.1f}", page="rounded")

_STAGE: tuple[Field[tuple[str, Mean]], ...] = (
    field(TEXT, "stage", "name of the stage", lambda stage: stage[0]),
    field(_PERCENT, "calibrated", "plain mean of its groups", lambda stage: stage[1].mean),
    field(ACCURACY_CI, "ci95", "its 95% interval, over items", lambda stage: stage[1].ci95),
)

TABLE_AGE: tuple[Field[TableAge], ...] = (
    field(TEXT, "participant", "as in the table", heading="participant", label=True, folds=True),
    each("stages", "calibrated accuracy of each stage", _STAGE, lambda row: row.stages.items()),
    field(_PERCENT, "macro", "plain mean of all groups", "macro.mean", heading="macro"),
    field(ACCURACY_CI, "macro_ci95", "its 95% interval, over items", "macro.ci95"),
    field(
        _PERCENT, "printed_macro", "the mean in the table", heading="printed", none="", rare=True,
        missing="the table has none",
    ),
    field(
        _YEARS, "age", "age by the norms", "age.mean", heading="age",
        text=lambda row: f"{row.age.mean:.1f}{'*' * row.extrapolated}",
    ),
    field(
        YEARS_CI, "age_ci95", "95% interval of the age, over items only", "age.ci95",
        heading="95%,\nitems", joined=True,
    ),
    field(TRUTH, "extrapolated", "whether the age is beyond the ages of the norms"),
    field(
        _YEARS, "printed_age", "the age in the table", heading="printed\nage", none="", rare=True,
        missing="the table has none",
        text=lambda row: None if row.printed_age is None else f"{row.printed_age:g}",
    ),
)  # fmt: skip


def table_age_columns(rows: Sequence[TableAge]) -> list[Column]:
    """The columns of a table of published accuracies: stages are the second."""
    who, *others = columns(TABLE_AGE, rows)
    stages = [
        Column(
            visible(name).replace(" ", "\n"),
            tuple(f"{100 * row.stages[name].mean:.1f}" for row in rows),
        )
        for name in rows[0].stages
    ]
    return [who, *stages, *others]


_AnyAge = BankAge | PublishedAge


def age_columns(ages: Sequence[BankAge], published: Sequence[PublishedAge]) -> list[Column]:
    """Participants with their stages, means and ages in percent and years, then published ones."""
    stages = (_stage(*one) for one in enumerate(ages[0].stages, start=1))
    every: list[_AnyAge] = [*ages, *published]
    return columns((*_WHO, *stages, *_MEAN_AND_AGE), every)


def _stage(number: int, name: str) -> Field[_AnyAge]:
    return _MACRO.but(heading=f"S{number}").told(lambda row: hundredths(row.stages[name]))


def _ours(row: _AnyAge) -> BankAge | None:
    return row if isinstance(row, BankAge) else None


def _name(row: _AnyAge) -> str:
    if isinstance(row, BankAge):
        return visible(row.model) + f": {SIMULATED}" * row.simulated
    return f"{visible(row.participant)}{' (published)' * row.printed}"


def _else(figure: Field[BankAge], text: Callable[[PublishedAge], str]) -> Field[_AnyAge]:
    """A figure of a participant, and what stands in its column for a published one."""
    return figure.told(lambda row: figure.text(row) if isinstance(row, BankAge) else text(row))


_WHO: tuple[Field[_AnyAge], ...] = (
    PUBLISHED_AGE[0].told(_name), CONDITION.of(_ours).but(none=""),
)  # fmt: skip
_MEAN_AND_AGE: tuple[Field[_AnyAge], ...] = (
    _MACRO,
    *map(_else, pick(BANK_AGE, "age", "ci95"), (lambda row: f"{row.age:g}", lambda row: "")),
)


def age_notes(ages: Sequence[BankAge]) -> list[str]:
    """What the ages are, or why there are none."""
    found: list[str] = []
    for why in dict.fromkeys(row.why for row in ages if row.age is None):
        found.append(f"age: {NOT_CALIBRATED}, {visible(why)}; `{CALIBRATE}` calibrates a bank")
    norms = next((row.norms for row in ages if row.norms is not None), None)
    if norms is None:
        return found
    years = enumerate(norms.years.items(), start=1)
    terms = " + ".join(f"{each:.2f} S{number} ({visible(name)})" for number, (name, each) in years)
    low, high = norms.ages
    found += [
        f"age: {norms.intercept:.2f} + {terms} (S from 0 to 1), norms of "
        f"{visible(norms.bank)}; coefficients: {visible(norms.source)}",
        "95% of an age covers items only, neither differences between people nor the coefficients",
        f"ages of the norms: {low:g} to {high:g}"
        + ("; *: extrapolated" if any(row.extrapolated for row in ages) else ""),
    ]
    few = max(row.left_out for row in ages)
    return [*found, f"not asked: {counted(few, 'item')} of the bank"] if few else found
