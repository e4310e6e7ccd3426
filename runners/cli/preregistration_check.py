"""`devrun preregister --check`: deviations from the plan, and what was checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runners.cli.errors import Exit, error_code
from runners.cli.open_store import open_store
from runners.cli.open_study import open_study
from runners.cli.output import print_json, say
from runners.cli.paths import find_scripts

if TYPE_CHECKING:
    from runners.preregistration.adherence import Adherence


def check_study(
    paths: tuple[str, ...], wanted: str | None, study: str | None, store_url: str, *, as_json: bool
) -> int:
    """Compare a study with its preregistration, or with the one that is named.

    Raises:
        Unusable: the named one does not exist, or is not a preregistration.
    """
    from runners.preregistration.checks import deviations
    from runners.preregistration.lookup import find_preregistration

    found = find_scripts(paths) if paths else ()
    with open_store(store_url, reading=True) as store:
        opened = open_study(store, study=study, paths=found)
        plan = find_preregistration(store, opened, wanted)
        with error_code("codes"):
            adherence = deviations(store, opened, plan)
    if as_json:
        print_json(adherence.document)
    else:
        _tell(adherence)
    return int(Exit.DONE)


def _tell(adherence: Adherence) -> None:
    mark = ", SIMULATED: not data" if adherence.simulated else ""
    say(f"Study {adherence.study}{mark}")
    say(adherence.in_a_line)
    if not adherence.hash:
        return
    sealed = f"sealed at {adherence.sealed} (UTC)" if adherence.sealed else "never sealed here"
    say(f"{adherence.hash}, {sealed}; chosen as {adherence.why}")
    for thing in adherence.things:
        if thing.found:
            say(f"\n{thing.what}")
        for one in thing.found:
            about = f"{one.about}: " if one.about else ""
            say(f"  {about}planned: {one.planned}")
            say(f"  {' ' * len(about)}done:    {one.done}")
    say("\nas planned:")
    for thing in adherence.compared:
        if not thing.found:
            say(f"  {thing.what}")
    say("\nnot checked:")
    for thing in adherence.not_compared:
        say(f"  {thing.what}: {thing.reason}")
