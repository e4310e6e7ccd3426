"""What expansion gives: trials, each a tree of turns with every word in place.

A trial is a pure function of (experiment, cell, draw, sample, seed, path). It holds everything that
can be sent to a participant, and how each reply is judged. All that it knows of replies is its
path: what they were read as, where the script lets later words depend on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dsl.experiment import IfFailed, Layout, Order, Protocol, Quantity, Scorer
from dsl.loops import Exploration, Training
from dsl.record import hashed_record, record
from dsl.tree import TESTS, QuestionKind
from dsl.words import decimal, number_in

Levels = tuple[tuple[str, str], ...]
"""(factor, level) pairs in order of declaration."""

Place = tuple[int, str]
"""(index of the session in the trial, place of the turn)."""

Path = tuple[tuple[Place, str], ...]
"""The outcome of each reply on which later words depend, in the order of the script."""


@hashed_record
class Cell:
    """One combination of condition levels, and a wording (`original` or `permuted`).

    `name` is what a script calls its only condition; it is for readers, and no part of the cell.
    """

    levels: Levels
    wording: str
    name: str = ""

    __aside__ = ("name",)

    @property
    def condition(self) -> str:
        """The levels joined by a comma; without conditions the name, which may be empty."""
        return ", ".join(level for _, level in self.levels) or self.name


@record
class Phrase:
    """A key, lure or half answer in words. `text` is how the script has it; `accepted` are all the
    wordings that count as it, `text` first (the `also` of the words in it, spelt out). `within`: it
    is a number, and any that differs from it by no more than this counts as it, too.
    """

    text: str
    accepted: tuple[str, ...]
    within: Fraction | None = None

    @property
    def shown(self) -> str:
        """The words, with the tolerance of a number, if it has one: `11 (within 1)`."""
        return f"{self.text} (within {decimal(self.within)})" if self.within else self.text

    def is_number(self, text: str) -> bool:
        """Whether a text is a number that counts as this one; only where there is a tolerance."""
        mine, said = number_in(self.text), number_in(text)
        if self.within is None or mine is None or said is None:
            return False
        return abs(mine - said) <= self.within


@record
class Clause:
    """One statement of a key: all, any or none of the phrases.

    `kept` are names of replies of the same session, kept by earlier questions: what matched in each
    is one more phrase of the clause (`dsl.kept_replies` puts it in).
    """

    quantity: Quantity
    phrases: tuple[Phrase, ...]
    kept: tuple[str, ...] = ()


@record
class Key:
    """How a reply to one question is judged; never sent.

    `answer`: every clause must hold; empty when nothing is keyed (a record, or coders only).
    `wrong`: the lures, without what is right here. `wrong_kept` and `half_kept`: names of kept
    replies that are lures or half right. `candidates`: between how many answers a guesser chooses,
    and `right` how many of these are right; 0 when unknown.
    """

    answer: tuple[Clause, ...]
    wrong: tuple[Phrase, ...]
    half: tuple[Phrase, ...]
    scorer: Scorer
    candidates: int
    right: int
    wrong_kept: tuple[str, ...] = ()
    half_kept: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    """(mark, words) pairs: right, half or wrong."""
    coders: tuple[str, ...] = ()
    alternatives: tuple[tuple[Clause, ...], ...] = ()
    """In addition to `answer`, every clause of at least one of these must hold."""

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of `answer` and of every alternative."""
        return (*self.answer, *(clause for way in self.alternatives for clause in way))

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Every phrase that the key names: what is right or barred, lures, and half answers."""
        right = (phrase for clause in self.clauses for phrase in clause.phrases)
        return (*right, *self.wrong, *self.half)


@record
class Attempt:
    """The next try of an exploration. `offers`: each thing that may be put on the machine, by its
    slot, two or more. `best`: what would settle most, as slots; empty where nothing more can be
    learnt.
    """

    machine: str
    offers: tuple[tuple[str, Phrase], ...]
    best: tuple[str, ...]
    done: Phrase | None = None
    """How the participant ends the exploration; None where it cannot."""
    left: int = 0
    """How many rules fit what was seen so far."""
    rule: str = ""
    """How the machine truly works: `two of`."""
    by_rule: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each kind of rule, what would settle most if that were the only one."""


@record
class MachineAnswers:
    """What answers a question about a machine by how it truly works, and by each kind of rule if
    that were the only one, from what has been seen: one phrase, or all that must be named.
    """

    machine: str
    rule: str
    truth: tuple[Phrase, ...]
    by_rule: tuple[tuple[str, tuple[Phrase, ...]], ...]
    seen: tuple[tuple[str, ...], ...] = ()
    """The tries that have been seen, as slots, in addition to what the script shows."""


@hashed_record
class Question:
    """One question as one participant meets it.

    `options` are in the order shown, `letters` are not part of them. `rating` is (low, high) with
    `labels` or empty. `guards`: names of the tests that this control guards; empty for all of its
    session. `keep`: the name under which the answer is kept, or None. `own`: the script says
    of it that the paper asked it (`Session.is_own`). `group`: that of an item of a bank.
    """

    # A reply is read the same whatever people said, so that each is read once in all waves.
    __aside__ = ("people",)

    kind: QuestionKind
    name: str
    form: str
    text: str
    options: tuple[str, ...]
    order: Order
    rating: tuple[int, int] | None
    labels: tuple[str, ...]
    key: Key
    worth: Fraction
    guards: tuple[str, ...]
    if_failed: IfFailed
    keep: str | None
    own: bool = False
    reversed: bool = False
    """It is an item of a questionnaire, and counts the other way round."""
    outcomes: tuple[tuple[str, str], ...] = ()
    """Where later words depend on the reply: all that it can be read as, each with the option that
    it is, which is empty for `right`, `unclear` and their like."""
    answer_line: str = ""
    """A reply is read on those of its lines that begin with this and a colon, if there are any;
    empty: it is read as a whole."""
    pass_with: tuple[int, int] | None = None
    """(K, N): this control is one of N rows that make one gate, passed when K are right."""
    readings: tuple[tuple[str, str], ...] = ()
    """The same where a measure may count the reply, and no coder judges it."""
    group: str = ""
    format: str = ""
    """What an item of a bank shows, an `ItemFormat`."""
    layout: Layout | None = None
    """Only of an item of a bank under a protocol that says how items are put."""
    attempt: Attempt | None = None
    """Only where it explores a machine."""
    machine: MachineAnswers | None = None
    """Only where its key follows from a machine that is explored."""
    people: tuple[int | None, ...] = ()
    """How people rated it, the majority by wave from 0 to the one at hand; None where they did not,
    or were tied. Empty where nobody was asked. Never sent, but by agents that see feedback."""

    @property
    def title(self) -> str:
        """The name, with the form where there are several: `belief, look`."""
        return f"{self.name}, {self.form}" if self.form else self.name

    @property
    def even_answers(self) -> tuple[str, str]:
        """The two answers to an even question; the share of the first is counted."""
        return self.key.answer[0].phrases[0].text, self.key.wrong[0].text

    @property
    def answers(self) -> tuple[str, ...]:
        """Every answer that the script names, each once: keys, lures, half answers and options."""
        named = (phrase.text for phrase in self.key.phrases)
        return tuple(dict.fromkeys((*named, *self.options)))


@hashed_record
class Picture:
    """A picture as one participant is shown it.

    `alt` says in words what is to be seen, for everybody who sees no picture: a simulated
    participant, a coder, a person who reads the script's words. It is never sent to a real one: it
    may well name the answer. `file` is the path in the script, and is sent to nobody: it may name
    the condition. `digest` is the SHA-256 of `data`, which is empty where only the store's note of
    a picture is at hand (`Store.pictures` has the bytes). One with `at` stands within its question,
    before that character of the question's words.
    """

    file: str
    alt: str
    media_type: str
    digest: str
    data: bytes
    at: int | None = None

    __aside__ = ("file", "data")

    @property
    def described(self) -> str:
        """What replaces the picture where there are only words."""
        return f"[picture: {self.alt}]"


Told = str | Picture
"""What a person says, or shows, in one message."""


@record
class Turn:
    """One request to the participant: what was said since its last reply, then a question if any.

    `place` names the turn within its trial: unique there, and unchanged by edits elsewhere. `row`
    counts the rows of the innermost loop over a table from 1, as the table has them; `item` is that
    row in words, its cells joined by ` | `; `scene` is the name of the scene it is in. `again`: the
    question was asked before, and is not repeated: what was said is all of the message. `before`
    and `after` are the words of a framing, which stand around the question, or around what was said
    where it is asked again.
    """

    place: str
    says: tuple[Told, ...]
    question: Question | None
    row: int | None = None
    item: str = ""
    scene: str = ""
    again: bool = False
    before: str = ""
    after: str = ""


@record
class ScriptedTurn:
    """What was said, and the reply the script puts into the participant's mouth."""

    says: tuple[Told, ...]
    reply: str


@record
class Fork:
    """Branches, each on its own copy of the conversation so far. What follows the fork in the
    enclosing tuple continues the trunk, which knows nothing of the branches.
    """

    branches: tuple[tuple[Node, ...], ...]


Node = Turn | ScriptedTurn | Fork


@record
class Retold:
    """Tries of a machine that another participant made, at other `levels` of conditions; `place`
    names where they are said.
    """

    place: str
    machine: str
    levels: Levels
    missing: bool = False
    """There are none: nothing was tried, or a reply was lost."""


@record
class Session:
    """One version, in a fresh conversation. `levels` are its version levels, empty without
    versions; `own_story` marks those of the paper.
    """

    levels: Levels
    own_story: bool
    worth: Fraction
    system: tuple[str, ...]
    nodes: tuple[Node, ...]
    trainings: tuple[Training, ...] = ()
    explorations: tuple[Exploration, ...] = ()
    retold: tuple[Retold, ...] = ()
    wave: int | None = None
    """Which wave it is, 0 before anything was shown; None in a script without waves."""
    profile: str = ""
    """The words of the profile, which are among those of `system`; agents keep them by."""

    @property
    def version(self) -> str:
        """The version levels joined by a comma; empty without versions."""
        return ", ".join(level for _, level in self.levels)

    def is_own(self, question: Question, *, named: bool | None = None) -> bool:
        """Whether the paper asked a question of this version: it says `own`, or it is in an own
        story, where it is the paper's unless other tests say `own` and this one does not. Who asks
        for many questions gives what `names_own` is (`named`).
        """
        if question.own or not self.own_story:
            return question.own
        if question.kind not in TESTS:
            return True
        return not (self.names_own if named is None else named)

    @property
    def names_own(self) -> bool:
        """Whether some of its questions say `own`."""
        return any(turn.question and turn.question.own for turn in turns(self.nodes))


@record
class Trial:
    """All sessions and questions that together make one LRS.

    `balance` holds the counterbalance levels and `words` the value of every slot that is in the
    script, by slot name. `draw` and `sample` count from 1. `protocol` says how it is rated. `path`
    is empty unless words depend on replies.
    """

    experiment: str
    cell: Cell
    draw: int
    sample: int
    seed: int
    balance: Levels
    words: tuple[tuple[str, str], ...]
    sessions: tuple[Session, ...]
    protocol: Protocol = Protocol.BATTERY
    path: Path = ()

    def asked(self, *kinds: QuestionKind) -> Iterator[tuple[Place, Session, Question]]:
        """Every question (of these kinds, where some are named) with its place and its session, in
        the order written.
        """
        for place, turn in self.turns.items():
            question = turn.question
            if question is not None and (not kinds or question.kind in kinds):
                yield place, self.sessions[place[0]], question

    @property
    def turns(self) -> dict[Place, Turn]:
        """Every turn by its place, in the order written."""
        return {
            (index, turn.place): turn
            for index, session in enumerate(self.sessions)
            for turn in turns(session.nodes)
        }


def turns(nodes: tuple[Node, ...]) -> tuple[Turn, ...]:
    """Every turn of a tree that asks the participant, depth first, in the order written."""
    found: list[Turn] = []
    for node in nodes:
        if isinstance(node, Turn):
            found.append(node)
        elif isinstance(node, Fork):
            for branch in node.branches:
                found.extend(turns(branch))
    return tuple(found)
