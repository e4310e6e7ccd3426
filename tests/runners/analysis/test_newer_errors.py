"""A study stays readable when checking finds errors in its script that are newer than the study.

`ran_before/` holds scripts by the code that refuses them today, and `hashes.txt` the procedure and
the rubric that a devrun gave each of them which did not know the code, and ran it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsl.expand import Expander, cells
from dsl.identity import procedure_hash
from dsl.loading import load
from runners.cli.app import app
from runners.engine.plan import ParticipantPlan, planned
from runners.engine.run import run_study
from runners.engine.study import start
from runners.participants.base import Call, Finish, Reply
from runners.store.errors import StoreMissing, StoreUnusable
from runners.store.records import StudyScript
from runners.store.store import Store
from runners.studies.stored_scripts import scripts_at, stored_script
from runners.studies.study import opened_study

RAN = Path(__file__).parent / "ran_before"
HASHES = {
    code: (procedure, rubric)
    for code, procedure, rubric in map(str.split, (RAN / "hashes.txt").read_text().splitlines())
}


def row(code: str) -> StudyScript:
    """A script as it was stored when it ran."""
    text = (RAN / f"{code}.dev").read_text(encoding="utf-8")
    procedure, rubric = HASHES[code]
    return StudyScript(f"{code}.dev", f"{code}.dev", text, f"Demo {code}", procedure, rubric)


class Answering:
    name = "test/answering"
    simulated = True
    sees_key = False
    scores_options = False
    continues_text = False
    sees_pictures = True
    places: int | None = None
    notes: tuple[str, ...] = ()

    def identity(self) -> dict[str, str]:
        return {"provider": "test", "model": self.name}

    async def ask(self, call: Call) -> Reply:
        return Reply("The box.", Finish.STOP)

    async def aclose(self) -> None:
        pass


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one study of all the scripts, as it was left by the devrun that ran them."""
    file = tmp_path_factory.mktemp("ran") / "devrun.sqlite"
    asked, seeds, trials = Answering(), {}, []
    for code, (procedure, _) in HASHES.items():
        experiment = load(RAN / f"{code}.dev", as_run=True).experiment
        assert experiment is not None
        expander = Expander(experiment)
        seeds[procedure] = expander.seed
        trials += [planned(expander.trial(one, draw=1), procedure) for one in cells(experiment)]
    with Store.open(str(file)) as store:
        begun = start([row(code) for code in HASHES], seeds, [asked], {"runs": 1})
        outcome = run_study(store, begun, [ParticipantPlan(asked, trials)])
    assert outcome.trials.completed == len(trials)
    return file


@pytest.fixture
def store(store_file: Path) -> Iterator[Store]:
    with Store.open(str(store_file), reading=True) as opened:
        yield opened


@pytest.mark.parametrize("code", HASHES)
def test_a_script_is_read_as_it_was_run(code: str) -> None:
    loaded = load(RAN / f"{code}.dev")
    assert loaded.experiment is None, "no error today: take the script away"
    read = stored_script(row(code), (), "store")
    assert code in read.errors
    assert procedure_hash(read.experiment) == HASHES[code][0]


@pytest.mark.parametrize("code", HASHES)
def test_so_is_one_that_a_path_names(code: str) -> None:
    read = scripts_at([RAN / f"{code}.dev"], [row(one) for one in HASHES])
    assert [(name, code in one.errors) for name, one in read.items()] == [(HASHES[code][0], True)]


def test_a_script_that_is_another_now_is_refused_with_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "E424.dev"
    text = row("E424").text
    for changed in (text.replace("lies in", "is in"), text.replace("answer: the", "answer:")):
        assert changed != text
        path.write_text(changed, encoding="utf-8")
        with pytest.raises(StoreMissing, match="has errors"):
            scripts_at([path], [row("E424")])
        other = StudyScript("a.dev", "a.dev", changed, "Demo E424", *HASHES["E424"])
        with pytest.raises(StoreUnusable, match="has errors in this version of devrun"):
            stored_script(other, (), "store")


@pytest.mark.parametrize(
    ("old", "new"),
    [("{A marble}", "{A marvel}"), ("runs 2", "runs 2\n    repeat"), ("procedure", "ask")],
)
def test_what_cannot_be_resolved_is_refused(old: str, new: str) -> None:
    one = row("E424")
    broken = StudyScript("a.dev", "a.dev", one.text.replace(old, new), one.experiment, "p", "r")
    with pytest.raises(StoreUnusable, match="has errors in this version of devrun"):
        stored_script(broken, (), "store")


def test_what_keeps_a_script_small_enough_to_be_worked_out_is_refused_even_so(
    tmp_path: Path,
) -> None:
    """A store may come from a stranger, with the hashes of a script that grows beyond measure."""
    path = tmp_path / "large.dev"
    text = row("E598").text.replace(
        "    say:", "    repeat 100000 times\n        say: Hm.\n    say:"
    )
    path.write_text(text, encoding="utf-8")
    assert load(path, as_run=True).experiment is None


def test_every_trial_of_the_study_is_read(store: Store) -> None:
    opened = opened_study(store)
    assert {one.experiment.title: one.errors[0] for one in opened.chapters} == {
        f"Demo {code}": code for code in HASHES
    }
    assert len(list(opened.finished(store))) == len(opened.rows) >= len(HASHES)


def devrun(*arguments: str) -> Result:
    done = CliRunner().invoke(app, arguments, catch_exceptions=False, standalone_mode=False)
    assert done.exit_code == 0
    return done


@pytest.mark.parametrize("command", ["score", "replay", "transcript", "compare"])
def test_commands_read_it_and_name_the_codes_once(command: str, store_file: Path) -> None:
    done = devrun(command, "--store", str(store_file))
    said = [line for line in done.stderr.splitlines() if "as it was run" in line]
    assert said.count(
        "the script of `Demo E424` has E424 under the current rules; it is read as it was run "
        "(`devrun explain E424`)"
    ) == 1  # fmt: skip
    assert len(said) == len(HASHES)
