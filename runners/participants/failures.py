"""What can go wrong with a participant, each with a sentence that says what to do.

    ParticipantFailure
    ├── CannotStart             before the first call; wrong usage, exit code 2
    │   ├── BadName             `openai/`, `sim/child?p=7`
    │   ├── UnknownProvider     `opnai/gpt-5.6`, with "did you mean"
    │   ├── MissingKey          the vendor wants a key and none is set
    │   ├── BadEndpoint         OPENAI_BASE_URL is no address
    │   ├── BadSetting          a parameter that would change what is asked
    │   ├── KeyInTheOpen        a key where it would be stored and shown
    │   ├── Unsupported         a parameter that this model does not take
    │   ├── NotInstalled        local models without the packages they need
    │   └── Unloadable          a local model that is not there, or must not be opened
    └── NoReply                 one attempt that brought nothing to keep; `kind` says why

Foreign errors are turned into these in one place per adapter. One exception with a `kind` stands
for all that happens on the wire, rather than a class each: nobody catches them one by one, the
engine asks only `transient`, `retry_after` and `hopeless`.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from dsl.errors import DevrunError

if TYPE_CHECKING:
    from runners.participants.transport.limits import Allowance


class ParticipantFailure(DevrunError):
    """Anything a participant can fail with. `message` says what, `help` what to do about it."""

    code = "participant"


class CannotStart(ParticipantFailure):
    """A participant that cannot even be asked: wrong usage."""


class BadName(CannotStart):
    """A name that is not `provider/model`, or parameters that the model does not take."""

    code = "bad-model-name"


class UnknownProvider(CannotStart):
    """Nobody by this name answers here."""

    code = "unknown-provider"


class MissingKey(CannotStart):
    """The vendor's own endpoint was asked for and there is no usable key."""

    code = "missing-key"


class BadEndpoint(CannotStart):
    """The address set for a server cannot be used."""

    code = "bad-endpoint"


class BadSetting(CannotStart):
    """A requested parameter that is devrun's own to set, or is asked for twice."""

    code = "bad-setting"


class KeyInTheOpen(CannotStart):
    """What looks like a key stands in a name, a parameter or an address, all of which are stored
    and shown. Where it stands is said, and never what it is."""

    code = "key-in-the-open"

    def __init__(self, where: str, variable: str = "") -> None:
        set_it = f": set {variable}" if variable else ", such as OPENAI_API_KEY"
        super().__init__(
            f"{where} seems to contain a key, which would be stored and shown",
            f"put keys into the environment{set_it}; nothing was asked or written",
        )


class Unsupported(CannotStart):
    """A requested parameter that the provider is known to refuse, or to ignore, for this model."""

    code = "unsupported-setting"


class NotInstalled(CannotStart):
    """Packages that this kind of participant needs are not there."""

    code = "not-installed"


class Unloadable(CannotStart):
    """A local model whose files are missing, cannot be used, or could run code."""

    code = "unloadable-model"


class FailureKind(StrEnum):
    """Why there was no reply. `transient`: the same call may succeed a little later. `hopeless`:
    every other call to this participant will fail in the same way.
    """

    transient: bool
    hopeless: bool

    def __new__(cls, value: str, outlook: str = "") -> FailureKind:
        """A kind, and what is to be expected of other calls."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.transient, made.hopeless = outlook == "transient", outlook == "hopeless"
        return made

    RATE_LIMITED = "rate limited", "transient"
    OVERLOADED = "overloaded", "transient"
    TIMEOUT = "timeout", "transient"
    CONNECTION_REFUSED = "connection refused", "transient"
    CONNECTION_LOST = "connection lost", "transient"
    BROKEN_BODY = "broken body", "transient"
    CANCELLED = "cancelled", "transient"
    WRONG_MODEL = "wrong model", "hopeless"
    WRONG_ADDRESS = "wrong address", "hopeless"
    UNAUTHORISED = "unauthorised", "hopeless"
    QUOTA = "quota", "hopeless"
    BAD_PARAMETER = "bad parameter", "hopeless"
    BAD_REQUEST = "bad request"
    TOO_LARGE = "too large"


class NoReply(ParticipantFailure):
    """One attempt that brought no reply; it is noted as an attempt and is no data.

    `retry_after` is in seconds, when the provider named a time. `status` is the HTTP status, None
    where there was none. `limits` are what the provider says is left of its own, `took_s` is how
    long the attempt took.
    """

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        help: str = "",
        *,
        retry_after: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message, help)
        self.kind = kind
        self.retry_after = retry_after
        self.status = status
        self.limits: tuple[Allowance, ...] = ()
        self.took_s = 0.0

    @property
    def transient(self) -> bool:
        """The same call may succeed a little later."""
        return self.kind.transient

    @property
    def hopeless(self) -> bool:
        """Every other call to this participant will fail in the same way: ask it nothing more."""
        return self.kind.hopeless


class TooLarge(Exception):
    """An answer with more bytes than `most`, after any compression; the rest was not read.

    Raised while an answer still comes in, below the SDKs, of which some wrap it in errors of their
    own.
    """

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} bytes")
        self.most = most


class ConnectionFailed(Exception):
    """There is no whole answer; `__cause__` is why. `sent`: the request, or a part of it, may have
    reached the server. Raised below the SDKs, as TooLarge is.
    """

    def __init__(self, *, sent: bool) -> None:
        super().__init__("sent, and not answered" if sent else "not sent")
        self.sent = sent


def retry_after(value: str | None, *, now: datetime) -> float | None:
    """The seconds to wait that a Retry-After header names, as a number or as an HTTP date.

    None for no header and for one that cannot be read; a date gone by is 0.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        if (date := http_date(value)) is None:
            return None
        seconds = (date - now).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def http_date(written: str) -> datetime | None:
    """The moment that a header names; UTC where it names no zone, None where it names no moment."""
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(written)
    except (ValueError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
