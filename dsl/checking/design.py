"""How often, in which words, and how chance is handled: the settings of `design`."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.factors import joined_by_and, slot_group
from dsl.checking.findings import Findings
from dsl.checking.labels import level_names
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.diagnostic import Pointer, Span
from dsl.drawing.different import impossible
from dsl.record import replace
from dsl.words import folded

WORDINGS = {
    "original": ("original",),
    "permuted": ("permuted",),
    "original and permuted": ("original", "permuted"),
}


def _wants_answer(question: ex.QuestionStep) -> bool:
    """Whether the question is itself in need of an answer, and that is reported."""
    judged = question.kind in (tree.QuestionKind.CONTROL, tree.QuestionKind.TEST)
    return judged and question.rubric.scorer is not ex.Scorer.CODERS


class DesignChecker:
    """Resolves the design of one script."""

    def __init__(
        self,
        declared: Declared,
        visits: Sequence[Visit],
        *,
        whole: bool,
        measures: Sequence[str] = (),
    ) -> None:
        """`whole`: every step of the session is in `visits`; what is not there is never asked.
        `measures` are the names of those of the script.
        """
        self.measures = measures
        self.whole = whole
        self.slots = declared.names.slots
        self.factors = declared.factors
        self.space = declared.space
        self.visits = visits
        self.banks = [one for one in declared.routines.values() if isinstance(one, tree.Bank)]
        self.found = declared.found
        self.too_small = False

    def design(self, declared: tree.DesignNode | None) -> ex.Design:
        """The design with its defaults filled in."""
        items = declared.items if declared is not None else ()
        self._once(items)
        varies = any(slot.values for slot in self.slots.values())
        wordings: tuple[str, ...] = ("permuted",) if varies else ("original",)
        runs, samples, seed, scoring = 10, 1, tree.DEFAULT_SEED, "lrs"
        permutation = ex.Permutation.LATIN_SQUARE
        different: list[tuple[str, ...]] = []
        together: list[tuple[str, ...]] = []
        for item in items:
            match item:
                case tree.Runs():
                    runs = self._positive(item.count, "runs", item)
                case tree.Samples():
                    samples = self._positive(item.count, "samples", item)
                case tree.Seed():
                    seed = item.number
                case tree.Wording():
                    wordings = WORDINGS[item.which]
                case tree.Permute():
                    permutation = ex.Permutation(item.method)
                case tree.Scoring():
                    scoring = self._scoring(item)
                case tree.Different():
                    different.append(self._group(item, "different"))
                case tree.Together():
                    together.append(self._group(item, "together"))
                case _:
                    pass
        self._pools(items)
        self._banks(items, scoring)
        self._rotations(items, runs)
        design = ex.Design(
            runs=runs, samples=samples, seed=seed, wordings=wordings, permutation=permutation,
            different=tuple(different), together=tuple(together), scoring=scoring,
            contrasts=self._contrasts(items),
            compared=self._compared(items),
        )  # fmt: skip
        self._possible(items, design)
        return design

    def _once(self, items: Sequence[tree.DesignItem]) -> None:
        once = (tree.Runs, tree.Samples, tree.Seed, tree.Wording, tree.Permute, tree.Scoring)
        for kind in once:
            self.found.once([item for item in items if isinstance(item, kind)], "design")

    def _compared(self, items: Sequence[tree.DesignItem]) -> tuple[ex.Compared, ...]:
        """The comparisons that are declared; few designs have any."""
        if not any(isinstance(item, tree.Compare) for item in items):
            return ()
        from dsl.checking.comparing import comparisons

        measures = self._compared_on()
        return comparisons(items, self.factors, measures, self.found, whole=self.whole)

    def _compared_on(self) -> tuple[str, ...]:
        """What may be compared besides the LRS."""
        owned = [
            [level.own for level in factor.levels]
            for factor in self.factors
            if factor.kind is tree.FactorKind.VERSIONS
        ]
        some = any(len(one) > 1 and not all(one) for one in owned)
        some |= any(one.question.rubric.own for one in self.visits)
        return (*self.measures, *((ex.OWN_STORIES,) if some else ()))

    def _scoring(self, item: tree.Scoring) -> str:
        """The words after `scoring`, or those of the default where they name no kind of score."""
        from dsl.scoring import FORMS, scoring_of

        if scoring_of(item.method) is not None:
            return item.method
        from dsl.faults.lines import NotAChoice
        from dsl.spelling import nearest

        self.found.add(
            NotAChoice(
                span=replace(item.span, column=item.span.end_column - len(item.method)),
                found=item.method, head="scoring", choices=FORMS,
                close=nearest(item.method, FORMS),
            )
        )  # fmt: skip
        return "lrs"

    def _banks(self, items: Sequence[tree.DesignItem], scoring: str) -> None:
        """Reports a bank that is asked and has no score; its items have no LRS."""
        if not any(one.question.kind is tree.QuestionKind.ITEM for one in self.visits):
            return
        from dsl.scoring import ACCURACY, scoring_of

        found = scoring_of(scoring)
        if found is None or ACCURACY in found.kinds:
            return
        written = (item.span for item in items if isinstance(item, tree.Scoring))
        span = next(written, self.banks[0].name.span)
        self.found.add(faults.data_files.BankScoring(span=span))

    def _rotations(self, items: Sequence[tree.DesignItem], runs: int) -> None:
        """Warns of a bank that is to be asked in every rotation, and is not in so many runs."""
        written = next((item.span for item in items if isinstance(item, tree.Runs)), None)
        for bank in self.banks:
            period = bank.contents.rotations if bank.contents is not None else 0
            if period and runs % period:
                self.found.add(
                    faults.data_files.RotationsUnfinished(
                        span=written or bank.name.span, name=bank.name.text, period=period,
                        runs=runs,
                    )
                )  # fmt: skip

    def _positive(self, count: int, head: str, item: tree.Runs | tree.Samples) -> int:
        if count < 1:
            self.found.add(faults.design.NotPositive(span=item.span, head=head, least="1"))
        return max(count, 1)

    # ------------------------------------------------------------------------------------ the words

    def _group(self, item: tree.Different | tree.Together, head: str) -> tuple[str, ...]:
        if len(item.slots) < 2:
            joined = joined_by_and(item.slots, self.slots)
            mended = joined and f"{head} {joined}"
            self.found.add(faults.design.GroupTooSmall(span=item.span, head=head, mended=mended))
        return slot_group(item.slots, self.slots, Findings())

    def _pools(self, items: Sequence[tree.DesignItem]) -> None:
        rows: dict[str, tree.Together] = {}
        for item in items:
            if not isinstance(item, tree.Different | tree.Together):
                continue
            found = Findings() if joined_by_and(item.slots, self.slots) else self.found
            group = [self.slots[name] for name in slot_group(item.slots, self.slots, found)]
            if isinstance(item, tree.Together):
                self._equal(item, group)
                for slot in group:
                    if slot.name in rows:
                        pointer = Pointer(rows[slot.name].span, "already drawn together here")
                        self.found.add(
                            faults.design.TogetherTwice(
                                span=item.span, slot=slot.name, pointers=(pointer,)
                            )
                        )
                    rows.setdefault(slot.name, item)
            else:
                self._enough(item, group)

    def _equal(self, item: tree.Together, group: list[ex.Slot]) -> None:
        sizes = {len(slot.values) for slot in group}
        if len(sizes) > 1:
            counts = ", ".join(f"`{slot.name}` has {len(slot.values)}" for slot in group)
            self.found.add(faults.design.UnequalPools(span=item.span, counts=counts))

    def _enough(self, item: tree.Different, group: list[ex.Slot]) -> None:
        """Whether every slot of a group can have a word of its own, original and permuted."""
        pools = [
            [folded(word.text) for word in slot.values] or [folded(slot.original.text)]
            for slot in group
        ]
        if len(_matched(pools)) < len(pools):
            names = ", ".join(f"`{slot.name}`" for slot in group)
            self.found.add(
                faults.design.PoolsTooSmall(span=item.span, slots=names, count=len(group))
            )
            self.too_small = True

    def _possible(self, items: Sequence[tree.DesignItem], design: ex.Design) -> None:
        """Whether every draw has words left where several `different`, rows or swaps overlap."""
        if self.too_small:
            return
        for group in impossible(tuple(self.slots.values()), design, self.factors):
            item = next(
                item
                for item in items
                if isinstance(item, tree.Different)
                and not set(group).isdisjoint(slot_group(item.slots, self.slots, Findings()))
            )
            names = ", ".join(f"`{name}`" for name in group)
            self.found.add(
                faults.design.PoolsTooSmall(span=item.span, slots=names, count=len(group))
            )

    # ------------------------------------------------------------------------------------ contrasts

    def _contrasts(self, items: Sequence[tree.DesignItem]) -> tuple[ex.Contrast, ...]:
        contrasts: list[ex.Contrast] = []
        seen: dict[str, Span] = {}
        for item in items:
            if not isinstance(item, tree.ContrastNode):
                continue
            self.found.is_first(item.name, "contrast", seen)
            lines = tuple(filter(None, map(self._line, item.lines)))
            contrasts.append(ex.Contrast(item.name.text, lines))
        return tuple(contrasts)

    def _line(self, line: tree.ContrastLineNode) -> ex.ContrastLine | None:
        factor, levels = self._across(line)
        asked = [
            m for m in self.visits if folded(m.asked.tree.name.text) == folded(line.question.text)
        ]
        if not asked and not self.whole:
            return None
        if not asked:
            known = dict.fromkeys(m.asked.tree.name.text for m in self.visits)
            self.found.unknown(faults.names.UnknownQuestion, line.question, known, kind="question")
            return None
        if factor is None:
            return None
        name = asked[0].question.name
        even = any(m.question.kind is tree.QuestionKind.EVEN for m in asked)
        if even or all(
            not m.question.rubric.answer and not _wants_answer(m.question) for m in asked
        ):
            self.found.add(faults.design.NotScored(span=line.question.span, name=name))
        reach: Region = 0
        for one in asked:
            reach |= one.reach
        without = [level for level in levels if not reach & self.space.level(factor.name, level)]
        if without and self.whole:
            self.found.add(
                faults.design.ContrastUnasked(span=line.question.span, name=name, level=without[0])
            )
        if len(levels) < 2:
            self.found.add(faults.design.ContrastOfConstant(span=line.span, name=name))
        return ex.ContrastLine(name, factor.name, levels)

    def _across(self, line: tree.ContrastLineNode) -> tuple[ex.Factor | None, tuple[str, ...]]:
        """The factor and the levels after `across`: one factor by name, or levels of one."""
        if len(line.across) == 1:
            wanted = folded(line.across[0].text)
            factor = next((f for f in self.factors if folded(f.name) == wanted), None)
            if factor is not None:
                return factor, tuple(level.name for level in factor.levels)
        if not self._levels_known(line):
            return None, ()
        wanted_levels = [folded(name.text) for name in line.across]
        fitting = [f for f in self.factors if set(wanted_levels) <= set(level_names(f))]
        span = line.across[0].span.to(line.across[-1].span)
        if len(fitting) > 1:
            self.found.add(
                faults.names.AmbiguousLevel(
                    span=span, name=line.across[0].text, factors=tuple(f.name for f in fitting)
                )
            )
            return None, ()
        if not fitting:
            self.found.add(faults.design.ContrastLevels(span=span))
            return None, ()
        names = level_names(fitting[0])
        return fitting[0], tuple(dict.fromkeys(names[level] for level in wanted_levels))

    def _levels_known(self, line: tree.ContrastLineNode) -> bool:
        known = tuple(dict.fromkeys(level.name for f in self.factors for level in f.levels))
        factors = tuple(f.name for f in self.factors)
        every = {folded(name) for name in known}
        whole = True
        seen: set[str] = set()
        for name in line.across:
            if folded(name.text) in seen:
                self.found.add(faults.names.NamedTwice(span=name.span, name=name.text))
            seen.add(folded(name.text))
            if folded(name.text) not in every:
                whole = False
                may = (*factors, *known) if len(line.across) == 1 else known
                self.found.unknown(faults.names.UnknownLevel, name, may)
        return whole


def _matched(pools: list[list[str]]) -> dict[int, str]:
    """A word for each of as many pools as can be, no word twice (augmenting paths)."""
    given: dict[int, str] = {}
    owner: dict[str, int] = {}
    for pool in range(len(pools)):
        wanted_by: dict[str, int] = {}
        waiting = [pool]
        for one in waiting:
            for word in pools[one]:
                if word not in wanted_by:
                    wanted_by[word] = one
                    if word in owner:
                        waiting.append(owner[word])
        free = next((word for word in wanted_by if word not in owner), None)
        while free is not None:
            taker = owner[free] = wanted_by[free]
            had = given.get(taker)
            given[taker] = free
            free = had
    return given
