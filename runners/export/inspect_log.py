"""A study as logs of Inspect, one for each script and participant, read by its viewer and its API.

The form is version 2 of Inspect's log in JSON, written by its schema and without its library. A log
of many trials is written sample by sample: the samples first go to a separate file, since a log
begins with what is known only at their end.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING

from dsl.projections import digest
from renderers.number_words import NOT_DATA
from runners.export.exported_trials import ExportedTrials, ExportTrial
from runners.export.inspect_sample import FIGURES, sample_document, usage_document, whole
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from runners.export.selection import ExportSelection
    from runners.store.records import CallRecord, ParticipantRecord
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

Json = dict[str, object]

VERSION = 2
"""Inspect's number of the form."""

_ID = 22  # letters that Inspect gives its own ids
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def write_inspect(store: Store, opened: OpenStudy, wanted: ExportSelection, folder: Path) -> int:
    """Write the logs to a folder; gives how many trials are in them. Raises NoSuchCoder."""
    passing = ExportedTrials(store, opened, wanted.whose)
    done = 0
    planned = Counter((row.procedure, row.sitting.participant) for row in opened.rows)
    for _, group in groupby(passing.trials(), key=_whose_log):
        log = _Log(passing, wanted, folder)
        for one in group:
            done += 1
            log.add(
                one, store.calls([each.key for each in one.coded.finished.transcript.exchanges])
            )
            wanted.progress(done)
        log.close(planned[log.chapter.procedure, log.participant.key])
    return done


def _whose_log(one: ExportTrial) -> tuple[str, str]:
    told = one.coded.finished
    return told.chapter.procedure, told.participant.key


@dataclass(slots=True)
class _Means:
    """Means of scores over samples, as Inspect shows them above a log."""

    sums: dict[str, Fraction] = field(default_factory=dict)
    numbers: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, value: object) -> None:
        if isinstance(value, Fraction):
            self.sums[name] = self.sums.get(name, Fraction(0)) + value
            self.numbers[name] += 1

    def documents(self, trials: int) -> Iterator[Json]:
        for name, total in self.sums.items():
            number = self.numbers[name]
            yield {
                "name": name,
                "scorer": "devrun",
                "scored_samples": number,
                "unscored_samples": trials - number,
                "metrics": {"mean": {"name": "mean", "value": float(total / number)}},
            }


class _Log:
    """One log while it is written."""

    def __init__(self, passing: ExportedTrials, wanted: ExportSelection, folder: Path) -> None:
        self._passing, self._wanted, self._folder = passing, wanted, folder
        self._samples = folder / "samples.part"
        self._file: IO[str] = self._samples.open("x", encoding="utf-8", newline="\n")
        self._means = _Means()
        self._trials = 0
        self._read = self._written = 0
        self._counted = False
        self._epochs = 1
        self._at: tuple[str, str] | None = None

    def add(self, one: ExportTrial, calls: dict[str, CallRecord]) -> None:
        """One sample more."""
        if not self._trials:
            self.chapter, self.participant = (
                one.coded.finished.chapter,
                one.coded.finished.participant,
            )
        self._file.write((",\n" if self._trials else "") + _dumped(sample_document(one, calls)))
        self._trials += 1
        self._epochs = max(self._epochs, one.row.sample)
        for figure in FIGURES:
            self._means.add(figure.name, figure.value(one.row))
        for call in calls.values():
            self._read += call.input_tokens or 0
            self._written += call.output_tokens or 0
            self._counted |= call.input_tokens is not None
            first, last = self._at or (call.at, call.at)
            self._at = min(first, call.at), max(last, call.at)

    def close(self, planned: int) -> None:
        """Put the log together under the name that Inspect looks for."""
        self._file.close()
        first, last = self._at or (self._wanted.at, self._wanted.at)
        head = self._head(planned, first, last)
        moment = first[:19].replace(":", "-")
        task = _OTHER.sub("-", self.chapter.experiment.title).strip("-")[:60]
        place = self._folder / f"{moment}+00-00_{task}_{self._id('log')}.json"
        with place.open("x", encoding="utf-8", newline="\n") as log:
            log.write(_dumped(head)[:-1] + ', "samples": [\n')
            with self._samples.open(encoding="utf-8", newline="\n") as samples:
                shutil.copyfileobj(samples, log)
            log.write("\n]}\n")
        self._samples.unlink()

    def _id(self, what: str) -> str:
        parts = [what, self._wanted.study, self.chapter.procedure, self.participant.key]
        return digest("devrun:inspect:1", [*parts])[:_ID]

    def _head(self, planned: int, first: str, last: str) -> Json:
        model = self._passing.labels[self.participant.key]
        experiment = self.chapter.experiment
        usage = usage_document(model, self._read, self._written) if self._counted else {}
        simulated = self.participant.simulated
        return {
            "version": VERSION,
            "status": "success",
            "eval": {
                "eval_id": self._id("eval"),
                "run_id": self._wanted.study,
                "created": first,
                "task": experiment.title,
                "task_id": self._id("task"),
                "task_version": self.chapter.procedure[:12],
                "tags": [NOT_DATA.lower()] if simulated else [],
                "dataset": {"name": experiment.title, "samples": planned, "shuffled": False},
                "model": model,
                "model_generate_config": _config(self.participant),
                "config": {"epochs": self._epochs},
                "packages": {"devrun": self._wanted.version},
                "metadata": {
                    "study": self._wanted.study,
                    "simulated": simulated,
                    "procedure": self.chapter.procedure,
                    "rubric": self.chapter.rubric,
                    "provisional": self._passing.provisional,
                    "participant": json.loads(self.participant.identity),
                    "notes": list(omissions([self.participant])),
                },
            },
            "plan": {"name": "devrun", "steps": [{"solver": "devrun", "params": {}}]},
            "results": {
                "total_samples": planned,
                "completed_samples": self._trials,
                "scores": list(self._means.documents(self._trials)),
            },
            "stats": {"started_at": first, "completed_at": last, "model_usage": usage},
        }


def _config(participant: ParticipantRecord) -> Json:
    """The parameters asked for, as far as Inspect has a name for them."""
    identity = json.loads(participant.identity)
    parameters = identity.get("parameters", "{}") if isinstance(identity, dict) else "{}"
    try:
        found = json.loads(parameters)
    except (TypeError, ValueError):
        return {}
    names = ("temperature", "max_tokens", "top_p", "top_k", "seed", "frequency_penalty")
    return {name: found[name] for name in names if isinstance(found.get(name), int | float)}


def _dumped(document: Json) -> str:
    return whole(json.dumps(document, ensure_ascii=False))
