"""What the lines of a bank change: orders of choices, samples, groups, forms of keys, defects."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.experiment import Experiment, Order
from dsl.files.bank_sample import even_shares
from dsl.identity import procedure_hash
from dsl.loading import load
from tests.dsl.test_banks import SCRIPT, asked
from tests.expanded import experiment_in


def item(number: int, **changed: object) -> dict[str, object]:
    """An item of two to four choices, in one of three groups."""
    options = [f"{number} {word}" for word in ("kel", "tasp", "mov", "rin")[: 2 + number % 3]]
    made = {"text": f"Which is {number}?", "options": options, "key": number % 2}
    return {**made, "stage": "abc"[number % 3], **changed}


def faults(folder: Path, items: object, *lines: str, script: str = SCRIPT) -> tuple[Fault, ...]:
    """What is said of a bank with these further lines."""
    (folder / "stages.json").write_text(json.dumps(items, indent=1), encoding="utf-8")
    more = "".join(f"    {line}\n" for line in lines)
    (folder / "bank.dev").write_text(script.replace("design\n", f"{more}design\n"))
    return load(folder / "bank.dev").faults


def sound(folder: Path, items: object, *lines: str, script: str = SCRIPT) -> Experiment:
    """The experiment of a bank without errors."""
    found = faults(folder, items, *lines, script=script)
    assert [(one.code, one.message()) for one in found if one.code.startswith("E")] == []
    return experiment_in(load(folder / "bank.dev"))


def texts(experiment: Experiment) -> list[str]:
    return [one.text for one in asked(experiment).values()]


# ----------------------------------------------------------------------------- orders


def test_rotated_choices_have_the_key_of_each_item_in_each_place_equally_often(
    tmp_path: Path,
) -> None:
    script = SCRIPT.replace("from options", "from options, rotated")
    experiment = sound(tmp_path, [item(n) for n in range(30)], script=script)
    places: dict[str, Counter[int]] = {}
    for draw in range(1, 13):
        for name, question in asked(experiment, draw).items():
            assert question.order is Order.ROTATED
            key = question.key.answer[0].phrases[0].text
            places.setdefault(name, Counter())[question.options.index(key)] += 1
    assert len(places) == 30
    for found in places.values():
        assert set(found.values()) == {12 // len(found)}
    first = [one.options for one in asked(experiment).values() if len(one.options) == 4]
    starts = Counter(options[0].split()[1] for options in first)
    assert len(starts) > 1, "items are rotated each for itself"


def test_fixed_choices_are_asked_in_the_order_of_the_file(tmp_path: Path) -> None:
    script = SCRIPT.replace("from options", "from options, fixed")
    experiment = sound(tmp_path, [item(n) for n in range(5)], script=script)
    for draw in (1, 2):
        assert [one.options for one in asked(experiment, draw).values()] == [
            tuple(map(str, item(n)["options"]))
            for n in range(5)  # type: ignore[call-overload]
        ]


def test_shuffled_is_the_order_without_a_word_for_it(tmp_path: Path) -> None:
    items = [item(n) for n in range(5)]
    plain = sound(tmp_path, items)
    named = sound(tmp_path, items, script=SCRIPT.replace("from options", "from options, shuffled"))
    assert procedure_hash(named) == procedure_hash(plain)
    assert asked(named) == asked(plain)


# ----------------------------------------------------------------------------- samples


def test_a_sample_is_balanced_over_groups_and_has_so_many_items(tmp_path: Path) -> None:
    items = [item(n) for n in range(40)] + [item(n, stage="d") for n in (100, 101)]
    for line, wanted in (
        ("sample 14 items", {"a": 4, "b": 4, "c": 4, "d": 2}),
        ("sample 2 items of each group", dict.fromkeys("abcd", 2)),
    ):
        experiment = sound(tmp_path, items, line)
        assert Counter(one.group for one in asked(experiment).values()) == wanted
        (bank,) = experiment.banks
        assert (bank.asked, bank.items) == (sum(wanted.values()), 42)
        assert {one.name: one.asked for one in bank.groups} == wanted
        assert [one.items for one in bank.groups] == [14, 13, 13, 2]
    several = Counter(
        one.group for one in asked(sound(tmp_path, items, "sample 15 items")).values()
    )
    assert sorted(several.values()) == [2, 4, 4, 5]


def test_a_sample_hangs_on_the_seed_of_the_script_and_the_procedure_on_the_sample(
    tmp_path: Path,
) -> None:
    items = [item(n) for n in range(60)]
    line = "sample 4 items of each group"
    first = sound(tmp_path, items, line)
    assert texts(first) == texts(sound(tmp_path, items, line))
    other = sound(tmp_path, items, line, script=SCRIPT.replace("runs 2", "runs 2\n    seed 7"))
    assert texts(other) != texts(first)
    unasked = next(n for n in range(60) if item(n)["text"] not in texts(first))
    items[unasked] = item(unasked, options=["x", "y", "z"])
    renamed = sound(tmp_path, items, line)
    assert set(texts(renamed)) >= set(texts(first)) - {str(items[unasked]["text"])}


def test_a_bank_that_grows_changes_one_sampled_item_at_most_for_each_new_one(
    tmp_path: Path,
) -> None:
    items = [item(n) for n in range(60)]
    before = asked(sound(tmp_path, items, "sample 4 items of each group"))
    changed = 0
    for n in range(200, 215):
        after = asked(sound(tmp_path, [item(n), *items], "sample 4 items of each group"))
        assert len(set(before) - set(after)) <= 1
        changed += set(after) != set(before)
        kept = set(before) & set(after)
        assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert 0 < changed < 15


def test_a_group_that_has_few_leaves_its_share_to_the_others() -> None:
    shares = even_shares(20, {"a": 2, "b": 50, "c": 5, "d": 50}, ["d", "c", "b", "a"])
    assert shares == {"a": 2, "b": 6, "c": 5, "d": 7}


@pytest.mark.parametrize(
    ("line", "words", "remedy"),
    [
        ("sample 31 items", "`stages` has only 30 items", "write at most: sample 30 items"),
        ("sample 2 items", "2 items cannot be balanced over 3 groups", "sample 3 items"),
        ("sample 11 items of each group", "`a` has only 10 items", "sample 10 items of each"),
        ("sample all of it", "`sample all of it` does not say how many", "sample 200 items"),
        ("sample 0 items", "`sample 0 items` does not say how many", "sample 200 items"),
        ("sample 5", "`sample 5` does not say how many", "write: sample 5 items"),
        ("sample 1 question per group", "does not say how many",
         "write: sample 1 item of each group"),
        ("sample 20%", "`sample 20%` does not say how many", "write `sample 200 items`"),
        ("rename a as b", "this line does not say which group", "write: rename a to b"),
        ("rename a = b", "this line does not say which group", "write: rename a to b"),
        ("rename z to y", "no item of `stages` is in the group `z`", "groups are `a`, `b` or `c`"),
        ("rename a b", "this line does not say which group", "rename exist to constancy"),
        ("allow empty cells", "`empty cells` is not a defect that a bank can allow",
         "write `duplicate items` or `doubled choices`"),
        ("allow duplicate item", "`duplicate item` is not a defect",
         "did you mean `duplicate items`?"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_followed_says_what_to_write(
    tmp_path: Path, line: str, words: str, remedy: str
) -> None:
    (fault,) = faults(tmp_path, [item(n) for n in range(30)], line)
    assert fault.code == "E735"
    assert words in fault.message()
    assert remedy in fault.help()


@pytest.mark.parametrize(
    ("columns", "code", "remedy"),
    [
        ("options rotated", "E735", "write: choices from options, rotated"),
        ("options, in rotated order", "E734", "did you mean `rotated`?"),
        ("options, rotate", "E734", "did you mean `rotated`?"),
        ("options, shufled", "E734", "did you mean `shuffled`?"),
    ],
)
def test_an_order_with_a_slip_is_taken_for_one(
    tmp_path: Path, columns: str, code: str, remedy: str
) -> None:
    script = SCRIPT.replace("from options", f"from {columns}")
    (fault,) = faults(tmp_path, [item(n) for n in range(3)], script=script)
    assert (fault.code, fault.help()) == (code, remedy)


@pytest.mark.parametrize("form", ["as letter", "as yes or no", "after ####"])
def test_a_form_of_keys_without_its_comma_is_taken_for_one(tmp_path: Path, form: str) -> None:
    script = OPEN.replace(", counted from 0", f" {form}")
    (fault,) = faults(tmp_path, [item(n) for n in range(3)], script=script)
    assert fault.message() == f"a comma is missing before `{form}`"
    assert fault.help() == f"write: answer from key, {form}"


@pytest.mark.parametrize("line", ["sample 2 items of each group", "rename a to b"])
def test_groups_are_needed_where_a_line_names_them(tmp_path: Path, line: str) -> None:
    script = SCRIPT.replace("    group from stage\n", "")
    (fault,) = faults(tmp_path, [item(n) for n in range(30)], line, script=script)
    assert (fault.code, fault.message()) == ("E735", "`stages` has no groups")


# ----------------------------------------------------------------------------- groups


def test_groups_get_the_names_that_the_script_gives_them(tmp_path: Path) -> None:
    lines = ("rename a to constancy", "rename C to early representation")
    experiment = sound(tmp_path, [item(n) for n in range(6)], *lines)
    assert [one.name for one in experiment.banks[0].groups] == [
        "constancy", "b", "early representation",
    ]  # fmt: skip


def test_contents_are_counted_as_the_files_have_them(tmp_path: Path) -> None:
    experiment = sound(tmp_path, [item(n) for n in range(12)])
    assert [(one.items, one.options, one.keys) for one in experiment.banks[0].groups] == [
        (4, ((2, 4),), (2, 2)), (4, ((3, 4),), (2, 2)), (4, ((4, 4),), (2, 2)),
    ]  # fmt: skip


# ----------------------------------------------------------------------------- keys


OPEN = SCRIPT.replace("    choices from options\n", "").replace("    group from stage\n", "")


@pytest.mark.parametrize(
    ("form", "cell", "key"),
    [
        ("after ####", "3 * 4 = 12\n12 + 30 = 42\n#### 42", "42"),
        ("after ####", "#### 1,250,000", "1250000"),
        ("after ####", "#### 12 #### $1,250.50", "1250.50"),
        ("after The answer is", "So. The answer is 7.", "7"),
        ("as number", "0.5", "0.5"),
        ("as number", 18, "18"),
        ("as number", "80%", "80"),
    ],
)
def test_a_number_is_taken_from_behind_its_mark(
    tmp_path: Path, form: str, cell: object, key: str
) -> None:
    script = OPEN.replace("counted from 0", form)
    (question,) = asked(sound(tmp_path, [item(0, key=cell)], script=script)).values()
    (phrase,) = question.key.answer[0].phrases
    assert (phrase.text, phrase.within) == (key, Fraction(0))
    assert phrase.is_number(f"{float(key):.3f}")


@pytest.mark.parametrize(
    ("cell", "key"),
    [(True, "yes"), (False, "no"), ("Yes", "yes"), ("NO.", "no"), (1, "yes"), ("false", "no")],
)
def test_true_and_false_are_yes_and_no(tmp_path: Path, cell: object, key: str) -> None:
    script = OPEN.replace("counted from 0", "as yes or no")
    (question,) = asked(sound(tmp_path, [item(0, key=cell)], script=script)).values()
    assert question.key.answer[0].phrases[0].text == key
    assert (question.key.right, question.key.candidates) == (1, 2)


@pytest.mark.parametrize(
    ("form", "cell", "words"),
    [
        ("after ####", "42", "item 1: the answer `42` is a text without `####`"),
        ("after ####", "#### a dozen", "item 1: the answer `a dozen` is not a number"),
        ("after ####", "#### 1,25", "item 1: the answer `1,25` is not a number"),
        ("as number", "x" * 60, f"item 1: the answer `{'x' * 40}…` is not a number"),
        ("as yes or no", "maybe", "item 1: the answer `maybe` is neither yes nor no"),
    ],
)
def test_a_key_of_another_form_is_refused(tmp_path: Path, form: str, cell: str, words: str) -> None:
    (fault,) = faults(tmp_path, [item(0, key=cell)], script=OPEN.replace("counted from 0", form))
    assert (fault.code, fault.message()) == ("E789", words)


@pytest.mark.parametrize("form", ["as number", "after ####", "as yes or no"])
def test_a_key_without_choices_is_for_no_bank_with_choices(tmp_path: Path, form: str) -> None:
    (fault,) = faults(tmp_path, [item(0)], script=SCRIPT.replace("counted from 0", form))
    assert (fault.code, fault.message()) == ("E735", f"`{form}` is for questions without choices")


# ----------------------------------------------------------------------------- defects


def test_a_published_bank_is_asked_as_it_is_and_every_defect_is_named(tmp_path: Path) -> None:
    items = [
        *(item(n) for n in range(12)),
        item(3),
        item(4, key=0, options=["x", "y", "z"]),
        item(12, options=["p", "q", "P"], key=1),
        item(13, options=["p", "p"], key=0),
        item(3, key=0),
    ]
    found = faults(tmp_path, items)
    assert [(one.code, one.span.file.endswith("stages.json")) for one in found] == [
        ("E737", True), ("E788", True), ("E788", True), ("E737", True),
    ]  # fmt: skip
    experiment = sound(tmp_path, items, "allow duplicate items, doubled choices")
    found = faults(tmp_path, items, "allow duplicate items, doubled choices")
    assert [(one.code, one.message()) for one in found] == [
        ("W733", "1 item of `stages` with the question of another, and other choices: "
         "item 14 (as 5) of stages.json"),
        ("W732", "`stages` has 2 duplicate items: items 13 (as 4), 17 (as 4, with another key) of "
         "stages.json"),
        ("W732", "`stages` has 2 items with doubled choices: items 15, 16 of stages.json"),
    ]  # fmt: skip
    questions = list(asked(experiment).values())
    assert len(questions) == 17
    assert [one.text for one in questions].count("Which is 3?") == 3
    name = questions[3].name
    assert [questions[12].name, questions[16].name] == [f"{name} (2)", f"{name} (3)"]
    assert [(one.key.right, one.key.candidates) for one in questions[14:16]] == [(1, 3), (2, 2)]
    assert [(one.kind, one.count) for one in experiment.banks[0].allowed] == [
        ("duplicate items", 2), ("doubled choices", 2),
    ]  # fmt: skip


def test_an_id_that_comes_again_is_a_duplicate_too(tmp_path: Path) -> None:
    items = [item(1, id="x"), item(2, id="X"), item(1, id="y")]
    experiment = sound(tmp_path, items, "allow duplicate items")
    assert list(asked(experiment)) == ["x", "X (2)", "y"]
    (fault,) = faults(tmp_path, items, "allow duplicate items")
    assert "items 2 (with the id of 1), 3 (as 1) of stages.json" in fault.message()


def test_every_copy_gets_a_free_name(tmp_path: Path) -> None:
    items = [item(n, id=name) for n, name in enumerate(["x", "x", "x (2)", "x (3)", "x"])]
    experiment = sound(tmp_path, items, "allow duplicate items")
    assert list(asked(experiment)) == ["x", "x (2)", "x (2) (2)", "x (3)", "x (4)"]


def test_a_copy_with_an_id_of_its_own_is_warned_of(tmp_path: Path) -> None:
    items = [item(1, id="x"), item(2, id="y"), item(1, id="z")]
    (fault,) = faults(tmp_path, items)
    assert (fault.code, fault.message()) == (
        "W733", "1 item of `stages` with the question and choices of another, and an id of their "
        "own: item 3 (as 1) of stages.json",
    )  # fmt: skip


def test_a_manipulated_copy_is_warned_of_once(tmp_path: Path) -> None:
    items = [item(0, of=""), item(1, of="", id="x"), item(2, of=""), item(1, of="x", id="z", key=0)]
    items = [{"id": str(number), **one} for number, one in enumerate(items)]
    (fault,) = faults(tmp_path, items, "control from of")
    assert (fault.code, fault.message()) == (
        "W733", "1 item of `stages` with the question and choices of another, and an id of their "
        "own: item 4 (as 2, with another key) of stages.json",
    )  # fmt: skip
