"""One row of a bank as an item: its question, choices, key, group and name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from dsl import faults as kinds
from dsl import tree
from dsl.diagnostic import Fault, Pointer, Span
from dsl.experiment import ItemFormat
from dsl.faults.wording import quoted
from dsl.files.bank_lines import AS_NUMBER, EVERY_ROTATION, YES_OR_NO, Columns
from dsl.files.data_rows import Cell, DataRow, DataRows, Nested, literal
from dsl.files.pictures import MOST_TOGETHER, PictureFile
from dsl.projections import canonical, hashed
from dsl.record import record
from dsl.words import LABELS, bare_number, counted, folded, number_in

if TYPE_CHECKING:
    from dsl.files.bank_donor import BankDonor

_NAME = re.compile(r"(?!.* #)[^\s#{}][^{}]{0,99}")
_FILL = "fill the cell, or take the item out of the file"
_PATHS = 'write paths, from the folder of the file: ["a.png", "b.png"], or a.png; b.png'
_MARK = re.compile(r"(\s*)\[picture (?P<number>[0-9]{1,3})\](\s*)")
"""Where in a question a picture of the item stands; the mark is not sent."""
_YES, _NO = ("yes", "true", "y", "1"), ("no", "false", "n", "0")


Look = Callable[[tree.Name], PictureFile | Fault]
"""Reads the picture at a path from the folder of the script."""


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


class BadItem(Exception):
    """An item that cannot be asked; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


@record
class FileItem:
    """An item that can be asked. `place` is that of its key among the choices in the file, from 0;
    None without choices. `number` is its row in `file`, from 1. `pictures` are in the order of the
    file, each with the character of the question that it precedes. `control` names the item of
    which this one is the manipulated version, if it is one.
    """

    file: DataFile
    number: int
    name: str
    question: str
    choices: tuple[str, ...]
    answer: str
    place: int | None
    group: str
    span: Span
    pictures: tuple[tuple[PictureFile, int], ...] = ()
    format: str = ItemFormat.TEXT
    control: str = ""

    @property
    def content(self) -> bytes:
        """What is asked, whatever the order of its choices."""
        return canonical([*self.asked, sorted(map(folded, self.choices))])

    @property
    def asked(self) -> list[str]:
        """What is asked, without the choices."""
        return [folded(self.question), *(one.digest for one, _ in self.pictures)]

    @property
    def doubled(self) -> tuple[str, ...]:
        """The choices that an earlier one has in the same words."""
        said = [folded(one) for one in self.choices]
        return tuple(one for at, one in enumerate(self.choices) if said[at] in said[:at])

    def node(
        self, columns: Columns, written: Span, donor: BankDonor | None = None, period: int = 0
    ) -> tree.QuestionNode:
        """The item as a question; `written` is where the bank is in the script, and the replies of
        a `donor` are put before it. With a `period` it is asked in as many of so many draws as it
        has choices.
        """
        span = self.span
        count = len(self.pictures)
        fields: list[tree.QuestionItem] = [
            tree.ShowNode(
                tree.Name(one.file, span), _prose([f"{number} of {count}"], span), span, at
            )
            for number, (one, at) in enumerate(self.pictures, start=1)
        ]
        fields.append(tree.Ask(None, _prose([self.question], span), written))
        if donor is not None:
            fields = [*donor.fields(self), *fields]
            shown = _prose(donor.choices(self), span)
            fields.append(tree.Choices("fixed", shown, written))
        elif self.choices:
            order = "rotated" if columns.order == EVERY_ROTATION else columns.order
            fields.append(tree.Choices(order, _prose(self.choices, span), written))
        within = Fraction(0) if columns.answer_form == AS_NUMBER else None
        fields.append(tree.Answer(None, _prose([self.answer], span), written, within=within))
        turns = (max(1, len(self.choices)), period) if period else None
        fields.append(tree.ItemGroup(self.group, span, turns, self.format, self.control))
        return tree.QuestionNode(
            tree.QuestionKind.ITEM, tree.Name(self.name, span), tuple(fields), span
        )


@record
class ItemRow:
    """A row to be read as an item; `number` is its place in its file, from 1."""

    file: DataFile
    row: DataRow
    number: int

    @property
    def span(self) -> Span:
        """Where it is."""
        return self.file.span(self.row)

    def item(self, columns: Columns, look: Look) -> FileItem:
        """The row as an item, its pictures read by `look`. Raises BadItem where it cannot be
        asked.
        """
        question, pictures = self.text(columns.question), self._pictures(columns, look)
        if pictures:
            question, placed = self._placed(columns, question, pictures)
        else:
            placed = ()
        choices = self._choices(columns)
        offered = tuple(one for one in choices if one)
        unkeyed = columns.choices and (offered or not self._yes_or_no(columns))
        if unkeyed and not 2 <= len(offered) <= len(LABELS):
            named = "`, `".join(columns.choices)
            verb = "have" if len(columns.choices) > 1 else "has"
            has = f"{verb} {counted(len(offered), 'choice')}"
            raise self.incomplete(named, has, f"give it 2 to {len(LABELS)} choices")
        answer, place = self._answer(columns, choices)
        return FileItem(
            file=self.file, number=self.number, name=self._name(question, offered, placed),
            question=question, choices=offered, answer=answer, place=place,
            group=self._group(columns), span=self.span, pictures=placed,
            format=self._format(columns, len(placed)), control=self._control(columns),
        )  # fmt: skip

    def _control(self, columns: Columns) -> str:
        """The item that this one manipulates; empty for none."""
        return " ".join(self.text(columns.control, empty=True).split()) if columns.control else ""

    def _format(self, columns: Columns, pictures: int) -> str:
        """What the item shows, as its file says it, else by its pictures."""
        if not columns.format:
            return (ItemFormat.TEXT, ItemFormat.ONE_PICTURE, ItemFormat.SEVERAL_PICTURES)[
                min(2, pictures)
            ]
        found = folded(self.text(columns.format))
        if found not in list(ItemFormat) or (found == ItemFormat.TEXT) != (not pictures):
            has = counted(pictures, "picture")
            raise self.incomplete(
                columns.format, f"is `{_shown(found)}`, and the item has {has}",
                f"write {quoted(list(ItemFormat))}",
            )  # fmt: skip
        return found

    def _pictures(self, columns: Columns, look: Look) -> list[PictureFile]:
        """The pictures of the item; none where its cell is empty."""
        cell = self.row.cells.get(columns.pictures) if columns.pictures else None
        if isinstance(cell, Nested):
            raise self.incomplete(columns.pictures, "is no list of paths", _PATHS)
        paths = cell.split(";") if isinstance(cell, str) else cell or ()
        folder = PurePosixPath(self.file.path).parent
        found = []
        for path in (one.strip() for one in paths if one.strip()):
            read = look(tree.Name(str(folder / path), self.span))
            if isinstance(read, Fault):
                what = f"names a file that cannot be shown: {read.message()}"
                raise self.incomplete(columns.pictures, what, read.help())
            found.append(read)
        total = sum(len(one.data) for one in found)
        if total > MOST_TOGETHER:
            raise self.incomplete(
                columns.pictures,
                f"names pictures of {total / 2**20:.1f} MB together, and a request takes 15",
                "save them with fewer pixels, or show fewer",
            )  # fmt: skip
        return found

    def _placed(
        self, columns: Columns, question: str, pictures: Sequence[PictureFile]
    ) -> tuple[str, tuple[tuple[PictureFile, int], ...]]:
        """The question without its marks, and each picture with its place in it: that of its mark,
        or before all words. White space around a mark goes into one space, or one blank line.
        """
        text, marks = "", {}
        last = 0
        for mark in _MARK.finditer(question):
            number = int(mark["number"])
            if not 1 <= number <= len(pictures) or number in marks:
                what = "for a second time" if number in marks else "which the item does not have"
                raise self.incomplete(
                    columns.question, f"shows picture {number}, {what}",
                    f"number its {counted(len(pictures), 'picture')} from 1, or leave the marks "
                    "out: pictures without a mark come before the question",
                )  # fmt: skip
            text += question[last : mark.start()].strip()
            text += _gap(mark[1] + mark[3]) if text and question[mark.end() :].strip() else ""
            marks[number] = len(text)
            last = mark.end()
        text += question[last:].strip()
        if not text:
            raise self.incomplete(columns.question, "has no words beside its pictures")
        placed = [(one, marks.get(at, 0)) for at, one in enumerate(pictures, start=1)]
        return text, tuple(sorted(placed, key=lambda one: one[1]))

    def _choices(self, columns: Columns) -> tuple[str, ...]:
        """The choices in the order of the file; one whose cell is empty is an empty text."""
        names = columns.choices
        if not names or all(self.row.cells.get(name) in (None, "", ()) for name in names):
            return ()
        if len(names) > 1:
            return tuple(self.text(name, empty=True) for name in names)
        cell = self.row.cells.get(names[0])
        if not isinstance(cell, tuple):
            raise self.incomplete(
                names[0], "is not a list of choices",
                'write a list (["a", "b"]), or name a column for each choice: choices from A, B',
            )  # fmt: skip
        if not all(one.strip() for one in cell):
            raise self.incomplete(names[0], "has an empty choice")
        return cell

    def _answer(self, columns: Columns, choices: tuple[str, ...]) -> tuple[str, int | None]:
        """The key in words, and its place among the choices that are not empty."""
        form = columns.answer_form
        answer = self.text(columns.answer)
        if not choices and columns.choices:
            return "yes" if folded(answer) in _YES else "no", None
        if not choices:
            return self._open_answer(columns, answer), None
        place: int | None = None
        if form == "as letter":
            letter = answer.upper().strip("().")
            place = LABELS.index(letter) if len(letter) == 1 and letter in LABELS else None
        elif form:
            place = int(answer) - int(form[-1]) if re.fullmatch("[0-9]{1,4}", answer) else None
        else:
            said = folded(answer)
            place = next((at for at, one in enumerate(choices) if folded(one) == said), None)
        if place is None or not 0 <= place < len(choices) or not choices[place]:
            raise BadItem(
                kinds.data_files.KeyNoChoice(
                    span=self.span, number=self.number, answer=_shown(answer), counted=form,
                    choices=len(choices),
                )
            )  # fmt: skip
        return choices[place], place

    def _yes_or_no(self, columns: Columns) -> bool:
        """Whether the key is yes or no: an item without choices, beside others, is asked so."""
        return folded(self.text(columns.answer)) in (*_YES[:3], *_NO[:3])

    def _open_answer(self, columns: Columns, answer: str) -> str:
        """The key of a question without choices."""
        if columns.answer_form == YES_OR_NO:
            said = folded(answer).rstrip(".")
            if said not in (*_YES, *_NO):
                raise self._unkeyed(answer, "neither yes nor no", "write yes, no, true or false")
            return "yes" if said in _YES else "no"
        if columns.answer_form != AS_NUMBER:
            return answer
        mark = columns.mark
        if mark and mark not in answer:
            raise self._unkeyed(
                answer, f"a text without `{mark}`", f"write the number behind `{mark}`"
            )
        said = answer.rpartition(mark)[2] if mark else answer
        figures = bare_number(said)
        if number_in(figures) is None:
            raise self._unkeyed(
                said.strip(), "not a number",
                "write it in figures: 42, 1,250 or 0.5 (no fractions, units or powers)",
            )  # fmt: skip
        return figures

    def _unkeyed(self, answer: str, what: str, instead: str) -> BadItem:
        return BadItem(
            kinds.data_files.KeyOfAnotherForm(
                span=self.span, number=self.number, answer=_shown(answer), what=what,
                instead=instead,
            )
        )  # fmt: skip

    def _name(
        self,
        question: str,
        choices: tuple[str, ...],
        pictures: Sequence[tuple[PictureFile, int]],
    ) -> str:
        column = next((name for name in self.row.cells if name.casefold() == "id"), None)
        if column is None:
            shown = [one.digest for one, _ in pictures]
            asked = [question, list(choices), shown] if shown else [question, list(choices)]
            made = hashed(canonical(asked)).hex()
            return f"item {made[:10]}"
        name = " ".join(self.text(column).split())
        if not _NAME.fullmatch(name):
            raise self.incomplete(
                column, f"is `{_shown(name)}`, which cannot be the name of a question",
                "a name has at most 100 characters and no braces, and no # at its start or "
                "after a space",
            )  # fmt: skip
        return name

    def _group(self, columns: Columns) -> str:
        if columns.group is None:
            return ""
        if columns.group:
            group = " ".join(self.text(columns.group).split())
        else:
            group = PurePosixPath(self.file.path).stem
        return columns.renamed.get(folded(group), group)

    def text(self, column: str, *, empty: bool = False) -> str:
        """The text of a cell; raises BadItem where there is none, unless it may be `empty`."""
        cell: Cell = self.row.cells.get(column)
        if cell is None:
            cell = ""
        if not isinstance(cell, str):
            kind = "is a list, not text" if isinstance(cell, tuple) else "is an object, not text"
            raise self.incomplete(column, kind, "write one text or number there")
        if not cell.strip() and not empty:
            raise self.incomplete(column, "is empty")
        return cell.strip()

    def incomplete(self, column: str, what: str, instead: str = _FILL) -> BadItem:
        """What is raised of a cell."""
        return BadItem(
            kinds.data_files.ItemIncomplete(
                span=self.span, number=self.number, column=column, what=what, instead=instead
            )
        )


def twice(item: FileItem, first: FileItem, *, by_id: bool) -> Fault:
    """An item that is there before, by its id or by what it asks."""
    return kinds.data_files.ItemTwice(
        span=item.span, number=item.number,
        what=f"its id `{item.name}` is taken" if by_id
        else "an earlier item has the same question and choices",
        instead="give each item an id of its own, or write `allow duplicate items`" if by_id else
        "take one of the two out of the file, or ask both with a line `allow duplicate items`",
        pointers=(Pointer(first.span, "first here"),),
    )  # fmt: skip


def _gap(around: str) -> str:
    """What stays of the white space around a mark when the mark is taken out."""
    return "\n\n" if "\n" in around else " " if around else ""


def _shown(cell: str) -> str:
    """The beginning of a cell."""
    return cell if len(cell) <= 40 else f"{cell[:40]}…"


def _prose(texts: Sequence[str], span: Span) -> tree.Prose:
    return tree.Prose(tuple(literal(text, span) for text in texts), span)
