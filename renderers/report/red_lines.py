"""What a reader has to be told before any figure: where the study shows less than it seems to.

Said in words; the colour only makes the words easier to find.
"""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import linked, listed
from renderers.report.values import Value


def red_lines(document: Value) -> Markup:
    """The warnings of a study as a list, or one sentence that there are none."""
    found = _found(document)
    if not found:
        return Markup(
            '<p class="fine">No red line: no cell’s interval holds guessing, no cell lost '
            "more trials than the limit, people coded all of it, and enough was coded twice.</p>"
        )
    return Markup(
        '<div class="red" role="note"><p><strong>What speaks against this study</strong></p>'
        "{}</div>"
    ).format(listed(found))


def cell_warnings(document: Value, at: int) -> list[str]:
    """The warnings of one cell, in a few words each."""
    warnings = document["report"]["warnings"]
    words = {
        "holds_guessing": "interval holds guessing",
        "technical": "many trials lost",
    }
    return [said for name, said in words.items() if at in _places(warnings[name]["cells"])]


def _places(cells: Value) -> set[int]:
    return {one.whole for one in cells}


def _found(document: Value) -> list[Markup]:
    warnings = document["report"]["warnings"]
    lines: list[Markup] = []
    if warnings["no_person"].true:
        lines.append(
            Markup(
                "<strong>No person’s codes:</strong> the scores are a program’s, and no evidence "
                "until people have coded the replies (<code>devrun packets</code>)."
            )
        )
    holds = warnings["holds_guessing"]
    if holds["n"].whole:
        lines.append(
            Markup(
                "<strong>Not told from guessing:</strong> in {} of {} cells with an interval the "
                "95% interval holds the LRS of a guesser; they are marked {}."
            ).format(
                holds["n"].count(), holds["of"].count(), linked("cells", "in the table of cells")
            )
        )
    none = warnings["no_interval"]
    if none["n"].whole:
        lines.append(
            Markup(
                "<strong>No interval:</strong> {} of {} cells have too few draws for one."
            ).format(none["n"].count(), none["of"].count())
        )
    technical = warnings["technical"]
    if technical["n"].whole:
        lines.append(
            Markup(
                "<strong>Lost trials:</strong> in {} of {} cells more than {} of the trials were "
                "lost to limits of ours; the table of cells has the bounds that this leaves."
            ).format(technical["n"].count(), technical["of"].count(), technical["limit"].percent())
        )
    overlap = warnings["overlap"]
    if overlap["few"].true:
        lines.append(
            Markup(
                "<strong>Little was coded twice:</strong> {} of {} transcripts ({}), under {}; "
                "agreement says little about the rest."
            ).format(
                overlap["double_coded"].count(),
                overlap["coded"].count(),
                overlap["share"].percent(),
                overlap["limit"].percent(),
            )
        )
    unscored = warnings["unscored"]
    if unscored["n"].whole:
        lines.append(
            Markup("<strong>Not scored yet:</strong> {} of {} finished trials ({}).").format(
                unscored["n"].count(), unscored["of"].count(), _why_unscored(unscored)
            )
        )
    unfinished = warnings["unfinished"]
    if unfinished["left"].whole:
        lines.append(
            Markup("<strong>Incomplete:</strong> {} of {} trials are finished.").format(
                unfinished["finished"].count(), unfinished["planned"].count()
            )
        )
    return lines


def _why_unscored(unscored: Value) -> Markup:
    """`20 without a code that counts, 15 on whose control questions coders disagree`."""
    words = {
        "uncoded": "without a code that counts",
        "disputed": "on whose control questions coders disagree",
        "undecided": "not wholly judged",
    }
    return Markup(", ").join(
        Markup("{} {}").format(unscored[status].count(), said)
        for status, said in words.items()
        if unscored[status].whole
    )
