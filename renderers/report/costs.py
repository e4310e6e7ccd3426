"""What the study took: calls, tokens and dollars by model, judges apart."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Cell, Column, Section, html_table
from renderers.report.values import Value

_COLUMNS = (
    Column("Who"),
    Column("Replies", numeric=True),
    Column("Attempts", numeric=True),
    Column("Tokens read", numeric=True),
    Column("Tokens written", numeric=True),
    Column("Replies without a count", numeric=True),
    Column("US dollars", numeric=True),
    Column("Price of"),
)


def costs_section(document: Value, figures: Markup) -> Section:
    """The bill of every participant and of every model that judged."""
    report = document["report"]
    simulated = document["score"]["simulated"].true
    body = html_table(
        "Cost by model",
        _COLUMNS,
        [_row(one, one["model"], one["attempts"]) for one in report["costs"]],
        simulated=simulated,
        note="All replies to the trials of this study, whenever they came, by prices known on this "
        "computer now. Unknown: no price is known, or the provider did not count tokens.",
    )
    if len(report["judges"]):
        body += html_table(
            "Cost of models that judged",
            _COLUMNS,
            [_row(one, one["judge"], None) for one in report["judges"]],
            simulated=simulated,
        )
    return Section("cost", "Cost", body + figures)


def _dollars(usd: Value) -> Markup:
    """In cents; less than a dollar in hundredths of a cent, since small studies cost few."""
    return usd.rounded(4 if usd.known and 0 < (usd.number or 0) < 1 else 2)


def _row(one: Value, who: Value, attempts: Value | None) -> list[Cell]:
    mark = Markup(" <small>simulated</small>") if one["simulated"].true else Markup("")
    return [
        who.named() + mark,
        one["calls"].count(),
        attempts.count() if attempts is not None else "not kept",
        one["input_tokens"].count(),
        one["output_tokens"].count(),
        one["replies_without_count"].count(),
        _dollars(one["usd"]),
        one["price_of"].day(none="no price needed" if one["usd"].number == 0 else "unknown"),
    ]
