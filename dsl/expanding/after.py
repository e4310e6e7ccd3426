"""One trial as it goes on after some outcomes of replies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.expanding.position import Pass
from dsl.expanding.steps_within import carries
from dsl.record import field, replace, working
from dsl.trial import Cell, Fork, Path, Session, Trial

if TYPE_CHECKING:
    from dsl.expand import Expander


@working
class After:
    """How one trial goes on after some outcomes of replies; what was worked out is kept. `kept` is
    what is asked of a session, where not all of it is; `told` are the tries of others that are said
    in it.
    """

    expander: Expander
    cell: Cell
    draw: int
    sample: int
    kept: Callable[[Session], Session] | None = None
    told: Path = ()
    _trials: dict[Path, Trial] = field(default_factory=dict)
    _sessions: dict[Path, Session] = field(default_factory=dict)
    _passes: dict[int, dict[str, Pass]] = field(default_factory=dict)

    def __call__(self, path: Path) -> Trial:
        """The whole trial."""
        found = self._trials.get(path)
        if found is None:
            whole = (*self.told, *path)
            found = self.expander.trial(self.cell, draw=self.draw, sample=self.sample, path=whole)
            if self.kept is not None:
                found = replace(found, sessions=tuple(map(self.kept, found.sessions)))
            self._trials[path] = found
        return found

    def keeping(self, kept: Callable[[Session], Session]) -> After:
        """The same trial, of which only this is asked."""
        return After(self.expander, self.cell, self.draw, self.sample, kept, self.told)

    def telling(self, told: Path) -> After:
        """The same trial, in which these tries of others are said."""
        return After(self.expander, self.cell, self.draw, self.sample, self.kept, told)

    @property
    def in_order(self) -> bool:
        """Whether each session depends on replies in the one before."""
        return carries(self.expander.experiment)

    def before(self, number: int, path: Path) -> tuple[Session, Path]:
        """One session before any reply in it; see `Expander.session_before`."""
        whole = (*self.told, *path)
        found, ahead = self.expander.session_before(self.cell, self.draw, number, whole)
        return (found if self.kept is None else self.kept(found)), ahead

    def session(self, path: Path) -> Session:
        """The session of the last of these replies, as far as the replies are known: up to the next
        one on which words depend. That is quicker than the whole trial, and all that a conversation
        needs to go on.
        """
        found = self._sessions.get(path)
        if found is None:
            found = self._sessions[path] = self._session(path)
        return found

    def _session(self, path: Path) -> Session:
        number = path[-1][0][0]
        if not self.expander.experiment.design.protocol.rated:
            passes = self._passes.setdefault(number, {})
            whole = (*self.told, *path)
            found = self.expander.session_after(self.cell, self.draw, number, whole, passes)
            if self.kept is None or not any(isinstance(node, Fork) for node in found.nodes):
                return found
        return self(path).sessions[number]  # which copies are kept may depend on how they end
