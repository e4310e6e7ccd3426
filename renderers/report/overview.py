"""The first screen: six facts in a fixed order, and what speaks against the study, before a figure.

A page that opens with its best picture is read by that picture. Here the reader first learns whose
scores these are and what they cannot show.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.report.conditions import place
from renderers.report.experiments import experiments_table
from renderers.report.gates import NO_CONTROL, has_control
from renderers.report.parts import Section, joined, linked, listed
from renderers.report.red_lines import red_lines
from renderers.report.telling import telling_line
from renderers.report.values import Value
from renderers.report.whose import by_whom, no_coder_yet

_MOST_CONTRASTS = 6
"""Rows of contrasts up to which the first screen has them all."""


def overview_section(document: Value, *, adherence: Markup) -> Section:
    """The six facts, each with a link to all of it; `adherence` says what deviates from what was
    preregistered.
    """
    facts = [
        _fact("study", "What was run", _study(document, adherence)),
        _fact("cells", "Scores", _cells(document)),
        _fact("contrasts", "Contrasts", _contrasts(document)),
        _fact("gates", "Controls", _gates(document)),
        _fact("agreement", "Agreement", _agreement(document)),
        _fact("telling", "Precision", telling_line(document)),
    ]
    return Section(
        "overview",
        "At a glance",
        red_lines(document)
        + listed(facts, ordered=True, kind="facts")
        + experiments_table(document),
    )


def _fact(anchor: str, title: str, words: Markup) -> Markup:
    return Markup("<strong>{}.</strong> {}").format(linked(anchor, title), words)


def _study(document: Value, adherence: Markup) -> Markup:
    report, score = document["report"], document["score"]
    who = joined(
        [
            Markup("{}{}").format(
                one["model"].named(), " (simulated)" if one["simulated"].true else ""
            )
            for one in report["participants"]
        ]
    )
    asked = (
        Markup("{} asked without something that was wished for").format(
            report["asked_without"].length()
        )
        if len(report["asked_without"])
        else Markup("nothing was left out of a request")
    )
    return Markup("Scored {}. {}, on {} {}, {}; {}; {}").format(
        by_whom(score),
        who,
        report["scripts"].length(),
        "script" if len(report["scripts"]) == 1 else "scripts",
        _dates(document),
        asked,
        adherence,
    )


def _dates(document: Value) -> Markup:
    found = [one for one in document["report"]["participants"] if one["first_reply"].known]
    if not found:
        return Markup("no reply yet")
    first = min(found, key=lambda one: one["first_reply"].text)["first_reply"]
    last = max(found, key=lambda one: one["last_reply"].text)["last_reply"]
    if first.text[:10] == last.text[:10]:
        return Markup("on {}").format(first.day())
    return Markup("from {} to {}").format(first.day(), last.day())


def _cells(document: Value) -> Markup:
    cells = list(document["score"]["cells"])
    scored = [cell for cell in cells if cell["lrs_mean"].known]
    opening = Markup("{} {}").format(
        document["score"]["cells"].length(), "cell" if len(cells) == 1 else "cells"
    )
    if not scored:
        return opening + Markup("; none has an LRS yet.")
    if len(scored) < len(cells):
        opening += Markup(", not all of them with an LRS")
    low = min(scored, key=lambda cell: cell["lrs_mean"].number or 0)
    high = max(scored, key=lambda cell: cell["lrs_mean"].number or 0)
    said = Markup("{}").format(low["lrs_mean"].rounded())
    if len(scored) > 1:
        said = Markup("from {} to {}").format(said, high["lrs_mean"].rounded())
    return opening + Markup(
        "; mean LRS (LLM Response Score, 0 to 5) {}, {}with its interval, its draws, why trials "
        "are 0, what guessing gets, and the best mindless rule."
    ).format(said, "each " if len(scored) > 1 else "")


def _contrasts(document: Value) -> Markup:
    found = document["score"]["contrasts"]
    if not len(found):
        return Markup("The scripts declare none.")
    rows = list(found)
    few = rows if len(rows) <= _MOST_CONTRASTS else rows[: _MOST_CONTRASTS // 2]
    groups: dict[tuple[object, ...], list[Value]] = {}
    for one in few:
        same = (one["experiment"].text, one["contrast"].text, one["condition"].text)
        groups.setdefault((*same, one["chance"].number), []).append(one)
    said = Markup("; ").join(_contrast(group) for group in groups.values())
    if len(few) == len(rows):
        return Markup("Passed: {}.").format(said)
    return Markup("Passed: {}. All {} rows stand in their table.").format(said, found.length())


def _contrast(group: Sequence[Value]) -> Markup:
    """One contrast with its chance once, and how often each model passed it in each wording."""
    first = group[0]
    within = Markup(" ({})").format(first["condition"].named()) if first["condition"].text else ""
    passed = Markup(", ").join(
        Markup("{} {} of {} ({})").format(
            one["model"].named(),
            one["passed"].count()
            if float(one["passed"].number or 0).is_integer()
            else one["passed"].rounded(1),
            one["n"].count(),
            one["wording"].named(),
        )
        for one in group
    )
    return Markup("{}{} (chance {}): {}").format(
        first["contrast"].named(), within, first["chance"].percent(1), passed
    )


def _gates(document: Value) -> Markup:
    every = list(document["score"]["cells"])
    cells = [cell for cell in every if cell["gate_pass_rate"].known]
    if every and not any(has_control(cell) for cell in every):
        return Markup("{}.").format(NO_CONTROL)
    if not cells:
        return Markup("No cell has a control question that was coded.")
    least = min(cells, key=lambda cell: cell["gate_pass_rate"].number or 0)
    return Markup(
        "Least often passed in {} ({} wording, {}): in {} of the trials where that is settled. "
        "Every LRS stands under three treatments of the others."
    ).format(
        place(least),
        least["wording"].named(),
        least["model"].named(),
        least["gate_pass_rate"].percent(),
    )


def _agreement(document: Value) -> Markup:
    agree = document["agree"]
    if not agree.known:
        return no_coder_yet(document)
    if not agree["trials"]["double_coded"].whole:
        return Markup("Unknown: no transcript was judged by two coders.")
    within = agree["lrs"]["within_cell"]
    alpha = within["krippendorff_alpha_ordinal"]["value"] if within.known else within
    gate = agree["gate"]["coefficients"]["cohen_kappa"]["value"]
    baseline = dict(agree["lrs"]["baseline_cell_only"].items()).get("cohen_kappa_quadratic")
    beside = (
        Markup(
            "; coders who know the cell alone would reach a pooled quadratic kappa of {}"
        ).format(baseline["value"].rounded(none="undefined"))
        if baseline is not None
        else Markup("")
    )
    return Markup(
        "{} coders; alpha of the LRS within cells {}, kappa of the controls {}{}."
    ).format(
        agree["pooled"].length(),
        alpha.rounded(none="undefined"),
        gate.rounded(none="undefined"),
        beside,
    )
