"""Two processes share the work, and a dead one holds nobody up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from dsl.record import replace
from runners.store.claims import (
    ClaimRequest,
    alive,
    at_work,
    claim,
    host,
    leave,
    release,
    sign,
    started,
)
from runners.store.records import StoreWorker
from runners.store.schema import claims, workers
from runners.store.store import Store


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.fixture
def vouched() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def signed(store: Store, vouched: ExitStack, **changes: object) -> StoreWorker:
    worker = replace(store.worker(), **changes)  # type: ignore[arg-type]
    vouched.enter_context(at_work(worker))
    store.submit(sign, worker).result()
    return worker


def claimed(store: Store, worker: StoreWorker, *sittings: str) -> set[str]:
    return set(store.submit(claim, ClaimRequest(worker, sittings)).result())


@pytest.mark.both_databases
def test_what_one_process_has_claimed_another_does_not_get(
    store: Store, vouched: ExitStack
) -> None:
    one, two = signed(store, vouched), signed(store, vouched)
    assert claimed(store, one, "a", "b") == {"a", "b"}
    assert claimed(store, two, "b", "c") == {"c"}
    assert claimed(store, one, "a", "b", "c") == {"a", "b"}
    store.submit(release, ClaimRequest(one, ("b",))).result()
    assert claimed(store, two, "a", "b") == {"b"}


def test_a_process_that_left_holds_nothing(store: Store, vouched: ExitStack) -> None:
    one, two = signed(store, vouched), signed(store, vouched)
    claimed(store, one, "a")
    store.submit(leave, one).result()
    assert claimed(store, two, "a") == {"a"}


def dead_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.mark.both_databases
def test_the_claims_of_a_dead_process_are_void(store: Store, vouched: ExitStack) -> None:
    living, dead = signed(store, vouched), signed(store, vouched, pid=dead_process())
    claimed(store, dead, "a", "b")
    assert claimed(store, living, "a") == {"a"}
    assert claimed(store, living, "b", "c") == {"b", "c"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a process's start time")
def test_another_program_with_the_dead_ones_number_does_not_keep_its_claims(
    store: Store, vouched: ExitStack
) -> None:
    living, dead = signed(store, vouched), signed(store, vouched, started="1")
    claimed(store, dead, "a")
    assert claimed(store, living, "a") == {"a"}


CLAIMS = """
import sys
from runners.store.claims import ClaimRequest, at_work, claim, sign
from runners.store.store import Store

with Store.open(sys.argv[1]) as store:
    worker = store.worker()
    with at_work(worker):
        store.submit(sign, worker).result()
        store.submit(claim, ClaimRequest(worker, ("a",))).result()
        print("claimed", flush=True)
        sys.stdin.read()
"""
CONTAINER = ("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child")


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*CONTAINER, "true"], capture_output=True, check=False).returncode != 0,
    reason="needs a system that lets one make a container with process ids of its own",
)
def test_a_process_in_another_container_of_the_same_name_keeps_what_it_claimed(
    tmp_path: Path, vouched: ExitStack
) -> None:
    url = str(tmp_path / "d.sqlite")
    with (
        Store.open(url) as store,
        subprocess.Popen(
            [*CONTAINER, sys.executable, "-c", CLAIMS, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as other,
    ):
        assert other.stdout is not None
        assert other.stdout.readline() == "claimed\n"
        # Its id is 1 in there, and here that is somebody else's.
        assert claimed(store, signed(store, vouched), "a") == set()


def test_a_process_elsewhere_is_dead_when_it_has_been_silent_for_long(
    store: Store, vouched: ExitStack
) -> None:
    elsewhere, here = signed(store, vouched, host="elsewhere", pid=1), signed(store, vouched)
    claimed(store, elsewhere, "a")
    assert claimed(store, here, "a") == set()
    from sqlalchemy import text

    with store._engine.begin() as connection:
        connection.execute(
            text("UPDATE workers SET beat = '2020-01-01T00:00:00.000Z' WHERE host = 'elsewhere'")
        )
    store.submit(sign, elsewhere).result()
    assert claimed(store, here, "a") == set()  # it gave a sign of life
    with store._engine.begin() as connection:
        connection.execute(
            text("UPDATE workers SET beat = '2020-01-01T00:00:00.000Z' WHERE host = 'elsewhere'")
        )
    assert claimed(store, here, "a") == {"a"}


def test_a_sign_of_life_that_has_no_readable_date_is_none(store: Store, vouched: ExitStack) -> None:
    from sqlalchemy import text

    elsewhere, here = signed(store, vouched, host="elsewhere", pid=1), signed(store, vouched)
    claimed(store, elsewhere, "a")
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE workers SET beat = 'soon' WHERE host = 'elsewhere'"))
    assert claimed(store, here, "a") == {"a"}


def test_this_process_is_alive_and_an_ended_one_is_not() -> None:
    assert alive(os.getpid(), started(os.getpid()))
    assert not alive(dead_process(), "")
    assert host()


def test_a_worker_for_whom_its_process_does_not_vouch_any_more_is_dead(
    store: Store, vouched: ExitStack
) -> None:
    failed = store.worker()
    other = signed(store, vouched)
    with at_work(failed):
        store.submit(sign, failed).result()
        claimed(store, failed, "a")
        assert claimed(store, other, "a") == set()
    assert claimed(store, other, "a") == {"a"}


@pytest.mark.both_databases
def test_a_process_that_starts_deletes_what_dead_ones_left(
    store: Store, vouched: ExitStack
) -> None:
    living = signed(store, vouched)
    dead = signed(store, vouched, pid=dead_process())
    asleep = signed(store, vouched, host="a laptop", pid=1)
    silent = signed(store, vouched, host="a node", pid=1)
    lost = replace(store.worker(), pid=dead_process())  # it claimed, and left no row
    for name, worker in (
        ("a", living), ("b", dead), ("c", asleep), ("d", silent), ("e", lost),
    ):  # fmt: skip
        assert claimed(store, worker, name) == {name}
    for worker, ago in ((asleep, timedelta(hours=1)), (silent, timedelta(days=2))):
        beat = (datetime.now(UTC) - ago).isoformat()
        with store._engine.begin() as connection:
            mine = workers.c.worker == worker.id
            connection.execute(update(workers).where(mine).values(beat=beat))
    new = signed(store, vouched)
    with store.connected() as connection:
        assert set(connection.scalars(select(workers.c.worker))) == {living.id, asleep.id, new.id}
        kept = {(row.sitting, row.worker) for row in connection.execute(select(claims))}
    assert kept == {("a", living.id), ("c", asleep.id)}
