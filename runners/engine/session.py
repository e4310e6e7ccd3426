"""Walks a trial: which call comes next follows from the replies there are, and from nothing else.

Walking is pure. A walk yields one call at a time and is sent the reply; at a fork it yields a
walk for each branch and goes on with the trunk. Where later words depend on a reply, it is read by
the rules of the script, and the walk goes on in the trial that follows that outcome. The engine
drives walks with a participant, and `transcripts` drives the same ones with stored replies, so that
resuming, replaying and reading cannot differ. A table of each trial's state would have been the
alternative, and a second truth.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from os.path import commonprefix
from typing import TYPE_CHECKING

from dsl.expanding.after import After
from dsl.experiment import Outcome
from dsl.likelihoods import weighed
from dsl.record import record, replace, working
from dsl.trial import Fork, Node, Path, Place, Question, ScriptedTurn, Session, Trial, Turn
from renderers.prompt import LETTERS, Message, Role, opening, user_message
from runners.participants.base import LOST, Call, Finish
from runners.store.keys import call_key, sampling_seed
from runners.store.records import StoredReply

if TYPE_CHECKING:
    from renderers.rows.agent_waves import AgentAccount
    from runners.agents.agent import Agent
    from runners.agents.steps import StepRequest


_ENOUGH = 48
"""Of the hexadecimal digits of a sitting, as many as fit where 64 characters may name it."""


@record
class NextCall:
    """The next call of a walk: send the messages, and send the walk the text of the reply.

    `branch` says where it is: for each fork on the way, the fork's number in its walk and the
    number of the branch, both from 1; empty on the trunk. `answers` are the questions with a `keep`
    that were answered in this conversation, with their replies. `options` are the answers whose
    likelihoods are asked for, none where words are.
    """

    key: str
    turn: Turn
    messages: tuple[Message, ...]
    session: Session
    branch: tuple[tuple[int, int], ...]
    answers: tuple[tuple[Question, str], ...] = ()
    options: tuple[str, ...] = ()
    number: int = 0
    """The index of the session in the trial."""
    path: Path = ()
    """The outcomes of the replies before it in this conversation."""
    sitting: str = ""
    """The key of the trial of this participant."""
    after: After | None = None
    first: Session | None = None
    """The session before any reply was known; `session` goes no further than replies are known."""
    reading: str = ""
    """By which likelihood a protocol takes the likeliest option; empty where none says so."""
    request: StepRequest | None = None
    """What an agent asks."""
    goes_on: bool = False
    """Whether the conversation, as far as it is known, has a later call."""
    rated: bool = False
    """Whether an agent goes by the point of the scale that the reply names."""

    def whole(self) -> Session:
        """The session to its end, every later reply right."""
        return self.session if self.after is None else self.after(self.path).sessions[self.number]

    @property
    def place(self) -> str:
        """The place of the turn within its trial."""
        return self.turn.place

    @property
    def step(self) -> str:
        """The name of the agent's step that the call belongs to; empty where it is the script's."""
        return "" if self.request is None else self.request.name


@record
class Branches:
    """A fork: each walk has its own copy of the conversation. Send the walk anything to go on; with
    `waits` only once all of these have ended, and not at all where one of them cannot. `said` comes
    before the `fork` of a script, which no agent's branches have.
    """

    walks: tuple[Walk, ...]
    waits: bool = False
    said: tuple[Message, ...] = ()
    fork: Fork | None = None

    def shared(self) -> int:
        """With how many characters the first calls of all branches begin, as far as is known."""
        texts = [
            user_message(branch[0]).text
            for branch in (self.fork.branches if self.fork is not None else ())
            if branch and not isinstance(branch[0], Fork)
        ]
        return sum(len(one.text) for one in self.said) + len(commonprefix(texts))  # noqa: RUF071 (texts)


@record
class Heard:
    """What a walk is sent: the words of a reply, and the outcome that is stored with it, if any.

    `lost`: the reply is no whole answer, and nothing that depends on it can follow.
    """

    text: str = ""
    outcome: str = ""
    lost: bool = False
    refused: bool = False
    """The provider marked it as a refusal."""


Walk = Generator[NextCall | Branches, Heard, Path]
"""A conversation still to be held; it ends with the outcomes that were read in it."""


def walks(
    trial: Trial,
    sitting: str,
    after: After | None = None,
    agent: Agent | None = None,
    account: AgentAccount | None = None,
) -> tuple[Walk, ...]:
    """One walk for each session of the trial; `sitting` is the key of the trial's sitting. Without
    `after` nothing that is sent may depend on a reply. With an agent all waves are one walk, and
    what came of it is noted in its `account`.
    """
    if agent is not None:
        from runners.engine.agent_walk import agent_walk

        return (agent_walk(trial, sitting, agent, after, account),)
    if after is not None and after.in_order:
        return (_in_order(trial, sitting, after),)
    expected = dict(trial.path)
    return tuple(
        Conversation(number, session, sitting, after, session.nodes, expected=expected).walk(
            opening(session)
        )
        for number, session in enumerate(trial.sessions)
    )


def _in_order(trial: Trial, sitting: str, after: After) -> Walk:
    """The sessions of a trial one after the other: each has what was carried from those before."""
    path: Path = ()
    for number in range(len(trial.sessions)):
        session, ahead = after.before(number, path)
        talk = Conversation(
            number, session, sitting, after, session.nodes, path, expected=dict(ahead)
        )
        path = yield from talk.walk(opening(session))
    return path


def first_calls(trial: Trial) -> Iterator[NextCall]:
    """The calls of a trial that come before any reply, each copy of a conversation with its own."""
    waiting = list(walks(trial, ""))
    while waiting:
        walk = waiting.pop(0)
        step = next(walk, None)
        while isinstance(step, Branches):
            waiting.extend(step.walks)
            try:
                step = walk.send(Heard())
            except StopIteration:
                step = None
        if step is not None:
            yield step


def call_of(step: NextCall, *, weighs: bool) -> Call:
    """The call as a participant is asked it; `weighs`: it can say how likely options are. It holds
    no question and no key.
    """
    call = Call(step.key, step.messages, sampling_seed(step.key), goes_on=step.goes_on)
    said_before = any(one.role is Role.ASSISTANT for one in step.messages)
    if step.goes_on or step.branch or said_before:
        call = replace(call, conversation=f"{step.sitting[:_ENOUGH]}-{step.number}")
    if step.request is not None and step.request.compares:
        return replace(call, compares=True)
    if not (weighs and step.options):
        return call
    layout = step.turn.question.layout if step.turn.question is not None else None
    if layout is None or not layout.weighed:
        return replace(call, options=step.options)
    return replace(
        call,
        options=step.options,
        continues=True,
        letters=tuple(LETTERS[: len(step.options)]) if layout.lettered else (),
        bare=layout.bare,
        reading=layout.reading,
    )


def heard(kept: StoredReply) -> Heard:
    """A stored reply as a walk is sent it."""
    finish = Finish(kept.finish)
    return Heard(kept.text, kept.outcome, finish in LOST, finish is Finish.REFUSAL)


def read(step: NextCall, reply: str) -> str:
    """What the reply to a call is read as; empty where nothing depends on it."""
    question = step.turn.question
    if question is None or not (question.outcomes or step.rated):
        return ""
    from coders.reply_outcomes import rated, reply_outcome

    if step.request is not None and not question.rating:
        reply = step.request.answer_in(reply)
    if not question.outcomes:
        point = rated(reply, question)
        return "" if point is None else str(point)
    return reply_outcome(reply, question, kept=dict(kept_of(step)))


def carried(
    number: int, session: Session, question: Question, reply: Heard, outcome: str
) -> tuple[Place, str] | None:
    """What the next wave has of a reply that was read as `outcome`: nothing where it was lost,
    refused or empty. None where the question is no record that waves carry.
    """
    if (Outcome.CARRIED.value, "") not in question.outcomes:
        return None
    whole = outcome == Outcome.CARRIED and not reply.refused and reply.text.strip()
    place = number, f"{session.version}/carry {question.name}"
    return place, reply.text if whole else ""


def kept_of(step: NextCall) -> tuple[tuple[str, str], ...]:
    """(name, words) of each reply kept so far in the conversation: the phrase that matched, as in
    scoring; where that is not plain, the reply.
    """
    from coders.matcher import kept_phrase
    from coders.memoized_match import memoized_match

    kept: list[tuple[str, str]] = []
    for question, reply in step.answers:
        matched = memoized_match(reply, question, kept=dict(kept)).matched
        kept.append((question.keep or "", kept_phrase(matched, question) or reply))
    return tuple(kept)


@working
class Conversation:
    """One conversation: the trunk of a session, or a branch of it. `nodes` are as far as
    they are known.
    """

    number: int
    session: Session
    sitting: str
    after: After | None
    nodes: tuple[Node, ...]
    path: Path = ()
    branch: tuple[tuple[int, int], ...] = ()
    answers: tuple[tuple[Question, str], ...] = ()
    expected: Mapping[Place, str] | None = None
    """The outcomes with which the nodes at hand go on; None where they end at the next reply."""
    first: Session | None = None
    """The session before any reply in it was known; None as long as that is its own."""

    def walk(self, said: tuple[Message, ...]) -> Walk:
        """Its calls."""
        messages = list(said)
        forks = at = 0
        while at < len(self.nodes):
            node = self.nodes[at]
            at += 1
            if isinstance(node, Fork):
                forks += 1
                told = tuple(messages)
                copies = tuple(talk.walk(told) for talk in self.copies(node, forks))
                yield Branches(copies, said=told, fork=node)
                continue
            messages.append(user_message(node))
            if isinstance(node, ScriptedTurn):
                messages.append(Message(Role.ASSISTANT, node.reply))
                continue
            step = self._call(node, tuple(messages), goes_on=at < len(self.nodes))
            reply = yield step
            messages.append(Message(Role.ASSISTANT, reply.text))
            if not self.takes(step, reply):
                break
        return self.path

    def copies(self, fork: Fork, number: int) -> tuple[Conversation, ...]:
        """A copy for each branch of its fork of this number, from 1."""
        where = self.number, self.session, self.sitting, self.after
        so_far = self.answers, self.expected, self.first
        return tuple(
            Conversation(*where, branch, self.path, (*self.branch, (number, at)), *so_far)
            for at, branch in enumerate(fork.branches, start=1)
        )

    def takes(self, step: NextCall, reply: Heard) -> bool:
        """Goes on after a reply, which may change what follows; False where nothing can."""
        question = step.turn.question
        if question is None:
            return True
        if question.keep is not None:
            earlier = (one for one in self.answers if one[0].keep != question.keep)
            self.answers = (*earlier, (question, reply.text))
        if not question.outcomes or self.after is None:
            return True
        outcome = "" if reply.lost else reply.outcome or read(step, reply.text)
        if (one := carried(self.number, self.session, question, reply, outcome)) is not None:
            self.path = (*self.path, one)
            return True
        place = self.number, step.place
        self.path = (*self.path, (place, outcome))
        if reply.lost:
            return False
        if self.expected is None or self.expected.get(place) != outcome:
            self.expected = None
            self._set_session(self.after.session(self.path))
        return True

    def _call(self, turn: Turn, sent: tuple[Message, ...], *, goes_on: bool) -> NextCall:
        options = weighed(turn.question) if turn.question is not None else ()
        layout = turn.question.layout if turn.question is not None else None
        reading = layout.reading if layout is not None and options else ""
        key = call_key(self.sitting, turn.place, sent, options, reading)
        where = self.session, self.branch, self.answers
        walked = self.number, self.path, self.sitting
        ahead = self.after, self.first or self.session
        return NextCall(
            key, turn, sent, *where, options, *walked, *ahead, reading=reading, goes_on=goes_on
        )

    def _set_session(self, session: Session) -> None:
        """Goes on in a session that is known further."""
        self.first = self.first or self.session
        self.session, self.nodes = session, session.nodes
        for fork, branch in self.branch:
            forks = [node for node in self.nodes if isinstance(node, Fork)]
            self.nodes = forks[fork - 1].branches[branch - 1]
