"""A figure that users see, and how documents, columns and CSV rows are made of a list of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, Generic, TypeVar

from renderers.number_words import NONE, UNKNOWN
from renderers.tables.fitted import Column
from renderers.tables.headings import in_one_line
from renderers.terminal import visible

Row = TypeVar("Row")
Row_contra = TypeVar("Row_contra", contravariant=True)
Outer = TypeVar("Outer")
Inner = TypeVar("Inner")
Value = TypeVar("Value")

Document = dict[str, object]
"""An object of JSON."""

Level = tuple[str, str]
"""A value that a column takes, and what it means; the meaning may be empty."""


class Kind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    KEY = "key"
    TRUTH = "TRUE or FALSE"
    WHOLE = "whole number"
    NUMBER = "number"
    TIME = "time, UTC, ISO 8601"
    LIST = "list"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Variable:
    """What a figure says. `levels` are all values that it can take, where these are few and known;
    `low` and `high` are the ends of a scale. `missing` says when it has no value; without it, it
    always has one.
    """

    name: str
    kind: Kind
    what: str
    levels: tuple[Level, ...] = ()
    unit: str = ""
    low: float | None = None
    high: float | None = None
    missing: str = ""

    @property
    def values(self) -> str:
        """Which values it takes, in words, with the meaning of each level."""
        if self.levels:
            return "; ".join(
                f"`{value}`: {meaning}" if meaning else f"`{value}`"
                for value, meaning in self.levels
            )
        ends = ""
        if self.low is not None:
            high = self.high
            ends = f", from {self.low:g}" if high is None else f", {self.low:g} to {high:g}"
        return f"{self.kind.value}{ends}{f', in {self.unit}' if self.unit else ''}"


@dataclass(frozen=True)
class Scale(Generic[Value]):
    """How a value is written: `text` on the screen, None for one that means none; in a
    document as `plain` makes it; and on a page as the method `page` of `report.values.Value` does.
    """

    kind: Kind
    text: Callable[[Value], str | None] = str
    plain: Callable[[Value], object] | None = None
    unit: str = ""
    low: float | None = None
    high: float | None = None
    page: str = "named"

    def json(self, value: Value | None) -> object:
        """The value in a document; null for none."""
        return value if value is None or self.plain is None else self.plain(value)


NO_SCALE = Scale[Any](Kind.OBJECT)
"""That of a figure that is a document."""


@dataclass(frozen=True)
class Field(Variable, Generic[Row_contra]):
    """A figure of one level, such as a cell, with how it is read from that level's row.

    `value` is what it is, `json` its value in a document, `text` its text in a table. Where that is
    None the table says `none`, one of the two words in `number_words`. `priority`, `label`,
    `folds`, `once` and `joined` are as in `Column`. The column is shown only if `only` holds for a
    row; where a page has another heading, that is `title`. `scale` says how a single value is
    written, `parts` are the fields of a field that is a document.
    """

    value: Callable[[Row_contra], object] = lambda row: None
    json: Callable[[Row_contra], object] = lambda row: None
    text: Callable[[Row_contra], str | None] = lambda row: None
    heading: str = ""
    title: str = ""
    priority: int = 0
    joined: bool = False
    label: bool = False
    folds: bool = False
    once: bool = False
    indent: int = 0
    none: str = UNKNOWN
    only: Callable[[Row_contra], bool] | None = None
    scale: Scale[Any] = NO_SCALE
    parts: tuple[Variable, ...] = ()
    inner: Callable[[Row_contra], Any] | None = None
    """What gives the row that `own` is read from, of a figure made by `of`."""
    own: Field[Any] | None = None
    beside: tuple[Field[Row_contra], ...] = ()
    """The columns that belong to it, such as its interval."""

    def but(
        self,
        name: str | None = None,
        *,
        what: str | None = None,
        missing: str | None = None,
        heading: str | None = None,
        priority: int | None = None,
        none: str | None = None,
        indent: int = 0,
    ) -> Field[Row_contra]:
        """The same figure under another name or heading, or in another place of a table."""
        changed = {
            "name": name, "what": what, "missing": missing, "heading": heading,
            "priority": priority, "none": none,
        }  # fmt: skip
        given = {about: value for about, value in changed.items() if value is not None}
        return self._with(indent=indent, **given)

    def of(self, inner: Callable[[Outer], Row_contra | None]) -> Field[Outer]:
        """The same figure, read from something that has a row of this level; without a value where
        it has no such row.
        """

        def within(read: Callable[[Row_contra], Value]) -> Callable[[Outer], Value | None]:
            def value(outer: Outer) -> Value | None:
                row = inner(outer)
                return None if row is None else read(row)

            return value

        only = None if self.only is None else within(self.only)
        return self._with(
            value=within(self.value), json=within(self.json), text=within(self.text), only=only,
            inner=inner, own=self, beside=of(inner, self.beside),
        )  # fmt: skip

    def read_by(self, read: Callable[[Outer], object]) -> Field[Outer]:
        """The same figure, whose value is read from a row of another kind."""
        scale = self.scale
        return self._with(
            value=read, json=_json(scale, read), text=_text(scale, read), only=None,
            inner=None, own=None, beside=(),
        )  # fmt: skip

    def told(self, text: Callable[[Outer], str | None]) -> Field[Outer]:
        """The same figure in a table alone, with the text of each of its rows."""
        return self._with(text=text, only=None, inner=None, own=None, beside=())

    def _with(self, **changes: Any) -> Field[Any]:
        return replace(self, **changes)


def field(
    scale: Scale[Value],
    name: str,
    what: str,
    read: Callable[[Row], Value | None] | str = "",
    *,
    missing: str = "",
    levels: tuple[Level, ...] = (),
    heading: str = "",
    title: str = "",
    priority: int = 0,
    joined: bool = False,
    label: bool = False,
    folds: bool = False,
    once: bool = False,
    none: str = UNKNOWN,
    rare: bool = False,
    only: Callable[[Row], bool] | None = None,
    text: Callable[[Row], str | None] | None = None,
    json: Callable[[Row], object] | None = None,
) -> Field[Row]:
    """A figure with one value. `read` finds it: a function, or the name of an attribute of the row,
    such as `lrs.mean`; without it the attribute that is called as the figure is.

    The column of a `rare` one is shown only if some row has a value other than none and zero.
    `text` and `json` are given where they do not follow from the value.
    """
    value = _reader(name, read)
    return Field(
        name, scale.kind, what, levels, scale.unit, scale.low, scale.high, missing,
        value=value, json=json or _json(scale, value), text=text or _text(scale, value),
        heading=heading, title=title, priority=priority, joined=joined, label=label, folds=folds,
        once=once, none=none, only=(lambda row: bool(value(row))) if rare else only, scale=scale,
    )  # fmt: skip


def _reader(name: str, read: Callable[[Row], Value] | str) -> Callable[[Row], Value]:
    return attrgetter(read or name) if isinstance(read, str) else read


def _json(scale: Scale[Any], read: Callable[[Row], object]) -> Callable[[Row], object]:
    return read if scale.plain is None else lambda row: scale.json(read(row))


def _text(scale: Scale[Any], read: Callable[[Row], object]) -> Callable[[Row], str | None]:
    return lambda row: None if (value := read(row)) is None else scale.text(value)


def through(
    row: type[Outer], attribute: str, fields: Iterable[Field[Inner]]
) -> tuple[Field[Outer], ...]:
    """The figures of something that a record has, as if they were its own. The attribute may be one
    of an attribute: `part.agreement`.
    """
    inner: Callable[[Outer], Inner] = attrgetter(attribute)
    return tuple(one.of(inner) for one in fields)


def group(name: str, what: str, *fields: Field[Row]) -> Field[Row]:
    """Figures of one row in an object of their own."""
    return Field(
        name, Kind.OBJECT, what, json=lambda row: document(fields, row), parts=fields
    )  # fmt: skip


def nested(
    name: str,
    what: str,
    fields: Sequence[Field[Inner]],
    read: Callable[[Row], Inner | None] | str = "",
    *,
    missing: str = "",
    heading: str = "",
) -> Field[Row]:
    """The document of something that a row has; null where it has none. `read` is as in `field`."""
    value = _reader(name, read)

    def found(row: Row) -> Document | None:
        inner = value(row)
        return None if inner is None else document(fields, inner)

    return Field(
        name, Kind.OBJECT, what, missing=missing, value=value, json=found, heading=heading,
        parts=tuple(fields),
    )  # fmt: skip


def each(
    name: str,
    what: str,
    fields: Sequence[Field[Inner]],
    read: Callable[[Row], Iterable[Inner]] | str = "",
    *,
    heading: str = "",
) -> Field[Row]:
    """A list of documents. `read` is as in `field`."""
    value = _reader(name, read)
    return Field(
        name, Kind.LIST, what, json=lambda row: [document(fields, one) for one in value(row)],
        heading=heading, parts=tuple(fields),
    )  # fmt: skip


def keyed(
    name: str,
    what: str,
    fields: Sequence[Field[Inner]],
    key: Callable[[Inner], str],
    read: Callable[[Row], Iterable[Inner]] | str = "",
) -> Field[Row]:
    """An object with a document for each of several, by its name. `read` is as in `field`."""
    value = _reader(name, read)
    return Field(
        name, Kind.OBJECT, what, parts=tuple(fields),
        json=lambda row: {key(one): document(fields, one) for one in value(row)},
    )  # fmt: skip


def pick(fields: Sequence[Field[Row]], *names: str) -> tuple[Field[Row], ...]:
    """The fields of these names, in this order.

    Raises KeyError for a name that none has.
    """
    known = by_name(fields)
    return tuple(known[name] for name in names)


def of(
    inner: Callable[[Outer], Row | None], fields: Iterable[Field[Row]]
) -> tuple[Field[Outer], ...]:
    """The same figures, each read from something that has a row of theirs (`Field.of`)."""
    return tuple(one.of(inner) for one in fields)


def read_by(
    fields: Iterable[Field[Any]], **reads: Callable[[Outer], object]
) -> tuple[Field[Outer], ...]:
    """The figures of these names, in this order, read from rows of another kind."""
    known = by_name(fields)
    return tuple(known[name].read_by(read) for name, read in reads.items())


def headed(figure: Field[Any]) -> str:
    """The heading of a column in one line."""
    return in_one_line(figure.heading)


def low_and_high(interval: Field[Row]) -> tuple[Field[Row], Field[Row]]:
    """The ends of an interval as two columns of a CSV file: `NAME_low` and `NAME_high`."""
    unit = interval.unit.removesuffix(", low and high")
    scale = Scale[float](interval.kind, str, unit=unit)
    read: Callable[[Row], Any] = interval.value

    def end(at: int, name: str, what: str) -> Field[Row]:
        return field(
            scale, f"{interval.name}_{name}", f"{what} limit of the {interval.what}",
            lambda row: None if (ends := read(row)) is None else ends[at],
            missing=interval.missing,
        )  # fmt: skip

    return end(0, "low", "lower"), end(1, "high", "upper")


def flat(fields: Sequence[Field[Row]], *names: str) -> tuple[Field[Row], ...]:
    """The fields of these names as columns of a CSV file: an interval as its two ends."""
    found: list[Field[Row]] = []
    for one in pick(fields, *names):
        found += low_and_high(one) if one.scale.unit.endswith("low and high") else (one,)
    return tuple(found)


def by_name(fields: Iterable[Field[Row]]) -> Mapping[str, Field[Row]]:
    """The fields by their names."""
    return {one.name: one for one in fields}


def document(fields: Iterable[Field[Row]], row: Row) -> Document:
    """The figures of a row as an object of JSON, in the order of the fields."""
    return {one.name: one.json(row) for one in fields}


def columns(fields: Iterable[Field[Row]], rows: Sequence[Row]) -> list[Column]:
    """The columns of a table of these rows, in the order of the fields; one without a heading
    that does not name the rows stands in the title of the table, or on a page alone.
    """
    return [
        Column(
            one.heading,
            tuple([one.none if (text := one.text(row)) is None else text for row in rows]),
            priority=one.priority,
            right=one.kind not in (Kind.TEXT, Kind.TRUTH),
            folds=one.folds,
            indent=one.indent,
            label=one.label,
            once=one.once,
            joined=one.joined,
        )
        for figure in fields
        if (figure.heading or figure.label) and (figure.only is None or any(map(figure.only, rows)))
        for one in (figure, *figure.beside)
    ]


def columns_by_coder(
    rows: Sequence[Row],
    figures: Callable[[Row], Iterable[tuple[str, str, str]]],
    *,
    priority: int,
) -> list[Column]:
    """A column for each of several coders; `figures` gives (coder, kind, text) of a row."""
    found = [{(coder, kind): text for coder, kind, text in figures(row)} for row in rows]
    names = dict.fromkeys(name for one in found for name in one)
    return [
        Column(f"by\n{visible(name[0])}", tuple(one.get(name, NONE) for one in found), priority)
        for name in names
        if len(names) > 1
    ]
