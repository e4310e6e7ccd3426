"""Why a store cannot be used: one small tree of exceptions, each with a sentence and a remedy.

    StoreUnusable
      StoreMissing      there is no such store, or no such study in it
      StoreGone         its file was deleted, moved or replaced while it was in use
      StoreForeign      the file or database is not a devrun store
      StoreDamaged      it was one, and cannot be read any more
      StoreTooNew       a newer devrun made it
      StoreLocked       another process holds it for too long
      StoreReadOnly     it may be read, but not written
      StoreFull         the disk is full, or the file may not grow
      StoreUnreachable  the folder or the database server cannot be reached
      StoreContradicted what is to be kept says other things than what is there

Drivers report these as one or two exception classes with many texts. They are told apart here, in
one place, by SQLite's error names and PostgreSQL's states; letting each caller look at texts was
the alternative.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dsl.errors import DevrunError, Exit

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.engine import ExceptionContext


class StoreUnusable(DevrunError):
    """The store cannot be used: `message` says why, `help` what to do."""

    code = "store"
    exit_code = Exit.STORE


class StoreMissing(StoreUnusable):
    """There is no such store, or no such study in it."""


class StoreGone(StoreUnusable):
    """Its file was deleted, moved or replaced while it was in use."""


class StoreForeign(StoreUnusable):
    """The file or database is not a devrun store."""


class StoreDamaged(StoreUnusable):
    """It was a store, and cannot be read any more."""


class StoreTooNew(StoreUnusable):
    """A newer devrun made it."""


class StoreLocked(StoreUnusable):
    """Another process holds it for too long."""


class StoreReadOnly(StoreUnusable):
    """It may be read, but not written."""


class StoreFull(StoreUnusable):
    """The disk is full, or the file may not grow."""


class StoreUnreachable(StoreUnusable):
    """The folder or the database server cannot be reached."""


class StoreContradicted(StoreUnusable):
    """What is to be kept says other things than what is there; it was not kept."""


_KEPT = "everything stored so far is safe; give the same command to continue"


_MEANINGS: tuple[tuple[str, type[StoreUnusable], str, str], ...] = (
    (
        "SQLITE_BUSY SQLITE_LOCKED SQLITE_PROTOCOL 40001 40P01 55P03 57014",
        StoreLocked,
        "the store {where} is locked: another process is writing to it",
        "wait for the other process, or end it; " + _KEPT,
    ),
    (
        "SQLITE_READONLY SQLITE_PERM SQLITE_AUTH",
        StoreReadOnly,
        "the store {where} cannot be written: the file or its folder is read-only",
        "change its permissions, or name another file with --store",
    ),
    (
        "25006 42501",
        StoreReadOnly,
        "the store {where} cannot be written: its user lacks permission",
        "ask the server's administrator for write permission, or name another store with --store",
    ),
    (
        "SQLITE_FULL",
        StoreFull,
        "the store {where} cannot grow: the disk is full",
        "free some space; " + _KEPT,
    ),
    (
        "53100 58030",
        StoreFull,
        "the store {where} cannot grow: the server's disk refused (full, a quota, or failing)",
        "free some space on the server; " + _KEPT,
    ),
    (
        "SQLITE_IOERR SQLITE_NOLFS",
        StoreFull,
        "the store {where} cannot be written: the disk refused (full, a quota, or failing)",
        "check free space and the disk; " + _KEPT,
    ),
    (
        "SQLITE_NOTADB",
        StoreForeign,
        "{where} is not a devrun store: it is not an SQLite file",
        "name another file with --store; this one was not changed",
    ),
    (
        "SQLITE_CORRUPT SQLITE_FORMAT",
        StoreDamaged,
        "the store {where} is damaged and cannot be read safely",
        "copy the file to a safe place, then restore your last good copy",
    ),
    (
        "XX001 XX002 42P01 42703",
        StoreDamaged,
        "the store {where} is damaged: a table or part of one is missing",
        "ask the server's administrator for the last good copy",
    ),
    (
        "SQLITE_CANTOPEN",
        StoreUnreachable,
        "the store {where} cannot be opened: its folder cannot be read or written",
        "check that the folder exists and its permissions, or name another file with --store",
    ),
)
"""What the beginnings of SQLite's error names, and PostgreSQL's five-letter states, mean."""


def _meaning(name: str, where: str) -> StoreUnusable | None:
    """The exception for an error name or state; None for one that is a bug of ours, or says less
    than the exception's class.
    """
    for names, kind, message, remedy in _MEANINGS:
        if name and name.startswith(tuple(names.split())):
            return kind(message.format(where=where), remedy)
    return None


_MAY_PASS = {"40001", "40P01"}
# Two that waited for each other in a circle; one of them was chosen to give way.


def may_pass(error: BaseException) -> bool:
    """Whether a transaction failed only since another one was in its way, and can be done again."""
    original = getattr(error, "orig", None) or error
    return locked(error) or getattr(original, "sqlstate", None) in _MAY_PASS


def locked(error: BaseException) -> bool:
    """Whether another connection held an SQLite file for as long as it was waited for."""
    original = getattr(error, "orig", None) or error
    return getattr(original, "sqlite_errorname", "").startswith("SQLITE_BUSY")


def from_driver(error: BaseException, where: str) -> StoreUnusable | None:
    """What a driver's exception means for the store called `where`; None if it is a bug of ours."""
    original = getattr(error, "orig", None) or error
    if isinstance(original, sqlite3.Error):
        name = getattr(original, "sqlite_errorname", "")
        # SQLite has one name for every fault of a statement; ours name tables that a store has.
        # Python's own has none: what is no text was not written as it is.
        if name in ("", "SQLITE_ERROR") and any(words in str(original) for words in _OF_DAMAGE):
            name = "SQLITE_CORRUPT"
        return _meaning(name, where)
    state = getattr(original, "sqlstate", None)
    known = _meaning(state, where) if isinstance(state, str) else None
    if known is not None:
        return known
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if kinds & {"OperationalError", "InterfaceError", "TimeoutError"} and (
        "SQLAlchemyError" in kinds or hasattr(original, "sqlstate")
    ):
        return StoreUnreachable(
            f"the store {where} cannot be reached or does not answer",
            "check that the server is running, that the database exists (`createdb NAME`), "
            "and that the URL has the right host, port, database and user",
        )
    return None


_OF_DAMAGE = (
    *(
        "no such table",
        "no such column",
        "has no column named",
        "ON CONFLICT clause does not match",
    ),
    "Could not decode to UTF-8",
)

_STORE = "devrun_store"
"""What an exception says of the store it came from."""


def names_its_store(engine: Engine, where: str) -> None:
    """Have every exception of this database say that it came from the store called `where`: where
    two stores are at work it would be put on the wrong one.
    """
    from sqlalchemy import event

    @event.listens_for(engine, "handle_error")
    def _named(context: ExceptionContext) -> None:
        if context.sqlalchemy_exception is not None:
            setattr(context.sqlalchemy_exception, _STORE, where)


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Turns a driver's exceptions inside it into this tree; everything else passes.

    `where` is what the store is called of which an exception does not say where it came from.
    """
    try:
        yield
    except StoreUnusable:
        raise
    except Exception as error:
        meaning = from_driver(error, getattr(error, _STORE, where))
        if meaning is None:
            raise
        raise meaning from error
