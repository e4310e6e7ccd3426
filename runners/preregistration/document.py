"""What came of holding a study against its preregistration, as a JSON document."""

from __future__ import annotations

from dataclasses import asdict

from runners.preregistration.adherence import Adherence


def adherence_document(adherence: Adherence) -> dict[str, object]:
    """The document of `devrun preregister --check --json`, and of a report's `preregistration`.

    `hash` is null where there is no preregistration, `sealed` where it was never sealed here.
    """
    return {
        "study": adherence.study,
        "simulated": adherence.simulated,
        "hash": adherence.hash or None,
        "sealed": adherence.sealed or None,
        "why": adherence.why,
        "line": adherence.in_a_line,
        "n_compared": len(adherence.compared),
        "n_deviations": adherence.deviations,
        "deviations": [
            {"thing": thing.name, "what": thing.what, **asdict(one)}
            for thing in adherence.things
            for one in thing.found
        ],
        "compared": [
            {"thing": one.name, "what": one.what, "n_deviations": len(one.found)}
            for one in adherence.compared
        ],
        "not_compared": [
            {"thing": one.name, "what": one.what, "reason": one.reason}
            for one in adherence.not_compared
        ],
    }
