"""People who answered questions of a bank: age, minutes, and items right in each group.

A table has either a column for each question of a form, whose answers are read as replies to
choices are read everywhere (`coders.choices`), or for each group how many items are right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from coders.choices import read_choice
from coders.norms.ages import Norms
from coders.norms.forms import FormKey
from coders.tables.abilities import json_as
from dsl.files.csv_reader import (
    NamedTable,
    TableFault,
    TableKind,
    TableUnusable,
    number,
    plain,
)
from dsl.record import record
from dsl.words import LABELS, folded

FACTS = ("person", "age", "minutes")
_MONTHS = re.compile(r"(\d{1,3}) *; *(0?\d|1[01])")
"""Years and months, as studies of development write an age: 6;3."""

Cells = Mapping[str, str]


@record
class Respondent:
    """A person: age in years, minutes taken (None if not said), and name of each group -> items
    right.
    """

    name: str
    age: float
    minutes: float | None
    right: Mapping[str, int]


@record
class Answered:
    """What is in the cells of a person: items right by group, how many answers are `empty`, which
    take no choice, and what is `wrong` with cells. The latter two are in words.
    """

    right: Mapping[str, int]
    empty: int = 0
    no_choice: Sequence[str] = ()
    wrong: Sequence[str] = ()


class People:
    """People as one or more tables have them. `timed`: whether the minutes have to be known.

    `empty` answers, and those that take `no_choice` (each named), are wrong; `unused` columns are
    not known.
    """

    def __init__(
        self, columns: Mapping[str, str], score: Callable[[Cells], Answered], *, timed: bool
    ) -> None:
        """`columns`: what the header may say, in plain words -> name of the column."""
        self._columns = {name: name for name in FACTS} | dict(columns)
        self._score = score
        self._timed = timed
        self._files: dict[str, str] = {}
        self.people: list[Respondent] = []
        self.empty = 0
        self.no_choice: list[str] = []
        self.unused: dict[str, None] = {}

    def read(self, text: str, file: str) -> None:
        """The people of a table in CSV.

        Raises:
            TableUnusable: a column is missing or there twice, a cell cannot be used, an answer
                needs a human, or a person is there twice; each row is named.
        """
        wanted = list(dict.fromkeys(self._columns.values()))
        shown = wanted if len(wanted) < 20 else [*wanted[:6], "..."]
        kind = TableKind(tuple(self._columns), ",".join(shown), "person")
        needed = [one for one in wanted if self._timed or one != "minutes"]
        table = NamedTable(text, kind, self._columns.get, needed)
        self.unused |= dict.fromkeys(table.unused)
        faults = table.faults
        for line, cells in table.rows:
            faults += [TableFault(line, *one) for one in self._add(cells, file, line)]
        if faults:
            raise TableUnusable(file, faults)

    def _add(self, cells: Cells, file: str, line: int) -> list[tuple[str, str]]:
        """Adds a person, or says what is wrong, with advice."""
        name, found = cells["person"], self._score(cells)
        age, minutes = _years(cells["age"]), number(cells.get("minutes", ""))
        wrong = [(one, "") for one in found.wrong]
        if not name:
            wrong.append(("`person` is empty, and not a name or number", ""))
        elif name in self._files:
            also = f", also in {self._files[name]}" if self._files[name] != file else ""
            wrong.append((f"the person `{name}` appears twice{also}", ""))
        if age is None or age <= 0:
            said = cells["age"]
            told = f"`age` is {f'`{said}`' if said else 'empty'}, and not a number above 0"
            wrong.append((told, "write years (9.5), or years and months (9;6)"))
        if (minutes is None or minutes < 0) and (self._timed or cells.get("minutes")):
            said = cells["minutes"]
            told = f"`minutes` is {f'`{said}`' if said else 'empty'}, and not a number from 0"
            wrong.append((told, "write --minutes 0 to leave out nobody, however fast"))
        self._files.setdefault(name, file)
        if not wrong:
            self.people.append(Respondent(name, age or 0.0, minutes, found.right))
            self.empty += found.empty
            self.no_choice += [f"{file}, line {line}: {one}" for one in found.no_choice]
        return wrong


def people_by_counts(norms: Norms, items: int, *, timed: bool) -> People:
    """People of whom tables have how many of `items` items of each group are right."""

    def score(cells: Cells) -> Answered:
        right, wrong = {}, []
        for one in norms.groups:
            cell = cells[one.name]
            given = number(cell) if cell.isdecimal() else None
            if given is not None and given <= items:
                right[one.name] = int(given)
            else:
                wrong.append(f"`{one.name}` is `{cell}`, and not a whole number from 0 to {items}")
        return Answered(right, wrong=wrong)

    columns = {plain(name): one.name for one in norms.groups for name in one.names}
    return People(columns, score, timed=timed)


def people_by_answers(form: FormKey, *, timed: bool) -> People:
    """People of whom tables have the answers to a form."""

    def score(cells: Cells) -> Answered:
        right = {one.name: 0 for one in form.norms().groups}
        no_choice, wrong = [], []
        for one in form.questions:
            said = cells[one.column]
            answer = read_choice(said, one.choices, question=one.question)
            if answer.option is not None:
                # In words, since a bank may have one choice twice.
                key = one.choices[LABELS.index(one.key)]
                right[one.group] += folded(answer.text) == folded(key)
            elif said:
                told = f"`{one.column}` is `{said}`"
                if answer.decided:
                    no_choice.append(f"{told}, {answer.reason}")
                else:
                    last = LABELS[len(one.choices) - 1]
                    wrong.append(f"{told}, which needs a human: write A to {last}, or nothing")
        empty = sum(not cells[one.column] for one in form.questions)
        return Answered(right, empty, no_choice, wrong)

    return People({plain(one.column): one.column for one in form.questions}, score, timed=timed)


def read_key(text: bytes, file: str) -> FormKey:
    """The key of a form in a file of that name.

    Raises:
        TableUnusable: it is not JSON, or no key of a form.
    """
    found = json_as(FormKey, text, file, "name the key that `devrun norms form` wrote")
    if not found.questions or not all(
        len(one.key) == 1 and one.key in LABELS[: len(one.choices)] for one in found.questions
    ):
        raise TableUnusable(file, [TableFault(0, "a question has no key among its choices")])
    groups = {name for one in found.norms().groups for name in one.names[:1]}
    if {one.group for one in found.questions} != groups:
        told = "the groups of its questions are not those of its stages"
        raise TableUnusable(file, [TableFault(0, told)])
    return found


def _years(cell: str) -> float | None:
    """An age in years, 9.5 for 9;6; None if it is none."""
    months = _MONTHS.fullmatch(cell)
    return number(cell) if months is None else int(months[1]) + int(months[2]) / 12
