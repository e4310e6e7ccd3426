"""Control and manipulated versions of items: right in both, in one alone, or in none."""

from __future__ import annotations

import base64
import csv
import json
from pathlib import Path
from typing import Any

import pytest

from runners.participants.double import Double
from tests.here import Here, here

PNG = b"\x89PNG\r\n\x1a\nIEND"
SCRIPT = """\
experiment Versions

bank shown from items.jsonl
    question from question
    choices from choices, every rotation
    answer from answer
    group from concept
    pictures from pictures
    control from of

design
    runs 3
    scoring accuracy

procedure
    separately
        do shown
"""
CHOICES = ["a kel", "a mov", "a tup"]


def item(name: str, answer: str, concept: str, *, of: str = "") -> dict[str, object]:
    return {
        "id": name, "question": f"Which is it, in {concept}?", "choices": CHOICES,
        "answer": answer, "concept": concept, "pictures": [f"{name}.png"], "of": of,
    }  # fmt: skip


ITEMS = (
    item("one", "a kel", "order"),
    item("one changed", "a mov", "order", of="one"),
    item("two", "a tup", "sorts"),
    item("two changed", "a kel", "sorts", of="two"),
    item("alone", "a mov", "sorts"),
)


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    for one in ITEMS:
        (tmp_path / f"{one['id']}.png").write_bytes(PNG + str(one["id"]).encode())
    (tmp_path / "items.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in ITEMS))
    (tmp_path / "versions.dev").write_text(SCRIPT)
    return here(tmp_path)


def looks(request: Any) -> str:
    """Takes the answer of the control in the first pair. In the second it is right in the control
    where the key is A or B, and in the manipulated version where the key is A.
    """
    content = request.json["messages"][-1]["content"]
    (picture,) = [one["image_url"]["url"] for one in content if one["type"] == "image_url"]
    name = base64.b64decode(picture.partition(",")[2])[len(PNG) :].decode()
    (asked,) = [one["text"] for one in content if one["type"] == "text"]
    lines = dict(line.split(") ") for line in asked.splitlines() if ") " in line)
    letters = {words: letter for letter, words in lines.items()}
    if name in ("one", "one changed"):
        return letters["a kel"]
    key = letters["a tup" if name == "two" else "a kel"]
    wrong = next(letter for letter in "ABC" if letter != key)
    return key if key in ("AB" if name == "two" else "A") else wrong


def test_both_versions_are_read_at_the_same_rotation(shell: Here) -> None:
    with Double(then=looks) as double:
        shell.run("versions.dev", "-m", "openai/any", more=double.environment)
    found = shell.json("score")["concept_hacking"]
    rows = {(one["level"], one["group"]): one for one in found if one["level"] != "pair"}
    first, second = rows["group", "order"], rows["group", "sorts"]
    facts = ("n_pairs", "unpaired", "control", "manipulated", "core", "shortcut", "deficit")
    assert [first[one] for one in facts] == [1, 0, 1.0, 0.0, 0.0, 1.0, 0.0]
    # In the same rotation, the key of `two` is at C, A, B where that of the other is at A, B, C.
    third = pytest.approx(1 / 3)
    assert [second[one] for one in facts] == [
        1, 1, pytest.approx(2 / 3), third, 0.0, pytest.approx(2 / 3), third
    ]  # fmt: skip
    assert second["neither"] == 0
    whole = rows["cell", None]
    assert [whole[one] for one in facts[:4]] == [2, 1, pytest.approx(5 / 6), pytest.approx(1 / 6)]
    assert whole["difference"] == pytest.approx(1 / 6 - 5 / 6)
    assert (whole["guessing"], whole["guessed_core"]) == (third, pytest.approx(1 / 9))
    assert (whole["longest_control"], whole["longest_manipulated"]) == (third, third)
    assert whole["ci_method"] is None  # with fewer than five pairs
    named = (
        "item",
        "control_item",
        "group",
        "core",
        "shortcut",
        "deficit",
        "neither",
        "guessed_core",
    )
    pairs = [one for one in found if one["level"] == "pair"]
    ninth = pytest.approx(1 / 9)
    assert [[one[name] for name in named] for one in pairs] == [
        ["one changed", "one", "order", 0.0, 1.0, 0.0, 0.0, ninth],
        ["two changed", "two", "sorts", 0.0, pytest.approx(2 / 3), third, 0.0, ninth],
    ]
    told = shell.run("score").stdout
    assert "control and manipulated versions, openai/any" in told
    assert "two changed" not in told
    assert "two changed" in shell.run("score", "--all").stdout
    assert "without another version, and not counted: 1 items" in told
    _sees_the_export(shell, third)
    table = (
        "participant,parameters,series,control,manipulated\nopenai/any,7B,a,,\npeople,,,92,0.88\n"
    )
    (shell.folder / "models.csv").write_text(table)
    shell.run("report", "-o", "r.html", "--models", "models.csv")
    page = (shell.folder / "r.html").read_text("utf-8")
    assert "openai/any (7B), all items, 2 pairs: control 83" in page
    assert "people, all items: control 92, manipulated 88." in page
    assert "the longest choice" in page
    assert "Control and manipulated versions: Versions" in page
    assert "Each item of a bank was marked right or wrong" in page
    assert "LLM Response Score (LRS; Kosoy" not in " ".join(page.split())


def _sees_the_export(shell: Here, third: object) -> None:
    shell.run("export", "-o", "out")
    versions, letters = (
        list(csv.DictReader(path.read_text("utf-8").splitlines()))
        for name in ("versions", "letters")
        for path in (shell.folder / "out/data").glob(f"*-{name}_data.csv")
    )
    last = {name: versions[-1][name] for name in ("level", "item", "control_item", "n_pairs")}
    assert [*last.values()] == ["pair", "two changed", "two", "1"]
    assert float(versions[-1]["deficit"]) == third
    assert [one["letter"] for one in letters] == ["A", "B", "C"]
    assert {one["right"] for one in letters} == {letters[0]["right"]}


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"of": "three"}, "item 2: `of` is `three`, which no item has as its `id`"),
        ({"of": "two changed"}, "item 2: `of` is `two changed`, which has a control itself"),
        ({"of": "two"}, "item 2: `of` is `two`, which has other words"),
    ],
)
def test_a_control_that_is_none_is_refused(changed: dict[str, str], what: str, shell: Here) -> None:
    items = [{**one, **changed} if one["id"] == "one changed" else one for one in ITEMS]
    (shell.folder / "items.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in items))
    assert what in shell.run("check", "versions.dev", code=1).stdout


def test_a_control_that_cannot_be_read_is_reported_once(shell: Here) -> None:
    items = [{**one, "answer": "none of these"} if one["id"] == "one" else one for one in ITEMS]
    (shell.folder / "items.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in items))
    told = shell.run("check", "versions.dev", code=1).stdout
    assert "item 1" in told
    assert "item 2" not in told


def test_two_versions_of_one_control_are_refused(shell: Here) -> None:
    again = item("one more", "a tup", "order", of="one")
    (shell.folder / "one more.png").write_bytes(PNG + b"more")
    lines = (json.dumps(one) + "\n" for one in (*ITEMS, again))
    (shell.folder / "items.jsonl").write_text("".join(lines))
    told = shell.run("check", "versions.dev", code=1).stdout
    assert "item 6: `of` is `one`, which is that of one changed" in told
