"""Conditions, waves and items from files: the sessions that they make, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.parsing.formatting import format_script
from dsl.trial import Session, Trial, turns
from renderers.design_words import design_sentence
from tests.expanded import trials

SCRIPT = """\
experiment Changing views

conditions topic from topics.csv
conditions profile from profiles.json

waves reading from {waves}{lines}

questionnaire opinions
    rate 1 to 5
    items from questions.csv

design
    runs 1
    wording original

procedure
    profile: {{all of profile}}
    say: About {{category}}: {{{{this}}}}
    say: {{text}}
    do opinions
"""
FILES = {
    "topics.csv": "topic,category\ntides,science\nbees,nature\n",
    "profiles.json": '[{"profile": "Mara", "Age": 31}, {"profile": "Tim", "Job": "pilot"}]',
    "articles.csv": "Topic,wave,text\n"
    'tides,1,"It rose, {slowly}."\ntides,3,It fell.\nbees,3,They went.\nBees,1,They came.\n',
    "questions.csv": "topic,item,words,reversed\ntides,q1,Tides matter.,\n"
    "tides,q2,Tides are dull.,yes\nbees,q2,Bees are dull.,yes\nbees,q1,Bees matter.,no\n",
    "flow/wave 2.md": "Second {text}.\n\nWith two paragraphs.\n",
    "flow/wave 10.md": "Tenth.",
}


def experiment(
    folder: Path, files: Mapping[str, str] = FILES, *, waves: str = "articles.csv", lines: str = ""
) -> Experiment:
    """The script with these files."""
    faults, found = loaded(folder, files, SCRIPT.format(waves=waves, lines=lines))
    assert found is not None, faults
    return found


def loaded(
    folder: Path, files: Mapping[str, str], script: str
) -> tuple[list[str], Experiment | None]:
    """What is said of a script with these files, each fault with its file and line."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "x.dev").write_text(script, encoding="utf-8")
    assert format_script(script, "x.dev") == script
    found = load(folder / "x.dev")
    said = [f"{Path(f.span.file).name} {f.span.line} {f.code} {f.message()}" for f in found.faults]
    return said, found.experiment


def one_of(found: Experiment, *levels: str) -> Trial:
    """The first trial at these levels."""
    return next(trials(found, only=levels))


def told(session: Session) -> list[str]:
    """All that is said and asked in a session."""
    return [
        one
        for turn in turns(session.nodes)
        for one in (*map(str, turn.says), turn.question.text if turn.question else "")
    ]


def test_each_wave_is_a_conversation_with_the_words_of_its_levels(tmp_path: Path) -> None:
    """Rows are found by their levels, whatever their order; wave 0 leaves out what is shown."""
    found = experiment(tmp_path)
    trial = one_of(found, "bees", "Tim")
    assert [(one.wave, one.version) for one in trial.sessions] == [
        (0, "wave 0"), (1, "wave 1"), (3, "wave 3"),
    ]  # fmt: skip
    assert trial.sessions[0].system == ("profile: Tim\nJob: pilot",)
    intro = "About nature: {this}"
    asked = ["Bees matter.", "Bees are dull."]
    assert told(trial.sessions[0]) == [intro, *asked]
    assert told(trial.sessions[1]) == [intro, "They came.", *asked]
    assert told(trial.sessions[2]) == [intro, "They went.", *asked]
    items = found.questionnaires[0].items
    assert [(one.name, one.reversed) for one in items] == [("q1", False), ("q2", True)]
    assert not any(one.own_story for one in trial.sessions)


def test_words_of_files_are_literal(tmp_path: Path) -> None:
    trial = one_of(experiment(tmp_path), "tides", "Mara")
    assert told(trial.sessions[1])[1] == "It rose, {slowly}."


@pytest.mark.parametrize(("lines", "waves"), [("", [0, 1, 2]), ("\n    without wave 0", [1, 2])])
def test_the_files_of_a_folder_are_waves_in_the_order_of_their_numbers(
    tmp_path: Path, lines: str, waves: list[int]
) -> None:
    trial = one_of(experiment(tmp_path, waves="flow/*.md", lines=lines), "bees", "Tim")
    assert [one.wave for one in trial.sessions] == waves
    assert told(trial.sessions[-2])[1] == "Second {text}.\n\nWith two paragraphs."
    assert told(trial.sessions[-1])[1] == "Tenth."


def test_a_file_without_text_is_no_wave(tmp_path: Path) -> None:
    files = {**FILES, "flow/wave 10.md": "\n"}
    faults, found = loaded(tmp_path, files, SCRIPT.format(waves="flow/*.md", lines=""))
    assert (faults, found) == (["wave 10.md 1 E733 this wave has no text"], None)


def test_the_words_of_a_file_are_part_of_the_procedure(tmp_path: Path) -> None:
    before = procedure_hash(experiment(tmp_path))
    changed = {**FILES, "articles.csv": FILES["articles.csv"].replace("fell", "sank")}
    assert procedure_hash(experiment(tmp_path, changed)) != before
    assert procedure_hash(experiment(tmp_path)) == before


RATINGS = """\
topic,wave,item,rater,rating
bees,0,q1,Ann,2
bees,0,q1,Bo,4
bees,0,q1,Cy,4
bees,1,q1,Ann,1
bees,1,q1,Bo,2
bees,3,q1,Ann,-1
"""


@pytest.mark.parametrize(("ties", "tied"), [("", 2), (", ties none", None)])
def test_each_question_has_the_majority_of_people_up_to_its_wave(
    tmp_path: Path, ties: str, tied: int | None
) -> None:
    """They judge, and are no part of the procedure: more raters ask nothing again."""
    whole = SCRIPT.format(waves="articles.csv", lines="")
    line = f"items from questions.csv\n    people from ratings.csv{ties}"
    files = {**FILES, "ratings.csv": RATINGS}
    faults, found = loaded(tmp_path, files, whole.replace("items from questions.csv", line))
    assert found is not None, faults
    asked = [one for _, _, one in one_of(found, "bees", "Mara").asked() if one.form == "q1"]
    assert [one.people for one in asked] == [(4,), (4, tied), (4, tied, None, None)]
    other = [one for _, _, one in one_of(found, "tides", "Mara").asked()]
    assert {one for question in other for one in question.people} == {None}
    files["ratings.csv"] += "tides,0,q1,Ann,3\n"
    _, more = loaded(tmp_path, files, whole.replace("items from questions.csv", line))
    assert more is not None
    assert procedure_hash(more) == procedure_hash(found) == procedure_hash(experiment(tmp_path))
    assert rubric_hash(more) != rubric_hash(found)


def test_what_is_wrong_with_peoples_ratings_is_said_with_file_and_line(tmp_path: Path) -> None:
    whole = SCRIPT.format(waves="articles.csv", lines="")
    line = "items from questions.csv\n    people from ratings.csv"
    files = {**FILES, "ratings.csv": RATINGS.replace("Cy,4", "Cy,6")}
    faults, found = loaded(tmp_path, files, whole.replace("items from questions.csv", line))
    assert found is None
    assert faults == ["ratings.csv 4 E733 the rating is `6`"]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("articles.csv", "tides,3,", "tides,0,", "articles.csv 3 E733 the wave is `0`"),
        ("articles.csv", "Bees,1,", "Bees,3,",
         "articles.csv 5 E783 there are two rows for wave 3 of bees"),
        ("articles.csv", "They came.", "", "articles.csv 5 E733 this wave has no text"),
        ("questions.csv", "bees,q1,Bees matter.,no\n", "",
         "x.dev 10 E782 `questions.csv` has no row for item `q1` of bees"),
        ("questions.csv", "tides,q2", "tides,q1",
         "questions.csv 3 E783 there are two rows for item `q1` of tides"),
        ("questions.csv", "Bees are dull.,yes", "Bees are dull.,",
         "questions.csv 4 E733 item `q2` is reversed in some rows only"),
        ("questions.csv", "Bees matter.,no", "Bees matter.,maybe",
         "questions.csv 5 E733 `reversed` is `maybe`"),
        ("questions.csv", "Bees matter.", "", "questions.csv 5 E733 `words` is empty"),
        ("topics.csv", "bees,", "b" * 201 + ",",
         f"topics.csv 3 E733 `topic` is `{'b' * 201}`, which cannot be a name"),
        ("topics.csv", "category", "Age", "x.dev 4 E411 there are two lets called `Age`"),
        ("profiles.json", "31", "[1]", "profiles.json 1 E733 `Age` is not text"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_said_with_its_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    assert old in FILES[file]
    files = {**FILES, file: FILES[file].replace(old, new)}
    faults, found = loaded(tmp_path, files, SCRIPT.format(waves="articles.csv", lines=""))
    assert found is None
    assert said in faults


def test_words_of_a_wave_that_wave_0_needs_are_missing_there(tmp_path: Path) -> None:
    """A step with arms says itself what is said in wave 0."""
    arms = "say by reading\n        wave 3: Nothing.\n        otherwise: {{text}}"
    script = SCRIPT.replace("say: {{text}}", arms).format(waves="articles.csv", lines="")
    faults, _ = loaded(tmp_path, FILES, script)
    assert faults == ["x.dev 6 E317 `text` has no words in `wave 0`"]


def test_a_condition_cannot_be_called_as_a_column_of_ratings(tmp_path: Path) -> None:
    script = SCRIPT.format(waves="articles.csv", lines="").replace(
        "conditions profile from", "conditions Rater\n    one\n    two\n\nconditions profile from"
    )
    faults, _ = loaded(tmp_path, FILES, script)
    assert "x.dev 4 E785 a condition called `Rater` cannot be in a script with waves" in faults


RECORD = "\n    record view\n        ask: What do you think?"
EITHER = "".join(
    f"\n    {head}{RECORD.replace(chr(10), chr(10) + '    ')}"
    for head in ("when wave 0", "otherwise")
)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (f"\n    do opinions{RECORD}", ""),
        (f"{RECORD}\n    do opinions", ""),
        (f"\n    do opinions{EITHER}", ""),
        (f"\n    do opinions\n    scene end{RECORD.replace(chr(10), chr(10) + '    ')}", ""),
        ("\n    do opinions", "x.dev 7 E784 `view` cannot be carried: nothing records it"),
        (f"{RECORD}\n        rate 1 to 5\n    do opinions",
         "x.dev 16 E784 `view` cannot be carried: its reply is no text"),
        (f"{RECORD}\n    say: So.\n    do opinions",
         "x.dev 16 E784 `view` cannot be carried: more comes after it"),
    ],
)  # fmt: skip
def test_what_is_carried_is_a_text_that_is_asked_last(
    tmp_path: Path, steps: str, said: str
) -> None:
    script = f"""\
experiment Changing views

conditions topic from topics.csv
conditions profile from profiles.json

waves reading from articles.csv
    carry view: None of {{topic}}.

questionnaire opinions
    rate 1 to 5
    items from questions.csv

procedure
    say: {{view}}
    say: {{text}}{steps}
"""
    faults, experiment = loaded(tmp_path, FILES, script)
    assert [one for one in faults if " E" in one] == ([said] if said else [])
    if experiment is not None:
        assert (
            "waves of reading (all in every run, each in a fresh conversation, one after the "
            "other, since each is given the view of the one before)"
        ) in design_sentence(experiment)


def test_names_of_levels_may_have_signs_of_the_language(tmp_path: Path) -> None:
    named = "bees: {a} #1"
    files = {name: text.replace("bees", named).replace("Bees", named.upper())
             for name, text in FILES.items()}  # fmt: skip
    conditions = {one.cell.condition for one in trials(experiment(tmp_path, files))}
    assert {f"{named}, Mara", f"{named}, Tim"} < conditions
