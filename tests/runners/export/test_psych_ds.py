"""A study that is given away: its folder keeps the rules of Psych-DS, says all that the store says,
and gives the same tables again without anything else.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from runners.export.folder import CannotWrite, refuse_taken, whole_folder
from runners.export.previous_export import keep_theirs
from tests.here import here
from tests.runners.export.given_away import GivenAway
from tests.shell import Shell

NAME = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv")
KEYWORDS = {"study", "site", "subject", "session", "task", "condition", "trial", "stimulus",
            "description"}  # fmt: skip
TABLES = {
    "trials", "scores", "questions", "codes", "words", "ratings", "variance", "dstudy", "calls",
}  # fmt: skip


@pytest.fixture(scope="module")
def scored(given: GivenAway) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = given.shell.json("score")
    return found


def described(given: GivenAway) -> dict[str, dict[str, object]]:
    text = (given.folder / "dataset_description.json").read_text(encoding="utf-8")
    return {one["name"]: one for one in json.loads(text)["variableMeasured"]}


def said_of(table: str, description: str) -> str:
    """The words about the column of this table, where tables differ."""
    first, *others = re.split(r"(?:^| )In ((?:`\w+`(?:, )?)+): ", description)
    by_tables = dict(zip(others[::2], others[1::2], strict=True))
    return next((said for names, said in by_tables.items() if f"`{table}`" in names), first)


def commands_in(readme: str) -> list[str]:
    return re.findall(r"^devrun .*$", readme, re.M)


def test_the_description_has_what_psych_ds_demands(given: GivenAway) -> None:
    text = (given.folder / "dataset_description.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert (found["@context"], found["@type"]) == ("https://schema.org", "Dataset")
    assert found["name"].startswith("SIMULATED, NOT DATA: devrun study ")
    assert found["description"].startswith("SIMULATED, NOT DATA: ")
    assert "simulated, not data" in found["keywords"]
    assert all(one["@type"] == "PropertyValue" for one in found["variableMeasured"])
    names = [one["name"] for one in found["variableMeasured"]]
    assert len(names) == len(set(names))
    assert found["author"] == [
        {"@type": "Person", "name": "[to be written: who made this study]"}
    ]  # fmt: skip


def test_tables_have_names_and_columns_as_psych_ds_wants_them(given: GivenAway) -> None:
    columns = described(given)
    files = list((given.folder / "data").rglob("*.csv"))
    assert {one.name.split("_")[1].removeprefix("description-") for one in files} == TABLES
    for place in files:
        assert NAME.fullmatch(place.name)
        assert {part.split("-")[0] for part in place.name.split("_")[:-1]} <= KEYWORDS
        raw = place.read_bytes()
        raw.decode("utf-8")
        assert not raw.startswith(b"\xef\xbb\xbf")
        header = raw.decode("utf-8").split("\r\n")[0].split(",")
        assert len(header) == len(set(header))
        assert set(header) <= columns.keys()
        assert "row_id" not in header


def test_every_field_is_of_the_kind_that_its_column_says(given: GivenAway) -> None:
    columns = described(given)
    for table in TABLES:
        rows = given.rows(table)
        assert rows
        for row in rows:
            assert None not in row
            for name, value in row.items():
                one = columns[name]
                levels = {each["value"] for each in one.get("valueReference", ())}  # type: ignore[attr-defined]
                if value == "":
                    assert "Never empty" not in said_of(table, str(one["description"])), name
                elif levels and not name.startswith("factor_"):
                    assert value in levels, (table, name, value)
                elif "minValue" in one:
                    assert float(value) >= float(str(one["minValue"])), (table, name, value)
                    assert float(value) <= float(str(one.get("maxValue", "inf"))), (table, name)


def test_the_codebook_names_every_file_and_every_column(given: GivenAway) -> None:
    text = (given.folder / "CODEBOOK.md").read_text(encoding="utf-8")
    for table in TABLES:
        (place,) = (given.folder / "data").glob(f"*-{table}_*.csv")
        part = text.split(f"`data/{place.name}`")[1].split("\n## ")[0]
        rows = given.rows(table)
        assert f": {len(rows):,} rows." in part
        assert re.findall(r"^\| `([^`]+)` \|", part, re.M) == list(rows[0])


def test_the_codebook_says_in_how_many_rows_a_column_has_a_value(given: GivenAway) -> None:
    text = (given.folder / "CODEBOOK.md").read_text(encoding="utf-8")
    part = text.split("-questions_data.csv`")[1].split("\n## ")[0]
    told = dict(re.findall(r"^\| `([^`]+)` \|.*\| ([^|]+) \|$", part, re.M))
    rows = given.rows("questions")
    filled = {name: sum(row[name] != "" for row in rows) for name in rows[0]}
    assert {"all", "none"} < set(told.values())
    assert told == {
        name: "all" if n == len(rows) else f"{n:,} ({n / len(rows):.0%})" if n else "none"
        for name, n in filled.items()
    }


def test_keys_tell_rows_apart_and_join_the_tables(given: GivenAway) -> None:
    def keys(table: str, *names: str) -> list[tuple[str, ...]]:
        return [tuple(row[name] for name in names) for row in given.rows(table)]

    trials = keys("trials", "trial")
    questions = keys("questions", "trial", "session", "place")
    for found in (
        trials,
        questions,
        keys("scores", "trial", "coder", "coder_kind"),
        keys("codes", "trial", "session", "place", "coder", "coder_kind", "duplicate"),
        keys("words", "trial", "slot"),
        keys("ratings", "measure", "item"),
        keys("variance", "measure", "experiment", "wording", "source"),
        keys("dstudy", "experiment", "wording", "draws", "samples", "coders"),
        keys("calls", "call"),
    ):
        assert len(found) == len(set(found)) > 0
    assert {key for key, *_ in questions} == {key for (key,) in trials}
    assert set(keys("codes", "trial", "session", "place")) <= set(questions)
    used = [row["call"] for row in given.rows("calls") if row["used"] == "TRUE"]
    assert sorted(used) == sorted(call for (call,) in keys("questions", "call"))


def test_the_trials_are_those_of_devrun_score(
    given: GivenAway, scored: dict[str, list[dict[str, object]]]
) -> None:
    trials = given.rows("trials")
    names = ("trial", "experiment", "condition", "wording", "model", "status", "reason", "gate")
    figures = ("share", "own_share", "twin_share", "lrs", "lrs_linear", "lrs_strict", "lrs_lenient",
               "lrs_hallucination_zero")  # fmt: skip
    gates = ("zero", "exclude", "ungated")
    assert len(trials) == len(scored["trials"]) == 40
    assert {row["status"] for row in trials} > {"scored", "disputed"}
    for row, one in zip(trials, scored["trials"], strict=True):
        assert [row[name] for name in names] == [one[name] for name in names]
        assert [as_number(row[name]) for name in figures] == [one[name] for name in figures]
        assert [as_number(row[f"lrs_{name}"]) for name in gates] == [
            one["gates"][name] for name in gates  # type: ignore[index]
        ]  # fmt: skip
        assert (row["simulated"], row["draw"]) == ("TRUE", str(one["draw"]))


def as_number(text: str) -> float | None:
    return float(text) if text else None


def test_scores_are_those_of_each_coder(
    given: GivenAway, scored: dict[str, list[dict[str, object]]]
) -> None:
    found = {(row["trial"], row["coder"]): row for row in given.rows("scores")}
    assert len(found) == 40 * 3
    for one in scored["trials"]:
        coders = one["by_coder"]
        assert isinstance(coders, dict)
        for name, own in coders.items():
            row = found[str(one["trial"]), name]
            assert (row["coder_kind"], as_number(row["lrs"])) == (own["kind"], own["lrs"])
            assert row["counted"] == ("TRUE" if name in ("Ada", "Ben") else "FALSE")


def test_codes_are_what_each_coder_said_before_anything_was_settled(given: GivenAway) -> None:
    codes = given.rows("codes")
    number = {
        (row["coder"], row["coder_kind"], row["duplicate"]): 0 for row in codes
    }  # fmt: skip
    for row in codes:
        number[row["coder"], row["coder_kind"], row["duplicate"]] += 1
    assert number == {
        ("Ada", "blind", "FALSE"): 120,
        ("Ada", "blind", "TRUE"): 9,
        ("Ben", "blind", "FALSE"): 120,
        ("Cy", "author", "FALSE"): 120,
        ("Di", "adjudicator", "FALSE"): 12,
    }
    counted = {row["coder"] for row in codes if row["counted"] == "TRUE"}
    assert counted == {"Ada", "Ben"}
    marks = {("right", "1"), ("half", "0.5"), ("wrong", "0")}
    assert {(row["verdict"], row["mark"]) for row in codes} == marks


def test_a_question_has_the_mean_mark_of_the_coders_who_count(given: GivenAway) -> None:
    marks: dict[tuple[str, str], list[float]] = {}
    for row in given.rows("codes"):
        if row["coder"] in ("Ada", "Ben") and row["duplicate"] == "FALSE" and row["kind"] == "test":
            marks.setdefault((row["trial"], row["place"]), []).append(float(row["mark"]))
    asked = [row for row in given.rows("questions") if row["kind"] == "test"]
    assert len(asked) == len(marks) == 80
    for row in asked:
        mine = marks[row["trial"], row["place"]]
        assert (float(row["mark"]), row["marked_by"]) == (sum(mine) / 2, "2")


def test_the_folder_alone_gives_the_same_tables_with_the_command_it_names(
    given: GivenAway, tmp_path: Path
) -> None:
    shutil.copytree(given.folder, tmp_path / "alone")
    alone = here(tmp_path / "alone")
    readme = (alone.folder / "README.md").read_text(encoding="utf-8")
    (command,) = commands_in(readme)
    again = alone.run(*command.split()[1:], "--json").stdout
    assert again == given.shell.run("score", "--json").stdout
    mine = ("--store", "sqlite:///data/raw/study.sqlite")
    for words in (("agree", "--bootstrap", "50", "--json"), ("transcript", "--json")):
        assert alone.run(*words, *mine).stdout == given.shell.run(*words).stdout
    found = alone.json("store", "check", *mine)
    assert (found["trials"], found["findings"]) == (40, [])
    # The store is one file: whoever only reads adds no file to it.
    raw = alone.folder / "data" / "raw"
    assert {one.name for one in raw.iterdir()} == {"logs", "replies-0001.jsonl", "study.sqlite"}


def test_what_was_narrowed_is_narrowed_again_by_the_command_of_the_readme(
    given: GivenAway,
) -> None:
    shell = given.shell
    shell.run("export", "-m", "sim/child", "--only", "left", "--as-paper", "-o", "part")
    readme = (shell.folder / "part" / "README.md").read_text(encoding="utf-8")
    (command,) = commands_in(readme)
    assert command == (
        "devrun score -m sim/child --only left --as-paper --store sqlite:///data/raw/study.sqlite"
    )
    alone = here(shell.folder / "part")
    again = alone.run(*command.split()[1:], "--json").stdout
    narrowed = ("-m", "sim/child", "--only", "left", "--as-paper")
    assert again == shell.run("score", *narrowed, "--json").stdout
    rows = GivenAway(shell, shell.folder / "part").rows("ratings")
    assert [name for name in rows[0] if "_" in name] == ["rater_ada", "rater_ben", "rater_cy"]


def test_scripts_can_be_checked_and_replies_are_there_to_the_letter(given: GivenAway) -> None:
    here(given.folder).run("check", "scripts/shelf.dev")
    kept = (given.shell.folder.parent / "run" / "shelf.dev").read_bytes()
    assert (given.folder / "scripts" / "shelf.dev").read_bytes() == kept
    lines = (given.folder / "data/raw/replies-0001.jsonl").read_text(encoding="utf-8").splitlines()
    calls = [json.loads(line) for line in lines]
    told = {row["call"]: row["reply"] for row in given.rows("questions")}
    assert {one["call"]: one["text"] for one in calls} == told
    assert all(one["simulated"] for one in calls)
    assert calls[0]["messages"][0]["text"].endswith("?") or "A) " in calls[0]["messages"][0]["text"]


def test_changes_say_what_was_settled(given: GivenAway) -> None:
    text = (given.folder / "CHANGES.md").read_text(encoding="utf-8")
    assert text.startswith("# SIMULATED, NOT DATA: changes of study ")
    assert "- Di adjudicated 12 disagreements; the scores use those about control" in text
    assert "- no key was changed: all runs had the same rubrics" in text


def test_nothing_that_was_simulated_can_be_mistaken(given: GivenAway) -> None:
    for name in ("README.md", "CODEBOOK.md", "CHANGES.md", "dataset_description.json"):
        assert "SIMULATED, NOT DATA" in (given.folder / name).read_text(encoding="utf-8")
    for table in TABLES:
        assert {row["simulated"] for row in given.rows(table)} == {"TRUE"}


def test_what_is_there_is_not_written_over_and_an_older_export_is_replaced_when_asked(
    given: GivenAway,
) -> None:
    shell = given.shell
    (shell.folder / "mine").mkdir()
    (shell.folder / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    (shell.folder / "deep").mkdir()
    (shell.folder / "deep" / "dataset_description.json").write_text("[" * 100_000)
    shell.run("export", "-o", "older")
    taken = (("mine", ()), ("mine", ("--replace",)), ("deep", ("--replace",)), ("older", ()))
    for place, more in taken:
        done = shell.run("export", "-o", place, *more, code=2)
        assert f"`{place}` already exists" in done.stderr
    older = shell.folder / "older"
    (older / "paper").mkdir()
    (older / "paper" / "draft.txt").write_text("ours", encoding="utf-8")
    described = json.loads((older / "dataset_description.json").read_text(encoding="utf-8"))
    theirs = {"license": "CC BY 4.0", "funder": "nobody", "name": "what we called it"}
    text = json.dumps(described | theirs)
    (older / "dataset_description.json").write_text(text, encoding="utf-8")
    shell.run("export", "-o", "older", "--replace")
    found = json.loads((older / "dataset_description.json").read_text(encoding="utf-8"))
    assert (found["license"], found["funder"]) == ("CC BY 4.0", "nobody")
    assert found["author"] == described["author"]
    assert found["name"] == described["name"]
    assert (older / "paper" / "draft.txt").read_text(encoding="utf-8") == "ours"
    changes = (shell.folder / "older" / "CHANGES.md").read_text(encoding="utf-8")
    assert changes.count("\n## Exported ") == 2
    assert changes.count("# SIMULATED, NOT DATA: changes") == 1
    assert [one.name for one in shell.folder.iterdir() if ".part-" in one.name] == []


def test_a_place_that_cannot_be_written_is_a_sentence_and_leaves_nothing(given: GivenAway) -> None:
    done = given.shell.run("export", "-o", "devrun.sqlite/inside", code=2)
    assert "the export cannot be written to devrun.sqlite" in done.stderr
    assert "nothing was left behind" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="links are made otherwise")
def test_links_in_an_older_export_stay_links(tmp_path: Path) -> None:
    for name in ("older", "newer"):
        (tmp_path / name).mkdir()
    (tmp_path / "older" / "elsewhere").symlink_to("..")
    (tmp_path / "older" / "gone").symlink_to("nowhere")
    keep_theirs(tmp_path / "older", tmp_path / "newer")
    assert sorted(one.name for one in (tmp_path / "newer").iterdir()) == ["elsewhere", "gone"]
    assert all(one.is_symlink() for one in (tmp_path / "newer").iterdir())


def test_what_came_to_be_there_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    def write() -> None:
        with whole_folder(tmp_path / "out", replaces=lambda _: False) as folder:
            (folder / "README.md").write_text("ours", encoding="utf-8")
            (tmp_path / "out").mkdir()
            (tmp_path / "out" / "notes.txt").write_text("theirs", encoding="utf-8")

    with pytest.raises(CannotWrite, match="already exists"):
        write()
    assert [one.name for one in tmp_path.rglob("*")] == ["out", "notes.txt"]


def test_a_long_name_is_a_folder_or_a_sentence(tmp_path: Path) -> None:
    with whole_folder(tmp_path / ("x" * 250), replaces=lambda _: False):
        pass
    assert (tmp_path / ("x" * 250)).is_dir()
    with pytest.raises(CannotWrite, match="cannot be written"):
        refuse_taken(tmp_path / ("x" * 300), replaces=lambda _: False)


def test_a_mended_key_counts_and_goes_along(shell: Shell, given: GivenAway) -> None:
    shutil.copyfile(given.shell.folder / "devrun.sqlite", shell.folder / "devrun.sqlite")
    text = (given.folder / "scripts" / "shelf.dev").read_text(encoding="utf-8")
    mended = text.replace("moved: The {table}", "moved: The {shelf}")
    assert mended != text
    (shell.folder / "shelf.dev").write_text(mended, encoding="utf-8")
    words = ("shelf.dev", "--coder", "matcher")
    shell.run("export", *words, "-o", "out")
    alone = here(shell.folder / "out")
    (command,) = commands_in((alone.folder / "README.md").read_text(encoding="utf-8"))
    assert command.startswith("devrun score scripts-mended/shelf.dev --coder matcher --store ")
    again = alone.run(*command.split()[1:], "--json").stdout
    assert again == shell.run("score", *words, "--json").stdout
    assert again != shell.run("score", "--coder", "matcher", "--json").stdout
    assert "scored with the key of a script given at export" in (
        alone.folder / "CHANGES.md"
    ).read_text(encoding="utf-8")


def test_a_coder_who_has_coded_nothing_yet_is_no_rater(shell: Shell, given: GivenAway) -> None:
    shutil.copyfile(given.shell.folder / "devrun.sqlite", shell.folder / "devrun.sqlite")
    shell.run("packets", "--coder", "Zoe", "--keyed")
    shell.run("export", "-o", "out")
    here = GivenAway(shell, shell.folder / "out")
    assert here.rows("ratings") == given.rows("ratings")
    for folder in (given.folder, here.folder):
        readme = (folder / "README.md").read_text(encoding="utf-8")
        assert "| scored by | 2 coders whose ratings are pooled |" in readme


def test_the_document_says_where_it_is(given: GivenAway) -> None:
    found = given.shell.json("export", "-o", "again")
    assert (found["place"], found["trials"], found["simulated"]) == ("again", 40, True)
    listed = sorted(
        one.relative_to(given.shell.folder / "again").as_posix()
        for one in (given.shell.folder / "again").rglob("*")
        if one.is_file()
    )
    assert found["files"] == listed
