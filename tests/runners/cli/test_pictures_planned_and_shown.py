"""What `devrun plan` and `devrun show` say of pictures."""

from __future__ import annotations

import hashlib

import pytest

from runners.run_size import TOKENS_PER_PICTURE
from tests.shell import Shell

PNG = b"\x89PNG\r\n\x1a\n a bridge IEND"
SCRIPT = """experiment Demo

design
    runs 5
    scoring accuracy

procedure
    say: Look.
    show bridge.png: A bridge.
    listen
    say: Look again.
    separately
        test place
            ask: What is here?
            answer: a bridge
"""


@pytest.fixture
def folder(shell: Shell) -> Shell:
    """A folder with a script that shows one picture, and asks for two replies to it."""
    (shell.folder / "bridge.png").write_bytes(PNG)
    (shell.folder / "demo.dev").write_text(SCRIPT, encoding="utf-8")
    return shell


def test_a_plan_counts_a_picture_in_every_call_that_has_it_before_it(folder: Shell) -> None:
    """Two calls in each of five runs: the conversation goes along with the second."""
    told = folder.run("plan", "demo.dev").stdout
    assert "\n10 pictures sent, each counted in every call that includes it\n" in told
    assert "60 tokens to a reply, 1,600 to a picture)\n" in told
    shown = folder.json("plan", "demo.dev")["input_tokens"]
    text = SCRIPT.replace("    show bridge.png: A bridge.\n", "")
    (folder.folder / "demo.dev").write_text(text, encoding="utf-8")
    assert shown - folder.json("plan", "demo.dev")["input_tokens"] == 10 * TOKENS_PER_PICTURE
    assert "picture" not in folder.run("plan", "demo.dev").stdout


def test_show_tells_the_file_and_the_description_in_the_place_of_the_picture(
    folder: Shell,
) -> None:
    told = folder.run("show", "demo.dev").stdout
    assert "    Look.\n\n    [picture bridge.png: A bridge.]\n" in told


def test_show_as_json_has_each_picture_next_to_the_words_that_are_sent(folder: Shell) -> None:
    """`text` stays what goes on the wire, byte for byte."""
    [trial, *_] = folder.json("show", "demo.dev")
    first, _, second, _ = trial["turns"]
    assert (first["text"], second["text"]) == ("Look.", "Look again.\n\nWhat is here?")
    assert first["images"] == [
        {
            "offset": 5,
            "file": "bridge.png",
            "media_type": "image/png",
            "sha256": hashlib.sha256(PNG).hexdigest(),
            "alt": "A bridge.",
        }
    ]
    assert second["images"] == []


def test_a_description_is_made_safe_for_the_terminal(folder: Shell) -> None:
    """It comes from whoever wrote the script; a turned direction would change what is read."""
    text = SCRIPT.replace("A bridge.", "A \u202eegdirb.")
    (folder.folder / "demo.dev").write_text(text, encoding="utf-8")
    done = folder.run("show", "demo.dev", code=None)
    assert "\u202e" not in done.stdout + done.stderr
