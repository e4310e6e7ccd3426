"""What of a study is exported, and the words that ask for the same again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coders.norms.ages import Norms
    from coders.tables.models import ModelRow
    from runners.analysis.codings import RaterSelection
    from runners.preregistration.lookup import Preregistration
    from runners.studies.study import OpenStudy

_SAFE = re.compile(r"[A-Za-z0-9_./:@%+=-]+")
_WORKED_OUT = re.compile(r"[$`\"\\!]")


@dataclass(frozen=True, slots=True)
class ExportSelection:
    """What of a study is exported, and by whose codes. `paths` are scripts that were named, `at` is
    the time, `version` devrun's; `progress` is called with the number of trials done.
    `preregistration` is what the study is compared with; `norms` give ages, by default those of the
    original CogLM bank; `table` are models that are compared by size and in pairs.
    """

    study: str
    paths: tuple[Path, ...]
    models: tuple[str, ...]
    only: tuple[str, ...]
    whose: RaterSelection
    at: str
    version: str
    progress: Callable[[int], None]
    preregistration: Preregistration | None = None
    norms: Norms | None = None
    table: Mapping[str, ModelRow] | None = None


def narrowed(
    wanted: ExportSelection, opened: OpenStudy, scripts: Mapping[str, str]
) -> Iterator[str]:
    """The words that narrow the study, given in the folder of its export, as it was narrowed here;
    `scripts` are the paths of the scripts within `scripts` or `scripts-mended`, by procedure.
    """
    if wanted.paths:
        for one in opened.chapters:
            folder = "scripts-mended" if one.mended else "scripts"
            yield quoted(f"{folder}/{scripts[one.procedure]}")
    for name in wanted.models:
        yield f"-m {quoted(name)}"
    for level in wanted.only:
        yield f"--only {quoted(level)}"
    whose = wanted.whose
    if whose.coder is not None:
        yield f"--coder {quoted(whose.coder)}"
    if whose.as_paper:
        yield "--as-paper"
    if whose.adjudicated:
        yield "--adjudicated"


def quoted(word: str) -> str:
    """A word as it is typed into a shell, also into that of Windows: in double quotation marks
    where it needs any; in single ones where a shell would interpret what is in double ones.
    """
    if _SAFE.fullmatch(word):
        return word
    return shlex.quote(word) if _WORKED_OUT.search(word) else f'"{word}"'
