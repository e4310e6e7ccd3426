r"""Where a local model's files are: a folder, or a repository on Hugging Face at a commit.

A folder is written like a path (`hf/./tiny`, `hf/C:\models\tiny`), everything else is a
repository. To look whether a folder of that name happens to be here, as transformers does, was
rejected: the same command would then ask different models in different folders.

Which commit of a repository is meant is asked once, before anything else: a name such as `main`
moves, and what is asked under it must be known by the commit. Where Hugging Face cannot be reached
the copy on this computer is used, and a note says so. The library's own look-ups, one for each
file, would each try for half a minute first.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from runners.participants.failures import BadName, Unloadable

EXAMPLE = "hf/Qwen/Qwen3-4B, hf/Qwen/Qwen3-4B@REVISION or hf/./my_folder"
_FOLDER = re.compile(r"[./~\\]|[A-Za-z]:[\\/]")
_REPO = re.compile(r"[\w.-]+(/[\w.-]+)?")
_WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_TIMEOUT_S = 15.0


@dataclass(frozen=True, slots=True)
class ModelSource:
    """`where` is what the library is given: a repository's name, or a folder's path. `folder` is
    that path, None for a repository. `revision` is what was asked for, None for the newest."""

    where: str
    folder: Path | None
    revision: str | None

    @property
    def model(self) -> str:
        """What names the model, without this machine's path, and without the revision."""
        return self.where if self.folder is None else self.folder.name

    @property
    def name(self) -> str:
        """`hf/...` as it is stored and printed."""
        revision = "" if self.revision is None else f"@{self.revision}"
        return f"hf/{self.model}{revision}"


def parse_source(model: str) -> ModelSource:
    """What was written after `hf/`.

    Raises:
        BadName: it names neither a repository nor a folder that is there.
    """
    if not model.strip():
        raise BadName("`hf/` names no model", f"write it like {EXAMPLE}")
    if _FOLDER.match(model):
        return ModelSource(*_folder(model), None)
    repo, at, revision = model.partition("@")
    if not _REPO.fullmatch(repo) or (at and not revision.strip()):
        raise BadName(
            f"`hf/{model}` is neither a repository nor a folder",
            f"write it like {EXAMPLE}; a folder's path begins with ./ or /",
        )
    if Path(repo).exists():
        raise BadName(
            f"`{repo}` is both a repository and a folder here",
            f"write hf/./{repo} for the folder, or run the command in another folder",
        )
    return ModelSource(repo, None, revision or None)


def _folder(written: str) -> tuple[str, Path]:
    path = Path(os.path.expanduser(written))  # noqa: PTH111 - raises where nobody has that name
    if not path.is_dir():
        raise BadName(
            f"there is no folder `{written}` to load a model from",
            "check the path; write a repository without ./, like hf/Qwen/Qwen3-4B",
        )
    path = path.resolve()
    return str(path), path


@dataclass(frozen=True, slots=True)
class Location:
    """Where files are loaded from: a folder, or a repository at a commit. `local`: nothing is
    looked up outside this computer."""

    where: str
    commit: str | None
    local: bool
    notes: tuple[str, ...] = ()


def locate(source: ModelSource) -> Location:
    """The files that a name means.

    Raises:
        Unloadable: there are none, or not as safetensors.
    """
    if source.folder is not None:
        if not (source.folder / "config.json").is_file():
            raise Unloadable(
                f"the folder of {source.name} has no config.json",
                "give the folder to which save_pretrained wrote the model",
            )
        if not any(source.folder.glob("*.safetensors")):
            raise _no_safetensors(source)
        return Location(source.where, None, local=True)
    cached = _cached_commit(source)
    if cached is not None and cached == source.revision and _has_weights(source, cached):
        return Location(source.where, cached, local=True)
    return _looked_up(source, cached)


def _looked_up(source: ModelSource, cached: str | None) -> Location:
    """What Hugging Face says, else what is `cached` of it here."""
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
            f"{source.name} is gated",
            "accept its terms on its page and log in with: hf auth login",
        ) from None
    except RevisionNotFoundError:
        raise Unloadable(
            f"there is no revision `{source.revision}` of {source.where}",
            "see its page for branches, tags and commits",
        ) from None
    except (RepositoryNotFoundError, HFValidationError):
        raise Unloadable(
            f"there is no repository {source.where}, or you have no access",
            "check the spelling; a private one needs `hf auth login`; write a folder with "
            "./, like hf/./my_folder",
        ) from None
    except OfflineModeIsEnabled:
        return _offline(source, cached, "HF_HUB_OFFLINE is set", said=False)
    except (HTTPError, OSError):
        return _offline(source, cached, "Hugging Face cannot be reached", said=True)
    files = {file.rfilename for file in info.siblings or ()}
    if files.isdisjoint(_WEIGHTS):
        raise _no_safetensors(source)
    commit = str(info.sha)
    if _has_weights(source, commit):
        return Location(source.where, commit, local=False)
    return Location(
        source.where,
        commit,
        local=False,
        notes=(
            f"the weights of {source.name} will be downloaded at the first call; `hf "
            f"download {source.where}` does it now and shows progress",
        ),
    )


def _offline(source: ModelSource, cached: str | None, why: str, *, said: bool) -> Location:
    if cached is None or not _has_weights(source, cached):
        raise Unloadable(
            f"{source.name} is not on this computer, and {why}",
            f"download it while online: hf download {source.where}; or give a folder, like "
            "hf/./my_folder",
        )
    note = f"{why}: using the downloaded {source.name}, commit {cached[:12]}"
    return Location(source.where, cached, local=True, notes=(note,) if said else ())


def _cached_commit(source: ModelSource) -> str | None:
    """The commit of what was fetched before under this name."""
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(source.where, "config.json", revision=source.revision or "main")
    if not isinstance(found, str):
        return None
    commit = Path(found).parent.name
    return commit if _COMMIT.fullmatch(commit) else None


def _has_weights(source: ModelSource, commit: str) -> bool:
    from huggingface_hub import try_to_load_from_cache

    return any(
        isinstance(try_to_load_from_cache(source.where, name, revision=commit), str)
        for name in _WEIGHTS
    )


def _no_safetensors(source: ModelSource) -> Unloadable:
    return Unloadable(
        f"{source.name} has no safetensors weights",
        "other formats can run code and are not loaded; save the model again with "
        "save_pretrained, or choose another revision",
    )
