"""What is wrong with a script and where, as facts; the sentences are made from templates.

A checker raises facts (`UnknownSlot(span=..., name="marbel", close="marble")`), never sentences,
so that every wording of one kind of fault is in one place and can be tested as a whole. The
alternative, building a sentence wherever a fault is found, makes wording drift from file to file.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, ClassVar, Self, dataclass_transform

from dsl.record import record, refused, values


@record
class Span:
    """A stretch of a script, from a first character up to, not including, an end.

    Lines and columns count from 1; columns count code points, so a tab is one column and an
    emoji is one column. `end_column` is the column after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __lt__(self, other: Span) -> bool:
        return values(self) < values(other)

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def part(self, text: str, start: int, end: int) -> Span:
        """The span of `text[start:end]`, where this span has `text`; all of it where the script has
        the text otherwise, with more spaces or doubled braces.
        """
        if self.line != self.end_line or self.end_column - self.column != len(text):
            return self
        return Span(self.file, self.line, self.column + start, self.line, self.column + end)


class Severity(StrEnum):
    """How bad it is: an error stops a run, a warning is printed and the run goes on."""

    ERROR = "error"
    WARNING = "warning"


@record
class Pointer:
    """A second place that explains a fault, with a few words of its own."""

    span: Span
    words: str


@dataclass_transform(kw_only_default=True, frozen_default=True)
class _FrozenSubclasses:
    """Makes each class below it a frozen value, whose fields are given by name.

    Like a dataclass, by methods that all of them share: a dataclass compiles its own, half a
    millisecond for each class, and most classes are loaded for one that is used.
    """

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = cls.__annotations__.items()
        more = (name for name, kind in own if not str(kind).startswith("ClassVar"))
        cls._names = tuple(dict.fromkeys((*cls._names, *more)))

    def __init__(self, **facts: object) -> None:
        kind = type(self)
        needed = [name for name in kind._names if name not in facts and not hasattr(kind, name)]
        unknown = facts.keys() - set(kind._names)
        if needed or unknown:
            raise TypeError(f"{kind.__name__}: not given {needed}, not known {sorted(unknown)}")
        vars(self).update(facts)

    def _values(self) -> dict[str, object]:
        """The value of every field, by name."""
        return {name: getattr(self, name) for name in self._names}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(tuple(self._values().values()))

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__qualname__}({facts})"

    def __setattr__(self, name: str, value: object) -> None:
        raise refused(name, "fault")

    def __delattr__(self, name: str) -> None:
        raise refused(name, "fault")


class Fault(_FrozenSubclasses):
    """One fault in a script. Subclasses give the code, the templates, and the facts as fields.

    Templates are `str.format` templates over the fields. `code` is unique and never reused.
    `remedy` says what to write instead; a subclass may override `help()` where one template does
    not do (for example when there is no close name to suggest).
    """

    code: ClassVar[str]
    severity: ClassVar[Severity]
    """As the first letter of the code says: E for an error, W for a warning."""
    title: ClassVar[str]
    caret: ClassVar[str] = ""
    remedy: ClassVar[str] = ""
    bound: ClassVar[bool] = False
    """Whether it keeps a script within what can be worked out, so that nothing gets round it."""

    span: Span
    pointers: tuple[Pointer, ...] = ()
    cell: str = ""
    """The levels at which the fault is; empty where it is no matter of levels."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        code = getattr(cls, "code", "")
        cls.severity = Severity.WARNING if code.startswith("W") else Severity.ERROR

    def moved(self, span: Span) -> Self:
        """The same fault at another place."""
        facts: dict[str, Any] = {**self._values(), "span": span}
        return type(self)(**facts)

    def _facts(self) -> dict[str, object]:
        # `place` in a template is the cell where the fault is; nothing if it is everywhere.
        return {"place": f" in `{self.cell}`" if self.cell else "", **self._values()}

    def message(self) -> str:
        """The fault in one lower-case sentence without a full stop."""
        return self.title.format(**self._facts())

    def label(self) -> str:
        """A few words next to the caret, or an empty string."""
        return self.caret.format(**self._facts())

    def help(self) -> str:
        """What to write instead, or an empty string."""
        return self.remedy.format(**self._facts())


def in_order(faults: Iterable[Fault], file: str) -> tuple[Fault, ...]:
    """Errors, then warnings; each as they are in the script `file`, then in what it includes."""
    return tuple(
        sorted(
            faults,
            key=lambda one: (one.severity is Severity.WARNING, one.span.file != file, one.span),
        )
    )
