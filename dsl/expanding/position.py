"""Where a session has got to: on which copy of the conversation, in which row, at which place."""

from __future__ import annotations

from dsl.record import field, record, working
from dsl.trial import Node, Told


@working
class Position:
    """What one copy of a conversation has behind it. `levels` are those of the trial, with the
    outcomes of replies and what was tried of machines.
    """

    version: str
    levels: dict[str, str] = field(default_factory=dict)
    copy: str = ""
    """Which copy it is, where words depend on replies: `2.1` is the first branch of the second
    fork."""
    forks: int = 0
    places: dict[str, int] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    """How often each choice of order was made."""
    row: int = 0
    """Which row of the loops around this place it is, counted over all of them from 0."""
    item: tuple[int | None, str] = (None, "")
    """The row of the innermost loop over a table, from 1, and its words."""

    def place(self, what: str) -> str:
        """The name of the next place of this kind: `story/test look #2` is the second."""
        place = f"{self.version}/{what}"
        if self.copy:
            place = f"{place} (copy {self.copy})"
        again = self.places[place] = self.places.get(place, 0) + 1
        return place if again == 1 else f"{place} #{again}"

    def on_a_copy(self, number: int) -> Position:
        """That of branch `number`, from 1, of the next fork. It counts passes and places for
        itself: another branch may not have got as far yet.
        """
        fork = f"{self.forks + 1}.{number}"
        copy = f"{self.copy} {fork}" if self.copy else fork
        known = dict(self.levels), copy, 0, dict(self.places), dict(self.times)
        return Position(self.version, *known, self.row, self.item)


@record
class Pass:
    """How far a session had got when a pass of a training began."""

    number: int
    path: tuple[tuple[str, str], ...]
    replies: tuple[bool, ...]
    nodes: tuple[Node, ...]
    said: tuple[Told, ...]
    levels: dict[str, str]
    places: dict[str, int]
    times: dict[str, int]
