"""OpenAI's batches, and those of servers with its files and batches API.

A batch carries our key in its metadata, by which it is found again.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from runners.batches.services.service import UPLOAD_S, BatchService, BatchStanding, since, written
from runners.store.batches import BatchRecord

MARK = "devrun_batch"
_ENDED = ("completed", "failed", "expired", "cancelled")


class OpenAIBatches(BatchService):
    """The endpoint for one model."""

    async def send(self, batch: BatchRecord, file: Path) -> str:
        """Upload the file and create the batch."""
        headers = self.model.headers_with({})
        with self.asking(UPLOAD_S):
            uploaded = await self.sdk.files.create(
                file=file, purpose="batch", extra_headers=headers
            )
        with self.asking():
            made = await self.sdk.batches.create(
                input_file_id=uploaded.id,
                endpoint=f"/v1{self.model.path}",
                completion_window="24h",
                metadata={MARK: batch.key},
                extra_headers=headers,
            )
        return str(made.id)

    async def look_up(self, batch: BatchRecord, known: frozenset[str], keys: frozenset[str]) -> str:
        """The newest batches come first."""
        headers = self.model.headers_with({})
        first = since(batch)
        with self.asking():
            async for one in self.sdk.batches.list(limit=100, extra_headers=headers):
                if (one.metadata or {}).get(MARK) == batch.key:
                    return str(one.id)
                at = datetime.fromtimestamp(one.created_at or 0, UTC)
                if one.created_at and at < first:
                    break
        return ""

    async def standing(self, named: str) -> BatchStanding:
        """What the provider says of it."""
        headers = self.model.headers_with({})
        with self.asking():
            one = await self.sdk.batches.retrieve(named, extra_headers=headers)
        counts, errors = one.request_counts, one.errors
        told = [error.message for error in (errors.data or ())] if errors is not None else []
        return BatchStanding(
            str(one.status),
            counts.completed + counts.failed if counts is not None else 0,
            one.status in _ENDED,
            str(told[0]) if told else "",
            tuple(file for file in (one.output_file_id, one.error_file_id) if file),
        )

    async def fetch(self, named: str, standing: BatchStanding, to: Path) -> None:
        """The replies, and after them the errors."""
        headers = self.model.headers_with({})
        to.write_bytes(b"")
        for name in standing.files:
            with self.asking(UPLOAD_S):
                content = self.sdk.files.with_streaming_response.content
                async with content(name, extra_headers=headers) as answer:
                    await written(answer.iter_bytes(), to, "ab")


SERVICE = OpenAIBatches
