"""Calls by files: the same records as by ordinary calls, whatever comes home and how often."""

from __future__ import annotations

import gzip
import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from answers import MODELS, SCRIPT, answer_files, by_files, desk, record, said, stored

from dsl.expand import Expander
from dsl.loading import load
from runners.batches.formats import Limits
from runners.batches.frontier import Frontier
from runners.batches.lines import TakenIn
from runners.batches.results import ResultReader, lines_of
from runners.batches.writing import BatchWriter, drop_unwritten
from runners.engine.plan import ParticipantPlan, plan_of
from runners.participants.base import Settings
from runners.participants.double import Double
from runners.participants.double.formats import MeantReply, Request
from runners.participants.registry import participant
from runners.store.batches import (
    BatchRecord,
    BatchRequest,
    add_batch,
    add_batch_calls,
    keep_results,
    put_batch,
)
from runners.store.claims import ClaimRequest, at_work, claim, release, sign
from runners.store.errors import StoreMissing
from runners.store.store import R, Store, T
from runners.store.writer import Handler

OPENAI = "openai/gpt-9"


def test_a_study_by_files_is_the_same_as_one_by_calls(tmp_path: Path) -> None:
    models = [word for model in MODELS for word in ("-m", model)]
    with Double(then=said) as double:
        apart = desk(tmp_path / "apart", more=double.environment)
        together = desk(tmp_path / "together", more=double.environment)
        ordinary = apart.run("snacks.dev", *models)
        asked = Counter(json.dumps(one.json, sort_keys=True) for one in double.requests)
        rounds = by_files(together, *MODELS)
        assert asked.total() == len(double.requests)
    assert rounds >= 3
    files = (tmp_path / "together" / "calls").glob("*.sent")
    lines = [json.loads(line) for one in files for line in one.read_text().splitlines()]
    bodies = [one.get("body") or one.get("params") or one.get("request") for one in lines]
    assert Counter(json.dumps(one, sort_keys=True) for one in bodies) == asked
    ordinarily, by_batch = stored(apart.folder), stored(together.folder)
    assert by_batch.keys() == ordinarily.keys()
    for key, one in ordinarily.items():
        by_call, by_file = record(one), record(by_batch[key])
        differ = {name for name in by_call if by_call[name] != by_file[name]}
        assert not differ, [(by_call[name], by_file[name]) for name in sorted(differ)]
    assert any(one.outcome for one in by_batch.values())
    assert {one.batch for one in ordinarily.values()} == {""}
    assert "" not in {one.batch for one in by_batch.values()}
    scored = together.run("snacks.dev", *models)
    assert "0 calls made" in scored.stderr
    assert scored.stdout == ordinary.stdout


def test_lines_may_come_twice_from_strangers_broken_and_without_a_reply(tmp_path: Path) -> None:
    shell = desk(tmp_path, SCRIPT.replace("runs 2", "runs 6"))
    made = json.loads(
        shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls", "--json").stdout
    )
    again = shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    assert f"{made['calls']} calls in batches already" in again.stderr
    refused = shell.run("snacks.dev", "-m", OPENAI, code=5)
    assert "to ask again would cost twice" in refused.stderr

    asked = iter(range(99))

    def answer(request: Request) -> str | MeantReply:
        number = next(asked)
        if number == 0:
            return MeantReply("The server had an error", status=500)
        return MeantReply("No such parameter", status=400) if number == 1 else said(request)

    folder = tmp_path / "calls"
    lines = answer_files(folder, answer)
    good = [one for one in lines if one["response"]["status_code"] == 200]
    odd = [{**good[0], "custom_id": "0" * 64}, {"custom_id": "1"}, ["x"], {"key": "y"}]
    text = "".join(json.dumps(one) + "\n" for one in (*lines, good[0], *odd)) + "half of a li\n"
    (folder / "results.jsonl").write_text(text)
    (folder / "twice.jsonl").write_text(json.dumps(good[1]) + "\n")

    def taken(code: int) -> dict[str, int]:
        found = json.loads(shell.run("batch", "in", "calls", "--json", code=code).stdout)
        return {name: found[name] for name in ("stored", "already", "failed", "unknown")} | {
            "unreadable": found["unreadable"]
        }

    first = {"stored": len(good), "already": 2, "failed": 2, "unknown": 1, "unreadable": 4}
    assert taken(3) == first
    assert taken(3) == {**first, "stored": 0, "already": 4 + len(good), "failed": 0}
    (listed,) = json.loads(shell.run("batch", "list", "--json").stdout)
    assert (listed["state"], listed["waiting"]) == ("done", 0)
    # A server's error may pass; a request that was not accepted is not tried again.
    left = shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "more")
    assert "1 call failed in earlier batches and left out" in left.stderr
    for _ in range(2):
        answer_files(tmp_path / "more", lambda request: MeantReply("Down", status=500))
        shell.run("batch", "in", "more")
        (tmp_path / "more" / "results.jsonl").unlink()
        left = shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "more")
    assert "nothing to ask" not in left.stdout
    assert int(left.stderr.split(" calls failed in earlier")[0].split()[-1]) > 1
    once_more = shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "all", "--again")
    assert "left out" not in once_more.stderr


@pytest.mark.parametrize("at_once", [2, 50_000])
def test_every_line_is_one_of_those_that_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int, dice: random.Random
) -> None:
    shell = desk(tmp_path, SCRIPT.replace("runs 2", "runs 6"))
    shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    down = MeantReply("The server had an error", status=500)
    asked = iter(range(99))
    good = answer_files(
        tmp_path / "calls", lambda request: down if next(asked) % 3 == 0 else said(request)
    )
    failed = sum(one["response"]["status_code"] != 200 for one in good)
    lines = [json.dumps(one) for one in good]
    strangers = [json.dumps({**one, "custom_id": f"{at:064}"}) for at, one in enumerate(good[:2])]
    every = [*lines, *dice.choices(lines, k=9), *strangers, *strangers, lines[0][:50], "[]"]
    dice.shuffle(every)
    results = tmp_path / "calls" / "results.jsonl"
    results.write_text("\n".join(every), encoding="utf-8")
    monkeypatch.setattr("runners.batches.results._CHUNK", at_once)
    monkeypatch.setattr("runners.batches.results._READERS", 0)  # others would not know of `_CHUNK`
    with Store.open(str(tmp_path / "devrun.sqlite")) as store:
        reader = ResultReader(store)
        new = [len(lines) - failed, 9, failed]
        for stored, already, lost in (new, [0, len(lines) + 9, 0]):
            reader.taken = TakenIn()
            taken = reader.take(lines_of(results))
            assert (taken.stored, taken.already, taken.failed) == (stored, already, lost)
            assert (taken.foreign, taken.broken, taken.read) == (4, 2, len(every))
            assert taken.read == stored + already + lost + taken.foreign + taken.broken
        numbers = [int(place.split("line ")[1].split(":")[0]) for place in taken.places]
        assert at_once == 2 or numbers[2:] == sorted(numbers[2:])


def test_a_failure_that_is_read_again_is_not_that_of_the_next_try(tmp_path: Path) -> None:
    """Whose folder has the results of all rounds reads those of the first again in the second."""
    shell = desk(tmp_path)
    out = ("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    numbers = iter(range(99))

    def down(request: Request) -> MeantReply:
        return MeantReply(f"Down at {next(numbers)}", status=500)

    def answered() -> None:
        answer_files(tmp_path / "calls", down)
        (tmp_path / "calls" / "results.jsonl").rename(tmp_path / "calls" / f"{next(numbers)}.jsonl")

    shell.run(*out)
    for tries in (1, 2, 3):
        answered()
        taken = json.loads(shell.run("batch", "in", "calls", "--json").stdout)
        assert (taken["failed"], taken["already"]) == (2, 2 * (tries - 1))
        tried = shell.run(*out).stderr
        if tries < 3:
            assert "2 calls of these came back without a reply before" in tried
            again = json.loads(shell.run("batch", "in", "calls", "--json").stdout)
            assert (again["failed"], again["already"]) == (0, 2 * tries)
            assert "2 calls in batches already, not written again" in shell.run(*out).stderr
    assert "2 calls failed in earlier batches and left out" in shell.run(*out).stderr


class Overtaken(Store):
    """The store of a process that has read its ledger when another one stores the same results."""

    first: Callable[[], object] | None = None

    def submit_bulk(self, handler: Handler[T, R], item: T) -> Future[R]:
        """What comes `first`, then this."""
        if handler is keep_results and self.first is not None:
            first, self.first = self.first, None
            first()
        return super().submit_bulk(handler, item)


def test_files_that_are_no_lines_are_said_to_be_what_they_are(tmp_path: Path) -> None:
    """Another store would not help with these."""
    shell = desk(tmp_path)
    shell.run("batch", "out", "snacks.dev", "-m", "openai/gpt-9", "--to", "calls")
    (tmp_path / "some.jsonl.gz").write_bytes(gzip.compress(b"{}\n"))
    assert shell.run("batch", "in", "some.jsonl.gz", code=2).stderr == (
        "devrun: some.jsonl.gz is compressed\n"
        "help: unpack it (`gunzip`, `unzip`), and name what comes out\n"
    )
    (tmp_path / "some.jsonl").write_text("[\n", encoding="utf-8")
    said = shell.run("batch", "in", "some.jsonl", code=3).stderr
    assert "help: results are one JSON object a line, as the provider" in said
    assert "--store" not in said


@pytest.mark.both_databases
def test_two_who_take_in_the_same_results_store_each_once(tmp_path: Path, store_url: str) -> None:
    shell = desk(tmp_path, SCRIPT.replace("runs 2", "runs 6"))
    shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls", "--store", store_url)
    asked = iter(range(99))
    down = MeantReply("The server had an error", status=500)
    lines = answer_files(tmp_path / "calls", lambda request: said(request) if next(asked) else down)
    results = tmp_path / "calls" / "results.jsonl"
    with Store.open(store_url) as store, Overtaken.open(store_url) as slow:
        quick, late = ResultReader(store), ResultReader(slow)
        slow.first = lambda: quick.take(lines_of(results))
        for one in (late, quick):
            one.take(lines_of(results))
            one.close()
        tokens = [one["response"]["body"].get("usage") for one in lines]
        assert (quick.taken.stored, quick.taken.failed) == (len(lines) - 1, 1)
        assert quick.taken.output_tokens == sum(one["completion_tokens"] for one in tokens if one)
        assert (quick.taken.already, quick.taken.foreign) == (len(lines), 0)
        assert (late.taken.stored, late.taken.failed, late.taken.output_tokens) == (0, 0, 0)
        assert (late.taken.already, late.taken.foreign) == (len(lines), 0)
        assert len(list(store.calls_of(store.study().id))) == len(lines) - 1
        (batch,) = store.batches()
        assert (batch.state, store.waited_for([batch.key])) == ("done", {})


def test_many_lines_are_read_by_other_processes_and_come_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = desk(tmp_path / "at once", SCRIPT.replace("runs 2", "runs 6"))
    at_once.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    asked = iter(range(99))
    down = MeantReply("The server had an error", status=500)
    name = "calls/results.jsonl"
    lines = answer_files(
        at_once.folder / "calls",
        lambda request: f"{said(request)} \ud83d" if next(asked) else down,
    )
    answered = [line for line in lines if line["response"]["status_code"] == 200]
    with (at_once.folder / name).open("a", encoding="utf-8") as file:
        for line in (*answered[:3], {**answered[3], "custom_id": "f" * 64}):
            file.write(json.dumps(line) + "\n")
        file.write("no line\n")
    in_parts = shutil.copytree(at_once.folder, tmp_path / "in parts")
    readers = []
    for folder, chunk in ((at_once.folder, len(lines) * 9), (in_parts, 8)):
        monkeypatch.setattr("runners.batches.results._CHUNK", chunk)
        with Store.open(str(folder / "devrun.sqlite")) as store:
            reader = ResultReader(store)
            readers.append(reader.take(lines_of(folder / name)))
            reader.close()
    first, second = readers
    assert first == second
    assert (first.stored, first.already, first.failed) == (len(answered), 3, 1)
    assert (first.foreign, first.broken, len(first.places)) == (1, 1, 2)
    one, other = stored(at_once.folder), stored(in_parts)
    assert {key: record(call) for key, call in one.items()} == {
        key: record(call) for key, call in other.items()
    }


def test_what_another_process_cannot_read_is_said_as_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = desk(tmp_path)
    shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    answer_files(tmp_path / "calls")
    monkeypatch.setattr("runners.batches.results._CHUNK", 1)
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    monkeypatch.setattr(Store, "url", property(lambda self: elsewhere))
    with (
        Store.open(str(tmp_path / "devrun.sqlite")) as store,
        pytest.raises(StoreMissing, match=r"there is no store .*elsewhere\.sqlite") as told,
    ):
        ResultReader(store).take(lines_of(tmp_path / "calls/results.jsonl"))
    assert told.value.help == "run a script first, or name the store with --store"


def test_an_answered_call_waits_no_more_though_its_batch_is_not_done(tmp_path: Path) -> None:
    shell = desk(tmp_path, SCRIPT.replace("runs 2", "runs 3"))
    shell.run("batch", "out", "snacks.dev", "-m", OPENAI, "--to", "calls")
    first, *rest = answer_files(tmp_path / "calls")
    results = tmp_path / "calls" / "results.jsonl"
    with Store.open(str(tmp_path / "devrun.sqlite")) as store:
        (batch,) = store.batches()
        for some, waiting, state in (([first], len(rest), "written"), (rest, 0, "done")):
            results.write_text("".join(json.dumps(one) + "\n" for one in some))
            reader = ResultReader(store)
            reader.take(lines_of(results))
            free = {one.sitting.key for one in store.calls_of(store.study().id)}
            asked = ClaimRequest(
                store.worker(), tuple(one.sitting for one in store.waiting_in(batch.key))
            )
            assert store.waited_for([batch.key]).get(batch.key, 0) == waiting == len(asked.sittings)
            assert store.submit(claim, asked).result() == frozenset()
            answered = ClaimRequest(asked.worker, tuple(free))
            assert store.submit(claim, answered).result() == free
            store.submit(release, answered).result()
            reader.close()
            assert store.batches()[0].state == state


def test_files_are_split_and_what_a_stopped_writer_left_is_taken_back(tmp_path: Path) -> None:
    shell = desk(tmp_path)
    experiment = load(tmp_path / "snacks.dev").experiment
    assert experiment is not None
    model = participant(OPENAI, Settings(), environment=shell.environment)
    with Store.open(str(tmp_path / "devrun.sqlite")) as store:
        worker = store.worker()
        plan = ParticipantPlan(model, plan_of(Expander(experiment)))
        with at_work(worker):
            store.submit(sign, worker).result()
            by_number = BatchWriter(
                Frontier(store, worker, "s", plan), tmp_path / "a", bounds=Limits(3, 10**9)
            ).write()
            first = by_number[0]
            line = len(Path(first.file).read_bytes().splitlines(keepends=True)[0])
            names = [one.name for one in (tmp_path / "a").iterdir()]
            assert sorted(names) == sorted(Path(one.file).name for one in by_number)
            assert [one.calls for one in by_number][:-1] == [3] * (len(by_number) - 1)
        for one in by_number:
            shell.run("batch", "drop", one.key)
        with at_work(worker):
            by_size = BatchWriter(
                Frontier(store, worker, "s", plan),
                tmp_path / "b",
                bounds=Limits(None, 2 * line + 9),
            ).write()
        assert sum(one.calls for one in by_size) == sum(one.calls for one in by_number)
        assert all(Path(one.file).stat().st_size <= 2 * line + 9 for one in by_size)
        # Killed while writing: the batch is in the ledger, half of a file is on the disk.
        for one in by_size[1:]:
            shell.run("batch", "drop", one.key)
        half = tmp_path / "c.requests.jsonl"
        batch = BatchRecord("f" * 32, "s", "p", "openai", "gpt-9", str(half), "2026")
        store.submit(add_batch, batch).result()
        call = next(iter(store.waiting_in(by_size[0].key)))
        lost = BatchRequest("e" * 64, batch.key, call.sitting, "", "[]", "{}", "{}", read=False)
        store.submit(add_batch_calls, (lost,)).result()
        half.with_name(half.name + ".part").write_text("{")
    made = shell.run("batch", "out", "snacks.dev", "-m", OPENAI)
    assert "1 batch of a stopped process taken back" in made.stderr
    assert not list(tmp_path.glob("c.*"))


class SentMeanwhile(Store):
    """The store of a process that has seen a batch being written when its writer sends it."""

    def submit(self, handler: Handler[T, R], item: T) -> Future[R]:
        """The sending of all batches, if it is a claim that is asked for."""
        if handler is claim:
            for one in self.batches():
                super().submit(put_batch, (one, {"state": "sent"})).result()
        return super().submit(handler, item)


def test_a_batch_that_was_sent_meanwhile_is_not_taken_back(tmp_path: Path) -> None:
    with SentMeanwhile.open(str(tmp_path / "devrun.sqlite")) as store:
        file = tmp_path / "c.requests.jsonl"
        file.touch()
        batch = BatchRecord("f" * 32, "s", "p", "openai", "gpt-9", str(file), "2026")
        store.submit(add_batch, batch).result()
        assert drop_unwritten(store, store.worker()) == 0
        assert [one.state for one in store.batches()] == ["sent"]
        assert file.exists()


def test_who_answers_here_has_no_batches(tmp_path: Path) -> None:
    refused = desk(tmp_path).run("batch", "out", "snacks.dev", "-m", "sim/child", code=2)
    assert "sim/child answers on this computer, and has no batches" in refused.stderr
    unknown = desk(tmp_path).run("batch", "send-out", code=2)
    assert "`devrun batch` does not know `send-out`" in unknown.stderr
