"""Which commit of a repository is meant, and whether its files are here or can be fetched.

Asked once, before anything else: a name such as `main` moves, and what is asked under it must be
known by the commit. Where Hugging Face cannot be reached the copy on this computer serves, which is
said. The library's own look-ups, one for each file, would each try for half a minute first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from runners.participants.failures import Unloadable
from runners.participants.hf.source import Source

_WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_TIMEOUT_S = 15.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where files are loaded from: a folder, or a repository at a commit. `here`: from this
    computer alone."""

    where: str
    commit: str | None
    here: bool
    notes: tuple[str, ...] = ()


def place(source: Source) -> Place:
    """The files that a name stands for.

    Raises:
        Unloadable: there are none, or not as safetensors.
    """
    if source.folder is not None:
        if not (source.folder / "config.json").is_file():
            raise Unloadable(
                f"the folder of {source.name} holds no config.json",
                "give the folder into which the model was saved by save_pretrained",
            )
        if not any(source.folder.glob("*.safetensors")):
            raise _no_safetensors(source)
        return Place(source.where, None, here=True)
    kept = _kept(source)
    if kept is not None and kept == source.revision and _weights_here(source, kept):
        return Place(source.where, kept, here=True)
    return _asked(source, kept)


def _asked(source: Source, kept: str | None) -> Place:
    """What Hugging Face says, else what is `kept` of it here."""
    from httpx2 import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import (
        GatedRepoError,
        HFValidationError,
        OfflineModeIsEnabled,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    try:
        info = HfApi().model_info(source.where, revision=source.revision, timeout=_TIMEOUT_S)
    except GatedRepoError:
        raise Unloadable(
            f"{source.name} is not open to everybody",
            "accept its terms on its page, and log in with: hf auth login",
        ) from None
    except RevisionNotFoundError:
        raise Unloadable(
            f"there is no revision `{source.revision}` of {source.where}",
            "look at its page for branches, tags and commits",
        ) from None
    except (RepositoryNotFoundError, HFValidationError):
        raise Unloadable(
            f"there is no repository {source.where}, or it is not open to you",
            "look at the spelling; a private one wants `hf auth login`, and a folder is written "
            "with ./, like hf/./my_folder",
        ) from None
    except OfflineModeIsEnabled:
        return _offline(source, kept, "HF_HUB_OFFLINE is set", said=False)
    except (HTTPError, OSError):
        return _offline(source, kept, "Hugging Face cannot be reached", said=True)
    files = {file.rfilename for file in info.siblings or ()}
    if files.isdisjoint(_WEIGHTS):
        raise _no_safetensors(source)
    commit = str(info.sha)
    if _weights_here(source, commit):
        return Place(source.where, commit, here=False)
    return Place(
        source.where,
        commit,
        here=False,
        notes=(
            f"the weights of {source.name} are not on this computer yet: the first call fetches "
            f"them; `hf download {source.where}` does so beforehand, and shows how far it is",
        ),
    )


def _offline(source: Source, kept: str | None, why: str, *, said: bool) -> Place:
    if kept is None or not _weights_here(source, kept):
        raise Unloadable(
            f"{source.name} is not on this computer, and {why}",
            f"fetch it while online: hf download {source.where}; "
            "or give a folder, like hf/./my_folder",
        )
    note = f"{why}: {source.name} is asked as it was fetched before, commit {kept[:12]}"
    return Place(source.where, kept, here=True, notes=(note,) if said else ())


def _kept(source: Source) -> str | None:
    """The commit of what was fetched before under this name."""
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(source.where, "config.json", revision=source.revision or "main")
    if not isinstance(found, str):
        return None
    commit = Path(found).parent.name
    return commit if _COMMIT.fullmatch(commit) else None


def _weights_here(source: Source, commit: str) -> bool:
    from huggingface_hub import try_to_load_from_cache

    return any(
        isinstance(try_to_load_from_cache(source.where, name, revision=commit), str)
        for name in _WEIGHTS
    )


def _no_safetensors(source: Source) -> Unloadable:
    return Unloadable(
        f"{source.name} holds no weights as safetensors",
        "other formats can run code when they are opened, and are not loaded; "
        "save the model again with save_pretrained, or choose a revision that has them",
    )
