"""`devrun new coglm --from FOLDER`: a script for the original bank, which a user has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coders.bank_items import difference
from coders.tables.abilities import read_norms
from dsl.loading import load
from runners.cli.published.coglm import NAMES
from runners.shipped import SHIPPED_NORMS
from tests.coglm_files import bank, write_bank
from tests.here import Here, here

NORMS = read_norms(SHIPPED_NORMS.read_bytes(), "coglm.json")


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    (tmp_path / "work").mkdir()
    return here(tmp_path / "work")


def squeezed(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


def test_the_original_bank_is_imported_with_its_ten_abilities_and_every_defect_named(
    tmp_path: Path, shell: Here
) -> None:
    files = write_bank(tmp_path / "CogLM")
    done = shell.run("new", "coglm", "--from", str(files))
    assert done.stdout.split() == ["coglm.dev", *(f"coglm_files/{name}" for name in NAMES)]
    said = squeezed(done.stderr)
    numbers = ", ".join(str(n) for n in range(1, 39))
    for words in (
        "6 duplicate items: item 2 (as 1) of coglm_files/first_stage/early_represent_mind.json; "
        "items 2 (as 1), 4 (as 3), 6 (as 5), 8 (as 7), 10 (as 9) of "
        "coglm_files/second_stage/symbolic.json",
        "39 items with doubled choices: item 1 of coglm_files/third_stage/inductive.json; items "
        f"{numbers} of coglm_files/fourth_stage/plan.json",
        "18 items of `coglm` with the question of another, and other choices: items 90 (as 89), ",
        "they have no licence, so do not pass the copies on",
        "next: read it with `devrun show coglm.dev`",
    ):
        assert words in said
    plan = json.loads(shell.run("plan", "coglm.dev", "--json").stdout)
    assert {(one["group"], one["items"]) for one in plan["items"]} == {
        (group.name, group.items) for group in NORMS.groups
    }
    assert [(one["defect"], one["count"]) for one in plan["banks"][0]["allowed"]] == [
        ("duplicate items", 6), ("doubled choices", 39),
    ]  # fmt: skip
    assert plan["calls"] == 4 * 1220
    experiment = load(tmp_path / "work" / "coglm.dev").experiment
    assert experiment is not None
    assert difference(NORMS, experiment.banks) == ""
    assert [(one.name, set(one.groups)) for one in experiment.stages] == [
        (stage.name, {group.name for group in stage.groups}) for stage in NORMS.stages
    ]


def test_files_in_the_folder_of_the_script_are_read_where_they_are(
    tmp_path: Path, shell: Here
) -> None:
    write_bank(tmp_path / "work" / "CogLM")
    done = shell.run("new", "first try", "--template", "coglm", "--from", "CogLM/dataset")
    assert done.stdout == "first try.dev\n"
    text = (tmp_path / "work" / "first try.dev").read_text("utf-8")
    assert (
        "bank coglm from CogLM/dataset/first_stage/*.json, CogLM/dataset/second_stage/*.json"
        in text
    )
    loaded = load(tmp_path / "work" / "first try.dev")
    assert [fault.code for fault in loaded.faults] == ["W733", "W732", "W732"]


def test_what_cannot_be_asked_is_named_with_its_file_and_row(tmp_path: Path, shell: Here) -> None:
    """The user mends the copy; nothing is left out unsaid."""
    files = bank()
    files["exist"][3]["answer"] = 2
    files["plan"][40]["candidates"][1] = " "
    files["deductive"][7]["question"] = ""
    files["symbolic"][50]["answer"] = None
    done = shell.run("new", "coglm", "--from", str(write_bank(tmp_path / "CogLM", files)))
    said = squeezed(done.stderr)
    for words in (
        "item 4: the answer `2` is none of its choices --> coglm_files/first_stage/exist.json:",
        "item 41: `candidates` has an empty choice --> coglm_files/fourth_stage/plan.json:",
        "item 8: `question` is empty --> coglm_files/fourth_stage/deductive.json:",
        "item 51: `answer` is empty --> coglm_files/second_stage/symbolic.json:",
        "next: correct what is wrong above, then: devrun check coglm.dev",
    ):
        assert words in said
    assert len(load(tmp_path / "work" / "coglm.dev").faults) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("coglm",), "the questions of CogLM do not come with devrun: they have no licence"),
        (("coglm", "--from", "empty"), "has no file of the bank"),
        (("coglm", "--from", "part"), "has no first_stage/exist.json and fourth_stage/plan.json"),
        (
            ("coglm", "--from", "more"),
            "has 1 file that does not belong to the bank: first_stage/notes.json",
        ),
        (("coglm", "--from", "part", "--seed", "3"), "`--seed` are those of the templates"),
        (("mine", "--from", "part"), "devrun new mine --template coglm --from FOLDER"),
    ],
)
def test_another_folder_is_refused(
    tmp_path: Path, shell: Here, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "work" / "empty").mkdir()
    part = write_bank(tmp_path / "work" / "part")
    (part / "dataset" / "first_stage" / "exist.json").unlink()
    (part / "dataset" / "fourth_stage" / "plan.json").unlink()
    more = write_bank(tmp_path / "work" / "more")
    (more / "dataset" / "first_stage" / "notes.json").write_text("[]")
    done = shell.run("new", *arguments, code=2)
    assert words in squeezed(done.stderr)
    assert not (tmp_path / "work" / f"{arguments[0]}.dev").exists()


def test_nothing_is_written_over(tmp_path: Path, shell: Here) -> None:
    files = write_bank(tmp_path / "CogLM")
    shell.run("new", "coglm", "--from", str(files))
    again = shell.run("new", "coglm", "--from", str(files), code=2)
    assert "already exists" in again.stderr
