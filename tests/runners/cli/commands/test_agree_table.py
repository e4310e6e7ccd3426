"""`devrun agree --table` from a shell: what is read, printed, refused and how it exits."""

from __future__ import annotations

import pytest

from coders.statistics.coefficient import DEFINITIONS
from tests.coders.statistics.published import KRIPPENDORFF
from tests.shell import Shell

RATINGS = "item,A,B,C,D\n" + "".join(
    f"unit {number},{','.join('' if field == '.' else field for field in line.split())}\n"
    for number, line in enumerate(KRIPPENDORFF.strip().splitlines(), start=1)
)
DECLARED = ("--categories", "1,2,3,4,5", "--level", "ratio")


def write(shell: Shell, text: str, name: str = "ratings.csv") -> str:
    (shell.folder / name).write_text(text, encoding="utf-8")
    return name


def test_the_document_has_every_coefficient_with_value_interval_and_reason(shell: Shell) -> None:
    found = shell.json("agree", "--table", write(shell, RATINGS), *DECLARED)
    assert (found["items"], found["coders"], found["missing"]) == (12, ["A", "B", "C", "D"], 7)
    assert (found["level"], found["categories"]) == ("ratio", ["1", "2", "3", "4", "5"])
    assert list(found["coefficients"]) == [*DEFINITIONS, "specific_agreement"]
    # Krippendorff (2011): .743 .815 .849 .797; Gwet (2014): AC1 .77544
    printed = {
        "krippendorff_alpha_nominal": 0.743,
        "krippendorff_alpha_ordinal": 0.815,
        "krippendorff_alpha_interval": 0.849,
        "krippendorff_alpha_ratio": 0.797,
        "gwet_ac1": 0.775,
    }
    for name, value in printed.items():
        one = found["coefficients"][name]
        assert one["value"] == pytest.approx(value, abs=5e-4)
        assert (len(one["ci95"]), one["reason"], one["n_items"]) == (2, None, 11)
    pairs = {tuple(one["coders"]): one["n"] for one in found["pairs"]}
    assert pairs == {
        ("A", "B"): 9,
        ("A", "C"): 8,
        ("A", "D"): 9,
        ("B", "C"): 9,
        ("B", "D"): 10,
        ("C", "D"): 10,
    }
    assert (found["within_cell"], found["baseline_cell_only"]) == (None, None)
    assert found["bootstrap"] == {"replicates": 2000, "seed": 1}
    specific = found["coefficients"]["specific_agreement"]
    assert specific["value"] is None
    assert specific["by_category"]["5"]["value"] == 1


def test_the_same_command_gives_the_same_document_and_another_seed_another(shell: Shell) -> None:
    name = write(shell, RATINGS)
    first, again, other = (
        shell.run("agree", "--table", name, *DECLARED, "--seed", seed, "--json").stdout
        for seed in ("1", "1", "2")
    )
    assert first == again
    assert first != other


def test_a_page_for_two_coders_ends_with_the_table_of_both(shell: Shell) -> None:
    text = "item,Ann,Bob\n" + "".join(
        f"{n},{'yes' if n % 3 else 'no'},{'yes' if n % 4 else 'no'}\n" for n in range(1, 25)
    )
    done = shell.run("agree", "--table", write(shell, text), "--categories", "yes,no")
    # both say no on 12 and 24, Ann alone on six items, Bob alone on four
    assert done.stdout.split("items by both ratings: rows Ann, columns Bob\n")[1].splitlines() == [
        "     yes  no",
        "────────────",
        "yes   12   4",
        "no     6   2",
        "",
        "bootstrap: 2,000 replicates of 24 items, seed 1, expanded percentiles",
        "nominal level: weighted kappa, ordinal, interval and ratio alpha, ICC and rank "
        "correlations need",
        "ordered categories",
        "chance agreement, from the pooled use of categories: 0.587",
        "prevalence index 0.417, bias index 0.083",
    ]
    assert done.stderr == ""


def test_categories_from_the_data_and_a_level_by_default_are_said_on_stderr(shell: Shell) -> None:
    done = shell.run("agree", "--table", write(shell, RATINGS.replace(",", ";")), "--json")
    assert done.stderr.splitlines() == [
        "ratings.csv: columns are separated by semicolons",
        "categories were taken from the data: 1, 2, 3, 4, 5; unused categories are missing, "
        "which changes weighted coefficients and chance agreement; name all of them with "
        "--categories",
        "the categories are numbers, so the level is ordinal; add --level nominal if the "
        "numbers are names",
    ]


def test_undefined_figures_keep_their_row_with_the_reason(shell: Shell) -> None:
    text = "item,A,B\n" + "".join(f"{n},2,2\n" for n in range(12))
    done = shell.run("agree", "--table", write(shell, text), "--categories", "0,1,2")
    (line,) = [one for one in done.stdout.splitlines() if one.startswith("Scott's pi")]
    assert line.split("  ")[-1].strip() == "a)"
    why = "a) constant: every rating is `2`, so that agreement cannot be told from chance\n"
    assert why in done.stdout
    document = shell.json("agree", "--table", "ratings.csv", "--categories", "0,1,2")
    for name, one in document["coefficients"].items():
        assert (one["value"] is None) == (one["reason"] is not None), name


def test_faults_of_a_table_name_the_line_and_exit_with_1(shell: Shell) -> None:
    name = write(shell, "item,A,B\n1,0,1\n1,1,1\n")
    done = shell.run("agree", "--table", name, code=1)
    assert done.stderr.splitlines() == [
        "devrun: ratings.csv, line 3: the item `1` appears twice, first on line 2",
        "help: write all ratings of an item into one row",
    ]
    assert shell.json("agree", "--table", name, code=1) == {
        "error": {
            "code": "table",
            "message": "ratings.csv, line 3: the item `1` appears twice, first on line 2",
            "help": "write all ratings of an item into one row",
        }
    }
    (shell.folder / "old.csv").write_bytes("item,Zoë,B\n1,0,1\n".encode("cp1252"))
    assert shell.json("agree", "--table", "old.csv", code=1)["error"] == {
        "code": "not-utf8",
        "message": "old.csv is not saved as UTF-8; save it again as UTF-8",
        "help": "most editors offer it under Save As, as `UTF-8` or `Unicode (UTF-8)`, "
        "spreadsheets as `CSV UTF-8`",
    }
    (shell.folder / "new.xlsx").write_bytes(b"PK\x03\x04" + bytes(range(256)))
    said = shell.run("agree", "--table", "new.xlsx", code=1).stderr
    assert said.startswith("devrun: new.xlsx is a document of an office program, not text\nhelp: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--table", "none.csv"),
            "the table `none.csv` cannot be read: no such file or directory",
        ),
        (("--level", "nominal"), "--level needs --table"),
        (("--categories", "0,1"), "--categories needs --table"),
        (
            ("--table", "ratings.csv", "--as-paper"),
            "--table reads a file; PATH, --study, -m, --only, --as-paper and --methods need "
            "a study",
        ),
        (
            ("--table", "ratings.csv", "--level", "ordnal"),
            "`--level ordnal` is not one of nominal, ordinal, interval, ratio",
        ),
    ],
)
def test_a_wrong_command_line_exits_with_2(
    shell: Shell, words: tuple[str, ...], message: str
) -> None:
    write(shell, RATINGS)
    assert shell.json("agree", *words, code=2)["error"]["message"] == message


def test_escapes_in_names_are_shown_and_not_obeyed(shell: Shell) -> None:
    evil = "\x1b]52;c;eA==\x07"
    text = f"item,A{evil},B\n" + "".join(f"{n},x{evil},y\n" for n in range(4))
    done = shell.run("agree", "--table", write(shell, text))
    assert "\x1b" not in done.stdout + done.stderr
    assert "␛]52;c;eA==␇" in done.stdout
    assert "␛]52;c;eA==␇" in done.stderr
