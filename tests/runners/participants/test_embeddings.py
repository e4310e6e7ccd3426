"""Texts compared by embeddings: over both wire formats, in parts, and refused before any call."""

from __future__ import annotations

import json

import anyio
import pytest

from dsl.record import replace
from runners.agents.agent import AgentUnusable
from runners.agents.recall import likenesses_in, to_compare
from runners.batches.formats import hosted
from runners.participants.base import Call, Message, Participant, Reply, Role, Settings
from runners.participants.double import Double, Request, ServerAnswer, overloaded
from runners.participants.failures import CannotStart, NoReply
from runners.participants.registry import participant

QUESTIONS = ("Dogs bark.", "abc")
NAME = "openai/x?agent=coggpt&recall=embeddings&embeddings=openai/m-1"
STATEMENTS = ("Dogs bark.", "cba", "xyz", "") * 30
CALL = Call("k", (Message(Role.USER, to_compare(QUESTIONS, STATEMENTS)),), compares=True)


FEW = replace(CALL, messages=(Message(Role.USER, to_compare(("a",), ("b", "c"))),))


def compared(double: Double, name: str, call: Call = CALL) -> Reply:
    async def asked() -> Reply:
        one = participant(name, Settings(temperature=0.5), environment=double.environment)
        try:
            return await one.ask(call)
        finally:
            await one.aclose()

    return anyio.run(asked)


@pytest.mark.parametrize(
    ("vendor", "path", "tokens"),
    [
        ("openai", "/v1/embeddings", 123),
        ("google", "/v1beta/models/m-1:batchEmbedContents", None),
        ("openai/responses", "/v1/embeddings", 123),
    ],
)
def test_texts_are_sent_in_parts_and_their_vectors_are_not_kept(
    vendor: str, path: str, tokens: int | None
) -> None:
    own = vendor.partition("/")[0]
    with Double() as double:
        reply = compared(double, f"{vendor}/x?agent=coggpt&recall=embeddings&embeddings={own}/m-1")
        assert [one.path for one in double.requests] == [path] * 2
        assert b"temperature" not in double.requests[0].body
    found = likenesses_in(reply.text, QUESTIONS, STATEMENTS)
    assert found is not None
    assert found["Dogs bark."][0] == 1
    assert found["abc"] == (pytest.approx(found["abc"][0]), 1.0, 0.0, 0.0) * 30
    assert "[[1.0, " in reply.text
    assert 'embedding": [' not in reply.raw
    assert "values" not in reply.raw
    assert (reply.input_tokens, reply.output_tokens) == (tokens, 0)


def listed(*vectors: object, **more: object) -> ServerAnswer:
    """An answer with these vectors."""
    body = json.dumps({"data": [{"embedding": one, **more} for one in vectors]})
    return ServerAnswer(body=f"\ufeff{body}".encode())


def test_parts_that_came_are_not_asked_for_again() -> None:
    """The second part fails once: the next try asks for that alone, and counts both."""
    answered: list[int] = []

    def second(request: Request) -> ServerAnswer | None:
        answered.append(len(json.loads(request.body)["input"]))
        return overloaded() if len(answered) == 2 else None

    async def asked(one: Participant) -> Reply:
        try:
            with pytest.raises(NoReply):
                await one.ask(CALL)
            return await one.ask(CALL)
        finally:
            await one.aclose()

    with Double(also=second) as double:
        retried = anyio.run(asked, participant(NAME, Settings(), environment=double.environment))
        assert answered == [100, 22, 22]
        whole = compared(double, NAME)
    assert answered[3:] == [100, 22]
    assert (retried.text, retried.input_tokens) == (whole.text, whole.input_tokens)


def test_vectors_without_places_are_taken_in_their_order() -> None:
    with Double(also=lambda _: listed([1, 0], [0, 1], [1, 0], index=None)) as double:
        reply = compared(double, NAME, FEW)
    assert reply.text == "[[0.0, 1.0]]"


@pytest.mark.parametrize(
    ("vectors", "what"),
    [
        (([1, 0], [0, 1]), "another number of vectors"),
        (([1, 0], [0, 1], [1]), "vectors of several lengths"),
        (([1, 0], [0, 1], [float("nan"), 1]), "a list of embeddings without numbers"),
        (([1, 0], [0, 1], [10**400, 1]), "a list of embeddings without numbers"),
        (([1, 0], [0, 1], "none"), "a list of embeddings without numbers"),
    ],
)
def test_vectors_that_cannot_be_compared_are_no_reply(
    vectors: tuple[object, ...], what: str
) -> None:
    with Double(also=lambda _: listed(*vectors)) as double, pytest.raises(NoReply) as broken:
        compared(double, NAME, FEW)
    assert f"answered with {what} instead of" in broken.value.message


@pytest.mark.parametrize(
    ("name", "what", "help"),
    [
        ("anthropic/x", "anthropic/x has no embeddings", "openai/text-embedding-3-small"),
        ("openai/x", "which model of http://127", "embeddings=openai/NAME"),
        ("openrouter/x", "which embeddings of OpenRouter", "embeddings="),
        ("sim/oracle&embeddings=anthropic/y", "anthropic/y has no embeddings", "by words"),
    ],
)
def test_who_has_no_embeddings_is_refused_before_any_call(name: str, what: str, help: str) -> None:
    model, _, more = name.partition("&")
    with Double() as double:
        environment = {**double.environment, "OPENROUTER_API_KEY": "k"}
        with pytest.raises(CannotStart) as refused:
            participant(
                f"{model}?agent=coggpt&recall=embeddings&{more}".rstrip("&"),
                Settings(),
                environment=environment,
            )
        assert what in refused.value.message
        assert help in refused.value.help
        assert double.requests == ()


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("coggpt&embeddings=openai/y", "by words"),
        ("plain&recall=embeddings", "no statements"),
        ("coggpt&recall=3", "cannot be"),
    ],
)
def test_a_setting_of_embeddings_that_does_nothing_is_refused(agent: str, why: str) -> None:
    with pytest.raises(AgentUnusable, match=why):
        participant(f"sim/oracle?agent={agent}", Settings())


def test_an_own_model_of_the_vendor_is_in_the_identity() -> None:
    one = participant(
        "openai/x?agent=coggpt&recall=embeddings", Settings(), environment={"OPENAI_API_KEY": "k"}
    )
    assert json.loads(one.identity()["embeddings"])["model"] == "text-embedding-3-small"
    assert one.name == "openai/x?agent=coggpt&recall=embeddings"
    with pytest.raises(CannotStart, match="not asked for in batches"):
        hosted(one)


def test_a_reply_of_another_shape_says_nothing() -> None:
    assert likenesses_in("[[1, 2]]", ("a",), ("b",)) is None
    assert likenesses_in("Rating: 4", ("a",), ("b",)) is None
    assert likenesses_in("[[1]]", ("a",), ("b",)) == {"a": (1.0,)}


def test_a_simulated_participant_compares_words() -> None:
    one = participant("sim/silent?agent=coggpt&recall=embeddings", Settings())
    asked = to_compare(("Dogs are loud.",), ("Loud dogs!", "Cats purr."))
    reply = anyio.run(one.ask, replace(CALL, messages=(Message(Role.USER, asked),)))
    ((near, far),) = json.loads(reply.text)
    assert (round(near, 3), far) == (0.816, 0)
