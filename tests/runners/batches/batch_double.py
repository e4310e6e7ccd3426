"""A test double of the batch endpoints of OpenAI, Anthropic and Google, for `Double(also=...)`.

    from batch_double import BatchDouble
    from runners.participants.double import Double

    batches = BatchDouble(polls=2, expired=0.1)
    with Double(also=batches.serve) as double:
        ...  # run a command with double.environment
    assert max(batches.paid.values()) == 1

A batch is done after so many polls. Results come shuffled; what else may go wrong with them is said
by shares of the lines, and what may go wrong when a batch is created by numbers of batches. `paid`
counts how often each call was answered, whoever read the answer.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from runners.participants.double import Behaviour, Reset, ServerAnswer, error
from runners.participants.double.formats import MeantReply, Request, written
from runners.store.records import now

Answer = Callable[[Request], str | MeantReply]
_NUMBERS = itertools.count(1)
"""By which lines differ that say the same."""


@dataclass(slots=True)
class _Batch:
    """A batch: (key, path, body) of each line, and how often it was asked after."""

    name: str
    vendor: str
    note: str
    model: str
    lines: list[tuple[str, str, dict[str, Any]]]
    polls: int = 0
    ends: str = ""
    at: str = field(default_factory=now)
    results: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


@dataclass(slots=True)
class BatchDouble:
    """The three endpoints. `answer` says what a call is answered with.

    `polls`: a batch is done when it was asked after so often. `expired`, `missing`, `twice`,
    `failing`: shares of lines that expire, have no line, come two times, or fail with a server's
    error; `foreign` so many lines of calls that nobody sent. `lost` so many creations happen, and
    their answers are lost on the way. `ends`: the state in which batches end, where that is not
    completed: expired, cancelled or failed, with `why`.
    """

    answer: Answer = lambda request: "Yes."
    polls: int = 1
    expired: float = 0.0
    missing: float = 0.0
    twice: float = 0.0
    failing: float = 0.0
    foreign: int = 0
    lost: int = 0
    ends: str = "completed"
    why: str = "The file is not valid"
    seed: int = 1
    paid: Counter[str] = field(default_factory=Counter)
    created: int = 0
    _files: dict[str, bytes] = field(default_factory=dict)
    _batches: dict[str, _Batch] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def serve(self, request: Request) -> Behaviour | None:
        """The answer to a request of a batch endpoint; None for any other."""
        path = request.path.partition("?")[0]
        for method, pattern, answer in _ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == request.method:
                with self._lock:
                    return answer(self, request, *found.groups())
        return None

    # ------------------------------------------------------------------ files

    def _uploaded(self, request: Request) -> Behaviour:
        edge = request.headers["content-type"].partition("boundary=")[2].encode()
        (part,) = (one for one in request.body.split(b"--" + edge) if b'filename="' in one)
        name = self._kept(part.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n"))
        return _json(
            {"id": name, "object": "file", "bytes": 0, "created_at": 0, "filename": "x",
             "purpose": "batch", "status": "processed"}
        )  # fmt: skip

    def _upload_begun(self, request: Request) -> Behaviour:
        name = self._kept(b"")
        where = f"http://{request.headers['host']}/upload/v1beta/files/{name}"
        answer = _json({})
        headers = (("X-Goog-Upload-URL", where), ("X-Goog-Upload-Status", "active"))
        return ServerAnswer(200, answer.body, headers)

    def _upload_went_on(self, request: Request, name: str) -> Behaviour:
        self._files[name] += request.body
        final = "finalize" in request.headers["x-goog-upload-command"]
        body = _json({"file": {"name": f"files/{name}", "state": "ACTIVE"}}).body if final else b""
        status = "final" if final else "active"
        return ServerAnswer(200, body, (("X-Goog-Upload-Status", status),))

    def _content(self, request: Request, name: str) -> Behaviour:
        return ServerAnswer(200, self._files[name], content_type="application/octet-stream")

    def _kept(self, content: bytes) -> str:
        name = f"file-{len(self._files)}"
        self._files[name] = content
        return name

    # ------------------------------------------------------------------ creating

    def _create_openai(self, request: Request) -> Behaviour:
        sent = request.json
        lines = [json.loads(line) for line in self._files[str(sent["input_file_id"])].splitlines()]
        note = str((sent.get("metadata") or {}).get("devrun_batch"))  # type: ignore[attr-defined]
        told = [(one["custom_id"], one["url"], one["body"]) for one in lines]
        return self._created(_Batch("", "openai", note, "", told))

    def _create_anthropic(self, request: Request) -> Behaviour:
        told = [
            (one["custom_id"], "/v1/messages", one["params"])
            for one in request.json["requests"]  # type: ignore[attr-defined]
        ]
        return self._created(_Batch("", "anthropic", "", "", told))

    def _create_google(self, request: Request, model: str) -> Behaviour:
        batch: Any = request.json["batch"]
        name = batch["inputConfig"]["fileName"].removeprefix("files/")
        lines = [json.loads(line) for line in self._files[name].splitlines()]
        told = [(one["key"], ":generateContent", one["request"]) for one in lines]
        return self._created(_Batch("", "google", batch.get("displayName", ""), model, told))

    def _created(self, batch: _Batch) -> Behaviour:
        self.created += 1
        batch.name, batch.ends = f"batch_{self.created}", self.ends
        self._batches[batch.name] = batch
        # It is worked on, and paid for, whether or not anybody ever asks after it.
        self._work(batch)
        if self.lost:
            self.lost -= 1
            return Reset()
        return _json(self._told(batch))

    # ------------------------------------------------------------------ asking after it

    def _one(self, request: Request, name: str) -> Behaviour:
        batch = self._batches.get(name)
        if batch is None:
            return error(404, "No such batch")
        batch.polls += 1
        return _json(self._told(batch))

    def _every(self, request: Request) -> Behaviour:
        vendor = "google" if "v1beta" in request.path else "openai"
        vendor = "anthropic" if "/messages/" in request.path else vendor
        found = [one for one in self._batches.values() if one.vendor == vendor]
        for one in found:
            one.polls += 1
        mine = [self._told(one) for one in found]
        if vendor == "google":
            return _json({"operations": mine})
        return _json({"object": "list", "data": mine[::-1], "has_more": False})

    def _results_of(self, request: Request, name: str) -> Behaviour:
        batch = self._batches[name]
        return ServerAnswer(200, _lines([*batch.results["good"], *batch.results["bad"]]))

    def _told(self, batch: _Batch) -> dict[str, object]:
        return _TOLD[batch.vendor](self, batch, batch.polls >= self.polls)

    def _work(self, batch: _Batch) -> None:
        """Answer the calls of a batch."""
        dice = random.Random(f"{self.seed} {batch.name}")
        good: list[dict[str, Any]] = []
        bad: list[dict[str, Any]] = []
        for key, path, body in batch.lines:
            chance = dice.random()
            if batch.ends == "failed":
                continue
            if batch.ends == "cancelled" or chance < self.expired:
                why = "cancelled" if batch.ends == "cancelled" else "expired"
                bad.append(_unanswered(batch.vendor, key, why))
                continue
            said = self.answer(Request("POST", path, {}, json.dumps(body).encode()))
            meant = MeantReply(said) if isinstance(said, str) else said
            if dice.random() < self.failing:
                meant = MeantReply("The server had an error", status=500, type="server_error")
            line = answered(batch.vendor, key, path, meant)
            self.paid[key] += meant.status is None
            if dice.random() < self.missing:
                continue
            (good if meant.status is None else bad).append(line)
            if dice.random() < self.twice:
                good.append(line)
        for number in range(self.foreign):
            good.append(answered(batch.vendor, f"{number:064x}", batch.lines[0][1], MeantReply()))
        dice.shuffle(good)
        batch.results = {"good": good, "bad": bad}
        if batch.vendor != "anthropic":
            every = good if batch.vendor == "openai" else [*good, *bad]
            self._files[f"{batch.name}-good"] = _lines(every)
            self._files[f"{batch.name}-bad"] = _lines(bad)

    def _told_openai(self, batch: _Batch, done: bool) -> dict[str, object]:
        counts = {"total": len(batch.lines), "completed": 0, "failed": 0}
        if done:
            good, bad = (len(batch.results[each]) for each in ("good", "bad"))
            counts |= {"completed": good, "failed": bad}
        files = {
            f"{kind}_file_id": f"{batch.name}-{each}" if done and batch.results[each] else None
            for kind, each in (("output", "good"), ("error", "bad"))
        }
        return {
            "id": batch.name, "object": "batch", "endpoint": batch.lines[0][1], "created_at": 0,
            "input_file_id": "file-0", "completion_window": "24h",
            "status": batch.ends if done else "in_progress", "request_counts": counts, **files,
            "metadata": {"devrun_batch": batch.note},
            **({"errors": {"data": [{"message": self.why}]}} if batch.ends == "failed" else {}),
        }  # fmt: skip

    def _told_anthropic(self, batch: _Batch, done: bool) -> dict[str, object]:
        counts = dict.fromkeys(("canceled", "errored", "expired", "succeeded", "processing"), 0)
        counts["succeeded" if done else "processing"] = len(batch.lines)
        return {
            "id": batch.name, "type": "message_batch",
            "created_at": batch.at, "expires_at": batch.at,
            "processing_status": "ended" if done else "in_progress", "request_counts": counts,
            "results_url": f"/v1/messages/batches/{batch.name}/results" if done else None,
        }  # fmt: skip

    def _told_google(self, batch: _Batch, done: bool) -> dict[str, object]:
        ends = {"completed": "SUCCEEDED"}.get(batch.ends, batch.ends.upper())
        output = {"responsesFile": f"files/{batch.name}-good"} if done else None
        metadata = {
            "displayName": batch.note, "model": f"models/{batch.model}", "createTime": batch.at,
            "state": f"BATCH_STATE_{ends}" if done else "BATCH_STATE_RUNNING",
            **({"output": output} if output else {}),
        }  # fmt: skip
        return {"name": f"batches/{batch.name}", "metadata": metadata, "done": done}


def answered(vendor: str, key: str, path: str, meant: MeantReply) -> dict[str, Any]:
    """The line of results in which a call is answered so; `path` is where it would be asked."""
    body = json.loads(written(meant, path))
    if vendor == "openai":
        status = 200 if meant.status is None else meant.status
        number = next(_NUMBERS)
        response = {"status_code": status, "request_id": f"req_{number}", "body": body}
        return {"id": f"batch_req_{number}", "custom_id": key, "response": response, "error": None}
    if vendor == "anthropic":
        good = meant.status is None
        result: dict[str, Any] = (
            {"type": "succeeded", "message": body} if good else {"type": "errored"}
        )
        if not good:
            name = "api_error" if (meant.status or 0) >= 500 else "invalid_request_error"
            told = {"type": name, "message": meant.text}
            told_by = f"req_{next(_NUMBERS)}"
            result["error"] = {"type": "error", "error": told, "request_id": told_by}
        return {"custom_id": key, "result": result}
    if meant.status is None:
        return {"key": key, "response": body}
    return {"key": key, "error": {"code": 13 if meant.status >= 500 else 3, "message": meant.text}}


def answered_file(content: bytes, answer: Answer) -> list[dict[str, Any]]:
    """The lines of results for a file of requests, in their order, whatever its format."""
    found = []
    for line in content.splitlines():
        value = json.loads(line)
        if "params" in value:
            vendor, key, path, body = "anthropic", value["custom_id"], "/v1/messages", "params"
        elif "key" in value:
            vendor, key, path, body = "google", value["key"], ":generateContent", "request"
        else:
            vendor, key, path, body = "openai", value["custom_id"], value["url"], "body"
        said = answer(Request("POST", path, {}, json.dumps(value[body]).encode()))
        meant = MeantReply(said) if isinstance(said, str) else said
        found.append(answered(vendor, key, path, meant))
    return found


def _unanswered(vendor: str, key: str, why: str) -> dict[str, Any]:
    if vendor == "openai":
        told = {"code": f"batch_{why}", "message": f"The batch was {why}."}
        name = f"batch_req_{next(_NUMBERS)}"
        return {"id": name, "custom_id": key, "response": None, "error": told}
    if vendor == "anthropic":
        return {"custom_id": key, "result": {"type": why.replace("cancelled", "canceled")}}
    return {"key": key, "error": {"code": 1 if why == "cancelled" else 4, "message": why}}


def _json(value: object) -> ServerAnswer:
    return ServerAnswer(200, json.dumps(value).encode())


def _lines(values: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


_TOLD = {
    "openai": BatchDouble._told_openai,
    "anthropic": BatchDouble._told_anthropic,
    "google": BatchDouble._told_google,
}
_ROUTES: tuple[tuple[str, str, Callable[..., Behaviour]], ...] = (
    ("POST", "/v1/files", BatchDouble._uploaded),
    ("GET", "/v1/files/([^/]+)/content", BatchDouble._content),
    ("POST", "/v1/batches", BatchDouble._create_openai),
    ("GET", "/v1/batches", BatchDouble._every),
    ("GET", "/v1/batches/([^/]+)", BatchDouble._one),
    ("POST", "/v1/messages/batches", BatchDouble._create_anthropic),
    ("GET", "/v1/messages/batches", BatchDouble._every),
    ("GET", "/v1/messages/batches/([^/]+)", BatchDouble._one),
    ("GET", "/v1/messages/batches/([^/]+)/results", BatchDouble._results_of),
    ("POST", "/upload/v1beta/files", BatchDouble._upload_begun),
    ("POST", "/upload/v1beta/files/([^/]+)", BatchDouble._upload_went_on),
    ("POST", "/v1beta/models/([^/]+):batchGenerateContent", BatchDouble._create_google),
    ("GET", "/v1beta/batches", BatchDouble._every),
    ("GET", "/v1beta/batches/([^/]+)", BatchDouble._one),
    ("GET", "(?:/download)?/v1beta/files/([^/]+):download", BatchDouble._content),
)
