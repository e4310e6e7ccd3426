"""What a plan takes of `devrun run`: its options, and who of those named could not be asked so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from dsl.words import and_list
from runners.cli.costs import tariffs
from runners.cli.errors import UsageError
from runners.cli.on_cluster import on_cluster
from runners.cli.options import pace_options, poll_option, reply_options, store_option
from runners.cli.participants_option import with_any_key

if TYPE_CHECKING:
    from decimal import Decimal

    from dsl.errors import DevrunError
    from dsl.experiment import Experiment
    from runners.participants.base import Settings

F = TypeVar("F", bound=Callable[..., Any])

_VALUES = ("store_url", "run_limits", "limits", "cluster", "poll")
"""How a command gets what these options say."""


def other_run_options(command: F) -> F:
    """The options of a run that change nothing of its plan. They are taken, and not listed in the
    help, so that the command of a run can be planned as it was typed.
    """

    @wraps(command)
    def called(**values: Any) -> Any:
        return command(**{name: each for name, each in values.items() if name not in _VALUES})

    whole = cast(Any, called)
    before = len(getattr(whole, "__click_params__", ()))
    for option in (store_option, pace_options, reply_options, on_cluster, poll_option):
        whole = option(whole)
    for one in whole.__click_params__[before:]:
        one.hidden = True
    return cast(F, whole)


def unmet(
    models: tuple[str, ...],
    experiments: Sequence[Experiment],
    settings: Settings,
    max_cost: Decimal | None,
    *,
    by_batches: bool,
) -> tuple[list[tuple[str, DevrunError]], list[str]]:
    """Who of those named could not be run so, and why; and sentences on who is not shown some
    items, because it cannot be or only others are to be shown. Keys may be missing: a run tells it.
    """
    from runners.participants.base import Settings
    from runners.participants.failures import BadSetting, CannotStart, Unsupported
    from runners.participants.requirements import able, needs, unshown
    from runners.participants.with_agent import of_scripts

    asked = needs(experiments)
    as_usual = settings == Settings(shown=settings.shown) and max_cost is None and not by_batches
    found: list[tuple[str, DevrunError]] = []
    unseen: list[str] = []
    for name in dict.fromkeys(models):
        if not asked and "agent=" not in name and as_usual:
            continue
        try:
            one = of_scripts(with_any_key(name, settings), experiments)
            one = able(one, asked, allow=settings.allow_unsupported, shown=settings.shown)
            formats = unshown(one)
            if by_batches:
                # It imports what asks hosted models, which a plan can do without.
                from runners.batches.formats import hosted

                hosted(one)
            tariffs((one,), max_cost, told=False)
        except (Unsupported, UsageError) as fault:
            found.append((name, fault))
        except BadSetting:
            raise
        except CannotStart:
            continue
        else:
            if formats:
                named = and_list(sorted(formats))
                unseen.append(f"{name} is not shown items with {named}; the numbers count them")
    return found, unseen
