"""After a run devrun says what comes next: for real models that is coding."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from coders.packets.file import packet_at
from runners.cli import messages
from runners.cli.next_steps import Weighed, after_run, needs_answers
from runners.cli.script_loading import load_experiments
from tests.here import Here, here
from tests.runners.coding.homes import LOCK, mark, write_log
from tests.shell import Shell

TWO = """\
experiment {title}

people
    Otto (he): Karim, Lena (she)

conditions {factor}
    {first}
    {second}

design
    runs 2

procedure
    when {first}
        say: {{Otto}} has a key.
    test now
        ask: Does {{Otto}} have a key?
        answer by {factor}
            {first}: Yes
            {second}: No
        wrong: Perhaps
"""


def test_replies_of_a_real_model_are_handed_to_coders() -> None:
    steps = list(after_run(["a b.dev"], ["openai/m"], ["a b.dev"], simulated_only=False))
    assert steps == [
        "devrun show 'a b.dev'   show the text sent, cell by cell",
        "devrun packets --coder Ada --coder Ben   make blind packets for two coders",
        "devrun 'a b.dev' -m openai/m --json   the same table as JSON; nothing is asked again",
    ]


def test_a_simulated_run_leads_to_a_real_model() -> None:
    steps = list(after_run(["a.dev"], [], ["a.dev"], simulated_only=True))
    assert steps == [
        "devrun show a.dev   show the text sent, cell by cell",
        "devrun a.dev -m openai/NAME   ask a real model (OPENAI_API_KEY must be set)",
        "devrun a.dev --json   the same table as JSON; nothing is asked again",
    ]


def test_what_was_weighed_is_looked_at_and_not_handed_to_coders() -> None:
    def heads(*, simulated_only: bool, weighed: Weighed) -> list[str]:
        found = after_run(["a.dev"], [], ["a.dev"], simulated_only=simulated_only, weighed=weighed)
        return [step.split("   ")[0] for step in found]

    ends = ("devrun show a.dev", "devrun a.dev --json")
    assert heads(simulated_only=False, weighed=Weighed.ALL) == [
        ends[0], "devrun score --likelihoods", ends[1],
    ]  # fmt: skip
    assert heads(simulated_only=False, weighed=Weighed.SOME) == [
        ends[0],
        "devrun score --likelihoods",
        "devrun packets --coder Ada --coder Ben",
        ends[1],
    ]
    assert heads(simulated_only=True, weighed=Weighed.ALL) == [
        ends[0], "devrun a.dev -m hf/REPOSITORY", ends[1],
    ]  # fmt: skip


def test_every_step_that_a_run_prints_can_be_taken_as_it_is_printed(shell: Shell) -> None:
    """For a script, for a folder of them, for a level that only the second has, and for names that
    a shell has to be told of.
    """
    folder = Path(shell.folder) / "my studies"
    folder.mkdir()
    (folder / "a key.dev").write_text(
        TWO.format(title="The key", factor="seen", first="with", second="without")
    )
    (folder / "b.dev").write_text(
        TWO.format(title="The lock", factor="told", first="told", second="untold")
    )
    for words in (
        ("my studies/a key.dev",),
        ("my studies",),
        ("my studies", "--only", "untold", "--store", "sqlite:///of mine.sqlite"),
    ):
        done = shell.run(*words, "-m", "sim/oracle")
        lines = done.stderr.split("next:\n")[1].splitlines()
        steps = [shlex.split(line.strip().split("   ")[0]) for line in lines]
        assert [step[0] for step in steps] == ["devrun"] * 3
        for step in steps:
            if "openai/NAME" not in step:
                taken = shell.run(*step[1:])
                assert taken.returncode == 0, (step, taken.stderr)


def test_packets_that_are_printed_as_a_step_are_not_refused(shell: Shell) -> None:
    """Guidance that would tell coders the condition is shown as accepted answers, and that is
    said; the store is named where it was.
    """
    script = Path(shell.folder) / "key.dev"
    script.write_text(TWO.format(title="The key", factor="seen", first="with", second="without"))
    shell.run("key.dev", "-m", "sim/oracle", "--store", "sqlite:///lab.sqlite")
    (experiment,) = load_experiments((script,), as_json=False)
    steps = list(after_run(
        ["key.dev"], ["openai/m"], ["key.dev"], simulated_only=False,
        keyed=needs_answers([experiment]), store=("--store", "sqlite:///lab.sqlite"),
    ))  # fmt: skip
    (step,) = [one for one in steps if one.startswith("devrun packets")]
    taken = shell.run(*shlex.split(step.split("   ")[0])[1:])
    assert taken.returncode == 0, taken.stderr
    for line in taken.stderr.split("next:\n")[1].splitlines():
        words = shlex.split(line.strip().split("   ")[0])
        assert Path(shell.folder, words[2]).exists(), line


@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_steps_of_coding_can_be_taken_one_after_the_other(
    tmp_path: Path, *, elsewhere: bool
) -> None:
    """From no packets to the scores that were settled, by nothing but what each command prints;
    also in a store with a name, and for a study that is not its newest.
    """
    shell = here(tmp_path)
    store = ("--store", "sqlite:///lab.sqlite") if elsewhere else ()
    script = tmp_path / "key.dev"
    script.write_text(TWO.format(title="The key", factor="seen", first="with", second="without"))
    study = shell.json("key.dev", "-m", "sim/oracle", *store)["study"]
    if elsewhere:
        text = TWO.format(title="The lock", factor="seen", first="with", second="without")
        (tmp_path / "lock.dev").write_text(text)
        shell.run("lock.dev", "-m", "sim/oracle", *store)
    chosen = ("--study", study) if elsewhere else ()
    (packets,) = steps(shell.run("agree", *chosen, *store, code=1).stderr)
    assert packets[:5] == ["packets", "--coder", "Ada", "--coder", "Ben"]
    code, first = steps(taken(shell, packets))
    assert (tmp_path / code[1]).is_file()
    (collect,) = steps(shell.run("agree", *chosen, *store, code=1).stderr)
    assert collect == first
    for coder, given in (("Ada", "right"), ("Ben", "wrong")):
        packet = packet_at(tmp_path / "packets" / f"{coder}.packet.jsonl")
        marks = [mark(one.id, 1, given) for one in packet.main]
        write_log(tmp_path / "packets", packet, [*marks, LOCK], at=packet.header.made)
    agree, adjudicate, score = steps(taken(shell, collect))
    assert (agree[0], adjudicate[0], score[0]) == ("agree", "adjudicate", "score")
    taken(shell, agree)
    taken(shell, score)
    said = shell.run(*adjudicate, typed="1\ns slip\n" * 99).stderr
    (settled,) = steps(said)
    assert settled[:2] == ["score", "--adjudicated"]
    taken(shell, settled)


def steps(said: str) -> list[list[str]]:
    """The words after `devrun` of every step that was printed."""
    lines = [line.strip().removeprefix("help: ") for line in said.splitlines()]
    return [shlex.split(line.split("   ")[0])[1:] for line in lines if line.startswith("devrun ")]


def taken(shell: Here, step: list[str]) -> str:
    """What a step says on stderr when it is taken as it was printed."""
    return shell.run(*step).stderr


def test_ratings_of_people_are_compared_next() -> None:
    steps = list(after_run(["a.dev"], [], ["a.dev"], simulated_only=True, rated=True))
    assert steps[1] == "devrun waves   agreement with people's ratings, wave by wave"


def test_reasons_in_waves_are_rated_where_coders_have_nothing_to_mark() -> None:
    steps = list(
        after_run(
            ["a.dev"], ["openai/m"], ["a.dev"], simulated_only=False, marked=False, waves=True
        )
    )
    assert steps[1:-1] == [
        "devrun packets --rationality --coder Ada --coder Ben   have two people rate the reasons"
    ]


def test_of_many_participants_the_first_are_named_and_counted() -> None:
    many = [f"sim/child?p=0.{at}" for at in range(10, 70)]
    assert messages.simulated(tuple(many)).startswith("sim/child?p=0.10, sim/child?p=0.11, ")
    assert ", 52 more: simulated" in messages.simulated(tuple(many))
    *_, last = after_run(["x.dev"], many, ["x.dev"], simulated_only=True)
    assert last.count(" -m ") == 8
    assert "with all 60 participants" in last
