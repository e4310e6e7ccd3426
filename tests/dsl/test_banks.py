"""Banks of items from files: what each item asks, what it is called, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.expand import cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import Fork, Question, turns
from tests.expanded import expand, experiment_in

SCRIPT = """\
experiment Bank of stages
bank stages from stages.json
    question from text
    choices from options
    answer from key, counted from 0
    group from stage
design
    runs 2
    scoring accuracy
procedure
    separately
        do stages
"""
ITEMS: list[dict[str, object]] = [
    {"id": "a 1", "text": "Is {it} large?", "options": ["{one}", "two"], "key": 1, "stage": "A"},
    {"id": "a 2", "text": "Which?\nSay one.", "options": ["x", "y", "z"], "key": 0, "stage": "A"},
    {"id": "b 1", "text": "How many?", "options": ["1", "2", "3", "4"], "key": 3, "stage": "B"},
]


def faults(folder: Path, items: object, script: str = SCRIPT) -> tuple[Fault, ...]:
    """What is said of a script and its items."""
    (folder / "stages.json").write_text(json.dumps(items, indent=1), encoding="utf-8")
    (folder / "bank.dev").write_text(script, encoding="utf-8")
    return load(folder / "bank.dev").faults


def sound(folder: Path, items: object = ITEMS, script: str = SCRIPT) -> Experiment:
    """The experiment of a bank without faults."""
    found = faults(folder, items, script)
    assert [(fault.code, fault.message()) for fault in found] == []
    return experiment_in(load(folder / "bank.dev"))


def asked(experiment: Experiment, draw: int = 1) -> dict[str, Question]:
    """The items of a draw by name."""
    trial = expand(experiment, cells(experiment)[0], draw=draw)
    found = (turn.question for turn in turns(trial.sessions[0].nodes))
    return {one.name: one for one in found if one is not None}


def test_each_row_is_a_question_with_its_own_choices_key_group_and_chance(tmp_path: Path) -> None:
    experiment = sound(tmp_path)
    items = asked(experiment)
    assert list(items) == ["a 1", "a 2", "b 1"]
    first = items["a 1"]
    assert (first.kind, first.text, set(first.options)) == (
        QuestionKind.ITEM, "Is {it} large?", {"{one}", "two"},
    )  # fmt: skip
    assert items["a 2"].text == "Which?\nSay one."
    assert [one.key.answer[0].phrases[0].text for one in items.values()] == ["two", "x", "4"]
    assert [(one.key.right, one.key.candidates) for one in items.values()] == [
        (1, 2), (1, 3), (1, 4),
    ]  # fmt: skip
    assert [one.group for one in items.values()] == ["A", "A", "B"]
    trial = expand(experiment, cells(experiment)[0], draw=1)
    (fork,) = trial.sessions[0].nodes
    assert isinstance(fork, Fork)
    assert len(fork.branches) == 3


def test_choices_are_shuffled_for_each_item_and_draw(tmp_path: Path) -> None:
    many = [
        {"id": str(n), "text": f"Number {n}?", "options": ["aa", "bb", "cc"], "key": n % 3}
        for n in range(200)
    ]
    experiment = sound(tmp_path, many, SCRIPT.replace("    group from stage\n", ""))
    for draw in (1, 2):
        places = [one.options.index("aa") for one in asked(experiment, draw).values()]
        assert all(40 < places.count(place) < 95 for place in range(3))
    orders = [{name: one.options for name, one in asked(experiment, d).items()} for d in (1, 2)]
    assert orders[0] != orders[1]


@pytest.mark.parametrize("named", [True, False])
def test_a_new_item_changes_no_other(tmp_path: Path, *, named: bool) -> None:
    """Its name is its id or a digest of its words, wherever it stands in the file."""
    items = [{k: v for k, v in one.items() if named or k != "id"} for one in ITEMS]
    before = asked(sound(tmp_path, items))
    new = {"text": "New?", "options": ["p", "q"], "key": 0, "stage": "A"}
    after = asked(sound(tmp_path, [{**new, **({"id": "n"} if named else {})}, *items]))
    assert {name: after[name] for name in before} == before
    assert len(after) == 4


def test_a_mended_key_rescores_and_another_word_is_another_procedure(tmp_path: Path) -> None:
    hashes = []
    mended = [dict(one) for one in ITEMS]
    mended[0]["key"] = 0
    grouped = [dict(one) for one in ITEMS]
    grouped[0]["stage"] = "B"
    unread = [{**one, "source": "page 1"} for one in ITEMS]
    other = [dict(one) for one in ITEMS]
    other[0]["text"] = "Is it small?"
    for items in (ITEMS, unread, mended, grouped, other):
        experiment = sound(tmp_path, items)
        hashes.append((procedure_hash(experiment), rubric_hash(experiment)))
    same, unread_, key, group, words = hashes
    assert unread_ == same
    assert key[0] == group[0] == same[0]
    assert len({same[1], key[1], group[1]}) == 3
    assert words[0] != same[0]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("answer from key, counted from 1", "3"),
        ("answer from key, as letter", "C"),
        ("answer from key, as letter", "c)"),
        ("answer from key, as letter", "(C)."),
        ("answer from key", "SIXTY"),
    ],
)
def test_the_key_may_be_a_place_a_letter_or_words(tmp_path: Path, line: str, key: str) -> None:
    (tmp_path / "bank.csv").write_text(
        f"text;a;b;c;d;key\nHow many?;twenty;forty;sixty;;{key}\n", encoding="utf-8"
    )
    script = SCRIPT.replace("stages.json", "bank.csv").replace("    group from stage\n", "")
    script = script.replace("options", "a, b, c, d")
    script = script.replace("answer from key, counted from 0", line)
    (question,) = asked(sound(tmp_path, [], script)).values()
    assert question.key.answer[0].phrases[0].text == "sixty"
    assert sorted(question.options) == ["forty", "sixty", "twenty"]


def item(**changed: object) -> list[dict[str, object]]:
    """One sound item and one with other cells."""
    return [ITEMS[0], {**ITEMS[1], **changed}]


@pytest.mark.parametrize(
    ("items", "code", "words"),
    [
        (item(key=3), "E736", "item 2: the answer `3` is none of its choices"),
        (item(key="-1"), "E736", "item 2: the answer `-1` is none of its choices"),
        (item(key="x"), "E736", "item 2: the answer `x` is none of its choices"),
        (item(key=[0, 1]), "E738", "item 2: `key` is a list, not text"),
        (item(key=None), "E738", "item 2: `key` is empty"),
        (item(text=""), "E738", "item 2: `text` is empty"),
        (item(text={"en": "Which?"}), "E738", "item 2: `text` is an object, not text"),
        (item(options="x, y"), "E738", "item 2: `options` is not a list of choices"),
        (item(options=["x", ""]), "E738", "item 2: `options` has an empty choice"),
        (item(options=[["x"], ["y"]]), "E738", "item 2: `options` is not a list of choices"),
        (item(options=["x", "X"]), "E788", "item 2: two choices read `X`"),
        (item(options=[]), "E738", "item 2: `options` has 0 choices"),
        (item(options=["x"]), "E738", "item 2: `options` has 1 choice"),
        (item(options=[f"{n}." for n in range(27)]), "E738", "item 2: `options` has 27 choices"),
        (item(id="a 1"), "E737", "item 2: its id `a 1` is taken"),
        (item(id="A  1"), "E737", "item 2: its id `A 1` is taken"),
        (item(id="{x}"), "E738", "item 2: `id` is `{x}`, which cannot be the name of a question"),
        (item(id="x #2"), "E738", "item 2: `id` is `x #2`, which cannot be the name"),
        (item(id="x" * 101), "E738", "which cannot be the name of a question"),
    ],
)
def test_an_item_that_cannot_be_asked_is_refused_where_it_is(
    tmp_path: Path, items: list[dict[str, object]], code: str, words: str
) -> None:
    (fault,) = faults(tmp_path, items)
    assert words in fault.message()
    assert fault.code == code
    assert fault.span.file.endswith("stages.json")
    assert json.dumps(items, indent=1).split("\n")[fault.span.line - 1] == " {"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("    question from text\n", "", "E735"),
        ("from text", "from text, key", "E735"),
        ("counted from 0", "counted from 2", "E735"),
        ("    question from text\n", "    question from text\n    question from key\n", "E735"),
        ("    choices from options\n", "", "E735"),
        ("from stage\n", "from stages\n", "E734"),
        ("do stages", "do stage", "E406"),
        ("    separately\n        do stages", "    in order\n        scene s\n            "
         "do stages", ""),
        ("    separately\n        do stages", "    separately\n        scene s\n            "
         "do stages", "E739"),
        ("scoring accuracy", "scoring pass when 1 of 3 right", "E741"),
    ],
)  # fmt: skip
def test_a_bank_whose_lines_cannot_be_followed_is_refused(
    tmp_path: Path, old: str, new: str, code: str
) -> None:
    assert old in SCRIPT
    found = faults(tmp_path, ITEMS, SCRIPT.replace(old, new))
    assert [fault.code for fault in found] == ([code] if code else [])


def test_ten_items_are_complained_of_in_full_and_all_others_named(tmp_path: Path) -> None:
    many = [{**ITEMS[0], "id": str(n), "key": 9 * (n != 11)} for n in range(14)]
    *first, more = faults(tmp_path, many)
    assert [fault.code for fault in first] == ["E736"] * 10
    assert (more.code, more.message()) == (
        "E791",
        "3 more items of `stages` cannot be asked: items 11, 13, 14 of stages.json",
    )


def test_a_cell_that_is_too_long_is_refused_by_its_row(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, [ITEMS[0], ITEMS[1] | {"text": "x" * 1_000_001}, ITEMS[2]])
    assert (fault.code, fault.span.file) == ("E438", str(tmp_path / "stages.json"))
    assert fault.message() == "a cell can exceed 1,000,000 characters"
    assert fault.help() == "shorten the cell, or take the row out of the file"


def test_items_asked_by_themselves_may_have_any_number_of_words_all_in_all(tmp_path: Path) -> None:
    items = [{**one, "text": f"{one['text']} {'word ' * 90_000}"} for one in ITEMS]
    sound(tmp_path, items)
    together = SCRIPT.replace("separately", "in order")
    assert [fault.code for fault in faults(tmp_path, items, together)] == ["E438"]


def test_a_bank_of_more_items_than_may_be_asked_asks_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dsl.files.banks.MOST_ITEMS", 2)
    (fault,) = faults(tmp_path, ITEMS)
    assert (fault.code, fault.message()) == ("E742", "`stages` asks 3 items")
    script = SCRIPT.replace("from stage\n", "from stage\n    sample 2 items\n")
    assert len(asked(sound(tmp_path, script=script))) == 2


def test_words_of_an_item_are_no_slots_that_were_left_without_braces(tmp_path: Path) -> None:
    script = SCRIPT.replace(
        "procedure\n", "things\n    cup: jug, mug\nprocedure\n    say: Here is {a cup}.\n"
    )
    items = [{**one, "text": f"{one['text']} A cup?"} for one in ITEMS]
    sound(tmp_path, items, script)


def test_of_letters_in_choices_of_a_bank_is_warned_once(tmp_path: Path) -> None:
    """A bank of a thousand items would bury all other messages."""
    items = [
        {**ITEMS[0], "id": str(n), "text": f"Is {n}?", "options": ["glass A", "glass C"]}
        for n in range(5)
    ]
    (fault,) = faults(tmp_path, items)
    assert (fault.code, fault.message()) == (
        "W624", "`glass A` contains the letter A, and choices are labelled with letters (the same "
        "holds for 4 more items)",
    )  # fmt: skip
    assert (fault.span.file, fault.span.line) == (str(tmp_path / "stages.json"), 2)
