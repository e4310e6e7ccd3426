"""The method section of a paper, filled from the study: what of it the sentences name."""

from __future__ import annotations

from renderers.report.parts import Section
from renderers.report.templating import rendered
from renderers.report.values import Value


def methods_section(document: Value) -> Section:
    """The paragraphs."""
    report, score, compare = document["report"], document["score"], document["compare"]
    scripts, plan = report["scripts"], report["preregistration"]
    body = rendered(
        "methods",
        document=document,
        fewest_draws=min((one["draws"] for one in scripts), key=lambda draws: draws.whole),
        most_draws=max((one["draws"] for one in scripts), key=lambda draws: draws.whole),
        mended=[one["experiment"] for one in scripts if one["mended"].true],
        sealed_before=any(
            one["thing"].text == "seal" and not one["n_deviations"].whole
            for one in plan["compared"]
        ),
        precise=[one for one in score["telling_apart"] if one["half_width"].known],
        p_methods=_p_methods(compare),
    )
    return Section("methods", "Method section", body)


def _p_methods(compare: Value) -> list[Value]:
    """How p values were made, each way once."""
    rows = [*compare["comparisons"], *compare["familiar_words_over_experiments"]]
    tested = {one["p_method"].text: one["p_method"] for one in rows if one["p"].known}
    return list(tested.values())
