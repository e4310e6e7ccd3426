"""Ages in `devrun score`: for the bank of the norms alone, with its norms beside it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from coders.bank_items import difference
from dsl.loading import load
from dsl.record import replace
from dsl.tree import BankContents, BankGroup
from runners.analysis.questions.bank_ages import published_rows, shipped_norms
from tests.here import Here, here
from tests.made_banks import write_grouped_items
from tests.runners.analysis.test_item_scores import GROUPS, SCRIPT

NORMS = shipped_norms()
LETTERS = "ABCD"


def original() -> BankContents:
    """The original bank as it is read from its files, named as these are."""
    groups = tuple(
        BankGroup(
            name=one.names[-1],
            items=one.items,
            asked=one.items,
            options=tuple(sorted(one.options.items())),
            keys=tuple(one.key.get(letter, 0) for letter in LETTERS),
        )
        for one in NORMS.groups
    )
    return BankContents("coglm", groups)


def with_group(at: int, **changed: object) -> BankContents:
    groups = list(original().groups)
    groups[at] = replace(groups[at], **changed)
    return replace(original(), groups=tuple(groups))


def test_the_original_bank_is_known_by_its_items_and_keys() -> None:
    assert difference(NORMS, [original()]) == ""
    assert (
        difference(NORMS, [with_group(1, items=94, options=((4, 94),), keys=(20, 18, 36, 20))])
        == ""
    )
    for other, words in (
        (with_group(0, keys=(25, 25)), "the items of constancy are not those of CogLM"),
        (with_group(0, options=((3, 50),)), "the items of constancy are not those of CogLM"),
        (with_group(0, name="shape"), "its groups are not those of CogLM"),
        (with_group(7, items=50, options=((4, 50),), keys=(50,)), "200 items of CogLM"),
    ):
        assert words in difference(NORMS, [other])


def test_published_rows_have_the_published_means_and_ages() -> None:
    rows = published_rows(NORMS)
    assert len(rows) == 13
    for row, given in zip(rows, NORMS.published, strict=True):
        assert row.macro == pytest.approx(given.macro / 100, abs=0.001)
        age = NORMS.intercept + sum(one.years * row.stages[one.name] for one in NORMS.stages)
        assert age == pytest.approx(given.age, abs=0.1)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """A study of a bank of three groups."""
    folder = tmp_path_factory.mktemp("ages")
    write_grouped_items(folder, GROUPS, each=10)
    (folder / "groups.dev").write_text(SCRIPT, encoding="utf-8")
    shell = here(folder)
    shell.run("run", "groups.dev", "-m", "sim/random", "-m", "sim/oracle")
    return shell


def norms_of(folder: Path, digest: str) -> Path:
    """A norms file for that bank."""
    groups = {
        group: {
            "names": [group],
            "options": {str(size): 10 // len(sizes) for size in sizes},
            "key": {},
        }
        for group, sizes in GROUPS.items()
    }
    stages = [
        {"name": "early", "years": 4.0, "groups": [groups["first"], groups["second"]]},
        {"name": "late", "years": 6.0, "groups": [groups["third"]]},
    ]
    document = {
        "bank": "groups", "source": "made for a test", "intercept": 5.0, "ages": [6, 12],
        "stages": stages, "items": digest,
    }  # fmt: skip
    path = folder / f"norms-{digest[:8]}.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_another_bank_is_not_calibrated_and_the_command_that_calibrates_is_named(
    shell: Here,
) -> None:
    document = json.loads(shell.run("score", "--json").stdout)
    assert [(one["age"], one["norms"]) for one in document["ages"]] == [(None, None)] * 2
    assert document["published_ages"] == []
    shown = " ".join(shell.run("score").stdout.split())
    assert "age: not calibrated, its groups are not those of CogLM" in shown
    assert "`devrun norms fit` calibrates a bank" in shown


def test_norms_of_the_very_items_give_ages_and_other_norms_are_refused(shell: Here) -> None:
    experiment = load(shell.folder / "groups.dev").experiment
    assert experiment is not None
    own = norms_of(shell.folder, experiment.banks[0].digest)
    document = json.loads(shell.run("score", "--norms", str(own), "--json").stdout)
    stages = {
        row["model"]: {
            one["group"]: one["mean"]
            for one in document["measures"]
            if one["level"] == "stage" and one["model"] == row["model"]
            and one["measure"] == "aggregate_calibrated_accuracy"
        }
        for row in document["ages"]
    }  # fmt: skip
    for row in document["ages"]:
        found = stages[row["model"]]
        assert row["age"] == pytest.approx(5 + 4 * found["early"] + 6 * found["late"])
        assert row["stages"] == pytest.approx(found)
        assert row["ci95"][0] < row["age"] <= row["ci95"][1]
        assert row["norms"]["source"] == "made for a test"
        assert row["extrapolated"] == (not 6 <= round(row["age"], 1) <= 12)
    assert next(one for one in document["ages"] if one["model"] == "sim/oracle")["age"] == 15
    shown = " ".join(shell.run("score", "--norms", str(own)).stdout.split())
    assert "sim/oracle: SIMULATED 100 100 100 15.0*" in shown
    assert "95% of an age covers items only" in shown
    assert "ages of the norms: 6 to 12; *: extrapolated" in shown
    other = norms_of(shell.folder, "0" * 64)
    refused = shell.run("score", "--norms", str(other), code=1)
    assert "gives no ages for this study: its items are not those of groups" in refused.stderr


def test_an_export_has_the_scores_of_banks_and_ages(shell: Here) -> None:
    shell.run("export", "-o", "out")
    tables = {
        path.stem.split("description-")[1].removesuffix("_data"): list(
            csv.DictReader(path.read_text(encoding="utf-8").splitlines())
        )
        for path in (shell.folder / "out" / "data").glob("*.csv")
    }
    document = json.loads(shell.run("score", "--json").stdout)
    measures = [one for one in document["measures"] if one["level"] != "experiment"]
    exported = [one for one in tables["banks"] if one["level"] != "experiment"]
    assert [float(one["mean"]) for one in exported] == [one["mean"] for one in measures]
    assert [one["best_letter_in_file"] != "" for one in exported] == [True] * len(measures)
    assert [(one["age"], one["why"]) for one in tables["ages"]] == [
        ("", one["why"]) for one in document["ages"]
    ]
    codebook = (shell.folder / "out" / "CODEBOOK.md").read_text(encoding="utf-8")
    assert "plain mean of the groups of a stage" in codebook


def test_a_report_has_the_profile_and_says_that_there_is_no_age(shell: Here) -> None:
    shell.run("report", "-o", "page.html")
    page = (shell.folder / "page.html").read_text(encoding="utf-8")
    section = page.split("Banks of items</h2>")[1].split("</section>")[0]
    assert "figure-profile-0" in section
    assert "Age: not calibrated, its groups are not those of CogLM" in section
    assert "sim/oracle, stage late: 100" in section


def test_a_report_without_an_lrs_begins_with_the_bank_and_has_no_section_on_the_lrs(
    shell: Here,
) -> None:
    shell.run("report", "-o", "page.html")
    page = (shell.folder / "page.html").read_text(encoding="utf-8")
    titles = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert titles[1:4] == ["At a glance", "Banks of items", "What was run"]
    of_lrs = {"Contrasts", "Rules for failed controls", "Precision", "Sensitivity to the rules"}
    assert not of_lrs & {*titles}
    overview = page.split("At a glance</h2>")[1].split("</section>")[0]
    words = re.sub(r"<[^>]+>", "", overview)
    assert "calibrated accuracy (aggregate form, mean of the groups of items): 100%" in words
    assert "Not scored yet" not in words
