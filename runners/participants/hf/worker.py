"""One thread that computes for all calls at once, so that the event loop stays free.

It takes what is waiting whenever it is free. A batch is interrupted as soon as it can be filled up
with at least as many waiting calls as it has replies left, and these go on in the next one: no
timer, and few wait for the longest reply of a batch. When memory runs out, the size of a batch is
halved, and the replies go on from where they were. To ask beforehand how many would fit was
rejected: it depends on lengths that are not known before the replies.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from runners.participants.failures import FailureKind, NoReply
from runners.participants.hf.inference import Generation, ran_out_of_memory
from runners.participants.hf.prompting import Tokens, TokenSpan
from runners.participants.hf.sampling import Decoding, Sampler

if TYPE_CHECKING:
    from runners.participants.hf.loading import LoadedModel

T = TypeVar("T")
R = TypeVar("R")
_PATIENCE_S = 10.0
"""So long the end of a run waits for what is being computed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job(Generic[T, R]):
    """What is asked for, and whoever waits for it."""

    work: T
    done: Future[R]


_Reply = _Job[Generation, Generation]
_Scoring = _Job[tuple[TokenSpan, ...], list[float]]
_Embedding = _Job[tuple[Tokens, ...], list[list[float]]]


@dataclass(slots=True, eq=False)
class InferenceWorker:
    """Computes what is asked for until it is closed.

    `load` gives the model, at the first use. `ends` are the tokens that end a reply, and `complete`
    tells of other tokens whether they do. `reach` is how many tokens the model can read. `batch` is
    how many replies are generated together at most, once it is loaded; it becomes less when memory
    runs out.
    """

    name: str
    load: Callable[[], LoadedModel]
    decoding: Decoding
    ends: frozenset[int] = field(kw_only=True)
    complete: Callable[[Sequence[int]], bool] = field(kw_only=True)
    reach: int | None = field(kw_only=True, default=None)
    loaded: LoadedModel | None = field(init=False, default=None)
    batch: int = field(init=False, default=1)
    _waiting: deque[_Reply] = field(init=False, default_factory=deque)
    _scoring: deque[_Scoring] = field(init=False, default_factory=deque)
    _averaging: deque[_Embedding] = field(init=False, default_factory=deque)
    _changed: threading.Condition = field(init=False, default_factory=threading.Condition)
    _closing: bool = field(init=False, default=False)
    _open: set[Future[Any]] = field(init=False, default_factory=set)
    _thread: threading.Thread | None = field(init=False, default=None)

    def generate(self, generation: Generation) -> Future[Generation]:
        """A reply, when it is complete. To cancel it takes it out of its batch."""
        return self._add(self._waiting, generation)

    def log_likelihoods(self, spans: Sequence[TokenSpan]) -> Future[list[float]]:
        """The log-likelihood of each span, when they have been computed."""
        return self._add(self._scoring, tuple(spans))

    def means(self, rows: Sequence[Tokens]) -> Future[list[list[float]]]:
        """The mean of the last hidden states of each text, when they have been computed."""
        return self._add(self._averaging, tuple(rows))

    def close(self) -> None:
        """Begin nothing more; waits a moment for what is being computed."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_PATIENCE_S)

    def _add(self, queue: deque[_Job[T, R]], work: T) -> Future[R]:
        done: Future[R] = Future()
        with self._changed:
            queue.append(_Job(work, done))
            self._open.add(done)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name=f"devrun {self.name}", daemon=True
                )
                self._thread.start()
            self._changed.notify()
        done.add_done_callback(self._open.discard)
        return done

    def _run(self) -> None:
        try:
            self.loaded = loaded = self.load()
            self.batch = loaded.batch
            sampler = Sampler(self.decoding)
            while self._ready():
                self._score(loaded, self._take(self._scoring))
                self._average(loaded, self._take(self._averaging))
                self._continue(loaded, sampler, self._take(self._waiting, self.batch))
        except BaseException as error:
            self._refuse_all(error)
        for done in self._open.copy():
            done.cancel()

    def _ready(self) -> bool:
        """Whether to go on; waits while there is nothing to do."""
        with self._changed:
            while not (self._closing or self._waiting or self._scoring or self._averaging):
                self._changed.wait()
            return not self._closing

    def _refuse_all(self, error: BaseException) -> None:
        """Without a model every call fails, those under way and those still to come: they have no
        time limit, and would never end."""
        for done in self._open.copy():
            _fail(done, error)
        queues: list[deque[_Job[Any, Any]]] = [self._scoring, self._averaging, self._waiting]
        while self._ready():
            for queue in queues:
                for job in self._take(queue):
                    _fail(job.done, error)

    def _take(self, queue: deque[T], most: int | None = None) -> list[T]:
        """The first of a queue, so many at most."""
        with self._changed:
            return [queue.popleft() for _ in range(min(len(queue), most or len(queue)))]

    def _continue(self, loaded: LoadedModel, sampler: Sampler, jobs: list[_Reply]) -> None:
        """One batch of replies; those that were interrupted wait before all others."""
        jobs = [job for job in jobs if not job.done.cancelled()]
        if not jobs:
            return
        done = {job.work: job.done for job in jobs}  # each is like no other

        def ended(one: Generation) -> str:
            if done[one].cancelled():
                return "cancelled"
            why = one.ended = self._ended(one)
            if why:
                # At once: whoever waits for it may ask the next call, which then joins sooner.
                _deliver(done[one], one)
            return why

        try:
            loaded.inference.generate(
                [job.work for job in jobs],
                sampler,
                ended=ended,
                pause=self._pause,
                reach=self.reach,
            )
        except Exception as error:
            if not ran_out_of_memory(error):
                for job in jobs:
                    _fail(job.done, error)
                return
            self._halve(loaded, error, len(jobs))
            if len(jobs) == 1:
                _fail(jobs[0].done, self._too_large(loaded.device))
                return
        with self._changed:
            self._waiting.extendleft(job for job in reversed(jobs) if not job.work.ended)

    def _ended(self, one: Generation) -> str:
        """Why a reply is complete; empty while it is not."""
        if one.numberless:
            return "no numbers"
        if one.tokens[-1] in self.ends:
            one.tokens.pop()
            return "end"
        if self.complete(one.tokens):
            return "blank line"
        return "limit" if len(one.tokens) >= one.limit else ""

    def _pause(self, left: int) -> bool:
        """Whether to interrupt a batch that has so many replies left: each is then read again."""
        with self._changed:
            joining = min(len(self._waiting), self.batch - left) + len(self._scoring)
            joining += len(self._averaging)
            return self._closing or joining >= left

    def _score(self, loaded: LoadedModel, jobs: list[_Scoring]) -> None:
        """Their spans in batches, those that begin alike next to each other."""
        jobs = [job for job in jobs if not job.done.cancelled()]
        missing = sorted(
            {span for job in jobs for span in job.work},
            key=lambda one: (one.tokens, () if one.seen is None else one.seen.digests),
        )
        found: dict[TokenSpan, float] = {}
        while missing and not self._closing:
            part = missing[: self.batch]
            try:
                found |= zip(part, loaded.inference.log_likelihoods(part), strict=True)
            except Exception as error:
                failure: Exception = error
                if ran_out_of_memory(error):
                    self._halve(loaded, error, len(part))
                    if len(part) > 1:
                        continue
                    failure = self._too_large(loaded.device)
                for job in jobs:
                    if not set(part).isdisjoint(job.work):
                        _fail(job.done, failure)
            missing = missing[len(part) :]
        for job in jobs:
            if all(span in found for span in job.work):
                _deliver(job.done, [found[span] for span in job.work])

    def _average(self, loaded: LoadedModel, jobs: list[_Embedding]) -> None:
        """One text after another's, in batches."""
        for job in jobs:
            found = None
            while found is None and not job.done.cancelled():
                try:
                    found = loaded.inference.means(job.work, most=self.batch)
                except Exception as error:
                    if not ran_out_of_memory(error):
                        _fail(job.done, error)
                        break
                    if self.batch == 1:
                        _fail(job.done, self._too_large(loaded.device))
                        break
                    self._halve(loaded, error, self.batch)
            if found is not None:
                _deliver(job.done, found)

    def _halve(self, loaded: LoadedModel, error: Exception, batch: int) -> None:
        """So many were too many."""
        self.batch = max(1, batch // 2)
        # The error holds the frames of what failed, and so the memory that is wanting.
        error.__traceback__ = None
        loaded.inference.free()

    def _too_large(self, device: str) -> NoReply:
        return NoReply(
            FailureKind.BAD_REQUEST,
            f"{self.name} ran out of memory on {device} in this call",
            "free memory on the device, lower --max-tokens, or choose a smaller model",
        )


def _deliver(done: Future[T], value: T) -> None:
    """To whoever waits, if anybody still does."""
    try:
        done.set_result(value)
    except InvalidStateError:
        return


def _fail(done: Future[Any], error: BaseException) -> None:
    """Likewise."""
    try:
        done.set_exception(error)
    except InvalidStateError:
        return
