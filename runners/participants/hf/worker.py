"""One thread that computes for all calls at once, so that the event loop stays free.

It takes what is waiting whenever it is free, and a call that comes while others are being written
joins them at their next token: no timer, and nobody waits for the longest reply of a batch. When
memory runs out, the number of rows side by side is halved, what was under way begins again with
the same seeds, and the run goes on with the smaller number. To ask beforehand how many would fit
was rejected: it depends on lengths that are not known before the replies.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from runners.participants.failures import Kind, NoReply
from runners.participants.hf.decoding import Chooser, Decoding
from runners.participants.hf.memory import ran_out
from runners.participants.hf.rows import Span, Writing

if TYPE_CHECKING:
    from runners.participants.hf.loading import Loaded

T = TypeVar("T")
_REMEMBERED = 2000
_PATIENCE_S = 10.0
"""So long the end of a run waits for what is being computed."""


@dataclass(frozen=True, slots=True)
class Written:
    """A reply's tokens, and why there are no more: `end`, `blank line` or `limit`. `beside`: the
    most rows that were written side by side with it, itself among them."""

    tokens: tuple[int, ...]
    ended: str
    beside: int


@dataclass(frozen=True, slots=True, eq=False)
class _Weighing:
    spans: tuple[Span, ...]
    done: Future[list[float]]


@dataclass(frozen=True, slots=True, eq=False)
class _Reply:
    row: Writing
    done: Future[Written]


class Worker:
    """Computes what is asked for until it is closed.

    `load` gives the model, at the first use. `ends` are the tokens that end a reply, and `complete`
    tells of other tokens whether they do. `rows` is how many rows go side by side at most; it
    becomes less when memory runs out.
    """

    def __init__(
        self,
        name: str,
        load: Callable[[], Loaded],
        how: Decoding,
        *,
        rows: int,
        ends: frozenset[int],
        complete: Callable[[Sequence[int]], bool],
    ) -> None:
        self._name = name
        self._load = load
        self._how = how
        self.rows = rows
        self._ends = ends
        self._complete = complete
        self._waiting: deque[_Reply] = deque()
        self._weighing: deque[_Weighing] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._open: set[Future[Any]] = set()
        self._thread: threading.Thread | None = None
        self._known: OrderedDict[Span, float] = OrderedDict()
        self.loaded: Loaded | None = None

    def write(self, row: Writing) -> Future[Written]:
        """A reply, when it has been written. To cancel it takes its row out."""
        job = _Reply(row, Future())
        self._add(job.done, lambda: self._waiting.append(job))
        return job.done

    def weigh(self, spans: Sequence[Span]) -> Future[list[float]]:
        """The log-likelihood of each span, when they have been computed."""
        job = _Weighing(tuple(spans), Future())
        self._add(job.done, lambda: self._weighing.append(job))
        return job.done

    @property
    def closing(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._closing

    def close(self) -> None:
        """Begin nothing more; waits a moment for what is being computed."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_PATIENCE_S)

    def _add(self, done: Future[Any], append: Callable[[], None]) -> None:
        with self._changed:
            append()
            self._open.add(done)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name=f"devrun {self._name}", daemon=True
                )
                self._thread.start()
            self._changed.notify()
        done.add_done_callback(self._open.discard)

    def _run(self) -> None:
        try:
            self.loaded = self._load()
            table = _Table(self, self.loaded)
            while self._ready(idle=not table.replies):
                table.turn()
        except BaseException as error:
            self._refuse_all(error)
        for done in self._open.copy():
            done.cancel()

    def _ready(self, *, idle: bool) -> bool:
        """Whether to go on; waits while there is nothing to do."""
        with self._changed:
            while idle and not (self._closing or self._waiting or self._weighing):
                self._changed.wait()
            return not self._closing

    def _refuse_all(self, error: BaseException) -> None:
        """Without a model every call fails, those under way and those still to come: they have no
        time limit, and would wait for ever."""
        for done in self._open.copy():
            fail(done, error)
        while self._ready(idle=True):
            for weighing in self.take_weighing():
                fail(weighing.done, error)
            for reply in self.take_waiting(len(self._waiting)):
                fail(reply.done, error)

    def take_weighing(self) -> list[_Weighing]:
        """All that wait to be weighed."""
        with self._changed:
            found = [job for job in self._weighing if not job.done.cancelled()]
            self._weighing.clear()
            return found

    def take_waiting(self, room: int) -> list[_Reply]:
        """So many of the replies that wait to be written, those that wait longest first."""
        found: list[_Reply] = []
        with self._changed:
            while self._waiting and len(found) < room:
                job = self._waiting.popleft()
                if not job.done.cancelled():
                    found.append(job)
        return found

    def put_back(self, replies: Sequence[_Reply]) -> None:
        """They are written from their beginning, before all others."""
        for job in replies:
            job.row.restart()
        with self._changed:
            self._waiting.extendleft(reversed(replies))

    def halve(self, rows: int) -> None:
        """So many rows were too many."""
        self.rows = max(1, rows // 2)

    def too_large(self, device: str) -> NoReply:
        """Of a call that has the memory for itself, and not enough."""
        return NoReply(
            Kind.BAD_REQUEST,
            f"{self._name} ran out of memory on {device} with this one call",
            "free memory on the device, ask for less with --max-tokens, or choose a smaller model",
        )

    def chooser(self) -> Chooser:
        """By which the tokens are chosen."""
        return Chooser(self._how)

    def ended(self, row: Writing) -> str:
        """Why a row is at its end; empty while it is not."""
        if row.said[-1] in self._ends:
            row.said.pop()
            return "end"
        if self._complete(row.said):
            return "blank line"
        return "limit" if len(row.said) >= row.limit else ""

    def known(self, span: Span) -> float | None:
        """A span that was weighed before, such as an option after the bare prompt."""
        found = self._known.get(span)
        if found is not None:
            self._known.move_to_end(span)
        return found

    def learn(self, span: Span, found: float) -> None:
        """Remember it for a while."""
        self._known[span] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


class _Table:
    """What is under way, with a loaded model."""

    def __init__(self, worker: Worker, loaded: Loaded) -> None:
        self._worker = worker
        self._device = loaded.device
        self._machine = loaded.machine
        self._chooser = worker.chooser()
        self._flock = self._machine.flock()
        self.replies: list[_Reply] = []

    def turn(self) -> None:
        """Weighs what waits, lets new replies join, and writes one token for each."""
        self._weigh(self._worker.take_weighing())
        new: list[_Reply] = []
        try:
            self._leave()
            new = self._worker.take_waiting(self._worker.rows - len(self.replies))
            if new:
                self._flock.join([job.row for job in new])
            if self.replies or new:
                self._flock.step(self._chooser)
        except Exception as error:
            self._failed([*self.replies, *new], error)
            return
        self.replies += new
        for job in self.replies:
            job.row.beside = max(job.row.beside, len(self.replies))
        try:
            self._finish()
        except Exception as error:
            self._failed(self.replies, error)

    def _leave(self) -> None:
        """Rows that nobody waits for any more leave."""
        going = [job for job in self.replies if not job.done.cancelled()]
        if len(going) < len(self.replies):
            self.replies = going
            self._flock.keep([job.row for job in going])

    def _finish(self) -> None:
        going: list[_Reply] = []
        for job in self.replies:
            row = job.row
            if ended := self._worker.ended(row):
                deliver(job.done, Written(tuple(row.said), ended, row.beside))
            else:
                going.append(job)
        if len(going) < len(self.replies):
            self.replies = going
            self._flock.keep([job.row for job in going])

    def _failed(self, jobs: list[_Reply], error: Exception) -> None:
        """Nothing of a step that failed is gone on with: what it left behind may be half done."""
        # The error holds the frames of the failed step, and so the memory that is wanting.
        short = ran_out(error)
        error.__traceback__ = None if short else error.__traceback__
        self._flock = self._machine.flock()
        self.replies = []
        self._machine.forget()
        if not short:
            for job in jobs:
                fail(job.done, error)
        elif len(jobs) == 1 and jobs[0].row.cramped:
            fail(jobs[0].done, self._worker.too_large(self._device))
        else:
            if len(jobs) == 1:
                # What others left behind had a part of the memory; now it has all of it.
                jobs[0].row.cramped = True
            elif jobs:
                self._worker.halve(len(jobs))
            self._worker.put_back(jobs)

    def _weigh(self, jobs: list[_Weighing]) -> None:
        """All together: their spans side by side, those that begin alike next to each other."""
        worker = self._worker
        found: dict[Span, float] = {}
        missing: list[Span] = []
        for span in dict.fromkeys(span for job in jobs for span in job.spans):
            value = worker.known(span)
            if value is None:
                missing.append(span)
            else:
                found[span] = value
        missing.sort(key=lambda span: span.tokens)
        cramped: list[Span] = []
        while missing:
            if worker.closing:
                return
            part = missing[: worker.rows]
            try:
                sums = self._machine.score(part)
            except Exception as error:
                failure: Exception = error
                if ran_out(error):
                    error.__traceback__ = None
                    beside = len(self.replies)
                    self._make_room()
                    if len(part) + beside > 1:
                        worker.halve(len(part) + beside)
                        continue
                    if part != cramped:
                        cramped = part
                        continue
                    failure = worker.too_large(self._device)
                hit = [job for job in jobs if not set(part).isdisjoint(job.spans)]
                for job in hit:
                    fail(job.done, failure)
                sums = [0.0] * len(part)
            else:
                for span, value in zip(part, sums, strict=True):
                    worker.learn(span, value)
            found |= zip(part, sums, strict=True)
            missing = missing[len(part) :]
        for job in jobs:
            deliver(job.done, [found[span] for span in job.spans])

    def _make_room(self) -> None:
        """All memory but the model's own: what is being written begins again later."""
        self._worker.put_back(self.replies)
        self.replies = []
        self._flock = self._machine.flock()
        self._machine.forget()


def deliver(done: Future[T], value: T) -> None:
    """To whoever waits, if anybody still does."""
    try:
        done.set_result(value)
    except InvalidStateError:
        return


def fail(done: Future[T], error: BaseException) -> None:
    """Likewise."""
    try:
        done.set_exception(error)
    except InvalidStateError:
        return
