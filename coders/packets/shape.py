"""A packet: what one coder receives, and nothing that tells what it is about.

A packet holds no model, no condition, no draw and no key; the source of an item is kept in
the owner's store under the item's opaque id. So are the answers to silent gold, which the coder's
machine never needs. What a coder may read later or never (the story in content view, what was said
after a reply that is not judged yet, answers of training and calibration, the list of models for
the masking test) is *sealed*: packed so that nobody reads it by accident. A seal is no secret from
somebody who wants to open it; leaving these out would have needed a server to answer while coding.

The order of the items is the order in which they are coded.

What a reply can say other than the candidates are the fixed words of content view.

They are the same for every question, so that their being there says nothing. A seventh, "it says
two of them", was left out: a coder picks each of the two, or `both`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from dsl.errors import DevrunError, Exit

PACKET_FORMAT = 1
"""Raised when a packet of today could not be read by the tool of yesterday."""


class View(StrEnum):
    """What a coder sees of a trial."""

    RUBRIC = "rubric"
    """The whole transcript, marks for each question, then the LRS: the paper's way."""
    CONTENT = "content"
    """One question and its reply; what was said is coded, and the key scores it."""
    RATING = "rating"
    """The whole transcript, and an LRS from 0 to 5 by the paper's Table 1: nothing else."""
    PEOPLE = "people"
    """No replies: people rate the items of a questionnaire themselves, wave after wave."""
    REASONS = "reasons"
    """One reason for a rating, with what was known then; rated by a rubric of its own."""

    @property
    def whole(self) -> bool:
        """Whether an item is a whole transcript."""
        return self is not View.CONTENT

    @property
    def has_scale(self) -> bool:
        """Whether each question has a scale of its own, and nothing else is asked."""
        return self in (View.PEOPLE, View.REASONS)


class QuestionOrder(StrEnum):
    """In which order the questions of one item are judged; controls come before the others, but
    where they are judged as asked.
    """

    CONTROLS = "controls"
    """The control questions of all stories, then the others."""
    STORY = "story"
    """Story by story."""
    QUESTION = "question"
    """A question in every story, then the next one."""
    ASKED = "asked"
    """As asked, where what was said after a reply is shown only when the reply is judged."""


class CoderKind(StrEnum):
    """Who codes. Only blind coders make the human mean unless somebody asks otherwise."""

    BLIND = "blind"
    AUTHOR = "author"
    AUTOMATIC = "automatic"
    ADJUDICATOR = "adjudicator"


class Phase(StrEnum):
    """What an item is for. Only MAIN is of the study; a duplicate is MAIN, too."""

    TRAINING = "training"
    GATE_A = "gate A"
    GATE_B = "gate B"
    SILENT = "silent"
    MAIN = "main"


class LineKind(StrEnum):
    """Who speaks in a line of a transcript, or what the line announces."""

    STORY = "story"
    """A heading: a fresh conversation begins."""
    COPY = "copy"
    """A heading: from here on one of several copies of the conversation so far."""
    SYSTEM = "system"
    TOLD = "told"
    """What the participant was sent."""
    REPLY = "reply"
    SCRIPTED = "scripted"
    """A reply that the script put into the participant's mouth."""
    PROFILE = "profile"
    """Who somebody is, as it was then."""
    READ = "read"
    """What was read, or is known."""


@dataclass(frozen=True, slots=True)
class Line:
    """One speech of a transcript. `question` is the number of the question that a TOLD line asks,
    or that a REPLY answers; 0 where it is none that is judged. Text is verbatim and untrusted.
    `pictures` are those that were shown with a TOLD line, by the SHA-256 of their bytes.
    """

    kind: LineKind
    text: str
    question: int = 0
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PacketQuestion:
    """One question of an item, to be judged.

    `number` counts from 1 in the order of the transcript; `text` is the question alone, with its
    choices as shown; `kind` is `control`, `test`, `item` (of a bank, in no LRS), `even`, `rating`
    (a point of its `scale` instead of a mark, or an LRS if it has none), or `practice` or `record`,
    which enter no score and are judged since the next words depended on the reply.
    `story` is the number of the conversation, from 1. `guidance` are general notes for coders,
    `examples` (mark, words) pairs.
    `accepted` and `lures` are empty unless the packet is keyed. `candidates` are what a reply could
    say: in content view, shuffled, and elsewhere where no answer is right. `worth`, `own_story`,
    `if_failed` and `guards` (numbers of the tests that a control guards; empty: all of its story)
    are what the LRS is proposed from.
    """

    number: int
    kind: str
    text: str
    story: int = 1
    worth: Fraction = Fraction(1)
    own_story: bool = True
    if_failed: str = "score zero"
    guidance: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    accepted: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    guards: tuple[int, ...] = ()
    gate: int = 0
    """The number of the first row of the gate that a control is a row of; 0 if it is none."""
    pass_with: int = 0
    """So many rows of that gate must be right."""
    scale: tuple[tuple[int, str], ...] = ()
    """The points that it is rated on, each with what it means."""

    @property
    def is_scored(self) -> bool:
        """Whether its mark enters the LRS."""
        return self.kind == "test"

    @property
    def is_even(self) -> bool:
        """Whether no answer is right, and the mark says which of two was chosen: `accepted` and
        `lures` are these two.
        """
        return self.kind == "even"

    @property
    def is_control(self) -> bool:
        """Whether it is a gate, judged right or wrong only."""
        return self.kind == "control"

    @property
    def is_unscored(self) -> bool:
        """Whether it enters no score, and is judged for the words that followed alone."""
        return self.kind in ("practice", "record")

    @property
    def is_rated(self) -> bool:
        """Whether it gets a rating instead of a mark."""
        return self.kind == "rating"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to code: a whole trial in rubric view, one reply in content view.

    `id` is random and says nothing. In rubric view `lines` are the transcript and `guide` the
    whole-trial examples per LRS; in content view `lines` hold the question and the reply alone,
    `questions` has one entry, and `card` lists the names and things of the story, in alphabetical
    order. `content` is the hash of all of it but the id: two items with one content are the same
    thing to code. In a packet it is salted (`coders.packets.items.salted`), so that no two are
    equal. `lost` are the numbers of questions whose reply was lost or cut off by us.
    """

    id: str
    content: str
    lines: tuple[Line, ...]
    questions: tuple[PacketQuestion, ...]
    guide: tuple[tuple[int, str], ...] = ()
    card: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()

    def question(self, number: int) -> PacketQuestion:
        """The question with this number; KeyError if there is none."""
        for asked in self.questions:
            if asked.number == number:
                return asked
        raise KeyError(number)


@dataclass(frozen=True, slots=True)
class GoldMark:
    """What the experts agreed on for one question: `mark` is right, half or wrong; `said` is the
    script text of what the reply asserts (content view; see `Desk.said`), and `alike` has, for each
    of these, other candidates that say the same. `reason` is for feedback.
    """

    question: int
    mark: str
    flags: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    plain: bool = True
    reason: str = ""
    alike: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Gold:
    """The agreed codes of one gold item; `lrs` is None in content view."""

    item: str
    marks: tuple[GoldMark, ...]
    lrs: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a packet.

    `blind_to` and `not_blind_to` are lists in words, `statement` the sentence that coders read
    first and that the methods paragraph repeats. `codebook_version` names everything that guides
    coding (the table of marks, guidance, examples, view, keyed): logs under two of them do not mix.
    `lrs_first_share` and `masking_share` are shares: of items on which the coder gives the LRS
    first, and of items of which the masking question is asked. `masking_last`: it is asked when all
    is coded; packets of older tools ask it right after the item. `fixed_order`: coders can go to
    items that they have seen, and not choose which comes next; packets of older tools let them.
    `question_order`: in which order the questions of an item are judged; packets of older
    tools ask the control questions of all stories first. `marks_version` is that of the table of
    marks, `codebook_check` of the codebook with the settings that it covers
    (`coders.packets.codebook`); packets of older tools have none.
    """

    format: int = field(default=PACKET_FORMAT, kw_only=True)
    packet: str
    batch: str
    coder: str
    kind: CoderKind
    view: View
    keyed: bool
    codebook_version: str
    tool_version: str
    made: str
    items: int
    blind_to: tuple[str, ...]
    not_blind_to: tuple[str, ...]
    statement: str
    lrs_first_share: Fraction = Fraction(1, 5)
    masking_share: Fraction = Fraction(1, 10)
    gold_note: str = ""
    masking_last: bool = False
    fixed_order: bool = False
    question_order: QuestionOrder = QuestionOrder.CONTROLS
    marks_version: int = 1
    codebook_check: str = ""
    guide: tuple[str, ...] = ()
    """How to rate, in sentences, where questions have a scale of their own."""


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet as read. `training`, `gate_a` and `gate_b` come before `main` and are not of the
    study. `gold` are their answers, by item id, which like `stories` and `models` are sealed in the
    file. `stories` are those of content view; in rubric view the whole transcripts of items
    that are shown in parts (`coders.packets.parts`); of people who rate, all that they read. Silent
    gold is among `main`; its answers are
    in no packet, but for packets of older tools. `checksum` covers the file.
    """

    header: Header
    training: tuple[Item, ...]
    gate_a: tuple[Item, ...]
    gate_b: tuple[Item, ...]
    main: tuple[Item, ...]
    gold: dict[str, Gold] = field(default_factory=dict)
    stories: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    models: tuple[str, ...] = ()
    checksum: str = ""
    where: str = ""
    notices: tuple[str, ...] = ()
    """What a coder should know of it if another version of the tool made it, in sentences."""
    pictures: dict[str, bytes] = field(default_factory=dict, repr=False)
    """The bytes of the pictures that lines show, by their hashes; none in an older packet."""
    rows: dict[str, dict[str, str]] = field(default_factory=dict)
    """What each rating is of, by `row_of`, as columns of a table: only where people rate themselves
    and nothing has to be hidden. Sealed in the file."""

    def item(self, wanted: str) -> Item:
        """The item with this id; KeyError if it is in no part of the packet."""
        for item in self.items:
            if item.id == wanted:
                return item
        raise KeyError(wanted)

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, in the order in which they are coded."""
        return (*self.training, *self.gate_a, *self.gate_b, *self.main)


def row_of(item: str, question: int) -> str:
    """The name of the row that the rating of a question goes to."""
    return f"{item} {question}"


class PacketUnusable(DevrunError):
    """A packet or log that cannot be used: `message` says what and where, `help` what to do."""

    code = "packet"
    exit_code = Exit.STORE


class ContentWord(StrEnum):
    """What was said, where it is none of the candidates. The value is what coders read."""

    BOTH = "both, or all of them"
    NEITHER = "neither, or none of them"
    CANNOT_TELL = "that it cannot be told"
    OTHER = "something else"
    REFUSES = "it declines to answer"
    NO_ANSWER = "it does not answer"


SHORT_WORDS = {word.name.lower().replace("_", " "): word for word in ContentWord}
"""By how gold files and judges write them: both, neither, cannot tell, other, refuses, no
answer."""
