"""Keys made of content: who was asked, what, and where.

A call key covers the participant, the experiment's title, the cell, draw and sample (together: the
sitting), the place in the script, and the exact messages. Two conditions never share a reply; after
an edit only the turns that changed, and those after them, have new keys. Keys by row number would
have been shorter, and would have tied a reply to the store and the run that it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from dsl.projections import Value, canonical, digest, digest_of, listed
from dsl.trial import Cell, Node, ScriptedTurn, Trial, Turn, turns
from renderers.prompt import Message, Role, opening, user_message
from runners.store.messages import noted
from runners.store.records import Sitting

STUDY_LETTERS = 12
"""How much of its hash names a study: short enough to type, and 48 bits."""


NO_TRIAL = 0
"""The sample of calls that belong to no trial; samples of trials count from 1."""


def participant_key(identity: Mapping[str, str]) -> str:
    """The key of a participant: its provider, model, requested parameters and endpoint."""
    return digest("devrun:participant:1", dict(identity))


def sitting_of(participant: str, experiment: str, cell: Cell, *, draw: int, sample: int) -> Sitting:
    """A participant (its key) before one cell, draw and sample of an experiment."""
    key = digest(
        "devrun:sitting:1", [participant, experiment, cell.levels, cell.wording, draw, sample]
    )
    return Sitting(key, participant, experiment, cell.levels, cell.wording, draw, sample)


def call_key(
    sitting: str,
    place: str,
    messages: Iterable[Message],
    options: tuple[str, ...] = (),
    reading: str = "",
) -> str:
    """The key of one call: a sitting (its key), a place in the trial, what is sent there, and the
    options whose likelihoods are asked for. To weigh other options, or none, is another call,
    and so is to take the likeliest by another reading, where a protocol names one.

    Of a picture its place, its bytes (by their digest), its kind and its description are covered:
    the first three are what a real participant is sent, the last what a simulated one and a coder
    read. The name of its file is not.
    """
    sent = [canonical(sitting), canonical(place), listed(map(_spelt, messages))]
    if options:
        sent.append(canonical(options))
    if reading:
        sent.append(canonical(reading))
    return digest_of("devrun:call:1", listed(sent))


def _spelt(message: Message) -> bytes:
    """The spelling of a message. Every call of a conversation has those before it, too, so it is
    kept, but for pictures, which are large.
    """
    return canonical(noted(message)) if message.pictures else _said(message.role, message.text)


@lru_cache(4096)
def _said(role: Role, text: str) -> bytes:
    return canonical(noted(Message(role, text)))


def sampling_seed(call: str) -> int:
    """The seed for a participant that samples, from 0 to 2**31 - 1; derived from the call key, so
    that repeats of one text differ and a repeat of one call does not.
    """
    return int(digest("devrun:sampling:1", call)[:8], 16) >> 1


def study_key(procedures: Iterable[tuple[str, int]], *, simulated: bool) -> str:
    """The name of a study: its (procedure hash, seed) pairs, whatever their order.

    More participants, runs, samples or wordings join a study, and so does a mended key. Simulated
    participants alone make a study of their own, so that they are never pooled with real ones.
    """
    pairs = sorted({(procedure, str(seed)) for procedure, seed in procedures})
    return digest("devrun:study:1", [pairs, simulated])[:STUDY_LETTERS]


def prompt_hash(trial: Trial) -> str:
    """The hash of everything that a participant is sent in a trial, except its own replies: trials
    with the same one were asked in the same words.
    """
    sent: list[Value] = [
        [[noted(one) for one in opening(session)], list(map(_sent, session.nodes))]
        for session in trial.sessions
    ]
    return digest("devrun:prompt:1", sent)


def _sent(node: Node) -> list[Value]:
    match node:
        case Turn():
            return noted(user_message(node))
        case ScriptedTurn():
            return [noted(user_message(node)), noted(Message(Role.ASSISTANT, node.reply))]
        case _:
            return [[_sent(one) for one in branch] for branch in node.branches]


def design_hash(trial: Trial) -> str:
    """The hash of what is asked where: the levels of each session and the places of its turns.

    Trials of one cell that have the same one are scored alike if they were marked alike, whatever
    their words are. It covers nothing that only judges, so a mended key leaves it as it is.
    """
    asked: list[Value] = [
        [[list(pair) for pair in session.levels], [turn.place for turn in turns(session.nodes)]]
        for session in trial.sessions
    ]
    return digest("devrun:design:1", asked)


def transcript_hash(exchanges: Iterable[tuple[str, str, str]]) -> str:
    """The hash of a finished trial's conversations, from (place, call key, reply) triples."""
    return digest("devrun:transcript:1", [list(exchange) for exchange in exchanges])


def code_key(packet: str, sequence: int, line: str) -> str:
    """The key of a line of a coding log: its packet, its number and its words."""
    return digest("devrun:code:1", [packet, sequence, line])


def text_hash(text: str) -> str:
    """The name under which a script's text is kept: SHA-256 of its UTF-8."""
    from hashlib import sha256  # loads OpenSSL

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
