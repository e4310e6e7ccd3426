"""Gold as items for coders, made by the same builder as the study's own.

An item of gold cannot be distinguished from another: same lines, same guidance, same masks, same
candidates. Building gold by itself would have been shorter, and every later change to what coders
see would have distinguished the two.

Some gold is given line by line, without a script behind it. What the store keeps of the gold in a
packet is enough to see later how a coder did on it: the packet itself goes to the coder and need
not come back; its log does. Each mark is a row of plain values, so that a row of an older devrun,
which is shorter, can be read as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coders.desk.calibrating import agrees
from coders.desk.offered_answers import as_offered
from coders.desk.state import Judgement
from coders.packets.candidate_answers import SharedCandidates, wordings_of
from coders.packets.gold import GoldLine, GoldTranscript
from coders.packets.items import ItemDraft, Masks, sealed, shuffled
from coders.packets.shape import (
    SHORT_WORDS,
    ContentWord,
    Gold,
    GoldMark,
    Item,
    Line,
    LineKind,
    PacketQuestion,
    Phase,
    View,
)
from dsl.projections import Value
from dsl.record import replace
from dsl.trial import Levels, Question
from renderers.coder_view import NO_WORDS
from runners.coding.gold.transcripts import GoldTrial, GoldTrialCode
from runners.coding.items import AskedQuestion, ItemBuilder, question_of

ENOUGH_MARKS = 96
"""Fewer gold marks than these let too many careless coders pass: with these, who is right in 85% of
marks passes one of two forms 14 times in 100 (binomial; docs/coding.md)."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One item of gold with its codes; `story` is what may be opened in content view. `source` is
    the transcript of which it is item `number`, from 0, and `question` what it asks first; None if
    it is not from a script.
    """

    item: Item
    gold: Gold
    story: tuple[Line, ...]
    source: GoldTrial
    number: int = 0
    question: AskedQuestion | None = None

    @property
    def cell(self) -> tuple[str, Levels] | None:
        """The experiment's title and the levels of conditions; None if it is not from a script."""
        if self.source.transcript is None:
            return None
        trial = self.source.transcript.trial
        return trial.experiment, trial.cell.levels


@dataclass(frozen=True, slots=True)
class GoldItems:
    """Gold ready for a packet, by use and in the order of the file; `notes` are for the owner.
    `left_out` counts items that were also the study's own.
    """

    by_use: Mapping[Phase, tuple[GoldItem, ...]]
    notes: tuple[str, ...] = ()
    left_out: int = 0

    def of(self, use: Phase) -> tuple[GoldItem, ...]:
        """The items of one use; empty where there are none."""
        return self.by_use.get(use, ())

    @property
    def contents(self) -> frozenset[str]:
        """The contents of all of them: none of these may be in the study."""
        return frozenset(one.item.content for every in self.by_use.values() for one in every)

    def without(self, contents: Collection[str]) -> GoldItems:
        """The same without items that are the study's own. In content view a terse reply to the
        same question may coincide with one of the study; that item is then no gold.
        """
        kept = {
            use: tuple(one for one in every if one.item.content not in contents)
            for use, every in self.by_use.items()
        }
        gone = sum(map(len, self.by_use.values())) - sum(map(len, kept.values()))
        return replace(self, by_use=kept, left_out=self.left_out + gone)


def gold_items(
    gold_trials: Iterable[GoldTrial], *, builder: ItemBuilder, new_id: Callable[[], str]
) -> GoldItems:
    """The items of gold with their codes, by use, as a packet of this kind has them.

    `new_id` gives opaque ids. In content view an item is one question; of several that are the same
    to the byte within one use only the first is kept.
    """
    every = tuple(gold_trials)
    found: dict[Phase, dict[str, GoldItem]] = {}
    for gold_trial in every:
        here = found.setdefault(gold_trial.gold.use, {})
        for one in items_of(gold_trial, builder):
            if one.item.content not in here:
                name = new_id()
                item, gold = replace(one.item, id=name), replace(one.gold, item=name)
                here[one.item.content] = replace(one, item=item, gold=gold)
    by_use = {use: tuple(items.values()) for use, items in found.items()}
    return GoldItems(by_use, tuple(_notes(every, by_use, builder.display.view)))


def items_of(gold_trial: GoldTrial, builder: ItemBuilder) -> Iterator[GoldItem]:
    """The items of a transcript, whose ids are still empty."""
    view, experiment, transcript = (
        builder.display.view,
        gold_trial.experiment,
        gold_trial.transcript,
    )
    if experiment is None or transcript is None:
        for draft, gold in free_drafts(gold_trial.gold, view=view):
            yield GoldItem(draft.item, gold, draft.story, gold_trial)
        return
    texts = builder.masks(experiment, transcript.trial)
    shared = None if view is View.RUBRIC else builder.candidates(experiment, transcript.trial)
    for at, draft in enumerate(builder.drafts(experiment, transcript)):
        marks = tuple(
            _mark(
                number,
                gold_trial.codes[session, place],
                texts,
                draft.item.question(number).candidates,
                shared,
            )
            for number, session, place in draft.places
            if (session, place) in gold_trial.codes
        )
        whole = view is View.RUBRIC
        gold = Gold(
            "",
            marks,
            gold_trial.gold.lrs if whole else None,
            texts.script_text(gold_trial.gold.reason) if whole else "",
        )
        asked = question_of(transcript.trial, draft)
        yield GoldItem(draft.item, gold, draft.story, gold_trial, at, asked)


def _mark(
    number: int,
    code: GoldTrialCode,
    masks: Masks,
    candidates: tuple[str, ...],
    shared: SharedCandidates | None,
) -> GoldMark:
    """The agreed code; what is said, as the desk has it: another cell may offer "I cannot tell"."""
    words = code.coded.code
    said = tuple(as_offered(masks.script_text(one), candidates) for one in code.said)
    flags = tuple(flag.value for flag in words.flags)
    alike = tuple(
        tuple(one for one in map(masks.script_text, others) if one in candidates)
        for others in (_alike(one, code.question, shared) for one in code.said)
    )
    return GoldMark(
        number,
        words.mark,
        flags,
        said,
        code.plain,
        masks.script_text(code.reason),
        alike if any(alike) else (),
    )


def _alike(said: str, question: Question, shared: SharedCandidates | None) -> tuple[str, ...]:
    """Other wordings of what is said: of a right answer that is accepted in several, or of a wrong
    one that another cell accepts in several. Coders cannot be asked for the very one.
    """
    lures = frozenset(phrase.text for phrase in question.key.wrong)
    elsewhere = shared.alike.get(question.name, ()) if shared is not None else ()
    for wordings in (*wordings_of(question), *(every & lures for every in elsewhere)):
        if said in wordings:
            return tuple(sorted(wordings - {said}))
    return ()


def _notes(
    gold_trials: tuple[GoldTrial, ...], found: Mapping[Phase, tuple[GoldItem, ...]], view: View
) -> Iterator[str]:
    """What the owner should know of this gold before relying on it."""
    for form in (Phase.GATE_A, Phase.GATE_B):
        items = found.get(form, ())
        marks = sum(
            not one.item.question(mark.question).is_control
            for one in items
            for mark in one.gold.marks
        )
        if marks < ENOUGH_MARKS:
            yield (
                f"{form.value} has {marks} marks of scored questions; calibration needs "
                f"{ENOUGH_MARKS} to separate careful from careless coders"
            )
        missing = [str(lrs) for lrs in range(6) if lrs not in {one.gold.lrs for one in items}]
        if items and missing and view is View.RUBRIC:
            yield f"{form.value} has no transcript with an LRS of {', '.join(missing)}"
    for gold_trial in gold_trials:
        if gold_trial.ruled is not None and gold_trial.ruled != gold_trial.gold.lrs:
            yield (
                f"`{gold_trial.gold.name}`: the file gives LRS {gold_trial.gold.lrs}, but "
                f"its codes make {gold_trial.ruled}"
            )


def free_drafts(gold: GoldTranscript, *, view: View) -> Iterator[tuple[ItemDraft, Gold]]:
    """The item of a transcript with its codes; in content view one for each judged question."""
    lines: list[Line] = []
    questions: list[PacketQuestion] = []
    marks: list[GoldMark] = []
    story = 1
    for line in gold.lines:
        if line.kind is LineKind.STORY:
            story += bool(lines)
        judged = line.asked in {"test", "control"}
        if judged and line.kind is LineKind.TOLD:
            number = len(questions) + 1
            offered = line.candidates if view is View.CONTENT else ()
            questions.append(
                PacketQuestion(
                    number,
                    line.asked,
                    line.text,
                    story,
                    guidance=line.guidance,
                    candidates=offered,
                    own_story=story == 1,
                )
            )
        elif judged:
            marks.append(_line_mark(len(questions), line))
        silent = line.kind is LineKind.REPLY and not line.text.strip()
        words = NO_WORDS if silent else line.text
        lines.append(Line(line.kind, words, len(questions) if judged else 0))
    if view is View.RUBRIC:
        item = sealed(Item("", "", tuple(lines), tuple(questions)))
        yield ItemDraft(item, ()), Gold("", tuple(marks), gold.lrs, gold.reason)
        return
    for question, mark in zip(questions, marks, strict=True):
        places = [at for at, line in enumerate(lines) if line.question == mark.question]
        alone = tuple(replace(lines[at], question=1) for at in places)
        before = (replace(line, question=0) for line in lines[: places[0]])
        item = Item("", "", alone, (replace(question, number=1, story=1, own_story=True),))
        draft = ItemDraft(shuffled(sealed(item)), (), story=(*before, *alone))
        yield draft, Gold("", (replace(mark, question=1),))


def _line_mark(number: int, reply: GoldLine) -> GoldMark:
    assert reply.coded is not None, "a judged reply has a code"
    code = reply.coded.code
    said = tuple(
        SHORT_WORDS[one].value if one in SHORT_WORDS and one not in reply.candidates else one
        for one in reply.coded.said
    )
    if reply.candidates and not said and code.mark == "wrong":
        said = (ContentWord.OTHER.value,)
    flags = tuple(flag.value for flag in code.flags)
    return GoldMark(number, code.mark, flags, said, "hedged" not in flags, reply.coded.reason)


_OLDER: tuple[Any, ...] = ((), True, None)
"""What an older row lacks: what was alike, whether it was said plainly, and whether the question is
a control.
"""


@dataclass(frozen=True, slots=True)
class ExpertMark:
    """The agreed code of one question. `control`: whether it is a control question; None of older
    packets, which did not keep it.
    """

    gold: GoldMark
    control: bool | None

    def is_as(self, judgement: Judgement) -> bool:
        """Whether a coder judged as the experts did. An older packet did not keep whether it was
        said plainly, which does not count then.
        """
        return agrees(judgement, self.gold, control=self.control is not False)


def rows_of(items: Iterable[Item], golden: Mapping[str, Gold]) -> dict[str, Value]:
    """The rows for the store, by item, of those `items` whose codes are in `golden`."""
    every = {item.id: item for item in items if item.id in golden}
    return {
        name: [
            [
                mark.question,
                mark.mark,
                mark.flags,
                mark.said,
                mark.alike,
                mark.plain,
                every[name].question(mark.question).is_control,
            ]
            for mark in gold.marks
        ]
        for name, gold in golden.items()
    }


def expert_marks(settings: str) -> Mapping[str, Mapping[int, ExpertMark]]:
    """What the experts agreed on, by item and question, from the settings of a kept packet."""
    kept = json.loads(settings).get("gold", {})
    return {str(item): {row[0]: _expert_mark(row) for row in rows} for item, rows in kept.items()}


def _expert_mark(row: Sequence[Any]) -> ExpertMark:
    question, mark, flags, said, *rest = row
    alike, plain, control = (*rest, *_OLDER[len(rest) :])
    gold = GoldMark(
        question, mark, tuple(flags), tuple(said), plain, alike=tuple(map(tuple, alike))
    )
    return ExpertMark(gold, control)
