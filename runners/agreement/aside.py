"""The agreement of a large study, worked out in another process while its trials are scored here.

Replicates and scores each keep a processor busy, and know nothing of each other. The rows are read
here, where the packets are, and are a few numbers for each judgement. Of a study that is small the
agreement is worked out in a moment, and a process takes longer to start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from runners.agreement.agreement import REPLICATES, agreement_of
from runners.agreement.inputs import AgreementInput
from runners.agreement.results import StudyAgreement
from runners.analysis.background import in_process

MANY = 20_000
"""So many trials are enough for a process of their own."""


@contextmanager
def begun(
    read: AgreementInput, *, as_paper: bool = False, replicates: int = REPLICATES, many: int = MANY
) -> Iterator[Callable[[], StudyAgreement]]:
    """What gives the agreement, and waits for it. `many` trials are worked out in a process."""
    if len(read.rows.trials) < many:
        yield partial(agreement_of, read, as_paper=as_paper, replicates=replicates)
        return
    with in_process(agreement_of, read, as_paper=as_paper, replicates=replicates) as told:
        # The other process has rows of its own.
        del read
        yield told.result
