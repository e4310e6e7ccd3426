"""The entry point: `devrun` in a shell.

Whatever happens, what reaches the user is a sentence and an exit code; a traceback is shown only
with DEVRUN_DEBUG=1.
"""

from __future__ import annotations

import json
import os
import sys

from runners.cli.exits import Exit, Stop


def main() -> None:
    """Run the command line and leave with its exit code."""
    _use_utf8()
    sys.exit(int(_run(sys.argv[1:])))


def _run(arguments: list[str]) -> int:
    wants_json = "--json" in arguments
    try:
        _refuse_foreign_packages()
        import click

        from runners.cli.app import app

        try:
            result = app.main(args=arguments, prog_name="devrun", standalone_mode=False)
        except click.exceptions.Exit as left:
            return left.exit_code
        except click.ClickException as fault:
            message = fault.format_message()
            raise Stop(Exit.USAGE, "usage", message, _usage_help(fault)) from fault
        except click.Abort as abort:
            raise KeyboardInterrupt from abort
        return int(result) if isinstance(result, int) else int(Exit.DONE)
    except Stop as stop:
        _tell(stop, wants_json=wants_json)
        return int(stop.exit_code)
    except KeyboardInterrupt:
        _tell(
            Stop(
                Exit.INTERRUPTED,
                "interrupted",
                "interrupted",
                "what was finished is kept; the same command goes on from there",
            ),
            wants_json=wants_json,
        )
        return int(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader went away (`devrun show ... | head`): nothing to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(Exit.DONE)
    except Exception as bug:
        if os.environ.get("DEVRUN_DEBUG") == "1":
            raise
        _tell(
            Stop(
                Exit.SCRIPT,
                "bug",
                f"this is a fault of devrun, not yours: {type(bug).__name__}: {bug}",
                "set DEVRUN_DEBUG=1, run the command again, and report what it prints",
            ),
            wants_json=wants_json,
        )
        return int(Exit.SCRIPT)


def _usage_help(fault: object) -> str:
    context = getattr(fault, "ctx", None)
    path = getattr(context, "command_path", "devrun")
    return f"try `{path} --help`"


def _tell(stop: Stop, *, wants_json: bool) -> None:
    if wants_json:
        document = {"error": {"code": stop.code, "message": stop.message, "help": stop.help}}
        print(json.dumps(document, ensure_ascii=False))  # noqa: T201
        return
    from renderers.terminal import visible

    print(f"devrun: {visible(stop.message)}", file=sys.stderr)  # noqa: T201
    if stop.help:
        print(f"help: {visible(stop.help)}", file=sys.stderr)  # noqa: T201


def _refuse_foreign_packages() -> None:
    """The four packages have common names; another distribution may have overwritten one."""
    import importlib

    marks = {}
    for name in ("dsl", "renderers", "coders", "runners"):
        try:
            marks[name] = getattr(importlib.import_module(name), "__devrun__", None)
        except ImportError:
            marks[name] = None
    wrong = [name for name, mark in marks.items() if mark is None or mark != marks["runners"]]
    if wrong:
        raise Stop(
            Exit.USAGE,
            "foreign-package",
            f"the Python package `{wrong[0]}` that was found is not devrun's: another "
            "distribution has put its own files in its place",
            "install devrun by itself: `python3 -m venv .venv && .venv/bin/pip install .`, "
            "or with pipx",
        )


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
