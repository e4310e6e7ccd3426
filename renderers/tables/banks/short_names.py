"""Names of columns cut to a few letters, so that many of them stand side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from renderers.terminal import visible


def short_names(names: Sequence[str], most: int) -> Mapping[str, str]:
    """The first `most` letters of each name, without the single first letter of a word that is cut;
    where two of these are the same, all are numbered.
    """
    cut = {name: _cut(visible(name), most) for name in names}
    if len(set(cut.values())) == len(cut):
        return cut
    return {name: f"{at} {visible(name)}"[:most].rstrip() for at, name in enumerate(names, 1)}


def _cut(name: str, most: int) -> str:
    first = name[:most].rstrip()
    head, space, letters = first.rpartition(" ")
    return (
        head if space and len(letters) == 1 and name[len(first) : len(first) + 1].strip() else first
    )
