"""From a form to norms: drawn by seed, answered by made people, fitted, and used in score."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random

import pytest

from coders.tables.people import people_by_answers, read_key
from dsl.files.csv_reader import TableUnusable
from tests.here import Here, here
from tests.runners.analysis.test_item_scores import GROUPS, SCRIPT

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """A folder with a bank of three groups of fifteen items."""
    folder = tmp_path_factory.mktemp("form")
    items = [
        {
            "text": f"Which of {number} is {group}? {HOSTILE}",
            "options": [f"{group} {number} {at}" for at in range(size)],
            "key": number % size,
            "group": group,
        }
        for group, sizes in GROUPS.items()
        for number in range(15)
        for size in [sizes[number % len(sizes)]]
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    (folder / "groups.dev").write_text(SCRIPT, encoding="utf-8")
    return here(folder)


def made(shell: Here, name: str, *more: str) -> dict[str, str]:
    arguments = ("norms", "form", "groups.dev", "-o", name, "--json", *more)
    found: dict[str, str] = json.loads(shell.run(*arguments).stdout)
    return found


def answers(key: dict, people: int, seed: int) -> str:  # type: ignore[type-arg]
    """People of whom each knows more the older he is; one in ten answers in words, not letters."""
    dice, rows = Random(seed), []
    columns = [one["column"] for one in key["questions"]]
    for person in range(people):
        age = dice.uniform(6, 18)
        cells = []
        for one in key["questions"]:
            letters = "ABCDEFGH"[: len(one["choices"])]
            ease = {"first": 0.9, "second": 0.5, "third": 0.2}[one["group"]]
            known = dice.random() < min(1, ease * age / 12)
            letter = one["key"] if known else dice.choice(letters)
            words = one["choices"][letters.index(letter)]
            cells.append(words if dice.random() < 0.1 else letter)
        minutes = 4 if person < 6 else dice.uniform(11, 40)
        rows.append([f"p{person}", f"{age:.1f}", f"{minutes:.1f}", *cells])
    rows[10][5] = ""
    lines = [["person", "age", "minutes", *columns], *rows]
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in lines)


def test_a_form_has_so_many_items_of_each_group_and_no_key(shell: Here) -> None:
    files = made(shell, "one", "--items", "6", "--seed", "3")
    assert files["questions"] == 18
    key = json.loads((shell.folder / files["key"]).read_text(encoding="utf-8"))
    drawn = [one["group"] for one in key["questions"]]
    assert {group: drawn.count(group) for group in GROUPS} == dict.fromkeys(GROUPS, 6)
    assert drawn != sorted(drawn), "groups are mixed"
    items = {one["text"]: one for one in json.loads((shell.folder / "items.json").read_text())}
    for one in key["questions"]:
        item = items[one["question"]]
        assert sorted(one["choices"]) == sorted(item["options"])
        assert one["choices"]["ABCD".index(one["key"])] == item["options"][item["key"]]
    page = (shell.folder / files["page"]).read_text(encoding="utf-8")
    assert HOSTILE not in page
    assert page.count("<fieldset data-column=") == 18
    assert "first" not in page.replace("is first", "").replace("first ", "")
    lines = (shell.folder / files["table"]).read_text(encoding="utf-8").splitlines()
    table = list(csv.reader(lines))
    assert table[0] == ["column", "question", "A", "B", "C", "D"]
    assert [row[0] for row in table[1:]] == [one["column"] for one in key["questions"]]
    assert Path(files["key"]).parent == Path(files["page"]).parent.parent
    same = made(shell, "two", "--items", "6", "--seed", "3")
    assert (shell.folder / same["page"]).read_bytes() == page.encode()
    other = made(shell, "three", "--items", "6", "--seed", "4")
    assert (shell.folder / other["page"]).read_bytes() != page.encode()
    again = shell.run("norms", "form", "groups.dev", "-o", "one", code=2)
    assert "`one/form.html` already exists" in again.stderr


def test_people_are_scored_by_the_key_and_their_norms_give_ages(shell: Here) -> None:
    files = made(shell, "fitted")
    key = json.loads((shell.folder / files["key"]).read_text(encoding="utf-8"))
    (shell.folder / "answers.csv").write_text(answers(key, 147, 5), encoding="utf-8")
    arguments = ("norms", "fit", "answers.csv", "--key", files["key"])
    document = json.loads(shell.run(*arguments, "--write", "own.json", "--json").stdout)
    fit = document["fit"]
    assert (fit["people"], fit["left_out"], fit["least_minutes"]) == (141, 6, 10)
    assert (fit["items_per_group"], fit["empty_answers"]) == (10, 1)
    assert fit["pearson"] > 0.5
    assert fit["held_out_spearman"] > 0.4
    (people,) = document["published"]
    assert people["participant"] == "people (n = 141)"
    assert people["groups"]["first"] > people["groups"]["second"] > people["groups"]["third"]
    printed = shell.run(*arguments).stdout
    assert "people: 141; left out, less than 10 minutes: 6" in printed
    assert "1 answer left empty, counted as wrong" in printed
    shell.run("run", "groups.dev", "-m", "sim/oracle")
    scored = json.loads(shell.run("score", "--norms", "own.json", "--json").stdout)
    (age,) = scored["ages"]
    total = document["intercept"] + sum(one["years"] for one in document["stages"])
    assert age["age"] == pytest.approx(total)
    assert [one["printed"] for one in scored["published_ages"]] == [False]
    assert "people (n = 141) " in shell.run("score", "--norms", "own.json").stdout


@pytest.fixture(scope="module")
def small(shell: Here) -> str:
    """The key of a form of one item of each group."""
    files = made(shell, "small", "--items", "1")
    return files["key"]


def test_what_cannot_be_scored_is_named(shell: Here, small: str) -> None:
    rows = ["person,age,minutes,q1,q2,q3", "a,7,20,A,A,A", "a,8,20,A,A,A", "b,old,20,A,A,A",
            'c,9,20,"A, B",A,A', ",9,20,A,A,A", "d,9,,A,A,A"]  # fmt: skip
    (shell.folder / "bad.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    told = shell.run("norms", "fit", "bad.csv", "--key", small, code=1).stderr
    assert "line 3: the person `a` appears twice" in told
    assert "line 4: `age` is `old`, and not a number above 0" in told
    assert "line 5: `q1` is `A, B`, which needs a human: write A to" in told
    assert "line 6: `person` is empty" in told
    assert "line 7: `minutes` is empty, and not a number from 0" in told
    assert "write --minutes 0 to leave out nobody, however fast" in told
    (shell.folder / "few.csv").write_text("person,age,minutes,q1\na,7,20,A\n", encoding="utf-8")
    told = shell.run("norms", "fit", "few.csv", "--key", small, code=1).stderr
    assert "there are no columns `q2` and `q3`" in told
    told = shell.run("norms", "fit", "few.csv", "--key", "bad.csv", code=1).stderr
    assert "name the key that `devrun norms form` wrote" in told
    told = shell.run("norms", "fit", "few.csv", "--key", "k", "--items", "3", code=2).stderr
    assert "a key has its own stages and number of items" in told


def test_answers_are_read_as_replies_are_and_files_of_one_person_each_are_put_together(
    shell: Here, small: str
) -> None:
    key = read_key((shell.folder / small).read_bytes(), small)
    right = [one.choices["ABCD".index(one.key)] for one in key.questions]
    letters = [one.key.lower() for one in key.questions]
    people = people_by_answers(key, timed=False)
    people.read(f'\ufeffperson;age;q1;q2;q3;city\na;"12;6";{";".join(right)};x\n', "a.csv")
    people.read(f'q2,person,age,q1,q3\n({letters[1]}),b,"9,5",Z,\n', "b.csv")
    one, other = people.people
    assert (one.age, one.minutes, sum(one.right.values())) == (12.5, None, 3)
    assert (other.age, sum(other.right.values())) == (9.5, 1)
    assert (people.empty, people.no_choice) == (
        1, ["b.csv, line 2: `q1` is `Z`, there is no such choice"],
    )  # fmt: skip
    assert list(people.unused) == ["city"]
    with pytest.raises(TableUnusable) as fault:
        people.read("person,age,q1,q2,q3\na,7,A,A,A\n", "c.csv")
    assert "the person `a` appears twice, also in a.csv" in fault.value.message


def test_a_bank_of_which_no_form_can_be_made(shell: Here) -> None:
    told = shell.run("norms", "form", "groups.dev", "--items", "16", code=1).stderr
    assert (
        "there are fewer than 16 items in a group: `first` 15, `second` 15 and `third` 15" in told
    )
    plain = "\n".join(line for line in SCRIPT.split("\n") if "stage" not in line)
    (shell.folder / "plain.dev").write_text(plain, encoding="utf-8")
    told = shell.run("norms", "form", "plain.dev", code=1).stderr
    assert "`Groups` asks 1 bank without stages" in told
    assert "stage NAME of GROUP, GROUP" in told
    told = shell.run("norms", "form", "sally_anne", code=1).stderr
    assert "`Sally-Anne` asks no bank\n" in told
