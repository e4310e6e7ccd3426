"""Names by which a model gives itself away, masked to one token in replies, and kept for the owner.

"As ChatGPT, I would say the box" tells a coder what was to be hidden. Names of models and makers
are masked wherever they stand in a reply, whoever's they are, so that the mask itself says nothing;
a name that the story has, too (a girl called Claude), is left alone in all of that trial. A word
that is a name only now and then (an animal, a maker who makes other things) is masked where it is
spelt or introduced as one. Masking whole sentences was rejected: it takes the answer along.

What is masked is kept for the owner, in order; a token that a reply had itself is kept like a name,
so that nothing is ambiguous on the way back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

TOKEN = "[A NAME]"
"""What stands for a masked name, whatever the name."""

_VERSION = r"(?:[ -]?v?\d+(?:\.\d+)*[a-z]?)?"
_SIZE = (
    r"(?:[ -](?:sonnet|opus|haiku|instant|pro|flash|ultra|nano|mini|turbo|large|medium|small|max"
    r"|plus|instruct|chat|preview|lite|scout|maverick|\d+(?:\.\d+)?b)\b)*"
)

_MODELS = (
    r"chat[- ]?gpt", r"gpt[- ]?oss", r"gpt[- ]?\d+(?:\.\d+)?o?", r"o[134](?:-mini|-preview|-pro)",
    r"deep[- ]?seek", r"qwen", r"qwq", r"tongyi qianwen", r"mixtral", r"ministral", r"codestral",
    r"lamda", r"chatglm", r"internlm", r"baichuan", r"ernie bot", r"vicuna", r"wizardlm",
    r"command[- ]r(?:\+| plus)?", r"palm[- ]2", r"phi-\d", r"hunyuan", r"minimax", r"olmo",
    r"nemotron", r"granite-\d", r"claude-[\w.-]+", r"llama-[\w.-]+", r"gemini-[\w.-]+",
    r"gemma-[\w.-]+", r"grok-[\w.-]+", r"mistral-[\w.-]+", r"smollm",
)  # fmt: skip
"""Names that are nothing else, in any spelling."""

_MAKERS = (
    r"open[- ]?ai", r"anthropic", r"google deepmind", r"deepmind", r"google ai", r"google research",
    r"meta ai", r"mistral ai", r"alibaba cloud", r"moonshot ai", r"zhipu ai", r"nvidia", r"xai",
    r"x\.ai", r"hugging ?face", r"ai21 labs", r"cohere(?: ai)?", r"allen institute for ai",
)  # fmt: skip

_CAPITAL = (
    r"Claude", r"Gemini", r"(?:Llama|LLaMA|LLAMA)", r"Mistral", r"Grok", r"Bard", r"Gemma", r"Kimi",
    r"Copilot", r"Falcon[ -]\d+", r"Nova (?:Pro|Lite|Micro)", r"Qwen", r"Yi-\d+",
)  # fmt: skip
"""Names that are words, too: masked with their capital only."""

_OTHER_TRADES = (
    "Google", "Meta", "Microsoft", "Amazon", "Apple", "Alibaba", "Baidu", "Tencent", "IBM",
)  # fmt: skip
"""Makers that are known for other things: masked where somebody was made by them."""


class NameMask:
    """Masks names; `names` are those of the study's own models, for every reply alike."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        own = sorted({part for name in names for part in _own(name)}, key=lambda w: (-len(w), w))
        known = "|".join((*own, *_MAKERS, *_MODELS))
        trades = "|".join(_OTHER_TRADES)
        self._pattern = re.compile(
            rf"\[A NAME\]|(?<!\w)(?:"
            rf"(?i:{known})(?i:{_VERSION}{_SIZE})"
            rf"|(?:{'|'.join(_CAPITAL)})(?i:{_VERSION}{_SIZE})"
            rf"|(?<=\bby )(?:{trades})|(?<=\bat )(?:{trades})"
            rf"|(?:{trades})(?=['\u2019]s (?:\w+ ){{0,3}}(?:AI|model|assistant|chatbot)\b)"
            rf")(?!\w)"
        )

    def mask(self, text: str, *, story: str = "") -> tuple[str, tuple[str, ...]]:
        """The text with every name masked that does not stand in the `story`, and what was masked,
        in order.
        """
        found: list[str] = []

        def put(match: re.Match[str]) -> str:
            name = match[0]
            if name != TOKEN and _stands_in(name, story):
                return name
            found.append(name)
            return TOKEN

        return self._pattern.sub(put, text), tuple(found)


def _stands_in(name: str, story: str) -> bool:
    """Whether the story has the name, or the word it begins with."""
    first = re.split(r"[\s-]", name, maxsplit=1)[0]
    return any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", story, re.IGNORECASE) is not None
        for word in {name, first}
    )


def _own(name: str) -> list[str]:
    """Patterns for a participant's name: each part that could only be a name, spelt any way.

    A part without a digit or a hyphen (`child`, `llama`) is a word of the language like any other
    and is left to the list of known names.
    """
    provider, _, model = name.partition("/")
    if provider == "sim" or not model:
        return []
    parts = [part for part in model.split("/") if re.search(r"[\d-]", part) and len(part) > 2]
    return [r"[ -]?".join(map(re.escape, re.split(r"[-_: ]+", part))) for part in parts]
