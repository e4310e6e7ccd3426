"""What participants have read when a question is asked, in every combination of levels at once.

Combinations in which the same words were sent are one class, so that two levels are compared by
looking at where their combinations are. The steps are walked once, with slots as names: a slot has
the same word on both sides of a comparison, and two slots may be drawn alike by chance. Orders that
are drawn (of rows, of choices, of questions) are those of the draw, and the same on both sides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, product

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.session.cells import row_of_table
from dsl.checking.space import Region, Space
from dsl.checking.warnings.original import Original
from dsl.expanding.steps_within import questions_within
from dsl.tree import FactorKind, QuestionKind

MOST_COMBINATIONS = 1 << 14
"""With more combinations of levels nothing is compared: it would take long."""

Said = tuple[Region, object]
"""Words, and where they are sent."""
Cells = Mapping[str, ex.Template] | None
QuestionName = tuple[str, str]
"""The name of a question and of its form."""

_UNUSED, _ALIKE = "W602", "W621"


class _Classes:
    """The combinations by what was sent in them so far."""

    def __init__(self, full: Region, known: dict[tuple[int, object], int]) -> None:
        self.regions = {0: full}
        self._known = known

    def copy(self) -> _Classes:
        """The same classes, to go on from here apart."""
        other = _Classes(0, self._known)
        other.regions = dict(self.regions)
        return other

    def send(self, said: Iterable[Said]) -> None:
        """Take in what is sent next; where nothing is, a combination stays in its class."""
        said = list(said)
        regions: dict[int, Region] = {}
        # Classes after one another mostly hear the same.
        heard = said[:1]
        for name, region in self.regions.items():
            silent = region
            for part, words in chain(heard, said):
                if not silent:
                    break
                if both := silent & part:
                    heard = [(part, words)]
                    longer = self._known.setdefault((name, words), len(self._known) + 1)
                    regions[longer] = regions.get(longer, 0) | both
                    silent &= ~both
            if silent:
                regions[name] = regions.get(name, 0) | silent
        self.regions = regions


class SharedWords:
    """Which questions of an experiment read the same at two levels of a condition."""

    def __init__(self, experiment: ex.Experiment) -> None:
        self.experiment = experiment
        self.space = Space((*experiment.factors, *experiment.replies))
        self._alike = {one.name: one.levels[0].name for one in experiment.replies}
        """One outcome of each question: cells are compared after the same replies."""
        # Levels from files have words of their own, and there are many.
        self.few = self.space.size <= MOST_COMBINATIONS and experiment.waves is None
        self._asked: dict[QuestionName, list[Region]] = {}
        """Each scored question, by its name: the classes of combinations that it is asked in."""
        self._whole = _Classes(self.space.full, {})
        if self.few:
            lets = {let.name: let.cases for let in experiment.lets}
            slots = {slot.name: slot for slot in experiment.slots}
            self._original = Original(self.space, slots, lets, by_name=True)
            self._rows = {table.name: row_of_table(table).cells for table in experiment.tables}
            if experiment.machines:
                from dsl.checking.machines import row_of_machine

                self._rows |= {one.name: row_of_machine(one).cells for one in experiment.machines}
            self._machines = {one.name: one for one in experiment.machines}
            asked = questions_within(experiment.steps)
            self._tests = any(one.kind is QuestionKind.TEST for one in asked)
            begun = self._whole.copy()
            begun.send(())
            self._walk(experiment.steps, self.space.full, None, begun, record=True)

    def same(
        self, question: QuestionName, first: Mapping[str, str], second: Mapping[str, str]
    ) -> bool:
        """Whether everything up to this question reads the same at these levels of all factors and
        at those.
        """
        one, other = (
            1 << self.space.place({**self._alike, **levels}) for levels in (first, second)
        )
        return any(one & region and other & region for region in self._asked.get(question, ()))

    def first_condition(self, question: QuestionName, levels: Mapping[str, str]) -> str:
        """The first combination of conditions, its levels joined by a comma, in which everything up
        to this question reads the same as at these levels, the other levels equal.
        """
        conditions = self.experiment.of_kind(FactorKind.CONDITIONS)
        for names in product(*([level.name for level in one.levels] for one in conditions)):
            there = dict(zip((one.name for one in conditions), names, strict=True))
            if self.same(question, {**levels, **there}, levels):
                return ", ".join(names)
        return ", ".join(levels[one.name] for one in conditions)

    def between_conditions(self) -> dict[ex.Factor, dict[tuple[str, str], Fraction]]:
        """Of each condition, the pairs of levels that share questions, with their share."""
        found = {
            factor: {
                pair: share
                for pair in combinations([level.name for level in factor.levels], 2)
                if (share := self.share(factor, *pair))
            }
            for factor in self.experiment.of_kind(FactorKind.CONDITIONS)
        }
        return {factor: pairs for factor, pairs in found.items() if pairs}

    def share(self, factor: ex.Factor, first: str, second: str) -> Fraction:
        """The share of scored questions that read the same at two levels of a factor, the other
        levels equal; 0 where there is none.
        """
        same = asked = 0
        for classes in self._asked.values():
            everywhere = 0
            for region in classes:
                everywhere |= region
                one, other = self._without_level(factor, first, second, region)
                same += (one & other).bit_count()
            one, other = self._without_level(factor, first, second, everywhere)
            asked += (one | other).bit_count()
        return Fraction(same, asked) if asked else Fraction(0)

    def _without_level(
        self, factor: ex.Factor, first: str, second: str, region: Region
    ) -> tuple[Region, Region]:
        """The combinations of a region at either level, without regard to that level."""
        return (
            self.space.without(factor, first, region),
            self.space.without(factor, second, region),
        )

    def alike(self, factors: Sequence[ex.Factor]) -> tuple[str, str, ex.Factor] | None:
        """The first two combinations of the levels of these factors in which all words are the same
        whatever the other levels, in words, and the first factor in which they differ.
        """
        sent: dict[tuple[int, ...], set[tuple[int, int]]] = {}
        for name, region in self._whole.regions.items():
            for levels, rest in self.space.apart(region, factors):
                sent.setdefault(levels, set()).add((name, rest))
        seen: dict[frozenset[tuple[int, int]], tuple[int, ...]] = {}
        for levels in sorted(sent):
            before = seen.setdefault(frozenset(sent.pop(levels)), levels)
            if before == levels:
                continue
            changed = next(at for at, level in enumerate(levels) if level != before[at])
            first, second = (
                " and ".join(one.levels[at].name for one, at in zip(factors, each, strict=True))
                for each in (before, levels)
            )
            return first, second, factors[changed]
        return None

    # ------------------------------------------------------------------------- the walk

    def _walk(
        self,
        steps: Sequence[ex.Step],
        region: Region,
        row: Cells,
        heard: _Classes,
        *,
        record: bool,
    ) -> None:
        """Send the steps; `record` the questions among them."""
        for step in steps:
            match step:
                case ex.Say(words):
                    self._send(heard, self._cases(words, region, row), record=record)
                case ex.Show():
                    self._send(heard, self._shown(step, region), record=record)
                case ex.Scripted(words) | ex.System(_, words):
                    self._send(heard, self._read(words, region, row), record=record)
                case ex.Listen():
                    self._send(heard, [(region, ex.Listen)], record=record)
                case ex.QuestionStep():
                    self._question(step, region, row, heard, record=record)
                case ex.Either(branches):
                    for part, value in self.space.taken(branches, region):
                        self._walk(value, part, row, heard, record=record)
                case ex.ForkStep(branches):
                    for branch in branches:
                        self._walk(branch, region, row, heard.copy(), record=record)
                case ex.InOrder(order, children, _):
                    parts = [(child, row) for child in children]
                    self._parts(parts, region, heard, order, record=record)
                case ex.Repeat(times, inner):
                    self._parts(
                        [(inner, row)] * times, region, heard, ex.Order.FIXED, record=record
                    )
                case ex.Train():
                    # In two combinations many rounds are the same words where two rounds are.
                    many = min(step.criterion.most, 2)
                    self._parts(
                        [(step.steps, row)] * many, region, heard, ex.Order.FIXED, record=record
                    )
                case ex.Retell(explored, levels, words):
                    tried = self._tried((ex.Retell, levels), explored, region)
                    self._send(heard, tried, record=record)
                    self._send(heard, self._cases(words, region, row), record=record)
                case ex.ForEach(order, name, inner, _):
                    if machine := self._machines.get(name):
                        self._send(heard, self._outcomes(machine, region), record=record)
                    rows = [(inner, cells) for cells in self._rows[name]]
                    self._parts(rows, region, heard, order, record=record)

    def _parts(
        self,
        parts: Sequence[tuple[Sequence[ex.Step], Cells]],
        region: Region,
        heard: _Classes,
        order: ex.Order,
        *,
        record: bool,
    ) -> None:
        """Parts one after another. In a drawn order any of them can come before a question: then
        all are taken for sent before.
        """
        if order is not ex.Order.FIXED:
            for steps, row in parts:
                self._walk(steps, region, row, heard, record=False)
        for steps, row in parts:
            self._walk(steps, region, row, heard, record=record)

    def _send(self, heard: _Classes, said: Iterable[Said], *, record: bool) -> None:
        said = list(said)
        if self._tests:
            heard.send(said)
        if record:
            self._whole.send(said)

    def _question(
        self,
        question: ex.QuestionStep,
        region: Region,
        row: Cells,
        heard: _Classes,
        *,
        record: bool,
    ) -> None:
        if question.tries is not None:
            tried = self._tried(ex.TryLimit, question.tries.machine, region)
            self._send(heard, tried, record=record)
        asked = 0
        for form in question.forms:
            for part, _ in self.space.taken(form.words, region):
                asked |= part
        for told in question.says:
            said = (
                self._shown(told, asked)
                if isinstance(told, ex.Show)
                else self._cases(told, asked, row)
            )
            self._send(heard, said, record=record)
        for part, framed in self.space.taken(question.framed, asked):
            for around in filter(None, (framed.before, framed.after)):
                self._send(heard, self._read(around, part, row), record=record)
        for form in question.forms:
            one = heard.copy()
            for part, value in self.space.taken(question.choices, asked):
                for option in value:
                    self._send(one, self._read(option, part, row), record=record)
            words = [
                (part, (text, question.rating))
                for part, text in self._cases(form.words, region, row)
            ]
            self._send(one, words, record=record)
            if record and question.kind is QuestionKind.TEST:
                here = 0
                for part, _ in words:
                    here |= part
                classes = self._asked.setdefault((question.name, form.name), [])
                classes += [both for part in one.regions.values() if (both := part & here)]
            if len(question.forms) == 1:
                heard.regions = one.regions
            for arm in question.steering.then if question.steering is not None else ():
                self._send(heard, self._read(arm.words, asked, row), record=record)

    def _outcomes(self, machine: ex.Machine, region: Region) -> Iterator[Said]:
        """What is put on a machine, and whether it works then."""
        from dsl.expanding.machines import Evidence, Hypothesis, things_of

        things = things_of(machine)
        for part, shown in self.space.taken(machine.shown, region):
            for both, needs in self.space.taken(machine.needs, part):
                yield both, Evidence(things, shown, Hypothesis(*needs)).outcomes()

    def _tried(self, how: Hashable, name: str, region: Region) -> Iterator[Said]:
        """What a machine does when it is tried, in whatever way: that hangs on what it needs."""
        for part, needs in self.space.taken(self._machines[name].needs, region):
            yield part, (how, name, needs)

    def _shown(self, show: ex.Show, region: Region) -> Iterator[Said]:
        """The picture where it is shown. No real participant reads the words about it."""
        for part, _ in self.space.taken(show.words, region):
            yield part, show.picture.digest

    def _cases(
        self, cases: Sequence[ex.Case[ex.Template]], region: Region, row: Cells
    ) -> Iterator[Said]:
        for part, template in self.space.taken(cases, region):
            yield from self._read(template, part, row)

    def _read(self, template: ex.Template, region: Region, row: Cells) -> list[Said]:
        return list(self._original.readings(template, region, row))


def shares_questions(experiment: ex.Experiment) -> bool:
    """Whether two conditions share scored questions; known at once where there are none. Under a
    protocol of ratings whole runs are compared, and no questions.
    """
    if experiment.design.protocol.rated or not experiment.of_kind(FactorKind.CONDITIONS):
        return False
    return bool(SharedWords(experiment).between_conditions())


def check_shared(
    experiment: ex.Experiment, places: Mapping[str, tree.FactorNode], found: Findings
) -> None:
    """Warn of cells and of versions with the same words, and of conditions that share questions."""
    compared = [
        factors
        for kind in (FactorKind.VERSIONS, FactorKind.CONDITIONS)
        if (factors := experiment.of_kind(kind))
    ]
    if not compared:
        return
    shared = SharedWords(experiment)
    if not shared.few:
        return
    for factors in compared:
        alike = shared.alike(factors)
        if alike is None:
            continue
        first, second, factor = alike
        span = places[factor.name].name.span
        if not found.has(_UNUSED, span):
            found.add(faults.method.CellsAlike(span=span, first=first, second=second))
    for factor, shares in shared.between_conditions().items():
        span = places[factor.name].name.span
        if found.has(_UNUSED, span) or found.has(_ALIKE, span):
            continue
        (first, second), most = max(shares.items(), key=lambda one: one[1])
        found.add(
            faults.method.SharedQuestions(
                span=span, share=f"{float(most):.0%}", first=first, second=second
            )
        )
