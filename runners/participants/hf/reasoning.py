"""`--reasoning` for a local model: the variable of its chat template that says how much it thinks.

Makers call it `enable_thinking` (on or off) or `reasoning_effort` (a word). A template in which
neither is found would take the word and ignore it, so it is refused.
"""

from __future__ import annotations

from dsl.record import replace
from runners.participants.base import Setting, Settings
from runners.participants.failures import BadSetting, Unsupported
from runners.participants.hf.model_files import ModelFiles
from runners.participants.hf.options import TEMPLATE_PREFIX

_SWITCH, _EFFORT = "enable_thinking", "reasoning_effort"


def reasoning_variable(name: str, files: ModelFiles, level: str) -> tuple[str, Setting]:
    """The parameter, with its value, that asks this model for a word of `reasoning.LEVELS`.

    Raises:
        Unsupported: its chat template has no variable for that, or no such level.
    """
    pictures = files.pictures
    template = files.tokenizer.chat_template if pictures is None else pictures.template
    template = (template if files.chat else "") or ""
    if level == "off" and _SWITCH in template:
        return f"{TEMPLATE_PREFIX}{_SWITCH}", False
    if level in {"low", "medium", "high"} and _EFFORT in template:
        return f"{TEMPLATE_PREFIX}{_EFFORT}", level
    taken = [
        *(["off"] if _SWITCH in template else []),
        *(["low", "medium", "high"] if _EFFORT in template else []),
    ]
    raise Unsupported(
        f"`--reasoning {level}` cannot be kept by {name}: its chat template has no variable for it",
        f"it takes {', '.join(taken)}" if taken else "leave it out",
    )


def with_variable(settings: Settings, name: str, value: Setting) -> Settings:
    """The settings with one more parameter.

    Raises:
        BadSetting: they have it already.
    """
    if name in dict(settings.params):
        raise BadSetting(
            f"`{name}` and --reasoning {settings.reasoning} ask for the same thing",
            "keep one of the two",
        )
    return replace(settings, params=(*settings.params, (name, value)))
