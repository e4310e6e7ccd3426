"""What the page says of coders where none has judged anything."""

from __future__ import annotations

import re

import pytest

from renderers.report.sections import section
from renderers.report.values import Value

WHY = "nobody has coded study 1a2b: it has no packets yet"


TWO = " Agreement needs two coders who code the same replies independently."


@pytest.mark.parametrize(
    ("role", "untested", "said"),
    [
        ("matcher (provisional)", [], f"No reply has been coded ({WHY}).{TWO}"),
        (
            "likelihood",
            [],
            f"No coder is needed: all answers were scored by likelihood, from the key.{TWO}",
        ),
        (
            "matcher (provisional)",
            ["Views in waves"],
            "The scripts ask no test question, so no coder marks replies.",
        ),
    ],
)
def test_nobody_is_missed_where_nothing_is_marked(
    role: str, untested: list[str], said: str
) -> None:
    score = {"role": role, "untested": untested, "experiments": [], "measures": []}
    document = Value({"agree": None, "score": score, "report": {"not_coded": WHY}})
    found = section("agreement", "Agreement", document=document)
    assert found is not None
    words = re.sub(r"<[^>]+>", "", found.body)
    assert words == said
