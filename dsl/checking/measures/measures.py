"""Whether the measures of a script fit its session: its questions, and how often each is asked.

Controls whose rows make one gate: whether there are as many rows as the script says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.measures.asked import MeasuredQuestion
from dsl.checking.measures.lines import LineReading, Lines, TermRead, not_ratings
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region, Space
from dsl.diagnostic import Span
from dsl.experiment import Measure, MeasureKind
from dsl.words import folded


class MeasureChecker:
    """Resolves the measures of one script whose session is known."""

    def __init__(
        self,
        visits: Iterable[Visit],
        space: Space,
        found: Findings,
        *,
        means: Sequence[Measure] = (),
    ) -> None:
        """`means` are the values of questionnaires, which totals may add."""
        self.space = space
        self.found = found
        self.asked: dict[str, MeasuredQuestion] = {}
        for one in visits:
            name = folded(one.question.name)
            self.asked.setdefault(name, MeasuredQuestion(space)).visits.append(one)
        self.means = {folded(one.name): one for one in means}
        names = {key: one.name for key, one in self.means.items()}
        self.lines = Lines(self.asked, names, found)

    def measures(
        self, written: tree.Measures | None, taken: Mapping[str, Span]
    ) -> tuple[Measure, ...]:
        """Every measure that can be resolved, in the order written. `taken` are names that others
        have, by their keys.
        """
        items = () if written is None else written.items
        readings: list[tuple[MeasureKind, LineReading]] = []
        for one in items:
            if isinstance(one, tree.PassNode):
                kind, reading = MeasureKind.PASS, self.lines.passed(one.words)
            elif isinstance(one, tree.TotalNode):
                kind, reading = MeasureKind.TOTAL, self.lines.total(one.words, items)
            else:
                continue
            if reading is not None:
                readings.append((kind, reading))
        seen = dict(taken)
        passes: dict[str, Region] = {}
        made: list[Measure] = []
        for kind, reading in readings:
            if not self.found.is_first(reading.name, "measure", seen):
                continue
            if kind is MeasureKind.PASS:
                passes[folded(reading.name.text)] = self._fits(reading)
                terms = tuple(one.term for one in reading.terms)
                made.append(
                    Measure(
                        reading.name.text, kind, f"when {reading.words}", terms=terms,
                        either=reading.either,
                    )
                )  # fmt: skip
        names = {folded(one.name): one.name for one in made}
        for kind, reading in readings:
            if kind is MeasureKind.TOTAL:
                made.append(self._added(reading, names, passes))
        order = [folded(reading.name.text) for _, reading in readings]
        return tuple(sorted(made, key=lambda one: order.index(folded(one.name))))

    # -------------------------------------------------------------------------- what does not fit

    def _fits(self, reading: LineReading) -> Region:
        """Reports numbers that do not fit the session. Gives where the pass has a value."""
        region = self.space.full
        names: dict[str, None] = {}
        for one in reading.terms:
            questions = [self.asked[folded(name)] for name in one.term.questions]
            for asked in questions:
                region &= asked.reach
                names[asked.name] = None
            if not one.term.outcome:
                first, second = questions
                if first.scale != second.scale:
                    self.found.add(not_ratings(one.at, first.name, second.name))
            if one.of is None:
                self._once(one, questions)
            else:
                questions[0].fits(one.term.least, one.of, one.at.span, self.found)
        self._asked_somewhere(reading, region, names)
        return region

    def _asked_somewhere(self, reading: LineReading, region: Region, names: Iterable[str]) -> None:
        if not region:
            from dsl.faults.wording import quoted

            self.found.add(
                faults.measures.NeverTogether(
                    span=reading.name.span, name=reading.name.text, questions=quoted(names, "and")
                )
            )

    def _once(self, read: TermRead, questions: Sequence[MeasuredQuestion]) -> None:
        for asked in questions:
            for count, region in asked.counts.items():
                if count > 1:
                    cell = self.space.describe(region, asked.reach)
                    self.found.add(
                        faults.measures.AskedSeveralTimes(
                            span=read.at.span, name=asked.name, count=count, cell=cell
                        )
                    )
        if len(questions) > 1 and read.term.outcome:
            count = len(questions)
            if not 1 <= read.term.least <= count:
                self.found.add(
                    faults.measures.CountDoesNotFit(
                        span=read.at.span, least=read.term.least, of=count, count=count,
                        why=f"{count} questions are named",
                    )
                )  # fmt: skip

    def _added(
        self, reading: LineReading, names: Mapping[str, str], passes: Mapping[str, Region]
    ) -> Measure:
        """A total of passes, and of tests that are right."""
        tests = self.lines.tests
        low = high = Fraction(0)
        region = self.space.full
        parts: dict[str, str] = {}
        for part in reading.parts:
            key = folded(part.text)
            if key in parts:
                self.found.add(faults.names.NamedTwice(span=part.span, name=part.text))
            if key in names:
                parts[key] = names[key]
                high += 1
                region &= passes[key]
            elif key in self.means:
                parts[key] = self.means[key].name
                low += self.means[key].low
                high += self.means[key].high
            elif key in tests:
                parts[key] = tests[key]
                high += max(self.asked[key].counts, default=1)
                region &= self.asked[key].reach
        if not any(key in passes and not passes[key] for key in parts):
            self._asked_somewhere(reading, region, parts.values())
        return Measure(
            reading.name.text, MeasureKind.TOTAL, f"of {reading.words}", low, high,
            parts=tuple(parts.values()),
        )  # fmt: skip


def check_gates(visits: Sequence[Visit], space: Space, found: Findings) -> None:
    """Reports each `pass with` whose numbers do not fit the rows of its control."""
    written: dict[str, tree.PassWith] = {}
    for one in visits:
        for item in one.items(tree.PassWith):
            written.setdefault(folded(one.question.name), item)
    for name, item in written.items():
        asked = MeasuredQuestion(space)
        asked.visits = [one for one in visits if folded(one.question.name) == name]
        numbers = asked.visits[0].question.rubric.pass_with
        if numbers is None:
            continue
        if max(asked.counts, default=0) < 2:
            found.add(
                faults.measures.GateOfNoRows(span=item.span, name=asked.name, what="asked once")
            )
            continue
        asked.fits(*numbers, item.words.span, found)
