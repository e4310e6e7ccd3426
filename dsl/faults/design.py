"""E5xx: the design does not hold together: cells, arms, pools, questions, machines, the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import quoted, suggestion, where


@dataclass(frozen=True, slots=True, kw_only=True)
class NoTitle(Fault):
    """A script without `experiment NAME`."""

    code: ClassVar[str] = "E501"
    title: ClassVar[str] = "the script has no title"
    caret: ClassVar[str] = "an experiment begins with its name"
    remedy: ClassVar[str] = "write as the first line: experiment NAME"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoProcedure(Fault):
    """A script without a procedure."""

    code: ClassVar[str] = "E502"
    title: ClassVar[str] = "the script has no procedure"
    caret: ClassVar[str] = "nothing is said or asked"
    remedy: ClassVar[str] = (
        "write at the end: procedure, and the steps of the session on deeper lines below"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadTwice(Fault):
    """Two titles, procedures, designs or coding guides."""

    code: ClassVar[str] = "E503"
    title: ClassVar[str] = "there are two statements `{head}`"
    caret: ClassVar[str] = "an experiment has one"
    remedy: ClassVar[str] = "put both into one, or take one away"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CellWithoutTest(Fault):
    """No version of some cell asks a test question."""

    code: ClassVar[str] = "E504"
    title: ClassVar[str] = "no test is asked{place}"
    caret: ClassVar[str] = "nothing to score"
    remedy: ClassVar[str] = "add a question: test NAME, or take the `when` away that keeps it out"

    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionWithoutTest(Fault):
    """A version in which no test is ever asked."""

    code: ClassVar[str] = "E505"
    title: ClassVar[str] = "the version `{version}` asks no test in any cell"
    caret: ClassVar[str] = "nothing to score"
    remedy: ClassVar[str] = (
        "add a test to it, or take the version away; what only differs in words is a let"
    )

    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmMissing(Fault):
    """Some combination that gets there has no arm."""

    code: ClassVar[str] = "E506"
    title: ClassVar[str] = "there is no arm for `{cell}`"
    caret: ClassVar[str] = "{factors}: one combination has no words"
    remedy: ClassVar[str] = "add an arm on a line below: {cell}: ... (or `otherwise: ...`)"

    factors: str
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTwice(Fault):
    """Two arms hold in one combination."""

    code: ClassVar[str] = "E507"
    title: ClassVar[str] = "`{cell}` has two arms"
    caret: ClassVar[str] = "holds where an earlier arm holds"
    remedy: ClassVar[str] = "let exactly one arm match: narrow one of them, or join them with `or`"

    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContradicts(Fault):
    """The label of an arm can never hold."""

    code: ClassVar[str] = "E508"
    title: ClassVar[str] = "`{arm}` can never hold"
    caret: ClassVar[str] = "no combination of levels"
    remedy: ClassVar[str] = (
        "`and` joins levels of different factors; levels of one factor are joined by `or`"
    )

    arm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherwiseNotLast(Fault):
    """An arm stands after `otherwise`."""

    code: ClassVar[str] = "E509"
    title: ClassVar[str] = "`otherwise` is not the last arm"
    caret: ClassVar[str] = "closes the list"
    remedy: ClassVar[str] = "put `otherwise` last; the arms below it would never be taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverHolds(Fault):
    """A `when` that no combination reaches."""

    code: ClassVar[str] = "E510"
    title: ClassVar[str] = "`{verb} {levels}` never holds here"
    caret: ClassVar[str] = "no combination of levels gets here"
    remedy: ClassVar[str] = "take the block away, or look at the `when` around it"

    verb: str
    levels: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide(Fault):
    """Two tests in one conversation, with no order declared."""

    code: ClassVar[str] = "E511"
    title: ClassVar[str] = "`{name}` is a second test in the same conversation"
    caret: ClassVar[str] = "the answer before it would be read here"
    remedy: ClassVar[str] = (
        "put both under `separately` (each on its own copy), or under `in order` if the order is part of the design"
    )

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralForms(Fault):
    """Several forms of a test in one conversation."""

    code: ClassVar[str] = "E512"
    title: ClassVar[str] = "the forms of `{name}` stand in the same conversation"
    caret: ClassVar[str] = "each form is a test of its own"
    remedy: ClassVar[str] = (
        "put the test under `separately` (a copy for each form), or under `in order`"
    )

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAgain(Fault):
    """A test in a loop: asked again in the same conversation."""

    code: ClassVar[str] = "E513"
    title: ClassVar[str] = "this test is asked again and again in one conversation"
    caret: ClassVar[str] = "inside a loop"
    remedy: ClassVar[str] = (
        "put `separately` around it inside the loop, or `in order` around the loop"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailingSay(Fault):
    """Words at the end of a conversation that nobody answers."""

    code: ClassVar[str] = "E514"
    title: ClassVar[str] = "this `{head}` is never sent"
    caret: ClassVar[str] = "nothing is asked after it"
    remedy: ClassVar[str] = "put a question or `listen` after it, or take it away"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyTurn(Fault):
    """A reply is taken, or put in, where nothing has been said."""

    code: ClassVar[str] = "E515"
    title: ClassVar[str] = "nothing has been said before this `{head}`{place}"
    caret: ClassVar[str] = "there would be an empty message"
    remedy: ClassVar[str] = "put `say: ...` before it"

    head: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTooLate(Fault):
    """`instructions` or `profile` after a question, or on a copy."""

    code: ClassVar[str] = "E516"
    title: ClassVar[str] = "`{head}` stands too late"
    caret: ClassVar[str] = "holds for the whole session, from its start"
    remedy: ClassVar[str] = "put it at the top of the procedure, outside `separately`"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAChild(Fault):
    """A step that is no question stands directly under `separately` or `in order`."""

    code: ClassVar[str] = "E517"
    title: ClassVar[str] = "`{child}` cannot stand directly under `{head}`"
    caret: ClassVar[str] = "belongs to none of the questions here"
    remedy: ClassVar[str] = (
        "put it before `{head}`, or together with its question under `scene NAME`"
    )

    head: str
    child: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutineOfItself(Fault):
    """A routine that does itself."""

    code: ClassVar[str] = "E518"
    title: ClassVar[str] = "the routine `{name}` would never end"
    caret: ClassVar[str] = "{circle}"
    remedy: ClassVar[str] = "take this `do` away, or write `repeat N times`"

    name: str
    circle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLong(Fault):
    """A session of more steps than anybody means."""

    code: ClassVar[str] = "E519"
    title: ClassVar[str] = "the session has more than {most} steps"
    caret: ClassVar[str] = "repeats and routines count as often as they are done"
    remedy: ClassVar[str] = "make the repeats smaller"

    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalPools(Fault):
    """Slots drawn together have pools of different sizes."""

    code: ClassVar[str] = "E520"
    title: ClassVar[str] = "slots drawn together need equally many values: {counts}"
    caret: ClassVar[str] = "drawn as rows"
    remedy: ClassVar[str] = (
        "give each as many values as the others; the first of each make the first row, and so on"
    )

    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherTwice(Fault):
    """A slot is in two rows."""

    code: ClassVar[str] = "E521"
    title: ClassVar[str] = "`{slot}` is drawn together twice"
    caret: ClassVar[str] = "a slot belongs to one row"
    remedy: ClassVar[str] = "name all of them in one statement: together A, B, C"

    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolsTooSmall(Fault):
    """There are not enough words for slots that must differ."""

    code: ClassVar[str] = "E522"
    title: ClassVar[str] = "{slots} cannot all be different"
    caret: ClassVar[str] = "{count} slots, {words} words between them"
    remedy: ClassVar[str] = "add values, so that each slot can have one of its own"

    slots: str
    count: int
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTooSmall(Fault):
    """`different`, `together`, `swap` or `rotate` over too few slots, or a swap of more than two."""

    code: ClassVar[str] = "E523"
    title: ClassVar[str] = "`{head}` needs {wanted}"
    caret: ClassVar[str] = "{wanted}"

    head: str
    many: bool = False

    def _facts(self) -> dict[str, object]:
        wanted = "two slots, not more" if self.many else "two slots or more"
        return {"head": self.head, "wanted": wanted}

    def help(self) -> str:
        """How the statement is written."""
        if self.many:
            return "to move the values of three or more slots on in turn, write: rotate A, B, C"
        return f"write: {self.head} A, B"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewLevels(Fault):
    """A factor with one level."""

    code: ClassVar[str] = "E524"
    title: ClassVar[str] = "`{name}` has one level only"
    caret: ClassVar[str] = "nothing to compare"
    remedy: ClassVar[str] = "write two levels or more, each on a line of its own"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyCombinations(Fault):
    """More combinations of levels than can be told apart."""

    code: ClassVar[str] = "E525"
    title: ClassVar[str] = "the factors make {count} combinations of levels"
    caret: ClassVar[str] = "at most {most}"
    remedy: ClassVar[str] = "take factors or levels away"

    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthOfConditions(Fault):
    """`worth` under a level that is not a version."""

    code: ClassVar[str] = "E526"
    title: ClassVar[str] = "levels of `{kind}` have no worth"
    caret: ClassVar[str] = "each cell has a score of its own"
    remedy: ClassVar[str] = "only versions and tests can be worth more than one another"

    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPositive(Fault):
    """A number that must be positive is not."""

    code: ClassVar[str] = "E527"
    title: ClassVar[str] = "`{head}` needs a number above zero"
    caret: ClassVar[str] = "too small"
    remedy: ClassVar[str] = "write {least} or more"

    head: str
    least: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementTwice(Fault):
    """A statement of which there can be one is there twice."""

    code: ClassVar[str] = "E528"
    title: ClassVar[str] = "`{head}` is there twice in `{of}`"
    caret: ClassVar[str] = "once before"
    remedy: ClassVar[str] = "keep one of them"

    head: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAChoice(Fault):
    """A key or lure is none of the choices."""

    code: ClassVar[str] = "E529"
    title: ClassVar[str] = "`{text}` is not one of the choices{place}"
    caret: ClassVar[str] = "nobody can choose this"

    text: str
    cell: str
    close: str | None
    options: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))

    def help(self) -> str:
        """The choice that is meant, else all of them."""
        return suggestion(self.close, self.options, "write it as it stands under `choices`")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesCount(Fault):
    """A question with too few choices, or too many for letters."""

    code: ClassVar[str] = "E530"
    title: ClassVar[str] = "a question has 2 to {most} choices, not {count}"
    caret: ClassVar[str] = "{count} here"
    remedy: ClassVar[str] = "write each choice on a line of its own"

    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTwice(Fault):
    """Two choices read the same."""

    code: ClassVar[str] = "E531"
    title: ClassVar[str] = "two choices read `{text}`{place}"
    caret: ClassVar[str] = "the same as another"
    remedy: ClassVar[str] = "make them differ, or take one away"

    text: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesAndRating(Fault):
    """Both `choices` and `rate`."""

    code: ClassVar[str] = "E532"
    title: ClassVar[str] = "a question has `choices` or `rate`, not both"
    caret: ClassVar[str] = "a second way to answer"
    remedy: ClassVar[str] = "make it two questions"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsCount(Fault):
    """Labels that do not fit the points of a rating."""

    code: ClassVar[str] = "E533"
    title: ClassVar[str] = "there are {count} labels for {points} points"
    caret: ClassVar[str] = "one label for each point"

    points: int
    count: int

    def help(self) -> str:
        """How many labels there must be."""
        if not self.points:
            return "labels belong to a rating: write `rate 1 to 5` above them"
        return f"write {self.points} labels, each on a line of its own, or none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingOrder(Fault):
    """A rating from high to low."""

    code: ClassVar[str] = "E534"
    title: ClassVar[str] = "a rating goes from low to high, not from {low} to {high}"
    caret: ClassVar[str] = "no points between"
    remedy: ClassVar[str] = "write: rate {high} to {low}"

    low: int
    high: int

    def help(self) -> str:
        """The mended line."""
        low, high = sorted((self.low, self.high))
        return f"write: rate {low} to {high if high > low else high + 4}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuantity(Fault):
    """A list of answers without a quantity."""

    code: ClassVar[str] = "E535"
    title: ClassVar[str] = "these {count} answers leave open how many are needed"
    caret: ClassVar[str] = "all of them, or any of them?"
    remedy: ClassVar[str] = "write `answer all of` or `answer any of`"

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LureQuantity(Fault):
    """`wrong all of` or `wrong none of`."""

    code: ClassVar[str] = "E536"
    title: ClassVar[str] = "`{head}` takes no other quantity than `any of`"
    caret: ClassVar[str] = "each line counts by itself"
    remedy: ClassVar[str] = "write `{head}:`, one to a line"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer(Fault):
    """A test or control without an answer."""

    code: ClassVar[str] = "E537"
    title: ClassVar[str] = "the {kind} `{name}` has no answer{place}"
    caret: ClassVar[str] = "nothing to score it by"
    remedy: ClassVar[str] = (
        "add `answer: ...`, or `scored by coders`; to keep a reply unscored, make it a `record`"
    )

    kind: str
    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToJudge(Fault):
    """`wrong` or `half` on a question that is not scored and has no answer."""

    code: ClassVar[str] = "E538"
    title: ClassVar[str] = "`{head}` has nothing to stand beside in `{name}`"
    caret: ClassVar[str] = "no answer to compare with"
    remedy: ClassVar[str] = "add `answer: ...`, or take it away"

    head: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMissing(Fault):
    """A question without words."""

    code: ClassVar[str] = "E539"
    title: ClassVar[str] = "`{name}` asks nothing{place}"
    caret: ClassVar[str] = "no `ask`"
    remedy: ClassVar[str] = "add `ask: ...`"

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class FormMissing(Fault):
    """One form is named, the other is not."""

    code: ClassVar[str] = "E540"
    title: ClassVar[str] = "the forms of `{question}` are not all named"
    caret: ClassVar[str] = "this one has no name"
    remedy: ClassVar[str] = "name each of them: `ask NAME: ...`"

    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedUnderWhen(Fault):
    """A setting of the whole question stands under `when`."""

    code: ClassVar[str] = "E541"
    title: ClassVar[str] = "`{head}` holds for the whole question"
    caret: ClassVar[str] = "under a condition here"
    remedy: ClassVar[str] = "put it outside the `when`; for two ways to judge, write two questions"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOfNoControl(Fault):
    """`guards` or `if failed` on a question that is no control."""

    code: ClassVar[str] = "E542"
    title: ClassVar[str] = "`{head}` belongs to a control question, and this is a {kind}"
    caret: ClassVar[str] = "not a control"
    remedy: ClassVar[str] = "make the question a `control`, or take this away"

    head: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthOfNoTest(Fault):
    """`worth` on a question that is not scored."""

    code: ClassVar[str] = "E543"
    title: ClassVar[str] = "a {kind} is worth nothing"
    caret: ClassVar[str] = "only a test counts"
    remedy: ClassVar[str] = "take it away, or make the question a `test`"

    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardsUnmet(Fault):
    """A control and the test it guards are never in one session."""

    code: ClassVar[str] = "E544"
    title: ClassVar[str] = "`{control}` and `{test}` are never asked in the same version"
    caret: ClassVar[str] = "guards nothing"
    remedy: ClassVar[str] = "put both under the same `when`"

    control: str
    test: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastUnasked(Fault):
    """A contrast over levels in which its question is not asked."""

    code: ClassVar[str] = "E545"
    title: ClassVar[str] = "`{name}` is not asked in `{level}`"
    caret: ClassVar[str] = "the contrast could never be passed"
    remedy: ClassVar[str] = "name the levels in which it is asked: {name} across LEVEL, LEVEL"

    name: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastLevels(Fault):
    """A contrast across levels of several factors."""

    code: ClassVar[str] = "E546"
    title: ClassVar[str] = "a contrast goes across levels of one factor"
    caret: ClassVar[str] = "levels of several factors"
    remedy: ClassVar[str] = "write a line for each factor"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastOfConstant(Fault):
    """A contrast across one level."""

    code: ClassVar[str] = "E547"
    title: ClassVar[str] = "a contrast across one level compares nothing"
    caret: ClassVar[str] = "one level"
    remedy: ClassVar[str] = "name two levels or more: {name} across LEVEL, LEVEL"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotScored(Fault):
    """A contrast over a question that nothing is right in."""

    code: ClassVar[str] = "E548"
    title: ClassVar[str] = "`{name}` has no answer, so it cannot be right"
    caret: ClassVar[str] = "nothing to compare"
    remedy: ClassVar[str] = "add `answer: ...` to it, or name a test"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCells(Fault):
    """A row with more or fewer cells than columns."""

    code: ClassVar[str] = "E549"
    title: ClassVar[str] = "this row has {cells} cells, and the table {columns} columns"
    caret: ClassVar[str] = "columns: {named}"
    remedy: ClassVar[str] = "put `|` between the cells, one for each column"

    cells: int
    columns: int
    named: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyTable(Fault):
    """A table without rows."""

    code: ClassVar[str] = "E550"
    title: ClassVar[str] = "`{name}` has no rows"
    caret: ClassVar[str] = "nothing to go through"
    remedy: ClassVar[str] = "write a row on each deeper line below"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineLacks(Fault):
    """A machine without outcomes, needs or evidence."""

    code: ClassVar[str] = "E551"
    title: ClassVar[str] = "`{name}` has no `{what}`{place}"
    caret: ClassVar[str] = "not said"
    remedy: ClassVar[str] = "write under it: {example}"

    name: str
    what: str
    place: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesCount(Fault):
    """Outcomes other than two."""

    code: ClassVar[str] = "E552"
    title: ClassVar[str] = "a machine has two outcomes, not {count}"
    caret: ClassVar[str] = "when it works, and when it does not"
    remedy: ClassVar[str] = (
        "write both, with `|` between them: The light comes on. | The light stays off."
    )

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRule(Fault):
    """A rule that machines do not have."""

    code: ClassVar[str] = "E553"
    title: ClassVar[str] = "`{name}` is not a rule of machines"
    caret: ClassVar[str] = "not a rule"

    name: str
    close: str | None

    def help(self) -> str:
        """The rules there are."""
        return suggestion(self.close, ("any of", "all of", "two of"), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAThing(Fault):
    """Something else than a slot is put on a machine."""

    code: ClassVar[str] = "E554"
    title: ClassVar[str] = "`{words}` is not a thing that can be put on a machine"
    caret: ClassVar[str] = "not a slot in braces"
    remedy: ClassVar[str] = "write the things as slots with commas between them: {{red}}, {{blue}}"

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoOfOne(Fault):
    """`two of` fewer than two things."""

    code: ClassVar[str] = "E555"
    title: ClassVar[str] = "`two of` needs two things or more"
    caret: ClassVar[str] = "fewer than two"
    remedy: ClassVar[str] = "name two things, or write `any of`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineNeedsTwice(Fault):
    """A machine needs two things at once."""

    code: ClassVar[str] = "E556"
    title: ClassVar[str] = "`{name}` has two `needs`{place}"
    caret: ClassVar[str] = "one machine, one rule"
    remedy: ClassVar[str] = "put each under its own `when`"

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsOutsideRules(Fault):
    """The truth is none of the rules to be considered."""

    code: ClassVar[str] = "E557"
    title: ClassVar[str] = "`{rule}` is not among the rules of this machine"
    caret: ClassVar[str] = "no reasoner would consider it"

    rule: str
    rules: tuple[str, ...]

    def help(self) -> str:
        """The mended line."""
        return f"write: rules {', '.join((*self.rules, self.rule))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsNotShown(Fault):
    """A machine needs things that are never put on it."""

    code: ClassVar[str] = "E558"
    title: ClassVar[str] = "`{name}` needs what is never put on it: {missing}"
    caret: ClassVar[str] = "no evidence bears on it"

    name: str
    things: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the things."""
        return self.title.format(name=self.name, missing=quoted(self.things, "and"))

    def help(self) -> str:
        """The line to add."""
        return f"put it on the machine in `show:`, for example {{{self.things[0]}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineTooLarge(Fault):
    """More things on one machine than can be reasoned about."""

    code: ClassVar[str] = "E559"
    title: ClassVar[str] = "`{name}` has {count} things"
    caret: ClassVar[str] = "at most {most}"
    remedy: ClassVar[str] = "use fewer things"

    name: str
    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineThings(Fault):
    """A key that names things where it must not, or does not where it must."""

    code: ClassVar[str] = "E560"
    title: ClassVar[str] = "`answer {ask} {machine}` {problem}"

    ask: str
    machine: str

    def message(self) -> str:
        """The fault, by what is asked of the machine."""
        problem = "takes no things" if self.ask == "what works" else "needs things"
        return self.title.format(ask=self.ask, machine=self.machine, problem=problem)

    def help(self) -> str:
        """The mended line."""
        things = "" if self.ask == "what works" else ": {red}"
        return f"write: answer {self.ask} {self.machine}{things}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyUndecided(Fault):
    """The evidence does not single out what a key asks of a machine."""

    code: ClassVar[str] = "E561"
    title: ClassVar[str] = "the evidence does not settle `{ask} {machine}`{place}"
    caret: ClassVar[str] = "several rules fit what is shown"
    remedy: ClassVar[str] = "show more under `machine {machine}`, or make the key `{{cannot tell}}`"

    ask: str
    machine: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyContradicts(Fault):
    """A key typed by hand disagrees with the machine."""

    code: ClassVar[str] = "E562"
    title: ClassVar[str] = "`{typed}` is not what the evidence says{place}: it says {says}"
    caret: ClassVar[str] = "does not follow from the evidence"
    remedy: ClassVar[str] = "leave this line out; the machine gives the key"

    typed: str
    says: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceShape(Fault):
    """A reference that is not a figure."""

    code: ClassVar[str] = "E563"
    title: ClassVar[str] = "this is not the shape of a reference"
    caret: ClassVar[str] = "who, how much"
    remedy: ClassVar[str] = (
        "write for example: reference children 85%: SOURCE (or 3.74 LRS, or unknown)"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideScore(Fault):
    """An example in the coding guide for a score there is not."""

    code: ClassVar[str] = "E564"
    title: ClassVar[str] = "there is no score {score}"
    caret: ClassVar[str] = "0 to 5"
    remedy: ClassVar[str] = "write `example 0:` to `example 5:`"

    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeOutside(Fault):
    """An include that leaves the script's own folder."""

    code: ClassVar[str] = "E565"
    title: ClassVar[str] = "`{path}` is outside the folder of the script"
    caret: ClassVar[str] = "not in this folder"
    remedy: ClassVar[str] = (
        "copy the file into the folder, and name it without `..` or a leading stroke"
    )

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeUnreadable(Fault):
    """An included file that cannot be read."""

    code: ClassVar[str] = "E566"
    title: ClassVar[str] = "{reason}"
    caret: ClassVar[str] = "not read"
    remedy: ClassVar[str] = "check the name; it is read from the folder of the script"

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeTwice(Fault):
    """A file that is included twice, or includes itself."""

    code: ClassVar[str] = "E567"
    title: ClassVar[str] = "`{path}` is included already"
    caret: ClassVar[str] = "included before"
    remedy: ClassVar[str] = "take this line away"

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeTooMany(Fault):
    """More included files than anybody means."""

    code: ClassVar[str] = "E568"
    title: ClassVar[str] = "more than {most} files are included"
    caret: ClassVar[str] = "too many"
    remedy: ClassVar[str] = "put them together into fewer files"

    most: int
