"""`devrun models` tells whom one can ask, and which keys lie in the keyring, never a key."""

from __future__ import annotations

import os

import pytest

from tests.shell import Shell

KEYRING = '''
"""A keyring for a test."""

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class Held(KeyringBackend):
    priority = 1.0
    keys = {"OPENAI_API_KEY": "sk-kept-marker", "GEMINI_API_KEY": "AIza-kept-marker"}

    def get_password(self, service, username):
        return self.keys.get(username) if service == "devrun" else None

    def set_password(self, service, username, password):
        raise AssertionError("devrun writes nothing into a keyring")


class Locked(Held):
    def get_password(self, service, username):
        raise KeyringLocked("marker")
'''
MODELS = ("models",)


@pytest.fixture
def kept(shell: Shell) -> Shell:
    """A shell with a module of keyrings; PYTHON_KEYRING_BACKEND chooses one."""
    (shell.folder / "kept_keys.py").write_text(KEYRING, encoding="utf-8")
    path = os.pathsep.join((shell.environment["PYTHONPATH"], str(shell.folder)))
    return Shell(shell.folder, {**shell.environment, "PYTHONPATH": path})


def test_keys_in_the_keyring_are_named_and_not_shown(kept: Shell) -> None:
    more = {"PYTHON_KEYRING_BACKEND": "kept_keys.Held", "GEMINI_API_KEY": "set-marker"}
    said = kept.run(*MODELS, more=more).stdout
    lines = said.splitlines()
    assert "marker" not in said
    assert lines[:8] == [
        "openai/...  OpenAI, and servers with its chat completions API",
        "    example: -m openai/gpt-5.6",
        "    OPENAI_API_KEY: not set; found in the keyring",
        "    OPENAI_BASE_URL: not set",
        "openai/responses/...  OpenAI's responses API, which some of its models require",
        "    example: -m openai/responses/gpt-5.6",
        "    OPENAI_API_KEY: not set; found in the keyring",
        "    OPENAI_BASE_URL: not set",
    ]
    assert "    ANTHROPIC_API_KEY: not set" in lines
    assert "    GEMINI_API_KEY: set" in lines
    assert (
        "keyring: OPENAI_API_KEY, GEMINI_API_KEY; used when the variable is not set, and "
        "only for the vendor's own address"
    ) in lines
    document = kept.json(*MODELS, more=more)
    assert document["keyring"] == {
        "installed": True,
        "holds": ["OPENAI_API_KEY", "GEMINI_API_KEY"],
        "fault": None,
    }


def test_a_locked_keyring_is_said_to_be_locked(kept: Shell) -> None:
    more = {"PYTHON_KEYRING_BACKEND": "kept_keys.Locked"}
    said = kept.run(*MODELS, more=more).stdout
    locked = "the keyring of this computer could not be read for OPENAI_API_KEY (KeyringLocked)"
    assert locked in said.splitlines()
    assert "marker" not in said
    assert kept.json(*MODELS, more=more)["keyring"]["fault"] == locked


def test_an_empty_keyring_and_none_at_all_are_distinguished(kept: Shell) -> None:
    assert "keyring: no key for devrun" in kept.run(*MODELS).stdout.splitlines()
    # A module that is None in sys.modules cannot be found, as if it were not installed.
    (kept.folder / "sitecustomize.py").write_text(
        "import sys; sys.modules['keyring'] = None\n", encoding="utf-8"
    )
    said = kept.run(*MODELS, more={"PYTHONPATH": path_first(kept)}).stdout
    missing = "keyring: the package `keyring` is not installed (pip install keyring)"
    assert missing in said.splitlines()


def path_first(kept: Shell) -> str:
    return os.pathsep.join((str(kept.folder), kept.environment["PYTHONPATH"]))
