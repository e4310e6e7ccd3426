"""A study's tables come again out of the store alone, byte for byte, and nobody is asked."""

from __future__ import annotations

import subprocess
import sys

from runners.participants.double import Double, error
from tests.shell import Shell

FEW = ("--runs", "2", "--wording", "original")
BOTH = ("gears", "blicket", *FEW, "-m", "sim/lure", "-m", "sim/always-both")
PROVIDERS = ("openai", "anthropic", "google.genai", "runners.participants.registry", "httpx")


def test_the_tables_are_those_of_the_run_without_server_key_or_provider(shell: Shell) -> None:
    with Double(then="The first one.") as double:
        models = ("-m", "openai/one", "-m", "sim/oracle", "-m", "openai/any")
        run = ("blicket", *FEW, *models)
        first = shell.run(*run, more=double.environment)
        asked = len(double.requests)
        document = shell.json(*run, more=double.environment)
        assert len(double.requests) == asked
    again = shell.run("replay")
    assert again.stdout == first.stdout
    assert again.stderr == (
        f"REPLAYED from stored replies, nothing was asked: 12 trials; 192 replies; study "
        f"{document['study']} in sqlite:///devrun.sqlite\n"
    )
    replayed = shell.json("replay", "--study", document["study"][:5])
    own = {"replayed": True, "cost_usd": None, "cost": None}
    assert replayed == {**document, **own}
    assert document["replayed"] is False
    code = (
        "import sys; sys.argv[1:] = ['replay']\n"
        "from runners.main import main\n"
        "try: main()\n"
        f"finally: print(*(name for name in {PROVIDERS!r} if name in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=shell.folder,
        env=dict(shell.environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == first.stdout
    assert done.stderr == again.stderr + "\n"


def test_several_scripts_stand_in_the_order_in_which_they_were_asked(shell: Shell) -> None:
    table = shell.run(*BOTH).stdout
    document = shell.json(*BOTH)
    assert shell.run("replay").stdout == table
    replayed = shell.json("replay")
    assert [list(replayed[part]) for part in ("cells", "contrasts", "experiments")] == [
        list(document[part]) for part in ("cells", "contrasts", "experiments")
    ]
    turned = ("blicket", "gears", *FEW, "-m", "sim/always-both", "-m", "sim/lure")
    other = shell.json(*turned)
    assert [cell["model"] for cell in other["cells"]] != [
        cell["model"] for cell in document["cells"]
    ]
    assert shell.json("replay")["cells"] == other["cells"]
    only = shell.json("blicket", *FEW, "-m", "sim/lure", "--store", "other.sqlite")
    assert shell.json("replay", "blicket", "-m", "sim/lure")["cells"] == only["cells"]


def test_a_run_that_broke_off_is_replayed_as_far_as_it_came(shell: Shell) -> None:
    with Double(*["The first one."] * 40, then=error(401, "no")) as double:
        run = ("blicket", "-m", "openai/any", "--runs", "2", "--concurrency", "1")
        first = shell.run(*run, code=3, more=double.environment)
    again = shell.run("replay")
    assert again.stdout == first.stdout
    assert "INCOMPLETE: " in again.stdout
    assert " not finished; " in again.stderr


def test_where_nothing_is_finished_there_is_nothing_to_replay(shell: Shell) -> None:
    with Double(then=error(401, "no")) as double:
        shell.run("blicket", "-m", "openai/any", code=3, more=double.environment)
    done = shell.json("replay", code=1)
    assert done["error"]["code"] == "nothing-to-replay"


def test_one_name_with_other_settings_is_another_participant(shell: Shell) -> None:
    with Double(then="The first one.") as double:
        for more in ((), ("--temperature", "0")):
            shell.run("blicket", "-m", "openai/any", "--runs", "1", *more, more=double.environment)
    models = {cell["model"] for cell in shell.json("replay")["cells"]}
    assert models == {"openai/any (default temperature)", "openai/any (temperature 0)"}
