"""Who compares texts by their embeddings, for agents that recall statements so.

A hosted embedder is one model at one endpoint, as a hosted model is, and is asked through the same
SDK. A local model takes the mean of its last hidden states, and a simulated participant a table of
words, each in its own file. What is kept of the reply are the likenesses, and the provider's answer
without the vectors: those of the 50,000 texts of a wave of CogBench would be 500 MB.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dsl.record import replace
from renderers.prompt import Message, Role
from runners.agents.recall import compared, words
from runners.participants.base import Call, Finish, Participant, Reply, Settings
from runners.participants.completion import (
    NotACompletion,
    completion_body,
    no_reply,
    read_json,
    read_object,
)
from runners.participants.failures import Unsupported
from runners.participants.google import GoogleContent
from runners.participants.hosted import HostedModel
from runners.participants.openai import OpenAIModel
from runners.participants.registry import participant
from runners.participants.vendor import GOOGLE, OPENAI, SERVERS

if TYPE_CHECKING:
    from google import genai
    from numpy.typing import NDArray

    from runners.agents.agent import Agent

MOST_TEXTS = 100
"""Texts of one request: as many as Google takes, and fewer than others do."""
_OWN = {"openai": "text-embedding-3-small", "google": "gemini-embedding-001"}
"""The models of vendors that are taken where none is named."""
_HERE = ("hf", "sim")
_VENDORS = {each.provider: each for each in (OPENAI, GOOGLE, *SERVERS)}
_PLACES = 6
"""Decimals of a likeness: fewer than differ from one computer to another."""
_DIMENSIONS = 512
_LARGEST = 1e100
"""The squares of such numbers can still be added up."""


def embedder_name(agent: Agent, model: str) -> str:
    """The name of who compares texts for an agent of a model, as after -m: the model that the agent
    names, or a vendor's own; empty for the participant itself, where it answers on this computer.

    Raises:
        Unsupported: there is none.
    """
    named = agent.memory.embeddings
    provider = (named or model).partition("/")[0]
    if provider in _HERE:
        return named
    if named and provider in _VENDORS:
        return named
    if provider in _OWN:
        return f"{provider}/{_OWN[provider]}"
    what = f"{named or model.partition('?')[0]} has no embeddings"
    if provider in _VENDORS:
        what = f"which embeddings of {_VENDORS[provider].called} are meant is not said"
    raise Unsupported(
        f"{what}, by which the agent {agent.name} recalls",
        "name a model that has, such as embeddings=openai/text-embedding-3-small, or leave out "
        "recall=embeddings, to recall by words",
    )


def embedder_of(
    agent: Agent, model: str, settings: Settings, environment: Mapping[str, str]
) -> Participant | None:
    """Who compares texts for an agent of a model, where that is somebody else.

    Raises:
        CannotStart: there is none, or it cannot be asked.
    """
    name = embedder_name(agent, model)
    if not name:
        return None
    made = embedder(name, settings, environment=environment)
    if not agent.memory.embeddings and isinstance(made, HostedModel) and not made.endpoint.vendor:
        raise Unsupported(
            f"which model of {made.endpoint.server} has embeddings is not known",
            f"name it: embeddings={model.partition('/')[0]}/NAME",
        )
    return made


def embedder(
    name: str, settings: Settings, *, environment: Mapping[str, str] | None = None
) -> Participant:
    """The participant of this name that compares texts. Raises a CannotStart."""
    plain = Settings(timeout_s=settings.timeout_s, max_reply_bytes=settings.max_reply_bytes)
    provider, _, model = name.partition("/")
    if provider in _HERE:
        return participant(name, plain, environment=environment)
    adapter = GoogleEmbeddings if provider == GOOGLE.provider else OpenAIEmbeddings
    given = os.environ if environment is None else environment
    return adapter(model, plain, environment=given, of=_VENDORS[provider])


_Part = tuple[Reply, list[Sequence[float]]]
"""The reply to a part of a call, and the vectors in it."""


class _Embeds:
    """What every hosted embedder does alike: asks in parts, and compares what came back.

    The parts of a call that is cut short are paid for: its next try goes on after them.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._begun: dict[str, list[_Part]] = {}

    async def ask(self: Any, call: Call) -> Reply:
        """How like the texts are; raises a NoReply."""
        questions, statements = compared(call.messages[-1].text)
        messages = [Message(Role.USER, text) for text in (*questions, *statements)]
        parts: list[_Part] = self._begun.setdefault(call.key, [])
        for at in range(len(parts) * MOST_TEXTS, len(messages), MOST_TEXTS):
            part = tuple(messages[at : at + MOST_TEXTS])
            asked = replace(call, messages=part, conversation="")
            reply: Reply = await super().ask(asked)  # type: ignore[misc]
            found = json.loads(reply.text)
            if len(found) != len(part):
                raise self.wire.broken("another number of vectors", damaged=False)
            parts.append((reply, found))
        del self._begun[call.key]
        replies = [reply for reply, _ in parts]
        vectors = [vector for _, found in parts for vector in found]
        if len({*map(len, vectors)}) > 1:
            raise self.wire.broken("vectors of several lengths", damaged=False)
        last = replies[-1]
        tokens = [one.input_tokens for one in replies if one.input_tokens is not None]
        return replace(
            last,
            text=likenesses(len(questions), vectors),
            raw=json.dumps([_without_vectors(read_json(one.raw)) for one in replies]),
            input_tokens=sum(tokens) if len(tokens) == len(replies) else None,
            output_tokens=0,
            latency_s=sum(one.latency_s for one in replies),
        )

    async def aclose(self: Any) -> None:
        """Close the connections, and forget what was begun."""
        self._begun.clear()
        await super().aclose()  # type: ignore[misc]


class OpenAIEmbeddings(_Embeds, OpenAIModel):
    """A model of embeddings at OpenAI, or at a server with its API."""

    vendor = OPENAI
    reserved = frozenset({"model", "input"})
    path = "/embeddings"

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request."""
        return {"model": self.model, "input": [one.text for one in messages], **sent}

    def read_body(self, body: str) -> Reply:
        """The vectors in a list of embeddings; raises NotACompletion."""
        value = read_object(body, "list of embeddings")
        given = value.get("data")
        if not isinstance(given, list):
            raise no_reply(value, "list of embeddings")
        found = _vectors(sorted(given, key=_index), "embedding"), Finish.STOP
        return completion_body(value, found, read=("prompt_tokens",), written=())


class GoogleEmbeddings(_Embeds, GoogleContent):
    """A model of embeddings at Google."""

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request."""
        model = f"models/{self.model}"
        texts = [{"content": {"parts": [{"text": one.text}]}, "model": model} for one in messages]
        return {"requests": texts}

    async def written(self, sdk: genai.Client, probe: str, headers: Mapping[str, Any]) -> None:
        """Has the SDK write a request."""
        await sdk.aio.models.embed_content(model=self.model, contents=probe)

    def read_body(self, body: str) -> Reply:
        """The vectors in a batch of embeddings; raises NotACompletion."""
        value = read_object(body, "list of embeddings")
        given = value.get("embeddings")
        if not isinstance(given, list):
            raise no_reply(value, "list of embeddings")
        return Reply(_vectors(given, "values"), Finish.STOP)


def _index(one: object) -> int:
    """Where a vector belongs; servers that name no place send them in the order of the texts."""
    index = one.get("index") if isinstance(one, dict) else None
    return index if isinstance(index, int) else 0


def _vectors(given: Iterable[object], name: str) -> str:
    """Vectors as JSON, out of objects that hold one by this name."""
    found = [one.get(name) if isinstance(one, dict) else None for one in given]
    if not all(isinstance(one, list) and one and all(map(_is_number, one)) for one in found):
        raise NotACompletion("a list of embeddings without numbers")
    return json.dumps(found)


def _is_number(value: object) -> bool:
    """Whether it is a number that can be reckoned with; NaN is not."""
    return isinstance(value, int | float) and abs(value) < _LARGEST


def _without_vectors(value: object) -> object:
    """An answer with the vectors left out."""
    if isinstance(value, dict):
        rest = {k: v for k, v in value.items() if k not in ("embedding", "values", "embeddings")}
        return {name: _without_vectors(one) for name, one in rest.items() if name != "data"}
    return value


def likenesses(questions: int, vectors: Sequence[Sequence[float]] | NDArray[Any]) -> str:
    """The cosine of each question's vector, which come first, and each statement's, as JSON."""
    import numpy as np

    found = np.asarray(vectors, dtype=float)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    found = found / np.where(lengths, lengths, 1)
    cosines = found[:questions] @ found[questions:].T
    return json.dumps([[round(one, _PLACES) + 0.0 for one in row] for row in cosines.tolist()])


def by_words(call: Call) -> str:
    """What a simulated participant says: how like texts are by a table of their words."""
    questions, statements = compared(call.messages[-1].text)
    vectors = []
    for text in (*questions, *statements):
        counts = Counter(map(_place, words(text)))
        vectors.append([float(counts[at]) for at in range(_DIMENSIONS)])
    return likenesses(len(questions), vectors)


def _place(word: str) -> int:
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % _DIMENSIONS
