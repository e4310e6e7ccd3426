"""`devrun new cogbench`: from the published files to a script with tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from coders.tables.cogbench import read_half
from coders.tables.cogbench_half import Subset
from coders.tables.wave_ratings import beside, conditions_of, read_people, read_wave_table
from coders.tables.word_counts import read_length, words_in
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Fork
from tests.cogbench_files import ARTICLES, BAD, BAD_RATINGS, chinese, english, write
from tests.here import here


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8"), newline="")))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_a_half_becomes_a_script_with_tables(tmp_path: Path) -> None:
    """Texts are as published; ratings that nobody gave are counted and not in the table."""
    write(tmp_path / "data", english())
    done = here(tmp_path).run("new", "cogbench", "--from", "data", "--half", "articles")
    home = tmp_path / "cogbench_files"
    texts = rows(home / "articles.csv")
    read = {(one["topic"], int(one["wave"])): one["text"] for one in texts}
    assert read == {place: text for place, text in ARTICLES.items() if place[0] != "屋顶花园"}
    assert rows(home / "profiles.csv")[0] == {
        "Name": "Ada Lorn", "Age": "34", "Values": "quiet, order",
        "Future Outlook": "hopeful",
    }  # fmt: skip
    people = rows(home / "ratings.csv")
    assert [(one["wave"], one["item"], one["rating"], one["rater"]) for one in people] == [
        (wave, item, rating, "majority")
        for wave, item, rating in (("0", "q1", "3"), ("0", "q2", "4"), ("1", "q1", "3"),
                                   ("1", "q2", "4"), ("2", "q1", "3"))
    ]  # fmt: skip
    answers = rows(home / "methods.csv")
    assert len(answers) == 6
    assert answers[1] == {
        "participant": "CogGPT", "sees_feedback": "FALSE", "topic": "Night Trains",
        "profile": "Ada Lorn", "wave": "0", "item": "q2", "rating": "3",
        "reason": "'=I like trains.",
    }  # fmt: skip
    assert {one["rating"] for one in rows(home / "rationality.csv")} == {"4"}
    loaded = load(tmp_path / "cogbench.dev")
    assert loaded.experiment is not None
    assert not loaded.faults
    # Each question is asked alone.
    [trunk, *_] = Expander(loaded.experiment).trial(cells(loaded.experiment)[0], draw=1).sessions
    assert [len(node.branches) for node in trunk.nodes if isinstance(node, Fork)] == [2]
    told = squeezed(done.stderr)
    words = sum(words_in(text) for (topic, _), text in ARTICLES.items() if topic != "屋顶花园") / 4
    for line in (
        "topics 2 50", "profiles 2 20", "articles 4 500", "waves 2 10",
        f"words per article {words:.2f} 2,044.54", f"Life {words:.2f} 2,015.60",
        "people's ratings: 5; not rated (-1): 1", "published answers in methods.csv: CogGPT 6",
        "`rationality` of CogGPT that is not set (-1): 3, first in record 1",
    ):  # fmt: skip
        assert line in told


def test_published_answers_are_scored_as_ratings_in_waves(tmp_path: Path) -> None:
    """Beside people's ratings; the one that nobody gave has none."""
    files = english()
    given = files["eval_cogbench_a.json"][0]["questionnaire"][0]["answer"]
    given["ReAct"] = {"rating": 1, "reason": "", "rationality": -1}
    write(tmp_path / "data", files)
    here(tmp_path).run("new", "cogbench", "--from", "data", "--half", "articles")
    texts = {name: (tmp_path / "cogbench_files" / f"{name}.csv").read_text("utf-8")
             for name in ("methods", "ratings", "rationality")}  # fmt: skip
    table = read_wave_table(texts["methods"], "methods.csv", ".csv", scale=(1, 5))
    named = conditions_of(table.rows)
    people = read_people(texts["ratings"], "ratings.csv", ".csv", conditions=named, scale=(1, 5))
    found = beside(table, people, ties="nearest").rows
    assert [one.participant for one in found if one.sees_feedback] == ["ReAct"]
    assert [(one.participant, one.rating, one.people) for one in found] == [
        ("CogGPT", 2, 3), ("ReAct", 1, 3), ("CogGPT", 3, 4), ("CogGPT", 2, 3), ("CogGPT", 3, 4),
        ("CogGPT", 2, 3), ("CogGPT", 3, None),
    ]  # fmt: skip
    named = [*named, "participant"]
    rated = read_people(
        texts["rationality"], "rationality.csv", ".csv", conditions=named, scale=(1, 5)
    )
    assert len(rated.given) == 3


def test_videos_of_a_wave_are_one_text(tmp_path: Path) -> None:
    """Empty fields are left out; both halves are two scripts."""
    write(tmp_path / "data", english())
    done = here(tmp_path).run("new", "cogbench", "--from", "data", "--topics", "1")
    assert (tmp_path / "cogbench_articles.dev").is_file()
    shown = rows(tmp_path / "cogbench_videos_files" / "videos.csv")
    assert [one["topic"] for one in shown] == ["Night Trains", "Night Trains"]
    first = ARTICLES["Night Trains", 1]
    assert shown[0]["text"] == "\n\n".join(f"title: Clip {at}\nspeech: {first}" for at in range(3))
    assert "videos 6 5,000" in squeezed(done.stderr)


def test_chinese_words_are_counted_by_character(tmp_path: Path) -> None:
    write(tmp_path / "data" / "chinese", chinese())
    write(tmp_path / "data" / "english", english())
    shell = here(tmp_path)
    both = shell.run("new", "cogbench", "--from", "data", code=2)
    assert "has two languages, english and chinese" in both.stderr
    done = shell.run(
        "new", "cogbench", "--from", "data", "--half", "articles", "--language", "chinese"
    )
    assert [read_length(one) for one in ("four", "“ab”", "屋顶 2", "")] == [4, 4, 10, 0]
    assert "words per article 11.00 2,044.54" in squeezed(done.stderr)
    assert (
        (tmp_path / "cogbench.dev")
        .read_text("utf-8")
        .startswith("experiment CogBench articles in Chinese\n")
    )
    assert "既不同意也不反对" in (tmp_path / "cogbench.dev").read_text("utf-8")
    assert rows(tmp_path / "cogbench_files" / "profiles.csv")[0]["姓名"] == "美琳"


def test_every_fault_is_named_by_file_record_and_field(tmp_path: Path) -> None:
    """Nothing is written; unusable ratings can be left out, and what is shown cannot."""
    shell = here(tmp_path)
    for folder, bad in (("bad", BAD), ("rated", BAD_RATINGS)):
        files = json.loads(json.dumps(english()))
        for change, value, _ in bad:
            change(files, value)
        write(tmp_path / folder, files)
        done = shell.run("new", "cogbench", "--from", folder, "--half", "articles", code=1)
        told = squeezed(done.stderr)
        for _, _, said in bad:
            assert said in told, said
        assert sorted(one.name for one in tmp_path.iterdir() if not one.is_dir()) == []
    done = shell.run("new", "cogbench", "--from", "rated", "--half", "articles", "--leave-out")
    assert done.stderr.count("left out: eval_cogbench_a.json, record") == len(BAD_RATINGS)
    assert len(rows(tmp_path / "cogbench_files" / "ratings.csv")) == 3


@pytest.mark.parametrize(
    ("text", "subset", "told"),
    [
        ("version https://git-lfs.github.com/spec/v1\n", Subset(), "is a pointer of Git LFS, not"),
        ("[", Subset(), "cogbench_a.json, line 1: this is not JSON"),
        ("", Subset(topics=("Canals",)), "there is no topic `Canals`"),
        (
            json.dumps(english()["cogbench_a.json"][1:]),
            Subset(),
            "cogbench_a.json: topic `Night Trains` has no record of wave 0",
        ),
    ],
)
def test_one_fault_is_told_once(text: str, subset: Subset, told: str) -> None:
    """And not again for each rating that hangs on it."""
    files = {name: json.dumps(one) for name, one in english().items()}
    found = read_half(files | ({"cogbench_a.json": text} if text else {}), "cogbench_a", subset)
    [fault] = (*found.shown.faults, *found.rated.faults)
    assert told in str(fault)
    if subset.topics:
        assert fault.help == "some that are there: Night Trains, Roof Gardens"


def test_a_field_that_is_not_there_is_missing() -> None:
    files = {name: json.dumps(one) for name, one in english().items()}
    del (some := english()["cogbench_a.json"])[0]["topic"]
    found = read_half(files | {"cogbench_a.json": json.dumps(some)}, "cogbench_a", Subset())
    assert "record 1, `topic`: is missing, not a text" in str(found.shown.faults[0])


def test_only_some_topics_profiles_and_waves(tmp_path: Path) -> None:
    """Faults in the rest are not looked for; a name that is not there is one."""
    files = english()
    files["cogbench_a.json"][0]["questionnaire"] = []
    write(tmp_path / "data", files)
    shell = here(tmp_path)
    chosen = ("--topics", "roof gardens", "--profiles", "Ben Oss", "--waves", "1-2")
    shell.run("new", "cogbench", "--from", "data", "--half", "articles", *chosen)
    home = tmp_path / "cogbench_files"
    assert [one["Name"] for one in rows(home / "profiles.csv")] == ["Ben Oss"]
    assert {one["topic"] for one in rows(home / "questions.csv")} == {"Roof Gardens"}
    script = (tmp_path / "cogbench.dev").read_text("utf-8")
    assert "without wave 0" in script
    assert "people from" not in script
    wrong = shell.run("new", "other", "--template", "cogbench", "--from", "data",
                      "--profiles", "Cem", "--topics", "Roof Gardens", code=1)  # fmt: skip
    assert "there is no profile `Cem` (some that are there: Ada Lorn, Ben Oss)" in wrong.stderr


def test_files_that_are_not_there_or_not_json_are_named(tmp_path: Path) -> None:
    shell = here(tmp_path)
    files = english()
    del files["profile.json"], files["cogbench_v.json"]
    write(tmp_path / "part", files)
    gone = shell.run("new", "cogbench", "--from", "part", code=2)
    assert "has no `profile.json` and `cogbench_v.json`" in gone.stderr
    broken = english() | {"cogbench_a.json": "[\n{,", "profile.json": {"Name": "Ada"}}
    write(tmp_path / "broken", broken)
    done = shell.run("new", "cogbench", "--from", "broken", "--half", "articles", code=1)
    assert "cogbench_a.json, line 2: this is not JSON" in done.stderr
    assert "profile.json is an object, not a list" in done.stderr
    assert "no list of waves" in shell.run("new", "cogbench", "--waves", "all", code=2).stderr
