"""How far the coders agree, blind to what, and whether they stayed blind: the figures to quote."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import (
    Cell,
    Column,
    Section,
    heading,
    html_table,
    joined,
    listed,
    paragraph,
)
from renderers.report.values import Value
from renderers.report.whose import no_coder_yet

_COLUMNS = (
    Column("Measure"),
    Column("Coefficient"),
    Column("Value", numeric=True),
    Column("95% interval", numeric=True),
    Column("Items", numeric=True),
    Column("Method"),
)
_ALPHA, _QUADRATIC = "krippendorff_alpha_ordinal", "cohen_kappa_quadratic"


def agreement_section(document: Value) -> Section:
    """The agreement of the coders before anything was adjudicated, or why there is none."""
    agree = document["agree"]
    if not agree.known:
        body = paragraph(
            no_coder_yet(document),
            "Agreement takes two coders who judged the same replies, each by themselves.",
        )
        return Section("agreement", "Agreement between coders", body)
    simulated = document["score"]["simulated"].true
    figures = (
        html_table(
            "Agreement before adjudication",
            _COLUMNS,
            _rows(agree),
            simulated=simulated,
            note=_note(agree),
        )
        if agree["trials"]["double_coded"].whole
        else paragraph(
            "No transcript was judged by two of them, so how far coders agree is unknown."
        )
    )
    return Section(
        "agreement",
        "Agreement between coders",
        _who(document) + figures + _masking(agree, simulated=simulated),
    )


def _who(document: Value) -> Markup:
    agree, coding = document["agree"], document["report"]["coding"]
    trials = agree["trials"]
    pooled = joined([one.named() for one in agree["pooled"]])
    opening = paragraph(
        Markup("{} {}: {}.").format(
            agree["pooled"].length(), "coder" if len(agree["pooled"]) == 1 else "coders", pooled
        )
        if len(agree["pooled"])
        else "No coder’s marks are pooled.",
        Markup(
            "{} of {} trials stand behind the {} different transcripts that they judged; {} of "
            "these ({}) were judged by two or more."
        ).format(
            trials["coded"].count(),
            trials["asked_for"].count(),
            trials["different"].count(),
            trials["double_coded"].count(),
            trials["double_share"].percent(),
        ),
    )
    if trials["gate_disputed"].whole:
        opening += paragraph(
            Markup(
                "On {} of them the coders differ about a control question; such trials are in no "
                "mean that counts controls before they are settled."
            ).format(trials["gate_disputed"].count())
        )
    statements = [one.quoted() for one in coding["statements"]]
    blind = heading("Blind to what") + listed(statements) if statements else Markup("")
    return opening + blind


def _rows(agree: Value) -> list[list[Cell]]:
    marks, gate, lrs = agree["coefficients"], agree["gate"], agree["lrs"]
    rows = [
        _row("Marks of test questions", "same mark", marks["percent_agreement"], percent=True),
        _row("Marks of test questions", "Cohen’s kappa", marks["cohen_kappa"]),
        _row("Marks of test questions", "Krippendorff’s alpha, ordinal", marks[_ALPHA]),
        _row(
            "Control questions",
            "same verdict",
            gate["coefficients"]["percent_agreement"],
            percent=True,
        ),
        _row("Control questions", "Cohen’s kappa", gate["coefficients"]["cohen_kappa"]),
        _row(
            "LRS of scored trials",
            "same LRS",
            lrs["coefficients"]["percent_agreement"],
            percent=True,
        ),
    ]
    within = lrs["within_cell"]
    if within.known:
        rows.append(_row("LRS of scored trials", "alpha, ordinal, within cells", within[_ALPHA]))
    rows.append(
        _row("LRS of scored trials", "quadratic kappa, pooled", lrs["coefficients"][_QUADRATIC])
    )
    baseline = lrs["baseline_cell_only"]
    if baseline.known and _QUADRATIC in dict(baseline.items()):
        rows.append(
            _row(
                "LRS of scored trials",
                "the same for coders who know the cell alone",
                baseline[_QUADRATIC],
            )
        )
    zeros = agree["lrs_with_zeros"]["coefficients"]
    rows.append(_row("LRS with the zeros", "quadratic kappa, pooled", zeros[_QUADRATIC]))
    return rows


def _row(measure: str, name: str, figure: Value, *, percent: bool = False) -> list[Cell]:
    value, ends = figure["value"], figure["ci95"]
    if not value.known:
        reason = Markup("<small>{}</small>").format(figure["reason"].quoted())
        return [
            measure,
            name,
            Markup("undefined"),
            reason,
            figure["n_items"].count(none="none"),
            "",
        ]
    if percent:
        shown, interval = value.percent(1), ends.shares(1)
    else:
        shown, interval = value.rounded(), ends.interval()
    method = Markup("<small>{}</small>").format(figure["method"].quoted())
    return [measure, name, shown, interval, figure["n_items"].count(), method]


def _note(agree: Value) -> Markup:
    return Markup(
        "Within cells is the figure to quote for the LRS: cells differ, and coders who read "
        "nothing but know the cell agree when cells are pooled; beside the pooled figure stands "
        "what such coders would reach. Intervals: bootstrap over {}, {} "
        "replicates, {} clusters. A coefficient needs 20 common items, and two categories with a "
        "twentieth of the codes each."
    ).format(
        agree["resampled"].named(),
        agree["bootstrap"]["replicates"].count(),
        agree["clusters"].count(),
    )


def _masking(agree: Value, *, simulated: bool) -> Markup:
    rows = [
        _guessed(one, what, told)
        for one in agree["each_coder"]
        for what, told in one["masking"].items()
        if told.known
    ]
    if not rows:
        return heading("Did they stay blind?") + paragraph(
            "Nobody was asked which model and which wording they had before them, so how blind "
            "the coders stayed is unknown."
        )
    return heading("Did they stay blind?") + html_table(
        "Masking test: what coders thought was before them",
        (
            Column("Coder"),
            Column("Asked about"),
            Column("Right of those who guessed", numeric=True),
            Column("Accuracy [95%]", numeric=True),
            Column("Chance", numeric=True),
            Column("No idea", numeric=True),
        ),
        rows,
        simulated=simulated,
        note="Blind coders guess no better than chance.",
    )


def _guessed(one: Value, what: str, told: Value) -> list[Cell]:
    ends = told["accuracy_ci95"]
    interval = Markup(" {}").format(ends.shares()) if ends.known else Markup("")
    return [
        one["coder"].named(),
        what,
        Markup("{} of {}").format(told["right"].count(), told["guessed"].count()),
        told["accuracy"].percent(none="none guessed") + interval,
        told["chance"].percent(),
        Markup("{} of {}").format(told["no_idea"].count(), told["asked"].count()),
    ]
