"""Keys from the operating system's keyring, asked through a keyring of the test's own."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordSetError

from runners.participants.base import Settings
from runners.participants.failures import MissingKey
from runners.participants.google import GoogleContent
from runners.participants.openai import OpenAIChat

KEPT = "sk-kept-in-the-keyring"


class Held(KeyringBackend):
    """A keyring that notes what it is asked for."""

    priority = 1.0

    def __init__(self, *names: str, value: str = KEPT, locked: bool = False) -> None:
        super().__init__()
        self.names, self.value, self.locked = names, value, locked
        self.asked: list[tuple[str, str]] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append((service, username))
        if self.locked:
            raise KeyringLocked(f"cannot unlock {KEPT}")
        return self.value if username in self.names else None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise PasswordSetError("nobody may write into this keyring")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def used(held: Held) -> Held:
    keyring.set_keyring(held)
    return held


def test_a_key_is_read_where_its_variable_is_not_set() -> None:
    held = used(Held("OPENAI_API_KEY"))
    assert OpenAIChat("any", Settings(), environment={}).key == KEPT
    assert held.asked == [("devrun", "OPENAI_API_KEY")]


def test_the_variable_comes_first_and_the_keyring_is_not_asked() -> None:
    held = used(Held("OPENAI_API_KEY"))
    environment = {"OPENAI_API_KEY": "sk-of-the-environment"}
    line = OpenAIChat("any", Settings(), environment=environment)
    assert line.key == "sk-of-the-environment"
    assert held.asked == []


def test_each_variable_that_a_vendor_knows_is_looked_up_in_turn() -> None:
    held = used(Held("GOOGLE_API_KEY"))
    assert GoogleContent("any", Settings(), environment={}).key == KEPT
    assert held.asked == [("devrun", "GEMINI_API_KEY"), ("devrun", "GOOGLE_API_KEY")]


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/v1", "https://lab.example/v1"])
def test_a_server_of_ones_own_gets_no_key_out_of_the_keyring(url: str) -> None:
    held = used(Held("OPENAI_API_KEY"))
    line = OpenAIChat("any", Settings(), environment={"OPENAI_BASE_URL": url})
    assert line.key == ""
    assert held.asked == []


def test_a_locked_keyring_is_reported_in_words_and_not_in_its_own() -> None:
    used(Held(locked=True))
    with pytest.raises(MissingKey) as caught:
        OpenAIChat("any", Settings(), environment={})
    assert caught.value.message == (
        "the keyring of this computer could not be read for OPENAI_API_KEY (KeyringLocked)"
    )
    assert caught.value.help == "unlock it, or set OPENAI_API_KEY"


def test_what_is_no_key_is_said_to_stand_in_the_keyring() -> None:
    used(Held("OPENAI_API_KEY", value="two words"))
    with pytest.raises(MissingKey) as caught:
        OpenAIChat("any", Settings(), environment={})
    assert caught.value.message == (
        "what the keyring holds for OPENAI_API_KEY is not a key: it contains spaces or unusual "
        "characters"
    )


def test_an_empty_keyring_is_as_good_as_none() -> None:
    used(Held())
    with pytest.raises(MissingKey, match="there is no key for openai/any"):
        OpenAIChat("any", Settings(), environment={})
