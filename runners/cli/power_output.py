"""`devrun plan --power`: what so many runs find, simulated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runners.cli.output import StatusLine, page_width, say

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from renderers.power_rows import PowerRow


def simulate_power(
    experiments: Sequence[Experiment],
    *,
    runs: tuple[int, ...],
    wordings: tuple[str, ...] | None,
    only: tuple[str, ...],
    people: int,
    quiet: bool,
) -> tuple[PowerRow, ...]:
    """The rows; on a terminal it is said how far they are."""
    from runners.power import power

    with StatusLine(quiet=quiet) as status:

        def told(done: int, every: int) -> None:
            status.update(f"simulating: {done} of {every}")

        return power(experiments, runs=runs, wordings=wordings, only=only, people=people, say=told)


def print_power(rows: Sequence[PowerRow]) -> None:
    """Print the tables."""
    from coders.statistics.power import STUDIES
    from renderers.power_rows import power_lines
    from runners.power import SEED

    say("")
    for line in power_lines(rows, studies=STUDIES, seed=SEED, width=page_width()):
        say(line)
    if not any(row.family for row in rows):
        say(
            "no comparison is declared in these scripts, so none will have a p value, only "
            "an interval (declare with `compare` in a design, or `devrun preregister`)"
        )


def power_document(rows: Sequence[PowerRow]) -> dict[str, object]:
    """The rows as a part of `devrun plan --json`."""
    from coders.statistics.power import STUDIES, monte_carlo_error
    from runners.power import SEED

    return {
        "studies": STUDIES,
        "seed": SEED,
        "alpha": 0.05,
        "monte_carlo_se": monte_carlo_error(STUDIES),
        "rows": [
            {
                "experiments": list(row.experiments),
                "questions": row.questions,
                "against": row.against.value,
                "lrs": list(row.lrs),
                "rho": row.rho,
                "n": row.n,
                "method": row.method.value,
                "family": row.family,
                "found": row.found,
                "ci95": None if row.ci95 is None else list(row.ci95),
            }
            for row in rows
        ],
    }
