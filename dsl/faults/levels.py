"""E51x: levels, arms and cells: every combination is run exactly once."""

from __future__ import annotations

from dsl.diagnostic import Fault


class CellWithoutTest(Fault):
    """No version of some cell asks a test question."""

    code = "E511"
    title = "no test is asked{place}"
    caret = "nothing to score"
    remedy = "add a question: test NAME, or remove the `when` that excludes it"


class VersionWithoutTest(Fault):
    """A version in which no test is ever asked."""

    code = "E512"
    title = "the version `{version}` asks no test in any cell"
    caret = "nothing to score"
    remedy = "add a test, or remove the version; use a let for what differs only in words"

    version: str


class ArmMissing(Fault):
    """Some combination that gets there has no arm."""

    code = "E513"
    title = "there is no arm for `{cell}`"
    caret = "{factors}: one combination has no words"
    remedy = "add an arm on a line below: {cell}: ... (or `otherwise: ...`)"

    factors: str


class ArmTwice(Fault):
    """Two arms hold in one combination."""

    code = "E514"
    title = "`{cell}` has two arms"
    caret = "an earlier arm holds here, too"
    remedy = "exactly one arm must match: narrow one of them, or join them with `or`"


class ArmContradicts(Fault):
    """The label of an arm can never hold."""

    code = "E515"
    title = "`{arm}` can never hold"
    caret = "no combination of levels"
    remedy = "`and` joins levels of different factors; levels of one factor are joined by `or`"

    arm: str


class OtherwiseNotLast(Fault):
    """An arm is after `otherwise`."""

    code = "E516"
    title = "`otherwise` is not the last arm"
    caret = "must be last"
    remedy = "put `otherwise` last; arms below it are never used"


class NeverHolds(Fault):
    """A `when` that no combination reaches."""

    code = "E517"
    title = "`{verb} {levels}` never holds here"
    caret = "no combination of levels reaches this"
    remedy = "remove the block, or check the `when` around it"

    verb: str
    levels: str


class TooFewLevels(Fault):
    """A factor with one level."""

    code = "E518"
    title = "`{name}` has only one level"
    caret = "nothing to compare"
    remedy = "write at least two levels, each on its own line"

    name: str


class NotTheOnlyCondition(Fault):
    """`only condition:` in a script that has conditions."""

    code = "E564"
    title = "`{words}` cannot be the only condition: the script has several"
    caret = "conditions are declared below"
    remedy = "remove this line, or the block `conditions {factor}`"

    words: str
    factor: str


class TooManyCombinations(Fault):
    """More combinations of levels than can be distinguished."""

    code = "E519"
    title = "the factors make {count} combinations of levels"
    caret = "at most {most}"
    remedy = "remove factors or levels"

    count: int
    most: int


class VersionsOnly(Fault):
    """`worth` or `own` under a level that is not a version."""

    code = "E520"
    title = "`{head}` belongs to a version, and this is a level of `{kind}`"
    caret = "not a version"
    remedy = "only versions and tests can have `{head}`"

    head: str
    kind: str
