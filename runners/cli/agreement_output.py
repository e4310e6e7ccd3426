"""What `devrun agree` prints of a study: a page of tables, or one JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from runners.cli.output import coloured, page_width, print_json, say

if TYPE_CHECKING:
    from renderers.agreement_page import AgreementSection
    from runners.agreement.results import StudyAgreement


def print_agreement(found: StudyAgreement, *, as_json: bool) -> None:
    """Print the agreement on a study on stdout."""
    if as_json:
        from runners.agreement.document import study_document

        print_json(study_document(found))
        return
    from runners.agreement.page import sections, title

    print_page(title(found), sections(found))


def print_page(title: str, sections: Sequence[AgreementSection]) -> None:
    """Print a page of agreement on stdout."""
    from renderers.agreement_page import render_agreement

    click.echo(render_agreement(title, sections, width=page_width(120), colour=coloured()))


def print_methods(paragraph: str, *, as_json: bool) -> None:
    """Print the paragraph of a method section on stdout, or as `{"methods": ...}`."""
    if as_json:
        print_json({"methods": paragraph})
    else:
        say(paragraph)
