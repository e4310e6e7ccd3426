"""Everything that a report says: scores, agreement, comparisons, and the facts of the study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runners.results.document import Json
from runners.results.scores import study_scores

if TYPE_CHECKING:
    from renderers.score_rows import StudyScores
    from runners.results.codings import Whose
    from runners.results.study import OpenStudy
    from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a page is made of: the document of `devrun report --json`, and the rows behind it."""

    document: Json
    scores: StudyScores


def gathered(store: Store, opened: OpenStudy, whose: Whose) -> Gathered:
    """All that is known of what was opened of a study."""
    from runners.results.score_document import score_document

    scores = study_scores(store, opened, whose)
    return Gathered(
        {"score": score_document(scores), "agree": None, "compare": None, "report": {}}, scores
    )
