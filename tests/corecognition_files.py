"""A made-up dataset in the layouts in which CoreCognition is published, with its kinds of defects.

Its questions are nonsense and its pictures a few pixels; only the layout is that of the original.
"""

from __future__ import annotations

import base64
import csv
import io
from pathlib import Path

from PIL import Image

COLUMNS = ("id", "concept", "stage", "type", "question", "images", "videos", "answer", "choices")
Row = tuple[str, ...]

SENSORY, CONCRETE, FORMAL = (
    "Stage Sensorimotor", "Stage Concrete Operational", "Stage Formal Operational",
)  # fmt: skip

GOOD: tuple[Row, ...] = (
    ("1", "Boundary", SENSORY, "MC", "<image-placeholder: red.png>How many kels are there?",
     "red.png", "", "B", "{'A': '0', 'B': '1', 'C': '2', 'D': '3', 'E': nan, 'F': nan}"),
    ("2", "Boundary", SENSORY, "MC",
     "Look at <image-placeholder: red.png> and <image-placeholder: blue.jpg>. Which is the tasp?",
     "media/red.png;media/blue.jpg", "nan", "A",
     "{'A': 'the first', 'B': \"the second's\", 'C': nan}"),
    ("3", "Conservation", CONCRETE, "TF", "Is it the same mov? <image-placeholder: blue.jpg>",
     "blue.jpg", "", "YES", "{'A': nan, 'B': nan}"),
    ("4", "Conservation", CONCRETE, "MC", "Which word is a rin?", "nan", "nan", "C",
     "{'A': 'None', 'B': 'kel', 'C': 'rin'}"),
    ("5", "Tool Using", FORMAL, "MC", "What opens it?", "red.png", "", "A",
     "{'A': 'a kel', 'B': 'a mov'}"),
    ("6", "Tool Using", FORMAL, "MC", "<video-placeholder: gone.mp4>What happens next?",
     "combined.png", "gone.mp4", "B", "{'A': 'a kel', 'B': 'a mov'}"),
    ("7", "Boundary", SENSORY, "TF", "<image-placeholder: wide.png>Is it one kel?", "wide.png", "",
     "No", "nan"),
    ("8", "Boundary", SENSORY, "TF", "<image-placeholder: old.bmp>Is it two kels?", "old.bmp", "",
     "NO", ""),
)  # fmt: skip
"""Rows that can be asked, of every kind."""

_PLAIN = ("x", "Boundary", SENSORY, "MC", "<image-placeholder: red.png>Which?", "red.png", "", "A",
          "{'A': 'kel', 'B': 'mov'}")  # fmt: skip

BAD: tuple[tuple[dict[str, str], str], ...] = (
    ({"id": "1"}, "column `id`: `1` is that of row 1"),
    ({"id": ""}, "column `id`: is empty"),
    ({"concept": "nan"}, "column `concept`: is empty"),
    ({"stage": "Stage Formal Operational"},
     "column `stage`: `Boundary` is in `formal operational` here, and in `sensorimotor` in row 1"),
    ({"type": "essay"}, "column `type`: `ESSAY` is no type of question"),
    ({"question": "<image-placeholder: red.png>"}, "column `question`: has no words"),
    ({"question": "<image-placeholder red.png> Which?"}, "column `question`: a placeholder is not"),
    ({"question": "<image-placeholder: > Which?"},
     "column `question`: a placeholder names no file"),
    ({"question": "Which in [picture 2]?"}, "column `question`: says `[picture 1]`"),
    ({"question": "<image-placeholder: none.png>Which?", "images": ""},
     "column `question`: there is no file `none.png`"),
    ({"images": "red.png;none.png"}, "column `images`: there is no file `none.png`"),
    ({"images": "notes.txt"}, "column `images`: `notes.txt` is no picture"),
    ({"images": "half.png"}, "column `images`: `half.png` is broken"),
    ({"images": "moves.gif"}, "column `images`: `moves.gif` is an animation"),
    ({"images": "twice.png"}, "column `images`: 2 files are called `twice.png`"),
    ({"videos": "none.mp4", "images": ""}, "column `videos`: there is no file `none.mp4`"),
    ({"answer": "C"}, "column `answer`: the answer `C` is none of the choices A, B"),
    ({"answer": ""}, "column `answer`: is empty"),
    ({"type": "TF", "answer": "A"}, "column `answer`: `A` is neither YES nor NO"),
    ({"choices": "{'A': 'kel'}"}, "column `choices`: has 1 choice ("),
    ({"choices": "{'A': 'kel', 'B': nan}"}, "column `choices`: has 1 choice ("),
    ({"choices": "__import__('os').system('true')"}, "column `choices`: `__import__"),
    ({"choices": "['kel', 'mov']"}, "column `choices`: `['kel', 'mov']"),
    ({"choices": "{'A': 'kel', 'B': 'mov'"}, "column `choices`: `{'A': 'kel'"),
    ({"choices": "{'one': 'kel', 'B': 'mov'}"}, "column `choices`: `one: kel` is no choice"),
    ({"choices": "{'': 'kel', 'B': 'mov'}"}, "column `choices`: `: kel` is no choice"),
    ({"choices": "{'A': '<image-placeholder: red.png>', 'B': 'mov'}"},
     "column `choices`: choice A is a picture"),
    ({"id": "", "type": "TF", "images": "none.png", "answer": ""}, "column `id`: is empty"),
)  # fmt: skip
"""What is changed in a plain row, and what is said of it then."""

MORE = ("column `answer`: is empty", "column `images`: there is no file `none.png`")
"""What else is said of the last of them."""


def picture(colour: str, size: tuple[int, int] = (8, 6), kind: str = "PNG") -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


def media(folder: Path) -> None:
    """The pictures that the rows name."""
    folder.mkdir(parents=True)
    (folder / "red.png").write_bytes(picture("red"))
    (folder / "blue.jpg").write_bytes(picture("blue", kind="JPEG"))
    (folder / "combined.png").write_bytes(picture("green", (24, 6)))
    (folder / "wide.png").write_bytes(picture("white", (9_000, 90)))
    (folder / "old.bmp").write_bytes(picture("black", kind="BMP"))
    (folder / "notes.txt").write_text("no picture")
    (folder / "half.png").write_bytes(picture("red", (64, 64))[:-40])
    still = [Image.new("RGB", (4, 4), one) for one in ("red", "blue")]
    still[0].save(folder / "moves.gif", save_all=True, append_images=still[1:])
    for inner in ("one", "two"):
        (folder / inner).mkdir()
        (folder / inner / "twice.png").write_bytes(picture((inner == "one" and "red") or "blue"))


def bad_rows() -> tuple[Row, ...]:
    """A row for each defect."""
    rows = []
    for number, (changed, _) in enumerate(BAD):
        cells = dict(zip(COLUMNS, _PLAIN, strict=True)) | {"id": f"b{number}"} | changed
        rows.append(tuple(cells.values()))
    return tuple(rows)


def write_dataset(folder: Path, rows: tuple[Row, ...] = GOOD) -> Path:
    """CoreCognition.csv and its media."""
    media(folder / "media")
    with (folder / "CoreCognition.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    return folder


def write_tsv(place: Path) -> Path:
    """The table of VLMEvalKit, with options in the question, in columns, and none."""
    red, blue = (base64.b64encode(picture(one)).decode() for one in ("red", "blue"))
    columns = ("index", "image", "question", "answer", "category", "l2-category", "question_type")
    rows = (
        ("0", red, "How many kels?\nOptions:\nA. none\nB. one\nC. two", "B", SENSORY, "boundary",
         "MCQ", "", ""),
        ("1", blue, "Which is a mov?", "A", CONCRETE, "conservation", "MCQ", "this", "that"),
        ("2", "0", "Is it a rin?", "Yes", FORMAL, "tool using", "YORN", "", ""),
    )  # fmt: skip
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow((*columns, "A", "B"))
        writer.writerows(rows)
    return place
