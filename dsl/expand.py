"""From an experiment to its trials: a pure function of (experiment, cell, draw, sample, seed).

An `Expander` keeps what several trials of one experiment and seed share, so that a study of
thousands does not work out the same draws again; nothing is kept outside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl.drawing.orders import orders_of
from dsl.expanding.filling import Filler
from dsl.expanding.keying import Keys
from dsl.expanding.majorities import Majorities
from dsl.expanding.position import Pass
from dsl.expanding.question_builder import QuestionBuilder, Story, choice_orders
from dsl.expanding.session_builder import SessionBuilder
from dsl.expanding.steps_within import forms_of, steers
from dsl.expanding.template_cache import TemplateCache
from dsl.expanding.uses import choice_slots
from dsl.expansion import EACH_ROW_ITS_ORDER
from dsl.experiment import Experiment, Factor
from dsl.record import replace
from dsl.tree import FactorKind
from dsl.trial import Cell, Levels, Path, Session, Trial
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.expanding.after import After

ORIGINAL = "original"
PERMUTED = "permuted"


def cells(experiment: Experiment, *, wordings: Sequence[str] | None = None) -> tuple[Cell, ...]:
    """Every combination of condition levels, each in every wording.

    The last condition changes fastest, then the wording. `wordings` overrides the script's.
    """
    chosen = experiment.design.wordings if wordings is None else tuple(wordings)
    return tuple(
        Cell(levels, wording, experiment.only_condition)
        for levels in combinations_of(experiment.of_kind(FactorKind.CONDITIONS))
        for wording in chosen
    )


def combinations_of(factors: Sequence[Factor]) -> tuple[Levels, ...]:
    """Every combination of the levels of these factors; one empty one if there are none."""
    named = [[(factor.name, level.name) for level in factor.levels] for factor in factors]
    return tuple(product(*named))


def own_versions(experiment: Experiment) -> frozenset[Levels]:
    """The versions that are the paper's own stories: every level says `own`, or is the
    first of a factor in which none does. Waves are no stories.
    """
    if experiment.waves is not None:
        return frozenset()
    factors = experiment.of_kind(FactorKind.VERSIONS)
    owned = [[level for level in factor.levels if level.own] for factor in factors]
    return frozenset(
        combinations_of(
            [
                replace(factor, levels=tuple(levels) or factor.levels[:1])
                for factor, levels in zip(factors, owned, strict=True)
            ]
        )
    )


def version_name(levels: Levels) -> str:
    """The version levels joined by a comma; empty without versions."""
    return ", ".join(level for _, level in levels)


class Expander:
    """The trials of one experiment at one seed; keeps the assignment of draws asked for so far.
    `dealt`: words, and the orders of choices and the like, are quick ones, not those of a study.
    """

    def __init__(
        self, experiment: Experiment, *, seed: int | None = None, dealt: bool = False
    ) -> None:
        self.experiment = experiment
        self.dealt = dealt
        self.seed = experiment.design.seed if seed is None else seed
        self.orders = orders_of(experiment, seed=self.seed, dealt=dealt)
        self.assignment = self.orders.assignment
        self._lets = {let.name: let for let in experiment.lets}
        self._versions = combinations_of(experiment.of_kind(FactorKind.VERSIONS))
        self._worths = {
            (factor.name, level.name): level.worth
            for factor in experiment.of_kind(FactorKind.VERSIONS)
            for level in factor.levels
        }
        self._own = own_versions(experiment)
        self._carries = () if experiment.waves is None else experiment.waves.carried
        self._majorities = Majorities(experiment)
        self._cache = TemplateCache()
        machines = {machine.name: machine for machine in experiment.machines}
        versions = tuple(map(version_name, self._versions))
        self._story = Story(
            tables={
                table.name: tuple(dict(zip(table.columns, row, strict=True)) for row in table.rows)
                for table in experiment.tables
            },
            machines=machines,
            choice_slots=choice_slots(experiment),
            choice_orders={
                name: choice_orders(versions, name, forms)
                for name, forms in forms_of(experiment).items()
            },
            versions=versions,
            keys=Keys(machines),
            each_row_its_order=experiment.expansion >= EACH_ROW_ITS_ORDER,
            steers=steers(experiment),
            in_waves=experiment.waves is not None,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """What it is made of: what it remembers stays behind, and is worked out again."""
        return _made, (self.experiment, self.seed, self.dealt)

    def assigned_at(self, draw: int) -> int:
        """Where the words and the order of a draw, from 1, are in `assignment`. Under a protocol of
        one prompt every draw has those of the first.
        """
        return 0 if self.experiment.design.protocol.rated else draw - 1

    def trial(
        self,
        cell: Cell,
        *,
        draw: int,
        sample: int = 1,
        words: Mapping[str, ex.Word] | None = None,
        path: Path = (),
    ) -> Trial:
        """One trial; `draw` and `sample` count from 1. `words` are a word of `assignment` for each
        slot, in place of those drawn. `path` are outcomes of replies on which later words depend;
        any other reply counts as right, or as the first choice shown. After one that was lost, an
        empty outcome, nothing follows.
        """
        if draw < 1 or sample < 1:
            raise ValueError(f"draws and samples count from 1, not {min(draw, sample)}")
        protocol = self.experiment.design.protocol
        at = self.assigned_at(draw)
        self._cache.trim()
        if words is None:
            words = self._words(cell, at)
        balance = self.assignment.levels.named(at)

        sessions: list[Session] = []
        taken: list[tuple[Levels, str, str]] = []
        known = {place: outcome for (_, place), outcome in path}  # a place names its version
        for number, version in enumerate(self._versions):
            session, here = self._session(cell, at, number, words, known=known)
            taken.extend((version, place, outcome) for place, outcome in here)
            sessions.append(session)
        asked = tuple(sessions)
        if protocol.rated:
            from dsl.protocol import own_sessions

            asked = own_sessions(sessions)
        numbers = {session.levels: at for at, session in enumerate(asked)}
        return Trial(
            experiment=self.experiment.title,
            cell=cell,
            draw=draw,
            sample=sample,
            seed=self.seed,
            balance=balance,
            words=tuple((name, word.text) for name, word in words.items()),
            sessions=asked,
            protocol=protocol,
            path=tuple(
                ((numbers[version], place), outcome)
                for version, place, outcome in taken
                if version in numbers
            ),
        )

    def _session(
        self,
        cell: Cell,
        at: int,
        number: int,
        words: Mapping[str, ex.Word],
        *,
        known: Mapping[str, str],
        passes: dict[str, Pass] | None = None,
    ) -> tuple[Session, list[tuple[str, str]]]:
        """One session, and the places and outcomes on which its words depended. `at` is where the
        draw is in `assignment`; `known` and `passes` are those of the builder.
        """
        version = self._versions[number]
        levels = dict((*cell.levels, *version, *self.assignment.levels.named(at)))
        of_session = self._story, version_name(version), self.orders, at
        wave = self._wave(version)
        told = None
        if self.experiment.people:
            told = partial(self._majorities.told, levels=levels, wave=wave)
        filler = Filler(words, self._lets, levels, cache=self._cache)
        carried = self._carried(number, filler, known)
        telling = SessionBuilder(
            *of_session, QuestionBuilder(*of_session), known, passes=passes, told=told,
            carried=carried,
        )  # fmt: skip
        nodes = telling.build(self.experiment.steps, filler, levels)
        worth = Fraction(1)
        for named in version:
            worth *= self._worths[named]
        came_of = tuple(telling.trainings), tuple(telling.explorations), tuple(telling.retold)
        system = tuple(telling.system)
        session = Session(
            version, version in self._own, worth, system, nodes, *came_of, wave, telling.profile
        )
        for one in self._carries:
            place = one.place(version_name(version))
            if place in known:
                telling.path.append((place, known[place]))
        return session, telling.path

    def _carried(self, number: int, filler: Filler, known: Mapping[str, str]) -> dict[str, str]:
        """What each name that is carried stands for in a session: the last reply before it that was
        not lost, refused or empty; the name in brackets where that reply is not known yet.
        """
        found: dict[str, str] = {}
        for one in self._carries:
            said: str | None = filler.text(one.first)
            for version in self._versions[:number]:
                reply = known.get(one.place(version_name(version)))
                said = said if reply == "" else reply
            found[one.name] = f"[{one.name}]" if said is None else said
        return found

    def handed_on(self, words: str) -> Path:
        """The outcomes of a trial in which every wave hands on these words."""
        return tuple(
            ((number, one.place(version_name(version))), words)
            for number, version in enumerate(self._versions)
            for one in self._carries
        )

    def _wave(self, version: Levels) -> int | None:
        """The number of the wave that a version is."""
        waves = self.experiment.waves
        return None if waves is None else dict(waves.numbers)[dict(version)[waves.name]]

    def after(self, cell: Cell, draw: int, sample: int = 1, *, told: Path = ()) -> After:
        """What gives one trial as it goes on after some outcomes. `told` are the tries of others
        that are said in it.
        """
        from dsl.expanding.after import After

        return After(self, cell, draw, sample, told=told)

    def session_after(
        self, cell: Cell, draw: int, number: int, path: Path, passes: dict[str, Pass]
    ) -> Session:
        """One session of a trial as far as its replies are known; see `After.session`."""
        at = self.assigned_at(draw)
        known = {place: outcome for (_, place), outcome in path}
        return self._session(cell, at, number, self._words(cell, at), known=known, passes=passes)[0]

    def session_before(
        self, cell: Cell, draw: int, number: int, path: Path
    ) -> tuple[Session, Path]:
        """One session before any reply in it, as if all were right, and the outcomes of these;
        `path` are the outcomes in the sessions before it.
        """
        at = self.assigned_at(draw)
        known = {place: outcome for (_, place), outcome in path}
        session, here = self._session(cell, at, number, self._words(cell, at), known=known)
        return session, tuple(((number, place), outcome) for place, outcome in here)

    def _words(self, cell: Cell, at: int) -> Mapping[str, ex.Word]:
        """The words of a draw in the wording of a cell."""
        drawn = self.assignment
        return drawn.original(at) if cell.wording == ORIGINAL else drawn.permuted(at)

    def trials(
        self,
        *,
        runs: int | None = None,
        samples: int | None = None,
        wordings: Sequence[str] | None = None,
        only: Sequence[str] = (),
    ) -> Iterator[Trial]:
        """Every trial, lazily: cell by cell, draw by draw, sample by sample."""
        design = self.experiment.design
        for cell in chosen_cells(self.experiment, wordings=wordings, only=only):
            for draw in range(1, (design.runs if runs is None else runs) + 1):
                for sample in range(1, (design.samples if samples is None else samples) + 1):
                    yield self.trial(cell, draw=draw, sample=sample)


_KEPT = 32


def _made(experiment: Experiment, seed: int, dealt: bool) -> Expander:
    return Expander(experiment, seed=seed, dealt=dealt)


class Expanders:
    """Expanders of several experiments and seeds, each made once; the last 32 are kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[Experiment, int], Expander] = {}

    def of(self, experiment: Experiment, seed: int | None = None) -> Expander:
        """The one of an experiment; without a seed, at the script's own."""
        seed = experiment.design.seed if seed is None else seed
        at = (experiment, seed)
        if at not in self._known:
            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[at] = Expander(experiment, seed=seed)
        return self._known[at]


def chosen_cells(
    experiment: Experiment, *, wordings: Sequence[str] | None = None, only: Sequence[str] = ()
) -> tuple[Cell, ...]:
    """The cells narrowed by `only`, condition levels by name: any of those named of one factor, and
    for every factor of which one is named."""
    wanted = {folded(name) for name in only}
    found = []
    for factor in experiment.of_kind(FactorKind.CONDITIONS):
        names = {level.name: folded(level.name) for level in factor.levels}
        here = wanted.intersection(names.values())
        if here:
            found.append((factor.name, {name for name, plain in names.items() if plain in here}))
    allowed = dict(found)
    return tuple(
        cell
        for cell in cells(experiment, wordings=wordings)
        if all(level in allowed.get(factor, {level}) for factor, level in cell.levels)
    )
