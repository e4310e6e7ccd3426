"""Engines that do the same work on one store, without the cluster that starts them."""

from __future__ import annotations

import asyncio
import itertools
import pickle
import sys
import threading
from datetime import date
from decimal import Decimal
from pathlib import Path

import anyio
import pytest

from dsl.expand import Expander
from dsl.loading import load
from dsl.record import replace
from renderers.prompt import Message, Role
from runners.cluster.on_ray import Cluster, check, engines_of
from runners.cluster.pace import Pace, shares_of
from runners.cluster.together import Progressed, outcome, standing
from runners.cluster.work import CannotWork, Engine, Work, participants_of, store_url
from runners.engine.cost_budget import CeilingReached, CostBudget, Tariff, study_budget
from runners.engine.outcome import Calls, RunOutcome, Trials
from runners.engine.plan import plan_of
from runners.engine.rate_limit import Size
from runners.engine.run_limits import RunLimits
from runners.engine.study import start, study_scripts
from runners.participants.base import Settings
from runners.participants.double import Double
from runners.participants.registry import participant
from runners.prices.table import Price
from runners.store.store import Store
from tests.here import Here
from tests.patience import PATIENCE
from tests.runners.cli.cup_script import TEXT


def work_of(folder: Path, name: str = "sim/oracle", *, runs: int = 10) -> Work:
    script = folder / "cup.dev"
    script.write_text(TEXT, encoding="utf-8")
    loaded = load(script)
    assert loaded.experiment is not None
    expander = Expander(loaded.experiment)
    plan = plan_of(expander, runs=runs)
    asked = participant(name, Settings())
    return Work(
        start(study_scripts([loaded]), {plan.procedure: expander.seed}, [asked], {}),
        (plan,),
        ((name, None),),
        Settings(),
        {asked.name: Tariff(None, unbilled=True)},
        None,
        RunLimits(poll=0.01, first_wait=0.01, concurrency=4),
        len(plan),
        f"sqlite:///{folder / 'devrun.sqlite'}",
        str(folder),
    )


def run_all(*engines: Engine) -> list[RunOutcome | CannotWork]:
    async def main() -> list[RunOutcome | CannotWork]:
        return await asyncio.gather(*(one.run() for one in engines))

    return asyncio.run(main())


def told(work: Work, ended: list[RunOutcome], before: Progressed, **more: bool) -> RunOutcome:
    asked = participants_of(work)
    with Store.open(work.store) as store:
        costs = study_budget(store, work.start.study, asked, work.tariffs, None)
        after = standing(store, work.start.study, asked, work.plans)
    return outcome(
        ended,
        [],
        before,
        after,
        study=work.start.study,
        planned=work.planned,
        began=0.0,
        costs=costs,
        interrupted=more.get("interrupted", False),
    )


NOTHING = Progressed(0, 0, 0)


def test_engines_divide_the_trials_by_the_claims_in_the_store_and_nothing_is_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    both, first = threading.Barrier(2), itertools.count()

    def reply(_: object) -> str:
        if next(first) < 2:
            both.wait(PATIENCE)  # each engine has one call at a time
        return "On the shelf."

    with Double(then=reply) as double:
        for name, value in double.environment.items():
            monkeypatch.setenv(name, value)
        work = work_of(tmp_path, "openai/any", runs=6)
        next(iter(work.plans[0].asked_of(participants_of(work)[0]))).key("k")
        work = pickle.loads(pickle.dumps(work))  # as it goes to another computer
        limits = replace(work.run_limits, concurrency=1)
        found = [
            one
            for one in run_all(*(Engine(work, limits, 2) for _ in range(2)))
            if isinstance(one, RunOutcome)
        ]
        assert all(one.trials.completed for one in found)
        assert sum(one.trials.completed for one in found) == 6
        whole = told(work, found, NOTHING)
        assert whole.trials == Trials(completed=6)
        assert whole.calls == Calls(made=6)
        # Once more: nothing is asked again.
        with Store.open(work.store) as store:
            before = standing(store, work.start.study, participants_of(work), work.plans)
        assert before == Progressed(6, 6, 6)
        again = [one for one in run_all(Engine(work, limits, 1)) if isinstance(one, RunOutcome)]
        assert told(work, again, before).trials == Trials(replayed=6)
        assert told(work, again, before).calls == Calls(replayed=6)
        assert len(double.requests) == 6


def test_an_engine_that_is_stopped_before_it_begins_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    work = work_of(tmp_path)
    engine = Engine(work, work.run_limits, 1)
    asyncio.run(engine.stop())
    (ended,) = run_all(engine)
    assert isinstance(ended, RunOutcome)
    assert ended.interrupted
    assert told(work, [ended], NOTHING, interrupted=True).trials == Trials(left=work.planned)


def test_where_an_engine_would_ask_somebody_else_or_nobody_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Double() as double:
        for name, value in double.environment.items():
            monkeypatch.setenv(name, value)
        work = work_of(tmp_path, "openai/any")
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        (elsewhere,) = run_all(Engine(work, work.run_limits, 1))
        monkeypatch.delenv("OPENAI_BASE_URL")
        monkeypatch.delenv("OPENAI_API_KEY")
        (without_key,) = run_all(Engine(work, work.run_limits, 1))
        old = replace(work, version="0.0.1")
        (other_version,) = run_all(Engine(old, work.run_limits, 1))
        assert not double.requests
    assert isinstance(elsewhere, CannotWork)
    assert "openai/any would be another participant here" in elsewhere.message
    assert isinstance(without_key, CannotWork)
    assert (without_key.code, "OPENAI_API_KEY" in without_key.help) == ("missing-key", True)
    assert isinstance(other_version, CannotWork)
    assert "0.0.1 where the run was started" in other_version.message


def test_the_password_of_the_store_is_that_of_the_engines_own_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    work = replace(work_of(tmp_path), store="postgresql://ada:***@lab/study")
    monkeypatch.setenv("DEVRUN_STORE", "postgresql://ada:secret@lab/study")
    assert store_url(work) == "postgresql://ada:secret@lab/study"
    monkeypatch.setenv("DEVRUN_STORE", "postgresql://ada:secret@lab/other")
    assert store_url(work) == work.store


def test_a_trial_that_no_engine_could_finish_failed_and_the_rest_is_left() -> None:
    def ended(**trials: int) -> RunOutcome:
        return RunOutcome(
            study="s", trials=Trials(**trials), calls=Calls(made=1), seconds=1.0, failures=(),
            interrupted=False,
        )  # fmt: skip

    def whole(*engines: RunOutcome, after: int) -> Trials:
        return outcome(
            engines, [], Progressed(2, 8, 8), Progressed(after, 0, 8 + 4 * (after - 2)), study="s",
            planned=10, began=0.0, costs=CostBudget({}), interrupted=False,
        ).trials  # fmt: skip

    # Both tried the one that failed; the first came to the end of the plan.
    first, second = ended(completed=4, replayed=5, failed=1), ended(completed=3, failed=1, left=6)
    assert whole(first, second, after=9) == Trials(7, 2, 1, 0)
    assert whole(second, after=5) == Trials(3, 2, 1, 4)


@pytest.mark.parametrize(
    ("concurrency", "engines", "shares"),
    [(None, 2, [None, None]), (10, 4, [3, 3, 2, 2]), (3, 3, [1, 1, 1])],
)
def test_concurrent_calls_are_shared_out_whole(
    concurrency: int | None, engines: int, shares: list[int | None]
) -> None:
    limits = RunLimits(concurrency=concurrency)
    assert [one.concurrency for one in shares_of(limits, engines)] == shares


def test_turns_are_given_one_by_one_whoever_asks_and_tokens_count_as_they_were() -> None:
    async def main() -> list[float]:
        pace = Pace(RunLimits(requests_per_minute=6_000, tokens_per_minute=600_000))
        at: list[float] = []

        async def engine() -> None:
            for _ in range(4):
                await pace.turn("a", Size(10, 10))
                at.append(anyio.current_time())
                pace.ended("a", Size(10, 10), Size(50, 50))

        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(engine)
        return at

    at = asyncio.run(main())
    assert len(at) == 12
    # 100 tokens take ten milliseconds, as a call does: none of three engines gets ahead. A turn may
    # be a tenth of a second early once, for one that is late.
    assert at[-1] - at[0] >= 0.11 - 0.1


def test_what_others_may_spend_is_kept_back_before_anybody_has_looked() -> None:
    price = Price("a/b", Decimal(1_000_000), Decimal(0), date(2026, 1, 1))

    def reserved(others: int) -> Decimal:
        budget = CostBudget({"a/b": Tariff(price, 1)}, Decimal(1_000), sharing=others)
        return asyncio.run(budget.reserve("a/b", (Message(Role.USER, "x" * 104),)))

    assert reserved(0) == reserved(4) == 200
    with pytest.raises(CeilingReached):
        reserved(5)


@pytest.mark.parametrize(
    ("name", "gpus", "wanted", "concurrency", "number"),
    [
        ("openai/a", 0, None, None, 3),
        ("openai/a", 8, None, 2, 2),
        ("openai/a", 0, 7, None, 7),
        ("hf/a/b", 8, None, None, 8),
        ("hf/a/b", 0, None, None, 3),
        ("hf/a/b", 8, 9, None, "write --actors 8"),
        ("openai/a", 0, 4, 3, "give every actor one call"),
    ],
)
def test_there_is_an_engine_for_each_node_or_gpu(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    gpus: int,
    wanted: int | None,
    concurrency: int | None,
    number: int | str,
) -> None:
    monkeypatch.chdir(tmp_path)
    limits = RunLimits(concurrency=concurrency)
    work = replace(work_of(tmp_path), asked=((name, None),), run_limits=limits)
    cluster = Cluster(("one", "two", "three"), gpus)
    if isinstance(number, int):
        assert engines_of(work, cluster, wanted) == number
    else:
        with pytest.raises(CannotWork) as refused:
            engines_of(work, cluster, wanted)
        assert number in refused.value.help


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--actors", "2"], "--actors is for a cluster"),
        (["--on", "slurm"], "`--on slurm` names no cluster"),
        (["--on", "ray://"], "`--on ray://` names no cluster"),
        (["--on", "ray://lab:10001"], "cannot share a store that is an SQLite file"),
    ],
)
def test_what_names_no_cluster_is_refused_before_anything_is_asked(
    shell: Here, given: list[str], said: str
) -> None:
    (shell.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
    done = shell.run("cup.dev", "-m", "sim/oracle", *given, code=2)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (shell.folder / "devrun.sqlite").exists()


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CannotWork) as refused:
        check("ray", "sqlite:///devrun.sqlite")
    assert refused.value.help == "install it with: pip install 'devrun[cluster]'"
