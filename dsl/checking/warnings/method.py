"""Method: what runs without error and still would not show what it is meant to show.

These are warnings, each with a page that says why. They look at what the session meets in each
cell, so they are run only on a script without errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.declaring import Written
from dsl.checking.findings import Findings
from dsl.checking.nodes import head_span
from dsl.checking.questions.options import check_letters
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.checking.warnings.leaks import Leaks
from dsl.checking.warnings.original import Original
from dsl.checking.warnings.shared_words import check_shared
from dsl.checking.warnings.unnamed_keys import check_keys_named
from dsl.diagnostic import Span
from dsl.drawing.different import words_in_common
from dsl.drawing.word_sets import word_sets_up_to
from dsl.experiment import Experiment, Order, Template
from dsl.tree import FactorKind, QuestionKind
from dsl.words import counted

MOST_CELLS = 512
"""So many combinations of conditions and versions are compared; beyond, this would take long."""


class MethodWarnings:
    """Compares what the session meets from cell to cell."""

    def __init__(self, declared: Declared, visits: Sequence[Visit], procedure: Span) -> None:
        self.declared = declared
        self.space = declared.space
        self.visits = visits
        self.found: Findings = declared.found
        self.procedure = procedure

    def _combinations(self, *kinds: FactorKind) -> Iterator[tuple[str, Region]]:
        """Every combination of levels of these kinds: its name and where it holds."""
        factors = [factor for factor in self.declared.factors if factor.kind in kinds]
        parts: list[tuple[tuple[str, ...], Region]] = [((), self.space.full)]
        for factor in factors:
            parts = [
                ((*names, level.name), region & self.space.level(factor.name, level.name))
                for names, region in parts
                for level in factor.levels
            ][: MOST_CELLS + 1]
        if len(parts) <= MOST_CELLS:
            yield from ((" and ".join(names), region) for names, region in parts)

    # What is scored

    def _worths_by_cell(self) -> Iterator[tuple[str, list[Fraction]]]:
        """The worth of every scored question of one draw of each cell."""
        for cell, region in self._combinations(FactorKind.CONDITIONS):
            one_draw = self._one_balance(region)
            yield cell, [worth for visit in self.visits for worth in self._worths(visit, one_draw)]

    def criterion(self, scoring: str, span: Span | None) -> None:
        """Refuse a criterion that is of more or fewer questions than a trial asks."""
        if span is None:
            return
        from dsl.scoring import PassWhen, scoring_of

        found = scoring_of(scoring)
        kinds = found.printed if found is not None else ()
        kind = next((one for one in kinds if isinstance(one, PassWhen)), None)
        if kind is None:
            return
        if not 0 < kind.right <= kind.questions:
            self.found.add(
                faults.design.CriterionOutOfReach(
                    span=span, right=kind.right, questions=kind.questions
                )
            )
            return
        for cell, worths in self._worths_by_cell():
            if len(worths) != kind.questions:
                self.found.add(
                    faults.design.CriterionCount(
                        span=span, cell=cell, questions=kind.questions, asked=len(worths),
                        right=min(kind.right, len(worths)),
                    )
                )  # fmt: skip
                return

    def units(self, scoring: str) -> None:
        """Warn of the first cell whose scored units are not four equal ones."""
        if scoring != "lrs":
            return
        for cell, worths in self._worths_by_cell():
            if not worths or (len(worths) == 4 and len(set(worths)) == 1):
                continue
            self.found.add(
                faults.method.NotFourUnits(
                    span=self.procedure, cell=cell, shares=_shares(worths),
                    units=counted(len(worths), "scored question"),
                )
            )  # fmt: skip
            return

    def _one_balance(self, region: Region) -> Region:
        """The part of a region with the first level of every counterbalance, and the first outcome
        of every question: what is scored is asked after every reply.
        """
        for factor in self.space.factors:
            if factor.kind in (FactorKind.COUNTERBALANCE, FactorKind.OUTCOMES):
                region &= self.space.level(factor.name, factor.levels[0].name)
        return region

    def _worths(self, visit: Visit, region: Region) -> Iterator[Fraction]:
        """The worth of every unit a test gives in the versions of one draw of one cell."""
        if visit.question.kind is not QuestionKind.TEST:
            return
        for form in visit.question.forms:
            asked = 0
            for case in form.words:
                asked |= self.space.of(case.guard)
            left = visit.reach & asked & region
            if left.bit_count() > MOST_CELLS:
                return
            while left:
                here = left & -left
                left &= ~here
                worth = visit.question.rubric.worth
                for factor, level in self.space.first(here):
                    worth *= next(one.worth for one in factor.levels if one.name == level)
                yield from (worth,) * visit.times

    # What surrounds the tests

    def gates(self) -> None:
        """Warn of two combinations of conditions and versions with unequal numbers of controls."""
        counts: list[tuple[str, list[Visit]]] = []
        kinds = (FactorKind.CONDITIONS, FactorKind.VERSIONS)
        for cell, region in self._combinations(*kinds):
            one_draw = self._one_balance(region)
            controls = [
                visit
                for visit in self.visits
                if visit.question.kind is QuestionKind.CONTROL and visit.reach & one_draw
                for _ in range(visit.times)
            ]
            counts.append((cell, controls))
        for cell, controls in counts[1:]:
            first, before = counts[0]
            if len(controls) != len(before):
                more, fewer = sorted((controls, before), key=len, reverse=True)
                extra = next((visit for visit in more if visit not in fewer), more[-1])
                self.found.add(
                    faults.method.UnequalGates(
                        span=extra.question.span, first=first, first_count=len(before),
                        second=cell, second_count=len(controls),
                    )
                )  # fmt: skip
                return

    def turns(self) -> None:
        """Warn of a test that comes after more replies in one combination than in another."""
        kinds = (FactorKind.CONDITIONS, FactorKind.VERSIONS)
        cells = [(cell, self._one_balance(region)) for cell, region in self._combinations(*kinds)]
        first: dict[str, tuple[str, int]] = {}
        for visit in self.visits:
            if visit.question.kind is not QuestionKind.TEST:
                continue
            for cell, region in cells:
                if not visit.reach & region:
                    continue
                count = sum(1 for heard in visit.before if heard.reach & region & visit.reach)
                known = first.setdefault(visit.question.name, (cell, count))
                if known[1] != count:
                    self.found.add(
                        faults.method.UnequalTurns(
                            span=visit.question.span, test=visit.question.name, first=known[0],
                            first_count=known[1], second=cell, second_count=count,
                        )
                    )  # fmt: skip
                    break

    # What stands still

    def right_places(self, original: Original) -> None:
        """Warn of a right choice that is always in the same place, as are two that should be
        chosen equally often.
        """
        for visit in self.visits:
            question = visit.question
            if question.order is not Order.FIXED:
                continue
            if question.kind is QuestionKind.EVEN:
                span = head_span(visit.items(tree.Choices)[0])
                self.found.add(faults.method.EvenInOneOrder(span=span, test=question.name))
            if question.kind is not QuestionKind.TEST:
                continue
            places = {
                place
                for case in question.choices
                for place, option in enumerate(case.value, start=1)
                if self._is_right(visit, option, original)
            }
            if len(places) == 1:
                span = head_span(visit.items(tree.Choices)[0])
                (number,) = places
                self.found.add(
                    faults.method.NeverMoves(span=span, test=question.name, number=number)
                )

    def _is_right(self, visit: Visit, option: Template, original: Original) -> bool:
        """Whether a choice is the answer in some combination."""
        told = original.readings(option, visit.reach)
        for statement in visit.question.rubric.answer:
            for region, clause in self.space.taken(statement, visit.reach):
                for phrase in getattr(clause, "phrases", ()):
                    for part, text in original.readings(phrase, region):
                        if any(part & where and text == words for where, words in told):
                            return True
        return False


def _shares(worths: Sequence[Fraction]) -> str:
    """`1/3 each`, or every share: `1/2, 1/4, 1/4`."""
    if not worths:
        return "nothing can be right"
    total = sum(worths)
    shares = [worth / total for worth in worths]
    if len(set(shares)) == 1:
        return "it decides the whole score" if len(shares) == 1 else f"{shares[0]} each"
    shown = ", ".join(str(share) for share in shares[:8])
    return shown if len(shares) <= 8 else f"{shown}, ..."


def check_method(
    experiment: Experiment,
    declared: Declared,
    visits: Sequence[Visit],
    written: Written,
    *,
    design: tree.DesignNode | None,
    procedure: Span,
) -> None:
    """Warn of everything in a sound script that would spoil what it is to show."""
    original = declared.original()
    method = MethodWarnings(declared, visits, procedure)
    method.units(experiment.design.scoring)
    scored = [one.span for one in design.items if isinstance(one, tree.Scoring)] if design else []
    method.criterion(experiment.design.scoring, scored[0] if scored else None)
    method.gates()
    method.turns()
    method.right_places(original)
    check_letters(visits, original, declared.found)
    _drawn_alike(experiment, declared, visits)
    leaks = Leaks(declared, visits)
    leaks.questions()
    leaks.controls()
    check_keys_named(experiment, declared, visits)
    items = design.items if design is not None else ()
    contrasts = [item for item in items if isinstance(item, tree.ContrastNode)]
    leaks.contrasts(experiment.design.contrasts, contrasts)
    runs = next((item.span for item in items if isinstance(item, tree.Runs)), None)
    _balance(experiment, runs, written, declared.found)
    _word_sets(experiment, runs or procedure, declared.found)
    _outcomes(experiment, written, original, declared.found)
    check_shared(experiment, written.factors, declared.found)


def _drawn_alike(experiment: Experiment, declared: Declared, visits: Sequence[Visit]) -> None:
    """Warn of answers that may become the same when words are drawn."""
    design = experiment.design
    if "permuted" in design.wordings:
        common = words_in_common(experiment.slots, design, experiment.factors)
        if common:
            from dsl.checking.warnings.drawn_alike import check_drawn_alike

            check_drawn_alike(visits, declared, common)


def _balance(experiment: Experiment, runs: Span | None, written: Written, found: Findings) -> None:
    """Warn of a counterbalance whose levels do not divide the runs."""
    count = experiment.design.runs
    for factor in experiment.of_kind(FactorKind.COUNTERBALANCE):
        levels = len(factor.levels)
        if count % levels:
            better = -(-count // levels) * levels
            span = written.factors[factor.name].name.span if runs is None else runs
            found.add(
                faults.method.RunsNotDivided(
                    span=span, runs=count, levels=levels, name=factor.name, better=better
                )
            )


def _word_sets(experiment: Experiment, span: Span, found: Findings) -> None:
    """Warn of more runs than there are sets of words."""
    design = experiment.design
    turning = experiment.of_kind(FactorKind.COUNTERBALANCE)
    if "permuted" in design.wordings:
        sets = word_sets_up_to(design.runs, experiment.slots, design, turning)
        if sets < design.runs:
            found.add(
                faults.method.RunsExceedWordSets(
                    span=span, runs=design.runs, sets=counted(sets, "set")
                )
            )


@cache
def published_words() -> frozenset[str]:
    """Words known from published studies, in small letters."""
    text = Path(__file__).with_name("published_words.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.split("\n") if line and not line.startswith("#"))


def check_words(places: Mapping[str, tree.PoolSlot], found: Findings) -> None:
    """Warn of values that are known from the literature; originals may be."""
    for slot in places.values():
        for value in slot.values:
            word = value.text.casefold()
            # A name that ends in s (Tomas) is no plural.
            one = word.removesuffix("s") if value.text[:1].islower() else word
            if word in published_words() or one in published_words():
                found.add(faults.method.PublishedWord(span=value.span, word=value.text))


def _outcomes(
    experiment: Experiment, written: Written, original: Original, found: Findings
) -> None:
    """Warn of outcomes that differ in more than what happens."""
    for machine, place in zip(experiment.machines, written.machines.values(), strict=True):
        item = next((i for i in place.items if isinstance(i, tree.Outcomes)), None)
        if item is None:
            continue
        works = original.readings(machine.works, original.space.full)
        fails = original.readings(machine.fails, original.space.full)
        if works and fails and (difference := _difference(works[0][1], fails[0][1])):
            found.add(
                faults.method.UnequalOutcomes(
                    span=item.cells[0].span.to(item.cells[-1].span), first=works[0][1],
                    second=fails[0][1], difference=difference,
                )
            )  # fmt: skip


def _difference(first: str, second: str) -> str:
    """How two outcomes differ in shape; empty when they do not."""
    ends = [text[-1:] if not text[-1:].isalnum() else "" for text in (first, second)]
    if ends[0] != ends[1]:
        shown = [f"with {end!r}" if end else "without a stop" for end in ends]
        return f"one ends {shown[0]}, the other {shown[1]}"
    words = [len(text.split()) for text in (first, second)]
    if abs(words[0] - words[1]) > 2:
        return f"one has {words[0]} words, the other {words[1]}"
    return ""
