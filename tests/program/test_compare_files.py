import copy
import json

import pytest
from jsonschema import Draft202012Validator

from comparing import row, document, compare, verdicts  # noqa: F401 (fixtures)
from support import assert_complaint, assert_usage_error


def test_the_report_goes_to_the_file(compare, read, tmp_path):
    result = compare(document(row()), document(row(1.3e-4)), "--json", "--output", "out")
    assert_complaint(result, 4)
    assert result.stdout == ""
    assert read((tmp_path / "out").read_text())["exit_code"] == 4


def lines_of(report):
    report = copy.deepcopy(report)
    rows = report.pop("results")
    return "".join(json.dumps(one) + "\n" for one in [report, *rows])


def test_jsonl_is_read_too(verdicts):
    assert verdicts(lines_of(document(row(), row(n=2))), document(row(), row(1.3e-4, n=2))) == (
        ["same", "slower"], 4)


@pytest.mark.parametrize("text, token", [
    ("", "JSON"), ("hello", "JSON"), ("[]", "report"), (json.dumps(document(row()))[:-40], "JSON"),
    (json.dumps(document(row())).replace("1.1", "NaN", 1).replace('"NaN"', "NaN"), "JSON"),
    (json.dumps(document(row(), schema="scanbench.devices")), "scanbench.devices"),
    (lines_of(document(row()))[:-30], "JSON"), (json.dumps(document(3)), "row"),
    (json.dumps(document(row(), row(2e-4))), "two rows")])
def test_a_bad_file_is_refused_in_one_line_that_names_it(compare, text, token):
    assert_usage_error(compare(document(row()), text), "'new.json'", token)
    assert_usage_error(compare(text, document(row())), "'base.json'", token)


def test_a_missing_file_or_a_folder_is_refused(run, tmp_path):
    (tmp_path / "base.json").write_text(json.dumps(document(row())))
    assert_usage_error(run("compare", "base.json", "none.json"), "'none.json'", "No such file")
    assert_usage_error(run("compare", tmp_path, "base.json"), str(tmp_path), "folder")


@pytest.mark.parametrize("args, token", [
    ([], "two reports"), (["base.json"], "two reports"), (["a", "b", "c"], "'c'"),
    (["a,b", "c"], "as many"), (["a,,b", "c,d,e"], "column 3"),
    (["a", "b", "--threshold", "5"], "'5'"), (["a", "b", "--threshold", "0%"], "'0%'"),
    (["a", "b", "--threshold", "100%"], "'100%'"), (["a", "b", "--threshold", "nan"], "'nan'"),
    (["a", "b", "--threshold"], "--threshold"), (["a", "b", "--normalize", "x"], "'x'"),
    (["a", "b", "--format", "csv"], "'csv'"), (["a", "b", "--json", "--format", "json"], "--json"),
    (["a", "b", "--algo", "naive"], "--algo"), (["a", "b", "--json=1"], "--json"),
    (["a", "b", "--output", ""], "--output")])
def test_a_bad_command_line_is_refused_in_one_line(run, args, token):
    assert_usage_error(run("compare", *args), token)


def test_options_of_a_run_do_not_stand_before_compare(run):
    assert_usage_error(run("--json", "compare", "a", "b"), "--json")


@pytest.fixture
def compare_runs(run, tmp_path):
    """Compares builds of several runs, given by their times."""

    def call(base, new, *args):
        sides = []
        for side, times in (("base", base), ("new", new)):
            names = [f"{side}{i}.json" for i in range(len(times))]
            for name, time_s in zip(names, times):
                plain = row(time_s, width=1e-4, relative_to_launch=None)
                (tmp_path / name).write_text(json.dumps(document(plain)))
            sides.append(",".join(names))
        return run("compare", *sides, *args)

    return call


def test_several_runs_are_judged_by_how_runs_differ(compare_runs, read):
    steady = compare_runs([1e-4, 2e-4, 3e-4], [1.2e-4, 2.4e-4, 3.61e-4], "--json")
    assert steady.code == 4
    assert [one["file"] for one in read(steady.stdout)["new"]] == [
        "new0.json", "new1.json", "new2.json"]
    assert_complaint(compare_runs([1e-4] * 3, [1.3e-4, 0.9e-4, 1.1e-4]), 5, "runs cannot detect")


def test_compare_has_help_of_its_own(run):
    result = run("compare", "--help")
    assert (result.code, result.stderr) == (0, "")
    for word in ["BASE", "NEW", "--threshold", "--normalize", "--force", "--format", "--json",
                 "--output", "Exit code"]:
        assert word in result.stdout
    assert run("compare", "--version").stdout == run("--version").stdout


# Each turns a good report (one slower row) into one that must not pass.
FAULTS = {
    "a missing key": lambda r: r.pop("summary"),
    "a missing key of a row": lambda r: r["results"][0].pop("verdict"),
    "a slower row without a ratio": lambda r: r["results"][0].update(plain=None),
    "a slower row that nothing judged": lambda r: r["results"][0].update(judged_by=None),
    "a slower row of one side": lambda r: r["results"][0].update(side="new"),
    "an open row without a reason": lambda r: r["results"][0].update(verdict="cannot_tell"),
    "an unknown verdict": lambda r: r["results"][0].update(verdict="fine"),
    "an exit code of another command": lambda r: r.update(exit_code=3),
    "a ratio of 0": lambda r: r["results"][0]["plain"].update(ratio=0),
    "an interval with one end": lambda r: r["results"][0]["plain"].update(ci95=[1]),
    "a threshold of 100 %": lambda r: r.update(threshold=1),
    "a side without a run": lambda r: r.update(base=[]),
    "another major version": lambda r: r.update(schema_version="2.0"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_validator_refuses(compare, read, schema, fault):
    report = read(compare(document(row()), document(row(1.3e-4)), "--json").stdout)
    FAULTS[fault](report)
    assert not Draft202012Validator(schema("scanbench.compare")).is_valid(report)
