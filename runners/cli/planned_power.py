"""What `devrun plan --power` says: how often so many runs find what a script is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from runners.cli.output import StatusLine, page_width, say

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from renderers.tables.power import PowerRow
    from runners.cli.options import Expansion


def planned_power(
    experiments: Sequence[Experiment], size: Expansion, participants: int, *, quiet: bool
) -> tuple[PowerRow, ...]:
    """What so many runs find, simulated; on a terminal it is said how far it is."""
    from runners.power import power

    with StatusLine(quiet=quiet) as status:
        return power(
            experiments,
            runs=() if size.runs is None else (size.runs,),
            wordings=size.wordings,
            only=size.only,
            people=participants,
            say=lambda done, every: status.update(f"simulating: {done} of {every}"),
        )


def sharing(experiments: Sequence[Experiment]) -> list[str]:
    """The titles of the scripts in which conditions share questions."""
    from dsl.checking.warnings.shared_words import shares_questions

    return [one.title for one in experiments if shares_questions(one)]


def say_power(rows: Sequence[PowerRow], sharing: Sequence[str]) -> None:
    """Print the tables."""
    from coders.statistics.power import STUDIES
    from renderers.tables.power import power_lines
    from runners.power import SEED

    say("")
    for line in power_lines(rows, studies=STUDIES, seed=SEED, sharing=sharing, width=page_width()):
        say(line)
    if not any(row.family for row in rows):
        say(
            "no comparison is declared in these scripts, so none will have a p value, only "
            "an interval (declare with `compare` in a design, or `devrun preregister`)"
        )


def power_document(rows: Sequence[PowerRow], sharing: Sequence[str]) -> dict[str, object]:
    """The rows as a part of `devrun plan --json`."""
    from coders.statistics.power import STUDIES, monte_carlo_error
    from runners.power import SEED

    return {
        "studies": STUDIES,
        "seed": SEED,
        "alpha": 0.05,
        "monte_carlo_se": monte_carlo_error(STUDIES),
        "sharing_questions": list(sharing),
        "rows": [asdict(row) for row in rows],
    }
