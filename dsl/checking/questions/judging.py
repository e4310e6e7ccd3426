"""How replies to a question are judged: answers, lures, half answers, and words for coders.

Nothing of this is ever sent. That the answers are among the choices, and that the evidence of a
machine settles a key, is looked at later, when the whole session is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import LOST, Declared, Scope
from dsl.checking.nodes import head_span, head_word
from dsl.checking.questions.statements import (
    Placed,
    Statement,
    Statements,
    first_of,
    items_of,
    of_kind,
)
from dsl.checking.space import Region
from dsl.checking.words.braces import Braces
from dsl.checking.words.inline_lists import members_of
from dsl.patterns import lazy_pattern
from dsl.words import folded

_STATEMENT = lazy_pattern(
    r"(?P<word>answer|choices|wrong|half)"
    r"(?:[ \t]+(?:(?:all|any|none)[ \t]+of|equally[ \t]+often|rotated|shuffled|fixed))?"
    r"(?:[ \t]*:|[ \t]+by[ \t])"
)


_K_OF_N = lazy_pattern(r"([0-9]{1,9}) of ([0-9]{1,9}) right")


class Judging:
    """Resolves the rubrics of questions."""

    def __init__(self, declared: Declared, braces: Braces) -> None:
        self.declared = declared
        self.braces = braces
        self.statements = Statements(declared)
        self.found = declared.found
        self.space = declared.space

    def rubric(
        self, asked: tree.QuestionNode, placed: Sequence[Statement], reach: Region, judging: Scope
    ) -> ex.Rubric:
        """All that judges replies to a question."""
        answers = self._answers(placed, judging)
        worth = first_of(placed, tree.Worth)
        failed, scored = first_of(placed, tree.IfFailedNode), first_of(placed, tree.ScoredBy)
        if worth is not None and worth.amount <= 0:
            self.found.add(faults.design.NotPositive(span=worth.span, head="worth", least="1"))
        self._fits_kind(asked, placed, reach)
        return ex.Rubric(
            answer=answers,
            wrong=self._lures(of_kind(placed, tree.Wrong), judging, everywhere=True),
            # Not every story has a half answer; without lures nothing would be left to guess at.
            half=self._lures(of_kind(placed, tree.Half), judging, everywhere=False),
            guards=tuple(
                name.text for guards in items_of(placed, tree.Guards) for name in guards.tests
            ),
            if_failed=ex.IfFailed.SCORE_ZERO if failed is None else ex.IfFailed(failed.action),
            scorer=self._scorer(placed, scored),
            guidance=self._guidance(placed, judging),
            worth=worth.amount if worth is not None and worth.amount > 0 else ex.Rubric().worth,
            own=tuple(one.guard for one in of_kind(placed, tree.Own)),
            pass_with=self._pass_with(first_of(placed, tree.PassWith)),
        )

    def _scorer(self, placed: Sequence[Statement], scored: tree.ScoredBy | None) -> ex.Scorer:
        """What reads replies: numbers where the key is one with a tolerance."""
        near = [one for one in items_of(placed, tree.Answer) if one.within is not None]
        if scored is None:
            return ex.Scorer.NUMBER if near else ex.Scorer.MATCH
        found = ex.Scorer(scored.scorer)
        if near and found not in (ex.Scorer.NUMBER, ex.Scorer.CODERS):
            self.found.add(
                faults.number_keys.ToleranceAmongChoices(
                    span=head_span(near[0]), what=f"scored by {found.value}"
                )
            )
        return found

    def _pass_with(self, written: tree.PassWith | None) -> tuple[int, int] | None:
        """How many rows of how many must be right."""
        if written is None:
            return None
        found = _K_OF_N.fullmatch(written.words.text)
        if found is None:
            self.found.add(
                faults.measures.NotAMeasure(
                    span=written.words.span, words=written.words.text,
                    what="how many rows must be right", example="pass with 5 of 6 right",
                )
            )  # fmt: skip
            return None
        return int(found[1]), int(found[2])

    def kind(self, asked: tree.QuestionNode, placed: Sequence[Statement]) -> tree.QuestionKind:
        """The kind of a question: a test with `answer equally often` is EVEN, and is nothing else
        besides. What would make one of its answers right is reported.
        """
        even = [one for one in of_kind(placed, tree.Answer) if _equally_often(one.item)]
        if not even or asked.kind is not tree.QuestionKind.TEST:
            return asked.kind
        for one in placed:
            if isinstance(one.item, _MAKE_RIGHT) and not _equally_often(one.item):
                span, head = head_span(one.item), head_word(one.item)
                self.found.add(
                    faults.questions.EvenWithMore(span=span, head=head, name=asked.name.text)
                )
        offered: Region = 0
        for choices in of_kind(placed, tree.Choices):
            offered |= choices.reach
        for answer in even:
            if left := answer.reach & ~offered:
                cell = self.space.describe(left, answer.reach)
                span = head_span(answer.item)
                self.found.add(faults.questions.EvenWithoutChoices(span=span, cell=cell))
        return tree.QuestionKind.EVEN

    def _answers(
        self, placed: Sequence[Statement], judging: Scope
    ) -> tuple[tuple[ex.Case[ex.ClauseTemplate | ex.MachineKey], ...], ...]:
        statements: list[tuple[ex.Case[ex.ClauseTemplate | ex.MachineKey], ...]] = []
        for one in placed:
            if isinstance(one.item, tree.Answer):
                self._fits_scale(one.item, placed)
                clause = partial(self._clause, one.item)
                statements.append(self.statements.words(one.item.words, one, judging, clause))
            elif isinstance(one.item, tree.MachineAnswer):
                machine_key = self._machine_key(one.item)
                if machine_key is not None:
                    statements.append((ex.Case(one.guard, machine_key),))
        return tuple(statements)

    def _fits_scale(self, answer: tree.Answer, placed: Sequence[Statement]) -> None:
        """Reports a range of ratings without a scale, and a tolerance where choices or a scale say
        which numbers there are.
        """
        scale, choices = first_of(placed, tree.Rate), first_of(placed, tree.Choices)
        if answer.scale and scale is None:
            self.found.add(faults.number_keys.RangeWithoutScale(span=answer.span))
        if answer.within is not None and (scale or choices):
            self.found.add(
                faults.number_keys.ToleranceAmongChoices(
                    span=head_span(answer), what="rate" if scale else "choices"
                )
            )

    def _clause(
        self, answer: tree.Answer, words: tree.Prose, judging: Scope
    ) -> ex.ClauseTemplate | ex.MachineKey:
        head = f"answer {answer.quantity}" if answer.quantity else "answer"
        if self.in_one_line(answer, words, head, several=answer.quantity is not None):
            return ex.ClauseTemplate(ex.Quantity.ANY, ((LOST,),))
        phrases = self._phrases(words, judging)
        if answer.quantity is None and len(phrases) > 1:
            self.found.add(
                faults.questions.AnswerQuantity(span=head_span(answer), count=len(phrases))
            )
        quantity = ex.Quantity(answer.quantity) if answer.quantity else ex.Quantity.ANY
        if quantity is ex.Quantity.OFTEN and len(phrases) != 2:
            self.found.add(faults.questions.EvenTwo(span=head_span(answer), count=len(phrases)))
        return ex.ClauseTemplate(quantity, phrases, answer.within, answer.scale)

    def in_one_line(
        self, item: tree.QuestionItem, words: tree.Prose, head: str, *, several: bool
    ) -> bool:
        """Whether members stand in one line with commas between them, which is reported."""
        if self.declared.as_run or words.lines[0].literal:
            return False
        arms = getattr(getattr(item, "words", None), "arms", ())
        line = next((arm.span.line for arm in arms if arm.words is words), item.span.line)
        members = members_of(words, line=line, several=several)
        if members:
            self.found.add(
                faults.questions.ListInOneLine(
                    span=words.lines[0].span, count=len(members), head=head, members=members
                )
            )
        return bool(members)

    def _phrases(self, words: tree.Prose, judging: Scope) -> tuple[ex.Template, ...]:
        """Keys or lures, one a line. What was kept is put in whole or not at all: what a reply was
        has no plural, and no words around it.
        """
        phrases = self.braces.lines(words, judging)
        for phrase, line in zip(phrases, words.lines, strict=True):
            kept = [p for p in phrase if isinstance(p, ex.Use) and p.kind is ex.UseKind.KEPT]
            if kept and (len(phrase) > 1 or kept[0].grammar is not ex.Grammar.BARE):
                self.found.add(faults.braces.KeptAmongWords(span=line.span, name=kept[0].name))
        return phrases

    def _machine_key(self, answer: tree.MachineAnswer) -> ex.MachineKey | None:
        from dsl.checking.machines import Machines

        put_on = Machines(self.braces).things
        machine = self.declared.machines.get(folded(answer.machine.text))
        if machine is None:
            known = [machine.name for machine in self.declared.machines.values()]
            self.found.unknown(faults.names.UnknownMachine, answer.machine, known)
            if answer.things is not None:
                put_on(answer.things)
            return None
        self.declared.names.used.machines.add(machine.name)
        ask = ex.MachineAsk(answer.ask)
        things = put_on(answer.things) if answer.things is not None else ()
        if (ask is ex.MachineAsk.WORKS) != (answer.things is None):
            self.found.add(
                faults.machines.MachineThings(span=answer.span, ask=ask.value, machine=machine.name)
            )
            return None
        return ex.MachineKey(ask, machine.name, things)

    def _lures(
        self,
        lures: Sequence[Placed[tree.Wrong]] | Sequence[Placed[tree.Half]],
        judging: Scope,
        *,
        everywhere: bool,
    ) -> tuple[tuple[ex.Case[tuple[ex.Template, ...]], ...], ...]:
        lists = []
        for one in lures:
            if one.item.quantity not in (None, ex.Quantity.ANY.value):
                head = head_word(one.item)
                self.found.add(faults.questions.LureQuantity(span=head_span(one.item), head=head))
            phrases = partial(self._lured, one.item)
            words = one.item.words
            lists.append(self.statements.words(words, one, judging, phrases, everywhere=everywhere))
        return tuple(lists)

    def _lured(
        self, item: tree.Wrong | tree.Half, words: tree.Prose, judging: Scope
    ) -> tuple[ex.Template, ...]:
        if self.in_one_line(item, words, head_word(item), several=item.quantity is not None):
            return ((LOST,),)
        return self._phrases(words, judging)

    def _guidance(self, placed: Sequence[Statement], judging: Scope) -> tuple[ex.Guidance, ...]:
        guidance = []
        for one in placed:
            if isinstance(one.item, tree.Example | tree.Coders):
                mark = one.item.mark if isinstance(one.item, tree.Example) else ""
                words = self.statements.words(
                    one.item.words, one, judging, self.braces.prose, everywhere=False
                )
                guidance.append(ex.Guidance(mark, words, one.guard))
        return tuple(guidance)

    def _fits_kind(
        self, asked: tree.QuestionNode, placed: Sequence[Statement], reach: Region
    ) -> None:
        kind = asked.kind
        control, test = tree.QuestionKind.CONTROL, tree.QuestionKind.TEST
        answered: Region = 0
        judged_by_coders = False
        for one in placed:
            match one.item:
                case tree.Guards() | tree.IfFailedNode() | tree.PassWith() if kind is not control:
                    head, span = head_word(one.item), one.item.span
                    self.found.add(
                        faults.questions.GateOfNoControl(span=span, head=head, kind=kind.value)
                    )
                case tree.Answer() if _equally_often(one.item) and kind is not test:
                    head, span = f"answer {one.item.quantity}", head_span(one.item)
                    self.found.add(
                        faults.questions.TestsOnly(span=span, head=head, kind=kind.value)
                    )
                case tree.Own() | tree.Worth() if kind is not test:
                    head, span = head_word(one.item), one.item.span
                    self.found.add(
                        faults.questions.TestsOnly(span=span, head=head, kind=kind.value)
                    )
                case tree.Answer() | tree.MachineAnswer():
                    answered |= one.reach
                case tree.ScoredBy(scorer="coders"):
                    judged_by_coders = True
                case _:
                    pass
        if kind in (control, test) and not judged_by_coders and (left := reach & ~answered):
            if not answered and (swallowed := swallowed_answer(placed)):
                self.found.add(swallowed)
                return
            cell = self.space.describe(left, reach)
            self.found.add(
                faults.questions.NoAnswer(
                    span=asked.name.span, kind=kind.value, name=asked.name.text, cell=cell
                )
            )
        if kind not in (control, test) and not answered:
            lures: list[tree.Wrong | tree.Half] = [
                *items_of(placed, tree.Wrong),
                *items_of(placed, tree.Half),
            ]
            for lure in lures:
                self.found.add(
                    faults.questions.NothingToJudge(
                        span=head_span(lure), head=head_word(lure), name=asked.name.text
                    )
                )


_MAKE_RIGHT = (
    tree.Answer, tree.MachineAnswer, tree.Wrong, tree.Half, tree.Example, tree.Worth,
)  # fmt: skip


def _equally_often(item: tree.QuestionItem) -> bool:
    return isinstance(item, tree.Answer) and item.quantity == ex.Quantity.OFTEN.value


def swallowed_answer(placed: Sequence[Statement]) -> faults.questions.SwallowedAnswer | None:
    """The first statement among the words of a question, if one of them is its answer."""
    for one in placed:
        if isinstance(one.item, tree.Ask | tree.SayNode) and isinstance(one.item.words, tree.Prose):
            lines = [(line, _statement(line)) for line in one.item.words.lines[1:]]
            if not any(word == "answer" for _, word in lines):
                continue
            line, word = next((line, word) for line, word in lines if word)
            return faults.questions.SwallowedAnswer(
                span=line.span, word=word, head=head_word(one.item)
            )
    return None


def _statement(line: tree.ProseLine) -> str:
    """`answer`, `choices` or another list of a question where a line begins so; else no word."""
    first = line.parts[0] if line.parts else None
    found = _STATEMENT.match(first.words) if isinstance(first, tree.Text) else None
    return found["word"] if found else ""
