"""The items of a bank: each row of its files as a question with a key.

An item is named by its `id`, else by a digest of its question and choices, so that a new item
changes no other: what is drawn for an item hangs on its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import PurePosixPath

from dsl import faults as kinds
from dsl import tree
from dsl.checking.nodes import head_span
from dsl.diagnostic import Fault
from dsl.files.bank_donor import BankDonor
from dsl.files.bank_items import BadItem, DataFile, FileItem, ItemRow, Look, twice
from dsl.files.bank_lines import DOUBLED, DUPLICATES, EVERY_ROTATION, BankLines, Columns
from dsl.files.bank_sample import sampled
from dsl.files.bank_stages import stage_faults
from dsl.projections import canonical, hashed
from dsl.record import replace
from dsl.words import counted, folded

MOST_ITEMS = 10_000
MOST_FAULTS = 10
"""So many faults of items are reported in full; more are most often one slip, made throughout."""

ENOUGH = 10
"""From so many items on it is said that most keys are in one place."""

_PLACES = ("first", "second", "third", "fourth", "fifth")


class BankReader:
    """One bank and the files it is read from; `seed` is that of the script, and `look` reads its
    pictures.
    """

    def __init__(
        self, bank: tree.Bank, files: Sequence[DataFile], look: Look, *, seed: int
    ) -> None:
        self.bank = bank
        self.files = files
        self.look = look
        self.seed = seed
        self.lines = BankLines(bank)
        self.faults = self.lines.faults
        self.donor: BankDonor | None = None
        self.allowed: frozenset[str] = frozenset()
        self.named: dict[str, FileItem] = {}
        self.controls: dict[str, str] = {}
        self.times: Counter[str] = Counter()
        self.asked_before: dict[bytes, FileItem] = {}
        self.copies: list[tuple[FileItem, FileItem]] = []
        self.doubled: list[FileItem] = []
        self.unsaid: list[ItemRow | FileItem] = []

    def filled(self) -> tree.Bank | None:
        """The bank with its items as questions; None where its lines cannot be followed, or no item
        can be asked.
        """
        columns = self.lines.columns([(file.path, file.rows) for file in self.files])
        if columns is None or self.faults:
            return None
        self.allowed = columns.allowed
        items = self._items(columns)
        sound = not self.faults
        asked = items
        if columns.sample is not None and sound:
            found = sampled(items, columns.sample, seed=self.seed, bank=self.bank.name.text)
            if isinstance(found, Fault):
                self.faults.append(found)
                return None
            asked = found
        if len(asked) > MOST_ITEMS:
            name, most = self.bank.name, f"a bank asks at most {MOST_ITEMS:,} items"
            self.faults.append(
                kinds.data_files.TooManyFiles(
                    span=name.span, what=f"`{name.text}` asks {len(asked):,} items",
                    instead=f"split it, or ask a part of it (`sample 1000 items`): {most}",
                )
            )  # fmt: skip
            return None
        if len(self.faults) < MOST_FAULTS:
            self._keys_in_one_place(items)
        if sound:
            groups = tuple(dict.fromkeys(item.group for item in items))
            self.lines.check_names(groups)
            self.faults.extend(stage_faults(self.bank, groups))
            self._warn_of_allowed()
            self._warn_of_likeness(items)
        if not items:
            return None
        donor = None
        if self.donor is not None:
            self.donor.check(asked)
            self.faults.extend(self.donor.faults)
            if self.donor.faults:
                return None
            donor = self.donor.made(asked)
        written = head_span(self.bank)
        period = 0
        if columns.order == EVERY_ROTATION:
            period = max(max(1, len(item.choices)) for item in asked)
        steps = tuple(item.node(columns, written, self.donor, period) for item in asked)
        contents = replace(self._contents(items, asked), rotations=period)
        return replace(self.bank, steps=steps, contents=contents, donor=donor)

    def _items(self, columns: Columns) -> list[FileItem]:
        """The items that can be asked, after reporting why others cannot."""
        items: list[FileItem] = []
        for file in self.files:
            for number, row in enumerate(file.rows.rows, start=1):
                read = ItemRow(file, row, number)
                try:
                    items.append(self._unlike(read.item(columns, self.look)))
                except BadItem as problem:
                    self._report(read, problem.fault)
        whole = len(items) == sum(len(file.rows.rows) for file in self.files)
        items = [
            self._with_control(one, columns, whole=whole) if one.control else one for one in items
        ]
        if self.unsaid:
            self.faults.append(
                kinds.data_files.MoreItems(
                    span=self.unsaid[0].span, items=counted(len(self.unsaid), "more item"),
                    name=self.bank.name.text,
                    where=_by_file([(one, f"{one.number}") for one in self.unsaid]),
                )
            )  # fmt: skip
        return items

    def _with_control(self, item: FileItem, columns: Columns, *, whole: bool) -> FileItem:
        """The item with the name of its control; reports where that is none for it. Unless the
        bank was read as a `whole`, one that is not there may be an item that could not be read.
        """
        control = self.named.get(folded(item.control))
        if control is None and not whole:
            return item
        words = [[one.question, *one.choices] for one in (item, control) if one is not None]
        if control is None:
            what, instead = "which no item has as its `id`", "write the id of another item"
        elif control.control:
            what, instead = "which has a control itself", "write the id of an item without one"
        elif words[0] != words[1]:
            what, instead = (
                "which has other words",
                "give both the same question and choices in the same order",
            )
        elif control.name in self.controls:
            what = f"which is that of {self.controls[control.name]}"
            instead = "leave this cell empty, or the other one"
        else:
            self.controls[control.name] = item.name
            return replace(item, control=control.name)
        fault = kinds.data_files.ItemIncomplete(
            span=item.span, number=item.number, column=columns.control,
            what=f"is `{item.control}`, {what}", instead=instead,
        )  # fmt: skip
        self._report(item, fault)
        return item

    def _report(self, item: ItemRow | FileItem, fault: Fault) -> None:
        """Reports why an item cannot be asked, of the first ones in full."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        else:
            self.unsaid.append(item)

    # ------------------------------------------------------------------------ defects

    def _unlike(self, item: FileItem) -> FileItem:
        """The item, if it is unlike all before it, or may be like one; raises BadItem where its
        name is taken.
        """
        first = self.named.get(folded(item.name))
        if first is not None:
            if DUPLICATES not in self.allowed:
                raise BadItem(twice(item, first, by_id=item.content != first.content))
            item = replace(item, name=self._free_name(item.name))
        self.named.setdefault(folded(item.name), item)
        same = self.asked_before.setdefault(item.content, item)
        first = same if same is not item else first
        if first is not None:
            self.copies.append((item, first))
        if item.doubled:
            self.doubled.append(item)
            if DOUBLED not in self.allowed:
                again = item.doubled[0]
                fault = kinds.data_files.ItemChoiceTwice(
                    span=item.span, number=item.number, choice=again
                )
                self._report(item, fault)
        return item

    def _free_name(self, name: str) -> str:
        """A name for one more item of this name: `name (2)`."""
        while True:
            self.times[folded(name)] += 1
            found = f"{name} ({self.times[folded(name)] + 1})"
            if folded(found) not in self.named:
                return found

    def _warn_of_allowed(self) -> None:
        """Warn of every defect that the bank allows."""
        for one in self._allowed_defects():
            self.faults.append(
                kinds.data_files.DefectAllowed(
                    span=self.lines.allowing(one.kind), name=self.bank.name.text, items=one.words,
                    where=one.where,
                )
            )  # fmt: skip

    def _allowed_defects(self) -> list[tree.AllowedDefect]:
        said = {
            DUPLICATES: [(item, _as(item, first)) for item, first in self.copies],
            DOUBLED: [(item, f"{item.number}") for item in self.doubled],
        }
        return [
            tree.AllowedDefect(kind, len(found), _by_file(found))
            for kind, found in said.items()
            if found and kind in self.allowed
        ]

    def _warn_of_likeness(self, items: Sequence[FileItem]) -> None:
        """Warn of items that ask what another asks: with its choices, under another id; or with
        other choices, unless most items do, since then what differs is in the choices.
        """
        if DUPLICATES not in self.allowed:
            self._alike(self.copies, "question and choices of another, and an id of their own")
        first: dict[tuple[str, ...], FileItem] = {}
        copies = {item.name for item, _ in self.copies}
        again = [
            (item, before)
            for item in items
            if (before := first.setdefault(tuple(item.asked), item)) is not item
            and item.name not in copies
        ]
        if 2 * len(again) < len(items):
            self._alike(again, "question of another, and other choices")

    def _alike(self, found: Sequence[tuple[FileItem, FileItem]], what: str) -> None:
        if found:
            where = _by_file([(item, _as(item, before)) for item, before in found])
            self.faults.append(
                kinds.data_files.QuestionAgain(
                    span=self.bank.name.span, name=self.bank.name.text,
                    items=counted(len(found), "item"), what=what, where=where,
                )
            )  # fmt: skip

    def _keys_in_one_place(self, items: Sequence[FileItem]) -> None:
        """Warn where more than half of the keys, and half as many again as by chance, are in one
        place.
        """
        places = Counter(item.place for item in items if item.place is not None)
        chances = sum(
            (Fraction(1, len(item.choices)) for item in items if item.choices), Fraction()
        )
        count = len(items)
        if count < ENOUGH or not places:
            return
        place, most = places.most_common(1)[0]
        if 2 * most > count and 2 * most > 3 * chances:
            self.faults.append(
                kinds.data_files.KeysInOnePlace(
                    span=self.bank.name.span, name=self.bank.name.text, count=count,
                    share=f"{100 * most // count}%",
                    place=_PLACES[place] if place < len(_PLACES) else f"{place + 1}th",
                )
            )  # fmt: skip

    # ------------------------------------------------------------------------ what is in it

    def _contents(self, items: Sequence[FileItem], asked: Sequence[FileItem]) -> tree.BankContents:
        """What was found in its files."""
        groups: dict[str, list[FileItem]] = {}
        for item in items:
            groups.setdefault(item.group, []).append(item)
        sizes = Counter(item.group for item in asked)
        return tree.BankContents(
            self.bank.name.text,
            tuple(
                tree.BankGroup(
                    name=name, items=len(found), asked=sizes[name],
                    options=tuple(sorted(Counter(len(one.choices) for one in found).items())),
                    keys=_key_places(found),
                )
                for name, found in groups.items()
            ),
            tuple(self._allowed_defects()),
            _digest(items),
        )  # fmt: skip


def _digest(items: Sequence[FileItem]) -> str:
    """The SHA-256 of groups, questions, choices, keys and pictures."""
    rows = (canonical([i.group, i.question, list(i.choices), i.answer, *_seen(i)]) for i in items)
    return hashed(b"devrun:bank:1\n" + b"\n".join(sorted(rows))).hex()


def _seen(item: FileItem) -> Iterator[list[str | int]]:
    """The pictures of an item and where they stand; nothing without pictures."""
    if item.pictures:
        yield [part for one, at in item.pictures for part in (one.digest, at)]


def _key_places(items: Sequence[FileItem]) -> tuple[int, ...]:
    """How many keys are the first choice in the file, the second, and so on."""
    places = Counter(item.place for item in items if item.place is not None)
    return tuple(places[at] for at in range(max(places, default=-1) + 1))


def _as(item: FileItem, first: FileItem) -> str:
    """An item and the earlier one that it is like: `12 (as 3)`, and where only ids are the same,
    `12 (with the id of 3)`.
    """
    other = first.file is not item.file
    earlier = f"{PurePosixPath(first.file.path).name} {first.number}" if other else first.number
    if item.content != first.content and item.question != first.question:
        return f"{item.number} (with the id of {earlier})"
    same_key = item.content != first.content or folded(item.answer) == folded(first.answer)
    return f"{item.number} (as {earlier}{'' if same_key else ', with another key'})"


def _by_file(found: Sequence[tuple[ItemRow | FileItem, str]]) -> str:
    """Items by their files: `items 3, 12 of early.json; item 4 of late.json`."""
    files: dict[str, list[str]] = {}
    for item, words in found:
        files.setdefault(item.file.path, []).append(words)
    return "; ".join(
        f"{'item' if len(words) == 1 else 'items'} {', '.join(words)} of {path}"
        for path, words in files.items()
    )
