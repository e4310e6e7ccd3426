"""Where checking puts what it finds.

A routine is checked again wherever it is done, because what can be said there depends on the
levels that reach it; one fault at one place is kept once, however often it is met.
"""

from __future__ import annotations

from dsl.diagnostic import Fault, Severity, Span


class Findings:
    """Faults in the order found, each once."""

    def __init__(self) -> None:
        self._found: dict[tuple[type[Fault], Span], Fault] = {}

    def add(self, fault: Fault) -> None:
        """Keep a fault, unless the same kind is known at the same words."""
        self._found.setdefault((type(fault), fault.span), fault)

    def has(self, kind: type[Fault], span: Span) -> bool:
        """Whether a fault of this kind is known at these words."""
        return (kind, span) in self._found

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
