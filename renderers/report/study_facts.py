"""What was run: who answered, when and with what, and the scripts with their hashes."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Column, Section, heading, html_table, joined, listed, paragraph
from renderers.report.values import Value

_WHO = (
    Column("Model"),
    Column("Parameters"),
    Column("Name returned"),
    Column("First reply (UTC)"),
    Column("Last reply (UTC)"),
    Column("Replies", numeric=True),
)
_SCRIPTS = (
    Column("Experiment"),
    Column("Procedure"),
    Column("Rubric"),
    Column("Answers"),
    Column("Draws", numeric=True),
)


def study_section(document: Value) -> Section:
    """The participants, the scripts, and everything else that a reader needs to run it again."""
    report, score = document["report"], document["score"]
    simulated = score["simulated"].true
    study = report["study"]
    opening = paragraph(
        Markup("Study {}, started {}").format(
            Markup("<code>{}</code>").format(study["id"].text), study["first_started"].day()
        )
        + (
            Markup(", last gone on with {}").format(study["last_started"].day())
            if study["last_started"].text[:10] != study["first_started"].text[:10]
            else Markup("")
        )
        + Markup("; {} trials, {} {}.").format(
            study["trials"].count(),
            "seed" if len(study["seeds"]) == 1 else "seeds",
            joined([one.plain() for one in study["seeds"]]),
        )
    )
    who = html_table(
        "Participants",
        _WHO,
        [_participant(one) for one in report["participants"]],
        simulated=simulated,
        note="A parameter that was not sent is the provider’s default, which may change.",
    )
    scripts = html_table(
        "Scripts",
        _SCRIPTS,
        [_script(one) for one in report["scripts"]],
        simulated=simulated,
        note="Procedure: a hash of all that can be sent. Rubric: a hash of how it is judged. The "
        "whole hashes stand in the page’s source and in the document of --json.",
    )
    # A sentence in a column makes a table of which a telephone shows the empty half.
    designs = heading("Designs") + listed(_design(one) for one in report["scripts"])
    without = [sentence.named() for sentence in _omissions(document)]
    left_out = (
        heading("Asked without") + listed(without)
        if without
        else paragraph("Nothing that was asked for was left out of a request.")
    )
    notes = [one.named() for one in score["notes"]]
    remarks = heading("Remarks on the scores") + listed(notes) if notes else Markup("")
    return Section("study", "What was run", opening + who + left_out + scripts + designs + remarks)


def _omissions(document: Value) -> list[Value]:
    return list(document["report"]["asked_without"])


def _participant(one: Value) -> list[Markup | str]:
    returned = [
        Markup("{} ({})").format(
            name["name"].named() if name["name"].known else "none", name["replies"].count()
        )
        for name in one["returned"]
    ]
    mark = Markup(" <small>simulated</small>") if one["simulated"].true else Markup("")
    return [
        one["model"].named() + mark,
        _parameters(one),
        joined(returned) if returned else "no reply yet",
        _minute(one["first_reply"]),
        _minute(one["last_reply"]),
        one["replies"].count(),
    ]


def _parameters(one: Value) -> Markup:
    told = [
        Markup("{}: {}").format(
            name.replace("_", " "), value.named() if value.known else "provider default"
        )
        for name, value in one["parameters"].items()
    ]
    for extra in ("endpoint", "revision"):
        if one[extra].known:
            told.append(Markup("{}: {}").format(extra, one[extra].named()))
    return Markup("<br>").join(told) if told else Markup("none")


def _minute(time: Value) -> Markup:
    from renderers.report.parts import told

    return told(time.text or None, time.place, shown=time.text[:16].replace("T", " ") or "none")


def _script(one: Value) -> list[Markup | str]:
    return [
        one["experiment"].named(),
        one["procedure"].sign(),
        one["rubric"].sign(),
        _answers(one),
        one["draws"].count(),
    ]


def _answers(one: Value) -> Markup:
    """By which answers a script is scored, and the errors that today's rules find in it."""
    by = Markup("mended in the file" if one["mended"].true else "as run")
    errors = Markup(", ").join(code.named() for code in one["errors"])
    return Markup("{}; {} by today's rules").format(by, errors) if errors else by


def _design(one: Value) -> Markup:
    return Markup("{}: {}").format(one["experiment"].named(), one["design"].quoted())
