"""When memory runs out, batches become smaller, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from runners.participants.failures import FailureKind, NoReply
from runners.participants.hf.inference import Generation, Inference
from runners.participants.hf.loading import LoadedModel
from runners.participants.hf.prompting import TokenSpan
from runners.participants.hf.sampling import Decoding
from runners.participants.hf.worker import InferenceWorker
from tests.patience import PATIENCE

Folder = Callable[..., Path]


class Device:
    """A model on a device whose memory holds so many rows at once. `before` is called before each
    of its steps, with the number of rows. It is loaded when it was `asked`."""

    def __init__(self, folder: Path, holds: int) -> None:
        from transformers import AutoModelForCausalLM

        self.model: Any = AutoModelForCausalLM.from_pretrained(folder).eval()
        self.model.register_forward_pre_hook(self._step, with_kwargs=True)
        self.holds = holds
        self.rows: list[int] = []
        self.asked = Event()
        self.asked.set()
        self.before: Callable[[int], None] = lambda rows: None

    def _step(self, _: Any, __: Any, given: dict[str, Any]) -> None:
        import torch

        rows = len(given["input_ids"])
        self.before(rows)
        self.rows.append(rows)
        if rows > self.holds:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")


class Poisoned(Inference):
    """A model on a device that answers nothing more, once it has run out of memory."""

    def free(self) -> None:
        raise RuntimeError("launch failure")


def worker(
    device: Device,
    batch: int,
    *,
    kind: type[Inference] = Inference,
    ends: frozenset[int] = frozenset({1}),
) -> InferenceWorker:
    def load() -> LoadedModel:
        assert device.asked.wait(PATIENCE)
        return LoadedModel(kind(device.model, pads=True, shares=True), "float32", "cuda", batch)

    return InferenceWorker(
        "hf/small",
        load,
        Decoding(True),
        ends=ends,
        complete=lambda _: False,
    )


def prompts() -> list[tuple[int, ...]]:
    return [tuple(range(10, 30 + 3 * number)) for number in range(6)]


def generated(working: InferenceWorker, limit: int = 10) -> list[list[int]]:
    asked = [
        working.generate(Generation(prompt, seed, limit)) for seed, prompt in enumerate(prompts())
    ]
    return [one.result(PATIENCE).tokens for one in asked]


def spans(*ends: int) -> list[TokenSpan]:
    return [TokenSpan((*prompt, end, 7), len(prompt)) for prompt in prompts() for end in ends]


def test_replies_are_the_same_with_half_of_the_batch(folder: Folder) -> None:
    plenty, scarce = worker(Device(folder(), 100), 6), worker(Device(folder(), 2), 6)
    assert generated(scarce) == generated(plenty)
    assert plenty.batch == 6
    assert scarce.batch in (1, 2)
    plenty.close()
    scarce.close()


def test_a_reply_goes_on_from_where_memory_ran_out(folder: Folder) -> None:
    device = Device(folder(), 100)
    expected = generated(worker(device, 6))

    def less(rows: int) -> None:
        # In the middle of a batch of all six, and then never again.
        if device.rows[-3:] == [6, 6, 6]:
            device.before = lambda rows: None
            raise MemoryError

    device.before = less
    device.rows.clear()
    device.asked.clear()
    short = worker(device, 6)
    asked = [short.generate(Generation(prompt, seed, 10)) for seed, prompt in enumerate(prompts())]
    device.asked.set()
    assert [one.result(PATIENCE).tokens for one in asked] == expected
    assert short.batch == 3
    short.close()


def test_likelihoods_are_the_same_with_half_of_the_batch(folder: Folder) -> None:
    plenty, scarce = worker(Device(folder(), 100), 12), worker(Device(folder(), 2), 12)
    expected = plenty.log_likelihoods(spans(3, 4)).result(PATIENCE)
    found = scarce.log_likelihoods(spans(3, 4)).result(PATIENCE)
    assert found == pytest.approx(expected, abs=1e-3)
    plenty.close()
    scarce.close()


def test_a_call_that_is_too_large_by_itself_is_no_reply_and_the_others_are_answered(
    folder: Folder,
) -> None:
    device = Device(folder(), 0)
    working = worker(device, 4)
    asked = [working.generate(Generation(prompt, 1, 3)) for prompt in prompts()[:2]]
    for one in (*asked, working.log_likelihoods([TokenSpan((5, 6, 7), 1)])):
        with pytest.raises(NoReply) as caught:
            one.result(PATIENCE)
        assert (caught.value.kind, caught.value.message) == (
            FailureKind.BAD_REQUEST,
            "hf/small ran out of memory on cuda in this call",
        )
    device.holds = 100
    assert len(working.generate(Generation((5, 6, 7), 1, 3)).result(PATIENCE).tokens) <= 3
    working.close()


def test_nobody_waits_for_a_device_that_answers_nothing_more(folder: Folder) -> None:
    working = worker(Device(folder(), 0), 2, kind=Poisoned)
    asked = [
        working.generate(Generation((5, 6, 8), 2, 200)),
        working.log_likelihoods([TokenSpan((5, 6, 7), 1)]),
    ]
    for one in (*asked, working.generate(Generation((5, 6, 9), 3, 2))):
        with pytest.raises(RuntimeError, match="launch failure"):
            one.result(PATIENCE)
    working.close()


def test_what_fails_for_another_reason_fails_its_batch_and_no_other(folder: Folder) -> None:
    device = Device(folder(), 100)
    working = worker(device, 2)

    def broken(_: int) -> None:
        raise RuntimeError("launch failure")

    device.before = broken
    failing = working.generate(Generation((5, 6, 7), 1, 2))
    with pytest.raises(RuntimeError, match="launch failure"):
        failing.result(PATIENCE)
    device.before = lambda rows: None
    assert len(working.generate(Generation((5, 6, 7), 1, 2)).result(PATIENCE).tokens) <= 2
    working.close()


def test_a_call_that_comes_later_joins_a_long_reply(folder: Folder) -> None:
    device = Device(folder(), 100)
    working = worker(device, 2, ends=frozenset())
    begun, came = Event(), Event()

    def wait(_: int) -> None:
        begun.set()
        assert came.wait(PATIENCE)

    device.before = wait
    long = working.generate(Generation((5, 6, 7), 1, 100))
    assert begun.wait(PATIENCE)
    short = working.generate(Generation((5, 6, 8), 2, 3))
    came.set()
    assert [one.result(PATIENCE).beside for one in (long, short)] == [2, 2]
    working.close()


def test_a_run_that_ends_waits_for_no_more_than_the_batch_that_is_being_computed(
    folder: Folder,
) -> None:
    device = Device(folder(), 100)
    working = worker(device, 1)

    def end(_: int) -> None:
        if not device.rows:
            Thread(target=working.close).start()
            with working._changed:
                assert working._changed.wait_for(lambda: working._closing, PATIENCE)

    device.before = end
    asked = working.log_likelihoods([TokenSpan((5, 6, number), 1) for number in range(50)])
    with pytest.raises(CancelledError):
        asked.result(PATIENCE)
    assert len(device.rows) == 1


def test_a_reply_whose_first_token_is_the_end_holds_up_none_of_its_batch(folder: Folder) -> None:
    device = Device(folder("mamba"), 100)

    def replies(batch: int, ends: frozenset[int]) -> list[list[int]]:
        working = worker(device, batch, ends=ends)
        asked = [working.generate(Generation((5, 6, 7), seed, 6)) for seed in range(4)]
        found = [one.result(PATIENCE).tokens for one in asked]
        working.close()
        return found

    end = frozenset({replies(1, frozenset())[0][0]})
    alone = replies(1, end)
    assert alone[0] == []
    assert any(alone)
    assert replies(4, end) == alone


def test_a_model_that_cannot_be_loaded_fails_every_call_alike() -> None:
    def load() -> LoadedModel:
        raise NoReply(FailureKind.WRONG_MODEL, "it does not fit", "choose a smaller one")

    working = InferenceWorker(
        "hf/large", load, Decoding(True), ends=frozenset(), complete=lambda _: False
    )
    for one in (
        working.generate(Generation((1,), 1, 1)),
        working.log_likelihoods([TokenSpan((1, 2), 1)]),
    ):
        with pytest.raises(NoReply, match="it does not fit"):
            one.result(PATIENCE)
    working.close()
