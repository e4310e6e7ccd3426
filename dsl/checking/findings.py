"""Where checking puts what it finds.

A routine is checked again wherever it is done, because what can be said there depends on the
levels that reach it; one fault at one place is kept once, however often it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from dsl import faults
from dsl.checking.naming import closest
from dsl.checking.nodes import head_span, head_word
from dsl.diagnostic import Fault, Pointer, Severity, Span
from dsl.tree import Name
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.checking.nodes import StatementNode


class Findings:
    """Faults in the order found, each once."""

    def __init__(self) -> None:
        self._found: dict[tuple[type[Fault], Span], Fault] = {}

    def add(self, fault: Fault) -> None:
        """Keep a fault, unless the same kind is known at the same words."""
        self._found.setdefault((type(fault), fault.span), fault)

    def unknown(
        self,
        kind: Callable[..., Fault],
        name: Name,
        known: Iterable[str],
        /,
        **facts: str | None,
    ) -> None:
        """Report a name that is none of those known; `close` is the closest if it is not given."""
        names = tuple(known)
        facts.setdefault("close", closest(name.text, names))
        self.add(kind(span=name.span, name=name.text, known=names, **facts))

    def is_first(
        self, name: Name, kind: str, seen: dict[str, Span], *, exact: bool = False
    ) -> bool:
        """Whether nothing of this kind has been called so; else it is reported.

        `exact`: a name that stands in braces, where capitals tell names apart.
        """
        first = seen.setdefault(name.text if exact else folded(name.text), name.span)
        if first is not name.span:
            self.declared_twice(kind, name, first)
        return first is name.span

    def declared_twice(self, kind: str, name: Name, first: Span, words: str = "first here") -> None:
        """Report a second thing of one name; `words` are what is said of the first."""
        pointers = (Pointer(first, words),)
        self.add(
            faults.names.DeclaredTwice(span=name.span, kind=kind, name=name.text, pointers=pointers)
        )

    def once(self, statements: Sequence[StatementNode], of: str) -> None:
        """Report each of these statements, of which there can be one, after the first."""
        for extra in statements[1:]:
            pointers = (Pointer(head_span(statements[0]), "first here"),)
            self.add(
                faults.questions.StatementTwice(
                    span=head_span(extra), head=head_word(extra), of=of, pointers=pointers
                )
            )

    def has(self, code: str, span: Span) -> bool:
        """Whether a fault of this code is known at these words."""
        return any(kind.code == code and at == span for kind, at in self._found)

    def errors(self) -> bool:
        """Whether anything found keeps the script from running."""
        return any(f.severity is Severity.ERROR for f in self._found.values())

    def unbounded(self) -> bool:
        """Whether the script is larger than what can be worked out."""
        return any(f.bound for f in self._found.values())

    def count(self) -> int:
        """How many faults are known, to see whether something adds to them."""
        return len(self._found)

    def all(self) -> tuple[Fault, ...]:
        """Everything found, by place; what stands at one place in the order found."""
        return tuple(sorted(self._found.values(), key=lambda f: f.span))
