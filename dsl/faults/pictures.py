"""E594 to E597: the pictures that a script shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOutside(Fault):
    """A picture that does not lie in the script's own folder."""

    code: ClassVar[str] = "E594"
    title: ClassVar[str] = "the picture `{path}` is outside the folder of the script"
    caret: ClassVar[str] = "not in this folder"
    remedy: ClassVar[str] = (
        "copy the picture into the folder, and name it without `..` or a leading stroke"
    )

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureUnreadable(Fault):
    """A picture that is not there, or cannot be read."""

    code: ClassVar[str] = "E595"
    title: ClassVar[str] = "the picture `{path}` is not read: {reason}"
    caret: ClassVar[str] = "not read"
    remedy: ClassVar[str] = "check the name; it is looked for from the folder of the script"

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAPicture(Fault):
    """A file that is none of the four kinds of picture that every vendor's models know."""

    code: ClassVar[str] = "E596"
    title: ClassVar[str] = "`{path}` is no PNG, JPEG, GIF or WEBP picture"
    caret: ClassVar[str] = "told by its first bytes, whatever its name"
    remedy: ClassVar[str] = "save it as a PNG with a program that draws pictures, and name that"

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureTooLarge(Fault):
    """A picture that is larger than the smallest limit among the vendors."""

    code: ClassVar[str] = "E597"
    title: ClassVar[str] = "the picture `{path}` is larger than 3.75 MB"
    caret: ClassVar[str] = "too large to send"
    remedy: ClassVar[str] = (
        "save it with fewer pixels: models see no more than about 1,600 on the longer side"
    )

    path: str
