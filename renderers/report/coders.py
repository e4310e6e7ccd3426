"""Every coder alone: means, against earlier codes and gold, over time, and how often overridden."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.conditions import place
from renderers.report.parts import (
    Cell,
    Column,
    Section,
    folded,
    heading,
    html_table,
    joined,
    paragraph,
    two_lines,
)
from renderers.report.values import Value

_MEANS = (
    Column("Coder"),
    Column("Kind"),
    Column("Trials", numeric=True),
    Column("Draws", numeric=True),
    Column("Mean LRS [95%]", numeric=True),
    Column("In the mean of record"),
)
_EFFECTS = (
    Column("Coder"),
    Column("Trials with an LRS", numeric=True),
    Column("More than the average coder", numeric=True),
)
_ADJUSTED = (
    Column("Cell"),
    Column("LRS as coded", numeric=True),
    Column("Coder-adjusted LRS", numeric=True),
    Column("Draws", numeric=True),
)
_MANY = 24
"""Cells; more of them would stand between a reader and what else is said of coders."""
_PACKETS = (
    Column("Coder"),
    Column("View"),
    Column("Coded", numeric=True),
    Column("Handed in"),
    Column("Calibration against gold"),
    Column("Silent gold", numeric=True),
    Column("Story opened", numeric=True),
    Column("LRS overridden", numeric=True),
)
_AGAIN = (
    Column("Coder"),
    Column("Same mark again", numeric=True),
    Column("Kappa with oneself", numeric=True),
    Column("Same LRS again", numeric=True),
    Column("LRS before any mark, as by the rule", numeric=True),
)
_APART = (
    Column("Who"),
    Column("On the replies of"),
    Column("Trials", numeric=True),
    Column("Difference", numeric=True),
)
_QUESTIONS = (
    Column("Question"),
    Column("Experiment"),
    Column("Kind"),
    Column("Compared"),
    Column("Same", numeric=True),
    Column("Cohen’s kappa", numeric=True),
    Column("Items", numeric=True),
)


def coders_section(
    document: Value, *, means: Markup, confusions: Markup, drift: Markup
) -> Section | None:
    """The coders, one by one; None where nobody has coded. `means`, `confusions` and `drift` are
    figures, the last empty where nobody coded for long enough.
    """
    if not document["agree"].known:
        return None
    simulated = document["score"]["simulated"].true
    agree = document["agree"]
    no_drift = paragraph(
        "No coder has judged more than one block of items, so that drift over time is unknown."
    )
    parts = [
        _means(document, simulated=simulated),
        means,
        _adjusted(document["score"], simulated=simulated),
        _packets(agree, simulated=simulated),
        _again(agree, simulated=simulated),
        heading("Drift"),
        drift or no_drift,
        heading("Who gave what where the other gave what") if confusions else "",
        confusions,
        _apart(agree, simulated=simulated),
        _questions(agree, simulated=simulated),
    ]
    return Section("coders", "The coders", Markup("").join(parts))


def _means(document: Value, *, simulated: bool) -> Markup:
    return html_table(
        "Mean LRS by coder, all cells together",
        _MEANS,
        [
            [
                one["coder"].named(),
                one["kind"].named(),
                one["trials"].count(),
                one["n_draws"].count(),
                Markup("{} {}").format(one["lrs_mean"].rounded(none="none"), _ends(one["ci95"])),
                "yes" if one["counted"].true else "no",
            ]
            for one in document["score"]["coder_means"]
        ],
        simulated=simulated,
        note="Each over the trials that this coder judged: where these differ, means differ by "
        "what was judged, too.",
    )


def _adjusted(score: Value, *, simulated: bool) -> Markup:
    """The means of cells with the coders' part taken out; a sentence where there is none."""
    made = score["coder_adjustment"]
    opening = Markup('<h3 id="adjusted-for-coders">Adjusted for who coded what</h3>')
    if not made.known:
        return Markup("")
    if made["reason"].known:
        why = Markup("No mean is adjusted for its coders: {}.").format(made["reason"].quoted())
        return opening + paragraph(why)
    effects = html_table(
        "What each coder gives more than the average of the coders",
        _EFFECTS,
        [
            [one["coder"].named(), one["trials"].count(), one["effect"].rounded()]
            for one in made["coders"]
        ],
        simulated=simulated,
        note=Markup(
            "In LRS points, zeros among them; from the {} of {} trials with an LRS that two or "
            "more of the coders judged ({})."
        ).format(made["n_shared"].count(), made["n_trials"].count(), made["method"].quoted()),
    )
    means = html_table(
        "Mean LRS as if all coders had judged every trial",
        _ADJUSTED,
        [
            [
                two_lines(place(cell), cell["model"].named(), cell["wording"].named()),
                cell["lrs_mean"].rounded(none="none yet"),
                cell["coder_adjusted_lrs"].rounded(none="none yet"),
                cell["n_draws"].count(),
            ]
            for cell in score["cells"]
        ],
        simulated=simulated,
        note="Adjusted: the effect of the coders who judged a trial is taken off its LRS; samples "
        "are averaged in a draw, and draws in a cell. There is no interval, since it would take "
        "the effects for known. An adjusted mean may lie beyond the ends of the scale. The mean "
        "of record is the one as coded.",
    )
    if len(score["cells"]) > _MANY:
        all_cells = Markup("All {} cells as coded and adjusted").format(score["cells"].length())
        means = folded(all_cells, means)
    return opening + effects + means


def _packets(agree: Value, *, simulated: bool) -> Markup:
    return html_table(
        "Packets, gold and overrides",
        _PACKETS,
        [_packet(one) for one in agree["packets"]],
        simulated=simulated,
        note="Calibration: marks right of the gold set, before the study’s own replies. LRS "
        "overridden: how often the coder left another LRS standing than the rule’s; the score of "
        "record is the rule’s.",
    )


def _packet(one: Value) -> list[Cell]:
    gates = [_gate(gate) for gate in one["gates"]]
    return [
        one["coder"].named(),
        one["view"].named(),
        Markup("{} of {}").format(one["done"].count(), one["items"].count()),
        "yes" if one["locked"].true else "not yet",
        Markup("<br>").join(gates) if gates else "none",
        one["silent_gold_done"].count(),
        one["story_opened"].count(),
        Markup("{} of {}").format(one["lrs_overridden"].count(), one["lrs_given"].count()),
    ]


def _gate(gate: Value) -> Markup:
    how = "passed" if gate["passed"].true else "failed"
    return Markup("{} of {}, {}").format(gate["right"].count(), gate["marks"].count(), how)


def _again(agree: Value, *, simulated: bool) -> Markup:
    rows = [_own(one) for one in agree["each_coder"]]
    if not rows:
        return Markup("")
    return html_table(
        "Each coder against him- or herself",
        _AGAIN,
        rows,
        simulated=simulated,
        note="From hidden duplicates; the last column from the items in which the LRS was asked "
        "for before any mark.",
    )


def _own(one: Value) -> list[Cell]:
    marks, lrs, first = one["again"]["marks"], one["again"]["lrs"], one["lrs_first"]
    return [
        one["coder"].named(),
        _share_of(marks),
        _value(marks, "cohen_kappa"),
        _share_of(lrs),
        Markup("{} of {}").format(first["same_as_rule"].count(), first["n"].count())
        if first["n"].whole
        else "not asked",
    ]


def _share_of(figures: Value) -> Cell:
    if not figures.known:
        return "no duplicates"
    exact = figures["coefficients"]["percent_agreement"]
    return Markup("{} (n = {})").format(
        exact["value"].percent(none="undefined"), exact["n_items"].count(none="none")
    )


def _value(figures: Value, name: str) -> Cell:
    if not figures.known:
        return "no duplicates"
    return figures["coefficients"][name]["value"].rounded(none="undefined")


def _apart(agree: Value, *, simulated: bool) -> Markup:
    """Authors and models that judge beside the pooled coders: by how much they score otherwise."""
    groups = [*([agree["authors"]] if agree["authors"].known else []), *agree["judges"]]
    rows = [
        [
            joined([name.named() for name in group["coders"]]),
            shift["model"].named(),
            shift["n"].count(),
            shift["difference"].rounded(),
        ]
        for group in groups
        for shift in group["shift_by_model"]
    ]
    if not rows:
        return Markup("")
    return heading("Coders who are not pooled") + html_table(
        "Scores of authors and judges beside the pooled coders",
        _APART,
        rows,
        simulated=simulated,
        note="Difference: their mean of 1 + 4 x share (0 where the trial is 0) minus the pooled "
        "coders’, over trials that both scored. One that differs between models is a bias in "
        "their comparison.",
    )


def _questions(agree: Value, *, simulated: bool) -> Markup:
    rows = [
        [
            one["question"].named(),
            one["experiment"].named(),
            one["kind"].named(),
            one["coded"].named(),
            one["coefficients"]["percent_agreement"]["value"].percent(none="undefined"),
            one["coefficients"]["cohen_kappa"]["value"].rounded(none="undefined"),
            one["coefficients"]["percent_agreement"]["n_items"].count(none="none"),
        ]
        for one in agree["questions"]
    ]
    if not rows:
        return Markup("")
    table = html_table(
        "Agreement by question",
        _QUESTIONS,
        rows,
        simulated=simulated,
        note="A kappa needs 20 common items, and two categories with a twentieth of the codes.",
    )
    return heading("Question by question") + folded("Agreement on every question", table)


def _ends(ends: Value) -> Markup:
    return ends.interval(none="no interval")
