import pytest

from comparing import statistics, row, wrong, document, compare, verdicts  # noqa: F401 (fixtures)
from support import assert_complaint


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
