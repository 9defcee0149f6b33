"""`compare` on reports made here: verdicts, exit codes, the three formats, and what it refuses."""

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from support import assert_complaint, assert_usage_error


def statistics(median, width=0.01, samples=100):
    ci95 = None if samples < 6 else [median / (1 + width), median * (1 + width)]
    return {"samples": samples, "median": median, "min": median / 2, "q1": median / 1.1,
            "q3": median * 1.1, "ci95": ci95}


def row(time_s=1e-4, algorithm="blelloch", n=1024, width=0.01, **others):
    made = {"algorithm": algorithm, "n": n, "type": "f32", "op": "add", "kind": "exclusive",
            "input": {"pattern": "course", "seed": 5109}, "status": "ok", "reason": None,
            "cache": "warm", "tuning": {"workgroup": 128, "items": 4, "source": "default"},
            "time_s": statistics(time_s, width), "wall_time_s": statistics(2 * time_s, width),
            "limited_by": "launches", "relative_to_launch": statistics(time_s / 1e-5, width),
            "relative_to_copy": statistics(time_s / 1e-4, width),
            "yardstick_launch_s": 1e-5, "yardstick_copy_s": 1e-4}
    return {**made, **others}


def wrong(**others):
    return row(status="wrong", reason="cell 3 is off", time_s=1e-4) | {"time_s": None} | others


def document(*rows, **others):
    made = {"schema": "scanbench.run", "schema_version": "1.1", "yardstick_version": 1,
            "started": "2026-01-01T00:00:00Z", "host": {"cpu": "a processor"},
            "tool": {"version": "0.1.0", "git": "0123456789abcdef"},
            "device": {"name": "a device", "type": "discrete", "uuid": "u-1",
                       "driver_name": "a driver", "driver_info": "1.0"},
            "results": list(rows)}
    return {**made, **others}


@pytest.fixture
def compare(run, tmp_path):
    """Writes both reports and compares them."""

    def call(base, new, *args):
        for name, content in (("base.json", base), ("new.json", new)):
            text = content if isinstance(content, str) else json.dumps(content, indent=1)
            (tmp_path / name).write_text(text)
        return run("compare", "base.json", "new.json", *args)

    return call


@pytest.fixture
def verdicts(compare, read):
    """The verdict of each row and the exit code, from the JSON, which must say that code too."""

    def call(base, new, *args):
        result = compare(base, new, "--json", *args)
        report = read(result.stdout)
        assert report["exit_code"] == result.code
        counts = report["summary"]
        for verdict in ("broken", "slower", "cannot_tell", "same", "faster", "not_compared"):
            assert counts[verdict] == sum(one["verdict"] == verdict for one in report["results"])
        return [one["verdict"] for one in report["results"]], result.code

    return call


def test_a_report_compared_with_itself_is_the_same_and_ends_in_0(compare, verdicts):
    assert verdicts(document(row()), document(row())) == (["same"], 0)
    result = compare(document(row()), document(row()))
    assert (result.code, result.stderr) == (0, "")
    assert "1 row compared at 5 %: 1 same" in result.stdout


def test_a_slower_row_ends_in_4_and_is_named(compare, verdicts):
    base, new = document(row()), document(row(1.3e-4))
    assert verdicts(base, new) == (["slower"], 4)
    assert_complaint(compare(base, new), 4, "blelloch at n = 1024", "+30.0 %")


def test_a_faster_row_is_no_failure(verdicts):
    assert verdicts(document(row(1.3e-4)), document(row())) == (["faster"], 0)


def test_noise_ends_in_5(compare, verdicts):
    base, new = document(row(width=0.3)), document(row(width=0.3))
    assert verdicts(base, new) == (["cannot_tell"], 5)
    assert_complaint(compare(base, new), 5, "blelloch", "cannot detect")


def test_fewer_than_6_samples_end_in_5(verdicts):
    few = row(relative_to_launch=None, relative_to_copy=None)
    few["time_s"] = statistics(9e-4, samples=5)
    assert verdicts(document(row()), document(few)) == (["cannot_tell"], 5)


def test_a_row_that_is_wrong_now_ends_in_1_and_is_named(compare, verdicts):
    base, new = document(row()), document(wrong())
    assert verdicts(base, new) == (["broken"], 1)
    assert_complaint(compare(base, new), 1, "blelloch at n = 1024", "cell 3 is off")


def test_a_row_that_was_wrong_before_is_not_compared(verdicts):
    assert verdicts(document(wrong(), row(n=8)), document(row(), row(n=8))) == (
        ["not_compared", "same"], 0)


def test_the_gravest_row_decides(verdicts):
    def rows(slow, broken):
        noisy = row(n=3, width=0.3)
        last = wrong(n=2) if broken else row(n=2)
        return document(row(2e-4 if slow else 1e-4, n=1), last, noisy)

    assert verdicts(rows(False, False), rows(True, True)) == (
        ["slower", "broken", "cannot_tell"], 1)
    assert verdicts(rows(False, False), rows(True, False)) == (
        ["slower", "same", "cannot_tell"], 4)
    assert verdicts(rows(False, False), rows(False, False)) == (
        ["same", "same", "cannot_tell"], 5)


def test_rows_of_one_side_are_listed_with_their_side(compare, read):
    result = compare(document(row(n=1), row(n=2)), document(row(n=2), row(n=3)), "--json")
    assert result.code == 0
    assert [(one["n"], one["side"]) for one in read(result.stdout)["results"]] == [
        (1, "base"), (2, "both"), (3, "new")]


@pytest.mark.parametrize("args", [[], ["--force"]])
def test_nothing_matched_ends_in_5_with_the_rows_listed(compare, args):
    result = compare(document(row(n=1)), document(row(n=2)), *args)
    assert_complaint(result, 5, "nothing to compare")
    assert "only in base" in result.stdout and "only in new" in result.stdout


def test_the_threshold_is_the_least_change_that_counts(verdicts):
    base, new = document(row()), document(row(1.3e-4))
    assert verdicts(base, new, "--threshold", "50%") == (["same"], 0)
    assert verdicts(base, new, "--threshold", "0.5") == (["same"], 0)
    assert verdicts(base, new, "--threshold", "30%") == (["cannot_tell"], 5)


def test_a_machine_that_slowed_down_is_not_the_scans_fault(compare, verdicts):
    slow = row(2e-4, yardstick_launch_s=2e-5, yardstick_copy_s=2e-4)
    slow["relative_to_launch"] = row()["relative_to_launch"]
    base, new = document(row()), document(slow)
    assert verdicts(base, new) == (["same"], 0)
    assert verdicts(base, new, "--normalize", "none") == (["slower"], 4)
    text = compare(base, new).stdout
    assert "+100.0 %" in text and "by launch" in text
    assert "drift: the launch yardstick took 2.00 times" in text
    assert "drift: the copy yardstick took 2.00 times" in text


def test_a_row_that_launches_do_not_limit_is_judged_by_the_copy(compare, read):
    base = row(limited_by="memory", relative_to_launch=statistics(1))
    new = row(limited_by="launches", relative_to_launch=statistics(9))
    report = read(compare(document(base), document(new), "--json").stdout)
    assert report["results"][0]["normalized"]["by"] == "copy"
    assert report["results"][0]["verdict"] == "same"


def test_a_row_without_a_yardstick_is_judged_by_its_plain_change_and_that_is_said(compare, read):
    new = document(row(relative_to_launch=None))
    found, = read(compare(document(row()), new, "--json").stdout)["results"]
    assert (found["judged_by"], found["normalized"]) == ("plain", None)
    assert "no yardstick on both sides" in compare(document(row()), new).stdout
    assert "no yardstick" not in compare(document(row()), new, "--normalize", "none").stdout


def without(report, *keys):
    for one in [report, *report["results"]]:
        for key in keys:
            one.pop(key, None)
    return report


def test_a_report_of_version_1_0_is_read(verdicts):
    old = without(document(row(), schema_version="1.0"), "yardstick_version", "cache",
                  "relative_to_launch", "relative_to_copy", "limited_by", "yardstick_launch_s",
                  "yardstick_copy_s")
    assert verdicts(old, document(row())) == (["same"], 0)


def test_a_tuning_matters_only_where_a_flag_set_it(verdicts):
    def tuned(workgroup, source):
        return document(row(tuning={"workgroup": workgroup, "items": 4, "source": source}))

    assert verdicts(tuned(64, "default"), tuned(128, "default")) == (["same"], 0)
    assert verdicts(tuned(64, "flag"), tuned(128, "flag")) == (["not_compared"] * 2, 5)
    assert verdicts(tuned(64, "flag"), tuned(64, "flag")) == (["same"], 0)


def changed(key, value):
    report = document(row())
    (report["device"] if key in report["device"] else report)[key] = value
    return report


@pytest.mark.parametrize("key, value", [
    ("uuid", "u-2"), ("driver_name", "another"), ("driver_info", "1.1"),
    ("yardstick_version", 2), ("schema_version", "2.0")])
def test_what_does_not_compare_ends_in_5_naming_both_values(compare, read, key, value):
    base, new = document(row()), changed(key, value)
    before = base["device"].get(key, base.get(key))
    result = compare(base, new)
    assert_complaint(result, 5, key, f"'{before}'", f"'{value}'", "--force")
    assert result.stdout == ""
    forced = compare(base, new, "--force", "--json")
    assert (forced.code, forced.stderr) == (0, "")
    difference, = read(forced.stdout)["differences"]
    assert (difference["what"], difference["other"]) == (key, str(value))
    assert "forced: " in compare(base, new, "--force").stdout


def test_a_software_device_on_another_processor_does_not_compare(compare):
    base, new = changed("type", "cpu"), changed("type", "cpu")
    new["host"] = {"cpu": "another processor"}
    assert_complaint(compare(base, new), 5, "cpu", "another processor")


def test_the_text_is_a_table_and_one_summary_line(compare):
    base = document(row(), row(1e-3, n=65536))
    result = compare(base, document(row(1.3e-4), row(1e-3, n=65536)))
    lines = result.stdout.splitlines()
    head = next(line for line in lines if line.startswith("algorithm"))
    assert head.split() == ["algorithm", "n", "base", "new", "change", "normalized", "verdict"]
    table = [line for line in lines if line.startswith("blelloch")]
    assert "100 µs" in table[0] and "130 µs" in table[0] and table[0].endswith("slower")
    assert table[1].endswith("same")
    assert lines[-1] == "2 rows compared at 5 %: 1 slower, 1 same"


def test_markdown_is_a_table_of_as_many_cells_a_line(compare):
    new = document(row(1.3e-4), wrong(n=8, reason="a|b <i>"))
    result = compare(document(row(), row(n=8)), new, "--format", "markdown")
    assert result.code == 1
    table = [line for line in result.stdout.splitlines() if line.startswith("|")]
    assert len(table) == 4
    assert {line.replace("\\|", "").count("|") for line in table} == {9}
    assert "**2 rows compared at 5 %: 1 broken, 1 slower**" in result.stdout
    assert "a\\|b \\<i\\>" in result.stdout


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
