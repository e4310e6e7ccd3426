"""What `devrun models --json` tells of providers and keys, each with what it means."""

from __future__ import annotations

import os
from collections.abc import Mapping

from renderers.fields.field import Field, Kind, Scale, each, field, nested
from renderers.fields.scales import OPTIONAL, TEXT, TEXTS, TRUTH, WORDS
from runners.participants.registry import PROVIDERS, Provider
from runners.participants.sim import FAMILY
from runners.participants.transport.keyring import KeyringState

_TRUTHS = Scale[Mapping[str, bool]](Kind.OBJECT)

_PROVIDER: tuple[Field[Provider], ...] = (
    field(TEXT, "provider", "what the names of its models begin with", "name"),
    field(TEXT, "example", "such a name"),
    field(TEXT, "about", "who it is"),
    field(
        _TRUTHS, "variables", "the environment variables that it reads, and whether each is set",
        lambda one: {name: name in os.environ for name in one.variables},
    ),
)  # fmt: skip

_KEYRING: tuple[Field[KeyringState], ...] = (
    field(TRUTH, "installed", "whether the package `keyring` is installed"),
    field(TEXTS, "holds", "variables whose keys it holds"),
    field(OPTIONAL, "fault", "why it could not be read", missing="it could"),
)

MODELS: tuple[Field[KeyringState], ...] = (
    each("providers", "the providers", _PROVIDER, lambda _: PROVIDERS),
    nested("keyring", "the operating system's keyring", _KEYRING, lambda found: found),
    field(
        WORDS, "simulated", "what each simulated participant does",
        lambda _: tuple((f"sim/{one.name}", one.about) for one in FAMILY),
    ),
)  # fmt: skip
