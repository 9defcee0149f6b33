"""The formats for other programs: JSON lines, CSV and Markdown."""

import csv
import io
import json
import os
import re

import pytest

from support import NO_DRIVER, QUICK, assert_complaint, assert_usage_error, strict_json

SCANS = ["--algo", "serial,hillis-steele,blelloch", "-n", "64,1024", *QUICK]


def records(text):
    """CSV as a strict reader sees it: every line as long as the header."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert len(set(rows[0])) == len(rows[0])
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def table(text):
    """A Markdown table as a list of rows, the header first."""
    lines = [re.split(r"(?<!\\)\|", line.strip("\n"))[1:-1] for line in text.splitlines()]
    assert len({len(line) for line in lines}) == 1
    assert set(cell.strip() for cell in lines[1]) == {"---"}
    return [[cell.strip() for cell in line] for line in [lines[0], *lines[2:]]]


def scalars(value, name=""):
    """Every scalar of a JSON object under its dotted name, but for lists."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from scalars(inner, f"{name}.{key}" if name else key)
    elif not isinstance(value, list):
        yield name, value


def test_csv_has_a_row_a_result_with_device_and_program(run):
    result = run(*SCANS, "--format", "csv")
    assert (result.code, result.stderr) == (0, "")
    rows = records(result.stdout)
    assert [(row["algorithm"], row["n"]) for row in rows] == [
        (name, n) for n in ("64", "1024") for name in ("serial", "hillis-steele", "blelloch")]
    for row in rows:
        assert row["status"] == "ok" and row["device.name"] and row["device.type"]
        assert row["device.driver_name"] and row["device.uuid"] and row["tool.version"]
        assert float(row["time_s.median"]) > 0
    assert rows[3]["exclusive[512]"] == "515.5" and rows[3]["exclusive[32]"] == ""
    assert rows[3]["answer.total"] == "1037.625"


def test_csv_lines_end_as_rfc_4180_has_it(program, run, tmp_path):
    assert run(*SCANS, "--format", "csv", "--output", "report.csv").code == 0
    data = (tmp_path / "report.csv").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == 7


def test_csv_holds_every_scalar_of_the_json_row(run, report):
    args = ["--algo", "naive", "-n", "65537,64", *QUICK]
    columns = records(run(*args, "--format", "csv").stdout)[0].keys()
    for row in report(*args)["results"]:
        for name, value in scalars(row):
            name = re.sub(r"^answer\.exclusive\.(\d+)$", r"exclusive[\1]", name)
            assert value is None or name in columns


def test_what_is_unknown_is_an_empty_cell(run):
    rows = records(run("--algo", "serial,naive", "-n", "65537", *QUICK, "--format", "csv").stdout)
    assert rows[1]["status"] == "unsupported" and "65536" in rows[1]["reason"]
    assert rows[1]["time_s.median"] == rows[1]["elements_per_s"] == rows[1]["answer.total"] == ""
    assert rows[0]["reason"] == rows[0]["tuning.workgroup"] == ""


def test_every_csv_has_the_same_columns_but_for_its_probes(run):
    some = records(run("--algo", "serial", *QUICK, "--format", "csv").stdout)
    more = records(run("--algo", "blelloch", *QUICK, "--format", "csv").stdout)
    assert list(some[0]) == list(more[0])
    probed = records(run("--algo", "serial", "--probe", "1,2", *QUICK, "--format", "csv").stdout)
    assert set(probed[0]) ^ set(some[0]) == {"exclusive[1]", "exclusive[2]", "exclusive[512]"}


def test_passes_go_into_a_csv_beside_the_results(run, tmp_path):
    args = ["--algo", "serial,blelloch", *QUICK, "--format", "csv", "--passes"]
    assert run(*args, "--output", "report.csv") == ("", "", 0)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["report.csv", "report.passes.csv"]
    assert len(records((tmp_path / "report.csv").read_text())) == 2
    passes = records((tmp_path / "report.passes.csv").read_text())
    assert len(passes) == 21 and {row["algorithm"] for row in passes} == {"blelloch"}
    assert [row["pass.index"] for row in passes] == [str(i) for i in range(21)]
    assert passes[10]["pass.name"] == "clear" and passes[10]["pass.stride"] == ""
    assert all(float(row["pass.time_s.median"]) > 0 and row["device.name"] for row in passes)


@pytest.mark.parametrize("results, passes", [
    ("report", "report.passes"), ("a.b.csv", "a.b.passes.csv"), ("d.x/r", "d.x/r.passes")])
def test_the_passes_file_is_named_after_the_results(run, tmp_path, results, passes):
    (tmp_path / "d.x").mkdir()
    args = ["--algo", "serial", *QUICK, "--format", "csv", "--passes"]
    assert run(*args, "--output", results) == ("", "", 0)
    assert (tmp_path / passes).is_file()


def test_passes_in_csv_need_a_file(run, tmp_path):
    assert_usage_error(run(*SCANS, "--format", "csv", "--passes"), "--passes", "--output")
    args = ["--format", "csv", "--passes", "--output"]
    assert_usage_error(run(*SCANS, *args, "/dev/null"), "--passes", "/dev/null")
    (tmp_path / "report.passes.csv").mkdir()
    assert_usage_error(run(*SCANS, *args, "report.csv"), "report.passes.csv")
    assert [file.name for file in tmp_path.iterdir()] == ["report.passes.csv"]


@pytest.mark.parametrize("args", [[], ["--json"], ["--format", "jsonl"], ["--format", "text"]])
def test_passes_belong_to_csv_and_markdown_only(run, args):
    assert_usage_error(run("--passes", *args), "--passes", "csv", "markdown")


@pytest.mark.parametrize("args", [["--passes", "--passes"], ["--passes=1"]])
def test_passes_is_a_flag(run, args):
    assert_usage_error(run("--format", "markdown", *args), "--passes")


def test_markdown_is_a_table_that_names_the_device(run):
    result = run(*SCANS, "--format", "markdown")
    assert (result.code, result.stderr) == (0, "")
    rows = table(result.stdout)
    assert len(rows) == 7
    for name in ("algorithm", "n", "status", "time_s.median", "device.name"):
        assert name in rows[0]
    assert all(row[rows[0].index("device.name")] for row in rows[1:])


def test_markdown_holds_the_passes_in_a_second_table(run):
    result = run("--algo", "blelloch", *QUICK, "--format", "markdown", "--passes")
    results, passes = result.stdout.split("\n\n")
    assert len(table(results)) == 2
    assert len(table(passes)) == 22


def test_json_lines_are_a_header_and_a_row_a_line(run, read):
    result = run(*SCANS, "--format", "jsonl")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 7 and result.stdout.endswith("\n")
    header, *rows = map(strict_json, lines)
    assert "results" not in header
    joined = read(json.dumps({**header, "results": rows}))
    assert [row["n"] for row in joined["results"]] == [64] * 3 + [1024] * 3


def test_json_lines_go_to_a_file_too(run, tmp_path):
    assert run(*SCANS, "--format", "jsonl", "--output", "report") == ("", "", 0)
    assert [file.name for file in tmp_path.iterdir()] == ["report"]
    assert len((tmp_path / "report").read_text().splitlines()) == 7


@pytest.mark.parametrize("form", ["jsonl", "csv", "markdown"])
def test_rows_that_could_not_run_are_rows_in_every_format(run, form):
    result = run("--algo", "naive", "-n", "65537", "--format", form)
    assert_complaint(result, 3, "65536")
    assert "unsupported" in result.stdout


@pytest.mark.parametrize("form", ["jsonl", "csv", "markdown"])
def test_bytes_that_are_no_utf_8_spoil_no_format(program, tmp_path, form):
    import subprocess
    name = tmp_path / os.fsdecode(b"report-\xff")
    done = subprocess.run([program, "--algo", "serial", *QUICK, "--format", form, "--output", name])
    assert done.returncode == 0
    name.read_text(encoding="utf-8")


@pytest.mark.parametrize("command, key", [("devices", "uuid"), ("algorithms", "native_kind")])
def test_listings_are_tables_too(run, report, command, key):
    listed = report(command)[command]
    rows = records(run(command, "--format", "csv").stdout)
    assert [row[key] for row in rows] == [one[key] for one in listed]
    assert len(table(run(command, "--format", "markdown").stdout)) == len(listed) + 1


@pytest.mark.parametrize("command", ["devices", "algorithms"])
def test_listings_are_not_streamed(run, command):
    assert_usage_error(run(command, "--format", "jsonl"), "jsonl", "csv", "markdown")


def test_a_listing_of_no_device_is_a_header_in_csv(run):
    result = run("devices", "--format", "csv", env=NO_DRIVER)
    assert_complaint(result, 3)
    assert records(result.stdout) == []
