"""A model's files as far as they are read before the first call: all but the weights.

What can be known to be wrong is reported here: nobody should wait for eight gigabytes and then
read that the tokenizer is missing. Only safetensors are loaded and no code that comes with
a model is ever run: pickled weights and remote code can do on this computer what they like.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from runners.participants.failures import BadSetting, CannotStart, NotInstalled, Unloadable
from runners.participants.hf.fingerprint import fingerprint
from runners.participants.hf.options import SHIPPED_RANGES, LocalOptions
from runners.participants.hf.pictures import PictureProcessor
from runners.participants.hf.prompting import Tokenizer
from runners.participants.hf.sampling import not_followed
from runners.participants.hf.source import Location, ModelSource, locate

_OTHER_HEADS = ("ForMaskedLM", "ForSequenceClassification", "ForTokenClassification", "Encoder")


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """`shipped` is the makers' GenerationConfig, `ends` the tokens that end a reply, `reach` how
    many tokens the model can read, None where it does not say. `pictures` is the processor of a
    vision model, None for others. `identity` is what distinguishes the files: a repository's
    commit, or a folder's fingerprint, and the classes by which pictures are read."""

    source: ModelSource
    location: Location
    tokenizer: Tokenizer
    config: Any
    shipped: Any
    chat: bool
    ends: frozenset[int]
    reach: int | None
    pictures: PictureProcessor | None
    identity: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def open_model(source: ModelSource, options: LocalOptions) -> ModelFiles:
    """Configuration, tokenizer and makers' sampling of a model.

    Raises:
        CannotStart: something is missing or cannot be used.
    """
    _installed()
    _quiet()
    found = locate(source)
    config = _config(source, found)
    pictures = _pictures(source, found, options, config.model_type)
    tokenizer = _tokenizer(source, found) if pictures is None else pictures.tokenizer
    shipped = _shipped(source, found)
    has_template = bool(tokenizer.chat_template if pictures is None else pictures.template)
    chat = _chat(source, options, has_template)
    notes = [*found.notes]
    if not chat and options.template is None:
        notes.append(_no_template(source))
    if unknown := not_followed(shipped):
        notes.append(
            f"{source.name}: its recommended settings for {', '.join(unknown)} are not supported"
        )
    if found.commit is None:
        identity = [("fingerprint", _fingerprint(source))]
    else:
        identity = [("revision", found.commit)]
    if pictures is not None:
        identity.append(("processor", pictures.classes))
        notes += _picture_notes(source, pictures)
    text = config.get_text_config(decoder=True)
    reach = getattr(text, "max_position_embeddings", None)
    return ModelFiles(
        source,
        found,
        tokenizer,
        config,
        shipped,
        chat,
        _ends(shipped, tokenizer),
        reach if isinstance(reach, int) and reach > 0 else None,
        pictures,
        tuple(identity),
        tuple(notes),
    )


def _installed() -> None:
    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    if missing:
        raise NotInstalled(
            f"local models need {' and '.join(missing)}, which are not installed"
            if len(missing) > 1
            else f"local models need {missing[0]}, which is not installed",
            "run: pip install 'devrun[local]'",
        )


def _quiet() -> None:
    """The library's own talk and bars would run through what is shown of a study."""
    from huggingface_hub import utils
    from transformers.utils import logging

    talk: Any = logging
    talk.set_verbosity_error()
    talk.disable_progress_bar()
    hub: Any = utils
    hub.logging.set_verbosity_error()
    hub.disable_progress_bars()


def _config(source: ModelSource, found: Location) -> Any:
    from transformers import AutoConfig
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES,
    )

    try:
        config = AutoConfig.from_pretrained(found.where, **_from(found), trust_remote_code=False)
    except Exception as error:
        raise _unloadable(source, "configuration", error) from None
    kind = config.model_type
    heads = tuple(config.architectures or ())
    known = {**MODEL_FOR_CAUSAL_LM_MAPPING_NAMES, **MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES}
    if config.is_encoder_decoder or kind not in known:
        raise Unloadable(
            f"{source.name} has the type `{kind}`, which does not continue a text",
            "choose a causal language model",
        )
    if heads and all(head.endswith(_OTHER_HEADS) for head in heads):
        raise Unloadable(
            f"{source.name} was saved as {heads[0]}, which does not continue a text",
            "choose a causal language model",
        )
    return config


def _tokenizer(source: ModelSource, found: Location) -> Any:
    from transformers import AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(
            found.where, **_from(found), trust_remote_code=False
        )
    except Exception as error:
        raise _unloadable(source, "tokenizer", error) from None
    if not tokenizer.encode("Where?", add_special_tokens=False):
        raise Unloadable(
            f"{source.name} has an empty tokenizer",
            "save the tokenizer into the same folder as the model",
        )
    return tokenizer


def _pictures(
    source: ModelSource, found: Location, options: LocalOptions, kind: str
) -> PictureProcessor | None:
    """The processor of a model that reads pictures. A model of a kind that can be trained with
    pictures or without has none where none was saved with it.
    """
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES,
    )

    if kind not in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES:
        return None
    from transformers.models.auto.image_processing_auto import get_image_processor_config

    try:
        saved = get_image_processor_config(found.where, **_from(found))
        if not saved and kind in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
            return None
        if saved:
            from transformers import AutoImageProcessor, AutoProcessor

            asked = {**_from(found), "trust_remote_code": False}
            processor = AutoProcessor.from_pretrained(found.where, **asked)
            images = AutoImageProcessor.from_pretrained(found.where, backend="pil", **asked)
    except Exception as error:
        if "torchvision" in str(error).lower() and find_spec("torchvision") is None:
            raise NotInstalled(
                f"the processor of {source.name} needs torchvision, which is not installed",
                "run: pip install torchvision",
            ) from None
        raise _unloadable(source, "processor", error) from None
    if not saved or not hasattr(processor, "tokenizer"):
        raise Unloadable(
            f"{source.name} is a vision model (`{kind}`) and has no processor of pictures",
            "save it into the same folder as the model, with processor.save_pretrained(FOLDER)",
        )
    processor.image_processor = images
    return PictureProcessor(source.name, processor, dict(options.variables))


def _picture_notes(source: ModelSource, pictures: PictureProcessor) -> list[str]:
    if not pictures.mark:
        return [f"{source.name} is shown no pictures: its chat template has no place for them"]
    if pictures.moves:
        return [
            f"the chat template of {source.name} does not leave the pictures of a message between "
            "its words, where the script has them"
        ]
    return []


def _shipped(source: ModelSource, found: Location) -> Any:
    from transformers import GenerationConfig

    kind: Any = GenerationConfig
    try:
        shipped = kind.from_pretrained(found.where, **_from(found))
    except OSError:
        # Most base models come without one.
        return kind()
    except Exception as error:
        raise _unloadable(source, "generation_config.json", error) from None
    for name, (low, high) in SHIPPED_RANGES.items():
        value = getattr(shipped, name, None)
        if value is None:
            continue
        if not isinstance(value, int | float) or not low <= value <= high:
            raise Unloadable(
                f"the generation_config.json of {source.name} has `{name}`: {value}",
                f"correct it or take it out; a number from {low:g} to {high:g} is possible",
            )
    return shipped


def _chat(source: ModelSource, options: LocalOptions, has: bool) -> bool:
    if options.template == "chat" and not has:
        raise BadSetting(
            f"{source.name} has no chat template",
            "leave out --param template=chat: the model then continues the text",
        )
    chat = has and options.template != "completion"
    if options.variables and not chat:
        raise BadSetting(
            f"`template.{options.variables[0][0]}` is for a chat template, and none is used",
            "leave it out",
        )
    return chat


def _no_template(source: ModelSource) -> str:
    return (
        f"{source.name} has no chat template: it continues the text of the conversation up "
        "to the first blank line"
    )


def _ends(shipped: Any, tokenizer: Tokenizer) -> frozenset[int]:
    found = shipped.eos_token_id
    listed = found if isinstance(found, list) else [found]
    return frozenset(one for one in (*listed, tokenizer.eos_token_id) if one is not None)


def _fingerprint(source: ModelSource) -> str:
    assert source.folder is not None
    try:
        return fingerprint(source.folder)
    except OSError as error:
        raise Unloadable(
            f"a file of {source.name} cannot be read: {error.strerror}", "check its permissions"
        ) from None


def _from(found: Location) -> dict[str, Any]:
    """The variable that says where the library looks."""
    return {"revision": found.commit or "main", "local_files_only": found.local}


def _unloadable(source: ModelSource, part: str, error: Exception) -> CannotStart:
    """What the library says when files cannot be had or read, in our words: its own sentences run
    over many lines and speak of its arguments."""
    said = " ".join(str(error).split())
    low = said.lower()
    name = source.name
    if "trust_remote_code" in low:
        return Unloadable(
            f"{name} needs its own code, which devrun never runs",
            "choose a model that transformers supports without extra code",
        )
    # The path of a folder may hold any number.
    if source.folder is None and ("gated" in low or "401" in low or "403" in low):
        return Unloadable(
            f"{name} is gated or does not exist",
            "accept its terms on its page and log in with: hf auth login",
        )
    if "does not recognize this architecture" in low or "unrecognized model" in low:
        return Unloadable(
            f"the installed transformers does not support the model type of {name}",
            "upgrade it: pip install -U transformers",
        )
    return Unloadable(
        f"the {part} of {name} cannot be loaded: {said[:300]}",
        "check that the files are complete; download or save the model again",
    )
