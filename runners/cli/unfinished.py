"""What a command says that finds no finished trial to work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runners.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from runners.results.study import OpenStudy


def nothing_finished(opened: OpenStudy, code: str, *, called: str = "") -> Stop:
    """Why there is nothing: no trial of the study is finished, or none of the part asked for.

    `code` is the short word for `--json`; `called` is what the study is called beside another.
    """
    study, asked = opened.study, len(opened.rows)
    named = f"study {study.id} ({called})" if called else f"study {study.id}"
    if not study.finished:
        return Stop(
            Exit.SCRIPT,
            code,
            f"no trial of {named} is finished",
            "run it again: it goes on where it stopped",
        )
    here, verb = ("the one trial", "is not") if asked == 1 else (f"the {asked} trials", "are not")
    return Stop(
        Exit.SCRIPT,
        code,
        f"{here} asked for {verb} finished, though {study.finished} of {named} are",
        "leave out PATH, -m or --only, or run it again: it goes on where it stopped",
    )
