"""A vision model is shown the script's pictures, and its numbers are those of a plain reading."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import cycle, takewhile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from dsl.record import replace
from dsl.trial import Picture
from renderers.prompt import PlacedPicture
from runners.participants.base import Message, Role, Settings
from runners.participants.failures import CannotStart, FailureKind, NoReply
from runners.participants.hf import loading
from runners.participants.hf.inference import Inference
from runners.participants.hf.participant import LocalModel
from runners.participants.hf.prompting import TokenSpan
from runners.participants.hf.worker import InferenceWorker
from tests.here import here
from tests.runners.participants.hf.local import SYSTEM, ask, call, likelihoods, said
from tests.tiny_models import PARTS, VISION

Folder = Callable[..., Path]
OPTIONS = ("the basket", "the box", "Nobody knows why.")


def picture(width: int, height: int, kind: str = "PNG", *, turned: bool = False) -> Picture:
    """A picture of a gradient, as the bytes of a file of this kind."""
    shades = Image.linear_gradient("L"), Image.radial_gradient("L")
    red, green = reversed(shades) if turned else shades
    made = Image.merge("RGB", (red, green, red.rotate(90))).resize((width, height))
    out = io.BytesIO()
    made.save(out, kind)
    data = out.getvalue()
    return Picture(f"{width}.png", "A", "image/png", sha256(data).hexdigest(), data)


SHELF, DOOR = picture(50, 90), picture(130, 40, "JPEG", turned=True)


def shown(text: str, *placed: tuple[int, Picture]) -> Message:
    return Message(Role.USER, text, tuple(PlacedPicture(at, one) for at, one in placed))


WHERE = "Where is the marble now? A) the basket or"
CONVERSATIONS: tuple[tuple[Message, ...], ...] = (
    (shown(WHERE, (0, SHELF)),),
    (shown(WHERE, (0, DOOR)),),
    (shown(WHERE, (9, SHELF), (16, DOOR)),),
    (shown(WHERE),),
    (
        shown("Sally goes out.", (0, DOOR)),
        said("So."),
        Message(Role.SYSTEM, "Yes, or no."),
        shown("Why? And here?", (5, SHELF), (14, SHELF)),
    ),
)
"""One picture and several, within words and after them, none, and those of an earlier turn."""


class Plain:
    """What the library gives for one text and its pictures at a time, by no code of ours."""

    def __init__(self, folder: Path, *, special: bool) -> None:
        import torch
        from transformers import AutoModelForImageTextToText, AutoProcessor

        self.torch, self.special = torch, special
        self.processor: Any = AutoProcessor.from_pretrained(folder)
        self.device = loading.chosen_device(None)
        model: Any = AutoModelForImageTextToText.from_pretrained(folder)
        self.model: Any = model.to(self.device).eval()

    def prompt(self, messages: Sequence[Message]) -> tuple[str, list[Any]]:
        """The text with a mark for each picture, and the pictures."""
        conversation, images = [], []
        for message in messages:
            parts: list[dict[str, str]] = []
            for part in message.parts or ("",):
                if isinstance(part, str):
                    parts.append({"type": "text", "text": part})
                else:
                    parts.append({"type": "image"})
                    images.append(Image.open(io.BytesIO(part.data)))
            conversation.append({"role": message.role.value, "content": parts})
        if self.processor.chat_template:
            made = self.processor.apply_chat_template(conversation, add_generation_prompt=True)
            return made, images
        words = (part.get("text", "<image>") for one in conversation for part in one["content"])
        return "".join(words), images

    def inputs(self, text: str, images: list[Any], *, special: bool) -> Any:
        given = {"images": [images]} if images else {}
        return self.processor(text=[text], return_tensors="pt", add_special_tokens=special, **given)

    def sums(self, text: str, images: list[Any], options: Sequence[str]) -> list[tuple[float, int]]:
        """The sum over each option's tokens after the text, and their number."""
        before = text.rstrip(" ") if self.special else text
        prompt = self.inputs(before, images, special=self.special)["input_ids"][0].tolist()
        read = [self.logs(text + one, images, special=self.special) for one in options]
        start = min(
            len(list(takewhile(lambda two: two[0] == two[1], zip(prompt, row, strict=False))))
            for row, _ in read
        )
        start = max(1, start)
        return [(sum(logs[start - 1 :]), len(row) - start) for row, logs in read]

    def logs(self, text: str, images: list[Any], *, special: bool) -> tuple[list[int], list[float]]:
        """The tokens, and the log-likelihood of each but the first."""
        inputs = self.inputs(text, images, special=special)
        row = inputs["input_ids"][0].tolist()
        with self.torch.inference_mode():
            scores = self.model(**inputs.to(self.device)).logits[0].double().log_softmax(-1)
        return row, [float(scores[at - 1, row[at]]) for at in range(1, len(row))]


@pytest.mark.parametrize("kind", VISION)
def test_likelihoods_of_many_calls_at_once_are_those_of_a_plain_reading(
    folder: Folder, kind: str
) -> None:
    model = Plain(folder(kind), special=False)
    bare = model.sums(*model.prompt([shown("")]), OPTIONS)
    replies = ask(folder(kind), [call(*one, options=OPTIONS) for one in CONVERSATIONS])
    sums = set()
    for reply, messages in zip(replies, CONVERSATIONS, strict=True):
        expected = model.sums(*model.prompt(messages), OPTIONS)
        for one, (total, tokens), (alone, _) in zip(
            likelihoods(reply), expected, bare, strict=True
        ):
            assert one["sum"] == pytest.approx(total, abs=5e-5)
            assert one["tokens"] == tokens
            assert one["against_bare_prompt"] == pytest.approx(total - alone, abs=5e-5)
            assert one["per_token_of_whole"] is None
        sums.add(round(expected[0][0], 3))
    assert len(sums) == len(CONVERSATIONS), "pictures make a difference"
    digests = [json.loads(reply.raw).get("pictures", {}).get("sha256") for reply in replies]
    one, other = SHELF.digest, DOOR.digest
    assert digests == [[one], [other], [one, other], None, [other, one, one]]


def test_a_base_model_under_a_protocol_has_every_number_with_pictures(folder: Folder) -> None:
    home = folder("llava", chat=False)
    model = Plain(home, special=True)
    letters, cue = "ABC", "The answer is: "
    words = f"{WHERE}\n{cue}"
    asked = replace(
        call(shown(words, (9, DOOR), (16, SHELF)), options=OPTIONS),
        continues=True,
        letters=tuple(letters),
        bare=cue,
        reading="whole",
    )
    text, images = model.prompt(asked.messages)
    given, alone = model.sums(text, images, OPTIONS), model.sums(cue, [], OPTIONS)
    lettered = model.sums(text, images, letters)
    (reply,) = ask(home, [asked])
    for at, one in enumerate(likelihoods(reply)):
        total, tokens = given[at]
        _, whole = model.logs(text + OPTIONS[at], images, special=False)
        assert one == {
            "text": OPTIONS[at],
            "letter": letters[at],
            "tokens": tokens,
            "characters": len(OPTIONS[at]),
            "sum": pytest.approx(total, abs=5e-5),
            "per_token": pytest.approx(total / tokens, abs=5e-5),
            "per_character": pytest.approx(total / len(OPTIONS[at]), abs=5e-5),
            "against_bare_prompt": pytest.approx(total - alone[at][0], abs=5e-5),
            "letter_sum": pytest.approx(lettered[at][0], abs=5e-5),
            "whole_tokens": len(whole),
            "per_token_of_whole": pytest.approx(sum(whole) / len(whole), abs=5e-5),
        }


def test_the_model_is_given_the_processors_pixels_of_the_files_once_for_all_options(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch
    from transformers import AutoImageProcessor

    pixels: list[Any] = []
    tried = loading.tried

    def watched(model: Any, given: Sequence[TokenSpan] = ()) -> Inference:
        found = tried(model, given)
        assert (found.pads, found.shares) == (True, True)
        model.register_forward_pre_hook(
            lambda _, __, given: pixels.append(given.get("pixel_values")), with_kwargs=True
        )
        return found

    monkeypatch.setattr(loading, "tried", watched)
    ask(folder("llava"), [call(*one, options=OPTIONS) for one in CONVERSATIONS])
    processor: Any = AutoImageProcessor.from_pretrained(folder("llava"), backend="pil")
    given = [one.cpu() for one in pixels if one is not None]
    pictures = [[its.picture for one in every for its in one.pictures] for every in CONVERSATIONS]
    for its in filter(None, pictures):
        images = [Image.open(io.BytesIO(one.data)) for one in its]
        expected = processor([images], return_tensors="pt")["pixel_values"]
        same = [one for one in given if one.shape == expected.shape and torch.equal(one, expected)]
        assert len(same) == 1
    assert len(given) == sum(map(bool, pictures))


def test_what_is_said_among_others_and_with_interruptions_is_what_is_said_alone(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = folder("idefics3")
    calls = [call(*one, seed=5) for one in CONVERSATIONS]
    alone = ask(home, calls, one_by_one=True, max_tokens=6)
    steps = cycle([False, False, True])
    monkeypatch.setattr(InferenceWorker, "_pause", lambda _, __: next(steps))
    together = ask(home, calls, max_tokens=6)
    assert [one.text for one in together] == [one.text for one in alone]
    assert {json.loads(one.raw)["beside"] for one in together} == {len(calls)}
    assert together[0].text != together[1].text, "the same words with another picture"


def test_the_identity_covers_the_processor(folder: Folder, tmp_path: Path) -> None:
    home = Path(shutil.copytree(folder("llava"), tmp_path / "llava-chat"))
    before = LocalModel(str(home), Settings())
    assert before.sees_pictures
    assert before.notes == ()
    assert before.identity()["processor"] == "LlavaProcessor, CLIPImageProcessorPil"
    settings = json.loads((home / "processor_config.json").read_text())
    settings["image_processor"]["do_center_crop"] = False
    (home / "processor_config.json").write_text(json.dumps(settings))
    after = LocalModel(str(home), Settings())
    assert after.identity()["fingerprint"] != before.identity()["fingerprint"]


MIXED = PARTS.replace(
    "{% for part in",
    "{% if message.content is string %}{{ message.content }}{% elif message.role == 'system' %}"
    "{{ raise_exception('no parts') }}{% else %}{% for part in",
    1,
).replace("{% endfor %}<|end|>", "{% endfor %}{% endif %}<|end|>")
FIRST = "{% for one in messages %}{% for part in one.content if part.type == 'image' %}<image>"
FIRST += "{% endfor %}{% for part in one.content if part.type == 'text' %}{{ part.text }}"
FIRST += "{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    ("template", "sees", "note"),
    [
        (MIXED, True, ""),
        (FIRST, True, "does not leave the pictures of a message between its words"),
        ("{% for one in messages %}{{ '<|user|>' + one.content }}{% endfor %}", False,
         "is shown no pictures: its chat template has no place for them"),
    ],
)  # fmt: skip
def test_what_a_chat_template_does_with_pictures_is_told(
    folder: Folder, tmp_path: Path, template: str, sees: bool, note: str
) -> None:
    home = Path(shutil.copytree(folder("llava"), tmp_path / "copy"))
    (home / "chat_template.jinja").write_text(template)
    model = LocalModel(str(home), Settings())
    assert model.sees_pictures is sees
    assert len(model.notes) == bool(note)
    assert note in "".join(model.notes)
    (reply,) = ask(home, [call(SYSTEM, shown("Yes or no?"), options=("Yes", "no"))])
    assert reply.text in ("Yes", "no")


def test_without_a_prompt_that_has_no_picture_what_it_adds_is_unknown(
    folder: Folder, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(folder("llava"), tmp_path / "copy"))
    template = (home / "chat_template.jinja").read_text()
    (home / "chat_template.jinja").write_text(
        "{% if not messages[0].content[0].get('text', 'x') %}{{ raise_exception('no words') }}"
        "{% endif %}" + template
    )
    (reply,) = ask(home, [call(*CONVERSATIONS[0], options=OPTIONS)], params={"likelihood": "bare"})
    assert [one["against_bare_prompt"] for one in likelihoods(reply)] == [None] * 3
    assert reply.text == ""


QWEN = {
    "processor_class": "Qwen2VLProcessor",
    "image_processor": {"image_processor_type": "Qwen2VLImageProcessor"},
    "video_processor": {"video_processor_type": "Qwen2VLVideoProcessor"},
}
"""Newer processors take videos as well, for which the library needs torchvision."""


@pytest.mark.parametrize(
    ("processor", "message", "help"),
    [
        (None, "is a vision model (`llava`) and has no processor of pictures", "save_pretrained"),
        ("{", "the processor of hf/copy cannot be loaded", "save the model again"),
        pytest.param(
            json.dumps(QWEN), "needs torchvision, which is not installed", "install torchvision",
            marks=pytest.mark.skipif(find_spec("torchvision") is not None, reason="it is there"),
        ),
    ],
)  # fmt: skip
def test_a_processor_that_cannot_be_used_is_told_before_the_first_call(
    folder: Folder, tmp_path: Path, processor: str | None, message: str, help: str
) -> None:
    home = Path(shutil.copytree(folder("llava"), tmp_path / "copy"))
    path = home / "processor_config.json"
    path.unlink()
    if processor is not None:
        path.write_text(processor)
    with pytest.raises(CannotStart) as caught:
        LocalModel(str(home), Settings())
    assert message in caught.value.message
    assert help in caught.value.help


def huge() -> Picture:
    """A picture of a hundred million pixels, in a small file."""
    out = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(out, "PNG")
    return Picture("huge.png", "A", "image/png", "0", out.getvalue())


BROKEN = replace(SHELF, file="broken.png", data=SHELF.data[:200])


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (shown("Why?", (0, BROKEN)), "{} cannot be shown these pictures: `broken.png` is broken"),
        (shown("Why?", (0, huge())), "{} cannot be shown these pictures: `huge.png` is too large"),
        (shown("Why? <image>", (0, SHELF)), "Found total 2 <image> tokens"),
        (shown("Why?", *[(0, SHELF)] * 70), "reads at most 1024 tokens"),
    ],
)  # fmt: skip
def test_pictures_that_cannot_be_shown_are_told(
    folder: Folder, message: Message, told: str
) -> None:
    home = folder("llava")
    with pytest.raises(NoReply) as caught:
        ask(home, [call(message)])
    assert caught.value.kind is FailureKind.BAD_REQUEST
    assert told.format(home.name) in caught.value.message


SCRIPT = """experiment Demo

design
    scoring accuracy
    runs 1

procedure
    separately
        test shelf
            show shelf.png: A shelf.
            ask: Where is the marble?
            choices:
                the basket
                the box
            answer: the box
            scored by likelihood
        test door
            show door.jpg: A shelf.
            ask: Where is the marble?
            choices:
                the basket
                the box
            answer: the box
            scored by likelihood
"""


def test_a_script_with_pictures_is_asked_of_who_sees_them(folder: Folder, tmp_path: Path) -> None:
    shell = here(tmp_path)
    (tmp_path / "shelf.png").write_bytes(SHELF.data)
    (tmp_path / "door.jpg").write_bytes(DOOR.data)
    (tmp_path / "demo.dev").write_text(SCRIPT)
    done = shell.json("demo.dev", "-m", f"hf/{folder('llava')}")
    assert done["calls"]["made"] == 2
    cells = shell.json("score", "--likelihoods")["cells"]
    assert {one["n_texts"] for one in cells} == {2}, "the same words with other pictures"
    refused = shell.run("demo.dev", "-m", f"hf/{folder('llama')}", code=2)
    assert "cannot be shown pictures, and `shelf.png` in demo.dev is one" in refused.stderr
