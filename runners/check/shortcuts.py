"""Players without understanding, tried on every cell of a script: W651 and W652."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.contrasts import chance, group
from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.expanding.steps_within import asks_tests
from dsl.experiment import Contrast, ContrastLine
from dsl.record import record
from dsl.trial import Cell, Levels
from runners.check.marking import Marking, Shares
from runners.check.places import Places
from runners.check.players import READERS, RULES, Rule
from runners.check.units import PlayedQuestion, PlayedTrial, played

if TYPE_CHECKING:
    from dsl.faults.players import ShortcutPasses, ShortcutScores

GLANCE = 4
"""So many draws are played on a script that gives no cause for suspicion. Whoever does well in them
is tried in some more: the best of some twenty players in four draws is often lucky."""

SECOND_GLANCES = ((8, 0), (12, 1))
"""So many draws with those are enough to tell most luck from a shortcut. After each, only who is
above one half by more than so many standard errors is still tried."""

LOOK = 24
"""So many are played before anything is said: where orders turn by chance, a few draws prove
nothing, and every level of the usual counterbalances comes up equally often in 24. As many others
are played by those that did best: the best of some twenty players is lucky more often than one."""

SAME = "always the same answer to a question"

HALF = Fraction(1, 2)

_PLAINEST = (
    *("first choice shown", "last choice shown", "sim/always-yes", "always no"),
    *("sim/cannot-tell", "sim/no-preference", "sim/always-both"),
    *("sim/first-mentioned", "sim/last-mentioned"),
    *("sim/most-frequent-noun", "sim/longest"),
)
PLAYERS: dict[str, Rule] = {
    name: (READERS | RULES)[name] for name in dict.fromkeys((*_PLAINEST, *READERS, *RULES))
}
"""Of several that earn the same the first is named: the simplest rule, and of two that are alike
the one that `devrun check --players` shows, too."""


def shortcut_faults(
    expander: Expander, places: Places | None = None, marking: Marking | None = None
) -> Iterator[Fault]:
    """A warning for the best player of each cell that gets more than half of the marks, and for
    each contrast that a player passes more often than guessing explains. `expander` has dealt
    orders: the draws of a study are only played where there is cause for suspicion.
    """
    if not asks_tests(expander.experiment):
        return
    places = places or Places(expander.experiment)
    if _Trying(expander, places, marking or Marking()).glance():
        study = Expander(expander.experiment, seed=expander.seed)
        yield from _Trying(study, places, Marking()).faults()


class _Trying:
    """Players tried on some draws of every cell."""

    def __init__(self, expander: Expander, places: Places, marking: Marking) -> None:
        self.expander = expander
        self.places = places
        self.marking = marking
        self.contrasts = expander.experiment.design.contrasts
        self._told: dict[range, dict[str, list[PlayedTrial]]] = {}
        self._played: dict[tuple[Cell, int], PlayedTrial] = {}

    def glance(self) -> bool:
        """Whether a few draws give cause for suspicion."""
        first = self.expander.experiment.design.wordings[:1]
        told = self._trials(range(1, GLANCE + 1), first)
        suspects = {condition: self._suspects(trials) for condition, trials in told.items()}
        passed = [one for one in self.contrasts if next(self._passing(told, one), None)]
        for draws, errors in SECOND_GLANCES:
            if not (passed or any(suspects.values())):
                return False
            doubtful = None if passed else {one for one, players in suspects.items() if players}
            told = self._trials(range(1, draws + 1), first, doubtful)
            suspects = {
                condition: [
                    name
                    for name in players
                    if more_than_half(self._shares(name, told[condition]), errors=errors)
                ]
                for condition, players in suspects.items()
            }
            passed = [one for one in passed if next(self._passing(told, one), None)]
        return bool(passed) or any(suspects.values())

    def _suspects(self, trials: Sequence[PlayedTrial]) -> list[str]:
        """Which players get more than half of the marks in these trials of one condition."""
        return [
            name
            for name in (*PLAYERS, SAME)
            if (
                _mean(self.marking.constant(_of_one_wording(trials)).shares) > HALF
                if name == SAME
                else self.marking.above_half(PLAYERS[name], trials)
            )
        ]

    def faults(self) -> Iterator[Fault]:
        """What comes about in many draws, and once more in as many others."""
        told = self._look(1)
        for condition, trials in told.items():
            yield from self._scores(condition, trials)
        for contrast in self.contrasts:
            yield from self._passes(contrast, told)

    def _look(self, number: int) -> dict[str, list[PlayedTrial]]:
        """The trials of the first or the second look, by condition."""
        draws = range(1 + (number - 1) * LOOK, 1 + number * LOOK)
        if draws not in self._told:
            wordings = self.expander.experiment.design.wordings
            self._told[draws] = self._trials(draws, wordings)
        return self._told[draws]

    def _trials(
        self, draws: range, wordings: Sequence[str], conditions: Container[str] | None = None
    ) -> dict[str, list[PlayedTrial]]:
        """The trials of these draws, of these conditions where some are named, by condition."""
        told: dict[str, list[PlayedTrial]] = {}
        for cell in cells(self.expander.experiment, wordings=wordings):
            if conditions is not None and cell.condition not in conditions:
                continue
            if self.expander.experiment.framing_at(cell.levels):
                continue  # a shortcut heeds no framing, and is found without one
            told.setdefault(cell.condition, []).extend(self._trial(cell, draw) for draw in draws)
        return told

    def _trial(self, cell: Cell, draw: int) -> PlayedTrial:
        found = self._played.get((cell, draw))
        if found is None:
            found = self._played[cell, draw] = played(self.expander.trial(cell, draw=draw))
        return found

    def _shares(self, name: str, trials: Sequence[PlayedTrial]) -> Shares:
        """What a player gets in each trial of one condition."""
        if name == SAME:
            return self.marking.constant(_of_one_wording(trials)).shares
        return self.marking.shares(PLAYERS[name], trials)

    def _scores(self, condition: str, trials: Sequence[PlayedTrial]) -> Iterator[ShortcutScores]:
        suspects = self._suspects(trials)
        earned = {name: self._shares(name, trials) for name in suspects}
        for name in sorted(earned, key=lambda one: -_mean(earned[one])):
            shares = earned[name]
            if not more_than_half(shares, errors=3):
                continue
            fresh = self._shares(name, self._look(2)[condition])
            if more_than_half(fresh, errors=2):
                yield self._score(name, condition, trials, (*shares, *fresh))
                return

    def _score(
        self, name: str, condition: str, trials: Sequence[PlayedTrial], shares: Shares
    ) -> ShortcutScores:
        from dsl.faults.players import ShortcutScores

        one_wording = _of_one_wording(trials)
        wording = one_wording[0].trial.cell.wording
        constant = self.marking.constant(one_wording) if name == SAME else None
        narrower = constant is not None and len(one_wording) < len(trials)
        where = " and ".join(filter(None, (condition, f"{wording} wording" * narrower)))
        question = self._question(PLAYERS[name], trials) if constant is None else constant.question
        return ShortcutScores(
            span=self.places.question(question),
            player=name,
            percent=round(100 * _mean(shares)),
            where=f" in {where}" if where else "",
            question=question,
            answer=constant.answer if constant is not None else "",
        )

    def _question(self, player: Rule, trials: Sequence[PlayedTrial]) -> str:
        """The question to which a player owes most of its marks; of several the first."""
        earned = dict.fromkeys(self.places.questions, Fraction(0))
        for one in trials:
            for unit, worth in one.weighed():
                earned[unit.question.name] += worth * self.marking.mark(player, unit)
        return max(earned, key=lambda name: earned[name])

    def _passes(
        self, contrast: Contrast, told: Mapping[str, list[PlayedTrial]]
    ) -> Iterator[ShortcutPasses]:
        """A warning for the player that passes most often, if guessing does not explain it."""
        found = list(self._passing(told, contrast))
        if not found:
            return
        again = {(one.player, one.where) for one in self._passing(self._look(2), contrast)}
        sure = [one for one in found if (one.player, one.where) in again]
        if sure:
            from dsl.faults.players import ShortcutPasses

            best = max(sure, key=lambda one: Fraction(one.passed, one.draws))
            yield ShortcutPasses(
                span=self.places.contrast(contrast.name, contrast.lines[0].question),
                player=best.player,
                contrast=contrast.name,
                passed=best.passed,
                draws=best.draws,
                where=best.where,
            )

    def _passing(
        self, told: Mapping[str, list[PlayedTrial]], contrast: Contrast
    ) -> Iterator[PassRate]:
        yield from passing(contrast, [one for each in told.values() for one in each], self.marking)


def _of_one_wording(trials: Sequence[PlayedTrial]) -> list[PlayedTrial]:
    """The trials in the first wording: in another one the same answer has other words."""
    wording = trials[0].trial.cell.wording
    return [one for one in trials if one.trial.cell.wording == wording]


def _mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction(0)) / len(shares)


def more_than_half(shares: Sequence[Fraction], *, errors: int) -> bool:
    """Whether the mean is above one half by more than so many standard errors, draw by draw.

    Where every draw gives the same share there is no error.
    """
    n, mean = len(shares), _mean(shares)
    if mean <= HALF or n < 2:
        return mean > HALF
    variance = sum((share - mean) ** 2 for share in shares) / (n - 1)
    return n * (mean - HALF) ** 2 > errors**2 * variance


@record
class PassRate:
    """How often a player passes a contrast, more often than guessing explains."""

    player: str
    passed: int
    draws: int
    where: str


def passing(
    contrast: Contrast, trials: Sequence[PlayedTrial], marking: Marking
) -> Iterator[PassRate]:
    """Every player that passes a contrast more often than guessing explains."""
    # A draw has the same words and orders in every condition, so that what comes about in one comes
    # about in all: each combination of the levels that are not compared is looked at by itself, as
    # scores report it, and has every draw once.
    draws: dict[Levels, dict[tuple[str, int], list[PlayedTrial]]] = {}
    for one in trials:
        wording, draw, _, rest = group(one.trial, contrast)
        draws.setdefault(rest, {}).setdefault((wording, draw), []).append(one)
    tables = {
        rest: [(each, asked) for each in by_draw.values() if (asked := _compared(each, contrast))]
        for rest, by_draw in draws.items()
    }
    for name, player in PLAYERS.items():
        found = [
            (Fraction(passed, len(table)), passed, rest)
            for rest, table in tables.items()
            if (passed := _too_often(marking, player, contrast, table))
        ]
        if found:
            _, passed, rest = max(found, key=lambda one: one[0])
            where = f" in {', '.join(level for _, level in rest)}" if len(tables) > 1 else ""
            yield PassRate(name, passed, len(tables[rest]), where)


def _too_often(
    marking: Marking,
    player: Rule,
    contrast: Contrast,
    table: Sequence[tuple[list[PlayedTrial], list[PlayedQuestion]]],
) -> int:
    """In how many of these draws a player passes the contrast; 0 if guessing explains that.

    A draw is its trials, and the questions of the contrast in them.
    """
    passes = sum(marking.all_right(player, asked) for _, asked in table)
    if not passes:
        return 0
    # A guesser's odds may differ from draw to draw: what is expected of him is their sum.
    odds = [chance([one.trial for one in each], contrast) for each, _ in table]
    known = [one for one in odds if one is not None]
    expected = sum(known, Fraction(0))
    # Twice what a guesser is expected to pass, and more than one pass by accident.
    explained = len(known) == len(odds) and passes <= 1 + 2 * expected
    return 0 if explained else passes


def _compared(trials: Sequence[PlayedTrial], contrast: Contrast) -> list[PlayedQuestion]:
    """The questions of a contrast in the trials of one draw, where they are asked at its levels;
    none where one of its levels is not there.
    """
    found: list[PlayedQuestion] = []
    for line in contrast.lines:
        for level in line.levels:
            asked = list(_at_level(trials, line, level))
            if not asked:
                return []
            found.extend(asked)
    return found


def _at_level(
    trials: Sequence[PlayedTrial], line: ContrastLine, level: str
) -> Iterator[PlayedQuestion]:
    """The questions of a line where they are asked at one of its levels."""
    at = (line.factor, level)
    for one in trials:
        trial = one.trial
        outside = at in (*trial.cell.levels, *trial.balance)
        for unit in one.units:
            asked = unit.question.name == line.question
            if asked and (outside or at in trial.sessions[unit.session].levels):
                yield unit
