"""The parts of a page worked out two at a time, asked for in the order in which they are shown.

Products of matrices and drawing let go of the interpreter, so that two threads take little more
than half of the time of one. Processes were rejected: each would have to be handed all rows. Two,
however many processors there are, since every part that is worked on holds its replicates in
memory. No part knows of the others, so that figures are the same in whatever order they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Work:
    """Where parts are worked out."""

    threads: ThreadPoolExecutor

    def begin(self, makings: Iterable[Callable[[], T]]) -> tuple[Future[T], ...]:
        """Everything that these calls will give; they are begun in the order given."""
        return tuple(self.threads.submit(making) for making in makings)


@contextmanager
def work() -> Iterator[Work]:
    """A place to work at; what was not begun when it is left by an exception never is."""
    threads = ThreadPoolExecutor(_AT_ONCE)
    try:
        yield Work(threads)
    finally:
        threads.shutdown(cancel_futures=True)


def done(begun: Sequence[Future[T]]) -> tuple[T, ...]:
    """What was made, once all of it is."""
    return tuple(one.result() for one in begun)
