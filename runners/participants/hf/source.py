r"""Where a local model's files are: a repository, at a revision or not, or a folder.

A folder is written like a path (`hf/./tiny`, `hf/C:\models\tiny`), everything else is a
repository. To look whether a folder of that name happens to be here, as transformers does, was
rejected: the same command would then ask different models in different folders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from runners.participants.failures import BadName

EXAMPLE = "hf/Qwen/Qwen3-4B, hf/Qwen/Qwen3-4B@REVISION or hf/./my_folder"
_FOLDER = re.compile(r"[./~\\]|[A-Za-z]:[\\/]")
_REPO = re.compile(r"[\w.-]+(/[\w.-]+)?")


@dataclass(frozen=True, slots=True)
class Source:
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


def source(model: str) -> Source:
    """What was written after `hf/`.

    Raises:
        BadName: it names neither a repository nor a folder that is there.
    """
    if not model.strip():
        raise BadName("`hf/` names no model", f"write it like {EXAMPLE}")
    if _FOLDER.match(model):
        return Source(*_folder(model), None)
    repo, at, revision = model.partition("@")
    if not _REPO.fullmatch(repo) or (at and not revision.strip()):
        raise BadName(
            f"`hf/{model}` is neither a repository nor a folder",
            f"write it like {EXAMPLE}; a folder's path begins with ./ or /",
        )
    if Path(repo).exists():
        raise BadName(
            f"`{repo}` is the name of a repository, and of a folder here",
            f"write hf/./{repo} for the folder, or run the command in another folder",
        )
    return Source(repo, None, revision or None)


def _folder(written: str) -> tuple[str, Path]:
    path = Path(written).expanduser()
    if not path.is_dir():
        raise BadName(
            f"there is no folder `{written}` to load a model from",
            "look at the path; a repository is written without ./, like hf/Qwen/Qwen3-4B",
        )
    path = path.resolve()
    return str(path), path
