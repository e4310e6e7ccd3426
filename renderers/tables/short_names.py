"""Names of columns cut to a few letters, so that many of them stand side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from renderers.terminal import visible


def short_names(names: Sequence[str], most: int) -> Mapping[str, str]:
    """The first `most` letters of each name; where two of these are the same, all are numbered."""
    cut = {name: visible(name)[:most].rstrip() for name in names}
    if len(set(cut.values())) == len(cut):
        return cut
    return {name: f"{at} {visible(name)}"[:most].rstrip() for at, name in enumerate(names, 1)}
