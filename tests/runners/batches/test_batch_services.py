"""Batches at the three vendors: what goes wrong, and that nothing is lost or paid twice."""

from __future__ import annotations

import csv
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from answers import SCRIPT, desk, said, stored
from batch_double import BatchDouble
from sqlalchemy import select

from runners.batches.sending import Batches
from runners.batches.terms import retention
from runners.cli.batches.sending import blocking, wait_for
from runners.cli.batches.worker import working
from runners.cli.output import StatusLine
from runners.participants.double import KEY, Behaviour, Double, Reset
from runners.participants.double.formats import Request
from runners.store.batches import drop_batch, put_batch
from runners.store.schema import workers
from runners.store.store import Store
from tests.shell import Shell

RUN = ("run", "snacks.dev", "--batch", "--poll", "0.02")
MANY = SCRIPT.replace("runs 2", "runs 8")


def ledger(folder: Path) -> tuple[set[str], int]:
    """The states of all batches of a folder's store, and how many calls wait in them."""
    with Store.open(str(folder / "devrun.sqlite"), reading=True) as store:
        every = store.batches()
        return {one.state for one in every}, sum(
            store.waited_for([one.key for one in every]).values()
        )


@pytest.mark.parametrize("model", ["openai/gpt-9", "anthropic/claude-9", "google/gemini-9"])
def test_whatever_comes_home_the_study_is_whole_and_paid_once(tmp_path: Path, model: str) -> None:
    batches = BatchDouble(said, polls=2, expired=0.1, failing=0.1, twice=0.3, foreign=2, lost=1)
    with Double(also=batches.serve) as double:
        shell = desk(tmp_path, MANY, double.environment)
        lost = shell.run(*RUN, "-m", model, code=3)
        assert "what may have been sent is looked up, not sent twice" in lost.stderr
        done = shell.run(*RUN, "-m", model, "--json")
        assert not double.requests
    found = json.loads(done.stdout)
    assert (found["trials"]["completed"], found["trials"]["left"]) == (8, 0)
    assert "refused; nothing else is affected" in done.stderr
    assert set(batches.paid.values()) == {1}
    assert set(stored(tmp_path)) == set(batches.paid)
    assert ledger(tmp_path) == ({"done"}, 0)


def test_a_plan_tells_the_rounds_and_what_they_cost(tmp_path: Path) -> None:
    batches = BatchDouble(lambda request: f"The {request.messages[0][1].split()[3].strip(',')}.")
    script = (
        MANY
        + "        separately\n"
        + "".join(
            f"            control c{number}\n                ask: Is it {number}?\n"
            f"                answer: yes\n                wrong: no\n"
            for number in range(3)
        )
    )
    with Double(also=batches.serve) as double:
        shell = desk(tmp_path, script, double.environment)
        plan = shell.json("plan", "snacks.dev", "-m", "openai/gpt-5.1")
        shell.run(*RUN, "-m", "openai/gpt-9")
    with Store.open(str(tmp_path / "devrun.sqlite"), reading=True) as store:
        assert plan["batches"]["rounds"] == [one.calls for one in store.batches()]
    assert plan["batches"]["cost_usd"] is None  # by another address than the vendor's
    told = desk(tmp_path, script).run("plan", "snacks.dev", "-m", "openai/gpt-5.1").stdout
    assert "by batches: 3 rounds of 8, 8, 24 calls, or more: what is asked depends on" in told
    assert "OpenAI: how long it keeps batches is unknown; see its terms" in told


@pytest.mark.parametrize("ends", ["cancelled", "failed"])
def test_a_batch_that_brings_nothing_fails_its_calls(tmp_path: Path, ends: str) -> None:
    batches = BatchDouble(said, ends=ends)
    with Double(also=batches.serve) as double:
        shell = desk(tmp_path, more=double.environment)
        failed = shell.run(*RUN, "-m", "openai/gpt-9", code=3)
    assert "2 trials: 0 completed, 2 failed" in failed.stderr
    tries = {"cancelled": 3, "failed": 1}[ends]
    assert batches.created == tries
    assert not batches.paid


def test_a_batch_that_is_too_much_for_now_is_sent_again_later(tmp_path: Path) -> None:
    batches = BatchDouble(said, ends="failed", why="Enqueued token limit reached")

    def serve(request: Request) -> Behaviour | None:
        answer = batches.serve(request)
        if batches.created:
            batches.ends = "completed"
        return answer

    with Double(also=serve) as double:
        shell = desk(tmp_path, more=double.environment)
        done = shell.run(*RUN, "-m", "openai/gpt-9")
    assert "2 trials: 2 completed" in done.stderr
    assert set(batches.paid.values()) == {1}
    shell.run("export", "--output", "data")
    (table,) = (tmp_path / "data").rglob("*calls*.csv")
    told = {row["batch"] for row in csv.DictReader(table.read_text().splitlines())}
    with Store.open(str(tmp_path / "devrun.sqlite"), reading=True) as store:
        assert told == {one.key for one in store.batches()}


def test_a_ceiling_holds_batches_back(tmp_path: Path) -> None:
    batches = BatchDouble(said)
    with Double(also=batches.serve) as double:
        shell = desk(tmp_path, more=double.environment)
        where = double.url.removeprefix("http://")
        price = "{ input = 1, output = 10, date = 2026-01-01, batch = 0.5 }"
        (tmp_path / "prices.toml").write_text(f'"openai/gpt-9@{where}" = {price}\n')
        asked = ("-m", "openai/gpt-9", "--max-tokens", "1000")
        stopped = shell.run(*RUN, *asked, "--max-cost", "0.005", code=4)
        assert "2 calls) could cost $0.01" in stopped.stderr
        assert not batches.created
        shell.run("batch", "out", "snacks.dev", *asked)
        by_hand = shell.run("batch", "send", "batches", "--max-cost", "0.005", code=4)
        assert "it was not sent" in by_hand.stderr
        shell.run("batch", "send", "batches", "--max-cost", "0.05")
        shell.run("batch", "wait", "batches", "--poll", "0.02")
        assert "2 replies stored" in shell.run("batch", "in").stdout
        done = shell.json(*RUN, *asked, "--max-cost", "0.05")
    calls = stored(tmp_path).values()
    tokens = [(one.input_tokens or 0, one.output_tokens or 0) for one in calls]
    half = sum(read + 10 * written for read, written in tokens) / 2_000_000
    assert done["cost"]["now_usd"] + done["cost"]["earlier_usd"] == pytest.approx(half)


def test_files_for_a_server_are_sent_when_they_are_named_and_all_that_was_sent_comes_home(
    tmp_path: Path,
) -> None:
    batches = BatchDouble(said)
    asked = ("-m", "azure/gpt-9", "--max-tokens", "1000", "--store", "lab.sqlite")
    store = asked[-2:]
    with Double(also=batches.serve) as double:
        azure = {"AZURE_BASE_URL": double.url, "AZURE_OPENAI_API_KEY": KEY}
        shell = desk(tmp_path, more=azure)
        out = shell.run("batch", "out", "snacks.dev", *asked, "--to", "calls")
        assert "  devrun batch in calls --store lab.sqlite   store results" in out.stderr
        assert "  devrun batch send calls --store lab.sqlite   or send the files" in out.stderr
        assert shell.run("batch", "send", *store).stdout == "there is nothing to send\n"
        dear = shell.run("batch", "send", "calls", *store, "--max-cost", "5", code=2)
        where = double.url.removeprefix("http://")
        assert f'such as "azure/gpt-9@{where}" = {{ input = DOLLARS' in dear.stderr
        sent = shell.run("batch", "send", "calls", *store)
        assert "Azure OpenAI: how long it keeps batches is unknown; see its terms" in sent.stderr
        assert "ended" in shell.run("batch", "wait", *store, "--poll", "0.02").stdout
        assert "2 replies stored" in shell.run("batch", "in", *store).stdout
    assert set(batches.paid.values()) == {1}


def test_a_plan_tells_the_rounds_of_files_for_a_server_of_ones_own(tmp_path: Path) -> None:
    shell = desk(tmp_path, more={"AZURE_MESSAGES_BASE_URL": "https://lab.example/anthropic"})
    told = shell.run("plan", "snacks.dev", "-m", "vllm/any").stdout
    assert "by batches: 2 rounds of 2, 2 calls, or more: what is asked depends on" in told
    assert "vLLM" not in told
    for without in ("sim/child", "azure/messages/any"):
        assert "by batches" not in shell.run("plan", "snacks.dev", "-m", without).stdout


def test_a_plan_counts_only_calls_that_can_be_batched(tmp_path: Path) -> None:
    shell = desk(tmp_path)
    for asked, mixed in (
        (("openai/gpt-9",), ("openai/gpt-9", "sim/child", "openai/gpt-9")),
        ((), ("sim/child", "sim/lure")),
    ):
        models = [word for name in mixed for word in ("-m", name)]
        alone = [word for name in asked for word in ("-m", name)]
        rounds = shell.json("plan", "snacks.dev", *models)["batches"]["rounds"]
        assert rounds == (
            shell.json("plan", "snacks.dev", *alone)["batches"]["rounds"] * bool(asked)
        )
    told = shell.run("plan", "snacks.dev", "-m", "openai/gpt-9", "-m", "sim/child").stdout
    assert "by batches: 2 rounds of 2, 2 calls" in told


def test_terms_are_those_of_whoever_answers_at_the_address(tmp_path: Path) -> None:
    assert retention("openai/gpt-9", "eu.api.openai.com:443/v1") == retention("openai/gpt-9")
    assert retention("groq/any", "gpu.lab:8000/v1") is None
    with Double(also=BatchDouble(said).serve) as double:
        shell = desk(tmp_path, more=double.environment)
        shell.run("batch", "out", "snacks.dev", "-m", "openai/gpt-9")
        sent = shell.run("batch", "send").stderr
    assert "2 calls sent to openai/gpt-9" in sent
    assert "see its terms" not in sent


def test_who_waits_hears_that_another_process_was_quicker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Double(also=BatchDouble(said).serve) as double:
        shell = desk(tmp_path, more=double.environment)
        shell.run("batch", "out", "snacks.dev", "-m", "openai/gpt-9")
        shell.run("batch", "send", "batches")
        for name, value in double.environment.items():
            monkeypatch.setenv(name, value)
        with Store.open(str(tmp_path / "devrun.sqlite")) as store, working(store) as worker:
            before = store.batches()
            work = Batches(store, worker)
            turned_down = {"state": "written", "named": ""}
            store.submit(put_batch, (before[0], turned_down)).result()
            blocking(wait_for, work, before, StatusLine(quiet=True), poll=0.01)
            (there,) = store.batches()
            assert (there.state, there.named) == ("written", "")
            store.submit(put_batch, (there, {"state": "done"})).result()
            blocking(wait_for, work, before, StatusLine(quiet=True), poll=0.01)
            store.submit(drop_batch, before[0].key).result()
            blocking(wait_for, work, before, StatusLine(quiet=True), poll=0.01)


def test_who_waits_shows_that_it_is_alive(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "devrun.sqlite")) as store:

        def beats() -> list[str]:
            with store.connected() as connection:
                return list(connection.execute(select(workers.c.beat)).scalars())

        with working(store, beat=0.001):
            (first,) = beats()
            until = time.monotonic() + 30
            while beats() == [first]:
                assert time.monotonic() < until
        assert not beats()


def test_who_is_killed_anywhere_goes_on_and_pays_nothing_twice(
    shell: Shell, dice: Random, thorough: bool
) -> None:
    """The provider kills who asks it, before or after it has done what is asked."""
    batches = BatchDouble(said, polls=6, expired=0.1)
    kills = 20 if thorough else 4
    running: list[Callable[[], None]] = []
    left, pause, lock = kills, 0, threading.Lock()

    def serve(request: Request) -> Behaviour | None:
        nonlocal left, pause
        with lock:
            pause = pause - 1 if pause else dice.randint(0, 3)
            if pause or not left:
                return batches.serve(request)
            left -= 1
            if dice.random() < 0.5:
                batches.serve(request)
            running[-1]()
            return Reset()

    (shell.folder / "snacks.dev").write_text(MANY)
    with Double(also=serve) as double:
        killed = 0
        for _ in range(kills + 2):
            asked = (*RUN, "-m", "openai/gpt-9")
            process = shell.start(*asked, more=double.environment)
            running.append(process.kill)
            _, err = process.communicate(timeout=120)
            if process.poll() == 0:
                break
            killed += 1
            assert "Traceback" not in err
        else:
            raise AssertionError(err)
    assert killed == kills - left > kills // 2
    assert set(batches.paid.values()) == {1}
    assert set(stored(shell.folder)) == set(batches.paid)
    assert ledger(shell.folder) == ({"done"}, 0)
    assert "8 trials" in err
