"""The scripts of a study as a report says them: hashes, design, published figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.words import and_list
from renderers.design_words import design_sentence
from runners.analysis.document import Json

if TYPE_CHECKING:
    from dsl.experiment import Guard
    from runners.studies.study import OpenStudy, StudyExperiment


def script_document(chapter: StudyExperiment, opened: OpenStudy) -> Json:
    """One script: its hashes, its design in words, and the figures that it says were published."""
    experiment = chapter.experiment
    groups = opened.rows.groups
    mine = opened.rows.of_groups(one for one in groups if one.procedure == chapter.procedure)
    meta = dict(experiment.meta)
    return {
        "experiment": experiment.title,
        "file": experiment.file.replace("\\", "/").rpartition("/")[2],
        "domain": meta.get("domain") or None,
        "source": meta.get("source") or None,
        "procedure": chapter.procedure,
        "rubric": chapter.rubric,
        "mended": chapter.mended,
        "errors": list(chapter.errors),
        "draws": len(set(mine.draws)),
        "samples": len(set(mine.samples)),
        # What was run, which may be less than the script has, or more.
        "design": design_sentence(
            experiment,
            runs=len(set(mine.draws)),
            samples=len(set(mine.samples)),
            wordings=sorted({one.wording for one in mine.used}),
            run_in={one.levels for one in mine.used},
        ),
        "references": [
            {
                "who": one.who,
                "value": one.value,
                "unit": one.unit or None,
                "for": _words(one.guard),
                "question": one.question or None,
                "n": one.n,
                "source": one.source or None,
            }
            for one in experiment.references
        ],
    }


def _words(guard: Guard) -> str | None:
    """For which cells a figure was published, by the names of levels; None for all."""
    needed = ", ".join(and_list(list(levels), "or") for _, levels in guard.needs)
    without = and_list([words for one in guard.excludes if (words := _words(one))], "or")
    return ", ".join(part for part in (needed, without and f"not {without}") if part) or None
