"""The table of questions says of a reply its item, row and scene, and its number on a scale."""

from __future__ import annotations

from pathlib import Path

from tests.here import here
from tests.runners.export.given_away import table_at

SCRIPT = """experiment Scales

table items (words):
    I feel calm.
    I feel tense, and {a cup} | of tea helps.

things
    cup: mug, bowl

design
    runs 2
    wording original
    scoring accuracy

procedure
    say: There is {a cup}. Please answer some questions.
    separately
        scene before
            for each row of items
                in order
                    record feeling
                        ask: {words}
                        rate 1 to 3
                        labels:
                            not at all
                            somewhat
                            very
        test two
            ask: What is one and one?
            answer: two
            wrong: three
"""


def test_a_rating_has_its_item_row_scene_and_number(tmp_path: Path) -> None:
    shell = here(tmp_path / "work")
    text = SCRIPT.replace("(words)", "(words, more)").replace("calm.\n", "calm. | so\n")
    (shell.folder / "scales.dev").write_text(text, encoding="utf-8")
    shell.run("scales.dev", "-m", "sim/oracle")
    shell.run("export", "-o", "out")
    (place,) = (shell.folder / "out" / "data").glob("*_description-questions_data.csv")
    rows = [one for one in table_at(place) if one["draw"] == "1"]
    assert [(r["question"], r["row"], r["item"], r["scene"]) for r in rows] == [
        ("feeling", "1", "I feel calm. | so", "before"),
        ("feeling", "2", "I feel tense, and a cup | of tea helps.", "before"),
        ("two", "", "", ""),
    ]
    assert [one["value"] in {"1", "2", "3"} for one in rows] == [True, True, False]
    assert "Nothing more comes to mind" not in place.read_text(encoding="utf-8")
