"""When memory runs out, fewer rows go side by side, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from runners.participants.failures import Kind, NoReply
from runners.participants.hf.decoding import Decoding
from runners.participants.hf.loading import Computing, Loaded
from runners.participants.hf.machine import Flock, Machine
from runners.participants.hf.rows import Span, Writing
from runners.participants.hf.whole import WholeMachine
from runners.participants.hf.worker import Worker
from tests.patience import PATIENCE

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


class Leaving:
    """Rows being written, of which the first that are let go of fail with an error."""

    def __init__(self, flock: Flock, errors: list[Exception]) -> None:
        self._flock = flock
        self._errors = errors
        self.rows = flock.rows
        self.step = flock.step
        self.join = flock.join

    def keep(self, rows: Sequence[Writing]) -> None:
        if self._errors:
            raise self._errors.pop()
        self._flock.keep(rows)


class Short(Machine):
    """A machine that has no memory for letting go of rows, which copies those that stay. With
    `poisoned`, it cannot even forget: the device answers nothing more.
    """

    def __init__(self, model: Small, *errors: Exception, poisoned: str = "") -> None:
        super().__init__(model, budget=2**20)
        self._errors = list(errors)
        self._poisoned = poisoned

    def flock(self) -> Flock:
        return Leaving(super().flock(), self._errors)

    def forget(self) -> None:
        if self._poisoned:
            raise RuntimeError(self._poisoned)
        super().forget()


class Full(Small):
    """A model on a device that has memory for a row only while no beginnings are kept on it."""

    machine: Machine

    def __call__(self, **given: Any) -> Any:
        import torch

        if self.machine.pasts.used:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return super().__call__(**given)


class Once(Small):
    """A model that has no memory, once it is `short`, for the next text that it is to read. `six`
    is set when six rows are being written.
    """

    def __init__(self, folder: Path, holds: int) -> None:
        super().__init__(folder, holds)
        self.six = Event()
        self.short = False

    def __call__(self, **given: Any) -> Any:
        import torch

        if self.short and not isinstance(given["logits_to_keep"], int):
            self.short = False
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        if len(given["input_ids"]) == 6:
            self.six.set()
        return super().__call__(**given)


class Ending(Small):
    """A model of which the worker is closed while it reads the first text."""

    working: Worker

    def __call__(self, **given: Any) -> Any:
        if not self.rows:
            Thread(target=self.working.close).start()
            with self.working._changed:
                assert self.working._changed.wait_for(lambda: self.working.closing, PATIENCE)
        return super().__call__(**given)


def worker(model: Small, rows: int, machine: Computing | None = None) -> Worker:
    return Worker(
        "hf/small",
        lambda: Loaded(machine or Machine(model, budget=2**20), "float32", "cuda"),
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


def test_rows_begin_again_where_there_is_no_memory_to_let_go_of_others(folder: Folder) -> None:
    model = Small(folder(), 100)

    def written(machine: Machine) -> list[tuple[int, ...]]:
        working = worker(model, 2, machine)
        asked = [working.write(Writing((5, 6, seed), seed, 4 * seed)) for seed in (1, 2)]
        found = [one.result(PATIENCE).tokens for one in asked]
        working.close()
        return found

    import torch

    short = Short(model, torch.OutOfMemoryError("CUDA out of memory."))
    assert written(short) == written(Machine(model, budget=2**20))


def test_nobody_waits_for_a_device_that_answers_nothing_more(folder: Folder) -> None:
    model = Small(folder(), 100)
    machine = Short(model, RuntimeError("launch failure"), poisoned="launch failure, too")
    working = worker(model, 2, machine)
    short = working.write(Writing((5, 6, 7), 1, 2))
    asked = [working.write(Writing((5, 6, 8), 2, 200)), working.weigh([Span((5, 6, 7), 1)])]
    assert len(short.result(PATIENCE).tokens) <= 2
    for one in (asked[0], working.write(Writing((5, 6, 9), 3, 2))):
        with pytest.raises(RuntimeError, match="launch failure, too"):
            one.result(PATIENCE)
    working.close()


def test_a_call_alone_is_tried_again_without_the_beginnings_that_others_left(
    folder: Folder,
) -> None:
    model = Full(folder(), 100)
    machine = model.machine = Machine(model, budget=2**20)
    working = worker(model, 2, machine)
    for seed in (1, 2):
        # Keeps its own beginning, and is at its end before that is in the way.
        assert len(working.write(Writing((5, 6, seed), seed, 1)).result(PATIENCE).tokens) <= 1
    found = working.weigh([Span((5, 6, 7), 1)]).result(PATIENCE)
    assert found == pytest.approx(Machine(model, budget=0).score([Span((5, 6, 7), 1)]), abs=1e-3)
    assert working.rows == 2
    working.close()


def test_what_is_weighed_beside_replies_leaves_half_as_many_rows_as_both_had(
    folder: Folder,
) -> None:
    model = Once(folder(), 100)
    working = worker(model, 8)
    many = [working.write(Writing(prompt, 1, 400)) for prompt in prompts()]
    assert model.six.wait(PATIENCE)
    model.short = True
    assert len(working.weigh([Span((5, 6, 7), 1)]).result(PATIENCE)) == 1
    for one in many:
        one.cancel()
    working.close()
    assert working.rows == 3


def test_a_run_that_ends_waits_for_no_more_than_the_part_that_is_being_weighed(
    folder: Folder,
) -> None:
    model = Ending(folder(), 100)
    model.working = working = worker(model, 1, Machine(model, budget=0))
    asked = working.weigh([Span((5, 6, number), 1) for number in range(50)])
    with pytest.raises(CancelledError):
        asked.result(PATIENCE)
    assert len(model.rows) == 1


def test_a_row_whose_first_token_is_the_end_holds_up_none_of_its_group(folder: Folder) -> None:
    """A model whose past is a whole goes on with every row of a group, also with those that have
    ended, and one of them has said nothing."""
    model = Small(folder(), 100)

    def written(rows: int, ends: frozenset[int]) -> list[tuple[int, ...]]:
        working = Worker(
            "hf/small",
            lambda: Loaded(WholeMachine(model), "float32", "cpu"),
            Decoding(True),
            rows=rows,
            ends=ends,
            complete=lambda _: False,
        )
        asked = [working.write(Writing((5, 6, 7), seed, 6)) for seed in range(4)]
        found = [one.result(PATIENCE).tokens for one in asked]
        working.close()
        return found

    end = frozenset({written(1, frozenset())[0][0]})
    alone = written(1, end)
    assert alone[0] == ()
    assert any(alone)
    assert written(4, end) == alone


def test_what_is_weighed_again_and_again_is_remembered_longer_than_what_was_weighed_once() -> None:
    """An option after the bare prompt comes with every reply, after its story once."""
    working = Worker(
        "hf/none", lambda: Loaded(None, "", ""), Decoding(True),  # type: ignore[arg-type]
        rows=1, ends=frozenset(), complete=lambda _: False,
    )  # fmt: skip
    often, once = Span((1, 2), 1), Span((1, 3), 1)
    working.learn(often, -1.0)
    working.learn(once, -2.0)
    for number in range(5000):
        working.learn(Span((2, number), 1), -3.0)
        assert working.known(often) == -1.0
    assert working.known(once) is None


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
