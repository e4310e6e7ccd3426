"""The entry point: `devrun` in a shell.

Whatever happens, what reaches the user is a sentence and an exit code; a traceback is shown only
with DEVRUN_DEBUG=1.
"""

from __future__ import annotations

import _thread
import errno
import os
import sys

from runners.deferred_import import defer_imports

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def main() -> None:
    """Run the command line and leave with its exit code."""
    defer_imports()
    from runners.isolated import isolate_children  # imports what was deferred

    isolate_children()
    _open_closed_streams()
    _use_utf8()
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = interrupted_again
    sys.exit(_run(sys.argv[1:]))


def interrupted_again(failed: sys.UnraisableHookArgs) -> None:
    """Interrupt once more, a moment later, where Ctrl-C came while Python called back for an object
    that was let go of: it forgets there what is raised, and the command would go on.
    """
    if not issubclass(failed.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(failed)
        return
    from threading import Timer

    again = Timer(0.02, _thread.interrupt_main)
    again.daemon = True
    again.start()


def _run(arguments: list[str]) -> int:
    wants_json = any(word == "--json" or word.startswith("--json=") for word in arguments)
    if (package := _foreign_package()) is not None:
        what = f"the installed Python package `{package}` is not devrun's"
        return _refuse_foreign(what, wants_json=wants_json)
    # Not above: the package `dsl` may be somebody else's.
    from dsl.errors import DevrunError, Exit, reason_of

    try:
        code = _called(arguments)
        # What is still held back must be written here, where a failure can be reported.
        sys.stdout.flush()
        return code
    except DevrunError as error:
        _tell(error.code, error.message, error.help, wants_json=wants_json)
        return int(error.exit_code)
    except KeyboardInterrupt:
        _tell(
            "interrupted",
            "interrupted",
            "finished work is saved; give the same command to continue",
            wants_json=wants_json,
        )
        return int(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader went away (`devrun show ... | head`): nothing to say, and nobody to say it to.
        _discard_output()
        return int(Exit.DONE)
    except Exception as bug:
        if isinstance(bug, OSError) and bug.errno in _FULL:
            _discard_output()
            _tell(
                "cannot-write",
                f"the output cannot be written: {reason_of(bug)}",
                "free some space, or redirect the output; replies are saved",
                wants_json=False,
            )
            return int(Exit.USAGE)
        if os.environ.get("DEVRUN_DEBUG") == "1":
            raise
        from runners.own_files import foreign_file

        if (file := foreign_file()) is not None:
            return _refuse_foreign(f"the file {file} is not devrun's", wants_json=wants_json)
        _tell(
            "bug",
            f"this is a bug in devrun: {type(bug).__name__}: {bug}",
            "set DEVRUN_DEBUG=1, run the command again, and report what it prints",
            wants_json=wants_json,
        )
        return int(Exit.SCRIPT)


def _called(arguments: list[str]) -> int:
    import click

    from runners.cli.app import COMMANDS, app
    from runners.cli.errors import Exit, UsageError

    # A shell asks by it what Tab may write; click's convention for a program called `devrun`.
    variable = "_DEVRUN_COMPLETE"
    if asked := os.environ.get(variable):
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, "devrun", variable, asked)
    try:
        # Not `app.main`, which turns a reader that went away into a failure.
        with app.make_context("devrun", list(arguments)) as context:
            result = app.invoke(context)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.ClickException as fault:
        from runners.cli.errors import usage_message

        raise UsageError(*usage_message(fault, arguments, tuple(COMMANDS))) from fault
    except click.Abort as abort:
        raise KeyboardInterrupt from abort
    return int(result) if isinstance(result, int) else int(Exit.DONE)


def _tell(code: str, message: str, help: str, *, wants_json: bool) -> None:
    """Tell what stopped a command: two lines on stderr, or one document on stdout. A reader may
    have gone away here, too; the exit code still says what happened.
    """
    try:
        _print_error(code, message, help, wants_json=wants_json)
    except BrokenPipeError:
        _discard_output()


def _print_error(code: str, message: str, help: str, *, wants_json: bool) -> None:
    if wants_json:
        from renderers.json_text import json_text

        document = {"error": {"code": code, "message": message, "help": help}}
        print(json_text(document, indent=None), flush=True)  # noqa: T201
        return
    from runners.cli.output import note

    note(f"devrun: {message}")
    if help:
        note(f"help: {help}")


def _foreign_package() -> str | None:
    """The first of the four packages that is not ours: their names are common, and another
    distribution may have overwritten one.
    """
    import importlib

    marks = {}
    for name in ("dsl", "renderers", "coders", "runners"):
        try:
            marks[name] = getattr(importlib.import_module(name), "__devrun__", None)
        except ImportError:
            marks[name] = None
    return next(
        (name for name, mark in marks.items() if mark is None or mark != marks["runners"]), None
    )


def _refuse_foreign(what: str, *, wants_json: bool) -> int:
    """Tell that not all that was found is ours. Returns the exit code, that of wrong usage."""
    _tell(
        "foreign-package",
        f"{what}: another package has replaced its files",
        "install devrun in its own environment: `python3 -m venv .venv && .venv/bin/pip "
        "install .`, or with pipx",
        wants_json=wants_json,
    )
    return 2


def _open_closed_streams() -> None:
    """Put the null device where a stream was closed (`devrun ... >&-`).

    Otherwise the store would be opened under the number of standard output, and what is printed
    would be written into it.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _discard_output() -> None:
    """Let what a stream still holds, and cannot write, go to the null device at the end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _use_utf8() -> None:
    """A Windows console may speak cp1252; a curly quote must not end a run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = (getattr(stream, "encoding", "") or "").lower().replace("-", "")
            if encoding != "utf8" and not stream.isatty():
                reconfigure(encoding="utf-8", errors="backslashreplace")
            else:
                reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
