"""Embeddings of a local model: means of hidden states, the same beside any other text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from runners.agents.recall import to_compare
from runners.participants.base import Call, Message, Reply, Role, Settings
from runners.participants.registry import participant


def test_a_local_model_compares_texts_by_the_means_of_its_hidden_states(
    folder: Callable[..., Path],
) -> None:
    texts = ("the cup is here", "a box", "the cup is here and the box is there " * 60)

    async def asked() -> list[Reply]:
        one = participant(f"hf/{folder()}?agent=coggpt&recall=embeddings", Settings())
        try:
            return [
                await one.ask(
                    Call("k", (Message(Role.USER, to_compare(texts[:1], some)),), compares=True)
                )
                for some in (texts, texts[1:2])
            ]
        finally:
            await one.aclose()

    together, alone = anyio.run(asked)
    ((same, other, _),) = json.loads(together.text)
    assert same == 1
    assert -1 <= other < 0.999
    assert json.loads(alone.text) == [[pytest.approx(other, abs=1e-4)]]
    assert together.output_tokens == 0
    assert json.loads(together.sent)["embeddings"] == "mean of last hidden states"
