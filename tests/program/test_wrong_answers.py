"""A scan that is wrong: told by a twin of the program whose hillis-steele skips its last pass."""

import re

from support import QUICK, assert_complaint


def test_a_wrong_scan_ends_in_1_and_names_the_first_wrong_cell(run_faulty):
    result = run_faulty("--algo", "hillis-steele", "-n", "1024", *QUICK)
    assert_complaint(result, 1, "hillis-steele", "1024")
    assert re.search(r"cell 5\d\d should be \S+ and is \S+", result.stderr)
    assert "wrong" in result.stdout


def test_a_wrong_row_is_reported_without_a_time_or_an_answer(run_faulty, read):
    result = run_faulty("--algo", "hillis-steele", "-n", "1024", "--json", *QUICK)
    assert_complaint(result, 1, "hillis-steele")
    row, = read(result.stdout)["results"]
    assert row["status"] == "wrong"
    assert row["answer"] is None and row["time_s"] is None and row["wall_time_s"] is None
    assert row["check"]["mismatches"] >= 1
    first = row["check"]["first_mismatch"]
    assert 512 <= first["index"] <= 1024
    assert first["expected"] != first["got"]
    assert row["reason"]


def test_one_wrong_row_among_right_ones_still_ends_in_1_with_every_row(run_faulty, read):
    result = run_faulty("--algo", "all", "-n", "1024", "--json", *QUICK)
    assert_complaint(result, 1, "hillis-steele")
    found = {row["algorithm"]: row["status"] for row in read(result.stdout)["results"]}
    assert found.pop("hillis-steele") == "wrong"
    assert set(found.values()) == {"ok"}


def test_a_wrong_row_outweighs_one_that_cannot_run(run_faulty, read):
    result = run_faulty("--algo", "hillis-steele", "-n", f"1024,{2 ** 48}", "--json", *QUICK)
    assert_complaint(result, 1, "hillis-steele", "1024")
    statuses = [row["status"] for row in read(result.stdout)["results"]]
    assert statuses == ["wrong", "unsupported"]


def test_several_wrong_rows_are_still_one_line(run_faulty):
    result = run_faulty("--algo", "hillis-steele", "-n", "64,1000,1024", *QUICK)
    assert_complaint(result, 1, "64")


def test_wrong_integers_are_caught_in_every_kind(run_faulty, read):
    for kind in ("inclusive", "exclusive"):
        result = run_faulty("--algo", "hillis-steele", "-n", "1000", "--type", "i32",
                            "--kind", kind, "--json", *QUICK)
        assert_complaint(result, 1)
        assert read(result.stdout)["results"][0]["status"] == "wrong"


def test_a_wrong_row_in_a_comparison_is_no_winner(run_faulty):
    result = run_faulty("--algo", "serial,hillis-steele", *QUICK)
    assert_complaint(result, 1)
    assert re.search(r"^\*\s+serial\s", result.stdout, re.MULTILINE)
    assert re.search(r"^ .*hillis-steele .*wrong: ", result.stdout, re.MULTILINE)


def test_the_report_of_a_wrong_run_reaches_its_file(run_faulty, read, tmp_path):
    result = run_faulty("--algo", "hillis-steele", "--json", "--output", "report", *QUICK)
    assert_complaint(result, 1)
    assert result.stdout == ""
    assert read((tmp_path / "report").read_text())["results"][0]["status"] == "wrong"
