"""E59x and W622: story state, and the keys that are held against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault, Severity
from dsl.faults.wording import suggestion, where


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownInStory(Fault):
    """A name in `now` or `asks` that is no slot, no let, and nowhere in the story."""

    code: ClassVar[str] = "E591"
    title: ClassVar[str] = "there is no `{name}` in the story"
    caret: ClassVar[str] = "not a slot, not a let, and not in the words of the story"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest name, else all of them."""
        return suggestion(self.close, self.known, "write a word that stands in the story")


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSaid(Fault):
    """A question asks of the story what the story does not say."""

    code: ClassVar[str] = "E592"
    title: ClassVar[str] = "the story does not say {what}{place}"
    caret: ClassVar[str] = "no `now` line before it says so"
    remedy: ClassVar[str] = "write before the question: {line}"

    what: str
    cell: str
    line: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAgainstStory(Fault):
    """A key that is not what the story says."""

    code: ClassVar[str] = "E593"
    title: ClassVar[str] = "`{typed}` is not what the story says{place}"
    caret: ClassVar[str] = "by the story {says}"
    remedy: ClassVar[str] = "write `{right}` there, or mend the `now` lines"

    typed: str
    says: str
    right: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAsks(Fault):
    """A question about the story whose key is not held against it."""

    code: ClassVar[str] = "W622"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "the key of `{name}` is not checked against the story"
    caret: ClassVar[str] = "its answers are what the story says of {what}"
    remedy: ClassVar[str] = (
        "write under it what it asks, for example `{line}`; or `asks something else`, if that is "
        "not what it is about"
    )

    name: str
    what: str
    line: str
