"""Answers of people to a form: person, age, minutes, and a column for each question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from coders.norms.forms import FormKey, FormQuestion
from coders.tables.people import FACTS, Person, fact_fault, fact_numbers
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, TableUnusable, doubled, plain
from dsl.record import record
from dsl.words import LABELS, folded

_LETTER = re.compile(r"\(?([A-Za-z])[).:]?")


@record
class Answered:
    """People with their items right, and how many answers were left empty and count as wrong."""

    people: tuple[Person, ...]
    empty: int


def read_key(text: bytes, file: str) -> FormKey:
    """The key in a file of that name.

    Raises:
        TableUnusable: it is not JSON, or no key of a form.
    """
    import msgspec

    try:
        found = msgspec.json.decode(text, type=FormKey)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        advice = "name the key that `devrun norms form` wrote"
        raise TableUnusable(file, [TableFault(0, str(error), advice)]) from None
    if not found.questions or any(
        one.key not in LABELS[: len(one.choices)] or len(one.key) != 1 for one in found.questions
    ):
        raise TableUnusable(file, [TableFault(0, "a question has no key among its choices")])
    return found


def read_form_answers(text: str, file: str, form: FormKey) -> Answered:
    """The people of a table in CSV, scored by the key. An answer is the letter of a choice, or its
    words; an empty one is wrong, and columns that the form does not have are left out.

    Raises:
        TableUnusable: a column is missing or there twice, an answer is no choice, or a person is
            there twice; each row is named.
    """
    columns = (*FACTS, *(one.column for one in form.questions))
    example = ",".join((*FACTS, *(one.column for one in form.questions[:3]), "..."))
    table = CsvTable(text.splitlines(keepends=True), TableKind(columns, example, "person"))
    names = [plain(name) for name in table.header.fields]
    faults = doubled([name for name in names if name in columns], table.header.line)
    missing = [name for name in columns if names and name not in names]
    faults += [
        TableFault(table.header.line, f"there is no column `{name}`", f"the header is {example}")
        for name in missing
    ]
    found: dict[str, Person] = {}
    empty = 0
    for row in () if faults else table:
        if isinstance(row, TableFault):
            faults.append(row)
            continue
        cells = dict(zip(names, (one.strip() for one in row.fields), strict=False))
        wrong = list(_wrong(cells, form.questions))
        if cells["person"] in found:
            wrong.append(f"the person `{cells['person']}` is there twice")
        faults += [TableFault(row.line, one) for one in wrong]
        if not wrong:
            found[cells["person"]] = _person(cells, form)
            empty += sum(not cells[one.column] for one in form.questions)
    if faults:
        raise TableUnusable(file, faults)
    return Answered(tuple(found.values()), empty)


def _wrong(cells: Mapping[str, str], questions: Sequence[FormQuestion]) -> Iterator[str]:
    yield from filter(None, (fact_fault(name, cells[name]) for name in FACTS))
    for one in questions:
        if cells[one.column] and _letter(cells[one.column], one) is None:
            said, last = cells[one.column], LABELS[len(one.choices) - 1]
            yield f"`{one.column}` is `{said}`, neither A to {last} nor a choice in words"


def _person(cells: Mapping[str, str], form: FormKey) -> Person:
    right = {group.name: 0 for stage in form.stages for group in stage.groups}
    for one in form.questions:
        right[one.group] += _letter(cells[one.column], one) == one.key
    age, minutes = fact_numbers(cells)
    return Person(cells["person"], age, minutes, right)


def _letter(cell: str, question: FormQuestion) -> str | None:
    """The letter of the choice in a cell; None where it is no choice."""
    said = folded(cell)
    for letter, choice in zip(LABELS, question.choices, strict=False):
        if folded(choice) == said:
            return letter
    found = _LETTER.fullmatch(cell)
    letter = found[1].upper() if found else ""
    return letter if letter and letter in LABELS[: len(question.choices)] else None
