"""Banks of items: the lines of the statement, and what was found in its files."""

from __future__ import annotations

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.declarations import Note
from dsl.tree.questions import QuestionNode
from dsl.tree.words import Name
from dsl.words import counted


@record
class BankLine:
    """`question | choices | answer | group | pictures | format | control from
    COLUMN`, `rename GROUP to NAME`, `sample N items
    [of each group]`, `allow DEFECTS`; what is between commas is a name each.
    """

    what: str
    names: tuple[Name, ...]
    span: Span


@record
class BankStage:
    """`stage NAME of GROUP, GROUP`: groups of a bank that are averaged."""

    name: Name
    groups: tuple[Name, ...]
    span: Span


@record
class BankGroup:
    """The items of one group in the files of a bank; without groups its name is empty.

    `items`: how many are in the files. `asked`: how many of these are asked. `options`: for each
    number of choices how many items have it, 0 for none. `keys`: how many keys are the first choice
    in the file, the second, and so on.
    """

    name: str
    items: int
    asked: int
    options: tuple[tuple[int, int], ...]
    keys: tuple[int, ...]


@record
class AllowedDefect:
    """Defects of one kind that a bank allows; `where` names each, by file and item."""

    kind: str
    count: int
    where: str

    @property
    def words(self) -> str:
        """How many they are: `6 duplicate items`."""
        if self.kind == "doubled choices":
            return counted(self.count, "item with doubled choices", "items with doubled choices")
        return counted(self.count, self.kind.removesuffix("s"))


@record
class BankContents:
    """What is in the files of a bank, in the order of the files. `digest` is the SHA-256 of groups,
    questions, choices and keys of all items, whatever their order.
    """

    name: str
    groups: tuple[BankGroup, ...]
    allowed: tuple[AllowedDefect, ...] = ()
    digest: str = ""
    rotations: int = 0
    """How many runs it takes to ask every item in every rotation of its choices; 0 where that is
    not asked for."""

    @property
    def items(self) -> int:
        """How many items its files have."""
        return sum(one.items for one in self.groups)

    @property
    def asked(self) -> int:
        """How many of them are asked."""
        return sum(one.asked for one in self.groups)


NO_DONOR, WHOLE, REASONS, ANSWER = "none", "whole reply", "reasons only", "answer only"
"""The levels of the condition that a donor makes."""


@record
class Donor:
    """Another participant whose replies are put before the items of a bank; `answers` are (item,
    chosen option) pairs, the option empty where no answer can be read.
    """

    name: str
    answers: tuple[tuple[str, str], ...]
    span: Span

    @property
    def condition(self) -> str:
        """The name of the condition whose levels are what is put before an item."""
        return f"donor {self.name}"


@record
class Bank:
    """`bank NAME from PATH` and its lines. `steps` are its items as questions, none before the file
    is read: from then on it is a routine, and `contents` says what was read.
    """

    name: Name
    path: Name
    lines: tuple[BankLine | BankStage | Note, ...]
    span: Span
    steps: tuple[QuestionNode, ...] = ()
    contents: BankContents | None = None
    donor: Donor | None = None
