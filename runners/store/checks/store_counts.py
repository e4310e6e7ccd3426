"""How much is in a store."""

from __future__ import annotations

from dataclasses import dataclass, fields

from dsl.words import counted

_COUNTED = {
    "studies": ("study", "studies"),
    "trials": ("trial",),
    "calls": ("call",),
    "transcripts": ("transcript",),
    "packets": ("packet",),
    "codes": ("line of coding logs", "lines of coding logs"),
    "preregistrations": ("preregistration",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreCounts:
    """How many there are of each kind, by what a user calls them. `others` are finished sessions of
    trials of which another session counts.
    """

    studies: int = 0
    trials: int = 0
    calls: int = 0
    transcripts: int = 0
    packets: int = 0
    codes: int = 0
    others: int = 0
    preregistrations: int = 0

    @property
    def numbers(self) -> dict[str, int]:
        """The counts by name."""
        return {field.name: getattr(self, field.name) for field in fields(StoreCounts)}

    def in_words(self, *, zeros: bool = False) -> list[str]:
        """`2 studies`, `1 call`: the counts without `others`; with `zeros` those of every store."""
        return [
            counted(number, *words)
            for name, words in _COUNTED.items()
            if (number := self.numbers[name]) or (zeros and name != "preregistrations")
        ]
