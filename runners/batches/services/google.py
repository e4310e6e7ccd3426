"""Google's batches of the Gemini API. A batch has our key for its display name."""

from __future__ import annotations

import json
from datetime import UTC
from pathlib import Path

from runners.batches.services.service import UPLOAD_S, BatchService, BatchStanding, since
from runners.participants.failures import NoReply
from runners.participants.hosted import HttpAnswer
from runners.store.batches import BatchRecord

_ENDED = ("SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED", "PARTIALLY_SUCCEEDED")


class GoogleBatches(BatchService):
    """The endpoint for one model."""

    async def send(self, batch: BatchRecord, file: Path) -> str:
        """Upload the file and create the batch."""
        with self.asking(UPLOAD_S):
            uploaded = await self.sdk.aio.files.upload(
                file=file, config={"display_name": batch.key, "mime_type": "application/jsonl"}
            )
        with self.asking():
            made = await self.sdk.aio.batches.create(
                model=self.model.model, src=uploaded.name, config={"display_name": batch.key}
            )
        return str(made.name)

    async def look_up(self, batch: BatchRecord, known: frozenset[str], keys: frozenset[str]) -> str:
        """The newest batches come first."""
        first = since(batch)
        with self.asking():
            async for one in await self.sdk.aio.batches.list(config={"page_size": 100}):
                if one.display_name == batch.key:
                    return str(one.name)
                if one.create_time is not None and one.create_time.astimezone(UTC) < first:
                    break
        return ""

    async def standing(self, named: str) -> BatchStanding:
        """What the provider says of it; it counts no calls before the end."""
        with self.asking():
            one = await self.sdk.aio.batches.get(name=named)
        state = str(one.state.value if one.state is not None else "").removeprefix("JOB_STATE_")
        file = one.dest.file_name if one.dest is not None else None
        why = str(one.error.message or "") if one.error is not None else ""
        files = (file,) if file else ()
        return BatchStanding(state.lower(), 0, state in _ENDED, why, files)

    async def fetch(self, named: str, standing: BatchStanding, to: Path) -> None:
        """Everything is in one file."""
        to.write_bytes(b"")
        for name in standing.files:
            with self.asking(UPLOAD_S):
                await self.sdk.aio.files.download(file=name, destination=to)

    def failure(self, error: Exception) -> NoReply | None:
        """Statuses and connections."""
        from google.genai.errors import APIError

        if isinstance(error, APIError):
            content = json.dumps(error.details).encode()
            return self.model.refused(HttpAnswer(int(error.code or 500), {}, content))
        return None


SERVICE = GoogleBatches
