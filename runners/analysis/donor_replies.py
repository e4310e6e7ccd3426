"""What one participant replied to the items of a bank, as words for another; and how often that
other one copies what is wrong in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.reasons_alone import answer_in, without_answer
from coders.statistics.item_means import item_interval
from dsl.expand import cells as all_cells
from dsl.files.data_rows import UNSEEN
from dsl.guessing import takes
from dsl.tree import QuestionKind
from dsl.trial import Question
from dsl.words import folded
from runners.analysis.means import DrawMeans, draw_means
from runners.analysis.trials import TrialWithText, finished_trials, trials_with_text
from runners.store.store import Store
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy

METHOD = "t interval over items, each the mean of its runs, with two pseudo-items"


@dataclass(frozen=True, slots=True)
class DonorReply:
    """A reply to an item: what was said, its reasons without the answer, and the option chosen,
    empty where that is not plain; `choices` are in the order shown. `mended`: characters that
    cannot be seen, or not be sent, were left out.
    """

    item: str
    choices: tuple[str, ...]
    reply: str
    reasons: str
    answer: str
    mended: bool = False

    def line(self, donor: str) -> str:
        """It as a line of the file that a bank reads."""
        row = {
            "item": self.item,
            "donor": donor,
            "choices": list(self.choices),
            "reply": self.reply,
            "reasons": self.reasons,
            "answer": self.answer,
            "sha256": hashlib.sha256(self.reply.encode()).hexdigest(),
        }
        return f"{json.dumps(row)}\n"


def donor_replies(store: Store, opened: OpenStudy) -> tuple[DonorReply, ...]:
    """The first reply to each item in which an answer can be read, else the first; by draw, then
    sample.
    """
    found: dict[str, DonorReply] = {}
    for _, question, text in _item_replies(store, opened):
        before = found.get(question.name)
        if question.options and (before is None or not before.answer):
            said = UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
            answer = answer_in(said, question)
            if before is None or answer:
                reasons, mended = without_answer(said, question), said != text
                found[question.name] = DonorReply(
                    question.name, question.options, said, reasons, answer, mended
                )
    return tuple(found.values())


def _item_replies(store: Store, opened: OpenStudy) -> Iterator[tuple[TrialWithText, Question, str]]:
    table = finished_trials(store, opened)
    for one in trials_with_text(store, table, range(len(table))):
        for place, _, question in one.trial.asked(QuestionKind.ITEM):
            answer = one.answers.get(place)
            if answer is not None:
                yield one, question, answer.text


@dataclass(frozen=True, slots=True)
class Copying:
    """How often a participant gives the wrong answers of a donor, in one condition: `copied` is the
    mean over `items` to which the donor's answer is wrong, 0 to 1. `unread` replies say no plain
    answer, and are left out.
    """

    model: str
    simulated: bool
    experiment: str
    donor: str
    condition: str
    items: int
    replies: int
    unread: int
    copied: float | None
    ci95: tuple[float, float] | None


def copying(store: Store, opened: OpenStudy) -> tuple[Copying, ...]:
    """A row for each participant and condition of the scripts that have a donor."""
    donors = {
        one.procedure: {
            folded(item): answer
            for donor in one.experiment.donors
            for item, answer in donor.answers
            if answer
        }
        for one in opened.chapters
        if one.experiment.donors
    }
    cells: dict[tuple[str, str, str], dict[str, list[tuple[int, Fraction | None]]]] = {}
    for one, question, text in _item_replies(store, opened):
        wrong = donors.get(one.chapter.procedure, {}).get(folded(question.name))
        if wrong is None or takes(question.key.answer, (wrong,)):
            continue
        chosen = answer_in(text, question)
        mark = Fraction(folded(chosen) == folded(wrong)) if chosen else None
        key = (one.participant.key, one.chapter.procedure, one.trial.cell.condition)
        items = cells.setdefault(key, {})
        items.setdefault(question.name, []).append((one.row.sitting.draw, mark))
    return tuple(_rows(opened, cells))


def _rows(
    opened: OpenStudy,
    cells: dict[tuple[str, str, str], dict[str, list[tuple[int, Fraction | None]]]],
) -> Iterator[Copying]:
    labels = labels_of(opened.participants)
    for who in opened.participants:
        for chapter in opened.chapters:
            conditions = dict.fromkeys(one.condition for one in all_cells(chapter.experiment))
            for condition in conditions:
                items = cells.get((who.key, chapter.procedure, condition))
                if items is None:
                    continue
                means = [_mean(marks) for marks in items.values()]
                known = [float(one) for one in means if one is not None]
                marks = [mark for some in items.values() for _, mark in some]
                interval = item_interval(known, low=0.0) if known else None
                yield Copying(
                    labels[who.key], who.simulated, chapter.experiment.title,
                    chapter.experiment.donors[0].name, condition, len(known), len(marks),
                    marks.count(None), sum(known) / len(known) if known else None,
                    None if interval is None else (interval.low, interval.high),
                )  # fmt: skip


def _mean(marks: Sequence[tuple[int, Fraction | None]]) -> Fraction | None:
    found: DrawMeans = draw_means(marks) if any(m is not None for _, m in marks) else draw_means(())
    return found.mean
