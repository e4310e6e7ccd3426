"""The method-section paragraph on how the replies were coded.

Its words are those of the report's page (renderers/report/templates/coding.html.jinja), here
without markup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

_CODE, _TAG = re.compile("</?code>"), re.compile("<[^>]*>")


def coding_methods(facts: Mapping[str, object]) -> str:
    """The paragraph, one line of text; `facts` are `coding` in the document of a report."""
    from renderers.report.templating import rendered
    from renderers.report.values import Value

    page = str(rendered("coding", coding=Value(facts)))
    return unescape(_TAG.sub("", _CODE.sub("`", page))).strip()
