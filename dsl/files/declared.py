"""A file in TOML as the record that declares it, or the first slip in it and what to write instead.

The declaration gives each entry its name, its bounds and, as a description, what to write. msgspec
checks the file by it; what it refuses is said here in the words of the declaration.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from dsl.errors import DevrunError
from dsl.spelling import closest

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_PLAIN: dict[Any, str] = {
    str: '"..."',
    bool: "true or false, without quotation marks",
    tuple[str, ...]: '["...", "..."], or []',
}

_Table = TypeVar("_Table", bound=msgspec.Struct)


def declared(
    found: dict[str, Any],
    kind: type[_Table],
    *,
    file: str,
    error: Callable[[str, str], DevrunError],
    part: str = "",
    strict: bool = True,
) -> _Table:
    """The record of what stands in a file. `part` is what messages call all of it where it is only
    a part; not `strict`: values may be written as text.

    Raises an `error` of the first slip and of what to write instead.
    """
    try:
        return msgspec.convert(found, kind, strict=strict)
    except msgspec.ValidationError as fault:
        where = f"{part} of {file}" if part else file
        raise error(*_slip(str(fault), found, kind, where, file)) from fault


def _slip(said: str, table: dict[str, Any], kind: Any, where: str, file: str) -> tuple[str, str]:
    """What msgspec refused, and what to write.

    Only the place is taken from its message (`$.script[0].runs`), which has no words of the file.
    """
    header = ""
    # For the whole file msgspec gives no place, and a name in it could look like one.
    strange = table.keys() - {one.encode_name for one in msgspec.structs.fields(kind)}
    steps = [] if strange else _STEP.findall(said.rpartition(" - at `$")[2])
    while steps:
        name = steps.pop(0)[0]
        field = next(one for one in msgspec.structs.fields(kind) if one.encode_name == name)
        value, within = table[name], tables_in(field.type)
        if within is None:
            return wrong(name, value, field.type, where, file)
        header = f"{header}.{name}".lstrip(".")
        inside = f"[{header}]"
        if within is not _bare(field.type):
            at = int(steps.pop(0)[1]) if steps else None
            inside = f"[[{header}]] {(at or 0) + 1}"
            value = None if at is None else value[at]
        if not isinstance(value, dict):
            return wrong(name, table[name], field.type, where, file, header=header)
        table, kind, where = value, within, f"{inside} of {file}"
    return _missing_or_unknown(table, kind, where)


def wrong(
    name: str, value: object, kind: Any, where: str, file: str, *, header: str = ""
) -> tuple[str, str]:
    """That a value is none of its kind, and what to write."""
    if isinstance(value, dict) and getattr(_bare(kind), "__origin__", None) is dict:
        where = f"[{name}] of {file}"
        name, value = next((key, one) for key, one in value.items() if not isinstance(one, str))
        kind = str
    wanted = _wanted(header or name, kind)
    told = json.dumps(value, ensure_ascii=False, default=str)
    return (
        f"`{name}` in {where} is {told if len(told) <= 60 else f'{told[:57]}...'}",
        f"write {name} = {wanted}" if wanted[0] in '"[' else f"write {wanted}",
    )


def _missing_or_unknown(table: dict[str, Any], kind: Any, where: str) -> tuple[str, str]:
    fields = {one.encode_name: one for one in msgspec.structs.fields(kind)}
    for name in table:
        if name not in fields:
            close = closest(name, fields)
            known = f"leave it out; known: {', '.join(fields)}"
            return (
                f"{where} has an unknown setting `{name}`",
                f"did you mean `{close}`?" if close else known,
            )
    name = next(name for name, one in fields.items() if one.required and name not in table)
    wanted = _wanted(name, fields[name].type)
    return (
        f"{where} has no `{name}`",
        f"write {wanted}" if wanted.startswith("a table") else f"write {name} = {wanted}",
    )


def _wanted(name: str, kind: Any) -> str:
    """What to write after `name =`."""
    meta, bare, within = meta_of(kind), _bare(kind), tables_in(kind)
    if meta.description:
        return meta.description
    if within is not None:
        return f"a table: [{name}]" if within is bare else f"tables: [[{name}]]"
    if bare in (int, float):
        number = "a whole number" if bare is int else "a number"
        least = "" if meta.ge is None else f" from {meta.ge:g}"
        return number + least + ("" if meta.le is None else f" to {meta.le:g}")
    if isinstance(bare, type) and issubclass(bare, StrEnum):
        return f"one of {', '.join(bare)}"
    return _PLAIN[bare]


def meta_of(kind: Any) -> msgspec.Meta:
    """What a declaration says of a field beside its type."""
    said: tuple[msgspec.Meta, ...] = getattr(kind, "__metadata__", ())
    return said[0] if said else msgspec.Meta()


def _bare(kind: Any) -> Any:
    """The type of a field alone."""
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


def tables_in(kind: Any) -> Any:
    """The class of the table, or of the tables, that a field holds; None where it holds a value."""
    bare = _bare(kind)
    inner = bare.__args__[0] if getattr(bare, "__origin__", None) is tuple else bare
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None
