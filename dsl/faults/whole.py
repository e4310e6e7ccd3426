"""E50x: what a script must hold, once, and the files it includes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class NoTitle(Fault):
    """A script without `experiment NAME`."""

    code: ClassVar[str] = "E501"
    title: ClassVar[str] = "the script has no title"
    caret: ClassVar[str] = "an experiment begins with its name"
    remedy: ClassVar[str] = "write as the first line: experiment NAME"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoProcedure(Fault):
    """A script without a procedure."""

    code: ClassVar[str] = "E502"
    title: ClassVar[str] = "the script has no procedure"
    caret: ClassVar[str] = "nothing is said or asked"
    remedy: ClassVar[str] = (
        "write at the end: procedure, and the steps of the session on deeper lines below"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadTwice(Fault):
    """Two titles, procedures, designs or coding guides."""

    code: ClassVar[str] = "E503"
    title: ClassVar[str] = "there are two statements `{head}`"
    caret: ClassVar[str] = "an experiment has one"
    remedy: ClassVar[str] = "put both into one, or take one away"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceShape(Fault):
    """A reference that is not a figure."""

    code: ClassVar[str] = "E504"
    title: ClassVar[str] = "this is not the shape of a reference"
    caret: ClassVar[str] = "who, how much"
    remedy: ClassVar[str] = (
        "write for example: reference children 85%: SOURCE (or 3.74 LRS, or unknown)"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeOutside(Fault):
    """An include that leaves the script's own folder."""

    code: ClassVar[str] = "E506"
    title: ClassVar[str] = "`{path}` is outside the folder of the script"
    caret: ClassVar[str] = "not in this folder"
    remedy: ClassVar[str] = (
        "copy the file into the folder, and name it without `..` or a leading stroke"
    )

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeUnreadable(Fault):
    """An included file that cannot be read."""

    code: ClassVar[str] = "E507"
    title: ClassVar[str] = "{reason}"
    caret: ClassVar[str] = "not read"
    remedy: ClassVar[str] = "check the name; it is read from the folder of the script"

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeTwice(Fault):
    """A file that is included twice, or includes itself."""

    code: ClassVar[str] = "E508"
    title: ClassVar[str] = "`{path}` is included already"
    caret: ClassVar[str] = "included before"
    remedy: ClassVar[str] = "take this line away"

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludeTooMany(Fault):
    """More included files than anybody means."""

    code: ClassVar[str] = "E509"
    title: ClassVar[str] = "more than {most} files are included"
    caret: ClassVar[str] = "too many"
    remedy: ClassVar[str] = "put them together into fewer files"

    most: int
