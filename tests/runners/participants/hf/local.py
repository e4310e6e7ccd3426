"""Asking a local model in tests, many calls at once or one after the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from runners.participants.base import Call, Message, Reply, Role, Settings
from runners.participants.hf.participant import LocalModel

SYSTEM = Message(Role.SYSTEM, "You hear a story about a child and a marble.")
TALE = "Sally puts the marble into the basket and goes out to play."
AWAY = "Anne takes the marble out of the basket and puts it into the box."


def user(*paragraphs: str) -> Message:
    return Message(Role.USER, "\n\n".join(paragraphs))


def said(text: str) -> Message:
    return Message(Role.ASSISTANT, text)


def call(*messages: Message, seed: int = 0, options: Sequence[str] = (), key: str = "key") -> Call:
    return Call(key, messages, seed=seed, options=tuple(options))


def conversations() -> list[Call]:
    """Two forks of one story, another story, samples of one text, and a later turn."""
    look = user(TALE, AWAY, "Where will Sally look for the marble first?")
    now = user(TALE, AWAY, "Where is the marble now?")
    return [
        call(SYSTEM, look, seed=11),
        call(SYSTEM, now, seed=12),
        call(SYSTEM, look, seed=13),
        call(SYSTEM, look, seed=14),
        call(user("Yes or no?"), seed=15),
        call(SYSTEM, look, said("In the basket."), user("Why?"), seed=16),
        call(SYSTEM, user(TALE * 4, "Where is the marble now?"), seed=17),
    ]


def ask(
    folder: Path, calls: Iterable[Call], *, one_by_one: bool = False, **settings: Any
) -> list[Reply]:
    """The replies of a model that is loaded for these calls alone."""
    params = tuple(settings.pop("params", {}).items())
    model = LocalModel(str(folder), Settings(params=params, **settings))

    async def main() -> list[Reply]:
        try:
            if one_by_one:
                return [await model.ask(one) for one in calls]
            return list(await asyncio.gather(*(model.ask(one) for one in calls)))
        finally:
            await model.aclose()

    return asyncio.run(main())


def alone(folder: Path, calls: Iterable[Call], **settings: Any) -> list[Reply]:
    """The replies, each of a model that was asked nothing else and keeps nothing."""
    return [ask(folder, [one], **settings)[0] for one in calls]


def likelihoods(reply: Reply) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(reply.raw)["likelihoods"]["options"]
    return found
