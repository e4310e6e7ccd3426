"""A script of a study with those of its trials that were run."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.design_words import design_sentence
from runners.store.study_trials import StudyTrials
from runners.studies.study import OpenStudy, StudyExperiment


@dataclass(frozen=True, slots=True)
class RanScript:
    """A script of a study, and its trials, which may be fewer than the script has, or more."""

    chapter: StudyExperiment
    rows: StudyTrials

    @property
    def design(self) -> str:
        """What was run, in words."""
        return design_sentence(
            self.chapter.experiment,
            runs=len(set(self.rows.draws)),
            samples=len(set(self.rows.samples)),
            wordings=sorted({one.wording for one in self.rows.used}),
            run_in={one.levels for one in self.rows.used},
        )


def ran(chapter: StudyExperiment, opened: OpenStudy) -> RanScript:
    """A script with those trials that were opened."""
    groups = opened.rows.groups
    mine = opened.rows.of_groups(one for one in groups if one.procedure == chapter.procedure)
    return RanScript(chapter, mine)
