"""The transcripts of a study on its report page: a list to search and filter, and one laid open.

The page carries the words as data and a small program of ours that shows them. It sets texts, never
markup, so that a reply cannot become a part of the page; two thousand transcripts written out as
HTML would need no program, and would make a page of many megabytes in which nobody finds anything.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from markupsafe import Markup

from renderers.report.embedding import SHOWN, Embedded, TranscriptCounts, as_page_data
from renderers.report.parts import Section
from renderers.report.templating import rendered

ANCHOR = "transcripts"


def reader_section(embedded: Embedded) -> Section:
    """The section with the transcripts; a sentence says how they were chosen."""
    body = rendered(
        "reader",
        embedded=embedded,
        chosen=chosen_words(embedded.counts),
        data=Markup(as_page_data(embedded)) if embedded.trials else "",
    )
    return Section(ANCHOR, "Transcripts", body)


def chosen_words(counts: TranscriptCounts) -> Markup:
    """How many transcripts the page has, of how many, and how they were chosen."""
    return rendered("transcripts_chosen", counts=counts)


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
