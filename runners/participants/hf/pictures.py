"""Pictures as a vision model of transformers is shown them: by the processor that comes with it.

A processor scales each picture, and puts as many tokens into the text as the model has for it. Of
its tokens only those up to the last picture are taken. What follows is cut by the tokenizer, as in
a prompt without pictures, so that the options of a question share the pictures of its prompt and
none is scaled twice.

Of the library's image processors those with Pillow are taken. The others need torchvision and give
slightly other pixels, so that what a model is shown would depend on what happens to be installed.
They are taken for models that have no other.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from dsl.trial import Picture
from runners.participants.failures import FailureKind, NoReply
from runners.participants.messages import bytes_of

if TYPE_CHECKING:
    from torch import Tensor

_BY_TOKEN = "token_type_ids"
"""Inputs whose names end so have a number for each token; others are about pictures alone."""
_BEFORE = 3
"""So many tokens at most that begin a document."""


@dataclass(frozen=True, slots=True)
class SeenPictures:
    """The pictures of one prompt. `digests` are the hashes of their files, in order. `marked` are
    the prompt's tokens up to the last picture with a mark for each, `read` the same with all that
    the model has for it, and `inputs` what it is given besides tokens: tensors by name.
    """

    digests: tuple[str, ...]
    marked: tuple[int, ...] = field(compare=False)
    read: tuple[int, ...] = field(compare=False)
    inputs: Mapping[str, Any] = field(compare=False, repr=False)

    def within(self, tokens: tuple[int, ...]) -> tuple[int, ...]:
        """Tokens of a text that begins with the prompt, with the pictures in place of the marks."""
        start = _place(self.marked, tokens)
        return tokens[:start] + self.read + tokens[start + len(self.marked) :]

    def types(self, name: str, tokens: tuple[int, ...], width: int) -> list[int]:
        """A number for each of `width` tokens, of which the last are these; 0 for those that the
        processor did not see."""
        known: list[int] = self.inputs[name][0].tolist() if name in self.inputs else []
        before = width - len(tokens) + _place(self.read, tokens)
        return [*[0] * before, *known, *[0] * width][:width]

    def document(self) -> dict[str, object]:
        """What was shown, for the raw reply: hashes, and the shape of all inputs."""
        return {
            "sha256": self.digests,
            "inputs": {name: list(one.shape) for name, one in self.inputs.items()},
        }


Row = tuple[tuple[int, ...], SeenPictures | None]
"""Tokens, and the pictures among them."""


def _place(part: tuple[int, ...], tokens: tuple[int, ...]) -> int:
    for start in range(_BEFORE + 1):
        if tokens[start : start + len(part)] == part:
            return start
    raise NoReply(
        FailureKind.BAD_REQUEST,
        "the tokenizer cuts the words before a picture otherwise when an answer follows",
        "ask for the answer in words instead",
    )


class PictureProcessor:
    """The processor of one model.

    `template` is its chat template, None where it has none. `mark` stands for a picture in its
    texts; empty where they have no place for one. `moves`: the template has the pictures of a
    message elsewhere than between its words.
    """

    def __init__(self, name: str, processor: Any, variables: Mapping[str, object]) -> None:
        self._name = name
        self._processor = processor
        self.tokenizer = processor.tokenizer
        template = processor.chat_template or self.tokenizer.chat_template
        self.template = template.get("default") if isinstance(template, dict) else template
        self.mark = str(getattr(processor, "image_token", None) or "")
        self.moves = False
        if self.template is not None:
            self._try_template(variables)

    def _try_template(self, variables: Mapping[str, object]) -> None:
        """Settles `mark` and `moves` by what the template makes of a picture between two words."""
        from jinja2 import TemplateError

        words = ("umbra", "ochre")
        before, after = ({"type": "text", "text": word} for word in words)
        try:
            said = self.tokenizer.apply_chat_template(
                [{"role": "user", "content": [before, {"type": "image"}, after]}],
                chat_template=self.template,
                tokenize=False,
                **variables,
            )
        except (TemplateError, TypeError, ValueError):
            self.mark = ""
            return
        between = said.partition(words[0])[2].partition(words[1])[0]
        if self.mark and self.mark in between:
            self.mark = between
        elif self.mark in said:
            self.moves = True
        else:
            self.mark = ""

    @property
    def classes(self) -> str:
        """The classes by which pictures are read, for the model's identity."""
        one = self._processor
        return f"{type(one).__name__}, {type(one.image_processor).__name__}"

    def see(self, text: str, pictures: Sequence[Picture]) -> SeenPictures:
        """What the model is given for a text with a mark for each picture.

        Raises:
            NoReply: a picture cannot be decoded, or does not fit the text.
        """
        images = [self._decoded(one) for one in pictures]
        try:
            inputs = dict(
                self._processor(
                    text=[text], images=[images], return_tensors="pt", add_special_tokens=False
                )
            )
        except Exception as error:
            raise self._refusal(" ".join(str(error).split())[:300]) from None
        inputs.pop("attention_mask", None)
        read = tuple(inputs.pop("input_ids")[0].tolist())
        marked = tuple(self._processor.tokenizer.encode(text, add_special_tokens=False))
        after = 0
        while after < min(len(read), len(marked)) and read[-1 - after] == marked[-1 - after]:
            after += 1
        while after and after < len(read) and read[-after] == read[-after - 1]:
            after -= 1  # still within the last picture
        return SeenPictures(
            tuple(one.digest for one in pictures),
            marked[: len(marked) - after],
            read[: len(read) - after],
            inputs,
        )

    def _decoded(self, picture: Picture) -> Any:
        from PIL import Image
        from transformers.image_utils import load_image

        try:
            with catch_warnings():
                simplefilter("error", Image.DecompressionBombWarning)
                return load_image(Image.open(io.BytesIO(bytes_of(picture))))
        except (Image.DecompressionBombWarning, Image.DecompressionBombError):
            raise self._refusal(
                f"`{picture.file}` is too large", "scale it down to 4,000 pixels or less on a side"
            ) from None
        except (OSError, SyntaxError, ValueError) as error:
            raise self._refusal(f"`{picture.file}` is broken: {error}", "save it again") from None

    def _refusal(self, what: str, help: str = "") -> NoReply:
        return NoReply(
            FailureKind.BAD_REQUEST,
            f"{self._name} cannot be shown these pictures: {what}",
            help or "check the files of its processor, and the pictures",
        )


def inputs_of(rows: Sequence[Row], width: int, *, like: Any) -> dict[str, Tensor]:
    """What a model is given for a batch besides tokens, on the device and in the numbers of the
    model `like`. Rows are padded on the left to `width` tokens; pictures of unequal size are
    padded with zeros.
    """
    import torch

    seen = [one for _, one in rows if one is not None]
    found: dict[str, Tensor] = {}
    for name in dict.fromkeys(name for one in seen for name in one.inputs):
        if name.endswith(_BY_TOKEN):
            values = [
                [0] * width if one is None else one.types(name, tokens, width)
                for tokens, one in rows
            ]
            found[name] = torch.tensor(values, device=like.device)
            continue
        joined = _joined([one.inputs[name] for one in seen if name in one.inputs])
        numbers = like.dtype if joined.is_floating_point() else joined.dtype
        found[name] = joined.to(like.device, numbers)
    return found


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """Along the first dimension, all others as long as the longest."""
    import torch

    sizes = [max(each) for each in zip(*(one.shape[1:] for one in parts), strict=True)]

    def padded(one: Tensor) -> Tensor:
        more = [size - its for size, its in zip(sizes, one.shape[1:], strict=True)]
        return torch.nn.functional.pad(one, [end for by in reversed(more) for end in (0, by)])

    return torch.cat([padded(one) for one in parts])


def sample_picture(width: int, height: int) -> Picture:
    """A picture of so many pixels that is everywhere different."""
    from PIL import Image

    shades = (Image.linear_gradient("L"), Image.radial_gradient("L"), Image.linear_gradient("L"))
    out = io.BytesIO()
    Image.merge("RGB", (*shades[:2], shades[2].rotate(90))).resize((width, height)).save(out, "PNG")
    data = out.getvalue()
    return Picture("", "", "image/png", sha256(data).hexdigest(), data)
