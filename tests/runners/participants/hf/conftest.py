"""Tiny models, each made once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tiny_models import tiny


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder of a tiny model of some kind, with or without a chat template."""
    made: dict[tuple[str, bool], Path] = {}

    def of(kind: str = "llama", *, chat: bool = True) -> Path:
        if (kind, chat) not in made:
            name = f"{kind}-{'chat' if chat else 'base'}"
            made[kind, chat] = tiny(tmp_path_factory.mktemp(name) / name, kind=kind, chat=chat)
        return made[kind, chat]

    return of


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    """Threads that wait for each other cost more than tiny matrices do."""
    import torch

    torch.set_num_threads(1)
