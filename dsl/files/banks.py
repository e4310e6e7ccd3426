"""The items of a bank: each row of its files as a question with a key.

An item is named by its `id`, else by a digest of its question and choices, so that a new item
changes no other: what is drawn for an item hangs on its name.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import PurePosixPath

from dsl import tree
from dsl.canonical import canonical
from dsl.checking.naming import closest
from dsl.checking.nodes import head_span
from dsl.diagnostic import Fault, Pointer, Span
from dsl.faults import data_files as kinds
from dsl.files.data_rows import Cell, DataRow, DataRows, literal
from dsl.record import record
from dsl.words import LABELS, folded

MOST_ITEMS = 10_000
MOST_FAULTS = 10
"""So many faults of items are reported; more are most often one slip, made throughout."""

ENOUGH = 10
"""From so many items on it is said that most keys are in one place."""

_COUNTED = ("counted from 0", "counted from 1", "as letter")
_NAME = re.compile(r"(?!.* #)[^\s#{}][^{}]{0,99}")
_FILL = "fill the cell, or take the item out of the file"
_PLACES = ("first", "second", "third", "fourth", "fifth")


@record
class DataFile:
    """A data file that was read. `file` is its name in messages, `path` as the script has it."""

    file: str
    path: str
    lines: Sequence[str]
    rows: DataRows

    def span(self, row: DataRow) -> Span:
        """The first line of a row."""
        return Span(self.file, row.line, 1, row.line, len(self.lines[row.line - 1]) + 1)


class _BadItem(Exception):
    """An item that cannot be asked; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Bank:
    """One bank and the files it is read from."""

    def __init__(self, bank: tree.Bank, files: Sequence[DataFile]) -> None:
        self.bank = bank
        self.files = files
        self.faults: list[Fault] = []
        self.lines = {
            line.what.removesuffix(" from"): line
            for line in reversed(bank.lines)
            if isinstance(line, tree.BankLine)
        }
        self.seen: dict[str, Span] = {}
        self.places: Counter[int] = Counter()
        self.chances = Fraction(0)

    def steps(self) -> tuple[tree.QuestionNode, ...]:
        """Every item as a question; none where the lines of the bank cannot be followed."""
        self.faults.extend(self._odd_lines())
        if not self.faults:
            self.faults.extend(self._unknown_columns())
        count = sum(len(file.rows.rows) for file in self.files)
        if count > MOST_ITEMS:
            self.faults.append(
                kinds.TooManyFiles(
                    span=self.bank.name.span, what=f"`{self.bank.name.text}` has {count:,} items",
                    instead=f"split it: a bank has at most {MOST_ITEMS:,} items",
                )
            )  # fmt: skip
        if self.faults:
            return ()
        found: list[tree.QuestionNode] = []
        number = 0
        for file in self.files:
            for row in file.rows.rows:
                number += 1
                try:
                    found.append(self._item(_Item(file, row, number)))
                except _BadItem as problem:
                    self.faults.append(problem.fault)
                    if len(self.faults) == MOST_FAULTS:
                        return tuple(found)
        self._keys_in_one_place(len(found))
        return tuple(found)

    # ------------------------------------------------------------------------ its lines

    def _odd_lines(self) -> Iterator[Fault]:
        written = [line for line in self.bank.lines if isinstance(line, tree.BankLine)]
        for line in written:
            first = self.lines[line.what.removesuffix(" from")]
            if line is not first:
                yield self._line(
                    line.span, f"`{line.what}` is given twice", "remove one of the two"
                )
        for what in ("question", "answer"):
            if what not in self.lines:
                yield self._line(
                    self.bank.name.span, f"`{self.bank.name.text}` has no `{what} from`",
                    f"add a line: {what} from COLUMN",
                )  # fmt: skip
        for what, line in self.lines.items():
            extra = line.names[1:]
            if not line.names or what == "choices":
                continue
            if what == "answer" and len(extra) == 1 and extra[0].text in _COUNTED:
                continue
            if extra:
                wanted = ", or ".join(f"`, {one}`" for one in _COUNTED)
                yield self._line(
                    extra[0].span, f"`{extra[0].text}` is not understood here",
                    f"after the column may follow {wanted}" if what == "answer" else
                    f"`{line.what}` takes one column",
                )  # fmt: skip
        answer = self.lines.get("answer")
        if answer is not None and len(answer.names) > 1 and "choices" not in self.lines:
            yield self._line(
                answer.names[1].span, "this bank has no choices to count",
                "add a line: choices from COLUMN, or write `answer from COLUMN` alone",
            )  # fmt: skip

    def _line(self, span: Span, what: str, instead: str) -> Fault:
        return kinds.BankLines(span=span, what=what, instead=instead)

    def _unknown_columns(self) -> Iterator[Fault]:
        for file in self.files:
            for name in self._columns():
                if name.text not in file.rows.columns:
                    yield kinds.NoSuchColumn(
                        span=name.span, file=file.path, name=name.text, known=file.rows.columns,
                        close=closest(name.text, file.rows.columns),
                    )  # fmt: skip

    def _columns(self) -> Iterator[tree.Name]:
        """Every column that a line names."""
        for what, line in self.lines.items():
            if not self._by_file(what):
                yield from line.names if what == "choices" else line.names[:1]

    def _by_file(self, what: str) -> bool:
        line = self.lines.get(what)
        return what == "group" and line is not None and line.names[0].text == "file name"

    # ------------------------------------------------------------------------ its items

    def _item(self, item: _Item) -> tree.QuestionNode:
        question = item.text(self._column("question"))
        choices = self._choices(item)
        answer = self._answer(item, choices)
        offered = tuple(one for one in choices if one)
        name = self._name(item, question, offered)
        span, written = item.span, head_span(self.bank)
        fields: list[tree.QuestionItem] = [tree.Ask(None, _prose([question], span), written)]
        if offered:
            fields.append(tree.Choices("shuffled", _prose(offered, span), written))
        fields.append(tree.Answer(None, _prose([answer], span), written))
        fields.append(tree.ItemGroup(self._group(item), span))
        return tree.QuestionNode(tree.QuestionKind.ITEM, tree.Name(name, span), tuple(fields), span)

    def _column(self, what: str) -> str:
        return self.lines[what].names[0].text

    def _choices(self, item: _Item) -> tuple[str, ...]:
        """The choices in the order of the file; one whose cell is empty is an empty text."""
        line = self.lines.get("choices")
        if line is None:
            return ()
        names = [name.text for name in line.names]
        if len(names) > 1:
            return tuple(item.text(name, empty=True) for name in names)
        cell = item.row.cells.get(names[0])
        if not isinstance(cell, tuple):
            raise item.incomplete(
                names[0], "is no list of choices",
                'write a list (["a", "b"]), or name a column for each choice: choices from A, B',
            )  # fmt: skip
        if not all(one.strip() for one in cell):
            raise item.incomplete(names[0], "has an empty choice")
        return cell

    def _answer(self, item: _Item, choices: tuple[str, ...]) -> str:
        line = self.lines["answer"]
        counted = line.names[1].text if len(line.names) > 1 else ""
        answer = item.text(line.names[0].text)
        if not choices:
            return answer
        place: int | None = None
        if counted == "as letter":
            letter = answer.upper().rstrip(").")
            place = LABELS.index(letter) if len(letter) == 1 and letter in LABELS else None
        elif counted:
            place = int(answer) - int(counted[-1]) if re.fullmatch("[0-9]{1,4}", answer) else None
        else:
            same = [at for at, one in enumerate(choices) if folded(one) == folded(answer)]
            place = same[0] if same else None
        if place is None or not 0 <= place < len(choices) or not choices[place]:
            raise _BadItem(
                kinds.KeyNoChoice(
                    span=item.span, number=item.number, answer=answer, counted=counted,
                    choices=len(choices),
                )
            )  # fmt: skip
        self.places[place] += 1
        self.chances += Fraction(1, len(choices))
        return choices[place]

    def _name(self, item: _Item, question: str, choices: tuple[str, ...]) -> str:
        column = next((name for name in item.row.cells if name.casefold() == "id"), None)
        name = "" if column is None else " ".join(item.text(column).split())
        if column is not None and not _NAME.fullmatch(name):
            raise item.incomplete(
                column, f"is `{name[:100]}`, which cannot be the name of a question",
                "a name has at most 100 characters and no braces, and no # at its start or "
                "after a space",
            )  # fmt: skip
        if not name:
            made = hashlib.sha256(canonical([question, list(choices)])).hexdigest()
            name = f"item {made[:10]}"
        here = item.span
        first = self.seen.setdefault(folded(name), here)
        if first is not here:
            alike = "its question and choices are those of an item before it"
            raise _BadItem(
                kinds.ItemTwice(
                    span=item.span, number=item.number,
                    what=alike if column is None else f"its id `{name}` is taken",
                    instead="take one of the two out of the file" if column is None
                    else "give each item an id of its own",
                    pointers=(Pointer(first, "first here"),),
                )
            )  # fmt: skip
        return name

    def _group(self, item: _Item) -> str:
        if "group" not in self.lines:
            return ""
        if self._by_file("group"):
            return PurePosixPath(item.file.path).stem
        return " ".join(item.text(self._column("group")).split())

    def _keys_in_one_place(self, count: int) -> None:
        """Warn where more than half of the keys, and half as many again as by chance, are in one
        place.
        """
        if count < ENOUGH or not self.places:
            return
        place, most = self.places.most_common(1)[0]
        if 2 * most > count and 2 * most > 3 * self.chances:
            self.faults.append(
                kinds.KeysInOnePlace(
                    span=self.bank.name.span, name=self.bank.name.text, count=count,
                    share=f"{100 * most // count}%",
                    place=_PLACES[place] if place < len(_PLACES) else f"{place + 1}th",
                )
            )  # fmt: skip


@record
class _Item:
    """One row of a bank; `number` is its place in the bank, from 1."""

    file: DataFile
    row: DataRow
    number: int

    @property
    def span(self) -> Span:
        """Where it is."""
        return self.file.span(self.row)

    def text(self, column: str, *, empty: bool = False) -> str:
        """The text of a cell; raises _BadItem where there is none, unless it may be `empty`."""
        cell: Cell = self.row.cells.get(column)
        if cell is None:
            cell = ""
        if not isinstance(cell, str):
            kind = "is a list, not text" if isinstance(cell, tuple) else "is an object, not text"
            raise self.incomplete(column, kind, "write one text or number there")
        if not cell.strip() and not empty:
            raise self.incomplete(column, "is empty")
        return cell.strip()

    def incomplete(self, column: str, what: str, instead: str = _FILL) -> _BadItem:
        """What is raised of a cell."""
        return _BadItem(
            kinds.ItemIncomplete(
                span=self.span, number=self.number, column=column, what=what, instead=instead
            )
        )


def _prose(texts: Sequence[str], span: Span) -> tree.Prose:
    return tree.Prose(tuple(literal(text, span) for text in texts), span)
