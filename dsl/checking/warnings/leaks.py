"""Where a script tells the answer before it asks: in the question, in a control, in the choices.

Slots are read by name here: the {Smarties tube} does not give away the {Smarties}, because in other
words the one is an egg carton and the other are eggs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.nodes import head_span
from dsl.checking.questions.options import answers_of, lures_of
from dsl.checking.questions.statements import of_kind
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.checking.warnings.original import Reading, braced
from dsl.diagnostic import Pointer, Span
from dsl.tree import QuestionKind
from dsl.words import alike_in_lower_case, folded, whole_words

if TYPE_CHECKING:
    from dsl.checking.story.whereabouts import Whereabouts

CANNOT_TELL = "cannot tell"
NOT_NAMED = frozenset({"yes", "no", "a", "the", "it"})
"""Answers that are named by no question, though the words may stand in it."""


class Leaks:
    """Looks for answers among the words that come before them."""

    def __init__(self, declared: Declared, visits: Sequence[Visit]) -> None:
        self.declared = declared
        self.space = declared.space
        self.visits = visits
        self.original = declared.original(by_name=True)

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """Where answers are written, which is asked only where one was found."""
        from dsl.checking.story.whereabouts import Whereabouts

        return Whereabouts(self.declared, self.original)

    def questions(self) -> None:
        """Warn of open questions that name their own answer and none of the lures."""
        for visit in self.visits:
            kind = visit.question.kind
            if kind not in (QuestionKind.TEST, QuestionKind.CONTROL) or visit.question.choices:
                continue
            asked = list(self._words_of(visit.question, visit.reach))
            for part, answer in self._named(visit, asked):
                cell = self.space.describe(part, visit.reach)
                span, pointers = self._place(visit, part, answer)
                self.declared.found.add(
                    faults.method.AnswerInQuestion(
                        span=span, answer=braced(answer), cell=cell, pointers=pointers
                    )
                )
                break

    def controls(self) -> None:
        """Warn of controls before a test, in one conversation, that name the test's answer."""
        for visit in self.visits:
            if visit.question.kind is not QuestionKind.TEST:
                continue
            for heard in visit.before:
                control = heard.question
                if control is None or control.kind is not QuestionKind.CONTROL:
                    continue
                told = list(self._words_of(control, heard.reach & visit.reach))
                for part, answer in self._named(visit, told):
                    cell = self.space.describe(part, visit.reach)
                    asked = next(one for one in self.visits if one.question is control)
                    span, pointers = self._place(asked, part, answer)
                    self.declared.found.add(
                        faults.method.ControlGivesAway(
                            span=span, control=control.name, test=visit.question.name,
                            answer=braced(answer), cell=cell, pointers=pointers,
                        )
                    )  # fmt: skip
                    break

    def _place(self, visit: Visit, part: Region, answer: str) -> tuple[Span, tuple[Pointer, ...]]:
        """Where a question says its answer; if that is elsewhere, the question is pointed at."""
        items = [placed.item for placed in visit.asked.placed]
        words = [item.words for item in items if isinstance(item, (tree.SayNode, tree.Ask))]
        asked = head_span(visit.items(tree.Ask)[0])
        span = self.whereabouts.find(words, _pattern(answer), part, visit.row)
        if span is None:
            return asked, ()
        inside = any(_holds(item.span, span) for item in items)
        return span, () if inside else (Pointer(asked, "asked here"),)

    def _words_of(self, question: ex.QuestionStep, reach: Region) -> Iterator[Reading]:
        """What a question says, form by form."""
        said = (told for told in question.says if not isinstance(told, ex.Show))
        for cases in (*said, *(form.words for form in question.forms)):
            for region, words in self.space.taken(cases, reach):
                yield from self.original.readings(words, region)

    def _named(self, visit: Visit, told: Sequence[Reading]) -> Iterator[tuple[Region, str]]:
        """Every answer of a test that some words name, without naming a lure beside it."""
        lures = list(lures_of(visit, None, self.original))
        for region, answer, _ in answers_of(visit, None, self.original):
            if folded(answer) in NOT_NAMED or not answer:
                continue
            for where, words in told:
                part = region & where
                sentence = _sentence_with(words, answer) if part else None
                if sentence is None or _names(sentence, "or"):
                    continue
                others = [
                    text
                    for place, text, _ in lures
                    if place & part and folded(text) != folded(answer)
                ]
                if not any(_names(words, text) for text in others):
                    yield part, answer

    def contrasts(
        self, contrasts: Sequence[ex.Contrast], written: Sequence[tree.ContrastNode]
    ) -> None:
        """Warn of contrasts in which only some members offer `cannot tell` as a choice."""
        for contrast, place in zip(contrasts, written, strict=True):
            offered = [offer for line in contrast.lines for offer in self._offers(line)]
            with_it = next((name for name, offers, _ in offered if offers), None)
            without = next(((name, at) for name, offers, at in offered if not offers), None)
            if with_it is not None and without is not None:
                name, at = without
                self.declared.found.add(
                    faults.method.CannotTellOnce(
                        span=place.name.span, with_it=with_it, without=name,
                        pointers=(Pointer(at, "not offered here"),),
                    )
                )  # fmt: skip

    def _offers(self, line: ex.ContrastLine) -> Iterator[tuple[str, bool, Span]]:
        """Whether the choices hold `cannot tell`, level by level, and where they stand; open
        questions do not count."""
        for level in line.levels:
            region = self.space.level(line.factor, level)
            for visit in self.visits:
                if folded(visit.question.name) != folded(line.question) or not visit.reach & region:
                    continue
                options = [
                    option
                    for case in visit.question.choices
                    if self.space.of(case.guard) & visit.reach & region
                    for option in case.value
                ]
                if options:
                    has_it = any(map(_is_cannot_tell, options))
                    yield f"{line.question}, {level}", has_it, self._choices_span(visit, region)

    def _choices_span(self, visit: Visit, region: Region) -> Span:
        """Where the choices begin that are shown in a region."""
        written = of_kind(visit.asked.placed, tree.Choices)
        shown = [one for one in written if self.space.of(one.guard) & visit.reach & region]
        return head_span((shown or written)[0].item)


def _is_cannot_tell(option: ex.Template) -> bool:
    return any(
        isinstance(piece, ex.Use) and piece.kind is ex.UseKind.SLOT and piece.name == CANNOT_TELL
        for piece in option
    )


@lru_cache(maxsize=512)
def _bare(text: str) -> str:
    return re.sub(r"^(?:a|an|the)\s+", "", text.strip(), flags=re.IGNORECASE)


@lru_cache(maxsize=512)
def _pattern(bare: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(bare)}(?!\w)", re.IGNORECASE)


def _names(words: str, text: str) -> bool:
    bare = _bare(text)
    if not bare:
        return bool(text.strip()) and _pattern(bare).search(words) is not None
    if alike_in_lower_case(words, bare):
        return next(whole_words(words.lower(), bare.lower()), None) is not None
    return _pattern(bare).search(words) is not None


def _sentence_with(words: str, text: str) -> str | None:
    """The sentence that names a text, or None."""
    for sentence in re.split(r"(?<=[.!?])\s+", words):
        if _names(sentence, text):
            return sentence
    return None


def _holds(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    within = start <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end
    return outer.file == inner.file and within
