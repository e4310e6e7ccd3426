"""What every test may ask for, and how far the tests go (docs/testing.md)."""

from __future__ import annotations

import gc
import os
import secrets
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from runners.cli.app import limit_blas_threads
from tests.kinds import KINDS, kinds
from tests.memory import use_memory
from tests.property import IN_EVERY_RUN, THOROUGH
from tests.shell import ROOT, VENDORS, Shell

use_memory()

# Garbage is collected as rarely as by a command (`runners.main`), also while tests are collected.
gc.set_threshold(100_000)

# One worker for each core is enough: threads that wait for a busy core cost ten times the work.
limit_blas_threads()
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Whoever runs the tests may keep keys of their own in the computer's keyring.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

# Tests start many processes, and without compiled files each would compile devrun again; and pytest
# would rewrite the asserts of every test in every process.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A job in the background of a shell ignores Ctrl-C and hands that on to what it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hypothesis also draws constants that stand in the modules imported so far. Which these are depends
# on the tests that ran before in the same process, and so would the examples.
providers.is_local_module_file = lambda path: False

# Nothing is asked of the clock: the machine may be busy.
settings.register_profile(
    "promised",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=IN_EVERY_RUN,
)
settings.register_profile(
    "thorough",
    settings.get_profile("promised"),
    derandomize=False,
    database=None,
    max_examples=THOROUGH,
)

if TYPE_CHECKING:
    from tests.postgres import Postgres

THOROUGH_ONLY = "thorough: costs too much for every change; runs with --thorough"
BOTH_DATABASES = "both_databases: takes `store_url`, and runs on PostgreSQL in every run"

FIRST = (
    "whole/test_shipped_scripts.py",
    "whole/test_report_in_browser.py",
    "whole/test_hostile_report.py",
    "whole/test_local_models.py",
    "runners/participants/hf/",
    "coders/test_gold_choosing.py",
    "coders/test_starter_gold.py",
    "runners/coding/test_gold_at_the_desk.py",
    "runners/coding/test_silent_gold.py",
    "docs/test_coding_manual.py",
    "docs/",
    "runners/in_turn/",
    "whole/",
    "runners/engine/test_interruptions.py",
    "runners/batches/",
    "runners/store/",
    "runners/export/test_stale_files.py",
    "runners/test_isolated.py",
    "test_here.py",
    "test_ready.py",
)
"""The order of tests, by how their paths begin; all others follow.

What several tests share is made once for each worker, so such tests stand first, where no other
worker takes some of them over. And the last tests of a run should be short, or one core ends alone.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("devrun")
    group.addoption(
        "--thorough",
        action="store_true",
        help="for nights and releases: fresh seeds, more examples, and tests that take long",
    )
    group.addoption(
        "--seed",
        type=int,
        help="repeat the thorough run that printed this seed",
    )


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its own options
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", THOROUGH_ONLY)
    config.addinivalue_line("markers", BOTH_DATABASES)
    for kind, meaning in KINDS.items():
        config.addinivalue_line("markers", f"{kind}: {meaning}")
    if not config.option.thorough:
        if config.option.seed is not None:
            raise pytest.UsageError("--seed repeats a thorough run: add --thorough")
        settings.load_profile("promised")
        return
    settings.load_profile("thorough")
    if hasattr(config, "workerinput"):
        config.option.seed = config.workerinput["seed"]
    if config.option.seed is None:
        config.option.seed = secrets.randbits(32)
    config.option.hypothesis_seed = str(config.option.seed)


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist there are no workers
def pytest_configure_node(node: Any) -> None:
    node.workerinput["seed"] = node.config.option.seed


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """`-n` alone lets an idle worker take over what another has not begun."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.option.dist == "load" else None


def pytest_sessionstart(session: pytest.Session) -> None:
    _write_seed(session.config)


def pytest_terminal_summary(config: pytest.Config) -> None:
    _write_seed(config)


def _write_seed(config: pytest.Config) -> None:
    """Say how to repeat a thorough run: first, in case it is killed, and last, where it is seen."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and config.option.thorough:
        seed = config.option.seed
        terminal.write_line(f"seed {seed}; to repeat a failure add: --thorough --seed {seed}")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each worker begin to collect elsewhere. What is imported for the first time is compiled,
    and all of them would compile the same files at the same time.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", None)
    if worker is not None and isinstance(collector, pytest.Directory):
        parts = list(report.result)
        begin = len(parts) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        report.result = parts[begin:] + parts[:begin]
    return report


@pytest.hookimpl(tryfirst=True)  # before pytest looks at `-m`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    paths = {path: _path(path) for path in {item.path for item in items}}
    places = {path: (_order(name), name) for path, name in paths.items()}
    items.sort(key=lambda item: places[item.path])
    for item in items:
        for kind in kinds(item, paths[item.path]):
            item.add_marker(kind)
    if config.option.thorough:
        return
    left_out = [item for item in items if _thorough_only(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _thorough_only(item)]


def pytest_collection_finish() -> None:
    """What stands by now stays: looked through at each collection of garbage, it takes longer than
    many a test."""
    gc.collect()
    gc.freeze()


def _path(path: Path) -> str:
    return path.relative_to(Path(__file__).parent).as_posix()


def _order(path: str) -> int:
    return next((n for n, begin in enumerate(FIRST) if path.startswith(begin)), len(FIRST))


def _thorough_only(item: pytest.Item) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    if item.get_closest_marker("both_databases"):
        return False
    parameters = getattr(item, "callspec", None)
    return parameters is not None and parameters.params.get("store_url") == "postgresql"


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether this is the run for nights and releases."""
    return bool(request.config.option.thorough)


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> Random:
    """Chance for this test: the same in every run, and fresh in a thorough one."""
    return Random(f"{request.config.option.seed} {request.node.nodeid}")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    folder = tmp_path / "desk"
    folder.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(VENDORS)}
    return Shell(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}, plain=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process."""
    from tests.postgres import served

    with served() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a store that does not exist yet.

    A thorough run uses it on both databases, every run those tests that are marked so.
    """
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.sqlite'}"
        return
    with request.getfixturevalue("postgres").database() as url:
        yield url
