"""A PostgreSQL store that cannot be used says why in a sentence, as a file does."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import psycopg
import pytest
from rooms import call

from runners.store.errors import (
    StoreDamaged,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreachable,
    StoreUnusable,
)
from runners.store.store import Store
from runners.store.writes import add_calls
from tests.postgres import Postgres


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    """The URL of a database without any table."""
    with postgres.database() as made:
        yield made


def told(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def refused(url: str, *, reading: bool = False) -> StoreUnusable:
    with pytest.raises(StoreUnusable) as caught:
        Store.open(url, patience=1, reading=reading)
    assert caught.value.help
    return caught.value


def named(url: str) -> str:
    return url.partition("?")[0]


def test_a_database_that_nobody_made(url: str) -> None:
    missing = url.replace("/test_", "/nowhere_")
    error = refused(missing)
    assert isinstance(error, StoreUnreachable)
    assert str(error) == f"the store {named(missing)} cannot be reached or does not answer"
    assert "`createdb NAME`" in error.help


def test_a_database_without_tables_is_not_read_and_nothing_is_made_in_it(url: str) -> None:
    error = refused(url, reading=True)
    assert isinstance(error, StoreForeign)
    assert str(error) == f"{named(url)} is not a devrun store: it is empty"
    assert str(refused(url, reading=True)) == str(error)


def test_somebody_elses_database_is_left_as_it_is(url: str) -> None:
    told(url, "CREATE TABLE bookmarks (url text)")
    error = refused(url)
    assert isinstance(error, StoreForeign)
    assert str(error) == f"{named(url)} is not a devrun store: it holds tables like bookmarks"


def test_a_store_of_a_newer_and_of_an_older_devrun(url: str) -> None:
    Store.open(url).close()
    told(url, "UPDATE alembic_version SET version_num = '0917'")
    assert isinstance(refused(url), StoreTooNew)
    told(url, "UPDATE alembic_version SET version_num = '0002'")
    error = refused(url, reading=True)
    assert str(error) == (
        f"the store {named(url)} has the older version 0002 and is not upgraded by a command "
        "that only reads"
    )
    assert error.help == (
        "dump it (`pg_dump`), then give `devrun store upgrade --store URL` with its URL"
    )


def test_an_older_store_is_brought_up_to_date_by_whoever_comes_first(url: str) -> None:
    with Store.open(url) as store:
        store.submit(add_calls, call()).result()
    told(
        url,
        "DROP TABLE batches",
        "DROP TABLE batch_calls",
        "ALTER TABLE calls DROP COLUMN batch",
        "DROP TABLE pictures",
        "DROP TABLE start_pictures",
        "DROP TABLE preregistrations",
        "DROP TABLE other_calls",
        "DROP TABLE other_transcripts",
        "DROP TABLE folds",
        "ALTER TABLE transcripts DROP COLUMN prompt",
        "ALTER TABLE transcripts DROP COLUMN design",
        "ALTER TABLE calls DROP COLUMN outcome",
        "ALTER TABLE calls DROP COLUMN reader",
        "DROP INDEX codes_log",
        "DROP INDEX calls_finish",
        "CREATE INDEX codes_packet ON codes (packet)",
        "UPDATE alembic_version SET version_num = '0002'",
    )
    start = threading.Barrier(4)
    seen: list[bool] = []

    def visit() -> None:
        start.wait()
        with Store.open(url) as store:
            seen.append(store.calls([call().key]) == {call().key: call()})

    threads = [threading.Thread(target=visit) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 4


def test_a_user_who_may_only_read_can_read_and_not_write(url: str) -> None:
    with Store.open(url) as store:
        store.submit(add_calls, call()).result()
    told(
        url,
        "DROP ROLE IF EXISTS reader",
        "CREATE ROLE reader LOGIN",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
    )
    theirs = url.replace("postgres@", "reader@")
    try:
        with Store.open(theirs, reading=True) as store:
            assert store.calls([call().key]) == {call().key: call()}
        with Store.open(theirs) as store, pytest.raises(StoreReadOnly) as caught:
            store.submit(add_calls, call(2)).result()
        assert str(caught.value) == (
            f"the store {named(theirs)} cannot be written: its user lacks permission"
        )
    finally:
        told(url, "DROP OWNED BY reader", "DROP ROLE reader")


def test_a_store_opened_for_reading_cannot_be_written(url: str) -> None:
    Store.open(url).close()
    with Store.open(url, reading=True) as store, pytest.raises(StoreReadOnly):
        store.submit(add_calls, call()).result()


def test_what_acts_on_its_tables_is_refused_and_views_next_to_them_are_not(url: str) -> None:
    Store.open(url).close()
    told(
        url,
        "CREATE VIEW lab_calls AS SELECT * FROM calls",
        "CREATE FUNCTION yes() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.text = 'yes'; RETURN NEW; END $$",
    )
    Store.open(url).close()
    for named_as, made, dropped in (
        (
            "trigger `t` on `calls`",
            "CREATE TRIGGER t BEFORE INSERT ON calls FOR EACH ROW EXECUTE FUNCTION yes()",
            "DROP TRIGGER t ON calls",
        ),
        (
            "rule `r` on `codes`",
            "CREATE RULE r AS ON INSERT TO codes DO INSTEAD NOTHING",
            "DROP RULE r ON codes",
        ),
        (
            "policy `p` on `calls`",
            "CREATE POLICY p ON calls USING (false)",
            "DROP POLICY p ON calls",
        ),
        (
            "view `transcripts`",
            "ALTER TABLE transcripts RENAME TO old; CREATE VIEW transcripts AS SELECT * FROM old",
            "DROP VIEW transcripts; ALTER TABLE old RENAME TO transcripts",
        ),
    ):
        told(url, made)
        for reading in (True, False):
            error = refused(url, reading=reading)
            assert isinstance(error, StoreForeign)
            assert f" holds the {named_as}, which devrun does not create" in str(error)
        told(url, dropped)
        Store.open(url).close()


def test_a_table_that_is_gone_is_damage(url: str) -> None:
    with Store.open(url) as store:
        told(url, "DROP TABLE transcripts")
        with pytest.raises(StoreDamaged) as caught:
            store.finished(["t"])
    assert str(caught.value) == (
        f"the store {named(url)} is damaged: a table or part of one is missing"
    )


@pytest.mark.parametrize(
    ("state", "kind"), [("53100", StoreFull), ("58030", StoreFull), ("55P03", StoreLocked)]
)
def test_what_the_server_says_of_its_disk_and_its_locks(
    url: str, state: str, kind: type[StoreUnusable]
) -> None:
    """A trigger says what a server says whose disk is full; the reply before it is still there."""
    with Store.open(url) as store:
        store.submit(add_calls, call()).result()
        told(
            url,
            f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$",
            "CREATE TRIGGER refuse BEFORE INSERT ON calls EXECUTE FUNCTION refuse()",
        )
        with pytest.raises(kind):
            store.submit(add_calls, call(2)).result()
        assert set(store.lookup([call().key, call(2).key])) == {call().key}


def test_two_that_wait_for_each_other_in_a_circle_are_both_served(url: str) -> None:
    from sqlalchemy import Connection

    both_hold_one = threading.Barrier(2)
    met: set[str] = set()

    def crosswise(connection: Connection, items: Sequence[tuple[int, int]]) -> Sequence[None]:
        for first, second in items:
            add_calls(connection, [call(first)])
            if threading.current_thread().name not in met:
                met.add(threading.current_thread().name)
                both_hold_one.wait()
            add_calls(connection, [call(second)])
        return [None] * len(items)

    with Store.open(url) as one, Store.open(url) as two:
        for number, store in enumerate((one, two)):
            store.submit(lambda connection, items: [None] * len(items), number).result()
            assert store._writer is not None
            store._writer._thread.name = f"writer {number}"
        waiting = [one.submit(crosswise, (1, 2)), two.submit(crosswise, (2, 1))]
        assert [each.result() for each in waiting] == [None, None]
        assert set(one.lookup([call(1).key, call(2).key])) == {call(1).key, call(2).key}
