"""Pictures, formats and rotations of the items of a bank."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.identity import procedure_hash
from dsl.loading import Loaded, load
from dsl.trial import Turn, turns
from renderers.prompt import user_message

PNG = b"\x89PNG\r\n\x1a\nIEND"
ITEM = {"id": "one", "question": "Which is it?", "choices": ["a kel", "a mov"], "answer": "a mov",
        "pictures": ["media/a.png"], "format": "one picture"}  # fmt: skip
SCRIPT = """\
experiment Pictures

bank shown from bank/items.jsonl
    question from question
    choices from choices{order}
    answer from answer
    pictures from pictures
    {more}

design
    runs {runs}
    scoring accuracy

procedure
    separately
        do shown
"""


def written(
    folder: Path, *items: dict[str, object], order: str = "", more: str = "note: -", runs: int = 1
) -> Loaded:
    """A bank of these items, with a script and two pictures."""
    (folder / "bank" / "media").mkdir(parents=True, exist_ok=True)
    for name in ("a", "b"):
        (folder / "bank" / "media" / f"{name}.png").write_bytes(PNG + name.encode())
    (folder / "bank" / "notes.txt").write_text("no picture")
    lines = (json.dumps(one) + "\n" for one in items)
    (folder / "bank" / "items.jsonl").write_text("".join(lines))
    script = folder / "shown.dev"
    script.write_text(SCRIPT.format(order=order, more=more, runs=runs))
    return load(script)


def asked(loaded: Loaded, draw: int = 1) -> list[Turn]:
    assert [fault.message() for fault in loaded.faults] == []
    assert loaded.experiment is not None
    [cell] = cells(loaded.experiment)
    trial = Expander(loaded.experiment).trial(cell, draw=draw)
    return list(turns(trial.sessions[0].nodes))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which is it?", "<a><b>Which is it?"),
        ("See [picture 2]\nand [picture 1] here.", "See\n\n<b>and <a>here."),
        ("[picture 1][picture 2] Which?", "<a><b>Which?"),
        ("Which is it? [picture 1]", "<b>Which is it?<a>"),
    ],
)
def test_pictures_stand_where_the_question_says(question: str, said: str, tmp_path: Path) -> None:
    """Before the question where it says nothing; the marks are not sent."""
    pictures = ["media/a.png", "media/b.png"]
    [turn] = asked(written(tmp_path, {**ITEM, "question": question, "pictures": pictures}))
    found = (
        one if isinstance(one, str) else f"<{one.data.removeprefix(PNG).decode()}>"
        for one in user_message(turn).parts
    )
    assert "".join(found).partition("\n\nA)")[0] == said


def test_another_picture_or_place_is_another_procedure_and_another_name_is_not(
    tmp_path: Path,
) -> None:
    changed = (
        {},
        {"pictures": "media/a.png"},
        {"pictures": ["media/b.png"]},
        {"pictures": []},
        {"question": "Which [picture 1] is it?"},
    )
    hashes = []
    for number, one in enumerate(changed):
        experiment = written(tmp_path / str(number), {**ITEM, **one}).experiment
        assert experiment is not None
        hashes.append(procedure_hash(experiment))
    assert len(set(hashes)) == len(changed) - 1
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"pictures": ["media/c.png"]}, "`pictures` names a file that cannot be shown: the picture "
         "`bank/media/c.png` cannot be read: there is no such file"),
        ({"pictures": ["../../a.png"]}, "`pictures` names a file that cannot be shown: the picture "
         "`bank/../../a.png` is outside the folder of the script"),
        ({"pictures": ["notes.txt"]}, "`pictures` names a file that cannot be shown: "
         "`bank/notes.txt` is not a PNG, JPEG, GIF or WEBP picture"),
        ({"pictures": [["a"]]}, "`pictures` is no list of paths"),
        ({"question": "[picture 2] Which?"}, "`question` shows picture 2, which the item does not "
         "have"),
        ({"question": "[picture 1] Or [picture 1]?"}, "`question` shows picture 1, for a second "
         "time"),
        ({"question": "[picture 1]"}, "`question` has no words beside its pictures"),
        ({"format": "text"}, "`format` is `text`, and the item has 1 picture"),
        ({"choices": []}, "`choices` has 0 choices"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_named_by_row_and_column(
    changed: dict[str, object], said: str, tmp_path: Path
) -> None:
    loaded = written(tmp_path, ITEM, {**ITEM, "id": "two", **changed}, more="format from format")
    [fault] = loaded.faults
    assert fault.message() == f"item 2: {said}"
    assert fault.span.line == 2


def test_an_item_is_asked_once_in_every_rotation_of_its_choices(tmp_path: Path) -> None:
    """Items of fewer choices are asked in fewer draws, and twice as many draws ask all again."""
    three = {**ITEM, "id": "three", "choices": ["a kel", "a mov", "a rin"]}
    either = {**ITEM, "id": "either", "choices": [], "answer": "yes"}
    loaded = written(tmp_path, ITEM, three, either, order=", every rotation", runs=3)
    draws = [
        {t.question.name: t.question for t in asked(loaded, n) if t.question} for n in range(1, 7)
    ]
    for name, count in (("one", 2), ("three", 3), ("either", 1)):
        shown = [draw[name].options for draw in draws if name in draw]
        assert [name in draw for draw in draws] == [n % 3 < count for n in range(6)]
        assert len(set(shown[:count])) == count == len(set(shown[count:]))
        if name != "either":
            firsts = {options[0] for options in shown[:count]}
            assert len(firsts) == count
