"""What one participant replied to the items of a bank, as words for another; and how often that
other one copies what is wrong in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import itemgetter

from coders.reasons_alone import answer_in, without_answer
from coders.statistics.item_means import PAIRED_ITEMS
from dsl.expand import cells as all_cells
from dsl.files.data_rows import UNSEEN
from dsl.guessing import takes
from dsl.scoring import ACCURACY
from dsl.tree import QuestionKind
from dsl.tree.banks import NO_DONOR
from dsl.trial import Levels, Question
from dsl.words import folded
from renderers.fields.banks.copying import COPYING
from renderers.fields.design import STUDY
from renderers.fields.field import Field, each
from renderers.fields.trials import CI_METHOD
from renderers.rows.banks import Copying
from renderers.rows.measures import Gap
from runners.analysis.means import draw_means, figure, gap
from runners.analysis.trials import TrialWithText, finished_trials, trials_with_text
from runners.store.store import Store
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy

METHOD = "t interval over items, each the mean of its runs, with two pseudo-items"

COPIED: tuple[Field[tuple[str, Sequence[Copying]]], ...] = (
    STUDY.read_by(itemgetter(0)),
    CI_METHOD.but("ci95_method").read_by(lambda _: METHOD),
    CI_METHOD.but(
        "above_none_ci95_method", what="how the interval of the difference was computed"
    ).read_by(lambda _: PAIRED_ITEMS),
    each("rows", "each condition of each participant", COPYING, itemgetter(1)),
)
"""What `devrun donor copied` tells of a study."""


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


_Marks = dict[str, list[tuple[int, Fraction | None]]]
"""For each item (draw, whether the wrong answer of the donor was given) pairs; None: not read."""


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
    cells: dict[tuple[str, str, Levels], _Marks] = {}
    for one, question, text in _item_replies(store, opened):
        wrong = donors.get(one.chapter.procedure, {}).get(folded(question.name))
        if wrong is None or takes(question.key.answer, (wrong,)):
            continue
        chosen = answer_in(text, question)
        mark = Fraction(folded(chosen) == folded(wrong)) if chosen else None
        items = cells.setdefault(
            (one.participant.key, one.chapter.procedure, one.trial.cell.levels), {}
        )
        items.setdefault(question.name, []).append((one.row.sitting.draw, mark))
    return tuple(_rows(opened, cells))


def _rows(opened: OpenStudy, cells: Mapping[tuple[str, str, Levels], _Marks]) -> Iterator[Copying]:
    labels = labels_of(opened.participants)
    for who, chapter in product(opened.participants, opened.chapters):
        experiment = chapter.experiment
        names = dict.fromkeys((one.levels, one.condition) for one in all_cells(experiment))
        for levels, condition in names:
            items = cells.get((who.key, chapter.procedure, levels))
            if items is None:
                continue
            donor = experiment.donors[0]
            without = tuple(
                (factor, NO_DONOR if factor == donor.condition else level)
                for factor, level in levels
            )
            other = cells.get((who.key, chapter.procedure, without), {})
            numbers = {name: at for at, name in enumerate({**items, **other})}
            copied = _means(items, numbers)
            marks = [mark for some in items.values() for _, mark in some]
            yield Copying(
                labels[who.key], who.simulated, experiment.title, donor.name, condition,
                len(marks), marks.count(None), figure(copied, kind=ACCURACY),
                Gap() if without == levels else gap((copied, _means(other, numbers))),
            )  # fmt: skip


def _means(items: _Marks, numbers: Mapping[str, int]) -> dict[int, Fraction]:
    """The mean of each item over samples, then draws, by its number."""
    found = {numbers[name]: draw_means(marks).mean for name, marks in items.items()}
    return {number: one for number, one in found.items() if one is not None}
