"""The report that a person reads."""

import re

import pytest

from support import ALGORITHMS, QUICK

A_TIME = re.compile(r"\s[0-9.]+ (ns|µs|ms|s)$")


def passes_in(text):
    lines = text.splitlines()
    header = next(i for i, line in enumerate(lines) if re.match(r"pass\s+name\s", line))
    return lines[header + 1:]


def test_blelloch_at_1024_prints_its_answer_and_21_timed_passes(run):
    result = run("--algo", "blelloch", "-n", "1024", *QUICK)
    assert (result.code, result.stderr) == (0, "")
    assert "exclusive[512] = 515.5" in result.stdout
    assert "total = 1037.625" in result.stdout
    passes = passes_in(result.stdout)
    assert len(passes) == 21
    assert all(A_TIME.search(line) for line in passes)
    assert [line.split()[1] for line in passes] == ["upsweep"] * 10 + ["clear"] + ["downsweep"] * 10


def test_hillis_steele_prints_both_names_of_its_probed_cell_and_10_timed_passes(run):
    result = run("--algo", "hillis-steele", "--seed", "7311", "-n", "1024", *QUICK)
    assert (result.code, result.stderr) == (0, "")
    assert re.search(r"exclusive\[512\] = scan\[511\] = 500\.875\b", result.stdout)
    assert "1025.625" in result.stdout
    passes = passes_in(result.stdout)
    assert len(passes) == 10
    assert all(A_TIME.search(line) for line in passes)


def test_a_single_row_tells_device_input_answer_check_time_rate_and_work(run):
    text = run("--algo", "blelloch", "--repeat", "7", "--warmup", "0").stdout
    heads = [line.split(" ")[0] for line in text.splitlines() if line]
    wanted = ["device", "input", "scan", "answer", "check", "time", "rate", "work"]
    assert [head for head in heads if head in wanted] == wanted
    assert re.search(r"^time .* 95 % interval [0-9.]+ to [0-9.]+ [nµm]?s", text, re.MULTILINE)
    work = r"^work .*21 dispatches, 2,?046 additions .*1,?023.* bytes"
    assert re.search(work, text, re.MULTILINE)


def test_an_exclusive_row_has_one_name_for_its_probed_cell(run):
    assert "scan[" not in run("--algo", "blelloch", *QUICK).stdout


def test_a_comparison_names_the_inclusive_cell_too(run):
    text = run("--algo", "serial,hillis-steele", *QUICK).stdout
    assert "scan[511]" in text and "[512]" in text


def test_without_arguments_the_course_s_three_scans_are_compared(run):
    result = run()
    assert result.code == 0
    # On a busy machine it may advise on outliers, and on nothing else.
    assert re.fullmatch(r"(scanbench: \d+ % of the samples of .* are outliers .*\n)?", result.stderr)
    names = re.findall(r"^[* ]\s+(serial|naive|hillis-steele|blelloch\S*)\s", result.stdout, re.M)
    assert names == ["serial", "hillis-steele", "blelloch"]


def test_a_comparison_marks_one_winner_and_says_what_to_learn(run):
    result = run("--algo", "all", "-n", "1024", *QUICK)
    assert (result.code, result.stderr) == (0, "")
    marked = re.findall(rf"^\*\s+({'|'.join(ALGORITHMS)})\s", result.stdout, re.MULTILINE)
    assert len(marked) == 1
    lesson = re.search(r"^n = 1024: .*$", result.stdout, re.MULTILINE).group()
    assert re.search(r"(\S+) beats (\S+) by a factor of [0-9.]+, with .*additions", lesson)


def test_the_lesson_weighs_the_additions_of_hillis_steele_against_blelloch_s(run):
    text = run("--algo", "hillis-steele,blelloch", "-n", "1024", *QUICK).stdout
    assert re.search(r"by a factor of [0-9.]+, with 4\.50 times .*additions", text)
    counts = re.search(r"\((\S+) against (\S+)\)", text).groups()
    assert {count.replace(",", "") for count in counts} == {"9217", "2046"}


def test_several_sizes_are_one_table_with_a_line_a_size_and_the_crossovers_seen(run):
    result = run("--algo", "hillis-steele,blelloch", "-n", "64,1024,4096", *QUICK)
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    titles = next(line for line in lines if "blelloch" in line)
    assert titles.split() == ["hillis-steele", "blelloch"]
    table = [line for line in lines if re.match(r"\s*(64|1024|4096)\s+\*?\s*\d", line)]
    assert len(table) == 3
    choices = next(i for i, line in enumerate(lines) if "on the device take" in line)
    assert re.match(r"\s*64( to \d+)?\s+(hillis-steele|blelloch)\s", lines[choices + 1])
    assert all(len(re.findall(r"[0-9.]+ (?:ns|µs|ms|s)\b", line)) == 2 for line in table)
    assert "crossover" in result.stdout or "overtakes" in result.stdout
    assert " beats " not in result.stdout


def test_a_sweep_gives_the_reason_of_rows_that_could_not_run_below_its_table(run):
    result = run("--algo", "serial,naive", "-n", "64,65537,70000", *QUICK)
    assert result.code == 0
    assert result.stdout.count("unsupported (1)") == 2
    assert re.search(r"^\(1\) unsupported: .*65,?536", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("sizes", ["64", "64,128"])
def test_a_report_in_text_stays_within_a_wide_terminal(run, sizes):
    text = run("--algo", "hillis-steele,blelloch,blelloch-inplace,serial", "-n", sizes, *QUICK)
    tables = [line for line in text.stdout.splitlines() if re.search(r" [nµm]?s  ", line)]
    assert tables and max(map(len, tables)) <= (150 if sizes == "64" else 120)


def test_a_row_that_cannot_run_stands_in_the_table_with_its_reason(run):
    result = run("--algo", "serial,naive", "-n", "65537", *QUICK)
    assert result.code == 0
    assert re.search(r"naive .*unsupported: .*65,?536", result.stdout)


def test_a_scan_without_a_pass_has_no_time_in_text(run):
    result = run("--algo", "hillis-steele", "-n", "1", *QUICK)
    assert result.code == 0
    assert not re.search(r"\b0(\.0+)? (ns|µs|ms|s)\b", result.stdout)
    assert "nan" not in result.stdout.lower() and "inf" not in result.stdout.lower()


@pytest.mark.parametrize("kind", ["u32", "i32"])
def test_a_wrapped_total_is_marked_in_text(run, kind):
    args = ("-n", "100000", "--type", kind, "--input", "ramp", *QUICK)
    assert "wrapped" in run("--algo", "serial", *args).stdout


def test_a_pipe_gets_no_colour(run):
    assert "\x1b" not in run(*QUICK).stdout
    assert "\x1b" not in run("devices").stdout
