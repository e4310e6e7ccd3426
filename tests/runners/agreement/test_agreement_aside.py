"""Agreement worked out in a process of its own is the agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from renderers.fields.scores import score_document
from runners.agreement.agreement import begun, study_agreement
from runners.agreement.collecting import collect_ratings
from runners.agreement.document import study_document
from runners.analysis.scores import RaterSelection, study_scores
from tests.runners.agreement.coded_studies import at_hand, lot, ran
from tests.shell import Shell


def test_another_process_gives_the_same_figures_and_lazy_documents_the_same_trials(
    shell: Shell, tmp_path: Path
) -> None:
    study = at_hand(ran(shell, "-m", "sim/random", "--runs", "6"), tmp_path / "coded")
    with study.store as store:
        for name in ("Ann", "Ben"):
            study.coded(
                name,
                lambda told, asked, name=name: (  # type: ignore[misc]
                    "wrong" if lot(name, told.key, asked.name) < 0.3 else "right"
                ),
            )
        opened = study.reopened()
        read = collect_ratings(store, opened)
        found = []
        for many in (0, 1000):
            with begun(read, replicates=20, many=many) as agreement:
                found.append(study_document(agreement()))
        assert found[0] == found[1]
        assert found[0] == study_document(study_agreement(store, opened, replicates=20))
        scores = study_scores(store, opened, RaterSelection())
        made = score_document(scores)["trials"]
        assert isinstance(made, Sequence)
        assert made[3:5][1] == list(made)[4]
