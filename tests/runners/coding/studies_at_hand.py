"""Studies whose replies are made up on the spot, so that a test can say who answered what."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.packets.shape import View
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash, trial_key
from dsl.trial import Question, Trial
from runners.coding.items import ItemBuilder, ItemDisplay
from runners.coding.packet_record import PacketOptions, PackingContext
from runners.coding.packing import PackedStudy, pack
from runners.engine.session import Branches, Heard, Walk, walks
from runners.engine.transcripts import Exchange, Transcript
from runners.store.keys import participant_key, sitting_of
from runners.store.records import ParticipantRecord, StoredReply, Study, StudyTrial
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment

Say = Callable[[str, Trial, Question | None], str]
"""What a model (by name) replies in a trial to a question; a reply of `...` is cut off."""


@dataclass(frozen=True)
class StudyAtHand(OpenStudy):
    """A study that tells the trials it was made with, whatever the store holds."""

    trials: tuple[FinishedTrial, ...] = ()

    def finished(self, store: Store) -> Iterator[FinishedTrial]:
        """Every trial as it was made."""
        del store
        yield from self.trials


def study_of(
    experiments: Sequence[Experiment],
    models: Sequence[str],
    say: Say,
    *,
    runs: int = 2,
    samples: int = 1,
    wordings: Sequence[str] = ("permuted",),
) -> StudyAtHand:
    """Every cell of the experiments, run with every model."""
    chapters: list[StudyExperiment] = []
    participants = tuple(
        ParticipantRecord(participant_key({"model": name}), name, False, "{}") for name in models
    )
    found: list[FinishedTrial] = []
    for experiment in experiments:
        chapter = StudyExperiment(
            experiment, procedure_hash(experiment), rubric_hash(experiment), "", False
        )
        chapters.append(chapter)
        expander = Expander(experiment)
        for cell in cells(experiment, wordings=wordings):
            for who in participants:
                for draw in range(1, runs + 1):
                    for sample in range(1, samples + 1):
                        trial = expander.trial(cell, draw=draw, sample=sample)
                        found.append(told_of(chapter, trial, who, say))
    study = Study("abc123def456", False, "", "", (), participants, len(found), len(found), "")
    rows = tuple(told.row for told in found)
    return StudyAtHand(study, tuple(chapters), participants, rows, trials=tuple(found))


def told_of(
    chapter: StudyExperiment, trial: Trial, who: ParticipantRecord, say: Say
) -> FinishedTrial:
    """One finished trial."""
    sitting = sitting_of(
        who.key, trial.experiment, trial.cell, draw=trial.draw, sample=trial.sample
    )
    key = trial_key(chapter.procedure, trial.cell, trial.draw, trial.sample, trial.seed, who.key)
    exchanges = [
        exchange
        for walk in walks(trial, sitting.key)
        for exchange in _led(walk, lambda question: say(who.name, trial, question))
    ]
    row = StudyTrial("abc123def456", key, sitting, chapter.procedure, trial.seed)
    return FinishedTrial(chapter, row, who, Transcript(trial, sitting, tuple(exchanges)))


def _led(walk: Walk, say: Callable[[Question | None], str]) -> Iterator[Exchange]:
    step = next(walk, None)
    while step is not None:
        text = ""
        if isinstance(step, Branches):
            for branch in step.walks:
                yield from _led(branch, say)
        else:
            text = say(step.turn.question)
            kept = StoredReply(step.key, text, "length" if text == "..." else "stop")
            where = step.session, step.branch, step.turn, step.messages
            yield Exchange(step.key, *where, kept, step.number)
        try:
            step = walk.send(Heard(text))
        except StopIteration:
            return


def context(seed: int = 7) -> PackingContext:
    """Ids in the order of counting and of a lot, and a time that stands still."""
    bits = random.Random(seed)
    names = iter(range(1000))
    return PackingContext(
        seed,
        True,
        lambda: f"{bits.getrandbits(48):012x}",
        lambda: f"packet{next(names)}",
        lambda: f"secret of {seed}",
        "2026-03-01T09:30:00.250Z",
        "0.1",
    )


def packed(
    folder: Path,
    study: OpenStudy,
    *,
    coders: tuple[str, ...] = ("Ada", "Ben"),
    view: View = View.RUBRIC,
    seed: int = 7,
    add_packets: bool = False,
    display: ItemDisplay | None = None,
    **options: object,
) -> PackedStudy:
    """The packets of a study; with `add_packets` they are noted in the folder's store."""
    shown = display or ItemDisplay(view, names=tuple(one.name for one in study.participants))
    wanted = PacketOptions(coders, shown, **options)  # type: ignore[arg-type]
    with Store.open(f"sqlite:///{folder / 'packets.sqlite'}") as store:
        found = pack(store, study, wanted, context(seed), builder=ItemBuilder(shown))
        if add_packets:
            store.add_packets([one.kept for one in found.packets])
        return found
