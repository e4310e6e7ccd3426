"""What every batch endpoint can do: take a file, say whether it has a batch, how far it is, and
give its results.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio

from dsl.record import record
from runners.batches.formats import hosted
from runners.batches.writing import BatchesUnusable
from runners.participants.base import Settings
from runners.participants.failures import ConnectionFailed, NoReply, TooLarge
from runners.participants.hosted import HostedModel, HttpAnswer
from runners.participants.registry import participant
from runners.store.batches import BatchRecord
from runners.store.store import Store

LARGEST = 4_000_000_000
"""Bytes of results that are read at most."""
UPLOAD_S = 1800.0
ASK_S = 120.0
_EARLIER = timedelta(hours=1)  # how far two clocks may differ


class Unsure(Exception):
    """Whether a batch arrived cannot be said yet."""


@record
class BatchStanding:
    """How far a batch is at its provider: `done` of its calls, and whether it has `ended`; `state`
    is the provider's word, `why` what it says of a failure, and `files` name results.
    """

    state: str
    done: int
    ended: bool
    why: str = ""
    files: tuple[str, ...] = ()


class BatchService(ABC):
    """One provider's batch endpoint, asked by one of its models through the client of its SDK.

    Its methods raise NoReply where the provider cannot be reached or refuses.
    """

    def __init__(self, model: HostedModel, sdk: Any) -> None:
        self.model, self.sdk = model, sdk
        model.longest = LARGEST

    @abstractmethod
    async def send(self, batch: BatchRecord, file: Path) -> str:
        """Send a file of requests; gives the provider's name for the batch."""

    @abstractmethod
    async def look_up(self, batch: BatchRecord, known: frozenset[str], keys: frozenset[str]) -> str:
        """The provider's name for a batch that may have been sent; empty where it has none. `known`
        are the names of other batches, `keys` some calls of this one.

        Raises:
            Unsure: it cannot be said yet.
        """

    @abstractmethod
    async def standing(self, named: str) -> BatchStanding:
        """How far a batch is."""

    @abstractmethod
    async def fetch(self, named: str, standing: BatchStanding, to: Path) -> None:
        """Write the results of a batch that has ended to a file."""

    @contextmanager
    def asking(self, seconds: float = ASK_S) -> Iterator[None]:
        """Inside, what goes wrong with the provider becomes a NoReply."""
        try:
            with anyio.fail_after(seconds):
                yield
        except NoReply:
            raise
        except TimeoutError:
            raise self.model.wire.timed_out() from None
        except (ConnectionFailed, TooLarge) as error:
            raise self.model.wire.lost(error) from None
        except Exception as error:
            found = self.failure(error)
            if found is None:
                raise
            raise found from None

    def failure(self, error: Exception) -> NoReply | None:
        """What an error of the SDK's means; None for one of our own."""
        sdk = import_module(type(self.sdk).__module__.partition(".")[0])
        if isinstance(error, sdk.APIStatusError):
            found = error.response
            answer = HttpAnswer(found.status_code, found.headers, found.content)
            return self.model.refused(answer)
        return self.model.wire.lost(error) if isinstance(error, sdk.APIConnectionError) else None


@asynccontextmanager
async def service_of(store: Store, batch: BatchRecord) -> AsyncIterator[BatchService]:
    """Inside, the endpoint at which a batch is, or is to be, sent.

    Raises:
        CannotStart: the model cannot be asked, for example since its key is missing.
        BatchesUnusable: the batch was made for another address than the one that is set now.
    """
    model = hosted(participant(f"{batch.provider}/{batch.model}", Settings()))
    _, identity = whom(store, batch)
    made, now = identity.get("endpoint", ""), model.identity().get("endpoint", "")
    if made != now:
        of = model.vendor
        raise BatchesUnusable(
            f"batch {batch.key[:12]} was made for {made or of.called}, and {of.address} is now "
            f"{os.environ.get(of.address) or 'not set'}",
            f"set {of.address} to the address at which the batch was made",
        )
    provider = model.vendor.provider
    of_vendor = provider if provider in ("anthropic", "google") else "openai"
    module = import_module(f"runners.batches.services.{of_vendor}")
    async with AsyncExitStack() as closing:
        yield module.SERVICE(model, model.connected(closing))


def whom(store: Store, batch: BatchRecord) -> tuple[str, dict[str, str]]:
    """The name and the identity of whoever is asked in a batch."""
    every = store.participants_of(batch.study)
    (one,) = (each for each in every if each.key == batch.participant)
    return one.name, json.loads(one.identity)


def since(batch: BatchRecord) -> datetime:
    """The earliest moment at which a batch can have been sent, on the provider's clock."""
    return datetime.fromisoformat(batch.sent_at) - _EARLIER


async def written(chunks: Any, file: Path, mode: str = "wb") -> None:
    """Write chunks of bytes to a file, as they come."""
    with file.open(mode) as out:
        async for chunk in chunks:
            out.write(chunk)
