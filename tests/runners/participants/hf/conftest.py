"""Tiny models, each made once for all tests of this folder."""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.tiny_models import VISION, tiny, tiny_vision


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder of a tiny model of some kind, with or without a chat template."""
    made: dict[tuple[str, bool], Path] = {}

    def of(kind: str = "llama", *, chat: bool = True) -> Path:
        if (kind, chat) not in made:
            name = f"{kind}-{'chat' if chat else 'base'}"
            make = tiny_vision if kind in VISION else tiny
            made[kind, chat] = make(tmp_path_factory.mktemp(name) / name, kind=kind, chat=chat)
        return made[kind, chat]

    return of


@pytest.fixture(scope="session", autouse=True)
def quick_torch() -> None:
    """Threads that wait for each other cost more than tiny matrices do, and so does to look for
    garbage, as every model does that is loaded, among all that these libraries consist of."""
    import torch

    import_module("transformers.models.auto.modeling_auto")
    torch.set_num_threads(1)
    gc.collect()
    gc.freeze()
