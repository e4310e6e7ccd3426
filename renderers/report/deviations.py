"""What was done otherwise than preregistered: a line for the first screen, and a section.

Both name how many things were compared: "no deviation" without that says how hard somebody looked,
and not how the study was run. No deviation is called small or large.
"""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import (
    Column,
    Section,
    html_table,
    linked,
    listed,
    paragraph,
)
from renderers.report.values import Value

ANCHOR = "deviations"

_COLUMNS = (Column("About"), Column("Compared"), Column("Planned"), Column("Done"))


def deviations_line(found: Value) -> Markup:
    """What deviates, in the middle of a sentence; `found` is what `preregister --check` says."""
    if not found["hash"].known:
        return Markup("not preregistered: {}").format(found["why"].text)
    among = Markup("from the {} {}, among {} things compared").format(
        linked(ANCHOR, "preregistration"), found["hash"].sign(), found["n_compared"].count()
    )
    if not found["n_deviations"].whole:
        return Markup("no deviation found {}").format(among)
    said = "deviation" if found["n_deviations"].whole == 1 else "deviations"
    return Markup("{} {} {}").format(found["n_deviations"].count(), said, among)


def deviations_section(found: Value) -> Section:
    """Every deviation with what was planned and what was done, and everything that was compared."""
    title = "Deviations from the preregistration"
    if not found["hash"].known:
        return Section(
            ANCHOR,
            title,
            paragraph(Markup("This study was not preregistered: {}.").format(found["why"].text)),
        )
    opening = paragraph(
        Markup("Preregistration {}, {}; it is {}.").format(
            found["hash"].sign(), _sealed(found["sealed"]), found["why"].named()
        ),
        Markup("Its settings were compared with the study by a program; sentences were not."),
    )
    if found["n_deviations"].whole:
        body = html_table(
            "What was done otherwise than planned",
            _COLUMNS,
            [
                [
                    one["about"].named() if one["about"].text else "the study",
                    one["what"].named(),
                    one["planned"].named(),
                    one["done"].named(),
                ]
                for one in found["deviations"]
            ],
            simulated=found["simulated"].true,
            note="Whether a deviation matters is for the reader to say.",
        )
    else:
        body = paragraph(
            Markup("None found among {} things compared.").format(found["n_compared"].count())
        )
    compared = listed(_compared(one) for one in found["compared"])
    apart = listed(
        Markup("{}: {}").format(one["what"].named(), one["reason"].named())
        for one in found["not_compared"]
    )
    lists = _folded("What was compared", compared) + _folded("What was not compared", apart)
    return Section(ANCHOR, title, opening + body + lists)


def _folded(title: str, body: Markup) -> Markup:
    """Folded: two dozen lines of `as planned` would stand between first screen and scores."""
    return Markup('<details class="titled"><summary>{}</summary>{}</details>').format(title, body)


def _sealed(when: Value) -> Markup:
    if not when.known:
        return Markup("never sealed in the store of this study")
    return Markup("sealed on {}").format(when.day())


def _compared(one: Value) -> Markup:
    if not one["n_deviations"].whole:
        return Markup("{}: as planned").format(one["what"].named())
    said = "deviation" if one["n_deviations"].whole == 1 else "deviations"
    return Markup("{}: {} {}").format(one["what"].named(), one["n_deviations"].count(), said)
