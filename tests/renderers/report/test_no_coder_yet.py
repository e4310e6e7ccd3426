"""What the page says of coders where none has judged anything."""

from __future__ import annotations

import re

import pytest

from renderers.report.sections import section
from renderers.report.values import Value

WHY = "nobody has coded study 1a2b: it has no packets yet"


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("matcher (provisional)", f"No reply has been coded ({WHY})."),
        ("likelihood", "No coder is needed: all answers were scored by likelihood, from the key."),
    ],
)
def test_nobody_is_missed_where_the_key_marks_every_reply(role: str, said: str) -> None:
    document = Value({"agree": None, "score": {"role": role}, "report": {"not_coded": WHY}})
    found = section("agreement", "Agreement", document=document)
    assert found is not None
    words = re.sub(r"<[^>]+>", "", found.body)
    assert words == said + (" Agreement needs two coders who code the same replies independently.")
