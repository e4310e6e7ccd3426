"""A key from the keyring of the operating system, for those who want none in their environment.

It is looked up under the service `devrun` and the variable's name, where the variable is not set,
and for the vendor's own address alone: a key that lies at hand for ever must not go to whatever
server an address happens to name. Rejected: a file of keys of devrun's own, which would be one more
place to guard.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from runners.participants.failures import MissingKey

SERVICE = "devrun"


@dataclass(frozen=True, slots=True)
class KeyringState:
    """What a keyring is good for: whether the package is there, the variables whose keys it holds,
    and why it could not be asked, empty where it could."""

    installed: bool
    holds: tuple[str, ...]
    fault: str = ""


def kept(variables: Iterable[str]) -> KeyringState:
    """Which of these variables have a key in the keyring; the keys themselves stay there."""
    try:
        import keyring  # noqa: F401
    except ImportError:
        return KeyringState(False, ())
    try:
        return KeyringState(True, tuple(name for name in variables if kept_key(name)))
    except MissingKey as fault:
        return KeyringState(True, (), fault.message)


def kept_key(variable: str) -> str:
    """The key kept under this name; empty where there is none, or no keyring.

    Raises:
        MissingKey: there is a keyring, and it could not be read.
    """
    try:
        import keyring
        from keyring.errors import NoKeyringError
    except ImportError:
        return ""
    try:
        return (keyring.get_password(SERVICE, variable) or "").strip()
    except NoKeyringError:
        return ""
    except Exception as fault:
        # Each system's keyring fails in ways of its own. What it says of itself is not repeated:
        # nobody knows what it holds.
        raise MissingKey(
            f"the keyring of this computer could not be read for {variable} "
            f"({type(fault).__name__})",
            f"unlock it, or set {variable}",
        ) from None
