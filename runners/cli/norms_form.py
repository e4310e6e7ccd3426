"""Writing a form: a page, a table for survey tools, and the key in a file of its own."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import LABELS
from renderers.csv_text import field
from renderers.json_text import json_text
from runners.cli.files import write_all_new

if TYPE_CHECKING:
    from coders.norms.forms import FormKey


def write_form(form: FormKey, folder: str) -> dict[str, str]:
    """Write form.html and form.csv into a folder, and the key beside the folder, so that whoever
    sends the folder sends no key. None of them may be there already. What is where, by its name.
    """
    from msgspec import to_builtins

    from renderers.forms.form_page import PageQuestion, form_page

    asked = [PageQuestion(one.column, one.question, one.choices) for one in form.questions]
    into = Path(folder)
    texts = {
        "page": (into / "form.html", form_page(form.bank, asked)),
        "table": (into / "form.csv", _table(form)),
        "key": (into.with_name(f"{into.name}-key.json"), f"{json_text(to_builtins(form))}\n"),
    }
    files = {path: text.encode() for path, text in texts.values()}
    write_all_new(files, instead="name another folder with -o")
    return {name: str(path) for name, (path, _) in texts.items()}


def _table(form: FormKey) -> str:
    """A row for each question: the column of its answers, its words, its choices by letter."""
    most = max(len(one.choices) for one in form.questions)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["column", "question", *LABELS[:most]])
    for one in form.questions:
        rows.writerow([one.column, *map(field, (one.question, *one.choices))])
    return text.getvalue()
