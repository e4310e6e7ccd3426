"""A model's files as far as they are read before the first call: all but the weights.

What can be known to go wrong is said here, with a sentence: nobody should wait for eight gigabytes
and then read that the tokenizer is missing. Only safetensors are loaded and no code that comes with
a model is ever run: pickled weights and remote code can do on this computer what they like.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from runners.participants.failures import BadSetting, CannotStart, NotInstalled, Unloadable
from runners.participants.hf.asked import Asked
from runners.participants.hf.decoding import not_followed
from runners.participants.hf.fingerprint import fingerprint
from runners.participants.hf.prompting import Tokenizer
from runners.participants.hf.source import Source

_WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
_OTHER_HEADS = ("ForMaskedLM", "ForSequenceClassification", "ForTokenClassification", "Encoder")


@dataclass(frozen=True, slots=True)
class Opened:
    """`shipped` is the makers' GenerationConfig, `ends` the tokens that end a reply, `reach` how
    many tokens the model can read, None where it does not say. `identity` is what distinguishes the
    files: a repository's commit, or a folder's fingerprint."""

    source: Source
    tokenizer: Tokenizer
    config: Any
    shipped: Any
    chat: bool
    ends: frozenset[int]
    reach: int | None
    identity: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def opened(source: Source, asked: Asked) -> Opened:
    """Configuration, tokenizer and makers' sampling of a model.

    Raises:
        CannotStart: something is missing or cannot be used.
    """
    _installed()
    _quiet()
    config = _config(source)
    tokenizer = _tokenizer(source)
    shipped = _shipped(source)
    chat = _chat(source, asked, tokenizer)
    notes = [] if chat or asked.template else [_no_template(source)]
    if unknown := not_followed(shipped):
        notes.append(
            f"{source.name}: what its makers ship for {', '.join(unknown)} is not followed here"
        )
    if source.folder is not None:
        identity = (("fingerprint", _fingerprint(source)),)
        notes += _folder_weights(source)
    else:
        commit = _commit(source, config)
        identity = (("revision", commit),)
        notes += _repo_weights(source, commit)
    text = config.get_text_config(decoder=True)
    reach = getattr(text, "max_position_embeddings", None)
    return Opened(
        source,
        tokenizer,
        config,
        shipped,
        chat,
        _ends(shipped, tokenizer),
        reach if isinstance(reach, int) and reach > 0 else None,
        identity,
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
    from transformers.utils import logging

    talk: Any = logging
    talk.set_verbosity_error()
    talk.disable_progress_bar()


def _config(source: Source) -> Any:
    from transformers import AutoConfig
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    if source.folder is not None and not (source.folder / "config.json").is_file():
        raise Unloadable(
            f"the folder of {source.name} holds no config.json",
            "give the folder into which the model was saved by save_pretrained",
        )
    try:
        config = AutoConfig.from_pretrained(
            source.where, revision=source.revision, trust_remote_code=False
        )
    except Exception as error:
        raise _unloadable(source, "configuration", error) from None
    kind = config.model_type
    heads = tuple(config.architectures or ())
    if config.is_encoder_decoder or kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        raise Unloadable(
            f"{source.name} is of the kind `{kind}`, which does not go on with a text",
            "choose a causal language model",
        )
    if heads and all(head.endswith(_OTHER_HEADS) for head in heads):
        raise Unloadable(
            f"{source.name} was saved as {heads[0]}, which does not go on with a text",
            "choose a causal language model",
        )
    return config


def _tokenizer(source: Source) -> Any:
    from transformers import AutoTokenizer

    try:
        found = AutoTokenizer.from_pretrained(
            source.where, revision=source.revision, trust_remote_code=False
        )
    except Exception as error:
        raise _unloadable(source, "tokenizer", error) from None
    if not found.encode("Where?", add_special_tokens=False):
        raise Unloadable(
            f"{source.name} has no tokenizer that knows any words",
            "save the tokenizer into the same folder as the model",
        )
    return found


def _shipped(source: Source) -> Any:
    from transformers import GenerationConfig

    kind: Any = GenerationConfig
    try:
        return kind.from_pretrained(source.where, revision=source.revision)
    except OSError:
        # Most base models come without one.
        return kind()
    except Exception as error:
        raise _unloadable(source, "generation_config.json", error) from None


def _chat(source: Source, asked: Asked, tokenizer: Tokenizer) -> bool:
    has = bool(tokenizer.chat_template)
    if asked.template == "chat" and not has:
        raise BadSetting(
            f"{source.name} comes without a chat template",
            "leave out --param template=chat: it then goes on with the text",
        )
    chat = has and asked.template != "completion"
    if asked.variables and not chat:
        raise BadSetting(
            f"`template.{asked.variables[0][0]}` is for a chat template, and none is used",
            "leave it out",
        )
    return chat


def _no_template(source: Source) -> str:
    return (
        f"{source.name} comes without a chat template: it goes on with the text of the "
        "conversation, up to the first blank line"
    )


def _ends(shipped: Any, tokenizer: Tokenizer) -> frozenset[int]:
    found = shipped.eos_token_id
    listed = found if isinstance(found, list) else [found]
    return frozenset(one for one in (*listed, tokenizer.eos_token_id) if one is not None)


def _fingerprint(source: Source) -> str:
    assert source.folder is not None
    try:
        return fingerprint(source.folder)
    except OSError as error:
        raise Unloadable(
            f"a file of {source.name} cannot be read: {error.strerror}", "look at its permissions"
        ) from None


def _folder_weights(source: Source) -> tuple[str, ...]:
    assert source.folder is not None
    if not any(source.folder.glob("*.safetensors")):
        raise _no_safetensors(source)
    return ()


def _repo_weights(source: Source, commit: str) -> tuple[str, ...]:
    """Whether the weights are here, or can be fetched."""
    from huggingface_hub import file_exists, try_to_load_from_cache
    from huggingface_hub.constants import HF_HUB_OFFLINE

    for name in _WEIGHTS:
        if isinstance(try_to_load_from_cache(source.where, name, revision=commit), str):
            return ()
    if HF_HUB_OFFLINE:
        raise Unloadable(
            f"the weights of {source.name} are not on this computer, and HF_HUB_OFFLINE is set",
            f"unset it, or fetch them first: hf download {source.where}",
        )
    try:
        there = any(file_exists(source.where, name, revision=commit) for name in _WEIGHTS)
    except Exception as error:
        raise _unloadable(source, "list of files", error) from None
    if not there:
        raise _no_safetensors(source)
    return (
        f"the weights of {source.name} are not on this computer yet: the first call fetches them; "
        f"`hf download {source.where}` does so beforehand, and shows how far it is",
    )


def _no_safetensors(source: Source) -> Unloadable:
    return Unloadable(
        f"{source.name} holds no weights as safetensors",
        "other formats can run code when they are opened, and are not loaded; "
        "save the model again with save_pretrained, or choose a revision that has them",
    )


def _commit(source: Source, config: Any) -> str:
    """The commit that a repository's revision stands for."""
    commit = getattr(config, "_commit_hash", None)
    if not commit:
        raise Unloadable(
            f"it cannot be told which commit of {source.name} this is",
            "download it into a folder, and give the folder",
        )
    return str(commit)


def _unloadable(source: Source, part: str, error: Exception) -> CannotStart:
    """What the library says when files cannot be had or read, in our words: its own sentences run
    over many lines and speak of its arguments."""
    said = " ".join(str(error).split())
    low = said.lower()
    name = source.name
    if "trust_remote_code" in low:
        return Unloadable(
            f"{name} comes with code of its own, which devrun never runs",
            "choose a model that transformers knows by itself",
        )
    if "gated" in low or "401" in low or "403" in low:
        return Unloadable(
            f"{name} is not open to everybody, or there is no such repository",
            "look at its page, accept its terms there, and log in with: hf auth login",
        )
    if "does not recognize this architecture" in low or "unrecognized model" in low:
        return Unloadable(
            f"the installed transformers does not know the kind of model that {name} is",
            "upgrade it: pip install -U transformers",
        )
    if source.folder is None and _unreachable(low):
        offline = bool(os.environ.get("HF_HUB_OFFLINE"))
        return Unloadable(
            f"the {part} of {name} is not on this computer, and "
            + ("HF_HUB_OFFLINE is set" if offline else "Hugging Face cannot be reached"),
            f"fetch it while online: hf download {source.where}; "
            "or give a folder, like hf/./my_folder",
        )
    if "is not a valid model identifier" in low or "404" in low or "not found" in low:
        return Unloadable(
            f"there is no repository {name}, or it has no {part}"
            if source.folder is None
            else f"the folder of {name} holds no {part} that can be loaded",
            "look at the spelling on its page; a folder is written with ./, like hf/./my_folder",
        )
    return Unloadable(
        f"the {part} of {name} cannot be loaded: {said[:300]}",
        "see whether the files are whole; fetch or save the model again",
    )


def _unreachable(said: str) -> bool:
    return any(
        sign in said
        for sign in (
            "couldn't connect",
            "offline",
            "outgoing traffic",
            "cannot find the requested files",
            "disk cache",
            "cached files",
            "connection",
            "resolve",
        )
    )
