"""What a newer version has more of: keys of JSON documents, columns of CSV tables, options.

Whoever reads a published key or column finds it among new ones, so these are no difference. They
are left out of the newer text before texts are compared, and counted.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence

_NEAR = 50
"""So many items of a list are looked at for one that is the same."""
_OPTION = re.compile(r"^ +(?:-\w, )?(--[a-z-]+)", re.M)


def without_additions(name: str, was: str, is_now: str, added: Counter[str]) -> tuple[str, str]:
    """Both texts of this name, the newer one without what only it has, if they are JSON documents,
    JSON lines or CSV. What was left out is counted in `added`.
    """
    if name.endswith(".csv"):
        return was, _csv(was, is_now, added)
    try:
        old, new = _read(was), _read(is_now)
    except ValueError:
        return was, is_now
    return _written(old), _written(_like(old, new, added))


def options_of(was: str, is_now: str, added: Counter[str]) -> tuple[str, str]:
    """The options in two texts of help, those of the newer one that the older one has, too; the
    others are counted in `added`.
    """
    old, new = (set(_OPTION.findall(text)) for text in (was, is_now))
    added.update(new - old)
    return "\n".join(sorted(old)), "\n".join(sorted(old & new))


def _read(text: str) -> object:
    """A document, or a list of those in its lines. Raises ValueError for anything else."""
    if text[:1] not in ("{", "["):
        raise ValueError("no JSON")
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def _written(document: object) -> str:
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)


def _like(old: object, new: object, added: Counter[str]) -> object:
    """The new value without keys that the old one has not, at any depth."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        added.update(key for key in new if key not in old)
        return {key: _like(old[key], value, added) for key, value in new.items() if key in old}
    if isinstance(old, list) and isinstance(new, list):
        return _items_like(old, new, added)
    return new


def _items_like(
    old: Sequence[object], new: Sequence[object], added: Counter[str]
) -> Sequence[object]:
    """Items of the newer list like those of the older one: the same ones side by side, where new
    ones stand between them, and the others in order.
    """
    if len(old) == len(new):
        return [_like(*pair, added) for pair in zip(old, new, strict=True)]
    found: list[object] = []
    rest = [*new]
    for item in old:
        same = (at for at, one in enumerate(rest[:_NEAR]) if _like(item, one, Counter()) == item)
        if (at := next(same, 0)) < len(rest):
            found.append(_like(item, rest.pop(at), added))
    return [*found, *rest]


def _csv(was: str, is_now: str, added: Counter[str]) -> str:
    """The table with the columns that the old one has."""
    old, new = (list(csv.reader(io.StringIO(text))) for text in (was, is_now))
    if not old or not new:
        return is_now
    kept = [at for at, column in enumerate(new[0]) if column in old[0]]
    added.update(column for column in new[0] if column not in old[0])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_picked(row, kept) for row in new)
    return text.getvalue()


def _picked(row: Sequence[str], kept: Sequence[int]) -> list[str]:
    return [row[at] for at in kept if at < len(row)]
