"""Fitting an age function to people: what is read of them, the norms file, and what is printed; and
writing the form that they fill in: a page, a table for survey tools, and the key in its own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from coders.norms.ages import Norms, PublishedProfile, aggregate_calibrated
from coders.norms.fitting import COEFFICIENTS, SPLITS, Fit, fit_ages
from coders.norms.forms import FormKey
from coders.tables.people import People, Respondent, people_by_answers, people_by_counts, read_key
from dsl.record import record
from dsl.words import LABELS, counted
from renderers.csv_text import csv_of, field
from renderers.json_text import json_text
from runners.cli.errors import Stop
from runners.cli.files import write_all_new
from runners.cli.output import say
from runners.cli.table_input import json_bytes, norms_in, open_table


@record
class FittingSample:
    """People who answered `items` items of each group: `chances` are the mean chances of these, by
    group. `norms` has the stages.
    """

    read: People
    norms: Norms
    items: int
    chances: Mapping[str, float]
    files: tuple[str, ...]


@record
class AgeFit:
    """What was found from a sample, those who took less than so many minutes left out."""

    found: Fit
    given: FittingSample
    minutes: float
    seed: int

    @property
    def left_out(self) -> int:
        """How many people took less time."""
        return len(self.given.read.people) - self.found.people


def counts_in(
    tables: Sequence[str], norms_file: str | None, items: int, *, minutes: float
) -> FittingSample:
    """People with how many items of each group are right, from CSV files."""
    norms = norms_in(norms_file)
    people = people_by_counts(norms, items, timed=minutes > 0)
    files = _read(people, tables, "person, age, minutes and items right")
    return FittingSample(
        people, norms, items, {one.name: one.chance for one in norms.groups}, files
    )


def answers_in(tables: Sequence[str], key_file: str, *, minutes: float) -> FittingSample:
    """People who answered a form, scored by its key."""
    key = read_key(json_bytes(Path(key_file), "key of a form", "no-such-key"), key_file)
    people, norms = people_by_answers(key, timed=minutes > 0), key.norms()
    files = _read(people, tables, "person, age, minutes and a column for each question")
    chances = {one.name: key.chance(one.name) for one in norms.groups}
    return FittingSample(people, norms, key.per_group, chances, files)


def _read(people: People, tables: Sequence[str], columns: str) -> tuple[str, ...]:
    """Reads tables; their names."""
    names = []
    for table in tables:
        with open_table(table, columns) as source:
            people.read(source.lines.read(), source.name)
            names.append(source.name)
    return tuple(names)


def fitted(given: FittingSample, *, minutes: float, seed: int) -> tuple[dict[str, Any], AgeFit]:
    """The norms file of an age function, and the fit.

    Raises:
        Stop: there are too few people who took so many minutes, or they identify no function.
    """
    import numpy as np

    from renderers.fields.field import document
    from runners.cli.norms.documents import FIT

    everybody = given.read.people
    kept = [one for one in everybody if one.minutes is None or one.minutes >= minutes]
    groups = [_calibrated(person, given) for person in kept]
    stages = [
        [fmean(found[one.name] for one in stage.groups) for stage in given.norms.stages]
        for found in groups
    ]
    scores = [sum(person.right.values()) / (given.items * len(person.right)) for person in kept]
    ages = [person.age for person in kept]
    try:
        found = fit_ages(np.array(stages), np.array(scores), np.array(ages), seed=seed)
    except ValueError as error:
        left_out = len(everybody) - len(kept)
        few = f"{left_out} of {len(everybody)} took less than {minutes:g} minutes"
        told = few if left_out else ""
        raise Stop("no-fit", f"no age function: {error}", told) from None
    intercept, *years = found.coefficients
    norms = replace(
        given.norms,
        source=f"least squares, {found.people} people of {_named(given.files)}",
        intercept=intercept,
        ages=(round(min(ages), 1), round(max(ages), 1)),
        stages=tuple(
            replace(stage, years=each)
            for stage, each in zip(given.norms.stages, years, strict=True)
        ),
        published=(_people(groups, ages, given),),
    )
    fit = AgeFit(found, given, minutes, seed)
    return asdict(norms) | {"fit": document(FIT, fit)}, fit


def _calibrated(person: Respondent, given: FittingSample) -> dict[str, float]:
    """The calibrated accuracy of each group, aggregate form."""
    shares = {name: right / given.items for name, right in person.right.items()}
    return {name: aggregate_calibrated(shares[name], c) for name, c in given.chances.items()}


def _people(
    groups: Sequence[Mapping[str, float]], ages: Sequence[float], given: FittingSample
) -> PublishedProfile:
    """The mean of the people, to be shown next to participants."""
    means = {name: round(100 * fmean(one[name] for one in groups), 2) for name in groups[0]}
    macro, who = round(fmean(means.values()), 2), f"people (n = {len(ages)})"
    age = round(fmean(ages), 1)
    return PublishedProfile(who, _named(given.files), means, macro, age, printed=False)


def _named(files: Sequence[str]) -> str:
    return (
        files[0] if len(files) == 1 else f"{files[0]} and {counted(len(files) - 1, 'other file')}"
    )


def say_fit(told: AgeFit) -> None:
    """Print how many people there were, and what was found."""
    from dsl.files.csv_reader import MOST_SHOWN

    found, given = told.found, told.given
    read = given.read
    say(f"people: {found.people}; left out, less than {told.minutes:g} minutes: {told.left_out}")
    if read.empty:
        say(f"{counted(read.empty, 'answer')} left empty, counted as wrong")
    if read.no_choice:
        say(f"{counted(len(read.no_choice), 'answer')} without a choice, counted as wrong:")
        for one in read.no_choice[:MOST_SHOWN]:
            say(f"  {one}")
    if read.unused:
        say(f"columns that are not used: {', '.join(read.unused)}")
    rho = found.spearman
    ci = "" if rho.ci95 is None else f" ({rho.ci95[0]:.2f} to {rho.ci95[1]:.2f})"
    low, high = found.pearson_ci95
    say(f"accuracy and age: Pearson {found.pearson:.2f} ({low:.2f} to {high:.2f})")
    say(f"accuracy and age: Spearman {rho.rho:.2f}{ci}")
    low, high = found.held_out_range
    say(
        f"predicted and true age of the 20% held out: Spearman {found.held_out:.2f}, mean of "
        f"{SPLITS} splits (95% of splits: {low:.2f} to {high:.2f})"
    )
    names = ("intercept", *(stage.name for stage in given.norms.stages))
    for stage, years, (low, high) in zip(names, found.coefficients, found.limits, strict=True):
        say(f"  {stage}: {years:.2f} years ({low:.2f} to {high:.2f})")
    say(f"intervals of coefficients: 95%, {COEFFICIENTS}, over people")


def write_form(form: FormKey, folder: str) -> dict[str, str]:
    """Write form.html and form.csv into a folder, and the key beside the folder, so that whoever
    sends the folder sends no key. None of them may be there already. What is where, by its name.
    """
    from msgspec import to_builtins

    from renderers.forms.form_page import form_page

    asked = [(one.column, one.question, one.choices) for one in form.questions]
    into = Path(folder)
    texts = {
        "page": (into / "form.html", form_page(asked)),
        "table": (into / "form.csv", _table(form)),
        "key": (into.with_name(f"{into.name}-key.json"), f"{json_text(to_builtins(form))}\n"),
    }
    files = {path: text.encode() for path, text in texts.values()}
    write_all_new(files, instead="name another folder with -o")
    return {name: str(path) for name, (path, _) in texts.items()}


def _table(form: FormKey) -> str:
    """A row for each question: the column of its answers, its words, its choices by letter."""
    most = max(len(one.choices) for one in form.questions)
    header = ("column", "question", *LABELS[:most])
    rows = ((one.column, *map(field, (one.question, *one.choices))) for one in form.questions)
    return csv_of(header, rows)
