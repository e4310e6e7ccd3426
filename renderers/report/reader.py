"""The transcripts of a study on its report page: a list to search and filter, and one laid open.

The page carries the words as data and a small program of ours that shows them. It sets texts, never
markup, so that a reply cannot become a part of the page; two thousand transcripts written out as
HTML would need no program, and would make a page of many megabytes in which nobody finds anything.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from markupsafe import Markup

from renderers.report.embedding import SHOWN, Counts, Embedded, as_page_data
from renderers.report.parts import SIMULATED, Section, told

ANCHOR = "transcripts"
_TITLE = "Transcripts"

_NO_SCRIPT = (
    "Here stand the transcripts, with a search and filters, in a browser that runs the page's own "
    "script. This one does not. In a terminal, devrun transcript shows the same."
)


def reader_section(embedded: Embedded) -> Section:
    """The section with the transcripts; a sentence says how they were chosen."""
    mark = (
        Markup('<p><strong class="simulated">{}</strong></p>').format(SIMULATED)
        if embedded.simulated
        else ""
    )
    how = Markup('{}<p id="transcripts-chosen">{}</p>').format(mark, chosen_words(embedded.counts))
    if not embedded.trials:
        return Section(ANCHOR, _TITLE, how)
    return Section(ANCHOR, _TITLE, how + _reader(embedded))


def chosen_words(counts: Counts) -> Markup:
    """How many transcripts the page has, of how many, and how they were chosen."""
    if not counts.of:
        return Markup("No trial is finished, so there is no transcript.")
    here, of = _count(counts.here, "on_page"), _count(counts.of, "finished")
    if not counts.here:
        return Markup(
            "None of the {} transcripts is on this page, as was asked for; "
            "<code>devrun transcript</code> shows them."
        ).format(of)
    if counts.here == counts.of:
        return Markup("All transcripts of finished trials are on this page: {}.").format(of)
    fewest, most = _count(counts.fewest, "fewest_of_a_cell"), _count(counts.most, "most_of_a_cell")
    each = most if counts.fewest == counts.most else Markup("{} to {}").format(fewest, most)
    return Markup(
        "{} of {} transcripts are on this page, {} to a cell (experiment, condition, wording and "
        "model), as equal as the cells allow. Within a cell they are the first draws, whatever was "
        "said in them. <code>devrun transcript</code> shows the others."
    ).format(here, of, each)


def transcript_link(key: str) -> str:
    """The address, within the page, of the transcript of a trial that is on it."""
    return f"#t-{key[:SHOWN]}"


def reader_script() -> str:
    """The program that shows the transcripts."""
    return _text("reader.js")


def reader_style() -> str:
    """The styles of the transcripts; nothing else on the page has any of them."""
    return _text("reader.css")


@cache
def _text(name: str) -> str:
    return files("renderers.report").joinpath(name).read_text(encoding="utf-8")


def _count(number: int, name: str) -> Markup:
    return told(number, f"/report/transcripts/{name}", shown=f"{number:,}")


def _reader(embedded: Embedded) -> Markup:
    return Markup(
        '<noscript><p class="note">{}</p></noscript>'
        '<div class="reader" id="reader" tabindex="-1" hidden>'
        '<form class="reader-form" role="search" aria-label="Transcripts">'
        '<label class="reader-find">Find words <input type="search" name="find" '
        'autocomplete="off" spellcheck="false"></label>'
        '<label>in <select name="where"><option value="">replies</option>'
        '<option value="anywhere">everything said</option></select></label>{}'
        '<label class="reader-check"><input type="checkbox" name="disagree"> '
        "coders disagree</label>"
        '<button type="reset">show all</button></form>'
        '<p class="reader-count" role="status"></p>'
        '<p class="reader-keys">With the keyboard, from anywhere in this part: <kbd>j</kbd> the '
        "next, <kbd>k</kbd> the one before, <kbd>/</kbd> find. Words in quotation marks are "
        "found together.</p>"
        '<p class="reader-paper">On paper stands the one transcript that was open, if any was.</p>'
        '<div class="reader-panes"><div class="reader-found" role="navigation" '
        'aria-label="Transcripts found"><ol class="reader-list">'
        '</ol><button type="button" class="reader-more" hidden></button></div>'
        '<article class="reader-open" tabindex="-1" aria-label="The open transcript"></article>'
        "</div></div>"
        '<script type="application/json" id="transcripts-data">{}</script>'
    ).format(_NO_SCRIPT, _selects(), Markup(as_page_data(embedded)))


def _selects() -> Markup:
    """A choice for each thing that narrows the list; the program fills in what there is."""
    words = (
        ("experiment", "experiment"),
        ("condition", "condition"),
        ("wording", "wording"),
        ("model", "model"),
        ("mark", "a test marked"),
        ("flag", "flag"),
        ("status", "status"),
        ("lrs", "LRS"),
    )
    one = Markup('<label>{} <select name="{}"><option value="">any</option></select></label>')
    return Markup("").join(one.format(title, name) for name, title in words)
