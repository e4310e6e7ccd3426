"""Differences that are wanted, as `differences.toml` lists them: words that a pattern finds in a
text, or values at places of a document.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch, fnmatchcase
from pathlib import Path
from typing import Any

from benchmarks.outputs.additions import read, written


@dataclass(frozen=True, slots=True)
class Wanted:
    """A difference that is wanted.

    Args:
        why: the reason, with a commit.
        where: in which texts, and in which of these it is not (`but`).
        old: what it was; without it, `values` are not compared.
        new: what it is; without it, what fits `old` is left out of both texts.
        values: where values of a JSON document stand (`trials.lrs`, at any item of a list), or
            columns of a table.
        was: only values that were one of these are not compared; "missing" is no value.
        any_order: lists are compared in any order, each item once, without `values`.
        fewer: figures that people read may go, and none may come.
    """

    why: str
    where: tuple[str, ...] = ("*",)
    but: str = ""
    old: re.Pattern[str] | None = None
    new: str | None = None
    values: tuple[str, ...] = ()
    was: tuple[Any, ...] = ()
    any_order: bool = False
    fewer: bool = False

    def is_for(self, name: str) -> bool:
        """Whether it is about the text of this name."""
        return any(fnmatch(name, one) for one in self.where) and not fnmatch(name, self.but)

    def applied(self, name: str, was: str, is_now: str) -> tuple[str, str]:
        """Two texts without this difference."""
        if not self.is_for(name):
            return was, is_now
        if self.old is None:
            return self._without_values(name, was, is_now)
        if self.new is None:
            return self.old.sub("", was), self.old.sub("", is_now)
        return self.old.sub(self.new, was), is_now

    def _without_values(self, name: str, was: str, is_now: str) -> tuple[str, str]:
        try:
            old, new = (_document(name, text) for text in (was, is_now))
        except ValueError:
            return was, is_now
        if self.any_order:
            old, new = (self._in_order(one, "") for one in (old, new))
        else:
            old, new = self._left(old, new, "")
        return written(old), written(new)

    def _left(self, old: Any, new: Any, place: str) -> tuple[Any, Any]:
        """What is left of two values at a place."""
        if old == new:
            return old, new
        if self._names(place) and (not self.was or old in self.was):
            return None, None
        if isinstance(old, Mapping) and isinstance(new, Mapping) and old.keys() == new.keys():
            pairs = {
                key: self._left(old[key], new[key], f"{place}.{key}".lstrip(".")) for key in old
            }
            return {key: one for key, (one, _) in pairs.items()}, {
                key: one for key, (_, one) in pairs.items()
            }
        if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            both = [self._left(*pair, place) for pair in zip(old, new, strict=True)]
            return [one for one, _ in both], [one for _, one in both]
        return old, new

    def _in_order(self, value: Any, place: str) -> Any:
        """A value at a place with each item of its lists once, in the order of their words."""
        if isinstance(value, Mapping):
            places = {key: f"{place}.{key}".lstrip(".") for key in value}
            return {
                key: self._in_order(value[key], at)
                for key, at in places.items()
                if not self._names(at)
            }
        if isinstance(value, list):
            items = [self._in_order(one, place) for one in value]
            return [one for _, one in sorted({written(one): one for one in items}.items())]
        return value

    def _names(self, place: str) -> bool:
        return any(fnmatchcase(place, one) for one in self.values)


def wanted() -> tuple[Wanted, ...]:
    """What `differences.toml` lists."""
    file = Path(__file__).with_name("differences.toml")
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("difference", [])
    return tuple(_read(one) for one in listed)


def _read(one: Mapping[str, Any]) -> Wanted:
    where = one.get("where", "*")
    given: dict[str, Any] = {**one, "values": tuple(one.get("values", ()))}
    given["where"] = (where,) if isinstance(where, str) else tuple(where)
    given["was"] = tuple(
        value
        for was in one.get("was", ())
        for value in ((None, "") if was == "missing" else (was,))
    )
    if "old" in one:
        given["old"] = re.compile(one["old"], re.M)
    return Wanted(**given)


def _document(name: str, text: str) -> object:
    """A document, or the rows of a table. Raises ValueError for anything else."""
    try:
        return read(text)
    except ValueError:
        if not name.endswith(".csv"):
            raise
    return list(csv.DictReader(io.StringIO(text), restkey="(further)"))
