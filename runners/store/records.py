"""What goes into a store and comes out of it, as plain values.

Nothing here knows the database; a caller that holds these needs no SQLAlchemy. Times are UTC in
ISO 8601 with a Z, which sorts as text on every database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from dsl.record import record
from dsl.trial import Cell, Levels
from renderers.prompt import Message
from runners.agents.identity import TEXT as AGENT_TEXT

if TYPE_CHECKING:
    from dsl.files.pictures import PictureFile


def now() -> str:
    """The time, UTC, to the millisecond: `2026-03-01T09:30:00.250Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@record
class Sitting:
    """One participant before one experiment: a cell, a draw and a sample.

    Everything that a call key covers, except the place in the script and the words. `key` is made
    of the other fields; `participant` is a participant's key.
    """

    key: str
    participant: str
    experiment: str
    levels: Levels
    wording: str
    draw: int
    sample: int

    @property
    def title(self) -> str:
        """It in words: `False belief, location / permuted / draw 3`."""
        condition = Cell(self.levels, self.wording).condition
        parts = [self.experiment, condition, self.wording, f"draw {self.draw}"]
        if self.sample > 1:
            parts.append(f"sample {self.sample}")
        return " / ".join(part for part in parts if part)


@record
class StoredReply:
    """As much of a stored reply as the next turn needs."""

    key: str
    text: str
    finish: str
    outcome: str = ""
    """What it was read as; empty unless words depend on it."""


@record
class CallRecord:
    """One call and the reply that came back, verbatim. Written once and never changed.

    `requested` and `sent` are canonical JSON: the parameters asked for (with the options whose
    likelihoods were), and those that went on the wire. `tries` counts the attempts it took.
    `finish` is a value of participants' Finish. `outcome` is what the reply was read as where later
    words depend on it, and `reader` the version of that reading; both are empty elsewhere. `batch`
    is the batch by which the reply came; its latency is then 0, since nobody measures one.
    """

    key: str
    sitting: Sitting
    place: str
    messages: tuple[Message, ...]
    text: str
    finish: str
    raw: str
    requested: str
    sent: str
    model_returned: str | None
    request_id: str | None
    input_tokens: int | None
    output_tokens: int | None
    latency_s: float
    tries: int
    simulated: bool
    tool_version: str
    at: str
    outcome: str = ""
    reader: str = ""
    batch: str = ""

    @property
    def kept(self) -> StoredReply:
        """What the next turn needs of it."""
        return StoredReply(self.key, self.text, self.finish, self.outcome)


def requested(identity: Mapping[str, str], options: tuple[str, ...] = (), reading: str = "") -> str:
    """What was asked for in one call: who answers, with which parameters, and the options whose
    likelihoods were asked for, if any, with the reading by which a protocol takes the likeliest.
    The text of an agent is with its participant alone.
    """
    asked: dict[str, object] = {k: v for k, v in identity.items() if k != AGENT_TEXT}
    if options:
        asked["options"] = list(options)
    if reading:
        asked["reading"] = reading
    return json.dumps(asked, sort_keys=True, ensure_ascii=False)


def options_in(requested: str) -> tuple[tuple[str, ...], str]:
    """The options whose likelihoods a call asked for, and the reading of a protocol, out of what
    `requested` made.
    """
    if '"options"' not in requested:
        return (), ""
    asked = json.loads(requested)
    return tuple(asked.get("options", ())), asked.get("reading", "")


@record
class FailedCall:
    """A call that got no reply: what was tried, how often, and why it ended so."""

    id: str
    call: str
    sitting: Sitting
    place: str
    kind: str
    message: str
    tries: int
    tool_version: str
    at: str


@record
class ParticipantRecord:
    """Who answered. `identity` is canonical JSON of what the key is made of; no secrets."""

    key: str
    name: str
    simulated: bool
    identity: str


@record
class StudyScript:
    """One file of a study as it was at a start.

    `file` is its name as given, `main` the script that includes it (itself for a script that was
    run); `experiment` and the hashes are empty for an included file, and so are `pictures`: a
    script has those of the files that it includes, too, each named from its own folder.
    """

    file: str
    main: str
    text: str
    experiment: str = ""
    procedure: str = ""
    rubric: str = ""
    pictures: tuple[PictureFile, ...] = ()


@record
class Start:
    """One time somebody started (or went on with) a study: with what settings, on which scripts.

    A study is known by its procedures and seeds: a later start with more participants or runs joins
    it. `settings` is canonical JSON and keeps no secrets.
    """

    id: str
    study: str
    simulated: bool
    settings: str
    scripts: tuple[StudyScript, ...]
    participants: tuple[ParticipantRecord, ...]
    tool_version: str
    at: str


@record
class Study:
    """A recorded study, for a list: when it was first and last started, and how far it is."""

    id: str
    simulated: bool
    first_started: str
    last_started: str
    experiments: tuple[str, ...]
    participants: tuple[ParticipantRecord, ...]
    trials: int
    finished: int
    tool_version: str


@record
class StudyTrial:
    """One trial of a study: enough to list it, to expand it again, and to find its calls."""

    study: str
    key: str
    sitting: Sitting
    procedure: str
    seed: int


@record
class TrialProgress:
    """How far trials (by key) are: those that are `noted` as a study's, and of those that are
    `finished` the number of their replies.
    """

    noted: frozenset[str]
    finished: Mapping[str, int]


@record
class TranscriptRecord:
    """That a trial is finished, and of which calls it is made: (place, call key) pairs in the order
    of the script. `hash` covers the words of the whole conversation, `prompt` those that were sent,
    and `design` what was asked where (see `keys`). Trials of an older devrun have neither.
    """

    trial: str
    hash: str
    calls: tuple[tuple[str, str], ...]
    tool_version: str
    at: str
    prompt: str | None = None
    design: str | None = None


@record
class StoreWorker:
    """A process that works on a store. `host` says whose process ids its `pid` is one of."""

    id: str
    host: str
    pid: int
    started: str


@record
class ItemSource:
    """The source of an item of a packet: a trial, the words of it that were coded, and in content
    view the place of the question. `sessions` and places of all questions of a rubric item are in
    `places`, by question number: (index of the session in the trial, place of the turn).
    """

    trial: str
    transcript: str
    places: tuple[tuple[int, int, str], ...]


@record
class PacketItem:
    """One item as the owner knows it.

    `phase` is a value of the packets' Phase. `content` is the item's content hash. `twin` is the
    id of the item of which this one is a hidden duplicate, or empty. `behind` is empty for gold.
    `masked` are (number of the line, what was masked) pairs, to undo the masking.
    """

    item: str
    position: int
    phase: str
    content: str
    twin: str
    behind: tuple[ItemSource, ...]
    masked: tuple[tuple[int, str], ...] = ()


@record
class PacketRecord:
    """A packet that was handed out. `batch` names the packets that were made together, `settings`
    is canonical JSON of how, and `header` the first line of the packet as JSON.
    """

    packet: str
    study: str
    batch: str
    coder: str
    coder_kind: str
    view: str
    codebook_version: str
    settings: str
    header: str
    items: Sequence[PacketItem]
    tool_version: str
    at: str

    @property
    def trials(self) -> frozenset[str]:
        """The keys of all trials behind its items."""
        return frozenset(behind.trial for item in self.items for behind in item.behind)


@record
class LogLine:
    """One line of a coding log that was collected. `line` is the whole line; the other fields are
    what a person with a database browser looks for.
    """

    packet: str
    coder: str
    coder_kind: str
    sequence: int
    line: str
    item: str = ""
    trial: str = ""
    transcript: str = ""
    rubric: str = ""
    place: str = ""
    mark: str = ""
    flags: str = ""
    note: str = ""
    codebook_version: str = ""
    tool_version: str = ""
    at: str = ""


@record
class LogSnapshotRecord:
    """What came of a packet's log up to the line with this `sequence`, the last that was there.

    `line` is that line. `scheme` is the number of the form that `body` has; a devrun that knows
    another form reads the log instead.
    """

    packet: str
    sequence: int
    line: str
    scheme: int
    body: str


@record
class Usage:
    """The replies of one participant (its key) in a study, and their tokens; `embeddings`: those of
    whoever compares texts for it, `batched`: those that came by batches. `pictures` are those whose
    tokens nobody counted, and which are in no sum.
    """

    participant: str
    replies: int
    input_tokens: int
    output_tokens: int
    embeddings: bool = False
    batched: bool = False
    pictures: int = 0


@record
class ModelReplies:
    """The replies of one participant (its key) in one cell that came under one returned name.

    `returned` is None where the provider names no model. `first` and `last` are times, UTC. Tokens
    are those that were counted; of `uncounted` replies they are not known. `tries` counts attempts.
    `embeddings`: who replied compares texts for the participant.
    """

    participant: str
    experiment: str
    levels: Levels
    wording: str
    returned: str | None
    replies: int
    first: str
    last: str
    input_tokens: int
    output_tokens: int
    uncounted: int
    tries: int
    embeddings: bool = False
    batched: bool = False


@record
class TrialReplies:
    """The stored replies of a trial (its key): how many, their texts, a line apart, and place and
    text of those that were asked for. `size` is how many its transcript has.
    """

    trial: str
    size: int
    count: int
    texts: str
    told: Sequence[tuple[str, str]]
