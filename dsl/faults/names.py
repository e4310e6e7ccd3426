"""E4xx: names that are unknown, ambiguous, taken or reserved, and forms of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import or_declared, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownFactor(Fault):
    """A `by` or a contrast names a factor that is not declared."""

    code: ClassVar[str] = "E401"
    title: ClassVar[str] = "there is no factor called `{name}`"
    caret: ClassVar[str] = "not among the conditions, versions and counterbalances"

    name: str
    close: str | None
    known: tuple[str, ...]
    joined: str = ""
    """The factors that were named with something else than commas between them."""

    def help(self) -> str:
        """The closest factor, else all of them."""
        if self.joined:
            return f"factors have commas between them: write `{self.joined}`"
        return or_declared(
            self.close, self.known, f"declare it: conditions {self.name}, with a level on each line"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownLevel(Fault):
    """A label names a level that no factor (or none of those named) has."""

    code: ClassVar[str] = "E402"
    title: ClassVar[str] = "there is no level called `{name}` here"
    caret: ClassVar[str] = "not a level"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest level, else all that may stand here."""
        head, _, rest = self.name.partition(" ")
        meant = next((one for one in self.known if one.casefold() == rest.casefold()), None)
        if head.casefold() == "not" and meant is not None:
            # The nearest level would be the very one that is not meant.
            return (
                f"there is no `not`: write `unless {meant}` for `when not {meant}`, and "
                f"`when {meant}` for `unless not {meant}`; in an arm, name the other levels"
            )
        return or_declared(
            self.close,
            self.known,
            f"declare it: a line `{self.name}` under conditions, versions or counterbalance",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousLevel(Fault):
    """Several factors have a level of this name."""

    code: ClassVar[str] = "E403"
    title: ClassVar[str] = "`{name}` is a level of several factors"
    caret: ClassVar[str] = "which factor is meant?"

    name: str
    factors: tuple[str, ...]

    def help(self) -> str:
        """The ways to say which is meant."""
        return (
            f"it is a level of {quoted(self.factors, 'and')}: use it under "
            f"{quoted(f'by {factor}' for factor in self.factors)}, or rename one of the levels"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsOfDifferentFactors(Fault):
    """`or` joins levels of different factors."""

    code: ClassVar[str] = "E404"
    title: ClassVar[str] = "`or` joins `{first}` and `{second}`, which are levels of two factors"
    caret: ClassVar[str] = "`{first}` is of `{first_factor}`, `{second}` of `{second_factor}`"
    remedy: ClassVar[str] = (
        "`or` joins levels of one factor, `and` joins factors: write `{first} and {second}`, "
        "or two statements"
    )

    first: str
    first_factor: str
    second: str
    second_factor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelOfAnotherFactor(Fault):
    """An arm names a level of a factor that its `by` does not name."""

    code: ClassVar[str] = "E405"
    title: ClassVar[str] = "`{name}` is a level of `{factor}`, which this `by` does not name"
    caret: ClassVar[str] = "not a level of what `by` names"
    remedy: ClassVar[str] = "add the factor after `by`: ..., {factor}"

    name: str
    factor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsOfAnotherFactor(Fault):
    """All the arms are levels of one factor, and `by` names another."""

    code: ClassVar[str] = "E422"
    title: ClassVar[str] = "the arms below are levels of `{factor}`, not of `{named}`"
    caret: ClassVar[str] = "not the factor of these arms"
    remedy: ClassVar[str] = "write `by {factor}`"

    named: str
    factor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRoutine(Fault):
    """`do` names a routine that is not there."""

    code: ClassVar[str] = "E406"
    title: ClassVar[str] = "there is no routine called `{name}`"
    caret: ClassVar[str] = "not a routine"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest routine, else all of them."""
        return or_declared(
            self.close, self.known, f"write it above the procedure: routine {self.name}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTable(Fault):
    """`for each row of` names neither a table nor a machine."""

    code: ClassVar[str] = "E407"
    title: ClassVar[str] = "there is no table or machine called `{name}`"
    caret: ClassVar[str] = "neither a table nor a machine"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest table, else all of them."""
        return or_declared(
            self.close, self.known, f"write it above the procedure: table {self.name} (column):"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMachine(Fault):
    """A key asks a machine that is not there."""

    code: ClassVar[str] = "E408"
    title: ClassVar[str] = "there is no machine called `{name}`"
    caret: ClassVar[str] = "not a machine"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest machine, else all of them."""
        return or_declared(
            self.close, self.known, f"write it above the procedure: machine {self.name}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownQuestion(Fault):
    """`guards` or a contrast names a question that is not asked."""

    code: ClassVar[str] = "E409"
    title: ClassVar[str] = "there is no {kind} called `{name}`"
    caret: ClassVar[str] = "not a {kind}"

    kind: str
    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest question, else all of them."""
        return or_declared(self.close, self.known, f"write it in the procedure: test {self.name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSlot(Fault):
    """`different`, `together`, `swap` or a machine names a slot that is not there."""

    code: ClassVar[str] = "E410"
    title: ClassVar[str] = "there is no slot called `{name}`"
    caret: ClassVar[str] = "not in people, things, places, words, colours, numbers or phrases"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest slot, else all of them."""
        return or_declared(
            self.close, self.known, f"declare it: a line `{self.name}: value, value` under things"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredTwice(Fault):
    """Two things of one kind bear one name."""

    code: ClassVar[str] = "E411"
    title: ClassVar[str] = "there are two {kind}s called `{name}`"
    caret: ClassVar[str] = "called so before"
    remedy: ClassVar[str] = "give one of them another name, and change it where it is used"

    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownWord(Fault):
    """A name in braces is neither slot nor let nor column."""

    code: ClassVar[str] = "E412"
    title: ClassVar[str] = "there is no slot called `{name}`"
    caret: ClassVar[str] = "not in people, things, places, words or phrases, and no `let`"

    name: str
    written: str
    close: str | None
    outside: str = ""
    """The line as it should be where a word stands in the braces beside the slot."""
    stands_for: str = ""
    """What to write where the word is one of the values of a slot."""

    def help(self) -> str:
        """The closest thing to write, else how to declare it."""
        if self.outside:
            return f"only the slot stands in braces: write `{self.outside}`"
        if self.stands_for:
            return (
                f"`{self.name}` is one of the words that may stand for a slot: write the slot, "
                f"`{{{self.stands_for}}}`"
            )
        if self.close is not None:
            return f"did you mean `{{{self.close}}}`?"
        return (
            f"declare it, for example under things: {self.name}: value, value; "
            f"for real braces write {{{{{self.written}}}}}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedName(Fault):
    """A slot, let, column or level is called by a word the language needs."""

    code: ClassVar[str] = "E413"
    title: ClassVar[str] = "no {kind} can be called `{name}`"
    caret: ClassVar[str] = "the language uses this word itself"
    remedy: ClassVar[str] = "choose another name: {reason}"

    kind: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JoiningName(Fault):
    """The name of a level holds ` and `, ` or ` or a comma."""

    code: ClassVar[str] = "E414"
    title: ClassVar[str] = "the name of a level cannot hold {joiner}"
    caret: ClassVar[str] = "would read as two levels"
    remedy: ClassVar[str] = "name it otherwise, for example `{mended}`"

    joiner: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownForm(Fault):
    """What stands in the brackets after a word is no form of it."""

    code: ClassVar[str] = "E415"
    title: ClassVar[str] = "`{form}` is not a form of a word"
    caret: ClassVar[str] = "not a form"

    form: str

    def help(self) -> str:
        """The forms there are."""
        return (
            "write `she`, `he`, `they` or `it`; `a` or `an`; `plural ...`; or `also ..., ...`; "
            "several with `;` between them"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueTwice(Fault):
    """A slot has one value twice, or its original among the values that replace it."""

    code: ClassVar[str] = "E416"
    title: ClassVar[str] = "`{value}` is twice among the words of `{slot}`"
    caret: ClassVar[str] = "here before"
    remedy: ClassVar[str] = "leave it out; the original is never drawn, so it is no value either"

    value: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Semicolon(Fault):
    """Words to choose from that are parted by semicolons, and so are one."""

    code: ClassVar[str] = "E423"
    title: ClassVar[str] = "`{value}` is one word with a semicolon in it"
    caret: ClassVar[str] = "would be put in as it stands"
    remedy: ClassVar[str] = "part the words by commas: {mended}"

    value: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltInVaries(Fault):
    """`cannot tell` or `no preference` is given values."""

    code: ClassVar[str] = "E417"
    title: ClassVar[str] = "`{name}` is built in, and always reads the same"
    caret: ClassVar[str] = "has no values of its own"
    remedy: ClassVar[str] = "to accept more wordings in replies, write: {name} (also ..., ...)"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetOfItself(Fault):
    """A let stands in its own words, directly or by way of others."""

    code: ClassVar[str] = "E418"
    title: ClassVar[str] = "the words of `{name}` come back to `{name}`"
    caret: ClassVar[str] = "{circle}"
    remedy: ClassVar[str] = "write the words out in one of them"

    name: str
    circle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooDeepInEachOther(Fault):
    """Lets in lets, or steps in routines in steps, deeper than anybody means."""

    code: ClassVar[str] = "E428"
    title: ClassVar[str] = "{what} stand in each other more than {most} deep"
    caret: ClassVar[str] = "too deep"
    remedy: ClassVar[str] = "write the inner ones out"
    bound: ClassVar[bool] = True

    what: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnOutsideRow(Fault):
    """A column of a table is used where no row of the table is at hand."""

    code: ClassVar[str] = "E419"
    title: ClassVar[str] = "`{name}` is a column of `{table}`, and no row of it is at hand here"
    caret: ClassVar[str] = "has words only in a row"
    remedy: ClassVar[str] = "put the statement under: for each row of {table}"

    name: str
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTwice(Fault):
    """A form of a word is given twice."""

    code: ClassVar[str] = "E420"
    title: ClassVar[str] = "`{form}` gives the same form of this word again"
    caret: ClassVar[str] = "given before"
    remedy: ClassVar[str] = "keep one of them"

    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTwice(Fault):
    """A list of names holds one name twice."""

    code: ClassVar[str] = "E421"
    title: ClassVar[str] = "`{name}` is named twice here"
    caret: ClassVar[str] = "named before"
    remedy: ClassVar[str] = "name it once"

    name: str
