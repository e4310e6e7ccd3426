"""The words by which a study is asked again, from what the store keeps of its start: scripts,
participants and options, as they are typed after `devrun run`, `devrun plan` or `devrun batch out`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from runners.cli.options import Expansion, SamplingOptions, typed
from runners.cli.paths import find_scripts, is_shipped
from runners.shipped import ADDITIONS, BATTERY, shipped_folder


def study_words(settings: str) -> tuple[str, ...]:
    """The words for the settings of a start."""
    kept = json.loads(settings)
    rated = ("--protocol", kept["protocol"]) if "protocol" in kept else ()
    return (
        *_scripts(tuple(map(Path, kept["scripts"]))),
        *chain.from_iterable(("-m", model) for model in kept["models"]),
        *rated,
        *chain.from_iterable((_given(Expansion, kept) | _given(SamplingOptions, kept)).values()),
    )


def _given(options: Any, kept: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The words for those of a command's options that were given."""
    found = {name: kept.get(name) for name in options.__match_args__}
    return typed(
        options(
            **{
                name: tuple(value) if isinstance(value, list) else value
                for name, value in found.items()
            }
        )
    )


def _scripts(paths: tuple[Path, ...]) -> Sequence[str]:
    """The words for scripts: one for a whole folder, and bare names for those that are shipped."""
    folder = paths[0].parent
    if len(paths) > 1 and paths[0].is_file() and find_scripts((str(folder),)) == paths:
        bare = (
            folder in map(shipped_folder, (BATTERY, ADDITIONS)) and not Path(folder.name).exists()
        )
        return (folder.name if bare else str(folder),)
    return [
        path.stem if is_shipped(path, (path.stem,)) and not Path(path.stem).exists() else str(path)
        for path in paths
    ]
