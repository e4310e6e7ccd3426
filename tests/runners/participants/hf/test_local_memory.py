"""When memory runs out, fewer rows go side by side, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runners.participants.failures import Kind, NoReply
from runners.participants.hf.decoding import Decoding
from runners.participants.hf.loading import Loaded
from runners.participants.hf.machine import Machine
from runners.participants.hf.rows import Span, Writing
from runners.participants.hf.worker import Worker

Folder = Callable[..., Path]


class Small:
    """A model on a device whose memory holds so many rows at once."""

    def __init__(self, folder: Path, holds: int) -> None:
        from transformers import AutoModelForCausalLM

        self._model: Any = AutoModelForCausalLM.from_pretrained(folder).eval()
        self.holds = holds
        self.rows: list[int] = []

    @property
    def device(self) -> Any:
        return self._model.device

    def __call__(self, **given: Any) -> Any:
        import torch

        rows = len(given["input_ids"])
        self.rows.append(rows)
        if rows > self.holds:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return self._model(**given)


def worker(model: Small, rows: int) -> Worker:
    return Worker(
        "hf/small",
        lambda: Loaded(Machine(model, budget=2**20), "float32", "cuda"),
        Decoding(True),
        rows=rows,
        ends=frozenset({1}),
        complete=lambda _: False,
    )


def prompts() -> list[tuple[int, ...]]:
    return [tuple(range(10, 30 + 3 * number)) for number in range(6)]


def test_replies_are_the_same_with_half_of_the_rows(folder: Folder) -> None:
    def written(holds: int) -> tuple[list[tuple[int, ...]], int]:
        working = worker(Small(folder(), holds), 6)
        asked = [working.write(Writing(prompt, seed, 10)) for seed, prompt in enumerate(prompts())]
        found = [one.result().tokens for one in asked]
        working.close()
        return found, working.rows

    plenty, rows = written(100)
    assert rows == 6
    scarce, rows = written(2)
    assert scarce == plenty
    assert rows in (1, 2)


def test_likelihoods_are_the_same_with_half_of_the_rows(folder: Folder) -> None:
    spans = [Span((*prompt, number, 7), len(prompt)) for prompt in prompts() for number in (3, 4)]

    def weighed(holds: int) -> list[float]:
        working = worker(Small(folder(), holds), 12)
        found = working.weigh(spans).result()
        working.close()
        return found

    assert weighed(2) == pytest.approx(weighed(100), abs=1e-3)


def test_a_call_that_is_too_large_by_itself_is_no_reply_and_the_others_are_answered(
    folder: Folder,
) -> None:
    model = Small(folder(), 0)
    working = worker(model, 4)
    asked = [working.write(Writing(prompt, 1, 3)) for prompt in prompts()[:2]]
    for one in (*asked, working.weigh([Span((5, 6, 7), 1)])):
        with pytest.raises(NoReply) as caught:
            one.result()
        assert (caught.value.kind, caught.value.message) == (
            Kind.BAD_REQUEST,
            "hf/small ran out of memory on cuda with this one call",
        )
    model.holds = 100
    assert len(working.write(Writing((5, 6, 7), 1, 3)).result().tokens) <= 3
    working.close()


def test_rows_that_are_weighed_take_the_memory_of_those_being_written(folder: Folder) -> None:
    model = Small(folder(), 100)
    working = worker(model, 8)
    first = working.write(Writing(prompts()[0], 1, 200))
    spans = [Span((*prompt, 9, 7), len(prompt)) for prompt in prompts()]
    expected = Machine(model, budget=0).score(spans)
    model.holds = 1
    assert working.weigh(spans).result() == pytest.approx(expected, abs=1e-3)
    alone = worker(Small(folder(), 1), 1)
    assert first.result().tokens == alone.write(Writing(prompts()[0], 1, 200)).result().tokens
    working.close()
    alone.close()


def test_a_model_that_cannot_be_loaded_fails_every_call_alike() -> None:
    def load() -> Loaded:
        raise NoReply(Kind.WRONG_MODEL, "it does not fit", "choose a smaller one")

    working = Worker(
        "hf/large", load, Decoding(True), rows=2, ends=frozenset(), complete=lambda _: False
    )
    for one in (working.write(Writing((1,), 1, 1)), working.weigh([Span((1, 2), 1)])):
        with pytest.raises(NoReply, match="it does not fit"):
            one.result()
    working.close()
