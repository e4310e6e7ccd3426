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

_NEAR = 500
"""So many items of a list are looked at for one that is the same."""
_OPTION = re.compile(r"^ +(?:-\w, )?(--[a-z-]+)", re.M)


def without_additions(name: str, was: str, is_now: str, added: Counter[str]) -> tuple[str, str]:
    """Both texts of this name, the newer one without what only it has, if they are JSON documents,
    JSON lines or CSV. What was left out is counted in `added`.
    """
    if name.endswith(".csv"):
        return _columns(was, is_now, added)
    try:
        old, new = read(was), read(is_now)
    except ValueError:
        return was, is_now
    return written(old), written(_like(old, new, added))


def options_of(was: str, is_now: str, added: Counter[str]) -> tuple[str, str]:
    """The options in two texts of help, those of the newer one that the older one has, too; the
    others are counted in `added`.
    """
    old, new = (set(_OPTION.findall(text)) for text in (was, is_now))
    added.update(new - old)
    return "\n".join(sorted(old)), "\n".join(sorted(old & new))


def read(text: str) -> object:
    """A document, or a list of those in its lines. Raises ValueError for anything else."""
    if text[:1] not in ("{", "["):
        raise ValueError("no JSON")
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def written(document: object) -> str:
    """A document as JSON, each value in a line of its own."""
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
    """Items of the newer list like those of the older one, side by side with the same ones, or with
    those of the same names. Items that are left over are new; one that went is missing.
    """
    if len(old) >= len(new):
        return [_like(*pair, added) for pair in zip(old, new, strict=False)]
    found: list[object] = []
    rest = [*new]
    for item in old:
        near = [at for at, one in enumerate(rest[:_NEAR]) if one == item or _same_names(item, one)]
        same = (at for at in near if _like(item, rest[at], Counter()) == item)
        if near:
            found.append(_like(item, rest.pop(next(same, near[0])), added))
    added["items of lists"] += len(rest)
    return found


def _same_names(old: object, new: object) -> bool:
    """Whether two objects have the same words in all values of the older one that are a word."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return False
    return all(
        _same_names(value, new.get(key)) or new.get(key) == value
        for key, value in old.items()
        if isinstance(value, Mapping) or (isinstance(value, str) and " " not in value)
    )


def _columns(was: str, is_now: str, added: Counter[str]) -> tuple[str, str]:
    """Two tables, both with the columns that the old one has."""
    old, new = (list(csv.reader(io.StringIO(text))) for text in (was, is_now))
    known = old[0] if old else []
    kept = [at for at, column in enumerate(new[0] if new else ()) if column in known]
    added.update(column for column in (new[0] if new else ()) if column not in known)
    return _table(old), _table([[row[at] for at in kept if at < len(row)] for row in new])


def _table(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
