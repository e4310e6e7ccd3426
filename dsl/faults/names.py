"""E4xx: names that are unknown, ambiguous, taken or reserved, and forms of words."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import Undeclared, quoted


class UnknownFactor(Undeclared):
    """A `by` or a contrast names a factor that is not declared."""

    code = "E401"
    title = "there is no factor called `{name}`"
    caret = "not a condition, version or counterbalance"
    remedy = "declare it: conditions {name}, with a level on each line"

    joined: str = ""
    """The factors that were named with something else than commas between them."""

    def help(self) -> str:
        """The closest factor, else all of them."""
        if self.joined:
            return f"separate factors with commas: write `{self.joined}`"
        return super().help()


class UnknownLevel(Undeclared):
    """A label names a level that no factor (or none of those named) has."""

    code = "E402"
    title = "there is no level called `{name}` here"
    caret = "not a level"
    remedy = "declare it: a line `{name}` under conditions, versions or counterbalance"

    def help(self) -> str:
        """The closest level, else all that may be here."""
        head, _, rest = self.name.partition(" ")
        meant = next((one for one in self.known if one.casefold() == rest.casefold()), None)
        if head.casefold() == "not" and meant is not None:
            # The nearest level would be the very one that is not meant.
            return (
                f"there is no `not`: write `unless {meant}` for `when not {meant}`, and "
                f"`when {meant}` for `unless not {meant}`; in an arm, name the other levels"
            )
        return super().help()


class AmbiguousLevel(Fault):
    """Several factors have a level of this name."""

    code = "E403"
    title = "`{name}` is a level of several factors"
    caret = "which factor is meant?"

    name: str
    factors: tuple[str, ...]

    def help(self) -> str:
        """The ways to say which is meant."""
        return (
            f"it is a level of {quoted(self.factors, 'and')}: use it under "
            f"{quoted(f'by {factor}' for factor in self.factors)}, or rename one of the levels"
        )


class LevelsOfDifferentFactors(Fault):
    """`or` joins levels of different factors."""

    code = "E404"
    title = "`or` joins `{first}` and `{second}`, which are levels of different factors"
    caret = "`{first}` belongs to `{first_factor}`, `{second}` to `{second_factor}`"
    remedy = (
        "`or` joins levels of one factor, `and` joins factors: write `{first} and {second}`, "
        "or two statements"
    )

    first: str
    first_factor: str
    second: str
    second_factor: str


class LevelOfAnotherFactor(Fault):
    """An arm names a level of a factor that its `by` does not name."""

    code = "E405"
    title = "`{name}` is a level of `{factor}`, which this `by` does not name"
    caret = "not a level of what `by` names"
    remedy = "add the factor after `by`: ..., {factor}"

    name: str
    factor: str


class ArmsOfAnotherFactor(Fault):
    """All the arms are levels of one factor, and `by` names another."""

    code = "E422"
    title = "the arms below are levels of `{factor}`, not of `{named}`"
    caret = "not the factor of these arms"
    remedy = "write `by {factor}`"

    named: str
    factor: str


class UnknownRoutine(Undeclared):
    """`do` names a routine that is not there."""

    code = "E406"
    title = "there is no routine called `{name}`"
    caret = "not a routine"
    remedy = "write it above the procedure: routine {name}"


class UnknownTable(Undeclared):
    """`for each row of` names neither a table nor a machine."""

    code = "E407"
    title = "there is no table or machine called `{name}`"
    caret = "neither a table nor a machine"
    remedy = "write it above the procedure: table {name} (column):"


class UnknownMachine(Undeclared):
    """A key asks a machine that is not there."""

    code = "E408"
    title = "there is no machine called `{name}`"
    caret = "not a machine"
    remedy = "write it above the procedure: machine {name}"


class UnknownQuestion(Undeclared):
    """`guards` or a contrast names a question that is not asked."""

    code = "E409"
    title = "there is no {kind} called `{name}`"
    caret = "not a {kind}"
    remedy = "write it in the procedure: test {name}"

    kind: str


class UnknownSlot(Undeclared):
    """`different`, `together`, `swap` or a machine names a slot that is not there."""

    code = "E410"
    title = "there is no slot called `{name}`"
    caret = "not in people, things, places, words, colours, numbers or phrases"
    remedy = "declare it: a line `{name}: value, value` under things"


class DeclaredTwice(Fault):
    """Two things of one kind bear one name."""

    code = "E411"
    title = "there are two {kind}s called `{name}`"
    caret = "called so before"
    remedy = "give one of them another name, and change it where it is used"

    kind: str
    name: str


class UnknownWord(Fault):
    """A name in braces is neither slot nor let nor column."""

    code = "E412"
    title = "there is no slot called `{name}`"
    caret = "not in people, things, places, words or phrases, and no `let`"

    name: str
    written: str
    close: str | None
    outside: str = ""
    """The line as it should be where a word is in the braces next to the slot."""
    stands_for: str = ""
    """What to write where the word is one of the values of a slot."""

    def help(self) -> str:
        """The closest thing to write, else how to declare it."""
        if self.outside:
            return f"only the slot goes in braces: write `{self.outside}`"
        if self.stands_for:
            return (
                f"`{self.name}` is one of the values of a slot: write the slot, "
                f"`{{{self.stands_for}}}`"
            )
        if self.close is not None:
            return f"did you mean `{{{self.close}}}`?"
        return (
            f"declare it, for example under things: {self.name}: value, value; "
            f"for real braces write {{{{{self.written}}}}}"
        )


class ReservedName(Fault):
    """A slot, let, column or level is called by a word the language needs."""

    code = "E413"
    title = "a {kind} cannot be called `{name}`"
    caret = "a word of the language"
    remedy = "choose another name: {reason}"

    kind: str
    name: str
    reason: str


class JoiningName(Fault):
    """The name of a level holds ` and `, ` or ` or a comma."""

    code = "E414"
    title = "the name of a level cannot contain {joiner}"
    caret = "would read as two levels"
    remedy = "use another name, for example `{mended}`"

    joiner: str
    mended: str


class UnknownForm(Fault):
    """What is in the brackets after a word is no form of it."""

    code = "E415"
    title = "`{form}` is not a form of a word"
    caret = "not a form"
    remedy = (
        "write `she`, `he`, `they` or `it`; `a` or `an`; `plural ...`; or `also ..., ...`; "
        "separate several with `;`"
    )

    form: str


class ValueTwice(Fault):
    """A slot has one value twice, or its original among the values that replace it."""

    code = "E416"
    title = "`{slot}` has the word `{value}` twice"
    caret = "here before"
    remedy = "leave it out; the original is never drawn, so it is not one of the values"

    value: str
    slot: str


class Semicolon(Fault):
    """Words to choose from that are parted by semicolons, and so are one."""

    code = "E423"
    title = "`{value}` is one word with a semicolon in it"
    caret = "would be used as it is"
    remedy = "separate the words with commas: {mended}"

    value: str
    mended: str


class BuiltInVaries(Fault):
    """`cannot tell` or `no preference` is given values."""

    code = "E417"
    title = "`{name}` is built in and cannot vary"
    caret = "takes no values"
    remedy = "to accept more wordings in replies, write: {name} (also ..., ...)"

    name: str


class LetOfItself(Fault):
    """A let is in its own words, directly or by way of others."""

    code = "E418"
    title = "the words of `{name}` contain `{name}` itself"
    caret = "{circle}"
    remedy = "write the words out in one of them"

    name: str
    circle: str


class TooDeepInEachOther(Fault):
    """Lets in lets, or steps in routines in steps, deeper than anybody means."""

    code = "E428"
    title = "{what} are nested more than {most} deep"
    caret = "too deep"
    remedy = "write the inner ones out"
    bound = True

    what: str
    most: int


class ColumnOutsideRow(Fault):
    """A column of a table is used where no row of the table is at hand."""

    code = "E419"
    title = "`{name}` is a column of `{table}` and can only be used in its rows"
    caret = "not inside a row"
    remedy = "put the statement under: for each row of {table}"

    name: str
    table: str


class FormTwice(Fault):
    """A form of a word is given twice."""

    code = "E420"
    title = "`{form}` repeats a form of this word"
    caret = "given before"
    remedy = "keep one of them"

    form: str


class NamedTwice(Fault):
    """A list of names holds one name twice."""

    code = "E421"
    title = "`{name}` is named twice here"
    caret = "named before"
    remedy = "name it once"

    name: str
