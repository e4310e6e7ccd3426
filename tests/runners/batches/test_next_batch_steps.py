"""Each command on batches names the next one, which can be typed as it stands; and what is asked
and paid for again is said before.
"""

from __future__ import annotations

import json
import shlex
from contextlib import chdir
from pathlib import Path

import pytest
from answers import answer_files, desk, said
from batch_double import BatchDouble

from runners.cli.next_steps import study_words
from runners.participants.double import Double
from runners.participants.double.formats import MeantReply
from runners.store.store import Store
from tests.here import Here
from tests.runners.cli.cup_script import TEXT


def next_of(stderr: str) -> list[str]:
    """The words of the first step that is named, without `devrun`."""
    _, _, steps = stderr.partition("next:\n")
    first, _, _ = steps.strip().partition("   ")
    return shlex.split(first)[1:]


@pytest.mark.parametrize("missing", [0, 0.5])
def test_the_commands_that_are_named_lead_to_the_scores(tmp_path: Path, missing: float) -> None:
    batches = BatchDouble(said, missing=missing)
    asked = ["batch", "out", "snacks.dev", "-m", "openai/gpt-9", "--seed", "0", "--runs", "6"]
    asked += ["--temperature", "0.0", "--store", "lab.sqlite"]
    with Double(also=batches.serve) as double:
        shell, typed, told = desk(tmp_path, more=double.environment), list(asked), ""
        went = []
        while typed[0] == "batch":
            done = shell.run(*typed)
            batches.missing *= "in" not in typed
            went.append(typed[1])
            told += done.stderr
            if typed[1] == "in":
                assert next_of(done.stderr) == ["batch", "out", *asked[2:]] or missing
            typed = next_of(done.stderr)
            assert len(went) < 60, went
        assert went[:5] == ["out", "send", "wait", "in", "out"]
        assert typed == ["run", *asked[2:]]
        scores = shell.run(*typed)
    assert "6 replayed from the store; 0 calls made" in scores.stderr
    assert ("came back without a reply before, and may be paid for again" in told) == bool(missing)
    assert max(batches.paid.values()) == 1 or missing


def test_calls_that_come_back_without_a_reply_are_counted_before_they_are_asked_again(
    tmp_path: Path,
) -> None:
    with Double(also=BatchDouble(said, missing=0.4).serve) as double:
        shell = desk(tmp_path, more=double.environment)
        by_batches = ("--batch", "--poll", "0.02")
        run = shell.run("snacks.dev", "--runs", "8", "-m", "openai/gpt-9", *by_batches, code=None)
    rounds = run.stderr.partition("round 2:")[2].partition("round 3:")[0]
    assert "of these came back without a reply before, and may be paid for again" in rounds
    down = desk(tmp_path / "files")
    asked = ("batch", "out", "snacks.dev", "-m", "openai/gpt-9", "--to", "calls")
    down.run(*asked)
    answer_files(down.folder / "calls", lambda request: MeantReply("Down", status=500))
    down.run("batch", "in", "calls")
    again = down.run(*asked, "--json")
    assert (json.loads(again.stdout)["calls"], json.loads(again.stdout)["tried"]) == (2, 2)


def test_a_batch_that_goes_to_another_server_than_its_name_says_is_announced(
    tmp_path: Path,
) -> None:
    """And who writes a batch of a script that comes with devrun runs nothing."""
    with Double(also=BatchDouble(said).serve) as double:
        shell = desk(tmp_path, more=double.environment)
        out = shell.run("batch", "out", "snacks.dev", "-m", "openai/gpt-9", "-m", "openai/gpt-8")
        sent = shell.run("batch", "send").stderr.splitlines()
        shipped = shell.run("batch", "out", "blicket", "-m", "openai/gpt-9", "--runs", "1").stderr
    address = double.environment["OPENAI_BASE_URL"].removeprefix("http://")
    where = f"batches of openai/ go to {address}, as OPENAI_BASE_URL says, and not to OpenAI"
    assert (sent.count(where), sent[0]) == (1, where)
    assert "go to" not in out.stderr
    assert shipped.startswith("writing the calls of the script `blicket` that comes with devrun")


def test_files_for_a_server_of_ones_own_lead_to_their_results(tmp_path: Path) -> None:
    shell = desk(tmp_path)
    out = shell.run("batch", "out", "snacks.dev", "-m", "vllm/any", "--to", "calls")
    assert next_of(out.stderr) == ["batch", "in", "calls"]
    nowhere = shell.run("batch", "send", "cals", code=2)
    assert "there is no folder or batch `cals`" in nowhere.stderr
    again = shell.run("batch", "out", "snacks.dev", "-m", "vllm/any", "--to", "calls")
    assert next_of(again.stderr) == ["batch", "in", "calls"]
    first, *_ = answer_files(tmp_path / "calls")
    (tmp_path / "calls/results.jsonl").write_text(json.dumps(first) + "\n")
    some = shell.run("batch", "in", "calls")
    assert "no results yet of 1 call in batches that devrun did not send" in some.stderr
    assert next_of(some.stderr) == ["batch", "in", "calls"]


def test_the_next_step_is_of_whoever_was_asked_by_batches_last(tmp_path: Path) -> None:
    with Double("The cookie.") as double:
        shell = desk(tmp_path, more=double.environment)
        asked = ["batch", "out", "snacks.dev", "-m", "openai/gpt-9"]
        shell.run(*asked)
        shell.run("snacks.dev", "-m", "anthropic/claude-9")
    answer_files(tmp_path / "batches")
    assert next_of(shell.run("batch", "in", "batches").stderr) == asked


def test_what_failed_for_good_is_written_again_only_on_demand(tmp_path: Path) -> None:
    shell = desk(tmp_path)
    asked = ("batch", "out", "snacks.dev", "-m", "openai/gpt-9")
    shell.run(*asked)
    answer_files(tmp_path / "batches", lambda request: MeantReply("No such", status=400))
    shell.run("batch", "in", "batches")
    left = shell.run(*asked)
    assert next_of(left.stderr) == [*asked, "--again"]
    once_more = shell.run(*next_of(left.stderr))
    assert "2 calls of these came back without a reply before" in once_more.stderr


@pytest.mark.parametrize(
    "typed",
    [
        "blicket -m sim/oracle --runs 1",
        "lab -m sim/oracle --seed 0",
        "lab/cup.dev 'a b.dev' -m sim/oracle -m sim/lure --wording both --temperature 0.0",
        "cup.dev -m sim/oracle --protocol paper-by-prompt --param a=b --shown text --reasoning low",
    ],
)
def test_a_study_is_named_as_it_was_typed(shell: Here, typed: str) -> None:
    (shell.folder / "lab").mkdir()
    for name in ("lab/cup.dev", "lab/other.dev", "cup.dev", "a b.dev"):
        (shell.folder / name).write_text(TEXT.replace("Where the cup is", name), encoding="utf-8")
    words = shlex.split(typed)
    shell.run(*words)
    with Store.open(str(shell.folder / "devrun.sqlite"), reading=True) as store:
        (start,) = store.starts_of(store.study().id)
    with chdir(shell.folder):
        assert list(study_words(start.settings)) == words
