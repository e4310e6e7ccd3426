"""E594 to E597, E731 to E742, E788 to E791, W731 to W734: pictures, and tables and banks
of items, that are read from files."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class PictureOutside(Fault):
    """A picture that does not lie in the script's own folder."""

    code = "E594"
    title = "the picture `{path}` is outside the folder of the script"
    caret = "not in this folder"
    remedy = "copy the picture into the folder, and write its name without `..` or a leading slash"

    path: str


class PictureUnreadable(Fault):
    """A picture that is not there, or cannot be read."""

    code = "E595"
    title = "the picture `{path}` cannot be read: {reason}"
    caret = "not read"
    remedy = "check the file, and its name, which is relative to the folder of the script"

    path: str
    reason: str


class NotAPicture(Fault):
    """A file that is none of the four kinds of picture that every vendor's models know."""

    code = "E596"
    title = "`{path}` is not a PNG, JPEG, GIF or WEBP picture"
    caret = "judged by its content, not its name"
    remedy = "save it as a PNG"

    path: str


class PictureTooLarge(Fault):
    """A picture that is larger than the smallest limit among the vendors."""

    code = "E597"
    title = "the picture `{path}` is larger than 3.75 MB"
    caret = "too large to send"
    remedy = "save it with fewer pixels: models see at most about 1,600 on the longer side"

    path: str


class DataOutside(Fault):
    """A data file outside the folder of the script."""

    code = "E731"
    title = "`{path}` is outside the folder of the script"
    caret = "not in this folder"
    remedy = "copy the file into the folder, and write its name without `..` or a leading slash"

    path: str


class DataUnreadable(Fault):
    """A data file that is not there, or of a kind that is not read."""

    code = "E732"
    title = "{reason}"
    caret = "not read"
    remedy = "{instead}"

    reason: str
    instead: str


class ToldFault(Fault):
    """What is wrong with a file or a bank, in words of whoever finds it."""

    title = "{what}"
    remedy = "{instead}"

    what: str
    instead: str


class DataBroken(ToldFault):
    """A data file with a row that is not as the kind of file wants it."""

    code = "E733"
    caret = "in this row"


class NoSuchColumn(NoneOfThese):
    """A bank names a column that its file does not have."""

    code = "E734"
    title = "`{file}` has no column `{name}`"
    caret = "no column of this name"
    remedy = "write the names of columns in its first row"

    file: str

    def help(self) -> str:
        """The closest name, else all of them; or that these were not told apart."""
        if len(self.known) == 1 and self.name in self.known[0]:
            return (
                f"its first row was read as one column, `{self.known[0]}`; separate columns by "
                "commas, semicolons or tabs"
            )
        return super().help()


class BankUnclear(ToldFault):
    """A bank whose lines do not say where questions and answers are."""

    code = "E735"
    caret = "in this bank"


class KeyNoChoice(Fault):
    """The answer of an item is none of its choices."""

    code = "E736"
    title = "item {number}: the answer `{answer}` is none of its choices"
    caret = "in this item"

    number: int
    answer: str
    counted: str
    """How the bank says that answers are counted; empty for words."""
    choices: int

    def help(self) -> str:
        """What the answer can be, or how it may have been meant."""
        if self.counted == "as letter":
            return f"choices have the letters A to {chr(ord('A') + self.choices - 1)}"
        if self.counted:
            first = int(self.counted.removeprefix("counted from "))
            return f"choices are counted from {first} to {first + self.choices - 1}"
        if self.answer.isdecimal():
            return "if it is the place of a choice, write: answer from KEY, counted from 0 (or 1)"
        if len(self.answer) == 1:
            return "if it is the letter of a choice, write: answer from KEY, as letter"
        return "write the answer in the words of a choice"


class ItemTwice(Fault):
    """Two items of one name, or of the same question and choices."""

    code = "E737"
    title = "item {number}: {what}"
    caret = "a second time"
    remedy = "{instead}"

    number: int
    what: str
    instead: str


class ItemIncomplete(Fault):
    """An item in which a cell is missing, empty or not text."""

    code = "E738"
    title = "item {number}: `{column}` {what}"
    caret = "in this item"
    remedy = "{instead}"

    number: int
    column: str
    what: str
    instead: str


class BankNowhere(Fault):
    """`do BANK` where it is not said whether its items share one conversation."""

    code = "E739"
    title = "`do {name}` asks {count} questions in one conversation, in no order"
    caret = "each for itself, or one after the other?"
    remedy = (
        "put it under `separately` (each item on a copy of its own), "
        "or under `in order` (one conversation)"
    )

    name: str
    count: int


class BankTooLong(Fault):
    """More items than one conversation should have."""

    code = "E740"
    title = "`do {name}` asks {count} questions in one conversation"
    caret = "at most {most}"
    remedy = "put it under `separately`, so that each item has a copy of its own"

    name: str
    count: int
    most: int


class BankScoring(Fault):
    """A bank in a script that is scored by nothing but an LRS."""

    code = "E741"
    title = "the items of a bank have no LRS, and the design names no other score"
    caret = "nothing would be scored"
    remedy = "write in the design: scoring accuracy (or: scoring calibrated accuracy)"


class TooManyFiles(ToldFault):
    """More data files, or more items, than a script may have."""

    code = "E742"
    caret = "too many"
    bound = True


class ItemChoiceTwice(Fault):
    """An item with the same choice twice."""

    code = "E788"
    title = "item {number}: two choices read `{choice}`"
    caret = "in this item"
    remedy = "change one of them, or ask the item as it is with a line `allow doubled choices`"

    number: int
    choice: str


class KeyOfAnotherForm(Fault):
    """A key that is not of the form that the bank names, a number or yes or no."""

    code = "E789"
    title = "item {number}: the answer `{answer}` is {what}"
    caret = "in this item"
    remedy = "{instead}"

    number: int
    answer: str
    what: str
    instead: str


class DonorBroken(ToldFault):
    """The replies of a donor that cannot be put before the items of a bank."""

    code = "E790"
    caret = "not used"


class MoreItems(Fault):
    """Items that cannot be asked, after those of which it is said why."""

    code = "E791"
    title = "{items} of `{name}` cannot be asked: {where}"
    caret = "the first of them"
    remedy = "correct the items above first: many faults often have one cause"

    items: str
    """How many more, in words."""
    name: str
    where: str


class DefectAllowed(Fault):
    """Defects in the files of a bank that its script allows."""

    code = "W732"
    title = "`{name}` has {items}: {where}"
    caret = "allowed"
    remedy = "remove this line if they are not meant to be asked as they are"

    name: str
    items: str
    """How many of which defect, in words."""
    where: str


class RotationsUnfinished(Fault):
    """A bank that is asked in every rotation, and a number of runs in which some are left out."""

    code = "W734"
    title = (
        "`{name}` is asked in every rotation of its choices, which takes {period} runs, not {runs}"
    )
    caret = "some rotations are left out"
    remedy = "write in the design: runs {period}"

    name: str
    period: int
    runs: int


class QuestionAgain(Fault):
    """Items that ask what another item asks."""

    code = "W733"
    title = "{items} of `{name}` with the {what}: {where}"
    caret = "one question, more than once"
    remedy = "they are not independent of each other; see whether one of each is meant"

    name: str
    items: str
    """How many, in words."""
    what: str
    where: str


class KeysInOnePlace(Fault):
    """Most of the right choices of a bank stand at one place in its file."""

    code = "W731"
    title = "{share} of the {count} answers of `{name}` are the {place} choice in the file"
    caret = "most keys are in one place"
    remedy = (
        "choices are shuffled before they are shown, so that no reply can use this; "
        "but see whether `counted from` is right, and whether the column is the key"
    )

    name: str
    count: int
    share: str
    place: str
