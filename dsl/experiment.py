"""An experiment with every name resolved: what checking hands to expansion.

The checker builds this from the tree only when there is no error, so nobody above it meets an
unknown name. It keeps the shape of the script (steps, arms, guards) rather than unfolding it: a
cell is chosen later, by `expand`, and the identity of a procedure is a hash over this structure.

Names of factors, levels, slots, lets, tables and machines are canonical here: as the author first
declared them.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from dsl.expansion import EXPANSION_VERSION
from dsl.pictures import PictureFile
from dsl.record import record
from dsl.span import Span
from dsl.tree import FactorKind, QuestionKind

# ------------------------------------------------------------------------------- conditions of use


@record
class Guard:
    """When something holds: for every factor named, the current level is one of those listed.

    `needs` is a conjunction over factors; `Guard(())` always holds. `excludes` are guards that must
    not hold (from `unless`, from `otherwise`, and from earlier arms).
    """

    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    excludes: tuple[Guard, ...] = ()


ALWAYS = Guard()

T = TypeVar("T")


@record
class Case(Generic[T]):
    """A value and when it holds. Of several cases in a tuple the first that holds is taken."""

    guard: Guard
    value: T


# ------------------------------------------------------------------------------- words with slots


class Grammar(StrEnum):
    """The form in which a word is wanted."""

    BARE = "bare"
    PLURAL = "plural"
    POSSESSIVE = "possessive"


@record
class Use:
    """A slot, let, column or kept reply put into the words, e.g. `{A blicket}`.

    `article`: `a ` or `an ` goes before it, by the sound of what is put in. `capital`: its first
    letter (the article's, if there is one) is a capital. `apostrophe` is the sign the author typed
    in a possessive (straight or curly).
    """

    kind: UseKind
    name: str
    grammar: Grammar = Grammar.BARE
    article: bool = False
    capital: bool = False
    apostrophe: str = "'"


class UseKind(StrEnum):
    """What a name in braces stands for."""

    SLOT = "slot"
    LET = "let"
    COLUMN = "column"
    KEPT = "kept"


@record
class Pronoun:
    """`{they/Sally}`: the pronoun of whoever fills the slot (or the one slot of the let).

    `case` is the they-row: they, them, their, theirs or themself.
    """

    case: str
    kind: UseKind
    of: str
    capital: bool = False


@record
class Article:
    """`{a}` by itself: a or an, by the sound of the next word, through quotation marks."""

    capital: bool = False


Piece = str | Use | Pronoun | Article
Template = tuple[Piece, ...]


# ------------------------------------------------------------------------------- stimuli


@record
class Word:
    """One value a slot can take.

    `article`, `plural`: declared overrides or None. `pronoun`: she, he, they or it, or None.
    `also`: further wordings accepted in a reply for this value; they only judge and are never sent.
    """

    text: str
    article: str | None = None
    plural: str | None = None
    pronoun: str | None = None
    also: tuple[str, ...] = ()


@record
class Slot:
    """A word that varies: the original and its candidates. No candidates: it never varies."""

    name: str
    kind: str
    original: Word
    values: tuple[Word, ...]


@record
class Table:
    """Rows of cells; every row has as many cells as there are columns."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Template, ...], ...]


# ------------------------------------------------------------------------------- machines


class Rule(StrEnum):
    """How a machine works: any one of its things, all of them, or at least two of them."""

    ANY = "any of"
    ALL = "all of"
    TWO = "two of"


Things = tuple[str, ...]
"""Slot names, in the order written: what is put on a machine together."""


@record
class Machine:
    """Evidence stated once. `shown` are the sets of things told, as cases; `needs` is the truth.

    `rules` is the space of rules a reasoner should consider. It is a table for `for each row of`,
    with the columns `things` and `outcome`.
    """

    name: str
    works: Template
    fails: Template
    rules: tuple[Rule, ...]
    needs: tuple[Case[tuple[Rule, Things]], ...]
    shown: tuple[Case[tuple[Things, ...]], ...]


# ------------------------------------------------------------------------------- design


@record
class Level:
    """One level: its lets, and for versions what it is worth."""

    name: str
    worth: Fraction = Fraction(1)


@record
class Factor:
    """A factor. `swap` names the slots whose values change places, level by level: level k moves
    every value k places on, so that level 0 leaves them as drawn.
    """

    kind: FactorKind
    name: str
    levels: tuple[Level, ...]
    swap: tuple[str, ...] = ()


@record
class Let:
    """Words that depend on levels; when several levels give the same let, the later factor's case
    stands first.
    """

    name: str
    cases: tuple[Case[Template], ...]


class Permutation(StrEnum):
    """How values are spread over draws."""

    LATIN_SQUARE = "latin square"
    EVERY_COMBINATION = "every combination"
    RANDOM = "random"


@record
class ContrastLine:
    """All forms of `question` must be right at every one of `levels` of `factor`."""

    question: str
    factor: str
    levels: tuple[str, ...]


@record
class Contrast:
    """Passed in a draw when every line is."""

    name: str
    lines: tuple[ContrastLine, ...]


class What(StrEnum):
    """What a script declares that it will compare."""

    CONDITIONS = "conditions"
    GUESSING = "guessing"
    WORDINGS = "wordings"


@record
class Compared:
    """A comparison declared before anything is run: it alone gets a p value, in its family.

    `first` and `second` are levels of `factor`, empty where it is no comparison of conditions.
    `expect` is `more` or `less` (the first than the second), or empty; so may be `family`.
    """

    what: What
    factor: str = ""
    first: str = ""
    second: str = ""
    expect: str = ""
    family: str = ""


@record
class Design:
    """How often, in which words, and how chance is handled."""

    runs: int = 10
    samples: int = 1
    seed: int = 1
    wordings: tuple[str, ...] = ("permuted",)
    permutation: Permutation = Permutation.LATIN_SQUARE
    different: tuple[tuple[str, ...], ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    scoring: str = "lrs"
    contrasts: tuple[Contrast, ...] = ()
    compared: tuple[Compared, ...] = ()


# ------------------------------------------------------------------------------- questions


class Quantity(StrEnum):
    """How many of the phrases must be in a reply."""

    ALL = "all of"
    ANY = "any of"
    NONE = "none of"


class Order(StrEnum):
    """The order of choices, rows or questions."""

    FIXED = "fixed"
    ROTATED = "rotated"
    SHUFFLED = "shuffled"
    MIXED = "mixed"
    """Of rows only: shuffled, but never sorted by outcome (see `dsl.mixing`)."""


class IfFailed(StrEnum):
    """What a failed gate does."""

    SCORE_ZERO = "score zero"
    EXCLUDE = "exclude"
    COUNT_ANYWAY = "count anyway"


class Scorer(StrEnum):
    """What sorts the replies before coders see them."""

    CODERS = "coders"
    MATCH = "match"
    CHOICE = "choice"
    NUMBER = "number"
    LIKELIHOOD = "likelihood"


class MachineAsk(StrEnum):
    """What a machine is asked for a key."""

    PART = "part of"
    WORKS = "what works"
    OUTCOME = "outcome of"


@record
class MachineKey:
    """A key that follows from a machine's evidence; `things` are slot names (empty for WORKS)."""

    ask: MachineAsk
    machine: str
    things: Things = ()


@record
class Clause:
    """One part of a key: these phrases, in this quantity."""

    quantity: Quantity
    phrases: tuple[Template, ...]


@record
class Form:
    """One way to ask, a scored question of its own; `name` is empty for the only form."""

    name: str
    words: tuple[Case[Template], ...]


@record
class Rating:
    """`rate 1 to 5` and the labels of its points, which may be none."""

    low: int
    high: int
    labels: tuple[Template, ...] = ()


@record
class Guidance:
    """Words for coders: `mark` is right, half, wrong, or empty for a general note."""

    mark: str
    words: tuple[Case[Template], ...]
    guard: Guard = ALWAYS


@record
class Rubric:
    """How a question is judged; nothing in here is ever sent.

    `answer`: statements that must all hold, each by cases; a statement whose guard does not hold is
    not there. `wrong` and `half` are lists of cases, joined.
    """

    answer: tuple[tuple[Case[Clause | MachineKey], ...], ...] = ()
    wrong: tuple[tuple[Case[tuple[Template, ...]], ...], ...] = ()
    half: tuple[tuple[Case[tuple[Template, ...]], ...], ...] = ()
    worth: Fraction = Fraction(1)
    guards: tuple[str, ...] = ()
    if_failed: IfFailed = IfFailed.SCORE_ZERO
    scorer: Scorer = Scorer.MATCH
    guidance: tuple[Guidance, ...] = ()


@record
class Show:
    """A picture that joins the next message, and in words what is to be seen on it; no case that
    holds, no picture. The words are for those who see none, and are sent to no real participant.
    """

    picture: PictureFile
    words: tuple[Case[Template], ...]


@record
class Question:
    """A question: what is sent (says, forms, choices, rating), what is kept, and its rubric.

    `guards` in the rubric is empty when a control guards every test of its version.
    """

    kind: QuestionKind
    name: str
    says: tuple[tuple[Case[Template], ...] | Show, ...]
    forms: tuple[Form, ...]
    choices: tuple[Case[tuple[Template, ...]], ...]
    order: Order
    rating: Rating | None
    keep: str | None
    rubric: Rubric
    span: Span
    scene: str = ""
    """The scene it stands in. For readers of tables; nothing that is sent hangs on it."""


# ------------------------------------------------------------------------------- steps


@record
class Say:
    """Words that join the next message; no case that holds, no words."""

    words: tuple[Case[Template], ...]


@record
class Scripted:
    """A reply put into the participant's mouth."""

    words: Template


@record
class System:
    """Words for the system prompt; `head` is instructions or profile."""

    head: str
    words: Template


@record
class Listen:
    """Send now, take a reply that is not scored."""


@record
class Either:
    """The steps of the first branch whose guard holds; none, if no guard holds."""

    branches: tuple[Case[tuple[Step, ...]], ...]


@record
class Fork:
    """Each branch on its own copy of the conversation. Several forms of one question under a fork
    are several branches; `expand` sees to that.
    """

    branches: tuple[tuple[Step, ...], ...]


@record
class InOrder:
    """Children in one conversation, in this order; `key` names the choice of order."""

    order: Order
    children: tuple[tuple[Step, ...], ...]
    key: str


@record
class Repeat:
    """The steps, so many times."""

    times: int
    steps: tuple[Step, ...]


@record
class ForEach:
    """The steps once for each row of a table or machine; `key` names the choice of order."""

    order: Order
    table: str
    steps: tuple[Step, ...]
    key: str


Step = (
    Say | Show | Scripted | System | Listen | Question | Either | Fork | InOrder | Repeat | ForEach
)


# ------------------------------------------------------------------------------- the whole


@record
class Reference:
    """A published figure beside which results are shown.

    `value` is None where it is unknown; `unit` is LRS, % or empty. `guard` says for which cells.
    `question` is the test that was put to them and scored as it is here, where the script says so;
    `n` is how many were asked it, where that is known.
    """

    who: str
    value: str | None
    unit: str
    guard: Guard
    source: str
    question: str = ""
    n: int | None = None


@record
class Experiment:
    """A checked script, ready to expand. `routines` are already put in place in `steps`."""

    title: str
    file: str
    meta: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    references: tuple[Reference, ...]
    slots: tuple[Slot, ...]
    lets: tuple[Let, ...]
    tables: tuple[Table, ...]
    machines: tuple[Machine, ...]
    factors: tuple[Factor, ...]
    steps: tuple[Step, ...]
    design: Design
    guide: tuple[tuple[int, Template], ...]
    expansion: int = EXPANSION_VERSION
    """The version by which it is expanded: an older one for a study that was run by it."""

    @property
    def only_condition(self) -> str:
        """The name on the line `only condition:`; empty if there is none."""
        return next((words for name, words in self.meta if name == "only condition"), "")

    def of_kind(self, kind: FactorKind) -> tuple[Factor, ...]:
        """The factors of one kind, in order of declaration."""
        return tuple(f for f in self.factors if f.kind is kind)
