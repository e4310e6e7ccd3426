"""What the lines of a bank say: its columns, how keys are written, and what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl import faults as kinds
from dsl import tree
from dsl.checking.naming import closest
from dsl.diagnostic import Fault, Span
from dsl.faults.wording import quoted
from dsl.files.data_rows import DataRows
from dsl.record import record
from dsl.words import folded

COUNTED = ("counted from 0", "counted from 1", "as letter")
"""How a key names one of the choices, if not in words."""
YES_OR_NO = "as yes or no"
AS_NUMBER = "as number"
_AFTER = re.compile(r"after\s+(?P<mark>\S.*)")
_OPEN = (YES_OR_NO, AS_NUMBER)
_FORMS = (*COUNTED, *_OPEN, "after MARK")

EVERY_ROTATION = "every rotation"
ORDERS = ("shuffled", "rotated", "fixed", EVERY_ROTATION)

DUPLICATES = "duplicate items"
DOUBLED = "doubled choices"
ALLOWABLE = (DUPLICATES, DOUBLED)
"""The defects with which a bank can still be asked."""

_SAMPLE = re.compile(r"(?P<count>[1-9][0-9]{0,8}) items?(?P<each> (?:of|from|in|per) each group)?")
_RENAME = re.compile(r"(?P<old>\S.*?) to (?P<new>\S.*)")
_RENAME_MEANT = re.compile(r"(?P<old>\S.*?)(?: ?(?:=|->|→) ?| (?:as|into|is) )(?P<new>\S.*)")
"""What may be meant by a line that gives a name in other words."""
_SAMPLE_MEANT = re.compile(r"(?P<count>[1-9][0-9]{0,8})(?P<rest>(?: [a-z]+)*)")
_ANSWER_MEANT = re.compile(
    rf"(?P<column>\S.*?) (?P<form>{'|'.join((*COUNTED, *_OPEN))}|after \S.*)"
)
_ONCE = (
    *("question", "choices", "answer", "group", "pictures", "format", "control", "sample"),
    "donor",
)


@record
class Sample:
    """So many items, of the bank or of `each` group."""

    count: int
    each: bool
    span: Span


@record
class Columns:
    """Where the items of a bank are in its files, and how they are asked.

    `answer_form` is empty for a key in words; `mark` is what a number stands behind. `group` is
    None without groups, and empty for the name of the file; `renamed` are groups by their folded
    names. `pictures`, `format` and `control` are empty where the bank names no column of them.
    """

    question: str
    choices: tuple[str, ...]
    order: str
    answer: str
    answer_form: str
    mark: str
    group: str | None
    renamed: Mapping[str, str]
    sample: Sample | None
    allowed: frozenset[str]
    pictures: str = ""
    format: str = ""
    control: str = ""


class BankLines:
    """The lines of one bank, and what is wrong with them."""

    def __init__(self, bank: tree.Bank) -> None:
        self.bank = bank
        self.faults: list[Fault] = []
        self.written = [line for line in bank.lines if isinstance(line, tree.BankLine)]
        self.first: dict[str, tree.BankLine] = {}
        for line in self.written:
            self.first.setdefault(_what(line), line)
        named = self._names("choices")
        ordered = len(named) > 1 and named[-1].text in ORDERS
        self._choices = named[:-1] if ordered else named
        self._order = named[-1].text if ordered else ORDERS[0]
        group = self._names("group")
        self._by_file = bool(group) and group[0].text == "file name"

    def _names(self, what: str) -> tuple[tree.Name, ...]:
        """What the first line of this kind names; nothing without one."""
        return self.first[what].names if what in self.first else ()

    def columns(self, files: Sequence[tuple[str, DataRows]]) -> Columns | None:
        """What the lines say of these files, by their paths; None after reporting why they cannot
        be followed.
        """
        self._missing_or_twice()
        self._comma_before_order()
        form, mark = self._answer_form()
        sample, renamed, allowed = self._sample(), self._renamed(), self._allowed()
        self._one_column_each()
        if not self.faults:
            self._unknown(files)
        if self.faults:
            return None
        group = next((one.text for one in self._names("group")), None)
        return Columns(
            question=self.first["question"].names[0].text,
            choices=tuple(name.text for name in self._choices),
            order=self._order,
            answer=self.first["answer"].names[0].text,
            answer_form=form, mark=mark, group="" if self._by_file else group,
            renamed=renamed, sample=sample,
            allowed=allowed, pictures=self._column("pictures"), format=self._column("format"),
            control=self._column("control"),
        )  # fmt: skip

    # ------------------------------------------------------------------------ line by line

    def _missing_or_twice(self) -> None:
        for line in self.written:
            if _what(line) in _ONCE and line is not self.first[_what(line)]:
                self._report(line.span, f"`{line.what}` is given twice", "remove one of the two")
        for what in ("question", "answer"):
            if what not in self.first:
                bank = self.bank.name
                add = f"add a line: {what} from COLUMN"
                self._report(bank.span, f"`{bank.text}` has no `{what} from`", add)

    def _comma_before_order(self) -> None:
        named = self._names("choices")
        last = named[-1].text if named else ""
        order = next((one for one in ORDERS if last.endswith(f" {one}")), "")
        if order:
            column = last.removesuffix(order).rstrip()
            columns = ", ".join([*(name.text for name in named[:-1]), column])
            self._report(
                self.first["choices"].span, f"a comma is missing before `{order}`",
                f"write: choices from {columns}, {order}",
            )  # fmt: skip

    def _answer_form(self) -> tuple[str, str]:
        if len(self._names("answer")) < 2:
            return "", ""
        said, *extra = self._names("answer")[1:]
        form = " ".join(said.text.split())
        after = _AFTER.fullmatch(form)
        if extra or (form not in _FORMS[:-1] and after is None):
            wanted = "`, or `, ".join(_FORMS)
            self._report(
                (extra or [said])[0].span, f"`{(extra or [said])[0].text}` is not understood here",
                f"after the column may follow `, {wanted}`",
            )  # fmt: skip
        elif form in COUNTED and "choices" not in self.first:
            self._report(
                said.span, "this bank has no choices to count",
                "add a line: choices from COLUMN, or write `answer from COLUMN` alone",
            )  # fmt: skip
        elif form not in COUNTED and "choices" in self.first:
            self._report(
                said.span, f"`{form}` is for questions without choices",
                f"remove the line `choices from`, or say how the key names a choice: "
                f"{quoted(COUNTED)}",
            )  # fmt: skip
        return (AS_NUMBER, after["mark"]) if after is not None else (form, "")

    @property
    def donor_path(self) -> tree.Name | None:
        """The file of the replies that are put before items; None without a donor."""
        return next(iter(self._names("donor")), None)

    def _one_column_each(self) -> None:
        if "donor" in self.first and "choices" not in self.first:
            self._report(
                self.first["donor"].span, "this bank has no choices, which a donor needs",
                "add a line `choices from COLUMN`, or remove this one",
            )  # fmt: skip
        if "donor" in self.first and self._order == EVERY_ROTATION:
            self._report(
                self.first["donor"].span, "a donor saw choices in one order, and here in every one",
                "remove this line, or write another order of choices",
            )  # fmt: skip
        for what in ("question", "group", "pictures", "format", "control"):
            for extra in self._names(what)[1:2]:
                told = f"`{extra.text}` is not understood here"
                self._report(extra.span, told, f"`{self.first[what].what}` takes one column")

    def _sample(self) -> Sample | None:
        line = self.first.get("sample")
        if line is None:
            return None
        said = ", ".join(name.text for name in line.names)
        found = _SAMPLE.fullmatch(" ".join(said.split()).casefold())
        if found is None:
            self._report(
                line.span, f"`sample {said}` does not say how many items are asked",
                _sample_meant(said.casefold()),
            )  # fmt: skip
            return None
        if found["each"]:
            self._needs_groups(line, "add a line `group from COLUMN`, or write `sample N items`")
        return Sample(int(found["count"]), bool(found["each"]), line.span)

    def _needs_groups(self, line: tree.BankLine, instead: str) -> None:
        if "group" not in self.first:
            self._report(line.span, f"`{self.bank.name.text}` has no groups", instead)

    def _renamed(self) -> dict[str, str]:
        renamed: dict[str, str] = {}
        for line in self._lines("rename"):
            found = _RENAME.fullmatch(line.names[0].text)
            if found is None or len(line.names) > 1:
                meant = None if len(line.names) > 1 else _RENAME_MEANT.fullmatch(line.names[0].text)
                self._report(
                    line.span, "this line does not say which group gets which name",
                    "write one line for each: rename exist to constancy"
                    if meant is None
                    else f"write: rename {meant['old']} to {meant['new']}",
                )  # fmt: skip
                continue
            self._needs_groups(line, "add a line: group from COLUMN, or group from file name")
            if folded(found["old"]) in renamed:
                self._report(
                    line.span, f"`{found['old']}` is renamed twice", "remove one of the two"
                )
            else:
                renamed[folded(found["old"])] = " ".join(found["new"].split())
        return renamed

    def _allowed(self) -> frozenset[str]:
        allowed = set()
        for line in self._lines("allow"):
            for name in line.names:
                said = folded(name.text)
                if said not in ALLOWABLE:
                    close = closest(name.text, ALLOWABLE)
                    self._report(
                        name.span, f"`{name.text}` is not a defect that a bank can allow",
                        f"did you mean `{close}`?" if close else f"write {quoted(ALLOWABLE)}",
                    )  # fmt: skip
                allowed.add(said)
        return frozenset(allowed)

    def check_names(self, groups: Iterable[str]) -> None:
        """Reports the lines that give a name to a group that no item is in; `groups` are those of
        the items, with their new names.
        """
        there = list(groups)
        for line in self._lines("rename"):
            found = _RENAME.fullmatch(line.names[0].text)
            if found is not None and " ".join(found["new"].split()) not in there:
                close = closest(found["old"], there)
                self._report(
                    line.span,
                    f"no item of `{self.bank.name.text}` is in the group `{found['old']}`",
                    f"did you mean `{close}`?" if close else f"its groups are {quoted(there)}",
                )  # fmt: skip

    def allowing(self, defect: str) -> Span:
        """Where it says that this defect is allowed."""
        said = (
            name.span
            for line in self._lines("allow")
            for name in line.names
            if folded(name.text) == defect
        )
        return next(said, self.bank.name.span)

    # ------------------------------------------------------------------------ columns

    def _unknown(self, files: Sequence[tuple[str, DataRows]]) -> None:
        for path, rows in files:
            for name in self._named():
                if name.text not in rows.columns:
                    self._no_column(name, path, rows.columns)

    def _no_column(self, name: tree.Name, path: str, columns: tuple[str, ...]) -> None:
        meant = _ANSWER_MEANT.fullmatch(name.text)
        if name is self.first["answer"].names[0] and meant is not None:
            self._report(
                self.first["answer"].span, f"a comma is missing before `{meant['form']}`",
                f"write: answer from {meant['column']}, {meant['form']}",
            )  # fmt: skip
            return
        last = len(self._choices) > 1 and name is self._choices[-1]
        orders = ORDERS if last else ()
        order = next((one for one in name.text.split() if one in orders), None)
        self.faults.append(
            kinds.data_files.NoSuchColumn(
                span=name.span, file=path, name=name.text, known=columns,
                close=order or closest(name.text, (*columns, *orders)),
            )
        )  # fmt: skip

    def _named(self) -> Iterator[tree.Name]:
        """Every column that a line names."""
        yield self.first["question"].names[0]
        yield from self._choices
        yield self.first["answer"].names[0]
        yield from () if self._by_file else self._names("group")[:1]
        for what in ("pictures", "format", "control"):
            yield from self._names(what)[:1]

    def _column(self, what: str) -> str:
        """The column that a line names; empty without this line."""
        return next((one.text for one in self._names(what)), "")

    def _lines(self, what: str) -> Iterator[tree.BankLine]:
        return (line for line in self.written if _what(line) == what)

    def _report(self, span: Span, what: str, instead: str) -> None:
        self.faults.append(kinds.data_files.BankUnclear(span=span, what=what, instead=instead))


def _what(line: tree.BankLine) -> str:
    return line.what.removesuffix(" from")


def _sample_meant(said: str) -> str:
    """What to write for a sample that is given in other words."""
    meant = _SAMPLE_MEANT.fullmatch(" ".join(said.split()))
    if meant is None:
        return "write `sample 200 items`, or `sample 20 items of each group`"
    each = any(one in ("each", "every", "per") for one in meant["rest"].split())
    items = "item" if meant["count"] == "1" else "items"
    return f"write: sample {meant['count']} {items}{' of each group' if each else ''}"
