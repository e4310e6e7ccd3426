"""E594 to E597: the pictures that a script shows."""

from __future__ import annotations

from dsl.diagnostic import Fault


class PictureOutside(Fault):
    """A picture that does not lie in the script's own folder."""

    code = "E594"
    title = "the picture `{path}` is outside the folder of the script"
    caret = "not in this folder"
    remedy = "copy the picture into the folder, and write its name without `..` or a leading slash"

    path: str


class PictureUnreadable(Fault):
    """A picture that is not there, or cannot be read."""

    code = "E595"
    title = "the picture `{path}` cannot be read: {reason}"
    caret = "not read"
    remedy = "check the name; it is relative to the folder of the script"

    path: str
    reason: str


class NotAPicture(Fault):
    """A file that is none of the four kinds of picture that every vendor's models know."""

    code = "E596"
    title = "`{path}` is not a PNG, JPEG, GIF or WEBP picture"
    caret = "judged by its content, not its name"
    remedy = "save it as a PNG"

    path: str


class PictureTooLarge(Fault):
    """A picture that is larger than the smallest limit among the vendors."""

    code = "E597"
    title = "the picture `{path}` is larger than 3.75 MB"
    caret = "too large to send"
    remedy = "save it with fewer pixels: models see at most about 1,600 on the longer side"

    path: str
