"""W60x to W64x: what runs, but will not show what it is meant to show."""

from __future__ import annotations

from dsl.diagnostic import Fault


class Unused(Fault):
    """A slot, let, table, machine or routine that nobody reads."""

    code = "W601"
    title = "the {kind} `{name}` is never used"
    caret = "not used"
    remedy = "write `{written}` where it belongs, or remove it"

    kind: str
    name: str
    written: str


class UnusedFactor(Fault):
    """A factor on which nothing depends."""

    code = "W602"
    title = "nothing depends on `{name}`"
    caret = "its levels make no difference"
    remedy = "give its levels words (`let ...`), use them in `when` or `by {name}`, or remove it"

    name: str


class NotFourUnits(Fault):
    """A cell whose scored units are not four equal ones."""

    code = "W611"
    title = "{units} in a cell{place}, not four of equal worth: {shares}"
    caret = "LRS steps would be unequal"
    remedy = (
        "with four questions of equal worth, LRS is 1 + 4 x proportion correct; "
        "add versions, forms or tests until every cell has four"
    )

    units: str
    shares: str


class UnequalGates(Fault):
    """Cells or versions with different numbers of control questions."""

    code = "W612"
    title = (
        "unequal numbers of control questions: {first_count} in `{first}`, "
        "{second_count} in `{second}`"
    )
    caret = "easier to fail in one than in the other"
    remedy = "ask the same number of controls in both, or they may cause the difference"

    first: str
    first_count: int
    second: str
    second_count: int


class UnequalTurns(Fault):
    """A test that comes after more turns in one cell than in another."""

    code = "W613"
    title = (
        "`{test}` comes later in one story than in another; replies before it: {first_count} in "
        "`{first}`, {second_count} in `{second}`"
    )
    caret = "a longer conversation in one than in the other"
    remedy = "ask what differs after the test, or under `separately`"

    test: str
    first: str
    first_count: int
    second: str
    second_count: int


class ControlGivesAway(Fault):
    """A control before a test, in the same conversation, names the test's answer."""

    code = "W614"
    title = "`{control}` is asked before `{test}` and names its answer{place}"
    caret = "names `{answer}`"
    remedy = "put both under `separately`, or ask the control after the test"

    control: str
    test: str
    answer: str


class AnswerInQuestion(Fault):
    """The words of an open question hold its answer, and none of the lures."""

    code = "W615"
    title = "the question contains its own answer, `{answer}`{place}"
    caret = "names the answer and no wrong one"
    remedy = "ask without it, or also name a wrong answer (and list it under `wrong:`)"

    answer: str


class UnequalOutcomes(Fault):
    """Two outcomes that differ in more than what happens."""

    code = "W616"
    title = "the outcomes `{first}` and `{second}` are not worded alike"
    caret = "{difference}"
    remedy = "word both alike: the same form, length and full stop"

    first: str
    second: str
    difference: str


class PublishedWord(Fault):
    """A word that is to be new is known from published studies."""

    code = "W617"
    title = "`{word}` is known from published studies"
    caret = "models may have read it"
    remedy = "use another word; only the original may be a published one"

    word: str


class NeverMoves(Fault):
    """The right option is in the same place every time."""

    code = "W618"
    title = "the right choice of `{test}` is always number {number}"
    caret = "the order of these choices is fixed"
    remedy = "write `choices rotated:` or `choices shuffled:`"

    test: str
    number: int


class CannotTellOnce(Fault):
    """`cannot tell` is offered in one member of a contrast only."""

    code = "W619"
    title = "`{{cannot tell}}` is offered in `{with_it}`, but not in `{without}`"
    caret = "the choices give away the level"
    remedy = "offer it in all levels of the contrast, or in none"

    with_it: str
    without: str


class RunsNotDivided(Fault):
    """The runs are not divided by the levels of a counterbalance."""

    code = "W620"
    title = "{runs} runs cannot be divided evenly among the {levels} levels of `{name}`"
    caret = "some levels would be used once more than others"
    remedy = "write: runs {better}"

    runs: int
    levels: int
    name: str
    better: int


class CellsAlike(Fault):
    """Two cells or versions that send the same words."""

    code = "W621"
    title = "`{first}` and `{second}` have exactly the same words"
    caret = "participants cannot distinguish these levels"
    remedy = "make the story differ, or remove one"

    first: str
    second: str


class SharedQuestions(Fault):
    """Scored questions that read the same in two conditions."""

    code = "W634"
    title = "{share} of the scored questions read the same in `{first}` and `{second}`"
    caret = "these conditions share questions"
    remedy = (
        "`devrun compare` compares them on the other questions; a version of its own for each "
        "condition would let all questions count"
    )

    share: str
    first: str
    second: str


class LetterInChoice(Fault):
    """A choice holds a single letter that is the label of another choice, in some order of them."""

    code = "W624"
    title = "`{text}` contains the letter {letter}, and choices are labelled with letters{more}"
    caret = "these get letters as labels"
    remedy = (
        "a reply of one letter could mean either, so a person must code it: use a word, or a "
        "letter or number that is not a label"
    )

    text: str
    letter: str
    more: str = ""
    """Of how many more items of a bank this holds, in words."""


class SwapAcrossKinds(Fault):
    """A swap of slots from pools of different kinds: a person takes the place of a thing."""

    code = "W626"
    title = "`{first}` is one of the {first_kind}, `{second}` one of the {second_kind}"
    caret = "swapped in half of the draws"
    remedy = (
        "read a draw of each level (`devrun show`); if the words do not fit, swap slots of the "
        "same pool, or put both into one pool"
    )

    first: str
    first_kind: str
    second: str
    second_kind: str


class ArticleOutsideBraces(Fault):
    """`an {apple}`, where some value of the slot needs `a`."""

    code = "W628"
    title = "`{article}` is fixed, but `{slot}` may be `{value}`"
    caret = "would become `{article} {value}`"
    remedy = "put the article inside the braces: `{{{article} {written}}}`"

    article: str
    slot: str
    value: str
    written: str


class PluralOfName(Fault):
    """`{Johns}`, the plural of a person's name, where `{John's}` is meant."""

    code = "W630"
    title = "`{{{written}}}` is the plural of the name `{slot}`"
    caret = "several people called {slot}"
    remedy = (
        "did you mean `{{{slot}'s}}`? If the plural is meant, declare it: {slot} (plural {written})"
    )

    written: str
    slot: str


class KeyNeverNamed(Fault):
    """An open question whose key is a word that nothing before it has named."""

    code = "W632"
    title = "nothing before this question names its answer, `{name}`{place}"
    caret = "participants cannot know this word"
    remedy = "name it in the story as `{{{name}}}`, offer it as a choice, or correct the key"

    name: str


class RunsExceedWordSets(Fault):
    """More draws than the pools have sets of words."""

    code = "W636"
    title = "{runs} runs, but the pools give only {sets} of words"
    caret = "some draws would repeat the words of others"
    remedy = "add words to the pools, until there is a set for each run"

    runs: int
    sets: str


class EvenInOneOrder(Fault):
    """Choices in one order, two of which should be given equally often."""

    code = "W638"
    title = "the choices of `{test}` are always in the same order"
    caret = "choosing by place would look like a preference"
    remedy = "write `choices rotated:`"

    test: str


class DrawnAlike(Fault):
    """Two answers of a question that read the same in some draws."""

    code = "W640"
    title = "`{first}` and `{second}` may get the same word, `{word}`"
    caret = "then two answers of `{question}` are one"
    remedy = "write in the design: different {first}, {second}"

    question: str
    first: str
    second: str
    word: str
