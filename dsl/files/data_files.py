"""The data files that a script names, and what they put in the place of the statement.

A table from a file is a table, a bank a routine of questions, and waves are versions: nobody above
needs to know that their words come from a file. Cells are literal; braces in them are braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeVar

from dsl import faults as kinds
from dsl import tree
from dsl.diagnostic import Fault, Span
from dsl.errors import reason_of
from dsl.files.bank_donor import BankDonor
from dsl.files.bank_items import DataFile
from dsl.files.banks import BankReader
from dsl.files.data_rows import ENDINGS, Broken, literal, read_rows
from dsl.files.level_rows import (
    EMPTY_WAVE,
    MOST_FAULTS,
    LevelRows,
    factor_of,
    is_text,
    items_of,
    waves_of,
    waves_of_texts,
)
from dsl.files.people import people_ratings
from dsl.files.pictures import PictureFile, picture_at
from dsl.files.source import LARGEST, Source, Unreadable, read
from dsl.record import replace

MOST_FILES = 200
"""So many files one bank may have."""
MOST_RATINGS = 100_000_000
"""Bytes of a file with people's ratings: it is read row by row, and held as ratings by place, so
that it may be longer than others. If seven people rated all of half of CogBench, it has 770,000."""

T = TypeVar("T")
FromFile = tree.TableFrom | tree.Bank | tree.FactorFrom | tree.WavesNode | tree.QuestionnaireNode
"""The statements that may name data files."""

_WAVES = {"wave": "the number of the wave, from 1", "text": "what is shown in it"}
_ITEMS = {"item": "the name of the item", "words": "what is asked", "reversed": ""}

_NAME = "check the name; it is relative to the folder of the script"
_SAVE_AS = "save it as CSV, TSV, JSON (a list of objects) or JSONL (one object a line)"


class DataFiles:
    """Reads the data files of a script. `inside` gives where a path truly leads, None for one that
    leaves `folder`; `seed` is that of the script, by which items are sampled; `faults`, `sources`
    and `pictures`, those of items by path, are added to.
    """

    def __init__(
        self, folder: Path | None, inside: Callable[[tree.Name], Path | None], *, seed: int
    ) -> None:
        self.folder = folder
        self.inside = inside
        self.seed = seed
        self.faults: list[Fault] = []
        self.sources: list[Source] = []
        self.pictures: dict[str, PictureFile] = {}

    def filled(
        self, item: FromFile, conditions: Sequence[tree.FactorNode] = ()
    ) -> list[tree.TopItem] | None:
        """The statement with what its files have, as statements; None after reporting why they
        cannot be read. `conditions` are those of the script, whose levels rows may name.
        """
        if isinstance(item, tree.TableFrom | tree.Bank):
            one = self._one(item)
            return None if one is None else [one]
        before = len(self.faults)
        made = self._by_level(item, conditions)
        return made if len(self.faults) == before else None

    def _by_level(
        self,
        item: tree.FactorFrom | tree.WavesNode | tree.QuestionnaireNode,
        conditions: Sequence[tree.FactorNode],
    ) -> list[tree.TopItem]:
        """The statements that stand for rows which hold for levels."""
        if isinstance(item, tree.QuestionnaireNode):
            return self._questionnaire(item, conditions)
        if isinstance(item, tree.WavesNode) and is_text(item.path.text):
            found = (self._source(path) for path in self._paths(item.path))
            texts = [one for one in found if one is not None]
            for one in texts:
                if not one.text.strip():
                    self._broken(one, 1, *EMPTY_WAVE)
            return waves_of_texts(item, texts)
        file = next(self._files([item.path]), None)
        if file is None:
            return []
        if isinstance(item, tree.FactorFrom):
            rows = LevelRows(file, item.path)
            made = factor_of(item, rows)
        else:
            rows = LevelRows(file, item.path, conditions, _WAVES)
            made = [] if rows.faults else waves_of(item, rows)
        self.faults.extend(rows.faults)
        return made

    def _questionnaire(
        self, item: tree.QuestionnaireNode, conditions: Sequence[tree.FactorNode]
    ) -> list[tree.TopItem]:
        """A questionnaire with the items of its files, after the lets that hold their words."""
        lines: list[tree.QuestionnaireItem] = []
        lets: list[tree.LetRows] = []
        for line in item.items:
            if isinstance(line, tree.PeopleFrom):
                lines.append(self._with_ratings(line, item, conditions))
                continue
            if not isinstance(line, tree.ItemsFrom):
                lines.append(line)
                continue
            for file in self._files([line.path]):
                rows = LevelRows(file, line.path, conditions, _ITEMS)
                items, more = ([], []) if rows.faults else items_of(item.name, rows)
                self.faults.extend(rows.faults)
                lines += items
                lets += more
        return [*lets, replace(item, items=tuple(lines))]

    def _with_ratings(
        self,
        line: tree.PeopleFrom,
        item: tree.QuestionnaireNode,
        conditions: Sequence[tree.FactorNode],
    ) -> tree.PeopleFrom:
        """The line with people's ratings, which name levels of these conditions; without them after
        reporting why they cannot be used.
        """
        rate = next((one for one in item.items if isinstance(one, tree.Rate)), None)
        if rate is None:
            return line
        named, scale = tuple(one.name.text for one in conditions), (rate.low, rate.high)

        def ratings(source: Source, ending: str) -> tree.PeopleFrom:
            found, faults = people_ratings(source.text, ending, named, scale)
            for fault in faults[:MOST_FAULTS]:
                self._broken(source, max(1, fault.line), fault.message, fault.help)
            return line if faults else replace(line, ratings=found)

        return self._read(line.path, ratings, most=MOST_RATINGS) or line

    def _one(self, item: tree.TableFrom | tree.Bank) -> tree.TableNode | tree.Bank | None:
        """A table or a bank with what its file has."""
        if isinstance(item, tree.TableFrom):
            file = next(self._files([item.path]), None)
            return None if file is None else self._table(item, file)
        paths = [one for path in _listed(item.path) for one in self._paths(path)]
        if len(paths) > MOST_FILES:
            self._too_many(item.path, len(paths))
            return None
        found = list(self._files(paths))
        bank = BankReader(item, found, self._picture, seed=self.seed)
        if bank.lines.donor_path is not None:
            bank.donor = self._donor(bank.lines.donor_path)
            if bank.donor is None:
                return None
        filled = bank.filled() if found else None
        self.faults.extend(bank.faults)
        return filled

    def _picture(self, path: tree.Name) -> PictureFile | Fault:
        """The picture of an item, read once."""
        if path.text not in self.pictures:
            read = picture_at(path, self.inside)
            if isinstance(read, Fault):
                return read
            self.pictures[path.text] = read
        return self.pictures[path.text]

    def _donor(self, path: tree.Name) -> BankDonor | None:
        """The replies of a donor; None after reporting why they cannot be read."""
        file = self._file(path)
        donor = None if file is None else BankDonor(file, path.span)
        self.faults.extend(donor.faults if donor is not None else ())
        return donor if donor is not None and not donor.faults else None

    def _table(self, item: tree.TableFrom, file: DataFile) -> tree.TableNode | None:
        columns = file.rows.columns
        rows = []
        for row in file.rows.rows:
            odd = next((name for name in columns if not isinstance(row.cells.get(name), str)), None)
            if odd is not None:
                what = "is not text" if row.cells.get(odd) is not None else "is missing"
                self.faults.append(
                    kinds.data_files.DataBroken(
                        span=file.span(row), what=f"`{odd}` {what} in this row",
                        instead="give each row one text for each column",
                    )
                )  # fmt: skip
                return None
            span = file.span(row)
            cells = tuple(literal(str(row.cells[name]), span) for name in columns)
            rows.append(tree.TableRow(cells, span))
        names = tuple(tree.Name(name, item.path.span) for name in columns)
        return tree.TableNode(item.name, names, tuple(rows), item.span)

    def _paths(self, path: tree.Name) -> list[tree.Name]:
        """The paths that a path with `*` stands for, in the order of their names, numbers by value.
        A part of the path may hold one `*`, and at most one folder.
        """
        if "*" not in path.text:
            return [path]
        *folders, last = PurePosixPath(path.text).parts
        if last.count("*") > 1 or sum(map(str.count, folders, "*" * len(folders))) > 1:
            self._unreadable(
                path, "a path may contain one `*` in the file name, and one in a folder name"
            )
            return []
        try:
            found = self._matching(path, folders, last)
        except OSError as problem:
            self._unreadable(path, f"`{path.text}` cannot be read: {reason_of(problem)}")
            return []
        if found == []:
            self._unreadable(path, f"no file is called `{path.text}`")
        elif found is None:
            self.faults.append(kinds.data_files.DataOutside(span=path.span, path=path.text))
        return [replace(path, text=str(one)) for one in found or ()]

    def _matching(
        self, path: tree.Name, folders: Sequence[str], last: str
    ) -> list[PurePosixPath] | None:
        """The files of these folders and this name; None where a folder is outside. Raises OSError
        where the system does not list one.
        """
        found = [PurePosixPath()]
        for part in (*folders, last):
            if "*" not in part:
                found = [under / part for under in found]
            elif any(self.inside(replace(path, text=str(one))) is None for one in found):
                return None
            else:
                found = [one for under in found for one in self._like(path, under, part)]
        if "*" in last:
            return found
        # Not every folder of that name has to hold such a file.
        places = [(one, self.inside(replace(path, text=str(one)))) for one in found]
        return [one for one, place in places if place is None or place.is_file()]

    def _too_many(self, path: tree.Name, count: int) -> None:
        self.faults.append(
            kinds.data_files.TooManyFiles(
                span=path.span, what=f"`{path.text}` matches {count} files",
                instead=f"put the items into at most {MOST_FILES} files",
            )
        )  # fmt: skip

    def _like(self, path: tree.Name, under: PurePosixPath, part: str) -> list[PurePosixPath]:
        """What is in a folder under names of this form."""
        folder = self.inside(replace(path, text=str(under)))
        before, _, after = part.partition("*")
        names = (one.name for one in (folder.iterdir() if folder and folder.is_dir() else ()))
        return [
            under / name
            for name in sorted(names, key=_by_number)
            if name.startswith(before)
            and (before or not name.startswith("."))
            and name.endswith(after)
            and len(name) >= len(before) + len(after)
        ]

    def _files(self, paths: list[tree.Name]) -> Iterator[DataFile]:
        for path in paths:
            file = self._file(path)
            if file is not None:
                yield file

    def _source(self, path: tree.Name, most: int = LARGEST) -> Source | None:
        """The text of a file of at most so many bytes; None after saying why it is not read."""
        if self.inside(path) is None or self.folder is None:
            self.faults.append(kinds.data_files.DataOutside(span=path.span, path=path.text))
            return None
        place = str(self.folder / path.text)
        try:
            source = read(place, what="data file", most=most)
        except Unreadable as problem:
            self._unreadable(path, problem.message.replace(place, path.text), problem.help)
            return None
        if all(source.file != one.file for one in self.sources):
            self.sources.append(source)
        return source

    def _file(self, path: tree.Name) -> DataFile | None:
        def rows(source: Source, ending: str) -> DataFile:
            lines = source.text.split("\n")
            return DataFile(source.file, path.text, lines, read_rows(source.text, ending))

        return self._read(path, rows)

    def _read(
        self, path: tree.Name, made: Callable[[Source, str], T], *, most: int = LARGEST
    ) -> T | None:
        """What is made of the text of a file and the ending of its name; None after reporting why
        it cannot be read.
        """
        ending = PurePosixPath(path.text).suffix.lower()
        if ending not in ENDINGS and self.inside(path) is not None:
            self._unreadable(path, f"`{path.text}` is not a supported kind of file", _SAVE_AS)
            return None
        source = self._source(path, most)
        if source is None:
            return None
        try:
            return made(source, ending)
        except Broken as problem:
            self._broken(source, problem.line, problem.what, problem.instead)
        return None

    def _broken(self, source: Source, line: int, what: str, instead: str) -> None:
        end = len(source.text.split("\n")[line - 1]) + 1
        span = Span(source.file, line, 1, line, end)
        self.faults.append(kinds.data_files.DataBroken(span=span, what=what, instead=instead))

    def _unreadable(self, path: tree.Name, reason: str, instead: str = _NAME) -> None:
        self.faults.append(
            kinds.data_files.DataUnreadable(span=path.span, reason=reason, instead=instead)
        )


def _listed(path: tree.Name) -> list[tree.Name]:
    """The paths with commas and spaces between them; a comma alone is part of a name."""
    found, at = [], 0
    for part in path.text.split(", "):
        found.append(
            replace(path, text=part.strip(), span=path.span.part(path.text, at, at + len(part)))
        )
        at += len(part) + len(", ")
    return found


def _by_number(name: str) -> list[tuple[int, str]]:
    """`stage 2` before `stage 10`."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(int(part) if part.isdecimal() else -1, part) for part in parts]
