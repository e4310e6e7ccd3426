"""Anthropic's message batches.

They carry nothing of ours but the keys of their calls, and these can be read only in the results. A
batch that may have been sent is therefore looked for among those of its time and size that nobody
here knows: once such a one has ended, its results say whose it is; until then nobody can say.
"""

from __future__ import annotations

import json
from contextlib import aclosing
from datetime import UTC
from pathlib import Path
from typing import Any

from runners.batches.formats import result_line
from runners.batches.services.service import (
    UPLOAD_S,
    BatchService,
    BatchStanding,
    Unsure,
    since,
    written,
)
from runners.store.batches import BatchRecord

_PATH = "/v1/messages/batches"


class AnthropicBatches(BatchService):
    """The endpoint for one model."""

    async def send(self, batch: BatchRecord, file: Path) -> str:
        """Create the batch; the lines go as they are, since the SDK would take each apart."""
        from anthropic.types.messages import MessageBatch

        lines = file.read_bytes().splitlines()
        headers = {
            **self.model.headers_with(json.loads(lines[0])["params"]),
            "Content-Type": "application/json",
        }
        with self.asking(UPLOAD_S):
            made = await self.sdk.post(
                _PATH,
                cast_to=MessageBatch,
                content=b'{"requests":[' + b",".join(lines) + b"]}",
                options={"headers": headers},
            )
        return str(made.id)

    async def look_up(self, batch: BatchRecord, known: frozenset[str], keys: frozenset[str]) -> str:
        """The newest batches come first."""
        first, unsure = since(batch), False
        with self.asking():
            listed = self.sdk.messages.batches.list(limit=100, extra_headers=self.model.headers)
            async for one in listed:
                if one.created_at.astimezone(UTC) < first:
                    break
                if one.id in known or _total(one) != batch.calls:
                    continue
                if one.processing_status != "ended":
                    unsure = True
                elif await self._has_one(one.id, keys):
                    return str(one.id)
        if unsure:
            raise Unsure
        return ""

    async def standing(self, named: str) -> BatchStanding:
        """What the provider says of it."""
        with self.asking():
            one = await self.sdk.messages.batches.retrieve(named, extra_headers=self.model.headers)
        done = _total(one) - one.request_counts.processing
        return BatchStanding(one.processing_status, done, one.processing_status == "ended")

    async def fetch(self, named: str, standing: BatchStanding, to: Path) -> None:
        """Everything is in one file."""
        results = self.sdk.messages.batches.with_streaming_response.results
        with self.asking(UPLOAD_S):
            async with results(named, extra_headers=self.model.headers) as answer:
                await written(answer.iter_bytes(), to)

    async def _has_one(self, named: str, keys: frozenset[str]) -> bool:
        """Whether a batch has results of one of these calls."""
        results = self.sdk.messages.batches.with_streaming_response.results
        async with (
            results(named, extra_headers=self.model.headers) as answer,
            aclosing(answer.iter_lines()) as lines,
        ):
            async for line in lines:
                found = result_line(line.encode())
                if found is not None and found.key in keys:
                    return True
        return False


def _total(one: Any) -> int:
    counts = one.request_counts
    answered = counts.succeeded + counts.errored + counts.canceled + counts.expired
    return int(counts.processing + answered)


SERVICE = AnthropicBatches
