"""What the matcher made of the trials of one study before, and what it makes of the others now.

Not known are trials of scripts in which a mark hangs on an earlier reply, or on a likelihood: of
these the words are asked for elsewhere, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from runners.participants.base import Finish
from runners.results.answered import words_decide
from runners.results.held_trials import ODD
from runners.results.matched_before import (
    MANY,
    Before,
    FreshMarks,
    MatchedBefore,
    judged_by,
    key_of,
    unpacked,
)

if TYPE_CHECKING:
    from coders.lrs import Place
    from coders.marks import Verdict
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_ENOUGH = 0.9
"""The share of trials that are to be known, so that those lend each other words."""


class KnownMarks:
    """The matcher's marks of a study's trials, by the keys of trials."""

    def __init__(self, before: MatchedBefore, store: Store, opened: OpenStudy) -> None:
        self._keys = dict(_keys(store, opened))
        kept = before.of(tuple(self._keys.values()))
        # One mapping for all trials that were marked alike, which are then scored once.
        ways = {text: unpacked(text) for text in set(kept.values())}
        self._known: dict[str, Mapping[Place, Verdict]] = {}
        for trial, key in self._keys.items():
            found = ways.get(kept.get(key, ""))
            if found is not None:
                self._known[trial] = found
        self._fresh = FreshMarks(before, len(opened.rows) - len(self._known))
        self.most = len(self._known) >= _ENOUGH * len(opened.rows) > 0

    def __contains__(self, trial: object) -> bool:
        return trial in self._known

    def of(self, trial: str) -> Mapping[Place, Verdict] | None:
        """The marks of a trial, if they are known."""
        return self._known.get(trial)

    def take(self, trial: str, verdicts: Mapping[Place, Verdict]) -> None:
        """Takes in what the matcher made of a trial that was not known."""
        if trial in self._keys:
            self._fresh.take(self._keys[trial], verdicts)

    def ended(self) -> None:
        """Keeps what was taken in."""
        self._fresh.ended()


class Unknown:
    """The trials (by key) that have to be read."""

    def __init__(self, known: KnownMarks) -> None:
        self._known = known

    def __contains__(self, trial: object) -> bool:
        return trial not in self._known


def known_marks(
    before: Before | None, store: Store, opened: OpenStudy, *, many: int = MANY
) -> KnownMarks | None:
    """What is known of a study; None of a smaller one, and where nothing is to be kept."""
    kept = before() if before is not None and len(opened.rows) >= many else None
    return None if kept is None else KnownMarks(kept, store, opened)


def _keys(store: Store, opened: OpenStudy) -> Mapping[str, str]:
    words = store.told_words(opened.study.id)
    sittings = {row.sitting.key for row in opened.rows}
    odd = store.replies_that_ended((*ODD, Finish.REFUSAL), sittings)
    # The hash of a transcript does not say how replies ended, and the matcher asks for that.
    ended = {
        sitting: {(key, one.finish) for key, one in some.items()} for sitting, some in odd.items()
    }
    rubrics = {
        one.procedure: judged_by(one.experiment)
        for one in opened.chapters
        if not words_decide(one.experiment)
    }
    return {
        row.key: key_of(
            rubrics[row.procedure], row.key, words[row.key][0], ended.get(row.sitting.key, ())
        )
        for row in opened.rows
        if row.procedure in rubrics and len(words.get(row.key, ())) == 1
    }
