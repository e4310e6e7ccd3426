"""What may be wrong with the codes of a study, as the commands that read them say it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runners.cli.exits import Exit, Stop


@contextmanager
def codes_of(study: str) -> Iterator[None]:
    """While inside, a coder who has coded nothing in `study` (its id), and codes that cannot be
    read, end the command with a sentence.

    Raises:
        Stop: so it is.
    """
    from coders.packets.shape import PacketUnusable
    from runners.results.codings import NoSuchCoder

    try:
        yield
    except NoSuchCoder as fault:
        raise Stop(
            Exit.USAGE,
            "no-such-coder",
            f"`{fault.name}` has coded nothing in study {study}",
            f"choose among: {', '.join(fault.coders)}",
        ) from fault
    except PacketUnusable as fault:
        raise Stop(Exit.STORE, "codes", fault.message, fault.help) from fault
