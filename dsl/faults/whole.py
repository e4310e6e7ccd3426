"""E50x: what a script must hold, once, and the files it includes."""

from __future__ import annotations

from dsl.diagnostic import Fault


class NoTitle(Fault):
    """A script without `experiment NAME`."""

    code = "E501"
    title = "the script has no title"
    caret = "a script begins with its title"
    remedy = "write on the first line: experiment NAME"


class NoProcedure(Fault):
    """A script without a procedure."""

    code = "E502"
    title = "the script has no procedure"
    caret = "nothing is said or asked"
    remedy = "at the end write: procedure, with the steps of the session indented below it"


class HeadTwice(Fault):
    """Two titles, procedures, designs or coding guides."""

    code = "E503"
    title = "there are two `{head}` statements"
    caret = "a script has one"
    remedy = "merge them, or remove one"

    head: str


class ReferenceShape(Fault):
    """A reference that is not a figure."""

    code = "E504"
    title = "this is not a reference"
    caret = "who, and which figure"
    remedy = "for example: reference children 85%: SOURCE (or 3.74 LRS, or unknown)"


class IncludeOutside(Fault):
    """An include that leaves the script's own folder."""

    code = "E506"
    title = "`{path}` is outside the folder of the script"
    caret = "not in this folder"
    remedy = "copy the file into the folder, and write its name without `..` or a leading slash"

    path: str


class IncludeUnreadable(Fault):
    """An included file that cannot be read."""

    code = "E507"
    title = "{reason}"
    caret = "not read"
    remedy = "check the name; it is relative to the folder of the script"

    reason: str


class IncludeTwice(Fault):
    """A file that is included twice, or includes itself."""

    code = "E508"
    title = "`{path}` is included already"
    caret = "included before"
    remedy = "remove this line"

    path: str


class IncludeTooMany(Fault):
    """More included files than anybody means."""

    code = "E509"
    title = "at most {most} files can be included"
    caret = "too many"
    remedy = "merge some of them"

    most: int
